"""Monster Maker: what a viewer can work out, exactly, and the policies that use it.

Everything here is a function of a view. Hands are open and all players saw every piece of the
garbage go down (R3), so who remembers knows which cards lie in the draw pile; their order is not
decided before they are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, NamedTuple, cast

from ..engine.piles import Pile, add
from ..engine.policies import BestPolicy, RandomPolicy, own_actions
from ..engine.types import Action, Value, View
from ..probability import Distribution, draws_until_collected
from ..probability.whole import as_whole
from ._monster_maker_box import (
    CARDS,
    GARBAGE_TRADE,
    KIND,
    PIECES,
    SIZE,
    TRADE_1,
    TRADE_2,
    have,
    missing,
    monster_of,
)

if TYPE_CHECKING:
    from .monster_maker import State

# ---------------------------------------------------------------- reading a view


def state_of(view: View) -> State:
    """Return the state as everybody can work it out who saw what was discarded (R3)."""
    return cast("State", view.sample(Random(0)))


def player_of(view: View) -> int:
    """Return whose eyes the view is seen with: the viewer, else whose turn it is."""
    if isinstance(view.viewer, int):
        return view.viewer
    state = state_of(view)
    return state.receiver if state.phase == "deal" else state.turn


def cards_to_come(state: State) -> Pile:
    """Return the cards of which the next one is drawn; the reshuffled garbage if need be (R6).

    Its top stays: the one that lies there, or the piece that is about to be put there. A garbage
    that is being looked through counts as if it lay there as before.
    """
    if any(state.pile) or state.phase == "over":
        return state.pile
    pile = list(state.pile)
    lying = [*state.garbage, *(kind for kind in state.search if kind is not None)]
    for kind in lying if state.phase == "discard" else lying[:-1]:
        pile[kind] += 1
    return tuple(pile)


# ---------------------------------------------------------------- exact numbers


def next_card(view: View) -> Distribution[str]:
    """Return the distribution of the next card; ValueError when no card will be drawn any more."""
    state = state_of(view)
    if state.phase == "over":
        raise ValueError("the game is over: there is no next card")
    pile = cards_to_come(state)
    return Distribution.from_counts({key: n for key, n in zip(CARDS, pile, strict=True) if n})


def missing_pieces(view: View, player: int | None = None) -> tuple[str, ...]:
    """Return the pieces a player's monster lacks. Default: the viewer, or whose turn it is.

    ValueError if there is no such player, or if it is not known yet which monster the player makes.
    """
    state, seat = state_of(view), as_whole(player_of(view) if player is None else player)
    if seat is None or seat not in range(state.players):
        raise ValueError(f"player must be from 0 to {state.players - 1}, not {player!r}")
    if seat >= len(state.monsters):
        raise ValueError("it is not known yet which monster this player makes")
    return tuple(PIECES[k] for k in missing(state.hands[seat], state.monsters[seat]))


def helps(view: View, player: int | None = None) -> Fraction:
    """Return the chance that the next card is a piece which the player's monster lacks."""
    lacks = missing_pieces(view, player)
    return next_card(view).probability(lambda card: card in lacks)


def draws_to_complete(view: View, player: int | None = None) -> Distribution[int]:
    """Return how many cards the player needs who draws all that come and keeps what is missing.

    From the draw pile as it is now, or, when it is empty, from the one that the garbage makes (R6);
    nobody else drawing, without trades. ValueError if a piece that is missing does not lie there.
    """
    pile = cards_to_come(state_of(view))
    copies = [pile[KIND[piece]] for piece in missing_pieces(view, player)]
    if not all(copies):
        raise ValueError(
            "a missing piece is not among the cards to come: drawing alone cannot do it"
        )
    return draws_until_collected(copies, sum(pile) - sum(copies))


def complete_within(view: View, draws: int, player: int | None = None) -> Fraction:
    """Return the chance to be complete within so many draws, see `draws_to_complete`.

    0 if a piece that is missing is not among the cards to come.
    """
    pile = cards_to_come(state_of(view))
    if as_whole(draws) is None or not 0 <= draws <= sum(pile):
        raise ValueError(f"draws must be from 0 to {sum(pile)} (the cards to come), not {draws!r}")
    if not all(pile[KIND[piece]] for piece in missing_pieces(view, player)):
        return Fraction(0)
    return draws_to_complete(view, player).probability(lambda n: n <= draws)


# ---------------------------------------------------------------- looking ahead to the turn's end


class Position(NamedTuple):
    """What counts when a turn is over: the hands, and the top of the garbage."""

    me: int
    monsters: tuple[int, ...]
    hands: tuple[Pile, ...]
    top: int | None

    def lacks(self, player: int, kind: int) -> bool:
        """Tell whether a player's monster lacks this piece."""
        return monster_of(kind) == self.monsters[player] and not self.hands[player][kind]

    def needs(self, player: int, kind: int) -> bool:
        """Tell whether this is the only copy of a piece of the player's own monster."""
        return monster_of(kind) == self.monsters[player] and self.hands[player][kind] == 1

    def another(self, kind: int) -> int | None:
        """Return the kind of a piece if the player on turn has one of this kind, else None."""
        return kind if self.hands[self.me][kind] else None

    def copies(self, kind: int) -> tuple[int, ...]:
        """Return who has how many of a piece, and the monster if somebody makes it."""
        monster = monster_of(kind)
        wanted = monster if monster in self.monsters else -1
        return wanted, *(hand[kind] for hand in self.hands)

    def pieces(self, player: int) -> int:
        """Return how many different own pieces a player has."""
        return have(self.hands[player], self.monsters[player])

    def changed(self, player: int, kind: int, n: int) -> Position:
        """Return the position in which a player has n more of a piece."""
        hands = list(self.hands)
        hands[player] = add(hands[player], kind, n)
        return Position(self.me, self.monsters, tuple(hands), self.top)

    def moved(self, kind: int, source: int, target: int) -> Position:
        """Return the position in which a piece has gone from one player to another."""
        hands = list(self.hands)
        hands[source] = add(hands[source], kind, -1)
        hands[target] = add(hands[target], kind)
        return Position(self.me, self.monsters, tuple(hands), self.top)


Worth = Callable[[Position], int]
Swap = tuple[int, int, int]


class _Plan:
    """What every step of a turn is worth if the turn goes on as well as it can.

    Pieces of one sort (useful to whom, harmful to whom) are worth the same, so only one of each
    sort is looked at. A piece of which the player on turn has another one is a sort of its own when
    it is taken: none of its kind is given then (R4), and that may leave nothing else to spare. What
    others have makes no difference of sort to a `selfish` worth, but for the first swap of a Trade
    2: it may complete the partner, and then there is no second one (R8); and of a needed piece that
    is given another player may have the copy.
    """

    def __init__(self, state: State, worth: Worth, selfish: bool) -> None:
        self.state, self.worth, self.selfish = state, worth, selfish
        self.played: dict[str, int] = {}
        top = state.garbage[-1] if state.garbage else None
        self.now = Position(state.turn, state.monsters, state.hands, top)
        self.others = [p for p in range(state.players) if p != state.turn]
        self.next = (state.turn + 1) % state.players
        self.left = 2 if state.playing == TRADE_2 else 1
        swaps = state.swaps if state.playing in (TRADE_1, TRADE_2) else ()
        finished = [(swap[0], swap[1], swap[2]) for swap in swaps if len(swap) == 3]
        self.left -= len(finished)
        self.before = finished[0] if finished else None
        self.partner = swaps[-1][0] if swaps else -1

    def value(self, action: Action) -> Fraction:
        """Return what an action of the player on turn is worth."""
        now, me = self.now, self.now.me
        kind = KIND.get(str(action.args[0]), -1) if action.args else -1
        match action.kind:
            case "draw":
                return self.draw()
            case "save":
                return Fraction(self.worth(now))
            case "play":
                return Fraction(self.play(str(action.args[0])))
            case "with":
                return Fraction(self.taken(now, int(action.args[0]), self.left, self.before))
            case "take" if self.state.phase == "take":
                moved = now.moved(kind, self.partner, me)
                return Fraction(self.given(moved, self.partner, kind, self.left, self.before))
            case "take":
                taken = now.changed(me, kind, 1)
                if self.state.phase == "turn":
                    return Fraction(self.discarded(taken._replace(top=None), {kind}))
                return Fraction(self.discarded(taken, {kind}))
            case "give":
                swap = (self.partner, KIND[str(self.state.chain[-1].args[0])], kind)
                less = now.moved(kind, me, self.partner)
                return Fraction(self.swapped(less, self.left - 1, swap))
            case "discard":
                less = self._with_drawn().changed(me, kind, -1)
                return Fraction(self.worth(less._replace(top=kind)))
        assert action.kind == "back"
        before = self.state.apply(action)
        plan = _Plan(before, self.worth, self.selfish)
        return max(plan.value(one) for one in before.legal_actions())

    def _with_drawn(self) -> Position:
        drawn, now = self.state.drawn, self.now
        return now if drawn is None or self.state.chain else now.changed(now.me, drawn, 1)

    def draw(self) -> Fraction:
        """Return the mean over the next card; after a reshuffle (R6) there is no trade card.

        A trade card whose play was taken back in this turn can only be saved (R7).
        """
        pile, sorts = cards_to_come(self.state), dict[tuple[bool, bool], int]()
        total = 0
        for kind, n in enumerate(pile):
            if not n:
                continue
            if kind >= len(PIECES):
                trade = CARDS[kind]
                saved = self.worth(self.now)
                play = Action(self.now.me, "play", (trade,))
                may_play = self.state.may_play(trade) and not self.state.was_taken_back(play)
                total += n * (max(saved, self.play(trade)) if may_play else saved)
                continue
            sort = (self.now.lacks(self.now.me, kind), self.now.lacks(self.next, kind))
            if sort not in sorts:
                sorts[sort] = self.discarded(self.now.changed(self.now.me, kind, 1), ())
            total += n * sorts[sort]
        return Fraction(total, sum(pile))

    def play(self, trade: str) -> int:
        """Return the worth of the best that a trade card can do."""
        if trade not in self.played:
            self.played[trade] = self._play(trade)
        return self.played[trade]

    def _play(self, trade: str) -> int:
        if trade == GARBAGE_TRADE:
            best = {}
            for kind in set(self.state.garbage):  # nothing is reshuffled before a card is drawn
                sort = (self.now.lacks(self.now.me, kind), self.now.another(kind))
                if sort not in best:
                    best[sort] = self.discarded(self.now.changed(self.now.me, kind, 1), {kind})
            return max(best.values())
        return self.swapped(self.now, 1 + (trade == TRADE_2), None)

    def discarded(self, position: Position, barred: Collection[int]) -> int:
        """Return the worth of the best discard."""
        me = position.me
        sorts = {
            (position.needs(me, kind), position.lacks(self.next, kind)): kind
            for kind, n in enumerate(position.hands[me])
            if n and kind not in barred
        }
        return max(
            self.worth(position.changed(me, kind, -1)._replace(top=kind)) for kind in sorts.values()
        )

    def swapped(self, position: Position, left: int, before: Swap | None) -> int:
        """Return the worth when one swap has been made, or none yet, and `left` are to come."""
        over = before is not None and position.pieces(before[0]) == SIZE  # R8: the game has ended
        if not left or over or position.pieces(position.me) == SIZE:
            return self.worth(position)
        return max(self.taken(position, q, left, before) for q in self.others)

    def taken(self, position: Position, partner: int, left: int, before: Swap | None) -> int:
        """Return the worth when the partner has been chosen."""
        me = position.me
        barred = {before[2]} if before and before[0] == partner else set()
        nearly = left > 1 and position.pieces(partner) == SIZE - 1
        sorts = {
            (
                position.lacks(me, kind),
                position.another(kind),
                (not self.selfish or nearly) and position.needs(partner, kind),
                not self.selfish and kind == position.top,
                left > 1 and not self.selfish and position.copies(kind),
            ): kind
            for kind in _kinds(position.hands[partner], barred)
        }
        return max(
            self.given(position.moved(kind, partner, me), partner, kind, left, before)
            for kind in sorts.values()
        )

    def given(
        self, position: Position, partner: int, taken: int, left: int, before: Swap | None
    ) -> int:
        """Return the worth when a piece has been taken."""
        me = position.me
        barred = {taken, before[1]} if before and before[0] == partner else {taken}
        nearly = left > 1 and position.pieces(partner) == SIZE - 1
        sorts = {
            (
                position.needs(me, kind),
                (not self.selfish or nearly) and position.lacks(partner, kind),
                not self.selfish and kind == position.top,
                left > 1
                and (not self.selfish or position.needs(me, kind))
                and position.copies(kind),
            ): kind
            for kind in _kinds(position.hands[me], barred)
        }
        return max(
            self.swapped(position.moved(kind, me, partner), left - 1, (partner, taken, kind))
            for kind in sorts.values()
        )


def _kinds(hand: Pile, barred: Collection[int]) -> Iterable[int]:
    return [kind for kind, n in enumerate(hand) if n and kind not in barred]


# ---------------------------------------------------------------- policies


class Planner(BestPolicy):
    """Plans the whole turn by what the position is worth at its end, and takes nothing back."""

    def __init__(self, worth: Worth, *, selfish: bool) -> None:
        """Take what a position at the end of a turn is worth; selfish: by own pieces only."""
        self._worth, self._selfish = worth, selfish
        super().__init__(self._ahead)

    def _ahead(self, view: View) -> Mapping[Action, Value]:
        ahead = [action for action in own_actions(view) if action.kind != "back"]
        return self._valued(view, ahead or own_actions(view))

    def explain(self, view: View) -> dict[Action, Value]:
        """Return what every legal action is worth at the end of the turn, if it goes on so."""
        return self._valued(view, own_actions(view))

    def _valued(self, view: View, actions: Iterable[Action]) -> dict[Action, Value]:
        plan = _Plan(state_of(view), self._worth, self._selfish)
        return {action: plan.value(action) for action in actions}


def collected(position: Position) -> int:
    """Return the number of own pieces."""
    return position.pieces(position.me)


def ahead_of_the_best(position: Position) -> int:
    """Return the own pieces less those of the strongest opponent; a complete monster counts twice.

    What lies on top of the garbage counts for the next player, who may take it.
    """
    me, players = position.me, len(position.monsters)
    mine = position.pieces(me)
    if mine == SIZE:
        return 2 * SIZE
    following = (me + 1) % players
    best = 0
    for p in range(players):
        if p != me:
            pieces = position.pieces(p)
            if p == following and position.top is not None and position.lacks(p, position.top):
                pieces += 1
            best = max(best, 2 * SIZE if position.pieces(p) == SIZE else pieces)
    return mine - best


RANDOM = RandomPolicy()
COLLECTOR = Planner(collected, selfish=True)
SPOILER = Planner(ahead_of_the_best, selfish=False)
