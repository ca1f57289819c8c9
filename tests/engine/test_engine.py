"""What the engine does for any game: races, secrets, listless chance, piles, refusals."""

from __future__ import annotations

import base64
import copy
import json
import pickle
import random
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from hashlib import blake2b
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from monster_widgets import engine, games
from monster_widgets.engine import (
    CHANCE,
    HIDDEN,
    Action,
    BestPolicy,
    Chance,
    Estimate,
    Event,
    GameRecord,
    IllegalAction,
    InvalidRecord,
    Label,
    NotListable,
    View,
    parse,
    piles,
    record,
)
from monster_widgets.widgets import timeline
from tests.engine.toy import GAME, State, initial_state


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the toy be found by its name, as if it lay among the games."""
    real = record.load_game
    monkeypatch.setattr(record, "load_game", lambda name: GAME if name == "toy" else real(name))


def play(seed: int = 1, players: int = 3, policies: Any = None) -> GameRecord:
    begun = GameRecord("toy", players, {}, seed)
    return engine.play_on(begun, policies or engine.seated(GAME, "random", players))


def racing() -> State:
    state = initial_state(3)
    for text in ("deal ace", "deal four", "deal two", "clock 5"):
        state = state.apply(parse(text, state))
    return state


def slow(delay: float) -> Any:
    return lambda view, rng: (delay, engine.own_actions(view)[0])


# ---------------------------------------------------------------- races


def test_a_refusal_names_nobody_elses_actions() -> None:
    with pytest.raises(IllegalAction) as refused:
        racing().apply(Action(0, "touch", (9,)))

    assert {0} == {action.player for action in refused.value.legal}


def test_a_secret_choice_is_not_shown_because_its_number_is_a_players() -> None:
    game: Any = SimpleNamespace()
    event = Event("S1", "gave", 1, {"deep": [[1]]}, frozenset({0}))
    told = [Event("S1", "gives", 0), event]

    assert not timeline._is_visible(game, Action(0, "give", (1,)), 1, told)
    assert timeline._is_visible(game, Action(0, "give", (1,)), 0, [event])


@pytest.mark.parametrize(
    "answer",
    [None, 5, "touch 1", (0.5,), (0.5, Action(1, "touch", (1,))), (0.5, Action(0, "touch", (9,)))],
)
def test_a_policy_that_answers_nonsense_is_named(answer: Any) -> None:
    with pytest.raises(engine.PolicyError, match=r"player 0 answered .*touch 1, touch 2"):
        play(policies=[lambda view, rng: answer, *[engine.RandomPolicy()] * 2])


def test_in_a_race_everybody_has_legal_actions() -> None:
    state = racing()

    assert (0, 1, 2) == state.acting_players
    assert 6 == len(state.legal_actions())
    assert (Action(1, "touch", (1,)), Action(1, "touch", (2,))) == state.legal_actions(1)


def test_in_a_race_the_shortest_delay_goes_first_and_seats_settle_ties() -> None:
    by_delay = play(policies=(slow(0.9), slow(0.1), slow(0.5)))
    tied = play(policies=(slow(0.9), slow(0.1), slow(0.1)))

    assert [1, 2, 0] == [player for player, _ in by_delay.state.touched]
    assert [1, 2, 0] == [player for player, _ in tied.state.touched]


def test_in_a_race_a_policy_that_is_asked_again_keeps_its_delay() -> None:
    asked: dict[int, list[float]] = {0: [], 1: [], 2: []}

    def noted(view: View, rng: Any) -> tuple[float, Action]:
        delay, action = engine.RandomPolicy()(view, rng)
        asked[view.viewer].append(delay)  # type: ignore[index]
        return delay, action

    touched = [player for player, _ in play(players=3, policies=(noted,) * 3).state.touched]

    # the last one too: a delay counts from the start of the race
    assert [1, 1, 1] == [len(set(delays)) for delays in asked.values()]
    assert [1, 2, 3] == sorted(len(delays) for delays in asked.values())
    assert touched == sorted(range(3), key=lambda p: asked[p][0])


class Numbers:
    """A policy that notes the first of its random numbers, and is as late as its seat."""

    def __init__(self) -> None:
        self.drawn: list[tuple[int, float]] = []

    def __call__(self, view: View, rng: Any) -> tuple[float, Action]:
        (action, *_) = engine.own_actions(view)
        self.drawn.append((action.player, rng.random()))
        return action.player, action


def toy_of(acting: tuple[tuple[int, ...], ...]) -> Any:
    """The toy, but with chance and races in the order of a script; actions change nothing."""

    class Scripted(State):
        @property
        def acting_players(self) -> tuple[int, ...]:
            return acting[len(self.touched)] if len(self.touched) < len(acting) else ()

        def chances(self) -> Any:
            return [Action(CHANCE, "touch", (0,))], [1]

        def sample_chance(self, rng: Any) -> Action:
            return Action(CHANCE, "touch", (0,))

    made = SimpleNamespace(**vars(GAME))
    made.initial_state = Scripted
    return made


@pytest.mark.parametrize(
    ("acting", "races"),
    [
        ([(0, 1, 2), (1, 2), (2,)], [0, 0, 0]),
        ([(CHANCE,), (0, 1), (1,), (CHANCE,), (0, 1), (1,)], [0, 1, 1, 3, 4, 4]),
        ([(0, 1), (1,), (0, 1), (1,)], [0, 0, 2, 2]),  # a race directly after another one
        ([(1, 2), (2,), (0, 2), (2,)], [0, 0, 2, 2]),
        ([(0, 1), (1,), (1,), (1,)], [0, 0, 2, 3]),  # the last one goes on with turns
        ([(0,), (0,), (1,), (1, 2), (2,), (0,)], [0, 1, 2, 3, 3, 5]),
    ],
)
def test_a_race_lasts_until_chance_or_somebody_new_comes(
    monkeypatch: pytest.MonkeyPatch, acting: list[tuple[int, ...]], races: list[int]
) -> None:
    game, numbers = toy_of(tuple(acting)), Numbers()
    monkeypatch.setattr(record, "load_game", lambda name: game)
    played = engine.play_on(GameRecord("toy", 3, {}, 1), (numbers,) * 3)
    expected = [
        (p, played.rng(began, f":{p}").random())
        for began, players in zip(races, acting, strict=True)
        for p in players
        if p != CHANCE
    ]

    assert expected == numbers.drawn
    for step, began in enumerate(races):  # the same after a break
        begun, again = replace(played, actions=played.actions[:step]), Numbers()
        engine.play_on(begun, (again,) * 3)
        first = acting[step][0]
        if first != CHANCE:
            assert (first, played.rng(began, f":{first}").random()) == again.drawn[0]


def test_a_race_goes_on_as_it_was_after_a_break() -> None:
    whole = play(seed=5)
    policies = engine.seated(GAME, "random", 3)
    for step in range(len(whole.actions)):
        begun = GameRecord("toy", 3, {}, 5, whole.actions[:step])

        assert whole == engine.play_on(begun, policies)


def test_in_a_race_a_notation_names_its_player() -> None:
    state = racing()

    assert Action(2, "touch", (1,)) == parse("2: touch 1", state)
    with pytest.raises(ValueError, match="does not name its player, as in '2: touch 1'"):
        parse("touch 1", state)
    with pytest.raises(ValueError, match="is no action"):
        parse("2:", state)


def test_a_race_survives_json_and_frames_can_be_acted_on() -> None:
    raced = play()
    frame = timeline.frames(GAME, raced, 0)[4]

    assert raced == GameRecord.from_json(raced.to_json())
    for legal in frame["view"]["legal_actions"]:
        assert 0 == legal["player"]
        raced.states[4].apply(parse(legal["notation"], raced.states[4]))


def test_a_person_in_a_race_stops_the_play() -> None:
    begun = engine.play_on(
        GameRecord("toy", 3, {}, 1), engine.seated(GAME, "random", 3), persons=(1,)
    )

    assert (0, 1, 2) == begun.state.acting_players


# ---------------------------------------------------------------- chance that cannot be listed


@pytest.mark.parametrize(
    "drawn",
    [
        Action(CHANCE, "clock", (5.0,)),  # type: ignore[arg-type]
        Action(CHANCE, "clock", (True,)),
        Action(CHANCE, "clock", ([],)),  # type: ignore[arg-type]
        (CHANCE, "clock", (5,), 0),
        None,
    ],
    ids=repr,
)
def test_chance_that_cannot_be_listed_is_still_an_action(drawn: Any) -> None:
    state = initial_state(2).apply(Action(CHANCE, "deal", ("ace",)))
    state = state.apply(Action(CHANCE, "deal", ("two",)))

    with pytest.raises(IllegalAction):
        state.apply(drawn)
    assert Action(CHANCE, "clock", (5,)) == state.apply((CHANCE, "clock", (5,))).action  # type: ignore[arg-type]


def test_a_code_writes_out_chance_that_neither_seed_nor_list_can_tell() -> None:
    timed = play()
    elsewhere = GameRecord("toy", 3, {}, None, timed.actions)
    picked = timed.branch(3, Action(CHANCE, "clock", (123_456,)))

    assert elsewhere == GameRecord.from_code(elsewhere.code)
    assert elsewhere.states == GameRecord.from_code(elsewhere.code).states
    assert picked == GameRecord.from_code(picked.code)
    assert len(timed.code) < len(picked.code)


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        ([], "damaged"),
        (["clock 5", "clock 6"], "goes on after its last step"),
        (["clock -1"], "step 3"),
        (["deal ace"], "step 3"),
        ([""], "step 3"),
        ([5], "a list of texts"),
        ("clock 5", "a list of texts"),
    ],
)
def test_a_code_with_other_chance_written_out_is_refused(texts: Any, said: str) -> None:
    timed = GameRecord("toy", 3, {}, None, play().actions)
    packed = timed.code.removeprefix("mw1.")
    body = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))[:-4]
    head, _, tail = body.partition(b"\n")
    assert isinstance(json.loads(head)[-1], list)
    forged = json.dumps([*json.loads(head)[:-1], texts]).encode() + b"\n" + tail
    digest = blake2b(forged, digest_size=4).digest()

    letters = base64.urlsafe_b64encode(forged + digest).decode().rstrip("=")

    with pytest.raises(InvalidRecord, match=said):
        GameRecord.from_code(f"mw1.{letters}")


def test_no_character_of_a_code_is_idle() -> None:
    lengths = set()
    for seed in range(1, 2000, 150):  # codes of every length modulo 4
        code = play(seed).code
        lengths.add(len(code) % 4)
        for last in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
            if code[-1] != last:
                with pytest.raises(InvalidRecord):
                    GameRecord.from_code(code[:-1] + last)
    assert len(lengths) > 1


def test_chance_that_cannot_be_listed_says_so_and_can_be_sampled() -> None:
    state = initial_state(2).apply(Action(CHANCE, "deal", ("ace",)))
    state = state.apply(Action(CHANCE, "deal", ("two",)))
    drawn = state.sample_chance(random.Random(1))

    with pytest.raises(NotListable):
        state.chance_outcomes()
    assert state.apply(drawn).clock == drawn.args[0]
    with pytest.raises(IllegalAction):
        state.apply(Action(CHANCE, "clock", (-1,)))


def test_a_seeded_record_checks_chance_that_cannot_be_listed() -> None:
    timed = play()
    tampered = (*timed.actions[:3], Action(CHANCE, "clock", (123_456,)))

    assert timed == GameRecord.from_code(timed.code)
    with pytest.raises(InvalidRecord, match=r"^step 3: the seed gives"):
        GameRecord("toy", 3, {}, 1, tampered)
    assert 5 == len(GameRecord("toy", 3, {}, None, tampered).states)


# ---------------------------------------------------------------- secrets


def test_a_player_sees_his_own_card_and_the_backs_of_the_others() -> None:
    seen = {viewer: racing().view(viewer).zones for viewer in (1, "public", "all")}

    assert [("hidden",), ("four",), ("hidden",)] == [seen[1][f"hand:{p}"] for p in range(3)]
    assert [HIDDEN] * 3 == [seen["public"][f"hand:{p}"][0] for p in range(3)]
    assert ["ace", "four", "two"] == [seen["all"][f"hand:{p}"][0] for p in range(3)]


def test_a_view_holds_the_legal_actions_of_its_viewer_only_where_hands_are_hidden() -> None:
    state = racing()

    assert state.legal_actions(1) == state.view(1).legal_actions
    assert () == state.view("public").legal_actions
    assert state.legal_actions() == state.view("all").legal_actions


def test_what_happened_is_told_once_however_often_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[Action] = []
    events = State.events

    def counted(self: State, action: Action, after: Any) -> tuple[Event, ...]:
        told.append(action)
        return events(self, action, after)

    monkeypatch.setattr(State, "events", counted)
    state = initial_state(2)
    for _ in range(2):
        state = state.apply(state.sample_chance(random.Random(1)))
        for viewer in (0, 1, "all"):
            assert state.view(viewer).history

    assert 2 == len(told)


def test_half_of_a_half_seen_fact_is_in_the_history_of_the_others() -> None:
    state = racing()
    kinds = {v: [event.kind for event in state.view(v).history] for v in (0, "public", "all")}

    assert ["dealt", "seen", "dealt", "dealt", "clock"] == kinds[0]
    assert ["dealt", "dealt", "dealt", "clock"] == kinds["public"]
    assert ["dealt", "seen"] * 3 + ["clock"] == kinds["all"]


def test_frames_show_a_secret_card_to_its_owner_only() -> None:
    secret = play()
    dealt = {v: timeline.frames(GAME, secret, v)[2] for v in (0, 1, "public", "all")}
    action = str(secret.actions[1])

    assert {0: None, 1: action, "public": None, "all": action} == {
        viewer: frame["action"] for viewer, frame in dealt.items()
    }
    assert dealt[1]["chance"] is not None
    assert dealt[0]["chance"] is None  # it would tell which card it was
    for frame in (dealt[0], dealt["public"]):
        frame.pop("odds")  # they name every card that can come
    card = action.split()[1]
    assert card not in str(dealt[0])
    assert card not in str(dealt["public"])
    assert [{"card": card, "source": "deck", "target": "hand:1"}] == dealt[1]["moves"]
    assert [{"card": HIDDEN, "source": "deck", "target": "hand:1"}] == dealt[0]["moves"]


def test_an_event_is_for_everybody_or_for_its_audience() -> None:
    public, private = Event("S1", "x"), Event("S1", "x", audience=frozenset({1}))

    assert all(public.is_for(viewer) for viewer in (0, 1, "public", "all"))
    assert [False, True, False, True] == [private.is_for(v) for v in (0, 1, "public", "all")]


# ---------------------------------------------------------------- random numbers, policies, piles


def test_the_random_numbers_of_a_step_are_uniform_and_differ_from_use_to_use() -> None:
    streams = {
        (step, use): record.StepRng(1, 0, step, use) for step in range(500) for use in ("", ":0")
    }
    numbers = {key: [stream.random() for _ in range(20)] for key, stream in streams.items()}
    flat = [x for xs in numbers.values() for x in xs]
    cells = Counter(int(x * 10) for x in flat)

    assert len(flat) == len(set(flat)) == 20_000
    assert all(0 <= x < 1 for x in flat)
    # each cell: 2000 expected, standard deviation 42.4
    assert all(abs(cells[cell] - 2000) < 4 * 42.4 for cell in range(10))


def test_a_record_draws_the_same_on_every_machine() -> None:
    # blake2b("7:0:3"), the first 53 of its first 64 bits, and of the next 64
    rng = record.StepRng(7, 0, 3)
    drawn = [rng.random() for _ in range(2)]

    assert [0.8812305289137696, 0.18168296531312078] == drawn


def test_the_random_policy_takes_every_action_alike() -> None:
    view, rng = racing().view(0), random.Random(4)
    chosen = Counter(engine.RandomPolicy()(view, rng)[1] for _ in range(2000))

    assert set(view.legal_actions) == set(chosen)
    assert {Fraction(0)} == set(engine.RandomPolicy().explain(view).values())
    # 1000 expected of each, standard deviation 22.4
    assert all(abs(n - 1000) < 4 * 22.4 for n in chosen.values())


def test_the_best_policy_takes_the_greatest_value_and_settles_ties_by_chance() -> None:
    view = racing().view(0)
    one, two = view.legal_actions
    exact = BestPolicy(lambda view: {one: Fraction(1, 3), two: Fraction(1, 2)})
    guess = BestPolicy(lambda view: {one: Estimate(2.5, 0.1, 9), two: Fraction(1)})
    tied = BestPolicy(lambda view: {one: Fraction(1), two: Estimate(1.0, 0.1, 9)})
    rng = random.Random(3)

    assert two == exact(view, rng)[1]
    assert one == guess(view, rng)[1]
    assert {one, two} == {tied(view, rng)[1] for _ in range(50)}
    assert {one: Fraction(1, 3), two: Fraction(1, 2)} == exact.explain(view)


def test_piles_count_cards() -> None:
    kinds = ("a", "b", "c")
    pile = piles.count(["a", "b", "b", "a"], kinds)

    assert (2, 2, 0) == pile == piles.count({"a": 2, "b": 2}, kinds)
    assert (2, 3, 0) == piles.add(pile, 1)
    assert (0, 2, 0) == piles.add(pile, 0, -2)
    assert (3, 2, 5) == piles.together(pile, (1, 0, 5))
    assert pile == piles.without(piles.together(pile, (1, 0, 5)), (1, 0, 5))
    assert ("a", "a", "b", "b") == piles.keys(pile, kinds)
    with pytest.raises(ValueError, match="not 'abba'"):
        piles.count("abba", kinds)  # a text is iterable, but no list of cards


def test_a_chance_row_keeps_the_cards_it_counts() -> None:
    row = Chance(Label("card"), 4, 32)

    assert (4, 32) == (row.ways, row.total)
    assert Fraction(1, 8) == row.probability


# ---------------------------------------------------------------- refusals, and finding a game


def test_an_illegal_action_says_what_why_which_rule_and_what_else() -> None:
    with pytest.raises(IllegalAction) as refused:
        racing().apply(Action(0, "touch", (9,)))
    error = refused.value

    assert ("not_now", "S1") == (error.reason, error.rule)
    assert str(error).startswith("touch 9 is not legal: not now (rule S1); legal now: touch 1")
    assert isinstance(error, ValueError)


def test_a_game_that_does_not_exist_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"there is no game 'chess'; there are .*monster_cafe"):
        games.load("chess")


def test_helpers_of_games_are_no_games() -> None:
    assert all(not name.startswith("_") for name in games.names())
    with pytest.raises(ValueError, match="no game"):
        games.load("_monster_cafe_scoring")


def test_a_played_game_takes_a_step_for_every_pair_of_states() -> None:
    played = play()

    for (before, after), action in zip(pairwise(played.states), played.actions, strict=True):
        assert (before, action) == (after.previous, after.action)


def test_a_chance_of_weight_nothing_is_none() -> None:
    state = initial_state(2).apply(Action(CHANCE, "deal", ("ace",)))

    assert ["two", "three", "four"] == [action.args[0] for action in state.chance_outcomes()]
    with pytest.raises(IllegalAction):
        state.apply(Action(CHANCE, "deal", ("ace",)))


# ---------------------------------------------------------------- plain values


def test_what_crosses_to_another_process_comes_back_whole() -> None:
    refusal = IllegalAction(Action(0, "draw"), "all_full", "S14", (Action(0, "clear", (1,)),))
    back = pickle.loads(pickle.dumps(refusal))

    assert str(refusal) == str(back)
    assert (refusal.reason, refusal.rule, refusal.legal) == (back.reason, back.rule, back.legal)
    for value in (Event("S1", "x"), Label("odds.x"), play()):
        assert value == pickle.loads(pickle.dumps(value)) == copy.deepcopy(value)


def test_a_state_of_a_long_game_crosses_with_its_history() -> None:
    record = engine.play("monster_cafe", "random", 7, 4)
    state = record.state
    again = pickle.loads(pickle.dumps(state))

    assert state == again == copy.deepcopy(state)
    assert state.view("all").history == again.view("all").history
    assert state.action == again.action
    limit = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(150)  # the game is longer
        assert len(record.actions) > 100
        assert state == pickle.loads(pickle.dumps(state))
    finally:
        sys.setrecursionlimit(limit)


@pytest.mark.parametrize("step", [True, 1.0, "1", None, -1, 99])
def test_a_branch_begins_at_a_step(step: Any) -> None:
    with pytest.raises(ValueError, match="a step is a number from 0 to"):
        play().branch(step)


def test_numpys_numbers_leave_no_trace_in_a_record() -> None:
    numpy = pytest.importorskip("numpy")
    whole = engine.play(
        "monster_cafe", "random", numpy.int64(7), numpy.int64(3), first=numpy.int8(1)
    )
    branch = whole.branch(numpy.int64(3))

    assert whole == engine.play("monster_cafe", "random", 7, 3, first=1)
    assert branch == GameRecord.from_json(branch.to_json()) == GameRecord.from_code(branch.code)


@pytest.mark.parametrize("code", [None, b"mw1.", "mw" + "9" * 5000 + ".A", "mw\u00b2.A", ""])
def test_what_is_no_code_is_an_invalid_record(code: Any) -> None:
    with pytest.raises(InvalidRecord):
        GameRecord.from_code(code)


def test_a_record_saved_with_a_mark_at_its_beginning_is_read() -> None:
    whole = play()

    assert whole == engine.read("\ufeff" + whole.to_json())


@pytest.mark.parametrize("branches", [None, 3, [3], [(0, None)], [(-1, 1)], [(0, 1, "yes")]])
def test_branches_that_could_not_be_read_back_are_refused(branches: Any) -> None:
    with pytest.raises(InvalidRecord, match="branches must be a list of"):
        GameRecord("toy", 3, {}, 1, (), branches)
