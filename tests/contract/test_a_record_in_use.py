"""A record that is played, undone, branched and saved in any order stays a record."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from monster_widgets import engine
from monster_widgets.engine import CHANCE, GameRecord
from tests.contract import playing


class RecordInUse(RuleBasedStateMachine):
    game: Any

    @initialize(data=st.data(), seed=st.integers(-5, 2**63 - 1))
    def begin(self, data: st.DataObject, seed: int) -> None:
        players, options = data.draw(st.sampled_from(playing.setups(self.game)))
        self.record = GameRecord(self.game.NAME, players, options, seed)
        self.unfinished = True

    @property
    def open(self) -> bool:
        return bool(self.record.state.acting_players)

    def extend(self, action: engine.Action) -> None:
        self.record = self.record.extended((action,))

    @precondition(lambda self: self.open)
    @rule(data=st.data())
    def one_step(self, data: st.DataObject) -> None:
        state = self.record.state
        if state.acting_players == (CHANCE,):
            self.extend(state.sample_chance(self.record.rng(len(self.record.actions))))
        else:
            self.extend(data.draw(st.sampled_from(state.legal_actions())))

    @precondition(lambda self: self.open)
    @rule(player=st.integers(0, 1))
    def others_play(self, player: int) -> None:
        policies = engine.seated(self.game, "random", self.record.players)
        self.record = engine.play_on(self.record, policies, persons=(player,))

    @rule(player=st.integers(0, 7))
    def undo(self, player: int) -> None:
        before = self.record
        try:
            self.record = before.undo(player)
        except ValueError:
            assert player not in {action.player for action in before.actions}
        else:
            step = len(self.record.actions)
            assert before.actions[:step] == self.record.actions
            assert player == before.actions[step].player

    @rule(data=st.data(), choose=st.booleans())
    def branch(self, data: st.DataObject, choose: bool) -> None:
        before = self.record
        step = data.draw(st.integers(0, len(before.actions)))
        choices = playing.outcomes(before.states[step]) if choose else ()
        action = data.draw(st.sampled_from(choices)) if choices else None
        self.record = before.branch(step, action)
        number = self.record.branches[-1].number

        assert number not in {branch.number for branch in before.branches}
        assert before.actions[:step] == self.record.actions[:step]

    @rule()
    def save_and_load(self) -> None:
        loaded = GameRecord.from_json(json.loads(self.record.to_json()))

        assert self.record == loaded == GameRecord.from_code(self.record.code)
        assert self.record.states == loaded.states
        self.record = loaded

    @invariant()
    def every_state_follows_from_the_one_before(self) -> None:
        record = self.record

        assert len(record.states) == len(record.actions) + 1
        if record.actions:
            assert record.states[-1] == record.states[-2].apply(record.actions[-1])
        assert (record.state.result is None) == bool(record.state.acting_players)


def test_a_record_can_be_played_undone_branched_and_saved_in_any_order(game: Any) -> None:
    machine = type("RecordInUse", (RecordInUse,), {"game": game})

    run_state_machine_as_test(machine, settings=settings(max_examples=25, stateful_step_count=30))
