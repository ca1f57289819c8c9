"""Chances of drawing without replacement, exact."""

from __future__ import annotations

from collections.abc import Mapping
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
