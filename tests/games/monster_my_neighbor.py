"""What other tests need of Monster My Neighbor: set-ups, and moments of a round in a line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from monster_widgets.engine import CHANCE, Action, Event
from monster_widgets.games import monster_my_neighbor as neighbor
from monster_widgets.games.monster_my_neighbor import State, initial_state, parse

HUNTERS = {"wanted": 1, "hunter": 12, "hide": 1, "dog": 1, "friend": 7}
"""Nearly everybody hunts: hands that cannot be played, and hands that Friends empty."""
VILLAGE = {"wanted": 1, "hunter": 4, "hide": 1, "friend": 1, "villager": 14, "fog": 3, "deal": 3}
"""Monsters that come out early, and much fog."""

SETUPS: tuple[tuple[int, dict[str, Any]], ...] = (
    (3, {}),
    (4, {}),
    (5, {"deck": "lesson"}),
    (6, {"mermaid": "own"}),
    (7, {"deck": "lesson", "fog": "card"}),
    (8, {}),
    (3, {"deck": HUNTERS}),
    (5, {"deck": VILLAGE, "mermaid": "own", "fog": "card"}),
)
"""Numbers of players and options that lead to games of different kinds."""


def dealt(*hands: str, **options: Any) -> State:
    """A round after the deal. Hands are words with spaces between, four cards for each player."""
    cards = [hand.split() for hand in hands]
    state = initial_state(len(hands), **options)
    every = [key for hand in cards for key in hand]
    monster = next(key for key in every if key in neighbor.MONSTERS)
    added = list(every)
    for key in ("wanted", "hunter", "hide", monster):
        added.remove(key)
    order = [hand[k] for k in range(4) for hand in cards]
    for kind, keys in (("add", added), ("monster", [monster]), ("deal", order)):
        for key in keys:
            state = state.apply(Action(CHANCE, kind, (key,)))
    return state


def holding(
    *hands: str, turn: int = 0, turns: tuple[int, ...] | None = None, **changes: Any
) -> State:
    """The beginning of a turn in the middle of a round; everybody has taken one turn by default.

    What is in no hand lies in the general deck.
    """
    options = {name: changes.pop(name) for name in ("deck", "mermaid", "fog") if name in changes}
    state = initial_state(len(hands), **options)
    piles = tuple(pile(hand.split()) for hand in hands)
    whole = [a + b for a, b in zip(state.deck, state.start, strict=True)]
    for hand in piles:
        whole = [
            n - (k if at < 12 else 0) for at, (n, k) in enumerate(zip(whole, hand, strict=True))
        ]
    monsters = tuple(
        n - (at >= 12 and any(hand[at] for hand in piles)) for at, n in enumerate(state.monsters)
    )
    return state._replace(
        phase="turn",
        turn=turn,
        turns=(1,) * len(hands) if turns is None else turns,
        hands=piles,
        deck=tuple(whole),
        start=(0,) * 17,
        monsters=monsters,
        **changes,
    )


def pile(cards: Iterable[str]) -> tuple[int, ...]:
    held = list(cards)
    assert set(held) <= set(neighbor.KINDS)
    return tuple(held.count(key) for key in neighbor.KINDS)


def kinds(*cards: str) -> tuple[int, ...]:
    return tuple(neighbor.KINDS.index(card) for card in cards)


def does(state: State, *notations: str) -> State:
    for text in notations:
        state = state.apply(parse(text, state))
    return state


def legal(state: State, player: int | None = None) -> list[str]:
    return [str(action) for action in state.legal_actions(player)]


def zone(state: State, name: str, viewer: int | str = "all") -> list[str]:
    return list(state.view(viewer).zones.get(name, ()))


def told(state: State, notation: str, viewer: int | str = "all") -> list[Event]:
    action = parse(notation, state)
    events = neighbor.events(state, action, state.apply(action))
    return [event for event in events if event.is_for(viewer)]


def cited(state: State, notation: str, viewer: int | str = "all") -> list[str]:
    return [event.rule for event in told(state, notation, viewer)]


def said(state: State, notation: str, viewer: int | str = "all") -> list[str]:
    return [event.kind for event in told(state, notation, viewer)]


def points(state: State) -> list[int]:
    return [score.total for score in neighbor.scores(state.view("public"))]
