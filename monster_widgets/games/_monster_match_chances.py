"""Monster Match: the numbers a lesson asks for. All are exact.

A table is any iterable of monsters: `Monster`, four numbers, or a card's key (as in a view's zone);
or a table with the columns arms, legs, eyes and donuts. ValueError says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from ..probability.counting import hypergeometric
from ..probability.distribution import Distribution
from ..probability.whole import as_whole
from ._monster_match_deck import DECKS, ROLLS, Monster, Roll, as_monsters, as_roll

SMALL = 12
"""The largest table for which every way of emptying it is followed."""


def matches(roll: Roll | tuple[int, str] | str, table: Iterable[Any]) -> tuple[Monster, ...]:
    """Return the monsters of a table that match a roll, in the table's order.

    >>> matches("3 arms", [Monster(3, 0, 2, 1), Monster(0, 3, 3, 2)])
    (Monster(arms=3, legs=0, eyes=2, donuts=1),)
    """
    number, part = as_roll(roll)
    return tuple(m for m in _monsters(table) if getattr(m, part) == number)


def _monsters(table: Any) -> list[Monster]:
    what = "a table is a list of monsters (each four numbers, or the key of a card)"
    return as_monsters(table, what, "monster {}")


def number_of_matches(table: Iterable[Any]) -> Distribution[int]:
    """Return the distribution of the number of monsters that match the next roll."""
    laid = _monsters(table)
    return Distribution.uniform([len(matches(roll, laid)) for roll in ROLLS])


def zilch_probability(table: Iterable[Any]) -> Fraction:
    """Return the probability that no monster on the table matches the next roll.

    >>> zilch_probability([Monster(3, 0, 2, 1), Monster(3, 1, 2, 2)])
    Fraction(7, 9)
    """
    return number_of_matches(table).probability(lambda n: n == 0)


def matches_of_deal(n: int, deck: Iterable[Any] | str = "house") -> Distribution[int]:
    """Return the distribution of how many of n cards, dealt at random, match the first roll.

    `deck` may be the name of one of ours ("house", "peaked"). Every roll is equally likely (R2),
    and for each of them the number is hypergeometric: n cards from those of the deck, some of which
    match it. ValueError unless n is a whole number from 0 to the size of the deck.
    """
    cards = DECKS[deck] if isinstance(deck, str) and deck in DECKS else _monsters(deck)
    dealt = as_whole(n)
    if dealt is None or not 0 <= dealt <= len(cards):
        raise ValueError(f"n must be a whole number from 0 to {len(cards)}, not {n!r}")
    found: dict[int, Fraction] = {}
    for roll in ROLLS:
        for k, p in hypergeometric(len(cards), len(matches(roll, cards)), dealt).items():
            found[k] = found.get(k, Fraction(0)) + p / len(ROLLS)
    return Distribution(found)


def zilch_probability_of_deal(n: int, deck: Iterable[Any] | str = "house") -> Fraction:
    """Return the probability that none of n cards, dealt at random, matches the first roll.

    See `matches_of_deal`.
    """
    return matches_of_deal(n, deck).probability(lambda k: k == 0)


def rounds_to_zilch(table: Iterable[Any], players: int = 2) -> Fraction:
    """Return the expected number of rounds up to the next roll that nothing matches, that included.

    In a round each of `players` takes one matching monster, as long as there is one; which ones are
    taken is chance, and nobody errs. ValueError for a table of more than 12 monsters: every way in
    which it can be emptied is followed.
    """
    laid = _monsters(table)
    number = as_whole(players)
    if number is None or number < 1:
        raise ValueError(f"players must be a whole number from 1, not {players!r}")
    if len(laid) > SMALL:
        raise ValueError(f"exact for a table of up to {SMALL} monsters, not of {len(laid)}")
    hits = [sum(1 << i for i, m in enumerate(laid) if matches(r, [m])) for r in ROLLS]

    @cache
    def rounds(left: int) -> Fraction:
        """Return the expectation with these monsters (bits) on the table."""
        total = Fraction(len(ROLLS))
        for hit in hits:
            found = [1 << i for i in range(len(laid)) if left & hit & (1 << i)]
            if found:
                ways = list(combinations(found, min(number, len(found))))
                total += sum((rounds(left - sum(way)) for way in ways), Fraction(0)) / len(ways)
        return total / len(ROLLS)

    return rounds((1 << len(laid)) - 1)
