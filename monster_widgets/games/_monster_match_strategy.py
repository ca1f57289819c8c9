"""Monster Match: players who need time to search, and what a pick is worth.

A searcher looks at the cards in an order of chance, each for a time of chance, and touches the
first that seems to match. The rules know no clock: the time is the delay of the policy's answer,
and whoever plays the game makes the order of the touches from the delays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ..engine.policies import RandomPolicy, own_actions
from ..engine.types import Action, DelayedAction, ExplainingPolicy, Value, View
from ..probability.distribution import Rng
from ._monster_match_deck import as_monster, fits


@dataclass(frozen=True)
class Searcher:
    """A player who scans the table card by card."""

    seconds: float
    """Mean time for a card; it is uniform from half of that to one and a half."""
    overlooks: float
    """Probability of not seeing that a card matches."""
    slips: float
    """Probability of taking a card that does not match for a match."""
    content: int = 1
    """A match with fewer donuts than this is kept in mind, and the search goes on."""

    def __call__(self, view: View, rng: Rng) -> DelayedAction:
        """Choose; the delay is the time in seconds since the roll."""
        legal = own_actions(view)
        if not legal:
            raise ValueError(f"{view.viewer!r} has nothing to choose here")
        free = {str(action.args[0]): action for action in legal if action.kind == "touch"}
        time, second_best = 0.0, ""
        for seconds, card, seems_to_match in self._glances(view, rng):
            time += seconds
            if not seems_to_match or card not in free:
                continue
            if as_monster(card).donuts >= self.content:
                return time, free[card]
            second_best = max(second_best, card, key=lambda c: as_monster(c).donuts if c else 0)
        if second_best:
            return time, free[second_best]
        return time + self.seconds, next(a for a in legal if a.kind == self._found_nothing(view))

    def _glances(self, view: View, rng: Rng) -> list[tuple[float, str, bool]]:
        # Asked again in the same race, the policy gets the same numbers: so they go to the cards in
        # an order that does not depend on who has touched what since.
        face = _face(view)
        laid = sorted([*view.zones["table"], *_touched(view)])
        glances = []
        for card in laid:
            order, time, luck = rng.random(), rng.random(), rng.random()
            seems = luck >= self.overlooks if fits(card, face) else luck < self.slips
            glances.append((order, self.seconds * (0.5 + time), card, seems))
        return [glance[1:] for glance in sorted(glances)]

    @staticmethod
    def _found_nothing(view: View) -> str:
        """Touch the token, unless somebody has touched it or has shown that there is a match."""
        face = _face(view)
        seen = view.values["token"] is not None or any(fits(c, face) for c in _touched(view))
        return "pass" if seen else "zilch"

    def explain(self, view: View) -> dict[Action, Value]:
        """Return the donuts that every pick brings in this round, see `worth`."""
        return dict(worth(view))


def _face(view: View) -> str:
    return str(view.values["roll"][0])


def _touched(view: View) -> list[str]:
    return [card for p in range(view.players) for card in view.zones[f"finger:{p}"]]


def worth(view: View) -> Mapping[Action, Value]:
    """Return the donuts that each pick of the viewer brings in this round, exactly.

    A match brings its donuts. A true Zilch brings a card that is still to be seen, each equally
    likely: the mean of their donuts. A wrong pick costs the top card of the own score pile, which
    the player has seen; to pass brings nothing.
    """
    actions = own_actions(view)
    if not actions:
        return {}
    face = _face(view)
    lost = {p: _top(view, p) for p in {action.player for action in actions}}
    unseen: list[int] = view.values["unseen"]
    prize = Fraction(sum(n * donuts for donuts, n in enumerate(unseen, 1)), sum(unseen))
    nothing = not any(fits(card, face) for card in (*view.zones["table"], *_touched(view)))
    values: dict[Action, Value] = {}
    for action in actions:
        match action.kind:
            case "touch":
                card = str(action.args[0])
                donuts = Fraction(as_monster(card).donuts)
                values[action] = donuts if fits(card, face) else -lost[action.player]
            case "zilch":
                values[action] = prize if nothing else -lost[action.player]
            case _:
                values[action] = Fraction(0)
    return values


def _top(view: View, player: int) -> Fraction:
    """Return the donuts on top of the player's score pile: who won the cards has seen them."""
    pile: list[str] = []
    for event in view.history:
        if event.player == player and event.kind in ("take", "prize_card"):
            pile.append(str(event.data["card"]))
        elif event.player == player and event.kind == "pay":
            pile.pop()
    return Fraction(as_monster(pile[-1]).donuts if pile else 0)


POLICIES: Mapping[str, ExplainingPolicy] = {
    "random": RandomPolicy(),
    "slow_sloppy": Searcher(1.0, overlooks=0.15, slips=0.03),
    "slow_sharp": Searcher(1.0, overlooks=0.02, slips=0.002),
    "fast_sloppy": Searcher(0.4, overlooks=0.15, slips=0.03),
    "fast_sharp": Searcher(0.4, overlooks=0.02, slips=0.002),
    "choosy": Searcher(0.6, overlooks=0.05, slips=0.01, content=2),
    "greedy": Searcher(0.6, overlooks=0.05, slips=0.01),
}
"""The greedy one takes the first match it sees; the choosy one looks on for one with 2 or 3 donuts,
which pays where few are looking."""
