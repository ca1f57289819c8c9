"""Monster Maker: what a step did, told as events, each with the rule it follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..engine.types import Action, Event
from ._monster_maker_box import GARBAGE_TRADE, KIND, MONSTERS, PIECES, SIZE, TRADE_2, have

if TYPE_CHECKING:
    from .monster_maker import State

Events = tuple[Event, ...]


def events(before: State, action: Action, after: State) -> Events:
    """Tell what happened in a step, each event with the rule it follows."""
    told = _TELLERS[action.kind](before, after, *action.args)
    if action.kind in ("monster", "deal", "begin"):
        return told
    return (*told, *_progress(before, after), *_end(before, after))


# ---------------------------------------------------------------- setting up


def _monster(before: State, after: State, key: str) -> Events:
    box = () if before.monsters else (_box(),)
    made = Event("S1", "make", len(before.monsters), {"monster": key})
    return (*box, made, *_unused(after))


def _box() -> Event:
    return Event("R1", "box", None, {"monsters": list(MONSTERS)})


def _unused(after: State) -> Events:
    if after.phase == "monsters" or len(after.monsters) == len(MONSTERS):
        return ()
    unused = [key for m, key in enumerate(MONSTERS) if m not in after.monsters]
    return (Event("D1", "unused", None, {"monsters": unused}),)


def _chosen(state: State) -> Events:
    """Tell which monsters were chosen by whoever set the game up."""
    if state.setup.monsters is None:
        return ()
    made = (Event("S1", "make", p, {"monster": MONSTERS[m]}) for p, m in enumerate(state.monsters))
    return (_box(), *made, *_unused(state))


def _dealt(before: State, after: State, key: str) -> Events:
    player, cards = before.receiver, sum(map(sum, before.hands)) + sum(map(sum, before.trades))
    first = () if cards else (*_chosen(before), Event("D2", "shuffle"))
    if cards < SIZE * before.players:
        return (*first, Event("S2", "deal", player, {"card": key}))
    return (Event("S3", "deal_again", player, {"card": key}),)


def _begun(before: State, after: State) -> Events:
    chosen = () if before.setup.hands is None else _chosen(before)
    first = {"monster": MONSTERS[before.monsters[before.turn]]}
    rest = Event("S4", "draw_pile", None, {"left": sum(before.pile)})
    return (*chosen, rest, Event("S6", "first", before.turn, first), *_end(before, after))


# ---------------------------------------------------------------- a turn


def _drew(before: State, after: State) -> Events:
    return (Event("S7", "draw", before.turn, {"left": sum(before.pile)}),)


def _reshuffled(before: State, after: State) -> Events:
    return (Event("R6", "reshuffle", None, {"left": sum(after.pile)}),)


def _revealed(before: State, after: State, key: str) -> Events:
    data = {"card": key, "monster": MONSTERS[before.monsters[before.turn]]}
    if KIND[key] >= len(PIECES):
        return (Event("S9", "reveal_trade", before.turn, data),)
    lacking = have(_plus(before, key), before.monsters[before.turn]) > _pieces(before, before.turn)
    return (Event("S8", "reveal_missing" if lacking else "reveal", before.turn, data),)


def _plus(state: State, key: str) -> tuple[int, ...]:
    return tuple(n + (k == KIND[key]) for k, n in enumerate(state.hands[state.turn]))


def _saved(before: State, after: State) -> Events:
    assert before.drawn is not None
    if before.phase == "save":
        return (Event("R2", "save_unused", before.turn),)
    return (Event("S9", "save", before.turn),)


def _discarded(before: State, after: State, key: str) -> Events:
    data = {"card": key}
    if before.chain:
        rule = "S10" if before.playing is None else "S15"
        discard = Event(rule, "discard", before.turn, data)
    elif KIND[key] == before.drawn:
        discard = Event("S8", "decline", before.turn, data)
    else:
        assert before.drawn is not None
        data["kept"] = PIECES[before.drawn]
        discard = Event("S5", "keep", before.turn, data)
    covered = len(before.garbage) == 1 and len(after.garbage) == 2
    return (discard, Event("R3", "covered")) if covered else (discard,)


def _played(before: State, after: State, key: str) -> Events:
    played = Event("S11", "play", before.turn, {"card": key})
    if key != GARBAGE_TRADE:
        return (played,)
    return (played, Event("S14", "search", before.turn, {"pieces": len(after.search)}))


def _with(before: State, after: State, partner: int) -> Events:
    rule = "S13" if before.playing == TRADE_2 else "S12"
    first = before.swaps[0][0] if before.swaps else None
    kind = "with" if first is None else "with_same" if first == partner else "with_other"
    return (Event(rule, kind, before.turn, {"partner": partner}),)


def _took(before: State, after: State, key: str) -> Events:
    data = {"card": key}
    match before.phase:
        case "turn":
            return (Event("S10", "take_top", before.turn, data),)
        case "search":
            return (Event("S15", "find", before.turn, data),)
    return (
        Event(_swap_rule(before), "take", before.turn, {**data, "partner": before.swaps[-1][0]}),
    )


def _gave(before: State, after: State, key: str) -> Events:
    data = {"card": key, "partner": before.swaps[-1][0]}
    return (Event(_swap_rule(before), "give", before.turn, data),)


def _swap_rule(before: State) -> str:
    if before.playing == TRADE_2:
        return "S13" if len(before.swaps) == 1 else "R5"
    return "S12"


def _went_back(before: State, after: State) -> Events:
    return (Event("R7", f"back_{before.chain[-1].kind}", before.turn),)


# ---------------------------------------------------------------- how far everybody is


def _pieces(state: State, player: int) -> int:
    return have(state.hands[player], state.monsters[player])


def _progress(before: State, after: State) -> Events:
    """Tell of every player who has more or fewer own pieces than before."""
    changed = []
    for p, m in enumerate(after.monsters):
        pieces = _pieces(after, p)
        over = pieces == SIZE and after.phase == "over"
        if pieces != _pieces(before, p) and not over:
            data = {"pieces": pieces, "monster": MONSTERS[m]}
            changed.append(Event("S5", "progress", p, data))
    return tuple(changed)


def _end(before: State, after: State) -> Events:
    result = after.result
    if result is None:
        return ()
    winners = list(result.winners)
    if complete := after.complete():
        told = [
            Event("D3", "complete", p, {"monster": MONSTERS[after.monsters[p]]}) for p in complete
        ]
        rule = "R8" if complete != [before.turn] else "D3"
        rule = "R9" if before.phase == "begin" else rule
        return (*told, Event(rule, "win", winners[0]))
    cap = Event("R10", "cap", None, {"turns": after.turns})
    data = {"winners": winners, "pieces": max(result.payoffs)}
    if len(winners) > 1:
        return (cap, Event("R10", "tie", None, data))
    return (cap, Event("R10", "most", winners[0], data))


_TELLERS: dict[str, Callable[..., Events]] = {
    "monster": _monster,
    "deal": _dealt,
    "begin": _begun,
    "draw": _drew,
    "reshuffle": _reshuffled,
    "reveal": _revealed,
    "save": _saved,
    "discard": _discarded,
    "play": _played,
    "with": _with,
    "take": _took,
    "give": _gave,
    "back": _went_back,
}
