"""The widget without a browser: what Python readers, notebooks and the kernel's threads meet."""

from __future__ import annotations

import gc
import gzip
import json
import subprocess
import sys
import threading
import weakref
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from monster_widgets import MonsterCafe, MonsterMatch, MonsterMyNeighbor, engine, games
from monster_widgets.engine import GameRecord, IllegalAction, InvalidRecord, play
from monster_widgets.locales import messages
from monster_widgets.widgets import page, replay
from tests.widgets.choosing import first_choice, intend

# ---------------------------------------------------------------- looking


def test_the_repr_is_short_and_the_same_in_every_process() -> None:
    code = "import monster_widgets as mw; print(repr(mw.MonsterCafe(players=4, seed=7)))"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }

    assert outputs == {"MonsterCafe(players=4, seed=7, step=0/109)"}


def test_the_mime_bundle_has_the_widget_and_a_readable_board_without_script() -> None:
    data, _ = MonsterCafe(players=["A<b>", "B", "C"], seed=7, step=20)._repr_mimebundle_()

    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["text/plain"] == "MonsterCafe(players=3, seed=7, step=20/84)"
    assert "A&lt;b&gt;" in data["text/html"]
    assert "<script" not in data["text/html"]


def test_next_and_previous_go_by_beats_and_goto_by_actions() -> None:
    widget = MonsterCafe(seed=7)
    seen = []
    for move in (widget.next, widget.next, widget.next, widget.previous, widget.previous):
        move()
        seen.append(widget.step)

    assert seen == [8, 9, 10, 9, 8]
    widget.goto(3)
    assert widget.step == 3
    widget.previous()
    assert widget.step == 0
    widget.previous()
    assert widget.step == 0
    widget.goto(109)
    widget.next()
    assert widget.step == 109


@pytest.mark.parametrize("step", [-1, 110, 1.5, "3", None, True])
def test_goto_refuses_a_step_that_is_not_there(step: Any) -> None:
    widget = MonsterCafe(seed=7)

    with pytest.raises(ValueError, match="steps 0 to 109"):
        widget.goto(step)
    assert widget.step == 0


def test_a_linked_slider_that_runs_too_far_stops_at_the_ends() -> None:
    widget = MonsterCafe(seed=7)
    widget.step = 5000
    assert widget.step == 109
    widget.step = -3
    assert widget.step == 0


def test_result_record_and_frames_are_plain_python_values() -> None:
    widget = MonsterCafe(seed=7)

    assert games.load("monster_cafe").initial_state(4) == widget.record.states[0]
    assert play("monster_cafe", "greedy", seed=7, players=4) == widget.record
    assert widget.record.state.result == widget.result
    assert len(widget.record.states) == len(widget.frames)
    json.dumps(widget.frames)


def test_neither_seed_nor_record_nor_code_nor_hidden_card_is_in_a_trait() -> None:
    widget = MonsterCafe(players=2, seed=987654321, you=0)
    state = widget.get_state()
    frames = gzip.decompress(state.pop("frames")).decode()
    state.pop("_esm")
    text = json.dumps(state, default=str) + frames

    assert "987654321" not in text
    assert widget.record.code not in text
    decks = {card for f in json.loads(frames) for card in f["view"]["zones"]["deck"]}
    assert {"hidden"} == decks


def test_the_first_message_holds_the_whole_game() -> None:
    # a saved notebook is made from the messages, without asking the kernel again
    state = MonsterCafe(seed=7).get_state()

    assert len(json.loads(gzip.decompress(state["frames"]))) == 110
    assert {"en", "es"} == set(json.loads(gzip.decompress(state["messages"])))
    assert state["info"]["game"] == "monster_cafe"


def test_python_only_traits_cannot_be_set() -> None:
    widget = MonsterCafe(seed=7)
    for name in ("frames", "info", "messages", "error", "answered"):
        with pytest.raises(Exception, match=r"read.only"):
            setattr(widget, name, None)


def test_another_viewer_gets_other_frames() -> None:
    widget = MonsterCafe(seed=7)
    assert {"public"} == {frame["view"]["viewer"] for frame in widget.frames}
    widget.viewer = "all"
    assert "hidden" not in widget.frames[0]["view"]["zones"]["deck"]
    with pytest.raises(ValueError, match="a viewer is"):
        widget.viewer = 9


# ---------------------------------------------------------------- setting up


@pytest.mark.parametrize(
    ("keywords", "error", "match"),
    [
        ({"players": 5}, ValueError, "2, 3 or 4 players"),
        ({"players": 0}, ValueError, "2, 3 or 4 players"),
        ({"players": 0, "record": "mw1.x"}, ValueError, "leave them out"),
        ({"players": "Ana"}, ValueError, "a list of names"),
        ({"players": ["Ana", 3]}, ValueError, "a list of names"),
        ({"players": ["Ana"]}, ValueError, "2, 3 or 4 players"),
        ({"plyers": 3}, TypeError, "no keyword 'plyers'.*locale.*first, out"),
        ({"first": 7}, ValueError, "from 0 to 3"),
        ({"out": ["sludge", "soup"], "players": 3}, ValueError, "two different kinds"),
        ({"you": 4}, ValueError, "a seat from 0 to 3"),
        ({"you": (0, "x")}, ValueError, "a seat from 0 to 3"),
        ({"seed": "seven"}, ValueError, "a seed is a whole number"),
        ({"policies": "clever"}, ValueError, "'random', 'greedy', 'careful'"),
        ({"policies": ["random"] * 3}, ValueError, "need one policy or 4"),
        ({"locale": "fr"}, ValueError, "'en', 'es'"),
        ({"theme": "pink"}, Exception, "auto"),
        ({"players": 4.0}, ValueError, "a number, or a list of names"),
        ({"players": []}, ValueError, "a number, or a list of names"),
        ({"you": 1.5}, ValueError, "a seat from 0 to 3"),
        ({"you": True}, ValueError, "a seat from 0 to 3"),
        ({"you": {0: 1}}, ValueError, "a seat from 0 to 3"),
        ({"players": {"Ana", "Bo"}}, ValueError, "a list of names"),
        ({"players": ["\ud800", "Bo"]}, ValueError, "a list of names"),
        ({"step": True}, ValueError, "steps 0 to"),
        ({"step": 5000}, ValueError, "steps 0 to"),
        ({"speed": float("nan")}, ValueError, "from 0.1 to 16"),
        ({"seed": 10**5000}, ValueError, "below 2"),
        ({"policies": 5}, ValueError, "names, functions or a list"),
        ({"policies": [5] * 4}, ValueError, "no policy 5"),
        ({"intent": {"id": 1}}, TypeError, "no keyword 'intent'"),
        ({"frames": ()}, TypeError, "no keyword 'frames'"),
        ({"viewer": "everybody"}, ValueError, "a viewer is"),
        ({"record": "mw1.nonsense"}, InvalidRecord, "damaged"),
        ({"record": 7}, InvalidRecord, "its JSON or its code"),
    ],
)
def test_a_wrong_keyword_gets_a_clear_sentence(
    keywords: dict[str, Any], error: type[Exception], match: str
) -> None:
    with pytest.raises(error, match=match):
        MonsterCafe(**keywords)


def test_a_record_is_shown_from_itself_its_json_and_its_code() -> None:
    record = play("monster_cafe", "random", seed=3, players=3)

    for form in (record, record.to_json(), record.code):
        assert record == MonsterCafe(record=form).record
    with pytest.raises(ValueError, match="leave them out"):
        MonsterCafe(record=record, seed=3)
    with pytest.raises(ValueError, match="3 players, but 2 names"):
        MonsterCafe(record=record, players=["A", "B"])


def test_an_unfinished_record_is_only_shown_or_gone_on_with() -> None:
    mine = MonsterCafe(players=3, seed=3, you=0)
    mine.act(first_choice(mine))
    code = mine.record.code

    assert mine.record == MonsterCafe(record=code).record
    resumed = MonsterCafe(record=code, you=0)
    resumed.act(first_choice(resumed))
    assert mine.record.actions == resumed.record.actions[: len(mine.record.actions)]


def test_the_default_language_is_chosen_or_the_environments(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    messages.set_locale("es")
    assert MonsterCafe(seed=7).locale == "es"
    monkeypatch.setattr(messages, "_chosen", [])
    for value, expected in (("es_MX.UTF-8", "es"), ("fr_FR", "en"), ("C", "en")):
        monkeypatch.setenv("LC_ALL", value)
        assert expected == messages.get_locale()
    with pytest.raises(ValueError, match="'en', 'es'"):
        messages.set_locale("de")


# ---------------------------------------------------------------- playing


def test_acting_applies_the_choice_and_the_bots_answer() -> None:
    widget = MonsterCafe(players=3, seed=3, you=0)
    before = len(widget.record.actions)
    choice = first_choice(widget)
    widget.act(choice)

    assert choice == widget.frames[before + 1]["action"]
    assert widget.record.state.acting_players == (0,)
    assert len(widget.record.actions) == widget.step


def test_in_a_race_the_only_person_at_the_screen_need_not_be_named() -> None:
    for text in ("pass", "0: pass"):
        widget = MonsterMatch(players=3, seed=1, you=0)
        race = len(widget.record.actions)
        assert (0, 1, 2) == widget.record.state.acting_players
        widget.act(text)

        assert (0, "pass", ()) == widget.record.actions[race]
        with pytest.raises(ValueError, match="not your turn"):
            widget.act("1: pass")


def test_in_a_hidden_choice_of_many_the_person_at_the_screen_need_not_be_named() -> None:
    widget = MonsterMyNeighbor(players=4, seed=1, you=0)
    while len(widget.record.state.acting_players) == 1:
        widget.act(str(widget.record.state.legal_actions(0)[0]))
    choice = widget.record.state.legal_actions(0)[0]
    made = len(widget.record.actions)
    assert "pass" == choice.kind
    widget.act(f"pass {choice.args[0]}")

    assert choice == widget.record.actions[made]


def test_acting_is_refused_clearly_and_changes_nothing() -> None:
    widget = MonsterCafe(players=3, seed=3, you=0)
    record = widget.record

    with pytest.raises(IllegalAction, match=r"one of two things.*rule S4.*Possible now: draw"):
        widget.act("seat 2")
    with pytest.raises(ValueError, match=r"not a move one can make here\. Possible now: draw"):
        widget.act("")
    widget.previous()
    with pytest.raises(ValueError, match="only at the newest"):
        widget.act("draw")
    with pytest.raises(ValueError, match="nothing to take back"):
        widget.undo()
    watched = MonsterCafe(record=record)
    watched.goto(len(record.actions))
    with pytest.raises(ValueError, match="only shown"):
        watched.act("draw")
    assert record == widget.record


def test_a_page_that_cannot_be_written_leaves_the_old_file_alone(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.html"
    path.write_text("old")
    monkeypatch.setattr(page, "document", lambda *parts: "\ud800")
    with pytest.raises(UnicodeEncodeError):
        MonsterCafe(seed=7).to_html(path)

    assert path.read_text() == "old"


def test_a_whole_game_is_played_from_python_and_then_over() -> None:
    widget = MonsterCafe(players=2, seed=5, you=(0, 1))
    while widget.result is None:
        widget.act(first_choice(widget))

    with pytest.raises(ValueError, match="over"):
        widget.act("draw")


def test_with_several_seats_each_frame_is_made_for_the_one_who_acts() -> None:
    widget = MonsterCafe(players=3, seed=5, you=(0, 2))
    for _ in range(6):
        widget.act(first_choice(widget))

    acting = [(f["view"]["acting_players"], f["view"]["viewer"]) for f in widget.frames]
    assert {0, 2} == {viewer for _, viewer in acting}
    assert all([viewer] == players for players, viewer in acting if players in ([0], [2]))


def test_undo_takes_back_the_last_choice_and_marks_what_was_seen() -> None:
    widget = MonsterCafe(players=3, seed=3, you=0)
    record = widget.record
    widget.act("draw")
    assert not widget.info["undone"]
    widget.undo()

    assert record == widget.record
    assert widget.info["undone"]
    widget.act("draw")
    seen = widget.record.actions
    widget.undo()
    widget.act("draw")
    assert seen == widget.record.actions  # the seed is kept: the same choice, the same card


def test_a_refusal_in_python_speaks_the_readers_language() -> None:
    widget = MonsterCafe(players=3, seed=3, you=0, locale="es")

    with pytest.raises(IllegalAction, match=r"^seat 2: En un turno.*\(regla S4\) Ahora se puede:"):
        widget.act("seat 2")
    with pytest.raises(ValueError, match="Hay pasos del 0 al 12, no 500"):
        widget.goto(500)


def test_a_bot_that_cannot_choose_is_named_and_the_choice_is_not_made() -> None:
    def broken(view: Any, rng: Any) -> Any:
        if view.values["round"] and any(view.zones["seats:0"]):
            raise ZeroDivisionError("bad bot")
        return engine.RandomPolicy()(view, rng)

    widget = MonsterCafe(players=2, seed=3, you=0, first=0, policies=broken)
    record, frames = widget.record, widget.frames
    intend(widget, "draw", 1)
    intend(widget, "seat 0", 2)

    assert widget.error is not None
    assert "common.reason.bot" == widget.error["key"]
    assert "bad bot" in widget.error["values"]["detail"]
    assert len(widget.record.states) == len(widget.frames)
    with pytest.raises(ValueError, match="bad bot"):
        widget.act("seat 0")
    widget.undo()
    assert record == widget.record
    assert list(frames) == list(widget.frames)


def test_frames_that_cannot_be_made_leave_the_game_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    widget = MonsterCafe(players=3, seed=3, you=0)
    record = widget.record
    with monkeypatch.context() as broken:
        broken.setattr(games.load("monster_cafe"), "odds", lambda view: 1 / 0)
        intend(widget, "draw", 1)

    assert widget.error is not None
    assert "common.reason.internal" == widget.error["key"]
    assert record == widget.record
    intend(widget, "draw", 2)
    assert len(widget.record.states) == len(widget.frames) > len(record.states)


def test_numpys_whole_numbers_are_whole_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    widget = MonsterCafe(players=numpy.int64(3), you=numpy.array([0, 0, 2]), seed=3)

    assert (3, [0, 2]) == (widget.record.players, widget.info["you"])


def test_a_plain_tuple_is_an_action_too() -> None:
    widget = MonsterCafe(players=3, seed=3, you=0)
    widget.act((0, "draw", ()))  # type: ignore[arg-type]

    assert widget.record == GameRecord.from_json(widget.record.to_json())


def test_a_branch_is_a_new_widget_that_draws_afresh() -> None:
    widget = MonsterCafe(seed=7, viewer="all", speed=2)
    branch, other = widget.branch(9), widget.branch(9)

    assert branch.info["branch"] == {"step": 9, "number": 1}
    assert other.info["branch"] == {"step": 9, "number": 2}
    assert widget.info["branch"] is None
    assert widget.record.actions[:9] == branch.record.actions[:9]
    assert branch.record.actions != other.record.actions
    assert (9, "all", 2) == (branch.step, branch.viewer, branch.speed)
    assert branch.result is not None


# ---------------------------------------------------------------- intents from the browser


def test_an_intent_is_obeyed_once_and_answered() -> None:
    widget = MonsterCafe(players=3, seed=3, you=0)
    intend(widget, "draw", 1)
    after = widget.record

    assert widget.answered == 1
    assert widget.error is None
    intend(widget, "draw", 1)
    assert after == widget.record


@pytest.mark.parametrize(
    ("intent", "key"),
    [
        ({"id": 3, "step": 1, "action": "draw"}, "common.reason.late"),
        ({"id": 3, "step": 10**9, "action": "draw"}, "common.reason.late"),
        ({"id": 3, "step": "now", "action": "draw"}, "common.reason.bad_intent"),
        ({"id": 3, "step": None, "action": "draw"}, "common.reason.bad_intent"),
        ({"id": 0, "step": None, "action": "draw"}, "common.reason.bad_intent"),
        ({"id": True, "step": None, "action": "draw"}, "common.reason.bad_intent"),
        ({"id": 2**60, "step": None, "action": "draw"}, "common.reason.bad_intent"),
        ({"action": "draw"}, "common.reason.bad_intent"),
        ({"id": 3, "step": None, "action": ["draw"]}, "common.reason.bad_intent"),
        ("draw", "common.reason.bad_intent"),
        (7, "common.reason.bad_intent"),
        ({"id": 3, "step": -1, "action": "", "newest": True}, "common.reason.unknown_action"),
        ({"id": 3, "step": -1, "action": "9: draw", "newest": True}, "monster_cafe.reason"),
        ({"id": 3, "step": -1, "action": "1: draw", "newest": True}, "monster_cafe.reason"),
        ({"id": 3, "step": -1, "action": "seat 0", "newest": True}, "monster_cafe.reason"),
        ({"id": 3, "step": -1, "action": "seat ²", "newest": True}, "monster_cafe.reason"),
        ({"id": 3, "step": -1, "action": "undo", "newest": True}, "common.reason.nothing"),
    ],
)
def test_a_wrong_late_or_senseless_intent_changes_nothing_and_is_said(
    intent: Any, key: str
) -> None:
    widget = MonsterCafe(players=3, seed=3, you=0)
    record, frames = widget.record, widget.frames
    if isinstance(intent, dict) and intent.pop("newest", False):
        intent["step"] = len(record.actions)
    widget.intent = intent

    assert record == widget.record
    assert frames is widget.frames
    assert widget.error is not None
    assert widget.error["key"].startswith(key)
    for locale in messages.LOCALES:
        words = messages.Words(locale, "monster_cafe", widget.info["players"])
        assert words.find(widget.error["key"]) is not None
    intend(widget, "draw", 9)
    assert widget.error is None
    assert len(widget.record.actions) > len(record.actions)


def test_an_intent_for_a_watched_or_a_finished_game_is_refused() -> None:
    watched = MonsterCafe(seed=7)
    intend(watched, "draw", 1)
    assert watched.error is not None
    assert watched.error["key"] == "common.reason.over"
    unfinished = MonsterCafe(record=MonsterCafe(players=3, seed=3, you=0).record)
    intend(unfinished, "draw", 1)
    assert unfinished.error is not None
    assert unfinished.error["key"] == "common.reason.watching"


def test_two_threads_with_five_hundred_intents_leave_a_valid_record() -> None:
    widget = MonsterCafe(players=3, seed=3, you=0)

    def hammer(start: int) -> None:
        for ident in range(start, 500, 2):
            legal = widget.record.state.legal_actions()
            action = "undo" if not legal or ident % 11 == 0 else str(legal[ident % len(legal)])
            intend(widget, action, ident)

    threads = [threading.Thread(target=hammer, args=(start,)) for start in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert widget.record == GameRecord.from_json(widget.record.to_json())
    assert len(widget.record.states) == len(widget.frames)
    assert widget.error is None or widget.error["key"] != "common.reason.internal"
    assert widget.record == GameRecord.from_code(widget.record.code)


def test_closed_widgets_are_freed() -> None:
    widgets = [MonsterCafe(players=2, seed=seed) for seed in range(50)]
    refs = [weakref.ref(widget) for widget in widgets]
    for widget in widgets:
        widget.close()
    del widget, widgets
    gc.collect()

    assert sum(ref() is not None for ref in refs) == 0


# ---------------------------------------------------------------- export


def test_the_html_file_holds_everything_and_asks_for_nothing(tmp_path: Any) -> None:
    widget = MonsterCafe(players=["</script>", "B"], seed=987654321, locale="es")
    text = widget.to_html(tmp_path / "game.html").read_text("utf-8")

    assert '<html lang="es">' in text
    assert text.count("</script>") == 2
    assert "987654321" not in text
    assert "src=" not in text
    assert "http://" not in text.replace("http://www.w3.org", "")
    assert "https://" not in text


def test_ten_games_fit_into_a_notebook_that_is_saved_with_its_widgets() -> None:
    cells = ["import monster_widgets as mw"]
    cells += [f"mw.MonsterCafe(players=4, seed={seed})" for seed in range(1, 11)]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    NotebookClient(notebook, kernel_name="python3", store_widget_state=True).execute()

    [saved] = notebook.metadata["widgets"].values()
    assert 10 == sum("_esm" in model["state"] for model in saved["state"].values())
    assert len(nbformat.writes(notebook).encode()) < 1.3 * 1024 * 1024


def test_packed_frames_are_the_same_bytes_every_time() -> None:
    frames = MonsterCafe(seed=7).frames

    assert replay.pack(frames) == replay.pack(MonsterCafe(seed=7).frames)


def test_of_two_keywords_the_wrong_one_is_named() -> None:
    with pytest.raises(TypeError, match=r"no keyword 'foo'; there are players, .* first, out$"):
        MonsterCafe(first=0, foo=1)
