"""A finite probability distribution with exact values."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Protocol, TypeVar

from .whole import as_whole

T = TypeVar("T", bound=Hashable)
S = TypeVar("S", bound=Hashable)


class Rng(Protocol):
    """Anything with a ``random()`` that is uniform on [0, 1), for example ``random.Random``."""

    def random(self) -> float: ...


class Distribution(Mapping[T, Fraction]):
    """Outcomes with their probabilities; the probabilities are Fractions and sum to 1.

    >>> die = Distribution.uniform(range(1, 7))
    >>> die.probability(lambda n: n % 2 == 0)
    Fraction(1, 2)
    >>> die.given(lambda n: n > 4).expectation()
    Fraction(11, 2)
    >>> die.variance()
    Fraction(35, 12)
    """

    __slots__ = ("_probabilities",)

    def __init__(self, probabilities: Mapping[T, Fraction | int]) -> None:
        """Take over outcomes whose probabilities are positive and sum to 1, else ValueError."""
        for outcome, p in probabilities.items():
            if not isinstance(p, Fraction | int):
                raise ValueError(f"the probability of {outcome!r} must be exact, not {p!r}")
            if p < 0:
                raise ValueError(f"the probability of {outcome!r} is negative: {p}")
        self._probabilities = {o: Fraction(p) for o, p in probabilities.items() if p}
        total = sum(self._probabilities.values())
        if total != 1:
            raise ValueError(f"the probabilities sum to {total}, not to 1")

    @classmethod
    def uniform(cls, outcomes: Iterable[T]) -> Distribution[T]:
        """Give every outcome the same probability; an outcome listed twice counts twice."""
        counts: dict[T, int] = {}
        for outcome in outcomes:
            counts[outcome] = counts.get(outcome, 0) + 1
        return cls.from_counts(counts)

    @classmethod
    def from_counts(cls, counts: Mapping[T, int]) -> Distribution[T]:
        """Make probabilities proportional to whole-number counts (cards of a kind, say)."""
        if any(as_whole(n) is None for n in counts.values()):
            raise ValueError("a count must be a whole number")
        total = sum(counts.values())
        if total <= 0:
            raise ValueError("there is nothing to choose from: the counts sum to 0")
        return cls({outcome: Fraction(n, total) for outcome, n in counts.items()})

    def __getitem__(self, outcome: T) -> Fraction:
        return self._probabilities[outcome]

    def __iter__(self) -> Iterator[T]:
        return iter(self._probabilities)

    def __len__(self) -> int:
        return len(self._probabilities)

    def __hash__(self) -> int:
        return hash(frozenset(self._probabilities.items()))

    def __repr__(self) -> str:
        inside = ", ".join(f"{outcome!r}: {p}" for outcome, p in self._probabilities.items())
        return f"Distribution({{{inside}}})"

    def probability(self, condition: Callable[[T], bool]) -> Fraction:
        """Return the probability that the condition holds."""
        return sum((p for outcome, p in self.items() if condition(outcome)), Fraction(0))

    def given(self, condition: Callable[[T], bool]) -> Distribution[T]:
        """Return the distribution once the condition is known to hold (ValueError if it cannot)."""
        known = self.probability(condition)
        if not known:
            raise ValueError("the condition has probability 0: nothing can be said given it")
        return Distribution({o: p / known for o, p in self.items() if condition(o)})

    def expectation(self, f: Callable[[T], Any] = lambda outcome: outcome) -> Fraction:
        """Return the mean of f over the outcomes, weighted by their probabilities."""
        return sum((p * Fraction(f(outcome)) for outcome, p in self.items()), Fraction(0))

    def variance(self, f: Callable[[T], Any] = lambda outcome: outcome) -> Fraction:
        """Return the mean squared distance of f from its expectation."""
        mean = self.expectation(f)
        return self.expectation(lambda outcome: (Fraction(f(outcome)) - mean) ** 2)

    def map(self, f: Callable[[T], S]) -> Distribution[S]:
        """Return the distribution of f(outcome); outcomes that f makes equal are added up."""
        mapped: dict[S, Fraction] = {}
        for outcome, p in self.items():
            value = f(outcome)
            mapped[value] = mapped.get(value, Fraction(0)) + p
        return Distribution(mapped)

    def sample(self, rng: Rng) -> T:
        """Draw one outcome; needs one call of ``rng.random()``."""
        left = Fraction(rng.random())
        for outcome, p in self.items():
            left -= p
            if left < 0:
                return outcome
        raise AssertionError("random() must be below 1")
