"""Predict first: what is asked, what is answered, what is held back; for every game."""

from __future__ import annotations

import gzip
import json
from fractions import Fraction
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import monster_widgets as mw
from monster_widgets import engine
from monster_widgets.engine import CHANCE
from monster_widgets.locales import messages
from monster_widgets.widgets import contract, predicting, timeline
from monster_widgets.widgets.game_widget import GameWidget
from tests.contract.playing import records
from tests.contract.test_frames import check_phrase, schema
from tests.widgets.choosing import first_choice, intend

QUESTION = Draft202012Validator(schema(contract.PredictQuestion))
FRAME = Draft202012Validator(schema(contract.Frame))


def questions(widget: GameWidget) -> dict[int, Any]:
    return {f["step"]: f["question"] for f in widget.frames if "question" in f}


def asked(game: Any, record: engine.GameRecord, wish: Any, viewer: Any = "public") -> list[Any]:
    frames = timeline.frames(game, record, viewer)
    return list(predicting.ask(game, record, frames, wish))


def named(answers: list[Any]) -> list[str]:
    return [one["answer"] for one in answers]


# ---------------------------------------------------------------- what is asked, in every game


def test_every_question_of_every_game_has_its_shape_and_its_words(game: Any) -> None:
    for record in records(game.NAME)[::5]:
        names = messages.DEFAULT_NAMES[: record.players]
        words = [messages.Words(locale, game.NAME, names) for locale in messages.LOCALES]
        for viewer in (0, "public", "all"):
            for wish in (True, "scores"):
                for frame in asked(game, record, wish, viewer):
                    if "question" not in frame:
                        continue
                    assert frame["beat"]
                    assert FRAME.is_valid(json.loads(json.dumps(frame)))
                    QUESTION.validate(frame["question"])
                    for answer in frame["question"]["answers"]:
                        for language in words:
                            check_phrase(
                                language, answer["label"]["key"], answer["label"]["values"]
                            )


def test_the_truth_is_what_the_record_says(game: Any) -> None:
    kinds = set()
    for record in records(game.NAME)[::3]:
        for wish in (True, "scores"):
            for frame in asked(game, record, wish, "all"):
                if "question" not in frame:
                    continue
                step, question = frame["step"], frame["question"]
                state, action = record.states[step], record.actions[step]
                kinds.add(question["kind"])
                if question["kind"] == "score":
                    after = game.scores(record.states[step + 1].view("all"))
                    assert question["truth"] == after[question["player"]].total
                    continue
                assert len(set(named(question["answers"]))) == len(question["answers"]) > 1
                notation = engine.notation(action, state.acting_players)
                listed = notation in named(question["answers"])
                assert question["truth"] == (notation if listed else predicting.OTHER)
                assert question["truth"] in named(question["answers"])

    assert "decision" in kinds


def test_the_chances_of_a_draw_are_those_it_has(game: Any) -> None:
    # by a second route: not the odds beside the board, but what the state says of itself
    for record in records(game.NAME)[::3]:
        for frame in asked(game, record, "chance"):
            if "question" not in frame:
                continue
            exact = record.states[frame["step"]].chance_outcomes()
            told = {a["answer"]: ratio(a["chance"]) for a in frame["question"]["answers"]}
            assert sum(told.values()) == 1
            other = 1 - sum(exact[a] for a in exact if str(a) in told)
            assert told == {
                **{str(a): p for a, p in exact.items() if str(a) in told},
                **({predicting.OTHER: other} if other else {}),
            }


def ratio(chance: contract.Ratio) -> Fraction:
    return Fraction(int(chance["numerator"]), int(chance["denominator"]))


def test_nobody_is_asked_of_a_hand_they_do_not_see(game: Any) -> None:
    for record in records(game.NAME)[::3]:
        for frame in asked(game, record, "decisions", 0):
            acting, legal = (frame["view"][x] for x in ("acting_players", "legal_actions"))
            if "question" in frame:
                assert {*acting} <= {action["player"] for action in legal}
            if not legal:
                assert "question" not in frame


def test_forced_steps_and_deals_are_not_asked_for(game: Any) -> None:
    for record in records(game.NAME)[::3]:
        for frame in asked(game, record, True, "all"):
            action = record.actions[frame["step"]] if "question" in frame else None
            if action is not None and action.player == CHANCE:
                beside = record.actions[frame["step"] - 1 : frame["step"] + 2]
                assert action.kind not in game.FORCED
                assert 1 == [one.kind for one in beside if one.player == CHANCE].count(action.kind)


def test_frames_without_a_question_are_as_they_were(game: Any) -> None:
    record = records(game.NAME)[0]
    plain = timeline.frames(game, record, "public")
    assert tuple(plain) == predicting.ask(game, record, plain, False)
    for before, after in zip(plain, asked(game, record, True), strict=True):
        if "question" not in after:
            assert json.dumps(before) == json.dumps(after)


def test_a_game_that_grows_asks_what_it_would_ask_at_once() -> None:
    widget = mw.MonsterCafe(players=3, seed=3, you=0, predict=True)
    while widget.result is None:
        widget.act(first_choice(widget))
    whole = mw.MonsterCafe(record=widget.record, you=0, predict=True)

    assert widget.frames == whole.frames
    persons = {f["step"] for f in widget.frames if f["view"]["acting_players"] == [0]}
    assert not persons & set(questions(widget))


# ---------------------------------------------------------------- the keyword


@pytest.mark.parametrize(
    ("wish", "kinds"),
    [
        (True, {"decision", "chance"}),
        ("decisions", {"decision"}),
        ("chance", {"chance"}),
        ("scores", {"score"}),
        ([10, 12], {"chance", "decision"}),
        (range(10, 13), {"chance", "decision"}),
        (False, set()),
        (None, set()),
        ([], set()),
    ],
)
def test_what_can_be_predicted(wish: Any, kinds: set[str]) -> None:
    widget = mw.MonsterCafe(seed=7, predict=wish)

    assert {one["kind"] for one in questions(widget).values()} == kinds
    if isinstance(wish, list | range):
        assert list(wish) == list(questions(widget))
    again = mw.MonsterCafe(seed=7)
    again.predict = wish
    assert again.frames == widget.frames


@pytest.mark.parametrize("wish", ["everything", 12, 1.5, [1.5], [-1], {12}, "", [True], ["12"]])
def test_what_cannot_be_predicted_names_what_can(wish: Any) -> None:
    with pytest.raises(ValueError, match='True, "decisions", "chance", "scores" or a list of step'):
        mw.MonsterCafe(seed=7, predict=wish)


def test_a_step_without_anything_to_predict_names_steps_that_have() -> None:
    with pytest.raises(ValueError, match="at step 13 there is nothing to predict; there is at 10,"):
        mw.MonsterCafe(seed=7, predict=[12, 13])
    widget = mw.MonsterCafe(seed=7)
    with pytest.raises(ValueError, match="at step 999 there is nothing"):
        widget.predict = [999]
    assert (widget.predict, questions(widget)) == (False, {})
    assert mw.MonsterCafe(seed=7, you=0, predict=[999]).predict == (999,)  # may yet come
    with pytest.raises(ValueError, match="there is at no step of this game"):
        mw.MonsterMyNeighbor(seed=7, predict=[999])


# ---------------------------------------------------------------- answering


def test_answers_are_given_in_python_and_counted() -> None:
    widget = mw.MonsterCafe(players=4, seed=7, predict=True)
    first = widget.answer(10, "reveal sludge")
    assert (first.truth, first.right, first.chance) == ("reveal dust_bunny", False, Fraction(3, 28))
    assert first.likeliest
    widget.answer(14, "reveal sludge")  # comes, and nothing was likelier
    widget.answer(18, "reveal sludge")  # comes, though 5 others of 54 were likelier
    widget.answer(8, "first 0")
    widget.answer(11, "seat 0")
    widget.answer(12, "draw")
    said = widget.predictions

    assert [one.step for one in said] == [8, 10, 11, 12, 14, 18]
    assert [one.right for one in said] == [False, False, True, False, True, True]
    assert [one.likeliest for one in said] == [True, True, None, None, True, False]
    assert said[2:4] == (
        (11, "decision", 2, "seat 0", "seat 0", True, None, None),
        (12, "decision", 3, "draw", "clear 0", False, None, None),
    )
    expected = Fraction(1, 4) + Fraction(6, 56) + Fraction(6, 55) + Fraction(5, 54)
    assert said.calibration == (4, 3, 2, expected, 2, 1, 0, 0)
    table = said.to_pandas()
    assert list(table.columns) == list(predicting.Prediction._fields)
    assert list(table["right"]) == [one.right for one in said]
    assert table["chance"].sum() == pytest.approx(float(expected))


def test_scores_are_predicted_as_numbers() -> None:
    widget = mw.MonsterCafe(players=4, seed=7, predict="scores")
    step, question = next((k, q) for k, q in questions(widget).items() if q["truth"] not in (0, -1))
    assert widget.answer(step, question["truth"]).right
    other = list(questions(widget))[-1]
    assert not widget.answer(other, 99).right
    assert widget.predictions.calibration[-2:] == (2, 1)
    with pytest.raises(ValueError, match="a whole number is asked for"):
        widget.answer(next(iter(questions(widget))), "draw")


def test_an_answer_that_is_none_says_why_and_changes_nothing() -> None:
    widget = mw.MonsterCafe(players=4, seed=7, predict=True)
    widget.answer(12, "draw")
    for step, answer, reason in (
        (12, "clear 0", "Step 12 has been predicted already"),
        (13, "draw", "At step 13 there is nothing to predict. There is at: 8, 10, 11,"),
        (9999, "draw", "At step 9999 there is nothing"),
        (True, "draw", "At step true there is nothing"),
        (11, "seat 9", "“seat 9” is no answer at step 11. Possible are: seat 0, seat 1"),
        (11, 3, "“3” is no answer at step 11"),
    ):
        with pytest.raises(ValueError, match=reason):
            widget.answer(step, answer)
    assert [one.step for one in widget.predictions] == [12]
    widget.locale = "es"
    with pytest.raises(ValueError, match="El paso 12 ya está predicho"):
        widget.answer(12, "draw")


GOOD = {"step": 12, "kind": "decision", "answer": "draw"}


@pytest.mark.parametrize(
    "given",
    [
        "draw",
        5,
        None,
        {"step": 12},
        [5],
        [None],
        [{}],
        [{**GOOD, "kind": "chance"}],
        [{**GOOD, "answer": "clear 3"}],
        [{**GOOD, "answer": ["draw"]}],
        [{**GOOD, "step": "12"}],
        [{**GOOD, "step": True}],
        [{**GOOD, "step": 12.0}],
        [{**GOOD, "step": [12]}],
        [{**GOOD, "step": 13}],
        [{**GOOD, "step": -1}],
        [{**GOOD, "step": 10**9}],
        [{**GOOD, "step": 10**30}],
    ],
)
def test_what_a_browser_sends_is_looked_at(given: Any) -> None:
    widget = mw.MonsterCafe(players=4, seed=7, predict=True)
    widget.set_state({"predicted": given})
    assert widget.predicted == ()
    widget.set_state({"predicted": [GOOD]})
    widget.set_state({"predicted": given})
    assert widget.predicted == ((GOOD,) if given else ())  # nothing at all begins anew


def test_an_answer_stays_and_what_else_is_on_it_does_not() -> None:
    widget = mw.MonsterCafe(players=4, seed=7, predict=True)
    widget.set_state({"predicted": [{**GOOD, "right": True}]})
    widget.set_state({"predicted": [{**GOOD, "answer": "clear 0"}, {**GOOD, "step": 16}]})
    assert widget.predicted == (GOOD, {**GOOD, "step": 16})
    widget.predicted = ()
    assert widget.predicted == ()


def test_nothing_is_said_of_steps_that_are_no_more() -> None:
    widget = mw.MonsterCafe(players=3, seed=3, you=0, predict=True)
    for _ in range(4):
        widget.act(first_choice(widget))
    for step, question in questions(widget).items():
        widget.answer(step, question["answers"][-1]["answer"])
    said = len(widget.predicted)
    widget.undo()

    assert 0 < len(widget.predicted) < said
    assert widget.predicted[-1]["step"] < len(widget.record.actions)
    assert len(widget.record.predictions) == len(widget.predicted)


# ---------------------------------------------------------------- where the reader stands


def test_a_reader_who_plays_stops_at_the_first_question_and_python_goes_on() -> None:
    widget = mw.MonsterCafe(players=3, seed=3, you=0, predict=True)
    first = next(iter(questions(widget)))
    newest = len(widget.record.actions)
    assert widget.step == first < newest
    intend(widget, first_choice(widget), 1)  # the browser has answered, and stands at the newest
    assert (widget.error, widget.answered) == (None, 1)
    assert widget.step == min(step for step in questions(widget) if step >= newest)
    widget.goto(len(widget.record.actions))
    widget.act(first_choice(widget))
    assert widget.step == len(widget.record.actions)


def test_headless_nothing_stops_anybody() -> None:
    widget, plain = mw.MonsterCafe(seed=7, predict="chance"), mw.MonsterCafe(seed=7)
    for _ in range(30):
        widget.next()
        plain.next()
        assert widget.step == plain.step
    widget.goto(109)
    assert widget.step == 109
    assert (widget.predicted, widget.predictions) == ((), ())
    assert widget.predictions.calibration == (0, 0, 0, 0, 0, 0, 0, 0)


def test_the_static_board_tells_the_log_up_to_the_question() -> None:
    widget = mw.MonsterCafe(seed=7, predict=[30], step=20)
    open_ = widget._static()
    covered = 'value="31"'
    assert covered not in open_
    assert 'value="30"' in open_
    widget.answer(30, questions(widget)[30]["answers"][0]["answer"])
    assert covered in widget._static()
    assert covered in mw.MonsterCafe(seed=7, step=20)._static()


# ---------------------------------------------------------------- the record


def test_the_record_carries_what_was_predicted_and_brings_it_back() -> None:
    widget = mw.MonsterCafe(players=4, seed=7, predict=True)
    widget.answer(12, "draw")
    widget.answer(10, "reveal lint")
    text = widget.record.to_json()
    back = mw.MonsterCafe(record=text, predict=True)

    assert back.predictions == widget.predictions
    assert [one.step for one in back.record.predictions] == [10, 12]
    assert widget.record == mw.MonsterCafe(players=4, seed=7).record
    assert mw.MonsterCafe(record=text).predictions == ()
    assert mw.MonsterCafe(record=text).record.to_json() == text  # carried along, unseen
    assert mw.MonsterCafe(record=widget.record.code, predict=True).predictions == ()
    assert [one["step"] for one in widget.branch(11).predicted] == [10]
    assert widget.branch(11).predict is True


# ---------------------------------------------------------------- hold


def everything(widget: GameWidget) -> str:
    """All that leaves Python: the state of the widget, what is shown without it, the file."""
    state = dict(widget.get_state())
    packed = {k: json.loads(gzip.decompress(v)) for k, v in state.items() if isinstance(v, bytes)}
    rest = {k: v for k, v in state.items() if not isinstance(v, bytes) and k != "layout"}
    bundle, _ = widget._repr_mimebundle_()
    shown = [bundle["text/plain"], bundle["text/html"]]
    return json.dumps([packed, rest, widget._state(), *shown], default=str)


def test_what_is_held_back_is_nowhere_until_it_is_released(game: Any, tmp_path: Any) -> None:
    name = "".join(part.title() for part in game.NAME.split("_"))
    open_ = getattr(mw, name)(seed=7, viewer="all", predict=True)
    hold = next(step for step in questions(open_) if step > len(open_.frames) // 3)
    widget = getattr(mw, name)(seed=7, viewer="all", predict=True, hold=hold, step=hold)
    if widget.frames[-1]["view"]["legal_actions"]:
        widget.explain()
    secret = [json.dumps(f["captions"]) for f in open_.frames if f["step"] > hold and f["captions"]]
    sent = everything(widget)
    page = widget.to_html(tmp_path / "held.html").read_text("utf-8")
    state = json.loads(page.partition('data-for="monster-widget">')[2].partition("</script>")[0])

    assert len(widget.frames) == hold + 1
    assert widget.frames[:hold] == open_.frames[:hold]
    assert widget.frames[hold]["question"] == {**questions(open_)[hold], "truth": None}
    assert widget.info["held"] is True
    assert str(len(open_.frames) - 1) not in repr(widget).partition("step=")[2]
    before = json.dumps([f["captions"] for f in open_.frames[: hold + 1]])
    news = [one for one in secret if one not in before]
    assert len(news) > 5
    for one in news:
        assert one not in sent
        assert one not in json.dumps(state["state"])
    assert len(state["state"]["frames"]) == hold + 1
    assert all(f'value="{step}"' not in page for step in range(hold + 1, len(open_.frames)))

    widget.release()
    assert widget.frames == open_.frames
    assert "held" not in widget.info
    sent = everything(widget)
    assert all(one in sent for one in news)


def test_an_answer_to_what_is_held_is_judged_when_it_is_released() -> None:
    widget = mw.MonsterCafe(seed=7, predict=True, hold=12)
    assert (widget.answer(12, "clear 0").right, widget.predictions.calibration.decisions) == (
        None,
        0,
    )
    assert len(widget.record.actions) == 109
    widget.release()
    assert widget.predictions[0].right
    assert widget.predictions.calibration.decisions == 1
    widget.hold = 5
    assert (len(widget.frames), widget.step) == (6, 0)


def test_holding_takes_the_reader_back_and_stops_who_plays() -> None:
    widget = mw.MonsterCafe(players=3, seed=3, you=0)
    newest = len(widget.record.actions)
    widget.hold = newest
    with pytest.raises(ValueError, match=rf"held at step {newest}.*w\.release\(\)"):
        widget.act(first_choice(widget))
    intend(widget, first_choice(widget), 1)
    assert widget.error["key"] == "common.reason.held"
    widget.hold = newest - 4
    assert (widget.step, len(widget.frames)) == (newest - 4, newest - 3)
    widget.hold = newest + 1
    widget.goto(newest) if widget.step != newest else None
    widget.act(first_choice(widget))
    assert len(widget.frames) == newest + 2 < len(widget.record.states)
    with pytest.raises(ValueError, match="held"):
        widget.undo()
    widget.release()
    widget.undo()
    assert len(widget.record.actions) == newest


@pytest.mark.parametrize("hold", [-1, 1.5, "12", True, [3]])
def test_a_wrong_hold_is_refused(hold: Any) -> None:
    with pytest.raises(ValueError, match="hold is a step, from 0 on, or None"):
        mw.MonsterCafe(seed=7, hold=hold)


def test_to_hold_a_game_that_is_over_at_its_end_holds_nothing() -> None:
    widget, plain = mw.MonsterCafe(seed=7, hold=109), mw.MonsterCafe(seed=7)

    assert (widget.frames, widget.info) == (plain.frames, plain.info)
    assert mw.MonsterCafe(seed=7, hold=9999).frames == plain.frames
