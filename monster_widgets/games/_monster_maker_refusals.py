"""Monster Maker: why an action is not legal, in a word, and by which rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..engine.types import CHANCE, Action
from ._monster_maker_box import KIND, PIECES

if TYPE_CHECKING:
    from .monster_maker import State

ARGS = {
    "draw": 0,
    "save": 0,
    "back": 0,
    "take": 1,
    "give": 1,
    "discard": 1,
    "with": 1,
    "play": 1,
}
"""What players do, and how many words follow."""


def why_not(state: State, action: Action) -> tuple[str, str | None]:
    """Say why an action is not legal now, and by which rule."""
    if state.result is not None:
        return "over", "R10" if state.result.reason == "cap" else "D3"
    if action.player not in state.acting_players:
        return "not_your_turn", "S6"
    if action.player == CHANCE:
        return "cannot_happen", None  # a card that is not there
    if len(action.args) != ARGS.get(action.kind, -1):
        return "unknown_action", None
    if state.was_taken_back(action):
        return "taken_back", "R7"
    if action.kind == "back":
        return "no_way_back", "R7"
    kind = KIND.get(str(action.args[0])) if action.args else None
    return _why_not_now(state, action.kind, kind)


def _why_not_now(state: State, verb: str, kind: int | None) -> tuple[str, str | None]:
    match state.phase, verb:
        case "turn", "play":
            held = kind is not None and kind >= len(PIECES)
            held = held and bool(state.trades[state.turn][cast(int, kind) - len(PIECES)])
            return ("garbage_empty", "R2") if held else ("not_held", "S7")
        case "turn", "take":
            return ("not_on_top", "S10") if state.garbage else ("garbage_empty", "R2")
        case "turn", _:
            return "one_of_three", "S7"
        case "trade", _:
            return "play_or_save", "S9"
        case "take", "take":
            return ("just_moved", "R5") if kind in state.barred() else ("they_lack_it", "S12")
        case "give" | "discard", "give" | "discard" if verb == state.phase:
            if kind not in state.barred():
                return "you_lack_it", "S5"
            taken = kind == KIND[str(state.chain[-1].args[0])]
            return "just_moved", "R4" if taken else "R5"
        case "search", "take":
            return "not_in_garbage", "S15"
    return f"first_{state.phase}", "S5" if state.phase == "discard" else "S11"
