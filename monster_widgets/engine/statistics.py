"""What can be counted in a finished game, by seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from .protocol import State
from .types import Result


def final_scores(state: State) -> tuple[int, ...]:
    """Return the final score of each player; ValueError while the game goes on."""
    return result_of(state).payoffs


def winner(state: State) -> tuple[Fraction, ...]:
    """Return 1 for the winner and 0 for the others; k tied winners get 1/k each."""
    winners = result_of(state).winners
    share = Fraction(1, len(winners))
    return tuple(share if p in winners else Fraction(0) for p in range(state.players))


def result_of(state: State) -> Result:
    """Return how a game ended; ValueError while it goes on."""
    if state.result is None:
        raise ValueError("the game is not over yet")
    return state.result


STATISTICS: Mapping[str, Callable[[State], tuple[int | Fraction, ...]]] = {
    "final_scores": final_scores,
    "winner": winner,
}
