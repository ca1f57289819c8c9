"""A class pools its results; what is left out is named, and why."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import monster_widgets as mw
from monster_widgets.analysis import Simulation, Tally, exactly, simulate
from monster_widgets.lessons import Pooled, pool


def sorbets(seed: int, n: int = 100, **more: Any) -> Simulation:
    return simulate("monster_cafe", n, statistic="first_sorbets", seed=seed, **more)


CLASS = [sorbets(seed, n) for seed, n in enumerate((100, 300, 400))]
CODES = [one.code for one in CLASS]


def reasons(pooled: Pooled) -> list[str]:
    return [left.reason for left in pooled.not_counted]


def test_results_of_one_question_add_up() -> None:
    pooled = pool(CODES)

    together = sum((Counter(one.counts) for one in CLASS), Counter())
    assert (Simulation(dict(sorted(together.items()))),) == pooled.by_seat
    assert (800, 3, ()) == (pooled.n, len(pooled.parts), pooled.not_counted)
    assert exactly("monster_cafe", "first_sorbets") == pooled.exact
    assert pooled.asked == CLASS[0].asked


def test_a_statistic_for_each_seat_adds_up_seat_by_seat() -> None:
    results = [simulate("monster_cafe", 50, seed=seed, players=2) for seed in range(2)]
    pooled = pool(results)

    for seat, one in enumerate(pooled.by_seat):
        expected: Counter[Any] = Counter()
        for result in results:
            expected.update(result.by_seat[seat].counts)
        assert expected == one.counts
    assert "Bruno: the mean is" in repr(pooled)


def test_what_a_class_is_told() -> None:
    mean = CLASS[0].mean
    assert isinstance(mean, float)
    said = repr(pool(CODES[:1]))

    assert "1 result, 100 games." in said
    assert f"The mean of all games is {mean:.2f} ± 0.11 (standard error); 95% interval:" in said
    assert "The exact mean is 12/7 (≈ 1.71): " in said
    error = CLASS[0].standard_error
    assert isinstance(error, float)
    assert f"{abs(mean - 12 / 7) / error:.2f} standard errors away." in said


def test_the_same_in_spanish_and_marked_as_such() -> None:
    mw.set_locale("es")
    pooled = pool([*CODES, "mwr1.AAAA"])
    mw.set_locale("en")

    assert "3 resultados, 800 partidas." in repr(pooled)
    assert "No cuenta: mwr1.AAAA Un carácter del código está mal o falta." in repr(pooled)
    assert "La media exacta es 12/7 (≈ 1,714): " in repr(pooled)
    assert pooled._repr_html_().startswith('<div lang="es"><p>3 resultados')


def test_the_same_games_count_once() -> None:
    again = sorbets(1, 50)  # the first games of what is longer: the same seed
    pooled = pool([*CODES, again, CODES[0]])

    assert (800, ["repeated", "repeated"]) == (pooled.n, reasons(pooled))
    assert "It has the seed 1, as result 2 has" in pooled.not_counted[0].text
    assert "It has the seed 0, as result 1 has" in pooled.not_counted[1].text


@pytest.mark.parametrize(
    "other",
    [
        simulate("monster_cafe", 20, statistic="winner", seed=9),
        simulate("monster_match", 20, statistic="zilches", seed=9),
        sorbets(9, 20, players=3),
        sorbets(9, 20, first=0),
        sorbets(9, 20, policies="greedy"),
    ],
)
def test_another_question_does_not_count_wherever_it_stands(other: Simulation) -> None:
    for results in ([other, *CODES], [*CODES, other]):
        pooled = pool(results)

        assert (800, ["question"]) == (pooled.n, reasons(pooled))


def test_a_forged_code_with_more_numbers_than_the_statistic_has_stops_nothing() -> None:
    asked = CLASS[0].asked
    assert asked is not None
    forged = Tally(asked, 9, (Simulation({0: 5}),) * asked.players).code
    for results in ([forged, *CODES], [*CODES, forged]):
        pooled = pool(results)

        assert (800, ["question"]) == (pooled.n, reasons(pooled))


def test_what_does_not_count_can_be_told_apart() -> None:
    left = pool([one for one in CODES for _ in range(2)]).not_counted

    assert len(CODES) == len({one.result for one in left})
    assert all(code.endswith(one.result[-8:]) for code, one in zip(CODES, left, strict=True))


def test_what_is_damaged_newer_or_no_code_is_said() -> None:
    pooled = pool([CODES[0][:-1], CODES[0] + "é", "mwr7.abc", "hello", "mw1.abc", *CODES])

    assert ["damaged", "damaged", "newer", "empty", "empty"] == reasons(pooled)
    assert 800 == pooled.n
    assert "Not counted: mwr1.eNp" in repr(pooled)


def test_nothing_at_all() -> None:
    pooled = pool([])

    assert (0, (), None, None) == (pooled.n, pooled.by_seat, pooled.asked, pooled.exact)
    assert "0 results, 0 games." == repr(pooled)
    with pytest.raises(ValueError, match="a picture shows one number for each game"):
        pooled.plot()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_codes_stand_anywhere_in_a_file(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "mwr1.answers.csv"
    lines = [f'2026-11-30;"Señora {i}";{code};"sí"' for i, code in enumerate(CODES)]
    file.write_text("\n".join(["when;who;code", *lines]), encoding)

    for result in (file, str(file), [file]):
        assert (800, ()) == (pool(result).n, pool(result).not_counted)


def test_a_file_without_codes_is_named(tmp_path: Path) -> None:
    file = tmp_path / "empty.txt"
    file.write_text("Hello!")

    assert [("empty", "There is no code of a result in it")] == [
        (left.reason, left.text.split(" (")[0]) for left in pool([file]).not_counted
    ]


def test_codes_may_stand_in_a_sentence_or_be_broken_by_a_mail() -> None:
    assert 800 == pool(f"Ana: {CODES[0]}, Bruno: {CODES[1]}.\nClara: {CODES[2]}").n
    assert 100 == pool(f"Here you are: {CODES[0]}").n
    assert 100 == pool(f"{CODES[0][:60]}\n{CODES[0][60:]}\n").n


def test_other_things_are_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="a result is a code, a file or a simulation, not 7"):
        pool([7])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="this one has no code"):
        pool([Simulation({1: 2})])


def test_markup_is_shown_as_it_is() -> None:
    assert "&lt;b&gt;" in pool(["<b>"])._repr_html_()


def test_a_result_of_one_game_and_one_without_spread() -> None:
    assert repr(pool([sorbets(0, 1)])) == (
        "1 result, 1 game.\nOne game alone says nothing about how far off its mean is."
    )
    asked = CLASS[0].asked
    assert asked is not None
    said = repr(pool([Tally(asked, 1, (Simulation({2: 5}),)).code]))
    assert "2.0000 ± 0.0000 (standard error); 95% interval: 2.0000 to 2.0000." in said
    assert said.endswith("The exact mean is 12/7 (≈ 1.7143).")


def test_the_picture_shows_each_result_and_all_together() -> None:
    left, right = pool(CODES).plot().axes
    bars = [bar.get_height() for bar in left.patches]

    assert pytest.approx(1) == sum(bars)
    assert ["all together", "exact", "each result ± 2 standard errors"] == [
        text.get_text() for text in right.get_legend().get_texts()
    ]
    (points, _, _) = right.containers[0]
    assert list(points.get_ydata()) == [one.mean for one in CLASS]
