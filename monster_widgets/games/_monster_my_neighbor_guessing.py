"""Monster My Neighbor: how the round may have gone, at random, as far as one viewer knows.

A guess follows the physical cards from the deal on. A card gets its name when the viewer sees it,
and not before; what he saw then is as likely as cards without a name make it, and that is the
weight of the guess. (Sequential importance sampling, under the assumption that `worlds` counts by.)
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, TypeVar, cast

from ..engine.piles import put
from ..engine.types import Action, Viewer
from ..probability.distribution import Rng
from ._monster_my_neighbor_box import (
    DOG,
    GUMIHO,
    HAND,
    HIDE,
    HUNTER,
    INDEX,
    KINDS,
    LAID,
    MERMAID,
    WANTED,
)
from ._monster_my_neighbor_seen import MONSTER, UNKNOWN, Fact, Seen, seen

if TYPE_CHECKING:
    from .monster_my_neighbor import State


T = TypeVar("T")
Cards = tuple[int, ...]
"""Cards by their numbers, in the order in which they came."""


class Contradiction(Exception):
    """The guess cannot be: it contradicts what the viewer has seen."""


class Guess:
    """One course of a round. Cards are numbered in the order in which they were dealt."""

    def __init__(self, known: Seen, rng: Rng) -> None:
        """Deal: the viewer's own cards in the order he got them in, the others at random."""
        self.seen, self.rng, self.weight = known, rng, 1.0
        self.monster, self.spared = UNKNOWN, False
        self.names = [UNKNOWN] * (HAND * known.players)
        cards, players = range(len(self.names)), known.players
        self.hands = tuple(tuple(cards[p::players]) for p in range(players))
        self.passing: tuple[Cards, ...] = ((),) * players
        self.fog: Cards = ()
        self.moved: tuple[Cards, ...] = ()
        """The cards that moved, fact by fact."""
        self._shared: tuple[tuple[Cards, int], ...] = ()
        for card, kind in zip(self.hands[known.viewer], known.own, strict=False):
            self.names[card] = min(kind, MONSTER)
            if kind >= MONSTER:
                self.monster = kind
        own = [min(kind, MONSTER) for kind in known.own]
        self.pool = list(known.pool)
        for kind in own:
            if kind not in (WANTED, MONSTER):
                self.pool[kind] -= 1
        self._lay_out(own)

    def _lay_out(self, own: Sequence[int]) -> None:
        """Give out the cards that are in every starting deck, if the viewer has not got them."""
        if WANTED not in own:
            first = range(self.seen.players) if self.seen.wanted is None else [self.seen.wanted]
            self._put_somewhere([card for p in first for card in self.hands[p]], WANTED)
        if MONSTER not in own:
            self._put_somewhere(range(len(self.names)), MONSTER)
        # the Hunter and the Hide of the starting deck: is it one of the viewer's own (which took
        # none from the pool then), or somebody else's? Counted like the worlds.
        n, m = own.count(HUNTER), own.count(HIDE)
        left, rest, some = (self.pool[HUNTER] + 1, self.pool[HIDE] + 1, sum(self.pool) + 1)
        free = self.names.count(UNKNOWN)
        cases = {
            (): free * (free - 1) * left * rest,
            (HUNTER,): n * some * free * rest,
            (HIDE,): free * left * m * some,
            (HUNTER, HIDE): n * m * some * (some + 1),
        }
        mine = _pick(list(cases), list(cases.values()), self.rng)
        for kind in (HUNTER, HIDE):
            if kind in mine:
                self.pool[kind] += 1
            else:
                self._put_somewhere(range(len(self.names)), kind)

    def _put_somewhere(self, cards: Sequence[int], kind: int) -> None:
        free = [card for card in cards if self.names[card] == UNKNOWN]
        self.names[free[int(self.rng.random() * len(free))]] = kind

    def copy(self, weight: float | None = None) -> Guess:
        """Return the same guess, to go on in another way."""
        other = Guess.__new__(Guess)
        other.__dict__.update(self.__dict__)
        other.pool, other.names = self.pool[:], self.names[:]
        if weight is not None:
            other.weight = weight
        return other

    # cards without a name ---------------------------------------------------------------

    def _named(self, card: int, kind: int) -> None:
        """Let a card without a name be of a kind, with the chance that this had."""
        total = sum(self.pool)
        self._weigh(self.pool[kind], total)
        self.names[card] = kind
        self.pool[kind] -= 1

    def _weigh(self, ways: int, total: int) -> None:
        if not ways:
            raise Contradiction
        self.weight *= ways / total

    def _name_all(self, cards: Sequence[int], but: int = UNKNOWN) -> None:
        """Draw names for the cards that have none, of any kind but one."""
        names, pool, random = self.names, self.pool, self.rng.random
        for card in cards:
            if names[card] != UNKNOWN:
                continue
            sums = list(accumulate(pool))
            if but != UNKNOWN:
                total = sums[-1]
                sums = list(accumulate([*pool[:but], 0, *pool[but + 1 :]]))
                self._weigh(sums[-1], total)
            names[card] = bisect_right(sums, random() * sums[-1])
            pool[names[card]] -= 1

    def _has(self, player: int, kind: int) -> bool:
        return any(self.names[card] == kind for card in self.hands[player])

    def _find(self, player: int, kind: int) -> int:
        """Return a card of a kind that a player was seen to hold, in his hand."""
        hand = self.hands[player]
        named = [card for card in hand if self.names[card] == kind]
        if named:
            return named[0]
        blank = tuple(card for card in hand if self.names[card] == UNKNOWN)
        if kind == MONSTER or not blank:
            raise Contradiction
        # each blank card is tried equally often, so a hand with j such cards comes up j times
        if len(blank) > 1:
            self._shared += ((blank, kind),)
        self.weight *= len(blank)
        card = blank[int(self.rng.random() * len(blank))]
        self._named(card, kind)
        return card

    def _which_monster(self, kind: int) -> None:
        if self.monster == UNKNOWN:
            self._weigh(int(kind in self.seen.monsters), len(self.seen.monsters))
            self.monster = kind
        elif self.monster != kind:
            raise Contradiction

    def finish(self) -> None:
        """Correct the weight for what was tried several times."""
        for cards, kind in self._shared:
            self._name_all(cards)
            self.weight /= [self.names[card] for card in cards].count(kind)
        self._shared = ()

    # facts ------------------------------------------------------------------------------

    def tell(self, fact: Fact) -> None:
        """Go one step on; Contradiction if this guess cannot be."""
        kind = fact.kind
        if kind.startswith("play_"):
            card = self._find(fact.player, INDEX[kind.removeprefix("play_")])
            self._drop(fact.player, card)
            self.moved += ((card,),)
            self._effect(fact)
        elif kind in ("monster_last", "monster_early", "dog_caught"):
            self._monster_out(fact.player, fact.cards[0])
            self.moved += ((),)
        elif kind == "stuck":
            hunter = self._stuck(fact.player, villagers=fact.villagers)
            self._drop(fact.player, hunter)
            self.moved += ((hunter,),)
        elif kind.endswith("_done"):
            self._exchange(fact)
            self.moved += ((),)
        elif kind == "fog_deal":
            card = self._draw(self.fog, fact)
            self.fog = _less(self.fog, card)
            self._take(fact.player, card)
            self.moved += ((card,),)
        else:
            self._move(fact)

    def _move(self, fact: Fact) -> None:
        player, other = fact.player, fact.other
        owner = other if fact.kind in ("rumor_draw", "steal_draw") else player
        card = self._draw(self.hands[owner], fact)
        self._drop(owner, card)
        match fact.kind:
            case "pass" | "rumor_draw":
                self.passing = put(self.passing, player, (*self.passing[player], card))
            case "steal_draw":
                self._take(player, card)
            case "give":
                self._take(other, card)
            case "fog_lift":
                self.fog += (card,)
            case "dog_discard":
                self._take(player, self.names.index(DOG))
        self.moved += ((card,),)

    def _take(self, player: int, card: int) -> None:
        self.hands = put(self.hands, player, (*self.hands[player], card))

    def _drop(self, player: int, card: int) -> None:
        self.hands = put(self.hands, player, _less(self.hands[player], card))

    def _draw(self, hand: Cards, fact: Fact) -> int:
        """Return a card of a hand: any, or one of the kind that the viewer saw."""
        if not fact.cards:
            cards = hand
            if fact.kind == "dog_discard":  # not the monster: the round would be over
                cards = tuple([card for card in hand if self.names[card] != MONSTER])
            self._weigh(len(cards), len(hand))
            card = cards[int(self.rng.random() * len(cards))]
        else:
            (sight,) = fact.cards
            kind, total = min(sight, MONSTER), sum(self.pool)
            left = 0 if kind == MONSTER else self.pool[kind]
            chance = {kind: float(total), UNKNOWN: float(left)}
            weights = [chance.get(self.names[card], 0.0) for card in hand]
            if not any(weights):
                raise Contradiction
            self.weight *= sum(weights) / (len(hand) * total)
            card = _pick(hand, weights, self.rng)
            if self.names[card] == UNKNOWN:
                self.names[card] = kind  # its chance is in the weight already
                self.pool[kind] -= 1
            if sight >= MONSTER:
                self._which_monster(sight)
        return card

    def _show(self, cards: Sequence[int], kinds: Sequence[int]) -> None:
        """Let cards be of the kinds that the viewer saw, in any order."""
        left = Counter(min(kind, MONSTER) for kind in kinds)
        left.subtract(self.names[card] for card in cards if self.names[card] != UNKNOWN)
        if min(left.values(), default=0) < 0 or left[MONSTER]:
            raise Contradiction
        blank = [card for card in cards if self.names[card] == UNKNOWN]
        names = list(left.elements())
        orders = 1.0
        for at, card in enumerate(blank):
            rest = names[at:]
            orders *= len(rest) / rest.count(names[at])
            self._named(card, names[at])
        self.weight *= orders
        for kind in kinds:
            if kind >= MONSTER:
                self._which_monster(kind)

    def _effect(self, fact: Fact) -> None:
        other = fact.other
        match fact.kind, fact.result:
            case "play_hunter", "missed":
                self._missed(fact)
            case "play_hunter", "caught":
                self._caught(fact)
            case "play_friend", "friend_hunter":
                self._drop(other, self._find(other, HUNTER))
            case "play_friend", "friend_none":
                if self._has(other, HUNTER):
                    raise Contradiction
                self._name_all(self.hands[other], but=HUNTER)
            case "play_investigate", _ if fact.cards:
                self._show(self.hands[other], fact.cards)
            case "play_fog", "" if self.seen.fog == "hands":
                self.fog = tuple([card for hand in self.hands for card in hand])
                self.hands = ((),) * len(self.hands)

    def _missed(self, fact: Fact) -> None:
        hand = self.hands[fact.other]
        if not self._has(fact.other, MONSTER):
            return
        first = not self.spared if self.seen.mermaid == "own" else fact.first
        safe = [k for k, yes in ((GUMIHO, len(hand) == 1), (MERMAID, first)) if yes]
        self.spared = True
        if self.monster in safe:
            return
        self._name_all(hand)
        if self._has(fact.other, HIDE):
            return
        possible = [k for k in safe if self.monster == UNKNOWN and k in self.seen.monsters]
        self._weigh(len(possible), len(self.seen.monsters))
        self.monster = possible[int(self.rng.random() * len(possible))]

    def _monster_out(self, player: int, kind: int) -> None:
        self._which_monster(kind)
        self._drop(player, self._find(player, MONSTER))

    def _caught(self, fact: Fact) -> None:
        (monster,), target = fact.cards, fact.other
        first = not self.spared if self.seen.mermaid == "own" else fact.first
        if self._has(target, HIDE) or (monster == MERMAID and first):
            raise Contradiction
        self._name_all(self.hands[target], but=HIDE)
        self._monster_out(target, monster)

    def _stuck(self, player: int, *, villagers: bool) -> int:
        for card in self.hands[player]:
            if self.names[card] == UNKNOWN:
                self._named(card, HUNTER)
            elif self.names[card] not in (HUNTER, MONSTER):
                raise Contradiction
        if villagers and self._has(player, MONSTER):  # it is no Mandrake, which could be played
            others = [kind for kind in self.seen.monsters if kind != INDEX["mandrake"]]
            if self.monster == UNKNOWN:
                self._weigh(len(others), len(self.seen.monsters))
                self.monster = others[int(self.rng.random() * len(others))]
            elif self.monster not in others:
                raise Contradiction
        return self._find(player, HUNTER)

    def _exchange(self, fact: Fact) -> None:
        for giver, kinds in fact.received:
            self._show(self.passing[giver], kinds)
        givers = [p for p, cards in enumerate(self.passing) if cards]
        for at, giver in enumerate(givers):
            own = fact.kind == "rumor_done"
            receiver = giver if own else givers[(at + 1) % len(givers)]
            hand = self.hands[receiver] + self.passing[giver]
            self.hands = put(self.hands, receiver, hand)
        self.passing = ((),) * len(self.passing)

    def could_play(self) -> None:
        """Contradiction if who is on turn would be stuck, or would not be stuck as he is."""
        if self.seen.stuck is not None:
            self._stuck(self.seen.stuck, villagers=self.seen.villagers)
        player = self.seen.free
        if player is None:
            return
        self._name_all(self.hands[player])
        names = {self.names[card] for card in self.hands[player]}
        if not names <= {HUNTER, MONSTER} or names == {MONSTER}:
            return
        if not (MONSTER in names and self.seen.villagers):
            raise Contradiction
        self._which_monster(INDEX["mandrake"])

    @property
    def holder(self) -> int | None:
        """Who holds the monster now; None while it is in the fog, or out."""
        card = self.names.index(MONSTER)
        for p, hand in enumerate(self.hands):
            if card in hand or card in self.passing[p]:
                return p
        return None


Crowd = list[Guess]
"""Guesses that go on together, with their weights."""


def guesses(known: Seen, n: int, rng: Rng) -> Crowd:
    """Return n courses of the round with their weights; [] if chance led into contradictions only.

    They go on together. Where few of them carry most of the weight, these are copied and the others
    left (a particle filter), so that the guesses after many facts still differ in what matters.
    """
    crowd = [Guess(known, rng) for _ in range(n)]
    for fact in known.facts:
        crowd = told(crowd, fact, rng)
    return finished(crowd, known, rng)


def told(crowd: Crowd, fact: Fact, rng: Rng) -> Crowd:
    """Return the guesses after one more fact; the ones given are used up."""
    going, n = _those_that(crowd, lambda one: one.tell(fact), rng), len(crowd)
    total = sum(one.weight for one in going)
    if len(going) == n and 2 * total**2 >= n * sum(one.weight**2 for one in going):
        return going
    weights = [one.weight for one in going]
    return [_pick(going, weights, rng).copy(total / n) for _ in range(n)] if going else []


def finished(crowd: Crowd, known: Seen, rng: Rng) -> Crowd:
    """Return the guesses that fit what is known now, with their final weights; used up, too."""

    def finish(one: Guess) -> None:
        one.seen = known
        one.could_play()
        one.finish()

    return _those_that(crowd, finish, rng)


def _those_that(crowd: Crowd, step: Callable[[Guess], None], rng: Rng) -> Crowd:
    going = []
    for one in crowd:
        one.rng = rng
        try:
            step(one)
        except Contradiction:
            continue
        going.append(one)
    return going


def _less(cards: Cards, card: int) -> Cards:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _pick(items: Sequence[T], weights: Sequence[float], rng: Rng) -> T:
    sums = list(accumulate(weights))
    return items[bisect_right(sums, rng.random() * sums[-1])]


# ---------------------------------------------------------------- a whole round, as actions

GUESSES = 8
"""Guesses that go on together; one of them is taken, according to its weight."""
TRIES = 20
"""Times after which a viewer has to be content with the truth."""


def another_past(state: State, viewer: Viewer, rng: Rng) -> State:
    """Return a state that this viewer could not tell from the true one, and the way to it.

    This round is guessed anew, roughly as likely as the viewer must think it; rounds that are over
    stay as they were. In the rare case that no guess fits, it is the true state.
    """
    actions: list[Action] = []
    start = state
    while start.action is not None and _before(start).round == state.round:
        actions.append(start.action)
        start = _before(start)
    known = seen(state.view(viewer))
    tries = TRIES if state.phase not in ("collect", "over") else 1  # nothing is at stake then
    for _ in range(tries):
        if found := guesses(known, GUESSES, rng):
            one = _pick(found, [g.weight for g in found], rng)
            return _replayed(start, actions[::-1], one, rng)
    return state


def _before(state: State) -> State:
    return cast("State", state.previous)


def _replayed(start: State, actions: Sequence[Action], one: Guess, rng: Rng) -> State:
    one._name_all(range(len(one.names)))
    if one.monster == UNKNOWN:
        one.monster = one.seen.monsters[int(rng.random() * len(one.seen.monsters))]
    names = [KINDS[one.monster if name == MONSTER else name] for name in one.names]
    added = list(names)
    for kind in (*LAID, one.monster):
        added.remove(KINDS[kind])
    chosen: dict[str, Callable[[], str]] = {
        "add": lambda: added.pop(int(rng.random() * len(added))),
        "monster": lambda: KINDS[one.monster],
    }
    state, dealt, told = start, 0, 0
    for action in actions:
        key: str | None = None
        if action.kind in chosen:
            key = chosen[action.kind]()
        elif action.kind == "deal" and state.phase == "deal":
            key, dealt = names[dealt], dealt + 1
        else:
            if action.kind not in ("play", "exchange", "collect"):
                key = names[one.moved[told][0]] if one.moved[told] else None
            told += 1
        if key is not None:
            action = action._replace(args=(key,))
        state = state.apply(action)
    return state
