"""The sheet of a quiz: its questions as a reader sees them, with nothing of the key."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, cast

from .. import engine, games, lessons
from ..lessons import keys, questions
from ..lessons.positions import Position, a_list, a_mapping, check_fields, inside
from ..locales.messages import LOCALES
from . import timeline
from .contract import Frame, Info, LegalAction, QuizBoard, QuizQuestion, QuizSheet

FORMAT, VERSION = "monster_widgets.sheet", 1


def sheet(asked: Sequence[lessons.Question], title: keys.Text | None, hints: bool) -> QuizSheet:
    """Return the questions as a reader sees them."""
    found = [_for_reader(question) for question in asked]
    quiz = _mark_of(found)
    for question, one in zip(found, asked, strict=True):
        if hints:
            question["hints"], question["tries"] = list(one.hints), one.tries
    return {"quiz": quiz, "name": "", "title": title, "questions": found}


def read_title(texts: object) -> keys.Text | None:
    """Return a title in all languages, or None; ValueError for anything else."""
    if texts is None:
        return None
    with inside("title"):
        title = dict(a_mapping(texts, "a text"))
        check_fields(title, LOCALES, LOCALES)
        for locale, text in title.items():
            if not isinstance(text, str):
                raise ValueError(f"a text in {locale!r} is wanted, not {text!r}")
    return title


def _mark_of(found: Sequence[QuizQuestion]) -> str:
    """Return the mark of a quiz: of its questions without hints and tries."""
    text = json.dumps(found, sort_keys=True, ensure_ascii=False)
    return blake2b(text.encode(), digest_size=8).hexdigest()


def _for_reader(question: lessons.Question) -> QuizQuestion:
    return {
        "id": question.id,
        "kind": question.kind,
        "text": question.text,
        "chance": question.chance,
        "options": [{"id": one.id, "text": one.text} for one in question.options],
        "hints": [],
        "tries": None,
        "board": _board(question),
    }


def _board(question: lessons.Question) -> QuizBoard:
    position = question.position
    game = position.game
    frame: Frame | None = None
    actions: list[LegalAction] = []
    if position.view is not None:
        frame = timeline.still(game, position.view)
        actions = _actions(question, position)
    info: Info = {
        "game": game.NAME,
        "head": f"{game.NAME}.ui",
        "players": list(position.names),
        "you": [],
        "rules": {},
        "zones": dict(game.ZONES),
        "values": dict(game.VALUES),
        "branch": None,
        "undone": False,
    }
    zones = {zone: list(position.zones[zone]) for zone in question.show}
    return {"info": info, "frame": frame, "zones": zones, "actions": actions}


def _actions(question: lessons.Question, position: Position) -> list[LegalAction]:
    """Return the options that the board can offer, as it knows them, without their points."""
    view = position.seen()
    found: list[LegalAction] = []
    for action in view.legal_actions:
        notation = engine.notation(action, view.acting_players)
        if notation in question.actions:
            label = questions.action_label(position.game.label(action, view))
            key = f"{position.game.NAME}.{label.key}"
            found.append(
                {
                    "player": action.player,
                    "notation": notation,
                    "label": {"key": key, "values": dict(label.values)},
                }
            )
    return found


def read(data: Mapping[str, Any]) -> QuizSheet:
    """Return a student's sheet; ValueError if it was changed, or is of another version."""
    check_fields(data, ("format", "version", "quiz", "title", "questions"), ("quiz", "questions"))
    if data.get("version") != VERSION:
        raise ValueError("this sheet was made by another version of monster_widgets")
    found = [cast(QuizQuestion, dict(one)) for one in a_list(data["questions"], "questions", 1)]
    if _mark_of(found) != data["quiz"]:
        raise ValueError("this sheet is damaged, or it was changed: ask for it again")
    for question in found:
        games.load(question["board"]["info"]["game"])
    title = read_title(data.get("title"))
    return {"quiz": data["quiz"], "name": "", "title": title, "questions": found}
