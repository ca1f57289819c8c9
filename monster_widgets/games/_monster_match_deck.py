"""Monster Match: the monsters, the dice, and the deck (ours, or the one a teacher types in)."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from itertools import product
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from ..probability.whole import as_whole

PARTS = ("arms", "legs", "eyes")
NUMBERS = range(6)
DONUTS = range(1, 4)
SIZES = range(11, 111)
"""Numbers of cards that a deck may have: ten to lay out and one to win, up to two boxes."""


class Monster(NamedTuple):
    """A monster: how many arms, legs and eyes it has (0 to 5), how many donuts it stole (1 to 3).

    >>> Monster(arms=3, legs=0, eyes=2, donuts=1).card
    'm3021'
    """

    arms: int
    legs: int
    eyes: int
    donuts: int = 1

    @property
    def card(self) -> str:
        """The key of its card: m, then arms, legs, eyes and donuts."""
        return f"m{self.arms}{self.legs}{self.eyes}{self.donuts}"


class Roll(NamedTuple):
    """What both dice show: a number and a part.

    >>> str(Roll(3, "arms"))
    '3 arms'
    """

    number: int
    part: str

    def __str__(self) -> str:
        """Return it as it is said."""
        return f"{self.number} {self.part}"

    @property
    def face(self) -> str:
        """Its key in the words: the part, then the number."""
        return f"{self.part}{self.number}"


ROLLS = tuple(Roll(number, part) for part, number in product(PARTS, NUMBERS))
"""The sample space of the two dice: 18 rolls, all equally likely (R2)."""
MONSTERS = tuple(Monster(*numbers) for numbers in product(NUMBERS, NUMBERS, NUMBERS, DONUTS))
"""Every monster that a deck could hold."""
_BY_CARD = {monster.card: monster for monster in MONSTERS}
_BY_WORDS = {words: roll for roll in ROLLS for words in (str(roll), roll.face)}
_COLUMNS = {
    **{name: name for name in Monster._fields},
    **dict(zip(("brazos", "piernas", "ojos", "dónuts"), Monster._fields, strict=True)),
    "donuts": "donuts",
    "donas": "donuts",
}
"""Headings of a deck's file, in both languages."""


def as_monster(value: Any) -> Monster:
    """Return a monster given as itself, as four numbers, by their names, or as a card's key.

    ValueError says what is wrong with it.
    """
    if isinstance(value, str):
        if value not in _BY_CARD:
            raise ValueError(f"{value!r} is no card of a monster, such as 'm3021'")
        return _BY_CARD[value]
    if isinstance(value, Mapping):
        value = [value.get(name) for name in Monster._fields]
    if not isinstance(value, Iterable):
        raise ValueError(f"a monster is four numbers, not {value!r}")
    row = tuple(value)
    if len(row) != len(Monster._fields):
        raise ValueError(f"a monster is four numbers ({', '.join(Monster._fields)}), not {row!r}")
    for name, number in zip(Monster._fields, row, strict=True):
        allowed = DONUTS if name == "donuts" else NUMBERS
        if as_whole(number) not in allowed:
            said = f"a whole number from {allowed[0]} to {allowed[-1]}"
            raise ValueError(f"{name} must be {said}, not {number!r}")
    return Monster(*(int(number) for number in row))


def as_roll(value: Any) -> Roll:
    """Return a roll given as itself, as ``(3, "arms")`` or as ``"3 arms"``; else ValueError."""
    if isinstance(value, str):
        found = _BY_WORDS.get(value)
    else:
        number, part = value if isinstance(value, Sequence) and len(value) == 2 else (None, None)
        whole = as_whole(number)
        found = None if whole is None else _BY_WORDS.get(f"{whole} {part}")
    if found is None:
        raise ValueError(
            f"a roll is a number from 0 to 5 and one of {', '.join(PARTS)}, not {value!r}"
        )
    return found


def as_monsters(cards: Any, what: str, row: str) -> list[Monster]:
    """Return monsters given one by one, or as a table with columns (of pandas, say).

    ValueError says that it is no `what`, or names the first `row` that is wrong.
    """
    if hasattr(cards, "columns") and hasattr(cards, "__getitem__"):
        cards = _rows(cards, what)
    if isinstance(cards, str | bytes | Mapping) or not isinstance(cards, Iterable):
        raise ValueError(f"{what}, not {cards!r}")
    monsters = []
    for n, card in enumerate(cards, 1):
        try:
            monsters.append(as_monster(card))
        except ValueError as error:
            raise ValueError(f"{row.format(n)}: {error}") from None
    return monsters


def _rows(table: Any, what: str) -> Iterable[tuple[Any, ...]]:
    """Return the rows of a table of columns that have names: arms, legs, eyes and donuts."""
    try:
        names = list(table.columns)
        columns = [list(table[names[at]]) for at in _places(names)]
    except TypeError:
        raise ValueError(f"{what}, not {type(table).__name__}") from None
    return zip(*columns, strict=True)


def _places(heading: Sequence[Any]) -> list[int]:
    """Return where the columns arms, legs, eyes and donuts are; other columns are left alone."""
    names = [_COLUMNS.get(str(cell).strip().lower(), "") for cell in heading]
    for name in Monster._fields:
        if names.count(name) != 1:
            raise ValueError(f"the heading must name {name} once, not {list(heading)!r}")
    return [names.index(name) for name in Monster._fields]


def as_deck(deck: Any) -> tuple[Monster, ...]:
    """Return the monsters of a deck given by its name, row by row, or as the ``Path`` of a file.

    A row is a Monster, four numbers (arms, legs, eyes, donuts) or a mapping with these names; a
    table with these columns (of pandas, say) has such rows. ValueError names the first row that is
    wrong. Any other text than the name of a deck is refused: a record is text from outside, and may
    not make the engine open a file (see `read_deck`).
    """
    if isinstance(deck, PathLike):
        return read_deck(deck)
    if isinstance(deck, str) and deck in DECKS:
        return DECKS[deck]
    what = (
        f"deck is a list of rows (arms, legs, eyes, donuts), one of {', '.join(map(repr, DECKS))}, "
        "or the Path of a CSV file (read_deck reads one)"
    )
    return _of_a_fair_size(as_monsters(deck, what, "row {} of the deck"))


def read_deck(path: str | PathLike[str]) -> tuple[Monster, ...]:
    """Read a deck from a CSV file: a heading, then a monster in each line.

    The heading names the columns arms, legs, eyes and donuts (or brazos, piernas, ojos, dónuts), in
    any order; other columns are left alone. Commas, semicolons or tabs divide them. ValueError
    names the file if it cannot be read, or the file and its first line that is wrong.
    """
    if not isinstance(path, str | PathLike):
        raise ValueError(f"a deck is read from a file, named by a text or a Path, not {path!r}")
    try:
        data = Path(path).read_bytes()
    except FileNotFoundError:
        known = ", ".join(map(repr, DECKS))
        raise ValueError(
            f"there is no file {str(path)!r} to read a deck from; decks without a file: {known}"
        ) from None
    except (OSError, ValueError, TypeError) as error:
        said = getattr(error, "strerror", None) or error
        raise ValueError(f"no deck can be read from {str(path)!r}: {said}") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:  # what a spreadsheet of long ago writes
        text = data.decode("cp1252", "replace")
    try:
        return _from_csv(text)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _from_csv(text: str) -> tuple[Monster, ...]:
    places: list[int] = []
    monsters = []
    for n, row in _lines(text):
        cells = [cell.strip() for cell in row]
        if not any(cells):
            continue
        try:
            if not places:
                places = _places(cells)
                continue
            found = [cells[at] if at < len(cells) else "" for at in places]
            monsters.append(as_monster([int(one) if one.isdecimal() else one for one in found]))
        except ValueError as error:
            raise ValueError(f"line {n}: {error}") from None
    return _of_a_fair_size(monsters)


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a CSV file, each with the number of the line in which it begins."""
    lines = text.splitlines()
    heading = next((line for line in lines if line.strip()), "")
    # strict: else a quotation mark that is never closed swallows all lines after it
    reader = csv.reader(lines, delimiter=max(",;\t", key=heading.count), strict=True)
    while True:
        n = reader.line_num + 1
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            said = "the quotation marks in it do not pair"
            raise ValueError(f"line {n} cannot be read: {said} ({error})") from None
        yield n, row


def _of_a_fair_size(monsters: Sequence[Monster]) -> tuple[Monster, ...]:
    if len(monsters) not in SIZES:
        first, last = SIZES[0], SIZES[-1]
        raise ValueError(f"a deck has {first} to {last} monsters, not {len(monsters)}")
    return tuple(monsters)


def _ours(name: str) -> tuple[Monster, ...]:
    return _from_csv(files("monster_widgets.games").joinpath(name).read_text("utf-8"))


HOUSE_DECK = _ours("monster_match_deck.csv")
"""The deck that is used if no other is given: 55 monsters of our own making (R1)."""
PEAKED_DECK = _ours("monster_match_peaked_deck.csv")
"""Another one of ours: some numbers are common, others rare, and rare monsters have more donuts."""
DECKS: Mapping[str, tuple[Monster, ...]] = {"house": HOUSE_DECK, "peaked": PEAKED_DECK}
"""The decks that have a name."""


def fits(card: str, face: str) -> bool:
    """Tell whether the monster on a card has the number of the part that the dice show."""
    return card[_PLACE[face[:-1]]] == face[-1]


_PLACE = {part: at for at, part in enumerate(PARTS, 1)}
