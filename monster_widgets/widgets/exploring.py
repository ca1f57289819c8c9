"""A game that can be asked about: hints, what would have come of another choice, both compared."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from time import monotonic
from typing import Any, NamedTuple

import traitlets

from .. import engine
from ..analysis import SimulationError
from ..engine import Action, GameRecord, Policy, Value, View, Viewer
from ..engine.protocol import Game
from ..probability.whole import as_whole
from . import contract, hints, lines, slices, timeline
from .comparing import GAMES, Compared
from .contract import Frame
from .lines import GAME, Line
from .replay import Replay
from .widget import Answering, Refused, Unfit, pack


class Why(NamedTuple):
    """What a policy says of a choice that was made; notations of the made one and the best other.

    `kind`, `difference` and `standard_error` are as in ``contract.Verdict``.
    """

    kind: str
    made: str
    rival: str | None
    difference: float | None
    standard_error: float | None
    values: dict[str, Value]
    """What each choice was worth."""


class Exploring(Answering, Replay):
    """A record with its policies, looked at with somebody's eyes, and its branches."""

    _game: Game
    _record: GameRecord
    _policies: Sequence[Policy]
    _you: tuple[int, ...]

    # Python only
    hint = traitlets.Dict(allow_none=True, default_value=None, read_only=True).tag(sync=True)
    """What was answered to the last question for a hint, see ``contract.Hint``."""
    hints = traitlets.Any((), read_only=True).tag(sync=True)
    """Every question for a hint so far, in order, see ``contract.Asked``."""
    lines = traitlets.Any((), read_only=True).tag(sync=True, to_json=pack)
    """The branches, a parent before those that leave it, see ``contract.Line``."""
    compared = traitlets.Any((), read_only=True).tag(sync=True)
    """What is known by now of branches and their parents, see ``contract.Comparison``."""
    viewer = traitlets.Any()
    """Whose eyes the game is seen with: a player's number, "public" or "all"."""

    # shared with the browser
    line = traitlets.Unicode(GAME).tag(sync=True)
    """The line of play on screen: "A", "B", … for a branch, "" for the game."""

    def _begin(self) -> None:
        """Set what must be there before any trait is validated."""
        self._lines: dict[str, Line] = {}
        self._given = 0
        self._compared: dict[str, Compared] = {}
        self._running: tuple[str, asyncio.Task[None]] | None = None
        self._due = 0.0

    # lines -----------------------------------------------------------------------------------

    def _record_of(self, line: str) -> GameRecord:
        return self._record if line == GAME else self._lines[line].record

    def _frames_of(self, line: str) -> tuple[Frame, ...]:
        return lines.composed(self._lines, line, self.frames)

    @property
    def _shown(self) -> Sequence[Frame]:
        # what a browser sends stands in the trait before it is looked at
        return self._frames_of(self.line if self.line in self._lines else GAME)

    @traitlets.validate("line")
    def _valid_line(self, proposal: Any) -> str:
        line: str = proposal["value"]
        if line not in (GAME, *self._lines):
            raise Unfit(str(self._no_line(line)))
        return line

    def _no_line(self, line: object) -> Refused:
        known = ", ".join(map(repr, (GAME, *self._lines)))
        return self._refusal("no_such_line", line=str(line)[:80], lines=known)

    @traitlets.observe("line")
    def _on_line(self, _change: Any) -> None:
        if not self._is_running(self.line):
            self._stop()
        self.step = min(self.step, self._last)

    def what_if(self, action: str | Action | None = None) -> str:
        """Show what would have come of another action at the step on screen; return its name.

        action: a choice of whoever acts there ("draw"), or an outcome of chance ("reveal sorbet");
        None: chance draws afresh. The policies play every seat, yours too, to the end: it is a
        thought experiment, and `record` stays as it is. The step may be one of another branch.

        Who does not see every card goes on from a state that could be the true one for all they
        know: otherwise one could peek. ValueError says what is possible there.
        """
        with self._lock:
            return self._what_if(self.line, self.step, action)

    def _what_if(self, line: str, step: int, action: str | Action | None) -> str:
        line = lines.owner(self._lines, line, step)
        record, frames = self._record_of(line), self._frames_of(line)
        if frames[step]["over"]:
            raise self._refusal("over")
        view = self._view(step, line)
        chosen, label = (None, None) if action is None else self._offered(view, line, step, action)
        name = lines.name(self._given + 1)
        left = lines.branch(record, step, chosen, view.viewer, name)
        if left is None:
            raise self._refusal("no_such_world", action=str(action)[:80])
        try:
            played = engine.play_on(left[0], self._policies)
        except Exception as error:  # whatever a policy does
            raise self._refusal("bot", detail=str(error)) from error
        made = frames[step + 1]["action"] if step < len(frames) - 1 else None
        again = made is not None and chosen is not None and record.actions[step] == chosen
        known = [*frames[: step + 1], frames[step]]  # timeline makes the last one again
        own = tuple(timeline.frames(self._game, played, self._eyes, known)[step + 1 :])
        self._given += 1
        self._lines[name] = Line(name, line, step, chosen, label, again, left[1], played, own)
        with self.hold_sync():
            self._publish_lines()
            self.line, self.step = name, step + 1
        return name

    def _offered(
        self, view: View, line: str, step: int, action: str | Action
    ) -> tuple[Action, contract.Phrase]:
        offered = lines.offered(self._game, self._record_of(line), step, view)
        if not isinstance(action, str):
            action = engine.notation(Action(*action), view.acting_players)
        mine = [seat for seat in view.acting_players if seat in self._you]
        text = action if action in offered or len(mine) != 1 else f"{mine[0]}: {action}"
        if text not in offered:
            legal = ", ".join(offered) or "–"
            raise self._refusal("not_offered", action=action[:80], step=step, legal=legal)
        return offered[text]

    def forget(self, line: str | None = None) -> None:
        """Remove a branch (the one on screen, unless told) and all that leave it."""
        with self._lock:
            line = self.line if line is None else line
            if line not in self._lines:
                raise self._no_line(line)
            one = self._lines[line]
            with self.hold_sync():
                if self._keep(lines.without(self._lines, line)):
                    self.line, self.step = one.parent, one.step

    def _follow(self, common: int) -> None:
        """Keep the branches of a game that has gone on, the same up to a step, with another."""
        followed = []
        for line in lines.kept(self._lines, common):
            if line.parent == GAME and line.step == common:  # what it is compared with has changed
                self._compared.pop(line.id, None)
                made = self._record.actions[common : common + 1]
                line = replace(line, again=made == (line.action,))
            followed.append(line)
        self._keep(followed)

    def _keep(self, kept: Iterable[Line]) -> bool:
        """Keep these branches only; tell whether the one on screen is gone."""
        left = lines.by_id(kept)
        if left == self._lines:
            return False
        gone = self.line not in (GAME, *left)
        if gone:
            self.line = GAME
        self._lines = left
        self._compared = {name: one for name, one in self._compared.items() if name in left}
        if self._running and self._running[0] not in self._compared:
            self._running = None
        self._publish_lines()
        self._publish_compared()
        return gone

    def _publish_lines(self) -> None:
        self.set_trait("lines", tuple(line.crossing() for line in self._lines.values()))

    def _see_anew(self) -> None:
        """Make the branches for other eyes; who sees less must not learn what others saw."""
        if self._record.state.open_hands:
            for name, line in self._lines.items():
                frames = timeline.frames(self._game, line.record, self._eyes)
                own = tuple(frames[line.step + 1 :])
                self._lines[name] = replace(line, frames=own)
            self._publish_lines()
        else:
            self._keep(())

    # whose eyes ------------------------------------------------------------------------------

    def _eyes(self, public: View) -> Viewer:
        """Return whose eyes a frame is made for."""
        if self.viewer is not None:
            return self.viewer
        acting = [seat for seat in public.acting_players if seat in self._you]
        return (acting or self._you or ("public",))[0]

    def _view(self, step: int, line: str = GAME) -> View:
        state = self._record_of(line).states[step]
        return state.view(self._eyes(state.view("public")))

    # hints -----------------------------------------------------------------------------------

    def explain(self) -> dict[str, Value]:
        """Return what each choice is worth at the step on screen, by notation, and show it there.

        By the last named of the game's policies (for Monster Café "careful", see its docstring):
        Fractions where it calculates, Estimates with a standard error where it plays games out.
        ValueError where the viewer sees nobody choose. Counted in `hints`.
        """
        with self._lock:
            return self._explain(self.line, self.step)

    def _explain(self, line: str, step: int) -> dict[str, Value]:
        line = lines.owner(self._lines, line, step)
        choosing = dict.fromkeys(action.player for action in self._view(step, line).legal_actions)
        if not choosing:
            raise self._refusal("nothing_to_choose")
        player = next((p for p in choosing if p in self._you), next(iter(choosing)))
        return self._valued(line, step, player, None)

    def why(self) -> Why:
        """Compare the choice that led to the step on screen with what else could have been done.

        By the same policy as `explain`, from what the player knew when choosing: a good choice may
        still end badly. Another one is called better where its value is exact, or where the
        difference exceeds two standard errors. ValueError where the viewer saw nobody choose.
        Counted in `hints`.
        """
        with self._lock:
            values = self._why(self.line, self.step)
            told, names = self.hint["verdict"], list(values)
            ranked = sorted(names, key=lambda name: -hints.mean(values[name]))
            rival = told["rival"]
            return Why(
                told["kind"],
                ranked[told["made"]],
                None if rival is None else ranked[rival],
                told["difference"],
                told["standard_error"],
                values,
            )

    def _why(self, line: str, step: int) -> dict[str, Value]:
        line = lines.owner(self._lines, line, step)
        frame = self._frames_of(line)[step]
        record = self._record_of(line)
        made = record.actions[step - 1] if step and frame["action"] is not None else None
        if made is None or made not in self._view(step - 1, line).legal_actions:
            raise self._refusal("no_choice_made")
        return self._valued(line, step - 1, made.player, made)

    def _valued(self, line: str, step: int, player: int, made: Action | None) -> dict[str, Value]:
        seen = self._record_of(line).states[step].view(player)
        name, policy = list(self._game.POLICIES.items())[-1]
        values = policy.explain(seen)
        asked: contract.Asked = {
            "line": line,
            "step": step,
            "player": player,
            "policy": name,
            "after": made is not None,
        }
        hint = hints.hint(self._game, line, step, seen, name, values, made)
        with self.hold_sync():
            self.set_trait("hint", None)  # so that the same one, asked for again, is shown again
            self.set_trait("hint", hint)
            self.set_trait("hints", (*self.hints, asked))
        return {
            engine.notation(action, seen.acting_players): value for action, value in values.items()
        }

    # comparing -------------------------------------------------------------------------------

    def compare(self, n: int = GAMES) -> dict[str, tuple[Value, ...]]:
        """Return what the branch on screen and its parent are worth to each player, by name.

        The chance to win (for a game of one, the points) from the step after the choice on: both
        lines are played on `n` times by the widget's policies, from the same seed; exact where few
        positions follow. It is shown beside the branch, too. ValueError on the game itself.
        """
        games = as_whole(n)
        if games is None or games < 1:
            raise ValueError(f"the number of games is a whole number from 1, not {n!r}")
        with self._lock:
            if self.line == GAME:
                raise self._refusal("no_branch")
            self._stop()
            one = self._compared[self.line] = self._comparison(self.line, games)
            while one.play():
                pass
            self._publish_compared()
            parent = self._lines[self.line].parent
            return dict(zip((parent, self.line), one.values, strict=True))

    def _comparison(self, line: str, n: int = GAMES) -> Compared:
        branch = self._lines[line]
        parent = self._record_of(branch.parent)
        # where the parent goes no further, it begins with the choice
        at = min(branch.step + 1, len(self._frames_of(branch.parent)) - 1)
        states = (parent.states[at], branch.record.states[branch.step + 1])
        seen = [state.view(self._eyes(state.view("public"))) for state in states]
        return Compared(self._game, states, seen, self._policies, n)

    def _compare_soon(self, line: str) -> None:
        """Compare a branch with its parent in the background, or go on with it."""
        self._stop()
        if line not in self._compared:
            self._compared[line] = self._comparison(line)
        one = self._compared[line]
        if not one.is_done:
            end = monotonic() + slices.PATIENCE
            with contextlib.suppress(RuntimeError):  # no event loop: `compare` does it
                self._running = line, slices.in_slices(lambda: self._play(line, one, end))
        self._publish_compared()

    def _play(self, line: str, one: Compared, until: float) -> bool:
        """Play for a moment; tell whether to go on."""
        with self._lock:
            if self._compared.get(line) is not one or not self._is_running(line):
                return False
            begun = monotonic()
            try:
                while (more := one.play()) and monotonic() < begun + slices.SLICE:
                    pass
            except SimulationError as error:  # a task's exception would be lost
                more = False
                key, values = f"{self._reasons}.reason.bot", {"detail": str(error)}
                self.set_trait("error", {"intent": 0, "key": key, "values": values, "rule": None})
            more = more and begun < until
            if not more:
                self._running = None
            if not more or begun >= self._due:
                self._publish_compared()
            return more

    def _is_running(self, line: str) -> bool:
        return self._running is not None and self._running[0] == line

    def _stop(self) -> None:
        if self._running is not None:
            self._running = None
            self._publish_compared()

    def _publish_compared(self) -> None:
        self._due = monotonic() + slices.EVERY
        found = []
        for name, one in self._compared.items():
            line = self._lines[name]
            parent, branch = one.worth
            told: contract.Comparison = {
                "line": name,
                "statistic": one.statistic,
                "chosen": line.step < len(self._frames_of(line.parent)) - 1,
                "done": one.done,
                "n": one.n,
                "running": self._is_running(name),
                "parent": parent,
                "branch": branch,
            }
            found.append(told)
        self.set_trait("compared", tuple(found))

    def close(self) -> None:
        """Close the widget, and stop what runs."""
        self._running = None
        super().close()

    # the reader's wishes ---------------------------------------------------------------------

    def _inquire(self, intent: Any, ident: int) -> None:
        match intent:
            case {"line": str(line), "step": int(step), "do": str(do), "action": action} if ident:
                pass
            case _:
                raise self._refusal("bad_intent")
        if not (action is None or isinstance(action, str)) or isinstance(step, bool):
            raise self._refusal("bad_intent")
        if ident <= self.answered or line not in (GAME, *self._lines):
            raise self._refusal("late")
        if step not in range(len(self._frames_of(line))):
            raise self._refusal("late")
        match do:
            case "explain":
                self._explain(line, step)
            case "why":
                self._why(line, step)
            case "branch":
                self._compare_soon(self._what_if(line, step, action))
            case "compare" if line in self._lines:
                self._compare_soon(line)
            case "remove" if line in self._lines:
                self.forget(line)
            case _:
                raise self._refusal("bad_intent")
        self.set_trait("error", None)

    # showing ---------------------------------------------------------------------------------

    def _state(self) -> dict[str, Any]:
        names = ("lines", "line", "compared", "hint", "hints")
        return super()._state() | {name: getattr(self, name) for name in names}
