"""Positions of Monster Café that a test needs, set up in a line; short ways to ask of any game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

import pytest

from monster_widgets.engine import CHANCE, Action, Event, IllegalAction
from monster_widgets.games import monster_cafe as cafe
from monster_widgets.games.monster_cafe import State, Table, initial_state, parse
from tests.games.monster_cafe import FOODS

MONSTERS = [*FOODS, "anything"]
CARDS = [*MONSTERS, "sorbet"]
Cards = Mapping[str, int]


def pile(cards: Cards | Iterable[str], kinds: list[str]) -> tuple[int, ...]:
    counted = Counter(cards)
    assert not set(counted) - set(kinds)
    return tuple(counted[kind] for kind in kinds)


def situation(
    tables: list[tuple[str, str] | None],
    deck: str = "",
    *,
    in_round: int = 4,
    turn: int = 0,
    still_in: tuple[int, ...] | None = None,
    monsters: tuple[str, ...] = (),
    dishes: tuple[str, ...] = (),
) -> State:
    """The beginning of a turn. Cards are words with spaces between; None is a table cleared.

    Four tables make a game of 4, three a game of 2. Every card not named lies in the discard, so
    that what a player can work out from the open cards is what lies in the deck.
    """
    players = 4 if len(tables) == 4 else 2
    start = initial_state(players)
    hands = [pile(hand.split(), MONSTERS) for hand in (*monsters, *[""] * players)][:players]
    plates = [pile(hand.split(), FOODS) for hand in (*dishes, *[""] * players)][:players]
    laid = tuple(
        Table(None, cleared_by=1)
        if table is None
        else Table(
            FOODS.index(table[0]), tuple(MONSTERS.index(guest) for guest in table[1].split())
        )
        for table in tables
    )
    cards = pile(deck.split(), CARDS)
    seated = Counter(guest for table in tables if table for guest in table[1].split())
    used = [cards, pile(seated, CARDS), *[(*hand, 0) for hand in hands]]
    discard = tuple(6 - sum(column) for column in zip(*used, strict=True))
    laid_dishes = pile([table[0] for table in tables if table], FOODS)
    dish_deck = tuple(2 - sum(column) for column in zip(laid_dishes, *plates, strict=True))
    assert min(discard) >= 0 <= min(dish_deck)
    return start._replace(
        phase="turn",
        round=in_round,
        turn=turn,
        still_in=tuple(range(players)) if still_in is None else still_in,
        deck=cards,
        dish_deck=dish_deck,
        tables=laid,
        monsters=tuple(hands),
        dishes=tuple(plates),
        discard=discard,
    )


EMPTY = [("sludge", ""), ("eyeball", ""), ("brain", ""), ("lint", "")]
FULL = "toenail toenail roadkill roadkill"


def does(state: State, *notations: str) -> State:
    for text in notations:
        state = state.apply(parse(text, state))
    return state


def legal(state: State) -> list[str]:
    return sorted(map(str, state.legal_actions()))


def zone(state: State, name: str) -> list[str]:
    return sorted(state.view("all").zones[name])


def rules(events: Iterable[Event]) -> list[str]:
    return [event.rule for event in events]


def cited(state: State, notation: str) -> list[str]:
    action = parse(notation, state)
    return rules(cafe.events(state, action, state.apply(action)))


def refusal(state: State, action: str | Action) -> tuple[str, str | None]:
    with pytest.raises(IllegalAction) as refused:
        state.apply(parse(action, state) if isinstance(action, str) else action)
    return refused.value.reason, refused.value.rule


def chances(state: State) -> dict[str, Fraction]:
    return {str(action): p for action, p in state.chance_outcomes().items()}


def walk(players: int, seed: int, stop: Callable[[State], bool], **options: Any) -> State:
    """Play at random to the first state that is wanted."""
    rng = random.Random(seed)
    state = initial_state(players, **options)
    while not stop(state):
        if state.acting_players == (CHANCE,):
            state = state.apply(state.sample_chance(rng))
        else:
            state = state.apply(rng.choice(state.legal_actions()))
    return state


def set_up(players: int, seed: int = 1, **options: Any) -> State:
    return walk(players, seed, lambda state: state.phase == "turn", **options)


def positions(n: int, *, seed: int = 0, **options: Any) -> list[State]:
    """Moments of random games, at the beginning of a turn."""
    rng, found = random.Random(seed), []
    for k in range(n):
        stop_at = rng.randrange(5, 90)
        steps = iter(range(10_000))

        def stop(state: State, steps: Any = steps, stop_at: int = stop_at) -> bool:
            return (next(steps) >= stop_at and state.phase == "turn") or state.phase == "over"

        state = walk(2 + k % 3, seed + k, stop, **options)
        if state.phase == "turn":
            found.append(state)
    return found


SCARED = situation(
    [("sludge", "lint lint"), *EMPTY[1:]],
    "sorbet sludge",
    in_round=2,
    monsters=("lint lint sludge anything", "lint"),
)
