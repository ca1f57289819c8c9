"""What other tests need of Monster Café: set-ups that differ, and the rules told a second time.

The second telling was written from the rules alone. It uses dictionaries and card names, no code of
the package, and is slow on purpose: where both agree, a slip would have to be made twice.
"""

from __future__ import annotations

from typing import Any

SETUPS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"first": 1, "out": ["lint", "brain"]}),
    (3, {"out": ["sludge", "stinky_sock"]}),
    (4, {"first": 3}),
)
"""Numbers of players and options that lead to games of different kinds."""

FOODS = ["sludge", "stinky_sock", "eyeball", "roadkill", "brain", "toenail", "dust_bunny", "lint"]
Position = dict[str, Any]
"""A position; moves are written as the engine writes them: "draw", "seat 2", "reveal sludge"."""


def beginning(players: int, out: list[str] | None = None, first: int | None = None) -> Position:
    position: Position = {
        "players": players,
        "first": first,
        "round": 1,
        "stage": "tables" if players == 4 else "remove",
        "turn": 0,
        "in": list(range(players)),
        "deck": {**dict.fromkeys(FOODS, 6), "anything": 6, "sorbet": 6},
        "dish deck": dict.fromkeys(FOODS, 2),
        "tables": [],  # each [dish, guests], or None once it has been cleared
        "monsters": [{} for _ in range(players)],
        "dishes": [{} for _ in range(players)],
        "card": None,
        "removed": [],
    }
    for food in out or []:
        remove(position, food)
    return position


def remove(position: Position, food: str) -> None:
    position["removed"].append(food)
    position["deck"][food] = position["dish deck"][food] = 0
    if len(position["removed"]) == 2:
        position["stage"] = "tables"


def moves(position: Position) -> dict[str, int]:
    """Every move with its weight (the number of cards; 1 for a choice)."""
    match position["stage"]:
        case "over":
            return {}
        case "remove":
            return {f"remove {food}": 1 for food in FOODS if food not in position["removed"]}
        case "tables":
            return {f"deal {food}": n for food, n in position["dish deck"].items() if n}
        case "first monsters":
            deck = position["deck"].items()
            return {f"deal {card}": n for card, n in deck if n and card != "sorbet"}
        case "who is first":
            return {f"first {player}": 1 for player in range(position["players"])}
        case "card":
            return {f"reveal {card}": n for card, n in position["deck"].items() if n}
        case "scared":
            mine = position["monsters"][position["turn"]]
            return {f"lose {kind}": 1 for kind in mine} or {"discard sorbet": 1}
        case "guest":
            return {f"seat {i}": 1 for i, (_, guests) in standing(position) if len(guests) < 4}
        case "nobody's table":
            return {f"dismiss {i}": 1 for i, _ in standing(position)}
    cards = sum(position["deck"].values())
    choices = {f"clear {i}": 1 for i, (_, guests) in standing(position) if guests}
    if cards and any(len(guests) < 4 for _, (_, guests) in standing(position)):
        choices["draw"] = 1
    return choices or {f"clear {i}": 1 for i, _ in standing(position)}


def standing(position: Position) -> list[tuple[int, list[Any]]]:
    return [(i, table) for i, table in enumerate(position["tables"]) if table]


def move(position: Position, text: str) -> Position:
    """The position after a move; the one before is left alone."""
    position = copied(position)
    verb, _, what = text.partition(" ")
    me, players = position["turn"], position["players"]
    if verb == "remove":
        remove(position, what)
    elif verb == "deal" and position["stage"] == "tables":
        position["dish deck"][what] -= 1
        position["tables"].append([what, []])
        if len(position["tables"]) == (4 if players == 4 else 3):
            position["stage"] = "first monsters" if position["round"] == 1 else "turn"
    elif verb == "deal":
        position["deck"][what] -= 1
        hands = position["monsters"]
        next(hand for hand in hands if not hand)[what] = 1
        if all(hands):
            position["stage"] = "who is first" if position["first"] is None else "turn"
            position["turn"] = position["first"] or 0
    elif verb == "first":
        position.update(turn=int(what), stage="turn")
    elif verb == "draw":
        position["stage"] = "card"
    elif verb == "reveal":
        position["deck"][what] -= 1
        position.update(card=what, stage="scared" if what == "sorbet" else "guest")
    elif verb == "seat":
        position["tables"][int(what)][1].append(position["card"])
        pass_on(position)
    elif verb in ("lose", "discard"):
        position["monsters"][me].pop(what, None)
        pass_on(position)
    elif verb == "clear":
        dish, guests = position["tables"][int(what)]
        position["tables"][int(what)] = None
        take(position["dishes"][me], [dish])
        take(position["monsters"][me], guests)
        pass_on(position)
        position["in"].remove(me)
        if not position["in"]:
            position["turn"] = me
            position["stage"] = "nobody's table"
            if players > 2:
                end_round(position)
    elif verb == "dismiss":
        end_round(position)
    return position


def copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: copied(inside) for key, inside in value.items()}
    return [copied(inside) for inside in value] if isinstance(value, list) else value


def take(collection: dict[str, int], cards: list[str]) -> None:
    for card in cards:
        collection[card] = collection.get(card, 0) + 1


def pass_on(position: Position) -> None:
    position.update(stage="turn", card=None)
    for step in range(1, position["players"] + 1):
        left = (position["turn"] + step) % position["players"]
        if left in position["in"]:
            position["turn"] = left
            return


def end_round(position: Position) -> None:
    position.update(tables=[], stage="over" if position["round"] == 4 else "tables")
    if position["round"] < 4:
        position.update(round=position["round"] + 1)
        position["in"] = list(range(position["players"]))


def points(monsters: dict[str, int], dishes: dict[str, int]) -> int:
    """The score of a collection: each card alone, an Anything Eater at every dish in turn."""
    worth = [-1, 1, 2]
    total = 0
    for kind, n in monsters.items():
        plates = dishes.values() if kind == "anything" else [dishes.get(kind, 0)]
        total += n * max((worth[served] for served in plates), default=-1)
    return total


def sequences(position: Position, depth: int) -> int:
    """How many different sequences of this many moves there are (fewer where the game ends)."""
    if not depth or position["stage"] == "over":
        return 1
    return sum(sequences(move(position, text), depth - 1) for text in moves(position))
