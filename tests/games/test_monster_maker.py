"""The facts of Monster Maker, rule by rule. Names of rules as in docs/rules/monster_maker.md."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import groupby, pairwise, product
from typing import Any

import pytest

from monster_widgets import engine
from monster_widgets.engine import CHANCE, Action, Result
from monster_widgets.games import monster_maker as maker
from monster_widgets.games.monster_maker import State, initial_state
from monster_widgets.locales import messages
from tests.games.monster_maker import (
    FINISHED,
    MONSTERS,
    NEARLY,
    PIECES,
    PLACES,
    TRADES,
    beginning,
    move,
    moves,
    spare,
    table,
    whole,
    winners,
)
from tests.games.situations import chances, does, legal, refusal, rules, zone


def told(state: State, notation: str) -> list[tuple[str, str]]:
    """Rule and kind of everything that is told of a step."""
    action = maker.parse(notation, state)
    events = maker.events(state, action, state.apply(action))
    return [(event.rule, event.kind) for event in events]


def random_walk(players: int, seed: int, **options: Any) -> list[State]:
    rng, states = random.Random(seed), [initial_state(players, **options)]
    while states[-1].acting_players:
        state = states[-1]
        if state.acting_players == (CHANCE,):
            states.append(state.apply(state.sample_chance(rng)))
        else:
            states.append(state.apply(rng.choice(state.legal_actions())))
    return states


def cards(state: State, name: str) -> list[str]:
    """The cards of a zone in their order."""
    return list(state.view("all").zones[name])


# ---------------------------------------------------------------- the box and the set-up


def test_the_box_holds_two_of_each_piece_nineteen_trade_cards_and_five_monsters() -> None:
    zones = initial_state(4).view("all").zones

    assert {**dict.fromkeys(PIECES, 2), **TRADES} == Counter(zones["draw_pile"])
    assert 60 == sum(card in PIECES for card in zones["draw_pile"])
    assert 19 == sum(TRADES.values())
    assert MONSTERS == list(zones["monster_deck"])
    assert 84 == sum(map(len, zones.values()))


def test_r1_the_names_of_the_monsters_have_different_initials_in_the_order_of_the_alphabet() -> (
    None
):
    assert sorted(MONSTERS) == MONSTERS
    assert 5 == len({name[0] for name in MONSTERS})


def test_s1_every_monster_is_equally_likely_and_given_once() -> None:
    state = initial_state(3)
    second = does(state, "monster kraka")

    assert {f"monster {name}": Fraction(1, 5) for name in MONSTERS} == chances(state)
    assert {f"monster {m}": Fraction(1, 4) for m in MONSTERS if m != "kraka"} == chances(second)
    assert ["kraka"] == cards(second, "monster:0")
    assert [] == cards(second, "monster:1")


def test_d1_monsters_nobody_makes_are_set_aside_but_their_pieces_stay() -> None:
    state = does(initial_state(2), "monster zum", "monster bolo")

    assert ["fuzz", "kraka", "nimbo"] == cards(state, "out")
    assert "monster_deck" not in state.view("all").zones
    assert 2 == cards(state, "draw_pile").count("kraka_head_left")
    assert ("D1", "unused") in told(does(initial_state(2), "monster zum"), "monster bolo")


def test_d1_with_five_players_no_monster_is_set_aside() -> None:
    names = [f"monster {name}" for name in reversed(MONSTERS)]

    assert [] == cards(does(initial_state(5), *names), "out")
    assert [("S1", "make")] == told(does(initial_state(5), *names[:4]), names[4])


def test_s2_six_cards_are_dealt_to_everybody_one_by_one() -> None:
    state = initial_state(3, monsters=["bolo", "fuzz", "zum"])
    for card in range(18):
        assert card % 3 == state.receiver
        state = does(state, f"deal {PIECES[card]}")

    assert "begin" == state.phase
    assert [6, 6, 6] == [sum(hand) for hand in state.hands]


def test_s2_every_card_of_the_deck_is_equally_likely() -> None:
    state = initial_state(2, monsters=["bolo", "fuzz"])
    second = does(state, "deal bolo_head_left")

    assert Fraction(2, 79) == chances(state)["deal zum_foot_right"]
    assert Fraction(7, 79) == chances(state)["deal trade_1"]
    assert Fraction(1, 78) == chances(second)["deal bolo_head_left"]


def test_s3_trade_cards_are_kept_and_replaced_until_everybody_has_six_pieces() -> None:
    state = initial_state(2, monsters=["bolo", "fuzz"])
    for piece in range(5):
        state = does(state, f"deal kraka_{PLACES[piece]}", f"deal nimbo_{PLACES[piece]}")
    state = does(state, "deal trade_2", "deal fuzz_head_left")

    assert ("deal", 0) == (state.phase, state.receiver)
    assert [("S3", "deal_again")] == told(state, "deal trade_1")
    state = does(state, "deal trade_1", "deal garbage_trade", "deal fuzz_head_left")
    assert "begin" == state.phase
    assert ["garbage_trade", "trade_1", "trade_2"] == zone(state, "trades:0")
    assert [] == zone(state, "trades:1")
    assert [6, 6] == [sum(hand) for hand in state.hands]


def test_s4_what_is_left_is_the_draw_pile() -> None:
    state = table([spare(6), spare(6, "kraka")], ["bolo", "fuzz"])

    assert 67 == len(cards(state, "draw_pile"))
    assert {"hidden"} == set(state.view(0).zones["draw_pile"])


@pytest.mark.parametrize(
    ("monsters", "first"),
    [(["zum", "bolo"], 1), (["kraka", "fuzz", "nimbo"], 1), (["bolo", "zum", "fuzz", "kraka"], 0)],
)
def test_s6_the_first_monster_of_the_alphabet_begins(monsters: list[str], first: int) -> None:
    state = initial_state(len(monsters), monsters=monsters)
    while state.phase == "deal":
        state = state.apply(state.sample_chance(random.Random(sum(map(sum, state.hands)))))

    assert ("S6", "first") in told(state, "begin")
    assert (first,) == does(state, "begin").acting_players


def test_s6_the_turn_passes_to_the_left() -> None:
    state = table([spare(6), spare(6, "kraka"), spare(6, "zum")], turn=1)
    state = does(state, "draw", "reveal nimbo_head_left", "discard nimbo_head_left")
    assert (2,) == state.acting_players
    state = does(state, "draw", "reveal nimbo_head_right", "discard nimbo_head_right")
    assert (0,) == state.acting_players


@pytest.mark.parametrize("players", [0, 1, 6, "4", 4.0, None, True, [4]])
def test_a_wrong_number_of_players_is_refused(players: Any) -> None:
    with pytest.raises(ValueError, match="2, 3, 4 or 5 players"):
        initial_state(players)


@pytest.mark.parametrize(
    "monsters",
    [
        "bolo",
        ["bolo"],
        ["bolo", "bolo"],
        ["bolo", "petey"],
        ["bolo", "fuzz", "zum"],
        5,
        [1, 2],
        [["bolo"], "fuzz"],
        [{}, None],
    ],
)
def test_monsters_that_cannot_be_given_are_refused(monsters: Any) -> None:
    with pytest.raises(ValueError, match="monsters must be 2 different ones of bolo, fuzz"):
        initial_state(2, monsters=monsters)


@pytest.mark.parametrize(
    "hands",
    [
        5,
        "bolo",
        [whole("bolo")],
        [whole("bolo"), whole("fuzz")[:5]],
        [whole("bolo"), [*whole("fuzz"), "zum_head_left"]],
        [whole("bolo"), ["fuzz_head_left"] * 6],
        [whole("bolo"), [*whole("fuzz"), *["trade_2"] * 7]],
        [whole("bolo"), [*whole("fuzz")[:5], "fuzz_tail"]],
        [whole("bolo"), "fuzz"],
        [whole("bolo"), [*whole("fuzz")[:5], []]],
    ],
)
def test_hands_that_cannot_be_are_refused(hands: Any) -> None:
    with pytest.raises(ValueError, match="hands must be 2 lists of six pieces each"):
        initial_state(2, hands=hands)


@pytest.mark.parametrize("turns", [0, -1, 1.5, "9", True])
def test_a_wrong_number_of_turns_is_refused(turns: Any) -> None:
    with pytest.raises(ValueError, match="max_turns must be a whole number from 1"):
        initial_state(2, max_turns=turns)


# ---------------------------------------------------------------- a turn

TWO = [[*whole("bolo")[:4], *spare(2)], [*whole("fuzz")[:4], *spare(2, "kraka")]]
"""Bolo and Fuzz, four pieces each and two that help nobody."""


def with_trades(*trades: str, hands: list[list[str]] = TWO) -> list[list[str]]:
    return [[*hands[0], *trades], *hands[1:]]


def test_s7_a_turn_is_one_of_three_things() -> None:
    state = table(with_trades("trade_1", "trade_2"), garbage=("zum_head_left",))

    assert ["draw", "play trade_1", "play trade_2", "take zum_head_left"] == legal(state)
    for other in ("save", "discard bolo_head_left", "give bolo_head_left", "with 1"):
        assert ("one_of_three", "S7") == refusal(state, other)
    assert ("not_held", "S7") == refusal(state, "play garbage_trade")
    assert ("not_your_turn", "S6") == refusal(state, Action(1, "draw"))


def test_r2_at_the_beginning_nothing_lies_in_the_garbage() -> None:
    state = table(with_trades("garbage_trade"))

    assert ["draw"] == legal(state)
    assert ("garbage_empty", "R2") == refusal(state, "take zum_head_left")
    assert ("garbage_empty", "R2") == refusal(state, "play garbage_trade")


# ---------------------------------------------------------------- drawing


def test_s8_a_piece_that_is_drawn_is_kept_and_another_one_goes() -> None:
    state = does(table(TWO), "draw", "reveal bolo_foot_left")

    assert [f"discard {card}" for card in sorted([*TWO[0], "bolo_foot_left"])] == legal(state)
    assert ["bolo_foot_left"] == cards(state, "drawn")
    assert ("S5", "keep") == told(state, "discard nimbo_head_left")[0]
    state = does(state, "discard nimbo_head_left")
    assert ["nimbo_head_left"] == cards(state, "garbage")
    assert sorted([*whole("bolo")[:4], "bolo_foot_left"]) == zone(state, "placed:0")
    assert ["nimbo_head_right"] == cards(state, "spare:0")
    assert [] == cards(state, "drawn")


def test_s8_or_it_goes_itself() -> None:
    state = does(table(TWO), "draw", "reveal zum_foot_left")

    assert [("S8", "decline")] == told(state, "discard zum_foot_left")
    state = does(state, "discard zum_foot_left")
    assert ["zum_foot_left"] == cards(state, "garbage")
    assert sorted(TWO[0]) == sorted([*cards(state, "placed:0"), *cards(state, "spare:0")])


def test_s5_a_second_copy_of_an_own_piece_is_a_spare_one() -> None:
    state = does(table(TWO), "draw", "reveal bolo_head_left", "discard nimbo_head_left")

    assert 4 == len(cards(state, "placed:0"))
    assert ["bolo_head_left", "nimbo_head_right"] == cards(state, "spare:0")


def test_s5_six_pieces_have_to_be_left_before_anything_else() -> None:
    state = does(table(with_trades("trade_1")), "draw", "reveal zum_foot_left")

    for other in ("draw", "play trade_1", "save"):
        assert ("first_discard", "S5") == refusal(state, other)
    assert ("you_lack_it", "S5") == refusal(state, "discard zum_head_left")
    assert ("no_way_back", "R7") == refusal(state, "back")


def test_s5_everybody_has_six_pieces_at_the_beginning_of_every_turn() -> None:
    for seed in range(12):
        for state in random_walk(2 + seed % 4, seed, max_turns=60):
            if state.phase == "turn":
                assert {6} == {sum(hand) for hand in state.hands}


def test_s9_a_trade_card_that_is_drawn_is_played_or_saved() -> None:
    state = does(table(TWO), "draw", "reveal trade_1")

    assert ["play trade_1", "save"] == legal(state)
    assert ("play_or_save", "S9") == refusal(state, "discard bolo_head_left")
    saved = does(state, "save")
    assert ["trade_1"] == cards(saved, "trades:0")
    assert (1,) == saved.acting_players
    assert [] == cards(saved, "drawn")
    played = does(state, "play trade_1", "with 1", "take fuzz_head_left", "give nimbo_head_left")
    assert ["trade_1"] == cards(played, "trade_discard")
    assert [] == cards(played, "trades:0")
    assert (1,) == played.acting_players


def test_r2_a_garbage_trade_that_is_drawn_is_saved_while_there_is_no_garbage() -> None:
    state = does(table(TWO), "draw", "reveal garbage_trade")

    assert (CHANCE,) == state.acting_players
    assert {"save": Fraction(1)} == chances(state)
    assert [("R2", "save_unused")] == told(state, "save")
    assert ["garbage_trade"] == cards(does(state, "save"), "trades:0")


def test_s9_with_garbage_it_may_be_played_at_once() -> None:
    state = does(table(TWO, garbage=("zum_head_left",)), "draw", "reveal garbage_trade")

    assert ["play garbage_trade", "save"] == legal(state)


# ---------------------------------------------------------------- the garbage

GARBAGE = ("zum_head_left", "bolo_foot_left", "bolo_foot_right", "zum_foot_left")


def test_s10_the_top_of_the_garbage_is_taken_and_another_piece_goes_there() -> None:
    state = table(TWO, garbage=GARBAGE)

    assert ("not_on_top", "S10") == refusal(state, "take bolo_foot_left")
    taking = does(state, "take zum_foot_left")
    assert ["bolo_foot_right"] == cards(taking, "garbage")
    assert [("S10", "discard")] == told(taking, "discard nimbo_head_left")
    state = does(taking, "discard nimbo_head_left")
    assert ["zum_head_left", "bolo_foot_left", "bolo_foot_right"] == cards(state, "garbage_below")
    assert ["nimbo_head_left"] == cards(state, "garbage")
    assert ["nimbo_head_right", "zum_foot_left"] == cards(state, "spare:0")


def test_r4_the_piece_taken_does_not_go_back_on_the_garbage() -> None:
    state = does(table(TWO, garbage=GARBAGE), "take zum_foot_left")

    assert "discard zum_foot_left" not in legal(state)
    assert ("just_moved", "R4") == refusal(state, "discard zum_foot_left")


def test_r4_nor_does_the_second_copy_of_the_same_piece() -> None:
    state = does(table(TWO, garbage=("bolo_head_left",)), "take bolo_head_left")

    assert ("just_moved", "R4") == refusal(state, "discard bolo_head_left")


def test_r3_below_its_top_the_garbage_is_covered_for_all() -> None:
    state = table(TWO, garbage=GARBAGE)
    for viewer in (0, 1, "public"):
        zones = state.view(viewer).zones
        assert ("zum_foot_left",) == zones["garbage"]
        assert ("hidden",) * 3 == zones["garbage_below"]
    assert GARBAGE[:3] == state.view("all").zones["garbage_below"]
    first = does(table(TWO, garbage=GARBAGE[:1]), "draw", "reveal zum_foot_left")
    assert ("R3", "covered") in told(first, "discard zum_foot_left")


def test_r3_who_saw_every_piece_go_down_knows_what_lies_there() -> None:
    state = table(TWO, garbage=GARBAGE)
    for viewer in (0, 1, "public"):
        assert state is state.view(viewer).sample(random.Random(1))
        assert Fraction(2 + 2 - 2, len(cards(state, "draw_pile"))) == maker.helps(
            state.view(viewer), 0
        )


# ---------------------------------------------------------------- trade cards


def test_s11_a_trade_card_goes_to_the_used_ones_before_it_works() -> None:
    state = table(with_trades("trade_1"))

    assert [("S11", "play")] == told(state, "play trade_1")
    state = does(state, "play trade_1")
    assert ["trade_1"] == cards(state, "trade_discard")
    assert [] == cards(state, "trades:0")
    assert ["trade_1"] == state.view(0).values["playing"]


def test_s12_trade_1_takes_any_piece_of_any_other_player_and_gives_one_back() -> None:
    three = [*with_trades("trade_1"), spare(6, "zum")]
    state = does(table(three, ["bolo", "fuzz", "kraka"]), "play trade_1")

    assert ["back", "with 1", "with 2"] == legal(state)
    assert ("first_with", "S11") == refusal(state, "draw")
    assert ("first_with", "S11") == refusal(state, "with 0")
    taking = does(state, "with 2")
    assert ["back", *(f"take {card}" for card in sorted(three[2]))] == legal(taking)
    assert ("they_lack_it", "S12") == refusal(taking, "take fuzz_head_left")
    assert ("first_take", "S11") == refusal(taking, "give bolo_head_left")
    giving = does(taking, "take zum_head_left")
    assert ["back", *(f"give {card}" for card in sorted(TWO[0]))] == legal(giving)
    assert ("first_give", "S11") == refusal(giving, "take zum_head_right")
    assert ("you_lack_it", "S5") == refusal(giving, "give zum_head_right")
    done = does(giving, "give nimbo_head_left")
    assert ["nimbo_head_left", *sorted(three[2])[:2]] == sorted(cards(done, "spare:2"))[:3]
    assert "zum_head_left" in cards(done, "spare:0")
    assert "zum_head_left" not in cards(done, "spare:2")
    assert (1,) == done.acting_players


def test_r4_the_piece_given_is_not_the_one_just_taken() -> None:
    state = does(table(with_trades("trade_1")), "play trade_1", "with 1", "take fuzz_head_left")

    assert ("just_moved", "R4") == refusal(state, "give fuzz_head_left")


def test_s13_trade_2_swaps_two_pieces_with_one_player() -> None:
    state = does(
        table(with_trades("trade_2")),
        *("play trade_2", "with 1", "take kraka_head_left", "give nimbo_head_left"),
    )

    assert (0,) == state.acting_players
    assert ["back", "with 1"] == legal(state)
    assert [("S13", "with_same")] == told(state, "with 1")
    state = does(state, "with 1", "take kraka_head_right", "give nimbo_head_right")
    assert (1,) == state.acting_players
    assert ["kraka_head_left", "kraka_head_right"] == cards(state, "spare:0")
    assert ["nimbo_head_left", "nimbo_head_right"] == cards(state, "spare:1")


def test_s13_or_one_piece_each_with_two_players() -> None:
    hands = [*with_trades("trade_2"), spare(6, "zum")]
    state = does(
        table(hands, ["bolo", "fuzz", "kraka"]),
        *("play trade_2", "with 1", "take kraka_head_left", "give nimbo_head_left"),
    )

    assert ["back", "with 1", "with 2"] == legal(state)
    assert [("S13", "with_other")] == told(state, "with 2")
    assert [1, 2] == does(state, "with 2").view(0).values["partners"]
    state = does(state, "with 2", "take zum_head_left", "give nimbo_head_right")
    assert ["kraka_head_left", "zum_head_left"] == cards(state, "spare:0")
    assert "nimbo_head_left" in cards(state, "spare:1")
    assert "nimbo_head_right" in cards(state, "spare:2")


def test_r5_with_the_same_player_no_piece_goes_back() -> None:
    first = ("play trade_2", "with 1", "take kraka_head_left", "give nimbo_head_left", "with 1")
    state = does(table(with_trades("trade_2")), *first)

    assert ("just_moved", "R5") == refusal(state, "take nimbo_head_left")
    state = does(state, "take fuzz_head_left")
    assert ("just_moved", "R5") == refusal(state, "give kraka_head_left")
    assert ("just_moved", "R4") == refusal(state, "give fuzz_head_left")
    assert [("R5", "give")] == told(state, "give nimbo_head_right")


def test_r5_but_it_may_be_passed_on_to_another_one() -> None:
    hands = [
        [*whole("bolo")[:5], "nimbo_head_left", "trade_2"],
        [*whole("fuzz")[:4], *spare(2, "kraka")],
        [*whole("zum")[:5], "bolo_foot_right"],
    ]
    state = does(
        table(hands, ["bolo", "fuzz", "kraka"]),
        *("play trade_2", "with 1", "take kraka_head_left", "give nimbo_head_left"),
        *("with 2", "take bolo_foot_right", "give kraka_head_left"),
    )

    assert Result((6, 4, 1), (0,), "complete") == state.result


def test_s15_a_garbage_trade_takes_one_piece_from_anywhere_and_puts_one_on_top() -> None:
    state = table(with_trades("garbage_trade"), garbage=GARBAGE)

    assert [("S11", "play"), ("S14", "search")] == told(state, "play garbage_trade")
    state = does(state, "play garbage_trade")
    assert sorted(f"take {card}" for card in GARBAGE) == legal(state)
    assert ("first_search", "S11") == refusal(state, "draw")
    assert ("not_in_garbage", "S15") == refusal(state, "take zum_head_right")
    state = does(state, "take bolo_foot_left")
    assert ("just_moved", "R4") == refusal(state, "discard bolo_foot_left")
    state = does(state, "discard nimbo_head_left")
    assert ["zum_head_left", "bolo_foot_right", "zum_foot_left"] == cards(state, "garbage_below")
    assert ["nimbo_head_left"] == cards(state, "garbage")
    assert "bolo_foot_left" in cards(state, "placed:0")
    assert ["garbage_trade"] == cards(state, "trade_discard")


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en", "takes Bolo’s foot (left) out of the garbage."),
        ("es", "saca de la basura el pie de Bolo (izquierdo)."),
    ],
)
def test_s15_a_piece_is_found_in_the_garbage_and_not_in_a_pile(locale: str, said: str) -> None:
    words = messages.Words(locale, "monster_maker", ["Ana", "Leo"])
    told = words.text("monster_maker.event.find", {"player": 0, "card": "bolo_foot_left"})

    assert f"Ana {said}" == told


def test_s14_the_garbage_lies_open_as_long_as_it_is_searched() -> None:
    state = does(table(with_trades("garbage_trade"), garbage=GARBAGE), "play garbage_trade")

    for viewer in (0, 1, "public"):
        assert GARBAGE == state.view(viewer).zones["search"]
        assert () == state.view(viewer).zones["garbage_below"]
    done = does(state, "take zum_head_left", "discard nimbo_head_left")
    assert ("hidden",) * 3 == done.view(0).zones["garbage_below"]
    assert "search" not in done.view(0).zones


# ---------------------------------------------------------------- R6: an empty draw pile


def test_r6_the_garbage_below_its_top_becomes_the_new_draw_pile() -> None:
    state = does(table(with_trades("trade_1"), garbage=GARBAGE, pile=[]), "draw")

    assert {"reshuffle": Fraction(1)} == chances(state)
    assert [("R6", "reshuffle")] == told(state, "reshuffle")
    state = does(state, "reshuffle")
    assert sorted(GARBAGE[:3]) == zone(state, "draw_pile")
    assert ["zum_foot_left"] == cards(state, "garbage")
    assert {f"reveal {card}": Fraction(1, 3) for card in GARBAGE[:3]} == chances(state)


def test_r6_only_when_a_card_is_to_be_drawn() -> None:
    state = table(TWO, garbage=GARBAGE, pile=["zum_head_left"])
    state = does(state, "draw", "reveal zum_head_left", "discard zum_head_left")

    assert [] == cards(state, "draw_pile")
    assert 5 == len(state.garbage)


def test_r6_there_is_always_a_card_to_draw() -> None:
    shuffled = 0
    for seed in range(8):
        for state in random_walk(5 - seed % 4, seed):
            shuffled += state.phase == "reshuffle"
            pieces = sum(map(sum, state.hands)) + sum(state.pile[:30]) + len(state.garbage)
            if state.phase == "turn":
                assert 60 == pieces
                assert any(state.pile) or len(state.garbage) > 1
                assert "draw" in map(str, state.legal_actions())
    assert shuffled


# ---------------------------------------------------------------- R7: a second thought

DRAW = (Action(0, "draw"),)


def test_r7_a_trade_can_be_taken_back_step_by_step() -> None:
    start = table(with_trades("trade_1", "trade_2"))
    steps = ("play trade_2", "with 1", "take kraka_head_left", "give nimbo_head_left", "with 1")
    for n in range(1, len(steps) + 1):
        before, after = does(start, *steps[: n - 1]), does(start, *steps[:n], "back")
        assert before._replace(taken_back=after.taken_back) == after
        assert {"R7"} <= {rule for rule, _ in told(does(start, *steps[:n]), "back")}
        assert ("taken_back", "R7") == refusal(after, steps[n - 1])
        assert steps[n - 1] not in legal(after)


def test_r7_the_top_of_the_garbage_stays_taken_if_that_uncovered_another_piece() -> None:
    start = table(TWO, garbage=GARBAGE)
    state = does(start, "take zum_foot_left")

    for viewer in (0, 1, "public"):
        shown = {card for cards in start.view(viewer).zones.values() for card in cards}
        assert "bolo_foot_right" not in shown
        assert ("bolo_foot_right",) == state.view(viewer).zones["garbage"]
    assert "back" not in legal(state)
    assert ("no_way_back", "R7") == refusal(state, "back")


def test_r7_nothing_hidden_has_come_to_light_while_there_is_a_way_back() -> None:
    seen = 0
    for seed in range(8):
        for before, state in pairwise(random_walk(2 + seed % 4, seed, max_turns=60)):
            chose = len(state.chain) > len(before.chain)
            if chose and "back" in legal(state):
                zones = [moment.view("public").zones.values() for moment in (before, state)]
                was_hidden, is_hidden = (sum(z.count("hidden") for z in all_) for all_ in zones)
                assert was_hidden == is_hidden
                seen += 1
    assert seen


def test_r7_the_only_piece_of_the_garbage_can_be_put_back() -> None:
    state = does(table(TWO, garbage=GARBAGE[-1:]), "take zum_foot_left", "back")

    assert ["draw"] == legal(state)
    assert ["zum_foot_left"] == cards(state, "garbage")
    assert ("taken_back", "R7") == refusal(state, "take zum_foot_left")
    state = does(state, "draw", "reveal zum_foot_left", "discard bolo_head_left")
    state = does(state, "draw", "reveal zum_foot_right", "discard zum_foot_right")
    assert "take zum_foot_right" in legal(state)  # another turn


def test_r7_a_drawn_trade_card_may_be_played_taken_back_and_saved() -> None:
    state = does(table(TWO), "draw", "reveal trade_2", "play trade_2", "with 1", "back", "back")

    assert ["trade_2"] == cards(state, "drawn")
    assert [] == cards(state, "trade_discard")
    assert ["save"] == legal(state)


def test_r7_what_has_been_seen_cannot_be_unseen() -> None:
    state = does(table(with_trades("garbage_trade"), garbage=GARBAGE), "play garbage_trade")

    assert ("no_way_back", "R7") == refusal(state, "back")
    assert ("no_way_back", "R7") == refusal(table(TWO), "back")
    again = does(state, "take zum_head_left", "back")
    assert GARBAGE == again.view(0).zones["search"]
    assert "take zum_head_left" not in legal(again)
    second = does(again, "take bolo_foot_left", "back", "take bolo_foot_right", "back")
    assert ["take zum_foot_left"] == legal(second)
    last = does(second, "take zum_foot_left")
    assert "back" not in legal(last)  # nothing else is left to take


def test_r7_another_way_there_is_another_choice() -> None:
    hands = [*with_trades("trade_1"), [*spare(5, "zum"), "kraka_head_left"]]
    state = does(
        table(hands, ["bolo", "fuzz", "kraka"]),
        *("play trade_1", "with 1", "take kraka_head_left", "back", "back", "with 2"),
    )

    assert "take kraka_head_left" in legal(state)
    assert ("taken_back", "R7") == refusal(does(state, "back"), "with 1")


def test_r7_a_turn_cannot_go_on_for_ever() -> None:
    hands = with_trades("trade_1", "trade_2", "garbage_trade")
    longest = 0
    for seed in range(10):  # somebody who thinks again whenever there is something to lose
        rng, state, steps = random.Random(seed), table(hands, garbage=GARBAGE), 0
        while state.turns == 0 and state.acting_players != (CHANCE,):
            *ahead, last = [a for a in state.legal_actions() if a.kind != "draw"] or DRAW
            goes_back = last.kind == "back" and len(state.chain) > 2
            state = state.apply(last if goes_back or not ahead else rng.choice(ahead))
            steps += 1
        longest = max(longest, steps)
    assert 20 < longest < 5000


# ---------------------------------------------------------------- the end


def test_d3_six_own_pieces_win_at_once() -> None:
    hands = [[*whole("bolo")[:5], "nimbo_head_left"], TWO[1]]
    state = does(table(hands), "draw", "reveal bolo_foot_right")
    events = told(state, "discard nimbo_head_left")

    assert [("S5", "keep"), ("D3", "complete"), ("D3", "win")] == events
    state = does(state, "discard nimbo_head_left")
    assert () == state.acting_players
    assert Result((6, 4), (0,), "complete") == state.result
    assert ("over", "D3") == refusal(state, Action(1, "draw"))
    assert [0] == state.view("public").values["winners"]


def test_d3_who_does_not_keep_the_last_piece_does_not_win() -> None:
    hands = [[*whole("bolo")[:5], "nimbo_head_left"], TWO[1]]
    state = does(table(hands), "draw", "reveal bolo_foot_right", "discard bolo_foot_right")

    assert state.result is None


ALMOST = [
    [*whole("bolo")[:5], "fuzz_foot_right", "trade_1"],
    [*whole("fuzz")[:5], "bolo_foot_right"],
]


def test_r8_when_both_are_complete_the_player_on_turn_wins() -> None:
    for turn, (mine, other) in enumerate([("bolo", "fuzz"), ("fuzz", "bolo")]):
        hands = [[*hand[:6], "trade_1"] for hand in ALMOST]
        state = does(
            table(hands, turn=turn),
            *("play trade_1", f"with {1 - turn}", f"take {mine}_foot_right"),
        )
        events = told(state, f"give {other}_foot_right")

        assert [("D3", "complete"), ("D3", "complete"), ("R8", "win")] == events[-3:]
        state = does(state, f"give {other}_foot_right")
        assert Result((6, 6), (turn,), "complete") == state.result


def test_r8_who_is_completed_by_anothers_trade_wins() -> None:
    state = does(table(ALMOST), "play trade_1", "with 1", "take fuzz_head_left")

    assert state.result is None  # a hand of five is compared with nobody's
    hands = [[*whole("bolo")[:4], "kraka_head_left", "fuzz_foot_right", "trade_1"], *ALMOST[1:]]
    state = does(table(hands), "play trade_1", "with 1", "take bolo_foot_right")
    assert ("R8", "win") == told(state, "give fuzz_foot_right")[-1]
    assert Result((5, 6), (1,), "complete") == does(state, "give fuzz_foot_right").result


def test_r8_the_first_swap_of_a_trade_2_ends_the_game_if_it_completes_the_player_on_turn() -> None:
    hands = [
        [*whole("bolo")[:5], "kraka_head_left", "trade_2"],
        [*whole("fuzz")[:4], "bolo_foot_right", "kraka_head_right"],
    ]
    state = does(table(hands), "play trade_2", "with 1", "take bolo_foot_right")

    assert state.result is None  # seven pieces are compared with nobody's
    assert [("S13", "give"), ("D3", "complete"), ("D3", "win")] == told(
        state, "give kraka_head_left"
    )
    state = does(state, "give kraka_head_left")
    assert Result((6, 4), (0,), "complete") == state.result
    assert () == state.acting_players
    assert 1 == state.turns


def test_r8_the_first_swap_of_a_trade_2_ends_the_game_if_it_completes_another() -> None:
    hands = [
        [*whole("bolo")[:4], "kraka_head_left", "fuzz_foot_right", "trade_2"],
        [*whole("fuzz")[:5], "zum_head_left"],
        [*whole("zum")[1:], "kraka_head_right"],
    ]
    state = does(
        table(hands, ["bolo", "fuzz", "kraka"]), "play trade_2", "with 1", "take zum_head_left"
    )

    assert [("D3", "complete"), ("R8", "win")] == told(state, "give fuzz_foot_right")[-2:]
    assert Result((4, 6, 1), (1,), "complete") == does(state, "give fuzz_foot_right").result


def test_r8_of_two_completed_by_a_first_swap_the_player_on_turn_wins() -> None:
    for turn, (mine, other) in enumerate([("bolo", "fuzz"), ("fuzz", "bolo")]):
        hands = [[*hand[:6], "trade_2"] for hand in ALMOST]
        state = does(
            table(hands, turn=turn),
            *("play trade_2", f"with {1 - turn}", f"take {mine}_foot_right"),
            f"give {other}_foot_right",
        )
        assert Result((6, 6), (turn,), "complete") == state.result


def test_r8_the_second_swap_of_a_trade_2_may_complete_somebody_too() -> None:
    short = {0: "bolo", 1: "fuzz", 2: "kraka", 3: "nimbo"}
    for turn, first, second in ((0, 1, 3), (0, 3, 1), (2, 1, 3)):
        hands = [[*whole(MONSTERS[p])[:5], "zum_head_left"] for p in range(2)]
        hands += [[*whole(MONSTERS[p])[:5], "zum_head_right"] for p in range(2, 4)]
        gift = f"{short[second]}_foot_right"
        hands[turn] = [*whole("zum")[2:], "zum_foot_right", gift, "trade_2"]
        taken = ["zum_head_left" if p < 2 else "zum_head_right" for p in (first, second)]
        state = does(
            table(hands, turn=turn),
            *("play trade_2", f"with {first}", f"take {taken[0]}", "give zum_foot_right"),
        )
        assert state.result is None  # nobody is complete: the trade goes on
        state = does(state, f"with {second}", f"take {taken[1]}", f"give {gift}")
        assert state.result is not None
        assert (second,) == state.result.winners
        assert 1 == state.result.payoffs.count(6)


def test_r8_never_is_a_monster_complete_while_a_trade_goes_on() -> None:
    ended = 0
    for seed in range(60):
        states = random_walk(2, seed, monsters=["bolo", "zum"], hands=NEARLY, max_turns=15)
        for before, state in pairwise(states):
            if state.phase == "with" and before.phase == "give":
                assert [] == state.complete()
            first = before.phase == "give" and before.playing == "trade_2" and len(before.chain) < 5
            ended += first and state.phase == "over"
    assert ended


def test_r9_a_monster_complete_after_the_deal_wins_before_the_first_turn() -> None:
    state = initial_state(2, monsters=["kraka", "fuzz"], hands=FINISHED)

    assert ("R9", "win") == told(state, "begin")[-1]
    assert Result((0, 6), (1,), "complete") == does(state, "begin").result
    both = initial_state(2, monsters=["bolo", "fuzz"], hands=FINISHED)
    assert Result((6, 6), (0,), "complete") == does(both, "begin").result
    turned = initial_state(2, monsters=["fuzz", "bolo"], hands=FINISHED[::-1])
    assert Result((6, 6), (1,), "complete") == does(turned, "begin").result


def test_r10_a_game_ends_after_the_turns_that_were_agreed() -> None:
    state = table(TWO, max_turns=2)
    for piece in ("zum_head_left", "zum_head_right"):
        assert state.result is None
        state = does(state, "draw", f"reveal {piece}", f"discard {piece}")

    assert Result((4, 4), (0, 1), "cap") == state.result
    assert ("over", "R10") == refusal(state, Action(0, "draw"))
    state = table(TWO, max_turns=1)
    state = does(state, "draw", "reveal bolo_foot_left")
    assert [("R10", "cap"), ("R10", "most")] == told(state, "discard nimbo_head_left")[-2:]
    assert Result((5, 4), (0,), "cap") == does(state, "discard nimbo_head_left").result


def test_r10_a_complete_monster_wins_in_the_last_turn_too() -> None:
    hands = [[*whole("bolo")[:5], "nimbo_head_left"], TWO[1]]
    state = does(
        table(hands, max_turns=1), "draw", "reveal bolo_foot_right", "discard nimbo_head_left"
    )

    assert Result((6, 4), (0,), "complete") == state.result


def test_r10_without_a_number_it_is_200_turns() -> None:
    turns = [random_walk(2 + seed, seed)[-1] for seed in range(4)]

    assert all(state.turns == 200 or state.result.reason == "complete" for state in turns)  # type: ignore[union-attr]
    assert 200 == initial_state(3).view("public").values["max_turns"]
    assert 7 == initial_state(3, max_turns=7).view("public").values["max_turns"]


def test_statistics_of_a_finished_game() -> None:
    seen = set[str]()
    for seed, policy in product(range(3), ("random", "collector")):
        record = engine.play(maker, policy, seed, 2 + seed)
        kinds = [action.kind for action in record.actions]
        seen.update(kinds)
        # whoever acts several times in a row does so in one turn: the next one is another's
        acting = [action.player for action in record.actions if action.player != CHANCE]

        assert len([*groupby(acting)]) == maker.STATISTICS["turns"](record.state)
        assert kinds.count("draw") == kinds.count("reveal")
        assert kinds.count("draw") == maker.STATISTICS["draws"](record.state)
    assert {"reshuffle", "back", "save", "give"} <= seen


def test_statistics_count_turns_and_draws_and_not_the_deal() -> None:
    hands = [[*TWO[0], "trade_1"], TWO[1]]
    state = does(table(hands, garbage=("zum_foot_left",), max_turns=4), "take zum_foot_left")
    state = does(state, "discard nimbo_head_left", "draw", "reveal trade_2", "save")
    state = does(state, "play trade_1", "back", "draw", "reveal zum_head_left")
    state = does(state, "discard zum_head_left", "draw", "reveal zum_head_left")
    over = does(state, "discard zum_head_left")

    assert (4, 3) == (maker.turns(over), maker.draws(over))
    for name, statistic in maker.STATISTICS.items():
        with pytest.raises(ValueError, match="not over"):
            statistic(state)
        assert statistic(over) is not None, name
    before = does(initial_state(2, monsters=["bolo", "fuzz"], hands=FINISHED), "begin")  # R9
    assert (0, 0) == (maker.turns(before), maker.draws(before))


# ---------------------------------------------------------------- what stands beside


def test_scores_say_what_is_in_place_and_what_is_missing() -> None:
    mine, theirs = maker.scores(table(TWO).view("public"))

    assert [("placed", 4, 4), ("missing", 2, 0)] == [
        (line.label, line.count, line.points) for line in mine.lines
    ]
    assert ["bolo_foot_left", "bolo_foot_right"] == mine.lines[1].pieces
    assert (4, 4) == (mine.total, theirs.total)
    assert (0, ()) == maker.scores(initial_state(2).view("public"))[0]


def test_a_step_tells_whose_monster_gains_or_loses_a_piece() -> None:
    state = does(table(with_trades("trade_1")), "play trade_1", "with 1")
    action = maker.parse("take fuzz_head_left", state)
    events = maker.events(state, action, state.apply(action))

    assert ["take", "progress"] == [event.kind for event in events]
    assert (1, 3) == (events[1].player, events[1].data["pieces"])
    assert ["S12", "S5"] == rules(events)


def test_a_game_can_begin_with_given_hands() -> None:
    record = engine.play("monster_maker", "collector", 5, 2, monsters=["bolo", "zum"], hands=NEARLY)

    assert {"monsters": ["bolo", "zum"], "hands": NEARLY} == record.options
    assert "begin" == str(record.actions[0])
    assert {"box", "make", "unused", "draw_pile", "first"} == {
        event.kind for event in record.states[1].history("public")
    }


@pytest.mark.parametrize(("locale", "said"), [("en", "1 piece<"), ("es", "1 pieza<")])
def test_the_static_board_counts_pieces_not_points(locale: str, said: str) -> None:
    import monster_widgets as mw

    widget = mw.MonsterMaker(players=2, seed=1, max_turns=8, locale=locale, step=25)
    html = widget._repr_mimebundle_()[0]["text/html"]

    assert said in html
    assert "point" not in html
    assert "punto" not in html


# ---------------------------------------------------------------- the rules told a second time


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_move_of_random_games_agrees_with_the_second_telling(players: int) -> None:
    rng = random.Random(players)
    for turns in (8, 60, 200):
        state, position = initial_state(players, max_turns=turns), beginning(players, turns)
        while expected := moves(position):
            if state.acting_players == (CHANCE,):
                weights = {str(action): p for action, p in state.chance_outcomes().items()}
                total = sum(expected.values())
                assert {text: Fraction(n, total) for text, n in expected.items()} == weights
            else:
                assert sorted(expected) == legal(state)
            text = rng.choices(list(expected), list(expected.values()))[0]
            state, position = does(state, text), move(position, text)
            shown = state.view("all")
            for p, pieces in enumerate(position["pieces"]):
                held = [*zone(state, f"spare:{p}"), *zone(state, f"placed:{p}")]
                drawn = [card for card in zone(state, "drawn") if card in PIECES]
                assert sorted(pieces) == sorted(held + drawn * (p == state.turn))
                assert sorted(position["trades"][p]) == zone(state, f"trades:{p}")
            below = [*shown.zones["garbage_below"], *shown.zones["garbage"]]
            assert position["garbage"] == below
            assert position["searched"] == list(shown.zones.get("search", ()))
        assert state.result is not None
        assert winners(position) == state.result.winners


def test_games_that_a_trade_2_may_end_agree_with_the_second_telling() -> None:
    early = 0
    for seed in range(60):
        rng, position = random.Random(seed), beginning(2, 15)
        state = initial_state(2, monsters=["bolo", "zum"], hands=NEARLY, max_turns=15)
        pieces, trades = (
            [[c for c in h if (c in PIECES) == own] for h in NEARLY] for own in (1, 0)
        )
        for card in (*NEARLY[0], *NEARLY[1]):
            position["deck"].remove(card)
        position.update(stage="begin", monsters=["bolo", "zum"], pieces=pieces, trades=trades)
        while expected := moves(position):
            chance = state.acting_players == (CHANCE,)
            assert sorted(set(expected)) == sorted(chances(state) if chance else legal(state))
            text = rng.choice(list(expected))
            first = text[:4] == "give" and state.playing == "trade_2" and len(state.chain) == 3
            state, position = does(state, text), move(position, text)
            early += first and state.phase == "over"
        assert state.result is not None
        assert winners(position) == state.result.winners
    assert early


def test_collectors_play_by_the_second_telling_too() -> None:
    for seed in range(3):
        record = engine.play("monster_maker", "collector", seed, 3)
        position = beginning(3)
        for action in record.actions:
            assert str(action) in moves(position)
            position = move(position, str(action))
        assert moves(position) == {}
        assert winners(position) == record.state.result.winners


# ---------------------------------------------------------------- the widget


def test_the_widget_plays_with_collectors_and_goes_step_by_step() -> None:
    import monster_widgets as mw

    widget = mw.MonsterMaker(players=3, seed=7, you=0, monsters=["bolo", "zum", "fuzz"])
    assert (0,) == widget.record.state.acting_players
    assert {"draw"} <= {str(action) for action in widget.explain()}
    with pytest.raises(engine.IllegalAction, match=r"rule R2"):
        widget.act("take zum_head_left")
    widget.act("draw")
    assert widget.record.state.acting_players in ((0,), ())
    assert widget.record == mw.MonsterMaker(record=widget.record.code, you=0).record


def test_two_persons_may_play_at_one_screen_for_hands_are_open() -> None:
    import monster_widgets as mw

    widget = mw.MonsterMaker(players=2, seed=7, you=(0, 1), policies="spoiler")
    assert widget.record.state.acting_players[0] in (0, 1)
