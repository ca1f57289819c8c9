"""How many decisions a second does uniform random play make, beside other libraries?

    python benchmarks/bench_playouts.py [--smoke] [--large] [--json FILE]

All play in turns in one process, since the speed of a machine changes from second to second; what
counts are the ratios, round by round. See peers.py for what is compared, and RESULTS.md for what
came out. No time is asserted. `--large` adds pgx and PettingZoo, if they are installed.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from peers import Contestant, contestants

SIZES = {
    "Monster Café, state.apply": 60,
    "Monster Café, simulate": 20_000,
    "RLCard UNO, env.step": 40,
    "OpenSpiel python_kuhn_poker": 2_000,
    "OpenSpiel leduc_poker from Python": 5_000,
    "OpenSpiel leduc_poker, loop in C++": 8_000,
    "PettingZoo leduc_holdem_v4": 60,
    "pgx leduc_holdem, 10,000 at once": 100_000,
}
"""Games in a round: enough for some hundredths of a second."""
SMALLEST = 210
"""Games of the smoke test for what plays in bulk (below that, `simulate` takes the game itself)."""


def speed(play: Contestant, games: int, rng: random.Random) -> float:
    """Return decisions per second."""
    start = time.perf_counter()
    decisions = play(games, rng)
    return decisions / (time.perf_counter() - start)


def measured(rounds: int, smoke: bool, large: bool) -> dict[str, list[float]]:
    """Return the speeds of every contestant, round by round."""
    rng, players = random.Random(1), contestants(large)
    sizes = {name: 2 if smoke else SIZES[name] for name in players}
    if smoke:
        sizes["Monster Café, simulate"] = SMALLEST
    for name, play in players.items():  # imports, caches and compilers are not what is measured
        play(sizes[name], rng)
    speeds: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(rounds):
        for name, play in players.items():
            speeds[name].append(speed(play, sizes[name], rng))
    return speeds


def main() -> None:
    """Measure, and print medians, spreads and ratios."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--smoke", action="store_true", help="the smallest size")
    parser.add_argument("--large", action="store_true", help="pgx and PettingZoo, too")
    parser.add_argument("--json", type=Path, help="write the speeds to this file")
    arguments = parser.parse_args()
    speeds = measured(1 if arguments.smoke else 15, arguments.smoke, arguments.large)
    one, bulk = (speeds[name] for name in list(speeds)[:2])
    print(f"{'decisions per second':36}{'median':>13}{'quartiles':>25}{'apply':>9}{'simulate':>10}")
    for name, values in speeds.items():
        low, middle, high = statistics.quantiles(values * 2, n=4)
        ratios = (
            statistics.median(a / b for a, b in zip(ours, values, strict=True))
            for ours in (one, bulk)
        )
        spread = f"{low:,.0f} to {high:,.0f}"
        columns = "".join(f"{ratio:>9.2f} " for ratio in ratios)
        print(f"{name:36}{middle:>13,.0f}{spread:>25}{columns}")
    print("apply, simulate: how many times as fast ours are, median of the rounds")
    if arguments.json:
        arguments.json.write_text(json.dumps(speeds, indent=1), "utf-8")


if __name__ == "__main__":
    main()
