"""Chances of drawing without replacement, exact."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb

from .distribution import Distribution
from .whole import as_whole


def hypergeometric(total: int, marked: int, draws: int) -> Distribution[int]:
    """Return the distribution of how many marked cards are among `draws` cards drawn.

    `draws` cards are taken without replacement from `total`, of which `marked` are marked:
    P(k) = C(marked, k) C(total - marked, draws - k) / C(total, draws).

    >>> hypergeometric(total=5, marked=2, draws=2)[0]
    Fraction(3, 10)
    """
    _check_draws(total, draws)
    if as_whole(marked) is None or not 0 <= marked <= total:
        raise ValueError(f"marked must be from 0 to {total} (the total), not {marked}")
    lowest, highest = max(0, draws - (total - marked)), min(marked, draws)
    return Distribution.from_counts(
        {k: comb(marked, k) * comb(total - marked, draws - k) for k in range(lowest, highest + 1)}
    )


def multivariate_hypergeometric(
    counts: Mapping[str, int], draws: int
) -> Distribution[tuple[int, ...]]:
    """Return the joint distribution of how many cards of each kind are drawn.

    The outcomes are tuples in the order of `counts`:
    P(k1, k2, …) = C(n1, k1) C(n2, k2) … / C(n1 + n2 + …, draws).
    """
    sizes = tuple(counts.values())
    if any(as_whole(n) is None or n < 0 for n in sizes):
        raise ValueError("a count is negative, or no whole number")
    _check_draws(sum(sizes), draws)
    ways: dict[tuple[int, ...], int] = {
        (): 1
    }  # kind by kind: what has been drawn so far → in how many ways
    for at, n in enumerate(sizes):
        still_to_come = sum(sizes[at + 1 :])
        ways = {
            (*drawn, k): w * comb(n, k)
            for drawn, w in ways.items()
            for left in [draws - sum(drawn)]
            for k in range(max(0, left - still_to_come), min(n, left) + 1)
        }
    return Distribution.from_counts(ways)


def draws_until_collected(copies: Iterable[int], others: int) -> Distribution[int]:
    """Return the distribution of how many draws it takes to have one of each wanted card.

    Cards are taken without replacement. `copies` says of every wanted card how often it is there
    (from 1, else it could never be collected), `others` how many cards nobody wants. With n cards
    in all, inclusion and exclusion over the sets S of wanted cards that are still missing gives
    P(T <= m) = sum over S of (-1)^|S| C(n - copies in S, m) / C(n, m).

    >>> draws_until_collected(copies=[1, 1], others=1).expectation()
    Fraction(8, 3)
    """
    try:
        wanted = tuple(copies)
    except TypeError:
        raise ValueError(
            f"copies must be a list: of every wanted card how often it is there, not {copies!r}"
        ) from None
    if any(as_whole(n) is None or n < 1 for n in wanted):
        raise ValueError("every wanted card must be there at least once, in whole numbers")
    if as_whole(others) is None or others < 0:
        raise ValueError(f"others must be a whole number and not negative, not {others!r}")
    total = sum(wanted) + others
    signs = {0: 1}  # cards in S → how many sets S have so many, an odd one counted as -1
    for n in wanted:
        grown = dict(signs)
        for size, sets in signs.items():
            grown[size + n] = grown.get(size + n, 0) - sets
        signs = grown
    within = [
        Fraction(sum(sets * comb(total - size, m) for size, sets in signs.items()), comb(total, m))
        for m in range(total + 1)
    ]
    return Distribution(
        {m: p - (within[m - 1] if m else 0) for m, p in enumerate(within) if m >= len(wanted)}
    )


def at_least(k: int, distribution: Distribution[int]) -> Fraction:
    """Return the probability of k or more.

    >>> at_least(1, hypergeometric(total=42, marked=6, draws=6))
    Fraction(235571, 374699)
    """
    return distribution.probability(lambda n: n >= k)


def _check_draws(total: int, draws: int) -> None:
    if as_whole(total) is None or total < 0:
        raise ValueError(f"the total must be a whole number and not negative, not {total!r}")
    if as_whole(draws) is None or not 0 <= draws <= total:
        raise ValueError(f"draws must be from 0 to {total} (the total), not {draws!r}")
