"""Monster Café's exact numbers and policies, each by a second route."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from statistics import mean, stdev
from typing import Any

import pytest

from monster_widgets import engine
from monster_widgets.engine import CHANCE
from monster_widgets.games import _monster_cafe_strategy
from monster_widgets.games import monster_cafe as cafe
from monster_widgets.games.monster_cafe import State, initial_state
from tests.games.monster_cafe import FOODS, SETUPS, beginning, move, moves, points, sequences
from tests.games.situations import (
    CARDS,
    EMPTY,
    FULL,
    SCARED,
    chances,
    does,
    legal,
    positions,
    situation,
    walk,
)

# ---------------------------------------------------------------- exact numbers


def test_next_card_is_the_distribution_of_the_draw() -> None:
    for state in positions(40):
        if "draw" not in legal(state):
            continue
        expected = {
            name.removeprefix("reveal "): p for name, p in chances(does(state, "draw")).items()
        }

        for viewer in ("public", "all", *range(state.players)):
            assert expected == cafe.next_card(state.view(viewer))


def test_next_card_of_an_empty_deck_is_refused() -> None:
    with pytest.raises(ValueError, match="deck is empty"):
        cafe.next_card(situation([("sludge", "lint"), *EMPTY[1:]]).view("public"))


def test_sorbet_within_counts_the_hands_that_hold_one() -> None:
    deck = "sorbet lint sorbet brain sludge sludge anything"
    state = situation(EMPTY, deck)
    for draws in range(8):
        hands = list(combinations(deck.split(), draws))
        lucky = sum("sorbet" in hand for hand in hands)

        assert Fraction(lucky, len(hands)) == cafe.sorbet_within(state.view("public"), draws)


def test_sorbet_within_agrees_with_scipy() -> None:
    stats = pytest.importorskip("scipy.stats")
    for state in positions(20, seed=50):
        deck = Counter(state.view("all").zones["deck"])
        for draws in range(min(7, deck.total()) + 1):
            theirs = stats.hypergeom(deck.total(), deck["sorbet"], draws).sf(0)

            assert theirs == pytest.approx(float(cafe.sorbet_within(state.view(0), draws)))


def test_sorbet_within_more_draws_than_cards_is_refused() -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        cafe.sorbet_within(situation(EMPTY, "sorbet").view("public"), 2)


def test_clear_changes_are_the_differences_of_the_scores() -> None:
    checked = 0
    for state in positions(60, seed=7):
        me = state.turn
        before = cafe.scores(state.view(me))[me].total
        expected = {
            action.args[0]: cafe.scores(state.apply(action).view(me))[me].total - before
            for action in state.legal_actions()
            if action.kind == "clear"
        }
        checked += len(expected)

        assert (
            expected == cafe.clear_changes(state.view(me)) == cafe.clear_changes(state.view("all"))
        )
        assert {} == cafe.clear_changes(state.view((me + 1) % state.players))
    assert 40 < checked


# ---------------------------------------------------------------- the last player, by expectimax


def expectimax(state: State, memo: dict[State, Fraction]) -> Fraction:
    """The expected final score of the only player left, by trying everything."""
    if state in memo:
        return memo[state]
    if state.result is not None:
        value = Fraction(state.result.payoffs[state.turn])
    elif state.acting_players == (CHANCE,):
        value = sum(
            (p * expectimax(state.apply(a), memo) for a, p in state.chance_outcomes().items()),
            Fraction(0),
        )
    else:
        value = max(expectimax(state.apply(action), memo) for action in state.legal_actions())
    memo[state] = value
    return value


def then_clear(state: State) -> Fraction:
    """The expected final score if the best table is cleared as soon as one may be."""
    if state.result is not None:
        return Fraction(state.result.payoffs[state.turn])
    if state.acting_players == (CHANCE,):
        return sum(
            (p * then_clear(state.apply(a)) for a, p in state.chance_outcomes().items()),
            Fraction(0),
        )
    actions = state.legal_actions()
    clears = [action for action in actions if action.kind == "clear"]
    return max(then_clear(state.apply(action)) for action in clears or actions)


def alone(rng: random.Random, open_tables: int) -> State:
    """A random moment of the last round in which one player is left."""
    box = [card for card in CARDS for _ in range(6)]
    rng.shuffle(box)
    box.sort(key=lambda card: (card not in ("sorbet", "anything")) * rng.random())
    plates = [food for food in FOODS for _ in range(2)]
    rng.shuffle(plates)
    deck = [box.pop() if rng.random() < 0.6 else box.pop(0) for _ in range(rng.randrange(1, 6))]
    guests = [[c for c in box[i * 9 :] if c != "sorbet"][: rng.randrange(5)] for i in range(2)]
    for guest in (card for table in guests for card in table):
        box.remove(guest)
    mine = [card for card in box if card != "sorbet"][-rng.randrange(1, 9) :]
    tables: list[tuple[str, str] | None] = [
        (plates.pop(), " ".join(table)) for table in guests[:open_tables]
    ]
    tables += [None] * ((3 if open_tables == 2 else 4) - open_tables)
    rng.shuffle(tables)
    dishes = " ".join(plates[:3])
    return situation(
        tables, " ".join(deck), still_in=(0,), monsters=(" ".join(mine),), dishes=(dishes,)
    )


@pytest.mark.parametrize("open_tables", [1, 2])
def test_last_player_agrees_with_trying_everything(open_tables: int) -> None:
    rng, seen = random.Random(open_tables), Counter[str]()
    for _ in range(40):
        state = alone(rng, open_tables)
        view = state.view(0)
        numbers, memo = cafe.last_player(view), dict[State, Fraction]()
        after = {str(action): state.apply(action) for action in state.legal_actions()}
        clear = {int(name[-1]): expectimax(s, memo) for name, s in after.items() if name != "draw"}
        seen.update(name.split()[0] for name in after)
        seen.update(view.zones["deck"])

        assert expectimax(state, memo) == numbers.best
        assert clear == numbers.clear
        assert (expectimax(after["draw"], memo) if "draw" in after else None) == numbers.draw
        assert (then_clear(after["draw"]) if "draw" in after else None) == numbers.one_more
    assert 15 < seen["clear"] < seen["clear"] + seen["draw"]


def test_last_player_in_random_games_of_three_agrees_with_trying_everything() -> None:
    def last(state: State) -> bool:
        alone = state.round == 4 and len(state.still_in) == 1 and state.phase == "turn"
        return state.phase == "over" or (alone and any(len(t.guests) == 3 for t in state.tables))

    checked = 0
    for seed in range(60):
        state = walk(3, seed, last)
        if state.phase == "turn":
            checked += 1

            assert expectimax(state, {}) == cafe.last_player(state.view(state.turn)).best
    assert 5 <= checked


def test_last_player_by_hand() -> None:
    # One guest more fits. Drawing: lint at the lint table +1, sorbet scares the unfed brain away.
    state = situation(
        [("lint", "lint lint lint"), None, None, None],
        "lint lint sorbet",
        still_in=(0,),
        monsters=("brain",),
    )
    numbers = cafe.last_player(state.view(0))

    assert {0: 3 - 1} == numbers.clear
    # 2/3: 4 - 1 = 3; 1/3: 3 - 0 = 3, and then a sure lint more, so 4
    assert Fraction(2, 3) * 3 + Fraction(1, 3) * 3 == numbers.one_more
    assert Fraction(2, 3) * 3 + Fraction(1, 3) * 4 == numbers.draw == numbers.best


def test_last_player_numbers_exist_for_the_last_player_of_the_last_round_only() -> None:
    tables = [("sludge", "lint"), None, None, None]
    for state in (
        situation(tables, "lint", in_round=3, still_in=(0,)),
        situation([("sludge", "lint"), *EMPTY[1:]], "lint"),
        does(situation(tables, "lint", still_in=(0,)), "draw"),
        does(situation(tables, "lint", still_in=(0,)), "draw", "reveal lint"),
    ):
        with pytest.raises(ValueError, match="exist"):
            cafe.last_player(state.view(0))
    with pytest.raises(ValueError, match="last player"):
        cafe.last_player(situation(tables, "lint", still_in=(0,)).view(1))


# ---------------------------------------------------------------- policies


@pytest.mark.parametrize("name", ["random", "greedy", "careful"])
def test_a_policy_explains_every_legal_action_and_nothing_else(name: str) -> None:
    policy = cafe.POLICIES[name]
    kinds = set()
    states = [*positions(4, seed=3), SCARED, does(SCARED, "draw", "reveal sorbet")]
    for state in [*states, does(SCARED, "draw", "reveal sludge")]:
        view = state.view(state.turn)
        values = policy.explain(view)
        kinds |= {action.kind for action in values}

        assert sorted(state.legal_actions()) == sorted(values)
        assert values == policy.explain(view)
        for value in values.values():
            assert isinstance(value, Fraction | engine.Estimate)
    assert {"draw", "clear", "seat", "lose"} == kinds


@pytest.mark.parametrize("name", ["greedy", "careful"])
def test_a_policy_chooses_an_action_it_values_most(name: str) -> None:
    policy, rng = cafe.POLICIES[name], random.Random(2)
    for state in [*positions(4, seed=9), does(SCARED, "draw", "reveal sorbet")]:
        view = state.view(state.turn)
        values = {a: getattr(v, "mean", v) for a, v in policy.explain(view).items()}
        delay, action = policy(view, rng)

        assert 0 <= delay < 1
        assert max(values.values()) == values[action]


def test_greedy_values_the_change_of_the_score() -> None:
    greedy = cafe.POLICIES["greedy"]
    tables = [("sludge", "sludge sludge"), ("lint", "brain"), ("brain", ""), ("eyeball", "")]
    state = situation(tables, "lint sorbet", monsters=("sludge lint",))
    turn = {str(a): v for a, v in greedy.explain(state.view(0)).items()}
    scared = does(state, "draw", "reveal sorbet")
    lose = {str(a): v for a, v in greedy.explain(scared.view(0)).items()}

    # clear 0: two sludges +2, the sludge at home from -1 to +1; clear 1: brain -1, lint to +1
    assert {"draw": 0, "clear 0": 4, "clear 1": 1} == turn
    assert {"lose sludge": 1, "lose lint": 1} == lose


def test_careful_is_exact_for_a_player_who_is_alone() -> None:
    careful, rng, exact = cafe.POLICIES["careful"], random.Random(5), 0
    for open_tables in (1, 2) * 8:
        state = alone(rng, open_tables)
        rng_card = random.Random(1)
        while state.result is None:
            if state.acting_players == (CHANCE,):
                state = state.apply(state.sample_chance(rng_card))
                continue
            memo: dict[State, Fraction] = {}
            after = {a: expectimax(state.apply(a), memo) for a in state.legal_actions()}
            explained = careful.explain(state.view(0))

            assert after.keys() == explained.keys()
            free = sum(4 - len(table.guests) for table in state.tables if table.dish is not None)
            if free <= _monster_cafe_strategy.CHEAP:
                assert after == explained
                exact += 1
            else:  # two tables nearly empty: the best plan of a few draws, never too high
                assert all(explained[action] <= after[action] for action in after)
                assert all(explained[a] == after[a] for a in after if a.kind == "clear")
            state = state.apply(careful(state.view(0), rng)[1])

    assert exact > 20


@pytest.mark.parametrize(("name", "games"), [("greedy", 80), ("careful", 16)])
def test_greedy_and_careful_beat_random(name: str, games: int) -> None:
    # one against three who play at random, in every seat in turn; the mean lead over the average of
    # the others is more than 4 standard errors above 0
    leads = []
    for seed in range(games):
        seats = ["random"] * 4
        seats[seed % 4] = name
        scores = list(engine.play(cafe, seats, seed, 4).state.result.payoffs)
        leads.append(scores.pop(seed % 4) - mean(scores))

    assert mean(leads) > 4 * stdev(leads) / games**0.5


# ---------------------------------------------------------------- by two independent routes


def engine_sequences(state: State, depth: int) -> int:
    """How many different sequences of this many actions there are, chance included."""
    if not depth or not state.acting_players:
        return 1
    if state.acting_players == (CHANCE,):
        actions = tuple(state.chance_outcomes())
    else:
        actions = state.legal_actions()
    return sum(engine_sequences(state.apply(action), depth - 1) for action in actions)


def told_again(state: State) -> dict[str, Any]:
    """The same moment in the words of the second telling."""
    position = beginning(state.players)
    zones = state.view("all").zones
    stage = {"turn": "turn", "tables": "tables"}[state.phase]
    position.update(
        {
            "round": state.round,
            "stage": stage,
            "turn": state.turn,
            "in": list(state.still_in),
            "deck": {card: zones["deck"].count(card) for card in CARDS},
            "dish deck": {food: zones["dish_deck"].count(food) for food in FOODS},
            "tables": [
                [zones[f"table:{i}"][0], list(zones[f"seats:{i}"])] if zones[f"table:{i}"] else None
                for i in range(len(state.tables))
            ],
            "monsters": [dict(Counter(zones[f"monsters:{p}"])) for p in range(state.players)],
            "dishes": [dict(Counter(zones[f"dishes:{p}"])) for p in range(state.players)],
        }
    )
    return position


COUNTED = {
    "the beginning of a game of 4": (initial_state(4), [1, 8, 64, 504, 3864]),
    "the beginning of a game of 2": (initial_state(2), [1, 8, 56, 336, 2016]),
    "kinds chosen, who is first chosen": (
        initial_state(2, out=["lint", "brain"], first=1),
        [1, 6, 36, 210, 1470],
    ),
}


@pytest.mark.parametrize("name", COUNTED)
def test_sequences_from_the_beginning(name: str) -> None:
    state, totals = COUNTED[name]
    position = beginning(state.players, state.options.get("out"), state.options.get("first"))

    assert totals == [engine_sequences(state, depth) for depth in range(5)]
    assert totals == [sequences(position, depth) for depth in range(5)]


PERFT = {
    # draw · lint or sorbet · 4 seats, or the sorbet alone · draw or clear the lint (D2: only draw
    # after the sorbet) · …
    "two cards, empty tables": (situation(EMPTY, "lint sorbet"), [1, 1, 2, 5, 9, 9, 12, 12]),
    "sorbets and a collection": (
        situation(
            [("sludge", "lint"), ("eyeball", "anything"), *EMPTY[2:]],
            "sorbet sorbet brain",
            monsters=("lint brain", "anything", "", "toenail toenail"),
        ),
        [1, 3, 6, 12, 32, 68, 104, 158],
    ),
    "two players and nobody's table": (
        situation(
            [("sludge", "lint lint"), ("lint", ""), ("brain", FULL)],
            "lint anything sorbet sludge",
            monsters=("brain lint", "eyeball"),
        ),
        [1, 3, 8, 18, 40, 101, 179, 338],
    ),
    # draw or either table · lint has one seat left · then both tables are full
    "last of two, last card": (
        situation([("sludge", "lint lint lint"), None, ("lint", FULL)], "lint", still_in=(0,)),
        [1, 3, 3, 3, 4, 4, 4, 4],
    ),
    # the only guests go first, then 3 · 2 · 1 empty tables; then 8 kinds of table are left
    "the deck is empty": (
        situation([("sludge", "lint"), *EMPTY[1:]], "", in_round=3),
        [1, 1, 3, 6, 6, 48, 360, 2520],
    ),
    "all seats taken": (
        situation(
            [("sludge", "lint lint lint lint"), ("lint", FULL), None, None],
            "lint sorbet",
            in_round=3,
            still_in=(1, 3),
            turn=3,
        ),
        [1, 2, 2, 16, 124, 924, 6564, 6564],
    ),
}


@pytest.mark.parametrize("name", PERFT)
def test_sequences_from_small_situations(name: str) -> None:
    state, totals = PERFT[name]
    depths = range(len(totals))

    assert totals == [engine_sequences(state, depth) for depth in depths]
    assert totals == [sequences(told_again(state), depth) for depth in depths]


def test_300_random_games_go_the_same_way_in_the_second_telling() -> None:
    rng = random.Random(300)
    for seed in range(300):
        players, options = SETUPS[seed % len(SETUPS)]
        state, position = initial_state(players, **options), beginning(players, **options)
        lazy = rng.random() < 0.3  # some never clear by choice, so that the deck runs out
        while state.acting_players:
            if state.acting_players == (CHANCE,):
                weights = moves(position)
                total = sum(weights.values())
                assert {text: Fraction(n, total) for text, n in weights.items()} == chances(state)
                action = state.sample_chance(rng)
            else:
                assert sorted(moves(position)) == legal(state)
                assert position["turn"] == state.turn
                actions = state.legal_actions()
                action = actions[0] if lazy and rng.random() < 0.95 else rng.choice(actions)
            state, position = state.apply(action), move(position, str(action))
        second = [
            points(*hand) for hand in zip(position["monsters"], position["dishes"], strict=True)
        ]

        assert second == list(state.result.payoffs)
        assert not moves(position)


def test_no_next_card_is_named_before_the_deal_and_after_the_game() -> None:
    record = engine.play(cafe, "random", 7, 3)
    phases = {state.phase: state for state in reversed(record.states)}
    for phase in ("remove", "tables", "monsters", "over"):
        view = (record.states[4] if phase == "tables" else phases[phase]).view("public")
        assert phase == view.values["phase"]
        for ask in (cafe.next_card, lambda view: cafe.sorbet_within(view, 1)):
            with pytest.raises(ValueError, match="before the deal, or after the game"):
                ask(view)

    assert cafe.next_card(phases["turn"].view("public")).keys() <= set(CARDS)
