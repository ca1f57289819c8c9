"""The numbers of Monster Match, each found a second way; and what its policies do."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from statistics import fmean, stdev
from typing import Any

import pytest
from scipy.stats import hypergeom

from monster_widgets import engine
from monster_widgets.engine import Action
from monster_widgets.games import monster_match as match
from monster_widgets.games.monster_match import (
    HOUSE_DECK,
    ROLLS,
    Monster,
    Roll,
    State,
    initial_state,
    matches,
    number_of_matches,
    rounds_to_zilch,
    zilch_probability,
    zilch_probability_of_deal,
)
from tests.games.monster_match import SPREAD

PARTS = ("arms", "legs", "eyes")
SIDES = list(product(range(6), [0, 0, 1, 1, 2, 2]))
"""The 36 pairs of sides of the two dice; a part by its place in a monster."""
Row = Sequence[int]


def tables(n: int, largest: int = 25) -> list[list[Monster]]:
    rng = random.Random(n)
    return [rng.sample(HOUSE_DECK, rng.randrange(largest)) for _ in range(n)]


# ---------------------------------------------------------------- matches of a table


def test_matches_are_the_monsters_with_that_number_of_that_part() -> None:
    for table in tables(20):
        for number, part in product(range(6), PARTS):
            found = [m for m in table if m[PARTS.index(part)] == number]

            assert found == list(matches((number, part), table))
            assert found == list(matches(Roll(number, part), iter(table)))
            assert found == list(matches(f"{number} {part}", [m.card for m in table]))


@pytest.mark.parametrize(
    "roll",
    [
        (6, "arms"),
        (3, "tails"),
        "3",
        "arms",
        3,
        None,
        (3, "arms", 1),
        ("3", "arms"),
        (True, "arms"),
    ],
)
def test_a_roll_that_the_dice_do_not_have_is_refused(roll: Any) -> None:
    with pytest.raises(ValueError, match="a roll is a number from 0 to 5 and one of arms"):
        matches(roll, HOUSE_DECK)


@pytest.mark.parametrize("table", [5, None, "m3021", {"m3021": 1}, True])
def test_what_is_no_table_is_refused(table: Any) -> None:
    for ask in (
        zilch_probability,
        number_of_matches,
        rounds_to_zilch,
        lambda table: matches("3 arms", table),
        lambda table: zilch_probability_of_deal(1, table),
    ):
        with pytest.raises(ValueError, match=r"a table is a list of monsters .* not"):
            ask(table)


@pytest.mark.parametrize("table", [[(1, 2, 3)], [(9, 0, 0, 1)], ["lint"], [None]])
def test_a_table_of_what_is_no_monster_is_refused(table: Any) -> None:
    with pytest.raises(ValueError, match=r"monster|arms"):
        zilch_probability(table)


def test_the_number_of_matches_is_counted_over_all_sides_of_the_dice() -> None:
    for table in tables(40):
        found = [sum(m[part] == number for m in table) for number, part in SIDES]
        distribution = number_of_matches(table)

        assert {n: Fraction(found.count(n), 36) for n in set(found)} == dict(distribution)
        assert Fraction(found.count(0), 36) == zilch_probability(table)
        # every monster matches three of 18 rolls, whatever its numbers
        assert Fraction(len(table), 6) == distribution.expectation()


def test_no_monster_matches_nothing_and_six_can_match_every_roll() -> None:
    assert Fraction(1) == zilch_probability([])
    assert Fraction(0) == zilch_probability([Monster(n, n, n, 1) for n in range(6)])
    assert Fraction(15, 18) == zilch_probability([Monster(3, 0, 2)] * 10)


def test_the_odds_on_screen_are_these_numbers() -> None:
    record = engine.play(match, "greedy", 3, 4)
    for state in record.states:
        if state.phase == "roll":
            how_many, rolls = match.odds(state.view("public"))
            table = state.view("public").zones["table"]

            assert [p for _, p in sorted(number_of_matches(table).items())] == [
                row.probability for row in how_many.rows
            ]
            assert [len(matches(roll, table)) for roll in ROLLS] == [
                row.label.values["matches"] for row in rolls.rows
            ]


# ---------------------------------------------------------------- before the deal


def test_a_deal_without_a_match_is_counted_over_all_deals_of_a_small_deck() -> None:
    deck = [Monster(*row) for row in SPREAD[::3]]
    for n in range(5):
        found = [zilch_probability(table) for table in combinations(deck, n)]

        assert sum(found) / len(found) == zilch_probability_of_deal(n, deck)


def test_a_deal_without_a_match_is_hypergeometric() -> None:
    for n in (0, 1, 10, 20, 55):
        expected = fmean(
            float(hypergeom.pmf(0, 55, sum(m[part] == number for m in HOUSE_DECK), n))
            for number, part in SIDES
        )

        assert pytest.approx(expected, abs=1e-12) == float(zilch_probability_of_deal(n))
    assert 0.1336 < zilch_probability_of_deal(10) < 0.1346  # as the paper says: 0.13
    assert zilch_probability_of_deal(10) == zilch_probability_of_deal(10, HOUSE_DECK)
    with pytest.raises(ValueError, match="n must be a whole number from 0 to 55"):
        zilch_probability_of_deal(56)


@pytest.mark.parametrize(("n", "said"), [(10, 0.174), (15, 0.074), (20, 0.030)])
def test_a_deal_without_a_match_is_likelier_with_the_peaked_deck(n: int, said: float) -> None:
    expected = fmean(float(hypergeom.pmf(0, 55, often, n)) for often in (5, 9, 15, 12, 8, 6))
    found = zilch_probability_of_deal(n, "peaked")

    assert pytest.approx(expected, abs=1e-12) == float(found)
    assert found == zilch_probability_of_deal(n, match.PEAKED_DECK)
    assert abs(found - said) < 0.0005


# ---------------------------------------------------------------- rounds to the next Zilch


def one_finger_after_another(table: Sequence[Row], players: int) -> Fraction:
    """The same expectation: every finger comes down on any match that is left."""

    @cache
    def rounds(left: tuple[Row, ...]) -> Fraction:
        total = Fraction(1)
        for number, part in SIDES:
            if any(monster[part] == number for monster in left):
                total += Fraction(1, 36) * fingers(left, number, part, players)
        return total

    @cache
    def fingers(left: tuple[Row, ...], number: int, part: int, still: int) -> Fraction:
        found = [i for i, monster in enumerate(left) if monster[part] == number]
        if not still or not found:
            return rounds(left)
        after = [fingers(left[:i] + left[i + 1 :], number, part, still - 1) for i in found]
        return sum(after, Fraction(0)) / len(after)

    return rounds(tuple(table))


def test_rounds_to_the_next_zilch_by_hand() -> None:
    assert Fraction(1) == rounds_to_zilch([])
    # one monster matches 3 of 18 rolls; after that the table is empty
    assert Fraction(7, 6) == rounds_to_zilch([Monster(3, 0, 2)])
    # equal ones, one player: 1 + 1/6 · 7/6; two players take both at once
    assert Fraction(43, 36) == rounds_to_zilch([Monster(3, 0, 2)] * 2, players=1)
    assert Fraction(7, 6) == rounds_to_zilch([Monster(3, 0, 2)] * 2, players=2)


@pytest.mark.parametrize("players", [1, 2, 3])
def test_rounds_to_the_next_zilch_one_finger_after_another(players: int) -> None:
    rng = random.Random(players)
    for n in (2, 4, 6, 7):
        table = rng.sample(HOUSE_DECK, n)

        assert one_finger_after_another(table, players) == rounds_to_zilch(table, players)


def test_rounds_to_the_next_zilch_are_those_that_are_played() -> None:
    table, rng = HOUSE_DECK[::6], random.Random(11)
    lengths = [len(list(rounds_played(table, 2, rng))) for _ in range(1500)]
    error = stdev(lengths) / len(lengths) ** 0.5

    assert 10 == len(table)
    assert abs(fmean(lengths) - float(rounds_to_zilch(table, 2))) < 4 * error


def rounds_played(table: Sequence[Monster], players: int, rng: random.Random) -> Any:
    """Rounds of the game itself, by players who touch a match if there is one."""
    state = initial_state(players, deck=[*table, *[(5, 5, 5, 1)] * 5], first=0, max_rounds=500)
    for monster in table:
        state = state.apply(Action(-1, "deal", (monster.card,)))
    while state.zilches == 0:
        if state.phase == "race":
            player = rng.choice(state.acting_players)
            good = [a for a in state.legal_actions(player) if a.kind == "touch" and right(state, a)]
            state = state.apply(rng.choice(good) if good else Action(player, "zilch"))
        else:
            if state.phase == "roll":
                yield state.round
            state = state.apply(state.sample_chance(rng))


def right(state: State, action: Action) -> bool:
    return bool(matches(state.face, [str(action.args[0])]))


@pytest.mark.parametrize(("table", "players"), [(HOUSE_DECK[:13], 2), (HOUSE_DECK[:3], 0)])
def test_rounds_to_the_next_zilch_are_for_small_tables(table: Any, players: int) -> None:
    with pytest.raises(ValueError, match=r"up to 12 monsters, not of 13|whole number from 1"):
        rounds_to_zilch(table, players)


# ---------------------------------------------------------------- policies


def races(n: int, policy: str = "greedy") -> list[State]:
    """The beginnings of races, in games that this policy plays."""
    found: list[State] = []
    seed = 0
    while len(found) < n:
        record = engine.play(match, policy, seed, 4)
        found += [s for s in record.states if s.phase == "race" and "" == "".join(s.picks)]
        seed += 1
    return found[:n]


def answers(policy: str, states: Sequence[State]) -> list[tuple[float, Action, bool]]:
    made = []
    for k, state in enumerate(states):
        delay, action = match.POLICIES[policy](state.view(0), random.Random(k))
        is_right = bool(state.fitting(state.table)) != (action.kind == "zilch")
        if action.kind == "touch":
            is_right = right(state, action)
        made.append((delay, action, is_right))
    return made


def test_fast_players_are_faster_and_sharp_players_err_less() -> None:
    states = races(400)
    made = {name: answers(name, states) for name in match.POLICIES}
    time = {name: fmean(delay for delay, _, _ in made[name]) for name in made}
    errors = {name: fmean(not good for _, _, good in made[name]) for name in made}

    for kind in ("sharp", "sloppy"):
        assert time[f"fast_{kind}"] < 0.5 * time[f"slow_{kind}"]
    for pace in ("fast", "slow"):
        assert errors[f"{pace}_sharp"] < 0.5 * errors[f"{pace}_sloppy"]
    assert errors["fast_sharp"] < errors["greedy"] < errors["fast_sloppy"] < 0.3
    assert time["fast_sharp"] < time["greedy"] < time["slow_sharp"]


def test_choosy_players_take_longer_and_bring_more_donuts_each() -> None:
    states = races(400)
    donuts = {}
    for name in ("greedy", "choosy"):
        touched = [a for _, a, good in answers(name, states) if good and a.kind == "touch"]
        donuts[name] = fmean(int(str(action.args[0])[-1]) for action in touched)

    assert donuts["choosy"] > donuts["greedy"] + 0.3


@pytest.mark.parametrize(("players", "choosy_wins"), [(2, True), (4, False)])
def test_to_be_choosy_pays_where_few_are_looking(players: int, choosy_wins: bool) -> None:
    wins = [Fraction(0), Fraction(0)]
    for seed in range(30):
        record = engine.play(match, ["choosy", "greedy"] * (players // 2), seed, players)
        for seat, share in enumerate(match.STATISTICS["winner"](record.state)):
            wins[seat % 2] += share

    assert (wins[0] > wins[1]) == choosy_wins


@pytest.mark.parametrize("name", [name for name in match.POLICIES if name != "random"])
def test_a_searcher_asked_again_in_the_same_race_goes_on_with_the_same_search(name: str) -> None:
    policy = match.POLICIES[name]
    for k, state in enumerate(races(60)):
        before, planned = policy(state.view(0), random.Random(k))
        for other in state.legal_actions(1):
            after = state.apply(other)
            if after.phase != "race":
                continue
            again, action = policy(after.view(0), random.Random(k))
            if planned in after.legal_actions(0) and planned.kind == "touch":
                assert (before, planned) == (again, action)
            else:
                assert again >= before


def test_explanations_are_donuts_won_or_lost_in_the_round() -> None:
    state = engine.play(match, "fast_sloppy", 2, 3).states
    for race in (s for s in state if s.phase == "race"):
        player = race.acting_players[0]
        values = match.POLICIES["greedy"].explain(race.view(player))
        pile = race.piles[player]
        lost = -int(pile[-1].card[-1]) if pile else 0
        unseen = race.view(player).values["unseen"]
        mean = Fraction(unseen[0] + 2 * unseen[1] + 3 * unseen[2], sum(unseen))
        for action, value in values.items():
            if action.kind == "touch":
                donuts = int(str(action.args[0])[-1])
                assert value == (donuts if right(race, action) else lost)
            elif action.kind == "zilch":
                assert value == (lost if race.fitting(race.table) else mean)
            else:
                assert value == 0


def test_a_zilch_is_worth_the_mean_of_what_may_lie_on_top() -> None:
    """The same by drawing: the donuts of the prize over all states the viewer may be in."""
    record = engine.play(match, "fast_sharp", 5, 3)
    state = next(
        s for s in record.states if s.phase == "race" and s.zilches > 1 and not s.fitting(s.table)
    )
    player = state.acting_players[-1]
    claim = Action(player, "zilch")
    value = match.POLICIES["greedy"].explain(state.view(player))[claim]
    rng = random.Random(5)
    drawn = []
    for _ in range(600):
        won = state.view(player).sample(rng).apply(claim)
        drawn.append(int(str(won.sample_chance(rng).args[0])[-1]))

    assert isinstance(value, Fraction)
    assert abs(fmean(drawn) - float(value)) < 4 * stdev(drawn) / 600**0.5


def test_a_searcher_with_nothing_to_choose_says_so() -> None:
    state = initial_state(2)
    for policy in match.POLICIES.values():
        with pytest.raises(ValueError, match="nothing to choose"):
            policy(state.view(0), random.Random(1))
        assert {} == policy.explain(state.view(0))
