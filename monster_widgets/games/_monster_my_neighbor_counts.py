"""Monster My Neighbor: what is counted in a finished game, beside the scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from .. import engine
from ._monster_my_neighbor_box import ROLES

if TYPE_CHECKING:
    from .monster_my_neighbor import State


def rounds_won(state: State) -> tuple[Fraction, ...]:
    """Return how many rounds each player has won; ValueError while the game goes on.

    A round is won by whoever scores most in it (S26–S29); k such players get 1/k of it each. Nobody
    wins one that brought no points.
    """
    rounds: dict[int, dict[int, int]] = {}
    for player, bill in enumerate(_bills(state)):
        for monster, role in bill:  # a monster is used in one round only (S30)
            rounds.setdefault(monster, {})[player] = ROLES[role].points
    won = [Fraction(0)] * state.players
    for scored in rounds.values():
        best = [player for player, points in scored.items() if points == max(scored.values())]
        for player in best:
            won[player] += Fraction(1, len(best))
    return tuple(won)


def monsters_played(state: State) -> int:
    """Return in how many rounds the monster was played, not forced out (S26, S28).

    ValueError while the game goes on.
    """
    played = {"monster", "vampire"}
    return sum(role in played for bill in _bills(state) for _, role in bill)


def _bills(state: State) -> tuple[tuple[tuple[int, str], ...], ...]:
    engine.result_of(state)
    return state.bills


STATISTICS: Mapping[str, Callable[[State], object]] = {
    **engine.STATISTICS,
    "rounds_won": rounds_won,
    "monsters_played": monsters_played,
}
