"""Monster My Neighbor: what a frame shows beside the board. Everything is a function of a view."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from ..engine.types import (
    Action,
    Chance,
    Estimate,
    Label,
    Odds,
    ScoreBreakdown,
    ScoreLine,
    Value,
    View,
)
from ._monster_my_neighbor_beliefs import RESTLESS, quick_beliefs
from ._monster_my_neighbor_box import FIRST_MONSTER, GENERAL, HAND, KINDS, ROLES
from ._monster_my_neighbor_seen import Seen, seen


def scores(view: View) -> tuple[ScoreBreakdown, ...]:
    """Return what every player has scored so far, round by round."""
    bills: list[list[ScoreLine]] = [[] for _ in range(view.players)]
    for event in view.history:
        role = event.kind.removeprefix("score_")
        if role in ROLES and role != event.kind:
            for player in event.data["players"]:
                points = ROLES[role].points
                line = ScoreLine(event.data["card"], role, event.rule, 1, points)
                bills[player].append(line)
    return tuple(
        ScoreBreakdown(sum(line.points for line in lines), tuple(lines)) for lines in bills
    )


def odds(view: View) -> tuple[Odds, ...] | None:
    """Return who holds the monster, as far as the viewer can know (quickly: see `beliefs`).

    Before that: what goes into the starting deck, and who will get the monster. None in the fog
    and between rounds.
    """
    phase = view.values["phase"]
    if view.viewer != "all" and phase in ("add", "monster", "deal"):
        return (_before_the_round(view, phase),)
    if view.viewer == "all" or phase in RESTLESS:
        return None
    held = quick_beliefs(view)
    # one denominator for all, so that the numerators can be compared
    exact = [value.denominator for value in held.holders if isinstance(value, Fraction)]
    total = lcm(*exact) if exact else held.n
    rows = [
        Chance(Label("odds.player", {"player": player}), round(total * _mean(value)), total)
        for player, value in enumerate(held.holders)
    ]
    title = Label(f"odds.holder_{held.method}", {"n": held.n})
    return (Odds(title, tuple(rows), held.method),)


def _mean(value: Value) -> Fraction | float:
    return value.mean if isinstance(value, Estimate) else value


def _before_the_round(view: View, phase: str) -> Odds:
    known = seen(view)
    if phase == "add":  # what was added before is unseen, so the chances stay as they were
        counts = {GENERAL[kind]: n for kind, n in enumerate(known.pool) if n}
    elif phase == "monster":
        counts = dict.fromkeys((KINDS[kind] for kind in known.monsters), 1)
    else:
        return _who_gets_it(known)
    of = sum(counts.values())
    rows = (Chance(Label(f"card.{key}"), n, of) for key, n in counts.items())
    return Odds(Label(f"odds.{phase}", {"n": of}), tuple(rows))


def _who_gets_it(known: Seen) -> Odds:
    """Return the chances of the deal: every card the viewer has not seen may be the monster."""
    holds = max(known.own, default=0) >= FIRST_MONSTER
    unseen = [HAND * (not holds)] * known.players
    if known.viewer >= 0:
        unseen[known.viewer] = 1 if holds else HAND - len(known.own)
    of = sum(unseen)
    rows = (Chance(Label("odds.player", {"player": p}), n, of) for p, n in enumerate(unseen))
    return Odds(Label("odds.deal"), tuple(rows))


def label(action: Action, view: View) -> Label:
    """Return the words on the button of a legal action."""
    key, *more = action.args
    values = {"card": key, "player": action.player}
    if len(more) == 2:
        return Label("action.deal", {**values, "other": more[0], "n": more[1]})
    if more:
        return Label("action.play_on", {**values, "other": more[0]})
    return Label(f"action.{action.kind}", values)
