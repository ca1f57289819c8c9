"""Monster Kitchen: what a step did, told as events, each with the rule it follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..engine.types import CHANCE, Action, Event
from ..probability.queueing import Number
from ._monster_kitchen_counts import reported
from ._monster_kitchen_formula import formula
from ._monster_kitchen_tables import FOODS, FRIDGE, MESS, UNFED

if TYPE_CHECKING:
    from ._monster_kitchen_setup import Guest
    from .monster_kitchen import State

Events = tuple[Event, ...]


def events(before: State, action: Action, after: State) -> Events:
    """Tell what happened in a step, each event with the rule it follows."""
    args = action.args
    if action.player == CHANCE and action.kind != "order":
        args = args[1:]  # the time, which the states tell too
    return (*_TELLERS[action.kind](before, after, *args), *_let_in(before, after), *_over(after))


def _event(rule: str, kind: str, state: State, player: int | None = None, **data: Any) -> Event:
    return Event(rule, kind, player, {"at": state.now, **data})


def _about(guest: Guest) -> dict[str, Any]:
    return {"card": guest.dish, "dish": guest.dish, "table": guest.table}


def _plate(guest: Guest, right: bool) -> dict[str, Any]:
    return {"dish": guest.dish if right else MESS, "table": guest.table}


def _guest(state: State, table: int | None) -> Guest:
    guest = state.guest(table)
    assert guest is not None
    return guest


def _arrived(before: State, after: State) -> Events:
    if after.phase == "order":
        return (_event("R1", "arrive", after),)
    if after.outside > before.outside:
        return (_event("R2", "waits_outside", after, n=after.outside),)
    return (_event("R2", "blocked", after, n=len(before.guests)),)


def _let_in(before: State, after: State) -> Events:
    """Tell that the first at the door comes in, if a table has become free for it."""
    if after.phase == "order" and after.outside < before.outside:
        return (_event("R2", "let_in", after),)
    return ()


def _ordered(before: State, after: State, dish: str) -> Events:
    table = before.free_table()
    said = _event("S1", "order", after, card=dish, dish=dish, table=table)
    guest = after.guest(table)
    if before.level.cooks is None:
        points = after.tally.earned - before.tally.earned
        return (said, _event("R16", "buffet", after, dish=dish, points=points))
    assert guest is not None
    if guest.deadline is None:
        return (said,)
    kind = "deadline" if after.level.patience_ends == "served" else "deadline_cook"
    return (said, _event("S14", kind, after, deadline=guest.deadline))


def _taken(before: State, after: State, table: int) -> Events:
    guest = _guest(after, table)
    i = next(i for i, cook in enumerate(after.cooks) if cook.table == table)
    kind = "take" if before.level.by_hand else "take_and_cook"
    wait = after.now - guest.arrived
    told = _event("S3", kind, after, 0, cook=i, wait=wait, **_about(guest))
    if before.level.patience_ends == "served":
        return (told,)
    return (told, _event("R16", "calm", after))


def _fetching(before: State, after: State, i: int, key: str) -> Events:
    store = "fridge" if key in FRIDGE else "pantry"
    return (_event("S4", "fetch", after, 0, cook=i, ingredient=key, store=store),)


def _fetched(before: State, after: State, i: int) -> Events:
    tray = list(after.cooks[i].tray)
    return (_event("R4", "fetched", after, cook=i, ingredient=tray[-1], tray=tray),)


def _cooking(before: State, after: State, i: int) -> Events:
    guest, cook = _guest(after, after.cooks[i].table), after.cooks[i]
    tray = list(cook.tray)
    if after.follows_recipe(cook):
        return (_event("S5", "cook", after, 0, cook=i, tray=tray, **_about(guest)),)
    return (_event("R6", "cook_mess", after, 0, cook=i, tray=tray, **_about(guest)),)


def _cooked(before: State, after: State, i: int) -> Events:
    guest = _guest(before, before.cooks[i].table)
    right = before.follows_recipe(before.cooks[i])
    ready = _event("S6", "cooked", after, cook=i, **_plate(guest, right))
    if after.waiters:
        return (ready,)
    return (ready, *_served(before, after, guest, right))


def _carrying(before: State, after: State, table: int) -> Events:
    guest = _guest(after, table)
    i = next(i for i, waiter in enumerate(after.waiters) if waiter.table == table)
    return (_event("S7", "carry", after, 0, waiter=i, **_plate(guest, guest.right)),)


def _carried(before: State, after: State, i: int) -> Events:
    guest = _guest(before, before.waiters[i].table)
    return _served(before, after, guest, guest.right)


def _served(before: State, after: State, guest: Guest, right: bool) -> Events:
    wait = after.now - guest.arrived
    served = _event("S8", "served", after, wait=wait, **_plate(guest, right))
    return (served, *_gone(before, after, guest.table))


def _gone(before: State, after: State, table: int) -> Events:
    """Tell how a guest left who has eaten, if it has left."""
    if after.guest(table) is not None:
        return ()
    guest = _guest(before, table)
    if after.tally.unhappy > before.tally.unhappy:
        lost = before.tally.lost - after.tally.lost
        return (_event("S12", "unhappy", after, points=lost, **_about(guest)),)
    points = after.tally.earned - before.tally.earned
    happy = _event("S9", "happy", after, **_about(guest))
    return (happy, _event("R9", "points", after, points=points))


def _eaten(before: State, after: State, table: int) -> Events:
    return _gone(before, after, table)


def _left(before: State, after: State, table: int) -> Events:
    guest = _guest(before, table)
    wait = after.now - guest.arrived
    left = _event("S15", "leave", after, points=-UNFED, **_about(guest))
    vain = _event("R7", "in_vain", after, wait=wait)
    if guest.stage == "waits":
        return (left, vain)
    return (left, vain, _event("R8", "binned", after, **_about(guest)))


def _unlocked(before: State, after: State, key: str) -> Events:
    price = before.for_sale()[key]
    told = _event("S11", "unlock", after, 0, unlock=key, price=price)
    purse = _event("R10", "purse", after, points=after.tally.purse)
    if key not in FOODS:
        return (told, purse)
    rate = _event("R11", "more_guests", after)
    return (told, purse, _event("S2", "new_guests", after, card=key), rate)


def _waits(before: State, after: State) -> Events:
    return (_event("R14", "wait", after, 0),)


def _restocked(before: State, after: State) -> Events:
    return (_event("R5", "restock", after, each=after.capacity()),)


def _closed(before: State, after: State) -> Events:
    closed = _event("R13", "close" if after.guests else "close_empty", after)
    if not before.outside:
        return (closed,)
    return (closed, _event("R2", "sent_away", after, n=before.outside))


def _halfway(before: State, after: State, kind: str, i: int) -> Events:
    key = {"eaten": "halfway_eaten", "carried": "halfway_carried"}.get(kind, "halfway_cook")
    return (_event("R15", key, after, who=i),)


def _over(after: State) -> Events:
    """Tell how it ended, if it has ended."""
    if after.result is None:
        return ()
    tally = after.tally
    if after.result.reason == "game_over":
        told: Events = (
            _event("S13", "game_over", after, lost=tally.lost, limit=after.level.limit),
        )
        if after.guests:
            inside = [guest.dish for guest in after.guests]
            told = (*told, _event("R12", "sent_home", after, guests=inside))
    else:
        told = (_event("R13", "last_guest", after),)
    shift = reported(tally, after.now)
    sums = _event(
        "R17",
        "summary",
        after,
        arrivals=shift.arrivals,
        served=shift.served,
        unfed=shift.unfed,
        blocked=shift.blocked,
        wait=tally.to_plate // tally.plates if tally.plates else 0,
        points=tally.score,
    )
    return (*told, sums, *_of_hands(after), *_of_formula(after))


def _of_hands(after: State) -> Events:
    """Tell how busy cooks and waiters were, and how long orders waited for a cook."""
    told: Events = ()
    shift = reported(after.tally, after.now)
    if shift.cooks:
        wait, waiting = int(1000 * (shift.wait_of_all or 0)), round(float(shift.waiting), 2)
        busy = _percent(sum(shift.cooks) / len(shift.cooks))
        told = (_event("R17", "summary_cooks", after, wait=wait, waiting=waiting, busy=busy),)
    if shift.waiters:
        busy = _percent(sum(shift.waiters) / len(shift.waiters))
        told = (*told, _event("R17", "summary_waiters", after, busy=busy))
    return told


def _of_formula(after: State) -> Events:
    """Tell what the formula of this kitchen says, if there is one."""
    known = formula(after.level)
    if known is None:
        return ()
    told: dict[str, Any] = {
        "wait": int(1000 * known.wait),
        "waiting": round(float(known.waiting), 2),
        "busy": _percent(known.utilisation),
    }
    kind = "formula"
    if known.blocked:
        kind, told["blocked"] = "formula_tables", _percent(known.blocked)
    if known.abandoned:
        kind, told["abandoned"] = "formula_patience", _percent(known.abandoned)
    return (_event("R17", kind, after, **told),)


def _percent(part: Number) -> int:
    return round(100 * float(part))


_TELLERS: dict[str, Callable[..., Events]] = {
    "arrive": _arrived,
    "order": _ordered,
    "take": _taken,
    "fetch": _fetching,
    "fetched": _fetched,
    "cook": _cooking,
    "cooked": _cooked,
    "carry": _carrying,
    "carried": _carried,
    "eaten": _eaten,
    "leave": _left,
    "unlock": _unlocked,
    "wait": _waits,
    "restock": _restocked,
    "close": _closed,
    "halfway": _halfway,
}
