"""What every game promises about its records: they replay and branch, and cannot be forged."""

from __future__ import annotations

import base64
import json
import pickle
from dataclasses import replace
from hashlib import blake2b
from importlib.resources import files
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from monster_widgets import engine
from monster_widgets.engine import (
    CHANCE,
    Action,
    Branch,
    GameRecord,
    IllegalAction,
    InvalidRecord,
    Predicted,
)
from tests.contract import playing
from tests.contract.playing import records, stubborn

SCHEMA = Draft202012Validator(
    json.loads(files("monster_widgets.engine").joinpath("record.schema.json").read_text("utf-8"))
)
Json = dict[str, Any]


@pytest.fixture(scope="module")
def record(game: Any) -> GameRecord:
    return engine.play(game, "random", 7, max(game.PLAYERS))


def chance_step(record: GameRecord, start: int = 0) -> int:
    """A step at which chance has several outcomes."""
    for step, state in enumerate(record.states):
        chance = step >= start and state.acting_players == (CHANCE,)
        if chance and len(playing.outcomes(state)) > 1:
            return step
    raise LookupError("this game leaves nothing to chance")


def choice_step(record: GameRecord, start: int = 0) -> int:
    """A step at which a player has a choice."""
    return next(k for k, s in enumerate(record.states) if k >= start and len(s.legal_actions()) > 1)


def other_outcome(record: GameRecord, step: int) -> Action:
    outcomes = playing.outcomes(record.states[step])
    return next(action for action in outcomes if action != record.actions[step])


def same(one: GameRecord, other: GameRecord) -> bool:
    return one == other and hash(one) == hash(other) and one.states == other.states


# ---------------------------------------------------------------- the same again


def test_the_same_seed_and_policies_give_the_same_game(game: Any) -> None:
    for players, options in playing.setups(game):
        first, second, other = (
            engine.play(game, "random", seed, players, **options) for seed in (11, 11, 12)
        )

        assert same(first, second)
        assert first.actions != other.actions


def test_a_game_may_be_named_or_given_as_a_module(game: Any, record: GameRecord) -> None:
    assert record == engine.play(game.NAME, "random", 7, record.players)
    assert record == GameRecord(game, record.players, {}, 7, record.actions)


def test_a_draw_depends_on_seed_branch_and_step_and_on_nothing_else(
    game: Any, record: GameRecord
) -> None:
    for step, state in enumerate(record.states):
        if state.acting_players == (CHANCE,):
            digest = blake2b(f"7:0:{step}".encode()).digest()
            number = (int.from_bytes(digest[:8], "big") >> 11) / 2**53

            class Fixed:
                def random(self, number: float = number) -> float:
                    return number

            assert record.actions[step] == state.sample_chance(Fixed())


def test_going_on_with_a_record_gives_the_game_that_was_played_at_once(
    game: Any, record: GameRecord
) -> None:
    policies = engine.seated(game, "random", record.players)
    for step in range(0, len(record.actions), 9):
        begun = GameRecord(game.NAME, record.players, {}, 7, record.actions[:step])

        assert same(record, engine.play_on(begun, policies))


def test_play_waits_for_a_person(game: Any, record: GameRecord) -> None:
    policies = engine.seated(game, "random", record.players)
    begun = engine.play_on(GameRecord(game.NAME, record.players, {}, 7), policies, persons=(0,))

    assert 0 in begun.state.acting_players
    assert record.actions[: len(begun.actions)] == begun.actions
    assert begun == engine.play_on(begun, policies, persons=(0,))


def test_one_policy_for_all_or_one_for_each_seat(game: Any, record: GameRecord) -> None:
    named = engine.play(game, ["random"] * record.players, 7, record.players)
    given = engine.play(game, [game.POLICIES["random"]] * record.players, 7, record.players)

    assert record == named == given


def test_policies_that_do_not_exist_or_do_not_fit_are_refused(game: Any) -> None:
    players = min(game.PLAYERS)

    with pytest.raises(ValueError, match=r"there is no policy 'clever' .* 'random'"):
        engine.play(game, "clever", 1, players)
    with pytest.raises(ValueError, match=f"{players} players need one policy or {players}"):
        engine.play(game, ["random"] * (players + 1), 1, players)


def test_states_are_one_more_than_actions(record: GameRecord) -> None:
    assert len(record.actions) + 1 == len(record.states)
    assert record.states[-1] == record.state


# ---------------------------------------------------------------- JSON and code


def test_every_record_survives_json_and_code(game: Any) -> None:
    for record in records(game.NAME):
        assert same(record, GameRecord.from_json(record.to_json()))
        assert same(record, GameRecord.from_json(json.loads(record.to_json())))
        assert same(record, GameRecord.from_code(record.code))


def test_unfinished_records_survive_json_and_code(game: Any, record: GameRecord) -> None:
    for step in range(0, len(record.actions), 7):
        begun = GameRecord(game.NAME, record.players, {}, 7, record.actions[:step])

        assert same(begun, GameRecord.from_json(begun.to_json()))
        assert same(begun, GameRecord.from_code(begun.code))


def test_a_record_without_a_seed_keeps_its_chance(game: Any, record: GameRecord) -> None:
    unseeded = GameRecord(game.NAME, record.players, {}, None, record.actions)

    assert same(unseeded, GameRecord.from_json(unseeded.to_json()))
    assert same(unseeded, GameRecord.from_code(unseeded.code))
    assert unseeded != record


def test_branches_survive_json_and_code(game: Any, record: GameRecord) -> None:
    step = chance_step(record)
    policies = engine.seated(game, "random", record.players)
    branched = record.branch(step, other_outcome(record, step)).branch(step + 1)
    branched = engine.play_on(branched, policies)

    assert [(step, True), (step + 1, False)] == [(b.step, b.chosen) for b in branched.branches]
    assert same(branched, GameRecord.from_json(branched.to_json()))
    assert same(branched, GameRecord.from_code(branched.code))


def test_a_code_is_short_and_safe_in_a_web_address(record: GameRecord) -> None:
    assert record.code.startswith("mw1.")
    assert set(record.code) <= set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."
    )
    assert len(record.code) < len(record.to_json()) / 4


def test_white_space_in_a_code_does_no_harm(record: GameRecord) -> None:
    lines = "\n ".join(record.code[i : i + 20] for i in range(0, len(record.code), 20))

    assert record == GameRecord.from_code(f"  {lines}\n")


def test_read_takes_a_record_its_json_or_its_code(record: GameRecord) -> None:
    text = record.to_json()

    for form in (record, text, f"\n{text}", text.encode(), json.loads(text), record.code):
        assert record == engine.read(form)
    for nonsense in (None, 5, ["mw1."]):
        with pytest.raises(InvalidRecord, match="a GameRecord, its JSON or its code"):
            engine.read(nonsense)  # type: ignore[arg-type]


def test_options_come_back_as_they_were_given(game: Any) -> None:
    for players, options in playing.setups(game):
        record = engine.play(game, "random", 3, players, **options)
        tuples = {k: tuple(v) if isinstance(v, list) else v for k, v in options.items()}

        assert options == dict(record.options) == json.loads(record.to_json())["options"]
        assert same(record, engine.play(game, "random", 3, players, **tuples))


# ---------------------------------------------------------------- undo and branch


def test_undo_goes_back_to_before_the_last_choice_of_a_player(
    game: Any, record: GameRecord
) -> None:
    for player in range(record.players):
        undone = record.undo(player)
        step = len(undone.actions)

        assert player == record.actions[step].player
        assert player not in {action.player for action in record.actions[step + 1 :]}
        assert record.actions[:step] == undone.actions


def test_the_same_choice_after_undo_gives_the_same_cards(game: Any, record: GameRecord) -> None:
    policies = engine.seated(game, "random", record.players)
    undone = record.undo(0).undo(0)

    assert same(record, engine.play_on(undone, policies))


def test_undo_before_any_choice_is_refused(game: Any, record: GameRecord) -> None:
    with pytest.raises(ValueError, match="player 0 has not chosen anything yet"):
        GameRecord(game.NAME, record.players, {}, 7).undo(0)


def test_two_branches_from_one_step_draw_different_cards(game: Any, record: GameRecord) -> None:
    policies = engine.seated(game, "random", record.players)
    step = chance_step(record)
    one, other = (engine.play_on(record.branch(step), policies) for _ in range(2))

    assert one.branches[0].number != other.branches[0].number
    assert record.actions[:step] == one.actions[:step] == other.actions[:step]
    assert 3 == len({record.actions, one.actions, other.actions})


def test_a_branch_starts_with_the_action_it_is_given(game: Any, record: GameRecord) -> None:
    for step in (chance_step(record), choice_step(record)):
        action = other_outcome(record, step)
        branched = record.branch(step, action)

        assert (*record.actions[:step], action) == branched.actions
        assert step + 2 == len(branched.states)


def test_a_branch_at_the_end_or_the_beginning_is_possible(record: GameRecord) -> None:
    assert record.actions == record.branch(len(record.actions)).actions
    assert () == record.branch(0).actions


def test_a_branch_that_is_not_possible_is_refused(record: GameRecord) -> None:
    last, step = len(record.actions), choice_step(record)

    for wrong in (-1, last + 1, "3", None):
        with pytest.raises(ValueError, match=f"a number from 0 to {last}"):
            record.branch(wrong)  # type: ignore[arg-type]
    with pytest.raises(IllegalAction):
        record.branch(step, Action(0, "fly"))
    with pytest.raises(IllegalAction):
        record.branch(last, record.actions[0])


def test_undo_to_before_a_branch_leaves_the_branch(game: Any, record: GameRecord) -> None:
    policies = engine.seated(game, "random", record.players)
    step = chance_step(record, start=choice_step(record) + 1)
    branched = record.branch(step, other_outcome(record, step))
    chooser = next(a.player for a in record.actions[:step][::-1] if a.player != CHANCE)
    undone = branched.undo(chooser)

    assert () == undone.branches
    assert same(record, engine.play_on(undone, policies))


def test_undo_to_where_a_branch_begins_stays_in_the_branch(game: Any, record: GameRecord) -> None:
    policies = engine.seated(game, "random", record.players)
    step = choice_step(record, start=len(record.actions) // 2)
    branched = record.branch(step)
    once = branched.extended((branched.state.legal_actions()[0],))
    undone = once.undo(once.actions[-1].player)

    assert branched == undone
    assert same(engine.play_on(branched, policies), engine.play_on(undone, policies))


def test_an_outcome_that_was_picked_is_forgotten_when_the_step_is_drawn_again(
    game: Any, record: GameRecord
) -> None:
    step = chance_step(record)
    again = record.branch(step, other_outcome(record, step)).branch(step)
    drawn = again.state.sample_chance(again.rng(step))
    other = next(action for action in playing.outcomes(again.state) if action != drawn)

    assert not any(branch.chosen for branch in again.branches)
    assert (*again.actions, drawn) == again.extended((drawn,)).actions
    with pytest.raises(InvalidRecord, match=f"^step {step}: the seed gives"):
        again.extended((other,))


# ---------------------------------------------------------------- refusals


def damaged(record: GameRecord, **changes: Any) -> Json:
    return {**json.loads(record.to_json()), **changes}


def without(record: GameRecord, name: str) -> Json:
    data: Json = json.loads(record.to_json())
    del data[name]
    return data


WRONG_TYPES: tuple[tuple[str, Any], ...] = (
    ("format", "somebody.else"),
    ("format", None),
    ("version", 3),
    ("version", 0),
    ("version", "1"),
    ("version", None),
    ("version", True),
    ("game", 5),
    ("game", None),
    ("game", "../monster_cafe"),
    ("players", "4"),
    ("players", 4.5),
    ("players", True),
    ("players", -1),
    ("players", None),
    ("options", []),
    ("options", None),
    ("seed", "7"),
    ("seed", 7.5),
    ("seed", True),
    ("seed", [7]),
    ("branches", {}),
    ("branches", None),
    ("branches", [3]),
    ("branches", [[1, 2]]),
    ("branches", [[1, 2, 0]]),
    ("branches", [[1, -2, False]]),
    ("branches", [[1.5, 2, False]]),
    ("actions", "draw"),
    ("actions", None),
    ("actions", [5]),
    ("actions", [None]),
    ("actions", [""]),
    ("actions", ["0:"]),
    ("predictions", None),
    ("predictions", {}),
    ("predictions", "draw"),
    ("predictions", [["draw"]]),
    ("predictions", [{"step": 0, "kind": "decision"}]),
    ("predictions", [{"step": 0, "kind": "decision", "answer": "draw", "right": True}]),
    ("predictions", [{"step": -1, "kind": "decision", "answer": "draw"}]),
    ("predictions", [{"step": True, "kind": "decision", "answer": "draw"}]),
    ("predictions", [{"step": 0, "kind": "dream", "answer": "draw"}]),
    ("predictions", [{"step": 0, "kind": "decision", "answer": 3}]),
    ("predictions", [{"step": 0, "kind": "score", "answer": "3"}]),
    ("extra", 1),
)


def test_real_records_follow_the_schema(game: Any, record: GameRecord) -> None:
    Draft202012Validator.check_schema(SCHEMA.schema)
    branched = record.branch(2).branch(2)
    unseeded = GameRecord(game.NAME, record.players, {}, None, record.actions)

    for one in (*records(game.NAME), branched, unseeded):
        assert SCHEMA.is_valid(json.loads(one.to_json()))


@pytest.mark.parametrize(("name", "value"), WRONG_TYPES, ids=map(str, WRONG_TYPES))
def test_a_damaged_record_follows_neither_the_schema_nor_the_reader(
    record: GameRecord, name: str, value: Any
) -> None:
    data = damaged(record, **{name: value})

    assert not SCHEMA.is_valid(data)
    with pytest.raises(InvalidRecord):
        GameRecord.from_json(data)


@pytest.mark.parametrize(
    "name",
    json.loads(
        '["format", "version", "game", "players", "options", "seed", "branches", "actions"]'
    ),
)
def test_a_record_with_something_missing_follows_neither(record: GameRecord, name: str) -> None:
    data = without(record, name)

    assert not SCHEMA.is_valid(data)
    with pytest.raises(InvalidRecord, match=f"{name} is missing|no record|no version"):
        GameRecord.from_json(data)


@pytest.mark.parametrize(
    "text", ["", "{", "null", "[]", '"draw"', "5", "NaN", b"\xff\xfe", b"", "[" * 100_000, "{}"]
)
def test_what_is_no_record_is_said_to_be_none(text: str | bytes) -> None:
    with pytest.raises(InvalidRecord, match=r"not JSON|no record of a monster game"):
        GameRecord.from_json(text)


def test_a_record_cut_off_in_the_middle_is_refused(record: GameRecord) -> None:
    text = record.to_json()
    for end in range(0, len(text), 97):
        with pytest.raises(InvalidRecord, match="not JSON"):
            GameRecord.from_json(text[:end])


def test_a_newer_record_asks_for_an_update(record: GameRecord) -> None:
    with pytest.raises(InvalidRecord, match=r"version 3.*reads up to 2.*update"):
        GameRecord.from_json(damaged(record, version=3))
    with pytest.raises(InvalidRecord, match=r"version 2.*reads up to 1.*update"):
        GameRecord.from_code(record.code.replace("mw1.", "mw2."))


SAID = (Predicted(0, "chance", "other"), Predicted(2, "score", -3), Predicted(3, "decision", "a b"))


def test_predictions_go_along_in_the_json_and_are_no_part_of_the_game(record: GameRecord) -> None:
    said = record.predicted(SAID)
    back = GameRecord.from_json(said.to_json())

    assert SCHEMA.is_valid(json.loads(said.to_json()))
    assert SAID == back.predictions == said.extended(()).predictions == said.branch(4).predictions
    assert SAID == pickle.loads(pickle.dumps(said)).predictions
    assert (said, hash(said), said.code) == (record, hash(record), record.code)
    assert () == record.predictions == said.predicted(()).predictions
    assert "predictions" not in json.loads(record.to_json())


def test_what_goes_back_forgets_what_was_predicted_from_there_on(record: GameRecord) -> None:
    said = record.predicted(SAID)

    assert SAID[:2] == said.cut(3).predictions == said.branch(3).predictions
    assert said.cut(3) == replace(record, actions=record.actions[:3])


def test_a_record_of_the_first_version_is_read_as_before(record: GameRecord) -> None:
    old = damaged(record, version=1)

    assert SCHEMA.is_valid(old)
    assert GameRecord.from_json(old) == record
    new = {**old, "predictions": [SAID[0]._asdict()]}
    assert not SCHEMA.is_valid(new)
    with pytest.raises(InvalidRecord, match="unknown entry 'predictions'"):
        GameRecord.from_json(new)


def test_predictions_that_cannot_be_name_their_step(record: GameRecord) -> None:
    last = len(record.actions)
    for said, reason in (
        (SAID[::-1], "step 2: the predictions are not in order"),
        (SAID[:1] * 2, "step 0: the predictions are not in order, one a step"),
        ([Predicted(last, "score", 1)], f"step {last}: predicted, but the game has {last} steps"),
        ([Predicted(2, "score", "1")], "step 2: '1' is no answer of the kind score"),
        ([Predicted(2, "dream", "1")], "step 2: no such kind of prediction: 'dream'"),
    ):
        with pytest.raises(InvalidRecord, match=reason):
            record.predicted(said)


def test_a_game_that_does_not_exist_is_refused_with_those_there_are(
    game: Any, record: GameRecord
) -> None:
    with pytest.raises(InvalidRecord, match=f"no game 'chess'.*{game.NAME}"):
        GameRecord.from_json(damaged(record, game="chess"))


@pytest.mark.parametrize(
    "options", [{"nonsense": 1}, {"players": 3}, {"state": []}, {"": None}, {"self": 1}]
)
def test_options_a_game_does_not_have_are_refused(record: GameRecord, options: Json) -> None:
    with pytest.raises(InvalidRecord, match="set-up is not possible"):
        GameRecord.from_json(damaged(record, options=options))


def test_a_wrong_number_of_players_is_refused(game: Any, record: GameRecord) -> None:
    for players in (0, max(game.PLAYERS) + 1, 10**30):
        with pytest.raises(InvalidRecord, match="set-up is not possible"):
            GameRecord.from_json(damaged(record, players=players))


def test_an_illegal_action_is_refused_with_step_and_reason(game: Any, record: GameRecord) -> None:
    actions = json.loads(record.to_json())["actions"]
    step = choice_step(record, start=len(actions) // 2)
    acting = record.states[step].acting_players
    who = f"{acting[0]}: " if len(acting) > 1 else ""  # a race
    for wrong in (f"{who}fly", f"{who}fly 3", f"{who}{actions[0]}", f"{actions[step]} 99"):
        tampered = [*actions[:step], wrong, *actions[step + 1 :]]

        with pytest.raises(InvalidRecord, match=f"^step {step}: .*not legal"):
            GameRecord.from_json(damaged(record, actions=tampered))


def test_chance_that_the_seed_does_not_give_is_refused(game: Any, record: GameRecord) -> None:
    step = chance_step(record, start=len(record.actions) // 2)
    wrong = other_outcome(record, step)
    actions = [*json.loads(record.to_json())["actions"][:step], str(wrong)]

    with pytest.raises(
        InvalidRecord, match=f"^step {step}: the seed gives {record.actions[step]}, .*says {wrong}"
    ):
        GameRecord.from_json(damaged(record, actions=actions))
    with pytest.raises(InvalidRecord, match=f"^step {step}: the seed gives"):
        GameRecord(game.NAME, record.players, {}, 7, (*record.actions[:step], wrong))


def test_chance_that_is_not_possible_is_refused_even_without_a_seed(
    game: Any, record: GameRecord
) -> None:
    step = choice_step(record)
    outcome = record.actions[chance_step(record)]

    with pytest.raises(InvalidRecord, match=f"^step {step}: "):
        GameRecord(game.NAME, record.players, {}, None, (*record.actions[:step], outcome))
    with pytest.raises(InvalidRecord, match=r"^step 0: "):
        GameRecord(game.NAME, record.players, {}, None, (Action(CHANCE, "deal", ("ghost",)),))


def test_a_record_with_other_seed_or_other_players_is_refused(
    game: Any, record: GameRecord
) -> None:
    with pytest.raises(InvalidRecord, match=r"^step \d+: the seed gives"):
        GameRecord.from_json(damaged(record, seed=8))
    if (fewer := record.players - 1) in game.PLAYERS:
        with pytest.raises(InvalidRecord, match=r"^step \d+: "):
            GameRecord.from_json(damaged(record, players=fewer))


def test_an_action_after_the_end_is_refused(record: GameRecord) -> None:
    last = len(record.actions)
    actions = json.loads(record.to_json())["actions"]

    with pytest.raises(InvalidRecord, match=f"^step {last}: "):
        GameRecord.from_json(damaged(record, actions=[*actions, actions[-1]]))


def test_branches_out_of_order_or_past_the_end_are_refused(record: GameRecord) -> None:
    for branches in ([[9, 1, False], [3, 2, False]], [[len(record.actions) + 1, 1, False]]):
        with pytest.raises(InvalidRecord, match="not in the order"):
            GameRecord.from_json(damaged(record, branches=branches))


@pytest.mark.parametrize("seed", ["7", 7.0, True, [], b"7"])
def test_a_seed_is_a_whole_number_or_none(game: Any, seed: Any) -> None:
    with pytest.raises(ValueError, match="whole number or None"):
        GameRecord(game.NAME, min(game.PLAYERS), {}, seed)


def test_a_code_with_any_character_changed_or_missing_is_refused(record: GameRecord) -> None:
    code = record.code
    for at in range(0, len(code), 3):
        other = "A" if code[at] != "A" else "B"
        for damage in (code[:at] + other + code[at + 1 :], code[:at] + code[at + 1 :]):
            with pytest.raises(InvalidRecord):
                GameRecord.from_code(damage)


@pytest.mark.parametrize(
    "code", ["", "mw", "mw1", "mw1.", "mw1.é", "mwx.abc", "mw².abc", "xx1.abcd"]
)
def test_what_is_no_code_is_refused(code: str) -> None:
    with pytest.raises(InvalidRecord):
        GameRecord.from_code(code)


def forged(head: Any, number: int = 0) -> str:
    """A code made by somebody who knows how."""
    body = (
        json.dumps(head).encode() + b"\n" + number.to_bytes((number.bit_length() + 7) // 8, "big")
    )
    digest = blake2b(body, digest_size=4).digest()
    return "mw1." + base64.urlsafe_b64encode(body + digest).decode().rstrip("=")


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (0, "chess"),
        (0, None),
        (1, "4"),
        (1, 99),
        (2, []),
        (2, {"nonsense": 1}),
        (3, "7"),
        (4, [[5, 1, False], [2, 1, False]]),
        (4, "x"),
        (5, -1),
        (5, "1"),
        (5, 10**30),
    ],
)
def test_a_forged_code_is_refused(game: Any, place: int, value: Any) -> None:
    head: list[Any] = [game.NAME, max(game.PLAYERS), {}, 7, [], 4]
    head[place] = value

    with pytest.raises(InvalidRecord):
        GameRecord.from_code(forged(head))


def test_forged_codes_of_another_shape_are_refused(game: Any) -> None:
    good = [game.NAME, max(game.PLAYERS), {}, 7, [], 4]

    assert 4 == len(GameRecord.from_code(forged(good)).actions)
    for head in ([], {}, 5, None, good[:5], [*good, 1]):
        with pytest.raises(InvalidRecord):
            GameRecord.from_code(forged(head))
    with pytest.raises(InvalidRecord, match="goes on after its last step"):
        GameRecord.from_code(forged(good, 10**6))


def test_a_record_is_made_of_legal_actions_or_not_at_all(game: Any, record: GameRecord) -> None:
    for wrong in ("draw", None, (0,), Action(0, "fly")):
        with pytest.raises(InvalidRecord, match=r"^step 0: "):
            GameRecord(game.NAME, record.players, {}, None, (wrong,))  # type: ignore[arg-type]


def test_long_games_too_are_recorded(game: Any) -> None:
    record = engine.play(game, stubborn, 1, max(game.PLAYERS))

    assert record.state.result is not None
    assert record == GameRecord.from_code(record.code)
    assert record.state == pickle.loads(pickle.dumps(record)).state


def test_a_branch_is_a_step_a_number_and_whether_it_was_chosen() -> None:
    assert Branch(3, 1) == Branch(3, 1, False)
    assert (3, 1, False) == tuple(Branch(3, 1))
