"""Piles of cards whose order nobody knows: a pile is a tuple of counts, one for each kind.

A pile has no secret order to leak: which card comes next is decided when it is drawn, and until
then every card of the pile is equally likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from ..probability.whole import as_whole

Pile = tuple[int, ...]
T = TypeVar("T")


def add(pile: Pile, kind: int, n: int = 1) -> Pile:
    """Return the pile with n more cards of a kind (fewer, if n is negative)."""
    return pile[:kind] + (pile[kind] + n,) + pile[kind + 1 :]  # noqa: RUF005  (faster)


def put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """Return the items with another one at a place."""
    return items[:at] + (item,) + items[at + 1 :]  # noqa: RUF005  (faster)


def together(one: Pile, other: Pile) -> Pile:
    """Return both piles in one."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


def without(pile: Pile, other: Pile) -> Pile:
    """Return what is left of a pile when the other pile is taken out of it."""
    return tuple(a - b for a, b in zip(pile, other, strict=True))


def keys(pile: Pile, kinds: Sequence[str]) -> tuple[str, ...]:
    """Return the cards of a pile as keys, kind by kind."""
    cards: list[str] = []
    for key, n in zip(kinds, pile, strict=True):
        if n:
            cards += [key] * n
    return tuple(cards)


def count(cards: Iterable[str] | Mapping[str, int], kinds: Sequence[str]) -> Pile:
    """Return the pile of the given cards: keys, or a mapping key → count.

    ValueError names an unknown key or a count that is no whole number from 0.
    """
    counts = dict.fromkeys(kinds, 0)
    if not isinstance(cards, Iterable) or isinstance(cards, str):
        raise ValueError(f"cards are keys, or a mapping key → count, not {cards!r}")
    # a Series of pandas, too, has keys and items, but is no Mapping
    items = getattr(cards, "items", None) if hasattr(cards, "keys") else None
    pairs = ((card, 1) for card in cards) if items is None else items()
    for key, n in pairs:
        if key not in kinds:  # a list, say, is no key and cannot be looked up
            raise ValueError(f"unknown card {key!r}; the cards are {', '.join(kinds)}")
        number = as_whole(n)
        if number is None or number < 0:
            raise ValueError(f"the count of {key} must be a whole number from 0, not {n!r}")
        counts[key] += number
    return tuple(counts.values())
