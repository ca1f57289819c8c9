"""A toy game with all that the engine offers and no real game has yet had to use at once.

Everybody holds a secret number card. Chance sets a clock (too many outcomes to list), then all race
to touch a token; who touched may touch no more. At the end the secret cards are shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

from monster_widgets import engine
from monster_widgets.engine import (
    CHANCE,
    HIDDEN,
    Action,
    Chance,
    Event,
    Label,
    NotListable,
    Odds,
    Result,
    rulebook,
)
from monster_widgets.engine.types import Viewer

CARDS = ("ace", "two", "three", "four")


class _Fields(NamedTuple):
    number: int
    hands: tuple[str, ...] = ()
    clock: int | None = None
    touched: tuple[tuple[int, int], ...] = ()


class State(engine.State, _Fields):
    @property
    def players(self) -> int:  # type: ignore[override]
        return self.number

    @property
    def options(self) -> Mapping[str, Any]:
        return {}

    @property
    def acting_players(self) -> tuple[int, ...]:
        if self.clock is None:
            return (CHANCE,)
        done = {player for player, _ in self.touched}
        return tuple(p for p in range(self.players) if p not in done)

    @property
    def result(self) -> Result | None:
        if self.acting_players:
            return None
        return Result(tuple(range(self.players)), (self.touched[0][0],), "all_touched")

    def choices(self, player: int) -> tuple[Action, ...]:
        return tuple(Action(player, "touch", (token,)) for token in (1, 2))

    def chances(self) -> tuple[Sequence[Action], Sequence[int]]:
        if len(self.hands) < self.players:
            weights = [int(card not in self.hands) for card in CARDS]
            return [Action(CHANCE, "deal", (card,)) for card in CARDS], weights
        raise NotListable("a clock")

    def sample_chance(self, rng: Any) -> Action:
        if len(self.hands) < self.players:
            return super().sample_chance(rng)
        return Action(CHANCE, "clock", (int(rng.random() * 10**6),))

    def allows_chance(self, action: Action) -> bool:
        kind, (time,) = action.kind, action.args
        return kind == "clock" and isinstance(time, int) and 0 <= time < 10**6

    def after(self, action: Action) -> State:
        match action.kind:
            case "deal":
                return self._replace(hands=(*self.hands, action.args[0]))
            case "clock":
                return self._replace(clock=action.args[0])
        return self._replace(touched=(*self.touched, (action.player, action.args[0])))

    def why_not(self, action: Action) -> tuple[str, str | None]:
        return "not_now", "S1"

    def zones(self, viewer: Viewer) -> Mapping[str, tuple[str, ...]]:
        rest = tuple(card for card in CARDS if card not in self.hands)
        zones = {"deck": rest if viewer == "all" else (HIDDEN,) * len(rest)}
        for p, card in enumerate(self.hands):
            open_to = viewer in ("all", p) or not self.acting_players
            zones[f"hand:{p}"] = (card if open_to else HIDDEN,)
        return zones

    def values(self, viewer: Viewer) -> Mapping[str, Any]:
        return {"touched": [player for player, _ in self.touched]}

    def events(self, action: Action, after: Any) -> tuple[Event, ...]:
        if action.kind != "deal":
            return (Event("S1", action.kind, None, {"what": action.args[0], "who": action.player}),)
        player = len(self.hands)
        return (
            Event("S1", "dealt", player),
            Event("S1", "seen", player, {"card": action.args[0]}, frozenset({player})),
        )

    def resample_hidden(self, viewer: Viewer, rng: Any) -> State:
        return self


def initial_state(players: int = 3) -> State:
    if players not in range(2, 5):
        raise ValueError("the toy is for 2 to 4 players")
    return State(players)


# every card a chance of its own, so that a chance shown would tell which card it was
ROWS = tuple(Chance(Label(card), n, 10, f"deal {card}") for n, card in enumerate(CARDS, 1))

GAME: Any = SimpleNamespace(
    NAME="toy",
    PLAYERS=range(2, 5),
    RULES=rulebook({"S1": "play"}),
    POLICIES={"random": engine.RandomPolicy()},
    STATISTICS={},
    ZONES={"deck": "card", "hand": "card"},
    VALUES={"touched": "players"},
    FORCED=frozenset(),
    initial_state=initial_state,
    parse=engine.parse,
    events=lambda before, action, after: before.events(action, after),
    odds=lambda view: (Odds(Label("odds.deal"), ROWS),),
    scores=lambda view: None,
    label=lambda action, view: Label("action.touch", {"token": action.args[0]}),
)
