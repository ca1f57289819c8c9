"""Monster Café's own numbers for questions; see ``quantities.py``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from ..games._monster_cafe_scoring import CARDS
from ..games.monster_cafe import clear_changes, last_player, score
from ..games.monster_cafe import next_card as _next_card
from ..games.monster_cafe import sorbet_within as _sorbet_within
from .monster_cafe import BOX, KIND, total_by
from .positions import Position
from .quantities import Quantity, listed


def in_box(position: Position, card: str | None = None) -> int:
    """Return how many cards are in the box (60), or how many of one kind (6)."""
    return BOX if card is None else KIND


def next_card(position: Position, card: str) -> Fraction:
    """Return the chance that the next card drawn is of a kind."""
    return _next_card(position.seen()).get(_kind(card), Fraction(0))


def left_of(position: Position, card: str) -> Fraction:
    """Return how many cards of a kind are still in the deck."""
    view = position.seen()
    return next_card(position, card) * len(view.zones["deck"])


def sorbet_within(position: Position, draws: int) -> Fraction:
    """Return the chance of at least one lemon sorbet in the next draws."""
    return _sorbet_within(position.seen(), draws)


def clear_change(position: Position, action: str) -> int:
    """Return by how much the score changes if this table is cleared: "clear 2"."""
    changes = {f"clear {table}": n for table, n in clear_changes(position.seen()).items()}
    if action not in changes:
        raise ValueError(f"{action!r} is not possible here, but {listed(changes)}")
    return changes[action]


def clear_score(position: Position, action: str) -> int:
    """Return the score after this table is cleared, by the last player of the last round."""
    found = {f"clear {table}": n for table, n in last_player(position.seen()).clear.items()}
    if action not in found:
        raise ValueError(f"{action!r} is not possible here, but {listed(found)}")
    return found[action]


def one_more_card(position: Position) -> Fraction:
    """Return what the last player can expect of one more card and clearing then."""
    value = last_player(position.seen()).one_more
    if value is None:
        raise ValueError("no card can be drawn here")
    return value


def score_by(position: Position, unfed: int, once: int, twice: int) -> int:
    """Return what cards laid out would score by other points for no dish, one dish, or two."""
    if position.cards is None:
        raise ValueError("this needs cards that are laid out")
    monsters, dishes = Counter(position.cards["monsters"]), list(position.cards["dishes"])
    return total_by(monsters, dishes, (unfed, once, twice))


def score_without(position: Position, card: str) -> int:
    """Return what cards laid out score once all monsters of a kind are gone (a sorbet's price)."""
    if position.cards is None:
        raise ValueError("this needs cards that are laid out")
    monsters = {**Counter(position.cards["monsters"]), _kind(card): 0}
    return score(monsters, position.cards["dishes"]).total


def _kind(card: str) -> str:
    if card not in CARDS:
        raise ValueError(f"there is no card {card!r}; there are {listed(CARDS)}")
    return card


QUANTITIES: Mapping[str, Quantity] = {
    one.__name__: one
    for one in (
        in_box,
        next_card,
        left_of,
        sorbet_within,
        clear_change,
        clear_score,
        one_more_card,
        score_by,
        score_without,
    )
}
