"""The tables of thousands of games of Monster Maker: where all cards lie, and what is being chosen.

Pieces lie with players, in the draw pile or in the garbage: for each of these places two sets say
which pieces are there, and which twice. Only the garbage has an order. What was taken back in this
turn (R7) is a set for each step of it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.random import Generator

from ...games._monster_maker_box import BOX, COPIES, PIECES, TRADES
from ._monster_maker_sets import Hand, bit, nth, size
from ._tools import Array, below

TRADE_1, TRADE_2, GARBAGE_TRADE = range(len(TRADES))
NOTHING = -1


class Table:
    """Arrays with an entry, or a row, for each game."""

    def __init__(self, n: int, players: int, rng: Generator) -> None:
        """Put all cards into the draw pile."""
        self.players, self.rng = players, rng
        self.pile, self.garbage = players, players + 1
        """Places beside those of the players."""
        self.own = np.zeros((n, players), dtype=np.int64)
        """The pieces of everybody's monster."""
        self.held = np.zeros((n, players + 2), dtype=np.int64)
        self.twice = np.zeros_like(self.held)
        self.held[:, self.pile] = self.twice[:, self.pile] = (1 << len(PIECES)) - 1  # D2
        self.trades = np.zeros((n, players + 1, len(TRADES)), dtype=np.int64)
        self.trades[:, self.pile] = BOX[len(PIECES) :]
        self.heap = np.zeros((n, COPIES * len(PIECES)), dtype=np.int8)
        """The garbage from the bottom to the top."""
        self.height = np.zeros(n, dtype=np.int64)
        self.turn = np.zeros(n, dtype=np.int64)
        self.playing = np.full(n, NOTHING)
        """The trade card that is played, or that was drawn and may be."""
        self.drawn = np.zeros(n, dtype=bool)
        """Whether it was drawn in this turn."""
        self.taken = np.full(n, NOTHING)
        """What was taken from the garbage in this turn."""
        self.path = np.zeros((n, 6), dtype=np.int64)
        """Of a trade: partner, piece taken, piece given, and once more."""
        self.step = np.zeros(n, dtype=np.int64)
        """How many of these have been chosen."""
        self.gone = np.zeros((n, 7), dtype=np.int64)
        """What was taken back: of the three things of a turn, then of each step."""

    def card(self, at: Array) -> Array:
        """Return a card of each draw pile; a trade card is taken out."""
        once, twice = self.held[at, self.pile], self.twice[at, self.pile]
        kinds, ends = size(once), self.trades[at, self.pile].cumsum(axis=1)
        pieces = kinds + size(twice)
        which = below(self.rng, pieces + ends[:, -1])
        second, trade = which >= kinds, which >= pieces
        place = np.where(trade, 0, which - kinds * second)
        card = nth(np.where(second, twice, once), place)
        some = np.flatnonzero(trade)
        one = ((which - pieces)[some, None] >= ends[some]).sum(axis=1)
        self.trades[at[some], self.pile, one] -= 1
        card[some] = len(PIECES) + one
        return card

    def move(self, at: Array, kind: Array, source: Any, target: Any) -> None:
        """Move a piece from one place to another."""
        piece = bit(kind)
        second = self.twice[at, source] & piece
        self.twice[at, source] ^= second
        self.held[at, source] ^= piece ^ second
        self.twice[at, target] |= self.held[at, target] & piece
        self.held[at, target] |= piece

    def empty(self, at: Array) -> Array:
        """Tell where the draw pile is empty."""
        trades = self.trades[at, self.pile]
        return np.asarray((self.held[at, self.pile] == 0) & ~trades.any(axis=1))

    def top(self, at: Array) -> Array:
        """Return the top of the garbage; any piece where there is none."""
        return self.heap[at, self.height[at] - 1].astype(np.int64)

    def reshuffle(self, at: Array) -> None:
        """Make the garbage below its top the draw pile (R6)."""
        for sets in (self.held, self.twice):
            sets[at, self.pile], sets[at, self.garbage] = sets[at, self.garbage], 0
        top = self.top(at)
        self.move(at, top, self.pile, self.garbage)
        self.heap[at, 0], self.height[at] = top, 1

    def close_gap(self, at: Array) -> None:
        """Close the gap in the garbage where a piece was taken: the highest of its kind (S15)."""
        places = np.arange(self.heap.shape[1])
        there = (self.heap[at] == self.taken[at, None]) & (places < self.height[at, None])
        gap = len(places) - 1 - there[:, ::-1].argmax(axis=1)
        from_ = np.minimum(places + (places >= gap[:, None]), len(places) - 1)
        self.heap[at] = np.take_along_axis(self.heap[at], from_, axis=1)
        self.height[at] -= 1

    def hand(self, at: Array, player: Array) -> Hand:
        """Return the hand of a player."""
        return Hand(self.own[at, player], self.held[at, player], self.twice[at, player])

    def others(self, at: Array) -> Hand:
        """Return the hands of all players, games × seats; that of who is on turn is empty."""
        hands = [sets[at, : self.players] for sets in (self.own, self.held, self.twice)]
        for sets in hands:
            sets[np.arange(len(at)), self.turn[at]] = 0
        return Hand(*hands)

    def complete(self, at: Array) -> Array:
        """Tell who has a complete monster, games × seats (D3)."""
        return np.asarray(self.own[at] & ~self.held[at, : self.players] == 0)

    def same(self, at: Array) -> Array:
        """Tell where the second swap of a trade is with the partner of the first."""
        return np.asarray((self.step[at] > 3) & (self.path[at, 0] == self.path[at, 3]))
