"""Monster Kitchen: what is true at a moment, and what follows from it: whom, what, how long."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ..engine.types import Action
from ._monster_kitchen_clock import Clock, clock_of
from ._monster_kitchen_counts import Tally
from ._monster_kitchen_setup import Cook, Guest, Setup, Waiter
from ._monster_kitchen_tables import (
    CHEAPEST,
    DISHES,
    HAPPY_LEAST,
    HAPPY_MORE,
    HELP,
    HOT_STOVE,
    INGREDIENTS,
    MORE_GUESTS,
    SHELVES,
    TRAY,
    UNHAPPY,
    Level,
    prices,
)

WAIT = Action(0, "wait")


class _Fields(NamedTuple):
    setup: Setup
    now: int
    phase: str
    guests: tuple[Guest, ...]
    """In order of arrival."""
    cooks: tuple[Cook, ...]
    waiters: tuple[Waiter, ...]
    stock: tuple[int, ...]
    """How much there is of each ingredient; empty where it never runs out."""
    delivery: int | None
    """When the stores are filled up next (R5)."""
    bell: int | None
    """When the next guest comes, where arrivals are regular."""
    outside: int
    """How many wait at the door for a table (R2)."""
    closed: bool
    menu: tuple[str, ...]
    bought: tuple[str, ...]
    tally: Tally


class Moment(_Fields):
    """The fields of a state, and the questions the rules ask of them."""

    # asked for several times in a step, worked out once
    _useful: tuple[Action, ...] | None = None
    _clocks: tuple[Clock, ...] | None = None

    # what is there ------------------------------------------------------------------------

    @property
    def level(self) -> Level:
        """How this kitchen works."""
        return self.setup.level

    def guest(self, table: int | None) -> Guest | None:
        """Return the guest at a table."""
        return next((guest for guest in self.guests if guest.table == table), None)

    def guest_at(self, table: int | None) -> Guest:
        """Return the guest at a table where one sits."""
        guest = self.guest(table)
        assert guest is not None
        return guest

    def free_table(self) -> int:
        """Return the first table where nobody sits."""
        taken = {guest.table for guest in self.guests}
        return next(table for table in range(len(taken) + 1) if table not in taken)

    def lacking(self, cook: Cook) -> Counter[str]:
        """Return what the recipe of a cook's order asks for and the tray has not."""
        guest = self.guest(cook.table)
        assert guest is not None
        return Counter(DISHES[guest.dish].recipe) - Counter(cook.tray)

    def is_spoiled(self, cook: Cook) -> bool:
        """Tell whether a cook's tray holds what the recipe does not ask for: no way back (R4)."""
        return bool(Counter(cook.tray) - Counter(DISHES[self.guest_at(cook.table).dish].recipe))

    def follows_recipe(self, cook: Cook) -> bool:
        """Tell whether a cook's tray is exactly what the recipe asks for (S5)."""
        guest = self.guest_at(cook.table)
        return not self.level.by_hand or tuple(sorted(cook.tray)) == DISHES[guest.dish].recipe

    def stores(self) -> tuple[str, ...]:
        """Return the ingredients that the recipes on the menu ask for: what the stores keep."""
        used = {key for dish in self.menu for key in DISHES[dish].recipe}
        return tuple(key for key in INGREDIENTS if key in used)

    def has(self, key: str) -> bool:
        """Tell whether there is any of an ingredient (R5)."""
        return not self.stock or self.stock[INGREDIENTS.index(key)] > 0

    def capacity(self) -> int:
        """Return how much of each ingredient the stores hold (R5)."""
        assert self.level.stock is not None
        return self.level.stock * (SHELVES if "shelves" in self.bought else 1)

    def unsold(self) -> dict[str, int]:
        """Return what has not been unlocked yet, each with its price (R11)."""
        had = {*self.menu, *self.bought}
        return {key: price for key, price in prices(self.level).items() if key not in had}

    def for_sale(self) -> dict[str, int]:
        """Return what can still be unlocked: no recipes once nobody comes in any more (R11)."""
        unsold = self.unsold()
        return {k: n for k, n in unsold.items() if k in HELP} if self.closed else unsold

    def points(self, guest: Guest, wait: int) -> int:
        """Return the points of a guest who leaves after such a wait for its plate (R6, R9)."""
        if not guest.right:
            return -UNHAPPY
        patience = self.patience(guest.dish)
        if patience is None:
            return HAPPY_LEAST + HAPPY_MORE
        return HAPPY_LEAST + HAPPY_MORE * max(0, patience - wait) // patience

    def is_lost(self) -> bool:
        """Tell whether too many points are lost (S13, R12)."""
        return self.level.limit is not None and self.tally.lost >= self.level.limit

    # what can be done ---------------------------------------------------------------------

    def useful(self) -> tuple[Action, ...]:
        """Return what can be done now but waiting."""
        if self._useful is None:
            self._useful = tuple(self._find_useful())
        return self._useful

    def _find_useful(self) -> list[Action]:
        found = []
        if any(waiter.table is None for waiter in self.waiters):  # S7
            found += [Action(0, "carry", (g.table,)) for g in self.guests if g.stage == "ready"]
        if self.level.by_hand:
            for i, cook in enumerate(self.cooks):
                if cook.table is not None and cook.job is None:
                    found += self._at_the_counter(i, cook)
        if any(cook.table is None for cook in self.cooks):  # S3, R3
            found += [Action(0, "take", (g.table,)) for g in self.guests if g.stage == "waits"]
        purse = self.tally.purse
        sale = self.for_sale().items() if purse >= CHEAPEST else ()
        return found + [Action(0, "unlock", (key,)) for key, price in sale if price <= purse]

    def _at_the_counter(self, i: int, cook: Cook) -> list[Action]:
        lacking = self.lacking(cook)
        there = [] if len(cook.tray) == TRAY else [k for k in self.stores() if self.has(k)]  # R4
        first = [Action(0, "fetch", (i, key)) for key in there if key in lacking]
        rest = [Action(0, "fetch", (i, key)) for key in there if key not in lacking]
        cook_it = [Action(0, "cook", (i,))] if cook.tray else []
        if self.is_spoiled(cook):
            return [*cook_it, *first, *rest]
        return [*first, *cook_it, *rest]

    def may_wait(self) -> bool:
        """Tell whether anything would ever happen by itself (R14)."""
        return not self.closed or bool(self.clocks())

    # which clocks run ---------------------------------------------------------------------

    def clocks(self) -> tuple[Clock, ...]:
        """Return the clocks that run; of two that ring at once the first listed wins (R7)."""
        if self._clocks is None:
            self._clocks = tuple(self._find_clocks())
        return self._clocks

    def _find_clocks(self) -> list[Clock]:
        found = []
        for i, cook in enumerate(self.cooks):
            if cook.job is not None:
                found.append(clock_of("fetched" if cook.fetching else "cooked", i, cook.job))
        for i, waiter in enumerate(self.waiters):
            if waiter.job is not None:
                found.append(clock_of("carried", i, waiter.job))
        found += [clock_of("eaten", g.table, g.meal) for g in self.guests if g.meal is not None]
        found += [self._patience(guest) for guest in self.guests if self.is_impatient(guest)]
        if self.delivery is not None:
            found.append(Clock("restock", (), self.delivery))
        if not self.closed:
            often, mean = self.arrivals()
            found.append(Clock("close", (), self.level.shift * 1000))  # before who comes then (R13)
            found.append(Clock("arrive", (), self.bell, often, mean))
        return found

    def is_impatient(self, guest: Guest) -> bool:
        """Tell whether a guest may yet leave unfed: until it is served (S14), or taken on (R16)."""
        if self.level.patience is None:
            return False
        if self.level.patience_ends == "started":
            return guest.stage == "waits"
        return guest.stage != "eats"

    def _patience(self, guest: Guest) -> Clock:
        return Clock("leave", (guest.table,), guest.deadline, 1, self.patience(guest.dish) or 1)

    def patience(self, dish: str) -> int | None:
        """Return how long the eater of a dish waits, in milliseconds; None: for ever."""
        if self.level.patience is None:
            return None
        return 1000 * (self.level.patience or DISHES[dish].patience)

    def arrivals(self) -> tuple[int, int]:
        """Return how many guests come in how many milliseconds, on average (R11)."""
        more, of = MORE_GUESTS
        often, mean = of + more * (len(self.menu) - self.level.dishes), of * self.level.gap * 1000
        return (often, mean) if often != of else (1, self.level.gap * 1000)

    def cooking_time(self, dish: str) -> int:
        """Return the mean time at the stove, in milliseconds (fetching too, if cooks fetch)."""
        if self.level.cooking is not None:
            return 1000 * self.level.cooking
        time, (part, of) = 1000 * DISHES[dish].seconds, HOT_STOVE
        time = time * part // of if "hot_stove" in self.bought else time
        fetching = 0 if self.level.by_hand else self.level.fetch * len(DISHES[dish].recipe)
        return time + 1000 * fetching
