"""The golden games: recorded once, and the same today. The front end's tests read them too."""

from __future__ import annotations

import json
from typing import Any

from monster_widgets.engine import GameRecord
from monster_widgets.locales import messages
from monster_widgets.widgets import timeline
from tests.contract.playing import events_of
from tests.golden import make

AGAIN = "if that is meant, run: python tests/golden/make.py"


def test_the_golden_game_replays_exactly(game: Any) -> None:
    golden = make.read(game.NAME)
    record = GameRecord.from_json(golden["record"])

    assert golden["record"] == json.loads(record.to_json())
    assert record.state.result is not None
    assert record.seed is not None


def test_the_golden_game_gives_the_same_frames_and_words(game: Any) -> None:
    golden = make.read(game.NAME)
    again = json.loads(json.dumps(make.golden(GameRecord.from_json(golden["record"]))))

    assert golden["info"] == again["info"], AGAIN
    for locale in messages.LOCALES:
        assert golden["captions"][locale] == again["captions"][locale], AGAIN
    for expected, frame in zip(golden["frames"], again["frames"], strict=True):
        assert expected == frame, AGAIN


def test_the_golden_file_is_written_as_the_script_writes_it(game: Any) -> None:
    text = make.path(game.NAME).read_text("utf-8")

    assert text == make.text(make.read(game.NAME)), AGAIN
    assert len(text) < 700_000


def test_the_golden_game_tells_most_of_what_can_happen(game: Any) -> None:
    record = GameRecord.from_json(make.read(game.NAME)["record"])
    told = {event.kind for events in events_of(game, record) for event in events}
    kinds = {
        name
        for name in messages.catalogue(game.NAME)["en"][game.NAME]["event"]
        if not name.endswith(("_item", "_many"))
    }

    assert told <= kinds
    assert len(told) > len(kinds) / 2


def test_every_frame_after_the_first_tells_something(game: Any) -> None:
    golden = make.read(game.NAME)

    assert len(golden["frames"]) == len(golden["record"]["actions"]) + 1
    for locale in messages.LOCALES:
        first, *others = golden["captions"][locale]
        assert first == ""
        assert all(others)


def test_frames_can_be_made_one_after_the_other(game: Any) -> None:
    record = GameRecord.from_json(make.read(game.NAME)["record"])
    known: list[timeline.Frame] = []
    for step in range(0, len(record.actions), 10):
        begun = GameRecord(
            record.game, record.players, record.options, record.seed, record.actions[:step]
        )
        known = timeline.frames(game, begun, "public", known)

        assert known == timeline.frames(game, begun, "public")
    assert timeline.frames(game, record, "public") == (
        timeline.frames(game, record, "public", known)
    )
