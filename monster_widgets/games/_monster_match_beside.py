"""Monster Match: what a frame shows beside the board. Everything here is a function of a view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..engine.types import Action, Chance, Label, Odds, ScoreBreakdown, ScoreLine, View
from ._monster_match_chances import matches, number_of_matches
from ._monster_match_deck import ROLLS, as_monster


def scores(view: View) -> tuple[ScoreBreakdown | None, ...]:
    """Return each player's donuts; None for a score pile that the viewer may not see."""
    return tuple(_score(view, p) for p in range(view.players))


def _score(view: View, player: int) -> ScoreBreakdown | None:
    counted = view.zones.get(f"counted:{player}", ())
    covered = view.zones[f"score:{player}"]
    if view.viewer != "all" and not counted and (covered or "counted:0" not in view.zones):
        return None
    return _bill(counted or covered)


def _bill(cards: Sequence[str]) -> ScoreBreakdown:
    donuts = Counter(as_monster(card).donuts for card in cards)
    lines = tuple(
        ScoreLine(f"donuts{each}", "cards", "S14", n, n * each, {"each": each})
        for each, n in sorted(donuts.items(), reverse=True)
    )
    return ScoreBreakdown(sum(line.points for line in lines), lines)


def odds(view: View) -> tuple[Odds, ...] | None:
    """Return the chances of the next roll or card that the viewer can work out now."""
    match view.values["phase"]:
        case "first":
            rows = [
                Chance(Label("odds.player", {"player": p}), 1, view.players, f"first {p}")
                for p in range(view.players)
            ]
            return (Odds(Label("odds.first"), tuple(rows)),)
        case "roll":
            return (_how_many(view), _sample_space(view))
        case "deal" | "prize":
            return (_donuts(view),)
    return None


def _how_many(view: View) -> Odds:
    found = number_of_matches(view.zones["table"])
    rows = (
        Chance(Label("odds.matches", {"n": n}) if n else Label("odds.none"), ways, len(ROLLS))
        for n, p in sorted(found.items())
        if (ways := int(p * len(ROLLS)))
    )
    return Odds(Label("odds.how_many"), tuple(rows))


def _sample_space(view: View) -> Odds:
    rows = []
    for roll in ROLLS:
        values = {"roll": roll.face, "matches": len(matches(roll, view.zones["table"]))}
        label = Label("odds.roll", values)
        rows.append(Chance(label, 1, len(ROLLS), f"roll {roll}"))
    return Odds(Label("odds.rolls"), tuple(rows))


def _donuts(view: View) -> Odds:
    unseen = view.values["unseen"]
    rows = (
        Chance(Label("odds.donuts", {"donuts": donuts}), n, sum(unseen))
        for donuts, n in enumerate(unseen, 1)
        if n
    )
    return Odds(Label("odds.next_card", {"n": sum(unseen)}), tuple(rows))


def label(action: Action, view: View) -> Label:
    """Return the words on the button of a legal action."""
    player = {"player": action.player}
    if action.kind == "touch":
        return Label("action.touch", {**player, "card": action.args[0]})
    return Label(f"action.{action.kind}", player)
