"""What other tests need of Monster Maker: set-ups, positions, and the rules told a second time.

The second telling uses lists of card names, takes back by going back to a copy, and shares no code
with the package; it is slow on purpose. Where both agree, a slip would have to be made twice.
"""

from __future__ import annotations

from typing import Any

from monster_widgets.games.monster_maker import State, initial_state

PLACES = ["head_left", "head_right", "body_left", "body_right", "foot_left", "foot_right"]
MONSTERS = ["bolo", "fuzz", "kraka", "nimbo", "zum"]
PIECES = [f"{monster}_{place}" for monster in MONSTERS for place in PLACES]
TRADES = {"trade_1": 7, "trade_2": 6, "garbage_trade": 6}
CARDS = [*PIECES, *TRADES]


def whole(monster: str) -> list[str]:
    return [f"{monster}_{place}" for place in PLACES]


FINISHED = [whole("bolo"), whole("fuzz")]
"""Complete after the deal, if the monster cards fall so (R9)."""
NEARLY = [
    [*whole("zum"), "trade_1", *["trade_2"] * 3],
    ["bolo_head_left", *whole("zum")[1:], "garbage_trade", *["trade_2"] * 3],
]
"""The first trade is likely to complete the second player's Zum (R8)."""

SETUPS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {"max_turns": 30}),
    (3, {"max_turns": 25}),
    (4, {"max_turns": 25}),
    (5, {"max_turns": 60}),
    (2, {"hands": FINISHED, "max_turns": 12}),
    (2, {"monsters": ["bolo", "zum"], "hands": NEARLY, "max_turns": 15}),
    (3, {"monsters": ["nimbo", "kraka", "zum"], "max_turns": 25}),
)
"""Numbers of players and options that lead to games of different kinds."""


def table(
    hands: list[list[str]],
    monsters: list[str] | None = None,
    *,
    garbage: tuple[str, ...] = (),
    pile: list[str] | None = None,
    turn: int = 0,
    **options: Any,
) -> State:
    """The beginning of a turn. `garbage` from the bottom to the top, `pile` the draw pile.

    What is not named lies in the draw pile; with a `pile`, on the used trade cards or nowhere.
    """
    chosen = monsters or MONSTERS[: len(hands)]
    state = initial_state(len(hands), monsters=chosen, hands=hands, **options)
    left = list(state.pile)
    for card in garbage:
        left[CARDS.index(card)] -= 1
    cards = tuple(left) if pile is None else tuple(pile.count(card) for card in CARDS)
    assert min(left) >= 0
    assert all(n <= there for n, there in zip(cards, left, strict=True))
    return state._replace(
        phase="turn", turn=turn, pile=cards, garbage=tuple(map(PIECES.index, garbage))
    )


def spare(n: int, monster: str = "nimbo") -> list[str]:
    """Some pieces that are of no use to who makes another monster."""
    return whole(monster)[:n]


# ---------------------------------------------------------------- the rules a second time

Position = dict[str, Any]
"""A position; moves are written as the engine writes them: "draw", "with 2"."""


def beginning(players: int, max_turns: int = 200) -> Position:
    return {
        "stage": "monsters",
        "players": players,
        "max": max_turns,
        "turn": 0,
        "turns": 0,
        "monsters": [],
        "deck": [*PIECES, *PIECES, *(card for card, n in TRADES.items() for _ in range(n))],
        "pieces": [[] for _ in range(players)],
        "trades": [[] for _ in range(players)],
        "garbage": [],
        "searched": [],
        "drawn": None,
        "path": [],  # what has been chosen in this turn and could be taken back
        "copies": [],  # the position before each of these choices
        "gone": [],  # paths that were taken back
    }


def moves(position: Position) -> dict[str, int]:
    """Every move with its weight (the number of cards; 1 for a choice)."""
    me, stage = position["turn"], position["stage"]
    mine = position["pieces"][me]
    match stage:
        case "over":
            return {}
        case "monsters":
            return {f"monster {name}": 1 for name in MONSTERS if name not in position["monsters"]}
        case "deal" | "reveal":
            deck = position["deck"]
            return {f"{stage} {card}": deck.count(card) for card in deck}
        case "begin" | "reshuffle" | "saved":
            return {"save" if stage == "saved" else stage: 1}
        case "turn":
            choices = ["draw", *(f"take {card}" for card in position["garbage"][-1:])]
            playable = [c for c in position["trades"][me] if c[0] != "g" or position["garbage"]]
            choices += [f"play {card}" for card in playable]
        case "trade":
            choices = ["save", f"play {position['drawn']}"]
        case "with":
            choices = [f"with {p}" for p in range(position["players"]) if p != me]
        case "take":
            given = [g for q, _, g in swaps(position)[:-1] if q == swaps(position)[-1][0]]
            choices = [f"take {c}" for c in position["pieces"][partner(position)] if c not in given]
        case "give":
            taken = [t for q, t, _ in swaps(position) if q == partner(position)]
            choices = [f"give {card}" for card in mine if card not in taken]
        case "search":
            choices = [f"take {card}" for card in position["searched"]]
        case "discard":
            taken = [text.split()[1] for text in position["path"][-1:]]
            choices = [f"discard {card}" for card in mine if card not in taken]
    allowed = {c: 1 for c in choices if [*position["path"], c] not in position["gone"]}
    if position["copies"] and position["copies"][-1] is not None:
        before = {**position["copies"][-1], "gone": [*position["gone"], position["path"]]}
        if set(moves(before)):
            allowed["back"] = 1
    return allowed


def swaps(position: Position) -> list[list[Any]]:
    """Of the trade being played: partner, piece taken, piece given, as far as chosen."""
    words = [text.split()[1] for text in position["path"][1:]]
    found = [words[i : i + 3] for i in range(0, len(words), 3)]
    return [[int(swap[0]), *swap[1:], None, None][:3] for swap in found]


def partner(position: Position) -> int:
    return int(swaps(position)[-1][0])


def move(position: Position, text: str) -> Position:
    """The position after a move; the one before is left alone."""
    if text == "back":
        gone = [
            path for path in position["gone"] if path[: len(position["path"])] != position["path"]
        ]
        return {**position["copies"][-1], "gone": [*gone, position["path"]]}
    before, position = position, copied(position)
    verb, _, what = text.partition(" ")
    me, stage = position["turn"], position["stage"]
    if verb in ("take", "with", "give", "play"):
        position["path"].append(text)
        # once the garbage has been seen, or its second piece, there is no way back to before
        uncovered = stage == "turn" and verb == "take" and len(position["garbage"]) > 1
        seen = uncovered or text == "play garbage_trade"
        position["copies"].append(None if seen else before)
    hand, deck, garbage = position["pieces"][me], position["deck"], position["garbage"]
    match verb:
        case "monster":
            position["monsters"].append(what)
            if len(position["monsters"]) == position["players"]:
                first = position["monsters"].index(min(position["monsters"]))
                position.update(stage="deal", turn=first)
        case "deal":
            deck.remove(what)
            who = to_be_dealt(position)
            position["trades" if what in TRADES else "pieces"][who].append(what)
            if all(len(pieces) == 6 for pieces in position["pieces"]):
                position["stage"] = "begin"
        case "begin":
            position["stage"] = "over" if whoever_is_complete(position) else "turn"
        case "draw":
            position["stage"] = "reveal" if deck else "reshuffle"
        case "reshuffle":
            position.update(stage="reveal", deck=garbage[:-1], garbage=garbage[-1:])
        case "reveal":
            deck.remove(what)
            if what in TRADES:
                useless = what == "garbage_trade" and not garbage
                position.update(stage="saved" if useless else "trade", drawn=what)
            else:
                hand.append(what)
                position["stage"] = "discard"
        case "save":
            position["trades"][me].append(position["drawn"])
            end_turn(position)
        case "play":
            if stage == "turn":
                position["trades"][me].remove(what)
            position["stage"] = "with"
            if what == "garbage_trade":
                position.update(stage="search", searched=garbage, garbage=[])
        case "with":
            position["stage"] = "take"
        case "take":
            source = {"turn": garbage, "search": position["searched"]}.get(stage)
            if source is None:
                source = position["pieces"][partner(before)]
            source.reverse()
            source.remove(what)  # the one nearest to the top
            source.reverse()
            hand.append(what)
            position["stage"] = "give" if stage == "take" else "discard"
        case "give":
            hand.remove(what)
            position["pieces"][partner(before)].append(what)
            twice = position["path"][0] == "play trade_2" and len(position["path"]) == 4
            if twice and not whoever_is_complete(position):
                position["stage"] = "with"
            else:
                end_turn(position)
        case "discard":
            hand.remove(what)
            garbage += [*position["searched"], what]
            position["searched"] = []
            end_turn(position)
    return position


def copied(position: Position) -> Position:
    """A copy whose lists may be changed; earlier positions are kept as they are."""
    kept = ("copies", "gone")
    return {k: [*v] if k in kept else _lists(v) for k, v in position.items()}


def _lists(value: Any) -> Any:
    return [_lists(inside) for inside in value] if isinstance(value, list) else value


def to_be_dealt(position: Position) -> int:
    dealt = sum(len(hand) for hand in (*position["pieces"], *position["trades"]))
    if dealt < 6 * position["players"]:
        return int(dealt % position["players"])
    return next(p for p, pieces in enumerate(position["pieces"]) if len(pieces) < 6)


def whoever_is_complete(position: Position) -> list[int]:
    """Players with a whole monster, in the order in which they would win."""
    order = [(position["turn"] + k) % position["players"] for k in range(position["players"])]
    return [p for p in order if set(whole(position["monsters"][p])) <= set(position["pieces"][p])]


def end_turn(position: Position) -> None:
    position.update(path=[], copies=[], gone=[], drawn=None, turns=position["turns"] + 1)
    if whoever_is_complete(position) or position["turns"] == position["max"]:
        position["stage"] = "over"
    else:
        position.update(stage="turn", turn=(position["turn"] + 1) % position["players"])


def winners(position: Position) -> tuple[int, ...]:
    if complete := whoever_is_complete(position):
        return (complete[0],)
    own = [
        len({card for card in pieces if card in whole(monster)})
        for monster, pieces in zip(position["monsters"], position["pieces"], strict=True)
    ]
    return tuple(p for p, n in enumerate(own) if n == max(own))
