"""The facts of Monster Kitchen, rule by rule, named as in docs/rules/monster_kitchen.md."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from monster_widgets import engine
from monster_widgets.engine import CHANCE, Action, NotListable
from monster_widgets.games import monster_kitchen as kitchen
from monster_widgets.games._monster_kitchen_setup import takes
from monster_widgets.games.monster_kitchen import DISHES, LEVELS, State, initial_state, parse
from monster_widgets.locales import messages
from tests.contract.playing import stubborn
from tests.games.monster_kitchen import SETUPS, deeds, is_over, opening, step


def does(state: State, *notations: str) -> State:
    for text in notations:
        state = state.apply(parse(text, state))
    return state


def opened(*notations: str, **options: Any) -> State:
    return does(initial_state(**options), *notations)


def legal(state: State) -> list[str]:
    return [str(action) for action in state.legal_actions()]


def cited(state: State, notation: str) -> list[str]:
    action = parse(notation, state)
    return [event.rule for event in kitchen.events(state, action, state.apply(action))]


def told(state: State, notation: str) -> dict[str, Any]:
    action = parse(notation, state)
    return {e.kind: dict(e.data) for e in kitchen.events(state, action, state.apply(action))}


def refusal(state: State, notation: str, player: int | None = None) -> tuple[str, str | None]:
    action = parse(notation, state)
    if player is not None:
        action = action._replace(player=player)
    with pytest.raises(engine.IllegalAction) as refused:
        state.apply(action)
    return refused.value.reason, refused.value.rule


def values(state: State) -> dict[str, Any]:
    return dict(state.view("public").values)


def caption(state: State, notation: str, locale: str = "en") -> str:
    words = messages.Words(locale, "monster_kitchen", ["Ana"])
    action = parse(notation, state)
    told = kitchen.events(state, action, state.apply(action))
    return " ".join(words.text(f"monster_kitchen.event.{e.kind}", dict(e.data)) for e in told)


def zone(state: State, name: str) -> tuple[str, ...]:
    return state.view("public").zones[name]


def bill(state: State) -> dict[str, tuple[int, int]]:
    (score,) = kitchen.scores(state.view("public"))
    return {line.key: (line.count, line.points) for line in score.lines}


def walks(n: int, seed: int = 0) -> list[engine.GameRecord]:
    setups = [SETUPS[k % len(SETUPS)][1] for k in range(n)]
    return [engine.play(kitchen, "random", seed + k, 1, **o) for k, o in enumerate(setups)]


SERVED = ("arrive 1000", "order brain", "take 0", "fetch 0 brains", "fetched 2000 0", "cook 0")
"""The first guest's dish is on the stove at 0:03."""
COOKED = (*SERVED, "cooked 15000 0", "carry 0")
ENDED = ("R17", "R17", "R17")
"""The shift, its cooks and its waiters."""
EATS = (*COOKED, "carried 2000 0")
"""The plate is on the table at 0:20, after 19 seconds."""


# ---------------------------------------------------------------- the numbers of the game


def test_every_dish_has_a_recipe_of_one_to_four_ingredients_of_the_two_stores() -> None:
    stores = {
        name: set(zone(opened(level="kitchen")._replace(menu=tuple(DISHES)), name))
        for name in ("fridge", "pantry")
    }

    assert not stores["fridge"] & stores["pantry"]
    for dish in DISHES.values():
        assert 1 <= len(dish.recipe) <= 4
        assert list(dish.recipe) == sorted(dish.recipe)
        assert set(dish.recipe) <= stores["fridge"] | stores["pantry"]
    assert len(DISHES) == len({dish.recipe for dish in DISHES.values()}) == 8


def test_levels_go_from_arrivals_only_to_the_whole_kitchen() -> None:
    assert ["arrivals", "queue", "cooks", "tables", "patience", "dinner", "kitchen"] == [*LEVELS]
    assert initial_state() == initial_state(1, level="kitchen")
    assert "kitchen" not in initial_state().options.values()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": 2}, "for 1 player"),
        ({"players": 0}, "for 1 player"),
        ({"level": "party"}, "arrivals, queue, cooks"),
        ({"level": 3}, "arrivals, queue, cooks"),
        ({"times": "slow"}, "exponential, fixed, erlang"),
        ({"arrivals": "erlang"}, "exponential, fixed, not 'erlang'"),
        ({"gap": 0}, "gap must be a whole number from 1"),
        ({"gap": 1.5}, "gap must be a whole number from 1"),
        ({"shift": True}, "shift must be a whole number from 1"),
        ({"tables": 41}, "tables must be a whole number from 1 to 40"),
        ({"cooks": 21}, "cooks must be a whole number from 1 to 20"),
        ({"level": "arrivals", "cooks": 1}, "has no cooks; its options are shift, gap, arrivals$"),
        ({"level": "arrivals", "tables": 1}, "has no tables; its options are shift, gap, arrivals"),
        ({"level": "arrivals", "times": "fixed"}, "has no times; its options"),
        ({"level": "arrivals", "door": "wait", "tables": 1}, "'arrivals' has no"),
        ({"level": "arrivals", "patience": 9}, "has no patience"),
        ({"level": "arrivals", "stock": 9}, "has no stock"),
        ({"level": "queue", "patience": 60}, "has no patience"),
        ({"level": "queue", "waiters": 1}, "has no waiters"),
        ({"level": "dinner", "stock": 1}, "has no stock"),
        ({"patience_law": "erlang"}, "patience_law must be one of exponential, fixed"),
        ({"patience_ends": "cook"}, "patience_ends must be one of served, started"),
        ({"level": "tables", "patience_ends": "served"}, "has no patience_ends"),
        ({"level": "cooks", "patience_law": "fixed"}, "has no patience_law"),
        ({"door": "open"}, "door must be one of leave, wait"),
        ({"level": "queue", "door": "wait"}, "has no door"),
    ],
)
def test_options_that_cannot_be_are_refused_with_those_that_can(
    options: dict[str, Any], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        initial_state(**options)


@pytest.mark.parametrize("level", LEVELS)
def test_every_option_of_a_level_can_be_given_and_changes_it(level: str) -> None:
    plain = initial_state(level=level)
    others: dict[str, Any] = {
        **dict.fromkeys(("shift", "gap", "cooks", "waiters", "tables", "patience", "stock"), 9),
        **dict.fromkeys(("arrivals", "times"), "fixed"),
        "patience_law": "fixed" if plain.level.patience_law == "exponential" else "exponential",
        "patience_ends": "served" if plain.level.patience_ends == "started" else "started",
    }
    taken = takes(level)
    for name in taken:
        if name != "door":
            state = initial_state(level=level, **{name: others[name]})
            assert getattr(state.level, name) == others[name] != getattr(plain.level, name)
            assert dict(state.options)[name] == others[name]
    for name in others.keys() - set(taken):
        with pytest.raises(ValueError, match=f"no {name}; its options are {', '.join(taken)}$"):
            initial_state(level=level, **{name: others[name]})
    if level != "arrivals":
        assert "wait" == initial_state(level=level, tables=2, door="wait").level.door


def test_options_change_the_numbers_of_a_level() -> None:
    state = initial_state(cooks=2, waiters=3, tables=5, gap=7, shift=99, patience=11, stock=1)

    assert (2, 3) == (len(state.cooks), len(state.waiters))
    assert (5, 7, 99, 11, 1) == (
        state.level.tables,
        state.level.gap,
        state.level.shift,
        state.level.patience,
        state.stock[0],
    )
    assert {"cooks": 2, "waiters": 3, "tables": 5, "gap": 7, "shift": 99, "patience": 11} == {
        name: value for name, value in state.options.items() if name != "stock"
    }


@pytest.mark.parametrize("locale", messages.LOCALES)
def test_recipes_and_prices_in_the_words_are_those_of_the_game(locale: str) -> None:
    words = messages.Words(locale, "monster_kitchen", ["Ana"])
    price = kitchen.prices(LEVELS["kitchen"])
    for key, dish in DISHES.items():
        recipe = words.piped(list(dish.recipe), "list:ingredient")
        assert f"{words.piped(key, 'dish')}: {recipe}" == words.piped(key, "recipe")
    for key in ("second_cook", "hot_stove", "shelves"):
        assert f"{words.piped(key, 'unlock')} ({price[key]})" == words.piped(key, "recipe")
    assert {60} == {price[key] for key in price if key in DISHES}
    assert "60" in words.text("monster_kitchen.zone.shop")


# ---------------------------------------------------------------- requests, and time


def test_s1_who_comes_in_says_at_once_what_it_wants() -> None:
    state = opened("arrive 1000", "order toenail")

    assert ["S1", "S14"] == cited(opened("arrive 1000"), "order toenail")
    assert ("toenail",) == zone(state, "orders") == zone(state, "table:0")


def test_s2_each_kind_on_the_menu_is_as_likely_and_orders_its_own_dish() -> None:
    state = opened("arrive 1000")

    assert {Action(CHANCE, "order", (dish,)): Fraction(1, 4) for dish in [*DISHES][:4]} == dict(
        state.chance_outcomes()
    )
    assert ("cannot_happen", "R1") == refusal(state, "order lint")


def test_r1_a_chance_of_time_is_sampled_in_whole_milliseconds_and_stands_in_the_action() -> None:
    state = initial_state()
    drawn = state.sample_chance(random.Random(3))

    with pytest.raises(NotListable):
        state.chance_outcomes()
    assert ("arrive", int) == (drawn.kind, type(drawn.args[0]))
    assert drawn.args[0] == state.apply(drawn).now
    assert ["R1"] == cited(state, "arrive 5")


@pytest.mark.parametrize(
    "notation",
    ["arrive 0", "arrive 60001", "arrive 60000", "arrive", "arrive 5 5", "cooked 5 0", "restock 5"],
)
def test_r1_only_what_can_come_next_may_come(notation: str) -> None:
    # the stores are filled up at 60 seconds, and nothing comes later before that
    assert ("cannot_happen", "R1") == refusal(initial_state(), notation)


def test_r1_regular_arrivals_come_by_the_clock() -> None:
    state = initial_state(level="queue", arrivals="fixed", times="fixed", gap=15)
    first = does(state, "arrive 15000", "order brain", "take 0")

    assert {Action(CHANCE, "arrive", (15000,)): 1} == dict(state.chance_outcomes())
    # the dish takes 20 seconds, the next guest comes after 15
    assert {Action(CHANCE, "arrive", (15000,)): 1} == dict(first.chance_outcomes())
    second = does(first, "arrive 15000", "order brain")
    assert {Action(CHANCE, "cooked", (5000, 0)): 1} == dict(second.chance_outcomes())


def test_s14_r7_patience_runs_from_coming_in_until_the_plate_is_on_the_table() -> None:
    state = opened(*COOKED)
    deadline = 1000 + 1000 * DISHES["brain"].patience

    assert {"deadline": deadline, "at": 1000} == told(opened("arrive 1000"), "order brain")[
        "deadline"
    ]
    assert [deadline, None, None, None] == values(state)["deadlines"]
    assert [None] * 4 == values(opened(*EATS))["deadlines"]
    assert any(clock.kind == "leave" for clock in state.clocks())
    assert not any(clock.kind == "leave" for clock in opened(*EATS).clocks())


def test_r7_a_plate_that_comes_at_the_last_instant_comes_in_time() -> None:
    state = opened(*COOKED)._replace(delivery=None)  # 0:18, and the guest leaves at 1:21

    assert ("cannot_happen", "R1") == refusal(state, "carried 63001 0")
    assert "eats" == does(state, "carried 63000 0").guests[0].stage
    assert 10 == does(state, "carried 63000 0").points(state.guests[0], 80_000)


def test_s15_s12_who_is_not_served_in_time_leaves_and_costs_points() -> None:
    state = opened("arrive 1000", "order brain", "wait")._replace(delivery=None, closed=True)
    gone = does(state, "leave 80000 0")

    assert ["S15", "R7", "R13", *ENDED] == cited(state, "leave 80000 0")
    assert {"unfed": (1, -30)} == bill(gone)
    assert gone.result is not None
    assert (-30,) == gone.result.payoffs


def test_r8_what_was_made_for_who_leaves_is_thrown_away_and_the_cook_is_free() -> None:
    state = opened(*SERVED)._replace(delivery=None)
    gone = does(state, "leave 78000 0")

    assert ["S15", "R7", "R8"] == cited(state, "leave 78000 0")
    assert () == zone(gone, "cook:0") == zone(gone, "tray:0") == gone.guests
    on_the_way = opened(*COOKED)._replace(delivery=None)
    assert () == zone(does(on_the_way, "leave 63000 0"), "waiter:0")


def test_r2_who_finds_no_table_does_not_come_in_and_costs_nothing() -> None:
    state = opened("arrive 1000", "order brain", "wait", tables=1)
    after = does(state, "arrive 1000")

    assert ["R2"] == cited(state, "arrive 1000")
    assert (2, 1, 0) == (after.tally.arrivals, after.tally.blocked, after.tally.lost)
    assert 1 == len(after.guests)


def test_r2_by_an_option_who_finds_no_table_waits_at_the_door() -> None:
    state = opened("arrive 1000", "order brain", "wait", tables=1, door="wait")
    waiting = does(state._replace(delivery=None), "arrive 1000", "wait", "arrive 1000", "wait")

    assert ["R2"] == cited(state, "arrive 1000")
    assert {"at": 2000, "n": 1} == told(state, "arrive 1000")["waits_outside"]
    assert (2, 0, 1) == (waiting.outside, waiting.tally.blocked, len(waiting.guests))
    assert 2 == values(waiting)["outside"]
    assert "outside" not in values(opened(tables=1))
    # the first guest leaves at 1:21, unfed; the next comes in, and its patience begins
    assert "let_in" in told(waiting, "leave 78000 0")
    free = does(waiting, "leave 78000 0")
    assert ("order", 1) == (free.phase, free.outside)
    assert 161_000 == does(free, "order brain").guests[0].deadline
    # 1 second alone at the door, 79 with another one, as both had come by 0:03
    assert 1000 + 2 * 78_000 == free.tally.outside


def test_r2_who_waits_at_the_door_goes_away_when_it_closes() -> None:
    state = opened("arrive 1", "order brain", "wait", tables=1, door="wait", shift=10)
    state = does(state, "arrive 1", "wait")
    shut = does(state, "close 9998")

    assert ["R13", "R2"] == cited(state, "close 9998")
    assert (0, 1, 0) == (shut.outside, shut.tally.blocked, shut.tally.lost)
    assert kitchen.report(shut).outside == Fraction(9998, 10_000)


# ---------------------------------------------------------------- preparing, and serving


def test_s3_d1_work_begins_when_the_order_is_known_and_goes_step_by_step() -> None:
    state = opened("arrive 1000", "order sludge")

    assert ["S3"] == cited(state, "take 0")
    assert ("nobody_there", "S1") == refusal(state, "take 1")
    assert ("no_order", "D1") == refusal(state, "fetch 0 bread")
    assert ("no_order", "D1") == refusal(state, "cook 0")
    assert ("not_ready", "S6") == refusal(state, "carry 0")
    assert ("tray_empty", "S5") == refusal(does(state, "take 0"), "cook 0")


def test_s4_ingredients_are_fetched_one_by_one_from_fridge_or_pantry() -> None:
    state = opened("arrive 1000", "order sludge", "take 0")

    assert ["fetch 0 sludge", "fetch 0 bread"] == sorted(legal(state)[:2], reverse=True)
    assert ["S4"] == cited(state, "fetch 0 bread")
    assert "pantry" == told(state, "fetch 0 bread")["fetch"]["store"]
    assert "fridge" == told(state, "fetch 0 sludge")["fetch"]["store"]
    assert ("bread",) == zone(does(state, "fetch 0 bread", "fetched 100 0"), "tray:0")
    assert ("no_such_ingredient", "S4") == refusal(state, "fetch 0 sock")


def test_the_stores_keep_what_the_recipes_on_the_menu_ask_for() -> None:
    asked = {key for dish in [*DISHES][:4] for key in DISHES[dish].recipe}

    assert asked == set(zone(initial_state(), "fridge")) | set(zone(initial_state(), "pantry"))


def test_s5_a_recipe_is_a_multiset_to_be_met_exactly() -> None:
    state = opened("arrive 1", "order eyeball", "take 0")
    fetched = [f"fetch 0 {key}" for key in ("pasta", "eyes", "eyes")]
    done: list[str] = []
    for text in fetched:
        if done:
            assert ["R6"] == cited(does(state, *done), "cook 0")
        done += [text, "fetched 5 0"]
    right = does(state, *done)

    assert ["S5"] == cited(right, "cook 0")
    assert ["R6"] == cited(does(right, "fetch 0 eyes", "fetched 5 0"), "cook 0")
    assert "cook 0" == legal(right)[0]


def test_r4_a_tray_holds_four_ingredients() -> None:
    state = opened("arrive 1", "order brain", "take 0", stock=9)
    for _ in range(4):
        state = does(state, "fetch 0 nails", "fetched 5 0")

    assert ["cook 0", "wait"] == legal(state)
    assert ("tray_full", "R4") == refusal(state, "fetch 0 nails")


def test_r5_stores_run_out_and_are_filled_up_at_regular_times() -> None:
    state = opened("arrive 1", "order brain", "take 0", "fetch 0 brains", "fetched 5 0", stock=1)

    assert "brains" not in zone(state, "fridge")
    assert ("out_of", "R5") == refusal(state, "fetch 0 brains")
    waiting = does(state, "wait")
    assert ["R5"] == cited(waiting, "restock 59994")
    full = does(waiting, "restock 59994")
    assert ("brains", "eyes", "nails", "sludge") == zone(full, "fridge")
    assert 120_000 == values(full)["restock"]


def test_r3_a_cook_makes_one_dish_at_a_time_and_the_player_chooses_which() -> None:
    state = opened("arrive 1", "order brain", "wait", "arrive 1", "order sludge")

    assert ["take 0", "take 1", "wait"] == legal(state)
    second = does(state, "take 1")
    assert ("order_taken", "R3") == refusal(second, "take 1")
    assert ("no_cook", "R3") == refusal(second, "take 0")
    assert ("cook_busy", "R3") == refusal(does(second, "fetch 0 bread"), "cook 0", player=0)


def test_s6_s7_a_dish_is_carried_to_its_table_when_it_is_cooked() -> None:
    state = opened(*SERVED)

    assert ("not_ready", "S6") == refusal(state, "carry 0", player=0)
    ready = does(state, "cooked 15000 0")
    assert ["S6"] == cited(state, "cooked 15000 0")
    assert (("brain",), ()) == (zone(ready, "pass"), zone(ready, "plate:0"))
    assert ["S7"] == cited(ready, "carry 0")
    assert ("brain",) == zone(does(ready, "carry 0"), "waiter:0")
    assert ["S8"] == cited(opened(*COOKED), "carried 2000 0")
    assert ("brain",) == zone(opened(*EATS), "plate:0")


def test_s7_a_waiter_carries_one_plate() -> None:
    state = opened("arrive 1", "order brain", "take 0", level="dinner")
    state = does(state, "cooked 5 0", "carry 0", "arrive 5", "order brain", "take 1", "cooked 5 0")

    assert ("no_waiter", "S7") == refusal(state, "carry 1", player=0)


def test_r14_the_player_may_wait_unless_nothing_would_ever_happen() -> None:
    state = opened("arrive 1", "order brain", level="queue")
    shut = does(state, "wait", "close 299999")

    assert ["R14"] == cited(state, "wait")
    assert ["take 0"] == legal(shut)
    assert ("nothing_comes", "R14") == refusal(shut, "wait")
    assert ("nothing_to_do", "R14") == refusal(does(state, "wait"), "take 0", player=0)


def test_the_player_is_asked_only_where_something_can_be_done() -> None:
    for record in walks(12):
        for state in record.states:
            if state.acting_players == (0,):
                assert len(state.legal_actions()) > 1 or "wait" not in legal(state)


# ---------------------------------------------------------------- points


@pytest.mark.parametrize(
    ("wait", "points"),
    [(0, 50), (1, 49), (20_000, 40), (40_000, 30), (41_000, 29), (79_999, 10), (80_000, 10)],
)
def test_s10_r9_a_happier_guest_brings_more_points(wait: int, points: int) -> None:
    guest = opened(*EATS).guests[0]

    assert points == opened(*EATS).points(guest, wait)
    # 10 + 40 h rounded down, h the part of the patience that was left
    left = Fraction(80_000 - wait, 80_000)
    assert points == int(10 + 40 * left)


def test_s9_points_come_when_a_guest_has_eaten_and_leaves() -> None:
    state = opened(*EATS)
    gone = does(state, "eaten 5000 0")

    assert ["S9", "R9"] == cited(state, "eaten 5000 0")
    assert (0, 40) == (values(state)["score"], values(gone)["score"])
    assert {"happy": (1, 40)} == bill(gone)


def test_r6_s12_a_wrong_dish_is_eaten_and_costs_points() -> None:
    wrong = [text.replace("brains", "nails") for text in COOKED]
    state = opened(*wrong)

    assert ("mess",) == zone(state, "waiter:0")
    eaten = does(state, "carried 5 0")
    assert ["S12"] == cited(eaten, "eaten 5 0")
    assert {"unhappy": (1, -20)} == bill(does(eaten, "eaten 5 0"))


def test_s11_r10_unlocking_spends_the_purse_and_not_the_score() -> None:
    state = opened(*EATS)
    rich = state._replace(tally=state.tally._replace(earned=60, happy=2))
    after = does(rich, "eaten 5 0")  # 100 points

    assert ("too_dear", "R10") == refusal(after, "unlock second_cook")
    assert ["S11", "R10", "S2", "R11"] == cited(after, "unlock lint")
    assert ["S11", "R10"] == cited(after, "unlock hot_stove")
    bought = does(after, "unlock lint")
    assert (100, 40) == (values(bought)["score"], values(bought)["purse"])
    assert ("not_for_sale", "R11") == refusal(bought, "unlock lint", player=0)
    assert "lint" in zone(bought, "menu")
    assert "lint" not in zone(bought, "shop")
    assert {"bread", "lint"} <= {*zone(bought, "pantry")}


def test_r10_points_lost_are_not_missing_from_the_purse() -> None:
    state = opened(*EATS)
    state = state._replace(tally=state.tally._replace(lost=90, earned=60))

    assert (-30, 60) == (values(state)["score"], values(state)["purse"])


def test_r11_help_and_recipes_change_the_kitchen() -> None:
    state = opened("arrive 1", "order brain")
    rich = state._replace(tally=state.tally._replace(earned=999))
    hot, more = does(rich, "unlock hot_stove"), does(rich, "unlock second_cook")

    assert (15_000, 10_000) == (rich.cooking_time("brain"), hot.cooking_time("brain"))
    assert (1, 2) == (len(rich.cooks), len(more.cooks))
    assert 8 == does(rich, "unlock shelves").capacity()
    arrive = [clock for clock in rich.clocks() if clock.kind == "arrive"]
    often = [c for c in does(rich, "unlock lint").clocks() if c.kind == "arrive"]
    assert Fraction(11, 10) == often[0].rate / arrive[0].rate


def test_s13_r12_too_many_points_lost_end_the_game_for_all_inside() -> None:
    state = opened(*EATS, "arrive 1", "order brain", "wait")
    state = state._replace(tally=state.tally._replace(lost=120), delivery=None)
    angry = does(state, "leave 80000 1")

    assert ["S15", "R7", "S13", "R12", *ENDED] == cited(state, "leave 80000 1")
    assert angry.result is not None
    assert ("game_over", (-150,)) == (angry.result.reason, angry.result.payoffs)
    assert 1 == len(angry.guests)  # it ate, and counts for nothing


def test_after_the_end_a_refusal_cites_the_rule_that_ended_the_game() -> None:
    state = opened("arrive 1", "order brain", "wait")
    state = state._replace(tally=state.tally._replace(lost=120), delivery=None)
    lost, closed = does(state, "leave 80000 0"), opened("close 30000", shift=30)

    for state, reason, rule in ((lost, "lost", "S13"), (closed, "over", "R13")):
        for action in (Action(0, "take", (0,)), Action(CHANCE, "arrive", (5,))):
            with pytest.raises(engine.IllegalAction) as refused:
                state.apply(action)
            assert (reason, rule) == (refused.value.reason, refused.value.rule)


def test_captions_speak_of_those_inside_only_if_there_are_any() -> None:
    last = opened("arrive 1", "order brain", "wait")
    last = last._replace(tally=last.tally._replace(lost=120), delivery=None)
    other = does(last, "arrive 1", "order brain", "wait")

    assert ["S15", "R7", "S13", *ENDED] == cited(last, "leave 80000 0")
    assert "still inside" not in caption(last, "leave 80000 0")
    assert "still inside counts for nothing" in caption(other, "leave 79999 0")
    empty, full = initial_state(shift=30), opened("arrive 1", "order brain", "wait", shift=30)
    assert caption(empty, "close 30000").startswith("0:30: the door closes. Nobody is inside")
    assert "0:30: the door closes. Whoever is inside still counts." == caption(full, "close 29999")
    assert "todavía cuenta" not in caption(empty, "close 30000", "es")
    assert "todavía cuenta" in caption(full, "close 29999", "es")


def test_r13_after_closing_nobody_comes_and_the_last_guest_ends_the_game() -> None:
    state = opened(*EATS, shift=30)
    shut = does(state, "close 10000")

    assert ["R13"] == cited(state, "close 10000")
    assert not {"arrive", "close"} & {clock.kind for clock in shut.clocks()}
    assert shut.result is None
    over = does(shut, "eaten 1 0")
    assert over.result is not None
    assert ("closed", (0,)) == (over.result.reason, over.result.winners)
    assert ["R13", "R13", *ENDED] == cited(initial_state(shift=30), "close 30000")


@pytest.mark.parametrize("level", ["arrivals", "queue"])
def test_r13_who_comes_in_the_instant_of_closing_finds_the_door_closed(level: str) -> None:
    regular = initial_state(level=level, arrivals="fixed", gap=30, shift=30)
    random_ = initial_state(level=level, shift=30)

    assert {Action(CHANCE, "close", (30_000,)): 1} == dict(regular.chance_outcomes())
    assert ("cannot_happen", "R1") == refusal(regular, "arrive 30000")
    assert ("cannot_happen", "R1") == refusal(random_, "arrive 30000")
    assert 1 == does(random_, "arrive 29999").tally.arrivals
    record = engine.play(kitchen, "random", 1, 1, level="arrivals", arrivals="fixed")
    assert 300 // 20 - 1 == record.state.tally.arrivals  # at 0:20, 0:40 … 4:40


# ---------------------------------------------------------------- levels


def test_r16_where_everything_stands_ready_guests_only_come() -> None:
    record = engine.play(kitchen, "random", 5, 1, level="arrivals")

    assert {CHANCE} == {action.player for action in record.actions}
    assert record.state.tally.arrivals == record.state.tally.happy > 5
    assert ["S1", "R16"] == cited(opened("arrive 5", level="arrivals"), "order lint")


def test_captions_fit_dishes_of_one_and_of_many() -> None:
    state = opened("arrive 5", level="arrivals")

    assert "The plate with Boiled Brains stands ready" in caption(state, "order brain")
    assert "El plato de Sesos hervidos ya está en la mesa" in caption(state, "order brain", "es")


def test_spanish_guests_are_called_as_in_the_other_games() -> None:
    for name in ("monster_kitchen", "monster_cafe"):
        assert "cliente" not in str(messages.catalogue(name)["es"])


def test_r16_at_dinner_cooks_fetch_by_themselves_and_it_takes_time() -> None:
    state = opened("arrive 5", "order sludge", "take 0", level="dinner")

    assert (20 + 2 * 3) * 1000 == state.cooking_time("sludge")
    assert ("cannot_happen", "R16") == refusal(state, "cook 0", player=0)
    assert ("cannot_happen", "R16") == refusal(state, "fetch 0 bread", player=0)
    assert "fridge" not in state.view("public").zones


def test_r16_patience_may_end_when_a_cook_has_the_order() -> None:
    state = opened("arrive 5", "order brain", level="patience")

    assert ["S3", "R16"] == cited(state, "take 0")
    assert any(clock.kind == "leave" for clock in state.clocks())
    assert not any(clock.kind == "leave" for clock in does(state, "take 0").clocks())
    assert "deadlines" not in values(state)  # nobody knows when patience ends


def test_r7_where_and_how_patience_ends_are_options() -> None:
    start = ("arrive 5", "order brain")
    fixed = opened(*start, level="patience", patience_law="fixed")
    random_ = opened(*start, patience_law="exponential")
    started = opened(*start, patience_ends="started")

    assert ["S1", "S14"] == cited(opened("arrive 5", patience_ends="started"), "order brain")
    assert "deadline_cook" in told(opened("arrive 5", patience_ends="started"), "order brain")
    assert [60_005] == values(fixed)["deadlines"]
    assert "deadlines" not in values(random_)
    assert [None] == [clock.due for clock in random_.clocks() if clock.kind == "leave"]
    assert 80_005 == values(started)["deadlines"][0]
    taken = does(started, "take 0")
    assert ["S3", "R16"] == cited(started, "take 0")
    assert [None] * 4 == values(taken)["deadlines"]
    assert not any(clock.kind == "leave" for clock in taken.clocks())
    served = does(opened(*start, level="patience", patience_ends="served"), "take 0")
    assert any(clock.kind == "leave" for clock in served.clocks())


def test_greedy_knows_that_a_guest_taken_on_cannot_leave_unfed() -> None:
    state = opened("arrive 1", "order sludge", "take 0", patience_ends="started")
    late = state._replace(now=100_000, delivery=None)
    values = kitchen.POLICIES["greedy"].explain(late.view(0))
    spoiled = does(state, "fetch 0 nails", "fetched 5 0")

    assert 10 == values[Action(0, "fetch", (0, "bread"))]  # happy at least, nothing saved
    assert 1 == kitchen.POLICIES["greedy"].explain(spoiled.view(0))[Action(0, "cook", (0,))]


def test_r15_an_erlang_time_is_two_halves_at_random() -> None:
    state = opened("arrive 5", "order brain", "take 0", level="queue", times="erlang")

    assert ["R15"] == cited(state, "halfway 5 cooked 0")
    assert ("cannot_happen", "R1") == refusal(state, "cooked 5 0")
    half = does(state, "halfway 5 cooked 0")
    assert {"arrive", "close", "cooked"} == {clock.kind for clock in half.clocks()}
    assert [10_000] == [c.mean for c in half.clocks() if c.kind == "cooked"]


# ---------------------------------------------------------------- what hangs together


def test_everybody_who_came_left_in_one_way_or_is_still_inside() -> None:
    for record in walks(24, seed=100):
        for state in record.states:
            t = state.tally
            entering = 1 if state.phase == "order" else 0
            gone = t.happy + t.unhappy + t.unfed

            assert t.entered == gone + len(state.guests)
            assert t.arrivals == t.blocked + t.entered + state.outside + entering
            assert t.score == t.earned - t.lost == values(state)["score"]
            assert t.lost == 20 * t.unhappy + 30 * t.unfed
            assert t.purse >= 0


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"stock": 1, "cooks": 2},
        {"level": "dinner"},
        {"patience_ends": "started", "gap": 15},
        {"level": "dinner", "door": "wait", "gap": 8, "tables": 2},
        {"level": "dinner", "gap": 8, "cooks": 3, "waiters": 2, "tables": 6, "patience": 40},
    ],
    ids=str,
)
@pytest.mark.parametrize("policy", ["random", "greedy", stubborn])
def test_the_rules_told_a_second_time_give_the_same_game(
    options: dict[str, Any], policy: Any
) -> None:
    for seed in range(5):
        record = engine.play(kitchen, policy, seed, 1, **options)
        told_again = opening(**options)
        for state, action in zip(record.states, record.actions, strict=False):
            acts = state.legal_actions() if state.acting_players == (0,) else ()

            assert {str(one) for one in acts} == deeds(told_again)
            assert not is_over(told_again)
            step(told_again, str(action))
        tally = record.state.tally
        assert is_over(told_again)
        assert (tally.earned, tally.lost, tally.spent) == tuple(
            told_again[name] for name in ("earned", "lost", "spent")
        )
        assert (told_again["earned"] - told_again["lost"],) == record.state.result.payoffs
        assert told_again["time"] == record.state.now


def test_littles_law_holds_exactly_when_everybody_has_left() -> None:
    # the area under the number inside is the sum of the stays, whoever was served first
    for record in walks(24, seed=200):
        state = record.state
        if state.result is not None and not state.guests:
            assert state.tally.inside == state.tally.stays
            report = kitchen.report(state)
            entered = report.arrivals - report.blocked
            if entered:
                assert report.inside == entered / report.seconds * (report.stay or 0)


def test_time_never_runs_back_and_ingredients_come_from_the_stores() -> None:
    for record in walks(12, seed=300):
        for before, action, after in zip(
            record.states, record.actions, record.states[1:], strict=False
        ):
            assert after.now >= before.now
            if action.kind == "fetch":
                lost = Counter(zone(before, "fridge") + zone(before, "pantry"))
                lost.subtract(zone(after, "fridge") + zone(after, "pantry"))
                assert {str(action.args[1])} >= {key for key, n in lost.items() if n}


def test_a_table_seats_one_guest_and_a_new_guest_takes_the_first_free_one() -> None:
    for record in walks(12, seed=400):
        for state in record.states:
            tables = [guest.table for guest in state.guests]
            assert len(tables) == len(set(tables))
            assert state.free_table() not in tables
            assert all(table in tables for table in range(state.free_table()))


def test_report_tells_what_the_shift_was_like() -> None:
    over = does(opened(*EATS, shift=30), "close 10000", "eaten 10000 0")
    report = kitchen.report(over)

    assert (Fraction(40), 1, 1, 0, 0, 0) == report[:6]
    assert (0, 19, 39) == (report.wait, report.wait_for_plate, report.stay)
    assert (0, Fraction(39, 40)) == (report.waiting, report.inside)
    assert ((Fraction(17, 40),), (Fraction(2, 40),)) == (report.cooks, report.waiters)
    assert 1 == report.served
    assert kitchen.report(initial_state()).wait is None
    for name, statistic in kitchen.STATISTICS.items():
        assert len(statistic(over)) == 1, name


def test_r17_the_shift_stands_beside_the_formula() -> None:
    start = ("arrive 5000", "order brain", "take 0", "arrive 5000", "order brain")
    state = opened(*start, level="queue", shift=30)
    ends = does(state, "cooked 10000 0", "take 1", "close 10000")
    data = told(ends, "cooked 10000 0")

    assert ["S6", "S8", "S9", "R9", "R13", "R17", "R17", "R17"] == cited(ends, "cooked 10000 0")
    # one waited 10 seconds for the cook, the other none; the cook worked from 0:05 to 0:40
    assert {"at": 40_000, "wait": 5000, "waiting": 0.25, "busy": 88} == data["summary_cooks"]
    assert {"at": 40_000, "wait": 80_000, "waiting": 3.2, "busy": 80} == data["formula"]
    assert "summary_waiters" not in data
    dinner = told(opened(level="dinner", shift=30), "close 30000")
    assert {"at": 30_000, "busy": 0} == dinner["summary_waiters"]
    assert not any(kind.startswith("formula") for kind in dinner)
    assert "summary_cooks" not in told(opened(level="arrivals", shift=30), "close 30000")


def test_r17_the_formula_tells_who_finds_no_table_or_leaves_unfed() -> None:
    for level, kind, key in (
        ("tables", "formula_tables", "blocked"),
        ("patience", "formula_patience", "abandoned"),
    ):
        known = kitchen.formula(initial_state(level=level))
        data = told(opened(level=level, shift=30), "close 30000")[kind]
        assert known is not None
        assert data[key] == round(100 * float(getattr(known, key))) > 0
        assert data["wait"] == int(1000 * known.wait)


def test_r17_the_wait_for_a_cook_counts_those_who_left_too() -> None:
    state = opened("arrive 1", "order brain", "wait", level="patience", shift=30)
    report = kitchen.report(does(state, "leave 9000 0"))

    assert (None, 9) == (report.wait, report.wait_of_all)


def test_a_cook_unlocked_later_is_measured_from_then_on() -> None:
    state = opened("arrive 1000", "order brain", level="dinner")
    state = state._replace(tally=state.tally._replace(earned=150))
    state = does(state, "unlock second_cook", "take 0", "arrive 2000", "order brain", "take 1")
    state = does(state, "arrive 1000")
    # at 0:04 the first one has worked 3 of 4 seconds, the second 1 of the 3 it was there
    assert (Fraction(3, 4), Fraction(1, 3)) == kitchen.report(state).cooks
    assert [75, 33] == values(state)["busy_cooks"]


# ---------------------------------------------------------------- policies


POLICIES = ["first_come", "shortest_first", "earliest_deadline", "greedy"]


def chosen(state: State, name: str) -> str:
    return str(kitchen.POLICIES[name](state.view(0), random.Random(1))[1])


def test_policies_choose_whose_dish_comes_next() -> None:
    state = opened(
        *("arrive 1000", "order eyeball", "wait"),
        *("arrive 1000", "order sludge", "wait"),
        *("arrive 1000", "order toenail"),
    )

    assert "take 0" == chosen(state, "first_come")
    assert "take 2" == chosen(state, "shortest_first")  # toenails: 10 + 2 · 3 seconds
    assert "take 2" == chosen(state, "earliest_deadline")  # it waits 60 seconds, others longer
    later = state._replace(now=58_000)
    assert "take 2" == chosen(later, "earliest_deadline")
    assert "take 0" == chosen(later, "greedy")  # the last guest would leave before it is served
    greedy = kitchen.POLICIES["greedy"].explain(later.view(0))
    assert Fraction(0) == greedy[Action(0, "take", (2,))] == greedy[Action(0, "wait")]
    # in 34 seconds a wait of 91 of 100: 10 + 40 · 9/100 points, and 30 that are not lost
    assert Fraction(13 + 30) == greedy[Action(0, "take", (0,))]


@pytest.mark.parametrize("name", POLICIES)
def test_policies_follow_recipes_and_serve_nobody_a_mess(name: str) -> None:
    for seed in range(6):
        record = engine.play(kitchen, name, seed, 1, shift=200)

        assert 0 == record.state.tally.unhappy


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("order", ["sludge", "eyeball"])
def test_policies_cook_a_spoiled_tray_and_fetch_nothing_more_for_it(name: str, order: str) -> None:
    state = opened("arrive 1", f"order {order}", "take 0", "fetch 0 nails", "fetched 5 0")
    values = kitchen.POLICIES[name].explain(state.view(0))
    cook, wait = Action(0, "cook", (0,)), Action(0, "wait")

    assert "cook 0" == chosen(state, name) == legal(state)[0]
    assert values[cook] > values[wait]
    assert all(values[wait] > values[one] for one in values if one.kind == "fetch")


def test_greedy_promises_no_right_dish_from_a_spoiled_tray() -> None:
    state = opened("arrive 1", "order sludge", "take 0", "fetch 0 nails", "fetched 5 0")
    values = kitchen.POLICIES["greedy"].explain(state.view(0))

    # unhappy costs 20 and unfed 30; what it would have been with bread and sludge counts no more
    assert 10 == values[Action(0, "cook", (0,))]
    assert -1 == values[Action(0, "fetch", (0, "bread"))] == values[Action(0, "fetch", (0, "eyes"))]
    assert 0 == values[Action(0, "wait")]
    late = state._replace(now=89_000)  # it leaves at 1:30, and cooking takes 20 seconds
    assert 0 == kitchen.POLICIES["greedy"].explain(late.view(0))[Action(0, "cook", (0,))]


def test_one_ingredient_too_many_spoils_a_tray_too() -> None:
    state = opened("arrive 1", "order sludge", "take 0", "fetch 0 bread", "fetched 5 0")
    assert not state.is_spoiled(state.cooks[0])
    twice = does(state, "fetch 0 bread", "fetched 5 0")

    assert twice.is_spoiled(twice.cooks[0])
    assert "cook 0" == chosen(twice, "greedy")
    assert "fetch 0 sludge" == chosen(state, "greedy")


def test_policies_end_a_shift_soon_that_began_with_a_spoiled_tray() -> None:
    spoiled = ("arrive 1", "order brain", "take 0", "fetch 0 nails", "fetched 5 0")
    for name in POLICIES:
        state, rng = opened(*spoiled, shift=100), random.Random(5)
        while state.tally.unhappy + state.tally.unfed == 0:
            acting = state.acting_players == (0,)
            policy = kitchen.POLICIES[name]
            action = policy(state.view(0), rng)[1] if acting else state.sample_chance(rng)
            state = state.apply(action)
        assert 1 == state.tally.unhappy


def test_policies_buy_help_before_recipes() -> None:
    state = opened("arrive 1", "order brain")
    rich = does(state._replace(tally=state.tally._replace(earned=120)), "take 0")
    values = kitchen.POLICIES["greedy"].explain(rich.view(0))

    assert 1 == values[Action(0, "unlock", ("hot_stove",))]
    assert -1 == values[Action(0, "unlock", ("lint",))]


def test_good_policies_beat_chance_by_far() -> None:
    means = {
        name: sum(engine.play(kitchen, name, s, 1).state.result.payoffs[0] for s in range(8)) / 8
        for name in ("random", "first_come", "greedy")
    }

    assert means["random"] < 0 < 100 < min(means["first_come"], means["greedy"])


# ---------------------------------------------------------------- chances


def test_odds_of_who_comes_in_are_those_of_chance() -> None:
    state = opened("arrive 1")
    (table,) = kitchen.odds(state.view(0)) or ()

    assert {str(a): p for a, p in state.chance_outcomes().items()} == {
        row.action: row.probability for row in table.rows
    }


def test_odds_of_what_comes_next_are_proportional_to_the_rates() -> None:
    state = opened(*EATS, "arrive 1", "order brain", "take 1", "fetch 0 brains")
    (table,) = kitchen.odds(state.view(0)) or ()

    # an arrival every 30 seconds, a meal of 20, a walk of 3: 2, 3 and 20 in 60 seconds
    assert {"odds.arrive": Fraction(2, 25), "odds.eaten": Fraction(3, 25)} == {
        row.label.key: row.probability for row in table.rows if row.label.key != "odds.fetched"
    }
    assert 1 == sum(row.probability for row in table.rows)
    assert 60_000 == table.title.values["at"]


def test_odds_of_what_comes_next_are_those_of_the_draws() -> None:
    state = opened(*EATS, "arrive 1", "order brain", "take 1", "fetch 0 brains")
    rng, n = random.Random(11), 4000
    drawn = Counter(state.sample_chance(rng).kind for _ in range(n))
    racing = n - drawn["restock"]

    for kind, p in {"arrive": 0.08, "eaten": 0.12, "fetched": 0.8}.items():
        assert abs(drawn[kind] / racing - p) < 4 * (p * (1 - p) / racing) ** 0.5
    assert drawn["restock"] / n < 0.01  # exp(-40 · 25/60) is hardly ever
