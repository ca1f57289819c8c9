"""Monster My Neighbor: somebody holds the monster, and the cards keep changing hands.

Every round a monster is shuffled in among four cards for each player, and nobody shows what he has.
Whoever holds the monster wants to play it as his last card; the others hunt it. Cards are passed on
unseen, stolen and spied upon, so what one can know is a probability: `beliefs` works it out.

Rules are cited by number (S stated, D derived, R our ruling): docs/rules/monster_my_neighbor.md.

Zones: deck (general cards not in play), monsters (not used yet), start (the starting deck before it
is dealt), fog (cards that Fog is mixing), used (monsters of earlier rounds), hand:<p>, played:<p>,
face_down:<p>, passing:<p> (chosen, and not yet passed on). Values: round, phase, on_turn, friends,
hunters and villagers (played in this round), winners. Options: deck ("analogy", "lesson" or a
mapping: how many copies of each card), mermaid ("round" or "own": which first Hunter she need not
fear), fog ("hands" or "card": what Fog mixes).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, NamedTuple, cast

from .. import engine
from ..engine import CHANCE, HIDDEN, Action, Event, Result, Viewer, parse
from ..engine.piles import Pile, add, keys, put, together
from ..engine.types import Json
from ..probability.distribution import Rng
from ..probability.whole import as_whole
from ._monster_my_neighbor_beliefs import Beliefs, beliefs
from ._monster_my_neighbor_beside import label, odds, scores
from ._monster_my_neighbor_box import (
    CONDITIONS,
    DOG,
    ENOUGH,
    EXCHANGES,
    FIRST_MONSTER,
    FOG_READINGS,
    GUMIHO,
    HIDE,
    HUNTER,
    INDEX,
    KINDS,
    LAID,
    MERMAID,
    MERMAID_READINGS,
    MONSTERS,
    NO_CARDS,
    ROLES,
    ROUNDS,
    TARGETED,
    WANTED,
    Deck,
    added,
    copies_of,
    deck_option,
)
from ._monster_my_neighbor_counts import STATISTICS, monsters_played, rounds_won
from ._monster_my_neighbor_guessing import another_past
from ._monster_my_neighbor_strategy import POLICIES
from ._monster_my_neighbor_tables import RULES, VALUES, ZONES
from ._monster_my_neighbor_telling import events

__all__ = [
    "KINDS",
    "MONSTERS",
    "POLICIES",
    "RULES",
    "STATISTICS",
    "VALUES",
    "ZONES",
    "Beliefs",
    "State",
    "beliefs",
    "events",
    "initial_state",
    "label",
    "monsters_played",
    "odds",
    "parse",
    "rounds_won",
    "scores",
]

NAME = "monster_my_neighbor"
PLAYERS = range(3, 9)

FORCED = frozenset({"exchange", "stuck", "collect"})
OPEN = frozenset({"play"})

DRAW, DEAL = (tuple(Action(CHANCE, kind, (key,)) for key in KINDS) for kind in ("draw", "deal"))
ADD, MONSTER = (tuple(Action(CHANCE, kind, (key,)) for key in KINDS) for kind in ("add", "monster"))
STUCK = Action(CHANCE, "stuck", ("hunter",))
EXCHANGE, COLLECT = Action(CHANCE, "exchange"), Action(CHANCE, "collect")


class Setup(NamedTuple):
    """What was agreed before the first card."""

    players: int
    deck: Deck
    mermaid: str
    fog: str


class _Fields(NamedTuple):
    setup: Setup
    phase: str
    round: int
    turn: int | None
    """Who is on turn; None before the round's first."""
    turns: tuple[int, ...]
    """How many turns each player has taken in this round."""
    deck: Pile
    monsters: Pile
    start: Pile
    hands: tuple[Pile, ...]
    played: tuple[tuple[int, ...], ...]
    face_down: tuple[Pile, ...]
    passing: tuple[tuple[int, ...], ...]
    ring: tuple[int, ...]
    """Who takes part in an exchange, from the one on turn to the left."""
    number: int
    """How many cards each passes in an exchange."""
    sizes: tuple[int, ...]
    """How many cards everybody gets back out of the fog."""
    fog: Pile
    target: int | None
    friends: tuple[int, ...]
    shots: tuple[int, ...]
    """At whom Hunters were played in this round; −1: at nobody."""
    spared: bool
    """Whether a Hunter has been aimed at who held the monster (R9)."""
    used: tuple[int, ...]
    bills: tuple[tuple[tuple[int, str], ...], ...]
    """For each player, the monster and the role of every round that brought points."""


def initial_state(
    players: int = 4,
    *,
    deck: str | Mapping[str, int] = "analogy",
    mermaid: str = "round",
    fog: str = "hands",
) -> State:
    """Return the state before any card is dealt.

    `deck`: copies of each general card, "analogy", "lesson" or a mapping card → count (R1).
    `mermaid`: the Hunter that has no effect on her is the "round"'s first, or the first aimed at
    her "own" holder (R9). `fog`: it mixes all "hands", or one "card" of each (R7).
    """
    number = as_whole(players)
    if number is None or number not in PLAYERS:
        raise ValueError(f"Monster My Neighbor is for 3 to 8 players, not {players!r}")
    for name, value, allowed in (
        ("mermaid", mermaid, MERMAID_READINGS),
        ("fog", fog, FOG_READINGS),
    ):
        if value not in allowed:
            raise ValueError(f"{name} must be {' or '.join(map(repr, allowed))}, not {value!r}")
    setup = Setup(number, deck_option(deck, number), mermaid, fog)
    monsters = tuple(int(kind >= FIRST_MONSTER) for kind in range(len(KINDS)))
    blank = State(
        setup=setup,
        phase="over",
        round=0,
        turn=None,
        turns=(),
        deck=NO_CARDS,
        monsters=monsters,
        start=NO_CARDS,
        hands=(),
        played=(),
        face_down=(),
        passing=(),
        ring=(),
        number=0,
        sizes=(),
        fog=NO_CARDS,
        target=None,
        friends=(),
        shots=(),
        spared=False,
        used=(),
        bills=((),) * number,
    )
    return blank._new_round()


class State(engine.State, _Fields):
    """One moment of a game of Monster My Neighbor."""

    @property
    def players(self) -> int:  # type: ignore[override]  # a game's state may compute it
        """The number of players."""
        return self.setup.players

    # setting up a round -----------------------------------------------------------------

    def _new_round(self) -> State:  # S1; S30: all general cards go back
        n = self.players
        start = tuple(int(kind in LAID) for kind in range(len(KINDS)))
        copies = (*copies_of(self.setup.deck), *(0,) * len(MONSTERS))
        return self._replace(
            phase="add",
            round=self.round + 1,
            turn=None,
            turns=(0,) * n,
            deck=tuple(a - b for a, b in zip(copies, start, strict=True)),
            start=start,
            hands=(NO_CARDS,) * n,
            played=((),) * n,
            face_down=(NO_CARDS,) * n,
            passing=((),) * n,
            target=None,
            friends=(),
            shots=(),
            spared=False,
        )

    def _add(self, key: str) -> State:  # S2
        kind = INDEX[key]
        start = add(self.start, kind)
        full = sum(start) == len(LAID) + added(self.players)
        deck = add(self.deck, kind, -1)
        return self._replace(deck=deck, start=start, phase="monster" if full else "add")

    def _monster(self, key: str) -> State:  # S3
        kind = INDEX[key]
        monsters, start = add(self.monsters, kind, -1), add(self.start, kind)
        return self._replace(monsters=monsters, start=start, phase="deal")

    def _deal(self, key: str) -> State:
        kind = INDEX[key]
        if self.phase == "fog":
            return self._out_of_the_fog(kind)
        hands, start = self._hands_with(self.dealt_to(), kind), add(self.start, kind, -1)  # S4
        if any(start):
            return self._replace(hands=hands, start=start)
        first = next(p for p, hand in enumerate(hands) if hand[WANTED])  # S5
        return self._replace(hands=hands, start=start, phase="turn", turn=first)

    def dealt_to(self) -> int:
        """Return who gets the next card of a deal."""
        if self.phase == "fog":
            return next(p for p in self.ring if sum(self.hands[p]) < self.sizes[p])
        return sum(map(sum, self.hands)) % self.players

    # whose turn, and what may be done ---------------------------------------------------

    @property
    def acting_players(self) -> tuple[int, ...]:
        """Return who may choose, or chance, or nobody when the game is over."""
        match self.phase:
            case "turn" | "give":
                return (cast(int, self.turn),)
            case "dog":
                return (cast(int, self.target),)
            case "gossip" | "swap":  # hidden, and all at once
                missing = [p for p in self.ring if len(self.passing[p]) < self.number]
                return tuple(sorted(missing))
        return () if self.phase == "over" else (CHANCE,)

    def choices(self, player: int) -> tuple[Action, ...]:
        """Return the legal actions: a card to play (S6), to pass on, to give or to discard."""
        if self.phase != "turn":
            asked = {"dog": "discard", "give": "give"}.get(self.phase, "pass")
            hand = zip(KINDS, self.hands[player], strict=True)
            return tuple([Action(player, asked, (key,)) for key, n in hand if n])
        found: list[Action] = []
        for kind, n in enumerate(self.hands[player]):
            if n and self.may_play(player, kind):
                found += self._ways_to_play(player, KINDS[kind])
        return tuple(found)

    def may_play(self, player: int, kind: int) -> bool:
        """Tell whether a player on turn could play a card of this kind, if he had it."""
        if not any(self.turns):
            return kind == WANTED  # S5
        if kind == HUNTER:
            return self.turns[player] > 0  # S8
        if kind < FIRST_MONSTER or sum(self.hands[player]) == 1:
            return True  # D1
        needed = CONDITIONS.get(KINDS[kind])  # S24, S25
        return needed is not None and self.times_played(needed) >= ENOUGH

    def times_played(self, key: str) -> int:
        """Return how many Hunters, Villagers … were played in this round."""
        return sum(pile.count(INDEX[key]) for pile in self.played)

    def _ways_to_play(self, player: int, key: str) -> list[Action]:
        targets = self.targets(player) if key in TARGETED else []
        left = sum(self.hands[player]) - 1
        if not targets or (key == "deal" and not left):  # S22, R8
            return [Action(player, "play", (key,))]
        if key != "deal":
            return [Action(player, "play", (key, p)) for p in targets]
        return [
            Action(player, "play", (key, p, n))
            for p in targets
            for n in (1, 2)  # S20
            if n <= min(left, sum(self.hands[p]))
        ]

    def targets(self, player: int) -> list[int]:
        """Return the other players who hold a card (R8)."""
        return [p for p, hand in enumerate(self.hands) if p != player and any(hand)]

    def chances(self) -> tuple[Sequence[Action], Sequence[int]]:
        """Return the outcomes of chance, weighted by the number of cards."""
        match self.phase:
            case "add":
                return ADD, self.deck
            case "monster":
                return MONSTER, self.monsters
            case "deal":
                return DEAL, self.start
            case "fog":
                return DEAL, self.fog
            case "rumor" | "steal" | "lift":
                return DRAW, self.hands[self.drawing()[1]]
            case "exchange":
                return (EXCHANGE,), (1,)
            case "stuck":
                return (STUCK,), (1,)
            case "collect":
                return (COLLECT,), (1,)
        raise ValueError("it is not chance's turn")

    def drawing(self) -> tuple[int, int]:
        """Return who draws a card now, and out of whose hand."""
        if self.phase == "steal":
            return cast(int, self.turn), cast(int, self.target)
        if self.phase == "lift":
            p = self.ring[sum(self.fog)]
            return p, p
        drawn = sum(map(len, self.passing))  # rumor: from the right, and the ring runs to the left
        return self.ring[drawn], self.ring[drawn - 1]

    # playing a card ---------------------------------------------------------------------

    def after(self, action: Action) -> State:
        """Return the state after a legal action."""
        if action.kind == "pass":
            return self._pass(action.player, *cast(tuple[str], action.args))
        return self._STEPS[action.kind](self, *action.args)

    def _play(self, key: str, target: int | None = None, number: int = 1) -> State:
        kind, player = INDEX[key], cast(int, self.turn)
        state = self._replace(
            hands=self._hands_with(player, kind, -1),
            played=put(self.played, player, (*self.played[player], kind)),
            turns=put(self.turns, player, self.turns[player] + 1),
            target=target,
            number=number,
        )
        if kind >= FIRST_MONSTER:  # S10
            return state._round_over(kind, holder=player)
        effect = self._EFFECTS.get(key)
        if effect is None or (key in EXCHANGES and not state.exchanges()):
            return state._next_turn()
        return effect(state)

    def exchanges(self) -> bool:
        """Tell whether an exchange that was just played does anything (S22, R8)."""
        return any(self.hands[cast(int, self.turn)]) and bool(self.targets(cast(int, self.turn)))

    def _next_turn(self) -> State:  # S6, R2
        turn = cast(int, self.turn)
        order = (*range(turn + 1, self.players), *range(turn + 1))
        player = next(p for p in order if any(self.hands[p]))
        hand = self.hands[player]
        playable = any(n and self.may_play(player, kind) for kind, n in enumerate(hand))
        phase = "turn" if playable else "stuck"  # S9
        return self._replace(turn=player, phase=phase, target=None, ring=(), number=0)

    def _stuck(self, key: str) -> State:  # S9
        player = cast(int, self.turn)
        down = add(self.face_down[player], INDEX[key])
        return (
            self._without_card(player, INDEX[key])
            ._replace(
                face_down=put(self.face_down, player, down),
                turns=put(self.turns, player, self.turns[player] + 1),
            )
            ._next_turn()
        )

    def _hunter(self) -> State:  # S11
        if self.target is None:
            return self._replace(shots=(*self.shots, -1))._next_turn()
        safe, monster = self.protection(), self.monster_of(self.target)
        state = self._replace(
            shots=(*self.shots, self.target), spared=self.spared or monster is not None
        )
        if monster is None or safe is not None:
            return state._next_turn()  # S12
        return state._caught(self.target, monster)

    def monster_of(self, player: int) -> int | None:
        """Return the kind of the monster in a hand, if there is one."""
        hand = self.hands[player]
        return next((k for k in range(FIRST_MONSTER, len(KINDS)) if hand[k]), None)

    def protection(self) -> int | None:
        """Return the card that keeps a Hunter's target from harm, if it holds the monster."""
        hand = self.hands[cast(int, self.target)]
        if hand[HIDE]:
            return HIDE  # S13
        if hand[GUMIHO] and sum(hand) == 1:
            return GUMIHO  # S23
        first = not self.spared if self.setup.mermaid == "own" else not self.shots
        return MERMAID if hand[MERMAID] and first else None  # R9

    def _dog(self) -> State:  # S14
        return self._next_turn() if self.target is None else self._replace(phase="dog")

    def _discard(self, key: str) -> State:
        player, victim, kind = cast(int, self.turn), cast(int, self.target), INDEX[key]
        if kind >= FIRST_MONSTER:
            return self._caught(victim, kind)  # S15
        down = add(self.face_down[player], kind)
        state = self._without_card(victim, kind)._with_card(victim, DOG)
        played = put(self.played, player, self.played[player][:-1])
        return state._replace(
            played=played, face_down=put(self.face_down, player, down)
        )._next_turn()

    def _friend(self) -> State:  # S16
        state = self._replace(friends=tuple(sorted({*self.friends, cast(int, self.turn)})))
        if self.target is not None and self.hands[self.target][HUNTER]:  # S17
            state = state._without_card(self.target, HUNTER)
            state = state._replace(deck=add(state.deck, HUNTER))
        return state._next_turn()

    def _investigate(self) -> State:  # R4: nothing moves; events tell who sees what
        return self._next_turn()

    # exchanges --------------------------------------------------------------------------

    def _all_exchange(self, phase: str) -> State:
        turn = cast(int, self.turn)
        seats = [(turn + k) % self.players for k in range(self.players)]
        ring = tuple(p for p in seats if any(self.hands[p]))  # R5
        return self._replace(phase=phase, ring=ring, number=1)

    def _gossip(self) -> State:  # S18
        return self._all_exchange("gossip")

    def _rumor(self) -> State:  # S19
        return self._all_exchange("rumor")

    def _swap(self) -> State:  # S20
        ring = (cast(int, self.turn), cast(int, self.target))
        return self._replace(phase="swap", ring=ring)

    def _pass(self, player: int, key: str) -> State:
        return self._without_card(player, INDEX[key])._set_aside(player, INDEX[key])

    def _set_aside(self, player: int, kind: int) -> State:
        passing = put(self.passing, player, (*self.passing[player], kind))
        done = sum(map(len, passing)) == len(self.ring) * self.number
        return self._replace(passing=passing, phase="exchange" if done else self.phase)

    def receiver(self, giver: int) -> int:
        """Return who gets the card that lies before a player in an exchange."""
        at = self.ring.index(giver)
        # Rumor's cards were drawn by who gets them; the others go to the left (S18, S20)
        drawn = self.played[cast(int, self.turn)][-1] == INDEX["rumor"]
        return giver if drawn else self.ring[(at + 1) % len(self.ring)]

    def _exchange(self) -> State:
        state = self._replace(passing=((),) * self.players)
        for giver in self.ring:
            for kind in self.passing[giver]:
                state = state._with_card(self.receiver(giver), kind)
        return state._next_turn()

    def _steal(self) -> State:  # S21
        return self._next_turn() if self.target is None else self._replace(phase="steal")

    def _draw(self, key: str) -> State:
        drawer, owner = self.drawing()
        kind = INDEX[key]
        state = self._without_card(owner, kind)
        if self.phase == "rumor":
            return state._set_aside(drawer, kind)
        if self.phase == "steal":
            return state._with_card(drawer, kind)._replace(phase="give")
        fog = add(self.fog, kind)
        return state._replace(fog=fog, phase="fog" if sum(fog) == len(self.ring) else "lift")

    def _give(self, key: str) -> State:
        turn, target, kind = cast(int, self.turn), cast(int, self.target), INDEX[key]
        return self._without_card(turn, kind)._with_card(target, kind)._next_turn()

    def _fog(self) -> State:  # R7
        state = self._all_exchange("lift")._replace(sizes=tuple(map(sum, self.hands)))
        if self.setup.fog == "card":
            return state
        fog = NO_CARDS
        for hand in self.hands:
            fog = together(fog, hand)
        return state._replace(phase="fog", fog=fog, hands=(NO_CARDS,) * self.players)

    def _out_of_the_fog(self, kind: int) -> State:
        state = self._with_card(self.dealt_to(), kind)._replace(fog=add(self.fog, kind, -1))
        return state if any(state.fog) else state._next_turn()

    def _with_card(self, player: int, kind: int) -> State:
        return self._replace(hands=self._hands_with(player, kind))

    def _without_card(self, player: int, kind: int) -> State:
        return self._replace(hands=self._hands_with(player, kind, -1))

    def _hands_with(self, player: int, kind: int, n: int = 1) -> tuple[Pile, ...]:
        return put(self.hands, player, add(self.hands[player], kind, n))

    # the end of a round -----------------------------------------------------------------

    def _caught(self, holder: int, monster: int) -> State:
        state = self._without_card(holder, monster)
        laid = put(self.played, holder, (*self.played[holder], monster))
        return state._replace(played=laid)._round_over(monster, holder, by=self.turn)

    def _round_over(self, monster: int, holder: int, by: int | None = None) -> State:
        bills = list(self.bills)
        for p in range(self.players):
            if role := self._role(p, monster, holder, by):
                bills[p] = (*bills[p], (monster, role))
        phase = "collect" if self.round < ROUNDS else "over"  # S31
        return self._replace(phase=phase, bills=tuple(bills))

    def _role(self, player: int, monster: int, holder: int, by: int | None) -> str | None:
        """Return for what a player scores when the monster was played, or caught by somebody."""
        with_monster = player == holder or player in self.friends
        if by is None:  # S26, S27, R10
            if player == holder:
                return "vampire" if KINDS[monster] == "vampire" else "monster"
            return "friend" if with_monster else None
        if with_monster:
            return None  # S29: not even who caught it
        if player == by:
            return "catcher"  # S28
        return "betrayed" if by in self.friends else "neighbor"

    def _collect(self) -> State:  # S30
        laid = (kind for pile in self.played for kind in pile)
        monster = next(kind for kind in laid if kind >= FIRST_MONSTER)
        return self._replace(used=(*self.used, monster))._new_round()

    @property
    def result(self) -> Result | None:
        """The scores and who shares the win (S31), or None while the game goes on."""
        if self.phase != "over":
            return None
        points = tuple(sum(ROLES[role].points for _, role in bill) for bill in self.bills)
        best = max(points)
        winners = tuple(p for p, n in enumerate(points) if n == best)
        return Result(points, winners, "rounds_played")

    _STEPS: ClassVar[Mapping[str, Callable[..., State]]] = {
        "add": _add,
        "monster": _monster,
        "deal": _deal,
        "play": _play,
        "stuck": _stuck,
        "draw": _draw,
        "exchange": _exchange,
        "give": _give,
        "discard": _discard,
        "collect": _collect,
    }
    _EFFECTS: ClassVar[Mapping[str, Callable[[State], State]]] = {
        "hunter": _hunter,
        "dog": _dog,
        "friend": _friend,
        "investigate": _investigate,
        "gossip": _gossip,
        "rumor": _rumor,
        "deal": _swap,
        "steal": _steal,
        "fog": _fog,
    }

    # why not ----------------------------------------------------------------------------

    def why_not(self, action: Action) -> tuple[str, str | None]:
        """Say why an action is not legal now, and by which rule.

        Only of what its player may know: whether another player holds a card is never said.
        """
        if self.phase == "over":
            return "over", "S31"
        player, args = action.player, action.args
        if player not in self.acting_players:
            return "not_your_turn", "S6"
        if not args or len(args) > 3 or (len(args) > 1 and action.kind != "play"):
            return "unknown_action", None
        if self.acting_players == (CHANCE,):
            return "cannot_happen", None
        asked = {"turn": "play", "dog": "discard", "give": "give"}.get(self.phase, "pass")
        if action.kind != asked:
            return ("must_pass", "R6") if self.phase == "swap" else _ASKED[asked]
        if args[0] not in KINDS or not self.hands[player][INDEX[str(args[0])]]:
            return "not_in_hand", "S6"
        return self._why_not_play(player, str(args[0]), *args[1:])

    def _why_not_play(
        self, player: int, key: str, target: object = None, number: object = None
    ) -> tuple[str, str | None]:
        if not self.may_play(player, INDEX[key]):
            if not any(self.turns):
                return "wanted_first", "S5"
            return ("too_early", "S7") if INDEX[key] >= FIRST_MONSTER else ("no_hunter_yet", "S8")
        if key not in TARGETED or not self.targets(player):
            return "unknown_action", None
        if key == "deal" and sum(self.hands[player]) == 1:
            return "wrong_number", "S22"
        if target not in self.targets(player):
            return "no_such_target", "R8"
        if key != "deal":
            return "unknown_action", None
        return "wrong_number", "R8" if number in (1, 2) else "S20"

    # what can be seen -------------------------------------------------------------------

    @property
    def options(self) -> Mapping[str, Json]:
        """The options that differ from what is played by default."""
        given: dict[str, Json] = {}
        if self.setup.deck != "analogy":
            deck = self.setup.deck
            given["deck"] = deck if isinstance(deck, str) else dict(deck)
        if self.setup.mermaid != "round":
            given["mermaid"] = self.setup.mermaid
        if self.setup.fog != "hands":
            given["fog"] = self.setup.fog
        return given

    def zones(self, viewer: Viewer) -> Mapping[str, tuple[str, ...]]:
        """Return where the cards are; of the hands, a player sees his own."""

        def seen(cards: tuple[str, ...], *by: int) -> tuple[str, ...]:
            return cards if viewer == "all" or viewer in by else (HIDDEN,) * len(cards)

        zones = {
            "deck": seen(keys(self.deck, KINDS)),
            "monsters": seen(keys(self.monsters, KINDS)),
        }
        if any(self.start):
            zones["start"] = seen(keys(self.start, KINDS))
        if any(self.fog):
            zones["fog"] = seen(keys(self.fog, KINDS))
        if self.used:
            zones["used"] = tuple(KINDS[kind] for kind in self.used)
        exchange = any(self.passing)
        for p in range(self.players):
            zones[f"hand:{p}"] = seen(keys(self.hands[p], KINDS), p)
            if exchange:
                zones[f"passing:{p}"] = seen(tuple(KINDS[kind] for kind in self.passing[p]), p)
            zones[f"played:{p}"] = tuple(KINDS[kind] for kind in self.played[p])
            if any(self.face_down[p]):
                zones[f"face_down:{p}"] = seen(keys(self.face_down[p], KINDS))
        return zones

    def values(self, viewer: Viewer) -> Mapping[str, Json]:
        """Return the round, the phase, who is on turn, the friends, and what was played."""
        return {
            "round": self.round,
            "phase": self.phase,
            "on_turn": self.turn,
            "friends": list(self.friends),
            "hunters": self.times_played("hunter"),
            "villagers": self.times_played("villager"),
            "winners": [] if self.result is None else list(self.result.winners),
        }

    def flow(self, action: Action) -> Sequence[tuple[str, str]]:
        """Return where cards go that not everybody sees, as everybody may know it."""
        match action.kind:
            case "play":
                return self._flow_of_play(action)
            case "exchange":
                return [
                    (f"passing:{giver}", f"hand:{self.receiver(giver)}")
                    for giver in self.ring
                    for _ in self.passing[giver]
                ]
            case "discard" if INDEX[str(action.args[0])] < FIRST_MONSTER:
                hand, player = f"hand:{self.target}", self.turn
                return [(f"played:{player}", hand), (hand, f"face_down:{player}")]
        return ()

    def _flow_of_play(self, action: Action) -> list[tuple[str, str]]:
        flow = [(f"hand:{action.player}", f"played:{action.player}")]
        if action.args[0] == "friend" and len(action.args) > 1:
            target = int(action.args[1])
            flow += [(f"hand:{target}", "deck")] if self.hands[target][HUNTER] else []
        return flow

    def resample_hidden(self, viewer: Viewer, rng: Rng) -> State:
        """Return a state, with a past of this round, that this viewer could not tell from this."""
        return self if viewer == "all" else another_past(self, viewer, rng)

    def events(self, action: Action, after: engine.State) -> tuple[Event, ...]:
        """Tell what an action did, each thing with its rule."""
        return events(self, action, cast(State, after))


_ASKED = {
    "play": ("must_play", "S6"),
    "discard": ("must_discard", "S14"),
    "give": ("must_give", "S21"),
    "pass": ("must_pass", "S18"),
}
