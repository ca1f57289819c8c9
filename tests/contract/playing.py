"""Games to look at: every number of players, the options that matter, several ways to play."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from monster_widgets import engine, games
from monster_widgets.engine import (
    CHANCE,
    Action,
    Event,
    GameRecord,
    NotListable,
    View,
    own_actions,
)
from monster_widgets.engine.types import DelayedAction
from monster_widgets.locales import messages


def first_action(view: View, rng: Any) -> DelayedAction:
    """For ever draws, for example."""
    return rng.random(), own_actions(view)[0]


def last_action(view: View, rng: Any) -> DelayedAction:
    return rng.random(), own_actions(view)[-1]


def stubborn(view: View, rng: Any) -> DelayedAction:
    """Mostly the first, so that games last long and yet differ."""
    actions = own_actions(view)
    return rng.random(), actions[0 if rng.random() < 0.9 else int(rng.random() * len(actions))]


def setups(game: Any) -> tuple[tuple[int, dict[str, Any]], ...]:
    """Every number of players, and the options that the game's own tests name."""
    return tuple(import_module(f"tests.games.{game.NAME}").SETUPS)


@cache
def records(name: str, each: int = 1) -> tuple[GameRecord, ...]:
    """Whole games: every set-up, every way to play."""
    game = games.load(name)
    ways = ("random", "random", "random", stubborn, first_action, last_action)
    return tuple(
        engine.play(game, way, seed, players, **options)
        for seed in range(each)
        for players, options in setups(game)
        for way in ways
    )


def steps(record: GameRecord) -> Iterator[tuple[Any, Action, Any]]:
    """The state before each action, the action, and the state after it."""
    return zip(record.states, record.actions, record.states[1:], strict=False)


def events_of(game: Any, record: GameRecord) -> list[tuple[Event, ...]]:
    return [game.events(*step) for step in steps(record)]


def is_of_the_box(game: Any, zone: str) -> bool:
    """Tell whether the cards of a zone stay in the game (guests come through a door, and leave)."""
    outside = getattr(game, "OUTSIDE", frozenset())
    return game.ZONES[zone.partition(":")[0]] not in outside


def cards_of_the_box(game: Any, zones: Mapping[str, tuple[str, ...]]) -> list[str]:
    return [c for zone, cards in zones.items() if is_of_the_box(game, zone) for c in cards]


def viewers(record: GameRecord) -> tuple[int | str, ...]:
    return (*range(record.players), "public", "all")


def samples(record: GameRecord, n: int, seed: int = 0) -> list[Any]:
    """Some states of a game, its first and its last among them."""
    if n >= len(record.states):
        return list(record.states)
    inner = random.Random(seed).sample(record.states[1:-1], n - 2)
    return [record.states[0], *inner, record.states[-1]]


class Fixed:
    """Always the same random number."""

    def __init__(self, number: float) -> None:
        self.number = number

    def random(self) -> float:
        return self.number


def outcomes(state: Any) -> tuple[Action, ...]:
    """Everything that can happen next; some of it, where it cannot be listed."""
    if state.acting_players != (CHANCE,):
        return tuple(state.legal_actions())
    try:
        return tuple(state.chance_outcomes())
    except NotListable:
        drawn = (state.sample_chance(Fixed(k / 8)) for k in range(8))
        return tuple(dict.fromkeys(drawn))


def may_happen(state: Any, action: Action) -> bool:
    """Tell whether an action, of a player or of chance, is possible here."""
    try:
        return action in outcomes(state) or state._chance_as_listed(action) is not None
    except ValueError:  # it is not chance's turn
        return False


def words(locale: str, game: str, group: str) -> Mapping[str, Any]:
    """The texts of a group: the game's own, and the common ones."""
    files = messages.catalogue(game)[locale]
    return {**files["common"].get(group, {}), **files[game].get(group, {})}


def worded(names: Mapping[str, Any], key: str) -> bool:
    """A group has a word for the key: its own, or the template of its kind (m for m3021)."""
    return key in names or messages.spelled(key)[0] in names
