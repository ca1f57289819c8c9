"""Monster Kitchen: what a frame shows beside the board. Everything here is a function of a view."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Any

from ..engine.types import Action, Chance, Label, Odds, ScoreBreakdown, ScoreLine, View
from ._monster_kitchen_clock import Clock, next_fixed
from ._monster_kitchen_strategy import moment
from ._monster_kitchen_tables import FRIDGE, UNFED, UNHAPPY


def scores(view: View) -> tuple[ScoreBreakdown, ...]:
    """Return the player's bill so far."""
    tally = moment(view).tally
    lines = [
        ("happy", "S10", tally.happy, tally.earned),
        ("unhappy", "S12", tally.unhappy, -UNHAPPY * tally.unhappy),
        ("unfed", "S12", tally.unfed, -UNFED * tally.unfed),
    ]
    bill = tuple(
        ScoreLine(key, key, rule, count, points) for key, rule, count, points in lines if count
    )
    return (ScoreBreakdown(sum(line.points for line in bill), bill),)


def odds(view: View) -> tuple[Odds, ...] | None:
    """Return who may have come in, or which memoryless clock is likely to ring first.

    The second is exact as long as nothing comes before whose time is known: of clocks that race,
    one is first with a chance proportional to its rate.
    """
    state = moment(view)
    if state.phase == "over":
        return None
    if state.phase == "order":
        n = len(state.menu)
        rows = [Chance(Label("odds.guest", {"card": k}), 1, n, f"order {k}") for k in state.menu]
        return (Odds(Label("odds.who"), tuple(rows)),)
    clocks = state.clocks()
    racing = [clock for clock in clocks if clock.due is None]
    if not racing:
        return None
    rates: dict[str, tuple[Label, Fraction]] = {}
    for clock in racing:
        words = _ringing(clock)
        rate = rates.get(repr(words), (words, Fraction(0)))[1] + clock.rate
        rates[repr(words)] = (words, rate)
    unit = lcm(*(rate.denominator for _, rate in rates.values()))
    ways = [(words, int(rate * unit)) for words, rate in rates.values()]
    total = sum(n for _, n in ways)
    fixed = next_fixed(clocks)
    title = Label("odds.next") if fixed is None else Label("odds.next_before", {"at": fixed.due})
    return (Odds(title, tuple(Chance(words, n, total) for words, n in ways)),)


def _ringing(clock: Clock) -> Label:
    if clock.kind == "arrive":
        return Label("odds.arrive")
    kind, subject = clock.kind, clock.subject[-1]
    if kind == "halfway":
        kind = f"{kind}_{clock.subject[0]}"
    return Label(f"odds.{kind}", {"i": subject})


def label(action: Action, view: View) -> Label:
    """Return the words on the button of a legal action."""
    state, args = moment(view), action.args
    values: dict[str, Any] = {}
    match action.kind:
        case "take" | "carry":
            guest = state.guest(int(args[0]))
            assert guest is not None
            dish = guest.dish if guest.right else "mess"
            values = {"table": args[0], "dish": dish}
        case "fetch":
            store = "fridge" if args[1] in FRIDGE else "pantry"
            values = {"cook": args[0], "ingredient": args[1], "store": store}
        case "cook":
            guest = state.guest(state.cooks[int(args[0])].table)
            assert guest is not None
            values = {"cook": args[0], "dish": guest.dish}
        case "unlock":
            values = {"unlock": args[0], "price": state.for_sale()[str(args[0])]}
    return Label(f"action.{action.kind}", values)
