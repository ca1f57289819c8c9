"""The words every game is told in: action, event, view, result, rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from ..probability.distribution import Rng
    from .protocol import State

CHANCE = -1
"""The player who deals, draws and rolls; players who choose are numbered from 0."""

HIDDEN = "hidden"
"""Stands in a view for a card that its viewer may not see."""

Viewer = int | Literal["public", "all"]
Json = Any
"""A value that JSON can hold."""


NOTHING: Mapping[str, Json] = {}
"""No data. (Shared, so never to be filled.)"""


class Action(NamedTuple):
    """A choice of a player, or an outcome of chance."""

    player: int
    """Who acts; CHANCE for an outcome of chance."""
    kind: str
    args: tuple[int | str, ...] = ()
    """Card keys, seats and numbers."""

    def __str__(self) -> str:
        """Return the short notation, for example ``seat 2`` or ``lose sludge``."""
        return " ".join((self.kind, *map(str, self.args)))


class Event(NamedTuple):
    """Something that happened in a step, for the caption; `rule` is the rule it follows."""

    rule: str
    kind: str
    player: int | None = None
    data: Mapping[str, Json] = NOTHING
    audience: frozenset[int] | None = None
    """The players who may know of it; None: everybody."""

    def is_for(self, viewer: Viewer) -> bool:
        """Tell whether this viewer may know of the event."""
        return self.audience is None or viewer == "all" or viewer in self.audience


class Rule(NamedTuple):
    """A rule of a game. Its words are in the locales, its reasons in ``docs/rules``."""

    id: str
    status: Literal["stated", "derived", "ruling"]
    source: str
    """Key of the section of the printed rules; for a derived rule the ids it follows from;
    for a ruling of ours "ours"."""


_STATUS: dict[str, Literal["stated", "derived", "ruling"]] = {
    "S": "stated",
    "D": "derived",
    "R": "ruling",
}


def rulebook(sources: Mapping[str, str]) -> Mapping[str, Rule]:
    """Return the rules of a game from a table id → source; the id's letter is its status."""
    return {key: Rule(key, _STATUS[key[0]], source) for key, source in sources.items()}


class Result(NamedTuple):
    """How a game ended."""

    payoffs: tuple[int, ...]
    """Final score of each player."""
    winners: tuple[int, ...]
    """Every player who shares the win."""
    reason: str


class Estimate(NamedTuple):
    """A number found by sampling: its mean, standard error and number of samples."""

    mean: float
    standard_error: float
    n: int


Value = Fraction | Estimate
"""What a policy says an action is worth: exact, or estimated."""


class Label(NamedTuple):
    """A locale key inside a game's own file, with the values its sentence needs."""

    key: str
    values: Mapping[str, Json] = NOTHING


class Chance(NamedTuple):
    """One line of an odds table: favourable ways out of all, not reduced (4 of 32 cards)."""

    label: Label
    ways: int
    total: int
    action: str | None = None
    """Notation of the chance action this line speaks of, if it can be the next one."""

    @property
    def probability(self) -> Fraction:
        """Return ways/total."""
        return Fraction(self.ways, self.total)


class Odds(NamedTuple):
    """A table of chances a reader may know at this moment."""

    title: Label
    rows: tuple[Chance, ...]
    method: str = "exact"
    """How the chances were found: "exact", or "estimate" (ways of total guesses then)."""


@dataclass(frozen=True)
class ScoreLine:
    """One line of a bill: `count` things of one kind, `points` together.

    What else the line says (`values`) can be read as attributes, `line.dishes` for example.
    """

    key: str
    """The kind's key."""
    label: str
    """What the line says (locale key): fed once, unfed, …"""
    rule: str
    count: int
    points: int
    values: Mapping[str, Json] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Json:
        """Return one of the values."""
        if not name.startswith("_") and name in self.values:
            return self.values[name]
        raise AttributeError(f"a line of this bill has no {name!r}")


class ScoreBreakdown(NamedTuple):
    """A score and the lines it is the sum of."""

    total: int
    lines: tuple[ScoreLine, ...]


@dataclass(frozen=True)
class View:
    """What one viewer may know of a state."""

    viewer: Viewer
    players: int
    options: Mapping[str, Json]
    zones: Mapping[str, tuple[str, ...]]
    """Zone (or ``zone:number``) → card keys; a card the viewer may not see is "hidden"."""
    values: Mapping[str, Json]
    acting_players: tuple[int, ...]
    legal_actions: tuple[Action, ...]
    """The viewer's own; everybody's in "all", and where hands are open."""
    _state: State = field(repr=False, compare=False)

    @property
    def history(self) -> tuple[Event, ...]:
        """Return the events so far that this viewer was allowed to see."""
        return self._state.history(self.viewer)

    def sample(self, rng: Rng) -> State:
        """Return a state this viewer could not tell from the true one."""
        return self._state.resample_hidden(self.viewer, rng)


class IllegalAction(ValueError):
    """An action that the rules do not allow now; nothing was changed.

    `reason` is a locale key of the game (or of the common words), `rule` the rule that forbids it,
    `legal` what the one who acts may do. A widget puts the reader's own language into `sentence`.
    """

    def __init__(
        self,
        action: object,
        reason: str,
        rule: str | None = None,
        legal: tuple[Action, ...] = (),
        sentence: str | None = None,
    ) -> None:
        """Say why `action` is refused and what would be allowed."""
        self.action, self.reason, self.rule, self.legal = action, reason, rule, legal
        cited = f" (rule {rule})" if rule else ""
        allowed = f"; legal now: {', '.join(map(str, legal))}" if legal else ""
        said = f"{action} is not legal: {reason.replace('_', ' ')}{cited}{allowed}"
        super().__init__(sentence or said)

    def __reduce__(self) -> tuple[Any, ...]:
        """Let a refusal cross from another process."""
        made_of = (self.action, self.reason, self.rule, self.legal, str(self))
        return type(self), made_of


class NotListable(TypeError):
    """Chance here has too many outcomes to list; use ``sample_chance``."""


class InvalidRecord(ValueError):
    """A record that is damaged, foreign, too new or tampered with; says where and why."""


class PolicyError(RuntimeError):
    """A policy chose what its player may not do, or nothing at all."""


DelayedAction = tuple[float, Action]
Policy = Callable[[View, "Rng"], DelayedAction]


class ExplainingPolicy(Protocol):
    """A policy that tells what it thinks of every choice, as those of a game do."""

    def __call__(self, view: View, rng: Rng, /) -> DelayedAction:
        """Choose, and say after which delay."""
        ...

    def explain(self, view: View) -> Mapping[Action, Value]:
        """Return what every legal action of the viewer is worth."""
        ...
