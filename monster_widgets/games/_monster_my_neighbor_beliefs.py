"""Monster My Neighbor: who holds the monster, as far as a viewer can know.

The assumption: every unseen choice is uniform over the physical cards of the hand, and a visible
choice says no more than that it was legal. It is not how people play; it is what the cards alone
say, and where thinking about people can begin.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from ..engine.types import HIDDEN, Estimate, Value, View
from ._monster_my_neighbor_box import MONSTERS
from ._monster_my_neighbor_guessing import Crowd, Guess, finished, guesses, told
from ._monster_my_neighbor_seen import Seen, seen
from ._monster_my_neighbor_worlds import FEW, few_worlds, holders, worlds

LIMIT = 200_000
"""Worlds up to which `beliefs` is exact."""
GUESSES = 3000
"""Guesses of an estimate, unless told otherwise."""
BATCHES, QUICK = 10, 10
"""An estimate is made of so many independent batches; a quick one, of so many guesses each."""
RESTLESS = ("add", "monster", "deal", "lift", "fog", "collect", "over")
"""Phases in which nobody holds the monster for sure, or everybody sees it."""


class Beliefs(NamedTuple):
    """Who holds the monster, player by player; the numbers sum to 1."""

    holders: tuple[Value, ...]
    """Fractions, or Estimates."""
    method: str
    """"exact" or "estimate"."""
    n: int
    """How many worlds were counted, or how many guesses were made."""


def beliefs(view: View, *, limit: int = LIMIT, samples: int = GUESSES) -> Beliefs:
    """Return the probability that each player holds the monster, given all this viewer has seen.

    Assumed: every unseen choice is uniform over physical cards, and visible choices count only
    through legality. Exact while the ways the cards can lie are at most `limit`; else estimated
    from about `samples` weighted guesses, with standard errors. An estimate leaves a little doubt
    where only a proof could leave none. ValueError between rounds, during a deal and in the fog.
    """
    if view.values["phase"] in RESTLESS:
        raise ValueError("nobody holds the monster now, or its holder lies open: no beliefs")
    if view.viewer == "all":
        holds = [_holds(view, p) for p in range(view.players)]
        return Beliefs(tuple(Fraction(yes) for yes in holds), "exact", 1)
    known = seen(view)
    found = (few_worlds(known) if limit >= FEW else None) or worlds(known, limit)
    if found is not None:
        return _exact(known, len(found), holders(known, found))
    rng = Random(0)  # the same view gives the same estimate every time
    each = -(-samples // BATCHES)
    crowds = [guesses(known, each, rng) for _ in range(BATCHES)]
    return _estimate(known, _who_may_hold(view), crowds, each)


def quick_beliefs(view: View) -> Beliefs:
    """Return the beliefs as fast as a game goes on: exact for few worlds, else a small sample."""
    return _quickly(seen(view), _who_may_hold(view))


@lru_cache(maxsize=4096)
def _quickly(known: Seen, possible: tuple[int, ...]) -> Beliefs:
    found = few_worlds(known)
    if found is not None:
        return _exact(known, len(found), holders(known, found))
    rng = Random(0)
    crowds = [
        finished([one.copy() for one in crowd], known, rng)
        for crowd in _quick(known._replace(free=None, stuck=None, villagers=False))
    ]
    return _estimate(known, possible, crowds, QUICK)


@lru_cache(maxsize=64)
def _quick(known: Seen) -> tuple[Crowd, ...]:
    """Return the guesses of a round so far; nobody may use them up."""
    rng = Random(len(known.facts))
    if not known.facts:
        return tuple([Guess(known, rng) for _ in range(QUICK)] for _ in range(BATCHES))
    crowds = _quick(known.before())
    return tuple(told([one.copy() for one in c], known.facts[-1], rng) for c in crowds)


def _exact(known: Seen, n: int, ways: Sequence[int]) -> Beliefs:
    total = sum(ways)
    return Beliefs(tuple(Fraction(way, total) for way in ways), "exact", n)


def _estimate(known: Seen, possible: Sequence[int], crowds: Sequence[Crowd], each: int) -> Beliefs:
    """Return the mean of what the batches say, and its standard error by how much they differ."""
    said = [_shares(crowd, known.players) for crowd in crowds if crowd]
    n, batches = each * len(crowds), len(said)
    values = []
    for p in range(known.players):
        if p not in possible:
            values.append(Estimate(0.0, 0.0, n))
            continue
        mean, error = 1 / len(possible), 1.0
        if batches > 1:
            mean = fmean(share[p] for share in said)
            error = stdev(share[p] for share in said) / sqrt(batches)
        # as if one more guess had been made for everybody who may hold it (rule of succession)
        mean = (n * mean + 1) / (n + len(possible))
        values.append(Estimate(mean, max(error, 1 / n), n))
    return Beliefs(tuple(values), "estimate", n)


def _shares(crowd: Crowd, players: int) -> list[float]:
    held = [0.0] * players
    for one in crowd:
        if (holder := one.holder) is not None:
            held[holder] += one.weight
    total = sum(held)
    return [share / total for share in held]


def _who_may_hold(view: View) -> tuple[int, ...]:
    """Return the players with cards of which the viewer does not see that none is the monster."""
    return tuple(
        p
        for p in range(view.players)
        if any(card == HIDDEN or card in MONSTERS for card in _cards(view, p))
    )


def _holds(view: View, player: int) -> bool:
    return any(card in MONSTERS for card in _cards(view, player))


def _cards(view: View, player: int) -> tuple[str, ...]:
    return (*view.zones[f"hand:{player}"], *view.zones.get(f"passing:{player}", ()))
