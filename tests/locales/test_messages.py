"""Sentences from keys and values, as the browser makes them too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from monster_widgets.locales.messages import Words

NBSP = "\N{NO-BREAK SPACE}"


def words(locale: str) -> Words:
    return Words(locale, "monster_cafe", ["Ana", "Inés", "Bo"])


@pytest.mark.parametrize(
    ("fraction", "english", "spanish"),
    [
        ((3, 28), "3/28 (≈ 10.7%)", f"3/28 (≈ 10,7{NBSP}%)"),
        ((1, 4), "1/4 (25%)", f"1/4 (25{NBSP}%)"),
        ((1, 8), "1/8 (12.5%)", f"1/8 (12,5{NBSP}%)"),
        ((6, 60), "6/60 (10%)", f"6/60 (10{NBSP}%)"),
        ((1, 3000), "1/3000 (≈ 0.0%)", f"1/3000 (≈ 0,0{NBSP}%)"),
        ((0, 1), "0 (0%)", f"0 (0{NBSP}%)"),
        ((1, 1), "1 (100%)", f"1 (100{NBSP}%)"),
        ((1, 2000), "1/2000 (≈ 0.1%)", f"1/2000 (≈ 0,1{NBSP}%)"),
    ],
)
def test_a_fraction_comes_with_its_percentage(
    fraction: tuple[int, int], english: str, spanish: str
) -> None:
    assert english == words("en").fraction(*fraction)
    assert spanish == words("es").fraction(*fraction)


def test_lists_are_joined_as_a_sentence_does() -> None:
    assert words("es").join([]) == ""
    assert words("es").join(["a"]) == "a"
    assert words("es").join(["Ana", "Bo", "Inés"]) == "Ana, Bo e Inés"
    assert words("es").join(["Ana", "hielo"]) == "Ana y hielo"
    assert words("en").join(["a", "b", "c"]) == "a, b and c"


def test_templates_are_filled_by_their_pipes() -> None:
    english = words("en")

    assert english.piped(["lint", "lint", "brain"], "list:card") == "2 × Lint Eater and Brain Eater"
    assert (
        english.piped(["lint", "brain", "brain"], "some:card") == "a Lint Eater and 2 × Brain Eater"
    )
    assert [english.piped(n, "signed") for n in (3, -2, 0, "?")] == ["+3", "−2", "0", "?"]
    assert [english.piped(n, "n:cards") for n in (1, 2)] == ["1 card", "2 cards"]
    assert english.piped(2, "ordinal") == "3"
    assert english.piped([0, 2], "players") == "Ana and Bo"


def test_times_and_decimals_are_written_as_the_browser_writes_them() -> None:
    for value, text in ((125_999, "2:05"), (0, "0:00"), (None, "–"), (3_600_000, "60:00")):
        assert text == words("en").piped(value, "time") == words("es").piped(value, "time")
    for number, english, spanish in (
        (0.42, "0.42", "0,42"),
        (-1.5, "−1.50", "−1,50"),
        (3, "3", "3"),
    ):
        assert english == words("en").piped(number, "decimal")
        assert spanish == words("es").piped(number, "decimal")


def test_a_value_is_never_read_as_a_template() -> None:
    wicked = Words("en", "monster_cafe", ["{card|card}", "B"])
    text = wicked.text("monster_cafe.event.draw", {"player": 0})

    assert text == "{card|card} draws a card."


def test_an_unknown_key_stands_for_itself() -> None:
    assert words("es").text("monster_cafe.event.no_such") == "monster_cafe.event.no_such"


def test_a_name_that_ends_in_a_full_stop_ends_its_sentence() -> None:
    text = words("en").text("monster_cafe.event.deal_table", {"card": "lint"})

    assert text == "New table: B.B.L.T."


# The front end's tests read the same file: both must make the same sentences.
SHARED = json.loads((Path(__file__).parent / "words.json").read_text("utf-8"))


@pytest.mark.parametrize("case", SHARED["cases"], ids=lambda case: f"{case[0]} {case[1]}")
def test_python_makes_the_sentence_that_the_browser_makes(case: list[Any]) -> None:
    key, values, *expected = case
    made = [
        Words(locale, "monster_cafe", SHARED["players"]).text(f"monster_cafe.{key}", values)
        for locale in ("en", "es")
    ]

    assert expected == made


@pytest.mark.parametrize("case", SHARED["captions"])
def test_python_sums_captions_up_as_the_browser_does(case: list[Any]) -> None:
    events, *expected = case
    captions = [
        {"player": None, "key": f"monster_cafe.event.{kind}", "values": values}
        for kind, values in events
    ]
    made = [
        " ".join(Words(locale, "monster_cafe", SHARED["players"]).captions(captions))
        for locale in ("en", "es")
    ]

    assert expected == made
