"""Monster Café: what a viewer can work out, exactly, and the policies that use it.

Everything here is a function of a view. The deck has no hidden order, so what lies in it is the box
without the cards that lie open, and every card of it is equally likely to come next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import factorial, sqrt
from random import Random
from typing import NamedTuple

from ..engine.piles import Pile, add, count, together, without
from ..engine.policies import BestPolicy, RandomPolicy, own_actions
from ..engine.types import CHANCE, Action, Estimate, Value, View
from ..probability import Distribution, at_least, hypergeometric
from ._monster_cafe_scoring import (
    BOX,
    CARDS,
    DISHES,
    FOODS,
    MONSTERS,
    ROUNDS,
    SEATS,
    SORBET,
    points_each,
    total,
)

# ---------------------------------------------------------------- reading a view


class Spread(NamedTuple):
    """A table that has not been cleared, as a view shows it."""

    dish: int
    guests: Pile
    free: int


def player_of(view: View) -> int:
    """Return whose eyes the view is seen with: the viewer, else the player on turn."""
    if isinstance(view.viewer, int):
        return view.viewer
    if view.acting_players in ((), (CHANCE,)):
        raise ValueError(f'nobody is on turn: ask with the view of a player, not "{view.viewer}"')
    return view.acting_players[0]


def collection(view: View, player: int) -> tuple[Pile, Pile]:
    """Return the monsters and the dishes of a player."""
    zones = view.zones
    return count(zones[f"monsters:{player}"], MONSTERS), count(zones[f"dishes:{player}"], FOODS)


def open_tables(view: View) -> dict[int, Spread]:
    """Return the tables that may still be cleared, by their number."""
    tables = {}
    for i in range(len(view.values["cleared_by"])):
        dish, guests = view.zones[f"table:{i}"], view.zones[f"seats:{i}"]
        if dish and view.values["cleared_by"][i] is None:
            spread = Spread(FOODS.index(dish[0]), count(guests, MONSTERS), SEATS - len(guests))
            tables[i] = spread
    return tables


def deck_of(view: View) -> Pile:
    """Return what lies in the monster deck: the box without every card that lies open."""
    open_cards: Counter[str] = Counter()
    for zone, cards in view.zones.items():
        if zone.split(":")[0] in ("drawn", "seats", "monsters", "discard"):
            open_cards.update(cards)
    open_cards.subtract(view.values["dummy_dishes"])  # they lie in the discard, but are no monsters
    open_cards.update(dict.fromkeys(set(view.zones["out"]), BOX[0]))
    return without(BOX, count(open_cards, CARDS))


def dish_deck_of(view: View) -> Pile:
    """Return which tables are still to come: all of them without those that were seen."""
    seen: Counter[str] = Counter(view.values["dummy_dishes"])
    for zone, cards in view.zones.items():
        if zone.split(":")[0] in ("table", "dishes"):
            seen.update(cards)
    seen.update(dict.fromkeys(set(view.zones["out"]), DISHES[0]))
    return without(DISHES, count(seen, FOODS))


# ---------------------------------------------------------------- exact numbers


def next_card(view: View) -> Distribution[str]:
    """Return the distribution of the card drawn next; ValueError if none will be drawn."""
    deck = _deck_in_play(view)
    if not any(deck):
        raise ValueError("the deck is empty: there is no next card")
    return Distribution.from_counts({key: n for key, n in zip(CARDS, deck, strict=True) if n})


def _deck_in_play(view: View) -> Pile:
    phase = view.values["phase"]
    dealing = phase in ("remove", "monsters") or (phase == "tables" and view.values["round"] == 1)
    if dealing or phase == "over":  # the opening deal draws from the monsters only (D1)
        raise ValueError("no card is drawn from the deck before the deal, or after the game")
    return deck_of(view)


def sorbet_within(view: View, draws: int) -> Fraction:
    """Return the chance of at least one lemon sorbet in the next draws (hypergeometric)."""
    deck = _deck_in_play(view)
    return at_least(1, hypergeometric(total=sum(deck), marked=deck[SORBET], draws=draws))


def clear_changes(view: View, player: int | None = None) -> dict[int, int]:
    """Return by how much a player's score changes with each table, by the table's number.

    For every table that he could clear now. Default: the viewer, or who is on turn.
    """
    player = player_of(view) if player is None else player
    monsters, dishes = collection(view, player)
    return {
        i: _change(monsters, dishes, table)
        for i, table in open_tables(view).items()
        if Action(player, "clear", (i,)) in view.legal_actions
    }


def _change(monsters: Pile, dishes: Pile, table: Spread) -> int:
    after = total(together(monsters, table.guests), add(dishes, table.dish))
    return after - total(monsters, dishes)


class LastPlayer(NamedTuple):
    """What the last player of the last round can expect: final scores, exact."""

    clear: dict[int, int]
    """Final score when a table is cleared now."""
    one_more: Fraction | None
    """Expected final score of drawing exactly one more card and clearing then; None: no draw."""
    draw: Fraction | None
    """Expected final score of drawing now and going on as well as possible."""
    best: Fraction
    """Expected final score of the best plan."""


def last_player(view: View) -> LastPlayer:
    """Return the exact values for the last player of the last round, when it is his turn.

    Found by a dynamic programme over worth: a card matters only by what it would score with each
    table still open, so cards of equal worth are one. A blink with one table; with two tables
    nearly empty (two players) some seconds. ValueError at any other moment.
    """
    player = player_of(view)
    if view.values["round"] != ROUNDS or view.values["still_in"] != [player]:
        raise ValueError("these values exist for the last player of the last round only")
    if view.values["phase"] != "turn":
        raise ValueError("these values exist at the beginning of a turn")
    plan = _Plan(view, player)
    may_draw = Action(player, "draw") in view.legal_actions
    return LastPlayer(
        clear={i: plan.clear(i) for i in clear_changes(view)},
        one_more=plan.draw(draws=1) if may_draw else None,
        draw=plan.draw() if may_draw else None,
        best=plan.turn(plan.start),
    )


class _Node(NamedTuple):
    """A moment of the last player's turn, as far as it matters for the score."""

    tables: tuple[tuple[int, int], ...]
    """Each open table: its free seats, and the score if it is the one cleared now."""
    deck: tuple[int, ...]
    """Monsters left in the deck, by class of worth."""
    sorbets: int
    groups: tuple[tuple[int, ...], ...]
    """What each kind collected is worth together, with each open table; sorted."""


class _Plan:
    """The best play of a player who is alone in the round: the score he ends the round with."""

    def __init__(self, view: View, player: int) -> None:
        monsters, dishes = collection(view, player)
        deck = deck_of(view)
        self.numbers = tuple(open_tables(view))
        spreads = tuple(open_tables(view).values())
        plates = [add(dishes, spread.dish) for spread in spreads]
        worths = [tuple(points_each(k, d) for d in plates) for k in range(len(MONSTERS))]
        self.classes = sorted({worths[k] for k in range(len(MONSTERS)) if deck[k]})
        self.worth = dict(zip(MONSTERS, worths, strict=True))
        self.group = {
            key: tuple(n * w for w in self.worth[key])
            for key, n in zip(MONSTERS, monsters, strict=True)
            if n
        }
        in_deck = dict.fromkeys(self.classes, 0)
        for k in range(len(MONSTERS)):
            if deck[k]:
                in_deck[worths[k]] += deck[k]
        tables = tuple(
            (spread.free, total(together(monsters, spread.guests), plate))
            for spread, plate in zip(spreads, plates, strict=True)
        )
        groups = tuple(sorted(self.group.values()))
        self.start = _Node(tables, tuple(in_deck.values()), deck[SORBET], groups)
        self._relative = cache(self._relative_turn)

    def clear(self, i: int) -> int:
        """Return the score when table i is cleared now."""
        return self.start.tables[self.numbers.index(i)][1]

    def turn(self, node: _Node, draws: int | None = None) -> Fraction:
        """Return the value of a turn's beginning; `draws` limits how often he draws in all."""
        return Fraction(self._turn(node, draws), factorial(_left(node)))

    def draw(self, draws: int | None = None) -> Fraction:
        """Return the value of drawing now; `draws` limits how often he draws in all."""
        return Fraction(self._draw(self.start, draws), factorial(_left(self.start)))

    # Inside, a value is multiplied by the factorial of the number of cards left in the deck. The
    # mean over the next card, sum(n * value) / left, is then sum(n * value), a whole number: that
    # is as exact as fractions are, and many times faster. And only the differences between the
    # tables decide what to do, so the first table's score is taken out: fewer nodes to work out.

    def _turn(self, node: _Node, draws: int | None) -> int:
        first = node.tables[0][1]
        tables = tuple((free, score - first) for free, score in node.tables)
        relative = self._relative(node._replace(tables=tables), draws)
        return relative + first * factorial(_left(node))

    def _relative_turn(self, node: _Node, draws: int | None) -> int:
        left = _left(node)
        seated = [score for free, score in node.tables if free < SEATS]
        may_clear = seated or ([] if left else [score for _, score in node.tables])  # D2, R5
        values = [score * factorial(left) for score in may_clear]
        may_draw = left and any(free for free, _ in node.tables)  # S14, S16
        if may_draw and (draws != 0 or not values):  # who may not clear has to draw on (D2)
            values.append(self._draw(node, draws))
        return max(values)

    def _draw(self, node: _Node, draws: int | None) -> int:
        more = None if draws is None else max(draws - 1, 0)
        value = 0
        for c, n in enumerate(node.deck):
            if n:
                after = node._replace(deck=add(node.deck, c, -1))
                value += n * max(self._turn(s, more) for s in self._seatings(after, c))
        if node.sorbets:
            after = node._replace(sorbets=node.sorbets - 1)
            losses = self._losses(after) or [after]  # R4: with nothing collected it goes alone
            value += node.sorbets * max(self._turn(s, more) for s in losses)
        return value

    def _seatings(self, node: _Node, c: int) -> list[_Node]:
        worth = self.classes[c]
        return [self.seated(node, t, worth) for t, (free, _) in enumerate(node.tables) if free]

    @staticmethod
    def seated(node: _Node, t: int, worth: tuple[int, ...]) -> _Node:
        """Return the node with a monster of this worth at the t-th open table."""
        free, score = node.tables[t]
        tables = (*node.tables[:t], (free - 1, score + worth[t]), *node.tables[t + 1 :])
        return node._replace(tables=tables)

    def _losses(self, node: _Node) -> list[_Node]:
        # a group that is worth at least as much with every table is never the better one to lose
        return [
            self.lost(node, group)
            for group in set(node.groups)
            if not any(
                other != group and all(a <= b for a, b in zip(other, group, strict=True))
                for other in node.groups
            )
        ]

    @staticmethod
    def lost(node: _Node, group: tuple[int, ...]) -> _Node:
        """Return the node without a group of the collection."""
        at = node.groups.index(group)
        tables = tuple(
            (free, score - worth) for (free, score), worth in zip(node.tables, group, strict=True)
        )
        return node._replace(tables=tables, groups=node.groups[:at] + node.groups[at + 1 :])


def _left(node: _Node) -> int:
    return sum(node.deck) + node.sorbets


# ---------------------------------------------------------------- policies


def greedy(view: View) -> Mapping[Action, Value]:
    """Value an action by the change of the score it brings now (a draw brings none)."""
    player = player_of(view)
    monsters, dishes = collection(view, player)
    tables = open_tables(view)
    values: dict[Action, Value] = {}
    for action in own_actions(view):
        worth = 0
        if action.kind == "clear":
            worth = _change(monsters, dishes, tables[int(action.args[0])])
        elif action.kind == "lose":
            kind = MONSTERS.index(str(action.args[0]))
            worth = -monsters[kind] * points_each(kind, dishes)
        elif action.kind == "seat":
            worth = _best_change_after(view, int(action.args[0]), monsters, dishes, tables)
        values[action] = Fraction(worth)
    return values


def _best_change_after(
    view: View, seat: int, monsters: Pile, dishes: Pile, tables: Mapping[int, Spread]
) -> int:
    """Return what the best table would bring once the drawn monster sits at table `seat`."""
    drawn = MONSTERS.index(view.zones["drawn"][0])
    table = tables[seat]
    seated = {**tables, seat: table._replace(guests=add(table.guests, drawn))}
    return max(_change(monsters, dishes, t) for t in seated.values() if any(t.guests))


ROLLOUTS = 16
"""Games that `careful` plays out for each action where it does not calculate."""
CHEAP = 5
"""Free seats up to which a whole plan is worked out in a blink (eight can take seconds)."""
HORIZON = 3
"""With more free seats: how many more draws a plan looks ahead."""


def careful(view: View) -> Mapping[Action, Value]:
    """Value an action by the score at the end of the round.

    Exact for a player who is alone in the round: of the best plan or, where many seats are free,
    of the best plan of at most HORIZON more draws. Clearing a table is exact too. Else estimated by
    playing the round out from states the viewer cannot tell from the true one, he himself greedy
    and the others at random: what an action is worth to a player who goes on like that.
    """
    player = player_of(view)
    if view.values["still_in"] == [player]:
        return _alone(view, player)
    rng = Random(0)  # an explanation of the same view is the same every time
    now, changes = total(*collection(view, player)), clear_changes(view, player)
    values: dict[Action, Value] = {}
    for action in own_actions(view):
        if action.kind == "clear":
            values[action] = Fraction(now + changes[int(action.args[0])])
        else:
            scores = [_played_out(view, action, rng) for _ in range(ROLLOUTS)]
            values[action] = _estimate(scores)
    return values


def _alone(view: View, player: int) -> Mapping[Action, Value]:
    plan = _Plan(view, player)
    free = sum(free for free, _ in plan.start.tables)
    draws = None if free <= CHEAP else HORIZON
    values: dict[Action, Value] = {}
    for action in own_actions(view):
        match action.kind:
            case "draw":
                values[action] = plan.draw(draws)
            case "clear":
                values[action] = Fraction(plan.clear(int(action.args[0])))
            case "seat":
                worth = plan.worth[view.zones["drawn"][0]]
                t = plan.numbers.index(int(action.args[0]))
                values[action] = plan.turn(plan.seated(plan.start, t, worth), draws)
            case "lose":
                group = plan.group[str(action.args[0])]
                values[action] = plan.turn(plan.lost(plan.start, group), draws)
    return values


def _played_out(view: View, action: Action, rng: Random) -> int:
    state, me = view.sample(rng).apply(action), action.player
    while acting := state.acting_players:
        now = state.values(me)
        if me not in now["still_in"] or now["round"] != view.values["round"]:
            break
        if acting == (CHANCE,):
            choice = state.sample_chance(rng)
        elif acting == (me,):
            _, choice = GREEDY(state.view(me), rng)
        else:
            others = state.legal_actions()
            choice = others[int(rng.random() * len(others))]
        state = state.apply(choice)
    return total(*collection(state.view(me), me))


def _estimate(scores: list[int]) -> Estimate:
    from statistics import fmean, stdev  # slow to import, and few ask for an estimate

    return Estimate(fmean(scores), stdev(scores) / sqrt(len(scores)), len(scores))


RANDOM, GREEDY, CAREFUL = RandomPolicy(), BestPolicy(greedy), BestPolicy(careful)
