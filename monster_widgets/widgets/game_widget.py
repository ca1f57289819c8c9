"""The widget that every game shares: it sets a game up, and lets one play it."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence, Set
from typing import Any

import traitlets

from .. import engine, games
from ..engine import (
    CHANCE,
    Action,
    GameRecord,
    IllegalAction,
    Predicted,
    Result,
    Viewer,
)
from ..locales.messages import DEFAULT_NAMES, is_name
from ..probability.whole import as_whole
from . import contract, predicting, timeline
from .contract import Frame, Info, Refusal
from .exploring import Exploring
from .lines import GAME, in_common, kept
from .replay import KEYWORDS

OWN = ("players", "seed", "you", "record", "policies", "viewer", "predict", "hold", *KEYWORDS)
"""The keywords that every game widget has."""


class GameWidget(Exploring):
    """A game that can be stepped through, and played if `you` names your seat."""

    # Python only
    predict = traitlets.Any(False)
    """What the reader predicts before going on: True (every decision of others and every draw),
    "decisions", "chance", "scores", or a list of steps. What follows is covered, not secret."""
    hold = traitlets.Any(None, allow_none=True)
    """The step at which all that is shown ends, until `release`: Python keeps the rest."""

    # shared with the browser, which works without a kernel
    predicted = traitlets.Any(()).tag(sync=True)
    """What the reader predicted: {"step", "kind", "answer"} for each. () begins anew."""
    # what was valid so far: what a browser sends stands in the trait before it is looked at
    _confirmed: tuple[contract.Predicted, ...] = ()

    def __init__(
        self,
        *,
        players: int | Sequence[str] | None = None,
        seed: int | None = None,
        you: int | Sequence[int] | None = None,
        record: GameRecord | str | None = None,
        policies: engine.Policies = "greedy",
        **keywords: Any,
    ) -> None:
        """Set up the game and play it, up to the first choice of a person.

        players: a number, or a list of names (default 4, or as many as there can be).
        seed: a whole number; the same seed and choices give the same cards (default 1).
        you: the seat you play, or several seats at one screen; the others are bots.
        record: a game to show (or, with `you`, to go on with): a GameRecord, its JSON or its code.
        policies: how the bots choose, one for all or one for each seat.
        predict: what the reader predicts before going on: True, "decisions", "chance", "scores",
        or a list of steps.
        hold: the step at which all that is shown ends, until ``release()``.
        Other keywords are traits (locale, theme, size, viewer, show_odds, step …) or options of the
        game.
        """
        self._game = games.load(self.game_name)
        options = {name: keywords.pop(name) for name in list(keywords) if name not in OWN}
        known = list(inspect.signature(self._game.initial_state).parameters)[1:]
        if options.keys() - set(known):
            self._check_keywords(options, OWN, known)
        number, names = _players(players)
        if record is None:
            number = min(4, max(self._game.PLAYERS)) if number is None else number
            self._record = self._new_record(number, 1 if seed is None else seed, options)
        else:
            if seed is not None or options or (number is not None and names is None):
                raise ValueError(
                    "a record brings its own players, seed and options: leave them out"
                )
            self._record = self._read_record(record)
        self._names = self._named(names)
        self._you = self._seats(you)
        self._policies = engine.seated(self._game, policies, self._record.players)
        self._undone = False
        self._begin()
        if record is None or self._you:
            self._record = engine.play_on(self._record, self._policies, self._you)
        step, viewer = keywords.pop("step", None), keywords.pop("viewer", None)
        self.viewer = self._own_viewer() if viewer is None else viewer
        self.hold = keywords.pop("hold", None)
        self.predict = keywords.pop("predict", False)
        frames = self._frames(self._record)
        said = [one._asdict() for one in self._record.predictions]
        answers = predicting.valid(frames, said)
        if step is None:
            step = predicting.wall(frames, answers) if self._you else 0
        super().__init__(frames, self._info(), step, predicted=answers, **keywords)
        self.observe(self._on_look, names=("viewer", "predict", "hold"))

    # setting up ------------------------------------------------------------------------------

    def _new_record(self, players: int, seed: int, options: dict[str, Any]) -> GameRecord:
        self._game.initial_state(players, **options)  # so that a wrong option is a ValueError
        return GameRecord(self._game.NAME, players, options, seed)

    def _read_record(self, record: GameRecord | str) -> GameRecord:
        read = engine.read(record)
        if read.game != self._game.NAME:
            raise engine.InvalidRecord(f"this is a game of {read.game}, not of {self._game.NAME}")
        return read

    def _named(self, names: list[str] | None) -> list[str]:
        number = self._record.players
        if names is None:
            return list(DEFAULT_NAMES[:number])
        if len(names) != number:
            raise ValueError(f"the game has {number} players, but {len(names)} names are given")
        return names

    def _seats(self, you: int | Sequence[int] | None) -> tuple[int, ...]:
        last = self._record.players - 1
        try:
            seats = () if you is None else _whole_numbers(you)
        except TypeError:
            seats = (-1,)
        if not set(seats) <= set(range(last + 1)):
            raise ValueError(f"you must be a seat from 0 to {last} or several, not {you!r}")
        if len(seats) > 1 and not self._record.state.open_hands:
            raise ValueError(
                "hands are hidden in this game: only one person can play at one screen"
            )
        return tuple(dict.fromkeys(seats))

    def _own_viewer(self) -> Viewer | None:
        """Return the default viewer; None stands for the one of several persons who acts."""
        if len(self._you) > 1:
            return None
        return self._you[0] if self._you else "public"

    # publishing ------------------------------------------------------------------------------

    def _frames(self, record: GameRecord, known: Sequence[Frame] = ()) -> tuple[Frame, ...]:
        frames = timeline.frames(self._game, self._held(record), self._eyes, known)
        settled = max(0, len(known) - 2)  # the last two depend on what comes after them
        return predicting.ask(self._game, record, frames, self.predict, self._you, settled)

    def _held(self, record: GameRecord) -> GameRecord:
        """Return the part of a record that may leave Python."""
        held = self.hold is not None and self.hold < len(record.actions)
        return record.cut(self.hold) if held else record

    def _info(self) -> Info:
        record = self._held(self._record)
        return timeline.info(
            self._game, record, self._names, self._you, self._undone, self._is_held
        )

    @property
    def _is_held(self) -> bool:
        """Whether the game goes no further than the step at which it is held."""
        done = len(self._record.actions)
        if self.hold is None or done < self.hold:
            return False
        return done > self.hold or self.result is None

    @property
    def _end(self) -> int:
        return predicting.wall(self.frames, self.predicted, self.step)

    def _on_look(self, change: Any) -> None:
        with self._lock, self.hold_sync():
            self._show(self._frames(self._record), self._info())
            if change["name"] == "viewer":
                self._see_anew()
            self._keep(kept(self._lines, len(self.frames) - 1))  # those that leave what is shown
            self.step = min(self.step, self._last)
            self.set_trait("hint", None)  # it was made for other eyes

    @traitlets.validate("viewer")
    def _valid_viewer(self, proposal: Any) -> Any:
        # ValueError names the viewers there are
        return self._record.state.view(proposal["value"]).viewer

    @traitlets.validate("hold")
    def _valid_hold(self, proposal: Any) -> int | None:
        step = as_whole(proposal["value"])
        if proposal["value"] is not None and (step is None or step < 0):
            raise ValueError(f"hold is a step, from 0 on, or None, not {proposal['value']!r}")
        return step

    @traitlets.validate("predict")
    def _valid_predict(self, proposal: Any) -> predicting.Wish:
        wish = predicting.wish(proposal["value"])
        if isinstance(wish, tuple) and not self._you:  # else the steps to come are not known yet
            self._check_steps(wish)
        return wish

    def _check_steps(self, steps: Sequence[int]) -> None:
        """Raise ValueError where nothing can be predicted, naming the next steps where it can."""
        frames = timeline.frames(self._game, self._record, self._eyes)
        asked = predicting.ask(self._game, self._record, frames, True)
        possible = [frame["step"] for frame in asked if "question" in frame]
        for step in steps:
            if step not in possible:
                near = sorted(sorted(possible, key=lambda one: abs(one - step))[:6])
                raise ValueError(
                    f"at step {step} there is nothing to predict; there is at "
                    f"{', '.join(map(str, near)) or 'no step of this game'}"
                )

    @traitlets.validate("predicted")
    def _valid_predicted(self, proposal: Any) -> tuple[contract.Predicted, ...]:
        # a browser may send anything; what is no answer, or comes too late, is left out
        given = proposal["value"]
        before = self._confirmed if given else ()
        self._confirmed = predicting.valid(self.frames, given, before)
        return self._confirmed

    # looking ---------------------------------------------------------------------------------

    @property
    def record(self) -> GameRecord:
        """The game so far, with what was predicted; whoever has it can see every card."""
        if not self.predict:
            return self._record
        return self._record.predicted(Predicted(**one) for one in self.predicted)

    @property
    def result(self) -> Result | None:
        """The result, or None while the game goes on."""
        return self._record.state.result

    @property
    def predictions(self) -> predicting.Predictions:
        """What was predicted and how it went: a tuple of Prediction, with ``.calibration``."""
        return predicting.predictions(self.frames, self.predicted)

    def answer(self, step: int, answer: str | int) -> predicting.Prediction:
        """Predict what happens from a step, as its question asks, and return how it went.

        A notation ("draw", "reveal sludge"; "other" where odds do not list everything), or a number
        for a score. ValueError where nothing is asked, for what is no answer (it names those there
        are), and for a second answer: the first one stays.
        """
        with self._lock:
            whole = as_whole(step)
            asked = whole in range(len(self.frames)) and self.frames[whole].get("question")
            if not asked:
                open_ = [f["step"] for f in self.frames if "question" in f]
                steps = ", ".join(map(str, open_[:6])) or "–"
                raise self._refusal("nothing_to_predict", step=step, steps=steps)
            if any(one["step"] == whole for one in self.predicted):
                raise self._refusal("predicted_already", step=step)
            if (points := as_whole(answer)) is not None:
                answer = points
            if not predicting.fits(self.frames, whole, asked["kind"], answer):
                legal = ", ".join(one["answer"] for one in asked["answers"])
                reason = "no_such_answer" if legal else "no_score"
                raise self._refusal(reason, step=step, answer=str(answer), legal=legal)
            self.predicted = (
                *self.predicted,
                {"step": whole, "kind": asked["kind"], "answer": answer},
            )
            return next(one for one in self.predictions if one.step == whole)

    def release(self) -> None:
        """Show what `hold` keeps back."""
        self.hold = None

    # playing ---------------------------------------------------------------------------------

    def act(self, action: str | Action) -> None:
        """Choose an action of yours, as "draw" or "seat 2"; then the bots go on.

        Raises IllegalAction, or ValueError when it is not yours to choose, when the text is no
        action, or when the step on screen is not the newest: nothing is changed then.
        """
        with self._lock:
            self._check_not_held()
            last = len(self._record.actions)
            if self.line != GAME:
                raise self._refusal("in_a_branch", line=self.line)
            if self.step not in (last, self._end):  # at a question, Python may pass it by
                raise self._refusal("not_newest", step=self.step, last=last)
            try:
                with self.hold_sync():
                    self._choose(action)
                    self.step = self._last  # Python may go past what is to be predicted
            except IllegalAction as error:
                raise self._in_words(error) from None

    def undo(self) -> None:
        """Take back your last choice and all that followed; ValueError if there is none."""
        with self._lock:
            self._check_not_held()
            mine = [a.player for a in self._record.actions if a.player in self._you]
            if not mine:
                raise self._refusal("nothing_to_undo")
            record = self._record.undo(mine[-1])
            taken_back = self._record.actions[len(record.actions) :]
            drawn = any(a.player == CHANCE and a.kind not in self._game.FORCED for a in taken_back)
            self._renew(record, self.frames[: len(record.actions) + 1], self._undone or drawn)

    def branch(self, step: int, action: str | Action | None = None) -> GameWidget:
        """Return a new widget that goes another way from a step of the game.

        action: what is done there instead, a choice of whoever acts ("draw") or an outcome of
        chance ("reveal sorbet"); from there on chance draws afresh. ValueError if there is no such
        step, IllegalAction if the rules do not allow it. `what_if` shows the same beside the game.
        """
        with self._lock:
            whole = as_whole(step)
            if whole is None or whole not in range(len(self._record.states)):
                raise self._refusal("no_such_step", step=step, last=len(self._record.actions))
            try:
                chosen = None if action is None else self._understood(action, whole)
                record = self.record.branch(whole, chosen)
            except IllegalAction as error:
                raise self._in_words(error) from None
        return type(self)(
            record=engine.play_on(record, self._policies, self._you),
            players=self._names,
            you=self._you or None,
            policies=self._policies,
            step=whole,
            viewer=self.viewer,
            predict=self._predict_until(step),
            hold=self.hold,
            speed=self.speed,
            locale=self.locale,
            theme=self.theme,
            size=self.size,
            show_odds=self.show_odds,
        )

    def _predict_until(self, step: int) -> predicting.Wish:
        """Return what is predicted in a branch: from there on, single steps mean nothing."""
        wish: predicting.Wish = self.predict
        return tuple(k for k in wish if k < step) if isinstance(wish, tuple) else wish

    def _check_not_held(self) -> None:
        if self._is_held:
            raise self._refusal("held", step=self.hold)

    def _choose(self, action: str | Action) -> None:
        state = self._record.state
        if not state.acting_players:
            raise self._refusal("over")
        if not self._you:
            raise self._refusal("watching")
        action = self._understood(action, len(self._record.actions))
        state.apply(action)  # IllegalAction, before anything is changed
        record = self._record.extended((action,))
        if record.actions[-1].player not in self._you:
            raise self._refusal("not_your_seat")
        try:
            record = engine.play_on(record, self._policies, self._you)
        except Exception as error:  # whatever a policy does: the choice is not made then
            raise self._refusal("bot", detail=str(error)) from error
        self._renew(record, self.frames, self._undone)

    def _understood(self, action: str | Action, step: int) -> Action:
        """Return the action that a text means at a step; IllegalAction if it means none."""
        if not isinstance(action, str):
            return action
        state = self._record.states[step]
        acting = state.acting_players
        mine = [seat for seat in self._you if seat in acting]
        # in a race of bots and one person the player may be left out
        unnamed = len(acting) > 1 and len(mine) == 1 and ":" not in action
        try:
            return self._game.parse(f"{mine[0]}: {action}" if unnamed else action, state)
        except ValueError:
            legal = tuple(one for seat in self._you for one in state.legal_actions(seat))
            raise IllegalAction(action, "unknown_action", legal=legal) from None

    def _renew(self, record: GameRecord, known: Sequence[Frame], undone: bool) -> None:
        frames = self._frames(record, known)  # before anything is changed
        begun = min(len(self._record.actions), len(record.actions))
        with self.hold_sync():
            common = in_common(self._record, record)
            self._record, self._undone = record, undone
            self._follow(common)
            self.line = GAME
            self._show(frames, self._info())
            self.set_trait("hint", None)
            if self.predicted:
                self.predicted = self.predicted  # without what was said of a step that is no more
            self.step = predicting.wall(frames, self.predicted, begun)
            self.set_trait("error", None)

    def _key(self, reason: str) -> str:
        own = f"{self._game.NAME}.reason.{reason}"
        return f"common.reason.{reason}" if self._words().find(own) is None else own

    def _in_words(self, error: IllegalAction) -> IllegalAction:
        """Return the refusal with a sentence in the reader's language."""
        words = self._words()
        action = str(error.action)
        values = {
            "action": action,
            "sentence": words.text(self._key(error.reason), {"action": action}),
            "rule": error.rule,
        }
        said = words.text(f"common.error.illegal{'_rule' if error.rule else ''}", values)
        if error.legal:
            legal = ", ".join(map(str, error.legal))
            said += " " + words.text("common.error.legal_now", {"legal": legal})
        return IllegalAction(error.action, error.reason, error.rule, error.legal, said)

    def _told(self, error: Exception, intent: Any, ident: int) -> Refusal:
        told = super()._told(error, intent, ident)
        if isinstance(error, IllegalAction):
            told["key"], told["rule"] = self._key(error.reason), error.rule
            told["values"] = {"action": intent["action"][:80]}
        return told

    def _obey(self, intent: Any, ident: int) -> None:
        if isinstance(intent, dict) and "do" in intent:
            self._inquire(intent, ident)
            return
        match intent:
            case {"id": int(), "step": int(step), "action": str(action)} if ident:
                pass
            case _:
                raise self._refusal("bad_intent")
        self._check_not_held()
        if ident <= self.answered or step != len(self._record.actions):
            raise self._refusal("late")
        if action == "undo":
            self.undo()
        else:
            self._choose(action)

    # showing ---------------------------------------------------------------------------------

    def _state(self) -> dict[str, Any]:
        return super()._state() | {"predicted": self.predicted}

    def __repr__(self) -> str:
        """Return a short text, the same in every process: nbval compares it."""
        record = self._record
        you = f", you={self._you[0] if len(self._you) == 1 else self._you}" if self._you else ""
        return (
            f"{type(self).__name__}(players={record.players}, seed={record.seed}{you}, "
            f"step={self.step}/{self._last})"
        )


def _whole_numbers(value: Any) -> tuple[int, ...]:
    """Return one whole number, or several in their order; TypeError for anything else."""
    one = as_whole(value)
    if one is None and isinstance(value, Mapping | Set | str | bytes):
        raise TypeError(f"{value!r} has no order of whole numbers")
    numbers = [one] if one is not None else [as_whole(number) for number in value]
    if None in numbers:
        raise TypeError(f"{value!r} are no whole numbers")
    return tuple(number for number in numbers if number is not None)


def _players(players: int | Sequence[str] | None) -> tuple[int | None, list[str] | None]:
    """Return the number of players and, if they were given, their names."""
    if players is None:
        return None, None
    if (number := as_whole(players)) is not None:
        return number, None
    names = list(players) if isinstance(players, list | tuple) else []
    if not names or not all(map(is_name, names)):
        raise ValueError(f"players is a number, or a list of names, not {players!r}")
    return len(names), names
