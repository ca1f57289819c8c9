"""Monster Kitchen: what is counted while it is open, and what comes of it at the end."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple


class Tally(NamedTuple):
    """Counts and sums since the door opened; times in whole milliseconds."""

    cooks: tuple[int, ...]
    """How long each cook has been busy."""
    waiters: tuple[int, ...]
    arrivals: int = 0
    blocked: int = 0
    happy: int = 0
    unhappy: int = 0
    unfed: int = 0
    earned: int = 0
    lost: int = 0
    spent: int = 0
    taken: int = 0
    """Orders that a cook has taken."""
    to_cook: int = 0
    """Sum of the waits from arrival until a cook took the order."""
    plates: int = 0
    to_plate: int = 0
    """Sum of the waits from arrival until the plate was on the table."""
    stays: int = 0
    """Sum of the times inside of all who have left."""
    untaken: int = 0
    """Guest-milliseconds of waiting for a cook (the area under the number waiting)."""
    inside: int = 0
    """Guest-milliseconds inside (the area under the number of guests)."""
    since: tuple[int, ...] = ()
    """When the cooks came who were not there at the opening; they stand last."""
    entered: int = 0
    outside: int = 0
    """Guest-milliseconds of waiting at the door (the area under the number outside)."""

    def later(
        self,
        time: int,
        outside: int,
        untaken: int,
        inside: int,
        cooks: Sequence[bool],
        waiters: Sequence[bool],
    ) -> Tally:
        """Return the tally after so many milliseconds with so many outside, waiting and so on."""
        return self._replace(
            outside=self.outside + time * outside,
            untaken=self.untaken + time * untaken,
            inside=self.inside + time * inside,
            cooks=tuple(t + time * busy for t, busy in zip(self.cooks, cooks, strict=True)),
            waiters=tuple(t + time * busy for t, busy in zip(self.waiters, waiters, strict=True)),
        )

    def hired(self, now: int) -> Tally:
        """Return the tally with one more cook, who has not worked yet."""
        return self._replace(cooks=(*self.cooks, 0), since=(*self.since, now))

    def of_cooks(self, now: int) -> tuple[Fraction, ...]:
        """Return which part of the time since it was there each cook was busy."""
        there = (0,) * (len(self.cooks) - len(self.since)) + self.since
        return tuple(
            Fraction(busy, max(now - since, 1))
            for busy, since in zip(self.cooks, there, strict=True)
        )

    def of_waiters(self, now: int) -> tuple[Fraction, ...]:
        """Return which part of the time each waiter was busy."""
        return tuple(Fraction(busy, max(now, 1)) for busy in self.waiters)

    @property
    def score(self) -> int:
        """Points earned less points lost."""
        return self.earned - self.lost

    @property
    def purse(self) -> int:
        """Points that can be spent: spending lowers no score, and losing no purse (R10)."""
        return self.earned - self.spent


class Report(NamedTuple):
    """What one would tell of a shift. Times are seconds; means are exact."""

    seconds: Fraction
    """From opening until the last guest left."""
    arrivals: int
    happy: int
    unhappy: int
    unfed: int
    blocked: int
    """Found no free table, and did not enter."""
    wait: Fraction | None
    """Mean time from arrival until a cook took the order; None if nobody's was taken."""
    wait_for_plate: Fraction | None
    """Mean time from arrival until the plate was on the table."""
    stay: Fraction | None
    """Mean time inside, of all who entered."""
    waiting: Fraction
    """Mean number of guests whose order no cook had taken."""
    inside: Fraction
    """Mean number of guests inside."""
    cooks: tuple[Fraction, ...]
    """Which part of the time each cook was busy; of one who was unlocked, since then."""
    waiters: tuple[Fraction, ...]
    wait_of_all: Fraction | None
    """Mean wait for a cook of all who entered, also if it left (W_q of the formula)."""
    outside: Fraction
    """Mean number of those who waited at the door."""

    @property
    def served(self) -> int:
        """Everybody who got a plate."""
        return self.happy + self.unhappy


def reported(tally: Tally, now: int) -> Report:
    """Return the report of a tally at a moment (milliseconds)."""
    time = max(now, 1)
    left = tally.happy + tally.unhappy + tally.unfed
    return Report(
        seconds=Fraction(now, 1000),
        arrivals=tally.arrivals,
        happy=tally.happy,
        unhappy=tally.unhappy,
        unfed=tally.unfed,
        blocked=tally.blocked,
        wait=_mean(tally.to_cook, tally.taken),
        wait_for_plate=_mean(tally.to_plate, tally.plates),
        stay=_mean(tally.stays, left),
        waiting=Fraction(tally.untaken, time),
        inside=Fraction(tally.inside, time),
        cooks=tally.of_cooks(now),
        waiters=tally.of_waiters(now),
        wait_of_all=_mean(tally.untaken, tally.entered),
        outside=Fraction(tally.outside, time),
    )


def _mean(total: int, n: int) -> Fraction | None:
    return Fraction(total, 1000 * n) if n else None
