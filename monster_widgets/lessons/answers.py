"""Answers as learners write them: fractions, decimals and percents, read without rounding."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import NamedTuple

_NUMBER = r"[+-]?\d+(?:[.,]\d+)?"
_PERCENT = re.compile(rf"({_NUMBER})\s*%")
_FRACTION = re.compile(r"([+-]?\d+)\s*(?:/|of|out of|de)\s*(\d+)", re.IGNORECASE)
_FLOAT_NOISE = Fraction(1, 10**9)


class Answer(NamedTuple):
    """A number, and how far from it the exact one may lie: half a unit of the last digit given."""

    value: Fraction
    tolerance: Fraction = Fraction(0)
    percent: bool = False

    def is_about(self, exact: Fraction) -> bool:
        """Tell whether the exact number, rounded as this one is, gives this one."""
        return abs(self.value - exact) <= self.tolerance

    @property
    def is_coarse(self) -> bool:
        """Tell whether so few digits are given that wrong answers could pass as right."""
        return self.tolerance * 100 > abs(self.value)


class NotReadable(ValueError):
    """This is no number; `reason` is the key of the sentence that says why."""

    def __init__(self, reason: str) -> None:
        """Keep the reason."""
        self.reason = reason
        super().__init__(reason)


def is_blank(value: object) -> bool:
    """Tell whether nothing has been answered yet: the dots still stand there, or nothing does."""
    return value is ... or value is None or (isinstance(value, str) and value.strip(" .…") == "")


def read(value: object) -> Answer:
    """Return the answer a learner gave: 3/28, "3/28", 0.107, "0,107", "10.7%", "3 of 28".

    NotReadable for anything else, with the reason: no_number, bool, zero_denominator, infinite.
    """
    if isinstance(value, bool):
        raise NotReadable("bool")
    if isinstance(value, Rational):
        return Answer(Fraction(value.numerator, value.denominator))
    if isinstance(value, Integral):
        return Answer(Fraction(int(value)))
    if isinstance(value, Decimal | Real):
        return _decimal(str(value))
    if isinstance(value, str):
        return _text(value.strip().replace("\N{MINUS SIGN}", "-").replace("\N{NO-BREAK SPACE}", " "))
    raise NotReadable("no_number")


def _text(text: str) -> Answer:
    if match := _PERCENT.fullmatch(text):
        value, tolerance, _ = _decimal(match[1])
        return Answer(value / 100, tolerance / 100, percent=True)
    if match := _FRACTION.fullmatch(text):
        if int(match[2]) == 0:
            raise NotReadable("zero_denominator")
        return Answer(Fraction(int(match[1]), int(match[2])))
    return _decimal(text)


def _decimal(text: str) -> Answer:
    try:
        number = Decimal(text.replace(",", "."))
    except ArithmeticError:
        raise NotReadable("no_number") from None
    if not number.is_finite():
        raise NotReadable("infinite")
    exponent = number.as_tuple().exponent
    assert isinstance(exponent, int)
    value = Fraction(number)
    if exponent >= 0:
        return Answer(value)
    return Answer(value, max(Fraction(1, 2 * 10**-exponent), _FLOAT_NOISE))


Source = Callable[[], Fraction | int]
