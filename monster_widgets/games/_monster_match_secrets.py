"""Monster Match: what a viewer has not seen. The prizes of a Zilch come from the deck face down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..engine.piles import add
from ..engine.types import Viewer
from ..probability.distribution import Rng

if TYPE_CHECKING:
    from .monster_match import State


def drawn_again(state: State, viewer: Viewer, rng: Rng) -> State:
    """Return the state, and all that led to it, with the prizes drawn again that are secret.

    What the viewer has not seen, the deck and those prizes, is mixed: every way it may lie is as
    likely as the game made it.
    """
    secret = state.secret(viewer)
    if not secret:
        return state
    kinds, unseen = state.setup.kinds, state.deck
    for won in secret:
        unseen = add(unseen, kinds.index(won.card))
    drawn: dict[int, str] = {}
    for won in secret:
        place = int(rng.random() * sum(unseen))
        kind = 0
        while place >= unseen[kind]:
            place -= unseen[kind]
            kind += 1
        unseen = add(unseen, kind, -1)
        drawn[won.zilch] = kinds[kind]
    return _told_again(state, drawn)


def _told_again(state: State, drawn: Mapping[int, str]) -> State:
    """Return the same story with these cards as the prizes of those Zilches."""
    chain = [state]
    while isinstance(before := chain[-1].previous, type(state)):
        chain.append(before)
    told = _with_prizes(chain.pop(), drawn)
    while chain:
        following = chain.pop()
        action = following.action
        assert action is not None
        if action.kind == "prize" and following.zilches in drawn:
            action = action._replace(args=(drawn[following.zilches],))
        after = told.after(action)
        after.previous, after.action = told, action
        told = after
    return told


def _with_prizes(state: State, drawn: Mapping[int, str]) -> State:
    """Return a state in which prizes won before it began to be remembered are other cards."""
    deck, kinds = state.deck, state.setup.kinds
    piles = []
    for pile in state.piles:
        changed = []
        for won in pile:
            card = drawn.get(won.zilch, won.card)
            deck = add(add(deck, kinds.index(won.card)), kinds.index(card), -1)
            changed.append(won._replace(card=card))
        piles.append(tuple(changed))
    return state._replace(deck=deck, piles=tuple(piles))
