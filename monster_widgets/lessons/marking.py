"""Answers that are handed in, and the teacher's marking of them by the key."""

from __future__ import annotations

import csv
import io
import json
import re
import zlib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from os.path import isdir, isfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..engine.sealing import Damaged, seal, unseal
from ..locales.messages import Words, get_locale, is_name
from ..probability.whole import as_whole
from .keys import Given, Key
from .positions import a_mapping, check_fields
from .questions import check_answer

if TYPE_CHECKING:
    from pandas import DataFrame

ANSWERS, KEY, VERSION = "monster_widgets.answers", "monster_widgets.key", 1
PREFIX = f"mwq{VERSION}"
CODE = re.compile(r"mwq[0-9]{1,9}\.[A-Za-z0-9_-]+")
_LARGEST = 200_000
"""Bytes of a code unpacked, and of a file of answers: a whole quiz has fewer."""
_SHOWN = 16
"""Characters of a code or a name that say which one is meant."""
_SEPARATOR = " > "
_COLUMNS = ("name", "question", "answer", "right", "tries", "hints")


class Done(NamedTuple):
    """What a reader did with one question."""

    answer: Given | None = None
    tries: int = 0
    """How often an answer was judged."""
    hints: int = 0
    """How many hints were asked for."""


@dataclass(frozen=True)
class Answers:
    """The answers of one reader to one quiz."""

    quiz: str
    """The mark of the quiz: of its questions as the reader saw them."""
    name: str
    given: Mapping[str, Done]
    """By the ids of the questions."""

    def to_json(self) -> str:
        """Return them as JSON."""
        return json.dumps(self._data(), ensure_ascii=False)

    def _data(self) -> dict[str, Any]:
        given = {ident: one._asdict() for ident, one in self.given.items()}
        head = {"format": ANSWERS, "version": VERSION, "quiz": self.quiz, "name": self.name}
        return {**head, "answers": given}

    def to_csv(self) -> str:
        """Return them as a table: quiz, name, question, answer, tries, hints."""
        rows = [
            (self.quiz, self.name, ident, cell(one.answer), one.tries, one.hints)
            for ident, one in self.given.items()
        ]
        return table(("quiz", "name", "question", "answer", "tries", "hints"), rows)

    @property
    def code(self) -> str:
        """A short text to paste into a form or a chat; it can be decoded."""
        given = {ident: list(one) for ident, one in self.given.items()}
        text = json.dumps([self.quiz, self.name, given], separators=(",", ":"), ensure_ascii=False)
        return seal(PREFIX, zlib.compress(text.encode(), 9))

    @classmethod
    def read(cls, text: str) -> Answers:
        """Return the answers in a code, or in the text of a JSON or CSV file; else ValueError."""
        text = text.lstrip("\ufeff").strip()
        if len(text) > _LARGEST:
            raise ValueError("damaged")
        try:
            if text.startswith("{"):
                found = cls._from_data(json.loads(text))
            elif re.match(r"mwq[0-9]", text):
                found = cls._from_code("".join(text.split()))
            else:
                found = cls._from_csv(text)
            if found.name and not is_name(found.name):  # a line of its own could tell other marks
                raise ValueError("damaged")
            return found
        except (ValueError, TypeError, KeyError, RecursionError, csv.Error) as problem:
            known = str(problem) in ("newer", "empty")
            raise ValueError(str(problem) if known else "damaged") from problem

    @classmethod
    def _from_code(cls, code: str) -> Answers:
        prefix, _, sealed = code.partition(".")
        if prefix != PREFIX:
            raise ValueError("newer")
        try:
            unpacking = zlib.decompressobj()
            body = unpacking.decompress(unseal(sealed), _LARGEST)
        except (Damaged, zlib.error) as problem:
            raise ValueError("damaged") from problem
        quiz, name, given = json.loads(body)
        fields = {ident: dict(zip(Done._fields, one, strict=True)) for ident, one in given.items()}
        head = {"format": ANSWERS, "version": VERSION, "quiz": quiz, "name": name}
        return cls._from_data({**head, "answers": fields})

    @classmethod
    def _from_data(cls, data: Any) -> Answers:
        fields = a_mapping(data, "answers")
        if fields.get("format") != ANSWERS:
            raise ValueError("empty")
        if fields["version"] != VERSION:
            raise ValueError("newer")
        given = {
            str(ident): done_of(one) for ident, one in a_mapping(fields["answers"], "").items()
        }
        return cls(str(fields["quiz"]), str(fields["name"]), given)

    @classmethod
    def _from_csv(cls, text: str) -> Answers:
        # a spreadsheet that writes 0,5 puts semicolons between its cells
        delimiter = ";" if text.startswith("quiz;") else ","
        rows = list(csv.DictReader(io.StringIO(text), delimiter=delimiter))
        if not rows or "question" not in rows[0]:
            raise ValueError("empty")
        given = {
            row["question"]: done_of(
                {
                    "answer": _uncell(row["answer"]),
                    "tries": int(row["tries"]),
                    "hints": int(row["hints"]),
                }
            )
            for row in rows
        }
        return cls(rows[0]["quiz"], _unguarded(rows[0]["name"]), given)


def done_of(data: object) -> Done:
    """Return what was done with a question, from its data; ValueError if these are none."""
    fields = a_mapping(data, "an answer")
    check_fields(fields, Done._fields, Done._fields)
    answer, tries, hints = (fields[name] for name in Done._fields)
    parts = answer if isinstance(answer, list) else [answer or ""]
    if not all(isinstance(one, str) for one in parts):
        raise ValueError(f"an answer is a text, a list of texts or null, not {answer!r}")
    for name, number in (("tries", tries), ("hints", hints)):
        if as_whole(number) is None or not 0 <= number < 10_000:
            raise ValueError(f"{name} is a whole number, not {number!r}")
    return Done(answer, int(tries), int(hints))


# marking -------------------------------------------------------------------------------------


class Mark(NamedTuple):
    """One answer of one reader."""

    name: str
    question: str
    answer: Given | None
    right: bool | None
    """None where nothing may be said of it yet."""
    tries: int
    hints: int


class NotMarked(NamedTuple):
    """What was handed in and cannot be marked."""

    source: str
    """The file, or the ends of the code."""
    reason: str
    """"damaged", "newer", "quiz", "repeated" or "empty"."""
    text: str
    """A sentence that says so in the chosen language."""


@dataclass(frozen=True, repr=False)
class Marks:
    """The answers of a class, marked."""

    rows: tuple[Mark, ...]
    """A row for each reader and question, in the order of the quiz."""
    not_marked: tuple[NotMarked, ...]
    locale: str

    @property
    def scores(self) -> dict[str, tuple[int, int]]:
        """Of each reader how many answers are right, and of how many questions."""
        found: dict[str, tuple[int, int]] = {}
        for row in self.rows:
            right, of = found.get(row.name, (0, 0))
            found[row.name] = right + (row.right is True), of + 1
        return found

    def to_csv(self, path: str | Path | None = None) -> str:
        """Return the table (name, question, answer, right, tries, hints); write it to a file too.

        A text that a spreadsheet would take for a formula is marked with an apostrophe.
        """
        rows = [(*row[:2], cell(row.answer), int(row.right is True), *row[4:]) for row in self.rows]
        text = table(_COLUMNS, rows)
        if path is not None:
            Path(path).write_text(text, "utf-8-sig", newline="")
        return text

    def to_pandas(self) -> DataFrame:
        """Return the rows as a DataFrame; needs pandas, which the extra `lab` brings."""
        from pandas import DataFrame

        return DataFrame(list(self.rows), columns=list(_COLUMNS))

    @property
    def lines(self) -> tuple[str, ...]:
        """What there is to say, sentence by sentence."""
        words = Words(self.locale, "quiz", ())
        said = [
            words.text("quiz.mark.score", {"name": name, "right": right, "of": of})
            for name, (right, of) in self.scores.items()
        ]
        said += [
            words.text("quiz.mark.not_marked", {"source": one.source, "why": one.text})
            for one in self.not_marked
        ]
        return tuple(said)

    def __repr__(self) -> str:
        """Return the sentences."""
        return "\n".join(self.lines)

    def _repr_html_(self) -> str:
        lines = "".join(f"<p>{escape(line)}</p>" for line in self.lines)
        return f'<div lang="{self.locale}">{lines}</div>'


def mark(key: str | Path | Mapping[str, Any], answers: str | Path | Iterable[str | Path]) -> Marks:
    """Mark answers by the teacher's key.

    `key`: the file that ``quiz.split`` wrote for the teacher, or what it holds. `answers`: files
    (JSON, CSV, or a text with codes in it: a chat, an exported form), what stands in such files, or
    a folder of files. Answers without a name go by that of their file, or by their code.
    What cannot be marked is told in ``.not_marked``, and stops nothing. ValueError if the key is
    none.
    """
    quiz, keys = _read_key(key)
    locale = get_locale()
    words = Words(locale, "quiz", ())
    rows: list[Mark] = []
    left: list[NotMarked] = []
    seen: dict[str, str] = {}
    for source, unnamed, text in _texts(answers):
        try:
            handed_in = Answers.read(text)
            if handed_in.quiz != quiz:
                raise ValueError("quiz")  # said below like the others
            name = handed_in.name or unnamed
            if name in seen:
                raise ValueError("repeated")
            given = {i: _checked(keys[i], handed_in.given.get(i, Done())) for i in keys}
        except ValueError as problem:
            reason = str(problem)
            said = words.text(f"quiz.mark.why.{reason}")
            left.append(NotMarked(source, reason, said))
            continue
        seen[name] = source
        rows += [
            Mark(name, ident, one.answer, _is_right(keys[ident], one), one.tries, one.hints)
            for ident, one in given.items()
        ]
    return Marks(tuple(rows), tuple(left), locale)


def key_data(quiz: str, keys: Mapping[str, Key]) -> dict[str, Any]:
    """Return what the teacher's file holds."""
    head = {"format": KEY, "version": VERSION, "quiz": quiz}
    return {**head, "keys": {ident: key.to_data() for ident, key in keys.items()}}


def _read_key(source: str | Path | Mapping[str, Any]) -> tuple[str, dict[str, Key]]:
    data: Any = source
    if not isinstance(source, Mapping):
        path = Path(source)
        if not path.is_file():
            raise ValueError(f"there is no file {str(source)!r}: give the teacher's key file")
        try:
            data = json.loads(path.read_text("utf-8-sig"))
        except ValueError as problem:
            raise ValueError(f"{path.name} is not JSON: {problem}") from problem
    if not isinstance(data, Mapping) or data.get("format") != KEY:
        raise ValueError("this is not the teacher's key: quiz.split(student, key) writes it")
    if data.get("version") != VERSION:
        raise ValueError("this key was made by another version of monster_widgets")
    keys = a_mapping(data.get("keys"), "keys")
    return str(data.get("quiz")), {ident: Key.from_data(one) for ident, one in keys.items()}


def _texts(answers: str | Path | Iterable[str | Path]) -> Iterator[tuple[str, str, str]]:
    """Return what was handed in: where it was found, what it goes by without a name, the text."""
    for given in [answers] if isinstance(answers, str | Path) else answers:
        if isdir(given):  # noqa: PTH112  # a text may be too long a name for Path to ask about
            yield from _texts(sorted(one for one in Path(given).iterdir() if one.is_file()))
            continue
        text, file = str(given), None
        if isfile(given):  # noqa: PTH113
            file = Path(given)
            raw = file.read_bytes()[: 50 * _LARGEST]
            wide = raw.startswith((BOM_UTF16_LE, BOM_UTF16_BE))  # a spreadsheet's "Unicode text"
            text = raw.decode("utf-16" if wide else "utf-8-sig", "replace")
        codes = [] if text.lstrip().startswith("{") else CODE.findall(text)
        if file is None and len(codes) == 1 and text.lstrip().startswith("mwq"):
            codes = ["".join(text.split())]  # broken into lines on its way
        for found in codes or [text]:
            sources = [file.name] if file is not None else []
            if codes or file is None:
                sources.append(_ends(found))
            own = file.stem if file is not None and len(codes) < 2 else sources[-1]
            yield ": ".join(sources), own, found


def _ends(text: str) -> str:
    """Return what says which text is meant: both ends, as codes of one quiz begin alike."""
    text = text.strip()
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN // 2]}…{text[-_SHOWN // 2 :]}"


def _checked(key: Key, given: Done) -> Done:
    """Return an answer that a reader could have given; ValueError for any other."""
    if given.answer is None:
        return given
    ids = [ident for group in key.right for ident in group] if key.kind == "order" else []
    if key.kind in ("number", "order"):
        try:
            return given._replace(answer=check_answer(key.kind, ids, given.answer))
        except ValueError as problem:
            raise ValueError("damaged") from problem
    if not isinstance(given.answer, str):
        raise ValueError("damaged")
    return given


def _is_right(key: Key, given: Done) -> bool:
    return given.answer is not None and key.judge(given.answer)["right"] is True


# tables --------------------------------------------------------------------------------------


def table(columns: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """Return a table as CSV; texts that a spreadsheet would run as formulas are guarded."""
    target = io.StringIO()
    writer = csv.writer(target)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_guarded(one) if isinstance(one, str) else one for one in row])
    return target.getvalue()


def cell(answer: Given | None) -> str:
    """Return an answer as it stands in a table: an order with > between its parts."""
    return _SEPARATOR.join(answer) if isinstance(answer, list) else answer or ""


def _uncell(text: str) -> Given | None:
    text = _unguarded(text)
    return text.split(_SEPARATOR) if _SEPARATOR in text else text or None


def _guarded(text: str) -> str:
    formula = text[:1] in ("=", "@", "\t", "\r") or re.match(r"[+-](?![0-9.,/ %]*$)", text)
    return f"'{text}" if formula else text


def _unguarded(text: str) -> str:
    return text[1:] if text[:1] == "'" else text
