"""Uniform random play through the public interface of each library: player decisions, counted.

A contestant is ``play(games, rng) -> decisions``. Chance moves are played, but not counted.
The games differ, and OpenSpiel and RLCard do more in a step than ours (they encode what a player
observes, and know dozens of games): this is what a user of each library gets, not which is the
better program.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any

Contestant = Callable[[int, random.Random], int]


def monster_cafe(playouts: int, rng: random.Random) -> int:
    """Monster Café, four players, one checked ``state.apply`` after the other."""
    from monster_widgets.engine import CHANCE
    from monster_widgets.games import monster_cafe as game

    decisions = 0
    for _ in range(playouts):
        state = game.initial_state(4)
        while acting := state.acting_players:
            if acting == (CHANCE,):
                action = state.sample_chance(rng)
            else:
                legal = state.legal_actions()
                action = legal[int(rng.random() * len(legal))]
                decisions += 1
            state = state.apply(action)
    return decisions


@cache
def decisions_per_game() -> float:
    """Return how often a player of Monster Café chooses in a random game, from 500 of them."""
    return monster_cafe(500, random.Random(1)) / 500


def monster_cafe_bulk(playouts: int, rng: random.Random) -> int:
    """Monster Café, four players, ``analysis.simulate`` with its numpy kernel."""
    from monster_widgets.analysis import simulate

    simulate("monster_cafe", playouts, seed=rng.randrange(2**32))
    return round(playouts * decisions_per_game())


def rlcard_uno(playouts: int, rng: random.Random) -> int:
    """UNO by ``env.step``."""
    import rlcard

    env, decisions = rlcard.make("uno", config={"seed": 1}), 0
    for _ in range(playouts):
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(rng.random() * len(legal))])
            decisions += 1
    return decisions


def _openspiel(name: str, playouts: int, rng: random.Random) -> int:
    import pyspiel

    if name.startswith("python_"):
        from open_spiel.python.games import kuhn_poker  # noqa: F401  # it registers itself

    game, decisions = pyspiel.load_game(name), 0
    for _ in range(playouts):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
                decisions += 1
    return decisions


def leduc(playouts: int, rng: random.Random) -> int:
    """Leduc poker, in C++, driven from Python."""
    return _openspiel("leduc_poker", playouts, rng)


def kuhn(playouts: int, rng: random.Random) -> int:
    """Kuhn poker, written in Python."""
    return _openspiel("python_kuhn_poker", playouts, rng)


@cache
def leduc_decisions() -> float:
    """Return how often a player of leduc poker chooses in a random game, from 5,000 of them."""
    return leduc(5000, random.Random(1)) / 5000


def leduc_loop(playouts: int, rng: random.Random) -> int:
    """Leduc poker, the loop in C++ too (``evaluate_bots``)."""
    import pyspiel

    game, seed = pyspiel.load_game("leduc_poker"), rng.randrange(2**30)
    bots = [pyspiel.make_uniform_random_bot(player, seed) for player in (0, 1)]
    for k in range(playouts):
        pyspiel.evaluate_bots(game.new_initial_state(), bots, seed + k)
    return round(playouts * leduc_decisions())


def pettingzoo_leduc(playouts: int, rng: random.Random) -> int:
    """Leduc poker by PettingZoo's default environment."""
    from pettingzoo.classic import leduc_holdem_v4

    env, decisions = leduc_holdem_v4.env(), 0
    for _ in range(playouts):
        env.reset(seed=rng.randrange(2**30))
        for _ in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
            else:
                mask = observation["action_mask"]
                legal = [a for a, ok in enumerate(mask) if ok]
                env.step(legal[int(rng.random() * len(legal))])
                decisions += 1
    return decisions


@cache
def _pgx() -> Any:
    import jax
    import pgx

    env = pgx.make("leduc_holdem")

    def turn(state: Any, key: Any) -> Any:
        logits = jax.numpy.log(state.legal_action_mask.astype(float))
        action = jax.random.categorical(key, logits, axis=-1)
        return jax.vmap(env.step)(state, action)

    @jax.jit
    def play(key: Any) -> Any:
        begin, key = jax.random.split(key)
        state = jax.vmap(env.init)(jax.random.split(begin, 10_000))

        def goes_on(carry: Any) -> Any:
            return ~carry[0].terminated.all()

        def step(carry: Any) -> Any:
            state, key, count = carry
            now, key = jax.random.split(key)
            return turn(state, now), key, count + (~state.terminated).sum()

        return jax.lax.while_loop(goes_on, step, (state, key, jax.numpy.int32(0)))[2]

    return jax, play


def pgx_leduc(playouts: int, rng: random.Random) -> int:
    """Leduc poker of pgx, compiled, 10,000 games at a time (both cores)."""
    jax, play = _pgx()
    runs = max(1, playouts // 10_000)
    return sum(int(play(jax.random.PRNGKey(rng.randrange(2**30)))) for _ in range(runs))


OURS = {"Monster Café, state.apply": monster_cafe, "Monster Café, simulate": monster_cafe_bulk}
PEERS: dict[str, tuple[str, Contestant]] = {
    "RLCard UNO, env.step": ("rlcard", rlcard_uno),
    "OpenSpiel python_kuhn_poker": ("pyspiel", kuhn),
    "OpenSpiel leduc_poker from Python": ("pyspiel", leduc),
    "OpenSpiel leduc_poker, loop in C++": ("pyspiel", leduc_loop),
}
LARGE: dict[str, tuple[str, Contestant]] = {
    "PettingZoo leduc_holdem_v4": ("pettingzoo", pettingzoo_leduc),
    "pgx leduc_holdem, 10,000 at once": ("pgx", pgx_leduc),
}
"""Installed by hand: each brings hundreds of megabytes."""


def contestants(large: bool = False) -> dict[str, Contestant]:
    """Return ours and the peers that are installed, by name."""
    peers = {**PEERS, **(LARGE if large else {})}
    found = {name: play for name, (module, play) in peers.items() if find_spec(module)}
    return {**OURS, **found}
