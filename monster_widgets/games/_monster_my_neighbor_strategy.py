"""Monster My Neighbor: policies. They read a view, and what its viewer can believe."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ..engine.policies import BestPolicy, RandomPolicy, own_actions
from ..engine.types import Action, Estimate, Value, View
from ._monster_my_neighbor_beliefs import quick_beliefs
from ._monster_my_neighbor_box import MONSTERS


def hunting(view: View) -> Mapping[Action, Value]:
    """Value a Hunter by the chance that its target holds the monster; a Dog where it must bite.

    That is: where the target has one card only. What may protect the monster is not counted. Who
    has become a friend of it would lose by catching it (D6): then the chance counts against the
    action. Everything else is worth nothing at once. Hunters are kept when another card can be
    passed on: then the value is less than nothing.
    """
    actions = own_actions(view)
    hunted = {target: Fraction(0) for a in actions if (target := _prey(a, view)) is not None}
    chances: dict[int, Value] = dict(hunted)
    if hunted:
        held = quick_beliefs(view).holders
        befriended = actions[0].player in view.values["friends"]
        chances = {p: _against(held[p]) if befriended else held[p] for p in hunted}
    values: dict[Action, Value] = {}
    for action in actions:
        target = _prey(action, view)
        if target is not None:
            values[action] = chances[target]
        else:
            loses = action.kind != "play" and action.args[0] == "hunter"
            values[action] = Fraction(-1 if loses else 0)
    return values


def _against(value: Value) -> Value:
    return value._replace(mean=-value.mean) if isinstance(value, Estimate) else -value


def _prey(action: Action, view: View) -> int | None:
    """Return whom an action could catch the monster of."""
    if action.kind != "play" or len(action.args) < 2:
        return None
    key, target = action.args[0], int(action.args[1])
    alone = len(view.zones[f"hand:{target}"]) == 1
    return target if key == "hunter" or (key == "dog" and alone) else None


def hiding(view: View) -> Mapping[Action, Value]:
    """Rank what a holder of the monster can do; for others everything is worth 0.

    1: the monster is played and wins. Else: the chance that it stays in the hand, times 2/3 if a
    Hide is kept beside it and 1/3 if not.
    """
    values: dict[Action, Value] = {}
    for action in own_actions(view):
        hand = list(view.zones[f"hand:{action.player}"])
        hand.remove(str(action.args[0]))
        if action.kind == "play" and action.args[0] in MONSTERS:
            values[action] = Fraction(1)
        elif any(card in MONSTERS for card in hand):
            values[action] = _stays(action, view) * Fraction(2 if "hide" in hand else 1, 3)
        else:
            values[action] = Fraction(0)
    return values


def _stays(action: Action, view: View) -> Fraction:
    """Return the chance that the monster stays with a player who does this with another card.

    Where its holder will choose what goes, he will choose another card, if he has one.
    """
    sizes = {p: len(view.zones[f"hand:{p}"]) for p in range(view.players)}
    left = sizes[action.player] - 1
    others = [n for p, n in sizes.items() if p != action.player and n]
    if action.kind != "play" or not others:
        return Fraction(1)
    match action.args[0]:
        case "rumor":
            return 1 - Fraction(1, left)
        case "fog" if view.options.get("fog") == "card":
            return 1 - Fraction(1, left) + Fraction(1, left * (len(others) + 1))
        case "fog":
            return Fraction(left, left + sum(others))
        case "gossip":
            return Fraction(left > 1)
        case "deal":
            return Fraction(left > int(action.args[2]))
    return Fraction(1)


def greedy(view: View) -> Mapping[Action, Value]:
    """Hide with the monster in hand, hunt without it."""
    player = own_actions(view)[0].player
    holds = any(card in MONSTERS for card in view.zones[f"hand:{player}"])
    return hiding(view) if holds else hunting(view)


POLICIES = {
    "random": RandomPolicy(),
    "hider": BestPolicy(hiding),
    "hunter": BestPolicy(hunting),
    "greedy": BestPolicy(greedy),
}
