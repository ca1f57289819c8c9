"""What a game is: a module with a State in it.

A game module defines the names of `Game`; its `State` defines the abstract methods below and gets
the rest (checking, chance, views, history) from here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import accumulate
from typing import Any, ClassVar, Protocol, Self

from ..probability.distribution import Distribution, Rng
from ..probability.whole import as_whole
from .types import (
    CHANCE,
    Action,
    Event,
    ExplainingPolicy,
    IllegalAction,
    Json,
    Label,
    NotListable,
    Odds,
    Result,
    Rule,
    ScoreBreakdown,
    View,
    Viewer,
)


class State(ABC):
    """Everything true at one moment of a game: immutable, hashable, equal by value.

    A game mixes this class with a NamedTuple of its fields. `previous` and `action`, the step that
    led here, are remembered beside the fields: they take no part in equality and hash.
    """

    previous: State | None = None
    action: Action | None = None
    # asked for twice in a step, worked out once
    _legal: tuple[Action, ...] | None = None
    # what chance has drawn here: it may happen, and need not be looked up among all that may
    _drawn: Action | None = None
    # what happened in the step that led here, told once and asked for by every later history
    _told: tuple[Event, ...] | None = None
    # the whole history of the viewer who asked last: later ones go on from it (see `history`)
    _heard: tuple[Viewer, tuple[Event, ...]] | None = None

    _places: ClassVar[dict[str, int]]

    def __init_subclass__(cls) -> None:
        """Note where each field stands, for `_replace`."""
        cls._places = {name: at for at, name in enumerate(cls._fields)}  # type: ignore[attr-defined]

    def _replace(self, **changes: Any) -> Self:
        # as in NamedTuple, and twice as fast: a game spends most of its time here
        fields = list(self)  # type: ignore[call-overload]
        for name, value in changes.items():
            fields[self._places[name]] = value
        return tuple.__new__(type(self), fields)  # type: ignore[type-var]

    def __reduce__(self) -> tuple[Any, ...]:
        """Cross to another process as the first state and the actions since.

        The states before this one hang on it like a chain; pickled link in link, a long game would
        be deeper than Python goes.
        """
        first: State = self
        while first.previous is not None:
            first = first.previous
        return _played, (type(first), tuple(first), self.actions)  # type: ignore[arg-type]

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions that led here, from the first state on."""
        actions: list[Action] = []
        state: State = self
        while state.previous is not None and state.action is not None:
            actions.append(state.action)
            state = state.previous
        return tuple(reversed(actions))

    # what a game defines ------------------------------------------------------------------

    players: int

    @property
    @abstractmethod
    def acting_players(self) -> tuple[int, ...]:
        """() when the game is over, (CHANCE,), one player's turn, or several in a race."""

    @property
    @abstractmethod
    def result(self) -> Result | None:
        """The result, or None while the game goes on."""

    @property
    @abstractmethod
    def options(self) -> Mapping[str, Json]:
        """The options that the game was set up with (only those that were given)."""

    @abstractmethod
    def choices(self, player: int) -> tuple[Action, ...]:
        """Return what an acting player may do; never empty."""

    @abstractmethod
    def chances(self) -> tuple[Sequence[Action], Sequence[int]]:
        """Return the outcomes of chance and their whole-number weights; NotListable if it cannot.

        ValueError when it is not chance's turn. An outcome of weight 0 cannot happen: a game may
        list all its cards and give its pile.
        """

    @abstractmethod
    def after(self, action: Action) -> Self:
        """Return the state after a legal action."""

    @abstractmethod
    def why_not(self, action: Action) -> tuple[str, str | None]:
        """Say why an action is not legal here: a reason's locale key and the rule's id."""

    @abstractmethod
    def zones(self, viewer: Viewer) -> Mapping[str, tuple[str, ...]]:
        """Return where the cards are, as far as the viewer may know."""

    @abstractmethod
    def values(self, viewer: Viewer) -> Mapping[str, Json]:
        """Return the other facts of the moment, as far as the viewer may know."""

    @abstractmethod
    def events(self, action: Action, after: Self) -> tuple[Event, ...]:
        """Tell what happened when the action led from this state to `after`."""

    def flow(self, action: Action) -> Sequence[tuple[str, str]]:
        """Return from which zone to which cards go, where comparing the zones would not tell.

        For cards that nobody sees, or that come and go at once; as everybody may know it.
        """
        return ()

    @abstractmethod
    def resample_hidden(self, viewer: Viewer, rng: Rng) -> Self:
        """Return a state that this viewer could not tell from this one."""

    open_hands = False
    """Whether every player sees what every other player may do."""

    # what every game gets -----------------------------------------------------------------

    def legal_actions(self, player: int | None = None) -> tuple[Action, ...]:
        """Return the legal actions of a player, or of every acting player; () at chance."""
        if self._legal is None:
            acting = self.acting_players
            if len(acting) == 1:  # most of the time, so it is worth the short cut
                self._legal = () if acting[0] == CHANCE else self.choices(acting[0])
            else:
                self._legal = tuple(a for p in acting for a in self.choices(p))
        if player is None:
            return self._legal
        return tuple(action for action in self._legal if action.player == player)

    def chance_outcomes(self) -> Distribution[Action]:
        """Return every outcome of chance with its exact probability."""
        return Distribution.from_counts(dict(zip(*self.chances(), strict=True)))

    def sample_chance(self, rng: Rng) -> Action:
        """Draw an outcome of chance, with one call of ``rng.random()``."""
        outcomes, weights = self.chances()
        sums = list(accumulate(weights))
        self._drawn = outcomes[bisect_right(sums, int(rng.random() * sums[-1]))]
        return self._drawn

    def apply(self, action: Action) -> Self:
        """Return the state after an action; IllegalAction says why it is not allowed."""
        allowed: Action | None
        if self._drawn is not None and action is self._drawn:
            allowed = action
        elif self._legal or self.acting_players != (CHANCE,):
            allowed = _listed(action, self._legal or self.legal_actions())
        else:
            allowed = self._chance_as_listed(action)
        if allowed is None:
            if not _is_action(action):
                raise IllegalAction(repr(action), "unknown_action")
            action = Action(*action)
            # only what the one who acts may do: others may hold their cards hidden
            raise IllegalAction(action, *self.why_not(action), self.legal_actions(action.player))
        state = self.after(allowed)
        state.previous, state.action = self, allowed
        return state

    def _chance_as_listed(self, action: Action) -> Action | None:
        try:
            outcomes, weights = self.chances()
        except NotListable:
            # nothing to compare it with, so the game looks at its parts: they must be proper ones
            if not _is_action(action) or any(type(arg) not in (int, str) for arg in action[2]):
                return None
            return Action(*action) if self.allows_chance(Action(*action)) else None
        one = _listed(action, outcomes)
        return one if one is not None and weights[outcomes.index(one)] else None

    def allows_chance(self, action: Action) -> bool:
        """Tell whether chance may give this; only where the outcomes cannot be listed."""
        raise NotImplementedError

    def view(self, viewer: Viewer) -> View:
        """Return what a player, "public" or "all" may know."""
        seat = as_whole(viewer)
        if seat is not None:
            viewer = seat
        if viewer not in (("public", "all") if seat is None else range(self.players)):
            raise ValueError(
                f'a viewer is "public", "all" or a player from 0 to {self.players - 1}, '
                f"not {viewer!r}"
            )
        sees_all = viewer == "all" or self.open_hands
        own = viewer if isinstance(viewer, int) else CHANCE  # nothing is chance's to choose
        legal = self.legal_actions(None if sees_all else own)
        return View(
            viewer,
            self.players,
            self.options,
            self.zones(viewer),
            self.values(viewer),
            self.acting_players,
            legal,
            self,
        )

    def history(self, viewer: Viewer) -> tuple[Event, ...]:
        """Return the events that led here, as far as the viewer may know."""
        steps: list[tuple[Event, ...]] = []
        heard: tuple[Event, ...] = ()
        state: State = self
        while state.previous is not None and state.action is not None:
            if state._heard is not None and state._heard[0] == viewer:
                heard = state._heard[1]
                break
            if state._told is None:
                state._told = state.previous.events(state.action, state)
            steps.append(state._told)
            state = state.previous
        heard += tuple([e for events in reversed(steps) for e in events if e.is_for(viewer)])
        state._heard = None  # one for each state would take too much memory
        self._heard = viewer, heard
        return heard


def _played(kind: Any, fields: tuple[Any, ...], actions: tuple[Action, ...]) -> State:
    """Return the state that some actions lead to from a first one, given by its fields."""
    state: State = tuple.__new__(kind, fields)
    for action in actions:
        state = state.apply(action)
    return state


def _is_action(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) == 3
        and isinstance(value[0], int)
        and isinstance(value[1], str)
        and isinstance(value[2], tuple)
    )


def notation(action: Action, acting_players: tuple[int, ...]) -> str:
    """Return the text that `parse` reads back; in a race it names the player, "2: touch 17"."""
    return f"{action.player}: {action}" if len(acting_players) > 1 else str(action)


def _listed(action: Action, actions: Sequence[Action]) -> Action | None:
    """Return the one of the actions that equals the given one (1.0 equals 1, but is no seat)."""
    for one in actions:
        if one is action or one == action:
            return one
    return None


def parse(text: str, state: State) -> Action:
    """Return the action a notation stands for: "draw", "seat 2", in a race "2: touch 17".

    ValueError if the text is no notation; whether the action is legal is for ``apply`` to say.
    """
    acting = state.acting_players
    if not isinstance(text, str):
        raise ValueError(f"a notation is a text, not {text!r}")
    if not acting:
        raise ValueError("the game is over: nothing can be done any more")
    head, colon, tail = text.partition(":")
    if colon and head.strip().isdecimal():
        player, words = int(head), tail.split()
    elif len(acting) == 1:
        player, words = acting[0], text.split()
    else:
        raise ValueError(f"{text!r} does not name its player, as in '2: {text}'")
    if not words:
        raise ValueError(f"{text!r} is no action")
    kind, *args = words
    return Action(player, kind, tuple(int(a) if a.isascii() and a.isdigit() else a for a in args))


class Game(Protocol):
    """A game is a module with these names.

    A game with a door (guests come in, and leave) also names in OUTSIDE the locale groups of the
    cards that come and go; all others stay in the game.
    """

    NAME: str
    PLAYERS: range
    RULES: Mapping[str, Rule]
    POLICIES: Mapping[str, ExplainingPolicy]
    """By name, from the simplest to the one that explains best: hints come from the last."""
    STATISTICS: Mapping[str, Callable[[Any], Any]]
    """By name, of a finished state: a number, or a tuple with one for each seat."""
    State: type[Any]
    ZONES: Mapping[str, str]
    """Zone → the locale group that names its cards."""
    VALUES: Mapping[str, str]
    """Value → how it is shown: number, time (milliseconds), player, players, or list:GROUP."""
    FORCED: Collection[str]
    """Kinds of chance action that leave no choice to chance (one outcome)."""
    # Optional: OPEN: Collection[str], kinds of action that everybody sees, although some players
    # learn more from them than others.
    # Optional: EXACT: Mapping[str, Callable[[State], Distribution]], statistics that do not depend
    # on how anybody plays: the distribution of each in games that begin so.

    # positional-only, so that a module's functions may name their state as precisely as they like
    def initial_state(self, players: int = ..., **options: Any) -> Any: ...
    def parse(self, text: str, state: Any, /) -> Action: ...
    def events(self, before: Any, action: Action, after: Any, /) -> tuple[Event, ...]: ...
    def odds(self, view: View, /) -> tuple[Odds, ...] | None: ...
    def scores(self, view: View, /) -> tuple[ScoreBreakdown | None, ...] | None: ...
    def label(self, action: Action, view: View, /) -> Label: ...
