"""Monster Maker: what a view shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from ..engine.piles import keys
from ..engine.types import HIDDEN, Json, Viewer
from ._monster_maker_box import CARDS, MONSTERS, NO_PIECES, PIECES, TRADES, split

if TYPE_CHECKING:
    from .monster_maker import State


def zones(state: State, viewer: Viewer) -> Mapping[str, tuple[str, ...]]:
    """Return where the cards are; what is covered is for "all" only (S4, R3)."""
    rest = [m for m in range(len(MONSTERS)) if m not in state.monsters]
    names = tuple(MONSTERS[m] for m in rest)
    dealing = state.phase == "monsters"
    pile, below = keys(state.pile, CARDS), tuple(PIECES[k] for k in state.garbage[:-1])
    shown = state.drawn is not None and not state.chain
    found: dict[str, tuple[str, ...]] = {
        "draw_pile": _covered(pile, viewer),
        "drawn": (CARDS[cast(int, state.drawn)],) if shown else (),
        "garbage": tuple(PIECES[k] for k in state.garbage[-1:]),
        "garbage_below": _covered(below, viewer),
    }
    if state.search:
        found["search"] = tuple(PIECES[k] for k in state.search if k is not None)
    found["trade_discard"] = keys(state.trade_discard, tuple(TRADES))
    # monster cards still to be dealt are covered; those that are left over, all can work out
    found.update(monster_deck=_covered(names, viewer)) if dealing else found.update(out=names)
    for p in range(state.players):
        own = state.monsters[p] if p < len(state.monsters) else None
        placed, spare = (NO_PIECES, state.hands[p])
        if own is not None:
            placed, spare = split(state.hands[p], own)
        found[f"monster:{p}"] = () if own is None else (MONSTERS[own],)
        found[f"placed:{p}"] = keys(placed, PIECES)
        found[f"spare:{p}"] = keys(spare, PIECES)
        found[f"trades:{p}"] = keys(state.trades[p], tuple(TRADES))
    return found


def values(state: State) -> Mapping[str, Json]:
    """Return the number of the turn, the phase, the trade card played and with whom."""
    trade = state.playing
    return {
        "turn": state.turns + (state.phase != "over"),
        "max_turns": state.max_turns,
        "phase": state.phase,
        "playing": [] if trade is None else [trade],
        "partners": [int(a.args[0]) for a in state.chain if a.kind == "with"],
        "winners": [] if state.result is None else list(state.result.winners),
    }


def _covered(cards: tuple[str, ...], viewer: Viewer) -> tuple[str, ...]:
    return cards if viewer == "all" else (HIDDEN,) * len(cards)
