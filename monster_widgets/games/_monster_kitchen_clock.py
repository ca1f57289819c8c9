"""Monster Kitchen: the clocks that run at a moment, and which of them rings first (R1).

A clock either has its time, which everybody may know (a deadline, the next delivery), or it is
memoryless: it rings in the next instant with the same chance however long it has run. So no time
is ever drawn before it has come, and there is no secret to leak.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, log1p
from typing import NamedTuple

from ..engine.types import CHANCE, Action

MOMENT = 1
"""The shortest time between two things that chance decides, in milliseconds."""


class Job(NamedTuple):
    """Something that takes time: a clock that somebody has set running."""

    mean: int
    """Mean of one phase in milliseconds."""
    due: int | None
    """When it rings; None if it is memoryless."""
    phases: int = 1
    """Memoryless phases still to go: an Erlang-2 time is two of half the mean."""


def started(law: str, mean: int, now: int) -> Job:
    """Return a job that begins now and takes `mean` milliseconds on average."""
    match law:
        case "fixed":
            return Job(mean, now + mean)
        case "erlang":
            return Job(mean // 2, None, 2)
    return Job(mean, None)


class Clock(NamedTuple):
    """What may happen next: kind and subject of the chance action, and when."""

    kind: str
    subject: tuple[int | str, ...]
    due: int | None
    often: int = 1
    mean: int = 1
    """If it is memoryless, it rings `often` times in `mean` milliseconds, on average."""

    @property
    def rate(self) -> Fraction:
        """How often it rings in a millisecond."""
        return Fraction(self.often, self.mean)


def clock_of(kind: str, subject: int, job: Job) -> Clock:
    """Return the clock of a job; before the last phase it only comes halfway (R15)."""
    if job.due is not None:
        return Clock(kind, (subject,), job.due)
    if job.phases > 1:
        return Clock("halfway", (kind, subject), None, 1, job.mean)
    return Clock(kind, (subject,), None, 1, job.mean)


def next_fixed(clocks: Sequence[Clock]) -> Clock | None:
    """Return the clock that rings first of those whose time is known; the first one listed wins."""
    first: Clock | None = None
    for clock in clocks:
        if clock.due is not None and (first is None or clock.due < (first.due or 0)):
            first = clock
    return first


def drawn(clocks: Sequence[Clock], now: int, number: float) -> Action:
    """Return what happens next, from one number uniform on [0, 1).

    Memoryless clocks race: one of them is first with a chance proportional to its rate, and the
    time of the first is exponential with the sum of the rates, whichever it is. The number gives
    both. It is rounded up to whole milliseconds, which keeps it memoryless.
    """
    fixed = next_fixed(clocks)
    racing = [(clock.often / clock.mean, clock) for clock in clocks if clock.due is None]
    if racing:
        total = sum(rate for rate, _ in racing)
        left = number * total
        for rate, first in racing:  # noqa: B007  (the one it stops at)
            if left < rate:
                break
            left -= rate
        time = max(MOMENT, ceil(-log1p(-min(max(left, 0.0) / rate, 1 - 2**-53)) / total))
        if _is_before(clocks, now + time, first, fixed):
            return Action(CHANCE, first.kind, (time, *first.subject))
    assert fixed is not None
    assert fixed.due is not None
    return Action(CHANCE, fixed.kind, (fixed.due - now, *fixed.subject))


def _is_before(clocks: Sequence[Clock], time: int, clock: Clock, fixed: Clock | None) -> bool:
    """Tell whether a memoryless clock that rings at a time comes before one whose time is known.

    At the same instant the one listed first: a plate before its guest leaves, the closing of the
    door before who comes (R7, R13).
    """
    if fixed is None or fixed.due is None or time != fixed.due:
        return fixed is None or time < (fixed.due or 0)
    return clocks.index(clock) < clocks.index(fixed)


def may_ring(clocks: Sequence[Clock], now: int, action: Action) -> bool:
    """Tell whether this can be what happens next."""
    fixed = next_fixed(clocks)
    time = action.args[0] if action.args else None
    if not isinstance(time, int) or action.player != CHANCE:
        return False
    for clock in clocks:
        if (clock.kind, clock.subject) == (action.kind, action.args[1:]):
            if clock.due is not None:
                return clock == fixed and now + time == clock.due
            return time >= MOMENT and _is_before(clocks, now + time, clock, fixed)
    return False
