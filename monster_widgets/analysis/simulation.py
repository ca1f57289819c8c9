"""What many played games say: counts, means and how far off they may be."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

from ..engine import GameRecord
from ..probability import Distribution

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

    from .results import Asked

Numbers = float | tuple[float, ...]
"""A number, or one for each seat where the statistic has one for each."""
Interval = tuple[float, float]


class Point(NamedTuple):
    """What was known after the first n games."""

    n: int
    mean: Numbers
    standard_error: Numbers


@dataclass(frozen=True)
class Simulation:
    """The values of a statistic in n games. Equal seeds give equal simulations.

    For a statistic of one number (or of True and False) the mean and the standard error are
    numbers; for one with a number for each seat they are tuples. Source of the formulas: any book
    on statistics; of the interval for proportions: E. B. Wilson, "Probable inference, the law of
    succession, and statistical inference", Journal of the American Statistical Association 22
    (1927) 209–212.

    >>> coin = Simulation({False: 52, True: 48})
    >>> coin.n, coin.mean, round(coin.standard_error, 3)
    (100, 0.48, 0.05)
    >>> [round(end, 3) for end in coin.interval(0.95)]
    [0.385, 0.577]
    """

    counts: Mapping[Any, int]
    """Value → in how many games."""
    trail: tuple[Point, ...] = field(default=(), repr=False)
    """What was known after 1, 2, 5, 10, 20, 50, … games, in the order they were played."""
    _replay: Callable[[int | None], Iterable[GameRecord]] | None = field(
        default=None, repr=False, compare=False
    )
    asked: Asked | None = field(default=None, repr=False, compare=False)
    """What was asked; None where no names say it (a statistic or a policy of your own)."""
    seed: int | None = field(default=None, repr=False, compare=False)

    @property
    def n(self) -> int:
        """The number of games."""
        return sum(self.counts.values())

    @property
    def mean(self) -> Numbers:
        """The mean value."""
        return moments(self.counts)[0]

    @property
    def standard_error(self) -> Numbers:
        """The standard deviation of the values over the square root of n; inf for one game."""
        return moments(self.counts)[1]

    def interval(self, level: float = 0.95) -> Interval | tuple[Interval, ...]:
        """Return where the true mean is to be expected: Wilson's for proportions, else normal.

        An interval of level 0.95 covers the true value in about 95 of 100 simulations.
        """
        if not 0 < level < 1:
            raise ValueError(f"level must lie between 0 and 1, not {level!r}")
        z = NormalDist().inv_cdf((1 + level) / 2)
        ends = tuple(_interval(column, z) for column in columns(self.counts))
        return ends if _is_by_seat(self.counts) else ends[0]

    def map(self, f: Callable[[Any], Hashable]) -> Simulation:
        """Return the simulation of f(value), as `Distribution.map` does; its trail is lost.

        So ``sorbets.map(lambda n: n >= 3)`` is the simulation of a proportion.
        """
        counts: dict[Any, int] = {}
        for value, n in self.counts.items():
            mapped = f(value)
            counts[mapped] = counts.get(mapped, 0) + n
        return Simulation(ordered(counts), (), self._replay)

    def probability(self, condition: Callable[[Any], bool]) -> Fraction:
        """Return the part of the games in which the condition holds."""
        return Fraction(sum(n for value, n in self.counts.items() if condition(value)), self.n)

    @property
    def by_seat(self) -> tuple[Simulation, ...]:
        """The simulation of each seat alone; this one alone where there is a single number."""
        if not _is_by_seat(self.counts):
            return (self,)
        return tuple(Simulation(ordered(column)) for column in columns(self.counts))

    @property
    def code(self) -> str:
        """A short text that holds the result, for `lessons.pool`; ValueError where none can."""
        from .results import Tally

        if not self.counts:
            raise ValueError("no game has been played yet: there is nothing that a code could hold")
        if self.asked is None or self.seed is None:
            raise ValueError(
                "a code holds the result of a named statistic, played by named policies from the "
                "beginning of a game: this one has no code"
            )
        return Tally(self.asked, self.seed, self.by_seat).code

    def to_records(self, most: int | None = None) -> tuple[GameRecord, ...]:
        """Play the first `most` games (all, unless told) again, and return their records.

        A record of a simulation has no seed: its chance came from the generator of its batch.
        """
        if self._replay is None:
            raise ValueError("this simulation was put together from others: it has no records")
        return tuple(self._replay(most))

    def to_pandas(self) -> DataFrame:
        """Return a table with a row for each value, its columns "value" (or "player 0", …), "n"."""
        from pandas import DataFrame

        if not _is_by_seat(self.counts):
            return DataFrame({"value": list(self.counts), "n": list(self.counts.values())})
        seats = [f"player {p}" for p in range(len(columns(self.counts)))]
        return DataFrame(list(self.counts), columns=seats).assign(n=list(self.counts.values()))

    def plot(self, exact: Distribution[Any] | None = None) -> Figure:
        """Draw how often each value came (beside its exact probability) and how the mean settled.

        Needs matplotlib, which the extra `lab` brings.
        """
        from .plots import plot

        return plot(self, exact)


def columns(counts: Mapping[Any, int]) -> tuple[dict[Any, int], ...]:
    """Return for each seat its values and how often they came; one for single numbers.

    ValueError if nothing was counted, or if some values have seats and others have not as many.
    """
    if not counts:
        raise ValueError("no game has been played: nothing can be said of it")
    seats = {len(value) if isinstance(value, tuple) else 0 for value in counts}
    if len(seats) > 1:
        raise ValueError("a statistic gives a single number each time, or one for each seat")
    if not (width := seats.pop()):
        return (dict(counts),)
    found: list[dict[Any, int]] = []
    for seat in range(width):
        column: dict[Any, int] = {}
        for value, n in counts.items():
            number = value[seat]
            column[number] = column.get(number, 0) + n
        found.append(column)
    return tuple(found)


def _is_by_seat(counts: Mapping[Any, int]) -> bool:
    return isinstance(next(iter(counts), None), tuple)


def moments(counts: Mapping[Any, int]) -> tuple[Numbers, Numbers]:
    """Return the mean and the standard error, of each seat where there is one for each.

    Sums are exact as long as the values are, so that the order of the games makes no difference.
    """
    found = [_moments(column) for column in columns(counts)]
    if _is_by_seat(counts):
        return tuple(mean for mean, _ in found), tuple(error for _, error in found)
    return found[0]


def _moments(column: Mapping[Any, int]) -> tuple[float, float]:
    n = sum(column.values())
    total = sum(value * times for value, times in column.items())
    squares = sum(value * value * times for value, times in column.items())
    mean = total / n
    if n == 1:
        return float(mean), inf
    # of exact sums, so that nothing is lost where the mean is large and the spread is small
    spread = (n * squares - total * total) / (n * (n - 1))
    return float(mean), sqrt(max(spread, 0) / n)


def _interval(column: Mapping[Any, int], z: float) -> Interval:
    mean, error = _moments(column)
    if not set(column) <= {0, 1}:
        return mean - z * error, mean + z * error
    n = sum(column.values())
    centre, width = mean + z * z / (2 * n), z * sqrt(mean * (1 - mean) / n + (z / (2 * n)) ** 2)
    return (centre - width) / (1 + z * z / n), (centre + width) / (1 + z * z / n)


def ordered(counts: Mapping[Any, int]) -> dict[Any, int]:
    """Return the counts by value, where values can be compared; else as they came."""
    try:
        return dict(sorted(counts.items()))
    except TypeError:
        return dict(counts)
