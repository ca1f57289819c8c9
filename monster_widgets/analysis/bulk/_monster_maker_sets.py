"""Sets of pieces, or of players, as whole numbers: a bit for each.

All functions take arrays of any shape, with a set in each place.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ._tools import Array

HALF = 15
"""Bits that a table is made for: half of the pieces."""
LOW = (1 << HALF) - 1
_BITS = np.arange(1 << HALF)[:, None] >> np.arange(HALF) & 1
SIZES = _BITS.sum(axis=1)
NTH = np.zeros((1 << HALF, HALF), dtype=np.int8)
"""The number of the first, second, … bit."""
_row, _column = _BITS.nonzero()
NTH[_row, _BITS.cumsum(axis=1)[_row, _column] - 1] = _column


def bit(numbers: Array) -> Array:
    """Return the sets of one."""
    return np.asarray(1 << numbers)


def size(sets: Array) -> Array:
    """Return how many there are in each set."""
    return np.asarray(SIZES[sets & LOW] + SIZES[sets >> HALF])


def nth(sets: Array, which: Array) -> Array:
    """Return the number of the first one in each set (0), the second (1), …"""
    below = SIZES[sets & LOW]
    high = which >= below
    found = NTH[np.where(high, sets >> HALF, sets & LOW), which - below * high]
    return np.asarray(found.astype(np.int64) + HALF * high)


def single(sets: Array) -> Array:
    """Tell which sets are of one, or empty."""
    return np.asarray(sets & sets - 1 == 0)


def each(sets: Array, most: int) -> Array:
    """Return, in a new last axis, the sets of one that each set consists of; then empty ones."""
    found = []
    for _ in range(most):
        found.append(sets & -sets)
        sets = sets & sets - 1
    return np.stack(found, axis=-1)


class Hand(NamedTuple):
    """The pieces of a player."""

    own: Array
    """All pieces of the player's monster."""
    held: Array
    twice: Array
    """Of which of them there are two."""

    @property
    def lacks(self) -> Array:
        """What the monster lacks."""
        return np.asarray(self.own & ~self.held)

    @property
    def needs(self) -> Array:
        """The only copies of own pieces."""
        return np.asarray(self.own & self.held & ~self.twice)

    @property
    def spare(self) -> Array:
        """What can be given and costs nothing."""
        return np.asarray(self.held & ~self.needs)

    def with_(self, piece: Array) -> Hand:
        """Return the hand with a piece more, given as a set of one."""
        return Hand(self.own, self.held | piece, self.twice | self.held & piece)

    def without(self, piece: Array) -> Hand:
        """Return the hand with a piece less, given as a set of one."""
        both = self.twice & piece
        return Hand(self.own, self.held & ~(piece ^ both), self.twice ^ both)
