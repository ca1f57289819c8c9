"""How does the cost of a simulation grow with the number of games, and with the players?

    python benchmarks/bench_growth.py [--smoke] [--plot FILE]

Uniform random play of every game that has a numpy kernel: by the kernel, and by the game itself.
Sizes take turns, since the speed of a machine changes from second to second. No time is asserted.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path

from monster_widgets import games
from monster_widgets.analysis import bulk, simulate
from monster_widgets.engine import RandomPolicy

KERNELS = [name for name in games.names() if bulk.kernel(name) is not None]
BY_KERNEL, BY_GAME = (300, 1_000, 10_000, 50_000), (1, 10, 100)
AT_ONCE, ALONE = 4_096, 10
"""Games for each number of players: by the kernel, and by the game."""

Times = dict[tuple[str, str, int], float]
"""(game, who plays, games or players) → seconds."""


def seconds(game: str, n: int, players: int, by_game: bool, seed: int) -> float:
    """Return how long n games take; a policy that is no name keeps the kernel out."""
    policies = RandomPolicy() if by_game else "random"
    start = time.perf_counter()
    simulate(game, n, players=players, policies=policies, seed=seed)
    return time.perf_counter() - start


def medians(asked: list[tuple[str, str, int, int, int]], rounds: int) -> Times:
    """Return the median seconds of each (game, who plays, key, games, players)."""
    times: dict[tuple[str, str, int], list[float]] = {}
    for seed in range(rounds):
        for game, who, key, n, players in asked:
            taken = seconds(game, n, players, who == "game", seed)
            times.setdefault((game, who, key), []).append(taken)
    return {key: statistics.median(values) for key, values in times.items()}


def plot(by_games: Times, by_players: Times, path: Path) -> None:
    """Draw both, games against seconds and players against seconds for one game."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 4.6), layout="constrained")
    left, right = figure.subplots(1, 2)
    for axes, times in ((left, by_games), (right, by_players)):
        for number, game in enumerate(KERNELS):
            for who, line in (("kernel", "-"), ("game", ":")):
                points = {k: t for (name, by, k), t in times.items() if (name, by) == (game, who)}
                label = f"{game}, by the {who}"
                style = {"color": f"C{number}", "linestyle": line, "marker": "osD"[number]}
                axes.plot(list(points), list(points.values()), label=label, **style)
        axes.set_yscale("log")
    left.set_xscale("log")
    left.set_xlabel("games, of two players")
    left.set_ylabel("seconds")
    names = left.get_legend_handles_labels()
    figure.legend(*names, loc="outside lower center", ncols=len(KERNELS), frameon=False)
    right.set_xlabel("players")
    right.set_ylabel("seconds for one game")
    right.xaxis.get_major_locator().set_params(integer=True)
    figure.savefig(path)


def main() -> None:
    """Measure, print, and draw if asked."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--smoke", action="store_true", help="the smallest size")
    parser.add_argument("--plot", type=Path, help="draw the picture into this file")
    arguments = parser.parse_args()
    smoke, rounds = arguments.smoke, 1 if arguments.smoke else 3
    most = 1 if smoke else None
    sizes = {"kernel": BY_KERNEL[:most], "game": BY_GAME[:most]}
    by_games = medians(
        [(game, who, n, n, 2) for game in KERNELS for who, ns in sizes.items() for n in ns], rounds
    )
    once, alone = (BY_KERNEL[0], 1) if smoke else (AT_ONCE, ALONE)
    asked = [
        (game, who, players, n, players)
        for game in KERNELS
        for who, n in (("kernel", once), ("game", alone))
        for players in games.load(game).PLAYERS
    ]
    number = {"kernel": once, "game": alone}
    by_players = {key: t / number[key[1]] for key, t in medians(asked, rounds).items()}
    for (game, who, n), taken in by_games.items():
        print(
            f"{game:16}{who:>8}{n:>10,} games  {taken:>9.3f} s  {1e6 * taken / n:>10,.1f} µs each"
        )
    for (game, who, players), taken in by_players.items():
        print(f"{game:16}{who:>8}{players:>10} players{1e6 * taken:>12,.1f} µs a game")
    if arguments.plot:
        plot(by_games, by_players, arguments.plot)


if __name__ == "__main__":
    main()
