"""How notebooks are committed: executed, bare of widget state, and the same in both languages."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.rglob("[!.]*.ipynb"))
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def read(path: Path) -> dict[str, Any]:
    notebook: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return notebook


def code(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def faults(notebook: dict[str, Any]) -> list[str]:
    """What would make nbval check nothing, or a reader without a kernel see nothing."""
    found = []
    if "widgets" in notebook["metadata"]:
        found.append("metadata.widgets is committed")
    for number, cell in enumerate(code(notebook), 1):
        if cell["execution_count"] != number:
            found.append(f"code cell {number} was not executed in its turn")
        for output in cell["outputs"]:
            if WIDGET_VIEW in output.get("data", {}):
                found.append(f"code cell {number} holds a widget view")
            if output["output_type"] == "error":
                found.append(f"code cell {number} failed")
    if not any(cell["outputs"] for cell in code(notebook)):
        found.append("no cell has an output")
    prose = [source(cell) for cell in notebook["cells"] if cell["cell_type"] == "markdown"]
    levels = [len(m[1]) for m in re.finditer(r"^(#+) ", "\n\n".join(prose), re.MULTILINE)]
    if levels.count(1) != 1 or levels[0] != 1:
        found.append("there is not exactly one title, at the top")
    if any(after > before + 1 for before, after in pairwise(levels)):
        found.append("a heading skips a level")
    return found


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: str(path.relative_to(FOLDER)))
def test_a_notebook_is_committed_executed_and_bare(path: Path) -> None:
    assert [] == faults(read(path))


def test_the_guard_fails_on_a_cleared_copy_and_on_widget_state() -> None:
    notebook = read(FOLDER / "en/start_here.ipynb")
    cells = code(notebook)
    for cell in cells:
        cell["outputs"], cell["execution_count"] = [], None
    notebook["metadata"]["widgets"] = {}
    cells[0]["outputs"] = [{"output_type": "display_data", "data": {WIDGET_VIEW: {}}}]
    found = faults(notebook)

    assert "metadata.widgets is committed" in found
    assert "code cell 1 holds a widget view" in found
    assert len(cells) == sum("was not executed" in fault for fault in found)


def test_both_languages_have_the_same_notebooks_with_the_same_code() -> None:
    english = [path for path in NOTEBOOKS if path.parent.name == "en"]
    spanish = [path for path in NOTEBOOKS if path.parent.name == "es"]

    assert [path.name for path in english] == [path.name for path in spanish] != []
    for one, other in zip(english, spanish, strict=True):
        first, *rest = map(source, code(read(one)))
        first_other, *rest_other = map(source, code(read(other)))
        assert rest == rest_other
        assert first.replace('set_locale("en")', 'set_locale("es")') == first_other
