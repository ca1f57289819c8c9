"""Numbers as learners write them."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy
import pytest

from monster_widgets.lessons.answers import NotReadable, is_blank, read

CHANCE = Fraction(3, 28)
NBSP = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    "written",
    [
        Fraction(3, 28),
        3 / 28,
        0.107,
        0.11,
        Decimal("0.1071"),
        numpy.float64(3 / 28),
        numpy.float32(0.107),
        "3/28",
        " 6 / 56 ",
        "3⁄28",
        "3 of 28",
        "3 out of 28",
        "3 in 28",
        "3 de 28",
        "3 de cada 28",
        "3 sobre 28",
        "0.107",
        "0,107",
        ".107",
        ",107",
        "10.7%",
        "10,7 %",
        f"10,7{NBSP}%",
        "11%",
        "10.71 %",
        "1.07e-1",
        "≈ 10.7%",
        "~0.107",
        "3/28.",
        "(3/28)",
        "= 3/28",
        "3/28 (≈ 10.7%)",
        "3∕28",
        "³⁄₂₈",
        "３／２８",
        "3/28\u200b",
        "10.7 percent",
        "10,7 por ciento",
        "3 out of 28 cards",
        "0.1071...",
    ],
)
def test_a_chance_can_be_written_in_many_ways(written: Any) -> None:
    assert read(written).is_about(CHANCE)


@pytest.mark.parametrize("written", ["10%", "10.8%", 0.108, "3/29", "0.1070", "0.2", 10.7, 1])
def test_what_does_not_round_to_the_chance_is_not_about_it(written: Any) -> None:
    assert not read(written).is_about(CHANCE)


@pytest.mark.parametrize(
    ("written", "number"),
    [
        (4, 4),
        ("4", 4),
        ("+4", 4),
        (4.0, 4),
        ("4,0", 4),
        (-3, -3),
        ("-3", -3),
        ("\N{MINUS SIGN}3", -3),
        ("-3/4", Fraction(-3, 4)),
        (numpy.int64(34), 34),
        ("0", 0),
        ("½", Fraction(1, 2)),
        ("48 cards", 48),
        ("−3 puntos", -3),
        (0, 0),
    ],
)
def test_whole_and_negative_numbers_are_read(written: Any, number: Fraction) -> None:
    assert number == read(written).value


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        (True, "truth"),
        (False, "truth"),
        ((0, 107), "comma"),
        ("3:25", "ratio"),
        ("3 : 25", "ratio"),
        ("3/0", "zero_below"),
        (float("inf"), "infinite"),
        (float("nan"), "infinite"),
        ("inf", "infinite"),
        ("about 3", "no_number"),
        ("4 green points", "no_number"),
        (numpy.bool_(True), "truth"),
        ("3/28/2", "no_number"),
        ("1,000.5", "no_number"),
        ("%", "no_number"),
        ("<b>3</b>", "no_number"),
        (3j, "no_number"),
        ([3, 28], "no_number"),
        ({3: 28}, "no_number"),
        (numpy.array([0.1]), "no_number"),
        (object(), "no_number"),
        ("9" * 101, "no_number"),
        ("1e999999999", "no_number"),
        ("1e-999999999", "no_number"),
        (1e300, "no_number"),
    ],
)
def test_what_is_no_number_says_why(written: Any, reason: str) -> None:
    with pytest.raises(NotReadable) as refusal:
        read(written)

    assert reason == refusal.value.reason


@pytest.mark.parametrize("written", [..., None, "", "  ", "\n", "...", "…", "?", "___"])
def test_nothing_is_no_answer_yet(written: Any) -> None:
    assert is_blank(written)


@pytest.mark.parametrize("written", [0, False, "0", "-", [], 0.0])
def test_zero_is_an_answer(written: Any) -> None:
    assert not is_blank(written)


def test_a_number_that_is_cut_off_is_told_from_one_that_is_rounded() -> None:
    exact = Fraction(41, 301)  # 0.13621…

    assert read("0.13").is_cut_from(exact)
    assert read("0.1362").is_cut_from(exact)
    assert not read("0.14").is_cut_from(exact)
    assert not read("0.12").is_cut_from(exact)
    assert not read("-0.13").is_cut_from(exact)
    assert not read(Fraction(13, 100)).is_cut_from(exact)
