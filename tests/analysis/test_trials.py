"""Many games: the same answer whoever plays them, and nothing lost on the way."""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from io import StringIO
from itertools import islice
from typing import Any

import pytest
from distributed import Client, LocalCluster
from tqdm import tqdm

from monster_widgets import engine
from monster_widgets.analysis import (
    Question,
    Run,
    Simulation,
    SimulationError,
    simulate,
    tqdm_progress,
)
from monster_widgets.engine import GameRecord, RandomPolicy, result_of
from monster_widgets.games import monster_cafe, monster_match, monster_my_neighbor
from tests.analysis.distances import furthest
from tests.contract import playing


def by_the_game(n: int = 100, **more: Any) -> Any:
    return simulate(monster_cafe, n, players=2, seed=3, policies=RandomPolicy(), **more)


# ---------------------------------------------------------------- any game


def test_every_statistic_of_every_game(game: Any) -> None:
    for players, options in playing.setups(game)[:3]:
        for name, measure in game.STATISTICS.items():
            played = simulate(game, 5, players=players, statistic=name, seed=2, **options)
            expected = [measure(record.state) for record in played.to_records()]

            assert Counter(expected) == Counter(played.counts)


def test_the_answer_depends_on_the_seed_alone(game: Any) -> None:
    question = {"players": game.PLAYERS[0], "policies": "random"}

    assert simulate(game, 8, seed=1, **question) == simulate(game, 8, seed=1, **question)
    assert simulate(game, 8, seed=1, **question) != simulate(game, 8, seed=2, **question)


def test_races_go_as_when_a_game_is_played_for_a_record() -> None:
    policies = ["greedy", "choosy"]
    played = simulate(monster_match, 60, players=2, policies=policies, seed=1)
    kept = [engine.play(monster_match, policies, seed, 2).state.result for seed in range(60)]

    assert furthest(played, Simulation(Counter(result.payoffs for result in kept))) < 4


def test_games_begin_where_they_are_told_to() -> None:
    state = engine.play(monster_cafe, "random", 1, 2).states[60]
    played = simulate(monster_cafe, 20, from_state=state, seed=1)

    for record in played.to_records():
        assert state == record.states[60]
        assert state.actions == record.actions[:60]


def test_from_a_view_hidden_cards_are_drawn_anew() -> None:
    record = engine.play(monster_my_neighbor, "random", 1, 3)
    step = next(k for k, one in enumerate(record.states) if one.phase == "turn")
    state = record.states[step]
    played = simulate(monster_my_neighbor, 30, from_state=state.view(0), seed=1)
    begun = [record.states[step] for record in played.to_records()]

    assert all(one.view(0) == state.view(0) for one in begun)
    assert len({one.view("all").zones["hand:1"] for one in begun}) > 1


def test_a_statistic_may_be_a_function_of_a_record() -> None:
    played = by_the_game(30, statistic=lambda record: len(record.actions))

    assert played.counts == Counter(len(record.actions) for record in played.to_records())


# ---------------------------------------------------------------- executors


@pytest.fixture(scope="module")
def expected() -> Any:
    return by_the_game(), simulate(monster_cafe, 9000, players=2, seed=3)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("pool", [ProcessPoolExecutor, ThreadPoolExecutor])
def test_the_number_of_workers_makes_no_difference(
    expected: Any, pool: Callable[..., Executor], workers: int
) -> None:
    with pool(workers) as executor:
        small = by_the_game(executor=executor)
        large = simulate(monster_cafe, 9000, players=2, seed=3, executor=executor)

    assert expected == (small, large)
    assert (expected[0].trail, expected[1].trail) == (small.trail, large.trail)


def slow_policy(view: Any, rng: Any) -> Any:
    time.sleep(0.0005)
    return RandomPolicy()(view, rng)


def test_dask_gives_the_same_and_survives_the_death_of_a_worker() -> None:
    alone = simulate(monster_cafe, 160, players=2, seed=3, policies=RandomPolicy())
    killed = []
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
        client.get_executor(pure=False, retries=3) as executor,
    ):
        pids = list(client.run(os.getpid).values())

        def kill_one(done: int, n: int) -> None:
            if not killed:
                killed.append(pids[0])
                os.kill(pids[0], signal.SIGKILL)

        played = simulate(
            monster_cafe,
            160,
            players=2,
            seed=3,
            policies=slow_policy,
            executor=executor,
            progress=kill_one,
        )

    assert killed
    assert (160, alone) == (played.n, played)
    assert alone.trail == played.trail


def test_a_broken_pool_loses_no_batch() -> None:
    with ProcessPoolExecutor(2) as executor:
        killed = []

        def kill_all(done: int, n: int) -> None:
            if not killed:
                killed.extend(executor._processes)
                for pid in killed:
                    os.kill(pid, signal.SIGKILL)

        played = by_the_game(executor=executor, progress=kill_all)

    assert killed
    assert by_the_game() == played


class Losing(Executor):
    """Loses every batch it is given, a number of times."""

    def __init__(self, times: int) -> None:
        self.times, self.asked = times, Counter[Any]()

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.asked[args[-1]] += 1
        if self.asked[args[-1]] <= self.times:
            future.set_exception(ConnectionError("the worker is gone"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def test_lost_batches_are_played_again_but_not_for_ever() -> None:
    assert by_the_game() == by_the_game(executor=Losing(2))
    with pytest.raises(SimulationError, match=r"batch \d with seed 3 got lost 3 times: .* is gone"):
        by_the_game(executor=Losing(3))


# ---------------------------------------------------------------- progress, cancelling, errors


def test_progress_is_told_and_cancelling_keeps_what_there_is() -> None:
    told: list[tuple[int, int]] = []
    played = by_the_game(
        progress=lambda *numbers: told.append(numbers), cancel=lambda: len(told) == 20
    )

    assert [(n, 100) for n in range(1, 21)] == told
    assert 20 == played.n == len(played.to_records())
    assert list(played.to_records()) == list(by_the_game().to_records(20))


def test_cancelling_drops_what_an_executor_has_not_begun() -> None:
    with ThreadPoolExecutor(1) as executor:
        played = by_the_game(3000, executor=executor, cancel=lambda: True)

    assert 16 <= played.n < 200


def test_a_bar_of_tqdm() -> None:
    with tqdm(file=StringIO()) as bar:
        by_the_game(progress=tqdm_progress(bar))

        assert (100, 100) == (bar.n, bar.total)


def fails_late(view: Any, rng: Any) -> Any:
    if view.values["round"] == 4:
        raise ZeroDivisionError("luck has run out")
    return RandomPolicy()(view, rng)


@pytest.mark.parametrize("pool", [None, ThreadPoolExecutor])
def test_an_error_names_its_batch_and_seed(pool: Any) -> None:
    expected = "batch 0 with seed 3: ZeroDivisionError: luck has run out"
    executor = pool and pool(1)
    with pytest.raises(SimulationError, match=expected):
        simulate(monster_cafe, 8, players=2, seed=3, policies=fails_late, executor=executor)


def test_a_run_goes_on_where_it_was_left() -> None:
    run = Run(Question.of(monster_cafe, 100, players=2, seed=3, policies=RandomPolicy()))
    for done in run.games():
        if done == 40:
            break
    assert 40 == run.result.n == len(run.result.to_records())
    assert list(range(41, 101)) == list(run.games())
    assert by_the_game() == run.result
    assert by_the_game().trail == run.result.trail
    assert by_the_game().to_records() == run.result.to_records()


def test_what_one_player_has_begun_others_go_on_with() -> None:
    run = Run(Question.of(monster_cafe, 100, players=2, seed=3, policies=RandomPolicy()))
    games = run.games()
    assert [1, 2, 3] == list(islice(games, 3))
    with ThreadPoolExecutor(2) as executor:
        batches = run.batches(executor)
        next(batches)
        batches.close()  # as when somebody stops it: what came back is kept
        known = run.result
        assert known.n in (16, 19)
        assert len(known.to_records()) == known.n
        list(run.batches(executor))

    assert by_the_game() == run.result
    assert by_the_game().trail == run.result.trail
    assert by_the_game().to_records() == run.result.to_records()


def test_a_batch_that_fails_can_be_asked_for_again_and_counts_no_game_twice() -> None:
    luck = {"left": 3}

    def unlucky(record: GameRecord) -> tuple[int, ...]:
        luck["left"] -= 1
        if luck["left"] == 0:
            raise ZeroDivisionError("luck has run out")
        return result_of(record.state).payoffs

    run = Run(Question.of(monster_cafe, 20, players=2, seed=3, statistic=unlucky))
    with pytest.raises(SimulationError, match="batch 0 with seed 3: ZeroDivisionError"):
        list(run.games())
    assert 2 == run.result.n
    assert list(range(3, 21)) == list(run.games())
    assert by_the_game(20) == run.result


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 0}, "the number of games is a whole number from 1, not 0"),
        ({"n": 2.5}, "the number of games is a whole number from 1, not 2.5"),
        ({"n": 5, "seed": "x"}, "a seed is a whole number"),
        ({"n": 5, "statistic": "luck"}, "no statistic 'luck' in monster_cafe; there are"),
        ({"n": 5, "policies": ["random"]}, "4 players need one policy or 4, not 1"),
        ({"n": 5, "policies": "lucky"}, "there is no policy 'lucky'"),
        ({"n": 5, "players": 9}, "2, 3 or 4 players"),
        ({"n": 5, "from_state": 3}, "from_state must be a state of monster_cafe"),
    ],
)
def test_wrong_arguments_are_named(arguments: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        simulate(monster_cafe, **arguments)


def test_few_games_and_own_policies_are_played_by_the_game() -> None:
    assert not Question.of(monster_cafe, 200).in_bulk
    assert Question.of(monster_cafe, 201).in_bulk
    assert not Question.of(monster_cafe, 201, policies="careful").in_bulk
    assert not Question.of(monster_cafe, 201, statistic=len).in_bulk
    assert not Question.of(monster_my_neighbor, 201).in_bulk
    start = monster_cafe.initial_state(2)
    assert not Question.of(monster_cafe, 201, from_state=start).in_bulk


def test_what_the_lesson_says_of_the_seats_is_what_is_played() -> None:
    """The lesson's long count has a standard error of 0.00017, this one of 0.001."""
    long_count = (0.25103, 0.24788, 0.25063, 0.25046)
    played = simulate(monster_cafe, 160_000, first=0, statistic="winner", seed=12)
    lead = played.map(lambda shares: shares[0] - shares[1])

    for share, mean, error in zip(long_count, played.mean, played.standard_error, strict=True):
        assert abs(share - mean) < 4 * error
    assert 0.00027 == pytest.approx(lead.standard_error * (160_000 / 6e6) ** 0.5, rel=0.03)
