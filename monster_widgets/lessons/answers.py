"""Numbers as learners write them: fractions, decimals and percents, read without rounding."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from typing import NamedTuple

_NUMBER = r"[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)"
_PERCENT = re.compile(rf"({_NUMBER})\s*(?:%|per ?cent|por ciento)", re.IGNORECASE)
_FRACTION = re.compile(r"([+-]?\d+)\s*(?:/|out of|of|in|de cada|de|sobre)\s*(\d+)", re.IGNORECASE)
_RATIO = re.compile(r"\d+\s*:\s*\d+")
_UNIT = re.compile(r"(?<=\d)\s+[^\W\d_]+$")
"""A word after the number: "6 points"."""
_SIGNS = {ord("\N{MINUS SIGN}"): "-", **dict.fromkeys(map(ord, "⁄∕÷"), "/")}
_LONGEST, _HIGHEST = 100, 30
"""Characters, and decimal places: nobody writes longer numbers, and a huge one takes long."""
_FLOAT_NOISE = Fraction(1, 10**6)
"""What arithmetic with floats may be off by, as a part of the number."""


class Answer(NamedTuple):
    """A number, and how far from it the exact one may lie: half a unit of the last digit given."""

    value: Fraction
    tolerance: Fraction = Fraction(0)
    percent: bool = False
    """Whether a percent sign was given."""

    def is_about(self, exact: Fraction) -> bool:
        """Tell whether the exact number, rounded as this one is, gives this one."""
        return abs(self.value - exact) <= self.tolerance

    def is_cut_from(self, exact: Fraction) -> bool:
        """Tell whether the exact number, cut off instead of rounded, gives this one."""
        return self.value * exact >= 0 and 0 < abs(exact) - abs(self.value) < 2 * self.tolerance


class NotReadable(ValueError):
    """This is no number; `reason` is the key of the sentence that says why."""

    def __init__(self, reason: str) -> None:
        """Keep the reason."""
        self.reason = reason
        super().__init__(reason)


def is_blank(value: object) -> bool:
    """Tell whether nothing has been answered yet: the dots still stand there, or nothing does."""
    return value is ... or value is None or (isinstance(value, str) and not tidy(value).strip("?_"))


def tidy(text: str) -> str:
    """Return a text in plain signs, without what may stand around an answer: "≈ ½." is 1/2."""
    text = unicodedata.normalize("NFKC", str.__str__(text)).translate(_SIGNS)
    text = "".join(c for c in text if c.isprintable() or c.isspace()).strip()
    text = re.sub(r"\s*\(≈.*\)", "", text)  # "1/14 (≈ 7.1%)", as we write it ourselves
    return re.sub(r"^[≈~=(\s\"'`]+|[).\s\"'`]+$", "", text)


def read(value: object) -> Answer:
    """Return the number a learner gave: 3/28, "3/28", 0.107, "0,107", "10.7%", "3 of 28".

    NotReadable for anything else, with the reason: no_number, truth, comma, ratio, zero_below,
    infinite.

    >>> read("10,7 %")
    Answer(value=Fraction(107, 1000), tolerance=Fraction(1, 2000), percent=True)
    """
    if type(value).__name__ in ("bool", "bool_"):  # Python's and numpy's
        raise NotReadable("truth")
    if isinstance(value, tuple):
        raise NotReadable("comma")
    if isinstance(value, Rational):  # Python's and numpy's whole numbers, too
        return Answer(Fraction(int(value.numerator), int(value.denominator)))
    if isinstance(value, Real | Decimal):
        number = _decimal(str(value))
        return number._replace(tolerance=max(number.tolerance, abs(number.value) * _FLOAT_NOISE))
    if isinstance(value, str) and len(value) <= _LONGEST:
        return _text(tidy(value))
    raise NotReadable("no_number")


def _text(text: str) -> Answer:
    if match := _PERCENT.fullmatch(text):
        number, unit = _digits(match[1])
        return Answer(number / 100, unit / 200, percent=True)
    text = _UNIT.sub("", text)
    if match := _FRACTION.fullmatch(text):
        if int(match[2]) == 0:
            raise NotReadable("zero_below")
        return Answer(Fraction(int(match[1]), int(match[2])))
    if _RATIO.fullmatch(text):
        raise NotReadable("ratio")
    return _decimal(text)


def _decimal(text: str) -> Answer:
    number, unit = _digits(text)
    return Answer(number, unit / 2 if unit < 1 else Fraction(0))


def _digits(text: str) -> tuple[Fraction, Fraction]:
    """Return a number, and the unit of its last digit."""
    try:
        number = Decimal(text.replace(",", "."))
    except ArithmeticError:
        raise NotReadable("no_number") from None
    if not number.is_finite():
        raise NotReadable("infinite")
    exponent = number.as_tuple().exponent
    assert isinstance(exponent, int)
    if abs(exponent) > _HIGHEST:
        raise NotReadable("no_number")
    return Fraction(number), Fraction(10) ** exponent
