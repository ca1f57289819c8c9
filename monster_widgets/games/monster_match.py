"""Monster Match: two dice say what to look for, and the first finger on a match takes the monster.

Ten monsters lie face up round the Zilch token. One die shows a number from 0 to 5, the other a part
of a monster: arms, legs or eyes. Everybody looks for a monster with just that many of that part and
touches it; a round allows one pick each. If nothing matches, the first to touch the token takes the
top card of the deck, and ten more monsters come to the table. A wrong pick costs the top card of
one's own score pile. When ten can no longer be laid out, the most donuts win.

Rules are cited by number (S stated, D derived, R our ruling): docs/rules/monster_match.md.

Zones: deck, table, finger:<p> (the card touched this round), score:<p>, counted:<p> (at the end).
Options: deck ("house", "peaked"; rows of arms, legs, eyes, donuts; or a ``Path`` of a CSV file,
read at once), first (who rolls first), max_rounds. A race: the rules see the order of the touches,
never a clock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, cast

from .. import engine
from ..engine import CHANCE, HIDDEN, Action, Event, Result, Viewer, parse, result_of, rulebook
from ..engine.piles import Pile, add, count, keys, put
from ..engine.types import Json
from ..probability.distribution import Distribution, Rng
from ..probability.whole import as_whole
from ._monster_match_beside import label, odds, scores
from ._monster_match_chances import (
    matches,
    matches_of_deal,
    number_of_matches,
    rounds_to_zilch,
    zilch_probability,
    zilch_probability_of_deal,
)
from ._monster_match_deck import (
    DECKS,
    DONUTS,
    HOUSE_DECK,
    MONSTERS,
    PEAKED_DECK,
    ROLLS,
    Monster,
    Roll,
    as_deck,
    as_monster,
    fits,
    read_deck,
)
from ._monster_match_secrets import drawn_again
from ._monster_match_strategy import POLICIES
from ._monster_match_telling import events

__all__ = [
    "DECKS",
    "HOUSE_DECK",
    "PEAKED_DECK",
    "POLICIES",
    "ROLLS",
    "Monster",
    "Roll",
    "State",
    "events",
    "first_matches",
    "initial_state",
    "label",
    "matches",
    "matches_of_deal",
    "number_of_matches",
    "odds",
    "parse",
    "read_deck",
    "rounds",
    "rounds_to_zilch",
    "scores",
    "zilch_probability",
    "zilch_probability_of_deal",
    "zilches",
]

NAME = "monster_match"
PLAYERS = range(2, 7)


def first_matches(state: State) -> int:
    """Return how many of the first cards laid out matched the first roll, whoever saw it.

    ValueError while the game goes on, and if its course is not known.
    """
    result_of(state)
    roll = next((action for action in state.actions if action.kind == "roll"), None)
    if roll is None:
        raise ValueError("the first roll is known only of a game that was played")
    face = ROLLS[ROLL.index(roll)].face
    laid = [str(action.args[0]) for action in state.actions if action.kind == "deal"]
    return sum(fits(card, face) for card in laid[:LAID])


def rounds(state: State) -> int:
    """Return how many rounds were played; ValueError while the game goes on."""
    result_of(state)
    return state.round


def zilches(state: State) -> int:
    """Return how many Zilches were claimed rightly (S6); ValueError while the game goes on."""
    result_of(state)
    return state.zilches


STATISTICS: Mapping[str, Callable[..., object]] = {
    **engine.STATISTICS,
    "first_matches": first_matches,
    "rounds": rounds,
    "zilches": zilches,
}
EXACT: Mapping[str, Callable[[State], Distribution[int]]] = {
    "first_matches": lambda start: matches_of_deal(LAID, start.setup.rows or start.setup.deck_name)
}
LAID = 10
"""Cards that are laid out at the beginning, and after every Zilch."""

ZONES = dict.fromkeys(("deck", "table", "finger", "score", "counted"), "card")
VALUES = {
    "roll": "list:roll",
    "round": "number",
    "phase": "phase",
    "baker": "player",
    "token": "player",
    "passed": "players",
    "zilches": "number",
    "unseen": "number",
    "deck_name": "deck_name",
    "max_rounds": "number",
    "winners": "players",
}
FORCED = frozenset({"take", "pay", "count"})

RULES = rulebook(
    {
        "R1": "ours",
        "S1": "setup",
        "R2": "ours",
        "R3": "ours",
        "S2": "roll",
        "S3": "score",
        "S4": "pick",
        "S5": "pick",
        "R4": "ours",
        "R5": "ours",
        "S6": "zilch",
        "S7": "zilch",
        "S8": "zilch",
        "S9": "wrong",
        "S10": "wrong",
        "R6": "ours",
        "S11": "score",
        "R7": "ours",
        "S12": "score",
        "S13": "end",
        "D1": "S1 S6 S8 S13",
        "R8": "ours",
        "R9": "ours",
        "S14": "end",
        "S15": "end",
        "S16": "end",
        "R10": "ours",
    }
)

# ---------------------------------------------------------------- actions, made once
CARDS = tuple(monster.card for monster in MONSTERS)
SEATS = range(PLAYERS[-1])
TOUCH = tuple({card: Action(p, "touch", (card,)) for card in CARDS} for p in SEATS)
ZILCH = tuple(Action(p, "zilch") for p in SEATS)
PASS = tuple(Action(p, "pass") for p in SEATS)
DEAL = {card: Action(CHANCE, "deal", (card,)) for card in CARDS}
PRIZE = {card: Action(CHANCE, "prize", (card,)) for card in CARDS}
ROLL = tuple(Action(CHANCE, "roll", tuple(roll)) for roll in ROLLS)
FIRST = tuple(Action(CHANCE, "first", (p,)) for p in SEATS)
TAKE = tuple(Action(CHANCE, "take", (p,)) for p in SEATS)
PAY = tuple(Action(CHANCE, "pay", (p,)) for p in SEATS)
COUNT = tuple(Action(CHANCE, "count", (p,)) for p in SEATS)
_ARGS = {"touch": 1, "zilch": 0, "pass": 0}

# ---------------------------------------------------------------- the game
SEARCHING, TOKEN, PASSED, DONE = "", "zilch", "pass", "done"
"""A player's pick is one of these, or the card touched."""


class Won(NamedTuple):
    """A card in a score pile; `zilch` is the number of the Zilch whose prize it is, else 0.

    A prize comes from the deck face down: only its owner may look at it (S6).
    """

    card: str
    zilch: int = 0


class Setup(NamedTuple):
    """What was agreed before the first card: players, and options (None: not given)."""

    players: int
    first: int | None
    max_rounds: int | None
    deck_name: str
    """"house", "peaked" (ours, R1), or "own" for any other."""
    rows: tuple[Monster, ...] | None
    """The rows of an own deck."""
    kinds: tuple[str, ...]
    """The different cards of the deck."""
    cards: int
    """How many cards the deck had."""


class _Fields(NamedTuple):
    setup: Setup
    phase: str
    round: int
    baker: int
    deck: Pile
    to_deal: int
    table: tuple[str, ...]
    """The cards face up, in the order they came; those under a finger among them."""
    face: str
    """What the dice show (`Roll.face`), or "" before the roll."""
    picks: tuple[str, ...]
    claimed: int | None
    """Who touched the token rightly in this round."""
    zilches: int
    piles: tuple[tuple[Won, ...], ...]
    """Score piles, the top card last."""
    counted: int
    """How many players have counted their pile."""
    ended: str
    """Why no more rounds are played ("deck_out" or "cap"), or ""."""


def initial_state(
    players: int = 4, *, deck: Any = None, first: int | None = None, max_rounds: int | None = None
) -> State:
    """Return the state before any card is dealt.

    `deck`: "house" (default) or "peaked", both ours (R1); or 11 to 110 monsters, row by row (arms,
    legs, eyes, donuts) or in a table with these columns; or the ``Path`` of a CSV file. `first`:
    who has the dice first (default: chance, R3). `max_rounds`: when the game ends if five Zilches
    do not come (default 60, R9). ValueError says what is wrong with any of them.
    """
    number, starts, last = as_whole(players), as_whole(first), as_whole(max_rounds)
    if number is None or number not in PLAYERS:
        raise ValueError(f"Monster Match is for 2 to 6 players, not {players!r}")
    if first is not None and starts not in range(number):
        raise ValueError(f"first must be a player from 0 to {number - 1}, not {first!r}")
    if max_rounds is not None and (last is None or last < 1):
        raise ValueError(f"max_rounds must be a whole number from 1, not {max_rounds!r}")
    monsters = as_deck("house" if deck is None else deck)
    name = "house" if deck is None else deck if isinstance(deck, str) else "own"
    box = [monster.card for monster in monsters]
    rows = monsters if name == "own" else None
    kinds = tuple(sorted(set(box)))
    return State(
        setup=Setup(number, starts, last, name, rows, kinds, len(box)),
        phase="deal",
        round=1,
        baker=starts or 0,
        deck=count(box, kinds),
        to_deal=LAID,
        table=(),
        face="",
        picks=(),
        claimed=None,
        zilches=0,
        piles=((),) * number,
        counted=0,
        ended="",
    )


class State(engine.State, _Fields):
    """One moment of a game of Monster Match."""

    @property
    def players(self) -> int:  # type: ignore[override]  # a game's state may compute it
        """The number of players."""
        return self.setup.players

    @property
    def max_rounds(self) -> int:
        """The last round that can be played (R9)."""
        return self.setup.max_rounds or 60

    # who may act, and what may be done --------------------------------------------------

    @property
    def acting_players(self) -> tuple[int, ...]:
        """Return all who still search (S5), or chance, or nobody when the game is over."""
        if self.phase == "race":
            return tuple([p for p, pick in enumerate(self.picks) if pick == SEARCHING])
        return () if self.phase == "over" else (CHANCE,)

    def choices(self, player: int) -> tuple[Action, ...]:
        """Return what is legal: touch the token (S6), stop looking (R5), touch a card (S4, R4)."""
        token = () if TOKEN in self.picks else (ZILCH[player],)
        touch = TOUCH[player]
        return (*token, PASS[player], *[touch[card] for card in dict.fromkeys(self.free())])

    def free(self) -> list[str]:
        """Return the cards on the table that nobody has a finger on."""
        free = list(self.table)
        for pick in self.picks:
            if pick in free:
                free.remove(pick)
        return free

    def fitting(self, cards: Sequence[str]) -> list[str]:
        """Return those of some cards that match the roll (S2)."""
        return [card for card in cards if fits(card, self.face)]

    def is_right(self, player: int) -> bool:
        """Tell whether the player's pick of this round is a match, or the token where none is."""
        pick = self.picks[player]
        return player == self.claimed or (pick in self.table and fits(pick, self.face))

    def chances(self) -> tuple[Sequence[Action], Sequence[int]]:
        """Return the outcomes of chance and their weights; what is forced has one."""
        match self.phase:
            case "deal":
                return [DEAL[card] for card in self.setup.kinds], self.deck
            case "prize":
                return [PRIZE[card] for card in self.setup.kinds], self.deck
            case "roll":
                return ROLL, (1,) * len(ROLL)  # R2
            case "first":
                return FIRST[: self.players], (1,) * self.players
            case "settle":
                player = self._to_settle()[0]
                return ((TAKE if self.is_right(player) else PAY)[player],), (1,)
            case "count":
                return (COUNT[self.counted],), (1,)
        raise ValueError("it is not chance's turn")

    # what an action does ----------------------------------------------------------------

    def after(self, action: Action) -> State:
        """Return the state after a legal action."""
        if action.player == CHANCE:
            return self._CHANCES[action.kind](self, *action.args)
        pick = str(action.args[0]) if action.kind == "touch" else action.kind
        picked = self._replace(picks=put(self.picks, action.player, pick))
        if pick == TOKEN and not self.fitting(self.table):  # S6; S7: with a match left, or made
            return picked._replace(claimed=action.player, zilches=self.zilches + 1, phase="prize")
        return picked._race_goes_on()

    def _deal(self, card: str) -> State:  # S1, S8
        left = self.to_deal - 1
        done = "first" if self._laying_out() and self.setup.first is None else "roll"
        return self._replace(
            deck=add(self.deck, self.setup.kinds.index(card), -1),
            table=(*self.table, card),
            to_deal=left,
            phase="deal" if left else done,
        )

    def _first(self, player: int) -> State:  # R3
        return self._replace(baker=player, phase="roll")

    def _roll(self, number: int, part: str) -> State:  # S2
        face = Roll(number, part).face
        return self._replace(face=face, picks=(SEARCHING,) * self.players, phase="race")

    def _race_goes_on(self) -> State:
        free = self.free()
        matched = len(self.fitting(self.table)) > len(self.fitting(free))
        if SEARCHING in self.picks and not (matched and not self.fitting(free)):
            return self
        return self._settled()  # S11; R7: no end for want of a match before one has been made

    def _prize(self, card: str) -> State:  # S6
        assert self.claimed is not None
        prize = Won(card, self.zilches)
        won = self._replace(deck=add(self.deck, self.setup.kinds.index(card), -1))
        return won._with_pile(self.claimed, (*self.piles[self.claimed], prize))._settled()

    def _to_settle(self) -> list[int]:
        """Return who has still to take a card or to pay one back, in order of seats."""
        settled = (SEARCHING, PASSED, DONE)
        return [
            p
            for p, pick in enumerate(self.picks)
            if pick not in settled and not (pick == TOKEN and p == self.claimed)
        ]

    def _settled(self) -> State:
        if self._to_settle():
            return self._replace(phase="settle")
        return self._round_over()

    def _take(self, player: int) -> State:  # S12
        card = self.picks[player]
        at = self.table.index(card)
        taken = self._replace(
            table=self.table[:at] + self.table[at + 1 :], picks=put(self.picks, player, DONE)
        )
        return taken._with_pile(player, (*self.piles[player], Won(card)))._settled()

    def _pay(self, player: int) -> State:  # S10, R6
        paid = self._replace(picks=put(self.picks, player, DONE))
        if pile := self.piles[player]:
            paid = paid._replace(table=(*self.table, pile[-1].card))._with_pile(player, pile[:-1])
        return paid._settled()

    def _with_pile(self, player: int, pile: tuple[Won, ...]) -> State:
        return self._replace(piles=put(self.piles, player, pile))

    def _round_over(self) -> State:
        cleared = self._replace(picks=(), face="", claimed=None)
        if self.claimed is not None and sum(self.deck) <= LAID:  # S13, R8
            return cleared._replace(phase="count", ended="deck_out")
        if self.round == self.max_rounds:  # R9
            return cleared._replace(phase="count", ended="cap")
        more = LAID if self.claimed is not None else 0  # S8, S12
        return cleared._replace(
            round=self.round + 1,
            baker=(self.baker + 1) % self.players,  # S3
            to_deal=more,
            phase="deal" if more else "roll",
        )

    def _count(self, player: int) -> State:  # S14
        counted = self.counted + 1
        return self._replace(counted=counted, phase="over" if counted == self.players else "count")

    _CHANCES: ClassVar[Mapping[str, Callable[..., State]]] = {
        "deal": _deal,
        "first": _first,
        "roll": _roll,
        "prize": _prize,
        "take": _take,
        "pay": _pay,
        "count": _count,
    }

    @property
    def result(self) -> Result | None:
        """The donuts and who shares the win (S15, S16, R10), or None while the game goes on."""
        if self.phase != "over":
            return None
        donuts = tuple(sum(as_monster(won.card).donuts for won in pile) for pile in self.piles)
        ranks = list(zip(donuts, map(len, self.piles), strict=True))
        winners = tuple(p for p, rank in enumerate(ranks) if rank == max(ranks))
        return Result(donuts, winners, self.ended)

    # why not ----------------------------------------------------------------------------

    def why_not(self, action: Action) -> tuple[str, str | None]:
        """Say why an action is not legal now, and by which rule."""
        if self.ended:
            return "over", self._ended_by()
        if action.player not in range(self.players):
            return "cannot_happen", None
        if len(action.args) != _ARGS.get(action.kind, -1):
            return "unknown_action", None
        if self.phase != "race":
            return "no_search", "S2"
        if self.picks[action.player] != SEARCHING:
            return "already_picked", "S5"
        if action.kind == TOKEN:
            return "token_touched", "R4"
        touched = [pick for pick in self.picks if pick in self.table]
        return ("too_late", "R4") if action.args[0] in touched else ("not_on_table", "S4")

    def _ended_by(self) -> str:
        """Return the rule that ended the game: rounds are up, ten cards are left, or fewer."""
        if self.ended == "cap":
            return "R9"
        return "R8" if sum(self.deck) == LAID else "S13"

    # what can be seen -------------------------------------------------------------------

    @property
    def options(self) -> Mapping[str, Json]:
        """The options that were given; an own deck as its rows."""
        setup = self.setup
        given = {"first": setup.first, "max_rounds": setup.max_rounds}
        options: dict[str, Json] = {k: v for k, v in given.items() if v is not None}
        if setup.rows is not None:
            options["deck"] = [list(monster) for monster in setup.rows]
        elif setup.deck_name != "house":
            options["deck"] = setup.deck_name
        return options

    def zones(self, viewer: Viewer) -> Mapping[str, tuple[str, ...]]:
        """Return where the cards are; the faces of deck and score piles are for "all" only."""
        hidden = viewer != "all"
        deck = (HIDDEN,) * sum(self.deck) if hidden else keys(self.deck, self.setup.kinds)
        zones = {"deck": deck, "table": tuple(self.free())}
        for p, pile in enumerate(self.piles):
            pick = self.picks[p] if self.picks else ""
            cards = tuple(won.card for won in pile)
            zones[f"finger:{p}"] = (pick,) if pick in self.table else ()
            covered = (HIDDEN,) * len(cards) if hidden else cards
            zones[f"score:{p}"] = () if p < self.counted else covered
            if self.phase in ("count", "over"):
                zones[f"counted:{p}"] = cards if p < self.counted else ()
        return zones

    def values(self, viewer: Viewer) -> Mapping[str, Json]:
        """Return the round, the roll, who looks no more, how many cards are unseen (by donuts)."""
        return {
            "roll": [self.face] if self.face else [],
            "round": self.round,
            "phase": self.phase,
            "baker": None if self._laying_out() and self.setup.first is None else self.baker,
            "token": self.picks.index(TOKEN) if TOKEN in self.picks else None,
            "passed": [p for p, pick in enumerate(self.picks) if pick == PASSED],
            "zilches": self.zilches,
            "unseen": self._unseen(viewer),
            "deck_name": self.setup.deck_name,
            "max_rounds": self.max_rounds,
            "winners": [] if self.result is None else list(self.result.winners),
        }

    def _laying_out(self) -> bool:
        return self.round == 1 and self.phase in ("deal", "first")

    def secret(self, viewer: Viewer) -> list[Won]:
        """Return the prizes whose faces this viewer has not seen (S6)."""
        if viewer == "all":
            return []
        return [
            won
            for p, pile in enumerate(self.piles)
            if p != viewer and p >= self.counted
            for won in pile
            if won.zilch
        ]

    def _unseen(self, viewer: Viewer) -> list[int]:
        """Return how many cards with 1, 2 and 3 donuts the viewer has not seen."""
        unseen = dict.fromkeys(DONUTS, 0)
        for card, n in zip(self.setup.kinds, self.deck, strict=True):
            unseen[as_monster(card).donuts] += n
        for won in self.secret(viewer):
            unseen[as_monster(won.card).donuts] += 1
        return list(unseen.values())

    def resample_hidden(self, viewer: Viewer, rng: Rng) -> State:
        """Return a state with other prizes where this viewer has not seen them."""
        return drawn_again(self, viewer, rng)

    def events(self, action: Action, after: engine.State) -> tuple[Event, ...]:
        """Tell what an action did, each thing with its rule."""
        return events(self, action, cast(State, after))
