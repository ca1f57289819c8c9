"""Exercises, and a friendly answer to a learner's answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from html import escape
from importlib import import_module
from importlib.resources import files
from typing import Any, NamedTuple

from ..games import names
from ..locales.messages import LOCALES, Words, get_locale
from .answers import Answer, NotReadable, is_blank, read, tidy
from .judging import judge_number

Value = Fraction | int | float | str

_SIGNS = {True: "✓", False: "✗", None: "…"}
_LONGEST = 100_000
"""The largest denominator one reads; above it a decimal says more."""


class Exercise(NamedTuple):
    """What is right, and where well-known mistakes lead; the question stands in the notebook."""

    answer: Value
    """Exact, or a float where a root is taken (a standard error); a text if there is a choice."""
    mistakes: Mapping[Any, str]
    """A wrong answer → the name of the sentence that says how one may have come to it."""
    chance: bool = False
    """Whether the answer is a probability, from 0 to 1."""


Exercises = Mapping[str, Callable[[], Exercise]]
"""Id, such as "monster_cafe_chance.2" → the function that works the exercise out."""


@dataclass(frozen=True, repr=False)
class Feedback:
    """What `check` says of an answer, in one language."""

    right: bool | None
    """None if nothing could be judged: there is no answer yet, or none that can be read."""
    text: str
    locale: str

    def __bool__(self) -> bool:
        """Tell whether the answer is right."""
        return self.right is True

    def __repr__(self) -> str:
        """Return the sentence."""
        return f"{_SIGNS[self.right]} {self.text}"

    def _repr_html_(self) -> str:
        """Return the sentence and its language, which a screen reader needs to pronounce it."""
        sign = _SIGNS[self.right]
        return f'<p lang="{self.locale}"><b>{sign}</b> {escape(self.text)}</p>'


def check(exercise: str, *answer: object) -> Feedback:
    """Tell whether an answer is right, and if not, which mistake it may come from.

    `exercise` is the id that stands beside the question. `answer` is a number in any form (3/28,
    "3/28", 0.107, "10.7%"), rounded to two digits or more, or the word of a choice; `...` stands
    for no answer yet. The feedback is in the chosen language. ValueError if there is no such
    exercise.
    """
    judge = _Judge(exercise)
    if all(map(is_blank, answer)):
        return judge.says(None, "feedback.open")
    return judge.judge(answer[0] if len(answer) == 1 else answer)


def exercises() -> dict[str, Exercise]:
    """Return all exercises there are, worked out: id → exercise."""
    return {ident: work_out() for ident, (_, work_out) in _known().items()}


@cache
def _known() -> dict[str, tuple[str, Callable[[], Exercise]]]:
    """Return the game of each exercise, and the function that works it out."""
    here = files("monster_widgets.lessons")
    modules = [name for name in names() if here.joinpath(f"{name}.py").is_file()]
    return {
        ident: (name, work_out)
        for name in modules
        for ident, work_out in import_module(f"monster_widgets.lessons.{name}").EXERCISES.items()
    }


class _Judge:
    """Answers a learner, in the chosen language."""

    def __init__(self, exercise: str) -> None:
        self.locale = get_locale()
        self.words = Words(self.locale, "lessons", ())
        known = _known()
        self.ident = tidy(exercise).casefold() if isinstance(exercise, str) else ""
        if self.ident not in known:
            same = [one for one in known if one.split(".")[0] == self.ident.split(".")[0]]
            values = {"exercise": repr(exercise), "items": ", ".join(same or known)}
            raise ValueError(self.words.text("lessons.feedback.unknown", values))
        game, self.work_out = known[self.ident]
        self.files = (f"{game}_lessons", "lessons")

    def says(self, right: bool | None, key: str, **values: object) -> Feedback:
        """Return a sentence that is the same for all games."""
        return Feedback(right, self.words.text(f"lessons.{key}", values), self.locale)

    def not_yet(self, why: str | None) -> Feedback:
        """Name the mistake, if it is known; else say how one could begin."""
        return self.says(False, "feedback.not_yet", why=why or self._why(self.ident, "hint"))

    def _why(self, name: str, group: str = "mistake") -> str:
        """Return a sentence of the game, else of all lessons."""
        keys = [f"{file}.{group}.{name}" for file in self.files]
        return next(self.words.text(key) for key in keys if self.words.find(key) is not None)

    def judge(self, given: object) -> Feedback:
        """Return what there is to say of an answer."""
        asked = self.work_out()
        if isinstance(asked.answer, str):
            return self._choice(asked, tidy(given).casefold() if isinstance(given, str) else "")
        try:
            answer = read(given)
        except NotReadable as problem:
            plain = problem.reason == "no_number" and not asked.chance
            return self.says(None, f"unreadable.{'no_plain_number' if plain else problem.reason}")
        return self._number(asked, Fraction(asked.answer), answer)

    def _choice(self, asked: Exercise, given: str) -> Feedback:
        """Judge a word, in any language; other words may stand around it."""
        words = [str(asked.answer), *map(str, asked.mistakes)]
        here = {word: self._word(word, self.locale) for word in words}
        meant = [
            word
            for word in here
            if any(name in given for name in (word, *(self._word(word, one) for one in LOCALES)))
        ]
        if len(meant) != 1:
            items = ", ".join(f'"{word}"' for word in sorted(here.values()))
            return self.says(None, "unit.choice", items=items)
        if meant == [asked.answer]:
            return self.says(True, "feedback.right", answer=here[meant[0]])
        return self.not_yet(self._why(asked.mistakes[meant[0]]))

    def _word(self, word: str, locale: str) -> str:
        return Words(locale, "lessons", ()).text(f"{self.files[0]}.choice.{word}")

    def _number(self, asked: Exercise, exact: Fraction, answer: Answer) -> Feedback:
        wrong = {Fraction(value): name for value, name in self._mistakes(asked, exact).items()}
        right, reason, name = judge_number(answer, exact, wrong, asked.chance)
        why = None if name is None else self._why(name)
        match reason:
            case "right":
                shown = number_text(self.words, exact, asked.chance)
                return self.says(True, "feedback.right", answer=shown)
            case "not_yet":
                return self.not_yet(why)
            case "digits_or":
                return self.says(None, "feedback.digits_or", answer=answer.value, why=why)
            case "digits" | "cut":
                return self.says(None, f"feedback.{reason}")
        return self.says(right, f"unit.{reason}")

    @staticmethod
    def _mistakes(asked: Exercise, exact: Fraction) -> dict[Fraction | int | float, str]:
        """Return the mistakes of an exercise, and the one that can be made in every exercise."""
        everywhere = {1 - exact: "complement"} if asked.chance else {-exact: "sign"}
        return {
            value: name
            for value, name in {**everywhere, **asked.mistakes}.items()
            if value != exact
        }


def number_text(words: Words, value: Fraction, chance: bool) -> str:
    """Return a number as one writes it: 3/28 (≈ 10.7%), 69/17 (≈ 4.059), −3."""
    if chance:
        return words.fraction(value.numerator, value.denominator)
    if value.denominator == 1:
        return words.piped(int(value))
    point = words.text("common.format.decimal")
    about = f"≈ {float(value):.4g}".replace("-", "\N{MINUS SIGN}").replace(".", point)
    exact = f"{words.piped(value.numerator)}/{value.denominator} ({about})"
    return exact if value.denominator <= _LONGEST else about
