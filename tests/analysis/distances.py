"""How far apart two simulations are, in standard errors."""

from __future__ import annotations

from math import hypot
from typing import Any

from monster_widgets.analysis import Simulation


def seats(numbers: Any) -> tuple[float, ...]:
    """The numbers of all seats, also where there is one only."""
    return numbers if isinstance(numbers, tuple) else (numbers,)


def furthest(one: Simulation, other: Simulation) -> float:
    """The greatest distance of their means, and of the means of the squares."""
    found = [0.0]
    for a, b in ((one, other), (one.map(_squared), other.map(_squared))):
        columns = map(seats, (a.mean, b.mean, a.standard_error, b.standard_error))
        for x, y, dx, dy in zip(*columns, strict=True):
            error = hypot(dx, dy)
            found.append(abs(x - y) / error if error else float(x != y) * 100)
    return max(found)


def _squared(value: Any) -> Any:
    return tuple(n * n for n in value) if isinstance(value, tuple) else value * value
