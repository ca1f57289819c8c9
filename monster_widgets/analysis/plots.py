"""Pictures of a simulation, with matplotlib (the extra `lab` brings it)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite, sqrt
from typing import TYPE_CHECKING, Any

from ..probability import Distribution
from .simulation import Simulation

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#1f5fa8", "#b3261e", "#2e7d32", "#8a5a00", "#6a3fa0", "#00695c", "#ad1457", "#455a64")
"""Of the seats; dark enough for paper and projector."""
MARKS = "osD^vPX*"
"""Of the seats, since colour alone says too little."""


WORDS = {
    "simulated": "simulated",
    "exact": "exact",
    "player": "player {p}",
    "value": "value",
    "part": "part of {n:,} games",
    "games": "games",
    "mean": "mean ± 2 standard errors",
}
"""What stands in a picture, unless told otherwise."""


def plot(simulation: Simulation, exact: Distribution[Any] | None = None) -> Figure:
    """Draw how often each value came, and how the mean settled, with two standard errors.

    A statistic with a number for each seat has a mark and a colour for each; `exact` is for single
    numbers. The Figure belongs to nobody: show or save it.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3.6), layout="constrained")
    left, right = figure.subplots(1, 2)
    histogram(left, simulation, exact)
    _convergence(right, simulation, None if exact is None else float(exact.expectation()))
    return figure


def histogram(
    axes: Axes,
    simulation: Simulation,
    exact: Distribution[Any] | None,
    words: Mapping[str, str] = WORDS,
) -> None:
    """Draw how often each value came, with a standard error, beside its exact probability."""
    columns, n = [seat.counts for seat in simulation.by_seat], simulation.n
    values = sorted({*(exact or {}), *(value for column in columns for value in column)})
    places = range(len(values))
    for seat, column in enumerate(columns):
        parts = [column.get(value, 0) / n for value in values]
        errors = [sqrt(part * (1 - part) / n) for part in parts]
        if len(columns) == 1:
            axes.bar(
                places, parts, yerr=errors, capsize=3, color=COLOURS[0], label=words["simulated"]
            )
        else:
            axes.errorbar(
                places,
                parts,
                yerr=errors,
                label=words["player"].format(p=seat),
                color=COLOURS[seat],
                marker=MARKS[seat],
                markersize=4,
            )
    if exact is not None:
        parts = [float(exact.get(value, 0)) for value in values]
        axes.plot(places, parts, "D", color="black", markerfacecolor="white", label=words["exact"])
    if len(columns) > 1 or exact is not None:
        axes.legend(frameon=False)
    every = -(-len(values) // 12)
    axes.set_xticks(places[::every], [str(value) for value in values[::every]])
    axes.set_ylim(bottom=0)
    axes.set_xlabel(words["value"])
    axes.set_ylabel(words["part"].format(n=n))


def _convergence(axes: Axes, simulation: Simulation, exact: float | None) -> None:
    points = [point for point in simulation.trail if isfinite(_seats(point.standard_error)[0])]
    n = [point.n for point in points]
    for seat in range(len(_seats(simulation.mean))):
        means = [_seats(point.mean)[seat] for point in points]
        errors = [_seats(point.standard_error)[seat] for point in points]
        low = [mean - 2 * error for mean, error in zip(means, errors, strict=True)]
        high = [mean + 2 * error for mean, error in zip(means, errors, strict=True)]
        axes.fill_between(n, low, high, color=COLOURS[seat], alpha=0.2, linewidth=0)
        axes.plot(n, means, color=COLOURS[seat], marker=MARKS[seat], markersize=4)
    if exact is not None:
        axes.axhline(exact, color="black", linestyle="--")
    axes.set_xscale("log")
    axes.set_xlabel(WORDS["games"])
    axes.set_ylabel(WORDS["mean"])


def _seats(numbers: float | Sequence[float]) -> Sequence[float]:
    return numbers if isinstance(numbers, Sequence) else (numbers,)
