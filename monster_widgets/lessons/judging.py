"""What there is to say of an answer: right, not yet, or not to be told. No words, no language."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from .answers import Answer

M = TypeVar("M")

_COARSE, _COARSE_CHANCE = Fraction(1, 12), Fraction(1, 100)
"""Rounded by more than a twelfth of itself, or a chance by more than a percentage point, an answer
may be right or wrong: 7% says enough, 0.3 does not."""


class Judged(NamedTuple, Generic[M]):
    """What an answer is, and the well-known mistake it comes from, if it does from one."""

    right: bool | None
    """None if nothing could be judged."""
    reason: str
    """right, not_yet, digits, digits_or, cut, no_percent, range or percent."""
    mistake: M | None = None


def judge_number(
    answer: Answer, exact: Fraction, mistakes: Mapping[Fraction, M], chance: bool
) -> Judged[M]:
    """Judge a number that was read, by the exact one and by where well-known mistakes lead."""
    if answer.percent and not chance:
        return Judged(None, "no_percent")
    if chance and not 0 <= answer.value <= 1:
        if answer.percent or not 1 < answer.value <= 100:
            return Judged(False, "range")
        return Judged(None, "percent")
    unsure = answer.tolerance > abs(answer.value) * _COARSE or (
        chance and answer.tolerance > _COARSE_CHANCE
    )
    near = [value for value in mistakes if answer.is_about(value)]
    if answer.is_about(exact):
        if answer.value == exact or not (unsure or near):
            return Judged(True, "right")
        if answer.value not in mistakes:
            return Judged(None, "digits")
        return Judged(None, "digits_or", mistakes[answer.value])
    if answer.is_cut_from(exact):
        return Judged(None, "cut")
    if unsure and answer.value not in mistakes:
        near = []
    nearest = min(near, key=lambda value: abs(value - answer.value), default=None)
    return Judged(False, "not_yet", None if nearest is None else mistakes[nearest])
