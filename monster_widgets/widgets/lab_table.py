"""What a laboratory shows of a simulation: for each seat how often each value came, as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor, isfinite, log10
from typing import Any, NamedTuple

from ..analysis import Point, Simulation
from ..locales.messages import Words
from ..probability import Distribution
from .contract import LabRow, LabSeat, Ratio

MOST = 40
"""So many values are shown one by one; more of them are put into classes."""
CLASSES = 20


class Bins(NamedTuple):
    """The rows of a table: single values, or classes of equal width from `first` on."""

    first: Fraction
    width: Fraction | None
    """None for single values, which are then listed."""
    values: tuple[Fraction, ...]
    whole: bool
    """Whether all values are whole numbers: the class of 20, 21, 22 then ends with 22."""

    @classmethod
    def of(cls, values: Iterable[Fraction]) -> Bins:
        """Choose rows for these values (at least one)."""
        found = sorted(set(values))
        low, high, whole = found[0], found[-1], all(value.denominator == 1 for value in found)
        if whole and high - low < MOST:  # values that never came are values, too
            return cls(low, None, tuple(low + i for i in range(int(high - low) + 1)), whole)
        if len(found) <= MOST:
            return cls(low, None, tuple(found), whole)
        width = _round_width((high - low) / CLASSES)
        if whole:
            width = Fraction(max(1, -(-width // 1)))
        first = low // width * width
        n = int((high - first) // width) + 1
        return cls(first, width, tuple(first + i * width for i in range(n)), whole)

    def row(self, value: Fraction) -> int:
        """Return the number of the row a value belongs to."""
        if self.width is None:
            return self.values.index(value)
        return int((value - self.first) // self.width)

    def ends(self) -> list[tuple[Fraction, Fraction]]:
        """Return the first and the last value of each row; the last of a class of parts is open."""
        width = 0 if self.width is None else self.width - self.whole
        return [(value, value + width) for value in self.values]


def _round_width(least: Fraction) -> Fraction:
    """Return the first of …, 0.1, 0.2, 0.5, 1, 2, 5, … that is not less."""
    power = Fraction(10) ** floor(log10(least))
    return next(step * power for step in (1, 2, 5, 10, 20) if step * power >= least)


def seats(simulation: Simulation, exact: Distribution[Any] | None) -> list[LabSeat]:
    """Return what is known of each seat (one, for a statistic of one number)."""
    known = _columns(exact) if exact is not None else None
    if not simulation.n:
        return []
    parts = simulation.by_seat
    counted = [_fractions(part.counts) for part in parts]
    truth: Sequence[dict[Fraction, Fraction] | None] = known or [None] * len(parts)
    bins = Bins.of(value for column in (*counted, *(known or ())) for value in column)
    return [
        _seat(part, bins, column, chances, [_of_seat(point, i) for point in simulation.trail])
        for i, (part, column, chances) in enumerate(zip(parts, counted, truth, strict=True))
    ]


def _columns(exact: Distribution[Any]) -> list[dict[Fraction, Fraction]]:
    """Return the exact probabilities of the values of each seat."""
    columns: list[dict[Fraction, Fraction]] = []
    for value, chance in exact.items():
        numbers = value if isinstance(value, tuple) else (value,)
        columns = columns or [{} for _ in numbers]
        for column, number in zip(columns, map(Fraction, numbers), strict=True):
            column[number] = column.get(number, Fraction(0)) + chance
    return columns


def _fractions(counts: Mapping[Any, int]) -> dict[Fraction, int]:
    return {Fraction(value): n for value, n in counts.items()}


def _seat(
    part: Simulation,
    bins: Bins,
    counts: Mapping[Fraction, int],
    chances: Mapping[Fraction, Fraction] | None,
    trail: list[list[float | None]],
) -> LabSeat:
    ends = bins.ends()
    came, known = [0] * len(ends), [Fraction(0)] * len(ends)
    for value, n in counts.items():
        came[bins.row(value)] += n
    for value, chance in (chances or {}).items():
        known[bins.row(value)] += chance
    rows: list[LabRow] = [
        {
            "low": ratio(low),
            "high": ratio(high),
            "count": n,
            "exact": ratio(chance) if chances else None,
        }
        for (low, high), n, chance in zip(ends, came, known, strict=True)
    ]
    interval: Any = part.interval(0.95)
    return {
        "rows": rows,
        "mean": _number(part.mean),
        "standard_error": _finite(part.standard_error),
        "interval": list(interval) if part.n > 1 else None,
        "exact_mean": ratio(sum(v * p for v, p in chances.items())) if chances else None,
        "trail": trail,
    }


def _of_seat(point: Point, seat: int) -> list[float | None]:
    mean, error = point.mean, point.standard_error
    if isinstance(mean, tuple) and isinstance(error, tuple):
        return [point.n, mean[seat], _finite(error[seat])]
    return [point.n, _number(mean), _finite(error)]


def ratio(value: Fraction | int) -> Ratio:
    """Return a fraction as two decimal strings."""
    value = Fraction(value)
    return {"numerator": str(value.numerator), "denominator": str(value.denominator)}


def _number(value: Any) -> float:
    return float(value)


def _finite(value: Any) -> float | None:
    """Return None for the standard error of a single game: JSON knows no infinity."""
    return float(value) if isfinite(value) else None


# ---------------------------------------------------------------- in words; cf. lab/telling.ts


def fraction(value: Ratio) -> Fraction:
    """Return the number of two decimal strings."""
    return Fraction(int(value["numerator"]), int(value["denominator"]))


def label(words: Words, row: LabRow) -> str:
    """Return the name of a row: "3", "1/2", "20–24"."""
    low, high = _value(words, row["low"]), _value(words, row["high"])
    return low if low == high else f"{low}\N{EN DASH}{high}"


def _value(words: Words, value: Ratio) -> str:
    number = fraction(value)
    if 1 < number.denominator <= 12:
        sign = "\N{MINUS SIGN}" if number < 0 else ""
        return f"{sign}{abs(number.numerator)}/{number.denominator}"
    return words.decimal(float(number))


def places(error: float | None) -> int:
    """Return how many decimals a mean deserves: to the second digit of its standard error."""
    return min(6, max(0, 1 - floor(log10(error)))) if error else 2


def sentences(words: Words, seat: LabSeat, n: int) -> list[str]:
    """Return what a simulation says of the mean, and of the exact one where it is known."""
    at = places(seat["standard_error"])
    games = words.text("lab.n.games", {"n": n, "shown": words.grouped(n)})
    values = {"games": games, "mean": words.rounded(seat["mean"], at)}
    if seat["interval"] is None or seat["standard_error"] is None:
        told = [words.text("lab.tell.one", values)]
    else:
        low, high = seat["interval"]
        values["error"] = words.rounded(seat["standard_error"], at)
        values |= {"low": words.rounded(low, at), "high": words.rounded(high, at)}
        told = [words.text("lab.tell.mean", values)]
    if seat["exact_mean"] is not None:
        mean = fraction(seat["exact_mean"])
        inside = seat["interval"] is not None and seat["interval"][0] <= mean <= seat["interval"][1]
        key = "exact" if seat["interval"] is None else "inside" if inside else "outside"
        told.append(words.text(f"lab.tell.{key}", {"exact": exact_number(words, mean)}))
    return told


def exact_number(words: Words, value: Fraction) -> str:
    """Return "2", "8/5 = 1.6" or "6/7 ≈ 0.8571"; without its terms where they are long."""
    if value.denominator == 1:
        return words.decimal(value.numerator)
    decimals = next((k for k in range(1, 5) if (value * 10**k).denominator == 1), None)
    shown = words.rounded(float(value), decimals or 4)
    terms = f"{words.decimal(value.numerator)}/{value.denominator}"
    if len(terms) > 12:
        return f"{'' if decimals else '≈ '}{shown}"
    return f"{terms} {'=' if decimals else '≈'} {shown}"


def shares(words: Words, seat: LabSeat, n: int) -> Sequence[tuple[str, str, str | None]]:
    """Return for each row its name, its part of the games, and its exact probability."""
    return [
        (
            label(words, row),
            words.share(row["count"] / n),
            None if row["exact"] is None else words.share(float(fraction(row["exact"]))),
        )
        for row in seat["rows"]
    ]
