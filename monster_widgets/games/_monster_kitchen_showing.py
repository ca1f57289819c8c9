"""Monster Kitchen: what can be seen of a moment: where everything is, and the facts beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..engine.types import Json
from ._monster_kitchen_setup import Guest
from ._monster_kitchen_tables import FRIDGE, INGREDIENTS, MESS, PANTRY

if TYPE_CHECKING:
    from .monster_kitchen import State


def zones(state: State) -> Mapping[str, tuple[str, ...]]:
    """Return where everything is; everybody sees it all."""
    found = {"orders": tuple(g.dish for g in state.guests if g.stage == "waits")}
    for i, cook in enumerate(state.cooks):
        found[f"cook:{i}"] = _dish_for(state, cook.table)
        if state.level.by_hand:
            found[f"tray:{i}"] = cook.tray
    if state.waiters:
        found["pass"] = tuple(made(g) for g in state.guests if g.stage == "ready")
    for i, waiter in enumerate(state.waiters):
        found[f"waiter:{i}"] = _dish_for(state, waiter.table)
    tables = state.level.tables
    if tables is None:
        tables = max((guest.table + 1 for guest in state.guests), default=0)
    for i in range(tables):
        guest = state.guest(i)
        found[f"table:{i}"] = () if guest is None else (guest.dish,)
        if state.level.eat:
            eats = guest is not None and guest.stage == "eats"
            found[f"plate:{i}"] = _dish_for(state, i) if eats else ()
    if state.level.by_hand:
        for name, store in (("fridge", FRIDGE), ("pantry", PANTRY)):
            found[name] = tuple(
                key for key in state.stores() if key in store for _ in range(_amount(state, key))
            )
    found["menu"] = state.menu
    if state.level.shop:
        found["shop"] = tuple(state.unsold())
        found["bought"] = state.bought
    return found


def _dish_for(state: State, table: int | None) -> tuple[str, ...]:
    guest = state.guest(table)
    return () if guest is None else (made(guest),)


def _amount(state: State, key: str) -> int:
    return state.stock[INGREDIENTS.index(key)] if state.stock else 1


def values(state: State) -> Mapping[str, Json]:
    """Return the clock, the points, the counts and the means so far."""
    tally, now = state.tally, max(state.now, 1)
    found: dict[str, Json] = {
        "phase": state.phase,
        "now": state.now,
        "closes": state.level.shift * 1000,
        "score": tally.score,
    }
    if state.level.shop:
        found["purse"] = tally.purse
    if state.level.patience is not None:
        found["lost"] = tally.lost
        if state.level.limit is not None:
            found["limit"] = state.level.limit
    if state.level.patience is not None and state.level.patience_law == "fixed":
        tables = state.level.tables or max((g.table + 1 for g in state.guests), default=0)
        by_table = {guest.table: guest for guest in state.guests if state.is_impatient(guest)}
        found["deadlines"] = [
            by_table[i].deadline if i in by_table else None for i in range(tables)
        ]
    if state.delivery is not None:
        found["restock"] = state.delivery
    found |= {"arrivals": tally.arrivals, "happy": tally.happy}
    if state.level.by_hand:
        found["unhappy"] = tally.unhappy
    if state.level.patience is not None:
        found["unfed"] = tally.unfed
    if state.level.tables is not None:
        found["blocked"] = tally.blocked
        if state.level.door == "wait":
            found["outside"] = state.outside
    found["wait"] = tally.to_plate // tally.plates if tally.plates else None
    found["waiting"] = round(tally.untaken / now, 2)
    if state.cooks:
        found["busy_cooks"] = [round(100 * part) for part in tally.of_cooks(state.now)]
    if state.waiters:
        found["busy_waiters"] = [round(100 * part) for part in tally.of_waiters(state.now)]
    return found


def made(guest: Guest) -> str:
    """Return the key of what was made for a guest: its dish, or a mess (R6)."""
    return guest.dish if guest.right else MESS
