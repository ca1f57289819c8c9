"""Where a question is asked: a step of a game, seen by one viewer, or a collection laid out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from inspect import signature
from typing import Any

from .. import engine, games
from ..engine import Game, GameRecord, View
from ..locales.messages import DEFAULT_NAMES, Words, is_name
from ..probability.whole import as_whole

PLAYED = ("game", "seed", "players", "options", "policies", "step", "viewer")
RECORDED = ("record", "step", "viewer", "players")
LAID = ("game", "cards", "name")
_MANY = 1000
"""So many cards of a kind no table can show."""


@dataclass(frozen=True)
class Position:
    """What one may look at while answering."""

    game: Game
    names: tuple[str, ...]
    """The players' names."""
    view: View | None = None
    """The step as its viewer sees it; None for a collection laid out."""
    cards: Mapping[str, tuple[str, ...]] | None = None
    """A collection laid out: zone → card keys."""

    def seen(self) -> View:
        """Return the view; ValueError for a collection, of which there is none."""
        if self.view is None:
            raise ValueError("this needs a step of a game, and the position is a laid-out one")
        return self.view

    @property
    def zones(self) -> Mapping[str, tuple[str, ...]]:
        """The zones and the keys of the cards in them."""
        if self.cards is not None:
            return {f"{zone}:0": keys for zone, keys in self.cards.items()}
        return self.seen().zones

    def group(self, zone: str) -> str:
        """Return the locale group that names the cards of a zone."""
        return self.game.ZONES[zone.partition(":")[0]]


def read_position(data: object) -> Position:
    """Return the position that data describe; ValueError says what is wrong and what is legal.

    ``{"game", "seed", "step", …}``: a game that bots play. ``{"record", "step"}``: a game recorded,
    as JSON or code. ``{"game", "cards": {zone: cards}}``: cards laid out, without a game.
    """
    fields = a_mapping(data, "a position")
    if "cards" in fields:
        check_fields(fields, LAID, ("game", "cards"))
        return _laid(fields)
    if "record" in fields:
        check_fields(fields, RECORDED, ("record",))
        record = engine.read(fields["record"])
    else:
        check_fields(fields, PLAYED, ("game", "seed", "step"))
        record = _played(json.dumps({k: fields[k] for k in fields if k in PLAYED[:5]}))
    game = games.load(record.game)
    last = len(record.actions)
    step = as_whole(fields.get("step", last))
    if step is None or not 0 <= step <= last:
        raise ValueError(f"the game has steps 0 to {last}, not {fields['step']!r}")
    names = fields.get("players")
    names = tuple(names) if isinstance(names, list) else DEFAULT_NAMES[: record.players]
    if len(names) != record.players or not all(map(is_name, names)):
        raise ValueError(f"players are {record.players} names, not {list(names)}")
    view: View = record.states[step].view(fields.get("viewer", "public"))
    return Position(game, names, view)


@cache
def _played(text: str) -> GameRecord:
    """Return the game that bots play; several questions are often asked of one game."""
    fields = json.loads(text)
    game = games.load(fields["game"])
    players, options = fields.get("players", min(4, max(game.PLAYERS))), fields.get("options", {})
    number = len(players) if isinstance(players, list) else as_whole(players)
    if number is None or number not in game.PLAYERS:
        few, many = game.PLAYERS[0], game.PLAYERS[-1]
        raise ValueError(f"players is a number from {few} to {many} or names, not {players!r}")
    known = list(signature(game.initial_state).parameters)[1:]
    check_fields(a_mapping(options, "options"), known, ())
    if as_whole(fields["seed"]) is None:
        raise ValueError(f"a seed is a whole number, not {fields['seed']!r}")
    policies = list(game.POLICIES)
    usual = "greedy" if "greedy" in policies else policies[-1]  # as in the games' widgets
    chosen = fields.get("policies", usual)
    return engine.play(fields["game"], chosen, fields["seed"], players=number, **options)


def _laid(fields: Mapping[str, Any]) -> Position:
    game = games.load(fields["game"])
    name = fields.get("name", DEFAULT_NAMES[0])
    if not is_name(name):
        raise ValueError(f"name is the name of a player, not {name!r}")
    cards = {zone: _keys(keys) for zone, keys in a_mapping(fields["cards"], "cards").items()}
    check_fields(cards, tuple(game.ZONES), ())
    words = Words("en", game.NAME, ())
    for zone, keys in cards.items():
        for key in keys:
            if words.piped(key, game.ZONES[zone]) == key:  # a card has a name, a typo has none
                raise ValueError(f"{zone}: the game has no card {key!r}")
    return Position(game, (name,), cards=cards)


def _keys(keys: object) -> tuple[str, ...]:
    if isinstance(keys, Mapping) and all(as_whole(n) in range(_MANY) for n in keys.values()):
        keys = [key for key, n in keys.items() for _ in range(n)]
    if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
        raise ValueError(f"cards are a list of keys, or key and count, not {keys!r}")
    return tuple(keys)


# reading what a teacher wrote ----------------------------------------------------------------


@contextmanager
def inside(where: str) -> Iterator[None]:
    """Put in front of what is wrong where it is: 'question "a": key: …'."""
    try:
        yield
    except ValueError as problem:
        raise ValueError(f"{where}: {problem}") from problem


def a_mapping(data: object, what: str) -> Mapping[str, Any]:
    """Return a mapping with names for keys, or raise ValueError."""
    if not isinstance(data, Mapping) or not all(isinstance(key, str) for key in data):
        raise ValueError(f"{what} is a mapping ({{…}} in JSON), not {data!r}")
    return data


def a_list(data: object, what: str, least: int = 0) -> Sequence[Any]:
    """Return a list of a least length, or raise ValueError."""
    if not isinstance(data, list | tuple) or len(data) < least:
        some = f" of at least {least}" if least else ""
        raise ValueError(f"{what} is a list{some}, not {data!r}")
    return data


def check_fields(data: Mapping[str, Any], known: Iterable[str], needed: Iterable[str]) -> None:
    """Raise ValueError for an entry that nobody reads (a typo), and for one that is missing."""
    for name in data:
        if name not in (known := tuple(known)):
            raise ValueError(f"there is no entry {name!r} here; there are {', '.join(known)}")
    for name in needed:
        if name not in data:
            raise ValueError(f"the entry {name!r} is missing")
