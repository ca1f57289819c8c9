"""Run the notebooks and keep their outputs, in the form they are committed in.

    python tools/execute_notebooks.py [notebook …]

Widget state and widget views are left out: where no kernel runs, a reader then sees the static
board. Execution times and the version of Python are left out too, so that a second run changes
nothing.
"""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def execute(path: Path) -> None:
    """Run a notebook in its folder and write it back."""
    notebook = nbformat.read(path, as_version=4)
    resources = {"metadata": {"path": str(path.parent)}}
    NotebookClient(
        notebook, kernel_name="python3", resources=resources, coalesce_streams=True
    ).execute()
    notebook.metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"
        cell.metadata = {key: cell.metadata[key] for key in ("tags",) if key in cell.metadata}
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET_VIEW, None)
    nbformat.validate(notebook)
    nbformat.write(notebook, path)


if __name__ == "__main__":
    root = Path(__file__).parents[1] / "notebooks"
    for path in map(Path, sys.argv[1:]) if sys.argv[1:] else sorted(root.rglob("*.ipynb")):
        execute(path)
        sys.stdout.write(f"{path}\n")
