"""Monster Kitchen against the formulas of queueing theory, and its draws against their laws.

A kitchen that has been open for long is cut into batches. Their means are nearly independent, so
the spread between batches says how far from the truth the mean of all may be (batch means). Seeds
are fixed: nothing here depends on luck.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import exp, sqrt
from statistics import mean, stdev
from typing import Any

import pytest

from monster_widgets.engine import CHANCE, Action
from monster_widgets.games import _monster_kitchen_clock as clock
from monster_widgets.games import monster_kitchen as kitchen
from monster_widgets.games.monster_kitchen import LEVELS, State, initial_state
from monster_widgets.probability import queueing
from tests.contract.playing import Fixed

F = Fraction
BATCHES, GUESTS = 20, 4000


def first_come(state: State) -> Any:
    """The orders are listed as they came, and taking one stands before waiting."""
    return state.legal_actions()[0]


def last_come(state: State) -> Any:
    takes = [action for action in state.legal_actions() if action.kind == "take"]
    return (takes or state.legal_actions())[-1]


def shift(seed: int, choose: Any = first_come, start: State | None = None) -> Iterator[State]:
    """The states of a kitchen until its door closes, without the memory of those before."""
    assert start is not None
    state, rng = start, random.Random(seed)
    while not state.closed:
        acting = state.acting_players == (0,)
        state = state.apply(choose(state) if acting else state.sample_chance(rng))
        state.previous = state.action = None
        yield state


def long(level: str, guests: int = GUESTS, **options: Any) -> State:
    gap = options.get("gap", LEVELS[level].gap)
    return initial_state(level=level, shift=guests * gap, **options)


def batches(start: State, seed: int, choose: Any = first_come) -> dict[str, list[float]]:
    """The numbers of each batch; the first one, when the kitchen fills, is left out."""
    size = start.level.shift * 1000 // (BATCHES + 1)
    marks: list[State] = []
    for state in shift(seed, choose, start):
        if state.now >= size * (len(marks) + 1):
            marks.append(state)
    rows = []
    for one, other in pairwise(marks):
        a, b = one.tally, other.tally
        time = other.now - one.now
        entered = b.arrivals - b.blocked - (a.arrivals - a.blocked)
        busy = sum(b.cooks) - sum(a.cooks)
        rows.append(
            {
                "utilisation": busy / time / len(b.cooks),
                "waiting": (b.untaken - a.untaken) / time,
                "inside": (b.inside - a.inside) / time,
                "wait": (b.untaken - a.untaken) / 1000 / entered,
                "stay": (b.inside - a.inside) / 1000 / entered,
                "blocked": (b.blocked - a.blocked) / (b.arrivals - a.arrivals),
                "abandoned": (b.unfed - a.unfed) / entered,
            }
        )
    assert BATCHES - 1 <= len(rows) <= BATCHES
    return {name: [row[name] for row in rows] for name in rows[0]}


def agrees(measured: list[float], expected: queueing.Number) -> bool:
    """Within four standard errors."""
    error = stdev(measured) / sqrt(len(measured))
    return abs(mean(measured) - float(expected)) <= 4 * error


CONFIGURATIONS: dict[str, tuple[dict[str, Any], queueing.Queue]] = {
    "M/M/1": ({"level": "queue"}, queueing.mm1(F(1, 25), F(1, 20))),
    "M/D/1": ({"level": "queue", "times": "fixed"}, queueing.mg1(F(1, 25), F(1, 20), 0)),
    "M/E2/1": ({"level": "queue", "times": "erlang"}, queueing.mg1(F(1, 25), F(1, 20), F(1, 2))),
    "M/M/2": ({"level": "cooks"}, queueing.mmc(F(1, 12), F(1, 20), 2)),
    "M/M/1/4": ({"level": "tables"}, queueing.mmck(F(1, 25), F(1, 20), 1, 4)),
    "Erlang B": (
        {"level": "tables", "cooks": 3, "tables": 3, "gap": 8},
        queueing.mmck(F(1, 8), F(1, 20), 3, 3),
    ),
    "M/M/1 + M": (
        {"level": "patience"},
        queueing.mmc_impatient(F(1, 20), F(1, 20), 1, F(1, 60)),
    ),
    "M/M/2 + M": (
        {"level": "patience", "cooks": 2, "gap": 8, "patience": 30},
        queueing.mmc_impatient(F(1, 8), F(1, 20), 2, F(1, 30)),
    ),
}


@cache
def measured(name: str) -> dict[str, list[float]]:
    return batches(long(**CONFIGURATIONS[name][0]), seed=1)


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_the_engine_agrees_with_the_formula_within_four_standard_errors(name: str) -> None:
    formula = CONFIGURATIONS[name][1]
    for number, found in measured(name).items():
        assert agrees(found, getattr(formula, number)), (number, mean(found))


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_the_game_names_the_formula_of_its_level(name: str) -> None:
    options, formula = CONFIGURATIONS[name]

    assert formula == kitchen.formula(initial_state(**options))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"level": "arrivals"},
        {"level": "dinner"},
        {"level": "queue", "gap": 20},
        {"level": "queue", "arrivals": "fixed"},
        {"level": "cooks", "times": "fixed"},
        {"level": "patience", "times": "fixed"},
        {"level": "patience", "tables": 3},
        {"level": "patience", "patience_ends": "served"},
        {"level": "patience", "patience_law": "fixed"},
        {"level": "tables", "door": "wait"},
        {"level": "tables", "tables": 1, "cooks": 2},
        {"level": "tables", "times": "erlang"},
    ],
)
def test_where_no_formula_fits_none_is_named(options: dict[str, Any]) -> None:
    assert kitchen.formula(initial_state(**options)) is None


def test_the_check_would_see_a_kitchen_of_another_kind() -> None:
    one_server = CONFIGURATIONS["M/M/1"][1]

    assert not agrees(measured("M/D/1")["waiting"], one_server.waiting)
    assert not agrees(measured("M/M/1/4")["waiting"], one_server.waiting)
    assert not agrees(measured("M/M/2 + M")["abandoned"], F(1, 4))


def test_patience_until_the_plate_is_a_birth_death_process_too() -> None:
    # all inside leave at the rate of patience, whoever is served too, and a cook who loses his
    # guest is free: n → n - 1 at the rate min(n, c) mu + n theta
    start = long("patience", patience_ends="served")
    mu, theta, room = F(1, 20), F(1, 60), 60
    p = queueing.birth_death([F(1, 20)] * room, [mu + n * theta for n in range(1, room + 1)])
    found = batches(start, seed=2)

    assert agrees(found["inside"], p.expectation())
    assert agrees(found["waiting"], p.expectation(lambda n: max(0, n - 1)))
    assert agrees(found["abandoned"], theta * p.expectation() * 20)


def test_with_a_door_to_wait_at_all_who_come_are_one_line() -> None:
    # M/M/1 again: who would wait inside waits at the door
    start = long("tables", tables=1, door="wait")
    inside, size = [], start.level.shift * 1000 // BATCHES
    marks = [start]
    for state in shift(7, start=start):
        if state.now >= size * len(marks):
            marks.append(state)
    for one, other in pairwise(marks):
        a, b = one.tally, other.tally
        inside.append((b.inside - a.inside + b.outside - a.outside) / (other.now - one.now))

    assert agrees(inside[1:], CONFIGURATIONS["M/M/1"][1].inside)


def test_the_order_of_service_changes_no_mean_where_all_dishes_are_alike() -> None:
    found = batches(long("queue"), seed=3, choose=last_come)

    assert agrees(found["waiting"], CONFIGURATIONS["M/M/1"][1].waiting)
    assert agrees(found["wait"], CONFIGURATIONS["M/M/1"][1].wait)


# ---------------------------------------------------------------- arrivals


def test_gaps_between_arrivals_are_exponential() -> None:
    start = initial_state(level="arrivals", shift=2000 * 20)
    states = list(shift(4, start=start))
    times = sorted({state.now for state in states if state.phase == "order"})
    gaps = [later - sooner for sooner, later in pairwise([0, *times])]

    assert len(gaps) == states[-1].tally.arrivals > 1800
    error = stdev(gaps) / sqrt(len(gaps))
    assert abs(mean(gaps) - 20_000) < 4 * error
    for seconds in (5, 20, 40):  # P(gap > t) = exp(-t / 20)
        p = exp(-seconds / 20)
        longer = sum(gap > 1000 * seconds for gap in gaps) / len(gaps)
        assert abs(longer - p) < 4 * sqrt(p * (1 - p) / len(gaps))


def test_counts_in_a_minute_are_poisson() -> None:
    start = initial_state(level="arrivals", shift=60_000)
    times = sorted({s.now for s in shift(5, start=start) if s.phase == "order"})
    counts = Counter(Counter(time // 60_000 for time in times)[minute] for minute in range(1000))
    p = 1.0
    for n in range(7):
        p = exp(-3) if n == 0 else p * 3 / n
        assert abs(counts[n] / 1000 - p) < 4 * sqrt(p * (1 - p) / 1000)


# ---------------------------------------------------------------- the draw of what comes next


def clocks(*due_or_mean: tuple[int | None, int]) -> list[clock.Clock]:
    return [clock.Clock("ring", (k,), due, 1, each) for k, (due, each) in enumerate(due_or_mean)]


def test_one_number_gives_both_which_clock_rings_and_when() -> None:
    race, n = clocks((None, 2000), (None, 6000)), 40_000
    drawn = [clock.drawn(race, 0, (k + 0.5) / n).args for k in range(n)]
    for which, chance in ((0, 0.75), (1, 0.25)):
        times = [int(time) for time, k in drawn if k == which]

        assert len(times) / n == pytest.approx(chance, abs=1e-3)
        # the first of both comes after 1500 on average, whichever it is; rounded up adds a half
        assert mean(times) == pytest.approx(1500.5, rel=2e-3)
        assert sum(t > 1500 for t in times) / len(times) == pytest.approx(exp(-1), abs=2e-3)


def test_a_time_is_at_least_a_millisecond_and_never_endless() -> None:
    for number in (0.0, 1 - 2**-53, 0.5, 0.75 - 2**-53, 0.75):
        action = clock.drawn(clocks((None, 2000), (None, 6000)), 0, number)
        assert 1 <= action.args[0] < 2000 * 40


def test_a_fixed_time_comes_first_as_often_as_nothing_else_does() -> None:
    race, n = clocks((None, 1000), (700, 1)), 20_000
    fixed = sum(clock.drawn(race, 0, (k + 0.5) / n).args == (700, 1) for k in range(n))

    assert fixed / n == pytest.approx(exp(-0.7), abs=1e-3)
    assert (0, 1) == clock.drawn(clocks((700, 1), (650, 1)), 650, 0.3).args
    assert (50, 0) == clock.drawn(clocks((700, 1), (700, 1)), 650, 0.3).args


def test_of_two_clocks_at_the_same_instant_the_first_listed_rings() -> None:
    fixed, free = clock.Clock("ring", (0,), 700), clock.Clock("knock", (1,), None, 1, 10**9)
    knock = Action(CHANCE, "knock", (700, 1))

    assert clock.may_ring([free, fixed], 0, knock)
    assert not clock.may_ring([fixed, free], 0, knock)
    number = 1 - exp(-699.5 / 10**9)  # the time 699.5, rounded up
    assert knock == clock.drawn([free, fixed], 0, number)
    assert (700, 0) == clock.drawn([fixed, free], 0, number).args


def test_memoryless_means_that_a_pause_changes_nothing() -> None:
    # drawn in one go, or drawn again after each of the times at which something else happens
    rng, n, whole, pieces = random.Random(6), 4000, [], []
    for _ in range(n):
        whole.append(int(clock.drawn(clocks((None, 1000)), 0, rng.random()).args[0]))
        now = 0
        while True:
            time, which = clock.drawn(clocks((None, 1000), (now + 300, 1)), now, rng.random()).args
            now += int(time)
            if which == 0:
                break
        pieces.append(now)
    error = sqrt((stdev(whole) ** 2 + stdev(pieces) ** 2) / n)
    assert abs(mean(whole) - mean(pieces)) < 4 * error
    for limit in (300, 1000, 2500):
        p = exp(-limit / 1000)
        for times in (whole, pieces):
            assert abs(sum(t > limit for t in times) / n - p) < 4 * sqrt(p * (1 - p) / n)


def test_what_is_drawn_may_come_and_nothing_else() -> None:
    race = clocks((None, 1000), (700, 1), (900, 1))
    for k in range(50):
        assert clock.may_ring(race, 0, clock.drawn(race, 0, k / 50))
    action = clock.drawn(race, 0, 0.0)
    for args, may in {
        (1, 0): 1,
        (700, 0): 1,
        (701, 0): 0,
        (0, 0): 0,
        (700, 1): 1,
        (699, 1): 0,
    }.items():
        assert bool(may) == clock.may_ring(race, 0, action._replace(args=args))
    assert not clock.may_ring(race, 0, action._replace(args=(900, 2)))  # another comes before
    assert not clock.may_ring(race, 0, action._replace(player=0))


def test_sampling_needs_one_number() -> None:
    assert initial_state().sample_chance(Fixed(0.5)) == initial_state().sample_chance(Fixed(0.5))
