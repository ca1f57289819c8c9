"""What exact and simulated answers are asked alike: a game, where it begins, what is measured."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from ..engine import State
from ..engine.protocol import Game
from ..engine.record import load_game


def game_of(game: str | ModuleType) -> Game:
    """Return the module of a game, given by name or as itself."""
    return load_game(game.NAME if isinstance(game, ModuleType) else game)


def first_state(
    game: Game, players: int | None, options: Mapping[str, Any], from_state: State | None
) -> State:
    """Return where to begin; ValueError where a state and its set-up are both given."""
    if from_state is None:
        known = {} if players is None else {"players": players}
        first: State = game.initial_state(**known, **options)
        return first
    if not isinstance(from_state, game.State):
        raise ValueError(f"from_state must be a state of {game.NAME}, not {from_state!r}")
    if players is not None or options:
        raise ValueError("from_state has its players and its options: do not give them again")
    given: State = from_state
    return given


def measured(game: Game, statistic: str | Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return the statistic of a name; ValueError names those there are."""
    if callable(statistic):
        return statistic
    if not isinstance(statistic, str) or statistic not in game.STATISTICS:
        known = ", ".join(game.STATISTICS)
        raise ValueError(f"there is no statistic {statistic!r} in {game.NAME}; there are {known}")
    return game.STATISTICS[statistic]
