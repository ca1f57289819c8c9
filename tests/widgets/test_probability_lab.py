"""The laboratory without a browser: questions, slices, wishes, tables, and what it refuses."""

from __future__ import annotations

import asyncio
import csv
import json
from collections.abc import Awaitable, Callable
from fractions import Fraction
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any

import pytest

from monster_widgets import ProbabilityLab, games, set_locale
from monster_widgets.analysis import SimulationError, Tally, exactly, simulate
from monster_widgets.games import monster_cafe
from monster_widgets.locales import messages
from monster_widgets.widgets import lab_table, probability_lab

SLOW: dict[str, Any] = {"game": "monster_kitchen", "statistic": "happy", "policies": "greedy"}
"""A game takes some milliseconds; up to 200 of them, no kernel plays."""


def question(lab: ProbabilityLab, **more: Any) -> dict[str, Any]:
    return {**lab.question, **more}


def wish(lab: ProbabilityLab, do: str, ident: int, asked: Any = None) -> str | None:
    """Put a wish as the browser does; return the key of the refusal."""
    before = lab.error
    lab.intent = {"id": ident, "do": do, "question": asked}
    return None if lab.error in (None, before) else lab.error["key"]


async def until(condition: Callable[[], bool], seconds: float = 20) -> None:
    end = monotonic() + seconds
    while not condition():
        assert monotonic() < end, "it takes too long"
        await asyncio.sleep(0.005)


def looped(test: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await test()

    asyncio.run(whole())


# ---------------------------------------------------------------- at once


def test_the_answer_is_that_of_simulate() -> None:
    lab = ProbabilityLab(seed=4, n=5000)

    assert lab.run() == simulate("monster_cafe", 5000, players=4, seed=4, statistic="first_sorbets")
    assert lab.exact == exactly("monster_cafe", "first_sorbets", players=4)
    assert repr(lab) == "ProbabilityLab('monster_cafe', 'first_sorbets', n=5000, seed=4, done=5000)"


def test_it_can_be_played_in_parts_and_comes_to_the_same() -> None:
    parts, whole = ProbabilityLab(**SLOW, n=60), ProbabilityLab(**SLOW, n=60)

    assert [parts.run(until=n).n for n in (7, 7, 33, 60)] == [7, 7, 33, 60]
    assert parts.run() == whole.run()
    assert parts.result.trail == whole.result.trail
    assert parts.shown == whole.shown


def test_a_kernel_plays_whole_batches() -> None:
    lab = ProbabilityLab(n=10_000)

    assert lab.run(until=2400).n == 4096
    assert lab.run().n == 10_000


def test_what_is_shown_is_what_came_out() -> None:
    lab = ProbabilityLab(n=5000, seed=1)
    assert lab.shown == {"done": 0, "seats": [], "code": None}
    lab.run()
    [seat] = lab.shown["seats"]

    assert lab.shown["done"] == 5000
    assert sum(row["count"] for row in seat["rows"]) == 5000
    assert sum(lab_table.fraction(row["exact"]) for row in seat["rows"]) == 1
    assert {int(row["low"]["numerator"]): row["count"] for row in seat["rows"] if row["count"]} == (
        dict(lab.result.counts)
    )
    assert (seat["mean"], seat["standard_error"]) == (lab.result.mean, lab.result.standard_error)
    assert seat["interval"] == list(lab.result.interval(0.95))
    assert lab_table.fraction(seat["exact_mean"]) == Fraction(12, 7)
    assert [n for n, _, _ in seat["trail"]][:5] == [1, 2, 5, 10, 20]
    assert seat["trail"][0][2] is None  # of one game no error is known, and JSON has no infinity
    json.dumps(lab.shown, allow_nan=False)


def test_a_statistic_of_every_seat_is_shown_seat_by_seat() -> None:
    lab = ProbabilityLab(
        statistic="winner", n=300, players=3, policies=["greedy", "random", "random"]
    )
    result = lab.run()

    assert len(lab.shown["seats"]) == 3
    for seat, shown in enumerate(lab.shown["seats"]):
        part = result.map(lambda value, seat=seat: value[seat])
        assert shown["mean"] == pytest.approx(part.mean)
        assert shown["exact_mean"] is None
        assert shown["trail"][-1][1] == pytest.approx(part.mean)
        low = [lab_table.fraction(row["low"]) for row in shown["rows"]]
        assert low == sorted(low)
        assert set(low) >= {Fraction(value) for value in part.counts}


def test_a_result_has_a_code_that_can_be_pooled() -> None:
    lab = ProbabilityLab(n=300, seed=9)
    lab.run()

    assert lab.code == lab.shown["code"]
    assert Tally.from_code(lab.code).seats[0].counts == lab.result.counts


def test_options_of_the_game_can_be_asked() -> None:
    lab = ProbabilityLab(statistic="winner", n=20, players=2, first=1)

    assert lab.question["options"] == {"first": "1"}
    assert lab.run() == simulate("monster_cafe", 20, players=2, statistic="winner", first=1)


@pytest.mark.parametrize(
    ("keywords", "said"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"statistic": "luck"}, "there is no statistic 'luck'"),
        ({"statistic": len}, "by name"),
        ({"policies": [len] * 4}, "by name"),
        ({"policies": len}, "by name"),
        ({"policies": None}, "by name"),
        ({"policies": "genius"}, "genius"),
        ({"policies": ["greedy"]}, "polic"),
        ({"players": 9}, "players"),
        ({"n": 0}, "whole number from 1"),
        ({"n": True}, "whole number from 1"),
        ({"n": 10**9 + 1}, "at most"),
        ({"seed": "x"}, "seed"),
    ],
)
def test_wrong_arguments_are_refused_in_a_sentence(keywords: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        ProbabilityLab(**keywords)


def test_unknown_keywords_are_named() -> None:
    with pytest.raises(TypeError, match=r"no keyword 'sed'; there are .*seed.*first"):
        ProbabilityLab(sed=3)


@pytest.mark.parametrize("wrong", [0, -1, 21, 2.0, "3", True])
def test_one_can_play_until_a_number_of_games_that_is_asked_for(wrong: Any) -> None:
    with pytest.raises(ValueError, match="from 1 to 20"):
        ProbabilityLab(n=20).run(until=wrong)


# ---------------------------------------------------------------- tables


def test_the_table_goes_to_pandas_and_to_csv(tmp_path: Path) -> None:
    lab = ProbabilityLab(n=300, seed=2)
    with pytest.raises(ValueError, match="nothing to write"):
        lab.to_csv(tmp_path / "nothing.csv")
    lab.run()
    table = lab.to_pandas()
    with lab.to_csv(tmp_path / "lab.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))

    assert list(table) == ["player", "low", "high", "games", "simulated", "exact"]
    assert table["games"].sum() == 300
    assert table["exact"].sum() == pytest.approx(1)
    assert [int(row["low"]) for row in rows] == list(range(7)) == list(table["low"])
    assert [float(row["exact"]) for row in rows] == list(table["exact"])


def test_many_values_are_put_into_classes() -> None:
    values = [Fraction(n, 7) for n in range(701)]
    bins = lab_table.Bins.of(values)
    ends = bins.ends()

    assert bins.width == 5
    assert ends[0] == (0, 5)
    for value in values:
        low, high = ends[bins.row(value)]
        assert low <= value < high
    assert len(ends) == len({bins.row(value) for value in values})


def test_classes_of_whole_numbers_do_not_overlap() -> None:
    bins = lab_table.Bins.of(map(Fraction, range(-33, 90)))

    assert bins.ends()[0] == (-40, -31)
    assert bins.ends()[-1] == (80, 89)
    assert [bins.row(Fraction(n)) for n in (-33, -31, -30, 89)] == [0, 0, 1, 12]


def test_whole_numbers_that_never_came_have_their_row() -> None:
    bins = lab_table.Bins.of([Fraction(2), Fraction(6)])

    assert bins.ends() == [(n, n) for n in (2, 3, 4, 5, 6)]


@pytest.mark.parametrize("width", [1, Fraction(1, 3), Fraction(7, 1000), 12345])
def test_classes_have_round_widths(width: Fraction) -> None:
    rounded = lab_table._round_width(Fraction(width))

    assert width <= rounded <= 3 * width
    digits = str(rounded.numerator * 10**9 // rounded.denominator).strip("0")
    assert digits in ("1", "2", "5")


def test_sentences_are_those_of_the_numbers() -> None:
    lab = ProbabilityLab(n=10_000, seed=4)
    lab.run()
    [seat] = lab.shown["seats"]
    for locale, said in (
        (
            "en",
            "After 10,000 games the mean is 1.696\xa0±\xa00.011 (one standard error). 95% "
            "interval for the true mean: 1.675 to 1.716. The exact mean, 12/7 ≈ 1.7143, lies "
            "inside.",
        ),
        (
            "es",
            "Tras 10\u202f000 partidas la media es\xa01,696\xa0±\xa00,011 (un error estándar). "
            "Intervalo del 95\xa0% para la media verdadera: de 1,675 a 1,716. La media "
            "exacta, 12/7 ≈ 1,7143, está dentro.",
        ),
    ):
        words = messages.Words(locale, "lab", ())
        assert " ".join(lab_table.sentences(words, seat, 10_000)) == said


def test_one_game_alone_says_nothing_of_its_error() -> None:
    lab = ProbabilityLab(n=20, seed=4)
    lab.run(until=1)
    words = messages.Words("en", "lab", ())
    told = lab_table.sentences(words, lab.shown["seats"][0], 1)

    assert told[0].startswith("After 1 game the mean is ")
    assert told[1] == "The exact mean is 12/7 ≈ 1.7143."


# ---------------------------------------------------------------- in slices


def test_other_things_go_on_while_it_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probability_lab, "SLICE", 0.02)
    lab, gaps = ProbabilityLab(**SLOW, n=150), []

    async def test() -> None:
        lab.start()
        assert lab.running
        last = monotonic()
        while lab.running:
            await asyncio.sleep(0)
            gaps.append(monotonic() - last)
            last = monotonic()

    looped(test)
    assert lab.result == ProbabilityLab(**SLOW, n=150).run()
    assert lab.shown["done"] == 150
    assert len([gap for gap in gaps if gap > 0.015]) >= 5, "it never held the loop"
    assert median(gaps) < 1  # a slice, and one game that had begun


def test_pictures_are_not_sent_at_every_slice() -> None:
    lab, seen = ProbabilityLab(**SLOW, n=200), []
    lab.observe(lambda change: seen.append((monotonic(), change["new"]["done"])), names="shown")

    async def test() -> None:
        lab.start()
        await until(lambda: not lab.running)

    begun = monotonic()
    looped(test)
    assert 2 <= len(seen) <= 3 + (monotonic() - begun) / probability_lab.EVERY
    assert seen[-1][1] == 200


def test_it_stops_and_goes_on_and_comes_to_the_same() -> None:
    lab = ProbabilityLab(**SLOW, n=120)

    async def test() -> None:
        assert wish(lab, "run", 1) is None
        await until(lambda: lab._done > 10)
        assert wish(lab, "stop", 2) is None
        stopped = lab.shown["done"]
        assert (lab.running, 10 < stopped < 120) == (False, True)
        assert Tally.from_code(lab.shown["code"]).n == stopped
        await asyncio.sleep(0.1)
        assert lab.shown["done"] == lab.result.n == stopped
        assert wish(lab, "run", 3) is None
        await until(lambda: not lab.running)

    looped(test)
    assert lab.result == ProbabilityLab(**SLOW, n=120).run()


def test_a_new_question_stops_the_old_one() -> None:
    lab = ProbabilityLab(**SLOW, n=200)

    async def test() -> None:
        wish(lab, "run", 1)
        await until(lambda: lab._done > 3)
        asked = question(
            lab,
            game="monster_cafe",
            statistic="winner",
            policies=["greedy"] * 3,
            players=3,
            n=50,
            seed="7",
        )
        assert wish(lab, "ask", 2, asked) is None
        assert lab.question["n"] == 50
        await until(lambda: not lab.running)

    looped(test)
    assert lab.result == simulate(
        "monster_cafe", 50, players=3, policies="greedy", statistic="winner", seed=7
    )


def test_run_takes_over_what_plays_in_the_background() -> None:
    lab = ProbabilityLab(**SLOW, n=60)

    async def test() -> None:
        lab.start()
        await until(lambda: lab._done > 3)
        lab.run()
        assert (lab.running, lab.result.n) == (False, 60)
        await asyncio.sleep(0.05)

    looped(test)
    assert lab.result == ProbabilityLab(**SLOW, n=60).run()


def test_clear_forgets_the_games_and_a_run_is_the_same_again() -> None:
    lab = ProbabilityLab(n=300, seed=3)
    first = lab.run()

    assert wish(lab, "clear", 1) is None
    assert (lab.shown["done"], lab.result.n) == (0, 0)
    assert lab.run() == first


def test_a_widget_that_is_closed_plays_no_more() -> None:
    lab = ProbabilityLab(**SLOW, n=200)

    async def test() -> None:
        lab.start()
        await until(lambda: lab._done > 3)
        lab.close()
        done = lab._done
        await asyncio.sleep(0.1)
        assert lab._done == done

    looped(test)


def test_without_an_event_loop_one_is_told_what_to_do() -> None:
    with pytest.raises(ValueError, match=r"lab\.run\(\)"):
        ProbabilityLab(n=10).start()


# ---------------------------------------------------------------- what goes wrong


def broken(monkeypatch: pytest.MonkeyPatch, at: int = 40) -> dict[str, Any]:
    """A statistic of a real game that fails in one of its games."""
    played = []

    def fragile(state: Any) -> int:
        played.append(state)
        if len(played) == at:
            raise ZeroDivisionError("the pot is empty")
        return 1

    statistics = {**monster_cafe.STATISTICS, "fragile": fragile}
    monkeypatch.setattr(monster_cafe, "STATISTICS", statistics)
    return {"statistic": "fragile", "n": 100, "seed": 5}


def test_a_game_that_fails_is_told_with_its_batch_and_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    lab = ProbabilityLab(**broken(monkeypatch), locale="es")

    async def test() -> None:
        lab.start()
        await until(lambda: not lab.running)

    looped(test)
    assert lab.error is not None
    words = messages.Words("es", "lab", ())
    assert words.text(lab.error["key"], lab.error["values"]) == (
        "El lote 2 con la semilla 5 ha ido mal: ZeroDivisionError: the pot is empty. "
        "Las partidas anteriores se quedan en pantalla."
    )
    assert lab.shown["done"] == lab.result.n == 39


def test_in_python_it_is_an_ordinary_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    lab = ProbabilityLab(**broken(monkeypatch))

    with pytest.raises(SimulationError, match="batch 2 with seed 5: ZeroDivisionError"):
        lab.run()
    assert (lab.running, lab.result.n) == (False, 39)


def test_an_interrupted_run_goes_on_and_comes_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    real = monster_cafe.STATISTICS["winner"]
    calls = []

    def interrupted(state: Any) -> Any:
        calls.append(state)
        if len(calls) == 25:
            raise KeyboardInterrupt
        return real(state)

    monkeypatch.setattr(
        monster_cafe, "STATISTICS", {**monster_cafe.STATISTICS, "winner": interrupted}
    )
    lab = ProbabilityLab(statistic="winner", n=100)
    with pytest.raises(KeyboardInterrupt):
        lab.run()
    assert (lab.running, lab.result.n) == (False, 24)
    assert lab.run().counts == simulate("monster_cafe", 100, players=4, statistic="winner").counts


BAD: list[Any] = [
    "run",
    {},
    {"id": 1},
    {"id": 1, "do": "run"},
    {"id": 1, "do": "dance", "question": None},
    {"id": 1, "do": "run", "question": {}},
    {"id": 1, "do": "ask", "question": None},
    {"id": 1, "do": "ask", "question": {}},
    {"id": 0, "do": "run", "question": None},
    {"id": -1, "do": "clear", "question": None},
    {"id": True, "do": "clear", "question": None},
    {"id": "1", "do": "clear", "question": None},
    {"id": 2**60, "do": "clear", "question": None},
]


@pytest.mark.parametrize("intent", BAD, ids=str)
def test_a_damaged_wish_changes_nothing_and_is_refused(intent: Any) -> None:
    lab = ProbabilityLab(n=300)
    lab.run(until=20)
    shown, asked = lab.shown, lab.question

    lab.intent = intent
    assert lab.error is not None
    assert lab.error["key"] == "lab.reason.bad_intent"
    assert (lab.shown, lab.question, lab.running) == (shown, asked, False)


@pytest.mark.parametrize(
    ("wrong", "key"),
    [
        ({"game": "chess"}, "bad_intent"),
        ({"game": "../../etc"}, "bad_intent"),
        ({"statistic": "__class__"}, "bad_intent"),
        ({"statistic": ["winner"]}, "bad_intent"),
        ({"players": 7}, "bad_intent"),
        ({"players": "4"}, "bad_intent"),
        ({"policies": "random"}, "bad_intent"),
        ({"policies": ["random"] * 3}, "bad_intent"),
        ({"policies": ["random", "random", "random", None]}, "bad_intent"),
        ({"n": 0}, "bad_number"),
        ({"n": True}, "bad_number"),
        ({"n": 10**12}, "bad_number"),
        ({"n": 1.5}, "bad_intent"),
        ({"seed": 3}, "bad_intent"),
        ({"seed": "three"}, "bad_seed"),
        ({"seed": ""}, "bad_seed"),
        ({"seed": "9" * 5000}, "bad_seed"),
        ({"seed": "²"}, "bad_seed"),
    ],
    ids=str,
)
def test_a_question_of_the_browser_is_believed_in_nothing(wrong: dict[str, Any], key: str) -> None:
    lab = ProbabilityLab(n=300)
    asked = lab.question

    async def test() -> None:
        assert wish(lab, "ask", 1, question(lab, **wrong)) == f"lab.reason.{key}"
        assert (lab.question, lab.running, lab.shown["done"]) == (asked, False, 0)
        assert lab.answered == 1

    looped(test)


def test_late_and_repeated_wishes_change_nothing() -> None:
    lab = ProbabilityLab(n=300)

    async def test() -> None:
        assert wish(lab, "stop", 1) == "lab.reason.not_running"
        assert wish(lab, "clear", 1) == "lab.reason.late"
        assert wish(lab, "run", 3) is None
        assert wish(lab, "run", 4) == "lab.reason.running"
        await until(lambda: not lab.running)
        assert wish(lab, "run", 5) == "lab.reason.finished"
        assert wish(lab, "clear", 2) == "lab.reason.late"
        assert lab.shown["done"] == 300
        assert wish(lab, "clear", 6) is None
        assert lab.error is None

    looped(test)


def test_the_options_of_a_game_stay_with_it() -> None:
    lab = ProbabilityLab(statistic="winner", n=10, players=2, first=1)

    async def test() -> None:
        wish(lab, "ask", 1, question(lab, n=20, options={"first": 0}))
        assert (lab.question["options"], lab.question["n"]) == ({"first": "1"}, 20)
        other = {"game": "monster_match", "statistic": "winner", "n": 5}
        wish(lab, "ask", 2, question(lab, **other))
        assert (lab.question["options"], lab.question["game"]) == ({}, "monster_match")
        await until(lambda: not lab.running)

    looped(test)


# ---------------------------------------------------------------- words, and without a browser


@pytest.mark.parametrize("locale", messages.LOCALES)
@pytest.mark.parametrize("name", games.names())
def test_every_statistic_and_every_policy_has_words(name: str, locale: str) -> None:
    game, words = games.load(name), messages.catalogue(name)[locale][name]

    assert set(game.STATISTICS) <= set(words["statistic"])
    assert set(game.POLICIES) <= set(words["policy"])
    sent = ProbabilityLab().messages[locale][name]
    assert (sent["statistic"], sent["policy"]) == (words["statistic"], words["policy"])


@pytest.mark.parametrize("locale", messages.LOCALES)
@pytest.mark.parametrize("name", games.names())
def test_every_question_can_be_read_without_a_browser(name: str, locale: str) -> None:
    set_locale(locale)
    for statistic in games.load(name).STATISTICS:
        lab = ProbabilityLab(name, statistic, 3)
        lab.run()
        html = lab._repr_mimebundle_()[0]["text/html"]
        assert "<table>" in html
        assert not [word for word in ("lab.", f"{name}.", "{") if word in html]


def test_what_is_shown_without_a_browser_depends_on_nothing_but_the_question() -> None:
    first, again = ProbabilityLab(n=300, seed=2), ProbabilityLab(n=300, seed=2)
    first.run()
    again.run(until=1)
    again.run()

    assert first._static() == again._static()


def test_the_html_file_holds_the_result_and_no_rate(tmp_path: Path) -> None:
    lab = ProbabilityLab(n=300, seed=2)
    lab.run()
    text = lab.to_html(tmp_path / "lab.html").read_text("utf-8")

    assert '"done":300' in text
    assert f'"code":"{lab.code}"' in text
    assert '"running":false' in text
    assert (
        "rate"
        not in json.loads(
            text.split('class="mw-state" data-for="monster-widget">')[1].split("</script>")[0]
        )["state"]
    )
