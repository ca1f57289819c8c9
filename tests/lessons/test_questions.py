"""Questions as data: ten numbers by a second route, judging, and a teacher's typos."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from importlib.resources import files
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from monster_widgets import games, lessons
from monster_widgets.engine import CHANCE, GameRecord, play
from monster_widgets.games import monster_cafe
from monster_widgets.lessons.keys import Key
from monster_widgets.lessons.questions import load_json, shipped
from monster_widgets.locales.messages import LOCALES

PACKAGE = files("monster_widgets.lessons")
SCHEMA = json.loads(PACKAGE.joinpath("question.schema.json").read_text("utf-8"))
CAFE = load_json("monster_cafe")
BOX = Counter(
    dict.fromkeys(
        (
            *("sludge", "stinky_sock", "eyeball", "roadkill", "brain", "toenail", "dust_bunny"),
            *("lint", "anything", "sorbet"),
        ),
        6,
    )
)

JUDGED = json.loads((Path(__file__).parent / "judged.json").read_text("utf-8"))


# ---------------------------------------------------------------- judging


@pytest.mark.parametrize("case", JUDGED["cases"], ids=lambda case: f"{case[0]} {case[1]}")
def test_an_answer_is_judged_as_the_browser_judges_it(case: list[Any]) -> None:
    name, given, right, reason, why = case
    verdict = Key.from_data(JUDGED["keys"][name]).judge(given)

    assert (right, f"quiz.verdict.{reason}") == (verdict["right"], verdict["key"])
    assert why == verdict["values"].get("why", {}).get("en")


def test_a_key_survives_being_written_down() -> None:
    for question in lessons.read_questions("monster_cafe"):
        text = json.dumps(question.key.to_data())

        assert question.key == Key.from_data(json.loads(text))


# ---------------------------------------------------------------- the ten questions of the Café


def position(seed: int, step: int, policies: str = "greedy") -> GameRecord:
    record = play(monster_cafe, policies, seed, players=4)
    return GameRecord("monster_cafe", 4, record.options, seed, record.actions[:step])


def left_in(record: GameRecord) -> Counter[str]:
    """What is left of the box once all cards that lie open are taken away, one by one."""
    left = Counter(BOX)
    zones = record.state.view("public").zones
    for zone, cards in zones.items():
        if zone.split(":")[0] in ("monsters", "seats", "drawn", "discard"):
            left.subtract(cards)
    # dishes lie in the discard, too: they are no cards of the deck
    left.update(dict.fromkeys(BOX, 0))
    return left


def by_hand() -> Iterator[tuple[str, Any]]:
    """The ten answers, worked out without the functions that the questions name."""
    ana = position(7, 103)
    yield "moves", Fraction(len(ana.state.legal_actions()))
    left = left_in(position(7, 57))
    deck = list(left.elements())
    yield "next_lint", Fraction(deck.count("lint"), len(deck))
    now, then = Fraction(deck.count("sorbet"), len(deck)), Fraction(6, 60)
    yield "after_sorbets", ["less"] if now < then else ["same"] if now == then else ["more"]
    pairs = list(combinations(deck, 2))
    yield "sorbet_in_two", Fraction(sum("sorbet" in pair for pair in pairs), len(pairs))
    yield "expected_eyeballs", sum(Fraction(deck.count("eyeball"), len(deck)) for _ in range(5))
    yield "draw_or_clear", one_more()
    yield "mikes_total", Fraction(3 * 1 + 1 * 2 + 1 * 2 - 3 * 1)
    yield "kind_to_lose", ["toenail"]  # the only kind that costs points: 3 of 4 would be gained
    yield "best_table", best_tables()
    left = left_in(ana)
    items = ("sludge", "sorbet", "eyeball", "anything")
    yield "likelihood", sorted(items, key=lambda key: -left[key])


def one_more() -> Fraction:
    """Play each card of the deck, seat or pay it in each way, clear, and take the best score."""
    record = position(17, 120)
    left = left_in(record)
    drawn = record.state.apply(record.state.legal_actions(2)[0])
    assert drawn.acting_players == (CHANCE,)
    total = Fraction(0)
    for outcome, chance in drawn.chance_outcomes().items():
        assert chance == Fraction(left[outcome.args[0]], left.total())
        total += chance * max(scores_after_clearing(drawn.apply(outcome)))
    return total


def scores_after_clearing(state: Any) -> Iterator[int]:
    """Return Clara's score for each way to seat or pay a card and to clear then."""
    if state.acting_players == (CHANCE,):
        for outcome in state.chance_outcomes():
            yield from scores_after_clearing(state.apply(outcome))
        return
    if state.acting_players != (2,):
        return
    for action in state.legal_actions(2):
        if action.kind == "clear":
            after = state.apply(action)
            yield monster_cafe.scores(after.view("public"))[2].total
        elif action.kind != "draw":
            yield from scores_after_clearing(state.apply(action))


def best_tables() -> list[str]:
    state = position(33, 54, "random").state
    before = monster_cafe.scores(state.view("public"))[3].total
    gains = {
        str(action): monster_cafe.scores(state.apply(action).view("public"))[3].total - before
        for action in state.legal_actions(3)
        if action.kind == "clear"
    }
    return [name for name, gain in gains.items() if gain == max(gains.values())]


@pytest.mark.parametrize(("ident", "expected"), list(by_hand()))
def test_each_of_the_ten_numbers_comes_out_by_a_second_route(ident: str, expected: Any) -> None:
    key = {q.id: q.key for q in lessons.read_questions("monster_cafe")}[ident]

    if isinstance(expected, list) and key.kind == "order":
        assert [[one] for one in expected] == [list(ids) for ids in key.right]
    elif isinstance(expected, list):
        assert expected == list(key.right[0])
    else:
        assert expected == Fraction(key.right[0][0])


def test_there_are_ten_and_mikes_total_is_4() -> None:
    questions = lessons.read_questions("monster_cafe")

    assert len(questions) == 10
    assert {"choice", "number", "order", "pick"} == {q.kind for q in questions}
    assert {q.id: q.key.shown["en"] for q in questions}["mikes_total"] == "4"
    assert {ident for ident, _ in by_hand()} == {q.id for q in questions}


@pytest.mark.parametrize("name", shipped())
def test_shipped_questions_keep_the_schema(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(load_json(name), SCHEMA)


def test_the_schema_refuses_what_the_reader_refuses() -> None:
    for wrong in (
        {**CAFE, "format": "other"},
        {**CAFE, "questions": []},
        {**CAFE, "questions": [{**CAFE["questions"][0], "kinds": "x"}]},
        {**CAFE, "questions": [{**CAFE["questions"][0], "text": {"en": "only English"}}]},
        {**CAFE, "questions": [{**CAFE["questions"][0], "key": 3}]},
    ):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, SCHEMA)
        with pytest.raises(ValueError):  # noqa: PT011  # which sentence: below
            lessons.read_questions(wrong)


def test_every_wrong_answer_gets_another_sentence_in_both_languages() -> None:
    for question in lessons.read_questions("monster_cafe"):
        for locale in LOCALES:
            said = [wrong.feedback[locale] for wrong in question.key.wrong]
            assert len(set(said)) == len(said)
        for option in question.options:
            assert not any("monster_cafe." in text for text in option.text.values())


# ---------------------------------------------------------------- of every game


def test_a_question_can_be_asked_of_every_game(game: Any) -> None:
    record = play(game, "random", 3, players=game.PLAYERS[0])
    step = next(i for i, s in enumerate(record.states) if s.view("public").legal_actions or i == 5)
    data = {
        "id": "cards",
        "kind": "number",
        "position": {"record": record.to_json(), "step": step},
        "text": {"en": "How many?", "es": "¿Cuántas?"},
        "key": {"value": "count", "args": {"zone": list(record.states[step].view("public").zones)}},
    }
    question = lessons.read_question(data)
    zones = record.states[step].view("public").zones

    assert Fraction(question.key.right[0][0]) == sum(map(len, zones.values()))


def test_chance_is_the_chance_the_game_tells(game: Any) -> None:
    record = play(game, "random", 3, players=game.PLAYERS[0])
    for step, state in enumerate(record.states):
        view = state.view("public")
        rows = [row for odds in game.odds(view) or () for row in odds.rows if row.action]
        if not rows:
            continue
        data = {
            "id": "chance",
            "kind": "number",
            "chance": True,
            "position": {"record": record.code, "step": step},
            "text": {"en": "How likely?", "es": "¿Qué probabilidad?"},
            "key": {"value": "chance", "args": {"outcomes": rows[0].action}},
        }
        assert Fraction(lessons.read_question(data).key.right[0][0]) == rows[0].probability
        return
    # there the public sees no chance of a single outcome
    assert game.NAME in ("monster_kitchen", "monster_my_neighbor")


# ---------------------------------------------------------------- a teacher's typos

PICK = next(one for one in CAFE["questions"] if one["id"] == "best_table")
CHOICE = next(one for one in CAFE["questions"] if one["id"] == "after_sorbets")
ORDER = next(one for one in CAFE["questions"] if one["id"] == "likelihood")
LINT = next(one for one in CAFE["questions"] if one["id"] == "next_lint")
MIKE = next(one for one in CAFE["questions"] if one["id"] == "mikes_total")


def changed(data: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The data with one entry replaced; None takes it away."""
    copy = deepcopy(data)
    *way, last = [int(one) if one.isdigit() else one for one in path.split("/")]
    place: Any = copy
    for one in way:
        place = place[one]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return copy


@pytest.mark.parametrize(
    ("data", "path", "value", "said"),
    [
        (LINT, "id", "two words", "the id of a question is a word without spaces"),
        (LINT, "kind", "numbr", "question 'next_lint': kind is one of choice, number, order, pick"),
        (LINT, "hint", [], "there is no entry 'hint' here; there are id, kind,"),
        (LINT, "text", None, "the entry 'text' is missing"),
        (LINT, "text/es", None, "text: the entry 'es' is missing"),
        (LINT, "text/fr", "x", "text: there is no entry 'fr' here; there are en, es"),
        (LINT, "text/en", "{lefft} cards", r"\{lefft\} is none of the numbers; there are: left"),
        (LINT, "position/game", "chess", "position: there is no game 'chess'; there are monster_c"),
        (LINT, "position/step", 999, r"position: the game has steps 0 to \d+, not 999"),
        (LINT, "position/seed", "x", "position: a seed is a whole number, not 'x'"),
        (LINT, "position/players", 9, "players is a number from 2 to 4 or names, not 9"),
        (LINT, "position/viewer", 7, "position: a viewer is"),
        (LINT, "position/options", {"frist": 1}, "there is no entry 'frist' here; there are first"),
        (LINT, "key", 3, "key: 3 is typed in; write an expression that computes it"),
        (LINT, "key", {"sum": [1, 2]}, "is typed in"),
        (LINT, "key/value", "nextcard", "key: there is no value 'nextcard'; there are chance, cou"),
        (LINT, "key/args/card", "lind", "key: next_card: there is no card 'lind'; there are sl"),
        (LINT, "key/args/kard", "lint", "key: next_card: there is no entry 'kard' here"),
        (LINT, "wrong/0/value/quotient/1", {"difference": [{"value": "moves"}, {"value": "moves"}]},
         r"wrong\[0\]: quotient: nothing can be divided by 0"),
        (LINT, "wrong/1/feedback", None, r"wrong\[1\]: the entry 'feedback' is missing"),
        (LINT, "tries", 0, "tries: a whole number from 1 on, not 0"),
        (LINT, "show", ["hand:0"], "show: there is no zone 'hand:0' here"),
        (MIKE, "chance", True, "key: a chance is from 0 to 1, and this is 4"),
        (MIKE, "position/cards", {"monster": []}, "there is no entry 'monster' here; there are de"),
        (MIKE, "position/cards/monsters/sludge", -3, "cards are a list of keys, or key and count"),
        (MIKE, "position/cards/monsters/sludge", 10**9, "cards are a list of keys, or key and"),
        (MIKE, "position/cards/monsters", {"sluge": 3}, "monsters: the game has no card 'sluge'"),
        (MIKE, "key/value", "moves", "this needs a step of a game"),
        (CHOICE, "options/1/id", "more", "two of them have the id 'more'"),
        (CHOICE, "options/1/value", None, "every option needs a 'value': same have none"),
        (CHOICE, "key", "biggest", "key: largest, smallest, or an expression, not 'biggest'"),
        (ORDER, "key", "largest", "of an order it is one of largest_first, smallest_first"),
        (ORDER, "items/0/card", "sluge", "the game has no card 'sluge'"),
        (ORDER, "wrong/1/first", "lint", "there is no item 'lint'; there are sludge, sorbet"),
        (PICK, "options", {"actions": ["seat"]}, "fewer than two such actions are legal here"),
        (PICK, "value/args/action", "clear 9", "'clear 9' is not possible here, but clear 1"),
        (PICK, "wrong/0/option", "clear 0", "there is no option 'clear 0'; there are clear 1"),
        (PICK, "options", {"cards": "monsters:9"}, "there is no zone 'monsters:9' here"),
    ],
)  # fmt: skip
def test_a_typo_is_named_with_its_place_and_what_is_legal(
    data: dict[str, Any], path: str, value: Any, said: str
) -> None:
    wrong = changed(data, path, value)

    with pytest.raises(ValueError, match=said) as refused:
        lessons.read_question(wrong)
    if path != "id":
        assert str(refused.value).startswith(f"question {data['id']!r}: ")


def test_no_file_and_two_questions_of_one_id_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no file 'none\.json'.*these do: monster_cafe"):
        lessons.read_questions("none.json")
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    with pytest.raises(ValueError, match=r"broken\.json is not JSON"):
        lessons.read_questions(broken)
    with pytest.raises(ValueError, match="two questions have the id 'mikes_total'"):
        lessons.read_questions([MIKE, MIKE])


def test_an_expression_is_never_executed() -> None:
    for wicked in ("__import__('os').system('x')", "().__class__", "listed", "GENERAL"):
        with pytest.raises(ValueError, match="there is no value"):
            lessons.read_question(changed(LINT, "key", {"value": wicked}))


# ---------------------------------------------------------------- orders and ties


def test_what_ties_may_stand_in_any_order() -> None:
    cards = ("sludge", "brain", "lint", "eyeball")  # the first three are equally likely at step 57
    items = [{"card": c, "value": {"value": "next_card", "args": {"card": c}}} for c in cards]
    data = changed(changed(ORDER, "items", items), "wrong", [])
    key = lessons.read_question(changed(data, "position/step", 57)).key
    right = [order for order in permutations(cards) if key.judge(list(order))["right"]]

    assert len(right) == 6
    assert all(order[0] == "eyeball" for order in right)


def test_the_order_on_screen_does_not_depend_on_how_it_was_written() -> None:
    shown = [option.id for option in lessons.read_question(ORDER).options]
    turned = changed(ORDER, "items", ORDER["items"][::-1])

    assert shown == [option.id for option in lessons.read_question(turned).options]
    assert sorted(shown) == sorted(item["card"] for item in ORDER["items"])


def test_items_without_a_name_do_not_tell_where_they_were_written() -> None:
    items = [
        {"text": {"en": text, "es": text}, "value": value}
        for value, text in enumerate(("none", "a few", "some", "many"))
    ]
    data = changed(changed(ORDER, "items", items), "wrong", [])
    turned = changed(data, "items", items[::-1])
    [one, other] = (
        [(option.id, option.text["en"]) for option in lessons.read_question(each).options]
        for each in (data, turned)
    )

    assert one == other
    assert not {ident for ident, _ in one} & set("01234")


def test_every_named_function_is_described_for_teachers() -> None:
    from monster_widgets.lessons.quantities import quantities

    for language in ("", ".es"):
        text = (Path(__file__).parents[2] / "docs" / f"questions{language}.md").read_text("utf-8")
        for name in {name for game in games.names() for name in quantities(game)}:
            assert re.search(rf"`{name}`", text), (language, name)
