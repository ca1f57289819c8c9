"""How notebooks are committed: executed, bare of widget state, and the same in both languages."""

from __future__ import annotations

import json
import re
import shutil
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from monster_widgets import lessons
from monster_widgets.locales import messages
from tools.execute_notebooks import WIDGET_VIEW, execute

FOLDER = Path(__file__).parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.rglob("[!.]*.ipynb"))


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


# ---------------------------------------------------------------- what a reader meets


def prose(notebook: dict[str, Any]) -> str:
    return "\n\n".join(source(c) for c in notebook["cells"] if c["cell_type"] == "markdown")


def printed(notebook: dict[str, Any]) -> str:
    """All code and all that it prints, but for the pictures."""
    texts = [source(cell) for cell in code(notebook)]
    for cell in code(notebook):
        for output in cell["outputs"]:
            texts += map(
                "".join, (output.get("text", ""), output.get("data", {}).get("text/plain", ""))
            )
    return "\n".join(texts)


def anchors(path: Path) -> set[str]:
    """What a link may name after "#": JupyterLab makes it of a heading."""
    headings = re.findall(r"^#+ (.+)$", prose(read(path)), re.MULTILINE)
    return {heading.replace(" ", "-") for heading in headings}


def dead_links(path: Path, notebook: dict[str, Any]) -> list[str]:
    dead = []
    for link in re.findall(r"\]\(([^)\s]+)\)", prose(notebook)):
        file, _, anchor = link.partition("#")
        target = path.parent / file if file else path
        if not target.is_file() or (anchor and anchor not in anchors(target)):
            dead.append(link)
    return dead


def pictures_without_words(notebook: dict[str, Any]) -> list[str]:
    html = [
        "".join(output.get("data", {}).get("text/html", ""))
        for cell in code(notebook)
        for output in cell["outputs"]
    ]
    found = re.findall(r"!\[\s*\]\([^)]*\)", prose(notebook))
    for text in (prose(notebook), *html):
        images = re.findall(r"<img\b[^>]*>", text)
        found += [image for image in images if not re.search(r'\balt="[^"]+"', image)]
    return found


def numbers_from_nowhere(notebook: dict[str, Any]) -> list[str]:
    """Decimals and fractions that the text states, but no cell works out or writes down."""
    known = printed(notebook).replace("Fraction(", "").replace(", ", "/")
    stated = re.findall(r"(?<![\w/.,])\d+(?:[.,/]\d+)(?![\w/])", without_code(prose(notebook)))
    return [number for number in stated if number.replace(",", ".") not in known]


def without_code(text: str) -> str:
    return re.sub(r"`[^`]*`", "", text)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: str(path.relative_to(FOLDER)))
def test_links_lead_somewhere_and_pictures_have_words(path: Path) -> None:
    notebook = read(path)

    assert [] == dead_links(path, notebook)
    assert [] == pictures_without_words(notebook)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: str(path.relative_to(FOLDER)))
def test_every_number_in_the_text_is_worked_out_in_a_cell(path: Path) -> None:
    assert [] == numbers_from_nowhere(read(path))


def test_the_guards_see_dead_links_silent_pictures_and_numbers_from_nowhere() -> None:
    path = FOLDER / "en/start_here.ipynb"
    notebook = read(path)
    notebook["cells"].append(
        {
            "cell_type": "markdown",
            "source": "[a](gone.ipynb) [b](#Nowhere) ![](x.png) <img src='y.png'> 12.345 and 17/19",
        }
    )

    assert ["gone.ipynb", "#Nowhere"] == dead_links(path, notebook)[:2]
    assert 2 == len(pictures_without_words(notebook))
    assert ["12.345", "17/19"] == numbers_from_nowhere(notebook)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: str(path.relative_to(FOLDER)))
def test_a_lesson_keeps_its_form(path: Path) -> None:
    text = prose(read(path))
    summary = re.search(r"^## (?:What you have seen|Lo que has visto)\n\n((?:- .+\n)+)", text, re.M)
    exercises = re.findall(r"^\*\*(\d)\.", text, re.MULTILINE)

    assert re.search(r"\b20\b.*\b45\b.*\b90\b", text)
    assert summary is not None
    assert 4 == summary[1].count("\n")
    assert exercises == [str(n) for n in range(1, len(exercises) + 1)]
    assert 3 <= len(exercises) <= 5


# ---------------------------------------------------------------- exercises


def asked(notebook: dict[str, Any]) -> list[str]:
    return re.findall(r'check\("([^"]+)", \.\.\.\)', printed(notebook))


def test_every_exercise_is_asked_once_and_left_open() -> None:
    for locale in ("en", "es"):
        notebooks = {p.stem: read(p) for p in NOTEBOOKS if p.parent.name == locale}
        found = [(stem, e) for stem, notebook in notebooks.items() for e in asked(notebook)]

        assert sorted(e for _, e in found) == sorted(lessons.exercises())
        assert all(e.split(".")[0] == stem for stem, e in found)
        for notebook in notebooks.values():  # no cell answers
            assert len(asked(notebook)) == printed(notebook).count("check(")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: str(path.relative_to(FOLDER)))
def test_no_answer_stands_in_a_notebook(path: Path) -> None:
    notebook = read(path)
    text = printed(notebook).replace("Fraction(", "").replace(", ", "/") + prose(notebook)
    for ident in asked(notebook):
        answer = lessons.exercises()[ident].answer
        # whole numbers and words stand in every text, for other reasons
        if isinstance(answer, Fraction) and answer.denominator > 1:
            assert not re.search(rf"(?<!\d){answer}(?!\d)", text), ident
            assert f"{float(answer):.3f}" not in text.replace(",", "."), ident


# ---------------------------------------------------------------- languages


@pytest.mark.parametrize("locale", messages.LOCALES)
def test_the_rules_lesson_lists_the_cards_as_the_widget_names_them(locale: str) -> None:
    words = messages.catalogue("monster_cafe")[locale]["monster_cafe"]
    rows = re.findall(
        r"^\| `(\w+)` \| (.+) \| (.+) \|$",
        prose(read(FOLDER / locale / "monster_cafe_rules.ipynb")),
        re.MULTILINE,
    )

    assert words["card"] == {key: card for key, card, _ in rows}
    assert words["dish"] == {key: dish for key, _, dish in rows if key in words["dish"]}


def test_both_languages_have_the_same_notebooks_with_the_same_code() -> None:
    english = [path for path in NOTEBOOKS if path.parent.name == "en"]
    spanish = [path for path in NOTEBOOKS if path.parent.name == "es"]

    assert [path.name for path in english] == [path.name for path in spanish] != []
    for one, other in zip(english, spanish, strict=True):
        first, *rest = map(source, code(read(one)))
        first_other, *rest_other = map(source, code(read(other)))
        assert rest == rest_other
        assert first.replace('set_locale("en")', 'set_locale("es")') == first_other


@pytest.mark.notebooks
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: str(path.relative_to(FOLDER)))
def test_a_reader_without_a_front_end_gets_the_committed_answers(
    path: Path, tmp_path: Path
) -> None:
    copy = Path(shutil.copy(path, tmp_path))
    execute(copy)

    assert path.read_text("utf-8") == copy.read_text("utf-8")
