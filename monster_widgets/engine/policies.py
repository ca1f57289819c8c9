"""Ways to choose. A policy sees a view, never a state.

``policy(view, rng) -> (delay, action)``: the delay matters in races only.
``policy.explain(view) -> {action: value}``: what each legal action is worth to it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction

from ..probability.distribution import Distribution, Rng
from .types import Action, DelayedAction, Estimate, Value, View


def own_actions(view: View) -> tuple[Action, ...]:
    """Return the viewer's own legal actions (open hands show everybody's).

    For "public" and "all", which are nobody's eyes, those of whoever may act.
    """
    if not isinstance(view.viewer, int):
        return view.legal_actions
    return tuple(action for action in view.legal_actions if action.player == view.viewer)


class RandomPolicy:
    """Every legal action is equally likely."""

    def __call__(self, view: View, rng: Rng) -> DelayedAction:
        """Choose; the delay is uniform on [0, 1)."""
        delay, actions = rng.random(), own_actions(view)
        _must_choose(view, actions)
        return delay, actions[int(rng.random() * len(actions))]

    def distribution(self, view: View) -> Distribution[Action]:
        """Return how likely it is to choose each action, for exact answers."""
        actions = own_actions(view)
        _must_choose(view, actions)
        return Distribution.uniform(actions)

    def explain(self, view: View) -> dict[Action, Value]:
        """Return 0 for every action: none is preferred."""
        return dict.fromkeys(own_actions(view), Fraction(0))


class BestPolicy:
    """The action of the greatest value; equal values are settled by chance."""

    def __init__(self, values: Callable[[View], Mapping[Action, Value]]) -> None:
        """Take the function that values each of the viewer's legal actions."""
        self._values = values

    def __call__(self, view: View, rng: Rng) -> DelayedAction:
        """Choose; the delay is uniform on [0, 1)."""
        delay, actions = rng.random(), self._best(view)
        return delay, actions[int(rng.random() * len(actions))]

    def distribution(self, view: View) -> Distribution[Action]:
        """Return how likely it is to choose each action, for exact answers."""
        return Distribution.uniform(self._best(view))

    def _best(self, view: View) -> list[Action]:
        values = {action: _mean(value) for action, value in self._values(view).items()}
        _must_choose(view, values)
        best = max(values.values())
        return [action for action, value in values.items() if value == best]

    def explain(self, view: View) -> dict[Action, Value]:
        """Return the value of every legal action of the viewer."""
        return dict(self._values(view))


def _must_choose(view: View, actions: Collection[Action]) -> None:
    if not actions:
        raise ValueError(f"{view.viewer!r} has nothing to choose here")


def _mean(value: Value) -> Fraction | float:
    return value.mean if isinstance(value, Estimate) else value
