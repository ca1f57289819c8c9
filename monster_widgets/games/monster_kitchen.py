"""Monster Kitchen: guests come when they like; cook what each of them wants before it goes.

One player runs a kitchen. Monsters come in at random moments, each orders its own dish, and each
has only so much patience. Take an order, fetch what its recipe asks for from fridge and pantry,
cook it, carry it to the table. A happy guest leaves points, the more the shorter it waited; with
them recipes and help can be unlocked. Whoever leaves unfed or unhappy costs points.

Rules are cited by number (S stated, D derived, R our ruling): docs/rules/monster_kitchen.md. All
numbers are in one table, `LEVELS` with `DISHES`: from arrivals only to the whole kitchen.

Zones: orders (not yet taken), cook:<i> (the dish a cook works on), tray:<i> (what lies ready for
it), pass (cooked dishes), waiter:<i>, table:<i> (its guest), plate:<i> (what it eats), fridge,
pantry, menu, shop, bought. Times are milliseconds since the door opened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, cast

from .. import engine
from ..engine import CHANCE, Action, Event, NotListable, Result, Viewer, parse, rulebook
from ..engine.piles import put
from ..engine.types import Json
from ..probability.distribution import Rng
from ..probability.queueing import Queue
from ..probability.whole import as_whole
from ._monster_kitchen_beside import label, odds, scores
from ._monster_kitchen_clock import Job, drawn, may_ring, started
from ._monster_kitchen_counts import Report, Tally, reported
from ._monster_kitchen_formula import formula as formula_of
from ._monster_kitchen_moment import WAIT, Moment
from ._monster_kitchen_refusing import why_not
from ._monster_kitchen_setup import Cook, Guest, Waiter, agreed
from ._monster_kitchen_showing import values, zones
from ._monster_kitchen_strategy import (
    EARLIEST_DEADLINE,
    FIRST_COME,
    GREEDY,
    RANDOM,
    SHORTEST_FIRST,
)
from ._monster_kitchen_tables import (
    DISHES,
    FOODS,
    INGREDIENTS,
    LEVELS,
    UNFED,
    prices,
)
from ._monster_kitchen_telling import events

__all__ = [
    "DISHES",
    "LEVELS",
    "Report",
    "State",
    "events",
    "formula",
    "initial_state",
    "label",
    "odds",
    "parse",
    "prices",
    "report",
    "scores",
]

NAME = "monster_kitchen"
PLAYERS = range(1, 2)
POLICIES = {
    "random": RANDOM,
    "first_come": FIRST_COME,
    "shortest_first": SHORTEST_FIRST,
    "earliest_deadline": EARLIEST_DEADLINE,
    "greedy": GREEDY,
}

ZONES = {
    "orders": "dish",
    "cook": "dish",
    "tray": "ingredient",
    "pass": "dish",
    "waiter": "dish",
    "table": "card",
    "plate": "dish",
    "fridge": "ingredient",
    "pantry": "ingredient",
    "menu": "recipe",
    "shop": "recipe",
    "bought": "recipe",
}
OUTSIDE = frozenset({"card", "dish", "ingredient"})
"""What comes through the door and leaves again; recipes and help stay in the box."""
VALUES = {
    "phase": "phase",
    "now": "time",
    "closes": "time",
    "score": "number",
    "purse": "number",
    "lost": "number",
    "limit": "number",
    "deadlines": "time",
    "restock": "time",
    "arrivals": "number",
    "happy": "number",
    "unhappy": "number",
    "unfed": "number",
    "blocked": "number",
    "outside": "number",
    "wait": "time",
    "waiting": "number",
    "busy_cooks": "number",
    "busy_waiters": "number",
}
FORCED: frozenset[str] = frozenset()

RULES = rulebook(
    {
        "S1": "requests",
        "S2": "requests",
        "S3": "preparing",
        "S4": "preparing",
        "S5": "preparing",
        "S6": "serving",
        "S7": "serving",
        "S8": "serving",
        "S9": "points",
        "S10": "points",
        "S11": "points",
        "S12": "game_over",
        "S13": "game_over",
        "S14": "time",
        "S15": "time",
        "D1": "S3 S6",
        "R1": "ours",
        "R2": "ours",
        "R3": "ours",
        "R4": "ours",
        "R5": "ours",
        "R6": "ours",
        "R7": "ours",
        "R8": "ours",
        "R9": "ours",
        "R10": "ours",
        "R11": "ours",
        "R12": "ours",
        "R13": "ours",
        "R14": "ours",
        "R15": "ours",
        "R16": "ours",
        "R17": "ours",
    }
)


def initial_state(
    players: int = 1,
    *,
    level: str = "kitchen",
    shift: int | None = None,
    gap: int | None = None,
    arrivals: str | None = None,
    times: str | None = None,
    cooks: int | None = None,
    waiters: int | None = None,
    tables: int | None = None,
    patience: int | None = None,
    stock: int | None = None,
    patience_law: str | None = None,
    patience_ends: str | None = None,
    door: str | None = None,
) -> State:
    """Return the kitchen before the door opens.

    `level`: a key of LEVELS, from "arrivals" to "kitchen". The other options change its numbers:
    `shift` (how long the door is open) and `gap` (mean time between arrivals) in whole seconds;
    `arrivals` and `times` (of all work): "exponential", "fixed" or "erlang" (times only);
    numbers of `cooks`, `waiters`, `tables`; `patience` of every guest in whole seconds, which is
    "fixed" or "exponential" by `patience_law` and ends when the guest is "served" or a cook has
    "started" by `patience_ends`; `stock` of each ingredient; `door`: "leave" or "wait" is
    what those do who find no table, if tables are limited (`tables` can do so wherever there are
    cooks). ValueError where the level has nothing of the kind; it names what the level takes.
    """
    number = as_whole(players)
    if number is None or number not in PLAYERS:
        raise ValueError(f"Monster Kitchen is for 1 player, not {players!r}")
    given = {
        "shift": shift,
        "gap": gap,
        "arrivals": arrivals,
        "times": times,
        "cooks": cooks,
        "waiters": waiters,
        "tables": tables,
        "patience": patience,
        "stock": stock,
        "patience_law": patience_law,
        "patience_ends": patience_ends,
        "door": door,
    }
    setup = agreed(level, {name: value for name, value in given.items() if value is not None})
    chosen = setup.level
    n, m = chosen.cooks or 0, chosen.waiters
    return State(
        setup=setup,
        now=0,
        phase="pass",
        guests=(),
        cooks=(Cook(),) * n,
        waiters=(Waiter(),) * m,
        stock=() if chosen.stock is None else (chosen.stock,) * len(INGREDIENTS),
        delivery=None if chosen.stock is None else chosen.restock * 1000,
        bell=chosen.gap * 1000 if chosen.arrivals == "fixed" else None,
        outside=0,
        closed=False,
        menu=FOODS[: chosen.dishes],
        bought=(),
        tally=Tally((0,) * n, (0,) * m),
    )


class State(engine.State, Moment):
    """One moment in a kitchen. Nothing in it is hidden: what comes next has not been drawn yet."""

    open_hands = True
    players = 1

    # whose turn, and what may be done ---------------------------------------------------

    @property
    def acting_players(self) -> tuple[int, ...]:
        """Return the player where there is something to do, else chance; nobody at the end."""
        if self.phase == "act":
            return (0,)
        return () if self.phase == "over" else (CHANCE,)

    def choices(self, player: int) -> tuple[Action, ...]:
        """Return what can be done now, what the recipe asks for first; waiting comes last."""
        return (*self.useful(), WAIT) if self.may_wait() else self.useful()

    # time, and chance -------------------------------------------------------------------

    def chances(self) -> tuple[Sequence[Action], Sequence[int]]:
        """Return who it may be that has come in, or the one thing that can happen next."""
        if self.phase == "order":
            return [Action(CHANCE, "order", (dish,)) for dish in self.menu], (1,) * len(self.menu)
        if self.phase != "pass":
            raise ValueError("it is not chance's turn")
        clocks = self.clocks()
        if any(clock.due is None for clock in clocks):
            raise NotListable("time runs on: use sample_chance")
        return (drawn(clocks, self.now, 0),), (1,)

    def sample_chance(self, rng: Rng) -> Action:
        """Draw who has come in, or what happens next and after how many milliseconds."""
        if self.phase == "pass":
            self._drawn = drawn(self.clocks(), self.now, rng.random())
            return self._drawn
        return super().sample_chance(rng)

    def allows_chance(self, action: Action) -> bool:
        """Tell whether this can happen next, after this time."""
        return may_ring(self.clocks(), self.now, action)

    # what an action does ----------------------------------------------------------------

    def after(self, action: Action) -> State:
        """Return the state after a legal action."""
        state = self
        args = action.args
        if action.player == CHANCE and action.kind != "order":
            state, args = self._later(int(args[0])), args[1:]
        return self._STEPS[action.kind](state, *args)

    def _later(self, time: int) -> State:
        untaken = sum(guest.stage == "waits" for guest in self.guests)
        cooks = [cook.table is not None for cook in self.cooks]
        waiters = [waiter.table is not None for waiter in self.waiters]
        tally = self.tally.later(time, self.outside, untaken, len(self.guests), cooks, waiters)
        return self._replace(now=self.now + time, tally=tally)

    def _arrive(self) -> State:  # R1
        tally = self.tally._replace(arrivals=self.tally.arrivals + 1)
        often, mean = self.arrivals()
        bell = None if self.bell is None else self.now + mean // often
        state = self._replace(tally=tally, bell=bell)
        if self.level.tables is not None and len(self.guests) >= self.level.tables:  # R2
            if self.level.door == "wait":
                return state._replace(outside=self.outside + 1)._goes_on()
            return state._counted(blocked=1)._goes_on()
        return state._replace(phase="order")

    def _order(self, dish: str) -> State:  # S1
        deadline = None
        if self.level.patience_law == "fixed" and (patience := self.patience(dish)) is not None:
            deadline = self.now + patience  # S14
        guest = Guest(self.free_table(), dish, self.now, deadline)
        state = self._counted(entered=1)._replace(guests=(*self.guests, guest))
        if self.level.cooks is None:  # R16
            return state._counted(taken=1)._served(guest)._goes_on()
        return state._goes_on()

    def _take(self, table: int) -> State:  # S3
        guest = self.guest_at(table)
        i = next(i for i, cook in enumerate(self.cooks) if cook.table is None)
        job = None if self.level.by_hand else self._job(self.cooking_time(guest.dish))
        state = self._counted(taken=1, to_cook=self.now - guest.arrived)
        state = state._with_guest(guest._replace(stage="taken"))
        return state._replace(cooks=put(self.cooks, i, Cook(table, job=job)))._goes_on()

    def _job(self, mean: int) -> Job:
        return started(self.level.times, mean, self.now)

    def _fetch(self, i: int, key: str) -> State:  # S4
        cook = self.cooks[i]._replace(fetching=key, job=self._job(self.level.fetch * 1000))
        stock = self.stock
        if stock:  # R5
            at = INGREDIENTS.index(key)
            stock = put(stock, at, stock[at] - 1)
        return self._replace(cooks=put(self.cooks, i, cook), stock=stock)._goes_on()

    def _fetched(self, i: int) -> State:
        cook = self.cooks[i]
        assert cook.fetching is not None
        cook = Cook(cook.table, (*cook.tray, cook.fetching))
        return self._replace(cooks=put(self.cooks, i, cook))._goes_on()

    def _cook(self, i: int) -> State:  # S5
        cook, guest = self.cooks[i], self.guest_at(self.cooks[i].table)
        cook = cook._replace(job=self._job(self.cooking_time(guest.dish)))
        return self._replace(cooks=put(self.cooks, i, cook))._goes_on()

    def _cooked(self, i: int) -> State:  # S6
        cook = self.cooks[i]
        guest = self.guest_at(cook.table)._replace(stage="ready", right=self.follows_recipe(cook))
        state = self._replace(cooks=put(self.cooks, i, Cook()))._with_guest(guest)
        return (state if self.waiters else state._served(guest))._goes_on()

    def _carry(self, table: int) -> State:  # S7
        i = next(i for i, waiter in enumerate(self.waiters) if waiter.table is None)
        waiter = Waiter(table, self._job(self.level.carry * 1000))
        state = self._with_guest(self.guest_at(table)._replace(stage="carried"))
        return state._replace(waiters=put(self.waiters, i, waiter))._goes_on()

    def _carried(self, i: int) -> State:
        guest = self.guest_at(self.waiters[i].table)
        return self._replace(waiters=put(self.waiters, i, Waiter()))._served(guest)._goes_on()

    def _served(self, guest: Guest) -> State:
        wait = self.now - guest.arrived
        served = guest._replace(stage="eats", wait=wait)
        state = self._counted(plates=1, to_plate=wait)
        if not self.level.eat:
            return state._leaves(served)
        return state._with_guest(served._replace(meal=self._job(self.level.eat * 1000)))

    def _eaten(self, table: int) -> State:  # S9
        return self._leaves(self.guest_at(table))._goes_on()

    def _leaves(self, guest: Guest) -> State:
        points = self.points(guest, guest.wait or 0)
        happy = {"happy": 1, "earned": points}
        state = self._counted(**(happy if guest.right else {"unhappy": 1, "lost": -points}))
        return state._without(guest)

    def _leave(self, table: int) -> State:  # S15, S12
        return self._counted(unfed=1, lost=UNFED)._without(self.guest_at(table))._goes_on()

    def _without(self, guest: Guest) -> State:
        cooks = tuple(Cook() if cook.table == guest.table else cook for cook in self.cooks)  # R8
        waiters = tuple(Waiter() if w.table == guest.table else w for w in self.waiters)
        guests = tuple(one for one in self.guests if one.table != guest.table)
        stay = self.now - guest.arrived
        return self._replace(guests=guests, cooks=cooks, waiters=waiters)._counted(stays=stay)

    def _unlock(self, key: str) -> State:  # S11
        state = self._counted(spent=self.for_sale()[key])
        if key in FOODS:
            return state._replace(menu=(*self.menu, key))._goes_on()
        state = state._replace(bought=(*self.bought, key))
        if key == "second_cook":
            tally = state.tally.hired(self.now)
            state = state._replace(cooks=(*self.cooks, Cook()), tally=tally)
        return state._goes_on()

    def _wait(self) -> State:  # R14
        return self._replace(phase="pass")

    def _restock(self) -> State:  # R5
        full = (self.capacity(),) * len(INGREDIENTS)
        return self._replace(stock=full, delivery=self.now + self.level.restock * 1000)._goes_on()

    def _close(self) -> State:  # R13
        state = self._counted(blocked=self.outside)  # they go away (R2)
        return state._replace(closed=True, bell=None, outside=0)._goes_on()

    def _halfway(self, kind: str, i: int) -> State:  # R15
        if kind == "eaten":
            guest = self.guest_at(i)
            assert guest.meal is not None
            return self._with_guest(guest._replace(meal=guest.meal._replace(phases=1)))._goes_on()
        if kind == "carried":
            waiter = self.waiters[i]
            assert waiter.job is not None
            waiter = waiter._replace(job=waiter.job._replace(phases=1))
            return self._replace(waiters=put(self.waiters, i, waiter))._goes_on()
        cook = self.cooks[i]
        assert cook.job is not None
        cook = cook._replace(job=cook.job._replace(phases=1))
        return self._replace(cooks=put(self.cooks, i, cook))._goes_on()

    _STEPS: ClassVar[Mapping[str, Callable[..., State]]] = {
        "arrive": _arrive,
        "order": _order,
        "take": _take,
        "fetch": _fetch,
        "fetched": _fetched,
        "cook": _cook,
        "cooked": _cooked,
        "carry": _carry,
        "carried": _carried,
        "eaten": _eaten,
        "leave": _leave,
        "unlock": _unlock,
        "wait": _wait,
        "restock": _restock,
        "close": _close,
        "halfway": _halfway,
    }

    def _with_guest(self, changed: Guest) -> State:
        guests = [changed if guest.table == changed.table else guest for guest in self.guests]
        return self._replace(guests=tuple(guests))

    def _counted(self, **more: int) -> State:
        tally = self.tally
        sums = {name: getattr(tally, name) + n for name, n in more.items()}
        return self._replace(tally=tally._replace(**sums))

    def _goes_on(self) -> State:
        """Return this state with the phase that follows: the player acts only if there is a use."""
        if self.is_lost() or (self.closed and not self.guests):  # R12, R13
            return self._replace(phase="over")
        if self.outside and len(self.guests) < (self.level.tables or 0):  # R2
            return self._replace(phase="order", outside=self.outside - 1)
        state = self._replace(phase="act" if self.useful() else "pass")
        state._useful = self.useful()
        return state

    @property
    def result(self) -> Result | None:
        """The score, or None while the kitchen is open; whoever plays alone wins alone."""
        if self.phase != "over":
            return None
        reason = "game_over" if self.is_lost() else "closed"
        return Result((self.tally.score,), (0,), reason)

    # why not ----------------------------------------------------------------------------

    def why_not(self, action: Action) -> tuple[str, str | None]:
        """Say why an action is not legal now, and by which rule."""
        return why_not(self, action)

    # what can be seen -------------------------------------------------------------------

    @property
    def options(self) -> Mapping[str, Json]:
        """The options that were given."""
        return dict(self.setup.given)

    def zones(self, viewer: Viewer) -> Mapping[str, tuple[str, ...]]:
        """Return where everything is; everybody sees it all."""
        return zones(self)

    def values(self, viewer: Viewer) -> Mapping[str, Json]:
        """Return the clock, the points, the counts and the means so far."""
        return values(self)

    def resample_hidden(self, viewer: Viewer, rng: Rng) -> State:
        """Return this state: nothing in it is hidden, and no time is drawn before it comes."""
        return self

    def events(self, action: Action, after: engine.State) -> tuple[Event, ...]:
        """Tell what an action did, each thing with its rule."""
        return events(self, action, cast(State, after))


def report(state: State) -> Report:
    """Return the numbers of a shift so far: counts, mean waits, mean numbers, utilisation.

    All exact. Means over time run from opening to now, so they include the start, when nobody was
    there yet; a formula speaks of a kitchen that has been open for ever.
    """
    return reported(state.tally, state.now)


def formula(state: State) -> Queue | None:
    """Return what such a kitchen would do that is open for ever, in seconds; None if unknown.

    >>> queue = formula(initial_state(level="queue"))
    >>> queue.waiting, queue.wait
    (Fraction(16, 5), Fraction(80, 1))
    """
    return formula_of(state.level)


def _number(name: str) -> Callable[[State], tuple[int, ...]]:
    return lambda state: (getattr(state.tally, name),)


STATISTICS: Mapping[str, Callable[[State], tuple[Any, ...]]] = {
    **engine.STATISTICS,
    **{name: _number(name) for name in ("arrivals", "happy", "unhappy", "unfed", "blocked")},
    "mean_wait": lambda state: (reported(state.tally, state.now).wait_for_plate or 0,),
    "mean_waiting": lambda state: (reported(state.tally, state.now).waiting,),
}
