"""Monster Maker: what lies in the box, and what a hand of pieces is worth.

A pile of pieces counts 30 kinds, monster by monster in the order of the alphabet: the six pieces of
monster m are the kinds 6m to 6m + 5. A pile of cards counts the trade cards behind them.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..engine.piles import Pile

MONSTERS = ("bolo", "fuzz", "kraka", "nimbo", "zum")
"""In the order of the alphabet: who makes the first of them begins (S6)."""
PLACES = ("head_left", "head_right", "body_left", "body_right", "foot_left", "foot_right")
"""The places of a monster's six pieces, row by row."""
SIZE = len(PLACES)
COPIES = 2
"""Of each piece: 60 cards show 5 monsters of 6 pieces (D2)."""
TRADES = {"trade_1": 7, "trade_2": 6, "garbage_trade": 6}
"""The 19 trade cards; how many of each is our guess (R1)."""
TRADE_1, TRADE_2, GARBAGE_TRADE = TRADES

PIECES = tuple(f"{monster}_{place}" for monster in MONSTERS for place in PLACES)
CARDS = (*PIECES, *TRADES)
KIND = {key: kind for kind, key in enumerate(CARDS)}
BOX: Pile = (COPIES,) * len(PIECES) + tuple(TRADES.values())
NO_PIECES: Pile = (0,) * len(PIECES)
NO_TRADES: Pile = (0,) * len(TRADES)


def monster_of(kind: int) -> int:
    """Return whose piece this is."""
    return kind // SIZE


def have(hand: Pile, monster: int) -> int:
    """Return how many different pieces of a monster are in a hand: 0 to 6."""
    return SIZE - hand[SIZE * monster : SIZE * (monster + 1)].count(0)


def missing(hand: Pile, monster: int) -> list[int]:
    """Return the kinds of piece that the monster still lacks."""
    return [kind for kind in range(SIZE * monster, SIZE * (monster + 1)) if not hand[kind]]


def split(hand: Pile, monster: int) -> tuple[Pile, Pile]:
    """Return the pieces that are in their place, and the spare ones (second copies too)."""
    placed = tuple(int(n > 0 and monster_of(k) == monster) for k, n in enumerate(hand))
    return placed, tuple(n - one for n, one in zip(hand, placed, strict=True))


def keys_of(cards: object) -> tuple[str, ...]:
    """Return the keys that were given as an option; none if it is no list."""
    return tuple(cards) if isinstance(cards, Iterable) and not isinstance(cards, str) else ()


def hands_of(hands: object, players: int) -> tuple[tuple[str, ...], ...]:
    """Return the hands that were given as an option; ValueError if there cannot be such hands."""
    given = tuple(keys_of(hand) for hand in hands) if isinstance(hands, Iterable) else ()
    cards = [card for hand in given for card in hand]
    there = all(card in CARDS and cards.count(card) <= BOX[KIND[card]] for card in cards)
    if (
        not there
        or len(given) != players
        or any(sum(card in PIECES for card in hand) != SIZE for hand in given)
    ):
        raise ValueError(
            f"hands must be {players} lists of six pieces each and any trade cards, no card more "
            f"often than the box has it; pieces are {PIECES[0]}, {PIECES[1]}, …, trade cards are "
            f"{', '.join(TRADES)}"
        )
    return given


def pile_of(hand: Iterable[str]) -> Pile:
    """Return how often each card is in a hand, trade cards too."""
    counts = [0] * len(CARDS)
    for card in hand:
        counts[KIND[card]] += 1
    return tuple(counts)
