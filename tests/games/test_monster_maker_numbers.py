"""Monster Maker's exact numbers and policies, each by a second route."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from scipy import stats

from monster_widgets import engine
from monster_widgets.engine import CHANCE
from monster_widgets.games import monster_maker as maker
from monster_widgets.games.monster_maker import State, initial_state
from tests.games.monster_maker import CARDS, PIECES, spare, table, whole
from tests.games.situations import chances, does


def walk(players: int, seed: int, policies: str = "random", **options: Any) -> tuple[State, ...]:
    return engine.play("monster_maker", policies, seed, players, **options).states


# ---------------------------------------------------------------- exact numbers


def test_next_card_is_the_distribution_of_the_draw() -> None:
    for seed in range(4):
        for state in walk(2 + seed, seed, max_turns=90):
            if state.phase not in ("turn", "reveal", "deal"):
                continue
            drawing = does(state, "draw") if state.phase == "turn" else state
            if drawing.phase == "reshuffle":
                drawing = does(drawing, "reshuffle")
            drawn = {name.split()[1]: p for name, p in chances(drawing).items()}
            for viewer in ("public", "all", *range(state.players)):
                assert drawn == maker.next_card(state.view(viewer))


def test_there_is_no_next_card_after_the_game() -> None:
    with pytest.raises(ValueError, match="the game is over"):
        maker.next_card(walk(2, 1, max_turns=3)[-1].view("public"))


def test_a_card_helps_if_the_monster_lacks_it() -> None:
    hands = [[*whole("bolo")[:3], *spare(3)], ["bolo_body_right", *whole("fuzz")[:5]]]
    state = table(hands, garbage=("bolo_foot_left", "zum_head_left"))
    pile = state.view("all").zones["draw_pile"]
    lacking = {"bolo_body_right", "bolo_foot_left", "bolo_foot_right"}

    assert lacking == set(maker.missing_pieces(state.view(0)))
    assert Fraction(sum(card in lacking for card in pile), len(pile)) == maker.helps(state.view(0))
    assert Fraction(1 + 1 + 2, 79 - 12 - 2) == maker.helps(state.view("public"))
    assert Fraction(2, 65) == maker.helps(state.view(0), 1)


def test_before_the_monsters_are_dealt_nobody_lacks_a_certain_piece() -> None:
    with pytest.raises(ValueError, match="not known yet"):
        maker.missing_pieces(initial_state(2).view(0))


@pytest.mark.parametrize("player", [-1, 7, 2, True, "x", 1.0, (0,)])
def test_a_player_who_is_not_there_is_refused(player: Any) -> None:
    for state in (table([whole("zum"), whole("kraka")]), initial_state(2)):
        for ask in (maker.missing_pieces, maker.helps, maker.draws_to_complete):
            with pytest.raises(ValueError, match="player must be from 0 to 1, not"):
                ask(state.view(0), player)
        with pytest.raises(ValueError, match="player must be from 0 to 1, not"):
            maker.complete_within(state.view(0), 3, player)


def test_complete_within_counts_the_hands_that_hold_everything() -> None:
    pile = [
        *("bolo_foot_left", "bolo_foot_left", "bolo_foot_right", "bolo_body_right"),
        *("zum_head_left", "zum_head_right", "trade_1", "trade_2", "garbage_trade"),
    ]
    hands = [[*whole("bolo")[:3], *spare(3)], whole("fuzz")]
    view = table(hands, ["bolo", "zum"], pile=pile).view(0)
    for draws in range(len(pile) + 1):
        drawn = list(combinations(pile, draws))
        complete = sum(set(whole("bolo")[3:]) <= set(cards) for cards in drawn)

        assert Fraction(complete, len(drawn)) == maker.complete_within(view, draws)
        assert maker.complete_within(view, draws) == maker.draws_to_complete(view).probability(
            lambda n, draws=draws: n <= draws
        )


def test_one_missing_piece_is_waited_for_as_the_hypergeometric_law_says() -> None:
    view = table([[*whole("bolo")[:5], *spare(1)], whole("fuzz")], ["bolo", "zum"]).view(0)
    left = 79 - 12

    for draws in (0, 1, 5, 20, 66, 67):
        theirs = stats.hypergeom(left, 2, draws).sf(0)
        assert theirs == pytest.approx(float(maker.complete_within(view, draws)))
    assert Fraction(left + 1, 3) == maker.draws_to_complete(view).expectation()
    assert Fraction(2, left) == maker.complete_within(view, 1) == maker.helps(view)


def test_drawing_alone_cannot_find_a_piece_that_is_not_in_the_pile() -> None:
    hands = [[*whole("bolo")[:5], *spare(1)], ["bolo_foot_right", *whole("fuzz")[:5]]]
    view = table(hands, garbage=("bolo_foot_right",)).view(0)

    assert Fraction(0) == maker.complete_within(view, 20)
    with pytest.raises(ValueError, match="not among the cards to come"):
        maker.draws_to_complete(view)
    for wrong in (-1, 67, 2.5, "3", None):
        with pytest.raises(ValueError, match="draws must be from 0 to 66"):
            maker.complete_within(view, wrong)  # type: ignore[arg-type]


def test_an_empty_pile_counts_as_the_garbage_that_will_be_shuffled() -> None:
    garbage = (
        "bolo_foot_left",
        "bolo_foot_right",
        "bolo_foot_left",
        "zum_head_left",
        "zum_body_left",
    )
    hands = [[*whole("bolo")[:4], *spare(2), "garbage_trade"], whole("fuzz")]
    state = table(hands, ["bolo", "zum"], garbage=garbage, pile=[])
    shuffled = does(state, "draw", "reshuffle")
    for moment in (state, does(state, "draw"), shuffled):
        view, among = moment.view(0), list(combinations(garbage[:-1], 3))
        within = [sum({*garbage[:2]} <= {*cards} for cards in among), len(among)]

        assert Fraction(*within) == maker.complete_within(view, 3)
        assert maker.draws_to_complete(shuffled.view(0)) == maker.draws_to_complete(view)
        assert Fraction(3, 4) == maker.helps(view)
        *_, soon = maker.odds(view) or ()
        assert "odds.complete_within" == soon.title.key
        assert [maker.complete_within(view, row.label.values["n"]) for row in soon.rows] == [
            row.probability for row in soon.rows
        ]
    with pytest.raises(ValueError, match="draws must be from 0 to 4"):
        maker.complete_within(state.view(0), 5)


def test_while_a_piece_is_about_to_go_on_the_garbage_all_below_it_counts() -> None:
    hands = [[*whole("bolo")[:4], *spare(2), "garbage_trade"], whole("fuzz")]
    garbage = ("bolo_foot_left", "bolo_foot_right", "zum_head_left", "zum_body_left")
    state = table(hands, ["bolo", "zum"], garbage=garbage, pile=[])
    for steps in (("take zum_body_left",), ("play garbage_trade", "take zum_body_left")):
        choosing = does(state, *steps)
        following = does(choosing, "discard nimbo_head_left", "draw", "reshuffle")

        drawn = {name.split()[1]: p for name, p in chances(following).items()}
        assert drawn == maker.next_card(choosing.view(0))
        assert Fraction(2, 3) == maker.helps(choosing.view(0))
    searching = does(state, "play garbage_trade").view(0)
    assert maker.next_card(state.view(0)) == maker.next_card(searching)


def test_a_complete_monster_needs_no_draw() -> None:
    view = table([whole("bolo"), whole("fuzz")], ["zum", "fuzz"]).view(1)

    assert {0: Fraction(1)} == dict(maker.draws_to_complete(view))
    assert Fraction(1) == maker.complete_within(view, 0)


def test_the_deck_before_the_deal_needs_52_7_draws_for_a_monster() -> None:
    state = does(initial_state(2), "monster bolo", "monster zum")

    assert Fraction(158320, 3003) == maker.draws_to_complete(state.view(0)).expectation()


def test_the_odds_beside_the_board_are_these_numbers() -> None:
    state = table([[*whole("bolo")[:4], *spare(2)], whole("fuzz")], ["bolo", "zum"])
    next_card, which, soon = maker.odds(state.view("public")) or ()
    view = state.view(0)

    assert ["helps", "trade", "other"] == [row.label.key.split(".")[1] for row in next_card.rows]
    assert maker.helps(view) == next_card.rows[0].probability
    assert Fraction(1) == sum(row.probability for row in next_card.rows)
    assert {row.action: row.probability for row in which.rows} == {
        name: p
        for name, p in chances(does(state, "draw")).items()
        if name.split()[1] in (*maker.missing_pieces(view), *CARDS[30:])
    }
    assert [maker.complete_within(view, row.label.values["n"]) for row in soon.rows] == [
        row.probability for row in soon.rows
    ]


# ---------------------------------------------------------------- policies, by trying all


def collected(state: State, player: int) -> int:
    monster = state.view("all").zones[f"monster:{player}"][0]
    held = [
        *state.view("all").zones[f"placed:{player}"],
        *state.view("all").zones[f"spare:{player}"],
    ]
    return len({card for card in held if card.startswith(monster)})


def ahead(state: State, player: int) -> int:
    """As the spoiler counts: own pieces less those of the best other, the top for the next one."""
    mine = collected(state, player)
    if mine == 6:
        return 12
    best, top = 0, state.view("all").zones["garbage"]
    for other in range(state.players):
        if other != player:
            pieces = collected(state, other)
            monster = state.view("all").zones[f"monster:{other}"][0]
            lacks = (
                top
                and top[0].startswith(monster)
                and top[0] not in (state.view("all").zones[f"placed:{other}"])
            )
            if other == (player + 1) % state.players and lacks:
                pieces += 1
            best = max(best, 12 if collected(state, other) == 6 else pieces)
    return mine - best


def best(state: State, player: int, count: Callable[[State, int], int]) -> Fraction:
    """What a turn is worth when everything is tried, nothing taken back."""
    if state.phase == "over" or state.turn != player or state.phase == "turn":
        return Fraction(count(state, player))
    if state.acting_players == (CHANCE,):
        return state.chance_outcomes().expectation(
            lambda action: best(state.apply(action), player, count)
        )
    return max(best(after, player, count) for after in ahead_of(state))


def ahead_of(state: State) -> Iterator[State]:
    for action in state.legal_actions():
        if action.kind != "back":
            yield state.apply(action)


def positions(players: int, n: int, seed: int) -> list[State]:
    """Moments of games in which somebody chooses, trades and garbage at hand."""
    rng, found = random.Random(seed), []
    while len(found) < n:
        states = walk(players, rng.randrange(10**6), "collector", max_turns=40)
        choosing = [s for s in states if s.legal_actions()]
        found.append(rng.choice(choosing))
    return found


@pytest.mark.parametrize(("policy", "count"), [("collector", collected), ("spoiler", ahead)])
@pytest.mark.parametrize("players", [2, 3])
def test_a_policy_values_a_choice_as_looking_at_everything_does(
    policy: str, count: Callable[[State, int], int], players: int
) -> None:
    checked = 0
    for state in positions(players, 14, seed=players):
        player = state.turn
        values = maker.POLICIES[policy].explain(state.view(player))
        for action, value in values.items():
            after = state.apply(action)
            long = "trade_2" in (*map(str, action.args), state.playing) and len(state.chain) < 3
            if action.kind in ("back", "draw") or long:
                continue  # tried below, in smaller positions
            assert best(after, player, count) == value, (state, action)
            checked += 1
    assert checked > 20


TINY = [
    [*whole("bolo")[:5], "nimbo_head_left", "trade_2", "trade_1"],
    ["bolo_foot_right", "kraka_head_left", *["zum_head_left", "zum_head_right"], *spare(2, "fuzz")],
]


@pytest.mark.parametrize("policy", ["collector", "spoiler"])
def test_a_trade_2_is_planned_to_its_end(policy: str) -> None:
    count = {"collector": collected, "spoiler": ahead}[policy]
    state = table(TINY, ["bolo", "fuzz"])
    for steps in ((), ("play trade_2",), ("play trade_2", "with 1")):
        state_now = does(state, *steps)
        values = maker.POLICIES[policy].explain(state_now.view(0))
        for action, value in values.items():
            if action.kind in ("play", "with", "take"):
                assert best(state_now.apply(action), 0, count) == value, action


def test_the_first_swap_of_a_trade_2_is_enough_for_what_lacks_one_piece() -> None:
    values = maker.POLICIES["collector"].explain(table(TINY, ["bolo", "fuzz"]).view(0))
    worth = {str(action): value for action, value in values.items()}

    assert Fraction(6) == worth["play trade_1"] == worth["play trade_2"]
    assert 5 < worth["draw"] < 6


NEARLY_DONE = [
    [
        [*whole("bolo")[:4], "fuzz_foot_right", "nimbo_head_left", "trade_2"],
        [*whole("fuzz")[:5], "bolo_foot_left"],
    ],
    [
        [*whole("bolo")[:5], "fuzz_foot_right", "trade_2"],
        [*whole("fuzz")[:5], "kraka_head_left"],
    ],
    [
        [*whole("bolo")[:5], "bolo_head_left", "trade_2"],
        [*whole("fuzz")[:4], "bolo_foot_right", "kraka_head_left"],
    ],
]


@pytest.mark.parametrize("policy", ["collector", "spoiler"])
@pytest.mark.parametrize("hands", NEARLY_DONE)
def test_a_trade_2_is_planned_as_one_that_the_first_swap_may_end(
    policy: str, hands: list[list[str]]
) -> None:
    count = {"collector": collected, "spoiler": ahead}[policy]
    start = table(hands, ["bolo", "fuzz"], garbage=("bolo_head_right",))
    taken = [card for card in hands[1] if card in ("fuzz_head_left", hands[1][5])]
    steps = [("play trade_2",), *(("play trade_2", "with 1", f"take {card}") for card in taken)]
    for state in (start, *(does(start, *some) for some in steps)):
        for action, value in maker.POLICIES[policy].explain(state.view(0)).items():
            if action.kind in ("play", "with", "take", "give"):
                assert best(state.apply(action), 0, count) == value, action


ALMOST = [*whole("bolo")[:5], "nimbo_head_left"]
"""All but one piece is needed, and Nimbo's head is all there is to spare."""
BARRED = {
    "trade_1": ([ALMOST, ["nimbo_head_left", *whole("bolo")[:5]]], ["bolo", "fuzz"], ()),
    "garbage_trade": (
        [[*whole("zum")[:5], "bolo_head_left"], spare(6, "kraka")],
        ["zum", "fuzz"],
        ("bolo_head_left", "zum_head_left"),
    ),
}
"""Whoever takes the second copy of the spare piece may not give it (R4), but must a needed one."""


@pytest.mark.parametrize("policy", ["collector", "spoiler"])
@pytest.mark.parametrize("trade", BARRED)
def test_the_second_copy_is_taken_that_leaves_a_piece_to_spare(policy: str, trade: str) -> None:
    count = {"collector": collected, "spoiler": ahead}[policy]
    hands, monsters, garbage = BARRED[trade]
    state = table([[*hands[0], trade], hands[1]], monsters, garbage=garbage)
    play = maker.parse(f"play {trade}", state)
    values = maker.POLICIES[policy].explain(state.view(0))

    assert best(state.apply(play), 0, count) == values[play]
    if policy == "collector":
        assert Fraction(5) == values[play]


def test_the_first_swap_of_a_trade_2_counts_the_copies_that_others_have() -> None:
    hands = [
        [*ALMOST, "trade_2"],
        ["nimbo_head_left", *spare(2, "kraka"), "nimbo_body_left"],
        ["bolo_head_left", *whole("zum")[:2], *whole("kraka")[3:]],
    ]
    hands[1] += ["nimbo_body_right", "nimbo_foot_left"]
    state = does(table(hands, ["bolo", "fuzz", "zum"]), "play trade_2", "with 1")
    values = maker.POLICIES["collector"].explain(state.view(0))
    take = maker.parse("take nimbo_head_left", state)
    # a Nimbo's head may not be given now: Bolo's is, and the other one comes from the third player
    steps = ("take nimbo_head_left", "give bolo_head_left", "with 2", "take bolo_head_left")
    assert Fraction(5) == values[take]
    assert 5 == collected(does(state, *steps, "give nimbo_head_left"), 0)


def test_a_spoiler_takes_both_copies_of_a_piece_with_a_trade_2() -> None:
    doubled = [
        [*whole("bolo")[:3], *whole("bolo")[4:], "nimbo_foot_left", "trade_2"],
        [*["nimbo_head_left"] * 2, "nimbo_foot_left", "bolo_body_left", "kraka_body_right"],
    ]
    doubled[1].append("zum_head_right")
    state = table(doubled, ["bolo", "nimbo"])
    values = maker.POLICIES["spoiler"].explain(state.view(0))
    play = maker.parse("play trade_2", state)
    steps = ("play trade_2", "with 1", "take nimbo_head_left", "give nimbo_foot_left")
    last = ("with 1", "take nimbo_head_left", "give bolo_head_left")
    assert Fraction(3) == values[play] == ahead(does(state, *steps, *last), 0)


def test_a_collector_does_not_end_the_game_by_completing_another_before_the_second_swap() -> None:
    hands = [
        [*whole("bolo")[:4], "nimbo_head_left", "zum_foot_right", "trade_2"],
        [*whole("zum")[:5], "bolo_foot_left"],
        [*whole("kraka")[:5], "bolo_foot_right"],
    ]
    state = does(table(hands, ["bolo", "zum", "kraka"]), "play trade_2", "with 1")
    take = maker.parse("take bolo_foot_left", state)
    values = maker.POLICIES["collector"].explain(state.view(0))
    assert Fraction(6) == values[take] == best(state.apply(take), 0, collected)

    hands = [
        [*whole("bolo")[:4], *["kraka_foot_right"] * 2, "trade_2"],
        [*whole("kraka")[:5], "zum_head_left"],
        [*whole("fuzz")[:5], "bolo_foot_left"],
    ]
    state = does(table(hands, ["bolo", "kraka", "fuzz"]), "play trade_2")
    partner = maker.parse("with 1", state)
    values = maker.POLICIES["collector"].explain(state.view(0))
    assert Fraction(5) == values[partner] == best(state.apply(partner), 0, collected)


@pytest.mark.parametrize("policy", ["collector", "spoiler"])
def test_drawing_is_worth_the_mean_over_the_next_card(policy: str) -> None:
    count = {"collector": collected, "spoiler": ahead}[policy]
    for state in [s for s in positions(2, 12, seed=9) if s.phase == "turn"]:
        values = maker.POLICIES[policy].explain(state.view(state.turn))
        draw = next(action for action in values if action.kind == "draw")
        few = [k for k, n in enumerate(state.pile) if n][::4]  # not all of them: it takes long
        pile = tuple(n if k in few and k != 31 else 0 for k, n in enumerate(state.pile))
        smaller = state._replace(pile=pile)
        value = maker.POLICIES[policy].explain(smaller.view(state.turn))[draw]

        assert best(smaller.apply(draw), state.turn, count) == value


EMPTY_PILE = {
    "garbage": ("bolo_foot_right", "zum_head_left", "fuzz_foot_right", "zum_head_right"),
    "pile": [],
}


@pytest.mark.parametrize("policy", ["collector", "spoiler"])
def test_with_an_empty_pile_a_garbage_trade_may_take_any_piece(policy: str) -> None:
    count = {"collector": collected, "spoiler": ahead}[policy]
    hands = [
        [*whole("bolo")[:4], *spare(2), "garbage_trade"],
        [*whole("fuzz")[:5], "kraka_head_left"],
    ]
    held = table(hands, ["bolo", "fuzz"], **EMPTY_PILE)
    last = table([hands[0][:6], hands[1]], ["bolo", "fuzz"], **EMPTY_PILE)
    last = last._replace(pile=tuple(int(card == "garbage_trade") for card in CARDS))
    drawn = does(last, "draw", "reveal garbage_trade")
    assert not any(drawn.pile)
    for state in (held, last, drawn, does(held, "play garbage_trade")):
        values = maker.POLICIES[policy].explain(state.view(0))
        for action, value in values.items():
            assert best(state.apply(action), 0, count) == value, action

    worth = {str(a): v for a, v in maker.POLICIES["collector"].explain(held.view(0)).items()}
    # the reshuffled garbage: its three pieces below the top, one of them of use; no trade card
    assert {
        "draw": Fraction(4 + 4 + 5, 3),
        "play garbage_trade": 5,
        "take zum_head_right": 4,
    } == worth


def test_going_back_is_worth_the_best_that_is_left() -> None:
    state = does(table(TINY, ["bolo", "fuzz"]), "play trade_1", "with 1")
    explain = maker.POLICIES["collector"].explain
    worth = {str(action): value for action, value in explain(state.view(0)).items()}
    before = does(state, "back", "back")
    left = explain(before.view(0))

    assert Fraction(6) == worth["take bolo_foot_right"]
    assert max(left.values()) == worth["back"]
    assert {"draw", "play trade_2"} == {str(action) for action in left}


@pytest.mark.parametrize("policy", ["collector", "spoiler"])
def test_a_trade_that_was_taken_back_is_not_played_when_it_is_drawn(policy: str) -> None:
    count = {"collector": collected, "spoiler": ahead}[policy]
    pile = [*["trade_1"] * 2, "trade_2", "zum_foot_left"]
    hands = [[*whole("bolo")[:4], *spare(2), "trade_1"], ["bolo_foot_left", *whole("kraka")[1:]]]
    state = does(table(hands, ["bolo", "fuzz"], pile=pile), "play trade_1", "with 1")
    before = does(state, "back", "back")
    draw, back = maker.parse("draw", before), maker.parse("back", state)

    assert ["draw"] == [str(action) for action in before.legal_actions()]
    drawn = does(before, "draw", "reveal trade_1")
    assert ["save"] == [str(action) for action in drawn.legal_actions()]
    explain, value = maker.POLICIES[policy].explain, best(before.apply(draw), 0, count)
    assert value == explain(before.view(0))[draw] == explain(state.view(0))[back]


def test_policies_go_on_with_what_they_began() -> None:
    for policy in ("collector", "spoiler"):
        record = engine.play("monster_maker", policy, 3, 3)

        assert "back" not in {action.kind for action in record.actions}


def test_collectors_complete_a_monster_and_random_players_hardly_ever_do() -> None:
    collectors = [walk(3, seed, "collector")[-1] for seed in range(10)]
    others = [walk(3, seed)[-1] for seed in range(10)]

    assert {"complete"} == {state.result.reason for state in collectors if state.result}
    assert max(state.turns for state in collectors) < 150
    assert sum(state.result.reason == "cap" for state in others if state.result) >= 8


def test_a_spoiler_takes_what_the_other_needs() -> None:
    hands = [
        [*whole("bolo")[:2], *spare(4), "trade_1"],
        [*whole("fuzz")[:5], "zum_head_left"],
    ]
    view = does(table(hands, ["bolo", "fuzz"]), "play trade_1", "with 1").view(0)
    for policy, takes in (("collector", 0), ("spoiler", 1)):
        worth = maker.POLICIES[policy].explain(view)
        gain = {str(action): value for action, value in worth.items()}
        difference = gain["take fuzz_head_left"] - gain["take zum_head_left"]

        assert takes == difference


def test_every_number_a_lesson_asks_for_is_of_this_module() -> None:
    assert {"next_card", "helps", "draws_to_complete", "complete_within", "missing_pieces"} <= {
        *maker.__all__
    }
    assert 30 == len(PIECES)
