"""Monster Maker, thousands of games side by side: one pass of the loop takes all games on by steps.

A step is a choice and what follows from it by chance. Players at random take back, too (R7), so
turns have any number of steps. Rules: docs/rules/monster_maker.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator

from ...engine import Action
from ...games import monster_maker as game
from ...games._monster_maker_box import BOX, KIND, MONSTERS, PIECES, SIZE, TRADES
from . import rows, shares
from ._monster_maker_collector import Collector
from ._monster_maker_sets import bit, nth, size
from ._monster_maker_table import GARBAGE_TRADE, NOTHING, TRADE_2, Table
from ._tools import Array, Log, below

POLICIES = ("random", "collector")
SEATS = len(game.DRAW)
OWN = bit(np.arange(SIZE * len(MONSTERS)).reshape(-1, SIZE)).sum(axis=1)
"""Of each monster: the set of its pieces."""
THINGS, DRAWN, PARTNER, TAKING, GIVING, SEARCHING, DISCARDING, OVER = range(8)
"""What is to be chosen next; DRAWN: whether a trade card that was drawn is played."""
TO_DRAW, TO_TAKE, TO_PLAY = 0, 1, 2
"""The three things of a turn (S7); from TO_PLAY on the trade cards."""


class Played(NamedTuple):
    """Finished games."""

    pieces: Array
    """Games × seats: how many of the own pieces each has."""
    won: Array
    """Games × seats."""
    turns: Array
    draws: Array
    actions: list[tuple[Action, ...]] | None


STATISTICS = {
    "final_scores": lambda played: rows(played.pieces),
    "winner": lambda played: shares(played.won),
    "turns": lambda played: played.turns.tolist(),
    "draws": lambda played: played.draws.tolist(),
}


def plays(players: int, options: Mapping[str, Any]) -> bool:
    """Tell whether this set-up is known here: all are."""
    return True


def play(
    n: int, rng: Generator, seats: Sequence[str], options: Mapping[str, Any], write: bool = False
) -> Played:
    """Play n games; `seats` names the policy of each player."""
    return _Games(n, rng, seats, options, write).played()


class _Games(Table):
    """The games that are not over yet."""

    def __init__(
        self,
        n: int,
        rng: Generator,
        seats: Sequence[str],
        options: Mapping[str, Any],
        write: bool,
    ) -> None:
        super().__init__(n, len(seats), rng)
        self.log, self.collector = Log(n, write), Collector(self)
        self.collects = np.array([policy == "collector" for policy in seats])
        self.max_turns = options.get("max_turns") or game.MAX_TURNS  # R10
        self.over = Played(
            np.zeros((n, self.players), dtype=np.int64),
            np.zeros((n, self.players), dtype=bool),
            np.zeros(n, dtype=np.int64),
            np.zeros(n, dtype=np.int64),
            None,
        )
        self.ids = np.arange(n)
        self.turns, self.draws = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
        monsters = self._monsters(n, options.get("monsters"))
        self.own = OWN[monsters]
        self.turn = monsters.argmin(axis=1)  # S6
        if options.get("hands") is None:
            self._deal()
        else:
            self._have(options["hands"])
        self._note(self.ids, np.full(n, BEGIN))
        self.phase = np.where(self.complete(self.ids).any(axis=1), OVER, THINGS)  # R9

    def _monsters(self, n: int, chosen: Sequence[str] | None) -> Array:
        """Return who makes which monster (S1)."""
        if chosen is not None:
            return np.tile([MONSTERS.index(key) for key in chosen], (n, 1))
        left, found = np.full(n, (1 << len(MONSTERS)) - 1), []
        for p in range(self.players):
            found.append(nth(left, below(self.rng, np.full(n, len(MONSTERS) - p))))
            left &= ~bit(found[-1])
            self._note(np.arange(n), MONSTER + found[-1])
        return np.stack(found, axis=1)

    def _deal(self) -> None:
        """Deal six cards to each in turn, and more to who lacks pieces (S2, S3)."""
        for i in range(SIZE * self.players):
            self._deal_to(self.ids, np.full(len(self.ids), i % self.players))
        at = self.ids
        while len(at):
            held, twice = (size(sets[at, : self.players]) for sets in (self.held, self.twice))
            lacking = held + twice < SIZE
            some = lacking.any(axis=1)
            at = at[some]
            self._deal_to(at, lacking[some].argmax(axis=1))

    def _deal_to(self, at: Array, player: Array) -> None:
        card = self.card(at)
        self._note(at, DEAL + card)
        piece = card < len(PIECES)
        self.move(at[piece], card[piece], self.pile, player[piece])
        self.trades[at[~piece], player[~piece], card[~piece] - len(PIECES)] += 1

    def _have(self, hands: Sequence[Sequence[str]]) -> None:
        """Give everybody the cards that were agreed."""
        for p, hand in enumerate(hands):
            for kind in (KIND[card] for card in hand):
                if kind < len(PIECES):
                    self.move(self.ids, np.full(len(self.ids), kind), self.pile, p)
                else:
                    self.trades[:, p, kind - len(PIECES)] += 1
                    self.trades[:, self.pile, kind - len(PIECES)] -= 1

    # a turn -------------------------------------------------------------------------------

    def played(self) -> Played:
        """Play on until all games are over."""
        steps: tuple[Callable[[Array], None], ...] = (
            *(self._three_things, self._drawn_trade, self._partner, self._take, self._give),
            *(self._search, self._discard),
        )
        while len(self.ids):
            for phase, step in enumerate(steps):
                at = np.flatnonzero(self.phase == phase)
                if len(at):
                    step(at)
            over = self.phase == OVER
            if over.sum() * 4 > len(over):  # often enough that few lie about, and not too often
                self._leave(over)
        return self.over._replace(actions=self.log.courses(ACTIONS))

    def _choose(
        self, at: Array, ahead: Array, back: Any, best: Callable[[Array, Array], Array]
    ) -> tuple[Array, Array]:
        """Return what is chosen of the sets `ahead`, and where the last choice is taken back.

        `best(at, ahead)` is what the collector chooses among, who takes nothing back.
        """
        some = np.flatnonzero(self.collects[self.turn[at]])
        back = np.broadcast_to(back, at.shape) & ~self.collects[self.turn[at]]
        if len(some):
            ahead = ahead.copy()
            ahead[some] = best(at[some], ahead[some])
        choices = size(ahead)
        which = below(self.rng, choices + back)
        returns = which == choices
        return nth(ahead, np.where(returns, 0, which)), returns

    def _three_things(self, at: Array) -> None:  # S7
        me, some = self.turn[at], self.height[at] > 0
        ahead = bit(np.full(len(at), TO_DRAW)) | some << TO_TAKE  # S10, R2
        for one in range(len(TRADES)):
            may = (self.trades[at, me, one] > 0) & (some | (one != GARBAGE_TRADE))  # R2
            ahead |= may << TO_PLAY + one
        what, _ = self._choose(at, ahead & ~self.gone[at, 0], False, self.collector.things)
        self._draw(at[what == TO_DRAW])
        self._take_top(at[what == TO_TAKE])
        at, trade = at[what >= TO_PLAY], what[what >= TO_PLAY] - TO_PLAY
        self.trades[at, self.turn[at], trade] -= 1
        self._play(at, trade)

    def _draw(self, at: Array) -> None:
        self._note(at, DRAW + self.turn[at])
        some = at[self.empty(at)]  # R6
        self._note(some, np.full(len(some), RESHUFFLE))
        self.reshuffle(some)
        self.draws[at] += 1
        card = self.card(at)
        self._note(at, REVEAL + card)
        piece = card < len(PIECES)
        some = at[piece]
        self.move(some, card[piece], self.pile, self.turn[some])
        self.phase[some] = DISCARDING
        at, trade = at[~piece], card[~piece] - len(PIECES)
        self.playing[at], self.drawn[at], self.phase[at] = trade, True, DRAWN
        useless = at[(trade == GARBAGE_TRADE) & (self.height[at] == 0)]  # R2
        self._note(useless, np.full(len(useless), SAVED))
        self._save(useless)

    def _take_top(self, at: Array) -> None:  # S10
        top = self.top(at)
        self.height[at] -= 1
        self._take_garbage(at, top)

    def _take_garbage(self, at: Array, kind: Array) -> None:
        self._note(at, TAKE + len(PIECES) * self.turn[at] + kind)
        self.move(at, kind, self.garbage, self.turn[at])
        self.taken[at], self.phase[at] = kind, DISCARDING

    def _play(self, at: Array, trade: Array) -> None:  # S11
        self._note(at, PLAY + len(TRADES) * self.turn[at] + trade)
        self.playing[at] = trade
        self.step[at], self.gone[at, 1] = 0, 0
        self.phase[at] = np.where(trade == GARBAGE_TRADE, SEARCHING, PARTNER)

    def _drawn_trade(self, at: Array) -> None:  # S9
        me, trade = self.turn[at], self.playing[at]
        ahead = 2 | ~(self.gone[at, 0] >> TO_PLAY + trade) & 1  # to save, to play
        saves, _ = self._choose(at, ahead, False, self.collector.drawn)
        self._play(at[saves == 0], trade[saves == 0])
        at = at[saves == 1]
        self._note(at, SAVE + me[saves == 1])
        self._save(at)

    def _save(self, at: Array) -> None:
        self.trades[at, self.turn[at], self.playing[at]] += 1
        self._turn_over(at)

    # a trade ------------------------------------------------------------------------------

    def _partner(self, at: Array) -> None:  # S12, S13
        me, step = self.turn[at], self.step[at]
        ahead = (1 << self.players) - 1 & ~bit(me) & ~self.gone[at, 1 + step]
        partner, back = self._choose(at, ahead, True, self.collector.partners)
        some = at[~back]
        self._note(some, WITH + SEATS * me[~back] + partner[~back])
        self._go_on(some, partner[~back], TAKING)
        self._note(at[back], BACK + me[back])
        second = step[back] > 0
        self._return(at[back][second], GIVING)
        at = at[back][~second]  # R7: the trade card is taken back
        trade, held = self.playing[at], ~self.drawn[at]
        self.trades[at, self.turn[at], trade] += held
        self.gone[at, 0] |= bit(TO_PLAY + trade)
        self.playing[at] = np.where(held, NOTHING, trade)
        self.phase[at] = np.where(held, THINGS, DRAWN)

    def _take(self, at: Array) -> None:
        me, step = self.turn[at], self.step[at]
        partner = self.path[at, step - 1]
        barred = np.where(self.same(at), bit(self.path[at, 2]), 0)  # R5
        ahead = self.held[at, partner] & ~barred & ~self.gone[at, 1 + step]
        kind, back = self._choose(at, ahead, True, self.collector.takes)
        some, kind = at[~back], kind[~back]
        self._note(some, TAKE + len(PIECES) * me[~back] + kind)
        self.move(some, kind, partner[~back], me[~back])
        self._go_on(some, kind, GIVING)
        self._note(at[back], BACK + me[back])
        self._return(at[back], PARTNER)

    def _give(self, at: Array) -> None:
        me, step = self.turn[at], self.step[at]
        partner = self.path[at, step - 2]
        ahead = self.held[at, me] & ~self._not_given(at) & ~self.gone[at, 1 + step]
        kind, back = self._choose(at, ahead, True, self.collector.gives)
        some, kind = at[~back], kind[~back]
        self._note(some, GIVE + len(PIECES) * me[~back] + kind)
        self.move(some, kind, me[~back], partner[~back])
        again = (self.playing[some] == TRADE_2) & (step[~back] == 2)
        again &= ~self.complete(some).any(axis=1)  # R8
        self._go_on(some[again], kind[again], PARTNER)
        self._turn_over(some[~again])
        self._note(at[back], BACK + me[back])
        self._return(at[back], TAKING)

    def _not_given(self, at: Array) -> Array:
        """Return what was taken from this partner (R4, R5)."""
        before = np.where(self.same(at), bit(self.path[at, 1]), 0)
        return before | bit(self.path[at, self.step[at] - 1])

    def _go_on(self, at: Array, choice: Array, phase: int) -> None:
        """Go a step further in a trade."""
        step = self.step[at]
        self.path[at, step] = choice
        self.gone[at, 2 + step] = 0
        self.step[at], self.phase[at] = step + 1, phase

    def _return(self, at: Array, phase: int) -> None:  # R7
        """Take the last step of a trade back."""
        step = self.step[at] - 1
        choice, me = self.path[at, step], self.turn[at]
        if phase == TAKING:
            self.move(at, choice, me, self.path[at, step - 1])
        elif phase == GIVING:
            self.move(at, choice, self.path[at, step - 2], me)
        self.gone[at, 1 + step] |= bit(choice)
        self.step[at], self.phase[at] = step, phase

    def _search(self, at: Array) -> None:  # S15
        ahead = self.held[at, self.garbage] & ~self.gone[at, 1]
        self._take_garbage(at, self._choose(at, ahead, False, self.collector.finds)[0])

    def _discard(self, at: Array) -> None:  # S8, S10, S15
        me, taken, searched = self.turn[at], self.taken[at], self.playing[at] == GARBAGE_TRADE
        took = taken != NOTHING
        barred = np.where(took, bit(np.maximum(taken, 0)), 0)  # R4
        others = self.held[at, self.garbage] & ~barred & ~self.gone[at, 1] != 0
        may = np.where(searched, others, took & (self.height[at] == 0))  # R7
        ahead = self.held[at, me] & ~barred
        kind, back = self._choose(at, ahead, may, self.collector.discards)
        self._put_back(at[back], searched[back])
        self.close_gap(at[searched & ~back])
        at, kind = at[~back], kind[~back]
        self._note(at, DISCARD + len(PIECES) * self.turn[at] + kind)
        self.move(at, kind, self.turn[at], self.garbage)
        self.heap[at, self.height[at]] = kind
        self.height[at] += 1
        self._turn_over(at)

    def _put_back(self, at: Array, searched: Array) -> None:  # R7
        self._note(at, BACK + self.turn[at])
        kind = self.taken[at]
        self.move(at, kind, self.turn[at], self.garbage)
        self.height[at] += ~searched
        self.gone[at, 0] |= ~searched << TO_TAKE
        self.gone[at, 1] |= bit(kind)
        self.taken[at], self.phase[at] = NOTHING, np.where(searched, SEARCHING, THINGS)

    def _turn_over(self, at: Array) -> None:  # R8, R10
        self.turns[at] += 1
        self.playing[at], self.drawn[at], self.taken[at] = NOTHING, False, NOTHING
        self.gone[at, 0] = 0
        over = self.complete(at).any(axis=1) | (self.turns[at] >= self.max_turns)
        self.phase[at] = np.where(over, OVER, THINGS)
        at = at[~over]
        self.turn[at] = (self.turn[at] + 1) % self.players  # S6

    # the end ------------------------------------------------------------------------------

    def _leave(self, over: Array) -> None:
        """Count the games that are over (D3, R8, R10), and go on with the others."""
        ids = self.ids[over]
        pieces = size(self.own[over] & self.held[over, : self.players])
        order = (np.arange(self.players) - self.turn[over, None]) % self.players
        first = np.where(pieces == SIZE, self.players - order, 0) + pieces
        self.over.pieces[ids] = pieces
        self.over.won[ids] = first == first.max(axis=1, keepdims=True)
        self.over.turns[ids], self.over.draws[ids] = self.turns[over], self.draws[over]
        for name in _OF_GAMES:
            setattr(self, name, getattr(self, name)[~over])

    def _note(self, at: Array, codes: Array) -> None:
        self.log.note(self.ids[at], codes)


_OF_GAMES = (
    *("ids", "own", "held", "twice", "trades", "heap", "height", "turn", "turns", "draws"),
    *("phase", "playing", "drawn", "taken", "step", "path", "gone"),
)

ACTIONS = (
    game.BEGIN,
    game.RESHUFFLE,
    game.SAVED,
    *game.MONSTER,
    *game.DEAL,
    *game.REVEAL,
    *game.DRAW,
    *game.SAVE,
    *game.BACK,
    *(action for trades in game.PLAY for action in trades.values()),
    *(action for partners in game.WITH for action in partners),
    *(
        action
        for verb in (game.TAKE, game.GIVE, game.DISCARD)
        for kinds in verb
        for action in kinds
    ),
)
BEGIN, RESHUFFLE, SAVED, MONSTER = range(4)
DEAL = MONSTER + len(MONSTERS)
REVEAL = DEAL + len(BOX)
DRAW = REVEAL + len(BOX)
SAVE, BACK, PLAY = (DRAW + n * SEATS for n in range(1, 4))
WITH = PLAY + len(game.PLAY) * len(TRADES)
TAKE = WITH + SEATS**2
GIVE, DISCARD = (TAKE + n * SEATS * len(PIECES) for n in (1, 2))
"""Where the numbers of each kind of action begin in ACTIONS."""
