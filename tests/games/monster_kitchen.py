"""What other tests need of Monster Kitchen: set-ups that differ, and the rules told a second time.

The second telling was written from the rules alone, for the two levels with everything in them. It
uses dictionaries and no code of the package but its table of numbers. It draws nothing: what chance
says comes from a record, and it checks that this could come, and what may be done then.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from monster_widgets.games import _monster_kitchen_tables as numbers

REGULAR: dict[str, Any] = {"arrivals": "fixed", "times": "fixed"}
"""What chance can say is then little, so what the player can do is tried the more often."""
SETUPS: tuple[tuple[int, dict[str, Any]], ...] = (
    (1, {}),
    (1, {**REGULAR, "stock": 1, "cooks": 2, "gap": 10, "shift": 200}),
    (1, {"level": "dinner", "times": "erlang", "cooks": 4, "gap": 5, "tables": 8, "shift": 20}),
    (1, {**REGULAR, "level": "patience", "gap": 15, "shift": 150}),
    (1, {"level": "cooks", "shift": 30}),
    (1, {**REGULAR, "level": "queue", "gap": 1, "shift": 16}),
    (1, {"level": "tables", "gap": 5, "shift": 30}),
    (1, {"level": "patience", "shift": 30}),
    (1, {**REGULAR, "door": "wait", "patience_ends": "started", "tables": 2, "gap": 5}),
    (1, {**REGULAR, "level": "dinner", "gap": 2, "cooks": 8, "tables": 8, "shift": 40}),
    (1, {"level": "arrivals", "shift": 60}),
)
"""Options that lead to games of different kinds."""

Kitchen = dict[str, Any]


def opening(level: str = "kitchen", **options: Any) -> Kitchen:
    """A kitchen of level "dinner" or "kitchen", all times exponential, patience fixed."""
    facts = {**numbers.LEVELS[level]._asdict(), **options}
    stores: Counter[str] = Counter(
        dict.fromkeys((*numbers.FRIDGE, *numbers.PANTRY), facts["stock"])
        if level == "kitchen"
        else {}
    )
    return {
        "facts": facts,
        "time": 0,
        "door": "open",
        "outside": 0,
        "knock": False,  # somebody has come in and has not said yet what it wants
        "let go": True,  # the player lets time run
        "guests": {},  # table → what is known of its guest
        "cooks": [None] * facts["cooks"],  # the table a cook works for
        "waiters": [None] * facts["waiters"],
        "stores": stores,
        "menu": list(numbers.FOODS[: facts["dishes"]]),
        "help": [],
        "earned": 0,
        "lost": 0,
        "spent": 0,
    }


def deeds(kitchen: Kitchen) -> set[str]:
    """What the player may do now; nothing while time runs or the game is over."""
    if kitchen["let go"] or kitchen["knock"] or is_over(kitchen):
        return set()
    work = labour(kitchen)
    return work | {"wait"} if work else set()


def labour(kitchen: Kitchen) -> set[str]:
    facts, found = kitchen["facts"], set()
    for table, guest in kitchen["guests"].items():
        if guest["is"] == "hungry" and None in kitchen["cooks"]:
            found.add(f"take {table}")
        if guest["is"] == "served up" and None in kitchen["waiters"]:
            found.add(f"carry {table}")
        if guest["is"] == "at the counter" and facts["by_hand"]:
            cook = kitchen["cooks"].index(table)
            if guest["tray"]:
                found.add(f"cook {cook}")
            if len(guest["tray"]) < 4:
                asked = {key for food in kitchen["menu"] for key in numbers.DISHES[food].recipe}
                found |= {f"fetch {cook} {key}" for key in asked if kitchen["stores"][key]}
    purse = kitchen["earned"] - kitchen["spent"]
    for key, price in {"second_cook": 150, "hot_stove": 100, "shelves": 50}.items():
        offered = key not in kitchen["help"] and (key != "shelves" or facts["by_hand"])
        if offered and purse >= price:
            found.add(f"unlock {key}")
    if purse >= 60 and kitchen["door"] == "open":
        found |= {f"unlock {food}" for food in numbers.FOODS if food not in kitchen["menu"]}
    return found


def is_over(kitchen: Kitchen) -> bool:
    return kitchen["lost"] >= 150 or (kitchen["door"] == "shut" and not kitchen["guests"])


def step(kitchen: Kitchen, text: str) -> None:
    """Change the kitchen by what the player does or chance says; AssertionError if it cannot be."""
    verb, *words = text.split()
    if verb in ("take", "fetch", "cook", "carry", "unlock", "wait"):
        assert text in deeds(kitchen), text
        act(kitchen, verb, words)
    elif verb == "order":
        assert kitchen["knock"]
        (food,) = words
        assert food in kitchen["menu"]
        table = min(set(range(99)) - set(kitchen["guests"]))
        assert table < kitchen["facts"]["tables"]
        patience = 1000 * (kitchen["facts"]["patience"] or numbers.DISHES[food].patience)
        kitchen["guests"][table] = {
            "is": "hungry",
            "wants": food,
            "came": kitchen["time"],
            "goes": kitchen["time"] + patience,
            "patience": patience,
            "tray": [],
        }
        kitchen["knock"] = False
    else:
        assert kitchen["let go"]
        assert not kitchen["knock"]
        happen(kitchen, verb, int(words[0]), [int(word) for word in words[1:]])
    places = kitchen["facts"]["tables"] - len(kitchen["guests"])
    if kitchen["outside"] and places and not is_over(kitchen):
        kitchen["outside"] -= 1
        kitchen["knock"] = True
    if verb != "wait":
        kitchen["let go"] = not kitchen["knock"] and not labour(kitchen)


def act(kitchen: Kitchen, verb: str, words: list[str]) -> None:
    guests = kitchen["guests"]
    if verb == "wait":
        kitchen["let go"] = True
    elif verb == "take":
        kitchen["cooks"][kitchen["cooks"].index(None)] = int(words[0])
        by_hand = kitchen["facts"]["by_hand"]
        guests[int(words[0])]["is"] = "at the counter" if by_hand else "on the stove"
    elif verb == "carry":
        kitchen["waiters"][kitchen["waiters"].index(None)] = int(words[0])
        guests[int(words[0])]["is"] = "on the way"
    elif verb == "unlock":
        price = {"second_cook": 150, "hot_stove": 100, "shelves": 50}.get(words[0], 60)
        kitchen["spent"] += price
        kitchen["menu" if price == 60 else "help"].append(words[0])
        if words[0] == "second_cook":
            kitchen["cooks"].append(None)
    else:
        guest = guests[kitchen["cooks"][int(words[0])]]
        if verb == "fetch":
            kitchen["stores"][words[1]] -= 1
            guest.update({"is": "waiting for", "what": words[1]})
        else:
            guest["is"] = "on the stove"


def happen(kitchen: Kitchen, verb: str, time: int, words: list[int]) -> None:
    facts, guests = kitchen["facts"], kitchen["guests"]
    kitchen["time"] += time
    now = kitchen["time"]
    assert all(now <= guest["goes"] for guest in guests.values() if restless(kitchen, guest))
    assert kitchen["door"] == "shut" or now <= 1000 * facts["shift"]
    if verb == "close":
        assert now == 1000 * facts["shift"]
        kitchen["door"] = "shut"
        kitchen["outside"] = 0
    elif verb == "restock":
        assert now % (1000 * facts["restock"]) == 0
        full = facts["stock"] * (2 if "shelves" in kitchen["help"] else 1)
        kitchen["stores"] = Counter(dict.fromkeys(kitchen["stores"], full))
    elif verb == "arrive":
        assert kitchen["door"] == "open"
        kitchen["knock"] = len(guests) < facts["tables"]
        if not kitchen["knock"] and facts["door"] == "wait":
            kitchen["outside"] += 1
    elif verb == "leave":
        (table,) = words
        assert restless(kitchen, guests[table])
        assert now == guests[table]["goes"]
        kitchen["lost"] += 30
        gone(kitchen, table)
    elif verb == "eaten":
        guest = guests[words[0]]
        assert guest["is"] == "eats"
        if guest["right"]:
            share = max(0, guest["patience"] - guest["waited"]) / guest["patience"]
            kitchen["earned"] += int(10 + 40 * share + 1e-9)
        else:
            kitchen["lost"] += 20
        gone(kitchen, words[0])
    elif verb == "carried":
        table = kitchen["waiters"][words[0]]
        assert guests[table]["is"] == "on the way"
        guests[table].update({"is": "eats", "waited": now - guests[table]["came"]})
        kitchen["waiters"][words[0]] = None
    else:
        guest = guests[kitchen["cooks"][words[0]]]
        if verb == "fetched":
            assert guest["is"] == "waiting for"
            guest["tray"].append(guest["what"])
            guest["is"] = "at the counter"
        else:
            assert (verb, guest["is"]) == ("cooked", "on the stove")
            asked = Counter(numbers.DISHES[guest["wants"]].recipe)
            guest["right"] = not facts["by_hand"] or Counter(guest["tray"]) == asked
            guest["is"] = "served up"
            kitchen["cooks"][words[0]] = None


def restless(kitchen: Kitchen, guest: dict[str, Any]) -> bool:
    if kitchen["facts"]["patience_ends"] == "started":
        return bool(guest["is"] == "hungry")
    return bool(guest["is"] != "eats")


def gone(kitchen: Kitchen, table: int) -> None:
    del kitchen["guests"][table]
    for staff in ("cooks", "waiters"):
        kitchen[staff] = [None if place == table else place for place in kitchen[staff]]
