"""Monster Match, thousands of games side by side: one pass of the loop is a round of every game.

A card is a column: tables are rows of True and False. Score piles are chains: which card is on top,
and which card is below a card. A deck is shuffled only as far as it is drawn. Rules:
docs/rules/monster_match.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator

from ...engine import Action
from ...games import monster_match as game
from ...games._monster_match_deck import MONSTERS, ROLLS, as_deck, fits
from . import rows, shares
from ._monster_match_race import NOTHING, SEARCHERS, TOKEN, Race
from ._tools import Array, Log, below

POLICIES = ("random", *SEARCHERS)


class Played(NamedTuple):
    """Finished games."""

    donuts: Array
    """Games × seats."""
    cards: Array
    """Games × seats: how many cards each has won."""
    rounds: Array
    zilches: Array
    first_matches: Array
    """How many of the first cards matched the first roll."""
    actions: list[tuple[Action, ...]] | None


def _winners(played: Played) -> Array:
    ranks = played.donuts * (len(MONSTERS) + 1) + played.cards  # S15, S16
    return np.asarray(ranks == ranks.max(axis=1, keepdims=True))


STATISTICS = {
    "final_scores": lambda played: rows(played.donuts),
    "winner": lambda played: shares(_winners(played)),
    "first_matches": lambda played: played.first_matches.tolist(),
    "rounds": lambda played: played.rounds.tolist(),
    "zilches": lambda played: played.zilches.tolist(),
}


def plays(players: int, options: Mapping[str, Any]) -> bool:
    """Tell whether this set-up is known here: all decks are in which no card is there twice."""
    deck = as_deck(options.get("deck", "house"))
    return len(set(deck)) == len(deck)


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
        deck = as_deck(options.get("deck", "house"))
        self.seats, self.players, self.rng = seats, len(seats), rng
        self.max_rounds = options.get("max_rounds") or 60  # R9
        self.log = Log(n, write)
        self.key = np.array([MONSTERS.index(monster) for monster in deck])
        self.worth = np.array([monster.donuts for monster in deck])
        self.fits = np.array([[fits(m.card, roll.face) for m in deck] for roll in ROLLS])
        self.over = Played(
            np.zeros((n, self.players), dtype=np.int64),
            np.zeros((n, self.players), dtype=np.int64),
            np.zeros(n, dtype=np.int64),
            np.zeros(n, dtype=np.int64),
            np.zeros(n, dtype=np.int64),
            None,
        )
        self.ids, self.round = np.arange(n), 1
        # small numbers, so that the cards of all games stay near the processor
        self.deck = np.tile(np.arange(len(deck), dtype=np.int8), (n, 1))
        self.drawn, self.zilches = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
        self.table = np.zeros((n, len(deck)), dtype=bool)
        self.below = np.full((n, len(deck)), NOTHING, dtype=np.int8)
        self.top = np.full((n, self.players), NOTHING)
        self.donuts = np.zeros((n, self.players), dtype=np.int64)
        self.cards = np.zeros((n, self.players), dtype=np.int64)
        self._lay_out(np.arange(n))
        if options.get("first") is None:  # R3; nothing else depends on who has the dice
            self._note(np.arange(n), FIRST + below(self.rng, np.full(n, self.players)))

    def _draw(self, at: Array) -> Array:
        drawn = self.drawn[at]
        place = drawn + below(self.rng, self.deck.shape[1] - drawn)
        card = self.deck[at, place]
        self.deck[at, place] = self.deck[at, drawn]
        self.drawn[at] = drawn + 1
        return card.astype(np.int64)

    def _lay_out(self, at: Array) -> None:  # S1, S8
        for _ in range(game.LAID):
            card = self._draw(at)
            self._note(at, DEAL + self.key[card])
            self.table[at, card] = True

    # a round ------------------------------------------------------------------------------

    def played(self) -> Played:
        """Play on until all games are over."""
        while len(self.ids):
            claimed = self._race()
            over = claimed & (self.deck.shape[1] - self.drawn <= game.LAID)  # S13, R8
            over |= self.round == self.max_rounds  # R9
            self._lay_out(np.flatnonzero(claimed & ~over))
            self._leave(over)
            self.round += 1
        return self.over._replace(actions=self.log.courses(ACTIONS))

    def _race(self) -> Array:
        """Roll (S2), let everybody pick and settle; return where a Zilch was claimed."""
        everybody = np.arange(len(self.ids))
        roll = below(self.rng, np.full(len(everybody), len(ROLLS)))  # R2
        self._note(everybody, ROLL + roll)
        if self.round == 1:
            self.over.first_matches[:] = (self.table & self.fits[roll]).sum(axis=1)
        race = Race(self.table, self.fits[roll], self.worth, self.seats, self.rng)
        race.run()
        for at, player, pick in race.course:
            touch = TOUCH + len(MONSTERS) * player + self.key[pick]
            other = np.where(pick == TOKEN, ZILCH, PASS) + player
            self._note(at, np.where(pick >= 0, touch, other))
        claimed = race.claimed != NOTHING
        at = np.flatnonzero(claimed)
        card = self._draw(at)
        self._note(at, PRIZE + self.key[card])
        self._win(at, race.claimed[at], card)  # S6
        for p in range(self.players):
            pick = race.pick[:, p]
            right = (pick >= 0) & race.fit[everybody, pick]
            wrong = ~right & ((pick >= 0) | (pick == TOKEN) & (race.claimed != p))  # S9
            self._take(p, np.flatnonzero(right), pick[right])
            self._pay(p, np.flatnonzero(wrong))
        self.zilches += claimed
        return np.asarray(claimed)

    def _take(self, p: int, at: Array, card: Array) -> None:  # S12
        self._note(at, np.full(len(at), TAKE + p))
        self.table[at, card] = False
        self._win(at, np.full(len(at), p), card)

    def _pay(self, p: int, at: Array) -> None:  # S10, R6
        self._note(at, np.full(len(at), PAY + p))
        at = at[self.top[at, p] != NOTHING]
        card = self.top[at, p]
        self.table[at, card] = True
        self.top[at, p] = self.below[at, card]
        self.donuts[at, p] -= self.worth[card]
        self.cards[at, p] -= 1

    def _win(self, at: Array, player: Array, card: Array) -> None:
        self.below[at, card] = self.top[at, player]
        self.top[at, player] = card
        self.donuts[at, player] += self.worth[card]
        self.cards[at, player] += 1

    # the end ------------------------------------------------------------------------------

    def _leave(self, over: Array) -> None:
        """Count the games that are over (S14), and go on with the others."""
        if not over.any():
            return
        at, ids = np.flatnonzero(over), self.ids[over]
        for p in range(self.players):
            self._note(at, np.full(len(at), COUNT + p))
        self.over.donuts[ids], self.over.cards[ids] = self.donuts[over], self.cards[over]
        self.over.rounds[ids], self.over.zilches[ids] = self.round, self.zilches[over]
        for name in ("ids", "deck", "drawn", "zilches", "table", "below", "top", "donuts", "cards"):
            setattr(self, name, getattr(self, name)[~over])

    def _note(self, at: Array, codes: Array) -> None:
        self.log.note(self.ids[at], codes)


ACTIONS = (
    *game.ROLL,
    *game.FIRST,
    *game.ZILCH,
    *game.PASS,
    *game.TAKE,
    *game.PAY,
    *game.COUNT,
    *game.DEAL.values(),
    *game.PRIZE.values(),
    *(action for cards in game.TOUCH for action in cards.values()),
)
ROLL = 0
FIRST = ROLL + len(ROLLS)
ZILCH, PASS, TAKE, PAY, COUNT, DEAL = (FIRST + n * len(game.SEATS) for n in range(1, 7))
PRIZE = DEAL + len(MONSTERS)
TOUCH = PRIZE + len(MONSTERS)
"""Where the numbers of each kind of action begin in ACTIONS; cards are numbered as MONSTERS."""
