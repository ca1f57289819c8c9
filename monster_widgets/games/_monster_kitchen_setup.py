"""Monster Kitchen: who works and who sits in it, and what is agreed before the door opens."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from ..engine.types import Json
from ..probability.whole import as_whole
from ._monster_kitchen_clock import Job
from ._monster_kitchen_tables import DOORS, LAWS, LEVELS, PATIENCE_ENDS, Level


class Guest(NamedTuple):
    """A monster inside."""

    table: int
    dish: str
    arrived: int
    deadline: int | None
    """When its patience ends, where that is known."""
    stage: str = "waits"
    """waits, taken (a cook has the order), ready, carried, eats."""
    right: bool = True
    wait: int | None = None
    """How long it waited for its plate."""
    meal: Job | None = None


class Cook(NamedTuple):
    """A cook; free while without an order."""

    table: int | None = None
    tray: tuple[str, ...] = ()
    fetching: str | None = None
    job: Job | None = None


class Waiter(NamedTuple):
    """A waiter; free while without a plate."""

    table: int | None = None
    job: Job | None = None


class Setup(NamedTuple):
    """What was agreed before the door opened: the level, and the options given."""

    level: Level
    given: tuple[tuple[str, Json], ...]


def agreed(level: object, given: Mapping[str, Json]) -> Setup:
    """Return the set-up of a level with the options given; ValueError names what is legal."""
    if not isinstance(level, str) or level not in LEVELS:
        raise ValueError(f"level must be one of {', '.join(LEVELS)}, not {level!r}")
    changes: dict[str, Json] = {}
    for name, value in given.items():
        if name not in takes(level, given):
            known = ", ".join(takes(level, given))
            raise ValueError(f"level {level!r} has no {name}; its options are {known}")
        if name in CHOICES:
            if value not in CHOICES[name]:
                raise ValueError(f"{name} must be one of {', '.join(CHOICES[name])}, not {value!r}")
            changes[name] = value
        else:
            changes[name], most = as_whole(value), MOST.get(name, 10**6)
            if changes[name] is None or not 1 <= changes[name] <= most:
                raise ValueError(f"{name} must be a whole number from 1 to {most}, not {value!r}")
    named = {} if level == "kitchen" else {"level": level}
    return Setup(LEVELS[level]._replace(**changes), tuple({**named, **changes}.items()))


def takes(level: str, given: Collection[str] = ()) -> tuple[str, ...]:
    """Return the options that a level has something of, if these are given with it."""
    facts = LEVELS[level]
    has = {
        "times": facts.cooks is not None,
        "cooks": facts.cooks is not None,
        "waiters": facts.waiters > 0,
        "tables": facts.cooks is not None,  # unlimited tables can be limited
        "door": facts.tables is not None or (facts.cooks is not None and "tables" in given),
        "stock": facts.stock is not None,
    }
    patience = facts.patience is not None
    has |= dict.fromkeys(("patience", "patience_law", "patience_ends"), patience)
    return tuple(name for name in OPTIONS if has.get(name, True))


OPTIONS = (
    "shift",
    "gap",
    "arrivals",
    "times",
    "cooks",
    "waiters",
    "tables",
    "door",
    "patience",
    "patience_law",
    "patience_ends",
    "stock",
)
"""All there are; `takes` tells which of them mean anything in a level."""
CHOICES: Mapping[str, tuple[str, ...]] = {
    "arrivals": LAWS[:2],
    "times": LAWS,
    "patience_law": LAWS[:2],
    "patience_ends": PATIENCE_ENDS,
    "door": DOORS,
}
"""Options that are words, each with those that are legal."""
MOST = {"cooks": 20, "waiters": 20, "tables": 40, "stock": 100}
"""How many can be seen at once; times can be as long as one likes (10**6 seconds)."""
