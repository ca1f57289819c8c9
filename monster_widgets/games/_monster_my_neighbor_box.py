"""Monster My Neighbor: what is in the box, as data. How many copies there are is rule R1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..engine.piles import Pile, count

GENERAL = (
    "wanted",
    "hunter",
    "hide",
    "dog",
    "friend",
    "villager",
    "investigate",
    "gossip",
    "rumor",
    "deal",
    "steal",
    "fog",
)
MONSTERS = ("vampire", "werewolf", "gumiho", "mermaid", "mandrake")
KINDS = (*GENERAL, *MONSTERS)
INDEX = {key: kind for kind, key in enumerate(KINDS)}
WANTED, HUNTER, HIDE, DOG, FRIEND, VILLAGER = range(6)
GUMIHO, MERMAID = INDEX["gumiho"], INDEX["mermaid"]
FIRST_MONSTER = len(GENERAL)
"""Kinds from here on are monsters."""

Deck = str | tuple[tuple[str, int], ...]
"""The option `deck` as a state keeps it: a name, or counts of one's own."""

COPIES = {
    #           wanted hunter hide dog friend villager investigate gossip rumor deal steal fog
    "analogy": (1, 4, 5, 1, 2, 2, 3, 3, 4, 5, 2, 1),
    "lesson": (1, 5, 4, 1, 2, 3, 3, 3, 3, 3, 3, 2),
}
"""Copies of each general card, by the option `deck`: 33 in all (R1)."""


def deck_option(deck: object, players: int) -> Deck:
    """Return the option `deck` as a state keeps it; ValueError says what it may be."""
    if isinstance(deck, str) and deck in COPIES:
        return deck
    if not isinstance(deck, Mapping):
        names = ", ".join(map(repr, COPIES))
        raise ValueError(f"deck must be {names} or a mapping card → count, not {deck!r}")
    pile = count(deck, GENERAL)
    if pile[WANTED] != 1 or not pile[HUNTER] or not pile[HIDE]:
        raise ValueError("a deck needs exactly 1 wanted, and at least 1 hunter and 1 hide")
    needed = len(LAID) + added(players)
    if sum(pile) < needed:
        raise ValueError(f"{players} players need {needed} general cards, not {sum(pile)}")
    return tuple((key, n) for key, n in zip(GENERAL, pile, strict=True) if n)


def copies_of(deck: Deck) -> Pile:
    """Return how many there are of each general card."""
    return COPIES[deck] if isinstance(deck, str) else count(dict(deck), GENERAL)


MERMAID_READINGS = ("round", "own")
"""Which Hunter has no effect on the Mermaid: the first of the round, or the first aimed at her."""
FOG_READINGS = ("hands", "card")
"""What Fog mixes: whole hands, or one card of each."""

LAID = (WANTED, HUNTER, HIDE)
"""Cards that are in every starting deck (S1)."""
HAND, ROUNDS = 4, 5
NO_CARDS: Pile = (0,) * len(KINDS)

TARGETED = frozenset({"hunter", "dog", "friend", "investigate", "deal", "steal"})
EXCHANGES = frozenset({"gossip", "rumor", "deal", "fog"})
"""Cards that do nothing when they are the last card of a hand (S22)."""
CONDITIONS = {"werewolf": "hunter", "mandrake": "villager"}
"""Monsters that may be played early, and the card of which two must have been played."""
ENOUGH = 2


def added(players: int) -> int:
    """Return how many random cards go into the starting deck (S2)."""
    return HAND * players - len(LAID) - 1


class Role(NamedTuple):
    """What somebody scores at the end of a round, and by which rule."""

    points: int
    rule: str


ROLES = {
    "monster": Role(2, "S26"),
    "vampire": Role(3, "S27"),
    "friend": Role(2, "S26"),
    "catcher": Role(2, "S28"),
    "neighbor": Role(1, "S28"),
    "betrayed": Role(1, "S29"),
}
