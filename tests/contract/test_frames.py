"""What every game promises about its frames: right shapes, right moves, no word missing."""

from __future__ import annotations

import importlib
import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

import pytest
from jsonschema import Draft202012Validator

from monster_widgets import engine
from monster_widgets.engine import HIDDEN, GameRecord
from monster_widgets.locales import messages
from monster_widgets.widgets import contract, page, timeline
from tests.contract import playing
from tests.contract.playing import events_of, records

PACKAGE = Path(contract.__file__).parents[1]
REFERENCE = re.compile(r"\{(\w+)(?:\|([\w:]+))?\}")


def schema(kind: Any) -> dict[str, Any]:
    """The JSON Schema of a type of the contract, which allows nothing more."""
    if is_typeddict(kind):
        fields = {name: schema(hint) for name, hint in get_type_hints(kind).items()}
        hints = get_type_hints(kind, include_extras=True).items()
        required = [name for name, hint in hints if get_origin(hint) is not NotRequired]
        closed = {"required": required, "additionalProperties": False}
        return {"type": "object", "properties": fields, **closed}
    inside = [schema(argument) for argument in get_args(kind)]
    if get_origin(kind) is list:
        return {"type": "array", "items": inside[0]}
    if get_origin(kind) is dict:
        return {"type": "object", "additionalProperties": inside[1]}
    if inside:
        return {"anyOf": inside}
    return {} if kind is Any else {"type": JSON_TYPES[kind]}


JSON_TYPES = {str: "string", int: "integer", bool: "boolean", type(None): "null", float: "number"}
FRAME, INFO = (Draft202012Validator(schema(one)) for one in (contract.Frame, contract.Info))


def some_records(game: Any) -> list[GameRecord]:
    return list(records(game.NAME)[:: len(playing.setups(game)) - 1])


def crossing(value: Any) -> Any:
    """As the browser gets it."""
    return json.loads(json.dumps(value))


@pytest.fixture(scope="module")
def frames(game: Any) -> list[tuple[GameRecord, list[contract.Frame]]]:
    return [
        (record, timeline.frames(game, record, viewer))
        for record in some_records(game)
        for viewer in (0, "public", "all")
    ]


# ---------------------------------------------------------------- shapes


def test_real_frames_have_the_shape_of_the_contract_and_nothing_more(frames: Any) -> None:
    for _, made in frames:
        for frame in made[::3]:
            errors = [error.message for error in FRAME.iter_errors(crossing(frame))]

            assert not errors


def test_the_check_of_shapes_refuses_other_shapes(frames: Any) -> None:
    frame = crossing(frames[0][1][5])

    assert FRAME.is_valid(frame)
    assert not FRAME.is_valid({**frame, "secret": 1})
    assert not FRAME.is_valid({**frame, "view": {**frame["view"], "secret": 1}})
    assert not FRAME.is_valid({name: value for name, value in frame.items() if name != "beat"})
    assert not FRAME.is_valid({**frame, "step": "5"})


def test_what_does_not_change_has_the_shape_of_the_contract(game: Any) -> None:
    record = records(game.NAME)[0]
    branched = record.branch(3)
    names = messages.DEFAULT_NAMES[: record.players]

    for one, you in ((record, ()), (branched, (0, 1))):
        errors = INFO.iter_errors(crossing(timeline.info(game, one, names, you, True)))
        assert not [error.message for error in errors]
    assert timeline.info(game, record, names)["branch"] is None
    assert {"step": 3, "number": branched.branches[-1].number} == (
        timeline.info(game, branched, names)["branch"]
    )


# ---------------------------------------------------------------- what a frame says


def test_every_frame_is_the_view_of_its_step(frames: Any) -> None:
    for record, made in frames:
        assert [frame["step"] for frame in made] == list(range(len(record.states)))
        for frame, state in zip(made, record.states, strict=True):
            view = state.view(frame["view"]["viewer"])

            assert {z: list(cards) for z, cards in view.zones.items()} == frame["view"]["zones"]
            assert list(view.acting_players) == frame["view"]["acting_players"]
            assert frame["over"] == (not view.acting_players)


def test_notations_of_a_frame_are_legal_actions_of_its_state(game: Any, frames: Any) -> None:
    for record, made in frames:
        for frame, state in zip(made, record.states, strict=True):
            listed = frame["view"]["legal_actions"]
            actions = [game.parse(legal["notation"], state) for legal in listed]

            assert [legal["player"] for legal in listed] == [action.player for action in actions]
            assert set(actions) <= set(state.legal_actions())


def test_moves_carry_every_card_that_changed_its_zone(game: Any, frames: Any) -> None:
    for _, made in frames:
        if made[0]["view"]["viewer"] != "all":
            continue
        for before, after in pairwise(made):
            zones = {zone: Counter(cards) for zone, cards in before["view"]["zones"].items()}
            for move in after["moves"]:
                zones[move["source"]][move["card"]] -= 1
                zones.setdefault(move["target"], Counter())[move["card"]] += 1
            wanted = {z: Counter(cards) for z, cards in after["view"]["zones"].items()}

            assert {z: +cards for z, cards in kept(game, zones) if +cards} == (
                {z: cards for z, cards in kept(game, wanted) if cards}
            )


def kept(game: Any, zones: dict[str, Any]) -> list[tuple[str, Any]]:
    return [(zone, cards) for zone, cards in zones.items() if playing.is_of_the_box(game, zone)]


def test_moves_name_zones_that_are_there_and_no_card_the_viewer_did_not_see(frames: Any) -> None:
    for _, made in frames:
        for before, after in pairwise(made):
            old, new = before["view"]["zones"], after["view"]["zones"]
            for move in after["moves"]:
                seen = {*old[move["source"]], *new[move["target"]]}

                assert move["card"] in seen
                assert move["source"] != move["target"]


def test_the_first_and_the_last_frame_and_every_choice_are_beats(game: Any, frames: Any) -> None:
    for record, made in frames:
        assert made[0]["beat"]
        assert made[-1]["beat"]
        for frame, action in zip(made[1:-1], record.actions, strict=False):
            if action.player >= 0:
                assert frame["beat"]
            elif action.kind in game.FORCED:
                assert not frame["beat"]


def test_the_chance_of_an_outcome_is_the_one_it_had(game: Any, frames: Any) -> None:
    for record, made in frames:
        for frame, action, state in zip(made[1:], record.actions, record.states, strict=False):
            if action.player >= 0 or action.kind in game.FORCED:
                assert frame["chance"] is None
            elif frame["chance"] is not None:
                said = engine.Chance(
                    engine.Label(""),
                    int(frame["chance"]["numerator"]),
                    int(frame["chance"]["denominator"]),
                )
                assert state.chance_outcomes()[action] == said.probability


def test_no_hidden_card_is_in_the_frames_of_who_may_not_see_it(game: Any, frames: Any) -> None:
    for record, made in frames:
        viewer = made[0]["view"]["viewer"]
        for frame, state in zip(made, record.states, strict=True):
            shown = Counter(c for zone in frame["view"]["zones"].values() for c in zone)
            everything = Counter(c for zone in state.view("all").zones.values() for c in zone)

            assert shown.total() == everything.total()
            assert not Counter({c: n for c, n in shown.items() if c != HIDDEN}) - everything
            if viewer == "all":
                assert HIDDEN not in shown


# ---------------------------------------------------------------- words


def pipes(game: Any) -> dict[str, Any]:
    return {
        locale: messages.Words(locale, game.NAME, messages.DEFAULT_NAMES)
        for locale in messages.LOCALES
    }


def check_phrase(words: messages.Words, key: str, values: dict[str, Any]) -> None:
    """The key is there, and everything its text asks for can be filled in."""
    template = words.find(key)
    assert template is not None, key
    texts = template.values() if isinstance(template, dict) else [template]
    for text in texts:
        for name, pipe in REFERENCE.findall(text):
            assert name in values, (key, name)
            if values[name] is None:
                assert pipe in ("", "player"), (key, name)
    written = words.text(key, values)
    assert written != key
    assert not re.search(r"[{}]|\bNone\b|\b(common|" + words.game + r")\.\w+\.", written), written


def test_every_key_of_every_frame_has_its_words_in_both_languages(game: Any, frames: Any) -> None:
    for locale, words in pipes(game).items():
        seen: set[str] = set()
        for _, made in frames:
            for frame in made:
                phrases = [legal["label"] for legal in frame["view"]["legal_actions"]]
                for table in frame["odds"] or ():
                    phrases += [table["title"], *(row["label"] for row in table["rows"])]
                phrases += frame["captions"]
                for score in frame["scores"] or ():
                    for line in score["lines"] if score else ():
                        key = f"{game.NAME}.line.{line['label']}"
                        fields = {k: v for k, v in line.items() if k != "values"}
                        phrases.append({"key": key, "values": {**fields, **line["values"]}})
                for phrase in phrases:
                    mark = repr(phrase)
                    if mark not in seen:
                        seen.add(mark)
                        check_phrase(words, phrase["key"], phrase["values"])
        assert seen, locale


def other_zones(game: Any) -> set[str]:
    """The zones of a game's other widgets, such as a bill."""
    others = (PACKAGE / "widgets").glob(f"{game.NAME}_*.py")
    modules = [importlib.import_module(f"monster_widgets.widgets.{path.stem}") for path in others]
    return {zone for module in modules for zone in getattr(module, "ZONES", ())}


def test_zones_values_cards_rules_and_reasons_have_their_words(game: Any, frames: Any) -> None:
    for locale in messages.LOCALES:
        group = {name: playing.words(locale, game.NAME, name) for name in GROUPS}

        zones = {*game.ZONES, *other_zones(game)}
        assert zones == set(messages.catalogue(game.NAME)[locale][game.NAME]["zone"])
        assert set(game.VALUES) == set(messages.catalogue(game.NAME)[locale][game.NAME]["value"])
        for rule in game.RULES.values():
            assert rule.id in group["rule"]
            if rule.status != "derived":
                assert rule.source in group["source"]
        for _, made in frames:
            for zone, cards in made[len(made) // 2]["view"]["zones"].items():
                names = playing.words(locale, game.NAME, game.ZONES[zone.partition(":")[0]])
                assert all(playing.worded(names, card) for card in {*cards} - {HIDDEN})


GROUPS = ("rule", "source", "zone", "value")


def test_every_value_can_be_written_as_it_is_declared(game: Any, frames: Any) -> None:
    for locale, words in pipes(game).items():
        for _, made in frames:
            for frame in made[::7]:
                for name, value in frame["view"]["values"].items():
                    kind = game.VALUES[name]
                    if kind in ("number", "time", "player", "players"):
                        continue
                    names = playing.words(locale, game.NAME, kind.removeprefix("list:"))
                    keys = value if kind.startswith("list:") else [value]
                    assert all(playing.worded(names, str(key)) for key in keys), (name, value)
        assert words.locale == locale


def test_every_event_has_its_words_with_every_value_they_ask_for(game: Any) -> None:
    for locale, words in pipes(game).items():
        told = {
            event.kind: event
            for record in records(game.NAME, 4)
            for events in events_of(game, record)
            for event in events
        }
        known = set(messages.catalogue(game.NAME)[locale][game.NAME]["event"])
        for kind, event in told.items():
            key = f"{game.NAME}.event.{kind}"
            values = {"player": event.player, **event.data}

            check_phrase(words, key, values)
            if f"{kind}_many" in known:
                check_phrase(words, f"{key}_item", values)
                check_phrase(words, f"{key}_many", {"items": "…"})
        assert known == {
            name
            for kind in told
            for name in (kind, f"{kind}_item", f"{kind}_many")
            if name in known
        }


def test_the_static_board_is_made_of_words(game: Any, frames: Any) -> None:
    record, made = frames[0]
    names = messages.DEFAULT_NAMES[: record.players]
    for words in pipes(game).values():
        for step in range(0, len(made), 11):
            board = page.board(words, timeline.info(game, record, names), made, step)

            assert names[0] in board
            assert not re.search(r"\bNone\b|\b(common|" + game.NAME + r")\.\w+\.", board)
            assert "<script" not in board
