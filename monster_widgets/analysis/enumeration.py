"""Exact answers: every way a game can go, weighted by how likely it is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import ModuleType
from typing import Any, NamedTuple, cast

from ..engine import CHANCE, Action, Policies, Policy, State, View, seated
from ..probability import Distribution
from .arguments import first_state, game_of, measured

LIMIT = 200_000
"""Positions looked at before `enumerate` gives up, unless told otherwise."""

Weights = dict[Any, Fraction]


class TooLarge(ValueError):
    """There are more positions than can be looked at one by one."""


def enumerate(  # noqa: A001  # the field's word
    game: str | ModuleType,
    *,
    policies: Policies = "random",
    players: int | None = None,
    statistic: str | Callable[[Any], Hashable] = "final_scores",
    from_state: State | None = None,
    limit: int = LIMIT,
    **options: Any,
) -> Distribution[Any]:
    """Return the exact distribution of a statistic of the finished game.

    Follows every outcome of chance and every choice, each as likely as chance and the policies
    make it, from `from_state` or from the beginning. `statistic` is a name of `game.STATISTICS`, or
    a function of the last state; it may use what that state holds, but not how it came about:
    positions that are equal are looked at once (backward induction with a memory). Only where a
    policy reads the history are they kept apart.

    Policies must say how likely their choices are (a method ``distribution(view)``); in a race,
    whoever may act is equally likely to be the first. TooLarge if more than `limit` positions are
    reached; NotListable where the outcomes of chance cannot be listed.
    """
    module = game_of(game)
    state = first_state(module, players, options, from_state)
    measure = measured(module, statistic)
    return Distribution(
        _Walk(seated(module, policies, state.players), measure, limit).answer(state)
    )


def exactly(
    game: str | ModuleType, statistic: str, *, players: int | None = None, **options: Any
) -> Distribution[Any] | None:
    """Return the exact distribution of a statistic whoever plays, where the game knows one.

    >>> exactly("monster_cafe", "first_sorbets", players=4).expectation()
    Fraction(12, 7)
    """
    module = game_of(game)
    measured(module, statistic)
    known: Mapping[str, Callable[[Any], Distribution[Any]]] = getattr(module, "EXACT", {})
    return (
        known[statistic](first_state(module, players, options, None))
        if statistic in known
        else None
    )


class _Open(NamedTuple):
    """A position whose answer is being put together."""

    state: State
    branches: list[tuple[Fraction, State]]
    total: Weights
    forgets: list[bool]
    """Whether nothing below it looked at how it was reached."""


class _Walk:
    def __init__(
        self, policies: Sequence[Policy], measure: Callable[[Any], Any], limit: int
    ) -> None:
        self.policies, self.measure, self.limit = policies, measure, limit
        self.memory: dict[State, Weights] = {}
        self.seen = 0

    def answer(self, first: State) -> Weights:
        """Walk depth first, with a stack of our own: games are deeper than Python goes."""
        if not first.acting_players:
            return self._leaf(first)
        stack = [self._opened(first)]
        while True:
            state, branches, total, forgets = stack[-1]
            if branches:
                p, after = branches[-1]
                found = self._leaf(after) if not after.acting_players else self.memory.get(after)
                if found is None:
                    stack.append(self._opened(after))
                else:
                    branches.pop()
                    _add(total, found, p)
                continue
            stack.pop()
            if forgets[0]:
                self.memory[state] = total
            if not stack:
                return total
            above = stack[-1]
            _add(above.total, total, above.branches.pop()[0])
            above.forgets[0] &= forgets[0]

    def _opened(self, state: State) -> _Open:
        self.seen += 1
        if self.seen > self.limit:
            raise TooLarge(
                f"more than {self.limit:,} positions are reached from here ({len(self.memory):,} "
                "of them are worked out): start later in the game, raise limit=, or simulate"
            )
        branches, forgets = self._branches(state)
        return _Open(state, branches, {}, [forgets])

    def _leaf(self, state: State) -> Weights:
        # a copy knows nothing of its past, and what a memory would get wrong must not be asked
        alone: Any = tuple(state)  # type: ignore[arg-type]
        return {self.measure(tuple.__new__(type(state), alone)): Fraction(1)}  # type: ignore[type-var]

    def _branches(self, state: State) -> tuple[list[tuple[Fraction, State]], bool]:
        acting = state.acting_players
        if acting == (CHANCE,):
            chances = state.chance_outcomes().items()
            return [(p, state.apply(action)) for action, p in chances], True
        branches: list[tuple[Fraction, State]] = []
        forgets = True
        for player in acting:
            chosen, forgot = self._chosen(state, player)
            forgets &= forgot
            branches += [(p / len(acting), state.apply(action)) for action, p in chosen.items()]
        return branches, forgets

    def _chosen(self, state: State, player: int) -> tuple[Distribution[Action], bool]:
        policy = self.policies[player]
        if not hasattr(policy, "distribution"):
            raise ValueError(
                f"the policy of player {player} does not say how likely its choices are: an exact "
                "answer needs its method distribution(view)"
            )
        past = _Past(state)
        view: View = replace(state.view(player), _state=cast(State, past))
        chosen: Distribution[Action] = policy.distribution(view)
        return chosen, not past.read


class _Past:
    """A state that notes whether anybody asked how it came about."""

    def __init__(self, state: State) -> None:
        self._state, self.read = state, False

    def __getattr__(self, name: str) -> Any:
        self.read = True
        return getattr(self._state, name)


def _add(total: Weights, part: Weights, p: Fraction) -> None:
    for value, weight in part.items():
        total[value] = total.get(value, Fraction(0)) + p * weight
