"""Monster Café: what is in the box, and what a collection is worth (rules S21–S25)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..engine.piles import Pile, count
from ..engine.types import ScoreBreakdown, ScoreLine

FOODS = ("sludge", "stinky_sock", "eyeball", "roadkill", "brain", "toenail", "dust_bunny", "lint")
MONSTERS = (*FOODS, "anything")
CARDS = (*MONSTERS, "sorbet")
ANYTHING, SORBET = CARDS.index("anything"), CARDS.index("sorbet")
BOX: Pile = (6,) * len(CARDS)
DISHES: Pile = (2,) * len(FOODS)
SEATS, ROUNDS = 4, 4
POINTS = (-1, 1, 2)
"""Points of a monster with no dish, one dish, both dishes (S23, S21, S22)."""
NO_MONSTERS, NO_DISHES, NO_CARDS = (0,) * len(MONSTERS), (0,) * len(FOODS), (0,) * len(CARDS)


def points_each(kind: int, dishes: Pile) -> int:
    """Return what one monster of a kind is worth to the owner of these dishes (S21–S25)."""
    return POINTS[max(dishes) if kind == ANYTHING else dishes[kind]]


def total(monsters: Pile, dishes: Pile) -> int:
    """Return the score of a collection."""
    return sum(n * points_each(kind, dishes) for kind, n in enumerate(monsters) if n)


def score(
    monsters: Iterable[str] | Mapping[str, int], dishes: Iterable[str] | Mapping[str, int]
) -> ScoreBreakdown:
    """Return the bill of a collection, line by line; Anything Eaters go where they score most.

    Both arguments are card keys, or a mapping key → count. ValueError names a wrong key or count.

    >>> mike = score({"sludge": 3, "stinky_sock": 1, "anything": 1, "toenail": 3},
    ...              ["sludge", "stinky_sock", "stinky_sock", "eyeball"])
    >>> [line.points for line in mike.lines], mike.total
    ([3, 2, 0, -3, 2], 4)
    """
    guests, plates = count(monsters, MONSTERS), count(dishes, FOODS)
    for pile, most, names, sort in (
        (guests, BOX[0], MONSTERS, "monsters"),
        (plates, DISHES[0], FOODS, "dishes"),
    ):
        for key, n in zip(names, pile, strict=True):
            if n > most:
                raise ValueError(f"the box holds only {most} {sort} of {key}, not {n}")
    return bill(guests, plates)


def bill(monsters: Pile, dishes: Pile) -> ScoreBreakdown:
    """Return the bill of a collection given as piles."""
    best = max(dishes)
    # of dishes that score the same, Anything Eaters take one that has guests anyway
    tables = [kind for kind in range(len(FOODS)) if dishes[kind] == best]
    shared = next((kind for kind in tables if monsters[kind]), tables[0])
    lines = []
    for kind, key in enumerate(MONSTERS):
        plates = best if kind == ANYTHING else dishes[kind]
        if monsters[kind]:
            label = ("unfed", "fed", "doubled")[plates]
            rule = "S25" if plates and kind == ANYTHING else ("S23", "S21", "S22")[plates]
            food = FOODS[shared] if kind == ANYTHING else key
        elif plates and kind != ANYTHING and not (kind == shared and monsters[ANYTHING]):
            label, rule, food = "unused", "S24", key
        else:
            continue
        each = points_each(kind, dishes) if monsters[kind] else 0
        values = {"dishes": plates, "each": each, "food": food if plates else None}
        lines.append(ScoreLine(key, label, rule, monsters[kind], monsters[kind] * each, values))
    return ScoreBreakdown(sum(line.points for line in lines), tuple(lines))
