"""Monster Café: what a frame shows beside the board. Everything here is a function of a view."""

from __future__ import annotations

from collections.abc import Mapping

from ..engine.types import Action, Chance, Label, Odds, ScoreBreakdown, View
from ._monster_cafe_scoring import CARDS, FOODS, MONSTERS, SORBET, bill
from ._monster_cafe_strategy import (
    clear_changes,
    collection,
    deck_of,
    dish_deck_of,
    sorbet_within,
)


def scores(view: View) -> tuple[ScoreBreakdown, ...]:
    """Return the bill of every player, as if the game were over now."""
    return tuple(bill(*collection(view, p)) for p in range(view.players))


def odds(view: View) -> tuple[Odds, ...] | None:
    """Return the chances a viewer can work out now: of the next card, and of a sorbet soon."""
    phase = view.values["phase"]
    if phase == "remove":
        kinds = [food for food in FOODS if food not in view.zones["out"]]
        return (_table("odds.remove", dict.fromkeys(kinds, 1), "kind", "remove"),)
    if phase == "first":
        rows = (
            Chance(Label("odds.player", {"player": p}), 1, view.players, f"first {p}")
            for p in range(view.players)
        )
        return (Odds(Label("odds.first"), tuple(rows)),)
    deck, dish_deck = deck_of(view), dish_deck_of(view)
    if phase == "tables":
        return (_table("odds.next_dish", dict(zip(FOODS, dish_deck, strict=True)), "dish", "deal"),)
    if phase == "monsters":
        monsters = dict(zip(MONSTERS, deck[:SORBET], strict=True))
        return (_table("odds.first_monster", monsters, "kind", "deal"),)
    may_draw = any(action.kind == "draw" for action in view.legal_actions)
    if not any(deck) or phase == "over" or (phase == "turn" and not may_draw):
        return None  # nobody draws here: S14, S16, S20
    cards = _table("odds.next_card", dict(zip(CARDS, deck, strict=True)), "kind", "reveal")
    return (cards, _sorbet_soon(view, sum(deck)))


def _table(title: str, counts: Mapping[str, int], group: str, kind: str) -> Odds:
    of = sum(counts.values())
    rows = (
        Chance(Label(f"{group}.{key}"), n, of, f"{kind} {key}") for key, n in counts.items() if n
    )
    return Odds(Label(title, {"n": of}), tuple(rows))


def _sorbet_soon(view: View, left: int) -> Odds:
    rows = []
    for draws in range(2, min(6, left) + 1):  # for one draw it stands in the table of next cards
        chance = sorbet_within(view, draws)
        label = Label("odds.draws", {"n": draws})
        rows.append(Chance(label, chance.numerator, chance.denominator))
    return Odds(Label("odds.sorbet_within"), tuple(rows))


def label(action: Action, view: View) -> Label:
    """Return the words on the button of a legal action."""
    arg = action.args[0] if action.args else None
    match action.kind:
        case "seat":
            return Label("action.seat", {"table": arg, "dish": view.zones[f"table:{arg}"][0]})
        case "clear":
            changes = clear_changes(view, action.player)
            dish = view.zones[f"table:{arg}"][0]
            values = {"table": arg, "dish": dish, "points": changes[int(arg)]}  # type: ignore[arg-type]
            return Label("action.clear", values)
        case "lose":
            n = view.zones[f"monsters:{action.player}"].count(str(arg))
            return Label("action.lose", {"card": arg, "n": n})
    return Label("action.draw", {"n": len(view.zones["deck"])})
