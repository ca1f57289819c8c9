"""Questions as data: what a teacher writes, checked, and worked out from a position of a game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from .. import engine
from ..engine import Label
from ..locales.messages import LOCALES, Words
from ..probability.whole import as_whole
from .checking import number_text
from .keys import KINDS, Given, Key, Kind, Text, Wrong
from .positions import Position, a_list, a_mapping, check_fields, inside, read_position
from .quantities import evaluate, listed, matches

FORMAT, VERSION = "monster_widgets.questions", 1
MOST = 200
"""Questions in a quiz."""
LONGEST = 100
"""Characters of an answer that is typed."""
_COMMON = ("id", "kind", "position", "text", "key", "numbers", "show", "right", "hints", "tries")
_OWN: Mapping[str, tuple[str, ...]] = {
    "number": ("chance", "wrong"),
    "choice": ("options", "chance"),
    "order": ("items", "wrong"),
    "pick": ("options", "value", "wrong"),
}
_BEST = ("largest", "smallest")
_ORDERS = ("largest_first", "smallest_first")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
_PLACE = re.compile(r"\{(\w+)\}")


class Option(NamedTuple):
    """Something that can be chosen, or put in order."""

    id: str
    text: Text


@dataclass(frozen=True)
class Question:
    """A question worked out: what a reader sees, and the key, which can be kept apart.

    Make it from data with `read_question`.
    """

    id: str
    kind: Kind
    position: Position
    text: Text
    key: Key
    options: tuple[Option, ...] = ()
    """In the order in which they are shown, which says nothing of the key."""
    chance: bool = False
    """Whether the number asked for is a probability."""
    hints: tuple[Text, ...] = ()
    tries: int | None = None
    """How often one may answer where feedback comes at once; None: as often as one likes."""
    show: tuple[str, ...] = ()
    """Zones whose cards are laid out beside the board."""
    actions: tuple[str, ...] = ()
    """The options that are legal actions, which the board can offer."""


def read_question(data: object) -> Question:
    """Return the question that data describe (see ``question.schema.json``), worked out.

    ValueError says which question and which entry is wrong, and what would be legal.
    """
    fields = a_mapping(data, "a question")
    ident = fields.get("id")
    if not isinstance(ident, str) or not _ID.fullmatch(ident):
        raise ValueError(f"the id of a question is a word without spaces, not {ident!r}")
    with inside(f"question {ident!r}"):
        kind = fields.get("kind")
        if kind not in KINDS:
            raise ValueError(f"kind is one of {', '.join(KINDS)}, not {kind!r}")
        needed = ("position", "text", "key", *(set(_OWN[kind]) & {"options", "items", "value"}))
        check_fields(fields, (*_COMMON, *_OWN[kind]), needed)
        with inside("position"):
            position = read_position(fields["position"])
        return _Reader(fields, position).question(kind)


def read_questions(source: object) -> tuple[Question, ...]:
    """Return all questions of a source, worked out; ValueError names the entry that is wrong.

    `source`: the name of questions that come with the package ("monster_cafe"), the path of a JSON
    file, what such a file holds, a question or its data, or a list of them.
    """
    if isinstance(source, str | Path):
        source = load_json(source)
    if isinstance(source, Mapping) and "questions" in source:
        check_fields(source, ("format", "version", "title", "questions"), ("format", "version"))
        if source["format"] != FORMAT:
            raise ValueError(f"the format of questions is {FORMAT!r}, not {source['format']!r}")
        if source["version"] != VERSION:
            raise ValueError(f"version is {VERSION}, not {source['version']!r}")
        source = source["questions"]
    given = [source] if isinstance(source, Mapping | Question) else a_list(source, "questions", 1)
    if len(given) > MOST:
        raise ValueError(f"a quiz has at most {MOST} questions, not {len(given)}")
    read = tuple(one if isinstance(one, Question) else read_question(one) for one in given)
    ids = [question.id for question in read]
    for ident in ids:
        if ids.count(ident) > 1:
            raise ValueError(f"two questions have the id {ident!r}")
    return read


def shipped() -> tuple[str, ...]:
    """Return the names of the questions that come with the package."""
    found = files("monster_widgets.lessons").iterdir()
    end = "_questions.json"
    return tuple(sorted(f.name.removesuffix(end) for f in found if f.name.endswith(end)))


def load_json(source: str | Path) -> Any:
    """Return what a file of questions holds, by its path or by the name of a shipped one."""
    if isinstance(source, str) and source in shipped():
        name = files("monster_widgets.lessons").joinpath(f"{source}_questions.json")
        return json.loads(name.read_text("utf-8"))
    path = Path(source)
    if not path.is_file():
        raise ValueError(
            f"there is no file {str(source)!r}, and no questions of this name come with the "
            f"package; these do: {', '.join(shipped())}"
        )
    try:
        return json.loads(path.read_text("utf-8-sig"))
    except ValueError as problem:
        raise ValueError(f"{path.name} is not JSON: {problem}") from problem


def check_answer(kind: Kind, ids: Sequence[str], given: object) -> Given:
    """Return an answer as data; ValueError says what is legal.

    A number in any form (read later, as it was written), an option's id, or all ids in order.
    """
    if kind == "number":
        if isinstance(given, float):  # 2/3 ends in …666: its last digits are the computer's
            given = f"{given:.12g}"
        if isinstance(given, tuple | list | Mapping) or len(text := str(given).strip()) > LONGEST:
            raise ValueError(f"an answer is a number of at most {LONGEST} characters")
        return text
    if kind == "order":
        order = list(given) if isinstance(given, list | tuple) else []
        if sorted(map(str, order)) != sorted(ids):
            raise ValueError(f"put all of these in order: {listed(ids)}")
        return order
    if given not in ids:
        raise ValueError(f"choose one of {listed(ids)}, not {given!r}")
    return str(given)


class _Reader:
    """Works one question out of its data, entry by entry."""

    def __init__(self, fields: Mapping[str, Any], position: Position) -> None:
        self.fields, self.position = fields, position
        game, names = position.game.NAME, position.names
        self.words = {locale: Words(locale, game, names) for locale in LOCALES}
        self.numbers: dict[str, Text] = {}

    def question(self, kind: Kind) -> Question:
        fields = self.fields
        with inside("numbers"):
            for name, expression in a_mapping(fields.get("numbers", {}), "numbers").items():
                with inside(name):
                    value = evaluate(expression, self.position)
                    self.numbers[name] = self._shown(value, False)
        chance = fields.get("chance", False)
        if chance not in (True, False):
            raise ValueError(f"chance is true or false, not {chance!r}")
        with inside("tries"):
            tries = fields.get("tries")
            if tries is not None and (as_whole(tries) or 0) < 1:
                raise ValueError(f"a whole number from 1 on, not {tries!r}")
        work_out = {
            "number": self._number,
            "choice": self._choice,
            "order": self._order,
            "pick": self._pick,
        }[kind]
        key, options = work_out()
        return Question(
            fields["id"],
            kind,
            self.position,
            self._text("text"),
            key,
            options,
            chance is True,
            tuple(self._texts("hints")),
            as_whole(tries) if tries is not None else None,
            self._zones(),
            tuple(o.id for o in options) if self._offers_actions(kind) else (),
        )

    # kinds -----------------------------------------------------------------------------------

    def _number(self) -> tuple[Key, tuple[Option, ...]]:
        chance = self.fields.get("chance") is True
        with inside("key"):
            exact = evaluate(self.fields["key"], self.position)
            if chance and not 0 <= exact <= 1:
                raise ValueError(f"a chance is from 0 to 1, and this is {exact}")
        found: dict[Fraction, Wrong] = {}
        for where, entry in self._wrong(("value", "feedback")):
            with inside(where):
                value = evaluate(entry.get("value"), self.position)
                # a mistake that leads to the right answer, or to the same as another, says nothing
                if value != exact and value not in found:
                    found[value] = Wrong(str(value), self._given_text(entry, "feedback"))
        usual, name = (1 - exact, "complement") if chance else (-exact, "sign")
        if usual != exact:
            found.setdefault(usual, Wrong(str(usual), _lessons_text(f"mistake.{name}")))
        right = ((str(exact),),)
        return self._key("number", right, found.values(), self._shown(exact, chance)), ()

    def _choice(self) -> tuple[Key, tuple[Option, ...]]:
        options, values, wrong = [], {}, []
        for number, one in enumerate(a_list(self.fields["options"], "options", 2)):
            with inside(f"options[{number}]"):
                entry = a_mapping(one, "an option")
                option, value = self._option(entry, ("feedback",), number)
                options.append(option)
                values[option.id] = value
                if "feedback" in entry:
                    wrong.append(Wrong(option.id, self._given_text(entry, "feedback")))
        _check_ids([option.id for option in options])
        return self._best("choice", options, values, wrong)

    def _pick(self) -> tuple[Key, tuple[Option, ...]]:
        with inside("options"):
            options = self._offered()
        values: dict[str, Fraction | None] = {}
        with inside("value"):
            for option in options:
                values[option.id] = evaluate(self.fields["value"], self.position, option.id)
        wrong = []
        for where, entry in self._wrong(("option", "feedback")):
            with inside(where):
                if entry.get("option") not in values:
                    raise ValueError(
                        f"there is no option {entry.get('option')!r}; there are {listed(values)}"
                    )
                wrong.append(Wrong(entry["option"], self._given_text(entry, "feedback")))
        return self._best("pick", options, values, wrong)

    def _order(self) -> tuple[Key, tuple[Option, ...]]:
        values: dict[str, Fraction] = {}
        items = []
        for number, one in enumerate(a_list(self.fields["items"], "items", 2)):
            with inside(f"items[{number}]"):
                item, value = self._option(a_mapping(one, "an item"), (), None)
                if value is None:
                    raise ValueError("the entry 'value' is missing")
                items.append(item)
                values[item.id] = value
        _check_ids([item.id for item in items])
        how = self.fields["key"]
        if how not in _ORDERS:
            raise ValueError(f"key: of an order it is one of {', '.join(_ORDERS)}, not {how!r}")
        steps = sorted(set(values.values()), reverse=how == "largest_first")
        right = tuple(tuple(i.id for i in items if values[i.id] == step) for step in steps)
        wrong = []
        for where, entry in self._wrong(("first", "reversed", "feedback")):
            with inside(where):
                first = entry.get("first")
                if (first is None) == (entry.get("reversed") is not True):
                    raise ValueError('write "first": the id of an item, or "reversed": true')
                if first is not None and first not in values:
                    raise ValueError(f"there is no item {first!r}; there are {listed(values)}")
                given = "reversed" if first is None else f"first {first}"
                wrong.append(Wrong(given, self._given_text(entry, "feedback")))
        names = {item.id: item.text for item in items}
        shown = {
            locale: " > ".join(" = ".join(names[i][locale] for i in ids) for ids in right)
            if how == "largest_first"
            else " < ".join(" = ".join(names[i][locale] for i in ids) for ids in right)
            for locale in LOCALES
        }
        # shuffled, and always in the same way: how the teacher wrote them down may be the answer
        items.sort(key=lambda item: blake2b(f"{self.fields['id']} {item.id}".encode()).digest())
        return self._key("order", right, wrong, shown), tuple(items)

    def _best(
        self,
        kind: Kind,
        options: Sequence[Option],
        values: Mapping[str, Fraction | None],
        wrong: Sequence[Wrong],
    ) -> tuple[Key, tuple[Option, ...]]:
        """Find the right ones among options, by the largest or smallest value, or by a value."""
        how = self.fields["key"]
        with inside("key"):
            if isinstance(how, str) and how not in _BEST:
                raise ValueError(f"{', '.join(_BEST)}, or an expression, not {how!r}")
            known = [value for value in values.values() if value is not None]
            if len(known) < len(values):
                missing = [ident for ident, value in values.items() if value is None]
                raise ValueError(f"every option needs a 'value': {listed(missing)} have none")
            if isinstance(how, str):
                wanted = max(known) if how == "largest" else min(known)
            else:
                wanted = evaluate(how, self.position)
            right = tuple(ident for ident, value in values.items() if value == wanted)
            if not right:
                raise ValueError(f"no option has the value {wanted}; they have {listed(known)}")
        texts = {option.id: option.text for option in options}
        shown = {
            locale: self.words[locale].join([texts[ident][locale] for ident in right])
            for locale in LOCALES
        }
        mistakes = [one for one in wrong if one.given not in right]
        return self._key(kind, (right,), mistakes, shown), tuple(options)

    def _key(self, kind: Kind, right: tuple[tuple[str, ...], ...], wrong: Any, shown: Text) -> Key:
        more = self._text("right") if "right" in self.fields else None
        return Key(kind, right, tuple(wrong), shown, self.fields.get("chance") is True, more)

    # parts -----------------------------------------------------------------------------------

    def _option(
        self, entry: Mapping[str, Any], more: tuple[str, ...], number: int | None
    ) -> tuple[Option, Fraction | None]:
        """Return an option and its value: worded by the teacher, or a card, or just a number.

        `number`: its place among others, its name where it has none; None where places are secret.
        """
        check_fields(entry, ("id", "text", "card", "value", *more), ())
        value = None
        if "value" in entry:
            with inside("value"):
                whole = as_whole(entry["value"])
                # what an option stands for may be a plain number; what is asked for may not
                value = (
                    Fraction(whole)
                    if whole is not None
                    else evaluate(entry["value"], self.position)
                )
        if "card" in entry:
            text = self._card(entry["card"], "card")
        elif "text" in entry:
            text = self._given_text(entry, "text")
        elif value is not None:
            text = self._shown(value, self.fields.get("chance") is True)
        else:
            raise ValueError("an option has a 'text', a 'card' or a 'value'")
        place = blake2b(text["en"].encode(), digest_size=4).hexdigest()
        place = place if number is None else str(number + 1)
        ident = entry.get("id", entry.get("card", place))
        if not isinstance(ident, str) or not _ID.fullmatch(ident):
            raise ValueError(f"the id of an option is a word without spaces, not {ident!r}")
        return Option(ident, text), value

    def _offered(self) -> list[Option]:
        """Return what the position offers to pick: legal actions, cards of zones, or players."""
        how = a_mapping(self.fields["options"], "options")
        check_fields(how, ("actions", "cards", "players"), ())
        if len(how) != 1:
            raise ValueError("one of these: actions, cards, players")
        if "players" in how:
            texts = [dict.fromkeys(LOCALES, name) for name in self.position.names]
            return [Option(str(seat), text) for seat, text in enumerate(texts)]
        if "cards" in how:
            zone = how["cards"]
            if zone not in self.position.zones:
                zones = listed(self.position.zones)
                raise ValueError(f"there is no zone {zone!r} here; there are {zones}")
            group = self.position.group(zone)
            keys = dict.fromkeys(k for k in self.position.zones[zone] if k != engine.HIDDEN)
            return [Option(key, self._card(key, group)) for key in keys]
        view = self.position.seen()
        kinds = how["actions"]
        offered = [
            Option(
                engine.notation(action, view.acting_players),
                self._said(action_label(self.position.game.label(action, view))),
            )
            for action in view.legal_actions
            if kinds is True or action.kind in a_list(kinds, "actions")
        ]
        if len(offered) < 2:
            legal = listed(dict.fromkeys(action.kind for action in view.legal_actions))
            raise ValueError(f"fewer than two such actions are legal here; legal are: {legal}")
        return offered

    def _offers_actions(self, kind: Kind) -> bool:
        return kind == "pick" and "actions" in self.fields["options"]

    def _zones(self) -> tuple[str, ...]:
        there = tuple(self.position.zones)
        zones: list[str] = []
        for wanted in a_list(self.fields.get("show", []), "show"):
            found = [zone for zone in there if matches(str(wanted), zone)]
            if not found:
                raise ValueError(f"show: there is no zone {wanted!r} here, but {listed(there)}")
            zones += found
        return tuple(zones) or (there if self.position.cards is not None else ())

    def _wrong(self, known: Sequence[str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
        for number, one in enumerate(a_list(self.fields.get("wrong", []), "wrong")):
            with inside(f"wrong[{number}]"):
                entry = a_mapping(one, "a wrong answer")
                check_fields(entry, known, ("feedback",))
            yield f"wrong[{number}]", entry

    # words -----------------------------------------------------------------------------------

    def _text(self, name: str) -> Text:
        return self._given_text(self.fields, name)

    def _texts(self, name: str) -> Iterator[Text]:
        for number, one in enumerate(a_list(self.fields.get(name, []), name)):
            yield self._given_text({f"{name}[{number}]": one}, f"{name}[{number}]")

    def _given_text(self, fields: Mapping[str, Any], name: str) -> Text:
        """Return a text in all languages, with the numbers in it that the question computes."""
        with inside(name):
            texts = a_mapping(fields[name], "a text")
            check_fields(texts, LOCALES, LOCALES)
            return {locale: self._filled(texts[locale], locale) for locale in LOCALES}

    def _filled(self, text: object, locale: str) -> str:
        if not isinstance(text, str) or not text.strip():
            raise ValueError(f"a text in {locale!r} is wanted, not {text!r}")

        def put(match: re.Match[str]) -> str:
            if match[1] not in self.numbers:
                known = listed(self.numbers)
                raise ValueError(f"{match[0]} is none of the numbers; there are: {known}")
            return self.numbers[match[1]][locale]

        return _PLACE.sub(put, text)

    def _shown(self, value: Fraction, chance: bool) -> Text:
        chance = chance and 0 <= value <= 1 and value.denominator > 1
        return {at: number_text(words, value, chance) for at, words in self.words.items()}

    def _card(self, key: object, group: str) -> Text:
        if self.words["en"].piped(key, group) == key:
            raise ValueError(f"the game has no {group} {key!r}")
        return {locale: words.piped(key, group) for locale, words in self.words.items()}

    def _said(self, label: Label) -> Text:
        game = self.position.game.NAME
        return {at: w.text(f"{game}.{label.key}", label.values) for at, w in self.words.items()}


SPOILER = "points"


def action_label(label: Label) -> Label:
    """Return the words of a legal action without the points it brings: they may be asked for."""
    if SPOILER not in label.values:
        return label
    values = {name: value for name, value in label.values.items() if name != SPOILER}
    return Label(f"{label.key}_unscored", values)


def _check_ids(ids: Sequence[str]) -> None:
    for ident in ids:
        if ids.count(ident) > 1:
            raise ValueError(f"two of them have the id {ident!r}")


def _lessons_text(name: str) -> Text:
    return {at: Words(at, "lessons", ()).text(f"lessons.{name}") for at in LOCALES}
