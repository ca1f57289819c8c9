"""Distributions: exact, summing to 1, and honest about what they cannot say."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monster_widgets.probability import Distribution

DIE = Distribution.uniform(range(1, 7))
TWO_DICE = Distribution.uniform(product(range(1, 7), repeat=2))
counts = st.dictionaries(st.integers(-9, 9), st.integers(0, 20), min_size=1).filter(
    lambda d: any(d.values())
)


class Fixed:
    """Random numbers that were decided before."""

    def __init__(self, *numbers: float) -> None:
        self.numbers = list(numbers)

    def random(self) -> float:
        return self.numbers.pop(0)


def urn(counts: dict[int, int]) -> list[int]:
    return [outcome for outcome, n in counts.items() for _ in range(n)]


@given(counts)
def test_probabilities_sum_to_exactly_one(counts: dict[int, int]) -> None:
    distribution = Distribution.from_counts(counts)

    assert Fraction(1) == sum(distribution.values())
    assert {type(p) for p in distribution.values()} == {Fraction}


@given(counts)
def test_a_distribution_from_counts_is_the_uniform_one_over_all_the_cards(
    counts: dict[int, int],
) -> None:
    assert Distribution.uniform(urn(counts)) == Distribution.from_counts(counts)


def test_impossible_outcomes_are_not_kept() -> None:
    distribution = Distribution.from_counts({"a": 1, "b": 0})

    assert ["a"] == list(distribution)
    assert 1 == len(distribution)
    with pytest.raises(KeyError):
        distribution["b"]


@given(counts)
def test_expectation_and_variance_are_those_of_the_listed_cards(counts: dict[int, int]) -> None:
    cards = urn(counts)
    mean = Fraction(sum(cards), len(cards))

    assert mean == Distribution.from_counts(counts).expectation()
    assert Fraction(sum(c * c for c in cards), len(cards)) - mean**2 == (
        Distribution.from_counts(counts).variance()
    )


def test_expectation_and_variance_of_a_function() -> None:
    assert Fraction(91, 6) == DIE.expectation(lambda n: n * n)
    assert Fraction(7) == TWO_DICE.expectation(sum)
    assert Fraction(35, 6) == TWO_DICE.variance(sum)


def test_map_adds_up_what_the_function_makes_equal() -> None:
    total = TWO_DICE.map(sum)

    assert {n: Fraction(6 - abs(n - 7), 36) for n in range(2, 13)} == dict(total)


def test_probability_of_a_condition() -> None:
    assert Fraction(1, 6) == TWO_DICE.probability(lambda dice: dice[0] == dice[1])
    assert Fraction(0) == DIE.probability(lambda n: n > 6)
    assert isinstance(DIE.probability(lambda n: n > 6), Fraction)


@given(counts, st.integers(-9, 9))
def test_given_counts_only_the_cases_that_are_left(counts: dict[int, int], least: int) -> None:
    left = {n: count for n, count in counts.items() if n >= least}
    distribution = Distribution.from_counts(counts)

    if any(left.values()):
        assert Distribution.from_counts(left) == distribution.given(lambda n: n >= least)
    else:
        with pytest.raises(ValueError, match="probability 0"):
            distribution.given(lambda n: n >= least)


@given(counts)
def test_sampling_over_a_grid_gives_every_outcome_its_exact_share(counts: dict[int, int]) -> None:
    distribution, total = Distribution.from_counts(counts), sum(counts.values())
    drawn = Counter(distribution.sample(Fixed((i + 0.5) / total)) for i in range(total))

    assert {outcome: n for outcome, n in counts.items() if n} == drawn


def test_sampling_needs_one_number_and_takes_the_ends_of_the_interval() -> None:
    assert 1 == DIE.sample(Fixed(0.0))
    assert 6 == DIE.sample(Fixed(1 - 2**-53))


def test_equal_distributions_have_equal_hashes_whatever_their_order() -> None:
    one = Distribution({"a": Fraction(1, 3), "b": Fraction(2, 3)})
    other = Distribution({"b": Fraction(2, 3), "a": Fraction(1, 3)})

    assert one == other
    assert hash(one) == hash(other)
    assert one != Distribution.uniform("ab")


def test_repr_shows_outcomes_and_fractions() -> None:
    assert "Distribution({'a': 1/3, 'b': 2/3})" == repr(Distribution.uniform("abb"))


@pytest.mark.parametrize(
    ("probabilities", "why"),
    [
        ({"a": Fraction(1, 2)}, "sum to 1/2"),
        ({}, "sum to 0"),
        ({"a": Fraction(3, 2), "b": Fraction(-1, 2)}, "negative"),
        ({"a": 0.5, "b": 0.5}, "exact"),
    ],
)
def test_what_is_no_distribution_is_refused(probabilities: dict[str, Fraction], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Distribution(probabilities)


@pytest.mark.parametrize("counts", [{}, {"a": 0}, {"a": 2, "b": -1}, {"a": -2}])
def test_counts_of_nothing_and_negative_counts_are_refused(counts: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"sum to 0|negative"):
        Distribution.from_counts(counts)
