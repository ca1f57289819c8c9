"""The words of the locales, and sentences made from them.

The browser makes the same sentences in ``frontend/src/messages.ts``, where the templates are
described too; the golden games of the tests hold both to the same text.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

LOCALES = ("en", "es")
DEFAULT_NAMES = ("Ana", "Bruno", "Clara", "Diego", "Elena", "Fabio", "Gala", "Hugo")
"""Names of players who were given none; the same in both languages."""
_chosen: list[str] = []


def is_name(value: object) -> bool:
    """Tell whether this can be a player's name: a printable text that is not empty."""
    joiners = {0x200C: None, 0x200D: None}  # part of some names, and of emoji of several people
    return isinstance(value, str) and bool(value.strip()) and value.translate(joiners).isprintable()


def set_locale(locale: str) -> None:
    """Choose the language of widgets made from now on: "en" or "es"."""
    _chosen[:] = [check_locale(locale)]


def get_locale() -> str:
    """Return the chosen language; by default the environment's, then English."""
    if _chosen:
        return _chosen[0]
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if language := os.environ.get(variable, "")[:2]:
            return language if language in LOCALES else "en"
    return "en"


def check_locale(locale: str) -> str:
    """Return the locale, or raise ValueError with those there are."""
    if locale not in LOCALES:
        raise ValueError(f"locale must be one of {', '.join(map(repr, LOCALES))}, not {locale!r}")
    return locale


@cache
def _file(locale: str, name: str) -> dict[str, Any]:
    text = files("monster_widgets").joinpath("locales", locale, f"{name}.json").read_text("utf-8")
    words: dict[str, Any] = json.loads(text)
    return words


def catalogue(*games: str) -> dict[str, dict[str, Any]]:
    """Return all words a widget of games needs: locale → file → group → name → text."""
    return {at: {name: _file(at, name) for name in ("common", *games)} for at in LOCALES}


def excerpt(names: Sequence[str], groups: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return some groups of words of several games: locale → game → group → name → text."""
    return {
        locale: {name: {g: _file(locale, name).get(g, {}) for g in groups} for name in names}
        for locale in LOCALES
    }


def spelled(name: str) -> tuple[str, dict[str, int]]:
    """Return the kind of a name that ends in digits, and the digits as values "1", "2", …

    A game of many cards need not list them all: m3021 is worded by the template of m.
    """
    kind = name.rstrip("0123456789")
    return kind, {str(at): int(digit) for at, digit in enumerate(name[len(kind) :], 1)}


class Words:
    """Makes sentences in one language for one game and its players."""

    def __init__(self, locale: str, game: str, players: Sequence[str]) -> None:
        """Choose the language, the game, and the names of the players."""
        self.locale, self.game, self.players = check_locale(locale), game, players

    def find(self, key: str) -> Any:
        """Return the template of a key, in English if this language lacks it; None if unknown."""
        name, group, entry = key.split(".", 2)
        for locale in (self.locale, "en"):
            found = _file(locale, name).get(group, {}).get(entry)
            if found is not None:
                return found
        return None

    def text(self, key: str, values: Mapping[str, Any] | None = None) -> str:
        """Return the sentence of a key; an unknown key stands for itself."""
        template = self.find(key)
        return key if template is None else self._fill(template, values or {})

    def captions(self, captions: Sequence[Mapping[str, Any]]) -> list[str]:
        """Return the sentences of captions.

        Where neighbours can merge (the game has a text "<key>_many"), those of one kind become one
        sentence, also if another kind comes in between: card by card dealt to everybody in turn.
        """
        sentences, at = [], 0
        while at < len(captions):
            run: dict[str, list[dict[str, Any]]] = {}
            while at < len(captions) and self.find(f"{captions[at]['key']}_many") is not None:
                one = captions[at]
                run.setdefault(one["key"], []).append({"player": one["player"], **one["values"]})
                at += 1
            sentences += [self._merged(key, group) for key, group in run.items()]
            if not run:
                one = captions[at]
                sentences.append(self.text(one["key"], {"player": one["player"], **one["values"]}))
                at += 1
        return sentences

    def _merged(self, key: str, values: Sequence[Mapping[str, Any]]) -> str:
        if len(values) == 1:
            return self.text(key, values[0])
        items = self.join([self.text(f"{key}_item", one) for one in values])
        return self.text(f"{key}_many", {**values[0], "items": items, "n": len(values)})

    def join(self, words: Sequence[str]) -> str:
        """Join words as a sentence does: "a, b and c"."""
        if len(words) < 2:
            return "".join(words)
        and_i = re.match(r"i|í|hi(?![aeo])|hí", words[-1], re.IGNORECASE)
        link = self.text(f"common.format.{'and_i' if and_i else 'and'}")
        return ", ".join(words[:-1]) + link + words[-1]

    def fraction(self, numerator: int, denominator: int) -> str:
        """Return a fraction as given, with its percentage: "3/28 (≈ 10.7%)"."""
        exact = 1000 * numerator % denominator == 0
        whole, tenth = divmod((2000 * numerator + denominator) // (2 * denominator), 10)
        decimals = "" if exact and not tenth else f"{self.text('common.format.decimal')}{tenth}"
        percent = self.text("common.format.percent", {"n": f"{whole}{decimals}"})
        shown = str(numerator) if denominator == 1 else f"{numerator}/{denominator}"
        return f"{shown} ({'' if exact else '≈ '}{percent})"

    def decimal(self, n: float) -> str:
        """Return a number with two decimals, or with none where it is whole: "−1.19"."""
        digits = f"{abs(n):.0f}" if n == int(n) else f"{abs(n):.2f}"
        sign = "\N{MINUS SIGN}" if n < 0 else ""
        return sign + digits.replace(".", self.text("common.format.decimal"))

    def grouped(self, n: int) -> str:
        """Return a whole number with its thousands set apart: "10,000"."""
        return f"{n:,}".replace(",", self.text("common.format.thousands"))

    def rounded(self, x: float, places: int) -> str:
        """Return a number with so many decimals: "1.6000"."""
        digits = f"{abs(x):.{places}f}"
        sign = "\N{MINUS SIGN}" if x < 0 and float(digits) else ""
        return sign + digits.replace(".", self.text("common.format.decimal"))

    def share(self, part: float) -> str:
        """Return a part of the whole as a percentage with one decimal: "34.7%", "<0.1%"."""
        small = 0 < part < 0.0005
        shown = self.text("common.format.percent", {"n": self.rounded(100 * part, 1)})
        least = self.text("common.format.percent", {"n": self.rounded(0.1, 1)})
        return f"<{least}" if small else shown

    def _fill(self, template: Any, values: Mapping[str, Any]) -> str:
        if isinstance(template, Mapping):
            template = template["one" if values.get("n") == 1 else "other"]

        def put(match: re.Match[str]) -> str:
            name, pipe = match[1], match[2] or ""
            if name not in values:
                return match[0]
            text = self.piped(values[name], pipe)
            # a name that ends in a full stop ends its sentence too
            ends_twice = text.endswith(".") and match.string[match.end() :].startswith(".")
            return text[:-1] if ends_twice else text

        return re.sub(r"\{(\w+)(?:\|([^{}]+))?\}", put, template)

    def piped(self, value: Any, pipe: str = "") -> str:
        """Return a value as a template's pipe writes it, `list:card` for example."""
        kind, _, group = pipe.partition(":")
        match kind:
            case "":
                return _plain(value)
            case "player":
                return self._player(value)
            case "players":
                return self.join([self._player(player) for player in _list(value)])
            case "ordinal":
                return str(int(value) + 1)
            case "signed":  # "?" is a number that is covered
                return f"+{value}" if not isinstance(value, str) and value > 0 else _plain(value)
            case "fraction":
                return self.fraction(int(value[0]), int(value[1]))
            case "time":
                return "–" if value is None else clock(int(value))
            case "decimal":
                return self.decimal(value)
            case "n":
                return self._own("n", group, {"n": value})
            case "list" | "some":
                # "2 × Lint Eater and Sludge Eater" in a table, "… and a Sludge Eater" in a sentence
                one = f"a_{group}" if kind == "some" else group
                counts = Counter(map(str, _list(value))).items()
                return self.join(
                    [
                        f"{n} × {self._own(group, key)}" if n > 1 else self._own(one, key)
                        for key, n in counts
                    ]
                )
        return self._own(kind, str(value))

    def _player(self, number: int | None) -> str:
        if number is not None and 0 <= number < len(self.players):
            return self.players[number]
        return _plain(number)

    def _own(self, group: str, name: str, values: Mapping[str, Any] | None = None) -> str:
        """Return a name in a group of the game, else of the common words, else as it is."""
        for file in (self.game, "common"):
            if self.find(f"{file}.{group}.{name}") is not None:
                return self.text(f"{file}.{group}.{name}", values)
        kind, numbers = spelled(name)
        if numbers and self.find(f"{self.game}.{group}.{kind}") is not None:
            return self.text(f"{self.game}.{group}.{kind}", numbers)
        return self.text("common.card.hidden") if name == "hidden" else name


def clock(milliseconds: int) -> str:
    """Return a time as minutes and whole seconds: "2:05"."""
    seconds = milliseconds // 1000
    return f"{seconds // 60}:{seconds % 60:02}"


def _plain(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return str(value).lower()
    return f"\N{MINUS SIGN}{-value}" if isinstance(value, int) and value < 0 else str(value)


def _list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [] if value is None else [value]
