"""Monster My Neighbor: what one viewer has seen of a round, read off the history of his view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..engine.types import Event, Json, View
from ._monster_my_neighbor_box import (
    ENOUGH,
    FIRST_MONSTER,
    INDEX,
    KINDS,
    LAID,
    copies_of,
)

MONSTER = FIRST_MONSTER
"""In a hand as a viewer imagines it: the monster, whichever it is."""
UNKNOWN = -1
"""In such a hand: a card that nothing is known of."""


class Fact(NamedTuple):
    """One step as a viewer saw it; cards are kinds, and only those he saw."""

    kind: str
    player: int = -1
    other: int = -1
    cards: tuple[int, ...] = ()
    received: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """In an exchange: the cards the viewer got, by who gave them."""
    result: str = ""
    first: bool = False
    """Whether it is the first Hunter of the round (R9)."""
    villagers: bool = False
    """Whether enough Villagers had been played for the Mandrake (S25)."""


class Seen(NamedTuple):
    """All that a viewer knows of the round that is going on."""

    players: int
    viewer: int
    """The player, or −1 for who sees nobody's hand."""
    copies: tuple[int, ...]
    """General cards in the box, by kind."""
    mermaid: str
    fog: str
    monsters: tuple[int, ...]
    """The monsters that may be in this round."""
    own: tuple[int, ...]
    """The cards the viewer was dealt, in order."""
    dealt: int
    """How many cards have been dealt."""
    wanted: int | None
    """Who was dealt the Wanted card, once that is known."""
    facts: tuple[Fact, ...]
    """What has happened since the deal."""
    free: int | None
    """Who is on his first turn and can play: he does not hold Hunters only (S9)."""
    stuck: int | None
    """Who cannot play: he holds Hunters, and perhaps the monster."""
    villagers: bool
    """Whether enough Villagers have been played for the Mandrake (S25)."""

    def before(self) -> Seen:
        """Return what was known one fact earlier."""
        return self._replace(facts=self.facts[:-1], free=None, stuck=None, villagers=False)

    @property
    def pool(self) -> tuple[int, ...]:
        """The general cards of which chance puts some into the starting deck (S2)."""
        return tuple(n - (kind in LAID) for kind, n in enumerate(self.copies))


_RESULTS = ("missed", "caught", "friend_hunter", "friend_none", "no_effect", "no_target")
_CARDS = (
    "deal_card",
    "pass_card",
    "rumor_draw_card",
    "steal_draw_card",
    "fog_lift_card",
    "fog_card",
    "give_card",
    "dog_card",
)
_STEPS = (
    "deal",
    "monster_last",
    "monster_early",
    "stuck",
    "pass",
    "gossip_done",
    "rumor_done",
    "deal_done",
    "rumor_draw",
    "steal_draw",
    "fog_lift",
    "fog_deal",
    "give",
    "dog_discard",
    "dog_caught",
)


def seen(view: View) -> Seen:
    """Return what the viewer knows of this round. He is a player, or "public"."""
    steps: list[dict[str, Json]] = []
    for event in _this_round(view.history):
        _note(steps, event)
    deals = [step for step in steps if step["kind"] == "deal"]
    viewer = view.viewer if isinstance(view.viewer, int) else -1
    facts = tuple(Fact(**step) for step in steps if step["kind"] != "deal")
    deck = view.options.get("deck", "analogy")
    values, used = view.values, view.zones.get("used", ())
    monsters = range(FIRST_MONSTER, len(KINDS))
    first = facts[0].player if facts else None
    if not facts and values["phase"] == "turn":
        first = values["on_turn"]
    phase, on_turn = values["phase"], values["on_turn"]
    turns = sum(fact.player == on_turn for fact in facts if _is_turn(fact))
    return Seen(
        players=view.players,
        viewer=viewer,
        copies=copies_of(deck if isinstance(deck, str) else tuple(deck.items())),
        mermaid=view.options.get("mermaid", "round"),
        fog=view.options.get("fog", "hands"),
        monsters=tuple(kind for kind in monsters if KINDS[kind] not in used),
        own=tuple(card for step in deals for card in step.get("cards", ())),
        dealt=len(deals),
        wanted=first,
        facts=facts,
        free=on_turn if facts and phase == "turn" and not turns else None,
        stuck=on_turn if phase == "stuck" else None,
        villagers=values["villagers"] >= ENOUGH,
    )


def _this_round(history: Sequence[Event]) -> Sequence[Event]:
    for at in reversed(range(len(history))):
        if history[at].kind in ("collect", "round"):
            return history[at + 1 :]
    return history


def _is_turn(fact: Fact) -> bool:
    return fact.kind == "stuck" or fact.kind.startswith(("play_", "monster_"))


def _note(steps: list[dict[str, Json]], event: Event) -> None:
    kind, data = event.kind, event.data
    if kind.startswith("play_") or kind in _STEPS:
        step = _step(event)
        if step["kind"] == "play_hunter":
            step["first"] = all(before["kind"] != "play_hunter" for before in steps)
        elif kind == "stuck":
            villagers = sum(before["kind"] == "play_villager" for before in steps)
            step["villagers"] = villagers >= ENOUGH
        steps.append(step)
    elif kind in _RESULTS:
        steps[-1]["result"] = kind
        if kind == "caught":
            steps[-1]["cards"] = (INDEX[data["card"]],)
    elif kind in _CARDS:
        steps[-1]["cards"] = (INDEX[data["card"]],)
    elif kind == "seen_hand":
        steps[-1]["cards"] = tuple(INDEX[card] for card in data["cards"])
    elif kind == "receive":
        got = (data["other"], tuple(INDEX[card] for card in data["cards"]))
        steps[-1]["received"] = (*steps[-1].get("received", ()), got)


def _step(event: Event) -> dict[str, Json]:
    data: Mapping[str, Json] = event.data
    kind = event.kind
    if kind.startswith("play_"):
        kind = f"play_{data['card']}"
    step = {"kind": kind, "player": -1 if event.player is None else event.player}
    if "other" in data:
        step["other"] = data["other"]
    if kind in ("monster_last", "monster_early", "dog_caught"):
        step["cards"] = (INDEX[data["card"]],)
    return step
