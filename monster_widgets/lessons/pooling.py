"""A class pools its results: every pupil plays a share of the games, and the codes add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from math import floor, inf, log10
from os.path import isfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..analysis import Asked, InvalidCode, Simulation, Tally, exactly
from ..analysis.results import CODE
from ..analysis.simulation import ordered
from ..locales.messages import DEFAULT_NAMES, Words, get_locale
from ..probability import Distribution

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_SHOWN = 16
"""Characters of a code or a name that say which one is meant."""
_Z = 2
"""Standard errors on each side, as in every picture of a simulation."""

_PICTURE = ("simulated", "exact", "value", "part", "each", "together", "number", "mean")


class NotCounted(NamedTuple):
    """What was handed in and does not count."""

    result: str
    """The code, as far as it is needed to find it, or the name of the file."""
    reason: str
    """"damaged", "newer", "question", "repeated" or "empty"."""
    text: str
    """A sentence that says so in the chosen language."""


@dataclass(frozen=True, repr=False)
class Pooled:
    """The results of a class, added up; shows itself in one language."""

    asked: Asked | None
    """The question that most of the results answer; None if nothing could be read."""
    parts: tuple[Tally, ...]
    """The results that count, in the order they came."""
    not_counted: tuple[NotCounted, ...]
    exact: Distribution[Any] | None
    """The exact distribution, where the game knows one."""
    locale: str

    @property
    def n(self) -> int:
        """The number of games, of all together."""
        return sum(part.n for part in self.parts)

    @property
    def by_seat(self) -> tuple[Simulation, ...]:
        """The pooled simulation of each seat; a single one for a statistic of one number."""
        return tuple(_sum(seats) for seats in zip(*(p.seats for p in self.parts), strict=True))

    @property
    def lines(self) -> tuple[str, ...]:
        """What there is to say, sentence by sentence."""
        return tuple(self._lines())

    def plot(self) -> Figure:
        """Draw what came (beside the exact probabilities), and the mean of each pupil.

        Needs matplotlib, which the extra `lab` brings. ValueError where nothing was counted, or
        where the statistic has a number for each seat.
        """
        if len(self.by_seat) != 1:
            raise ValueError("a picture shows one number for each game: pool results of such a one")
        from matplotlib.figure import Figure

        from ..analysis.plots import COLOURS, histogram

        pooled, exact = self.by_seat[0], self.exact
        spoken = Words(self.locale, "lessons", ())
        words = {name: spoken.text(f"lessons.pool.picture.{name}") for name in _PICTURE}
        figure = Figure(figsize=(9, 3.6), layout="constrained")
        left, right = figure.subplots(1, 2)
        histogram(left, pooled, exact, words)
        own = [_numbers(part.seats[0]) for part in self.parts]
        means, errors = [mean for mean, *_ in own], [_Z * error for _, error, *_ in own]
        places, colour = range(1, len(own) + 1), COLOURS[0]
        right.errorbar(places, means, errors, fmt="o", color=colour, capsize=3, label=words["each"])
        right.axhline(_numbers(pooled)[0], color=colour, label=words["together"])
        if exact is not None:
            mean = float(exact.expectation())
            right.axhline(mean, color="black", linestyle="--", label=words["exact"])
        right.xaxis.get_major_locator().set_params(integer=True)
        right.set_xlabel(words["number"])
        right.set_ylabel(words["mean"])
        right.legend(frameon=False)
        return figure

    def __repr__(self) -> str:
        """Return the sentences."""
        return "\n".join(self.lines)

    def _repr_html_(self) -> str:
        """Return the sentences and their language, which a screen reader needs to know."""
        lines = "".join(f"<p>{escape(line)}</p>" for line in self.lines)
        return f'<div lang="{self.locale}">{lines}</div>'

    def _lines(self) -> Iterator[str]:
        words = Words(self.locale, "lessons", DEFAULT_NAMES)

        def say(key: str, **values: Any) -> str:
            return words.text(f"lessons.pool.{key}", values)

        yield say("counted", n=len(self.parts), games=say("games", n=self.n))
        if self.n == 1:
            yield say("one")
        for seat, pooled in enumerate(self.by_seat if self.n > 1 else ()):
            mean, error, low, high = _numbers(pooled)
            yield say(
                "mean" if len(self.by_seat) == 1 else "mean_of_player",
                p=seat,
                mean=_rounded(mean, error, words),
                error=_rounded(error, error, words),
                low=_rounded(low, error, words),
                high=_rounded(high, error, words),
            )
        if self.exact is not None and self.n > 1:
            (mean, error, *_), exact = _numbers(self.by_seat[0]), self.exact.expectation()
            values = {"exact": exact, "about": _rounded(float(exact), error, words)}
            if error:
                values["away"] = _rounded(abs(mean - float(exact)) / error, 0.1, words)
            yield say("exact" if error else "exact_alone", **values)
        for left in self.not_counted:
            yield say("not_counted", result=left.result, why=left.text)


def pool(results: Iterable[str | Path | Simulation] | str | Path) -> Pooled:
    """Add up the results of a class, and say what was left out and why.

    `results`: codes (``w.code`` of a laboratory, ``.code`` of a simulation), simulations, and files
    (a path, or its name) with codes anywhere in them: a chat, a table of answers. Results count
    that answer the question most of them answer; of two with the same seed, which are the same
    games, the first.
    """
    given = [results] if isinstance(results, str | Path | Simulation) else list(results)
    locale = get_locale()
    words = Words(locale, "lessons", ())
    read: list[tuple[str, Tally]] = []
    left: list[NotCounted] = []

    def leave(result: str, reason: str, **values: Any) -> None:
        text = words.text(f"lessons.pool.why.{reason}", values)
        left.append(NotCounted(_short(result), reason, text))

    for result in given:
        codes = list(_codes(result))
        if not codes:
            leave(str(result), "empty")
        for code in codes:
            try:
                read.append((code, Tally.from_code(code)))
            except InvalidCode as problem:
                leave(code, problem.reason)
    # how many numbers a statistic has, its name does not say: a forged code may have others
    kinds = [(tally.asked, len(tally.seats)) for _, tally in read]
    most = max(kinds, key=kinds.count, default=None)
    counted: dict[int, tuple[int, Tally]] = {}
    for number, (code, tally) in enumerate(read, 1):
        if (tally.asked, len(tally.seats)) != most:
            leave(code, "question")
        elif tally.seed in counted:
            leave(code, "repeated", seed=tally.seed, number=counted[tally.seed][0])
        else:
            counted[tally.seed] = number, tally
    asked, exact = None if most is None else most[0], None
    if asked is not None:
        exact = exactly(asked.game, asked.statistic, players=asked.players, **asked.options)
    parts = tuple(tally for _, tally in counted.values())
    return Pooled(asked, parts, tuple(left), exact, locale)


def _codes(result: str | Path | Simulation) -> Iterator[str]:
    """Return the codes in what was handed in."""
    if isinstance(result, Simulation):
        return iter([result.code])
    if not isinstance(result, str | Path):
        raise ValueError(f"a result is a code, a file or a simulation, not {result!r}")
    if isfile(result):  # noqa: PTH113  # a code may be too long a name for Path to ask about
        # as bytes, so that it does not matter in which alphabet names were saved
        text = Path(result).read_bytes().replace(b"\0", b"").decode("ascii", "replace")
    else:
        text = str(result)
        if len(CODE.findall(text)) == 1 and text.lstrip().startswith("mwr"):
            return iter(["".join(text.split())])  # broken into lines on its way
    return (match[0] for match in CODE.finditer(text))


def _sum(results: Iterable[Simulation]) -> Simulation:
    counts: Counter[Any] = Counter()
    for result in results:
        counts.update(result.counts)
    return Simulation(ordered(counts))


def _numbers(result: Simulation) -> tuple[float, float, float, float]:
    """Return the mean, the standard error and the ends of the interval of a single number."""
    numbers: Any = (result.mean, result.standard_error, *result.interval(0.95))
    return tuple(map(float, numbers))  # type: ignore[return-value]


def _short(result: str) -> str:
    """Return both ends: codes of one question begin alike."""
    half = _SHOWN // 2
    return result if len(result) <= _SHOWN else f"{result[:half]}…{result[-half:]}"


def _rounded(number: float, error: float, words: Words) -> str:
    """Return a number with the digits that its standard error leaves: two of the error's."""
    digits = max(0, 1 - floor(log10(error))) if 0 < error < inf else 4
    return words.rounded(number, digits)
