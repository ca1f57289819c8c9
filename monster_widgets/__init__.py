"""Five monster games that teach rules, probability and strategy in Jupyter notebooks.

A widget is loaded when it is first asked for, so that importing an engine never imports anywidget.
"""

from __future__ import annotations

from importlib import import_module
from re import sub
from typing import Any

__version__ = "0.1.0"

_ROOMS = ("engine", "games", "probability")
_WORDS = ("get_locale", "set_locale")


def _widgets() -> dict[str, str]:
    """Return widget classes by name, MonsterCafe → monster_cafe: one for each game."""
    games = import_module(".games", __name__)
    return {sub(r"(^|_)(\w)", lambda m: m[2].upper(), game): game for game in games.names()}


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return import_module(f".{name}", __name__)
    if name in _WORDS:
        return getattr(import_module(".widgets.messages", __name__), name)
    if (game := _widgets().get(name)) is not None:
        return getattr(import_module(f".widgets.{game}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*_widgets(), *_WORDS, *_ROOMS])
