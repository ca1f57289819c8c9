"""Five monster games that teach rules, probability and strategy in Jupyter notebooks.

A widget is loaded when it is first asked for, so that importing an engine never imports anywidget.
"""

from __future__ import annotations

from importlib import import_module
from re import sub
from typing import Any

__version__ = "0.1.0"

_ROOMS = ("analysis", "engine", "games", "lessons", "probability")
_WORDS = ("get_locale", "set_locale")


def _widgets() -> dict[str, str]:
    """Return the modules of widget classes, MonsterCafe → monster_cafe: of a game, or a tool."""
    from importlib.resources import files  # slow to import, and no engine needs it

    games = import_module(".games", __name__).names()
    found = files(__name__).joinpath("widgets").iterdir()
    named = (*games, "probability_lab", "question", "quiz")
    modules = [f.name.removesuffix(".py") for f in found if f.name.startswith(named)]
    return {sub(r"(^|_)(\w)", lambda m: m[2].upper(), module): module for module in modules}


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return import_module(f".{name}", __name__)
    if name in _WORDS:
        return getattr(import_module(".locales.messages", __name__), name)
    if (module := _widgets().get(name)) is not None:
        return getattr(import_module(f".widgets.{module}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*_widgets(), *_WORDS, *_ROOMS])
