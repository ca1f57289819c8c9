"""Monster Kitchen: ways to choose which order comes next. Everything here is a function of a view.

All of them do the rest alike: carry what is ready, fetch exactly what the recipe asks for, cook
when the tray is complete, buy what they can afford, and wait when nothing of this can be done.
They differ in one question only: whose dish comes next?
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, cast

from ..engine.policies import BestPolicy, RandomPolicy, own_actions
from ..engine.types import Action, Value, View
from ._monster_kitchen_tables import DISHES, HELP, UNFED, UNHAPPY

if TYPE_CHECKING:
    from ._monster_kitchen_setup import Guest
    from .monster_kitchen import State

Worth = Callable[["State", "Guest"], Fraction]
"""What makes a guest come before another: the greater, the sooner."""


def moment(view: View) -> State:
    """Return the state a view shows: nothing in a kitchen is hidden, so there is only one."""
    return cast("State", view.sample(Random(0)))


def work_left(state: State, guest: Guest) -> int:
    """Return how long it takes on average until a guest has its plate, in milliseconds."""
    level, time = state.level, 0
    if guest.stage in ("waits", "taken"):
        time += state.cooking_time(guest.dish)
        if level.by_hand:
            tray = next((c.tray for c in state.cooks if c.table == guest.table), ())
            missing = max(0, len(DISHES[guest.dish].recipe) - len(tray))
            time += 1000 * level.fetch * missing
    if state.waiters and guest.stage != "eats":
        time += 1000 * level.carry
    return time


def waited(state: State, guest: Guest) -> Fraction:
    """First come, first served: how many seconds a guest has waited."""
    return Fraction(state.now - guest.arrived, 1000)


def shortness(state: State, guest: Guest) -> Fraction:
    """Shortest first: minus the seconds of work that a guest's plate still needs."""
    return -Fraction(work_left(state, guest), 1000)


def urgency(state: State, guest: Guest) -> Fraction:
    """Earliest deadline: minus the seconds until a guest would leave.

    Where deadlines are not known, the end of its mean patience counted from its arrival; where
    nobody ever leaves, how long it has waited.
    """
    patience = state.patience(guest.dish)
    if patience is None:
        return waited(state, guest)
    due = guest.arrived + patience if guest.deadline is None else guest.deadline
    return -Fraction(due - state.now, 1000)


def gain(state: State, guest: Guest) -> Fraction:
    """Greedy: the points that a guest will bring, if all takes its mean time.

    Points of a happy guest and the points not lost; 0 for whom it would be too late.
    """
    patience, wait = state.patience(guest.dish), state.now - guest.arrived + work_left(state, guest)
    if patience is not None and wait > patience and state.level.patience_law == "fixed":
        return Fraction(0)
    saved = 0 if patience is None else UNFED
    return Fraction(state.points(guest, wait) + saved)


def valued(worth: Worth) -> Callable[[View], Mapping[Action, Value]]:
    """Return the values of all actions: the guest's worth, in ranks by what it is done for."""

    def values(view: View) -> Mapping[Action, Value]:
        state = moment(view)
        return {action: _rank(state, action, worth) for action in own_actions(view)}

    return values


RANK = 10**6
"""More than any worth, so that what is nearer to the plate comes first."""


def _rank(state: State, action: Action, worth: Worth) -> Fraction:
    if action.kind == "wait":
        return Fraction(0)
    if action.kind == "unlock":
        return RANK * _worth_buying(state, action)
    rank = {"take": 2, "fetch": 3, "cook": 3, "carry": 4}[action.kind]
    if not _is_right(state, action):
        return -Fraction(RANK)
    guest = _guest_of(state, action)
    return rank * RANK + worth(state, guest)


def _guest_of(state: State, action: Action) -> Guest:
    place = int(action.args[0])
    guest = state.guest(place if action.kind in ("take", "carry") else state.cooks[place].table)
    assert guest is not None
    return guest


def _is_right(state: State, action: Action) -> bool:
    """Tell whether an action helps to follow the recipe."""
    if action.kind not in ("fetch", "cook"):
        return True
    lacking = state.lacking(state.cooks[int(action.args[0])])
    if action.kind == "cook":
        return state.follows_recipe(state.cooks[int(action.args[0])])
    return str(action.args[1]) in lacking


def _worth_buying(state: State, action: Action) -> Fraction:
    """Return 1 for help, and for a recipe once there is no help left to save for; else −1."""
    saving = any(key in HELP for key in state.for_sale())
    return Fraction(-1 if saving and action.args[0] not in HELP else 1)


def greedy(view: View) -> Mapping[Action, Value]:
    """Value an action by the points its guest will bring if all takes its mean time.

    A wrong ingredient costs what an unhappy guest costs. What is unlocked brings nothing by
    itself; help counts one point, so that it is better than waiting.
    """
    state = moment(view)
    values: dict[Action, Value] = {}
    for action in own_actions(view):
        if action.kind == "wait":
            values[action] = Fraction(0)
        elif action.kind == "unlock":
            values[action] = _worth_buying(state, action)
        elif _is_right(state, action):
            values[action] = gain(state, _guest_of(state, action))
        else:
            values[action] = Fraction(-UNHAPPY)
    return values


RANDOM = RandomPolicy()
FIRST_COME = BestPolicy(valued(waited))
SHORTEST_FIRST = BestPolicy(valued(shortness))
EARLIEST_DEADLINE = BestPolicy(valued(urgency))
GREEDY = BestPolicy(greedy)
