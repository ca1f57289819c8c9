"""What `check` says of an answer: right, not yet and why, or that it cannot tell."""

from __future__ import annotations

import json
from fractions import Fraction
from importlib.resources import files
from typing import Any

import pytest

import monster_widgets as mw
from monster_widgets.lessons import Exercise, check, checking, exercises
from monster_widgets.locales.messages import LOCALES

ASKED = "start_here.1"  # its answer is 1/14
ALL = exercises()


def sentence(locale: str, key: str) -> str:
    """What is written under a key, in the words of the game or else of all lessons."""
    group, name = key.split(".", 1)
    for file in ("monster_cafe_lessons", "lessons"):
        text = files("monster_widgets").joinpath("locales", locale, f"{file}.json").read_text()
        if name in (words := json.loads(text).get(group, {})):
            return str(words[name])
    raise KeyError(key)


@pytest.mark.parametrize("exercise", ALL)
@pytest.mark.parametrize("locale", LOCALES)
def test_the_dots_of_every_exercise_wait_for_an_answer(exercise: str, locale: str) -> None:
    mw.set_locale(locale)
    feedback = check(exercise, ...)

    assert feedback.right is None
    assert sentence(locale, "feedback.open") == feedback.text
    assert f"… {feedback.text}" == repr(feedback)
    assert check(exercise) == feedback


@pytest.mark.parametrize("exercise", ALL)
@pytest.mark.parametrize("locale", LOCALES)
def test_every_right_answer_is_right(exercise: str, locale: str) -> None:
    mw.set_locale(locale)
    answer = ALL[exercise].answer
    forms = [answer, str(answer)]
    if not isinstance(answer, str):
        forms += [float(answer), f"{float(answer):.4f}", f"{float(answer):.4f}".replace(".", ",")]
    if ALL[exercise].chance:
        forms += [f"{100 * float(answer):.1f}%", f"{100 * float(answer):.2f} %".replace(".", ",")]
    for form in forms:
        feedback = check(exercise, form)

        assert feedback.right is True, form
        assert feedback
        assert repr(feedback).startswith("✓ ")


@pytest.mark.parametrize("exercise", ALL)
@pytest.mark.parametrize("locale", LOCALES)
def test_every_known_mistake_is_named(exercise: str, locale: str) -> None:
    mw.set_locale(locale)
    assert ALL[exercise].mistakes
    for value, mistake in ALL[exercise].mistakes.items():
        forms = [value] if isinstance(value, str) else [value, f"{float(value):.4f}"]
        for form in forms:
            feedback = check(exercise, form)

            assert feedback.right is False, form
            assert not feedback
            assert feedback.text.endswith(sentence(locale, f"mistake.{mistake}"))


@pytest.mark.parametrize("exercise", [e for e in ALL if not isinstance(ALL[e].answer, str)])
@pytest.mark.parametrize("locale", LOCALES)
def test_an_unknown_mistake_gets_the_hint(exercise: str, locale: str) -> None:
    mw.set_locale(locale)
    wrong = Fraction(123457, 1_000_003) if ALL[exercise].chance else 12345
    feedback = check(exercise, wrong)

    assert feedback.right is False
    assert feedback.text.endswith(sentence(locale, f"hint.{exercise}"))


def test_every_hint_belongs_to_an_exercise_and_every_mistake_is_made_somewhere() -> None:
    written = {
        group: {
            name
            for file in ("lessons", "monster_cafe_lessons")
            for name in json.loads(
                files("monster_widgets").joinpath("locales", "en", f"{file}.json").read_text()
            ).get(group, {})
        }
        for group in ("hint", "mistake", "choice")
    }
    words = {
        str(word)
        for asked in ALL.values()
        if isinstance(asked.answer, str)
        for word in (asked.answer, *asked.mistakes)
    }

    assert set(ALL) == written["hint"]
    assert written["mistake"] == {"complement", "sign"} | {
        mistake for asked in ALL.values() for mistake in asked.mistakes.values()
    }
    assert words == written["choice"]


@pytest.mark.parametrize("exercise", ALL)
def test_a_mistake_does_not_lead_to_the_right_answer(exercise: str) -> None:
    asked = ALL[exercise]

    assert asked.answer not in asked.mistakes
    if asked.chance:
        assert 0 <= Fraction(asked.answer) <= 1


def test_the_opposite_chance_and_the_wrong_sign_are_known_everywhere() -> None:
    assert check(ASKED, "13/14").text.endswith(sentence("en", "mistake.complement"))
    assert check("monster_cafe_scoring.1", -6).text.endswith(sentence("en", "mistake.sign"))


@pytest.mark.parametrize(
    ("answer", "right", "key"),
    [
        (7.14, None, "unit.percent"),
        (7, None, "unit.percent"),
        ("7.1", None, "unit.percent"),
        (8.5, None, "unit.percent"),
        (100.5, False, "unit.range"),
        (-0.07, False, "unit.range"),
        ("710%", False, "unit.range"),
        ("7%", None, "feedback.digits"),
        (0.07142, None, "feedback.cut"),
        (True, None, "unreadable.truth"),
        ("1:13", None, "unreadable.ratio"),
        ("4/0", None, "unreadable.zero_below"),
        ("four", None, "unreadable.no_number"),
        (float("nan"), None, "unreadable.infinite"),
        ((0, 7), None, "unreadable.comma"),
    ],
)
@pytest.mark.parametrize("locale", LOCALES)
def test_an_answer_in_another_unit_or_of_another_type_is_met_kindly(
    answer: Any, right: bool | None, key: str, locale: str
) -> None:
    mw.set_locale(locale)
    feedback = check(ASKED, answer)

    assert (right, sentence(locale, key)) == (feedback.right, feedback.text)


def test_a_decimal_comma_is_two_numbers_to_python() -> None:
    assert sentence("en", "unreadable.comma") == check(ASKED, 0, 714).text
    assert sentence("en", "feedback.open") == check(ASKED, ..., ...).text


@pytest.mark.parametrize(
    ("exercise", "answer", "right"),
    [
        (ASKED, "0.071", True),
        (ASKED, "7.1%", True),
        (ASKED, "7%", None),  # 4/60, a known mistake, is 6.7%
        (ASKED, "0.072", False),
        ("monster_cafe_strategy.3", "25%", True),
        ("monster_cafe_strategy.4", "1.6%", True),
        ("monster_cafe_strategy.4", "2%", None),
        ("monster_cafe_strategy.1", 0.083, True),
        ("monster_cafe_strategy.1", 0.3, False),
        ("monster_cafe_strategy.1", 0.1, None),
    ],
)
def test_a_rounded_answer_is_right_as_far_as_it_goes(
    exercise: str, answer: Any, right: bool | None
) -> None:
    assert right is check(exercise, answer).right


def test_an_answer_that_may_be_rounded_or_a_known_mistake_is_told_both() -> None:
    # Python makes 0.1 of 6/60
    assert check(ASKED, 6 / 60).right is None
    text = check(ASKED, 6 / 60).text
    assert text.startswith("If you mean exactly 1/10: That would be right for the whole box")
    assert text.endswith("If you rounded, give one digit more.")


@pytest.mark.parametrize(
    ("exercise", "answer"),
    [("monster_cafe_chance.2", "13%"), ("monster_cafe_chance.5", 4.92), (ASKED, 0.07142)],
)
def test_a_right_answer_that_is_cut_off_is_not_called_wrong(exercise: str, answer: Any) -> None:
    assert check(exercise, answer).right is None
    assert sentence("en", "feedback.cut") == check(exercise, answer).text


def test_where_a_mistake_rounds_to_the_same_number_one_more_digit_is_asked_for() -> None:
    # 41/301 is 0.1362…, and adding up would give 0.1395…
    assert sentence("en", "feedback.digits") == check("monster_cafe_chance.2", "14%").text
    assert check("monster_cafe_chance.2", "13.6%")
    assert check("monster_cafe_chance.2", "14.0%").right is False


def test_points_are_no_percentage() -> None:
    assert sentence("en", "unit.no_percent") == check("monster_cafe_scoring.1", "6%").text
    assert sentence("en", "unreadable.no_plain_number") == (
        check("monster_cafe_scoring.1", "six points").text
    )


def test_a_choice_understands_both_languages_and_names_its_words_in_one() -> None:
    for answer in ("lint", "LINT", " ombligos ", "'lint'.", "the Lint Eater", "ombligos"):
        assert check("monster_cafe_rules.2", answer)
    mw.set_locale("es")
    feedback = check("monster_cafe_rules.2", 2)

    assert feedback == check("monster_cafe_rules.2", "lint", "sludge")
    assert feedback == check("monster_cafe_rules.2", "lint o lodo")
    assert feedback.right is None
    assert 'Elige una de estas respuestas, entre comillas: "comelotodo", "lodo", "ombligo".' == (
        feedback.text
    )


def test_numbers_are_shown_as_one_writes_them() -> None:
    assert "✓ Right: 1/14 (≈ 7.1%)." == repr(check(ASKED, "4/56"))
    assert "✓ Right: 69/14 (≈ 4.929)." == repr(check("monster_cafe_chance.5", "69/14"))
    assert "✓ Right: 6." == repr(check("monster_cafe_scoring.1", "6"))
    mw.set_locale("es")
    assert "✓ Correcto: 69/14 (≈ 4,929)." == repr(check("monster_cafe_chance.5", "4,929"))
    assert "✓ Correcto: menor." == repr(check("monster_cafe_chance.4", "menor"))


def test_feedback_says_its_language_and_cannot_bring_markup(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mw.set_locale("es")
    html = check(ASKED, "4/56")._repr_html_()
    assert '<p lang="es"><b>✓</b> Correcto: 1/14 (≈ 7,1\N{NO-BREAK SPACE}%).</p>' == html

    # whatever a sentence may hold, it is text
    monkeypatch.setitem(checking._known(), "x", ("monster_cafe", lambda: Exercise("<i>", {})))
    assert "&lt;i&gt;" in check("x", "<i>")._repr_html_()


def test_an_exercise_that_does_not_exist_names_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"no exercise 'start_here\.9'.*start_here\.1"):
        check("start_here.9", 1)
    mw.set_locale("es")
    with pytest.raises(ValueError, match="No hay ningún ejercicio 'nada'"):
        check("nada", 1)


def test_a_number_with_a_long_fraction_is_shown_as_a_decimal() -> None:
    assert "✓ Right: ≈ 0.08265." == repr(check("monster_cafe_strategy.1", 0.0827))


class Awkward:
    """Nothing can be read off it."""

    def __str__(self) -> str:
        raise RuntimeError


@pytest.mark.parametrize("exercise", [ASKED, "monster_cafe_rules.2"])
@pytest.mark.parametrize("answer", [Awkward(), [1], {"a": 1}, b"1/14", lambda: 1, 1j])
def test_no_answer_at_all_makes_an_error(exercise: str, answer: Any) -> None:
    assert check(exercise, answer).right is None


@pytest.mark.parametrize("exercise", [None, 3, ["start_here.1"], {"a": 1}])
def test_an_exercise_that_is_no_text_is_refused_by_a_sentence(exercise: Any) -> None:
    with pytest.raises(ValueError, match="There is no exercise"):
        check(exercise, 1)


def test_the_id_of_an_exercise_may_be_typed_loosely() -> None:
    assert check(" START_HERE.1", "1/14")
