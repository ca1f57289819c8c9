"""What a simulation answers, and the short code that carries it from a pupil to the teacher."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, Self

from ..engine.sealing import Damaged, seal, unseal
from .arguments import first_state, game_of, measured
from .simulation import Simulation, ordered

VERSION = 1
PREFIX = f"mwr{VERSION}"
CODE = re.compile(r"mwr[0-9]{1,9}\.[A-Za-z0-9_-]+")
"""What a code looks like, wherever it stands."""
MOST = 500
"""Different values that a code may hold, all seats together: it is to be pasted into a chat."""
LARGEST = 100_000
"""Bytes that a code may unpack to: no honest one comes near."""
HIGHEST = 10**15
"""The largest value and number of games in a code: floats cannot take what is beyond."""


class InvalidCode(ValueError):
    """A text that is no code of a result; `reason`: "foreign", "damaged" or "newer"."""

    def __init__(self, reason: str, sentence: str) -> None:
        """Name the reason, and say it in a sentence."""
        self.reason = reason
        super().__init__(sentence)


class Asked(NamedTuple):
    """The question of a simulation. Results of one question can be added up."""

    game: str
    players: int
    policies: tuple[str, ...]
    """Of each seat, by name."""
    statistic: str
    options: Mapping[str, Any]


@dataclass(frozen=True)
class Tally:
    """The result of a simulation as a code holds it: seat by seat, without the games."""

    asked: Asked
    seed: int
    """Two tallies of one question and one seed count the same games."""
    seats: tuple[Simulation, ...]
    """One for each seat; a single one where the statistic is a single number."""

    @property
    def n(self) -> int:
        """The number of games."""
        return self.seats[0].n

    @property
    def code(self) -> str:
        """A short text that `from_code` rebuilds this from; ValueError if it would be long."""
        values = sum(len(seat.counts) for seat in self.seats)
        if values > MOST:
            raise ValueError(
                f"{self.asked.statistic} came out in {values:,} different ways: a short code holds "
                f"up to {MOST}"
            )
        seats = [
            [[_written(value) for value in seat.counts], list(seat.counts.values())]
            for seat in self.seats
        ]
        text = json.dumps([*self.asked, self.seed, seats], separators=(",", ":"))
        return seal(PREFIX, zlib.compress(text.encode(), 9))

    @classmethod
    def from_code(cls, code: str) -> Self:
        """Rebuild a tally from its code; InvalidCode says what is wrong with it."""
        prefix, _, text = (
            "".join(code.split()).partition(".") if isinstance(code, str) else ("",) * 3
        )
        found = re.fullmatch(r"mwr([0-9]{1,9})", prefix)
        if found is None:
            raise InvalidCode("foreign", f"a code of a result begins with '{PREFIX}.'")
        if int(found[1]) > VERSION:
            raise InvalidCode("newer", "the code was made by a newer monster_widgets: update it")
        try:
            unpacked = zlib.decompressobj().decompress(unseal(text), LARGEST)
            *asked, seed, seats = json.loads(unpacked)
            made = cls(_asked(*asked), _whole(seed), tuple(_seat(*seat) for seat in seats))
        except (
            Damaged,
            zlib.error,
            ValueError,
            TypeError,
            ArithmeticError,
            RecursionError,
        ) as error:
            raise InvalidCode("damaged", f"the code is damaged: {error}") from error
        if len(made.seats) not in (1, made.asked.players):
            raise InvalidCode("damaged", "the code is damaged: its seats are not those of the game")
        if len({seat.n for seat in made.seats}) > 1:
            raise InvalidCode("damaged", "the code is damaged: its seats count different games")
        return made


def _asked(game: Any, players: Any, policies: Any, statistic: Any, options: Any) -> Asked:
    """Return the question of a code; ValueError unless there is such a question."""
    module = game_of(game)
    first = first_state(module, players, options, None)
    measured(module, statistic)
    if len(policies) != first.players or not set(policies) <= set(module.POLICIES):
        raise ValueError(f"{policies} does not name a policy for each of {first.players} players")
    return Asked(module.NAME, players, tuple(policies), statistic, options)


def _seat(values: Any, counts: Any) -> Simulation:
    read = dict(zip(map(_read, values), map(_whole, counts), strict=True))
    if not read or len(read) < len(values) or min(read.values()) < 1:
        raise ValueError("each value of a result comes once, with a number of games from 1")
    if sum(read.values()) > HIGHEST:
        raise ValueError("nobody plays so many games")
    return Simulation(ordered(read))


def _whole(number: Any) -> int:
    if not isinstance(number, int) or isinstance(number, bool):
        raise ValueError(f"{number!r} is no whole number")
    return number


def _written(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value) if value.denominator > 1 else int(value)
    return value


def _read(value: Any) -> Any:
    if isinstance(value, str):  # two terms and nothing else: "1e999999999" would take all memory
        value = Fraction(*map(int, value.split("/")))
    if not isinstance(value, int | float | Fraction) or not -HIGHEST <= value <= HIGHEST:
        raise ValueError(f"{value!r} is no number that a game comes out with")
    return value
