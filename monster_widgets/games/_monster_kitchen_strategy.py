"""Monster Kitchen: ways to choose which order comes next. Everything here is a function of a view.

All of them do the rest alike: carry what is ready, fetch exactly what the recipe asks for, cook
when the tray is complete, buy what they can afford, and wait when nothing of this can be done.
They differ in one question only: whose dish comes next? A tray that is spoiled (R4, R6) they cook
as it is: it frees the cook, and an unhappy guest costs less than one who leaves unfed.
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
            time += 1000 * level.fetch * _missing(state, guest)
    if state.waiters and guest.stage != "eats":
        time += 1000 * level.carry
    return time


def _missing(state: State, guest: Guest) -> int:
    """Return how many ingredients are still to be fetched; none for a tray that is spoiled."""
    cook = next((cook for cook in state.cooks if cook.table == guest.table), None)
    if cook is None:
        return len(DISHES[guest.dish].recipe)
    return 0 if state.is_spoiled(cook) else state.lacking(cook).total()


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
    if _too_late(state, guest):
        return Fraction(0)
    wait = state.now - guest.arrived + work_left(state, guest)
    saved = UNFED if state.is_impatient(guest) else 0
    return Fraction(state.points(guest, wait) + saved)


def _too_late(state: State, guest: Guest) -> bool:
    """Tell whether a guest would leave before it is served, if all takes its mean time."""
    if guest.deadline is None or state.level.patience_ends == "started":
        return False
    return state.now + work_left(state, guest) > guest.deadline


def gain_of_mess(state: State, guest: Guest) -> Fraction:
    """Greedy: the points by which an unhappy guest is cheaper than an unfed one.

    0 if it would be too late. One point, for the cook who is free again, where it would not leave.
    """
    if _too_late(state, guest):
        return Fraction(0)
    return Fraction(UNFED - UNHAPPY if state.is_impatient(guest) else 1)


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
    frees_cook = action.kind == "cook" and _is_of_spoiled_tray(state, action)
    if not (_is_right(state, action) or frees_cook):
        return -Fraction(RANK)
    guest = _guest_of(state, action)
    return rank * RANK + worth(state, guest)


def _guest_of(state: State, action: Action) -> Guest:
    place = int(action.args[0])
    guest = state.guest(place if action.kind in ("take", "carry") else state.cooks[place].table)
    assert guest is not None
    return guest


def _is_right(state: State, action: Action) -> bool:
    """Tell whether an action helps to follow the recipe; nothing does once a tray is spoiled."""
    if action.kind not in ("fetch", "cook"):
        return True
    cook = state.cooks[int(action.args[0])]
    if action.kind == "cook":
        return state.follows_recipe(cook)
    return not state.is_spoiled(cook) and str(action.args[1]) in state.lacking(cook)


def _is_of_spoiled_tray(state: State, action: Action) -> bool:
    if action.kind not in ("fetch", "cook") or not state.level.by_hand:
        return False
    return state.is_spoiled(state.cooks[int(action.args[0])])


def _worth_buying(state: State, action: Action) -> Fraction:
    """Return 1 for help, and for a recipe once there is no help left to save for; else −1."""
    saving = any(key in HELP for key in state.for_sale())
    return Fraction(-1 if saving and action.args[0] not in HELP else 1)


def greedy(view: View) -> Mapping[Action, Value]:
    """Value an action by the points its guest will bring if all takes its mean time.

    A wrong ingredient costs what an unhappy guest costs. With a tray that is spoiled already no
    right dish can be promised: to cook it saves the points between unfed and unhappy, to fetch
    more for it wastes one point. What is unlocked brings nothing by itself; help counts one point,
    so that it is better than waiting.
    """
    state = moment(view)
    values: dict[Action, Value] = {}
    for action in own_actions(view):
        if action.kind == "wait":
            values[action] = Fraction(0)
        elif action.kind == "unlock":
            values[action] = _worth_buying(state, action)
        elif _is_of_spoiled_tray(state, action):
            mess = gain_of_mess(state, _guest_of(state, action))
            values[action] = mess if action.kind == "cook" else Fraction(-1)
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
