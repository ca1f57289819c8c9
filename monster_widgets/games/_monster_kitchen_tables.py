"""Monster Kitchen: every number of the game in one place. The rules name none, so all are ours.

Times are seconds here; the state counts whole milliseconds (R1). Points are whole numbers.
"""

from __future__ import annotations

from typing import NamedTuple


class Dish(NamedTuple):
    """What a monster of this name orders, and how it is made."""

    recipe: tuple[str, ...]
    """One to four ingredients, sorted; one may be needed twice."""
    seconds: int
    """Mean time on the stove."""
    patience: int
    """How long its eater waits for the plate."""


DISHES = {
    "brain": Dish(("brains",), 15, 80),
    "sludge": Dish(("bread", "sludge"), 20, 90),
    "toenail": Dish(("nails", "sauce"), 10, 60),
    "eyeball": Dish(("eyes", "eyes", "pasta"), 20, 100),
    "dust_bunny": Dish(("dust", "sauce"), 15, 70),
    "lint": Dish(("bread", "bread", "lint"), 10, 60),
    "stinky_sock": Dish(("sauce", "sludge", "sock", "sock"), 25, 120),
    "roadkill": Dish(("roadkill", "sauce"), 30, 120),
}
"""The menu; the first ones are known when the kitchen opens, the others can be unlocked (S11)."""
FOODS = tuple(DISHES)
MESS = "mess"
"""The key of a dish that follows no recipe."""

FRIDGE = ("brains", "eyes", "nails", "roadkill", "sludge")
PANTRY = ("bread", "dust", "lint", "pasta", "sauce", "sock")
INGREDIENTS = (*FRIDGE, *PANTRY)
TRAY = 4
"""How many ingredients a tray holds (R4)."""

HAPPY_LEAST, HAPPY_MORE = 10, 40
"""Points of a happy guest: at least, and how many more if it did not wait at all (R9)."""
UNHAPPY, UNFED = 20, 30
"""Points lost for a wrong dish, and for a guest who left without eating (R6, R9)."""
LIMIT = 150
"""Points lost that end the game (R12)."""

HELP = {"second_cook": 150, "hot_stove": 100, "shelves": 50}
"""Prices of help in the kitchen; each is sold once (R11)."""
RECIPE = 60
"""The price of a recipe."""
CHEAPEST = min(RECIPE, *HELP.values())
HOT_STOVE, SHELVES = (2, 3), 2
"""A hot stove takes 2/3 of the time; shelves hold two times as much of each ingredient."""
MORE_GUESTS = (1, 10)
"""By how much of the first rate each new recipe raises the rate of arrivals (R11)."""


class Level(NamedTuple):
    """How a kitchen works. None: without end, or not there."""

    gap: int
    """Mean time from one arrival to the next."""
    dishes: int
    """How many dishes the kitchen knows when it opens."""
    cooks: int | None = 1
    """None: everything stands ready, and who comes is served at once."""
    waiters: int = 0
    """0: a plate is on the table as soon as it is cooked."""
    tables: int | None = None
    cooking: int | None = None
    """One mean time for all dishes; None: each its own, fetching included."""
    by_hand: bool = False
    """Whether the player fetches every ingredient; else cooks follow the recipe by themselves."""
    fetch: int = 0
    """Mean time for one ingredient."""
    carry: int = 0
    eat: int = 0
    patience: int | None = None
    """One patience for all; 0: each its own; None: nobody ever leaves unfed."""
    patience_law: str = "fixed"
    """"fixed": a deadline everybody can see; "exponential": nobody knows when it ends."""
    patience_ends: str = "served"
    """"served": when the plate is on the table; "started": when a cook takes the order."""
    door: str = "leave"
    """What they do who find no table: "leave", or "wait" at the door."""
    stock: int | None = None
    """How much of each ingredient the stores hold; None: it never runs out."""
    restock: int = 0
    shop: bool = False
    limit: int | None = LIMIT
    arrivals: str = "exponential"
    times: str = "exponential"
    shift: int = 300
    """How long the door is open."""


LAWS = ("exponential", "fixed", "erlang")
"""How times vary: memoryless, not at all, or in between (two exponential halves, Erlang-2)."""
PATIENCE_ENDS = ("served", "started")
DOORS = ("leave", "wait")

LEVELS = {
    "arrivals": Level(gap=20, dishes=8, cooks=None),
    "queue": Level(gap=25, dishes=1, cooking=20),
    "cooks": Level(gap=12, dishes=1, cooking=20, cooks=2),
    "tables": Level(gap=25, dishes=1, cooking=20, tables=4),
    "patience": Level(
        gap=20,
        dishes=1,
        cooking=20,
        patience=60,
        patience_law="exponential",
        patience_ends="started",
        limit=None,
    ),
    "dinner": Level(
        gap=30, dishes=4, waiters=1, tables=4, fetch=3, carry=5, eat=20, patience=0, shop=True
    ),
    "kitchen": Level(
        gap=30,
        dishes=4,
        waiters=1,
        tables=4,
        by_hand=True,
        fetch=3,
        carry=5,
        eat=20,
        patience=0,
        stock=4,
        restock=60,
        shop=True,
    ),
}
"""From arrivals only to the whole kitchen; each level adds one thing to think about."""


def prices(level: Level) -> dict[str, int]:
    """Return what can be unlocked in a level, each with its price in points."""
    if not level.shop:
        return {}
    goods = {key: price for key, price in HELP.items() if key != "shelves" or level.stock}
    return goods | dict.fromkeys(FOODS[level.dishes :], RECIPE)
