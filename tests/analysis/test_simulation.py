"""What a simulation says of its games: counts, means, errors, intervals."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from math import inf, sqrt
from statistics import fmean, stdev
from typing import Any

import pytest
from matplotlib.figure import Figure
from scipy.stats import binomtest

from monster_widgets.analysis import Simulation, simulate
from monster_widgets.games import monster_cafe
from monster_widgets.probability import Distribution


def test_mean_and_error_are_those_of_the_values() -> None:
    values = [random.Random(1).choices(range(-3, 9), k=50), random.Random(2).choices((0, 7), k=50)]
    one = Simulation(Counter(values[0]))
    both = Simulation(Counter(zip(*values, strict=True)))

    assert pytest.approx(fmean(values[0])) == one.mean
    assert pytest.approx(stdev(values[0]) / sqrt(50)) == one.standard_error
    assert pytest.approx([fmean(v) for v in values]) == list(both.mean)
    assert pytest.approx([stdev(v) / sqrt(50) for v in values]) == list(both.standard_error)
    assert 50 == one.n == both.n


def test_large_numbers_lose_nothing() -> None:
    far = Simulation({10**12: 5, 10**12 + 1: 5})

    assert pytest.approx(stdev([0, 1] * 5) / sqrt(10)) == far.standard_error


@pytest.mark.parametrize(("yes", "n"), [(0, 10), (3, 10), (10, 10), (499, 1000)])
@pytest.mark.parametrize("level", [0.5, 0.95, 0.99])
def test_the_interval_of_a_proportion_is_wilsons(yes: int, n: int, level: float) -> None:
    counts = {value: k for value, k in ((False, n - yes), (True, yes)) if k}
    wilson = binomtest(yes, n).proportion_ci(level, method="wilson")

    assert pytest.approx((wilson.low, wilson.high), abs=1e-12) == Simulation(counts).interval(level)


def test_other_intervals_are_normal_and_for_each_seat() -> None:
    low, high = Simulation({1: 50, 3: 50}).interval(0.95)
    assert pytest.approx(1.959964 * 2 * Simulation({1: 50, 3: 50}).standard_error) == high - low
    shares = Simulation({(Fraction(1, 2), Fraction(1, 2)): 2, (Fraction(1), Fraction(0)): 2})
    assert (0.75, 0.25) == shares.mean
    assert 2 == len(shares.interval())


def test_intervals_cover_the_true_value_as_often_as_they_say() -> None:
    rng, covered = random.Random(3), 0
    for _ in range(400):
        yes = sum(rng.random() < 0.3 for _ in range(60))
        low, high = Simulation({True: yes, False: 60 - yes}).interval(0.9)
        covered += low <= 0.3 <= high

    assert abs(covered / 400 - 0.9) < 4 * sqrt(0.9 * 0.1 / 400)


@pytest.mark.parametrize("level", [0, 1, 95])
def test_a_level_lies_between_0_and_1(level: float) -> None:
    with pytest.raises(ValueError, match="level must lie between 0 and 1"):
        Simulation({1: 2}).interval(level)


def test_one_game_leaves_everything_open_and_none_says_nothing() -> None:
    assert inf == Simulation({3: 1}).standard_error
    with pytest.raises(ValueError, match="no game has been played"):
        Simulation({}).mean  # noqa: B018


def test_mapping_gives_the_simulation_of_something_else() -> None:
    scores = simulate(monster_cafe, 60, players=2, seed=1)
    mine = scores.map(lambda score: score[0] > score[1])

    assert 60 == mine.n
    assert mine.mean == float(scores.probability(lambda score: score[0] > score[1]))
    assert mine.to_records(2) == scores.to_records(2)


def test_tables_for_pandas() -> None:
    table = simulate(monster_cafe, 60, players=2, seed=1).to_pandas()
    assert ["player 0", "player 1", "n"] == list(table.columns)
    assert 60 == table["n"].sum()
    single = Simulation({False: 1, True: 3}).to_pandas()
    assert [[False, 1], [True, 3]] == single.values.tolist()


def test_records_are_the_games_that_were_counted() -> None:
    for n in (40, 400):  # by the game, and by its kernel
        scores = simulate(monster_cafe, n, players=2, seed=9)
        records = scores.to_records()

        assert n == len(records)
        assert scores.counts == Counter(record.state.result.payoffs for record in records)
        assert records[:3] == scores.to_records(3)
        assert all(record.seed is None for record in records)
    with pytest.raises(ValueError, match="has no records"):
        Simulation({1: 2}).to_records()


def test_the_trail_tells_how_the_mean_settled() -> None:
    scores = simulate(monster_cafe, 60, players=2, seed=1, statistic="sorbets_drawn")

    assert [1, 2, 5, 10, 20, 50, 60] == [point.n for point in scores.trail]
    assert (scores.mean, scores.standard_error) == scores.trail[-1][1:]
    ten = Counter(record.state.discard[-1] for record in scores.to_records(10))
    assert Simulation(ten).mean == scores.trail[3].mean


@pytest.mark.parametrize("statistic", ["final_scores", "sorbets_drawn"])
def test_a_picture_has_a_histogram_and_a_convergence(statistic: str) -> None:
    played = simulate(monster_cafe, 60, players=2, seed=1, statistic=statistic)
    exact = Distribution.uniform(range(7)) if statistic == "sorbets_drawn" else None
    figure = played.plot(exact)

    assert isinstance(figure, Figure)
    left, right = figure.axes
    assert "log" == right.get_xscale()
    assert "part of 60 games" == left.get_ylabel()
    names = {"simulated", "exact"} if exact else {"player 0", "player 1"}
    assert names == {text.get_text() for text in left.get_legend().get_texts()}
    heights = [bar.get_height() for bar in left.patches]
    assert not exact or pytest.approx(1) == sum(heights)


@pytest.mark.parametrize("counts", [{(1, 2): 1, (1,): 1}, {1: 1, (1, 2): 1}, {(1, 2): 1, 1: 1}])
def test_values_that_do_not_fit_together_are_refused(counts: Any) -> None:
    with pytest.raises(ValueError, match="a single number each time, or one for each seat"):
        _ = Simulation(counts).mean
