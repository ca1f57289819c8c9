"""Monster Match: what a step did, told as events, each with the rule it follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..engine.types import Action, Event
from ._monster_match_deck import HOUSE_DECK, Roll, as_monster, fits

if TYPE_CHECKING:
    from .monster_match import State

Events = tuple[Event, ...]


def events(before: State, action: Action, after: State) -> Events:
    """Tell what happened in a step, each event with the rule it follows."""
    return _TELLERS[action.kind](before, after, action)


def _dealt(before: State, after: State, action: Action) -> Events:
    rule = "S8" if before.zilches else "S1"
    dealt = Event(rule, "deal", None, {"card": action.args[0]})
    if before.table or before.round > 1:
        return (dealt,)
    setup = before.setup
    return (Event("R1", f"{setup.deck_name}_deck", None, {"n": setup.cards}), dealt)


def _first(before: State, after: State, action: Action) -> Events:
    return (Event("R3", "first", int(action.args[0])),)


def _rolled(before: State, after: State, action: Action) -> Events:
    number, part = action.args
    rolled = Event("S2", "roll", before.baker, {"roll": Roll(int(number), str(part)).face})
    if before.round == 1:
        return (Event("R2", "dice"), rolled)
    return (Event("S3", "round", before.baker, {"round": before.round}), rolled)


def _touched(before: State, after: State, action: Action) -> Events:
    card = str(action.args[0])
    right = fits(card, before.face)
    data = {"card": card, "roll": before.face}
    told = Event("S4" if right else "S9", "match" if right else "no_match", action.player, data)
    return (told, *_race_over(before, after, action))


def _claimed(before: State, after: State, action: Action) -> Events:
    player, roll = action.player, {"roll": before.face}
    if after.phase == "prize":
        return (Event("S6", "zilch", player, roll),)
    made = any(pick in before.table and fits(pick, before.face) for pick in before.picks)
    kind = "zilch_after_match" if made else "no_zilch"
    return (Event("S7" if made else "S9", kind, player, roll), *_race_over(before, after, action))


def _passed(before: State, after: State, action: Action) -> Events:
    return (Event("R5", "pass", action.player), *_race_over(before, after, action))


def _race_over(before: State, after: State, action: Action) -> Events:
    if after.phase == "race":
        return ()
    roll = {"roll": before.face}
    # a card still matches the roll when the race is over, taken or not, unless nothing did
    matching = before.fitting(before.table)
    if not matching:
        told = Event("R7", "unclaimed", None, roll)
    elif any(fits(card, before.face) for card in (after if after.picks else before).free()):
        stopped = action.kind == "pass" or "pass" in before.picks
        told = Event("R5", "all_done") if stopped else Event("S11", "all_picked")
    else:
        told = Event("S11", "none_left", None, roll)
    return (told, *_game_over(before, after))


def _won(before: State, after: State, action: Action) -> Events:
    player, card = before.claimed, str(action.args[0])
    assert player is not None
    return (
        Event("S6", "prize", player, {"left": sum(after.deck)}),
        Event("S6", "prize_card", player, {"card": card}, frozenset({player})),
        *_game_over(before, after),
    )


def _took(before: State, after: State, action: Action) -> Events:
    player = int(action.args[0])
    card = before.picks[player]
    return (Event("S12", "take", player, {"card": card}), *_game_over(before, after))


def _paid(before: State, after: State, action: Action) -> Events:
    player = int(action.args[0])
    if pile := before.piles[player]:
        told = Event("R6", "pay", player, {"card": pile[-1].card})
    else:
        told = Event("S10", "pay_nothing", player)
    return (told, *_game_over(before, after))


def _game_over(before: State, after: State) -> Events:
    if not after.ended or before.ended:
        return ()
    left = sum(after.deck)
    data = {"left": left, "zilches": after.zilches}
    if after.ended == "cap":
        return (Event("R9", "cap", None, {"rounds": after.round}),)
    if before.setup.cards == len(HOUSE_DECK):
        return (Event("D1", "fifth_zilch", None, data),)
    return (Event("S13", "deck_out", None, data) if left < 10 else Event("R8", "ten_left"),)


def _counted(before: State, after: State, action: Action) -> Events:
    player = int(action.args[0])
    pile = before.piles[player]
    donuts = sum(as_monster(won.card).donuts for won in pile)
    told = Event("S14", "count", player, {"cards": len(pile), "donuts": donuts})
    if after.result is None:
        return (told,)
    winners = after.result.winners
    most = max(after.result.payoffs)
    data = {"winners": list(winners), "donuts": most, "cards": len(after.piles[winners[0]])}
    if len(winners) > 1:
        return (told, Event("R10", "tie", None, data))
    if after.result.payoffs.count(most) > 1:
        return (told, Event("S16", "win_by_cards", winners[0], data))
    return (told, Event("S15", "win", winners[0], data))


_TELLERS: dict[str, Callable[[State, State, Action], Events]] = {
    "deal": _dealt,
    "first": _first,
    "roll": _rolled,
    "touch": _touched,
    "zilch": _claimed,
    "pass": _passed,
    "prize": _won,
    "take": _took,
    "pay": _paid,
    "count": _counted,
}
