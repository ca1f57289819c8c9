"""Drawing without replacement: against counting by hand, and against SciPy."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from monster_widgets.probability import (
    Distribution,
    at_least,
    draws_until_collected,
    hypergeometric,
    multivariate_hypergeometric,
)

draws = st.integers(1, 80).flatmap(
    lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(0, n))
)


@pytest.mark.parametrize("total", range(8))
def test_hypergeometric_counts_the_hands_there_are(total: int) -> None:
    for marked, drawn in product(range(total + 1), repeat=2):
        hands = combinations(range(total), drawn)
        counted = Counter(sum(card < marked for card in hand) for hand in hands)

        assert Distribution.from_counts(counted) == hypergeometric(total, marked, drawn)


@given(draws)
def test_hypergeometric_agrees_with_scipy(case: tuple[int, int, int]) -> None:
    total, marked, drawn = case
    distribution = hypergeometric(total, marked, drawn)
    theirs = stats.hypergeom(total, marked, drawn)

    for k in range(drawn + 1):
        assert theirs.pmf(k) == pytest.approx(float(distribution.get(k, 0)), rel=1e-9, abs=1e-12)
        assert theirs.sf(k - 1) == pytest.approx(float(at_least(k, distribution)), abs=1e-9)


@given(draws)
def test_hypergeometric_has_the_mean_and_variance_of_the_formula(
    case: tuple[int, int, int],
) -> None:
    total, marked, drawn = case
    distribution, share = hypergeometric(total, marked, drawn), Fraction(marked, total)

    assert drawn * share == distribution.expectation()
    if total > 1:
        spread = drawn * share * (1 - share) * Fraction(total - drawn, total - 1)
        assert spread == distribution.variance()


def test_multivariate_hypergeometric_counts_the_hands_there_are() -> None:
    cards = "aabbbcc"
    hands = [Counter(cards[i] for i in hand) for hand in combinations(range(7), 3)]
    counted = Counter((hand["a"], hand["b"], hand["c"]) for hand in hands)

    assert Distribution.from_counts(counted) == multivariate_hypergeometric(
        {"a": 2, "b": 3, "c": 2}, 3
    )


@given(st.lists(st.integers(0, 4), min_size=1, max_size=4), st.data())
def test_multivariate_hypergeometric_agrees_with_scipy(
    sizes: list[int], data: st.DataObject
) -> None:
    drawn = data.draw(st.integers(0, sum(sizes)))
    ours = multivariate_hypergeometric({str(i): n for i, n in enumerate(sizes)}, drawn)

    for outcome, p in ours.items():
        theirs = stats.multivariate_hypergeom.pmf(x=outcome, m=sizes, n=drawn)
        assert theirs == pytest.approx(float(p), rel=1e-9)


def test_each_kind_alone_is_hypergeometric() -> None:
    joint = multivariate_hypergeometric({"sludge": 6, "anything": 6, "sorbet": 3}, 4)

    assert hypergeometric(15, 3, 4) == joint.map(lambda counts: counts[2])


def test_at_least_one_is_the_complement_of_none() -> None:
    distribution = hypergeometric(total=42, marked=6, draws=6)

    assert 1 - Fraction(comb(36, 6), comb(42, 6)) == at_least(1, distribution)
    assert Fraction(1) == at_least(0, distribution)
    assert Fraction(0) == at_least(7, distribution)


@pytest.mark.parametrize(
    ("case", "why"),
    [
        ((5, 2, 6), "draws must be from 0 to 5"),
        ((5, 2, -1), "draws must be from 0 to 5"),
        ((5, 6, 1), "marked must be from 0 to 5"),
        ((5, -1, 1), "marked must be from 0 to 5"),
        ((-1, 0, 0), "negative"),
    ],
)
def test_impossible_draws_are_refused_with_the_limits(case: tuple[int, int, int], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        hypergeometric(*case)


@pytest.mark.parametrize(
    ("counts", "drawn", "why"),
    [
        ({"a": 1, "b": 1}, 3, "from 0 to 2"),
        ({"a": 1}, -1, "from 0"),
        ({"a": -1, "b": 2}, 1, "negative"),
    ],
)
def test_impossible_draws_of_several_kinds_are_refused(
    counts: dict[str, int], drawn: int, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        multivariate_hypergeometric(counts, drawn)


def test_many_kinds_are_no_trouble() -> None:
    deck = dict.fromkeys("abcdefghij", 6)
    drawn = multivariate_hypergeometric(deck, 6)

    assert comb(15, 6) == len(drawn)
    assert 1 == sum(drawn.values())
    assert Fraction(10, comb(60, 6)) == drawn.probability(lambda counts: max(counts) == 6)


# ---------------------------------------------------------------- until everything is there


@pytest.mark.parametrize(
    ("copies", "others"),
    [([], 2), ([1], 0), ([2], 3), ([1, 1], 3), ([2, 2], 2), ([2, 1, 1], 2), ([3, 2], 1)],
)
def test_draws_until_collected_counts_the_orders_there_are(copies: list[int], others: int) -> None:
    deck = [kind for kind, n in enumerate(copies) for _ in range(n)] + [-1] * others
    counted: Counter[int] = Counter()
    for order in permutations(deck):
        missing = set(range(len(copies)))
        needed = 0
        while missing:
            missing.discard(order[needed])
            needed += 1
        counted[needed] += 1

    assert Distribution.from_counts(counted) == draws_until_collected(copies, others)


def test_six_pieces_of_two_copies_among_79_cards_take_52_7_draws_on_average() -> None:
    draws = draws_until_collected([2] * 6, 67)

    assert Fraction(158320, 3003) == draws.expectation()
    assert (6, 78) == (min(draws), max(draws))  # at most one copy is left when the last one comes


def test_draws_until_collected_agrees_with_the_hands_that_hold_everything() -> None:
    copies, others = [2, 2, 1, 2], 9
    draws = draws_until_collected(copies, others)
    cards = {**{str(kind): n for kind, n in enumerate(copies)}, "other": others}

    for m in range(sum(cards.values()) + 1):
        hands = multivariate_hypergeometric(cards, m)
        complete = hands.probability(lambda hand: all(hand[: len(copies)]))
        assert complete == draws.probability(lambda n, m=m: n <= m)


@given(st.lists(st.integers(1, 4), max_size=5), st.integers(0, 40))
def test_the_mean_number_of_draws_follows_from_the_gaps_between_cards(
    copies: list[int], others: int
) -> None:
    # the first of w cards among n stands at (n + 1)/(w + 1) on average; the last first card is
    # found from the firsts of every set of wanted cards (maximum and minimum)
    n = sum(copies) + others
    expected = sum(
        (
            Fraction((n + 1) * (-1) ** (size + 1), sum(chosen) + 1)
            for size in range(1, len(copies) + 1)
            for chosen in combinations(copies, size)
        ),
        Fraction(0),
    )

    assert expected == draws_until_collected(copies, others).expectation()


@pytest.mark.parametrize(
    ("copies", "others", "why"),
    [
        ([1, 0], 3, "at least once"),
        ([-1], 3, "at least once"),
        ([1.0], 3, "whole numbers"),
        ([1], -1, "not negative"),
        ([1], 2.5, "whole number"),
        (2.5, 3, "copies must be a list.*, not 2.5"),
        (None, 3, "copies must be a list"),
        ("12", 3, "whole numbers"),
    ],
)
def test_what_can_never_be_collected_is_refused(copies: Any, others: int, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        draws_until_collected(copies, others)
