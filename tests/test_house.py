"""How the house is built: who may import whom, what a game consists of, what is nowhere."""

from __future__ import annotations

import ast
import doctest
import importlib
import json
import pkgutil
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_type_hints, is_typeddict

import pytest

import monster_widgets
from monster_widgets import games
from monster_widgets.locales import messages
from monster_widgets.widgets import contract

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "monster_widgets"
LAYERS = {
    "probability": {"probability"},
    "engine": {"engine", "probability"},
    "games": {"games", "engine", "probability"},
    "analysis": {"analysis", "games", "engine", "probability"},
    "locales": {"locales"},
    "widgets": {"widgets", "lessons", "locales", "analysis", "games", "engine", "probability"},
    "lessons": {"lessons", "locales", "analysis", "games", "engine", "probability"},
    "__main__.py": {"locales"},
}
"""Who may import whom."""
BELOW_WIDGETS = ("probability", "engine", "games", "analysis")
SOURCES = sorted(PACKAGE.rglob("*.py"))
PLACEHOLDER = re.compile(r"\{[^{}]+\}")


def layer(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0]


def imports(path: Path, module_level: bool = False) -> Iterator[str]:
    """The full names that a file imports; names of modules too where they are taken from one."""
    inside = path.relative_to(ROOT).with_suffix("").parts
    tree = ast.parse(path.read_text("utf-8"))
    for node in tree.body if module_level else ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = [*inside[: len(inside) - node.level]] if node.level else []
            parts += node.module.split(".") if node.module else []
            yield from (".".join([*parts, name.name]) for name in node.names)


def rooms(path: Path) -> set[str]:
    """The rooms of the package that a file imports from."""
    names = [name.split(".") for name in imports(path) if name.startswith("monster_widgets.")]
    return {name[1] for name in names}


# ---------------------------------------------------------------- layers


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_layer_imports_from_the_layers_below_it_only(path: Path) -> None:
    allowed = LAYERS.get(layer(path), set())

    assert not rooms(path) - allowed


def test_the_walk_through_the_imports_sees_them() -> None:
    assert {"engine"} <= rooms(PACKAGE / "games" / "__init__.py")
    assert {"engine", "widgets", "games"} <= rooms(PACKAGE / "widgets" / "game_widget.py")
    assert "anywidget" in set(imports(PACKAGE / "widgets" / "widget.py"))


def test_games_do_not_import_each_other() -> None:
    names = set(games.names())
    for path in (PACKAGE / "games").glob("*.py"):
        others = {name.split(".")[2] for name in imports(path) if ".games." in name}
        own = next((n for n in names if path.stem.lstrip("_").startswith(n)), path.stem)

        assert not {
            one for one in others if one.lstrip("_") != own and not one.startswith(f"_{own}")
        }


def test_every_private_module_of_the_games_belongs_to_one_game() -> None:
    for path in (PACKAGE / "games").glob("_[!_]*.py"):
        assert any(path.stem.startswith(f"_{name}_") for name in games.names())


def test_analysis_imports_a_particular_game_in_bulk_only() -> None:
    for path in (PACKAGE / "analysis").glob("*.py"):
        assert not {
            n for n in imports(path) if n.split(".")[2:3] and n.split(".")[2] in games.names()
        }


def test_only_widgets_import_anywidget() -> None:
    for path in SOURCES:
        outside = {name.split(".")[0] for name in imports(path)}
        if layer(path) != "widgets":
            assert not outside & {"anywidget", "traitlets", "ipywidgets", "IPython"}


def test_nothing_imports_numpy_before_it_is_asked_for() -> None:
    for path in SOURCES:
        if "bulk" not in path.parts:
            assert "numpy" not in {name.split(".")[0] for name in imports(path, module_level=True)}


def test_engines_need_nothing_but_the_standard_library() -> None:
    for path in SOURCES:
        if layer(path) in BELOW_WIDGETS and "bulk" not in path.parts:
            outside = {name.split(".")[0] for name in imports(path, module_level=True)}
            assert outside <= {*sys.stdlib_module_names, "monster_widgets"}


def test_importing_and_playing_a_game_loads_neither_anywidget_nor_numpy() -> None:
    play = (
        "import sys, monster_widgets\n"
        "from monster_widgets import engine, games\n"
        "for name in games.names():\n"
        "    game = games.load(name)\n"
        "    engine.play(game, 'random', 1, game.PLAYERS[0])\n"
        "print(sorted({'anywidget', 'numpy', 'IPython', 'traitlets'} & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", play], capture_output=True, text=True, cwd=ROOT
    )

    assert ("[]\n", "") == (done.stdout, done.stderr)


# ---------------------------------------------------------------- what a game consists of


def test_a_game_has_all_its_files(game: Any) -> None:
    name = game.NAME
    files = [
        f"docs/rules/{name}.md",
        f"monster_widgets/locales/en/{name}.json",
        f"monster_widgets/locales/es/{name}.json",
        f"monster_widgets/widgets/{name}.py",
        f"tests/games/{name}.py",
        f"tests/games/test_{name}.py",
        f"tests/golden/{name}.json",
    ]
    missing = [file for file in files if not (ROOT / file).is_file()]

    assert not missing


def test_no_file_is_left_of_a_game_that_is_gone() -> None:
    folders = ("docs/rules/*.md", "tests/golden/*.json", "monster_widgets/locales/*/*.json")
    named = {path.stem for pattern in folders for path in ROOT.glob(pattern)}

    shared = {"common", "lab", "lessons", "quiz"}
    assert {name.removesuffix("_lessons") for name in named} - shared == set(games.names())


def test_a_game_has_a_widget_of_its_name(game: Any) -> None:
    name = "".join(word.capitalize() for word in game.NAME.split("_"))
    widget = getattr(monster_widgets, name)

    assert game.NAME == widget.game_name
    assert name in dir(monster_widgets)


def test_the_package_says_what_it_does_not_have() -> None:
    with pytest.raises(AttributeError, match="no attribute 'MonsterChess'"):
        monster_widgets.MonsterChess  # noqa: B018


# ---------------------------------------------------------------- rules on paper


def test_the_rules_on_paper_are_the_rules_of_the_game(game: Any) -> None:
    text = (ROOT / "docs" / "rules" / f"{game.NAME}.md").read_text("utf-8")
    headings = re.findall(r"^### (\S+) · (\w+) · (.+)$", text, re.MULTILINE)

    assert [(r.id, r.status, r.source) for r in game.RULES.values()] == sorted(
        headings, key=lambda heading: list(game.RULES).index(heading[0])
    )
    assert len(headings) == len(re.findall(r"^### ", text, re.MULTILINE))


def test_the_rules_on_paper_use_the_words_of_the_widget(game: Any) -> None:
    text = (ROOT / "docs" / "rules" / f"{game.NAME}.md").read_text("utf-8")
    for key, words in messages.catalogue(game.NAME)["en"][game.NAME]["rule"].items():
        paragraph = re.search(rf"^### {key} · .*\n\n(.+)$", text, re.MULTILINE)

        assert paragraph is not None
        assert words == paragraph[1]


def test_rules_are_cited_by_numbers_that_exist(game: Any) -> None:
    texts = [(ROOT / "docs" / "rules" / f"{game.NAME}.md").read_text("utf-8")]
    texts += [path.read_text("utf-8") for path in PACKAGE.glob(f"games/*{game.NAME}*.py")]
    for text in texts:
        for cited in re.findall(r"(?<![\w\"'])[SDR]\d{1,2}(?![\w.])", text):
            assert cited in game.RULES


# ---------------------------------------------------------------- languages


def leaves(tree: Any, name: str = "") -> dict[str, str]:
    if isinstance(tree, str):
        return {name: tree}
    return {k: v for key, value in tree.items() for k, v in leaves(value, f"{name}.{key}").items()}


def locale_file(locale: str, path: Path) -> dict[str, str]:
    return leaves(json.loads((PACKAGE / "locales" / locale / path.name).read_text("utf-8")))


LOCALE_FILES = sorted((PACKAGE / "locales" / "en").glob("*.json"))


@pytest.mark.parametrize("path", LOCALE_FILES, ids=lambda path: path.stem)
def test_both_languages_have_the_same_keys_and_placeholders(path: Path) -> None:
    en, es = locale_file("en", path), locale_file("es", path)

    assert en.keys() == es.keys()
    for key, text in en.items():
        assert Counter(PLACEHOLDER.findall(text)) == Counter(PLACEHOLDER.findall(es[key])), key


@pytest.mark.parametrize("locale", messages.LOCALES)
@pytest.mark.parametrize("path", LOCALE_FILES, ids=lambda path: path.stem)
def test_texts_are_tidy(path: Path, locale: str) -> None:
    for key, text in locale_file(locale, path).items():
        assert text, key
        assert "  " not in text, key
        assert "'" not in text or locale == "en", key
        assert text.count("{") == text.count("}") == len(PLACEHOLDER.findall(text)), key
        if not key.startswith(".format."):
            assert text == text.strip(), key


def test_both_languages_have_the_same_files() -> None:
    en, es = ({p.name for p in (PACKAGE / "locales" / x).iterdir()} for x in messages.LOCALES)

    assert en == es


# ---------------------------------------------------------------- the contract with the browser


def typescript() -> dict[str, list[str]]:
    """The fields of each interface in the front end's contract."""
    text = (ROOT / "frontend" / "src" / "contract.ts").read_text("utf-8")
    return {
        name: re.findall(r"^  (\w+)\??:", body, re.MULTILINE)
        for name, body in re.findall(r"^export interface (\w+) \{\n(.*?)^\}", text, re.M | re.S)
    }


def test_python_and_typescript_agree_on_what_crosses() -> None:
    shapes = {n: s for n, s in vars(contract).items() if is_typeddict(s)}
    python = {name: list(get_type_hints(shape)) for name, shape in shapes.items()}

    assert python == typescript()


# ---------------------------------------------------------------- manners


def test_the_package_prints_nothing() -> None:
    for path in SOURCES:
        calls = [n for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.Call)]

        assert "print" not in {c.func.id for c in calls if isinstance(c.func, ast.Name)}, path


def test_the_package_uses_no_global_random_and_no_clock() -> None:
    for path in SOURCES:
        if layer(path) in BELOW_WIDGETS:
            taken = {n for n in imports(path) if n.split(".")[0] in ("random", "time", "datetime")}
            assert taken <= {"random.Random"}, path


def test_public_functions_and_classes_say_what_they_do() -> None:
    for path in SOURCES:
        tree = ast.parse(path.read_text("utf-8"))

        assert ast.get_docstring(tree), path
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
                assert ast.get_docstring(node), f"{path.name}: {node.name}"


def modules() -> list[str]:
    found = pkgutil.walk_packages(monster_widgets.__path__, "monster_widgets.")
    return sorted(module.name for module in found if "__main__" not in module.name)


@pytest.mark.parametrize("name", modules())
def test_examples_in_docstrings_are_true(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))

    assert failed == 0


def test_some_docstrings_have_examples() -> None:
    finder = doctest.DocTestFinder()
    tests = [t for name in modules() for t in finder.find(importlib.import_module(name))]

    assert len([test for test in tests if test.examples]) >= 3
