"""Monster Café, thousands of games side by side: one pass of the loop is a turn of every game.

A collection is one whole number, four bits for each kind of monster (at most six of each), so to
clear a table is an addition. Tables are bits of a mask: open, with guests, with a free seat. A deck
is shuffled only as far as it is drawn. Rules: docs/rules/monster_cafe.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator

from ...engine import Action
from ...games import monster_cafe as game
from ...games._monster_cafe_scoring import (
    ANYTHING,
    CARDS,
    DISHES,
    FOODS,
    MONSTERS,
    POINTS,
    ROUNDS,
    SEATS,
    SORBET,
)
from . import rows, shares
from ._tools import Array, Log, below

POLICIES = ("random", "greedy")
COPIES = 6
"""Cards of each kind in the box."""
WORTH = np.array(POINTS, dtype=np.int16)
KINDS = 4 * np.arange(len(MONSTERS))
"""Where the bits of each kind of monster begin; those of the dishes lie alike."""
BOTH = sum(2 << 4 * kind for kind in range(len(FOODS)))
"""Bits of which one is set in dishes where both of a kind are."""
BITS = 1 << np.arange(4)
COUNT = np.array([bin(mask).count("1") for mask in range(16)])
"""Of a mask: how many tables are in it."""
NTH = np.array([[*[i for i in range(4) if m >> i & 1], *[0] * 4][:4] for m in range(16)])
"""Of a mask: the number of its first, second, … table."""
NEXT = np.array(
    [
        [next((q % 4 for q in range(p + 1, p + 5) if m >> q % 4 & 1), 0) for p in range(4)]
        for m in range(16)
    ]
)
"""Of the mask of the players still in: who comes after a player (S5, S11, S15)."""


class Played(NamedTuple):
    """Finished games."""

    scores: Array
    """Games × seats."""
    sorbets: Array
    """How many lemon sorbets were drawn in each game."""
    first_sorbets: Array
    """How many of them were among the first cards, four for each player."""
    actions: list[tuple[Action, ...]] | None


STATISTICS = {
    "final_scores": lambda played: rows(played.scores),
    "winner": lambda played: shares(played.scores == played.scores.max(axis=1, keepdims=True)),
    "sorbets_drawn": lambda played: played.sorbets.tolist(),
    "first_sorbets": lambda played: played.first_sorbets.tolist(),
}


def plays(players: int, options: Mapping[str, Any]) -> bool:
    """Tell whether this set-up is known here: all are."""
    return True


def play(
    n: int, rng: Generator, seats: Sequence[str], options: Mapping[str, Any], write: bool = False
) -> Played:
    """Play n games; `seats` names the policy of each player."""
    return _Games(n, rng, seats, options, write).played()


class _Games:
    """The games that are not over yet: arrays with an entry, or a row, for each of them."""

    def __init__(
        self,
        n: int,
        rng: Generator,
        seats: Sequence[str],
        options: Mapping[str, Any],
        write: bool,
    ) -> None:
        players = len(seats)
        self.players, self.places = players, 4 if players == 4 else 3  # S1, S2
        self.rng, self.greedy = rng, np.array([policy == "greedy" for policy in seats])
        self.log = Log(n, write)
        self.scores = np.zeros((n, players), dtype=np.int64)
        self.sorbets = np.zeros(n, dtype=np.int64)
        self.first_sorbets = np.zeros(n, dtype=np.int64)
        self.ids = np.arange(n)
        kinds = self._kinds(n, options.get("out"))
        # the sorbets last, so that the opening deal can leave them out (D1)
        monsters = np.hstack([kinds, np.full((n, 1), ANYTHING)]).repeat(COPIES, axis=1)
        self.monsters = monsters.shape[1]
        # small numbers, so that the decks of all games stay near the processor
        self.deck = np.hstack([monsters, np.full((n, COPIES), SORBET)]).astype(np.int8)
        self.dish_deck = kinds.repeat(DISHES[0], axis=1)
        self.drawn = np.zeros(n, dtype=np.int64)
        self.laid = np.zeros(n, dtype=np.int64)
        self.hands = np.zeros((n, players), dtype=np.int64)
        self.dishes = np.zeros((n, players), dtype=np.int64)
        self.tables = np.zeros((n, self.places), dtype=np.int64)
        self.guests = np.zeros((n, self.places), dtype=np.int64)
        self.seated = np.zeros((n, self.places), dtype=np.int64)
        self.open, self.full = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
        self.with_guests = np.zeros(n, dtype=np.int64)
        self.still_in = np.zeros(n, dtype=np.int64)
        self.round = np.zeros(n, dtype=np.int64)
        everybody = np.arange(n)
        self._new_round(everybody)
        for p in range(players):  # S3
            card = self._draw(everybody, self.monsters)
            self.hands[:, p] = 1 << 4 * card
            self._note(everybody, DEAL + card)
        first = options.get("first")
        self.turn = (
            below(self.rng, np.full(n, players)) if first is None else np.full(n, first)
        )  # R2
        if first is None:
            self._note(everybody, FIRST + self.turn)

    def _kinds(self, n: int, out: Sequence[str] | None) -> Array:
        """Return the kinds of dishes that each game is played with (S1, R1)."""
        kinds = np.tile(np.arange(len(FOODS)), (n, 1))
        if self.players == 4:
            return kinds
        if out is not None:
            gone = [FOODS.index(key) for key in out]
            return np.delete(kinds, gone, axis=1)
        for left in (8, 7):
            at = below(self.rng, np.full(n, left))
            self._note(np.arange(n), REMOVE + kinds[np.arange(n), at])
            kept = np.arange(left) != at[:, None]
            kinds = kinds[kept].reshape(n, left - 1)
        return kinds

    def _draw(self, at: Array, end: int) -> Array:
        """Draw a card of each game's deck, from those before `end`."""
        drawn = self.drawn[at]
        place = drawn + below(self.rng, end - drawn)
        card = self.deck[at, place]
        self.deck[at, place] = self.deck[at, drawn]
        self.drawn[at] = drawn + 1
        return card.astype(np.int64)

    # a turn -------------------------------------------------------------------------------

    def played(self) -> Played:
        """Play on until all games are over."""
        while len(self.ids):
            self._turn()
            over = self.round > ROUNDS
            if over.sum() * 4 > len(over):  # often enough that few lie about, and not too often
                self._leave(over)
        return Played(self.scores, self.sorbets, self.first_sorbets, self.log.courses(ACTIONS))

    def _turn(self) -> None:
        """Let whoever is on turn in each game draw and seat, or clear (S4)."""
        going = np.flatnonzero(self.round <= ROUNDS)
        left = self.deck.shape[1] > self.drawn[going]
        may_draw = left & (self.open[going] & ~self.full[going] != 0)  # S14
        # S12; with an empty deck and empty tables only, one of these (R5)
        clear = self.with_guests[going]
        clear = np.where(left | (clear != 0), clear, self.open[going])
        draws = np.zeros(len(going), dtype=bool)
        table = np.zeros(len(going), dtype=np.int64)
        cares = self.greedy[self.turn[going]]
        for some, choose in ((~cares, self._any_turn), (cares, self._best_turn)):
            if some.any():
                draws[some], table[some] = choose(going[some], may_draw[some], clear[some])
        if draws.any():
            self._draw_and_seat(going[draws])
        if not draws.all():
            self._clear(going[~draws], table[~draws])

    def _any_turn(self, at: Array, may_draw: Array, clear: Array) -> tuple[Array, Array]:
        choice = below(self.rng, may_draw + COUNT[clear]) - may_draw
        return choice < 0, NTH[clear, choice]

    def _best_turn(self, at: Array, may_draw: Array, clear: Array) -> tuple[Array, Array]:
        values = np.where(clear[:, None] & BITS[: self.places], self._changes(at), NEVER)
        best = self._best(np.column_stack([np.where(may_draw, 0, NEVER), values]))
        return best == 0, best - 1

    def _best(self, values: Array) -> Array:
        """Return the number of a greatest value in each row; equal ones are settled by chance."""
        ties = values == values.max(axis=1, keepdims=True)
        return self._one_of(ties)

    def _one_of(self, eligible: Array) -> Array:
        """Return the number of one of the True columns in each row."""
        order = eligible.cumsum(axis=1)
        return np.asarray((order > below(self.rng, order[:, -1])[:, None]).argmax(axis=1))

    def _draw_and_seat(self, at: Array) -> None:
        player = self.turn[at]
        self._note(at, DRAW + player)
        card = self._draw(at, self.deck.shape[1])
        self._note(at, REVEAL + card)
        scared = card == SORBET
        if scared.any():
            self._lose(at[scared])
        at, card, player = at[~scared], card[~scared], player[~scared]
        table = np.zeros(len(at), dtype=np.int64)
        free = self.open[at] & ~self.full[at]
        cares = self.greedy[player]
        some = ~cares
        table[some] = NTH[free[some], below(self.rng, COUNT[free[some]])]
        if cares.any():
            table[cares] = self._best_seat(at[cares], card[cares], free[cares])
        self._note(at, SEAT + 4 * player + table)  # S7
        self.guests[at, table] += 1 << 4 * card
        self.seated[at, table] += 1
        self.with_guests[at] |= 1 << table
        self.full[at] |= (self.seated[at, table] == SEATS) << table
        self.turn[at] = NEXT[self.still_in[at], player]

    def _best_seat(self, at: Array, card: Array, free: Array) -> Array:
        """Seat the monster where the best table to clear is then worth most."""
        changes = self._changes(at)
        here = changes + self._worth(at)[np.arange(len(at)), :, card]
        guests = self.with_guests[at][:, None] & BITS[: self.places] != 0
        values = np.full(changes.shape, NEVER)
        for table in range(self.places):
            others = np.where(guests, changes, NEVER)
            others[:, table] = here[:, table]
            values[:, table] = others.max(axis=1)
        return self._best(np.where(free[:, None] & BITS[: self.places], values, NEVER))

    def _lose(self, at: Array) -> None:
        """A lemon sorbet: lose a kind that was collected (S9, S10), or nothing (R4)."""
        self.sorbets[self.ids[at]] += 1
        # the first of all cards went to the players (S3)
        self.first_sorbets[self.ids[at]] += self.drawn[at] <= (1 + ROUNDS) * self.players
        player = self.turn[at]
        self.turn[at] = NEXT[self.still_in[at], player]
        hand = self.hands[at, player]
        nothing = hand == 0
        self._note(at[nothing], np.full(nothing.sum(), DISCARD))
        at, player, hand = at[~nothing], player[~nothing], hand[~nothing]
        held = _counts(hand)
        eligible = held > 0
        cares = self.greedy[player]
        if cares.any():
            plates = _plates(self.dishes[at[cares], player[cares]])
            loss = np.where(eligible[cares], -held[cares] * WORTH[plates], NEVER)
            eligible[cares] = loss == loss.max(axis=1, keepdims=True)
        kind = self._one_of(eligible)
        self._note(at, LOSE + len(MONSTERS) * player + kind)
        self.hands[at, player] &= ~(15 << 4 * kind)

    def _clear(self, at: Array, table: Array) -> None:
        player = self.turn[at]
        self._note(at, CLEAR + 4 * player + table)
        self.hands[at, player] += self.guests[at, table]
        self.dishes[at, player] += 1 << 4 * self.tables[at, table]
        self.open[at] &= ~(1 << table)
        self.with_guests[at] &= ~(1 << table)
        still_in = self.still_in[at] & ~(1 << player)
        self.still_in[at] = still_in
        self.turn[at] = np.where(still_in, NEXT[still_in, player], player)  # S18
        over = at[still_in == 0]
        if len(over):
            if self.players == 2:  # S19
                self._note(over, DISMISS + NTH[self.open[over], 0])
            self._new_round(over)

    def _new_round(self, at: Array) -> None:  # S17, S2
        self.round[at] += 1
        at = at[self.round[at] <= ROUNDS]
        for table in range(self.places):
            laid = self.laid[at]
            place = laid + below(self.rng, self.dish_deck.shape[1] - laid)
            dish = self.dish_deck[at, place]
            self.dish_deck[at, place] = self.dish_deck[at, laid]
            self.laid[at] += 1
            self.tables[at, table] = dish
            self._note(at, DEAL + dish)
        self.guests[at], self.seated[at] = 0, 0
        self.open[at] = (1 << self.places) - 1
        self.full[at] = self.with_guests[at] = 0
        self.still_in[at] = (1 << self.players) - 1

    # what a table is worth ----------------------------------------------------------------

    def _worth(self, at: Array) -> Array:
        """Return the points of a monster of each kind with each table: games × tables × kinds."""
        plates = self.dishes[at, self.turn[at]][:, None] + (1 << 4 * self.tables[at])
        return WORTH[_plates(plates)]

    def _changes(self, at: Array) -> Array:
        """Return by how much the score of who is on turn changes with each table."""
        player = self.turn[at]
        hand, dishes = self.hands[at, player], self.dishes[at, player]
        together = _counts(hand[:, None] + self.guests[at])
        after = np.einsum("gtk,gtk->gt", together, self._worth(at))
        return np.asarray(after - _totals(hand, dishes)[:, None])

    # the end ------------------------------------------------------------------------------

    def _leave(self, over: Array) -> None:
        """Count the games that are over (S20), and go on with the others."""
        self.scores[self.ids[over]] = _totals(self.hands[over], self.dishes[over])
        for name in _OF_GAMES:
            setattr(self, name, getattr(self, name)[~over])

    def _note(self, at: Array, codes: Array) -> None:
        self.log.note(self.ids[at], codes)


_OF_GAMES = (
    *("ids", "deck", "drawn", "dish_deck", "laid", "hands", "dishes", "tables", "guests"),
    *("seated", "open", "full", "with_guests", "still_in", "round", "turn"),
)
NEVER = np.int16(-999)
"""The value of what is not legal: less than any score."""


def _counts(packed: Array) -> Array:
    """Return the counts of each kind in a new last axis, as small numbers."""
    return np.asarray(packed[..., None] >> KINDS & 15).astype(np.int16)


def _plates(dishes: Array) -> Array:
    """Return how many dishes each kind of monster finds; Anything Eaters find the most (S25)."""
    plates = _counts(dishes)
    plates[..., ANYTHING] = np.where(dishes & BOTH, 2, dishes != 0)
    return plates


def _totals(hands: Array, dishes: Array) -> Array:
    """Return the scores of collections (S21–S25)."""
    return np.asarray(np.einsum("...k,...k", _counts(hands), WORTH[_plates(dishes)]))


ACTIONS = (
    *game.REMOVE,
    *game.DEAL,
    *game.FIRST,
    *game.DRAW,
    *game.REVEAL,
    *(action for seats in game.SEAT for action in seats),
    *(action for kinds in game.LOSE for action in kinds),
    game.DISCARD,
    *(action for tables in game.CLEAR for action in tables),
    *game.DISMISS,
)
REMOVE = 0
DEAL = REMOVE + len(FOODS)
FIRST = DEAL + len(MONSTERS)
DRAW = FIRST + 4
REVEAL = DRAW + 4
SEAT = REVEAL + len(CARDS)
LOSE = SEAT + 16
DISCARD = LOSE + 4 * len(MONSTERS)
CLEAR = DISCARD + 1
DISMISS = CLEAR + 16
"""Where the numbers of each kind of action begin in ACTIONS."""
