"""Codes of results: they come back as they were, and damage is noticed."""

from __future__ import annotations

import json
import random
import zlib
from fractions import Fraction
from typing import Any

import pytest

from monster_widgets import games
from monster_widgets.analysis import (
    InvalidCode,
    Question,
    Run,
    Simulation,
    Tally,
    exactly,
    simulate,
)
from monster_widgets.engine import RandomPolicy
from monster_widgets.engine.sealing import seal
from monster_widgets.games import monster_cafe, monster_match
from tests.contract import playing


def test_a_code_brings_back_every_statistic_of_every_game(game: Any) -> None:
    for players, options in playing.setups(game)[:3]:
        for statistic in game.STATISTICS:
            played = simulate(game, 12, players=players, statistic=statistic, seed=5, **options)
            tally = Tally.from_code(played.code)

            assert [s.counts for s in played.by_seat] == [s.counts for s in tally.seats]
            assert played.asked == tally.asked
            assert (5, 12) == (tally.seed, tally.n)
            assert (game.NAME, players, statistic) == (*tally.asked[:2], tally.asked.statistic)
            assert played.code == tally.code


def test_seats_are_the_columns_of_a_simulation() -> None:
    played = Simulation({(1, 2): 3, (1, 4): 1})

    assert (Simulation({1: 4}), Simulation({2: 3, 4: 1})) == played.by_seat
    assert played.mean == tuple(seat.mean for seat in played.by_seat)
    assert (Simulation({True: 1}),) == Simulation({True: 1}).by_seat


def test_what_no_names_say_has_no_code() -> None:
    state = monster_cafe.initial_state(players=2)
    for question in (
        {"policies": RandomPolicy()},
        {"statistic": lambda record: len(record.actions)},
        {"from_state": state.apply(state.sample_chance(random.Random(1)))},
    ):
        with pytest.raises(ValueError, match="this one has no code"):
            _ = simulate(monster_cafe, 2, **question).code
    with pytest.raises(ValueError, match="this one has no code"):
        _ = simulate(monster_cafe, 2).map(max).code
    assert simulate(monster_cafe, 2, from_state=state).code
    with pytest.raises(ValueError, match="no game has been played yet"):
        _ = Run(Question.of(monster_cafe, 2)).result.code


def test_a_result_of_too_many_values_has_no_short_code() -> None:
    played = simulate("monster_kitchen", 900, statistic="mean_wait", policies="random")
    with pytest.raises(ValueError, match=r"mean_wait came out in \d+ different ways: a short code"):
        _ = played.code


# ---------------------------------------------------------------- damage

CODE = simulate(monster_cafe, 10, players=2, seed=3, statistic="winner").code


def test_every_changed_or_lost_character_is_noticed() -> None:
    for at in range(CODE.index(".") + 1, len(CODE)):
        for changed in ("", "A" if CODE[at] != "A" else "B", "?"):
            with pytest.raises(InvalidCode) as caught:
                Tally.from_code(CODE[:at] + changed + CODE[at + 1 :])
            assert caught.value.reason == "damaged"


def test_blanks_and_line_breaks_do_no_harm() -> None:
    assert Tally.from_code(f" {CODE[:30]}\n{CODE[30:]} \n") == Tally.from_code(CODE)


@pytest.mark.parametrize("text", ["", "mw1.abc", "mwr.abc", "mwrx.abc", "hello", None, 7])
def test_other_things_are_foreign(text: Any) -> None:
    with pytest.raises(InvalidCode, match=r"a code of a result begins with 'mwr1\.'") as caught:
        Tally.from_code(text)
    assert caught.value.reason == "foreign"


def test_a_newer_code_says_so() -> None:
    with pytest.raises(InvalidCode, match="newer monster_widgets: update it") as caught:
        Tally.from_code(CODE.replace("mwr1", "mwr2"))
    assert caught.value.reason == "newer"


GOOD = ["monster_cafe", 2, ["random"] * 2, "winner", {}, 3, [[[0, "1/2"], [3, 4]], [[1], [7]]]]


def forged(**changes: Any) -> str:
    names = ("game", "players", "policies", "statistic", "options", "seed", "seats")
    body = dict(zip(names, GOOD, strict=True)) | changes
    return seal("mwr1", zlib.compress(json.dumps(list(body.values())).encode()))


def test_what_can_be_forged_can_be_read() -> None:
    seats = Tally.from_code(forged()).seats
    assert ({0: 3, Fraction(1, 2): 4}, {1: 7}) == tuple(seat.counts for seat in seats)


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "chess"},
        {"game": 3},
        {"players": 9},
        {"policies": ["random"]},
        {"policies": ["lucky"] * 2},
        {"policies": 4},
        {"statistic": "luck"},
        {"options": {"luck": 1}},
        {"options": []},
        {"seed": "3"},
        {"seed": True},
        {"seats": []},
        {"seats": [[[], []]]},
        {"seats": [[[0, 0], [3, 4]]]},
        {"seats": [[[0], [3, 4]]]},
        {"seats": [[[0], [0]]]},
        {"seats": [[[0], [-1]]]},
        {"seats": [[[0], [1.5]]]},
        {"seats": [[["x"], [1]]]},
        {"seats": [[["1/0"], [1]]]},
        {"seats": [[[None], [1]]]},
        {"seats": [[[[1]], [1]]]},
        {"seats": [[[1e999], [1]]]},
        {"seats": [[[0], [3]], [[0], [4]]]},
        {"seats": [[[0], [3]]] * 3},
        {"seats": [[[0], [10**400]]]},
        {"seats": [[[1e308, -1e308], [1, 1]]]},
        {"seats": [[["1e1000000"], [1]]]},
        {"seats": [[["1/2/3"], [1]]]},
    ],
)
def test_a_well_sealed_code_that_says_nonsense_is_refused(changes: Any) -> None:
    with pytest.raises(InvalidCode) as caught:
        Tally.from_code(forged(**changes))
    assert caught.value.reason == "damaged"


def test_a_code_cannot_swell() -> None:
    body = zlib.compress(b'["' + b"a" * 100_000_000 + b'"]')
    with pytest.raises(InvalidCode):
        Tally.from_code(seal("mwr1", body))


# ---------------------------------------------------------------- known exactly


KNOWN = [
    (game, name) for game in map(games.load, games.names()) for name in getattr(game, "EXACT", ())
]


@pytest.mark.parametrize(("game", "statistic"), KNOWN, ids=lambda one: getattr(one, "NAME", one))
def test_what_a_game_knows_exactly_is_what_happens(game: Any, statistic: str) -> None:
    for players in (game.PLAYERS[0], game.PLAYERS[-1]):
        exact = exactly(game, statistic, players=players)
        assert exact is not None
        played = simulate(game, 20_000, players=players, statistic=statistic, seed=1)
        assert abs(played.mean - exact.expectation()) < 4 * played.standard_error  # type: ignore[operator]
        for value, p in exact.items():
            error = (float(p) * (1 - float(p)) / played.n) ** 0.5
            assert abs(played.probability(lambda n, value=value: n == value) - p) < 4.5 * error


def test_two_games_know_something_exactly() -> None:
    assert {"monster_cafe", "monster_match"} <= {game.NAME for game, _ in KNOWN}


def test_sorbets_do_not_depend_on_what_leaves_the_game() -> None:
    out = ("sludge", "lint")
    assert exactly("monster_cafe", "first_sorbets", players=2) == exactly(
        "monster_cafe", "first_sorbets", players=2, out=out
    )


def test_matches_depend_on_the_deck() -> None:
    zilch = {
        name: exactly("monster_match", "first_matches", deck=name) for name in ("house", "peaked")
    }
    for name, exact in zilch.items():
        assert exact is not None
        assert exact[0] == monster_match.zilch_probability_of_deal(10, name)
    own = [tuple(monster) for monster in monster_match.HOUSE_DECK]
    assert exactly("monster_match", "first_matches", deck=own) == zilch["house"] != zilch["peaked"]


def test_what_a_game_does_not_know_is_none_and_what_is_no_statistic_is_said(game: Any) -> None:
    assert exactly(game, "winner") is None
    with pytest.raises(ValueError, match=f"no statistic 'luck' in {game.NAME}"):
        exactly(game, "luck")
