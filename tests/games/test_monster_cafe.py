"""The facts of Monster Café, rule by rule. Names of rules as in docs/rules/monster_cafe.md."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import combinations, product
from statistics import mean, stdev
from typing import Any

import pytest

from monster_widgets import engine
from monster_widgets.engine import CHANCE, Action, Event, IllegalAction
from monster_widgets.games import _monster_cafe_strategy
from monster_widgets.games import monster_cafe as cafe
from monster_widgets.games.monster_cafe import State, Table, initial_state, parse, score
from tests.games.monster_cafe import FOODS, SETUPS, beginning, move, moves, points, sequences

MONSTERS = [*FOODS, "anything"]
CARDS = [*MONSTERS, "sorbet"]
Cards = Mapping[str, int]


# ---------------------------------------------------------------- helpers


def pile(cards: Cards | Iterable[str], kinds: list[str]) -> tuple[int, ...]:
    counted = Counter(cards)
    assert not set(counted) - set(kinds)
    return tuple(counted[kind] for kind in kinds)


def situation(
    tables: list[tuple[str, str] | None],
    deck: str = "",
    *,
    in_round: int = 4,
    turn: int = 0,
    still_in: tuple[int, ...] | None = None,
    monsters: tuple[str, ...] = (),
    dishes: tuple[str, ...] = (),
) -> State:
    """The beginning of a turn. Cards are words with spaces between; None is a table cleared.

    Four tables make a game of 4, three a game of 2. Every card not named lies in the discard, so
    that what a player can work out from the open cards is what lies in the deck.
    """
    players = 4 if len(tables) == 4 else 2
    start = initial_state(players)
    hands = [pile(hand.split(), MONSTERS) for hand in (*monsters, *[""] * players)][:players]
    plates = [pile(hand.split(), FOODS) for hand in (*dishes, *[""] * players)][:players]
    laid = tuple(
        Table(None, cleared_by=1)
        if table is None
        else Table(
            FOODS.index(table[0]), tuple(MONSTERS.index(guest) for guest in table[1].split())
        )
        for table in tables
    )
    cards = pile(deck.split(), CARDS)
    seated = Counter(guest for table in tables if table for guest in table[1].split())
    used = [cards, pile(seated, CARDS), *[(*hand, 0) for hand in hands]]
    discard = tuple(6 - sum(column) for column in zip(*used, strict=True))
    laid_dishes = pile([table[0] for table in tables if table], FOODS)
    dish_deck = tuple(2 - sum(column) for column in zip(laid_dishes, *plates, strict=True))
    assert min(discard) >= 0 <= min(dish_deck)
    return start._replace(
        phase="turn",
        round=in_round,
        turn=turn,
        still_in=tuple(range(players)) if still_in is None else still_in,
        deck=cards,
        dish_deck=dish_deck,
        tables=laid,
        monsters=tuple(hands),
        dishes=tuple(plates),
        discard=discard,
    )


EMPTY = [("sludge", ""), ("eyeball", ""), ("brain", ""), ("lint", "")]
FULL = "toenail toenail roadkill roadkill"


def does(state: State, *notations: str) -> State:
    for text in notations:
        state = state.apply(parse(text, state))
    return state


def legal(state: State) -> list[str]:
    return sorted(map(str, state.legal_actions()))


def zone(state: State, name: str) -> list[str]:
    return sorted(state.view("all").zones[name])


def rules(events: Iterable[Event]) -> list[str]:
    return [event.rule for event in events]


def cited(state: State, notation: str) -> list[str]:
    action = parse(notation, state)
    return rules(cafe.events(state, action, state.apply(action)))


def refusal(state: State, action: str | Action) -> tuple[str, str | None]:
    with pytest.raises(IllegalAction) as refused:
        state.apply(parse(action, state) if isinstance(action, str) else action)
    return refused.value.reason, refused.value.rule


def chances(state: State) -> dict[str, Fraction]:
    return {str(action): p for action, p in state.chance_outcomes().items()}


def walk(players: int, seed: int, stop: Callable[[State], bool], **options: Any) -> State:
    """Play at random to the first state that is wanted."""
    rng = random.Random(seed)
    state = initial_state(players, **options)
    while not stop(state):
        if state.acting_players == (CHANCE,):
            state = state.apply(state.sample_chance(rng))
        else:
            state = state.apply(rng.choice(state.legal_actions()))
    return state


def set_up(players: int, seed: int = 1, **options: Any) -> State:
    return walk(players, seed, lambda state: state.phase == "turn", **options)


def positions(n: int, *, seed: int = 0, **options: Any) -> list[State]:
    """Moments of random games, at the beginning of a turn."""
    rng, found = random.Random(seed), []
    for k in range(n):
        stop_at = rng.randrange(5, 90)
        steps = iter(range(10_000))

        def stop(state: State, steps: Any = steps, stop_at: int = stop_at) -> bool:
            return (next(steps) >= stop_at and state.phase == "turn") or state.phase == "over"

        state = walk(2 + k % 3, seed + k, stop, **options)
        if state.phase == "turn":
            found.append(state)
    return found


# ---------------------------------------------------------------- the box and the set-up


def test_the_box_holds_54_monsters_six_sorbets_and_16_tables() -> None:
    zones = initial_state(4).view("all").zones

    assert {**dict.fromkeys(FOODS, 6), "anything": 6, "sorbet": 6} == Counter(zones["deck"])
    assert dict.fromkeys(FOODS, 2) == Counter(zones["dish_deck"])
    assert 76 == sum(map(len, zones.values()))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s2_s3_set_up_lays_tables_and_gives_everybody_one_monster(players: int) -> None:
    state = set_up(players)
    tables, cards = {2: (3, 36 + 6 + 6), 3: (3, 48), 4: (4, 60)}[players]

    assert tables == len(state.tables)
    assert cards - players == len(zone(state, "deck"))
    assert [1] * players == [len(zone(state, f"monsters:{p}")) for p in range(players)]
    assert 1 == state.round


@pytest.mark.parametrize("players", [2, 3])
def test_s1_with_two_or_three_players_two_kinds_leave_with_their_four_tables(players: int) -> None:
    state = set_up(players)
    gone = Counter(zone(state, "out"))

    assert [8, 8] == list(gone.values())
    assert not gone.keys() & set(zone(state, "deck")) | gone.keys() & set(zone(state, "dish_deck"))
    assert 12 == len(zone(state, "dish_deck")) + 3
    assert 48 == len(zone(state, "deck")) + players


def test_s1_with_four_players_nothing_leaves() -> None:
    assert [] == zone(set_up(4), "out")


def test_r1_chance_picks_any_two_kinds_but_never_anything_eaters() -> None:
    first = initial_state(2)
    second = does(first, "remove brain")

    assert {f"remove {food}": Fraction(1, 8) for food in FOODS} == chances(first)
    assert {f"remove {food}": Fraction(1, 7) for food in FOODS if food != "brain"} == chances(
        second
    )
    assert "tables" == does(second, "remove lint").phase


def test_r1_the_order_in_which_two_kinds_leave_makes_no_difference() -> None:
    state = initial_state(3)

    assert does(state, "remove lint", "remove brain") == does(state, "remove brain", "remove lint")


def test_r1_an_option_says_which_kinds_leave() -> None:
    state = initial_state(2, out=["lint", "brain"])

    assert ["brain"] * 8 + ["lint"] * 8 == zone(state, "out")
    assert "tables" == state.phase
    assert {"out": ["lint", "brain"]} == state.options


def test_s2_every_table_still_to_come_is_equally_likely() -> None:
    state = initial_state(4)
    second = does(state, "deal sludge")

    assert {f"deal {food}": Fraction(1, 8) for food in FOODS} == chances(state)
    assert Fraction(1, 15) == chances(second)["deal sludge"]
    assert Fraction(2, 15) == chances(second)["deal brain"]


def test_d1_a_first_monster_is_any_of_the_54_and_never_a_sorbet() -> None:
    state = walk(4, 3, lambda state: state.phase == "monsters")
    second = does(state, "deal sludge")

    assert {f"deal {kind}": Fraction(6, 54) for kind in MONSTERS} == chances(state)
    assert Fraction(5, 53) == chances(second)["deal sludge"]
    assert Fraction(6, 53) == chances(second)["deal anything"]
    assert ["deal_monster"] == [
        event.kind for event in cafe.events(second, Action(CHANCE, "deal", ("lint",)), second)
    ]


def test_d1_redrawing_sorbets_gives_the_same_chances_as_counting_monsters_only() -> None:
    # redraw for ever: P(kind) = 6/60 + 6/60 · P(kind), so P(kind) = (6/60) / (1 - 6/60)
    redrawn = Fraction(6, 60) / (1 - Fraction(6, 60))
    state = walk(4, 3, lambda state: state.phase == "monsters")

    assert redrawn == chances(state)["deal sludge"]
    assert 6 == zone(does(state, *["deal sludge"] * 4), "deck").count("sorbet")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r2_chance_says_who_starts(players: int) -> None:
    state = walk(players, 1, lambda state: state.phase == "first")

    assert {f"first {p}": Fraction(1, players) for p in range(players)} == chances(state)
    assert (1,) == does(state, "first 1").acting_players


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_r2_an_option_says_who_starts(first: int) -> None:
    assert (first,) == set_up(4, first=first).acting_players


@pytest.mark.parametrize(
    ("players", "options", "why"),
    [
        (1, {}, "2, 3 or 4"),
        (5, {}, "2, 3 or 4"),
        (0, {}, "2, 3 or 4"),
        ("4", {}, "2, 3 or 4"),
        (4.0, {}, "2, 3 or 4"),
        (None, {}, "2, 3 or 4"),
        (True, {}, "2, 3 or 4"),
        ([4], {}, "2, 3 or 4"),
        (3, {"first": 3}, "0 to 2"),
        (3, {"first": -1}, "0 to 2"),
        (3, {"first": "0"}, "0 to 2"),
        (3, {"first": 1.0}, "0 to 2"),
        (3, {"first": True}, "0 to 2"),
        (3, {"first": [0]}, "0 to 2"),
        (4, {"out": ["lint", "brain"]}, "4 players"),
        (4, {"out": []}, "4 players"),
        (2, {"out": ["lint"]}, "two different kinds of sludge, .*, lint"),
        (2, {"out": []}, "two different kinds"),
        (2, {"out": ["lint", "lint"]}, "two different kinds"),
        (2, {"out": ["lint", "brain", "sludge"]}, "two different kinds"),
        (2, {"out": ["lint", "anything"]}, "two different kinds"),
        (2, {"out": ["lint", "sorbet"]}, "two different kinds"),
        (2, {"out": "lint"}, "two different kinds"),
        (2, {"out": 5}, "two different kinds"),
        (2, {"out": [1, 2]}, "two different kinds"),
        (2, {"out": [["lint"], ["brain"]]}, "two different kinds"),
    ],
)
def test_wrong_set_ups_are_refused_with_what_would_be_right(
    players: Any, options: dict[str, Any], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        initial_state(players, **options)


# ---------------------------------------------------------------- turns


def test_s4_a_turn_is_a_draw_or_a_clear() -> None:
    tables = [("sludge", "lint"), ("eyeball", ""), ("brain", "brain brain"), ("lint", "")]
    state = situation(tables, "sludge")

    assert ["clear 0", "clear 2", "draw"] == legal(state)
    assert ("draw_or_clear", "S4") == refusal(state, "seat 1")
    assert ["S4"] == cited(state, "draw")


def test_s5_the_turn_passes_to_the_left_over_those_who_are_out() -> None:
    tables = [("sludge", "lint"), None, *EMPTY[2:]]
    state = situation(tables, "lint lint lint", still_in=(0, 1, 3), turn=1)
    on_turn = []
    for _ in range(3):
        state = does(state, "draw", "reveal lint", "seat 2")
        on_turn.append(state.turn)

    assert [3, 0, 1] == on_turn
    assert ("not_your_turn", "S5") == refusal(state, Action(0, "clear", (0,)))
    assert ("not_your_turn", "S5") == refusal(state, Action(CHANCE, "reveal", ("lint",)))
    assert ("not_your_turn", "S5") == refusal(state, Action(9, "draw"))


def test_d2_while_nobody_is_seated_a_draw_is_the_only_choice() -> None:
    state = situation(EMPTY, "sludge sorbet")

    assert ["draw"] == legal(state)
    assert ["D2"] == cited(state, "draw")
    assert ("table_empty", "S12") == refusal(state, "clear 0")


def test_d2_holds_too_when_the_tables_with_guests_have_been_cleared() -> None:
    state = situation([None, *EMPTY[1:]], "sludge", still_in=(0, 2, 3))

    assert ["draw"] == legal(state)


def test_s6_a_monster_drawn_must_be_seated_and_that_ends_the_turn() -> None:
    drawn = does(situation(EMPTY, "sludge lint"), "draw", "reveal sludge")

    assert ["seat 0", "seat 1", "seat 2", "seat 3"] == legal(drawn)
    assert ["sludge"] == zone(drawn, "drawn")
    assert ("must_seat", "S6") == refusal(drawn, "draw")
    assert ("must_seat", "S6") == refusal(drawn, "clear 0")
    assert 1 == does(drawn, "seat 2").turn


def test_s7_any_free_seat_will_do_and_a_table_has_four() -> None:
    tables = [("sludge", "lint lint lint"), ("eyeball", FULL), None, ("brain", "")]
    drawn = does(situation(tables, "sludge lint", still_in=(0, 2, 3)), "draw", "reveal lint")

    assert ["seat 0", "seat 3"] == legal(drawn)
    assert ("seats_taken", "S7") == refusal(drawn, "seat 1")
    assert ("seats_taken", "S7") == refusal(drawn, "seat 2")
    assert ["S7"] == cited(drawn, "seat 0")
    assert ["lint"] * 4 == zone(does(drawn, "seat 0"), "seats:0")


def test_s8_an_anything_eater_sits_at_any_table_empty_or_not() -> None:
    tables = [("sludge", "lint"), ("eyeball", ""), ("brain", FULL), ("lint", "")]
    drawn = does(situation(tables, "anything"), "draw", "reveal anything")

    assert ["seat 0", "seat 1", "seat 3"] == legal(drawn)
    assert ["S8"] == cited(drawn, "seat 0")


# ---------------------------------------------------------------- lemon sorbet


SCARED = situation(
    [("sludge", "lint lint"), *EMPTY[1:]],
    "sorbet sludge",
    in_round=2,
    monsters=("lint lint sludge anything", "lint"),
)


def test_s9_who_draws_a_sorbet_must_choose_a_kind_of_his_own() -> None:
    drawn = does(SCARED, "draw", "reveal sorbet")

    assert ["lose anything", "lose lint", "lose sludge"] == legal(drawn)
    assert (0,) == drawn.acting_players
    assert ("must_lose", "S9") == refusal(drawn, "draw")
    assert ("must_lose", "S9") == refusal(drawn, "seat 0")
    assert ("kind_not_collected", "S10") == refusal(drawn, "lose brain")


def test_s10_all_cards_of_the_kind_go_with_the_sorbet_and_guests_stay() -> None:
    drawn = does(SCARED, "draw", "reveal sorbet")
    after = does(drawn, "lose lint")

    assert ["anything", "sludge"] == zone(after, "monsters:0")
    assert ["lint"] == zone(after, "monsters:1")
    assert ["lint", "lint"] == zone(after, "seats:0")
    assert Counter(lint=2, sorbet=1) == Counter(zone(after, "discard")) - Counter(
        zone(SCARED, "discard")
    )
    assert [] == zone(after, "drawn")


def test_s11_a_sorbet_ends_the_turn() -> None:
    after = does(SCARED, "draw", "reveal sorbet", "lose lint")

    assert (1, "turn") == (after.turn, after.phase)


def test_s11_the_last_player_goes_on_after_a_sorbet() -> None:
    tables = [("sludge", "lint"), None, None, None]
    state = situation(
        tables, "sorbet sludge lint", still_in=(2,), turn=2, monsters=("", "", "lint")
    )
    drawn = does(state, "draw", "reveal sorbet")

    assert ["S10", "S11"] == cited(drawn, "lose lint")
    assert ["clear 0", "draw"] == legal(does(drawn, "lose lint"))
    assert (2,) == does(drawn, "lose lint").acting_players


def test_r3_anything_eaters_are_a_kind_that_may_be_given_up() -> None:
    drawn = does(SCARED, "draw", "reveal sorbet")

    assert ["R3"] == cited(drawn, "lose anything")
    assert ["S10"] == cited(drawn, "lose lint")
    assert ["lint", "lint", "sludge"] == zone(does(drawn, "lose anything"), "monsters:0")


def test_r4_with_nothing_collected_the_sorbet_alone_is_discarded_by_force() -> None:
    drawn = does(situation(EMPTY, "sorbet sludge"), "draw", "reveal sorbet")
    after = does(drawn, "discard sorbet")

    assert (CHANCE,) == drawn.acting_players
    assert () == drawn.legal_actions()
    assert {"discard sorbet": Fraction(1)} == chances(drawn)
    assert "discard" in cafe.FORCED
    assert ["R4"] == cited(drawn, "discard sorbet")
    assert (1, "turn") == (after.turn, after.phase)
    assert 6 == zone(after, "discard").count("sorbet")


def test_r4_the_last_player_goes_on_after_a_sorbet_that_took_nothing() -> None:
    state = situation([("sludge", "lint"), None, None, None], "sorbet sludge", still_in=(0,))
    drawn = does(state, "draw", "reveal sorbet")

    assert ["R4", "S11"] == cited(drawn, "discard sorbet")
    assert ["clear 0", "draw"] == legal(does(drawn, "discard sorbet"))


# ---------------------------------------------------------------- clearing, and the end of a round


def test_s12_who_clears_a_table_gets_it_and_all_its_guests() -> None:
    state = situation([("sludge", "lint anything lint"), *EMPTY[1:]], "sludge", monsters=("lint",))
    after = does(state, "clear 0")

    assert ["anything", "lint", "lint", "lint"] == zone(after, "monsters:0")
    assert ["sludge"] == zone(after, "dishes:0")
    assert [] == zone(after, "table:0") + zone(after, "seats:0")
    assert 0 == after.view("public").values["cleared_by"][0]
    assert ["S12"] == cited(state, "clear 0")


def test_s12_a_table_that_is_empty_gone_or_never_was_cannot_be_cleared() -> None:
    state = situation([("sludge", "lint"), None, *EMPTY[2:]], "sludge")

    assert ("table_empty", "S12") == refusal(state, "clear 2")
    assert ("no_such_table", "S12") == refusal(state, "clear 1")
    assert ("no_such_table", "S2") == refusal(state, "clear 4")


def test_s13_who_has_cleared_has_no_more_turns_in_the_round() -> None:
    tables = [("sludge", "lint"), ("eyeball", "lint"), *EMPTY[2:]]
    after = does(situation(tables, "lint lint lint lint"), "clear 0")

    assert (1, 2, 3) == after.still_in
    assert ("out_of_round", "S13") == refusal(after, Action(0, "draw"))
    assert ("out_of_round", "S13") == refusal(after, Action(0, "clear", (1,)))
    for expected in (2, 3, 1):
        after = does(after, "draw", "reveal lint", "seat 2")
        assert expected == after.turn


def test_s14_when_every_seat_is_taken_a_table_must_be_cleared() -> None:
    tables = [("sludge", "lint lint lint lint"), ("eyeball", FULL), None, None]
    state = situation(tables, "brain", still_in=(0, 2))

    assert ["clear 0", "clear 1"] == legal(state)
    assert ("all_full", "S14") == refusal(state, "draw")
    assert ["S14"] == cited(state, "clear 0")


def test_s15_the_last_player_draws_until_his_table_is_full() -> None:
    tables = [("sludge", "lint lint"), None, None, None]
    state = situation(tables, "lint lint brain", still_in=(3,), turn=3)
    once = does(state, "draw", "reveal lint", "seat 0")
    full = does(once, "draw", "reveal lint", "seat 0")

    assert ["S15"] == cited(state, "draw")
    assert ["clear 0", "draw"] == legal(state) == legal(once)
    assert ["clear 0"] == legal(full)
    assert (3,) == once.acting_players == full.acting_players


def test_d3_the_second_of_two_players_has_both_tables_open() -> None:
    state = situation([("sludge", "lint"), None, ("brain", FULL)], "lint anything", still_in=(0,))
    other = situation([("sludge", "lint"), None, ("brain", "")], "lint anything", still_in=(0,))

    assert ["D3"] == cited(state, "draw")
    assert ["clear 0", "clear 2", "draw"] == legal(state)
    assert ["seat 0", "seat 2"] == legal(does(other, "draw", "reveal lint"))


def test_s16_when_the_deck_is_empty_everybody_must_clear_a_table_with_guests() -> None:
    state = situation([("sludge", "lint"), ("eyeball", "lint"), *EMPTY[2:]], "")

    assert ["clear 0", "clear 1"] == legal(state)
    assert ("deck_empty", "S16") == refusal(state, "draw")
    assert ("table_empty", "S12") == refusal(state, "clear 2")
    assert ["S16"] == cited(state, "clear 0")
    assert ["clear 1"] == legal(does(state, "clear 0"))


def test_r5_empty_tables_are_cleared_only_when_the_deck_and_all_tables_are_empty() -> None:
    state = does(situation([("sludge", "lint"), *EMPTY[1:]], ""), "clear 0")

    assert ["clear 1", "clear 2", "clear 3"] == legal(state)
    assert ["R5"] == cited(state, "clear 1")
    assert ["eyeball"] == zone(does(state, "clear 1"), "dishes:1")
    assert [] == zone(does(state, "clear 1"), "monsters:1")


def test_r5_with_two_players_the_last_takes_guests_if_there_are_any() -> None:
    with_guests = situation([("sludge", "lint"), None, ("brain", "")], "", still_in=(1,), turn=1)
    without = situation([("sludge", ""), None, ("brain", "")], "", still_in=(1,), turn=1)

    assert ["clear 0"] == legal(with_guests)
    assert ["clear 0", "clear 2"] == legal(without)


def test_s16_a_round_that_began_with_an_empty_deck_would_be_played_all_the_same() -> None:
    state = situation([None, None, None, ("lint", "")], "", in_round=2, still_in=(2,), turn=2)
    laid = does(state, "clear 3", "deal roadkill")
    ready = does(laid, "deal toenail", "deal dust_bunny", "deal stinky_sock")

    assert ["clear 0", "clear 1", "clear 2", "clear 3"] == legal(ready)
    order = []
    for i in range(4):
        order.append(ready.turn)
        ready = does(ready, f"clear {i}")
    assert [2, 3, 0, 1] == order
    assert (4, "tables") == (ready.round, ready.phase)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_d4_the_deck_cannot_run_out_before_the_last_round(players: int) -> None:
    first, seats = set_up(players), 16 if players == 4 else 12
    cards = players + len(zone(first, "deck"))

    assert players + 3 * seats + 6 < cards < players + 4 * seats + 6


def test_d4_the_discard_is_never_shuffled_back() -> None:
    state = situation([("sludge", "lint"), *EMPTY[1:]], "lint")
    drawn = does(state, "draw")

    assert 50 < len(zone(state, "discard"))
    assert ["S6", "D4"] == cited(drawn, "reveal lint")
    assert ["clear 0", "clear 1"] == legal(does(drawn, "reveal lint", "seat 1"))


def test_s17_a_round_is_over_when_everybody_has_cleared_and_collections_stay() -> None:
    state = situation(
        [("sludge", "lint"), None, None, None], "sludge", in_round=1, still_in=(2,), turn=2
    )
    after = does(state, "clear 0")

    assert ["S12", "S17"] == cited(state, "clear 0")
    assert (2, "tables", ()) == (after.round, after.phase, after.tables)
    assert (0, 1, 2, 3) == after.still_in
    assert ["lint"] == zone(after, "monsters:2")


def test_s18_who_cleared_the_last_table_starts_the_next_round() -> None:
    state = situation(
        [("sludge", "lint"), None, None, None], "sludge", in_round=1, still_in=(2,), turn=2
    )
    tables = ("deal roadkill", "deal toenail", "deal lint", "deal brain")

    assert ["S18", "S2"] == cited(does(state, "clear 0"), tables[0])
    assert (2,) == does(state, "clear 0", *tables).acting_players


def test_s19_with_two_players_the_third_table_is_discarded_with_its_guests() -> None:
    tables = [("sludge", "lint"), None, ("brain", "lint anything")]
    state = does(situation(tables, "sludge", in_round=1, still_in=(1,), turn=1), "clear 0")
    before = Counter(zone(state, "discard"))
    after = does(state, "dismiss 2")

    assert {"dismiss 2": Fraction(1)} == chances(state)
    assert "dismiss" in cafe.FORCED
    assert ["S19", "S17"] == cited(state, "dismiss 2")
    assert Counter(brain=1, lint=1, anything=1) == Counter(zone(after, "discard")) - before
    assert (2, 1, "tables") == (after.round, after.turn, after.phase)
    assert ["brain"] == after.view("public").values["dummy_dishes"]


@pytest.mark.parametrize("players", [3, 4])
def test_s19_with_three_or_four_players_no_table_is_left_over(players: int) -> None:
    for seed in range(5):
        state = walk(players, seed, lambda state: state.phase == "over")

        assert [4] * players == [len(zone(state, f"dishes:{p}")) for p in range(players)]
        assert [] == state.view("public").values["dummy_dishes"]


# ---------------------------------------------------------------- the end


def end(monsters: tuple[str, ...], dishes: tuple[str, ...]) -> State:
    return situation(EMPTY, monsters=monsters, dishes=dishes)._replace(phase="over", tables=())


def test_s20_the_game_is_over_after_four_rounds() -> None:
    state = situation(
        [("sludge", "lint"), None, None, None], "sludge", in_round=4, still_in=(2,), turn=2
    )
    after = does(state, "clear 0")

    assert () == after.acting_players == after.legal_actions()
    assert (0, 0, -1, 0) == after.result.payoffs
    assert "rounds_played" == after.result.reason
    assert ["S12", "S17", "R6"] == cited(state, "clear 0")
    assert ("over", "S20") == refusal(after, Action(2, "draw"))
    assert state.result is None


def test_s20_the_highest_score_wins() -> None:
    over = end(("sludge sludge", "lint", "brain", "anything"), ("sludge", "lint", "", "toenail"))

    assert (2, 1, -1, 1) == over.result.payoffs == cafe.STATISTICS["final_scores"](over)
    assert (0,) == over.result.winners
    assert (1, 0, 0, 0) == cafe.STATISTICS["winner"](over)


@pytest.mark.parametrize(
    ("monsters", "winners"),
    [
        (("", "sludge", "", "sludge"), (0, 2)),
        (("", "", "sludge", ""), (0, 1, 3)),
        (("brain", "lint", "sludge", "eyeball"), (0, 1, 2, 3)),
    ],
)
def test_r6_equal_scores_share_the_win(monsters: tuple[str, ...], winners: tuple[int, ...]) -> None:
    over = end(monsters, ())
    share = Fraction(1, len(winners))

    assert winners == over.result.winners
    assert tuple(share if p in winners else 0 for p in range(4)) == cafe.STATISTICS["winner"](over)


def test_statistics_of_a_game_that_is_not_over_are_refused() -> None:
    for statistic in cafe.STATISTICS.values():
        with pytest.raises(ValueError, match="not over"):
            statistic(SCARED)


def test_s21_to_s24_what_a_monster_is_worth() -> None:
    assert 1 == score(["sludge"], ["sludge"]).total
    assert 2 == score(["sludge"], ["sludge", "sludge"]).total
    assert -1 == score(["sludge"], ["lint"]).total
    assert 0 == score([], ["lint", "lint", "brain"]).total


def test_s25_an_anything_eater_goes_where_it_scores_most() -> None:
    assert 1 == score(["anything"], ["lint"]).total
    assert 2 == score(["anything"], ["sludge", "lint", "lint"]).total
    assert 12 == score({"anything": 6}, ["lint", "lint"]).total
    assert -6 == score({"anything": 6}, []).total


MIKE = (
    {"sludge": 3, "stinky_sock": 1, "anything": 1, "toenail": 3},
    ["sludge", "stinky_sock", "stinky_sock", "eyeball"],
)


def test_mike_has_4_points_3_and_4_and_minus_3_and_0() -> None:
    bill = score(*MIKE)
    lines = {line.key: (line.label, line.count, line.points, line.rule) for line in bill.lines}

    assert 4 == bill.total == 3 + 4 - 3 + 0
    assert {
        "sludge": ("fed", 3, 3, "S21"),
        "stinky_sock": ("doubled", 1, 2, "S22"),
        "anything": ("doubled", 1, 2, "S25"),
        "toenail": ("unfed", 3, -3, "S23"),
        "eyeball": ("unused", 0, 0, "S24"),
    } == lines


def test_reading_two_points_as_a_bonus_would_give_mike_6() -> None:
    misread = 3 * 1 + 2 * (1 + 2) - 3

    assert 6 == misread
    assert misread != score(*MIKE).total


def test_each_line_of_a_bill_says_dishes_points_each_and_the_food() -> None:
    bill = score(*MIKE)
    values = {line.key: dict(line.values) for line in bill.lines}

    assert {"dishes": 1, "each": 1, "food": "sludge"} == values["sludge"]
    assert {"dishes": 2, "each": 2, "food": "stinky_sock"} == values["anything"]
    assert {"dishes": 0, "each": -1, "food": None} == values["toenail"]
    assert {"dishes": 1, "each": 0, "food": "eyeball"} == values["eyeball"]


def test_score_takes_keys_in_any_order_and_counts() -> None:
    monsters = {"sludge": 2, "anything": 1, "lint": 0}

    assert score(monsters, {"sludge": 1}) == score(
        iter(["anything", "sludge", "sludge"]), ["sludge"]
    )


@pytest.mark.parametrize(
    ("monsters", "dishes", "why"),
    [
        ({"ghost": 1}, [], "unknown card 'ghost'; the cards are sludge, .*, anything"),
        (["sorbet"], [], "unknown card 'sorbet'"),
        ("sludge", [], "unknown card 's'"),
        ([], ["anything"], "unknown card 'anything'"),
        ({"sludge": -1}, [], "whole number from 0, not -1"),
        ({"sludge": 1.5}, [], "whole number from 0, not 1.5"),
        ({"sludge": "2"}, [], "whole number from 0, not '2'"),
        ({"sludge": True}, [], "whole number from 0, not True"),
        ({"sludge": 7}, [], "only 6 cards of sludge"),
        ({"anything": 7}, [], "only 6 cards of anything"),
        ([], ["lint"] * 3, "only 2 cards of lint"),
        ([["sludge"]], [], "unknown card"),
    ],
)
def test_score_refuses_what_is_not_in_the_box(monsters: Any, dishes: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        score(monsters, dishes)


def best_by_trying(monsters: Mapping[str, int], dishes: Mapping[str, int]) -> int:
    """The score by brute force: every Anything Eater at every dish, or unfed."""
    worth = {0: -1, 1: 1, 2: 2}
    fixed = sum(
        n * worth[dishes.get(kind, 0)] for kind, n in monsters.items() if kind != "anything"
    )
    places = product([*dishes, None], repeat=monsters.get("anything", 0))
    return fixed + max(
        sum(worth[dishes.get(place, 0)] if place else -1 for place in seating) for seating in places
    )


def test_score_is_the_best_of_all_ways_to_feed_anything_eaters() -> None:
    three = ["sludge", "brain", "lint"]
    for plates in product(range(3), repeat=3):
        for guests in product(range(3), range(3), range(2), range(4)):
            monsters = dict(zip([*three, "anything"], guests, strict=True))
            dishes = dict(zip(three, plates, strict=True))

            bill = score(monsters, dishes)

            assert best_by_trying(monsters, dishes) == bill.total
            assert bill.total == sum(line.points for line in bill.lines)


def test_scores_at_the_end_of_games_are_those_of_trying_every_way() -> None:
    for seed in range(30):
        over = walk(2 + seed % 3, seed, lambda state: state.phase == "over")
        view = over.view("public")
        for p, points_of_player in enumerate(over.result.payoffs):
            monsters, dishes = (Counter(view.zones[f"{z}:{p}"]) for z in ("monsters", "dishes"))

            assert best_by_trying(monsters, dishes) == points_of_player
            assert points_of_player == cafe.scores(view)[p].total


# ---------------------------------------------------------------- what can be seen


def test_both_decks_are_hidden_and_everything_else_lies_open() -> None:
    for state in positions(20):
        everything, seen = state.view("all").zones, state.view(0).zones

        assert {"hidden"} >= {*seen["deck"], *seen["dish_deck"]}
        for name in everything.keys() - {"deck", "dish_deck"}:
            assert everything[name] == seen[name]
        for name in ("deck", "dish_deck"):
            assert len(everything[name]) == len(seen[name])


def test_the_76_cards_are_always_in_one_zone_each() -> None:
    box = Counter({**dict.fromkeys(FOODS, 6 + 2), "anything": 6, "sorbet": 6})
    for players, options in SETUPS:
        record = engine.play(cafe, "random", 5, players, **options)
        for state in record.states:
            zones = state.view("all").zones.values()

            assert box == Counter(card for cards in zones for card in cards)


def test_odds_rows_are_the_chances_of_the_next_chance_step() -> None:
    seen = set()
    for seed in range(3):
        record = engine.play(cafe, "random", seed, 2 + seed)
        for before, state in zip(record.states, record.states[1:], strict=False):
            if state.acting_players != (CHANCE,) or state.phase in cafe.FORCED:
                continue
            table = cafe.odds(state.view("public"))[0]
            rows = {row.action: row.probability for row in table.rows}
            seen.add(state.phase)

            assert chances(state) == rows
            if state.phase == "reveal":  # known before the draw was chosen, too
                assert table == cafe.odds(before.view("public"))[0]
    assert {"remove", "tables", "monsters", "first", "reveal"} == seen


def test_no_odds_are_shown_when_the_deck_is_empty_or_the_game_is_over() -> None:
    assert cafe.odds(situation([("sludge", "lint"), *EMPTY[1:]]).view("public")) is None
    assert cafe.odds(end((), ()).view("public")) is None


def test_the_words_of_an_action_say_table_dish_and_points() -> None:
    state = situation([("sludge", "sludge sludge"), *EMPTY[1:]], "lint", monsters=("lint sludge",))
    clear = cafe.label(Action(0, "clear", (0,)), state.view(0))
    scared = does(SCARED, "draw", "reveal sorbet")

    assert ("action.clear", {"table": 0, "dish": "sludge", "points": 2 + 2}) == tuple(clear)
    assert ("action.draw", {"n": 1}) == tuple(cafe.label(Action(0, "draw"), state.view("public")))
    assert ("action.lose", {"card": "lint", "n": 2}) == tuple(
        cafe.label(Action(0, "lose", ("lint",)), scared.view(0))
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
