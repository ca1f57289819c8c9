"""What a policy thinks of every choice, before it is made or after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import hypot

from ..engine import Action, Estimate, Value, View
from ..engine.protocol import Game
from . import contract
from .timeline import phrase


def hint(
    game: Game,
    line: str,
    step: int,
    view: View,
    policy: str,
    values: Mapping[Action, Value],
    made: Action | None = None,
) -> contract.Hint:
    """Return what a policy says of a player's choices, the best one first.

    With the choice that was `made`, also how it compares with the others.
    """
    ranked = sorted(values.items(), key=lambda one: -mean(one[1]))
    estimated = any(isinstance(value, Estimate) for value in values.values())
    return {
        "line": line,
        "step": step,
        "player": ranked[0][0].player,
        "policy": policy,
        "method": "estimate" if estimated else "exact",
        "rows": [_hint_row(phrase(game, game.label(a, view)), value) for a, value in ranked],
        "verdict": None if made is None else _verdict(ranked, made),
    }


def _verdict(ranked: Sequence[tuple[Action, Value]], made: Action) -> contract.Verdict:
    """Compare the choice that was made with the others: what cannot be told apart is not told."""
    at = next(i for i, (action, _) in enumerate(ranked) if action == made)
    others = [i for i in range(len(ranked)) if i != at]
    if not others:
        none = {"rival": None, "difference": None, "standard_error": None}
        return {"kind": "only", "made": at, **none}  # type: ignore[typeddict-item]
    apart = {i: _apart(ranked[i][1], ranked[at][1]) for i in others}
    rival = others[0]
    difference, error = apart[rival]
    if difference > 2 * error:
        kind = "better"
    else:
        kind = "best" if all(d <= -2 * e for d, e in apart.values()) else "unclear"
    return {
        "kind": kind,
        "made": at,
        "rival": rival,
        "difference": float(difference),
        "standard_error": error or None,
    }


def _apart(one: Value, other: Value) -> tuple[Fraction | float, float]:
    """Return the difference of two values and its standard error: samples are independent."""
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        return one - other, 0.0
    errors = [value.standard_error for value in (one, other) if isinstance(value, Estimate)]
    return mean(one) - mean(other), hypot(*errors)


def mean(value: Value) -> float:
    """Return a value as a number, however it was found."""
    return float(value.mean if isinstance(value, Estimate) else value)


def _hint_row(label: contract.Phrase, value: Value) -> contract.HintRow:
    row: contract.HintRow = {
        "label": label,
        "value": mean(value),
        "exact": None,
        "standard_error": None,
        "n": None,
    }
    if isinstance(value, Estimate):
        return {**row, "standard_error": float(value.standard_error), "n": value.n}
    return {**row, "exact": ratio(value)}


def ratio(value: Fraction) -> contract.Ratio:
    """Return a fraction as it crosses to the browser."""
    return {"numerator": str(value.numerator), "denominator": str(value.denominator)}
