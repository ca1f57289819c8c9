"""Hints: what a policy thinks of every choice, for who asks."""

from __future__ import annotations

from fractions import Fraction

import pytest
from jsonschema import Draft202012Validator

from monster_widgets import MonsterCafe, MonsterMyNeighbor, games
from monster_widgets.engine import Estimate, Value, play
from monster_widgets.widgets import contract, hints
from tests.contract.test_frames import schema
from tests.widgets.choosing import first_choice, inquire


def test_a_hint_values_every_choice_at_the_step_on_screen() -> None:
    widget = MonsterCafe(players=3, seed=3, you=0)
    careful = games.load("monster_cafe").POLICIES["careful"]
    worth = careful.explain(widget.record.state.view(0))

    assert widget.explain() == {str(action): value for action, value in worth.items()}
    hint = widget.hint
    assert (hint["step"], hint["player"], hint["policy"]) == (12, 0, "careful")
    Draft202012Validator(schema(contract.Hint)).validate(hint)
    values = [row["value"] for row in hint["rows"]]
    assert values == sorted(values, reverse=True)
    assert hint["method"] == "estimate"
    for row in hint["rows"]:
        assert (row["exact"] is None) == (row["n"] == 16) == (row["standard_error"] is not None)


def test_a_hint_that_is_calculated_is_exact() -> None:
    record = play("monster_cafe", "greedy", seed=7, players=4)
    alone = next(
        step
        for step, state in enumerate(record.states)
        if len(state.view("public").values["still_in"]) == 1 and state.acting_players[:1] >= (0,)
    )
    widget = MonsterCafe(record=record, step=alone)
    values = widget.explain()

    assert widget.hint["method"] == "exact"
    assert {row["exact"]["numerator"] for row in widget.hint["rows"]} == {
        str(value.numerator) for value in values.values() if isinstance(value, Fraction)
    }


def test_the_browser_asks_for_a_hint_at_any_step_and_nothing_else_changes() -> None:
    widget = MonsterCafe(players=3, seed=3, you=0)
    actions = widget.record.actions
    inquire(widget, "explain", 1, 3)

    assert (widget.hint, widget.error["key"]) == (None, "common.reason.nothing_to_choose")
    inquire(widget, "explain", 2, 12)
    assert (widget.hint["step"], widget.answered) == (12, 2)
    assert widget.record.actions == actions
    inquire(widget, "explain", 3, 999)
    assert widget.error["key"] == "common.reason.late"
    widget.act(first_choice(widget))
    assert widget.hint is None


def test_a_hint_is_for_the_eyes_it_was_made_for() -> None:
    widget = MonsterCafe(players=3, seed=3, you=0)
    widget.explain()
    widget.viewer = "public"

    assert widget.hint is None


def test_no_hint_for_what_nobody_chooses() -> None:
    widget = MonsterCafe(seed=7)
    with pytest.raises(ValueError, match="Nobody chooses here"):
        widget.explain()
    with pytest.raises(ValueError, match="Aquí no decide nadie"):
        MonsterCafe(seed=7, locale="es", step=109).explain()


# ---------------------------------------------------------------- after a choice


def decisions(widget: MonsterCafe) -> list[int]:
    """The steps that somebody's choice led to."""
    return [k + 1 for k, action in enumerate(widget.record.actions) if action.player >= 0]


def test_after_a_choice_another_is_called_better_only_where_that_can_be_told() -> None:
    widget = MonsterCafe(seed=7, policies="random")
    careful = games.load("monster_cafe").POLICIES["careful"]
    kinds = set()
    for step in decisions(widget)[6::4]:
        widget.goto(step)
        why = widget.why()
        state, made = widget.record.states[step - 1], widget.record.actions[step - 1]
        values = {str(a): v for a, v in careful.explain(state.view(made.player)).items()}
        mean = {a: float(v.mean if isinstance(v, Estimate) else v) for a, v in values.items()}
        error = {a: v.standard_error if isinstance(v, Estimate) else 0 for a, v in values.items()}
        mine = str(made)
        gaps = {
            a: (mean[a] - mean[mine], 2 * (error[a] ** 2 + error[mine] ** 2) ** 0.5)
            for a in values
            if a != mine
        }
        if not gaps:
            expected = "only"
        elif (top := max(gaps.values(), key=lambda gap: gap[0]))[0] > top[1]:
            expected = "better"
        elif all(gap <= -twice for gap, twice in gaps.values()):
            expected = "best"
        else:
            expected = "unclear"

        assert (why.kind, why.made, why.values) == (expected, mine, values)
        if gaps:
            assert why.difference == pytest.approx(max(gap for gap, _ in gaps.values()))
            assert mean[str(why.rival)] == max(mean[a] for a in gaps)
        Draft202012Validator(schema(contract.Hint)).validate(widget.hint)
        kinds.add(why.kind)
    assert kinds >= {"better", "best", "unclear"}


def test_a_plan_of_the_same_exact_worth_is_no_better_plan() -> None:
    half, one = Fraction(1, 2), Fraction(1)
    assert verdict(half, half)["kind"] == "best"
    assert verdict(half, half + Fraction(1, 10**9))["kind"] == "better"
    assert verdict(one, half)["kind"] == "best"
    assert verdict(half, Estimate(1.0, 0.3, 16))["kind"] == "unclear"
    assert verdict(half, Estimate(1.0, 0.2, 16))["kind"] == "better"
    assert verdict(Estimate(0.5, 0.4, 16), Estimate(1.0, 0.3, 16))["kind"] == "unclear"
    assert verdict(Estimate(0.5, 0.0, 16), Estimate(1.7, 0.5, 16))["kind"] == "better"
    # 0.3 and 0.4 together are 0.5: twice that is 1, and not more
    assert verdict(Estimate(0.5, 0.4, 16), Estimate(1.5, 0.3, 16))["kind"] == "unclear"
    assert verdict(one, half, Estimate(0.8, 0.2, 16))["kind"] == "unclear"


def verdict(made: Value, *others: Value) -> contract.Verdict:
    """What is said of the choice "draw" where it and others are worth so much."""
    record = MonsterCafe(seed=7).record
    state = next(s for s in record.states[20:] if len(s.legal_actions()) > len(others))
    values = dict(zip(state.legal_actions(), (made, *others), strict=False))
    first, view = state.legal_actions()[0], state.view(state.acting_players[0])
    told = hints.hint(games.load("monster_cafe"), "", 0, view, "careful", values, first)["verdict"]
    assert told is not None
    return told


def test_every_question_for_a_hint_is_counted() -> None:
    widget = MonsterCafe(seed=7)
    step = decisions(widget)[9]
    player = widget.record.actions[step - 1].player
    widget.goto(step - 1)
    widget.explain()
    widget.goto(step)
    inquire(widget, "why", 1, step)
    told = {"line": "", "step": step - 1, "player": player, "policy": "careful"}

    assert widget.hints == ({**told, "after": False}, {**told, "after": True})
    widget.what_if()
    widget.goto(step)  # it is in the branch, too, but a step of the game
    widget.why()
    assert widget.hints[-1] == {**told, "after": True}
    assert len(widget.hints) == 3
    for one in widget.hints:
        Draft202012Validator(schema(contract.Asked)).validate(one)


def test_in_a_branch_one_may_ask_too() -> None:
    widget = MonsterCafe(seed=7, step=20)
    widget.what_if()
    step = next(f["step"] for f in widget._shown[24:] if f["view"]["legal_actions"])
    widget.goto(step)
    widget.explain()

    assert (widget.hint["line"], widget.hint["step"]) == ("A", step)
    assert widget.hints[-1]["line"] == "A"


def test_no_question_about_a_choice_that_the_viewer_did_not_see() -> None:
    widget = MonsterMyNeighbor(players=4, seed=3, viewer=0, policies="random")
    chosen = [(k + 1, a.player) for k, a in enumerate(widget.record.actions) if a.player >= 0]
    theirs = next(step for step, player in chosen[30:] if player != 0)
    mine = next(step for step, player in chosen[30:] if player == 0)
    for step in (0, theirs):
        widget.goto(step)
        with pytest.raises(ValueError, match="No choice that one could see"):
            widget.why()
    assert widget.hints == ()
    widget.goto(mine)
    widget.why()
    assert widget.hint["player"] == 0
