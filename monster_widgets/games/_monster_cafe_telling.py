"""Monster Café: what a step did, told as events, each with the rule it follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..engine.types import Action, Event
from ._monster_cafe_scoring import ANYTHING, FOODS, MONSTERS, SORBET, total

if TYPE_CHECKING:
    from .monster_cafe import State

Events = tuple[Event, ...]


def events(before: State, action: Action, after: State) -> Events:
    """Tell what happened in a step, each event with the rule it follows."""
    return _TELLERS[action.kind](before, after, *action.args)


def _removed(before: State, after: State, key: str) -> Events:
    complete = (Event("S1", "short_game"),) if after.phase == "tables" else ()
    return (Event("R1", "remove", None, {"card": key}), *complete)


def _dealt(before: State, after: State, key: str) -> Events:
    if before.phase == "tables":
        return (*_round_begun(before), Event("S2", "deal_table", None, {"card": key}))
    player = sum(any(pile) for pile in before.monsters)
    start = (Event("S3", "starting_monsters"),) if player == 0 else ()
    return (*start, Event("D1", "deal_monster", player, {"card": key}))


def _round_begun(before: State) -> Events:
    begins = {"round": before.round}
    if before.tables:
        return ()
    if before.round == 1:
        begun = Event("S2", "round", None, begins)
        if before.setup.out is None:
            return (begun,)
        chosen = Event("R1", "chosen_out", None, {"cards": list(before.setup.out)})
        return (chosen, Event("S1", "short_game"), begun)
    return (Event("S18", "next_round", before.turn, begins),)


def _first(before: State, after: State, player: int) -> Events:
    return (Event("R2", "first", player),)


def _drawn(before: State, after: State) -> Events:
    if not any(table.guests for table in before.tables):
        rule = "D2"
    elif len(before.still_in) > 1:
        rule = "S4"
    else:
        rule = "D3" if before.players == 2 else "S15"
    return (Event(rule, "draw", before.turn, {"left": sum(before.deck)}),)


def _revealed(before: State, after: State, key: str) -> Events:
    rule, kind = "S6", "reveal"
    if after.drawn == SORBET:
        rule, kind = ("S9", "sorbet") if after.phase == "lose" else ("R4", "sorbet_harmless")
    shown = Event(rule, kind, before.turn, {"card": key})
    return (shown,) if any(after.deck) else (shown, Event("D4", "deck_out"))


def _seated(before: State, after: State, i: int) -> Events:
    assert before.drawn is not None
    data = {
        "card": MONSTERS[before.drawn],
        "dish": _dish(before, i),
        "table": i,
        "taken": len(after.tables[i].guests),
    }
    return (Event("S8" if before.drawn == ANYTHING else "S7", "seat", before.turn, data),)


def _lost(before: State, after: State, key: str) -> Events:
    kind, player = MONSTERS.index(key), before.turn
    lost = [key] * before.monsters[player][kind]
    data = {"cards": lost, "points": _gain(before, after)}
    rule = "R3" if kind == ANYTHING else "S10"
    return (Event(rule, "lose", player, data), *_turn_goes_on(before, after))


def _discarded(before: State, after: State, key: str) -> Events:
    alone = Event("R4", "sorbet_alone", before.turn, {"card": key})
    return (alone, *_turn_goes_on(before, after))


def _turn_goes_on(before: State, after: State) -> Events:
    if after.still_in != (before.turn,):
        return ()
    return (Event("S11", "goes_on", before.turn),)


def _cleared(before: State, after: State, i: int) -> Events:
    guests = _guests(before, i)
    rule = "S12"
    if not any(before.deck):
        rule = "S16" if guests else "R5"
    elif not before.has_free_seat():
        rule = "S14"
    data = {
        "dish": _dish(before, i),
        "table": i,
        "guests": guests,
        "points": _gain(before, after),
    }
    cleared = Event(rule, "clear" if guests else "clear_empty", before.turn, data)
    return (cleared, *_round_over(before, after))


def _dismissed(before: State, after: State, i: int) -> Events:
    guests = _guests(before, i)
    data = {"dish": _dish(before, i), "table": i, "guests": guests}
    dismissed = Event("S19", "dismiss" if guests else "dismiss_empty", None, data)
    return (dismissed, *_round_over(before, after))


def _round_over(before: State, after: State) -> Events:
    if after.phase not in ("tables", "over"):
        return ()
    ended = Event("S17", "round_over", None, {"round": before.round})
    if after.result is None:
        return (ended,)
    winners, points = after.result.winners, max(after.result.payoffs)
    data = {"winners": list(winners), "points": points}
    if len(winners) > 1:
        return (ended, Event("R6", "tie", None, data))
    return (ended, Event("S20", "win", winners[0], data))


def _dish(state: State, i: int) -> str:
    dish = state.tables[i].dish
    assert dish is not None
    return FOODS[dish]


def _guests(state: State, i: int) -> list[str]:
    return [MONSTERS[kind] for kind in state.tables[i].guests]


def _gain(before: State, after: State) -> int:
    """Return by how much the score of the player on turn has changed."""
    player = before.turn
    now = total(after.monsters[player], after.dishes[player])
    return now - total(before.monsters[player], before.dishes[player])


_TELLERS: dict[str, Callable[..., Events]] = {
    "remove": _removed,
    "deal": _dealt,
    "first": _first,
    "draw": _drawn,
    "reveal": _revealed,
    "seat": _seated,
    "lose": _lost,
    "discard": _discarded,
    "clear": _cleared,
    "dismiss": _dismissed,
}
