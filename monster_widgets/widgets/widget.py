"""What every widget shares: its front end, its words, and how it is shown without a browser."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from threading import RLock
from typing import Any, ClassVar

import anywidget
import traitlets

from ..locales.messages import Words, check_locale, get_locale
from . import page
from .contract import Refusal

STATIC = files("monster_widgets") / "static"
KEYWORDS = ("locale", "theme", "size", "layout")
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


class Widget(anywidget.AnyWidget):
    """A front end, given as text (a path would keep every instance alive), and its words."""

    _reasons: ClassVar[str] = "common"
    """The file of the sentences with which wishes are refused."""

    # Python only
    messages = traitlets.Dict(read_only=True).tag(sync=True, to_json=pack)

    # shared with the browser; nothing is derived from them
    locale = traitlets.Unicode().tag(sync=True)
    theme = traitlets.Enum(("auto", "light", "dark"), "auto").tag(sync=True)
    size = traitlets.Enum(("normal", "projector"), "normal").tag(sync=True)
    """"projector": larger type and cards, to be read from the last row."""

    def _prepare(self, messages: dict[str, Any], keywords: dict[str, Any]) -> None:
        """Set what the first message of a widget, and the saved state of a notebook, need."""
        self._lock = RLock()  # kernels may run callbacks on another thread
        self.set_trait("messages", messages)
        self.locale = keywords.pop("locale", get_locale())

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

    @traitlets.validate("locale")
    def _valid_locale(self, proposal: Any) -> str:
        with unfit():
            return check_locale(proposal["value"])

    def _words(self) -> Words:
        raise NotImplementedError

    def _refusal(self, reason: str, **values: Any) -> Refused:
        key = f"{self._reasons}.reason.{reason}"
        return Refused(key, values, self._words().text(key, values))

    # showing ---------------------------------------------------------------------------------

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        if not isinstance(bundle, tuple):
            return bundle
        data, metadata = bundle
        return {**data, "text/plain": repr(self), "text/html": self._static()}, metadata

    def _title(self) -> str:
        raise NotImplementedError

    def _static(self) -> str:
        """Return what is on screen as tables and words, for readers that run nothing."""
        raise NotImplementedError

    def _state(self) -> dict[str, Any]:
        """Return the traits that a page without Python begins with."""
        raise NotImplementedError

    def to_html(self, path: str | Path) -> Path:
        """Write it all into one file that any browser opens, without Python or a network."""
        with self._lock:
            state = {name: getattr(self, name) for name in ("messages", "locale", "theme", "size")}
            state |= {"error": None, "answered": 0, "intent": None, **self._state()}
            title, static = self._title(), self._static()
        target = Path(path)
        host = (STATIC / "host.js").read_text("utf-8")
        text = page.document(title, self.locale, host, self._esm, state, static)
        target.write_bytes(text.encode())
        return target


class Answering(Widget):
    """A widget that does what its reader wants, or says why not."""

    # Python only
    error = traitlets.Dict(allow_none=True, default_value=None, read_only=True).tag(sync=True)
    """Why the last wish from the browser was refused, or None."""
    answered = traitlets.Int(0, read_only=True).tag(sync=True)

    # browser only
    intent = traitlets.Any(None, allow_none=True).tag(sync=True)

    @traitlets.observe("intent")
    def _on_intent(self, change: Any) -> None:
        intent = change["new"]
        if intent is None:
            return
        with self._lock, self.hold_sync():
            ident = intent.get("id") if isinstance(intent, dict) else None
            # beyond 2**53 a browser cannot count on: such an id is no id
            ident = ident if type(ident) is int and 0 < ident < 2**53 else 0
            try:
                self._obey(intent, ident)
            except Exception as error:  # a callback's exception would be lost
                self.set_trait("error", self._told(error, intent, ident))
            self.set_trait("answered", max(ident, self.answered))

    def _obey(self, intent: Any, ident: int) -> None:
        """Do it; `ident` is 0 where the intent has no proper one. Exceptions change nothing."""
        raise NotImplementedError

    def _told(self, error: Exception, intent: Any, ident: int) -> Refusal:
        key, values = f"{self._reasons}.reason.internal", {"detail": str(error)}
        if isinstance(error, Refused):
            key, values = error.key, error.values
        return {"intent": ident, "key": key, "values": values, "rule": None}


class Unfit(ValueError, traitlets.TraitError):
    """A value that a trait cannot have."""


@contextmanager
def unfit() -> Iterator[None]:
    """Let a validator's ValueError be a TraitError too.

    Else traitlets would keep what a browser sent, and all that came with it, unlooked at.
    """
    try:
        yield
    except ValueError as error:
        raise Unfit(str(error)) from error


class Refused(ValueError):
    """A wish that is refused before any rule is asked, with its locale key and its sentence."""

    def __init__(self, key: str, values: dict[str, Any], sentence: str) -> None:
        """Say it in the reader's language: in Python it is an ordinary exception."""
        self.key, self.values = key, values
        super().__init__(sentence)
