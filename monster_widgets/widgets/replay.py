"""Frames that can be stepped through: traits, timeline, pictures for readers without a browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, cast

import traitlets

from ..locales.messages import Words, catalogue
from ..probability.whole import as_whole
from . import page, widget
from .contract import Frame, Info
from .widget import Unfit, Widget, bundle, pack

KEYWORDS = ("step", "playing", "speed", *widget.KEYWORDS, "show_odds")
"""Traits that may be given when a widget is made."""


class Replay(Widget):
    """Frames with a timeline. The module a widget lies in has the name of its front end."""

    game_name: ClassVar[str]

    # Python only
    frames = traitlets.Any((), read_only=True).tag(sync=True, to_json=pack)
    """Every step as a dictionary, see ``contract.Frame``."""
    info = traitlets.Dict(read_only=True).tag(sync=True)

    # shared with the browser; nothing is derived from them
    step = traitlets.Int(0).tag(sync=True)
    """The step on screen; steps count actions."""
    playing = traitlets.Bool(False).tag(sync=True)
    speed = traitlets.Float(1.0).tag(sync=True)
    show_odds = traitlets.Bool(True).tag(sync=True)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Give the class its front end."""
        if "game_name" in cls.__dict__:  # traitlets, too, makes subclasses, one for each instance
            cls._esm = bundle(cls.__module__.rpartition(".")[2])
        super().__init_subclass__(**kwargs)

    def __init__(self, frames: Sequence[Frame], info: Info, step: int, **keywords: Any) -> None:
        """Show frames, at a step; the keywords are traits."""
        self._prepare(catalogue(self.game_name), keywords)
        self._show(frames, info)
        self.goto(step)
        super().__init__(**keywords)

    def _show(self, frames: Sequence[Frame], info: Info) -> None:
        self.set_trait("frames", tuple(frames))
        self.set_trait("info", info)

    @property
    def _shown(self) -> Sequence[Frame]:
        """The frames that are on screen one by one."""
        frames: Sequence[Frame] = self.frames
        return frames

    @property
    def _last(self) -> int:
        return len(self._shown) - 1

    @property
    def _end(self) -> int:
        """The last step that a reader has before them, covered ones left out."""
        return self._last

    @traitlets.validate("step")
    def _valid_step(self, proposal: Any) -> int:
        # a slider that is linked to the step may run past the end
        return max(0, min(int(proposal["value"]), self._last))

    @traitlets.validate("speed")
    def _valid_speed(self, proposal: Any) -> float:
        if not 0.1 <= proposal["value"] <= 16:  # nan is not
            raise Unfit(f"speed is a number from 0.1 to 16, not {proposal['value']!r}")
        return float(proposal["value"])

    def goto(self, step: int) -> None:
        """Show a step; steps count actions. ValueError names the steps there are."""
        whole = as_whole(step)
        if whole is None or whole not in range(self._last + 1):
            raise self._refusal("no_such_step", step=step, last=self._last)
        self.step = whole

    def next(self) -> None:
        """Go on to the next beat, like the button."""
        beats = [f["step"] for f in self._shown if f["beat"] and f["step"] > self.step]
        self.step = beats[0] if beats else self._last

    def previous(self) -> None:
        """Go back to the beat before, like the button."""
        beats = [f["step"] for f in self._shown if f["beat"] and f["step"] < self.step]
        self.step = beats[-1] if beats else 0

    def _words(self) -> Words:
        return Words(self.locale, self.game_name, self.info["players"])

    # showing ---------------------------------------------------------------------------------

    def _title(self) -> str:
        return page.title(self._words(), cast(Info, self.info), self.frames[0])

    def _static(self) -> str:
        with self._lock:
            info = cast(Info, self.info)
            return page.board(self._words(), info, self._shown, self.step, self._end)

    def _state(self) -> dict[str, Any]:
        names = ("frames", "info", "step", "speed", "show_odds")
        return {name: getattr(self, name) for name in names} | {"playing": False}
