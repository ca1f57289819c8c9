"""The facts of Monster Café, rule by rule. Names of rules as in docs/rules/monster_cafe.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from monster_widgets import engine
from monster_widgets.engine import CHANCE, Action
from monster_widgets.games import monster_cafe as cafe
from monster_widgets.games.monster_cafe import State, initial_state, score
from tests.games.monster_cafe import FOODS, SETUPS
from tests.games.situations import (
    EMPTY,
    FULL,
    MONSTERS,
    SCARED,
    chances,
    cited,
    does,
    legal,
    positions,
    refusal,
    set_up,
    situation,
    walk,
    zone,
)

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
    assert ("table_cleared", "S12") == refusal(state, "clear 1")
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
        ("sludge", [], "not 'sludge'"),
        ([], ["anything"], "unknown card 'anything'"),
        ({"sludge": -1}, [], "whole number from 0, not -1"),
        ({"sludge": 1.5}, [], "whole number from 0, not 1.5"),
        ({"sludge": "2"}, [], "whole number from 0, not '2'"),
        ({"sludge": True}, [], "whole number from 0, not True"),
        ({"sludge": 7}, [], "only 6 monsters of sludge"),
        ({"anything": 7}, [], "only 6 monsters of anything"),
        ([], ["lint"] * 3, "only 2 dishes of lint"),
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
