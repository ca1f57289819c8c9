"""Write the golden games anew, after words or frames have changed: python tests/golden/make.py

A golden game is a recorded game with all its frames and captions, read by pytest and vitest alike.
The record stays as it is; to play another one, name game, seed and policies, one for each seat:
python tests/golden/make.py monster_cafe 221 greedy random greedy random
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from monster_widgets import engine, games
from monster_widgets.engine import GameRecord
from monster_widgets.locales import messages
from monster_widgets.widgets import timeline

FOLDER = Path(__file__).parent


def path(game: str) -> Path:
    return FOLDER / f"{game}.json"


def read(game: str) -> dict[str, Any]:
    golden: dict[str, Any] = json.loads(path(game).read_text("utf-8"))
    return golden


def golden(record: GameRecord) -> dict[str, Any]:
    """The record with everything that is made from it."""
    game, names = games.load(record.game), messages.DEFAULT_NAMES[: record.players]
    frames = timeline.frames(game, record, "public")
    return {
        "record": json.loads(record.to_json()),
        "info": timeline.info(game, record, names),
        "frames": frames,
        "captions": {
            locale: captions(messages.Words(locale, record.game, names), frames)
            for locale in messages.LOCALES
        },
    }


def captions(words: messages.Words, frames: Sequence[timeline.Frame]) -> list[str]:
    return [" ".join(words.captions(frame["captions"])) for frame in frames]


def write(golden: dict[str, Any]) -> None:
    path(golden["info"]["game"]).write_text(text(golden), "utf-8")


def text(golden: dict[str, Any]) -> str:
    """The file: its differences can be read, and it stays small."""
    return _text(golden) + "\n"


def _text(value: Any, indent: str = "") -> str:
    """JSON with one thing on a line, but plain lists and whatever is short on one line."""
    flat = json.dumps(value, ensure_ascii=False)
    plain = isinstance(value, list) and not any(isinstance(item, dict | list) for item in value)
    sentences = plain and any(" " in str(item) for item in value)
    if len(flat) < 200 or not isinstance(value, dict | list) or (plain and not sentences):
        return flat
    inner = f"{indent} "
    if isinstance(value, list):
        lines = [_text(item, inner) for item in value]
    else:
        lines = [f"{json.dumps(key)}: {_text(item, inner)}" for key, item in value.items()]
    opening, closing = "[]" if isinstance(value, list) else "{}"
    return f"{opening}\n" + ",\n".join(inner + line for line in lines) + f"\n{indent}{closing}"


if __name__ == "__main__":
    if sys.argv[1:]:
        name, seed, *policies = sys.argv[1:]
        write(golden(engine.play(name, policies, int(seed), len(policies))))
    else:
        for name in games.names():
            write(golden(GameRecord.from_json(read(name)["record"])))
