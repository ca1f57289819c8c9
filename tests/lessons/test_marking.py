"""Answers that are handed in as JSON, CSV or code, and the teacher's table."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from monster_widgets import lessons
from monster_widgets.lessons.marking import Answers, Done, key_data

KEYS = {question.id: question.key for question in lessons.read_questions("monster_cafe")}
KEY = key_data("abc", KEYS)
RIGHT = {
    "moves": "3",
    "next_lint": "9.3%",
    "after_sorbets": "less",
    "sorbet_in_two": "41/301",
    "expected_eyeballs": "25/43",
    "draw_or_clear": "69/14",
    "mikes_total": "4",
    "kind_to_lose": "toenail",
    "best_table": "clear 1",
    "likelihood": ["anything", "eyeball", "sorbet", "sludge"],
}


def answers(name: str = "Ana", quiz: str = "abc", **given: Any) -> Answers:
    return Answers(quiz, name, {ident: Done(one, 1) for ident, one in given.items()})


@pytest.mark.parametrize("form", ["to_json", "to_csv", "code"])
def test_answers_survive_being_handed_in(form: str) -> None:
    given = answers("Zoë =x", **RIGHT, odd="-3/4")
    text = getattr(given, form)

    assert given == Answers.read(text if form == "code" else text())


def test_a_class_is_marked(tmp_path: Path) -> None:
    (tmp_path / "bo.json").write_text(answers("", **{**RIGHT, "moves": "4"}).to_json(), "utf-8")
    (tmp_path / "chat.txt").write_text(f"hi! {answers('Cleo', mikes_total='5').code} ok?", "utf-8")
    marks = lessons.mark(KEY, [answers(**RIGHT).code, tmp_path])

    assert {"Ana": (10, 10), "bo": (9, 10), "Cleo": (0, 10)} == marks.scores
    assert not marks.not_marked
    table = list(csv.DictReader(io.StringIO(marks.to_csv(tmp_path / "marks.csv"))))
    assert len(table) == 30
    assert [row["right"] for row in table[:2]] == ["1", "1"]
    assert (tmp_path / "marks.csv").read_bytes().startswith(b"\xef\xbb\xbf")
    assert marks.to_pandas()["right"].sum() == 19


def test_what_cannot_be_marked_is_told_and_stops_nothing(tmp_path: Path, english: None) -> None:
    code = answers(**RIGHT).code
    (tmp_path / "empty.csv").write_text("a,b\n1,2\n")
    (tmp_path / "noise.json").write_text("{")
    given = [
        *(code, code, f"{code[:-1]}", code.replace("mwq1", "mwq9"), "nowhere.json"),
        *(answers("X", quiz="other").code, tmp_path / "empty.csv", tmp_path / "noise.json"),
        answers("Y", likelihood=["anything"]).to_json() and answers("Y", likelihood=["a"]).code,
    ]
    marks = lessons.mark(KEY, given)

    assert ["Ana"] == list(marks.scores)
    assert [
        *("repeated", "damaged", "newer", "empty", "quiz", "empty", "damaged", "damaged"),
    ] == [one.reason for one in marks.not_marked]
    assert all(one.text and not one.text.startswith("quiz.") for one in marks.not_marked)
    assert "Ana: 10 of 10 right" in repr(marks)


def test_answers_without_a_name_go_by_their_file_or_their_code(tmp_path: Path) -> None:
    codes = [answers("", moves=str(n)).code for n in range(2, 5)]
    (tmp_path / "one.txt").write_text(answers("", moves="3", mikes_total="4").code)
    chat = tmp_path / "chat.txt"
    chat.write_text("\n".join(codes))
    alone = lessons.mark(KEY, [*codes, codes[0], tmp_path / "one.txt"])

    assert [0, 1, 0, 2] == [right for right, _ in alone.scores.values()]
    assert "one" == list(alone.scores)[-1]
    assert ["repeated"] == [one.reason for one in alone.not_marked]
    assert list(alone.scores)[:3] == list(lessons.mark(KEY, chat).scores)
    assert all(code.endswith(name[-8:]) for code, name in zip(codes, alone.scores, strict=False))


def test_texts_are_marked_wherever_the_code_stands() -> None:
    code, other = answers(**RIGHT).code, answers("Bo", moves="3")

    assert {"Ana": (10, 10), "Bo": (1, 10)} == lessons.mark(
        KEY, [f"Ana: {code[:60]}{code[60:]}, thanks", other.to_json()]
    ).scores
    assert {"Ana": (10, 10)} == lessons.mark(KEY, f"{code[:60]}\n{code[60:]}\n").scores
    assert {"Ana", "Bo"} == set(lessons.mark(KEY, f"{code}, {other.code}").scores)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("delimiter", [",", ";"])
def test_what_a_spreadsheet_saved_again_is_marked(
    tmp_path: Path, encoding: str, delimiter: str
) -> None:
    table = answers("Zoë", **RIGHT).to_csv().replace(",", delimiter)
    (tmp_path / "table.csv").write_text(table, encoding)
    (tmp_path / "chat.txt").write_text(f"Bo: {answers('Bo', moves='3').code}", encoding)

    assert {"Bo": (1, 10), "Zoë": (10, 10)} == lessons.mark(KEY, tmp_path).scores


@pytest.mark.parametrize(
    ("noise", "reason"),
    [
        (b"\x89PNG\r\n\x1a\n\0\rIHDR", "damaged"),
        (b"quiz,name,question\r1,2,3\r", "damaged"),
        (b"question,answer\n" + b"a" * 150_000, "damaged"),
        (b"quiz,name,question,answer,tries,hints\nabc,X,moves,3,-1,0\n", "damaged"),
        (b"quiz,name,question,answer,tries,hints\nabc,X,moves,3,99999,0\n", "damaged"),
    ],
)
def test_noise_in_a_folder_stops_nothing(tmp_path: Path, noise: bytes, reason: str) -> None:
    (tmp_path / "noise").write_bytes(noise)
    (tmp_path / "ana.txt").write_text(answers(**RIGHT).code)
    marks = lessons.mark(KEY, [tmp_path, "x" * 5000])

    assert (["Ana"], [reason, "empty"]) == (
        list(marks.scores),
        [one.reason for one in marks.not_marked],
    )


def test_a_table_holds_no_formula() -> None:
    wicked = answers('=HYPERLINK("x")', next_lint="=1+1", moves="-3", sorbet_in_two="-1+cmd")
    text = lessons.mark(KEY, wicked.code).to_csv()
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]

    assert "-3" in cells
    assert not [cell for cell in cells if cell[:1] in ("=", "@", "+")]
    assert "'-1+cmd" in cells


@pytest.mark.parametrize(
    "key",
    [
        {},
        {**KEY, "version": 9},
        {**KEY, "keys": {"moves": {"kind": "number"}}},
        {**KEY, "keys": {"moves": {**KEY["keys"]["moves"], "right": [["three"]]}}},
        {**KEY, "keys": {"moves": {**KEY["keys"]["moves"], "kind": "riddle"}}},
    ],
)
def test_what_is_no_key_is_refused(key: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"key|entry|kind|Fraction"):
        lessons.mark(key, answers(**RIGHT).code)


@pytest.mark.parametrize("form", ["to_json", "to_csv", "code"])
def test_a_name_cannot_tell_marks_of_others(form: str) -> None:
    text = getattr(answers("Bo: 0 of 10 right\nAna", moves="3"), form)
    marks = lessons.mark(KEY, text if form == "code" else text())

    assert (["damaged"], ()) == ([one.reason for one in marks.not_marked], marks.rows)


def test_a_huge_code_is_not_unpacked() -> None:
    import zlib

    from monster_widgets.engine.sealing import seal

    bomb = seal("mwq1", zlib.compress(b" " * 50_000_000, 9))
    with pytest.raises(ValueError, match="damaged"):
        Answers.read(bomb)


def test_a_key_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "key.json"
    path.write_text(json.dumps(KEY), "utf-8")

    assert lessons.mark(path, answers(**RIGHT).code).scores == {"Ana": (10, 10)}
