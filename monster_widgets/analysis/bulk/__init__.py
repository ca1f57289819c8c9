"""Kernels that play thousands of games side by side, one numpy operation for a move of them all.

A kernel is a module of this folder with the name of its game. It plays by the same rules a second
time, so it is held to the game itself: its games are written out, and the game replays them move by
move (``tests/analysis/test_bulk_<game>.py``). It has

- ``POLICIES``: the names of the policies that it knows;
- ``STATISTICS``: name → a function of what was played that returns a list, a value for each game,
  equal to that of the game's own statistic;
- ``plays(players, options)``: whether it knows this set-up;
- ``play(n, rng, seats, options, write=False)``: n games, with the policies of `seats` by name. With
  ``write=True`` what it returns has ``actions``: for each game the actions, as the game knows them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy import bool_, integer
    from numpy.random import Generator
    from numpy.typing import NDArray


def kernel(game: str) -> Any:
    """Return the kernel of a game, or None where there is none."""
    name = f"{__name__}.{game}"
    return None if find_spec(name) is None else import_module(name)


def knows(game: str, seats: Sequence[Any], statistic: Any, options: Mapping[str, Any]) -> bool:
    """Tell whether a kernel can play this."""
    if not isinstance(statistic, str) or not all(isinstance(policy, str) for policy in seats):
        return False
    one = kernel(game)
    return (
        one is not None
        and set(seats) <= set(one.POLICIES)
        and statistic in one.STATISTICS
        and one.plays(len(seats), options)
    )


def generator(seed: int, batch: int) -> Generator:
    """Return the random numbers of a batch.

    Kernels call its ``random()`` only: that stream stays the same from one numpy to the next.
    """
    from numpy.random import PCG64, Generator, SeedSequence

    return Generator(PCG64(SeedSequence(seed % 2**64, spawn_key=(batch,))))


def rows(numbers: NDArray[integer[Any]]) -> list[tuple[int, ...]]:
    """Return a table, games × seats, as a tuple for each game."""
    return list(map(tuple, numbers.tolist()))


def shares(won: NDArray[bool_]) -> list[tuple[Fraction, ...]]:
    """Return, for a table of who has won, what each got of the win: k tied winners 1/k each."""
    known: dict[tuple[bool, ...], tuple[Fraction, ...]] = {}
    for row in set(map(tuple, won.tolist())):
        known[row] = tuple(Fraction(one, sum(row)) for one in row)
    return [known[row] for row in map(tuple, won.tolist())]
