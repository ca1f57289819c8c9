"""What the collector of Monster Maker chooses among, in thousands of games at once.

The collector plans the turn by the number of own pieces at its end. What can be gained follows from
sets: the pieces that the own monster lacks, those that it needs (no second copy), and the others,
which can be spared. So nothing is tried out but the first swap of a Trade 2.
"""

from __future__ import annotations

import numpy as np

from ...games._monster_maker_box import SIZE
from ._monster_maker_sets import Hand, bit, each, single, size
from ._monster_maker_table import TRADE_2, Table
from ._tools import Array

NEVER = -9
"""What cannot be done: worse than anything."""


def gain(choice: Array, lacks: Array, spare: Array) -> Array:
    """Return by how many pieces one is better off who takes one of these and parts with another.

    Not with what was taken (R4): whoever takes a copy of the only spare piece gives a needed one.
    """
    wanted = choice & lacks != 0
    other = np.where(single(spare), choice & ~spare, choice)
    return np.asarray(wanted * 1 - ((spare == 0) | ~wanted & (other == 0)))


def useful(choice: Array, lacks: Array, spare: Array) -> Array:
    """Return the best ones to take among these, see `gain`."""
    wanted = choice & lacks
    other = np.where(single(spare), choice & ~spare, choice)
    return np.where(wanted, wanted, np.where(other, other, choice))


def dispensable(choice: Array, needs: Array) -> Array:
    """Return the best ones to part with among these."""
    spare = choice & ~needs
    return np.where(spare, spare, choice)


def gain_of_two(me: Hand, others: Hand) -> Array:
    """Return by how many pieces the best Trade 2 makes a hand better off.

    `others` has an axis more, with a hand for each player; that of the player itself is empty.
    """
    lacks = me.lacks
    there, left = size(np.bitwise_or.reduce(others.held, axis=1) & lacks), size(lacks)
    # a first swap that completes the partner (R8) is no loss: who has five own pieces has but one
    # of those that are lacking, so another player is asked first
    found = np.minimum(np.minimum(there, 2), left)
    if others.held.shape[1] == 2:  # R5: the only spare piece cannot be given twice
        completes = (others.lacks == me.spare[:, None]) & (others.held != 0)
        stuck = (left == 1) & (there == 0)
        found = np.where(stuck, completes.any(axis=1) - 1, found)
    return np.asarray(found)


def first_gives(me: Hand, partner: Hand, rest: Array, taken: Array) -> tuple[Array, Array]:
    """Return what is best to give in the first swap of a Trade 2, and how much is gained from then.

    The hands are those after `taken`, a set of one, has changed hands; `rest` is what the players
    beside these two hold. What is given or taken does not go back to the same partner (R5).
    """
    lacks, needed, spare = me.lacks, me.needs & ~taken, me.spare & ~taken
    ends = np.where(lacks == 0, spare, np.where(single(partner.lacks), spare & partner.lacks, 0))
    goes_on, last = spare & ~ends, ~me.twice | me.own
    here = (partner.held & lacks != 0) * 1
    there = np.where(rest != 0, rest & lacks != 0, NEVER)
    ways = (
        (ends, np.zeros_like(here)),  # R8
        (goes_on & last, np.maximum(here - single(spare), there)),
        (goes_on & ~last, np.maximum(here, there)),
        (needed & rest, np.zeros_like(here)),  # the other copy is taken with the second swap
        (needed & ~rest, np.maximum(here - (spare == 0), there) - 1),
    )
    gains = [np.where(some != 0, more, NEVER) for some, more in ways]
    best = np.maximum.reduce(gains)
    chosen = [np.where(more == best, some, 0) for (some, _), more in zip(ways, gains, strict=True)]
    return np.bitwise_or.reduce(chosen), best


class Collector:
    """The best choices of who is on turn: `ahead`, the sets of legal ones, less what is worse."""

    def __init__(self, table: Table) -> None:
        """Take the table to look at."""
        self.table = table

    def _me(self, at: Array) -> Hand:
        return self.table.hand(at, self.table.turn[at])

    def _gains(self, at: Array) -> Array:
        """Return by how many pieces each trade card makes who is on turn better off."""
        me, others = self._me(at), self.table.others(at)
        held = np.bitwise_or.reduce(others.held, axis=1)
        garbage = self.table.held[at, self.table.garbage]
        one, found = (gain(some, me.lacks, me.spare) for some in (held, garbage))
        return np.stack([one, gain_of_two(me, others), found], axis=1)

    def things(self, at: Array, ahead: Array) -> Array:
        """Draw, take the top of the garbage, or play a trade card."""
        table, me, gains = self.table, self._me(at), self._gains(at)
        trades = table.trades[at, table.pile]
        played = np.maximum(gains, 0)  # else, or without any garbage (R2), it is saved
        top, empty = bit(table.top(at)), table.empty(at)
        place = np.where(empty, table.garbage, table.pile)  # R6: all but its top is shuffled
        sets = table.held[at, place], table.twice[at, place]
        cards = sum(map(size, sets)) + trades.sum(axis=1) - empty
        wanted = sum(size(pieces & me.lacks) for pieces in sets)
        wanted = wanted - (empty & (top & me.lacks != 0)) + (trades * played).sum(axis=1)
        # in parts of a piece, as many as there are cards of which one is drawn
        known = np.column_stack([gain(top, me.lacks, me.spare), gains]) * cards[:, None]
        return _best(np.column_stack([wanted, known]), ahead)

    def drawn(self, at: Array, ahead: Array) -> Array:
        """Play the trade card that was drawn, or save it."""
        gains = self._gains(at)[np.arange(len(at)), self.table.playing[at]]
        return _best(np.column_stack([gains, np.zeros_like(gains)]), ahead)

    def partners(self, at: Array, ahead: Array) -> Array:
        """Choose with whom to trade."""
        table, me, others = self.table, self._me(at), self.table.others(at)
        spare = np.tile(me.spare[:, None], table.players)
        again = np.flatnonzero(table.step[at] > 0)
        partner, taken, given = table.path[at[again], :3].T
        others.held[again, partner] &= ~bit(given)  # R5
        spare[again, partner] &= ~bit(taken)
        gains = gain(others.held, me.lacks[:, None], spare)
        first = self._first(at, 0)
        if len(first):
            gains[first] = self._first_takes(at[first])[1].max(axis=2)
        return _best(gains, ahead)

    def takes(self, at: Array, ahead: Array) -> Array:
        """Choose what to take from a partner."""
        table, me = self.table, self._me(at)
        before = np.where(table.same(at), bit(table.path[at, 1]), 0)  # R5
        best = useful(ahead, me.lacks, me.spare & ~before)
        first = self._first(at, 1)
        if len(first):
            row, partner = np.arange(len(first)), table.path[at[first], 0]
            pieces, gains = (found[row, partner] for found in self._first_takes(at[first]))
            most = gains == gains.max(axis=1, keepdims=True)
            best[first] = (pieces * most).sum(axis=1)
        return best

    def gives(self, at: Array, ahead: Array) -> Array:
        """Choose what to give to a partner."""
        best = self.discards(at, ahead)
        first = self._first(at, 2)
        if len(first):
            some, table = at[first], self.table
            partner, taken, _ = table.path[some, :3].T
            held = table.others(some).held
            held[np.arange(len(some)), partner] = 0
            rest = np.bitwise_or.reduce(held, axis=1)
            hands = self._me(some), table.hand(some, partner)
            best[first] = first_gives(*hands, rest, bit(taken))[0]
        return best

    def finds(self, at: Array, ahead: Array) -> Array:
        """Choose what to take out of the garbage."""
        me = self._me(at)
        return useful(ahead, me.lacks, me.spare)

    def discards(self, at: Array, ahead: Array) -> Array:
        """Choose what to put on the garbage."""
        return dispensable(ahead, self._me(at).needs)

    def _first(self, at: Array, step: int) -> Array:
        """Return where this step of the first swap of a Trade 2 is to be chosen."""
        table = self.table
        return np.flatnonzero((table.playing[at] == TRADE_2) & (table.step[at] == step))

    def _first_takes(self, at: Array) -> tuple[Array, Array]:
        """Return what each partner has, piece by piece, and the gain of a Trade 2 begun with it.

        Both games × seats × pieces.
        """
        others = self.table.others(at)
        pieces = each(others.held, SIZE)
        rest = [
            np.bitwise_or.reduce(np.delete(others.held, q, axis=1), axis=1)
            for q in range(self.table.players)
        ]
        me = Hand(*(sets[:, None, None] for sets in self._me(at)))
        partner = Hand(*(sets[:, :, None] for sets in others)).without(pieces)
        beside = np.stack(rest, axis=1)[:, :, None]
        gains = first_gives(me.with_(pieces), partner, beside, pieces)[1]
        return pieces, np.where(pieces, gains + (pieces & me.lacks != 0), 2 * NEVER)


def _best(values: Array, ahead: Array) -> Array:
    """Return the sets of what has the greatest value in each row, among the sets `ahead`."""
    columns = bit(np.arange(values.shape[1]))
    values = np.where(ahead[:, None] & columns, values, values.min() - 1)
    return np.asarray((values == values.max(axis=1, keepdims=True)) @ columns)
