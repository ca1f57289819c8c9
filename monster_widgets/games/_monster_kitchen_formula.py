"""Monster Kitchen: the formula that a kitchen can be held against, where there is one (R16).

A formula speaks of one dish, one kind of server and one line: the cooks. So only levels without
waiters, meals and fetching by hand have one.
"""

from __future__ import annotations

from fractions import Fraction

from ..probability.queueing import Queue, mg1, mmc, mmc_impatient, mmck
from ._monster_kitchen_tables import Level

VARIATION = {"exponential": Fraction(1), "erlang": Fraction(1, 2), "fixed": Fraction(0)}
"""The variance of a time over its squared mean."""


def formula(level: Level) -> Queue | None:
    """Return what a kitchen of this kind does that is open for ever; None if no formula fits.

    None, too, where guests come faster than the cooks can work: such a line grows without end.
    Times are seconds.
    """
    plain = level.arrivals == "exponential" and not (level.by_hand or level.waiters or level.eat)
    if level.cooks is None or level.cooking is None or not plain:
        return None
    gap, time, cooks = Fraction(level.gap), Fraction(level.cooking), level.cooks
    memoryless = level.times == "exponential"
    if level.patience is not None:
        fits = level.patience_law == "exponential" and level.patience_ends == "started"
        if not (fits and memoryless and level.tables is None and level.patience):
            return None
        return mmc_impatient(1 / gap, 1 / time, cooks, Fraction(1, level.patience))
    if level.tables is not None:
        fits = memoryless and level.tables >= cooks and level.door == "leave"
        return mmck(1 / gap, 1 / time, cooks, level.tables) if fits else None
    if time / gap >= cooks:
        return None
    if memoryless:
        return mmc(1 / gap, 1 / time, cooks)
    return mg1(1 / gap, 1 / time, VARIATION[level.times]) if cooks == 1 else None
