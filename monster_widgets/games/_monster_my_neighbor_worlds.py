"""Monster My Neighbor: every way the cards can lie, as far as one viewer knows, and how likely.

The assumption: every unseen choice (which card is passed on, given, discarded) is uniform over the
cards of the hand, and a visible choice (which card is played, at whom) says only that it was legal.
Then every physical course of the round is equally likely, and a probability is a count of courses.

A world names only the cards that matter so far. A card that nothing is known of is UNKNOWN: any of
the pool, all equally likely, so unknown cards need no telling apart. A world splits when it must:
where a fact depends on who holds the Hides, the Hides are allotted in every possible way.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import comb, factorial, perm, prod
from typing import NamedTuple

from ..engine.piles import put
from ._monster_my_neighbor_box import (
    DOG,
    GUMIHO,
    HAND,
    HIDE,
    HUNTER,
    INDEX,
    LAID,
    MERMAID,
    WANTED,
)
from ._monster_my_neighbor_seen import MONSTER, UNKNOWN, Fact, Seen

Cards = tuple[int, ...]
"""Cards in order of their kinds; MONSTER and UNKNOWN stand for what is not known closer."""


class World(NamedTuple):
    """How the cards may lie. Its weight counts the ways, up to ``factorial(sum(pool))``."""

    hands: tuple[Cards, ...]
    passing: tuple[Cards, ...]
    fog: Cards
    pool: Cards
    """How many cards of each general kind nothing is known of."""
    monster: int
    """Which monster it is; UNKNOWN if any of those left (the weight counts them all)."""
    spared: bool
    """Whether a Hunter was aimed at who held the monster (R9)."""


Weighted = Iterator[tuple[World, int]]


def worlds(seen: Seen, limit: int) -> dict[World, int] | None:
    """Return every world with its weight, or None if there are more than `limit` on the way."""
    found: dict[World, int] | None = beginnings(seen)
    if found is not None and len(found) > limit:
        return None
    for fact in seen.facts:
        found = found and _after(seen, found, fact, limit)
    return found


FEW = 1000
"""Worlds that can be counted while a game goes on, step by step."""


@lru_cache(maxsize=64)
def few_worlds(seen: Seen) -> dict[World, int] | None:
    """Return every world like `worlds`, or None if there are more than FEW; step after step."""
    if not seen.facts:
        return beginnings(seen)
    earlier = few_worlds(seen.before())
    return earlier and _after(seen, earlier, seen.facts[-1], FEW)


def holders(seen: Seen, found: dict[World, int]) -> tuple[int, ...]:
    """Return the weight of all worlds in which each player holds the monster."""
    weights = [0] * seen.players
    for world, ways in found.items():
        places = zip(world.hands, world.passing, strict=True)
        held = next((p for p, place in enumerate(places) if MONSTER in place[0] + place[1]), None)
        if held is None:
            continue  # it is in the fog
        if seen.stuck is None:
            weights[held] += ways * factorial(sum(world.pool))
        # who is on his first turn shows whether he can play: what cannot be is counted out
        for player, sign in ((seen.stuck, 1), (seen.free, -1)):
            if player is not None:
                for now, weight in _stuck(seen, world, ways, player, villagers=seen.villagers):
                    weights[held] += sign * weight * factorial(sum(now.pool))
    return tuple(weights)


# ---------------------------------------------------------------- the deal


def beginnings(seen: Seen) -> dict[World, int]:
    """Return the worlds after the deal: who got the cards that are in every starting deck?"""
    own = tuple(min(card, MONSTER) for card in seen.own)
    found: dict[World, int] = defaultdict(int)
    for places, ways in _placings(seen, own):
        mine = Counter(own)
        mine.subtract(card for card, place in places if place == seen.viewer and card in own)
        drawn = [mine[kind] for kind in range(len(seen.pool))]
        pool = tuple(n - k for n, k in zip(seen.pool, drawn, strict=True))
        ways *= prod(perm(n, k) for n, k in zip(seen.pool, drawn, strict=True))
        monster, which = UNKNOWN, len(seen.monsters)
        if MONSTER in own:
            monster, which = max(seen.own), 1
        hands = []
        for p in range(seen.players):
            cards = [card for card, place in places if place == p]
            if p == seen.viewer:
                cards = [*own, *(card for card in cards if card not in own)]
            hands.append(_cards([*cards, *[UNKNOWN] * (HAND - len(cards))]))
        nothing: tuple[Cards, ...] = ((),) * seen.players
        world = World(tuple(hands), nothing, (), pool, monster, spared=False)
        if ways:
            found[world] += ways * which
    return dict(found)


def _placings(seen: Seen, own: Cards) -> Iterator[tuple[list[tuple[int, int]], int]]:
    """Yield who holds each card of every starting deck, and in how many places of his hand."""
    fixed = (*LAID, MONSTER)

    def place(i: int, free: list[int]) -> Iterator[tuple[list[tuple[int, int]], int]]:
        if i == len(fixed):
            yield [], 1
            return
        card = fixed[i]
        options = {p: free[p] for p in range(seen.players) if free[p]}
        if card in own:
            only = {seen.viewer: own.count(card)}
            # the viewer's Hunter or Hide may be another one than that of the starting deck
            options = only if card in (WANTED, MONSTER) else {**options, **only}
        if card == WANTED and seen.wanted is not None:
            options = {p: n for p, n in options.items() if p == seen.wanted}
        for p, n in options.items():
            taken = list(free)
            if not (p == seen.viewer and card in own):
                taken[p] -= 1
            for rest, ways in place(i + 1, taken):
                yield [(card, p), *rest], n * ways

    free = [HAND] * seen.players
    if seen.viewer >= 0:
        free[seen.viewer] -= len(own)
    yield from place(0, free)


# ---------------------------------------------------------------- one fact after the other


def _after(seen: Seen, found: dict[World, int], fact: Fact, limit: int) -> dict[World, int] | None:
    after: dict[World, int] = defaultdict(int)
    for world, ways in found.items():
        for other, weight in _told(seen, world, ways, fact):
            after[other] += weight
        if len(after) > limit:
            return None
    return dict(after)


def _told(seen: Seen, world: World, ways: int, fact: Fact) -> Weighted:
    """Yield what a world becomes when a fact is told: nothing, if it contradicts the fact."""
    player, other = fact.player, fact.other
    if fact.kind.startswith("play_"):
        for now, weight in _played(world, ways, player, INDEX[fact.kind.removeprefix("play_")]):
            yield from _effect(seen, now, weight, fact)
    elif fact.kind == "stuck":
        yield from _stuck(seen, world, ways, player, villagers=fact.villagers)
    elif fact.kind.endswith("_done"):
        yield from _exchanged(seen, world, ways, fact)
    elif fact.kind == "fog_deal":
        for now, weight, card, left in _drawn(seen, world, ways, world.fog, fact):
            yield _given(now._replace(fog=left), player, card), weight
    else:
        owner = other if fact.kind in ("rumor_draw", "steal_draw") else player
        for now, weight, card, left in _drawn(seen, world, ways, world.hands[owner], fact):
            moved = now._replace(hands=put(now.hands, owner, left))
            match fact.kind:
                case "pass" | "rumor_draw":
                    passing = _cards((*moved.passing[player], card))
                    yield moved._replace(passing=put(moved.passing, player, passing)), weight
                case "steal_draw":
                    yield _given(moved, player, card), weight
                case "give":
                    yield _given(moved, other, card), weight
                case "fog_lift":
                    yield moved._replace(fog=_cards((*moved.fog, card))), weight
                case "dog_discard" if card != MONSTER:  # with it the round would be over
                    yield _given(moved, player, DOG), weight


def _played(world: World, ways: int, player: int, kind: int) -> Weighted:
    """Yield the worlds in which a player has a card, without it."""
    for now, weight in _holding(world, ways, player, kind):
        if kind in now.hands[player]:
            hand = _without(now.hands[player], kind)
            yield now._replace(hands=put(now.hands, player, hand)), weight


def _holding(world: World, ways: int, player: int, kind: int) -> Weighted:
    """Yield the world, split if it does not say whether a player has a card of a kind."""
    hand = world.hands[player]
    if kind in hand or UNKNOWN not in hand or not world.pool[kind]:
        yield world, ways
    else:
        yield from _allotted(world, ways, kind)


def _effect(seen: Seen, world: World, ways: int, fact: Fact) -> Weighted:
    other = fact.other
    match fact.kind, fact.result:
        case "play_hunter", "missed":
            yield from _missed(seen, world, ways, fact)
        case "play_friend", "friend_hunter":
            yield from _played(world, ways, other, HUNTER)
        case "play_friend", "friend_none":
            for now, weight in _holding(world, ways, other, HUNTER):
                if HUNTER not in now.hands[other]:
                    yield now, weight
        case "play_investigate", _ if fact.cards:
            for now, weight in _shown(seen, world, ways, world.hands[other], fact.cards):
                yield now._replace(hands=put(now.hands, other, _generic(fact.cards))), weight
        case "play_fog", "" if seen.fog == "hands":
            fog = _cards(card for hand in world.hands for card in hand)
            yield world._replace(fog=fog, hands=((),) * len(world.hands)), ways
        case _:
            yield world, ways


def _missed(seen: Seen, world: World, ways: int, fact: Fact) -> Weighted:
    """Yield the worlds in which a Hunter has no effect: no monster there, or something protects."""
    target, hand = fact.other, world.hands[fact.other]
    if MONSTER not in hand:
        yield world, ways
        return
    first = not world.spared if seen.mermaid == "own" else fact.first
    safe = {kind for kind, yes in ((GUMIHO, len(hand) == 1), (MERMAID, first)) if yes}
    spared = world._replace(spared=True)
    if world.monster in safe:
        yield spared, ways
        return
    for now, weight in _holding(spared, ways, target, HIDE):
        if HIDE in now.hands[target]:
            yield now, weight
        elif now.monster == UNKNOWN:
            for monster in safe.intersection(seen.monsters):
                yield now._replace(monster=monster), weight // len(seen.monsters)


def _stuck(seen: Seen, world: World, ways: int, player: int, *, villagers: bool) -> Weighted:
    """Yield the worlds in which a hand is Hunters only, but for the monster; one of them goes."""
    hand = world.hands[player]
    n = hand.count(UNKNOWN)
    if not set(hand) <= {HUNTER, MONSTER, UNKNOWN}:
        return
    ways *= perm(world.pool[HUNTER], n)
    hunters = [HUNTER if card == UNKNOWN else card for card in hand]
    if not ways or HUNTER not in hunters:
        return
    hunters.remove(HUNTER)
    pool = put(world.pool, HUNTER, world.pool[HUNTER] - n)
    now = world._replace(hands=put(world.hands, player, _cards(hunters)), pool=pool)
    mandrake = INDEX["mandrake"]
    if MONSTER not in hand or not villagers:
        yield now, ways
    elif now.monster != UNKNOWN:
        if now.monster != mandrake:  # which could be played
            yield now, ways
    else:
        for monster in seen.monsters:
            if monster != mandrake:
                yield now._replace(monster=monster), ways // len(seen.monsters)


def _exchanged(seen: Seen, world: World, ways: int, fact: Fact) -> Weighted:
    players = range(len(world.hands))
    givers = [p for p in players if world.passing[p]]
    got = dict(fact.received)
    found: list[tuple[World, int]] = [(world, ways)]
    for giver, cards in got.items():
        found = [
            (now._replace(passing=put(now.passing, giver, _generic(cards))), weight)
            for before, part in found
            for now, weight in _shown(seen, before, part, before.passing[giver], cards)
        ]
    for now, weight in found:
        hands = list(now.hands)
        for at, giver in enumerate(givers):
            rumor = fact.kind == "rumor_done"
            receiver = giver if rumor else givers[(at + 1) % len(givers)]
            hands[receiver] = _cards((*hands[receiver], *now.passing[giver]))
        yield now._replace(hands=tuple(hands), passing=((),) * len(hands)), weight


# ---------------------------------------------------------------- cards that move or are seen


def _drawn(
    seen: Seen, world: World, ways: int, hand: Cards, fact: Fact
) -> Iterator[tuple[World, int, int, Cards]]:
    """Yield every card that may be the one chosen out of a hand, and what is left of the hand."""
    if not fact.cards:
        for card, n in Counter(hand).items():
            yield world, ways * n, card, _without(hand, card)
        return
    (sight,) = fact.cards
    card = min(sight, MONSTER)
    if card in hand:
        for now, weight in _named(seen, world, ways, sight):
            yield now, weight * hand.count(card), card, _without(hand, card)
    if card != MONSTER and UNKNOWN in hand and world.pool[card]:
        pool = put(world.pool, card, world.pool[card] - 1)
        weight = ways * hand.count(UNKNOWN) * world.pool[card]
        yield world._replace(pool=pool), weight, card, _without(hand, UNKNOWN)


def _shown(seen: Seen, world: World, ways: int, hand: Cards, cards: Cards) -> Weighted:
    """Yield the worlds in which a hand consists of these cards: its unknown ones get names."""
    named = Counter(_generic(cards))
    named.subtract(card for card in hand if card != UNKNOWN)
    if min(named.values(), default=0) < 0 or named[MONSTER]:
        return
    pool = list(world.pool)
    ways *= factorial(named.total())
    for card, n in named.items():
        if card != MONSTER:
            ways = ways * perm(pool[card], n) // factorial(n)
            pool[card] -= n
    if ways:
        which = max(cards, default=UNKNOWN)
        yield from _named(seen, world._replace(pool=tuple(pool)), ways, which)


def _named(seen: Seen, world: World, ways: int, card: int) -> Weighted:
    """Yield the world, if a card that is seen can be in it: the monster has a name then."""
    if card < MONSTER or world.monster == card:
        yield world, ways
    elif world.monster == UNKNOWN and card in seen.monsters:
        yield world._replace(monster=card), ways // len(seen.monsters)


def _allotted(world: World, ways: int, kind: int) -> Weighted:
    """Yield the worlds in which all cards of a kind have their places, among the unknown ones."""
    places = (*world.hands, *world.passing, world.fog)
    spots = [hand.count(UNKNOWN) for hand in places]
    copies, players = world.pool[kind], len(world.hands)
    pool = put(world.pool, kind, 0)
    for shares, weight in _shares(copies, (*spots, sum(world.pool) - sum(spots))):
        hands = list(places)
        for at, n in shares:
            if at < len(places):  # else they are in nobody's hands
                hands[at] = _renamed(hands[at], kind, n)
        yield (
            World(
                tuple(hands[:players]),
                tuple(hands[players:-1]),
                hands[-1],
                pool,
                world.monster,
                world.spared,
            ),
            ways * weight,
        )


@lru_cache(maxsize=1024)
def _shares(n: int, spots: Cards) -> list[tuple[tuple[tuple[int, int], ...], int]]:
    """Return the ways to share n cards out among places that have so many spots.

    Each names the places that get some, and how many; and tells in how many orders that can be.
    """
    places = tuple((at, free) for at, free in enumerate(spots) if free)
    return [
        (shares, factorial(n) * prod(comb(spots[at], k) for at, k in shares))
        for shares in _sharings(n, places)
    ]


def _sharings(n: int, places: tuple[tuple[int, int], ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    if not n:
        yield ()
    elif places:
        (at, free), *others = places
        for k in range(min(n, free) + 1):
            for rest in _sharings(n - k, tuple(others)):
                yield ((at, k), *rest) if k else rest


def _renamed(hand: Cards, kind: int, n: int) -> Cards:
    """Return a hand in which n unknown cards have become known."""
    cards = list(hand)
    del cards[:n]  # UNKNOWN comes first
    return _cards([*cards, *[kind] * n])


def _given(world: World, player: int, card: int) -> World:
    return world._replace(hands=put(world.hands, player, _cards((*world.hands[player], card))))


def _cards(cards: Iterable[int]) -> Cards:
    return tuple(sorted(cards))


def _generic(cards: Iterable[int]) -> Cards:
    """Return cards as a world names them: every monster is MONSTER."""
    return _cards(min(card, MONSTER) for card in cards)


def _without(hand: Cards, card: int) -> Cards:
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]
