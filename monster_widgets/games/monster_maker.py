"""Monster Maker: collect the six pieces of your monster before the others have theirs.

Five monsters are cut into six pieces each, and every piece is there twice: 60 cards. With 19 trade
cards they make one deck. Everybody plays with six pieces, face up, and on your turn you draw a
card, or take the top of the garbage, or play a trade card: swap one piece, or two, with others, or
search the garbage. Whoever first has all six pieces of their monster wins.

Rules are cited by number (S stated, D derived, R our ruling): docs/rules/monster_maker.md.

Zones: draw_pile, drawn, garbage (its top), garbage_below, search (the garbage, only while a Garbage
Trade is played), trade_discard, monster_deck (only while monsters are dealt), then out, and for
each player monster:<p>, placed:<p> (the pieces of the own monster, one of each), spare:<p> (all
other pieces), trades:<p>.
Options: monsters (who makes which), hands (what everybody begins with), max_turns (default 200).
Statistics beside the usual ones: turns (taken by all players together) and draws (cards drawn in
these turns, not those dealt before).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple, cast

from .. import engine
from ..engine import CHANCE, Action, Event, Result, Viewer, parse, result_of, rulebook
from ..engine.piles import Pile, add, put
from ..engine.types import Json
from ..probability.distribution import Rng
from ..probability.whole import as_whole
from ._monster_maker_beside import label, odds, scores
from ._monster_maker_box import (
    BOX,
    CARDS,
    GARBAGE_TRADE,
    KIND,
    MONSTERS,
    NO_TRADES,
    PIECES,
    SIZE,
    TRADE_2,
    TRADES,
    hands_of,
    have,
    keys_of,
    pile_of,
)
from ._monster_maker_refusals import why_not
from ._monster_maker_seen import values, zones
from ._monster_maker_strategy import (
    COLLECTOR,
    RANDOM,
    SPOILER,
    complete_within,
    draws_to_complete,
    helps,
    missing_pieces,
    next_card,
)
from ._monster_maker_telling import events

__all__ = [
    "State",
    "complete_within",
    "draws",
    "draws_to_complete",
    "events",
    "helps",
    "initial_state",
    "label",
    "missing_pieces",
    "next_card",
    "odds",
    "parse",
    "scores",
    "turns",
]

NAME = "monster_maker"
PLAYERS = range(2, 6)


def turns(state: State) -> int:
    """Return how many turns all players together took; ValueError while the game goes on.

    0 if a monster was complete after the deal (R9).
    """
    result_of(state)
    return state.turns


def draws(state: State) -> int:
    """Return how many cards all players together drew; ValueError while the game goes on.

    Every card that was turned over from the draw pile in a turn (S8, S9): kept, declined, played
    and saved, and also from a pile that was shuffled again (R6). Cards dealt before the first turn
    (S2, S3) and pieces taken from the garbage are none of them.
    """
    result_of(state)
    return state.draws


STATISTICS: Mapping[str, Callable[..., object]] = {
    **engine.STATISTICS,
    "turns": turns,
    "draws": draws,
}
POLICIES = {"random": RANDOM, "spoiler": SPOILER, "collector": COLLECTOR}

ZONES = {
    "draw_pile": "card",
    "drawn": "card",
    "garbage": "card",
    "garbage_below": "card",
    "search": "card",
    "trade_discard": "card",
    "monster_deck": "monster",
    "monster": "monster",
    "placed": "card",
    "spare": "card",
    "trades": "card",
    "out": "monster",
}
VALUES = {
    "turn": "number",
    "max_turns": "number",
    "phase": "phase",
    "playing": "list:card",
    "partners": "players",
    "winners": "players",
}
FORCED = frozenset({"begin", "reshuffle", "save"})

RULES = rulebook(
    {
        "S1": "setup",
        "R1": "ours",
        "D1": "S1",
        "S2": "setup",
        "D2": "S1 S5",
        "S3": "setup",
        "S4": "setup",
        "S5": "setup",
        "S6": "setup",
        "S7": "turn",
        "S8": "draw",
        "S9": "draw",
        "S10": "garbage",
        "R2": "ours",
        "R3": "ours",
        "S11": "trades",
        "S12": "trades",
        "S13": "trades",
        "R4": "ours",
        "S14": "trades",
        "S15": "trades",
        "R5": "ours",
        "R6": "ours",
        "R7": "ours",
        "D3": "S1 S5",
        "R8": "ours",
        "R9": "ours",
        "R10": "ours",
    }
)

# ---------------------------------------------------------------- actions, made once
_SEATS = range(max(PLAYERS))
DRAW = tuple(Action(p, "draw") for p in _SEATS)
SAVE = tuple(Action(p, "save") for p in _SEATS)
BACK = tuple(Action(p, "back") for p in _SEATS)
TAKE, GIVE, DISCARD = (
    tuple(tuple(Action(p, verb, (key,)) for key in PIECES) for p in _SEATS)
    for verb in ("take", "give", "discard")
)
WITH = tuple(tuple(Action(p, "with", (q,)) for q in _SEATS) for p in _SEATS)
PLAY = tuple({key: Action(p, "play", (key,)) for key in TRADES} for p in _SEATS)
MONSTER = tuple(Action(CHANCE, "monster", (key,)) for key in MONSTERS)
DEAL, REVEAL = (tuple(Action(CHANCE, verb, (key,)) for key in CARDS) for verb in ("deal", "reveal"))
BEGIN, RESHUFFLE, SAVED = (Action(CHANCE, verb) for verb in ("begin", "reshuffle", "save"))

MAX_TURNS = 200
"""Turns of all players together after which a game ends without a complete monster (R10)."""


# ---------------------------------------------------------------- the game
class Setup(NamedTuple):
    """What was agreed before the first card: the number of players, and the options given."""

    players: int
    monsters: tuple[str, ...] | None = None
    hands: tuple[tuple[str, ...], ...] | None = None
    max_turns: int | None = None


class _Fields(NamedTuple):
    setup: Setup
    phase: str
    turn: int
    """Who is on turn; who ended the game, when it is over."""
    turns: int
    """How many turns have been taken, by all players together."""
    draws: int
    """How many cards have been drawn in them."""
    monsters: tuple[int, ...]
    """The monster of each player; shorter while they are dealt."""
    pile: Pile
    """The draw pile: its order is not decided before a card is drawn."""
    hands: tuple[Pile, ...]
    trades: tuple[Pile, ...]
    garbage: tuple[int, ...]
    """From the bottom to the top."""
    search: tuple[int | None, ...]
    """The garbage while a Garbage Trade is played; None where a piece was taken out."""
    trade_discard: Pile
    drawn: int | None
    chain: tuple[Action, ...]
    """The choices of this turn that make one action together: play, with, take, give."""
    taken_back: tuple[tuple[Action, ...], ...]
    """The chains that were taken back in this turn (R7)."""


def initial_state(
    players: int = 4,
    *,
    monsters: Iterable[str] | None = None,
    hands: Iterable[Iterable[str]] | None = None,
    max_turns: int | None = None,
) -> State:
    """Return the state before any card is dealt.

    `monsters`: the monster that each player makes (default: chance, S1). `hands`: what each player
    begins with, six pieces and any trade cards (default: they are dealt, S2). `max_turns`: after so
    many turns of all players together the game ends (default 200, R10).
    """
    number = as_whole(players)
    if number is None or number not in PLAYERS:
        raise ValueError(f"Monster Maker is for 2, 3, 4 or 5 players, not {players!r}")
    limit = as_whole(max_turns)
    if max_turns is not None and (limit is None or limit < 1):
        raise ValueError(f"max_turns must be a whole number from 1, not {max_turns!r}")
    chosen = None if monsters is None else keys_of(monsters)
    if chosen is not None and not (
        all(isinstance(monster, str) and monster in MONSTERS for monster in chosen)
        and len(chosen) == len(set(chosen)) == number
    ):
        raise ValueError(
            f"monsters must be {number} different ones of {', '.join(MONSTERS)}, not {monsters!r}"
        )
    dealt = None if hands is None else hands_of(hands, number)
    piles = [pile_of(hand) for hand in dealt or ((),) * number]
    state = State(
        setup=Setup(number, chosen, dealt, limit),
        phase="monsters",
        turn=0,
        turns=0,
        draws=0,
        monsters=(),
        pile=tuple(n - sum(cards) for n, *cards in zip(BOX, *piles, strict=True)),
        hands=tuple(pile[: len(PIECES)] for pile in piles),
        trades=tuple(pile[len(PIECES) :] for pile in piles),
        garbage=(),
        search=(),
        trade_discard=NO_TRADES,
        drawn=None,
        chain=(),
        taken_back=(),
    )
    return state if chosen is None else state._with_monsters([MONSTERS.index(m) for m in chosen])


class State(engine.State, _Fields):
    """One moment of a game of Monster Maker."""

    open_hands = True

    @property
    def players(self) -> int:  # type: ignore[override]  # a game's state may compute it
        """The number of players."""
        return self.setup.players

    @property
    def max_turns(self) -> int:
        """After how many turns the game ends at the latest (R10)."""
        return self.setup.max_turns or MAX_TURNS

    # whose turn, and what may be done ---------------------------------------------------

    @property
    def acting_players(self) -> tuple[int, ...]:
        """Return the player on turn, or chance, or nobody when the game is over."""
        if self.phase in self._CHOICES:
            return (self.turn,)
        return () if self.phase == "over" else (CHANCE,)

    def choices(self, player: int) -> tuple[Action, ...]:
        """Return the legal actions: one of three things (S7), or the next step of one begun."""
        ahead = list(self._CHOICES[self.phase](self, player))
        if self.taken_back:
            ahead = [action for action in ahead if not self.was_taken_back(action)]
        return (*ahead, BACK[player]) if self.may_go_back() else tuple(ahead)

    def was_taken_back(self, action: Action) -> bool:
        """Tell whether this very choice was taken back in this turn (R7)."""
        return (*self.chain, action) in self.taken_back

    def may_go_back(self) -> bool:
        """Tell whether the last choice may be taken back: nothing new has been seen (R7)."""
        if not self.chain:
            return False
        if self.playing is None:
            return not self.garbage  # else the piece below the one that was taken has been seen
        if self.playing != GARBAGE_TRADE:
            return True  # at the latest at the beginning something else can be chosen: to draw
        if len(self.chain) == 1:
            return False  # the garbage has been looked through
        searched, *_ = self.chain
        others = {k for k in self.search if k is not None} - self.barred()
        return any((searched, TAKE[self.turn][k]) not in self.taken_back for k in others)

    @property
    def playing(self) -> str | None:
        """The trade card that is being played."""
        begun = self.chain and self.chain[0].kind == "play"
        return str(self.chain[0].args[0]) if begun else None

    @property
    def swaps(self) -> tuple[tuple[int, ...], ...]:
        """The swaps of this turn, as far as chosen: partner, piece taken, piece given."""
        steps = [KIND.get(str(a.args[0]), a.args[0]) for a in self.chain[1:]]
        return tuple(tuple(map(int, steps[i : i + 3])) for i in range(0, len(steps), 3))

    def _three_things(self, player: int) -> Iterator[Action]:  # S7
        yield DRAW[player]
        if self.garbage:  # S10, R2
            yield TAKE[player][self.garbage[-1]]
        for (key, play), n in zip(PLAY[player].items(), self.trades[player], strict=True):
            if n and self.may_play(key):
                yield play

    def may_play(self, trade: str) -> bool:
        """Tell whether a trade card can do something: an empty garbage cannot be searched (R2)."""
        return trade != GARBAGE_TRADE or bool(self.garbage)

    def _drawn_trade(self, player: int) -> Iterator[Action]:  # S9
        assert self.drawn is not None
        yield PLAY[player][CARDS[self.drawn]]
        yield SAVE[player]

    def _partners(self, player: int) -> Iterator[Action]:  # S12, S13
        return (WITH[player][q] for q in range(self.players) if q != player)

    def _takes(self, player: int) -> Iterator[Action]:
        partner, barred = self.swaps[-1][0], self.barred()
        hand = self.hands[partner]
        return (TAKE[player][k] for k, n in enumerate(hand) if n and k not in barred)

    def _gives(self, player: int) -> Iterator[Action]:
        hand, barred = self.hands[player], self.barred()
        return (GIVE[player][k] for k, n in enumerate(hand) if n and k not in barred)

    def barred(self) -> set[int]:
        """Return the pieces that may not move now, for they would go back where they were (R4, R5).

        For the player who takes or gives a piece in a swap, or puts one on the garbage.
        """
        if self.playing in (None, GARBAGE_TRADE):
            return {KIND[str(a.args[0])] for a in self.chain if a.kind == "take"}
        now, before = self.swaps[-1], self.swaps[:-1]
        partner, *taken = now
        # what this partner was given is not taken back from him, nor given back what was taken
        same = [swap[1 if taken else 2] for swap in before if swap[0] == partner]
        return {*taken, *same}

    def _discards(self, player: int) -> Iterator[Action]:  # S8, S10, S15
        hand, barred = self._hand_with_drawn(), self.barred()
        return (DISCARD[player][k] for k, n in enumerate(hand) if n and k not in barred)

    def _hand_with_drawn(self) -> Pile:
        hand = self.hands[self.turn]
        return hand if self.drawn is None or self.chain else add(hand, self.drawn)

    def _searched(self, player: int) -> Iterator[Action]:  # S15
        return (TAKE[player][k] for k in sorted({k for k in self.search if k is not None}))

    _CHOICES: ClassVar[Mapping[str, Callable[..., Iterator[Action]]]] = {
        "turn": _three_things,
        "trade": _drawn_trade,
        "with": _partners,
        "take": _takes,
        "give": _gives,
        "search": _searched,
        "discard": _discards,
    }

    # chance -----------------------------------------------------------------------------

    def chances(self) -> tuple[Sequence[Action], Sequence[int]]:
        """Return the outcomes of chance, weighted by the number of cards."""
        match self.phase:
            case "reveal":
                return REVEAL, self.pile
            case "deal":
                return DEAL, self.pile
            case "monsters":  # S1
                return MONSTER, [int(m not in self.monsters) for m in range(len(MONSTERS))]
            case "begin":
                return (BEGIN,), (1,)
            case "reshuffle":
                return (RESHUFFLE,), (1,)
            case "save":
                return (SAVED,), (1,)
        raise ValueError("it is not chance's turn")

    @property
    def receiver(self) -> int:
        """Who gets the next card of the deal: six each in turn, then who lacks pieces (S2, S3)."""
        dealt = sum(map(sum, self.hands)) + sum(map(sum, self.trades))
        if dealt < SIZE * self.players:
            return dealt % self.players
        return next(p for p, hand in enumerate(self.hands) if sum(hand) < SIZE)

    # what an action does ----------------------------------------------------------------

    def after(self, action: Action) -> State:
        """Return the state after a legal action."""
        return self._STEPS[action.kind](self, *action.args)

    def _monster(self, key: str) -> State:  # S1
        return self._with_monsters([*self.monsters, MONSTERS.index(key)])

    def _with_monsters(self, monsters: list[int]) -> State:
        if len(monsters) < self.players:
            return self._replace(monsters=tuple(monsters))
        phase = "deal" if self.setup.hands is None else "begin"
        first = monsters.index(min(monsters))  # S6
        return self._replace(monsters=tuple(monsters), phase=phase, turn=first)

    def _deal(self, key: str) -> State:  # S2, S3
        kind, player = KIND[key], self.receiver
        pile = add(self.pile, kind, -1)
        if kind >= len(PIECES):
            trades = put(self.trades, player, add(self.trades[player], kind - len(PIECES)))
            return self._replace(pile=pile, trades=trades)
        hands = put(self.hands, player, add(self.hands[player], kind))
        dealt = all(sum(hand) == SIZE for hand in hands)
        return self._replace(pile=pile, hands=hands, phase="begin" if dealt else "deal")

    def _begin(self) -> State:  # S6, R9
        return self._replace(phase="over" if self.complete() else "turn")

    def _draw(self) -> State:  # S7; R6: the garbage is shuffled when it is needed
        return self._replace(phase="reveal" if any(self.pile) else "reshuffle")

    def _reshuffle(self) -> State:  # R6
        pile = list(self.pile)
        for kind in self.garbage[:-1]:
            pile[kind] += 1
        return self._replace(pile=tuple(pile), garbage=self.garbage[-1:], phase="reveal")

    def _reveal(self, key: str) -> State:  # S8, S9
        kind, phase = KIND[key], "discard"
        if kind >= len(PIECES):
            phase = "trade" if self.may_play(key) else "save"  # R2
        pile, draws = add(self.pile, kind, -1), self.draws + 1
        return self._replace(pile=pile, draws=draws, drawn=kind, phase=phase)

    def _save(self) -> State:  # S9
        assert self.drawn is not None
        trades = add(self.trades[self.turn], self.drawn - len(PIECES))
        return self._replace(trades=put(self.trades, self.turn, trades))._turn_over()

    def _discard(self, key: str) -> State:  # S8, S10, S15
        hand = add(self._hand_with_drawn(), KIND[key], -1)
        rest = tuple(kind for kind in self.search if kind is not None)
        return self._replace(
            hands=put(self.hands, self.turn, hand),
            garbage=(*self.garbage, *rest, KIND[key]),
            search=(),
        )._turn_over()

    def _play(self, key: str) -> State:  # S11
        state = self._move_trade(key, 1)._chosen(PLAY[self.turn][key])
        if key != GARBAGE_TRADE:
            return state._replace(phase="with")
        return state._replace(phase="search", search=self.garbage, garbage=())

    def _move_trade(self, key: str, n: int) -> State:
        """Move a trade card from its player to the discard, or back; a drawn one is nobody's."""
        at, player = KIND[key] - len(PIECES), self.turn
        state = self._replace(trade_discard=add(self.trade_discard, at, n))
        if self.drawn is not None:
            return state
        return state._replace(trades=put(self.trades, player, add(self.trades[player], at, -n)))

    def _chosen(self, action: Action) -> State:
        return self._replace(chain=(*self.chain, action))

    def _with(self, partner: int) -> State:
        return self._chosen(WITH[self.turn][partner])._replace(phase="take")

    def _take(self, key: str) -> State:
        kind, player = KIND[key], self.turn
        state = self._chosen(TAKE[player][kind])
        if self.phase == "take":
            return state._move_piece(kind, self.swaps[-1][0], player)._replace(phase="give")
        state = state._gets(kind, 1)._replace(phase="discard")
        if self.phase == "turn":
            return state._replace(garbage=self.garbage[:-1])
        at = max(i for i, one in enumerate(self.search) if one == kind)
        return state._replace(search=put(self.search, at, None))

    def _gets(self, kind: int, n: int) -> State:
        hand = add(self.hands[self.turn], kind, n)
        return self._replace(hands=put(self.hands, self.turn, hand))

    def _move_piece(self, kind: int, source: int, target: int) -> State:
        hands = put(self.hands, source, add(self.hands[source], kind, -1))
        return self._replace(hands=put(hands, target, add(hands[target], kind)))

    def _give(self, key: str) -> State:
        kind, partner = KIND[key], self.swaps[-1][0]
        state = self._move_piece(kind, self.turn, partner)._chosen(GIVE[self.turn][kind])
        if self.playing == TRADE_2 and len(self.swaps) == 1 and not state.complete():  # R8
            return state._replace(phase="with")  # S13: and a second one
        return state._turn_over()

    def _back(self) -> State:  # R7
        *before, last = self.chain
        deeper = len(self.chain)
        kept = {chain for chain in self.taken_back if chain[:deeper] != self.chain}
        state = self._UNDO[last.kind](self, *last.args)
        return state._replace(chain=tuple(before), taken_back=tuple(sorted({*kept, self.chain})))

    def _undo_play(self, key: str) -> State:
        return self._move_trade(key, -1)._replace(phase="turn" if self.drawn is None else "trade")

    def _undo_with(self, partner: int) -> State:
        return self._replace(phase="with")

    def _undo_take(self, key: str) -> State:
        kind = KIND[key]
        if self.playing is None:
            state = self._replace(phase="turn", garbage=(*self.garbage, kind))
        elif self.playing == GARBAGE_TRADE:
            search = put(self.search, self.search.index(None), kind)
            state = self._replace(phase="search", search=search)
        else:
            partner = self.swaps[-1][0]
            return self._move_piece(kind, self.turn, partner)._replace(phase="take")
        return state._gets(kind, -1)

    def _undo_give(self, key: str) -> State:
        partner = self.swaps[-1][0]
        return self._move_piece(KIND[key], partner, self.turn)._replace(phase="give")

    def _turn_over(self) -> State:  # R8, R10
        state = self._replace(turns=self.turns + 1, drawn=None, chain=(), taken_back=())
        if state.complete() or state.turns >= self.max_turns:
            return state._replace(phase="over")
        return state._replace(phase="turn", turn=(self.turn + 1) % self.players)  # S6

    _STEPS: ClassVar[Mapping[str, Callable[..., State]]] = {
        "monster": _monster,
        "deal": _deal,
        "begin": _begin,
        "draw": _draw,
        "reshuffle": _reshuffle,
        "reveal": _reveal,
        "save": _save,
        "discard": _discard,
        "play": _play,
        "with": _with,
        "take": _take,
        "give": _give,
        "back": _back,
    }
    _UNDO: ClassVar[Mapping[str, Callable[..., State]]] = {
        "play": _undo_play,
        "with": _undo_with,
        "take": _undo_take,
        "give": _undo_give,
    }

    # the end ----------------------------------------------------------------------------

    def complete(self) -> list[int]:
        """Return the players with a complete monster; first who is on turn, then as turns go."""
        order = [(self.turn + i) % self.players for i in range(self.players)]
        return [p for p in order if have(self.hands[p], self.monsters[p]) == SIZE]

    @property
    def result(self) -> Result | None:
        """The own pieces of each player and who wins (D3, R8, R10); None while the game goes on."""
        if self.phase != "over":
            return None
        pieces = tuple(map(have, self.hands, self.monsters))
        if complete := self.complete():
            return Result(pieces, (complete[0],), "complete")
        most = max(pieces)
        return Result(pieces, tuple(p for p, n in enumerate(pieces) if n == most), "cap")

    # why not ----------------------------------------------------------------------------

    def why_not(self, action: Action) -> tuple[str, str | None]:
        """Say why an action is not legal now, and by which rule."""
        return why_not(self, action)

    # what can be seen -------------------------------------------------------------------

    @property
    def options(self) -> Mapping[str, Json]:
        """The options that were given."""
        given: dict[str, Json] = {}
        if self.setup.monsters is not None:
            given["monsters"] = list(self.setup.monsters)
        if self.setup.hands is not None:
            given["hands"] = [list(hand) for hand in self.setup.hands]
        if self.setup.max_turns is not None:
            given["max_turns"] = self.setup.max_turns
        return given

    def zones(self, viewer: Viewer) -> Mapping[str, tuple[str, ...]]:
        """Return where the cards are; what is covered is for "all" only (S4, R3)."""
        return zones(self, viewer)

    def values(self, viewer: Viewer) -> Mapping[str, Json]:
        """Return the number of the turn, the phase, the trade card played and with whom."""
        return values(self)

    def resample_hidden(self, viewer: Viewer, rng: Rng) -> State:
        """Return this state: the draw pile has no order yet, and all saw the garbage grow (R3)."""
        return self

    def events(self, action: Action, after: engine.State) -> tuple[Event, ...]:
        """Tell what an action did, each thing with its rule."""
        return events(self, action, cast(State, after))
