"""The key of a question: what is right, where mistakes lead, and the judging of an answer by it.

A key holds worked-out numbers and no formula. It stands in the teacher's file of a graded quiz, and
in a page without Python where one practises; ``frontend/src/quiz/judge.ts`` judges there, and one
set of cases holds both to the same verdicts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple, TypedDict

from .answers import NotReadable, read
from .judging import judge_number
from .positions import a_list, a_mapping, check_fields

Text = dict[str, str]
"""Language → text."""
Kind = Literal["choice", "number", "order", "pick"]
KINDS: tuple[Kind, ...] = ("choice", "number", "order", "pick")
Given = str | list[str]
"""An answer as data: what was typed, the id of an option, or the ids in order."""

_FIELDS = ("kind", "chance", "right", "wrong", "shown", "more")


class VerdictData(TypedDict):
    """What there is to say of an answer, as data: a sentence's key and its texts."""

    right: bool | None
    key: str
    values: dict[str, Text]


class Wrong(NamedTuple):
    """A well-known wrong answer, and what to say of it."""

    given: str
    """A number ("1/10"); an option's id; of an order "first ID" or "reversed"."""
    feedback: Text


@dataclass(frozen=True)
class Key:
    """What is right; all numbers exact."""

    kind: Kind
    right: tuple[tuple[str, ...], ...]
    """A number: ((text of a fraction,),). Options: (the ids that are right,). An order: its ids
    from the first on, those that tie together."""
    wrong: tuple[Wrong, ...]
    shown: Text
    """The right answer in words."""
    chance: bool = False
    more: Text | None = None
    """What to say besides, once it is right or over."""

    def to_data(self) -> dict[str, Any]:
        """Return it as what JSON can hold."""
        return {
            "kind": self.kind,
            "chance": self.chance,
            "right": [list(ids) for ids in self.right],
            "wrong": [{"given": one.given, "feedback": one.feedback} for one in self.wrong],
            "shown": self.shown,
            "more": self.more,
        }

    @classmethod
    def from_data(cls, data: object) -> Key:
        """Return the key that `to_data` wrote; ValueError if this is none."""
        fields = a_mapping(data, "a key")
        check_fields(fields, _FIELDS, _FIELDS)
        groups = [a_list(ids, "right", 1) for ids in a_list(fields["right"], "right", 1)]
        right = tuple(tuple(map(str, ids)) for ids in groups)
        mistakes = [a_mapping(one, "wrong") for one in a_list(fields["wrong"], "wrong")]
        wrong = tuple(Wrong(str(one.get("given")), one.get("feedback", {})) for one in mistakes)
        if fields["kind"] not in KINDS:
            raise ValueError(f"kind is one of {', '.join(KINDS)}, not {fields['kind']!r}")
        key = cls(
            fields["kind"], right, wrong, fields["shown"], fields["chance"] is True, fields["more"]
        )
        if key.kind == "number":
            Fraction(right[0][0])  # ValueError if it is none
        return key

    def judge(self, given: Given) -> VerdictData:
        """Return what there is to say of an answer."""
        if self.kind == "number":
            return self._number(given)
        if self.kind == "order":
            return self._order(list(given))
        right = given in self.right[0]
        return self._said(right, next((w for w in self.wrong if w.given == given), None))

    def _number(self, given: Given) -> VerdictData:
        not_read = unreadable(given, self.chance)
        if not_read is not None:
            return not_read
        answer = read(given)
        exact = Fraction(self.right[0][0])
        mistakes = {Fraction(one.given): one for one in reversed(self.wrong)}
        right, reason, mistake = judge_number(answer, exact, mistakes, self.chance)
        if reason in ("right", "not_yet"):
            return self._said(right, mistake)
        if reason == "digits_or" and mistake is not None:
            meant = str(answer.value)
            return _verdict(None, reason, answer={"en": meant, "es": meant}, why=mistake.feedback)
        return _verdict(right, reason)

    def _order(self, given: Sequence[str]) -> VerdictData:
        right = _in_order(self.right, given)
        is_reversed = len(self.right) > 1 and _in_order(self.right[::-1], given)
        mistake = "reversed" if is_reversed else f"first {given[0]}" if given else ""
        return self._said(right, next((w for w in self.wrong if w.given == mistake), None))

    def _said(self, right: bool | None, mistake: Wrong | None) -> VerdictData:
        if right:
            return _verdict(True, "right", answer=self.shown)
        if mistake is None:
            return _verdict(right, "not_yet")
        return _verdict(right, "not_yet_why", why=mistake.feedback)


def _in_order(groups: Sequence[Sequence[str]], given: Sequence[str]) -> bool:
    """Tell whether ids stand in the order of their groups; within a group any order is right."""
    at = 0
    for ids in groups:
        if sorted(given[at : at + len(ids)]) != sorted(ids):
            return False
        at += len(ids)
    return at == len(given)


def unreadable(given: Given, chance: bool) -> VerdictData | None:
    """Return why a number cannot be read, or None if it can."""
    try:
        read(given)
    except NotReadable as problem:
        plain = problem.reason == "no_number" and not chance
        return _verdict(None, "no_plain_number" if plain else problem.reason)
    return None


def _verdict(right: bool | None, reason: str, **values: Text) -> VerdictData:
    return {"right": right, "key": f"quiz.verdict.{reason}", "values": values}


NOTHING = _verdict(False, "not_answered")
"""What there is to say of a question that was left out."""
