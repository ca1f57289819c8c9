"""A bill without a browser: its frames, its sentences, and what it refuses."""

from __future__ import annotations

import random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from monster_widgets import MonsterCafeScoring
from monster_widgets.games import monster_cafe
from monster_widgets.games._monster_cafe_scoring import FOODS, MONSTERS
from monster_widgets.locales import messages
from monster_widgets.widgets import contract
from tests.contract.test_frames import schema

MIKE: dict[str, Any] = {
    "monsters": {"sludge": 3, "stinky_sock": 1, "anything": 1, "toenail": 3},
    "dishes": ["sludge", "stinky_sock", "stinky_sock", "eyeball"],
    "name": "Mike",
}


def said(widget: MonsterCafeScoring, locale: str = "en") -> list[str]:
    words = messages.Words(locale, monster_cafe.NAME, widget.info["players"])
    return [" ".join(words.captions(frame["captions"])) for frame in widget.frames]


def test_mikes_total_is_four_line_by_line() -> None:
    mike = MonsterCafeScoring(**MIKE)

    assert mike.total == 4
    assert [frame["scores"][0]["total"] for frame in mike.frames] == [0, 3, 5, 5, 2, 4]
    assert said(mike) == [
        "Mike has collected 8 monsters and 4 dishes. What are they worth?",
        "Mike has Sludge Soufflé once and feeds 3 × Sludge Eater with it: +1 each, +3 in all.",
        "Mike has Stinky Sock Stew twice and feeds a Stinky Sock Eater with it: "
        "+2 each, +2 in all.",
        "Nobody eats Spaghetti and Eyeballs. A dish without a guest scores nothing: 0.",
        "Mike has no dish for 3 × Toenail Eater: −1 each, −3 in all.",
        "Mike may feed an Anything Eater with any dish. With Stinky Sock Stew, which is there "
        "twice, each scores +2: +2 in all.",
    ]
    assert [frame["captions"][0]["rule"] for frame in mike.frames] == [
        "S20",
        "S21",
        "S22",
        "S24",
        "S23",
        "S25",
    ]


def test_the_whole_bill_is_on_screen_at_first_and_can_begin_with_nothing() -> None:
    assert (MonsterCafeScoring(**MIKE).step, MonsterCafeScoring(**MIKE, step=0).step) == (5, 0)
    assert repr(MonsterCafeScoring(**MIKE)) == "MonsterCafeScoring(name='Mike', total=4, step=5/5)"


def test_the_choices_of_an_anything_eater_stand_beside_each_other_once_it_is_counted() -> None:
    frames = MonsterCafeScoring(**MIKE).frames

    assert [frame["view"]["values"]["choices"] for frame in frames[:-1]] == [[]] * 5
    choices = frames[-1]["view"]["values"]["choices"]
    assert [(c["food"], c["each"], c["total"], c["best"]) for c in choices] == [
        ("sludge", 1, 3, False),
        ("stinky_sock", 2, 4, True),
        ("eyeball", 1, 3, False),
    ]


def test_the_choices_are_the_scores_of_the_collections_they_stand_for() -> None:
    rng = random.Random(5)
    for _ in range(200):
        monsters, dishes = collection(rng)
        eaters = monsters["anything"]
        choices = MonsterCafeScoring(monsters, dishes).frames[-1]["view"]["values"]["choices"]
        without = monster_cafe.score({**monsters, "anything": 0}, dishes).total

        assert {c["food"] for c in choices} == {f for f in FOODS if dishes[f] and eaters}
        for choice in choices:
            # all Anything Eaters as ordinary guests of one dish
            assert choice["total"] == without + eaters * dishes[choice["food"]]
        if choices:
            best = max(choice["total"] for choice in choices)
            assert best == monster_cafe.score(monsters, dishes).total
            assert all(c["best"] == (c["total"] == best) for c in choices)


def collection(rng: random.Random) -> tuple[dict[str, int], dict[str, int]]:
    return (
        {key: rng.choice((0, 0, 0, 1, 2, 6)) for key in MONSTERS},
        {key: rng.choice((0, 0, 1, 2)) for key in FOODS},
    )


def test_every_frame_keeps_all_cards_and_the_contract() -> None:
    frame_schema = Draft202012Validator(schema(contract.Frame))
    rng = random.Random(6)
    for _ in range(100):
        monsters, dishes = collection(rng)
        widget = MonsterCafeScoring(monsters, dishes)
        Draft202012Validator(schema(contract.Info)).validate(widget.info)
        for before, frame in zip([None, *widget.frames], widget.frames, strict=False):
            frame_schema.validate(frame)
            zones = frame["view"]["zones"]
            cards = sorted(card for cards in zones.values() for card in cards)
            given = [
                key for pile in (monsters, dishes) for key, n in pile.items() for _ in range(n)
            ]
            assert cards == sorted(given)
            moved = (
                {} if before is None else {z: list(c) for z, c in before["view"]["zones"].items()}
            )
            for move in frame["moves"]:
                moved[move["source"]].remove(move["card"])
                moved[move["target"]].append(move["card"])
            assert all(sorted(moved[zone]) == sorted(zones[zone]) for zone in moved)


@pytest.mark.parametrize("locale", messages.LOCALES)
def test_every_sentence_is_whole_in_both_languages(locale: str) -> None:
    rng = random.Random(7)
    widgets = [MonsterCafeScoring(*collection(rng)) for _ in range(60)]
    widgets += [MonsterCafeScoring({"anything": 2}, []), MonsterCafeScoring([], [])]
    for widget in widgets:
        for sentence in said(widget, locale):
            assert "{" not in sentence
            assert "monster_cafe" not in sentence


def test_no_dish_is_called_unused_that_an_anything_eater_eats() -> None:
    rng = random.Random(8)
    for _ in range(300):
        monsters, dishes = collection(rng)
        bill = monster_cafe.score(monsters, dishes)
        unused = {line.key for line in bill.lines if line.label == "unused"}
        eaten = {line.food for line in bill.lines if line.key == "anything"}

        assert not unused & eaten
        hosts = {line.food for line in bill.lines if line.count and line.key != "anything"}
        equal = {f for f in FOODS if dishes[f] == max(dishes.values())}
        if eaten - {None} and hosts & equal:
            assert eaten <= hosts  # they go where others eat the same anyway


def test_counts_may_come_as_a_series_and_names_may_be_joined() -> None:
    class Series:  # what matters of pandas' own
        def keys(self) -> list[str]:
            return ["sludge"]

        def items(self) -> list[tuple[str, int]]:
            return [("sludge", 2)]

        def __iter__(self) -> Any:
            return iter([2])

    family = "\N{MAN}\N{ZERO WIDTH JOINER}\N{GIRL}"
    assert MonsterCafeScoring(Series(), ["sludge"], name=family).total == 2


def test_a_bill_of_nothing_is_nothing() -> None:
    widget = MonsterCafeScoring([], [])

    assert (widget.total, len(widget.frames), widget.frames[0]["over"]) == (0, 1, True)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"monsters": {"sock": 1}}, "unknown card 'sock'; the cards are sludge, stinky_sock"),
        ({"monsters": ["sludge"] * 7}, "the box holds only 6 monsters of sludge, not 7"),
        ({"dishes": {"lint": 3}}, "the box holds only 2 dishes of lint, not 3"),
        ({"monsters": {"lint": -1}}, "the count of lint must be a whole number from 0, not -1"),
        ({"monsters": "sludge"}, "cards are keys, or a mapping key → count, not 'sludge'"),
        ({"dishes": ["anything"]}, "unknown card 'anything'"),
        ({"name": " "}, "name must be a text that can be printed"),
        ({"name": 7}, "name must be a text that can be printed"),
        ({"step": 9}, "There are steps 0 to 5, not 9"),
        ({"locale": "fr"}, "locale must be one of 'en', 'es'"),
    ],
)
def test_what_is_wrong_is_said(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        MonsterCafeScoring(**{**MIKE, **wrong})


def test_an_unknown_keyword_is_answered_with_those_there_are() -> None:
    with pytest.raises(TypeError, match="no keyword 'plates'; there are monsters, dishes, name"):
        MonsterCafeScoring(**MIKE, plates=[])


def test_readers_without_a_browser_get_the_bill_as_tables(tmp_path: Any) -> None:
    mike = MonsterCafeScoring(**{**MIKE, "name": "<b>Mike"})
    data, _ = mike._repr_mimebundle_()
    page = mike.to_html(tmp_path / "bill.html").read_text("utf-8")

    for text in (data["text/html"], page):
        assert "&lt;b&gt;Mike’s bill" in text
        assert "<td>2 × Stinky Sock Stew</td>" in text
    assert "<script" not in data["text/html"]
    assert "<b>Mike" not in data["text/html"]
