"""The rules of Monster My Neighbor, one test for every fact and every ruling."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from monster_widgets import engine
from monster_widgets.engine import CHANCE, HIDDEN, Action
from monster_widgets.games import monster_my_neighbor as neighbor
from monster_widgets.games._monster_my_neighbor_box import COPIES, GENERAL, added
from monster_widgets.games.monster_my_neighbor import State, initial_state
from tests.games.monster_my_neighbor import (
    HUNTERS,
    cited,
    dealt,
    does,
    holding,
    kinds,
    legal,
    points,
    said,
    told,
    zone,
)
from tests.games.situations import chances, refusal

# ---------------------------------------------------------------- setting up a round


def walk(state: State, phase: str, seed: int = 1) -> State:
    rng = random.Random(seed)
    while state.phase != phase:
        if state.acting_players == (CHANCE,):
            state = state.apply(state.sample_chance(rng))
        else:
            state = state.apply(rng.choice(state.legal_actions()))
    return state


def test_the_box_has_33_general_cards_and_5_monsters_r1() -> None:
    for copies in COPIES.values():
        assert 33 == sum(copies)
    assert dict(zip(GENERAL, COPIES["analogy"], strict=True)) == {
        "wanted": 1, "hunter": 4, "hide": 5, "dog": 1, "friend": 2, "villager": 2,
        "investigate": 3, "gossip": 3, "rumor": 4, "deal": 5, "steal": 2, "fog": 1,
    }  # fmt: skip
    assert dict(zip(GENERAL, COPIES["lesson"], strict=True)) == {
        "wanted": 1, "hunter": 5, "hide": 4, "dog": 1, "friend": 2, "villager": 3,
        "investigate": 3, "gossip": 3, "rumor": 3, "deal": 3, "steal": 3, "fog": 2,
    }  # fmt: skip
    for players in neighbor.PLAYERS:
        cards = [c for z in initial_state(players).view("all").zones.values() for c in z]
        assert 38 == len(cards)


def test_a_round_has_four_cards_for_each_player_s1_s2_s4() -> None:
    assert [8, 12, 16, 20, 24, 28] == [added(players) for players in neighbor.PLAYERS]
    for players in neighbor.PLAYERS:
        start = initial_state(players)
        assert sorted(zone(start, "start")) == ["hide", "hunter", "wanted"]
        ready = walk(start, "monster")
        assert 3 + added(players) == len(zone(ready, "start"))
        ready = walk(start, "turn")
        hands = [zone(ready, f"hand:{p}") for p in range(players)]
        assert {4} == set(map(len, hands))
        every = Counter(card for hand in hands for card in hand)
        assert all(every[key] for key in ("wanted", "hunter", "hide"))
        assert 1 == sum(every[key] for key in neighbor.MONSTERS)
        assert 33 - 3 - added(players) == len(zone(ready, "deck"))


def test_the_monster_is_one_not_used_yet_and_nobody_knows_which_s3() -> None:
    state = walk(initial_state(3), "monster")

    assert {f"monster {key}": Fraction(1, 5) for key in neighbor.MONSTERS} == chances(state)
    assert ["S3"] == cited(state, "monster gumiho", 0)
    assert ["S3", "S3"] == cited(state, "monster gumiho")
    last = state._replace(monsters=tuple(int(k == 14) for k in range(17)), round=5)
    assert {"monster gumiho": Fraction(1)} == chances(last)


def test_cards_are_added_and_dealt_by_chance_and_only_their_owner_sees_them() -> None:
    start = initial_state(3, deck="lesson")
    assert Fraction(4, 30) == chances(start)["add hunter"]
    assert Fraction(3, 30) == chances(start)["add hide"]
    assert "add wanted" not in chances(start)
    state = walk(start, "deal")
    key = zone(state, "start")[0]
    n = zone(state, "start").count(key)
    assert Fraction(n, 12) == chances(state)[f"deal {key}"]
    after = does(state, f"deal {key}")
    assert [key] == zone(after, "hand:0", 0)
    assert [HIDDEN] == zone(after, "hand:0", 1) == zone(after, "hand:0", "public")
    assert ["deal", "deal_card"] == said(state, f"deal {key}", 0)
    assert ["deal"] == said(state, f"deal {key}", 1) == said(state, f"deal {key}", "public")


def test_the_counts_may_be_ones_own_r1() -> None:
    own = {"wanted": 1, "hunter": 6, "hide": 5, "villager": 4}
    state = initial_state(3, deck=own)

    assert own == state.options["deck"]
    assert 16 == len(zone(state, "deck")) + len(zone(state, "start"))
    assert ["R1", "S1", "S2"] == cited(state, "add villager", "public")
    assert "counts_own" in said(state, "add villager")
    assert "counts_lesson" in said(initial_state(4, deck="lesson"), "add villager")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"deck": "other"}, "deck must be 'analogy', 'lesson' or a mapping"),
        ({"deck": 5}, "deck must be"),
        ({"deck": {"wanted": 2, "hunter": 9, "hide": 9}}, "exactly 1 wanted"),
        ({"deck": {"wanted": 1, "hunter": 0, "hide": 20}}, "at least 1 hunter"),
        ({"deck": {"wanted": 1, "hunter": 3, "hide": 3}}, "4 players need 15 general cards, not 7"),
        ({"deck": {"vampire": 3}}, "unknown card 'vampire'"),
        ({"mermaid": "first"}, "mermaid must be 'round' or 'own'"),
        ({"fog": []}, "fog must be 'hands' or 'card'"),
    ],
)
def test_options_that_do_not_exist_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        initial_state(4, **options)


@pytest.mark.parametrize("players", [2, 9, "4", None, 3.5, True])
def test_three_to_eight_play(players: Any) -> None:
    with pytest.raises(ValueError, match="3 to 8 players"):
        initial_state(players)


# ---------------------------------------------------------------- a turn

DEAL = ("hunter rumor deal gumiho", "wanted hide villager hunter", "dog friend gossip steal")


def test_wanted_begins_and_does_nothing_else_s5() -> None:
    state = dealt(*DEAL)

    assert (1,) == state.acting_players
    assert ["play wanted"] == legal(state)
    assert ("wanted_first", "S5") == refusal(state, "play hide")
    assert ["S5"] == cited(state, "play wanted")
    after = does(state, "play wanted")
    assert (2,) == after.acting_players
    assert ["wanted"] == zone(after, "played:1", "public")


def test_turns_go_to_the_left_one_card_each_and_hands_are_not_filled_s6() -> None:
    state = does(dealt(*DEAL), "play wanted", "play friend 0", "play deal 1 1")

    assert ("not_your_turn", "S6") == refusal(state, Action(2, "play", ("dog", 0)))
    assert ("must_pass", "R6") == refusal(state, Action(0, "play", ("rumor",)))
    state = does(state, "0: pass rumor", "1: pass villager", "exchange")
    assert (1,) == state.acting_players
    # the Friend took a Hunter of player 0
    assert [2, 3, 3] == [len(zone(state, f"hand:{p}")) for p in range(3)]
    assert ("not_in_hand", "S6") == refusal(state, "play fog")
    assert ("must_play", "S6") == refusal(state, "pass hide")
    assert ("unknown_action", None) == refusal(state, "play hide 2")


def test_who_has_no_cards_is_skipped_r2() -> None:
    state = holding("villager gumiho", "", "hide", turn=0)

    assert ["R3", "R2"] == cited(state, "play villager")
    assert (2,) == does(state, "play villager").acting_players


def test_a_monster_is_played_as_the_last_card_only_s7_d1() -> None:
    for monster in neighbor.MONSTERS:
        state = holding(f"villager {monster}", "hunter hide", "hide hide")
        assert ("too_early", "S7") == refusal(state, f"play {monster}")
        last = holding(monster, "hunter hide", "hide hide")
        assert [f"play {monster}"] == legal(last)
        assert ["D1", "S10"] == cited(last, f"play {monster}")[:2]


def test_no_hunter_on_the_first_turn_s8() -> None:
    first = holding("hunter villager", "gumiho hide", "hide hide", turns=(0, 1, 1))

    assert ["play villager"] == legal(first)
    assert ("no_hunter_yet", "S8") == refusal(first, "play hunter 1")
    second = holding("hunter villager", "gumiho hide", "hide hide")
    assert ["play hunter 1", "play hunter 2", "play villager"] == legal(second)


@pytest.mark.parametrize("hand", ["hunter hunter hunter hunter", "hunter hunter gumiho", "hunter"])
def test_a_hand_of_hunters_discards_one_on_the_first_turn_s9_d2(hand: str) -> None:
    other = "hide hide" if "gumiho" in hand else "hide mermaid"
    start = holding("villager villager", hand, other, turns=(1, 0, 1))
    state = does(start, "play villager")

    assert (CHANCE,) == state.acting_players
    assert {"stuck hunter": Fraction(1)} == chances(state)
    assert ["S9" if len(hand.split()) == 4 else "D2"] == cited(state, "stuck hunter")[:1]
    after = does(state, "stuck hunter")
    assert ["hunter"] == zone(after, "face_down:1")
    assert [HIDDEN] == zone(after, "face_down:1", "public")
    assert 0 == after.view("public").values["hunters"]  # it was not played
    assert len(hand.split()) - 1 == len(zone(after, "hand:1"))


def test_a_smaller_hand_of_hunters_discards_one_too_d2() -> None:
    state = holding("friend villager", "hunter hunter hunter mermaid", "hide", turns=(1, 0, 1))

    assert ["stuck"] == said(does(state, "play friend 1"), "stuck hunter")
    assert ["D2"] == cited(does(state, "play friend 1"), "stuck hunter")


def test_a_lone_monster_on_the_first_turn_is_the_last_card_and_is_played() -> None:
    state = holding("villager hide", "gumiho", "hide hide", turns=(1, 0, 1))

    assert ["play gumiho"] == legal(does(state, "play villager"))


# ---------------------------------------------------------------- hunting


def test_a_hunter_catches_an_unprotected_monster_s11() -> None:
    state = holding("hunter villager", "vampire villager", "hide hide")
    after = does(state, "play hunter 1")

    assert ["play_hunter", "caught", "score_catcher", "score_neighbor"] == said(
        state, "play hunter 1", "public"
    )
    assert "collect" == after.phase
    assert ["vampire"] == zone(after, "played:1")
    assert [2, 0, 1] == points(after)


def test_a_hunter_that_does_not_catch_looks_the_same_to_others_s12_s13() -> None:
    without = holding("hunter villager", "villager hide", "vampire hide")
    hidden = holding("hunter villager", "vampire hide", "villager hide")

    for state in (without, hidden):
        assert ["S11", "S12"] == cited(state, "play hunter 1", "public")
        assert ["S11", "S12"] == cited(state, "play hunter 1", 0)
        assert "turn" == does(state, "play hunter 1").phase
    assert ["S11", "S12", "S13"] == cited(hidden, "play hunter 1", 1)
    assert ["S11", "S12"] == cited(without, "play hunter 1", 1)
    assert "hide" in zone(does(hidden, "play hunter 1"), "hand:1")


def test_playing_the_hide_gives_its_protection_up_r3() -> None:
    state = holding("hide vampire", "hunter hunter", "hide hide")

    assert ["R3"] == cited(state, "play hide")
    assert "collect" == does(state, "play hide", "play hunter 0").phase


def test_the_gumiho_fears_no_hunter_as_the_last_card_s23() -> None:
    state = holding("hunter villager", "gumiho", "hide hide")
    assert ["S11", "S12", "S23"] == cited(state, "play hunter 1", 1)
    two = holding("hunter villager", "gumiho villager", "hide hide")
    assert "caught" in said(two, "play hunter 1")


def test_the_mermaid_need_not_fear_the_first_hunter_r9() -> None:
    state = holding("hunter hunter", "mermaid villager", "hunter hide")
    assert ["S11", "S12", "R9"] == cited(state, "play hunter 1", 1)
    spared = does(state, "play hunter 1", "play villager")
    assert "caught" in said(spared, "play hunter 1")
    # the first Hunter of the round was aimed at somebody else: the protection is used up
    elsewhere = does(state, "play hunter 2", "play villager")
    assert "caught" in said(elsewhere, "play hunter 1")


def test_the_mermaid_may_be_spared_by_the_first_hunter_aimed_at_her_r9() -> None:
    state = holding("hunter hunter", "mermaid villager hide", "hunter hide", mermaid="own")
    elsewhere = does(state, "play hunter 2", "play hide")
    assert "mermaid_protects" in said(elsewhere, "play hunter 1")
    again = does(elsewhere, "play hunter 1")
    again = again._replace(turn=0)
    assert "caught" in said(again, "play hunter 1")
    # a Hunter that a Hide kept off was aimed at her, too
    hidden = does(state, "play hunter 1", "play hide")
    assert "caught" in said(hidden, "play hunter 1")


def test_other_monsters_are_not_protected() -> None:
    for monster in ("vampire", "werewolf", "mandrake"):
        assert "caught" in said(holding("hunter hide", monster, "hide hide"), "play hunter 1")


def test_a_discarded_hunter_is_not_the_first_one_played_s9_r9() -> None:
    stuck = holding("villager hide", "hunter hunter mermaid", "hunter hide", turns=(1, 0, 1))
    state = does(stuck, "play villager", "stuck hunter")

    assert "mermaid_protects" in said(state, "play hunter 1")


# ---------------------------------------------------------------- the Dog


def test_the_dog_takes_a_card_of_the_victims_choice_s14() -> None:
    state = holding("dog villager", "gumiho rumor", "hide hide")
    asked = does(state, "play dog 1")
    assert ["S14"] == cited(state, "play dog 1")
    assert (1,) == asked.acting_players
    assert ["discard rumor", "discard gumiho"] == legal(asked)
    assert ("must_discard", "S14") == refusal(asked, "play rumor")
    assert ["dog_discard", "dog_card"] == said(asked, "discard rumor", 1)
    assert ["dog_discard"] == said(asked, "discard rumor", 0) == said(asked, "discard rumor", 2)
    assert ["S14", "R11"] == cited(asked, "discard rumor", 1)
    after = does(asked, "discard rumor")
    assert ["dog", "gumiho"] == zone(after, "hand:1")
    assert ["rumor"] == zone(after, "face_down:0")
    assert [HIDDEN] == zone(after, "face_down:0", 0)
    assert [] == zone(after, "played:0")
    assert (1,) == after.acting_players
    assert "play dog 0" in legal(after)


@pytest.mark.parametrize("hand", ["gumiho", "mermaid", "vampire hide", "vampire villager"])
def test_the_dog_catches_the_monster_whatever_protects_it_from_hunters_s15(hand: str) -> None:
    state = does(holding("dog villager", hand, "hide hide"), "play dog 1")
    monster = next(card for card in hand.split() if card in neighbor.MONSTERS)

    assert "S15" == cited(state, f"discard {monster}")[0]
    assert [2, 0, 1] == points(does(state, f"discard {monster}"))


def test_the_dog_bites_a_lone_monster_on_any_turn_d4() -> None:
    state = does(holding("dog villager", "gumiho", "hide hide", turns=(0, 0, 1)), "play dog 1")

    assert ["discard gumiho"] == legal(state)
    assert ["S15", "D4"] == cited(state, "discard gumiho")[:2]


# ---------------------------------------------------------------- friends


def test_a_friend_becomes_a_friend_and_takes_a_hunter_s16_s17() -> None:
    state = holding("friend villager", "hunter hunter", "gumiho hide")
    assert ["play_friend", "friend_hunter"] == said(state, "play friend 1", "public")
    after = does(state, "play friend 1")
    assert [0] == after.view("public").values["friends"]
    assert ["hunter"] == zone(after, "hand:1")
    assert len(zone(state, "deck")) + 1 == len(zone(after, "deck"))
    assert ["S16", "S17"] == cited(state, "play friend 2", "public")
    assert ["play_friend", "friend_none"] == said(state, "play friend 2", "public")


def test_a_friend_that_is_not_played_has_no_effect_s16() -> None:
    state = holding("vampire", "friend hide", "hide hide")

    assert [3, 0, 0] == points(does(state, "play vampire"))


# ---------------------------------------------------------------- cards that show or move cards


def test_investigate_shows_a_whole_hand_to_one_r4() -> None:
    state = holding("investigate hide", "gumiho rumor rumor", "hide hide")
    (_, seen) = told(state, "play investigate 1", 0)

    assert ["rumor", "rumor", "gumiho"] == seen.data["cards"]
    for viewer in (1, 2, "public"):
        assert ["play_investigate"] == said(state, "play investigate 1", viewer)
    assert state.hands[1] == does(state, "play investigate 1").hands[1]


def test_gossip_passes_a_chosen_card_to_the_left_s18() -> None:
    state = does(holding("gossip hide", "gumiho rumor", "villager fog"), "play gossip")

    assert (0, 1, 2) == state.acting_players
    assert ["pass rumor", "pass gumiho"] == legal(state, 1)
    assert () == state.view(0).legal_actions[1:]
    state = does(state, "1: pass gumiho", "0: pass hide")
    assert (2,) == state.acting_players
    assert ["gumiho"] == zone(state, "passing:1", 1)
    assert [HIDDEN] == zone(state, "passing:1", 2)
    state = does(state, "pass fog")
    assert {"exchange": Fraction(1)} == chances(state)
    assert [("gossip_done", None), ("receive", ["gumiho"])] == [
        (e.kind, e.data.get("cards")) for e in told(state, "exchange", 2)[:2]
    ]
    assert ["gossip_done"] == said(state, "exchange", "public")
    after = does(state, "exchange")
    assert [["fog"], ["hide", "rumor"], ["villager", "gumiho"]] == [
        zone(after, f"hand:{p}") for p in range(3)
    ]


def test_rumor_draws_from_the_right_out_of_the_hands_as_they_were_s19() -> None:
    state = does(holding("rumor hide", "gumiho", "villager fog"), "play rumor")

    assert {"draw villager": Fraction(1, 2), "draw fog": Fraction(1, 2)} == chances(state)
    assert ["rumor_draw", "rumor_draw_card"] == said(state, "draw fog", 0)
    assert ["rumor_draw", "rumor_draw_card"] == said(state, "draw fog", 2)
    assert ["rumor_draw"] == said(state, "draw fog", 1)
    state = does(state, "draw fog")
    assert {"draw hide": Fraction(1)} == chances(state)  # the fog drawn just now is not among them
    state = does(state, "draw hide", "draw gumiho", "exchange")
    assert [["fog"], ["hide"], ["villager", "gumiho"]] == [
        zone(state, f"hand:{p}") for p in range(3)
    ]


@pytest.mark.parametrize("card", ["gossip", "rumor"])
def test_players_without_cards_are_left_out_of_the_ring_r5(card: str) -> None:
    state = holding(f"{card} hide", "", "villager gumiho", "hide")

    assert ["left_out"] == said(state, f"play {card}")[1:2]
    assert "R5" == cited(state, f"play {card}")[1]
    after = does(state, f"play {card}")
    assert (0, 2, 3) == after.ring
    if card == "rumor":
        assert (0, 3) == after.drawing()
        assert (2, 0) == does(after, "draw hide").drawing()


def test_a_deal_exchanges_one_or_two_chosen_cards_s20_r6() -> None:
    state = holding("deal hide fog", "gumiho rumor", "villager")
    assert ["play deal 1 1", "play deal 1 2", "play deal 2 1"] == [
        text for text in legal(state) if text.startswith("play deal")
    ]
    assert ("wrong_number", "R8") == refusal(state, "play deal 2 2")
    assert ("wrong_number", "S20") == refusal(state, "play deal 1 3")
    swap = does(state, "play deal 1 2")
    assert ("must_pass", "R6") == refusal(swap, "0: play hide")
    assert (0, 1) == swap.acting_players
    assert ["R6"] == cited(swap, "1: pass rumor", "public")
    swap = does(swap, "1: pass rumor", "0: pass hide", "1: pass gumiho")
    assert (0,) == swap.acting_players
    swap = does(swap, "pass fog")
    assert ["deal_done", "receive", "receive", "monster_moves"] == said(swap, "exchange", 0)
    assert ["deal_done"] == said(swap, "exchange", 2)
    after = does(swap, "exchange")
    assert [["rumor", "gumiho"], ["hide", "fog"]] == [zone(after, f"hand:{p}") for p in (0, 1)]


def test_a_stolen_card_is_seen_by_both_and_one_is_given_back_s21() -> None:
    state = does(holding("steal hide", "gumiho rumor", "villager"), "play steal 1")

    assert {"draw rumor": Fraction(1, 2), "draw gumiho": Fraction(1, 2)} == chances(state)
    assert ["steal_draw", "steal_draw_card"] == said(state, "draw gumiho", 1)
    assert ["steal_draw"] == said(state, "draw gumiho", 2)
    state = does(state, "draw gumiho")
    assert ["give hide", "give gumiho"] == legal(state)  # it may be the same one
    assert ("must_give", "S21") == refusal(state, "pass hide")
    assert ["give", "give_card"] == said(state, "give hide", 1)
    assert ["give"] == said(state, "give hide", 2)
    assert [["gumiho"], ["hide", "rumor"]] == [
        zone(does(state, "give hide"), f"hand:{p}") for p in (0, 1)
    ]


def test_a_steal_as_the_last_card_gives_the_same_card_back_r12() -> None:
    state = does(holding("steal", "gumiho rumor", "villager"), "play steal 1", "draw gumiho")

    assert ["give gumiho"] == legal(state)
    assert ["R12", "R12"] == cited(state, "give gumiho")


def test_gossip_takes_an_only_card_even_the_monster_d5() -> None:
    state = does(holding("gossip hide", "gumiho", "villager rumor"), "play gossip")

    assert ["pass gumiho"] == legal(state, 1)
    assert ["S18", "S18", "D5"] == cited(state, "1: pass gumiho")
    assert ["pass"] == said(state, "1: pass gumiho", 0)
    assert ["pass", "pass_card"] == said(state, "2: pass rumor", 2)


def test_who_gets_the_monster_after_his_turn_holds_it_until_the_next_d3() -> None:
    state = holding("villager gossip gumiho", "hunter hide", "hide rumor", turns=(1, 2, 1))
    state = does(state, "play gossip", "0: pass gumiho", "1: pass hide", "2: pass rumor")
    assert ["monster_moves"] == [e.kind for e in told(state, "exchange") if e.rule == "D3"]
    assert "monster_moves" in said(state, "exchange", 1)
    assert "monster_moves" not in said(state, "exchange", 2)
    after = does(state, "exchange")
    assert ["hunter", "gumiho"] == zone(after, "hand:1")
    assert (1,) == after.acting_players  # with two cards left, so not yet
    assert ["play hunter 0", "play hunter 2"] == legal(after)


def test_fog_mixes_all_hands_r7() -> None:
    state = does(holding("fog hide", "gumiho rumor", "villager"), "play fog")

    assert ["hide", "villager", "rumor", "gumiho"] == zone(state, "fog")
    assert [HIDDEN] * 4 == zone(state, "fog", 0)
    assert {Fraction(1, 4)} == set(chances(state).values())
    assert ["fog_deal", "fog_card"] == said(state, "deal gumiho", 0)
    assert ["fog_deal"] == said(state, "deal gumiho", 1)
    after = does(state, "deal gumiho", "deal hide", "deal villager", "deal rumor")
    assert [["gumiho"], ["hide", "villager"], ["rumor"]] == [
        zone(after, f"hand:{p}") for p in range(3)
    ]
    assert (1,) == after.acting_players


def test_fog_may_mix_one_card_of_each_r7() -> None:
    state = does(holding("fog hide", "gumiho rumor", "villager", fog="card"), "play fog")

    assert {"draw hide": Fraction(1)} == chances(state)
    state = does(state, "draw hide")
    assert {"draw rumor": Fraction(1, 2), "draw gumiho": Fraction(1, 2)} == chances(state)
    assert ["fog_lift", "fog_lift_card"] == said(state, "draw rumor", 1)
    assert ["fog_lift"] == said(state, "draw rumor", 0)
    state = does(state, "draw rumor", "draw villager")
    assert {Fraction(1, 3)} == set(chances(state).values())
    after = does(state, "deal rumor", "deal villager", "deal hide")
    assert [["rumor"], ["villager", "gumiho"], ["hide"]] == [
        zone(after, f"hand:{p}") for p in range(3)
    ]


@pytest.mark.parametrize("card", ["gossip", "rumor", "deal", "fog"])
def test_exchanges_have_no_effect_as_the_last_card_s22(card: str) -> None:
    state = holding(card, "gumiho rumor", "villager hide")

    assert [f"play {card}"] == legal(state)
    assert "S22" == cited(state, f"play {card}")[1]
    assert state.hands[1:] == does(state, f"play {card}").hands[1:]
    if card == "deal":
        assert ("wrong_number", "S22") == refusal(state, "play deal 1 1")


def test_only_players_with_cards_can_be_chosen_r8() -> None:
    state = holding("hunter steal hide", "", "villager gumiho")

    assert ("no_such_target", "R8") == refusal(state, "play hunter 1")
    assert ("no_such_target", "R8") == refusal(state, "play hunter 0")
    assert ("no_such_target", "R8") == refusal(state, "play hunter")
    assert ("no_such_target", "R8") == refusal(state, "play hunter 9")


@pytest.mark.parametrize("card", ["hunter", "dog", "friend", "investigate", "deal", "steal"])
def test_cards_for_a_target_have_no_effect_when_nobody_holds_a_card_r8(card: str) -> None:
    state = holding(f"{card} gumiho", "", "")

    assert [f"play {card}"] == legal(state)
    assert "R8" in cited(state, f"play {card}")
    after = does(state, f"play {card}")
    assert ["play gumiho"] == legal(after)
    assert ([0] if card == "friend" else []) == after.view("public").values["friends"]
    alone = "play_friend_alone" if card == "friend" else "play_alone"
    assert [alone, "no_target"] == said(state, f"play {card}")[:2]


@pytest.mark.parametrize("card", ["gossip", "rumor", "fog"])
def test_nothing_is_exchanged_with_nobody_r8(card: str) -> None:
    state = holding(f"{card} gumiho", "", "")

    assert "R8" == cited(state, f"play {card}")[1]
    assert ["play gumiho"] == legal(does(state, f"play {card}"))


def test_a_villager_does_nothing_r3() -> None:
    state = holding("villager gumiho", "rumor", "hide")

    assert ["R3"] == cited(state, "play villager")
    assert 1 == does(state, "play villager").view("public").values["villagers"]


@pytest.mark.parametrize(
    ("play", "phase", "effect"),
    [
        ("dog 1", "dog", "play_dog"),
        ("friend 1", "turn", "friend_hunter"),
        ("investigate 1", "turn", "seen_hand"),
        ("gossip", "gossip", "play_gossip"),
        ("rumor", "rumor", "play_rumor"),
        ("deal 1 1", "swap", "play_deal"),
        ("steal 1", "steal", "play_steal"),
        ("fog", "fog", "play_fog"),
    ],
)
def test_cards_have_their_effect_on_a_first_turn_but_a_hunter_waits_r3(
    play: str, phase: str, effect: str
) -> None:
    hand = f"{play.split()[0]} hunter villager hide"
    state = holding(hand, "hunter gumiho", "hide villager", turns=(0, 1, 1))

    assert phase == does(state, f"play {play}").view("public").values["phase"]
    assert effect == said(state, f"play {play}")[-1]
    assert ("no_hunter_yet", "S8") == refusal(state, "play hunter 1")


# ---------------------------------------------------------------- early monsters


@pytest.mark.parametrize(
    ("monster", "card", "rule"), [("werewolf", "hunter", "S24"), ("mandrake", "villager", "S25")]
)
def test_two_monsters_may_come_early_s24_s25(monster: str, card: str, rule: str) -> None:
    hands = (f"{monster} hide", "rumor hide", "hide hide")
    once = holding(*hands, played=(kinds(card), (), ()))
    assert ("too_early", "S7") == refusal(once, f"play {monster}")
    twice = holding(*hands, played=(kinds(card), kinds(card), ()))
    assert rule == cited(twice, f"play {monster}")[0]
    other = "villager" if card == "hunter" else "hunter"
    wrong = holding(*hands, played=(kinds(other), kinds(other), ()))
    assert ("too_early", "S7") == refusal(wrong, f"play {monster}")


def test_the_mandrake_may_come_on_a_first_turn_r13() -> None:
    state = holding(
        "mandrake hunter hunter",
        "hide",
        "hide",
        turns=(0, 1, 1),
        played=((), kinds("villager") * 2, ()),
    )

    assert ["play mandrake"] == legal(state)
    assert ["R13", "S10"] == cited(state, "play mandrake")[:2]


def test_hunters_without_effect_count_for_the_werewolf_and_discarded_ones_do_not_r13() -> None:
    state = holding("friend villager", "hunter hide", "werewolf hide")

    assert 0 == does(state, "play friend 1").times_played("hunter")
    hunted = holding("hunter villager", "hide hide", "werewolf hide")
    assert 1 == does(hunted, "play hunter 1").times_played("hunter")


# ---------------------------------------------------------------- scoring


def test_the_player_of_the_monster_and_every_friend_score_two_s26() -> None:
    state = holding("gumiho", "hide", "hide", "hide", friends=(1, 3))

    assert [2, 2, 0, 2] == points(does(state, "play gumiho"))
    assert ["S26", "S26"] == cited(state, "play gumiho")[2:]


def test_the_vampire_brings_three_but_its_friends_two_s27() -> None:
    state = holding("vampire", "hide", "hide", friends=(2,))

    assert [3, 0, 2] == points(does(state, "play vampire"))
    assert "S27" in cited(state, "play vampire")


def test_a_friend_who_plays_the_monster_scores_once_r10() -> None:
    state = holding("gumiho", "hide", "hide", friends=(0,))

    assert [2, 0, 0] == points(does(state, "play gumiho"))
    assert "R10" in cited(state, "play gumiho")


def test_a_second_friend_adds_nothing_r10() -> None:
    state = does(holding("friend friend", "hide gumiho", "hide hide"), "play friend 2", "play hide")

    assert (0,) == does(state, "play hide", "play friend 2").friends


def test_a_caught_monster_brings_two_and_one_but_nothing_to_its_friends_s28() -> None:
    state = holding("hunter hide", "gumiho hunter", "hide", "hide", friends=(3,))

    assert [2, 0, 1, 0] == points(does(state, "play hunter 1"))
    assert ["S28", "S28"] == cited(state, "play hunter 1")[2:]


@pytest.mark.parametrize("card", ["hunter", "dog"])
def test_a_friend_who_forces_the_monster_out_scores_nothing_s29(card: str) -> None:
    state = holding(f"{card} hide", "werewolf", "hide", "hide", friends=(0, 3))
    if card == "dog":
        state, last = does(state, "play dog 1"), "discard werewolf"
    else:
        last = "play hunter 1"

    assert [0, 0, 1, 0] == points(does(state, last))
    ends = {e.rule for e in told(state, last) if e.kind.startswith(("score", "betray"))}
    assert {"S29", "D6"} == ends


def test_a_holder_who_is_a_friend_scores_nothing_when_caught_s28() -> None:
    state = holding("hunter hide", "werewolf", "hide", friends=(1,))

    assert [2, 0, 1] == points(does(state, "play hunter 1"))


def test_a_hunter_may_be_aimed_at_a_friend_s11() -> None:
    state = holding("hunter hide", "werewolf rumor", "hide", friends=(1,))

    assert "play hunter 1" in legal(state)


def test_the_bill_names_every_round_that_brought_points() -> None:
    state = does(holding("hunter hide", "werewolf rumor", "hide"), "play hunter 1")
    bill = neighbor.scores(state.view(2))[0]

    assert [("werewolf", "catcher", "S28", 2)] == [
        (line.key, line.label, line.rule, line.points) for line in bill.lines
    ]


# ---------------------------------------------------------------- rounds and the end


def test_all_cards_go_back_but_the_monster_s30() -> None:
    state = does(holding("hunter hide", "werewolf rumor", "hide"), "play hunter 1")
    assert {"collect": Fraction(1)} == chances(state)
    assert ["S30"] == cited(state, "collect")
    after = does(state, "collect")
    assert ["werewolf"] == zone(after, "used", "public")
    assert 33 == len(zone(after, "deck")) + len(zone(after, "start"))
    assert (2, "add") == (after.round, after.phase)
    assert "monster werewolf" not in chances(walk(after, "monster"))
    assert [2, 0, 1] == points(after)


def test_five_rounds_with_five_monsters_and_most_points_win_s31() -> None:
    for seed in range(20):
        record = engine.play(neighbor, "random", seed, 3 + seed % 6)
        state, result = record.state, record.state.result
        last = [e.data["card"] for e in state.history("public") if e.kind.startswith("score_")]

        assert 5 == state.round
        assert set(neighbor.MONSTERS) == {*state.view("public").zones["used"], last[-1]}
        assert list(result.payoffs) == points(state)
        best = max(result.payoffs)
        assert tuple(p for p, n in enumerate(result.payoffs) if n == best) == result.winners
        assert ("tie" if len(result.winners) > 1 else "win") == state.history("public")[-1].kind
        assert ("over", "S31") == refusal(state, Action(0, "play", ("hide",)))


def test_every_turn_takes_one_card_out_of_the_hands_d1() -> None:
    for seed in range(30):
        record = engine.play(neighbor, "random", seed, 3 + seed % 6, deck="lesson")
        for state, action in zip(record.states, record.actions, strict=False):
            if action.kind == "play" or action.kind == "stuck":
                held = sum(map(sum, state.hands))
                turns = sum(state.turns)
                lost = sum(e.kind == "friend_hunter" for e in state.history("public"))
                assert lost >= 0
                assert held <= 4 * record.players - turns


def test_hands_of_hunters_never_end_the_game_early() -> None:
    for seed in range(60):
        record = engine.play(neighbor, "random", seed, 3, deck=HUNTERS)
        assert "rounds_played" == record.state.result.reason
