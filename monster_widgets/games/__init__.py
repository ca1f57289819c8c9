"""The games. A game is one module of this folder, found by its file name."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from ..engine.protocol import Game


def names() -> tuple[str, ...]:
    """Return the names of all games."""
    from pkgutil import iter_modules  # slow to import, and no engine needs it

    return tuple(sorted(m.name for m in iter_modules(__path__) if not m.name.startswith("_")))


def load(name: str) -> Game:
    """Return the module of a game; ValueError names the games there are."""
    if name not in names():
        raise ValueError(f"there is no game {name!r}; there are {', '.join(names())}")
    return cast(Game, import_module(f"{__name__}.{name}"))
