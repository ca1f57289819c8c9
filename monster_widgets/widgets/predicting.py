"""Predict first: what can be asked of a step before it is seen, and how the answers went.

A question belongs to the step before it: what will happen from here? It crosses in the frame, its
truth with it. So what lies behind it is covered, not secret; `hold` keeps it in Python.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, NamedTuple

from ..engine import CHANCE, Chance, Game, GameRecord, Label
from ..probability.whole import as_whole
from .contract import Frame, Phrase, PredictAnswer, Predicted, PredictQuestion, Ratio

if TYPE_CHECKING:
    from pandas import DataFrame

KINDS: dict[str | bool, tuple[str, ...]] = {
    True: ("decision", "chance"),
    "decisions": ("decision",),
    "chance": ("chance",),
    "scores": ("score",),
}
"""What can be asked for → the kinds of question."""
OTHER = "other"
"""The answer that none of the outcomes listed will come, where the odds do not list them all."""

Wish = bool | str | tuple[int, ...]
"""What to ask: nothing, a key of KINDS, or these steps, whichever kind fits."""


def wish(value: Any) -> Wish:
    """Return what a reader is to predict; ValueError names what can be asked."""
    if value is None or value is False:
        return False
    if value is True or (isinstance(value, str) and value in KINDS):
        return value
    steps = [as_whole(one) for one in value] if isinstance(value, list | tuple | range) else [None]
    if any(step is None or step < 0 for step in steps):
        raise ValueError(
            'predict is True, "decisions", "chance", "scores" or a list of steps such as [12, 30] '
            f"(False: nothing), not {value!r}"
        )
    return tuple(sorted({step for step in steps if step is not None}))


# asking -----------------------------------------------------------------------------------------


def ask(
    game: Game,
    record: GameRecord,
    frames: Sequence[Frame],
    wanted: Wish,
    persons: Collection[int] = (),
    settled: int = 0,
) -> tuple[Frame, ...]:
    """Return the frames with a question in each that has one; such a frame is a beat.

    `record` may go on behind the last frame: there the question is put, and its truth held back.
    `persons` are the players who choose at the screen: nobody predicts themselves. The first
    `settled` frames have been through here before.
    """
    if not wanted:
        return tuple(frames)
    made = list(frames[:settled])
    for frame in frames[settled:]:
        asked = frame.copy()
        asked.pop("question", None)
        if found := question(game, record, frames, frame["step"], wanted, persons):
            asked.update({"beat": True, "question": found})
        made.append(asked)
    return tuple(made)


def question(
    game: Game,
    record: GameRecord,
    frames: Sequence[Frame],
    step: int,
    wanted: Wish,
    persons: Collection[int],
) -> PredictQuestion | None:
    """Return what can be asked of a step, as far as the viewer of its frame may know."""
    if step >= len(record.actions) or not wanted:
        return None
    if isinstance(wanted, tuple) and step not in wanted:
        return None
    kinds = KINDS[True if isinstance(wanted, tuple) else wanted]
    frame, after = frames[step], frames[step + 1] if step + 1 < len(frames) else None
    acting = frame["view"]["acting_players"]
    if acting == [CHANCE]:
        return _draw(game, record, step, frame, after) if "chance" in kinds else None
    if {*acting} & {*persons}:
        return None
    if "decision" in kinds:
        return _decision(frame, after)
    if "score" in kinds and len(record.states[step].legal_actions()) > 1:
        return _score(frame, after)
    return None


def _decision(frame: Frame, after: Frame | None) -> PredictQuestion | None:
    acting, legal = frame["view"]["acting_players"], frame["view"]["legal_actions"]
    if len(legal) < 2 or not {*acting} <= {action["player"] for action in legal}:
        return None  # nothing to choose, or a hand that the viewer does not see
    answers: list[PredictAnswer] = [
        {"answer": a["notation"], "player": a["player"], "label": a["label"], "chance": None}
        for a in legal
    ]
    truth = after and after["action"]
    if after and truth not in {answer["answer"] for answer in answers}:
        return None
    player = acting[0] if len(acting) == 1 else None
    return {"kind": "decision", "player": player, "answers": answers, "truth": truth}


def _draw(
    game: Game, record: GameRecord, step: int, frame: Frame, after: Frame | None
) -> PredictQuestion | None:
    if record.actions[step].kind in game.FORCED or _is_dealt(record, step):
        return None
    view = record.states[step].view(frame["view"]["viewer"])
    rows: list[Chance] = []
    for table in game.odds(view) or ():
        rows = rows or [r for r in table.rows if r.action is not None and table.method == "exact"]
    answers = [_outcome(_phrase(game, row.label), str(row.action), row) for row in rows]
    of = lcm(*(row.total for row in rows))
    if rows and (rest := of - sum(row.ways * of // row.total for row in rows)):
        other = Chance(Label(""), rest, of)
        answers.append(_outcome({"key": "common.predict.other", "values": {}}, OTHER, other))
    if len(answers) < 2 or (after and after["action"] is None):
        return None
    came = after and after["action"]
    truth = OTHER if came and all(came != one["answer"] for one in answers) else came
    return {"kind": "chance", "player": None, "answers": answers, "truth": truth}


def _is_dealt(record: GameRecord, step: int) -> bool:
    """Tell whether the draw is one of several in a row: of a deal nobody asks card by card."""
    action = record.actions[step]
    beside = (*record.actions[max(0, step - 1) : step], *record.actions[step + 1 : step + 2])
    return any(one.player == CHANCE and one.kind == action.kind for one in beside)


def _score(frame: Frame, after: Frame | None) -> PredictQuestion | None:
    acting = frame["view"]["acting_players"]
    if len(acting) != 1 or not _total(frame, acting[0]):
        return None
    seen = _total(after, acting[0]) if after else ()
    if after and not seen:
        return None
    truth = seen[0] if seen else None
    return {"kind": "score", "player": acting[0], "answers": [], "truth": truth}


def _total(frame: Frame, player: int) -> tuple[int, ...]:
    """Return the points of a player, or nothing where they cannot be seen."""
    score = frame["scores"] and frame["scores"][player]
    return (score["total"],) if score else ()


def _outcome(label: Phrase, answer: str, row: Chance) -> PredictAnswer:
    chance: Ratio = {"numerator": str(row.ways), "denominator": str(row.total)}
    return {"answer": answer, "player": None, "label": label, "chance": chance}


def _phrase(game: Game, label: Label) -> Phrase:
    return {"key": f"{game.NAME}.{label.key}", "values": dict(label.values)}


# answering --------------------------------------------------------------------------------------


def fits(frames: Sequence[Frame], step: Any, kind: Any, answer: Any) -> bool:
    """Tell whether this can be said of a step."""
    if type(step) is not int or step not in range(len(frames)):
        return False
    asked = frames[step].get("question")
    if asked is None or asked["kind"] != kind:
        return False
    if kind == "score":
        return type(answer) is int and abs(answer) < 2**53
    return isinstance(answer, str) and answer in (one["answer"] for one in asked["answers"])


def valid(
    frames: Sequence[Frame], given: Any, before: Iterable[Predicted] = ()
) -> tuple[Predicted, ...]:
    """Return the answers before and those of the given ones that are new, by step.

    An answer that is confirmed stays. Whatever is no answer is left out, and so is what was said of
    a step that is no more.
    """
    kept: dict[int, Predicted] = {}
    for one in [*before, *(given if isinstance(given, list | tuple) else ())]:
        match one:
            case {"step": step, "kind": kind, "answer": answer} if (
                fits(frames, step, kind, answer) and step not in kept
            ):
                kept[step] = {"step": step, "kind": kind, "answer": answer}
    return tuple(kept[step] for step in sorted(kept))


def wall(frames: Sequence[Frame], answers: Iterable[Predicted], start: int = 0) -> int:
    """Return the first step from `start` on whose question is open, or the last step of all."""
    said = {one["step"] for one in answers}
    steps = range(start, len(frames))
    return next((k for k in steps if "question" in frames[k] and k not in said), len(frames) - 1)


# how it went ------------------------------------------------------------------------------------


class Prediction(NamedTuple):
    """What was said of a step, and what came."""

    step: int
    """The step predicted leads from this state to the next one."""
    kind: str
    """"decision", "chance" or "score"."""
    player: int | None
    """Who chose; None for chance, or where several might act first."""
    answer: str | int
    truth: str | int | None
    """None while Python holds it back."""
    right: bool | None
    chance: Fraction | None
    """How likely the answer was, exactly; None where no chance decided."""
    likeliest: bool | None
    """Whether nothing was likelier. That, and not luck, is what a prediction of chance can do."""


class Calibration(NamedTuple):
    """How often what was said came true. One game proves little."""

    draws: int
    likeliest: int
    """In how many draws the likeliest outcome (or one of them) was named."""
    came: int
    """In how many draws the outcome that was named came."""
    expected: Fraction
    """How many were to be expected to come: the sum of their chances."""
    decisions: int
    foreseen: int
    scores: int
    exact: int
    """How many scores were right."""


class Predictions(tuple[Prediction, ...]):
    """The predictions of a game, by step: a tuple of Prediction."""

    __slots__ = ()

    @property
    def calibration(self) -> Calibration:
        """How often what was said came true, of the steps whose truth is out."""
        draws, decisions, scores = (
            [one for one in self if one.kind == kind and one.right is not None]
            for kind in ("chance", "decision", "score")
        )
        return Calibration(
            len(draws),
            sum(bool(one.likeliest) for one in draws),
            sum(bool(one.right) for one in draws),
            sum((one.chance for one in draws if one.chance is not None), Fraction(0)),
            len(decisions),
            sum(bool(one.right) for one in decisions),
            len(scores),
            sum(bool(one.right) for one in scores),
        )

    def to_pandas(self) -> DataFrame:
        """Return a table with a row for each prediction; chances as floats."""
        from pandas import DataFrame

        rows = [
            one._replace(chance=None if one.chance is None else float(one.chance))  # type: ignore[arg-type]
            for one in self
        ]
        return DataFrame(rows, columns=list(Prediction._fields)).astype({"player": "Int64"})


def predictions(frames: Sequence[Frame], answers: Iterable[Predicted]) -> Predictions:
    """Return how the answers went that belong to a question of these frames."""
    return Predictions(
        _prediction(frames[one["step"]]["question"], one)
        for one in answers
        if fits(frames, one["step"], one["kind"], one["answer"])
    )


def _prediction(asked: PredictQuestion, said: Predicted) -> Prediction:
    answer, truth = said["answer"], asked["truth"]
    chances = {
        one["answer"]: Fraction(int(one["chance"]["numerator"]), int(one["chance"]["denominator"]))
        for one in asked["answers"]
        if one["chance"]
    }
    chance = chances.get(answer) if isinstance(answer, str) else None
    return Prediction(
        said["step"],
        asked["kind"],
        asked["player"],
        answer,
        truth,
        None if truth is None else answer == truth,
        chance,
        None if chance is None else chance == max(chances.values()),
    )
