"""The exercises of Monster Café, worked out once more without the game."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Any

import numpy
import pytest

from monster_widgets.analysis import simulate
from monster_widgets.engine import result_of
from monster_widgets.lessons import check, exercises
from monster_widgets.locales.messages import Words

ALL = exercises()
MIKE = [*["sludge"] * 3, "stinky_sock", "anything", *["toenail"] * 3]


def points(monsters: list[str], dishes: list[str], doubled: int = 2, unfed: int = -1) -> int:
    """Add up a collection, trying every dish for every Anything Eater."""
    worth = {0: unfed, 1: 1, 2: doubled}
    eaters = [m for m in monsters if m != "anything"]
    choices = product(dishes, repeat=monsters.count("anything"))
    fed = max(sum(worth[dishes.count(dish)] for dish in choice) for choice in choices)
    return fed + sum(worth[dishes.count(monster)] for monster in eaters)


def sorbet_in_two() -> Fraction:
    """Every pair of the 43 cards, three of which are sorbets."""
    pairs = list(combinations(range(43), 2))
    return Fraction(sum(min(pair) < 3 for pair in pairs), len(pairs))


ROSA = ([*["lint"] * 3, *["brain"] * 2, "anything"], ["lint", "lint", "toenail", "sludge"])
BEST = ([*["sludge"] * 6, *["lint"] * 6, *["anything"] * 5], ["sludge", "sludge", "lint", "lint"])


BY_HAND = [
    ("start_here.1", Fraction(6 - 2, 60 - 4)),
    ("monster_cafe_rules.1", 1 + 2),
    ("monster_cafe_rules.2", "lint"),
    ("monster_cafe_rules.3", 60 - 2 * 6),
    ("monster_cafe_rules.4", 4 * (3 - 2)),
    ("monster_cafe_chance.1", Fraction(6 - 2, 43)),
    ("monster_cafe_chance.2", sorbet_in_two()),
    ("monster_cafe_chance.2", 1 - Fraction(comb(40, 2), comb(43, 2))),
    ("monster_cafe_chance.3", Fraction(5 * 5, 43)),
    ("monster_cafe_chance.4", "lower"),
    ("monster_cafe_chance.5", 5 + Fraction(13 - 11 - 4, 28)),
    ("monster_cafe_scoring.1", points(*ROSA)),
    ("monster_cafe_scoring.2", "lint"),
    (
        "monster_cafe_scoring.3",
        points(MIKE, ["sludge", "stinky_sock", "stinky_sock", "toenail"]),
    ),
    ("monster_cafe_scoring.4", (4 * 4 + 1) * 2),
    ("monster_cafe_strategy.2", 4 * 1000),
    ("monster_cafe_strategy.3", Fraction(1, 4)),
    ("monster_cafe_strategy.4", Fraction(1, 64)),
    ("simulation_and_truth.1", 1 - Fraction(50 * 49 * 48 * 47, 56 * 55 * 54 * 53)),
    ("simulation_and_truth.2", (0.3 * 0.7) ** 0.5 / 10),
    ("simulation_and_truth.3", 187_500),
]


@pytest.mark.parametrize(("exercise", "answer"), BY_HAND)
def test_the_answer_is_what_one_counts_by_hand(exercise: str, answer: Any) -> None:
    assert answer == ALL[exercise].answer
    assert check(exercise, answer)


def test_every_exercise_is_worked_out_here_too() -> None:
    # all but the standard error, which follows below
    assert set(ALL) == {exercise for exercise, _ in BY_HAND} | {"monster_cafe_strategy.1"}


def test_the_standard_error_is_that_of_the_notebooks_thousand_games() -> None:
    played = simulate("monster_cafe", 1000, policies=["greedy", "random", "random", "random"])
    second = [result_of(record.state).payoffs[1] for record in played.to_records()]

    assert check("monster_cafe_strategy.1", numpy.std(second, ddof=1) / numpy.sqrt(1000))
    assert check("monster_cafe_strategy.1", played.standard_error[1])  # type: ignore[index]


@pytest.mark.parametrize(
    ("exercise", "answer", "mistake"),
    [
        ("start_here.1", "6/60", "whole_box"),
        ("start_here.1", Fraction(1, 10), "whole_box"),
        ("start_here.1", "6/56", "forgot_seen"),
        ("start_here.1", 52 / 56, "complement"),
        ("monster_cafe_rules.1", 4, "empty_table"),
        ("monster_cafe_rules.2", "anything", "fed_anything"),
        ("monster_cafe_rules.3", 60 - 6 - 12, "forgot_sorbets"),
        ("monster_cafe_rules.4", 0, "forgot_dummy"),
        ("monster_cafe_chance.1", "6/43", "forgot_seen"),
        ("monster_cafe_chance.2", 2 * 3 / 43, "added"),
        ("monster_cafe_chance.2", 1 - (40 / 43) ** 2, "replacement"),
        ("monster_cafe_chance.2", Fraction(3 * 40, comb(43, 2)), "exactly_one"),
        ("monster_cafe_chance.2", Fraction(3, comb(43, 2)), "all_of_them"),
        ("monster_cafe_chance.2", "3/43", "single_draw"),
        ("monster_cafe_chance.2", Fraction(40 * 39, 43 * 42), "complement"),
        ("monster_cafe_chance.3", 1 - comb(38, 5) / comb(43, 5), "at_least_one"),
        ("monster_cafe_chance.4", "higher", "streak"),
        ("monster_cafe_chance.4", "the same", "no_memory"),
        ("monster_cafe_chance.5", 5 + 2 / 28, "forgot_sorbets"),
        ("monster_cafe_chance.5", 5 - 1 / 3, "equally_likely_changes"),
        ("monster_cafe_chance.5", "-1/14", "change_only"),
        ("monster_cafe_scoring.1", points(*ROSA, doubled=3), "bonus"),
        ("monster_cafe_scoring.1", points(*ROSA, unfed=0), "no_penalty"),
        ("monster_cafe_scoring.1", points(*ROSA, doubled=1), "no_double"),
        ("monster_cafe_scoring.3", 4 + 3, "only_cancelled"),
        ("monster_cafe_scoring.4", points(*BEST, doubled=3), "bonus"),
        ("monster_cafe_scoring.4", 16 * 2, "forgot_first"),
        ("monster_cafe_strategy.2", 2000, "twice_the_games"),
        ("monster_cafe_strategy.3", 0.5, "win_or_not"),
        ("monster_cafe_strategy.4", 0.75, "added_wins"),
        ("simulation_and_truth.1", "24/56", "added"),
        ("simulation_and_truth.1", 1 - (50 / 56) ** 4, "replacement"),
        ("simulation_and_truth.1", 1 - comb(54, 4) / comb(60, 4), "forgot_dealt"),
        ("simulation_and_truth.2", 0.21**0.5, "deviation"),
        ("simulation_and_truth.2", 0.21**0.5 / 100, "forgot_root"),
        ("simulation_and_truth.3", 188, "forgot_square"),
        ("simulation_and_truth.3", 1000, "one_over_error"),
        ("simulation_and_truth.3", 10**6, "forgot_spread"),
    ],
)
def test_the_classic_wrong_answers_are_recognised(exercise: str, answer: Any, mistake: str) -> None:
    words = Words("en", "lessons", ())
    texts = [words.text(f"{f}.mistake.{mistake}") for f in ("lessons", "monster_cafe_lessons")]

    assert check(exercise, answer).right is False
    assert any(check(exercise, answer).text.endswith(text) for text in texts)
