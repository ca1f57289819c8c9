"""What other tests need of Monster Match: set-ups that differ."""

from __future__ import annotations

from itertools import product
from typing import Any

SPREAD = [
    [arms, legs, (arms + legs) % 6, 1 + arms % 3] for arms, legs in product(range(6), repeat=2)
]
"""36 monsters, every pair of arms and legs once."""
ALIKE = [[0, 0, 0, 1 + n % 3] for n in range(55)]
"""A box of monsters with nothing on: five rolls in six are a Zilch."""

SETUPS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {"max_rounds": 20}),
    (3, {"max_rounds": 9, "first": 2}),
    (4, {"max_rounds": 6}),
    (5, {"max_rounds": 4, "first": 0}),
    (6, {"max_rounds": 4}),
    (2, {"deck": SPREAD[::2], "max_rounds": 12}),
    (3, {"deck": SPREAD[:21], "max_rounds": 12}),
    (6, {"deck": ALIKE}),
    (3, {"deck": "peaked", "max_rounds": 6}),
)
"""Numbers of players and options that lead to games of different kinds."""
