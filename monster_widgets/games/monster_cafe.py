"""Monster Café: seat hungry monsters at tables, and clear a table before somebody else does.

Sixteen tables, two for each of eight dishes, are played in four rounds of four. Sixty cards lie in
the deck: six eaters of each dish, six Anything Eaters and six lemon sorbets. On your turn you draw
a card and seat the monster at any table, or you clear a table, take it with its guests and are out
for the round. A lemon sorbet scares one kind of monster out of your collection. At the end a
monster is worth +1 if you have its dish, +2 if you have both, and −1 if you cannot feed it.

Rules are cited by number (S stated, D derived, R our ruling): docs/rules/monster_cafe.md.

Zones: deck, drawn, discard, dish_deck, table:<i> (the dish), seats:<i> (its guests), monsters:<p>,
dishes:<p>, out. Options: first (who starts), out (the two kinds that leave a game of 2 or 3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, NamedTuple, cast

from .. import engine
from ..engine import CHANCE, HIDDEN, Action, Event, Result, Viewer, parse, result_of, rulebook
from ..engine.piles import Pile, add, keys, put
from ..engine.types import Json
from ..probability import Distribution
from ..probability.counting import hypergeometric
from ..probability.distribution import Rng
from ..probability.whole import as_whole
from ._monster_cafe_beside import label, odds, scores
from ._monster_cafe_scoring import (
    BOX,
    CARDS,
    DISHES,
    FOODS,
    MONSTERS,
    NO_CARDS,
    NO_DISHES,
    NO_MONSTERS,
    ROUNDS,
    SEATS,
    SORBET,
    score,
    total,
)
from ._monster_cafe_strategy import (
    CAREFUL,
    GREEDY,
    RANDOM,
    LastPlayer,
    clear_changes,
    last_player,
    next_card,
    sorbet_within,
)
from ._monster_cafe_telling import events

__all__ = [
    "LastPlayer",
    "State",
    "clear_changes",
    "events",
    "first_sorbets",
    "initial_state",
    "label",
    "last_player",
    "next_card",
    "odds",
    "parse",
    "score",
    "scores",
    "sorbet_within",
    "sorbets_drawn",
]

NAME = "monster_cafe"
PLAYERS = range(2, 5)


def first_sorbets(state: State) -> int:
    """Return how many of the first cards drawn were lemon sorbets: of four for each player.

    So many are drawn in every game, since nobody clears a table without a guest (S12) while there
    are cards; so it does not matter how anybody plays. ValueError while the game goes on, and if
    its course is not known.
    """
    result_of(state)
    cards = [action.args[0] for action in state.actions if action.kind == "reveal"]
    if not cards:
        raise ValueError("which cards came first is known only of a game that was played")
    return cards[: ROUNDS * state.players].count("sorbet")


def sorbets_drawn(state: State) -> int:
    """Return how many lemon sorbets were drawn; ValueError while the game goes on."""
    result_of(state)
    return state.discard[SORBET]  # S10, R4: there they all go


STATISTICS: Mapping[str, Callable[..., object]] = {
    **engine.STATISTICS,
    "first_sorbets": first_sorbets,
    "sorbets_drawn": sorbets_drawn,
}


def _first_sorbets(start: State) -> Distribution[int]:
    """Return the distribution of `first_sorbets`: a hypergeometric one, see there."""
    while start.phase == "remove":  # R1: any two kinds, and sorbet is none of them
        start = start.apply(next(iter(start.chance_outcomes())))
    left = sum(start.deck) - start.players  # S3, D1: everybody begins with one, never a sorbet
    return hypergeometric(left, start.deck[SORBET], ROUNDS * start.players)


EXACT = {"first_sorbets": _first_sorbets}
POLICIES = {"random": RANDOM, "greedy": GREEDY, "careful": CAREFUL}

ZONES = {
    "deck": "card",
    "drawn": "card",
    "table": "dish",
    "seats": "card",
    "monsters": "card",
    "dishes": "dish",
    "dish_deck": "dish",
    "discard": "kind",
    "out": "kind",
}
VALUES = {
    "round": "number",
    "phase": "phase",
    "still_in": "players",
    "cleared_by": "players",
    "dummy_dishes": "list:dish",
    "places": "number",
    "winners": "players",
}
FORCED = frozenset({"discard", "dismiss"})

RULES = rulebook(
    {
        "S1": "three_players",
        "R1": "ours",
        "S2": "setup",
        "S3": "setup",
        "D1": "S3",
        "R2": "ours",
        "S4": "play",
        "S5": "play",
        "D2": "S4 S12",
        "S6": "draw",
        "S7": "draw",
        "S8": "anything",
        "S9": "sorbet",
        "S10": "sorbet",
        "R3": "ours",
        "R4": "ours",
        "S11": "sorbet",
        "S12": "clear",
        "S13": "clear",
        "S14": "notes",
        "S15": "notes",
        "D3": "S15 S19",
        "S16": "notes",
        "R5": "ours",
        "D4": "S16",
        "S17": "round_end",
        "S18": "round_end",
        "S19": "two_players",
        "S20": "game_end",
        "R6": "ours",
        "S21": "game_end",
        "S22": "game_end",
        "S23": "game_end",
        "S24": "game_end",
        "S25": "anything",
    }
)

# ---------------------------------------------------------------- actions, made once
DRAW = tuple(Action(p, "draw") for p in range(4))
SEAT = tuple(tuple(Action(p, "seat", (i,)) for i in range(4)) for p in range(4))
CLEAR = tuple(tuple(Action(p, "clear", (i,)) for i in range(4)) for p in range(4))
LOSE = tuple(tuple(Action(p, "lose", (key,)) for key in MONSTERS) for p in range(4))
DEAL = tuple(Action(CHANCE, "deal", (key,)) for key in MONSTERS)
REVEAL = tuple(Action(CHANCE, "reveal", (key,)) for key in CARDS)
REMOVE = tuple(Action(CHANCE, "remove", (key,)) for key in FOODS)
FIRST = tuple(Action(CHANCE, "first", (p,)) for p in range(4))
DISCARD = Action(CHANCE, "discard", ("sorbet",))
DISMISS = tuple(Action(CHANCE, "dismiss", (i,)) for i in range(3))
_ARGS = {"draw": 0, "seat": 1, "clear": 1, "lose": 1}


# ---------------------------------------------------------------- the game
class Table(NamedTuple):
    """A table of the round; once cleared it is bare and remembers by whom."""

    dish: int | None
    guests: tuple[int, ...] = ()
    cleared_by: int | None = None


LAID = tuple(Table(kind) for kind in range(len(FOODS)))
BARE = tuple(Table(None, (), player) for player in range(4))


class Setup(NamedTuple):
    """What was agreed before the first card: the number of players, and the options given."""

    players: int
    first: int | None = None
    out: tuple[str, ...] | None = None


class _Fields(NamedTuple):
    setup: Setup
    phase: str
    round: int
    turn: int
    still_in: tuple[int, ...]
    """The players who have not cleared a table in this round."""
    deck: Pile
    dish_deck: Pile
    tables: tuple[Table, ...]
    drawn: int | None
    monsters: tuple[Pile, ...]
    dishes: tuple[Pile, ...]
    discard: Pile
    dummy_dishes: tuple[int, ...]
    out: tuple[int, ...]


def initial_state(
    players: int = 4, *, first: int | None = None, out: Iterable[str] | None = None
) -> State:
    """Return the state before any card is dealt.

    `first`: the player who starts (default: chance, R2). `out`: with 2 or 3 players, the two kinds
    that leave the game with their tables (default: chance, R1).
    """
    number, starts = as_whole(players), as_whole(first)
    if number is None or number not in PLAYERS:
        raise ValueError(f"Monster Café is for 2, 3 or 4 players, not {players!r}")
    players = number
    if first is not None and starts not in range(players):
        raise ValueError(f"first must be a player from 0 to {players - 1}, not {first!r}")
    if out is not None and players == 4:
        raise ValueError("with 4 players no kind leaves the game: out must not be given")
    removed = tuple(out) if isinstance(out, Iterable) else ()
    known = [food for food in FOODS if food in removed]
    if out is not None and not len(known) == len(removed) == 2:
        raise ValueError(f"out must be two different kinds of {', '.join(FOODS)}, not {out!r}")
    setup = Setup(players, starts, None if out is None else removed)
    state = State(
        setup=setup,
        phase="tables" if players == 4 else "remove",
        round=1,
        turn=starts or 0,
        still_in=tuple(range(players)),
        deck=BOX,
        dish_deck=DISHES,
        tables=(),
        drawn=None,
        monsters=(NO_MONSTERS,) * players,
        dishes=(NO_DISHES,) * players,
        discard=NO_CARDS,
        dummy_dishes=(),
        out=(),
    )
    for key in removed:
        state = state._without_kind(FOODS.index(key))
    return state


class State(engine.State, _Fields):
    """One moment of a game of Monster Café."""

    open_hands = True

    @property
    def players(self) -> int:  # type: ignore[override]  # a game's state may compute it
        """The number of players."""
        return self.setup.players

    @property
    def places(self) -> int:
        """The number of tables in a round (S1, S2)."""
        return 4 if self.players == 4 else 3

    # whose turn, and what may be done ---------------------------------------------------

    @property
    def acting_players(self) -> tuple[int, ...]:
        """Return the player on turn, or chance, or nobody when the game is over."""
        if self.phase in ("turn", "seat", "lose"):
            return (self.turn,)
        return () if self.phase == "over" else (CHANCE,)

    def choices(self, player: int) -> tuple[Action, ...]:
        """Return the legal actions: draw or clear (S4), a seat (S6), a kind to lose (S9)."""
        if self.phase == "turn":
            clear = [CLEAR[player][i] for i, table in enumerate(self.tables) if table.guests]  # S12
            if not any(self.deck):  # S16, and R5 when only empty tables are left
                return tuple(clear or [CLEAR[player][i] for i in self._open_tables()])
            return (DRAW[player], *clear) if self.has_free_seat() else tuple(clear)  # S4, S14
        if self.phase == "seat":
            return tuple([SEAT[player][i] for i in self._free_seats()])
        return tuple(LOSE[player][kind] for kind, n in enumerate(self.monsters[player]) if n)

    def _open_tables(self) -> list[int]:
        return [i for i, table in enumerate(self.tables) if table.dish is not None]

    def _free_seats(self) -> list[int]:
        return [
            i
            for i, (dish, guests, _) in enumerate(self.tables)
            if len(guests) < SEATS and dish is not None
        ]

    def has_free_seat(self) -> bool:
        """Tell whether a monster could still be seated anywhere."""
        return any(table.dish is not None and len(table.guests) < SEATS for table in self.tables)

    def chances(self) -> tuple[Sequence[Action], Sequence[int]]:
        """Return the outcomes of chance, weighted by the number of cards."""
        match self.phase:
            case "reveal":
                return REVEAL, self.deck
            case "tables":
                return DEAL[: len(FOODS)], self.dish_deck
            case "monsters":  # D1: a sorbet would go back, so only monsters count
                return DEAL, self.deck[:SORBET]
            case "remove":
                return REMOVE, [int(kind not in self.out) for kind in range(len(FOODS))]
            case "first":
                return FIRST[: self.players], (1,) * self.players
            case "discard":
                return (DISCARD,), (1,)
            case "dismiss":
                return (DISMISS[self._open_tables()[0]],), (1,)
        raise ValueError("it is not chance's turn")

    # what an action does ----------------------------------------------------------------

    def after(self, action: Action) -> State:
        """Return the state after a legal action."""
        return self._STEPS[action.kind](self, *action.args)

    def _first(self, player: int) -> State:  # R2
        return self._replace(turn=player, phase="turn")

    def _draw(self) -> State:  # S4
        return self._replace(phase="reveal")

    def _remove(self, key: str) -> State:  # R1
        return self._without_kind(FOODS.index(key))

    def _without_kind(self, kind: int) -> State:  # S1
        return self._replace(
            out=tuple(sorted((*self.out, kind))),
            deck=add(self.deck, kind, -6),
            dish_deck=add(self.dish_deck, kind, -2),
            phase="tables" if self.out else "remove",
        )

    def _deal(self, key: str) -> State:
        kind = MONSTERS.index(key)
        if self.phase == "tables":  # S2: four tables, three with 2 or 3 players (S1)
            tables = (*self.tables, LAID[kind])
            dealt = len(tables) == self.places
            phase = "tables" if not dealt else "monsters" if self.round == 1 else "turn"
            dish_deck = add(self.dish_deck, kind, -1)
            return self._replace(dish_deck=dish_deck, tables=tables, phase=phase)
        player = sum(any(pile) for pile in self.monsters)  # S3: one each, in order of seats
        last = player == self.players - 1
        chosen = "first" if self.setup.first is None else "turn"
        return self._replace(
            deck=add(self.deck, kind, -1),
            monsters=put(self.monsters, player, add(NO_MONSTERS, kind)),
            phase=chosen if last else "monsters",
        )

    def _reveal(self, key: str) -> State:
        kind = CARDS.index(key)
        phase = "seat"  # S6
        if kind == SORBET:  # S9, R4
            phase = "lose" if any(self.monsters[self.turn]) else "discard"
        return self._replace(deck=add(self.deck, kind, -1), drawn=kind, phase=phase)

    def _seat(self, i: int) -> State:  # S7
        assert self.drawn is not None
        table = self.tables[i]
        seated = Table(table.dish, (*table.guests, self.drawn))
        tables = put(self.tables, i, seated)
        return self._replace(tables=tables, drawn=None, phase="turn", turn=self._next_turn())

    def _lose(self, key: str) -> State:  # S10
        kind, monsters = MONSTERS.index(key), self.monsters[self.turn]
        lost = add(add(self.discard, kind, monsters[kind]), SORBET)
        kept = put(self.monsters, self.turn, add(monsters, kind, -monsters[kind]))
        turn = self._next_turn()
        return self._replace(monsters=kept, discard=lost, drawn=None, phase="turn", turn=turn)

    def _discard(self, key: str) -> State:  # R4
        discard, turn = add(self.discard, SORBET), self._next_turn()
        return self._replace(discard=discard, drawn=None, phase="turn", turn=turn)

    def _next_turn(self) -> int:  # S5: to the left; the last player goes on (S11, S15)
        for p in self.still_in:
            if p > self.turn:
                return p
        return self.still_in[0]

    def _clear(self, i: int) -> State:  # S12
        table, player = self.tables[i], self.turn
        guests = list(self.monsters[player])
        for kind in table.guests:
            guests[kind] += 1
        assert table.dish is not None
        cleared = self._replace(
            still_in=tuple([p for p in self.still_in if p != player]),
            tables=put(self.tables, i, BARE[player]),
            monsters=put(self.monsters, player, tuple(guests)),
            dishes=put(self.dishes, player, add(self.dishes[player], table.dish)),
        )
        if cleared.still_in:
            return cleared._replace(turn=cleared._next_turn())
        if self.players == 2:
            return cleared._replace(phase="dismiss")
        return cleared._round_over()

    def _dismiss(self, i: int) -> State:  # S19
        table = self.tables[i]
        discard = self.discard
        for kind in table.guests:
            discard = add(discard, kind)
        assert table.dish is not None
        dummies = (*self.dummy_dishes, table.dish)
        return self._replace(discard=discard, dummy_dishes=dummies)._round_over()

    def _round_over(self) -> State:  # S17; S18: the turn stays with who cleared the last table
        if self.round == ROUNDS:
            return self._replace(tables=(), phase="over")  # S20
        everybody = tuple(range(self.players))
        return self._replace(round=self.round + 1, tables=(), still_in=everybody, phase="tables")

    _STEPS: ClassVar[Mapping[str, Callable[..., State]]] = {
        "remove": _remove,
        "deal": _deal,
        "first": _first,
        "draw": _draw,
        "reveal": _reveal,
        "seat": _seat,
        "lose": _lose,
        "discard": _discard,
        "clear": _clear,
        "dismiss": _dismiss,
    }

    @property
    def result(self) -> Result | None:
        """The scores and who shares the win (S20, R6), or None while the game goes on."""
        if self.phase != "over":
            return None
        scores = tuple(map(total, self.monsters, self.dishes))
        best = max(scores)
        winners = tuple(p for p, points in enumerate(scores) if points == best)
        return Result(scores, winners, "rounds_played")

    # why not ----------------------------------------------------------------------------

    def why_not(self, action: Action) -> tuple[str, str | None]:
        """Say why an action is not legal now, and by which rule."""
        if self.phase == "over":
            return "over", "S20"
        if action.player not in self.acting_players:
            out = set(range(self.players)).difference(self.still_in)
            gone = self.phase == "turn" and action.player in out
            return ("out_of_round", "S13") if gone else ("not_your_turn", "S5")
        if len(action.args) != _ARGS.get(action.kind, len(action.args)):
            return "unknown_action", None
        tables = range(len(self.tables))
        if action.kind in ("seat", "clear") and action.args and action.args[0] not in tables:
            return "no_such_table", "S2"
        if self.phase == "seat":
            return ("seats_taken", "S7") if action.kind == "seat" else ("must_seat", "S6")
        if self.phase == "lose":
            return ("kind_not_collected", "S10") if action.kind == "lose" else ("must_lose", "S9")
        if self.phase != "turn":
            return "cannot_happen", None  # chance, with a card that is not there
        if action.kind == "draw":
            return ("all_full", "S14") if any(self.deck) else ("deck_empty", "S16")
        if action.kind == "clear" and action.args and action.args[0] in self._open_tables():
            return "table_empty", "S12"
        return ("table_cleared", "S12") if action.kind == "clear" else ("draw_or_clear", "S4")

    # what can be seen -------------------------------------------------------------------

    @property
    def options(self) -> Mapping[str, Json]:
        """The options that were given."""
        given: dict[str, Json] = {}
        if self.setup.first is not None:
            given["first"] = self.setup.first
        if self.setup.out is not None:
            given["out"] = list(self.setup.out)
        return given

    def zones(self, viewer: Viewer) -> Mapping[str, tuple[str, ...]]:
        """Return where the cards are; the faces of both decks are for "all" only."""
        if viewer == "all":
            deck, dish_deck = keys(self.deck, CARDS), keys(self.dish_deck, FOODS)
        else:
            deck, dish_deck = (HIDDEN,) * sum(self.deck), (HIDDEN,) * sum(self.dish_deck)
        zones = {"deck": deck, "drawn": () if self.drawn is None else (CARDS[self.drawn],)}
        for i, table in enumerate(self.tables):
            zones[f"table:{i}"] = () if table.dish is None else (FOODS[table.dish],)
            zones[f"seats:{i}"] = tuple(MONSTERS[kind] for kind in table.guests)
        for p in range(self.players):
            zones[f"monsters:{p}"] = keys(self.monsters[p], MONSTERS)
            zones[f"dishes:{p}"] = keys(self.dishes[p], FOODS)
        dummies = tuple(FOODS[kind] for kind in self.dummy_dishes)
        zones["discard"] = keys(self.discard, CARDS) + dummies
        zones["dish_deck"] = dish_deck
        zones["out"] = tuple(FOODS[kind] for kind in self.out for _ in range(6 + 2))
        return zones

    def values(self, viewer: Viewer) -> Mapping[str, Json]:
        """Return the round, the phase, who is still in, who cleared which table."""
        return {
            "round": self.round,
            "phase": self.phase,
            "still_in": list(self.still_in),
            "cleared_by": [table.cleared_by for table in self.tables],
            "dummy_dishes": [FOODS[kind] for kind in self.dummy_dishes],
            "places": self.places,
            "winners": [] if self.result is None else list(self.result.winners),
        }

    def resample_hidden(self, viewer: Viewer, rng: Rng) -> State:
        """Return this state: which card comes next is not decided before it is drawn."""
        return self

    def events(self, action: Action, after: engine.State) -> tuple[Event, ...]:
        """Tell what an action did, each thing with its rule."""
        return events(self, action, cast(State, after))
