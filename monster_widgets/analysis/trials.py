"""Playing many games: in batches, here or on any executor, by the game or by its bulk kernel."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass
from itertools import chain, islice
from random import Random
from types import ModuleType
from typing import Any, Self

from ..engine import GameRecord, Policies, Policy, State, View, playing, playout, seated
from ..probability.whole import as_whole
from . import bulk
from .arguments import first_state, game_of, measured
from .results import Asked
from .simulation import Point, Simulation, moments, ordered

FEW = 200
"""Up to so many games are played by the game itself: a kernel would take longer to start."""
BATCH, BULK_BATCH = 16, 4096
"""Games in a batch: few enough to answer between two of them; for a kernel, what fits a cache."""
AHEAD = 64
"""Batches that an executor has at a time."""
TRIES = 3
"""How often a batch may get lost before that is an error."""


class SimulationError(RuntimeError):
    """A batch failed; says which one, with which seed, and why."""


@dataclass(frozen=True)
class Question:
    """All that the games of a simulation follow from, and so what a worker is told."""

    game: str
    n: int
    seats: tuple[Any, ...]
    """The policy of each seat: its name, or a function."""
    seed: int
    statistic: str | Callable[[GameRecord], Any]
    start: State | View
    options: Mapping[str, Any]
    in_bulk: bool
    """Whether the numpy kernel plays, rather than the game."""

    @classmethod
    def of(
        cls,
        game: str | ModuleType,
        n: int,
        *,
        policies: Policies = "random",
        players: int | None = None,
        seed: int = 0,
        statistic: str | Callable[[GameRecord], Any] = "final_scores",
        from_state: State | View | None = None,
        **options: Any,
    ) -> Self:
        """Check the arguments of `simulate` and settle who plays; ValueError if they are wrong."""
        module = game_of(game)
        games, number = as_whole(n), as_whole(seed)
        if games is None or games < 1:
            raise ValueError(f"the number of games is a whole number from 1, not {n!r}")
        if number is None:
            raise ValueError(f"a seed is a whole number, not {seed!r}")
        if isinstance(from_state, View):
            first_state(module, players, options, from_state._state)
            start: State | View = from_state
        else:
            start = first_state(module, players, options, from_state)
        seated(module, policies, start.players)
        measured(module, statistic)
        alike = isinstance(policies, str) or callable(policies)
        seats = (policies,) * start.players if alike else tuple(policies)  # type: ignore[arg-type]
        return cls(
            game=module.NAME,
            n=games,
            seats=seats,
            seed=number,
            statistic=statistic,
            start=start,
            options=dict(start.options),
            in_bulk=games > FEW
            and from_state is None
            and bulk.knows(module.NAME, seats, statistic, start.options),
        )

    @property
    def asked(self) -> Asked | None:
        """What a code of the result says of the question; None where names do not say it all."""
        names = (*self.seats, self.statistic)
        begin = game_of(self.game).initial_state(self.start.players, **self.options)
        if self.start != begin or not all(isinstance(name, str) for name in names):
            return None
        options = json.loads(json.dumps(dict(self.options)))  # as a code holds them
        return Asked(self.game, self.start.players, self.seats, str(self.statistic), options)

    @property
    def batch(self) -> int:
        """The number of games in a batch (in the last one, what is left)."""
        return BULK_BATCH if self.in_bulk else BATCH

    @property
    def batches(self) -> range:
        """The numbers of the batches."""
        return range(-(-self.n // self.batch))

    def values(self, batch: int) -> list[Any]:
        """Play a batch; return the value of each game: a function of the seed and the batch."""
        return [value for values in self.parts(batch) for value in values]

    def parts(self, batch: int, by_move: bool = False) -> Iterator[list[Any]]:
        """Play a batch, and yield its values as they come: one by one, a kernel's all at once.

        `by_move`: and none after each move, where the game itself plays for a named statistic.
        """
        if self.in_bulk:
            kernel, played = self._played_in_bulk(batch)
            yield kernel.STATISTICS[self.statistic](played)
            return
        measure = measured(game_of(self.game), self.statistic)
        if by_move and not callable(self.statistic):
            yield from self._moves(batch, measure)
            return
        played = self.records(batch) if callable(self.statistic) else self._last_states(batch)
        for one in played:
            yield [measure(one)]

    def records(self, batch: int) -> Iterator[GameRecord]:
        """Play a batch, and yield the record of each game."""
        if self.in_bulk:
            courses = self._played_in_bulk(batch, write=True)[1].actions
        else:
            courses = (state.actions for state in self._last_states(batch))
        for actions in courses:
            yield GameRecord(self.game, self.start.players, self.options, None, actions)

    def _games_in(self, batch: int) -> int:
        return min(self.batch, self.n - batch * self.batch)

    def _last_states(self, batch: int) -> Iterator[State]:
        policies, rng = self._players(batch)
        for _ in range(self._games_in(batch)):
            yield playout(self._first(rng), policies, rng)

    def _moves(self, batch: int, measure: Callable[[Any], Any]) -> Iterator[list[Any]]:
        policies, rng = self._players(batch)
        for _ in range(self._games_in(batch)):
            state = self._first(rng)
            for after in playing(state, policies, rng):
                state = after
                yield []
            yield [measure(state)]

    def _players(self, batch: int) -> tuple[tuple[Policy, ...], Random]:
        policies = seated(game_of(self.game), self.seats, self.start.players)
        return policies, Random(f"{self.seed}:{batch}")

    def _first(self, rng: Random) -> State:
        return self.start.sample(rng) if isinstance(self.start, View) else self.start

    def _played_in_bulk(self, batch: int, write: bool = False) -> tuple[Any, Any]:
        kernel, rng = bulk.kernel(self.game), bulk.generator(self.seed, batch)
        n, seats = self._games_in(batch), self.seats
        return kernel, kernel.play(n, rng, seats, self.options, write=write)


def simulate(
    game: str | ModuleType,
    n: int,
    *,
    policies: Policies = "random",
    players: int | None = None,
    seed: int = 0,
    statistic: str | Callable[[GameRecord], Any] = "final_scores",
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
    cancel: Callable[[], bool] | None = None,
    from_state: State | View | None = None,
    **options: Any,
) -> Simulation:
    """Play n games and return the values of a statistic, with their counts and errors.

    `policies`: one for all seats or one for each, by name or as functions. `statistic`: a name of
    `game.STATISTICS`, or a function of a GameRecord. `from_state`: where each game begins; given
    the view of a player, at a state that this player could not tell from the true one.

    Few games, policies and statistics of your own and a position to begin at are played by the game
    itself, all else by its numpy kernel where there is one (``analysis.bulk``). The answer is a
    function of the arguments alone: batch i is seeded by (seed, i), whoever plays it.

    `executor`: any ``concurrent.futures.Executor`` (processes, or dask's
    ``Client.get_executor(pure=False)``); batches that get lost with a worker are played again.
    `progress(done, n)` is called after each game or batch, and so is `cancel()`: once it is true,
    the games so far are the answer. ValueError for wrong arguments, SimulationError where a batch
    fails.

    >>> from monster_widgets.games import monster_cafe
    >>> result = simulate(monster_cafe, 100, players=2, statistic="winner", seed=1)
    >>> result.n, [round(end, 2) for end in result.interval(0.95)[0]]
    (100, [0.37, 0.55])
    """
    question = Question.of(
        game,
        n,
        policies=policies,
        players=players,
        seed=seed,
        statistic=statistic,
        from_state=from_state,
        **options,
    )
    run = Run(question)
    for done in run.games() if executor is None else run.batches(executor):
        if progress is not None:
            progress(done, question.n)
        if cancel is not None and cancel():
            break
    return run.result


class Run:
    """A simulation on its way, for those who have other things to do between two batches."""

    def __init__(self, question: Question) -> None:
        """Take the question; nothing is played yet."""
        self.question = question
        self._counts: Counter[Any] = Counter()
        self._trail: list[Point] = []
        self._done = 0
        self._waiting: dict[int, list[Any]] = {}
        self._next = 0

    @property
    def result(self) -> Simulation:
        """What is known by now."""
        counts, trail, question = self._counts.copy(), list(self._trail), self.question
        played = dict.fromkeys(range(self._next), question.batch)
        played[self._next] = self._begun
        for batch, values in sorted(self._waiting.items()):  # those before them are still played
            counts.update(values)
            played[batch] = len(values)
        n = counts.total()
        if n and (not trail or trail[-1].n < n):
            trail.append(Point(n, *moments(counts)))

        def replay(most: int | None) -> Iterable[GameRecord]:
            every = (islice(question.records(batch), n) for batch, n in played.items() if n)
            return islice(chain.from_iterable(every), most)

        return Simulation(ordered(counts), tuple(trail), replay, question.asked, question.seed)

    def games(self, by_move: bool = False) -> Iterator[int]:
        """Play on here, and yield after each game (of a kernel: batch) how many were played.

        `by_move`: after each move too, for those who must not be away for a whole game.
        """
        while self._next < len(self.question.batches):
            parts = self.question.parts(self._next, by_move)
            again = self._begun  # in a run that stopped within this batch, they come again
            while (values := self._told(parts)) is not None:
                if again and values:
                    again -= 1
                    continue
                self._add(values)
                yield self._done
            self._next += 1

    def batches(self, executor: Executor) -> Iterator[int]:
        """Have an executor play on, and yield after each batch how many games were played."""
        left = (i for i in self.question.batches[self._next :] if i not in self._waiting)
        for batch, values in _there(self.question, left, executor):
            self._waiting[batch] = values
            while self._next in self._waiting:
                self._add(self._waiting.pop(self._next)[self._begun :])
                self._next += 1
            yield self._done + sum(map(len, self._waiting.values()))

    def _told(self, parts: Iterator[list[Any]]) -> list[Any] | None:
        """Return what comes next of the batch, None at its end; SimulationError if it fails."""
        try:
            return next(parts, None)
        except Exception as error:
            raise SimulationError(_wrong(self.question, self._next, error)) from error

    @property
    def _begun(self) -> int:
        """How many games of the next batch have been played already."""
        return max(0, self._done - self._next * self.question.batch)  # the last one may be short

    def _add(self, values: list[Any]) -> None:
        """Add the values of the next batch, stopping at the points of the trail."""
        while values:
            now = min(_next_point(self._done) - self._done, len(values))
            self._counts.update(values[:now])
            self._done += now
            if self._done == _next_point(self._done - 1):
                self._trail.append(Point(self._done, *moments(self._counts)))
            values = values[now:]


def _next_point(n: int) -> int:
    """Return the first of 1, 2, 5, 10, 20, 50, 100, … that is greater than n."""
    power: int = 10 ** (len(str(n)) - 1)
    return next(step * power for step in (1, 2, 5, 10) if step * power > n)


def _wrong(question: Question, batch: int, error: Exception) -> str:
    return f"batch {batch} with seed {question.seed}: {type(error).__name__}: {error}"


def _played(question: Question, batch: int) -> list[Any] | str:
    """Return the values of a batch, or what went wrong in it: not every error can travel."""
    try:
        return question.values(batch)
    except Exception as error:
        return _wrong(question, batch, error)


def _there(
    question: Question, batches: Iterable[int], executor: Executor
) -> Iterator[tuple[int, list[Any]]]:
    """Have an executor play; what comes back is yielded as it comes."""
    left, tries = iter(batches), Counter[int]()
    running: dict[Future[list[Any] | str], int] = {}

    def submit(batch: int) -> None:
        tries[batch] += 1
        try:
            future = executor.submit(_played, question, batch)
        except BrokenExecutor:  # it will never play again: what is left is played here
            future = Future()
            future.set_result(_played(question, batch))
        running[future] = batch

    try:
        for batch in islice(left, AHEAD):
            submit(batch)
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                batch = running.pop(future)
                try:
                    values = future.result()
                except Exception as error:
                    # what goes wrong in a batch comes back as a text; this is about its worker
                    if tries[batch] == TRIES:
                        raise SimulationError(
                            f"batch {batch} with seed {question.seed} got lost {TRIES} times: "
                            f"{type(error).__name__}: {error}"
                        ) from error
                    submit(batch)
                    continue
                if isinstance(values, str):
                    raise SimulationError(values)
                yield batch, values
                for following in islice(left, 1):
                    submit(following)
    finally:
        for future in running:
            future.cancel()


def tqdm_progress(bar: Any) -> Callable[[int, int], None]:
    """Return a `progress` for `simulate` that moves a bar of tqdm.

    ``with tqdm(unit="games") as bar: simulate(..., progress=tqdm_progress(bar))``
    """

    def progress(done: int, n: int) -> None:
        bar.total = n
        bar.update(done - bar.n)

    return progress
