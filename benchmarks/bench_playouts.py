"""How fast is a random playout through the public, checked API, beside RLCard's UNO?

    python benchmarks/bench_playouts.py [--smoke]

Both play in turns in one process, since the speed of a machine changes from second to second; what
counts is the ratio. A decision is a choice of a player; chance moves are played but not counted.
The games differ (UNO's step also encodes an observation), so this says what a user of either
library gets, not which is the better program. No time is asserted.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

import rlcard

from monster_widgets import games
from monster_widgets.engine import CHANCE


def monster_cafe(playouts: int, rng: random.Random) -> int:
    """Play games of Monster Café at random; return the number of decisions."""
    game, decisions = games.load("monster_cafe"), 0
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


def rlcard_uno(playouts: int, rng: random.Random) -> int:
    """Play games of UNO at random by ``env.step``; return the number of decisions."""
    env, decisions = rlcard.make("uno", config={"seed": 1}), 0
    for _ in range(playouts):
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(rng.random() * len(legal))])
            decisions += 1
    return decisions


def speed(play: Callable[[int, random.Random], int], playouts: int) -> float:
    """Return decisions per second."""
    start = time.perf_counter()
    decisions = play(playouts, random.Random(1))
    return decisions / (time.perf_counter() - start)


def main() -> None:
    """Measure, and print the medians."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--smoke", action="store_true", help="the smallest size")
    rounds, playouts = (1, 2) if parser.parse_args().smoke else (15, 60)
    pairs = [(speed(monster_cafe, playouts), speed(rlcard_uno, playouts)) for _ in range(rounds)]
    ours, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(a / b for a, b in pairs)
    print(f"Monster Café, state.apply   {ours:>9,.0f} decisions/s")
    print(f"RLCard UNO, env.step        {theirs:>9,.0f} decisions/s")
    print(f"ratio, median of {rounds:>2} rounds {ratio:>9.2f}")


if __name__ == "__main__":
    main()
