"""Monster Maker: what a frame shows beside the board. Everything here is a function of a view."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from ..engine.piles import Pile
from ..engine.types import Action, Chance, Label, Odds, ScoreBreakdown, ScoreLine, View
from ._monster_maker_box import CARDS, KIND, MONSTERS, PIECES, TRADES, missing
from ._monster_maker_strategy import (
    cards_to_come,
    draws_to_complete,
    missing_pieces,
    state_of,
)

if TYPE_CHECKING:
    from .monster_maker import State

DRAWS = (2, 5, 10, 20, 30, 40, 50, 60)
"""After how many draws the table says whether a monster could be complete."""


def scores(view: View) -> tuple[ScoreBreakdown, ...]:
    """Return how far every player is: a point for each different piece of the own monster."""
    return tuple(_breakdown(view, p) for p in range(view.players))


def _breakdown(view: View, player: int) -> ScoreBreakdown:
    if not view.zones[f"monster:{player}"]:
        return ScoreBreakdown(0, ())
    (monster,), placed = view.zones[f"monster:{player}"], len(view.zones[f"placed:{player}"])
    lacks = list(missing_pieces(view, player))
    lines = [ScoreLine(monster, "placed", "D3", placed, placed)] if placed else []
    if lacks:
        lines.append(ScoreLine(monster, "missing", "D3", len(lacks), 0, {"pieces": lacks}))
    return ScoreBreakdown(placed, tuple(lines))


def odds(view: View) -> tuple[Odds, ...] | None:
    """Return the chances of the next card, and of a complete monster by drawing alone."""
    state = state_of(view)
    if state.phase == "monsters":
        rest = [m for m in range(len(MONSTERS)) if m not in state.monsters]
        rows = (
            Chance(Label(f"monster.{MONSTERS[m]}"), 1, len(rest), f"monster {MONSTERS[m]}")
            for m in rest
        )
        return (Odds(Label("odds.monster", {"player": len(state.monsters)}), tuple(rows)),)
    if state.phase not in ("deal", "turn", "reveal", "reshuffle"):
        return None  # nobody draws now
    player = state.receiver if state.phase == "deal" else state.turn
    pile = cards_to_come(state)
    lacks = missing(state.hands[player], state.monsters[player])
    tables = [_next_card(state, player, pile, lacks), _which(state, pile, lacks)]
    if state.phase != "deal":
        tables.append(_soon(view, player))
    return tuple(table for table in tables if table.rows)


def _next_card(state: State, player: int, pile: Pile, lacks: list[int]) -> Odds:
    of, wanted, trades = sum(pile), sum(pile[k] for k in lacks), sum(pile[len(PIECES) :])
    monster = MONSTERS[state.monsters[player]]
    ways = {"helps": wanted, "trade": trades, "other": of - wanted - trades}
    rows = (Chance(Label(f"odds.{key}", {"monster": monster}), n, of) for key, n in ways.items())
    return Odds(Label("odds.next_card", {"n": of, "player": player}), tuple(rows))


def _which(state: State, pile: Pile, lacks: list[int]) -> Odds:
    of, verb = sum(pile), "deal" if state.phase == "deal" else "reveal"
    kinds = [k for k in (*lacks, *map(KIND.__getitem__, TRADES)) if pile[k]]
    rows = (Chance(Label(f"card.{CARDS[k]}"), pile[k], of, f"{verb} {CARDS[k]}") for k in kinds)
    return Odds(Label("odds.which"), tuple(rows))


def _soon(view: View, player: int) -> Odds:
    """Return the chances to be complete soon; no rows if drawing alone cannot do it."""
    pile, lacks = cards_to_come(state_of(view)), missing_pieces(view, player)
    rows: list[Chance] = []
    if all(pile[KIND[piece]] for piece in lacks):
        needed, within = draws_to_complete(view, player), Fraction(0)
        for draws in range(len(lacks), sum(pile) + 1):
            within += needed.get(draws, 0)
            if draws in DRAWS:
                label = Label("odds.draws", {"n": draws})
                rows.append(Chance(label, within.numerator, within.denominator))
    return Odds(Label("odds.complete_within", {"player": player}), tuple(rows))


def label(action: Action, view: View) -> Label:
    """Return the words on the button of a legal action."""
    values: Mapping[str, int | str] = {}
    match action.kind:
        case "draw":
            values = {"n": sum(cards_to_come(state_of(view)))}
        case "with":
            values = {"partner": action.args[0]}
        case "play" | "take" | "give" | "discard":
            values = {"card": action.args[0]}
    key = action.kind
    if key == "take" and view.values["phase"] == "turn":
        key = "take_top"
    if key == "discard" and view.zones["drawn"] == action.args:
        key = "decline"
    return Label(f"action.{key}", values)
