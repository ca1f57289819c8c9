"""Frames that can be stepped through: traits, timeline, pictures for readers without a browser."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path
from threading import RLock
from typing import Any, ClassVar, cast

import anywidget
import traitlets

from ..locales.messages import Words, catalogue, check_locale, get_locale
from ..probability.whole import as_whole
from . import page
from .contract import Frame, Info

STATIC = files("monster_widgets") / "static"
KEYWORDS = ("step", "playing", "speed", "locale", "theme", "size", "show_odds", "layout")
"""Traits that may be given when a widget is made."""


def bundle(name: str) -> str:
    """Return the text of a front-end module; a game without a board of its own gets the table."""
    for file in (f"{name}.js", "generic.js"):
        if (STATIC / file).is_file():
            return (STATIC / file).read_text("utf-8")
    raise FileNotFoundError(
        "the front end of monster_widgets has not been built; in a checkout run 'make frontend'"
    )


def pack(value: Any, _widget: Any = None) -> bytes:
    """Return a value as gzip'd JSON, the same bytes for the same value."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return gzip.compress(text.encode(), compresslevel=6, mtime=0)


class Replay(anywidget.AnyWidget):
    """Frames with a timeline. The module a widget lies in has the name of its front end."""

    game_name: ClassVar[str]

    # Python only
    frames = traitlets.Any((), read_only=True).tag(sync=True, to_json=pack)
    """Every step as a dictionary, see ``contract.Frame``."""
    info = traitlets.Dict(read_only=True).tag(sync=True)
    messages = traitlets.Dict(read_only=True).tag(sync=True, to_json=pack)

    # shared with the browser; nothing is derived from them
    step = traitlets.Int(0).tag(sync=True)
    """The step on screen; steps count actions."""
    playing = traitlets.Bool(False).tag(sync=True)
    speed = traitlets.Float(1.0).tag(sync=True)
    locale = traitlets.Unicode().tag(sync=True)
    theme = traitlets.Enum(("auto", "light", "dark"), "auto").tag(sync=True)
    size = traitlets.Enum(("normal", "projector"), "normal").tag(sync=True)
    """"projector": larger type and cards, to be read from the last row."""
    show_odds = traitlets.Bool(True).tag(sync=True)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Give the class its front end, as text: a path would keep every instance alive."""
        if "game_name" in cls.__dict__:  # traitlets, too, makes subclasses, one for each instance
            cls._esm = bundle(cls.__module__.rpartition(".")[2])
        super().__init_subclass__(**kwargs)

    def __init__(self, frames: Sequence[Frame], info: Info, step: int, **keywords: Any) -> None:
        """Show frames, at a step; the keywords are traits."""
        self._lock = RLock()  # kernels may run callbacks on another thread
        # before the widget opens: its first message, and the saved state of a notebook, hold all
        self.set_trait("messages", catalogue(self.game_name))
        self._show(frames, info)
        self.locale = keywords.pop("locale", get_locale())
        self.goto(step)
        super().__init__(**keywords)

    def _check_keywords(
        self, given: Iterable[str], known: Sequence[str], options: Sequence[str] = ()
    ) -> None:
        more = f", and the options of the game: {', '.join(options)}" if options else ""
        for name in given:
            if name not in (*known, *options):
                raise TypeError(
                    f"{type(self).__name__} has no keyword {name!r}; "
                    f"there are {', '.join(known)}{more}"
                )

    def _show(self, frames: Sequence[Frame], info: Info) -> None:
        self.set_trait("frames", tuple(frames))
        self.set_trait("info", info)

    @property
    def _last(self) -> int:
        return len(self.frames) - 1

    @traitlets.validate("step")
    def _valid_step(self, proposal: Any) -> int:
        # a slider that is linked to the step may run past the end
        return max(0, min(int(proposal["value"]), self._last))

    @traitlets.validate("speed")
    def _valid_speed(self, proposal: Any) -> float:
        if not 0.1 <= proposal["value"] <= 16:  # nan is not
            raise ValueError(f"speed is a number from 0.1 to 16, not {proposal['value']!r}")
        return float(proposal["value"])

    @traitlets.validate("locale")
    def _valid_locale(self, proposal: Any) -> str:
        return check_locale(proposal["value"])

    def goto(self, step: int) -> None:
        """Show a step; steps count actions. ValueError names the steps there are."""
        whole = as_whole(step)
        if whole is None or whole not in range(self._last + 1):
            raise self._refusal("no_such_step", step=step, last=self._last)
        self.step = whole

    def next(self) -> None:
        """Go on to the next beat, like the button."""
        beats = [f["step"] for f in self.frames if f["beat"] and f["step"] > self.step]
        self.step = beats[0] if beats else self._last

    def previous(self) -> None:
        """Go back to the beat before, like the button."""
        beats = [f["step"] for f in self.frames if f["beat"] and f["step"] < self.step]
        self.step = beats[-1] if beats else 0

    def _words(self) -> Words:
        return Words(self.locale, self.game_name, self.info["players"])

    def _refusal(self, reason: str, **values: Any) -> Refused:
        key = f"common.reason.{reason}"
        return Refused(key, values, self._words().text(key, values))

    # showing ---------------------------------------------------------------------------------

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        if not isinstance(bundle, tuple):
            return bundle
        data, metadata = bundle
        return {**data, "text/plain": repr(self), "text/html": self._static()}, metadata

    def _static(self) -> str:
        """Return the step on screen as tables and words, for readers that run nothing."""
        with self._lock:
            return page.board(self._words(), cast(Info, self.info), self.frames, self.step)

    def to_html(self, path: str | Path) -> Path:
        """Write it all into one file that any browser opens, without Python or a network."""
        shared = ("step", "speed", "locale", "theme", "size", "show_odds")
        names = ("frames", "info", "messages", *shared)
        with self._lock:
            state = {name: getattr(self, name) for name in names}
            board = self._static()
        state |= {"playing": False, "error": None, "answered": 0, "intent": None}
        target = Path(path)
        host = (STATIC / "host.js").read_text("utf-8")
        title = page.title(self._words(), cast(Info, self.info), self.frames[0])
        text = page.document(title, self.locale, host, self._esm, state, board)
        target.write_bytes(text.encode())
        return target


class Refused(ValueError):
    """A choice that is refused before any rule is asked, with its locale key and its sentence."""

    def __init__(self, key: str, values: dict[str, Any], sentence: str) -> None:
        """Say it in the reader's language: in Python it is an ordinary exception."""
        self.key, self.values = key, values
        super().__init__(sentence)
