"""Monster Kitchen: why an action is not legal now, as a reason and the rule it follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ..engine.types import CHANCE, Action
from ._monster_kitchen_setup import Cook

if TYPE_CHECKING:
    from .monster_kitchen import State

ARGS = {"take": 1, "fetch": 2, "cook": 1, "carry": 1, "unlock": 1, "wait": 0}


def why_not(state: State, action: Action) -> tuple[str, str | None]:
    """Say why an action is not legal now, and by which rule."""
    if state.phase == "over":
        return ("lost", "S13") if state.is_lost() else ("over", "R13")
    if action.player == CHANCE:
        return "cannot_happen", "R1"
    if action.player != 0 or len(action.args) != ARGS.get(action.kind, -1):
        return "unknown_action", None
    if state.phase != "act" and (action.kind == "wait" or action in state.useful()):
        return "nothing_to_do", "R14"  # one waits already, or looks who has come in
    return _REFUSALS[action.kind](state, *action.args)


def _take(state: State, table: Any) -> tuple[str, str]:
    guest = state.guest(table)
    if guest is None:
        return "nobody_there", "S1"
    return ("no_cook", "R3") if guest.stage == "waits" else ("order_taken", "R3")


def _fetch(state: State, i: Any, key: Any) -> tuple[str, str]:
    if not state.level.by_hand:
        return "cannot_happen", "R16"
    if key not in state.stores():
        return "no_such_ingredient", "S4"
    return _no_work(state, i, ("tray_full", "R4") if state.has(key) else ("out_of", "R5"))


def _cook(state: State, i: Any) -> tuple[str, str]:
    if not state.level.by_hand:
        return "cannot_happen", "R16"
    return _no_work(state, i, ("tray_empty", "S5"))


def _no_work(state: State, i: Any, otherwise: tuple[str, str]) -> tuple[str, str]:
    cook = state.cooks[i] if i in range(len(state.cooks)) else Cook()
    if cook.table is None:
        return "no_order", "D1"
    return otherwise if cook.job is None else ("cook_busy", "R3")


def _carry(state: State, table: Any) -> tuple[str, str]:
    guest = state.guest(table)
    if guest is None or guest.stage != "ready":
        return "not_ready", "S6"
    return "no_waiter", "S7"


def _unlock(state: State, key: Any) -> tuple[str, str]:
    return ("too_dear", "R10") if key in tuple(state.for_sale()) else ("not_for_sale", "R11")


def _wait(state: State) -> tuple[str, str]:
    return "nothing_comes", "R14"


_REFUSALS: Mapping[str, Callable[..., tuple[str, str]]] = {
    "take": _take,
    "fetch": _fetch,
    "cook": _cook,
    "carry": _carry,
    "unlock": _unlock,
    "wait": _wait,
}
