"""Other lines of play: branches, what they may tell, how they end, and both lines compared."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
import traitlets
from jsonschema import Draft202012Validator

import monster_widgets as mw
from monster_widgets import MonsterCafe, MonsterMatch, MonsterMyNeighbor, analysis, games
from monster_widgets.engine import CHANCE, Estimate, GameRecord, IllegalAction, play
from monster_widgets.locales import messages
from monster_widgets.widgets import contract, lines, slices
from tests.contract.test_frames import crossing, schema
from tests.widgets.choosing import first_choice, inquire, intend

LINE, COMPARISON = (
    Draft202012Validator(schema(one)) for one in (contract.Line, contract.Comparison)
)
HIDDEN = ("monster_match", "monster_my_neighbor")


@pytest.fixture(params=games.names())
def game(request: pytest.FixtureRequest) -> Any:
    return games.load(request.param)


def widget_of(name: str, **keywords: Any) -> Any:
    game = games.load(name)
    quick = game.POLICIES.get("hider", "random") if name == "monster_my_neighbor" else "random"
    players = min(3, max(game.PLAYERS))
    kind = getattr(mw, "".join(word.capitalize() for word in name.split("_")))
    return kind(players=players, seed=5, **{"policies": quick, **keywords})


def choosing(widget: Any, several: bool = True) -> list[int]:
    """The steps at which the viewer sees somebody choose (among several things)."""
    return [
        f["step"] for f in widget.frames if len(f["view"]["legal_actions"]) > (1 if several else 0)
    ]


def other(widget: Any, step: int) -> str:
    """A choice at a step that was not made there."""
    made = widget.frames[step + 1]["action"] if step + 1 < len(widget.frames) else None
    legal = [action["notation"] for action in widget.frames[step]["view"]["legal_actions"]]
    return next(one for one in legal if one != made)


# ---------------------------------------------------------------- branches


def test_a_game_that_is_held_is_branched_as_far_as_it_is_shown() -> None:
    widget = MonsterCafe(players=4, seed=7, step=20, hold=20, predict=True)
    assert widget.what_if("clear 3") == "A"
    assert [(line["step"], line["again"]) for line in widget.lines] == [(20, False)]
    assert len(widget.frames) == 21
    assert len(widget.compare(20)) == 2
    widget.line = ""
    with pytest.raises(ValueError, match="20"):
        widget.goto(21)
    widget.release()
    assert [line["id"] for line in widget.lines] == ["A"]
    widget.goto(60)
    widget.what_if()
    widget.hold = 30
    assert ([line["id"] for line in widget.lines], widget.line) == (["A"], "")
    assert len(widget.frames) == 31


@pytest.mark.parametrize("line", ["A", "Z"])
def test_a_line_that_is_no_more_is_refused_with_all_that_came_with_it(line: str) -> None:
    widget = MonsterCafe(players=4, seed=7, step=20)
    widget.what_if("clear 3")
    widget.forget()
    with pytest.raises(traitlets.TraitError, match=f"no branch {line} here"):
        widget.set_state({"step": 90, "line": line, "speed": 2.0})
    assert (widget.line, widget.step, widget.speed) == ("", 20, 1.0)


@pytest.mark.parametrize("sent", [{"locale": "fr"}, {"speed": 99.0}, {"line": "Z"}, {"size": "x"}])
def test_what_a_browser_sends_in_vain_leaves_nothing_behind(sent: dict[str, Any]) -> None:
    widget = MonsterCafe(players=4, seed=7, step=20)
    before = (widget.locale, widget.speed, widget.line, widget.size, widget.step)
    with pytest.raises(traitlets.TraitError):
        widget.set_state({"step": 90, **sent})
    assert (widget.locale, widget.speed, widget.line, widget.size, widget.step) == before
    widget.set_state({"step": 30})
    assert widget.step == 30


def test_a_branch_takes_along_what_was_predicted_before_it() -> None:
    widget = MonsterCafe(players=4, seed=7, predict="chance")
    asked = [f["step"] for f in widget.frames if "question" in f][1:]
    for step in asked[:2]:
        widget.answer(step, "reveal sorbet")
    said = [(one.step, one.answer) for one in widget.branch(asked[1]).predictions]
    assert said == [(asked[0], "reveal sorbet")]
    widget.goto(asked[1] + 1)
    widget.what_if()
    assert [one.step for one in widget.predictions] == asked[:2]


@pytest.mark.parametrize("viewer", ["public", 0, "all"])
def test_every_game_goes_another_way_and_stays_what_it_was(game: Any, viewer: Any) -> None:
    widget = widget_of(game.NAME, viewer=viewer)
    record, frames = widget.record, widget.frames
    steps = choosing(widget)[::25][:3] or [len(frames) // 2]
    for step in steps:
        widget.line = ""
        widget.goto(step)
        legal = frames[step]["view"]["legal_actions"]
        wish = other(widget, step) if legal else None
        name = widget.what_if(wish)
        line = widget.lines[-1]

        assert not [error.message for error in LINE.iter_errors(crossing(line))]
        assert (widget.line, widget.step) == (name, step + 1)
        assert [f["step"] for f in line["frames"]] == list(
            range(step + 1, step + 1 + len(line["frames"]))
        )
        assert line["frames"][-1]["over"]
        assert {f["view"]["viewer"] for f in line["frames"]} == {viewer}
        assert line["redealt"] == (viewer != "all" and game.NAME in HIDDEN)
        if wish is not None:
            assert line["frames"][0]["action"] == wish
    assert (record, frames) == (widget.record, widget.frames)
    assert [line["id"] for line in widget.lines] == ["A", "B", "C"][: len(steps)]


def test_chance_brings_what_one_picks_and_after_that_draws_afresh() -> None:
    widget = MonsterCafe(seed=7)
    step = next(f["step"] for f in widget.frames[60:] if f["view"]["values"]["phase"] == "reveal")
    widget.goto(step)
    made = widget.frames[step + 1]["action"]
    first, second = widget.what_if("reveal sorbet"), None
    widget.line, widget.step = "", step
    second = widget.what_if(made)

    a, b = widget.lines
    assert (a["frames"][0]["action"], a["again"]) == ("reveal sorbet", False)
    assert (b["frames"][0]["action"], b["again"]) == (made, True)
    assert (first, second) == ("A", "B")
    ours = [frame["action"] for frame in widget.frames[step + 1 :]]
    assert ours != [frame["action"] for frame in b["frames"]]


def test_a_picked_outcome_comes_in_a_world_that_allows_it() -> None:
    # what a Zilch brings is hidden; the roll of the dice is not, and its chances are beside it
    widget = MonsterMatch(players=3, seed=5, viewer=0, policies="random")
    step = next(f["step"] for f in widget.frames[20:] if lines_offered(widget, f["step"]))
    widget.goto(step)
    wish = lines_offered(widget, step)[0]
    widget.what_if(wish)

    assert widget.lines[0]["redealt"]
    assert widget.lines[0]["frames"][0]["action"] == wish


def lines_offered(widget: Any, step: int) -> list[str]:
    odds = widget.frames[step]["odds"] or ()
    return [row["action"] for table in odds for row in table["rows"] if "action" in row]


@pytest.mark.parametrize(
    ("name", "bots"), [("monster_match", "greedy"), ("monster_my_neighbor", "random")]
)
def test_a_branch_tells_nothing_that_its_viewer_could_not_know(name: str, bots: str) -> None:
    # two games that look the same to player 0 but hide different cards: the same branches
    pairs = list(islice(doubles(name, bots), 5))
    assert len(pairs) == 5
    for pair in pairs:
        told = []
        for state in pair:
            widget = widget_of_record(name, GameRecord(name, 3, {}, None, state.actions))
            step = len(state.actions)
            for action in (None, first_of(widget, step)):
                widget.line, widget.step = "", step
                widget.what_if(action)
            told.append(json.dumps(widget.lines))
        assert told[0] == told[1]


def doubles(name: str, bots: str) -> Iterator[tuple[Any, Any]]:
    """True states, and others that player 0 could not tell from them, when it is their turn."""
    for seed in range(1, 20):
        truth = play(name, bots, seed, 3)
        for state in [one for one in truth.states if one.legal_actions(0)][::12]:
            for k in range(4):
                world = state.view(0).sample(truth.rng(k, ":test"))
                if world.view("all").zones != state.view("all").zones:
                    yield state, world
                    break


def widget_of_record(name: str, record: GameRecord) -> Any:
    kind = getattr(mw, "".join(word.capitalize() for word in name.split("_")))
    return kind(record=record, viewer=0, policies="random")


def first_of(widget: Any, step: int) -> str:
    return str(widget.frames[step]["view"]["legal_actions"][0]["notation"])


def test_trying_again_and_again_shows_other_worlds_each_time() -> None:
    widget = MonsterMyNeighbor(players=4, seed=3, viewer=0, policies="random")
    step = choosing(widget)[-1]
    hands = set()
    for _ in range(12):
        widget.line, widget.step = "", step
        name = widget.what_if(first_of(widget, step))
        zones = widget._record_of(name).states[step].view("all").zones
        hands.add(tuple((zone, zones[zone]) for zone in zones if zone.startswith("hand")))

    assert len(hands) > 3


def test_the_drawn_world_explains_what_the_viewer_saw() -> None:
    for name in HIDDEN:
        widget = widget_of(name, viewer=0)
        for step in choosing(widget)[::40][:3]:
            widget.line, widget.step = "", step
            branch = widget._record_of(widget.what_if(first_of(widget, step)))
            for k in range(step + 1):
                assert branch.states[k].view(0) == widget.record.states[k].view(0)


# ---------------------------------------------------------------- refusals


def test_what_cannot_be_done_is_refused_with_what_can() -> None:
    widget = MonsterCafe(players=3, seed=3, you=0)
    for locale, said in (("en", "One can choose: draw"), ("es", "Se puede elegir: draw")):
        widget.locale = locale
        with pytest.raises(ValueError, match=rf"“?«?seat 2.*{said}"):
            widget.what_if("seat 2")
    with pytest.raises(ValueError, match="elegir"):
        widget.what_if((0, "seat", (2,)))  # type: ignore[arg-type]
    over = MonsterCafe(seed=7, step=109)
    with pytest.raises(ValueError, match="The game is over"):
        over.what_if()
    assert (widget.lines, over.lines, widget.line) == ((), (), "")


def test_a_policy_that_fails_leaves_no_branch() -> None:
    def broken(view: Any, rng: Any) -> Any:
        raise ZeroDivisionError("bad bot")

    record = play("monster_cafe", "greedy", 3, 2)
    widget = MonsterCafe(record=record, policies=broken, step=40)
    with pytest.raises(ValueError, match="bad bot"):
        widget.what_if()

    assert (widget.lines, widget.line, widget.step) == ((), "", 40)


def test_a_line_that_is_not_there_cannot_be_shown() -> None:
    widget = MonsterCafe(seed=7)
    with pytest.raises(traitlets.TraitError, match="no branch Q here; there are ''"):
        widget.line = "Q"
    with pytest.raises(ValueError, match="no branch"):
        widget.forget("Q")
    assert widget.line == ""


def test_a_branch_widget_begins_with_a_legal_action_or_none_at_all() -> None:
    widget = MonsterCafe(seed=7)
    step = choosing(widget)[3]
    branch = widget.branch(step, other(widget, step))

    assert other(widget, step) == branch.frames[step + 1]["action"]
    assert branch.info["branch"] == {"step": step, "number": 1}
    with pytest.raises(IllegalAction, match=r"rule S4.*Possible now: draw"):
        widget.branch(step, "seat 2")
    with pytest.raises(IllegalAction, match="not a move"):
        widget.branch(step, "")
    with pytest.raises(ValueError, match="steps 0 to 109"):
        widget.branch(200, "draw")
    chance = next(k for k, s in enumerate(widget.record.states[60:], 60) if is_reveal(s))
    picked = widget.branch(chance, "reveal sorbet")
    assert str(picked.record.actions[chance]) == "reveal sorbet"
    assert picked.record == GameRecord.from_code(picked.record.code)


def is_reveal(state: Any) -> bool:
    return state.acting_players == (CHANCE,) and state.view("all").values["phase"] == "reveal"


# ---------------------------------------------------------------- going about in them


def test_a_branch_of_a_branch_and_back() -> None:
    widget = MonsterCafe(seed=7)
    step = choosing(widget)[3]
    widget.goto(step)
    widget.what_if(other(widget, step))
    later = next(f["step"] for f in widget._shown if f["step"] > step + 4 and f["beat"])
    widget.goto(later)
    assert widget.what_if() == "B"
    assert [(line["parent"], line["step"]) for line in widget.lines] == [("", step), ("A", later)]
    assert widget._shown[: later + 1] == widget._frames_of("A")[: later + 1]
    # a step before the branch is one of the game, whatever line is on screen
    widget.goto(3)
    widget.what_if()
    assert [line["parent"] for line in widget.lines] == ["", "A", ""]

    widget.forget("A")
    assert [line["id"] for line in widget.lines] == ["C"]
    assert widget.line == "C"
    widget.forget()
    assert (widget.line, widget.step, widget.lines) == ("", 3, ())
    assert widget.what_if() == "D"  # a name means one branch only


def test_steps_are_those_of_the_line_on_screen() -> None:
    widget = MonsterCafe(seed=7, step=20)
    widget.what_if()
    last = len(widget.lines[0]["frames"]) + 20
    widget.goto(last)
    with pytest.raises(ValueError, match=f"steps 0 to {last}"):
        widget.goto(last + 1)
    widget.previous()
    widget.next()
    assert widget.step == last
    widget.line = ""
    assert widget.step == min(last, 109)
    assert "109" in repr(widget)


def test_one_plays_on_in_the_game_only_and_that_shows_it() -> None:
    widget = MonsterCafe(players=3, seed=3, you=0)
    newest = widget.step
    widget.what_if(first_choice(widget))
    with pytest.raises(ValueError, match="Branch A is on screen"):
        widget.act("draw")
    intend(widget, "draw", 1, step=newest)
    assert (widget.error, widget.line, widget.step) == (None, "", len(widget.record.actions))


def test_a_choice_taken_back_takes_its_branches_with_it() -> None:
    widget = MonsterCafe(players=3, seed=3, you=0)
    begin = widget.step
    widget.goto(2)
    widget.what_if()  # A, before the first choice
    widget.line, widget.step = "", begin
    widget.what_if("draw")  # B, at it
    widget.line = ""
    widget.goto(len(widget.record.actions))
    widget.act("draw")
    widget.act(first_choice(widget))
    widget.what_if()  # C, after both
    widget.what_if()  # D, off C
    widget.compare(2)
    assert [line["id"] for line in widget.lines] == ["A", "B", "C", "D"]
    widget.undo()

    assert [line["id"] for line in widget.lines] == ["A", "B"]
    assert (widget.line, widget.compared) == ("", ())
    widget.undo()
    assert widget.step == begin
    assert [line["id"] for line in widget.lines] == ["A", "B"]  # both begin at or before it


def test_a_choice_made_or_taken_back_changes_what_its_branches_are_compared_with() -> None:
    widget = MonsterCafe(players=3, seed=3, you=0)
    begin = widget.step
    widget.what_if("draw")
    widget.compare(3)
    assert (widget.compared[0]["chosen"], widget.lines[0]["again"]) == (False, False)
    intend(widget, "draw", 1, step=begin)
    assert (widget.compared, widget.lines[0]["again"]) == ((), True)
    widget.line = "A"
    widget.compare(3)
    assert widget.compared[0]["chosen"] is True
    widget.undo()
    assert (widget.compared, widget.lines[0]["again"]) == ((), False)


def test_other_eyes_see_other_branches_or_none() -> None:
    widget = MonsterCafe(seed=7, step=20)
    widget.what_if()
    widget.viewer = "all"
    assert {f["view"]["viewer"] for f in widget.lines[0]["frames"]} == {"all"}
    hidden = MonsterMyNeighbor(players=3, seed=5, viewer="all", policies="random", step=40)
    hidden.what_if()
    hidden.viewer = 0
    assert (hidden.lines, hidden.line) == ((), "")


# ---------------------------------------------------------------- comparing


def test_a_comparison_is_what_simulate_says() -> None:
    widget = MonsterCafe(seed=7, policies="random")
    step = choosing(widget)[12]
    widget.goto(step)
    name = widget.what_if(other(widget, step))
    found = widget.compare(50)
    for line, state in (
        ("", widget.record.states[step + 1]),
        (name, widget._record_of(name).states[step + 1]),
    ):
        again = analysis.simulate(
            "monster_cafe", 50, policies="random", statistic="winner", from_state=state
        )
        assert [value.mean for value in found[line]] == list(again.mean)  # type: ignore[union-attr,arg-type]
        assert [v.standard_error for v in found[line]] == list(again.standard_error)  # type: ignore[union-attr,arg-type]
    [told] = widget.compared
    assert not [error.message for error in COMPARISON.iter_errors(crossing(told))]
    assert (told["done"], told["n"], told["running"], told["chosen"]) == (50, 50, False, True)


def test_where_little_is_left_the_comparison_is_exact() -> None:
    widget = MonsterCafe(seed=7, policies="random")
    step = choosing(widget, several=False)[-1]
    widget.goto(step)
    name = widget.what_if(widget.frames[step + 1]["action"])
    found = widget.compare()
    for line in ("", name):
        state = widget._record_of(line).states[step + 1]
        exact = analysis.enumerate("monster_cafe", statistic="winner", from_state=state)
        assert sum(found[line]) == 1  # type: ignore[arg-type]
        assert list(found[line]) == [
            sum(p * share[seat] for share, p in exact.items()) for seat in range(4)
        ]
    assert (widget.compared[0]["n"], widget.compared[0]["branch"][0]["standard_error"]) == (0, None)


def test_who_plays_alone_compares_points() -> None:
    widget = widget_of("monster_kitchen")
    step = choosing(widget)[3]
    widget.goto(step)
    widget.what_if(other(widget, step))
    values = widget.compare(5)["A"]
    assert widget.compared[0]["statistic"] == "final_scores"
    assert isinstance(values[0], Estimate)


def test_where_the_game_has_not_gone_on_it_begins_with_the_choice() -> None:
    widget = MonsterCafe(players=3, seed=3, you=0)
    widget.what_if("draw")
    widget.compare(3)
    assert widget.compared[0]["chosen"] is False


def test_nothing_is_compared_with_the_game_itself_or_so_many_times() -> None:
    widget = MonsterCafe(seed=7, step=20)
    with pytest.raises(ValueError, match="nothing to compare"):
        widget.compare()
    widget.what_if()
    for n in (0, 1.5, "3", True):
        with pytest.raises(ValueError, match="whole number from 1"):
            widget.compare(n)  # type: ignore[arg-type]


def test_without_an_event_loop_nothing_runs_by_itself() -> None:
    widget = MonsterCafe(seed=7, step=20)
    inquire(widget, "branch", 1, 20)
    [told] = widget.compared
    assert (told["done"], told["running"], told["branch"]) == (0, False, [])
    assert widget.error is None


def test_python_asks_for_no_games_unless_told_even_with_an_event_loop() -> None:
    async def cell() -> Any:
        widget = MonsterCafe(seed=7, step=20)
        widget.what_if()
        await asyncio.sleep(0.05)
        return widget

    widget = asyncio.run(cell())
    assert widget.compared == ()


def test_in_the_background_it_runs_in_slices_until_the_reader_moves_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(slices, "SLICE", 0.0)
    monkeypatch.setattr(slices, "PAUSE", 0.0)
    monkeypatch.setattr(slices, "EVERY", 0.0)

    async def read() -> tuple[Any, list[Any], Any, Any]:
        widget = MonsterCafe(players=2, seed=7, policies="random", step=60)
        seen: list[Any] = []
        widget.observe(lambda change: seen.append(change["new"]), names="compared")
        inquire(widget, "branch", 1, 60)
        while widget.compared[0]["done"] < 5:
            await asyncio.sleep(0)
        widget.line = ""  # the reader goes back
        stopped = widget.compared[0]
        for _ in range(50):
            await asyncio.sleep(0)
        rested = widget.compared[0]
        monkeypatch.setattr(slices, "SLICE", 0.04)
        monkeypatch.setattr(slices, "EVERY", 0.25)
        widget.line = "A"
        inquire(widget, "compare", 2, 61, "A")  # and goes on where it was
        while widget.compared[0]["running"]:
            await asyncio.sleep(0)
        return widget, seen, stopped, rested

    widget, seen, stopped, rested = asyncio.run(read())
    assert stopped == rested
    assert (stopped["running"], stopped["done"] < stopped["n"]) == (False, True)
    assert len(seen) > 5
    done = [told[0]["done"] for told in seen]
    assert done == sorted(done)
    [told] = widget.compared
    assert (told["done"], told["n"]) == (400, 400)
    again = MonsterCafe(players=2, seed=7, policies="random", step=60)
    again.what_if()
    again.compare()
    assert again.compared == widget.compared  # a run that rested says the same


def test_a_closed_widget_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "SLICE", 0.0)

    async def close() -> Any:
        widget = MonsterCafe(seed=7, step=20)
        inquire(widget, "branch", 1, 20)
        await asyncio.sleep(0.02)
        assert widget._running is not None
        [_, task] = widget._running
        widget.close()
        await asyncio.wait_for(task, 5)
        return widget

    assert asyncio.run(close())._running is None


def test_patience_ends_and_can_be_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "SLICE", 0.0)
    monkeypatch.setattr(slices, "PATIENCE", -1.0)

    async def read() -> Any:
        widget = MonsterCafe(seed=7, step=20)
        inquire(widget, "branch", 1, 20)
        [_, task] = widget._running or ("", None)
        assert task is not None
        await task
        return widget

    [told] = asyncio.run(read()).compared
    assert (told["running"], told["done"] < told["n"]) == (False, True)


# ---------------------------------------------------------------- the browser's wishes


@pytest.mark.parametrize(
    ("wish", "key"),
    [
        ({"do": "branch", "line": "", "step": 20}, "bad_intent"),
        ({"do": "branch", "line": "", "step": "20", "action": None}, "bad_intent"),
        ({"do": "branch", "line": 0, "step": 20, "action": None}, "bad_intent"),
        ({"do": "branch", "line": "", "step": 20, "action": ["draw"]}, "bad_intent"),
        ({"do": "branch", "line": "", "step": 20, "action": "fly"}, "not_offered"),
        ({"do": "branch", "line": "", "step": 109, "action": None}, "over"),
        ({"do": "branch", "line": "", "step": 110, "action": None}, "late"),
        ({"do": "branch", "line": "", "step": -1, "action": None}, "late"),
        ({"do": "branch", "line": "Q", "step": 20, "action": None}, "late"),
        ({"do": "dance", "line": "", "step": 20, "action": None}, "bad_intent"),
        ({"do": None, "line": "", "step": 20, "action": None}, "bad_intent"),
        ({"do": "compare", "line": "", "step": 20, "action": None}, "bad_intent"),
        ({"do": "remove", "line": "", "step": 20, "action": None}, "bad_intent"),
        ({"do": "why", "line": "", "step": 0, "action": None}, "no_choice_made"),
        ({"do": "explain", "line": "", "step": 1, "action": None}, "nothing_to_choose"),
        ({"do": "branch", "line": "", "step": 20, "action": None, "id": 0}, "bad_intent"),
    ],
)
def test_a_senseless_wish_changes_nothing_and_is_said(wish: dict[str, Any], key: str) -> None:
    widget = MonsterCafe(seed=7)
    widget.intent = {"id": 1, **wish}

    assert widget.error is not None
    assert widget.error["key"] == f"common.reason.{key}"
    assert (widget.lines, widget.line, widget.step, widget.hints) == ((), "", 0, ())
    for locale in messages.LOCALES:
        words = messages.Words(locale, "monster_cafe", widget.info["players"])
        assert words.find(widget.error["key"]) is not None


def test_a_wish_is_obeyed_once() -> None:
    widget = MonsterCafe(seed=7)
    inquire(widget, "branch", 1, 20)
    inquire(widget, "remove", 1, 20, "A")
    assert [line["id"] for line in widget.lines] == ["A"]
    assert widget.error is not None
    inquire(widget, "remove", 2, 20, "A")
    assert (widget.lines, widget.error) == ((), None)


# ---------------------------------------------------------------- names and files


def test_branches_are_named_like_the_columns_of_a_sheet() -> None:
    names = [lines.name(number) for number in (1, 2, 26, 27, 28, 52, 53, 702, 703)]
    assert names == ["A", "B", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]


def test_a_page_holds_the_branches_there_are(tmp_path: Any) -> None:
    widget = MonsterCafe(seed=7, step=20)
    widget.what_if()
    widget.compare(2)
    text = widget.to_html(tmp_path / "game.html").read_text("utf-8")
    data = json.loads(text.split('data-for="monster-widget">')[1].split("</script>")[0])
    state = data["state"]

    assert state["lines"] == crossing(widget.lines)
    assert (state["line"], state["compared"][0]["line"], state["hints"]) == ("A", "A", [])
