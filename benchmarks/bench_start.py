"""What does one wait for before the first answer, and what does an exact answer save?

    python benchmarks/bench_start.py [--smoke] [--large]

- importing an engine beside importing rlcard, in processes of their own;
- a cold process to the first 10,000 games, beside pgx (`--large`);
- an exact answer beside a simulation with a standard error of 0.001.
No time is asserted.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time

IMPORTS = {
    "nothing": "",
    "monster_widgets, Monster Café": "from monster_widgets.games import monster_cafe",
    "rlcard": "import rlcard",
}
COLD = {
    "monster_widgets, 10,000 games": (
        "from monster_widgets.analysis import simulate; simulate('monster_cafe', 10_000).mean"
    ),
    "pgx, 10,000 games": (
        "import sys; sys.path.insert(0, 'benchmarks')\n"
        "from peers import pgx_leduc; import random; pgx_leduc(10_000, random.Random(1))"
    ),
}


def wall(code: str) -> float:
    """Return how long a new Python takes for some code, in seconds."""
    # compiled once and kept, as every installed package is, also where the environment forbids it
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
    return time.perf_counter() - start


def processes(codes: dict[str, str], rounds: int) -> dict[str, float]:
    """Return the median time of each, interleaved."""
    times: dict[str, list[float]] = {name: [] for name in codes}
    for code in codes.values():
        wall(code)  # what is compiled on the way is not measured
    for _ in range(rounds):
        for name, code in codes.items():
            times[name].append(wall(code))
    return {name: statistics.median(values) for name, values in times.items()}


def exact_and_simulated(rounds: int, error: float) -> tuple[float, float]:
    """Return the seconds for P(a sorbet in the next six cards): exact, and simulated."""
    from monster_widgets.analysis import bulk
    from monster_widgets.engine import play
    from monster_widgets.games import monster_cafe

    view = play(monster_cafe, "random", 7, 4).states[30].view("public")
    deck = len(view.zones["deck"])
    sorbets = round(monster_cafe.next_card(view)["sorbet"] * deck)
    exact, simulated = [], []
    for k in range(rounds):
        start = time.perf_counter()
        p = float(monster_cafe.sorbet_within(view, 6))
        exact.append(time.perf_counter() - start)
        n = round(p * (1 - p) / error**2)
        start = time.perf_counter()
        cards = bulk.generator(1, k).random((n, deck)).argpartition(6, axis=1)[:, :6]
        share = (cards < sorbets).any(axis=1).mean()
        simulated.append(time.perf_counter() - start)
        assert abs(share - p) < 6 * error
    return statistics.median(exact), statistics.median(simulated)


def main() -> None:
    """Measure, and print the medians and their ratios."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--smoke", action="store_true", help="the smallest size")
    parser.add_argument("--large", action="store_true", help="pgx, too")
    arguments = parser.parse_args()
    rounds = 1 if arguments.smoke else 7
    times = processes(IMPORTS, rounds)
    ours, theirs = (times[name] - times["nothing"] for name in list(IMPORTS)[1:])
    print(f"import: engine {ours:.3f} s, rlcard {theirs:.3f} s, ratio {ours / theirs:.3f}")
    cold = {n: c for n, c in COLD.items() if arguments.large or "pgx" not in n}
    for name, seconds in processes(cold, rounds).items():
        print(f"cold process: {name} {seconds:.2f} s")
    error = 0.01 if arguments.smoke else 0.001
    exact, simulated = exact_and_simulated(rounds, error)
    print(
        f"exact answer {exact * 1e6:.0f} µs, simulated to a standard error of {error} "
        f"{simulated * 1e3:.0f} ms, ratio {simulated / exact:,.0f}"
    )


if __name__ == "__main__":
    main()
