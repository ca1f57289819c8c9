"""The teacher's pages: one for each lesson, alike in both languages, and a key that is right."""

from __future__ import annotations

import ast
import doctest
import json
import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest

from monster_widgets import MonsterCafe, engine
from monster_widgets.games import monster_cafe
from monster_widgets.lessons import check, exercises
from monster_widgets.locales import messages

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "teacher"
LESSONS = sorted(path.stem for path in (ROOT / "notebooks" / "en").glob("[!.]*.ipynb"))
LOCALES = messages.LOCALES
EVERY_PAGE = [(locale, lesson) for locale in LOCALES for lesson in LESSONS]
EVERY_TEXT = sorted(FOLDER.rglob("*.md"))

HEADINGS = {
    "en": (
        "Aim",
        "Before the lesson",
        "Minutes",
        "Ask",
        "What pupils will say",
        "Key",
        "Easier, harder",
        "Tags",
    ),
    "es": (
        "Objetivo",
        "Antes de la clase",
        "Minutos",
        "Preguntas",
        "Lo que dirá la clase",
        "Soluciones",
        "Más fácil, más difícil",
        "Currículo",
    ),
}
"""The parts of a page, in their order."""
AIM, BEFORE, MINUTES, ASK, SAY, KEY, VARY, TAGS = range(8)
LENGTHS = (20, 45, 90)
WRONG = "Wrong: "
CODE = r"\b(?:\d\.[A-Z]+|HSS-[A-Z]+)\.[A-Z]\.\d+[a-z]?(?: \(\+\))?"
READ = (
    r"6\.NS\.C\.5|7\.NS\.A\.[13]|7\.SP\.(A\.2|C\.[56]|C\.7[ab]|C\.8[abc])|"
    r"HSS-CP\.(A\.5|B\.[89] \(\+\))|"
    r"HSS-MD\.(A\.[1-4] \(\+\)|B\.5[ab]|B\.[67] \(\+\))|HSS-IC\.(A\.2|B\.4)"
)
"""Codes of the Common Core whose wording was read; add one only after doing the same."""


def text(locale: str, lesson: str) -> str:
    return (FOLDER / locale / f"{lesson}.md").read_text("utf-8")


def parts(page: str) -> dict[str, str]:
    """The text below each heading."""
    _, *rest = re.split(r"^## (.+)\n", page, flags=re.MULTILINE)
    return dict(zip(rest[::2], rest[1::2], strict=True))


def part(locale: str, lesson: str, which: int) -> str:
    return parts(text(locale, lesson))[HEADINGS[locale][which]]


def key(page_part: str) -> dict[int, str]:
    """What the key says, by the number of the exercise."""
    said = re.findall(r"^\*\*(\d+)\.(?: \w+\.)?\*\* (.+)$", page_part, re.MULTILINE)
    return {int(number): words for number, words in said}


def notebook(locale: str, lesson: str) -> list[dict[str, Any]]:
    path = ROOT / "notebooks" / locale / f"{lesson}.ipynb"
    cells: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["cells"]
    return cells


def sources(locale: str, lesson: str, kind: str) -> list[str]:
    cells = notebook(locale, lesson)
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == kind]


# ---------------------------------------------------------------- which pages, which parts


def test_every_lesson_has_a_page_and_no_page_is_left_of_a_lesson_that_is_gone() -> None:
    wanted = sorted([*LESSONS, "README"])
    for locale in LOCALES:
        assert wanted == sorted(path.stem for path in (FOLDER / locale).iterdir())
    assert set(LOCALES) == {path.name for path in FOLDER.iterdir()}


@pytest.mark.parametrize(("locale", "lesson"), EVERY_PAGE)
def test_a_page_has_the_parts_of_every_page_in_their_order(locale: str, lesson: str) -> None:
    page = text(locale, lesson)
    found = parts(page)

    assert HEADINGS[locale] == tuple(found)
    assert all(below.strip() for below in found.values())
    assert [1, *[2] * 8] == [len(m) for m in re.findall(r"^(#+) ", page, re.MULTILINE)]
    assert 4 <= len(re.findall(r"^- ", found[HEADINGS[locale][ASK]], re.MULTILINE)) <= 6


@pytest.mark.parametrize("locale", LOCALES)
def test_the_index_has_one_row_for_each_lesson(locale: str) -> None:
    rows = re.findall(r"^\| \[[^\]]+\]\((\w+)\.md\) ", text(locale, "README"), re.MULTILINE)

    assert LESSONS == sorted(rows)


# ---------------------------------------------------------------- the key


def right(ident: str, locale: str) -> str:
    """The answer as `check` writes it when it says that it is right."""
    words = messages.Words(locale, "lessons", ())
    before, after = words.text("lessons.feedback.right", {"answer": "\0"}).split("\0")
    feedback = check(ident, exercises()[ident].answer)
    assert feedback
    return feedback.text.removeprefix(before).removesuffix(after)


def checked(lesson: str) -> list[int]:
    idents = (ident.rsplit(".", 1) for ident in exercises())
    return [int(number) for name, number in idents if name == lesson]


@pytest.mark.parametrize(("locale", "lesson"), EVERY_PAGE)
def test_the_key_gives_the_answer_that_check_calls_right(
    locale: str, lesson: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "_chosen", [locale])
    said = key(part(locale, lesson, KEY))

    assert checked(lesson)
    for number in checked(lesson):
        assert said[number].startswith(f"{right(f'{lesson}.{number}', locale)}: ")


def wrong(words: str) -> list[float]:
    """The wrong answers that a line of the key lists."""
    _, _, listed = re.sub(r"\([^)]*\)", "", words).partition(WRONG)
    return [float(Fraction(n.replace("−", "-"))) for n in numbers(listed.split(";")[0])]


@pytest.mark.parametrize(("locale", "lesson"), EVERY_PAGE)
def test_the_wrong_answers_of_the_key_are_those_that_check_explains(
    locale: str, lesson: str
) -> None:
    for number, words in key(part(locale, lesson, KEY)).items():
        listed = wrong(words.replace("Mal: ", WRONG))
        if listed:
            asked = exercises()[f"{lesson}.{number}"]
            assert not isinstance(asked.answer, str)
            explained = [float(value) for value in (*asked.mistakes, 1 - asked.answer)]
            for value in listed:
                assert any(value == pytest.approx(one, rel=2e-3) for one in explained), value


@pytest.mark.parametrize(("locale", "lesson"), EVERY_PAGE)
def test_the_key_has_every_exercise_of_the_notebook_in_its_order(locale: str, lesson: str) -> None:
    prose = "\n".join(sources(locale, lesson, "markdown"))
    asked = [int(n) for n in re.findall(r"^\*\*(\d+)\.(?: \w+\.)?\*\*", prose, re.MULTILINE)]

    assert asked == list(key(part(locale, lesson, KEY))) != []


def numbers(words: str) -> list[str]:
    return sorted(re.findall(r"−?\d+(?:\.\d+)?(?:/\d+)?", re.sub(r"(?<=\d),(?=\d)", ".", words)))


@pytest.mark.parametrize("lesson", LESSONS)
def test_both_languages_give_the_same_numbers(lesson: str) -> None:
    for which in (MINUTES, KEY, VARY):
        assert numbers(part("en", lesson, which)) == numbers(part("es", lesson, which))
    blocks = [re.findall(r"^```.*?^```", text(locale, lesson), re.M | re.S) for locale in LOCALES]

    assert blocks[0] == blocks[1]


def namespace(lesson: str) -> dict[str, Any]:
    """What a notebook has imported and defined by its last cell."""
    names: dict[str, Any] = {}
    kept = (ast.Import, ast.ImportFrom, ast.FunctionDef)
    for source in sources("en", lesson, "code"):
        body = [node for node in ast.parse(source).body if isinstance(node, kept)]
        exec(compile(ast.Module(body, []), lesson, "exec"), names)
    return names


def failures(page: str, lesson: str) -> int:
    """How many examples of a page, run after the cells of its notebook, are not true."""
    example = doctest.DocTestParser().get_doctest(page, namespace(lesson), lesson, None, 0)
    return doctest.DocTestRunner().run(example, out=lambda _: None).failed


@pytest.mark.parametrize(("locale", "lesson"), EVERY_PAGE)
def test_examples_in_the_key_are_true(locale: str, lesson: str) -> None:
    assert 0 == failures(text(locale, lesson), lesson)


def test_a_wrong_key_would_be_found() -> None:
    page = part("en", "monster_cafe_chance", KEY)

    assert 1 == failures(page.replace("119/2925')", "118/2925')"), "monster_cafe_chance")
    assert "4/43 (≈ 9.2%): " not in key(page)[1]
    assert 2 not in key(page.replace("**2.** ", "2. "))
    assert numbers("0,25 o 1/4, −3") == numbers("−3, 0.25 and 1/4")
    assert numbers("1/4") != numbers("1/5")
    assert [4, -0.5] == wrong("5: not 6. Wrong: 4 (2 + 2), −1/2; but 3")


# ---------------------------------------------------------------- numbers in the prose


def test_what_the_key_says_of_those_who_begin() -> None:
    shares, seen = Fraction(0), []
    for seed in range(100):
        record = engine.play("monster_cafe", "greedy", seed, players=4)
        first = next(action for action in record.actions if action.kind == "first").args[0]
        winners = record.state.result.winners
        shares += Fraction(first in winners, len(winners))
        seen.append((first, winners))

    ana, clara, diego = 0, 2, 3
    assert [
        (clara, (clara,)),
        (clara, (diego,)),
        (clara, (clara,)),
        (diego, (clara,)),
        (ana, (ana,)),
    ] == seen[7:12]
    assert 26 == round(shares)


def cards_after(*moves: str) -> list[str]:
    """The cards drawn from Ana's first move on, in her game of the first notebook."""
    mine = MonsterCafe(players=3, seed=3, you=0)
    before = len(mine.record.actions)
    for move in moves:
        mine.act(move)
    return [a.args[0] for a in mine.record.actions[before:] if a.kind == "reveal"]


def test_what_the_key_says_of_other_choices() -> None:
    assert ["lint", "roadkill"] == cards_after("draw", "seat 0") == cards_after("draw", "seat 2")
    assert ["lint"] == cards_after("draw", "seat 1")
    assert "dust_bunny" == cards_after("clear 2")[0]


def test_where_a_sorbet_is_most_likely_in_the_first_game() -> None:
    states = engine.play("monster_cafe", "greedy", 7, players=4).states
    chances = {}
    for step, state in enumerate(states[9:-1], 9):
        view = state.view("public")
        if view.values["phase"] != "tables":
            chances[step] = monster_cafe.next_card(view)["sorbet"]

    most = max(chances.values())
    assert Fraction(6, 49) == most
    assert [32, 33, 34] == [step for step, chance in chances.items() if chance == most]


def test_the_numbers_of_careful_against_greedy_and_of_how_many_games() -> None:
    policies = ["careful", "greedy", "greedy", "greedy"]
    games = [engine.play("monster_cafe", policies, seed, players=4) for seed in range(40)]
    scores = [game.state.result.payoffs for game in games]
    lead = [score[0] - fmean(score[1:]) for score in scores]

    assert "0.27 ± 0.57, 0.98 ± 0.42" == ", ".join(
        f"{fmean(some):.2f} ± {stdev(some) / len(some) ** 0.5:.2f}" for some in (lead[20:], lead)
    )
    assert 110 == round((2 * stdev(lead) / 0.5) ** 2, -1)


# ---------------------------------------------------------------- minutes


def minutes_faults(below: str) -> list[str]:
    """What keeps a table of minutes from filling each length without a gap."""
    header, _, *rows, stop = re.findall(r"^\|(.+)\|$", below, re.MULTILINE)
    if [str(length) for length in LENGTHS] != [cell.strip() for cell in header.split("|")[1:]]:
        return ["the columns are not 20, 45 and 90"]
    found = []
    if not re.match(r" \*\*(Stop|Parar)\*\* ", stop) or "–" in stop:
        found.append("the last row does not say where to stop")
    for column, length in enumerate(LENGTHS, 1):
        cells = [row.split("|")[column].strip() for row in rows]
        times = [tuple(map(int, cell.split("–"))) for cell in cells if cell != "–"]
        if any(one[1] != other[0] for one, other in pairwise(times)):
            found.append(f"{length}: a gap, or two things at once")
        if (times[0][0], times[-1][1]) != (0, length):
            found.append(f"{length}: does not go from 0 to {length}")
        if any(start >= end or start % 5 or end % 5 for start, end in times):
            found.append(f"{length}: not in blocks of five minutes")
    return found


@pytest.mark.parametrize(("locale", "lesson"), EVERY_PAGE)
def test_the_minutes_fill_each_length(locale: str, lesson: str) -> None:
    assert [] == minutes_faults(part(locale, lesson, MINUTES))


def test_minutes_that_do_not_add_up_would_be_found() -> None:
    table = part("en", "start_here", MINUTES)

    assert ["20: a gap, or two things at once"] == minutes_faults(table.replace("5–15", "5–10", 1))
    assert ["90: does not go from 0 to 90"] == minutes_faults(table.replace("80–90", "80–85"))
    assert 6 == len(minutes_faults(table.replace("| 0–5 ", "| 1–5 ")))
    assert 1 == len(minutes_faults(table.replace("**Stop**", "")))
    assert ["the columns are not 20, 45 and 90"] == minutes_faults(table.replace("45 ", "40 ", 1))


# ---------------------------------------------------------------- links


def anchors(path: Path) -> set[str]:
    """The names by which the headings of a text can be linked to, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken(path: Path, words: str) -> list[str]:
    """The links of a text, standing at `path`, that lead nowhere."""
    found = []
    for link in re.findall(r"\]\(([^)\s]+)\)", words):
        file, _, anchor = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        if not target.is_file() or (anchor and anchor not in anchors(target)):
            found.append(link)
    return found


@pytest.mark.parametrize("path", EVERY_TEXT, ids=lambda path: str(path.relative_to(FOLDER)))
def test_links_lead_somewhere(path: Path) -> None:
    words = path.read_text("utf-8")
    other = {"en": "es", "es": "en"}[path.parent.name]

    assert [] == broken(path, words)
    assert f"](../{other}/{path.name})" in words
    if path.stem in LESSONS:
        assert f"](../../../notebooks/{path.parent.name}/{path.stem}.ipynb)" in words


def test_links_that_lead_nowhere_would_be_found() -> None:
    path = FOLDER / "en" / "README.md"
    words = "[a](gone.md) [b](start_here.md#aim) [c](start_here.md#gone) [d](#gone)"

    assert ["gone.md", "start_here.md#gone", "#gone"] == broken(path, words)


# ---------------------------------------------------------------- curricula


@pytest.mark.parametrize("lesson", LESSONS)
def test_tags_are_codes_and_blocks_that_somebody_has_read(lesson: str) -> None:
    english, spanish = (part(locale, lesson, TAGS) for locale in LOCALES)

    codes = re.findall(CODE, english)
    assert codes == re.findall(CODE, spanish) != []
    assert all(re.fullmatch(READ, code) for code in codes)
    for words in (english, spanish):
        assert not re.search(r"\b[A-F]\.\d\.\d", words)  # the decrees give no such codes
        assert not re.search(r"Ciencias Sociales[^:]*: E\.", words)  # the block is D there
    lines = [re.findall(r"^- (España.+)$", words, re.MULTILINE) for words in (english, spanish)]
    assert lines[0] == lines[1] != []
