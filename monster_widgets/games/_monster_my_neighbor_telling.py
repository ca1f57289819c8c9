"""Monster My Neighbor: what a step did, told as events, each with the rule it follows.

A card that moves unseen is two events: one for everybody, and one with the card for those who see
it. `data["card"]` of an event for everybody is a card that lies open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from ..engine.piles import keys
from ..engine.types import Action, Event
from ._monster_my_neighbor_box import (
    CONDITIONS,
    DOG,
    EXCHANGES,
    FIRST_MONSTER,
    HAND,
    HUNTER,
    INDEX,
    KINDS,
    MONSTERS,
    ROLES,
    TARGETED,
)

if TYPE_CHECKING:
    from .monster_my_neighbor import State

Events = tuple[Event, ...]
NOBODY: frozenset[int] = frozenset()
PLAY_RULES = {
    "wanted": "S5",
    "hunter": "S11",
    "hide": "R3",
    "dog": "S14",
    "friend": "S16",
    "villager": "R3",
    "investigate": "R4",
    "gossip": "S18",
    "rumor": "S19",
    "deal": "S20",
    "steal": "S21",
    "fog": "R7",
}
EARLY_RULES = {"werewolf": "S24", "mandrake": "S25"}
PROTECTION_RULES = {"hide": "S13", "gumiho": "S23", "mermaid": "R9"}


def events(before: State, action: Action, after: State) -> Events:
    """Tell what happened in a step, each event with the rule it follows."""
    return _TELLERS[action.kind](before, action, after)


# ---------------------------------------------------------------- the deal


def _added(before: State, action: Action, after: State) -> Events:
    told: list[Event] = []
    if sum(before.start) == 3:
        if before.round == 1:
            copies = sum(before.deck) + sum(before.start)
            deck = before.setup.deck if isinstance(before.setup.deck, str) else "own"
            told.append(Event("R1", f"counts_{deck}", None, {"n": copies}))
        told.append(Event("S1", "round", None, {"round": before.round}))
    card = Event("S2", "add_card", None, {"card": action.args[0]}, NOBODY)
    return (*told, Event("S2", "add"), card)


def _monster_in(before: State, action: Action, after: State) -> Events:
    data = {"n": sum(before.monsters)}
    card = Event("S3", "monster_card", None, {"card": action.args[0]}, NOBODY)
    return (Event("S3", "monster_in", None, data), card)


def _dealt(before: State, action: Action, after: State) -> Events:
    player, card = before.dealt_to(), {"card": action.args[0]}
    if before.phase == "fog":
        told: Events = (
            Event("R7", "fog_deal", player),
            Event("R7", "fog_card", player, card, frozenset({player})),
        )
        return (*told, *_turn_passed(before, after))
    return (
        Event("S4", "deal", player),
        Event("S4", "deal_card", player, card, frozenset({player})),
    )


# ---------------------------------------------------------------- a card is played


def _played(before: State, action: Action, after: State) -> Events:
    player, (key, *more) = action.player, action.args
    assert isinstance(key, str)
    kind = INDEX[key]
    if kind >= FIRST_MONSTER:
        return _monster_played(before, player, key, after)
    data: dict[str, object] = {"card": key}
    if more:
        data["other"] = more[0]
    if key == "deal" and more:
        data["n"] = more[1]
    told = [Event(PLAY_RULES[key], _play_kind(key, bool(more)), player, data)]
    if key in EXCHANGES and after.phase not in ("gossip", "rumor", "swap", "fog", "lift"):
        # as a last card nothing can be passed on; else there is nobody to exchange with
        alone = any(after.hands[player])
        told.append(
            Event("R8", "no_target", player) if alone else Event("S22", "no_effect", player)
        )
    elif key in TARGETED and not more:
        told.append(Event("R8", "no_target", player))
    elif key in ("gossip", "rumor") and len(after.ring) < before.players:
        out = [p for p in range(before.players) if p not in after.ring]
        told.append(Event("R5", "left_out", None, {"players": out}))
    told += _effect(before, key, cast(int | None, more[0] if more else None), player, after)
    return (*told, *_turn_passed(before, after))


def _play_kind(key: str, aimed: bool) -> str:
    if aimed or key not in TARGETED:
        return f"play_{key}"
    return "play_friend_alone" if key == "friend" else "play_alone"


def _effect(before: State, key: str, target: int | None, player: int, after: State) -> list[Event]:
    if target is None:
        return []
    if key == "hunter":
        return _hunted(before, player, target, after)
    if key == "friend":
        found = bool(before.hands[target][HUNTER])
        return [Event("S17", "friend_hunter" if found else "friend_none", target)]
    if key == "investigate":
        cards = list(keys(before.hands[target], KINDS))
        data = {"other": target, "cards": cards}
        return [Event("R4", "seen_hand", player, data, frozenset({player}))]
    return []


def _hunted(before: State, player: int, target: int, after: State) -> list[Event]:
    monster = before.monster_of(target)
    if monster is not None and not after.hands[target][monster]:
        caught = Event("S11", "caught", target, {"card": KINDS[monster], "other": player})
        return [caught, *_scored(before, after)]
    told = [Event("S12", "missed", target, {"other": player})]
    if monster is not None:  # only the target knows
        aimed = before._replace(target=target)
        card = KINDS[cast(int, aimed.protection())]
        data = {"card": card, "monster": KINDS[monster]}
        rule = PROTECTION_RULES[card]
        told.append(Event(rule, f"{card}_protects", target, data, frozenset({target})))
    return told


def _monster_played(before: State, player: int, key: str, after: State) -> Events:
    if sum(before.hands[player]) == 1:
        told = Event("D1", "monster_last", player, {"card": key})
    else:
        data = {"card": key, "needed": CONDITIONS[key]}
        first = not before.turns[player]
        rule = "R13" if first else EARLY_RULES[key]
        told = Event(rule, "monster_first" if first else "monster_early", player, data)
    return (told, Event("S10", "monster_wins", player, {"card": key}), *_scored(before, after))


def _stuck(before: State, action: Action, after: State) -> Events:
    whole = sum(before.hands[cast(int, before.turn)]) == HAND
    stuck = Event("S9" if whole else "D2", "stuck", before.turn, {"card": action.args[0]})
    return (stuck, *_turn_passed(before, after))


def _turn_passed(before: State, after: State) -> Events:
    """Tell who is skipped, when the turn has passed over somebody without cards."""
    if after.phase not in ("turn", "stuck") or before.turn is None or after.turn is None:
        return ()
    skipped, n = [], before.players
    seat = (before.turn + 1) % n
    while seat != after.turn:
        skipped.append(Event("R2", "skipped", seat))
        seat = (seat + 1) % n
    return tuple(skipped)


# ---------------------------------------------------------------- cards change hands


def _passed(before: State, action: Action, after: State) -> Events:
    player, rule = action.player, "S18" if before.phase == "gossip" else "R6"
    card = {"card": action.args[0]}
    told = [
        Event(rule, "pass", player),
        Event(rule, "pass_card", player, card, frozenset({player})),
    ]
    if before.phase == "gossip" and sum(before.hands[player]) == 1:
        told.append(Event("D5", "pass_only", player, audience=frozenset({player})))
    return tuple(told)


def _exchanged(before: State, action: Action, after: State) -> Events:
    turn = cast(int, before.turn)
    key = KINDS[before.played[turn][-1]]
    rule = PLAY_RULES[key]
    told = [Event(rule, f"{key}_done", turn)]
    for giver in before.ring:
        receiver = before.receiver(giver)
        if receiver == giver:
            continue  # Rumor: who was there saw the card when it was drawn
        cards = [KINDS[kind] for kind in sorted(before.passing[giver])]
        data, both = {"cards": cards, "other": giver}, frozenset({giver, receiver})
        told.append(Event(rule, "receive", receiver, data, both))
        if any(card in MONSTERS for card in cards):
            told.append(Event("D3", "monster_moves", receiver, audience=both))
    return (*told, *_turn_passed(before, after))


def _drawn(before: State, action: Action, after: State) -> Events:
    drawer, owner = before.drawing()
    rule, kind = {
        "rumor": ("S19", "rumor_draw"),
        "steal": ("S21", "steal_draw"),
        "lift": ("R7", "fog_lift"),
    }[before.phase]
    data, card = {"other": owner}, {"other": owner, "card": action.args[0]}
    seen = Event(rule, f"{kind}_card", drawer, card, frozenset({drawer, owner}))
    return (Event(rule, kind, drawer, data), seen)


def _given(before: State, action: Action, after: State) -> Events:
    player, target = action.player, cast(int, before.target)
    data, card = {"other": target}, {"other": target, "card": action.args[0]}
    rule = "S21" if sum(before.hands[player]) > 1 else "R12"
    seen = Event(rule, "give_card", player, card, frozenset({player, target}))
    return (Event(rule, "give", player, data), seen, *_turn_passed(before, after))


def _discarded(before: State, action: Action, after: State) -> Events:
    victim, player, card = action.player, cast(int, before.turn), str(action.args[0])
    if INDEX[card] >= FIRST_MONSTER:
        told = [Event("S15", "dog_caught", victim, {"card": card, "other": player})]
        if sum(before.hands[victim]) == 1:
            told.append(Event("D4", "dog_anyway", victim, {"card": card}))
        return (*told, *_scored(before, after))
    data = {"other": player, "dog": KINDS[DOG]}
    seen = Event("R11", "dog_card", victim, {"card": card}, frozenset({victim}))
    return (Event("S14", "dog_discard", victim, data), seen, *_turn_passed(before, after))


# ---------------------------------------------------------------- the end


def _scored(before: State, after: State) -> Events:
    """Tell who scores what, role by role; and who has won, after the last round."""
    new = {
        p: after.bills[p][-1][1]
        for p in range(before.players)
        if len(after.bills[p]) > len(before.bills[p])
    }
    told = []
    for role, (points, rule) in ROLES.items():
        players = [p for p, got in new.items() if got == role]
        if players:
            monster = KINDS[after.bills[players[0]][-1][0]]
            data = {"players": players, "points": points, "card": monster}
            told.append(Event(rule, f"score_{role}", None, data))
    holders = [p for p, role in new.items() if role in ("monster", "vampire")]
    if set(holders) & set(after.friends):
        told.append(Event("R10", "once", holders[0]))
    if "betrayed" in new.values() or _betrayed_alone(before, after, new):
        told.append(Event("D6", "betrayal", before.turn))
    return (*told, *_won(after))


def _betrayed_alone(before: State, after: State, new: dict[int, str]) -> bool:
    return not new and before.turn in after.friends


def _won(after: State) -> Events:
    if after.result is None:
        return ()
    winners, points = after.result.winners, max(after.result.payoffs)
    data = {"winners": list(winners), "points": points}
    if len(winners) > 1:
        return (Event("S31", "tie", None, data),)
    return (Event("S31", "win", winners[0], data),)


def _collected(before: State, action: Action, after: State) -> Events:
    data = {"card": KINDS[after.used[-1]], "round": before.round}
    return (Event("S30", "collect", None, data),)


_TELLERS: dict[str, Callable[[State, Action, State], Events]] = {
    "add": _added,
    "monster": _monster_in,
    "deal": _dealt,
    "play": _played,
    "stuck": _stuck,
    "pass": _passed,
    "exchange": _exchanged,
    "draw": _drawn,
    "give": _given,
    "discard": _discarded,
    "collect": _collected,
}
