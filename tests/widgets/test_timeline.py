"""Frames: beats, the chance of what happened, and which cards moved."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from monster_widgets import games
from monster_widgets.engine import (
    CHANCE,
    HIDDEN,
    Action,
    Chance,
    Event,
    GameRecord,
    Label,
    Odds,
    View,
    play,
)
from monster_widgets.widgets import timeline

CAFE = games.load("monster_cafe")


def test_a_beat_is_a_choice_or_the_last_card_of_a_deal() -> None:
    record = play("monster_cafe", "greedy", seed=3, players=2)
    beats = [(f["step"], f["action"]) for f in timeline.frames(CAFE, record, "public") if f["beat"]]

    assert beats[:4] == [(0, None), (2, "remove toenail"), (7, "deal brain"), (8, "first 0")]
    kinds = {str(action).split()[0] for _, action in beats[:-1]}
    assert not kinds & {"dismiss", "discard"}
    assert (len(record.actions), "dismiss 2") == beats[-1]  # the end is always a place to stop


def test_the_chance_of_a_draw_is_what_the_odds_said_before_it() -> None:
    record = play("monster_cafe", "random", seed=11, players=4)
    frames = timeline.frames(CAFE, record, "public")

    for step, frame in enumerate(frames[1:], 1):
        action, before = record.actions[step - 1], record.states[step - 1]
        if action.player != CHANCE or action.kind in CAFE.FORCED:
            assert frame["chance"] is None
            continue
        assert frame["chance"] is not None
        shown = Fraction(int(frame["chance"]["numerator"]), int(frame["chance"]["denominator"]))
        assert before.chance_outcomes()[action] == shown


def test_moves_tell_every_card_that_changed_its_place() -> None:
    frames = timeline.frames(CAFE, play("monster_cafe", "random", seed=11, players=2), "all")
    for before, frame in itertools.pairwise(frames):
        zones = {zone: list(cards) for zone, cards in before["view"]["zones"].items()}
        for move in frame["moves"]:
            zones[move["source"]].remove(move["card"])
            zones.setdefault(move["target"], []).append(move["card"])

        after = frame["view"]["zones"]
        assert all(sorted(after.get(zone, [])) == sorted(cards) for zone, cards in zones.items())


def test_a_cleared_table_goes_to_the_tables_and_its_guests_to_the_monsters() -> None:
    record = play("monster_cafe", "greedy", seed=7, players=4)
    frame = timeline.frames(CAFE, record, "public")[13]

    assert frame["action"] == "clear 0"
    moves = {(move["source"], move["target"]) for move in frame["moves"]}
    assert {("table:0", "dishes:3"), ("seats:0", "monsters:3")} == moves


def test_frames_that_are_known_are_not_made_again_but_come_out_the_same() -> None:
    record = play("monster_cafe", "greedy", seed=7, players=3)
    begun = GameRecord("monster_cafe", 3, {}, 7, record.actions[:30])
    known = timeline.frames(CAFE, begun, "public")
    grown = timeline.frames(CAFE, record, "public", known)

    assert timeline.frames(CAFE, record, "public") == grown
    assert all(a is b for a, b in zip(known[:-1], grown, strict=False))


def test_a_table_of_chances_says_how_they_were_found() -> None:
    toy = toy_game(
        odds=lambda view: (Odds(Label("odds.x"), ROWS), Odds(Label("odds.y"), ROWS, "estimate"))
    )
    first, *_ = timeline.frames(toy, play("monster_cafe", "random", seed=1, players=2), "public")

    assert first["odds"] is not None
    assert ["exact", "estimate"] == [table["method"] for table in first["odds"]]


ROWS = (Chance(Label("odds.x"), 1, 2),)


def toy_game(**parts: Any) -> Any:
    return SimpleNamespace(**{**vars(CAFE), **parts})


def seen(zones: Mapping[str, tuple[str, ...]]) -> View:
    return View(0, 2, {}, zones, {}, (), (), None)  # type: ignore[arg-type]


HANDS: Any = SimpleNamespace(ZONES={"hand": "card", "passing": "card", "pile": "card"})


def test_hidden_cards_go_where_the_game_says_they_go() -> None:
    before = seen(
        {"hand:0": ("cat",), "hand:1": (HIDDEN,), "passing:0": ("ox",), "passing:1": (HIDDEN,)}
    )
    after = seen({"hand:0": ("cat", "elk"), "hand:1": (HIDDEN, HIDDEN)})
    flow = [("passing:0", "hand:1"), ("passing:1", "hand:0")]

    assert [("ox", *flow[0]), ("elk", *flow[1])] == [
        tuple(move.values()) for move in timeline.moves(HANDS, before, after, flow)
    ]


def test_a_card_that_comes_while_another_goes_unseen_moves_all_the_same() -> None:
    before = seen({"hand:1": (HIDDEN,), "pile:0": ("dog",)})
    after = seen({"hand:1": (HIDDEN,), "pile:0": (HIDDEN,)})
    flow = [("pile:0", "hand:1"), ("hand:1", "pile:0")]

    assert [("dog", *flow[0]), (HIDDEN, *flow[1])] == [
        tuple(move.values()) for move in timeline.moves(HANDS, before, after, flow)
    ]


def test_a_choice_that_all_see_is_shown_whatever_somebody_learns_in_private() -> None:
    action, secret = Action(0, "shoot", (1,)), Event("S1", "safe", 1, {}, frozenset({1}))
    told = (Event("S1", "shot", 0), secret)
    guarded, open_to_all = SimpleNamespace(), SimpleNamespace(OPEN={"shoot"})

    assert not timeline._is_visible(guarded, action, 2, told)  # type: ignore[arg-type]
    assert timeline._is_visible(open_to_all, action, 2, told)  # type: ignore[arg-type]
    assert timeline._is_visible(open_to_all, action, 2, told[:1])  # type: ignore[arg-type]
