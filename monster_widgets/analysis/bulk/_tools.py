"""What kernels do alike: draw whole numbers, and write games out for the game to replay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from ...engine import Action

Array = NDArray[Any]


def below(rng: Generator, limits: Array) -> Array:
    """Return a whole number below each limit, uniformly."""
    return (rng.random(len(limits)) * limits).astype(np.int64)


class Log:
    """The actions of games, as numbers, in the order they happen in each game."""

    def __init__(self, n: int, write: bool) -> None:
        """Begin for n games; without `write` nothing is kept."""
        self._n = n
        self._noted: list[tuple[Array, Array]] | None = [] if write else None

    def note(self, ids: Array, codes: Array) -> None:
        """Add an action to each of these games."""
        if self._noted is not None:
            self._noted.append((ids, codes))

    def courses(self, actions: Sequence[Action]) -> list[tuple[Action, ...]] | None:
        """Return the actions of each game by their numbers; None if nothing was kept."""
        if self._noted is None:
            return None
        courses: list[list[Action]] = [[] for _ in range(self._n)]
        for ids, codes in self._noted:
            for one, code in zip(ids.tolist(), codes.tolist(), strict=True):
                courses[one].append(actions[code])
        return [tuple(course) for course in courses]
