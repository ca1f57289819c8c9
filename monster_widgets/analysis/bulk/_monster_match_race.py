"""The races of Monster Match, side by side: one pass of the loop is a touch in every race.

Searchers are not simulated card by card. What they take for a match are s cards among the n that
they have not looked at yet, in an order of chance. At least j others come before the first of them
with probability C(n-j, s) / C(n, s): as if it were the least of s independent numbers, uniform from
0 to n-1, to n-2, … Which of the s it is, is settled by chance, and the time is a sum over the cards
looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.random import Generator

from ...games._monster_match_strategy import POLICIES, Searcher
from ._tools import Array, below

SEARCHERS = {name: policy for name, policy in POLICIES.items() if isinstance(policy, Searcher)}
"""None is content with 3 donuts only, so that all its second best cards are alike."""
NOTHING, PASSED, TOKEN, SEARCHING = -1, -2, -3, -4
"""A pick that is no card."""


class Race:
    """What each game's players do after a roll: arrays with an entry, or a row, for each game."""

    def __init__(
        self, table: Array, fit: Array, worth: Array, seats: Sequence[str], rng: Generator
    ) -> None:
        """Take games × cards: those on the table, those that match; and the donuts of the cards."""
        n, players = len(table), len(seats)
        self.fit, self.rng = fit, rng
        self.random = np.array([name not in SEARCHERS for name in seats])
        self.seconds = np.array([getattr(SEARCHERS.get(name), "seconds", 0.0) for name in seats])
        at, self.laid = table.nonzero()
        matches = fit[at, self.laid]
        self.size = np.bincount(at, minlength=n)
        self.end = self.size.cumsum()
        """Where in `laid`, the cards of all tables, those of the next game begin."""
        self.free, self.left = table.copy(), np.bincount(at[matches], minlength=n)
        """What nobody has a finger on, and how many of it match."""
        self.none, self.matched, self.token = self.left == 0, np.zeros(n, bool), np.zeros(n, bool)
        self.pick = np.full((n, players), SEARCHING)
        self.claimed = np.full(n, NOTHING)
        """Who touched the token rightly."""
        self.course: list[tuple[Array, Array, Array]] = []
        """Games, players and picks, in the order of the touches."""
        self.plan = np.full((n, players), NOTHING)
        self.when = rng.random((n, players))  # of random players
        self.ahead = np.tile(self.size[:, None], players)
        """At how many cards each has not looked yet."""
        self.keen = np.zeros((n, players, table.shape[1]), dtype=bool)
        """What each will touch when seeing it."""
        self.spare = np.zeros_like(self.keen)
        """What the choosy will touch when there is nothing better."""
        for p, name in enumerate(seats):
            if name in SEARCHERS:
                self._search(p, SEARCHERS[name], at, matches, worth[self.laid])

    def run(self) -> None:
        """Let everybody pick, until all races are over."""
        racing = np.arange(len(self.pick))
        while len(racing):
            player = self.when[racing].argmin(axis=1)  # ties by seat
            self._touch(racing, player, self._chosen(racing, player))
            looking = (self.pick[racing] == SEARCHING).any(axis=1)  # R5
            found = self.matched[racing] & (self.left[racing] == 0)  # S11, R7
            racing = racing[looking & ~found & (self.claimed[racing] == NOTHING)]

    def _chosen(self, at: Array, player: Array) -> Array:
        """Return what each picks: a card, the token, or nothing."""
        pick = self.plan[at, player]
        nothing = np.where(self.token[at] | self.matched[at], PASSED, TOKEN)
        pick = np.where(pick == NOTHING, nothing, pick)
        chance = np.flatnonzero(self.random[player])
        while len(chance):  # a card on the table, to pass, or the token; again, if it is not legal
            some = at[chance]
            which = below(self.rng, self.size[some] + 2) - self.size[some]
            illegal = (which == 1) & self.token[some]  # R4
            pick[chance] = np.where(which == 0, PASSED, TOKEN)  # R5
            cards = which < 0
            card = self.laid[self.end[some[cards]] + which[cards]]
            illegal[cards] = ~self.free[some[cards], card]  # S4, R4
            pick[chance[cards]] = card
            chance = chance[illegal]
        return pick

    def _touch(self, at: Array, player: Array, pick: Array) -> None:
        self.course.append((at, player, pick))
        self.pick[at, player] = pick
        self.when[at, player] = np.inf
        token = pick == TOKEN
        self.token[at[token]] = True
        right = token & self.none[at]  # S6, S7
        self.claimed[at[right]] = player[right]
        at, card = at[pick >= 0], pick[pick >= 0]
        fits = self.fit[at, card]
        self.left[at] -= fits
        self.matched[at] |= fits
        self.free[at, card] = False
        if not self.random.all():  # who was about to touch it looks on
            self.keen[at, :, card] = self.spare[at, :, card] = False
            late = (self.plan[at] == card[:, None]) & (self.pick[at] == SEARCHING)
            row, player = late.nonzero()
            if len(row):
                self._look_on(at[row], player, *self.keen[at[row], player].nonzero())

    # searching ----------------------------------------------------------------------------

    def _search(self, p: int, policy: Searcher, at: Array, fit: Array, worth: Array) -> None:
        """Settle what a player takes for a match, of the cards laid, and plan the first touch."""
        luck = self.rng.random(len(at))
        seems = np.flatnonzero(np.where(fit, luck >= policy.overlooks, luck < policy.slips))
        content = worth[seems] >= policy.content
        some, rest = seems[content], seems[~content]
        self.keen[at[some], p, self.laid[some]] = True
        self.spare[at[rest], p, self.laid[rest]] = True
        self.when[:, p] = 0
        n = len(self.pick)
        self._look_on(np.arange(n), np.full(n, p), at[some], self.laid[some])

    def _look_on(self, at: Array, player: Array, row: Array, card: Array) -> None:
        """Plan the next touch of searchers; they are keen on these cards, row by row of `at`."""
        cards, plan = self._one_of(row, card, len(at))
        keen = np.flatnonzero(cards)
        looked = self.ahead[at, player]  # all, unless there is something to find
        if len(keen):
            first = cards.cumsum() - cards
            others = below(self.rng, looked[row] - (np.arange(len(row)) - first[row]))
            looked[keen] = np.minimum.reduceat(others, first[keen]) + 1
            self.keen[at[keen], player[keen], plan[keen]] = False
        self.ahead[at, player] -= looked
        ends = looked.cumsum()
        times = np.concatenate([[0.0], (0.5 + self.rng.random(ends[-1])).cumsum()])
        time = times[ends] - times[ends - looked]
        none = np.flatnonzero(cards == 0)
        row, card = self.spare[at[none], player[none]].nonzero()
        plan[none] = self._one_of(row, card, len(none))[1]
        time += plan == NOTHING
        self.plan[at, player] = plan
        self.when[at, player] += time * self.seconds[player]

    def _one_of(self, row: Array, card: Array, rows: int) -> tuple[Array, Array]:
        """Return how many cards there are in each row, and one of them, or NOTHING."""
        cards = np.bincount(row, minlength=rows)
        one, some = np.full(rows, NOTHING), cards > 0
        first = cards.cumsum() - cards
        one[some] = card[first[some] + below(self.rng, cards[some])]
        return cards, one
