"""Hints: what a policy thinks of every choice, for who asks."""

from __future__ import annotations

from fractions import Fraction

import pytest
from jsonschema import Draft202012Validator

from monster_widgets import MonsterCafe, games
from monster_widgets.engine import play
from monster_widgets.widgets import contract
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
