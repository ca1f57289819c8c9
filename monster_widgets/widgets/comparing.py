"""Two lines of play beside each other: what each is worth, by playing both on many times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from operator import itemgetter

from .. import analysis
from ..analysis import Question, Run, TooLarge
from ..engine import Estimate, NotListable, Policy, State, Value, View
from ..engine.protocol import Game
from . import contract
from .hints import ratio
from .lines import sees_all

GAMES = 400
"""Games of each line, unless told otherwise."""
SMALL = 100
"""Positions up to which all of them are looked at instead: that takes less than 0.1 seconds."""


class Compared:
    """Two positions, played on from the same seed by the same policies."""

    def __init__(
        self,
        game: Game,
        states: Sequence[State],
        views: Sequence[View],
        policies: Sequence[Policy],
        n: int,
    ) -> None:
        """Take the positions and how they are seen; where all is exact, it is there at once."""
        self.statistic = "winner" if states[0].players > 1 else "final_scores"
        self.n, self.done = n, 0
        self._exact = _exactly(game, states, views, policies, self.statistic)
        self._runs: list[Run] = []
        if self._exact is not None:
            self.n = 0
        else:
            asked = {"policies": list(policies), "statistic": self.statistic}
            self._runs = [
                Run(Question.of(game.NAME, n, from_state=view, **asked))  # type: ignore[arg-type]
                for view in views
            ]
        self._course = self._games()

    def _games(self) -> Iterator[None]:
        courses = [run.games(by_move=True) for run in self._runs]
        while self.done < self.n:
            for course in courses:  # in turn, so that both have played equally many
                while next(course) == self.done:
                    yield
            self.done += 1

    def play(self) -> bool:
        """Play a move, or two; tell whether there was one left to play."""
        return next(self._course, self) is None

    @property
    def is_done(self) -> bool:
        """Tell whether all is known that was asked."""
        return self.done == self.n

    @property
    def values(self) -> list[tuple[Value, ...]]:
        """What each of the two is worth to each player by now; () for both at the beginning."""
        if self._exact is not None:
            return self._exact
        return [_estimates(run) if self.done > 1 else () for run in self._runs]

    @property
    def worth(self) -> list[list[contract.Worth]]:
        """The same, as it crosses to the browser."""
        return [[_worth(value) for value in values] for values in self.values]


def _exactly(
    game: Game,
    states: Sequence[State],
    views: Sequence[View],
    policies: Sequence[Policy],
    statistic: str,
) -> list[tuple[Value, ...]] | None:
    """Return the exact answers, where the viewer knows the positions and few others follow."""
    found: list[tuple[Value, ...]] = []
    for state, view in zip(states, views, strict=True):
        if not sees_all(state, view.viewer):
            return None
        asked = {"policies": list(policies), "statistic": statistic}
        try:
            answer = analysis.enumerate(game.NAME, from_state=state, limit=SMALL, **asked)  # type: ignore[arg-type]
        except (TooLarge, NotListable, ValueError):  # a policy that does not say how it chooses
            return None
        seats = range(state.players)
        found.append(tuple(answer.map(itemgetter(seat)).expectation() for seat in seats))
    return found


def _estimates(run: Run) -> tuple[Value, ...]:
    seats = run.result.by_seat
    return tuple(Estimate(seat.mean, seat.standard_error, seat.n) for seat in seats)  # type: ignore[arg-type]


def _worth(value: Value) -> contract.Worth:
    if isinstance(value, Fraction):
        return {"value": float(value), "exact": ratio(value), "standard_error": None}
    return {
        "value": float(value.mean),
        "exact": None,
        "standard_error": float(value.standard_error),
    }
