"""Playing a game with policies."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from random import Random
from types import ModuleType

from ..probability.distribution import Rng
from .policies import RandomPolicy
from .protocol import Game, State
from .record import GameRecord, load_game
from .types import CHANCE, Action, DelayedAction, Json, Policy, PolicyError

Policies = str | Policy | Sequence[str | Policy]


def play(
    game: str | ModuleType,
    policies: Policies,
    seed: int,
    players: int,
    **options: Json,
) -> GameRecord:
    """Play a whole game and return its record.

    `policies`: one for all seats or one for each, by name (``game.POLICIES``) or as a function
    ``policy(view, rng) -> (delay, action)``. The same seed and policies give the same game.
    """
    name = game.NAME if isinstance(game, ModuleType) else game
    record = GameRecord(name, players, options, seed)
    return play_on(record, seated(load_game(name), policies, record.players))


def seated(game: Game, policies: Policies, players: int) -> tuple[Policy, ...]:
    """Return one policy for each seat; ValueError names the policies there are."""
    if isinstance(policies, str) or callable(policies):
        wanted: Sequence[str | Policy] = [policies] * players
    elif isinstance(policies, Sequence):
        wanted = policies
    else:
        raise ValueError(f"policies are names, functions or a list of them, not {policies!r}")
    if len(wanted) != players:
        raise ValueError(f"{players} players need one policy or {players}, not {len(wanted)}")
    return tuple(policy if callable(policy) else _named(game, policy) for policy in wanted)


def _named(game: Game, name: object) -> Policy:
    if not isinstance(name, str) or name not in game.POLICIES:
        known = ", ".join(map(repr, game.POLICIES))
        raise ValueError(f"there is no policy {name!r} in {game.NAME}; there are {known}")
    return game.POLICIES[name]


def play_on(
    record: GameRecord, policies: Sequence[Policy], persons: Collection[int] = ()
) -> GameRecord:
    """Go on with a game until it is over, or until a person is among those who may act."""
    states: list[State] = list(record.states)
    began = _beginning(record)
    while acting := (state := states[-1]).acting_players:
        if not set(acting).isdisjoint(persons):
            break
        if acting == (CHANCE,):
            action = state.sample_chance(record.rng(len(states) - 1))
        else:
            # asked again in the same race, a policy draws the same delay: its numbers are those of
            # the step at which the race began
            asked = [_ask(policies[p], state, p, record.rng(began, f":{p}")) for p in acting]
            action = min(asked, key=lambda answer: (answer[0], answer[1].player))[1]
        states.append(state.apply(action))
        if not _goes_on(state, action, states[-1]):
            began = len(states) - 1
    return record._played(states)


def playout(state: State, policies: Sequence[Policy], rng: Rng) -> State:
    """Return a last state that policies and chance lead to, drawing from one generator.

    As in `play_on`, but without a record, whose draws can be found again step by step: so it is
    what many games in a row are played with.
    """
    for after in playing(state, policies, rng):
        state = after
    return state


def playing(state: State, policies: Sequence[Policy], rng: Rng) -> Iterator[State]:
    """Yield the states that policies and chance lead to, one by one: a `playout` in moves."""
    seeds: dict[int, float] = {}  # of each player in the race that is going on
    while acting := state.acting_players:
        if acting == (CHANCE,):
            action = state.sample_chance(rng)
        elif len(acting) == 1 and not seeds:
            action = _ask(policies[acting[0]], state, acting[0], rng)[1]
        else:
            seeds = {p: seeds[p] if p in seeds else rng.random() for p in acting}
            asked = [_ask(policies[p], state, p, Random(seeds[p])) for p in acting]
            action = min(asked, key=lambda answer: (answer[0], answer[1].player))[1]
        before, state = state, state.apply(action)
        if seeds and not _goes_on(before, action, state):
            seeds = {}
        yield state


def _ask(policy: Policy, state: State, player: int, rng: Rng) -> DelayedAction:
    """Return what a policy chooses; PolicyError if it is nothing that player may do."""
    if type(policy) is RandomPolicy:  # all it would look at in a view
        delay, actions = rng.random(), state.legal_actions(player)
        return delay, actions[int(rng.random() * len(actions))]
    answer = policy(state.view(player), rng)
    match answer:
        case (int() | float() as delay, Action(player=actor) as action) if actor == player:
            if action in state.legal_actions(player):
                return delay, action
    legal = ", ".join(map(str, state.legal_actions(player)))
    raise PolicyError(
        f"the policy of player {player} answered {answer!r}; it must be a delay and one of: {legal}"
    )


def _beginning(record: GameRecord) -> int:
    """Return the step at which the race that is going on began; of a turn, or of chance, its own.

    A record may end in the middle of a race: a person acted, or took a step back.
    """
    states, step = record.states, len(record.actions)
    while step and _goes_on(states[step - 1], record.actions[step - 1], states[step]):
        step -= 1
    return step


def _goes_on(before: State, action: Action, after: State) -> bool:
    """Tell whether those who act after an action are in the same race as those before.

    So they are if all of them were in it: down to the last one, who still has the delay of the
    beginning. Chance ends a race, and so does somebody new. Whoever acts twice running, and alone,
    takes turns.
    """
    acting = after.acting_players
    return acting != (action.player,) and set(acting) <= set(before.acting_players)
