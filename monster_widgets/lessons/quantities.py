"""The numbers that a question may ask for: named functions of a position, and arithmetic.

A teacher writes no formula and no number, but an expression of data (nothing is ever executed):

- ``{"value": NAME, "args": {…}}``: one of the named functions; those below know every game, and
  ``lessons/<game>_quantities.py`` adds those of one game. An argument may be an expression itself.
- ``{"sum": […]}``, ``{"product": […]}``, ``{"difference": [a, b]}``, ``{"quotient": [a, b]}``,
  ``{"power": [a, n]}``, ``{"complement": a}`` (1 − a), ``{"sign": a}`` (−1, 0 or 1).
- a whole number, inside one of these: 2 × the chance of one card.

``"@"`` stands for the option that is looked at, where options are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib import import_module
from importlib.resources import files
from inspect import Parameter, signature
from math import prod
from typing import Any

from .. import engine
from ..engine import Estimate
from ..probability import hypergeometric as _hypergeometric
from ..probability.whole import as_whole
from .positions import Position, a_list, a_mapping, check_fields, inside

Quantity = Callable[..., Fraction | int]
_HIGHEST = 1000
"""The highest power: nobody needs more, and the number would be endless."""
_PAIRS = ("difference", "quotient", "power")


# of every game -------------------------------------------------------------------------------


def chance(position: Position, outcomes: str | Sequence[str]) -> Fraction:
    """Return the chance that the next thing chance decides is one of these (by notation)."""
    wanted = [outcomes] if isinstance(outcomes, str) else list(outcomes)
    rows = [row for odds in position.game.odds(position.seen()) or () for row in odds.rows]
    known = {row.action: row.probability for row in rows if row.action is not None}
    for outcome in wanted:
        if outcome not in known:
            raise ValueError(f"no chance is known of {outcome!r} here, but of {listed(known)}")
    return sum((known[outcome] for outcome in dict.fromkeys(wanted)), Fraction(0))


def count(
    position: Position, zone: str | Sequence[str], card: str | Sequence[str] | None = None
) -> int:
    """Return how many cards are in a zone (or zones; "monsters:*" for those of all players)."""
    wanted = [zone] if isinstance(zone, str) else list(zone)
    cards: list[str] = []
    for name in wanted:
        matching = [z for z in position.zones if matches(name, z)]
        if not matching:
            raise ValueError(f"there is no zone {name!r} here; there are {listed(position.zones)}")
        cards += [key for z in matching for key in position.zones[z]]
    keys = None if card is None else [card] if isinstance(card, str) else list(card)
    return len(cards) if keys is None else sum(key in keys for key in cards)


def moves(position: Position) -> int:
    """Return how many legal actions the viewer sees."""
    return len(position.seen().legal_actions)


def score(position: Position, player: int = 0) -> int:
    """Return a player's score, as if the game were over now; of cards laid out: what they score."""
    if position.cards is not None:
        of_cards: Any = getattr(position.game, "score", None)
        if of_cards is None:
            raise ValueError(f"{position.game.NAME} has no score of cards that are laid out")
        return int(of_cards(**position.cards).total)
    found = position.game.scores(position.seen())
    bill = None if found is None else found[_player(position, player)]
    if bill is None:
        raise ValueError(f"the viewer does not know the score of player {player}")
    return bill.total


def fact(position: Position, name: str) -> int:
    """Return a number among the named facts of the moment (round, clock …)."""
    values = position.seen().values
    number = as_whole(values.get(name))
    if number is None:
        numbers = [key for key, value in values.items() if as_whole(value) is not None]
        raise ValueError(f"there is no fact {name!r} that is a number, but {listed(numbers)}")
    return number


def worth(position: Position, action: str) -> Fraction:
    """Return what an action is worth to the game's best policy; only where that is exact."""
    view = position.seen()
    legal = {engine.notation(one, view.acting_players): one for one in view.legal_actions}
    if action not in legal:
        raise ValueError(f"{action!r} is no action here; there are {listed(legal)}")
    policy = list(position.game.POLICIES.values())[-1]
    value = policy.explain(view)[legal[action]]
    if isinstance(value, Estimate):
        raise ValueError(f"what {action!r} is worth can only be estimated here: ask something else")
    return value


def hypergeometric(position: Position, total: int, marked: int, draws: int, drawn: int) -> Fraction:
    """Return the chance of just `drawn` marked cards in `draws` of `total`, none put back."""
    whole = [_whole(number) for number in (total, marked, draws)]
    return _hypergeometric(*whole)[_whole(drawn)]


GENERAL: Mapping[str, Quantity] = {
    one.__name__: one for one in (chance, count, moves, score, fact, worth, hypergeometric)
}


@cache
def quantities(game: str) -> Mapping[str, Quantity]:
    """Return the named functions there are for a game: those of every game, and its own."""
    own = f"{game}_quantities"
    if not files("monster_widgets.lessons").joinpath(f"{own}.py").is_file():
        return GENERAL
    return {**GENERAL, **import_module(f"monster_widgets.lessons.{own}").QUANTITIES}


# expressions ---------------------------------------------------------------------------------


def evaluate(expression: object, position: Position, option: str | None = None) -> Fraction:
    """Return the exact number an expression stands for; ValueError says what is wrong with it.

    A bare number is refused: what a question asks for is computed, never typed in.
    """
    if not any(_names(expression)):
        raise ValueError(
            f"{expression!r} is typed in; write an expression that computes it from the position, "
            f'such as {{"value": "count", "args": {{"zone": "deck"}}}}'
        )
    return _number(expression, position, option)


def _names(expression: object) -> Iterator[str]:
    """Return the named functions in an expression."""
    if isinstance(expression, Mapping):
        if "value" in expression:
            yield str(expression["value"])
        for inner in expression.values():
            yield from _names(inner)
    elif isinstance(expression, list | tuple):
        for inner in expression:
            yield from _names(inner)


def _number(expression: object, position: Position, option: str | None) -> Fraction:
    if (whole := as_whole(expression)) is not None:
        return Fraction(whole)
    node = a_mapping(expression, "an expression")
    if "value" in node:
        check_fields(node, ("value", "args"), ())
        return _value(node["value"], node.get("args", {}), position, option)
    if len(node) != 1 or (kind := next(iter(node))) not in _ARITHMETIC:
        raise ValueError(
            f"{expression!r} is no expression: write one of value, {', '.join(_ARITHMETIC)}"
        )
    with inside(kind):
        if kind in ("complement", "sign"):
            parts: Sequence[object] = [node[kind]]
        else:
            parts = a_list(node[kind], kind, least=2)
            if kind in _PAIRS and len(parts) != 2:
                raise ValueError(f"this takes two numbers, not {len(parts)}")
        return _ARITHMETIC[kind](*[_number(part, position, option) for part in parts])


def _value(name: object, args: object, position: Position, option: str | None) -> Fraction:
    known = quantities(position.game.NAME)
    if not isinstance(name, str) or name not in known:
        raise ValueError(f"there is no value {name!r}; there are {listed(known)}")
    with inside(name):
        given = {
            key: _argument(arg, position, option) for key, arg in a_mapping(args, "args").items()
        }
        takes = list(signature(known[name]).parameters.values())[1:]
        needed = [one.name for one in takes if one.default is Parameter.empty]
        check_fields(given, [one.name for one in takes], needed)
        try:
            return Fraction(known[name](position, **given))
        except (TypeError, KeyError, ArithmeticError, AttributeError) as problem:
            raise ValueError(f"{given} cannot be: {problem}") from problem


def _argument(argument: object, position: Position, option: str | None) -> object:
    if isinstance(argument, Mapping):
        return _number(argument, position, option)
    if isinstance(argument, list):
        return [_argument(one, position, option) for one in argument]
    if isinstance(argument, str) and "@" in argument:
        if option is None:
            raise ValueError('"@" stands for an option, and here no options are compared')
        return argument.replace("@", option)
    return argument


def _quotient(a: Fraction, b: Fraction) -> Fraction:
    if b == 0:
        raise ValueError("nothing can be divided by 0")
    return a / b


def _power(a: Fraction, n: Fraction) -> Fraction:
    whole = _whole(n)
    if not 0 <= whole <= _HIGHEST:
        raise ValueError(f"a power is a whole number from 0 to {_HIGHEST}, not {n}")
    return a**whole


_ARITHMETIC: Mapping[str, Callable[..., Fraction]] = {
    "sum": lambda *parts: sum(parts, Fraction(0)),
    "product": lambda *parts: Fraction(prod(parts)),
    "difference": lambda a, b: a - b,
    "quotient": _quotient,
    "power": _power,
    "complement": lambda a: 1 - a,
    "sign": lambda a: Fraction((a > 0) - (a < 0)),
}


def _whole(number: object) -> int:
    if isinstance(number, Fraction) and number.denominator == 1:
        return int(number)
    whole = as_whole(number)
    if whole is None:
        raise ValueError(f"a whole number is wanted, not {number}")
    return whole


def _player(position: Position, player: object) -> int:
    whole = _whole(player)
    if whole not in range(len(position.names)):
        raise ValueError(f"players are 0 to {len(position.names) - 1}, not {player!r}")
    return whole


def matches(name: str, zone: str) -> bool:
    """Tell whether a zone is meant by a name: "deck", "monsters:2", or "monsters:*" for all."""
    return zone == name or (name.endswith(":*") and zone.startswith(name[:-1]))


def listed(names: Any) -> str:
    """Return names as a sentence of what is legal has them."""
    return ", ".join(map(str, names)) or "none"
