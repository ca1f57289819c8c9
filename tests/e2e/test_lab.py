"""Monster Café as a reader meets it: a real JupyterLab, newest and Binder's, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Faults
from tests.e2e.lab import ROOT, Server, cell_sources, run_all, run_cell
from tests.e2e.widget import (
    IMPORT,
    PLAY,
    WATCH,
    at_step,
    choices,
    choose_first,
    open_cells,
    press,
    say,
    step_line,
)


def test_the_first_notebook_runs_steps_and_scrubs(each_lab: Server, page: Page) -> None:
    source = (ROOT / "notebooks/en/start_here.ipynb").read_text("utf-8")
    (each_lab.root / "start_here.ipynb").write_text(source, "utf-8")
    each_lab.open(page, "start_here.ipynb")
    run_all(page)
    outputs = page.evaluate(
        """() => window.jupyterapp.shell.currentWidget.content.widgets
          .filter(cell => cell.model.type === 'code')
          .map(cell => cell.model.outputs.toJSON().map(output => output.output_type))"""
    )
    assert "error" not in {kind for kinds in outputs for kind in kinds}
    # JupyterLab 4.4 keeps only what is on screen in the page
    page.evaluate("window.jupyterapp.shell.currentWidget.content.scrollToItem(3)")
    widget = page.locator("section.mw", has_text="Step 0 of 109").first

    press(widget, "Forward")
    widget = page.locator("section.mw", has_text="of 109").first
    at_step(widget, 8)
    expect(widget.locator(".earlier")).to_contain_text("New tables:")
    press(widget, "Forward")
    at_step(widget, 9)
    expect(widget).to_contain_text("The chance of this was 1/4 (25%).")
    expect(widget.locator(".odds")).to_contain_text("6/56 (≈ 10.7%)")
    widget.get_by_role("slider").fill("100")
    at_step(widget, 100)
    press(widget, "Back")
    at_step(widget, 99)
    press(widget, "Last step")
    expect(widget.locator(".mw-head")).to_contain_text("Game over")
    press(widget, "First step")
    at_step(widget, 0)


def test_a_whole_game_can_be_played(each_lab: Server, page: Page) -> None:
    widget = open_cells(each_lab, page, "play.ipynb", PLAY, "print('result', w.result)")

    for _ in range(200):
        if choices(widget).count() == 0:
            break
        choose_first(widget)
    expect(widget.locator(".mw-head")).to_contain_text("Game over")
    say(page, 2, "result Result(payoffs=")


def test_the_cited_rule_opens_with_status_and_source(lab: Server, page: Page) -> None:
    widget = open_cells(lab, page, "rule.ipynb", "w = mw.MonsterCafe(seed=7, step=12); w")

    rule = widget.get_by_role("button", name="Rule S7")
    expect(rule).to_have_attribute("aria-expanded", "false")
    rule.click()
    expect(widget).to_contain_text("any table that still has a free seat")
    expect(widget).to_contain_text("Stated in the rules")
    expect(widget).to_contain_text("Rules, drawing a card")


def test_two_views_of_one_widget_agree(lab: Server, page: Page) -> None:
    first = open_cells(lab, page, "views.ipynb", PLAY, "w")
    second = page.locator("section.mw").nth(1)
    expect(step_line(second)).to_be_visible()

    choose_first(first)
    assert step_line(first).inner_text() == step_line(second).inner_text()
    press(second, "First step")
    at_step(first, 0)
    first.locator("button[lang=es]").click()
    expect(second).to_have_attribute("lang", "es")


# JupyterLab itself says so in the console when a kernel is gone
NOT_SENT = "Could not send widget sync message"


def test_the_language_changes_with_the_kernel_gone(lab: Server, page: Page, faults: Faults) -> None:
    widget = open_cells(lab, page, "language.ipynb", "w = mw.MonsterCafe(seed=7, step=9); w")
    page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")

    widget.locator("button[lang=es]").click()
    expect(widget).to_have_attribute("lang", "es")
    expect(widget).to_contain_text("Empieza Clara.")
    expect(widget.locator(".odds")).to_contain_text("6/56 (≈ 10,7\N{NO-BREAK SPACE}%)")
    faults.forgive(NOT_SENT)


def test_what_python_sets_is_shown_and_what_the_reader_sets_reaches_python(
    lab: Server, page: Page
) -> None:
    widget = open_cells(
        lab, page, "traits.ipynb", WATCH, "w.goto(30)", "print('step', w.step, w.locale)"
    )

    at_step(widget, 30)
    widget.get_by_role("slider").fill("41")
    widget.locator("button[lang=es]").click()
    expect(step_line(widget)).to_have_text(re.compile("41"))
    page.wait_for_timeout(600)  # the step is sent when stepping rests
    say(page, 3, "step 41 es")


def test_a_player_of_ipywidgets_can_be_linked_to_the_step(lab: Server, page: Page) -> None:
    link = "import ipywidgets; play = ipywidgets.Play(max=500)"
    link += "; link = ipywidgets.jslink((play, 'value'), (w, 'step')); play"
    widget = open_cells(lab, page, "link.ipynb", WATCH, link, "play.value = 21", "play.value = 500")

    at_step(widget, 109)  # as far as the game goes
    run_cell(page, 3)
    at_step(widget, 21)


def test_undo_takes_the_choice_back_and_says_that_cards_were_seen(lab: Server, page: Page) -> None:
    widget = open_cells(lab, page, "undo.ipynb", PLAY)
    start = step_line(widget).inner_text()
    offered = choices(widget).all_inner_texts()

    choose_first(widget)
    press(widget, "Take back")
    expect(step_line(widget)).to_have_text(start)
    expect(widget).to_contain_text("A move was taken back after a card was seen")
    assert choices(widget).all_inner_texts() == offered


def test_illegal_late_and_senseless_intents_are_refused_and_said(lab: Server, page: Page) -> None:
    newest = "len(w.record.actions)"
    intents = (
        (f"{{'id': 5, 'step': {newest}, 'action': 'seat 1'}}", "A turn is one of two things"),
        ("{'id': 6, 'step': 3, 'action': 'draw'}", "The game has moved on since"),
        (f"{{'id': 6, 'step': {newest}, 'action': 'draw'}}", "The game has moved on since"),
        (f"{{'id': 7, 'step': {newest}, 'action': '<b>dance</b>'}}", "A turn is one of two"),
        ("{'id': 8, 'step': 'x'}", "could not make sense"),
        ("'draw'", "could not make sense"),
    )
    cells = [f"w.intent = {intent}; print({at}, w)" for at, (intent, _) in enumerate(intents)]
    widget = open_cells(lab, page, "refused.ipynb", PLAY)
    before = step_line(widget).inner_text()
    lab.write_notebook("refused2.ipynb", [IMPORT, PLAY, *cells])
    lab.open(page, "refused2.ipynb")
    for index in (0, 1):
        run_cell(page, index)
    widget = page.locator("section.mw:visible").first

    for at, (_, sentence) in enumerate(intents):
        run_cell(page, at + 2)
        expect(widget.get_by_role("alert")).to_contain_text(sentence)
        expect(step_line(widget)).to_have_text(before)
    choose_first(widget)
    expect(widget.get_by_role("alert")).to_have_count(0)


def test_markup_in_a_name_stays_text(lab: Server, page: Page) -> None:
    name = "<img src=x onerror=alert(1)><b>Bo</b> {player|player}"
    widget = open_cells(
        lab, page, "markup.ipynb", f"w = mw.MonsterCafe(players=[{name!r}, 'C'], step=9); w"
    )

    expect(widget.locator(".mw-hands")).to_contain_text(name)
    assert widget.locator("img, b").filter(has_text="Bo").count() == 0


def test_letters_typed_into_a_game_leave_the_notebook_alone(each_lab: Server, page: Page) -> None:
    widget = open_cells(each_lab, page, "keys.ipynb", WATCH, "'untouched'")
    before = cell_sources(page)
    types = "window.jupyterapp.shell.currentWidget.content.widgets.map(c => c.model.type)"
    types_before = page.evaluate(types)
    focusable = widget.locator("button:visible, input, select")

    for index in range(focusable.count()):
        focusable.nth(index).focus()
        for key in ("a", "b", "d", "d", "x", "m", "y", "r", "c", "v", "z", "0", "0"):
            page.keyboard.press(key)
            # after each: one of the notebook's commands takes the one before back
            assert cell_sources(page) == before, key
    assert page.evaluate(types) == types_before
    saved = (each_lab.root / "keys.ipynb").stat().st_mtime_ns
    page.keyboard.press("Control+s")
    page.wait_for_function("!window.jupyterapp.shell.currentWidget.context.model.dirty")
    assert (each_lab.root / "keys.ipynb").stat().st_mtime_ns > saved


def test_the_keys_step_and_play(lab: Server, page: Page) -> None:
    widget = open_cells(lab, page, "stepkeys.ipynb", WATCH)
    widget.get_by_role("button", name="Forward", exact=True).focus()

    page.keyboard.press(".")
    at_step(widget, 8)
    page.keyboard.press("Shift+Comma")
    at_step(widget, 7)
    page.keyboard.press("Shift+Period")
    at_step(widget, 8)
    page.keyboard.press(",")
    at_step(widget, 0)
    page.keyboard.press("p")
    at_step(widget, 8)
    page.keyboard.press("p")
    expect(widget.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert widget.get_by_role("button", name="Forward", exact=True).evaluate(
        "e => e.getRootNode().activeElement === e"
    )
    page.keyboard.press("?")
    expect(widget.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(widget.get_by_role("dialog")).to_have_count(0)


def test_a_whole_game_is_played_by_the_keyboard_alone(lab: Server, page: Page) -> None:
    widget = open_cells(lab, page, "keyboard.ipynb", PLAY)
    widget.get_by_role("combobox").select_option("4")
    choices(widget).first.focus()

    for _ in range(200):
        said = widget.locator("[aria-live]").inner_text()
        before = step_line(widget).inner_text()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        expect(step_line(widget)).not_to_have_text(before)
        ready = choices(widget).first.or_(widget.locator(".mw-head", has_text="Game over"))
        expect(ready).to_be_visible()
        expect(widget.locator("[aria-live]")).not_to_have_text(said)
        if choices(widget).count() == 0:
            break
    expect(widget.locator("[aria-live]")).to_contain_text("Game over.")


def test_with_a_dead_kernel_stepping_works_and_acting_says_why_not(
    lab: Server, page: Page, faults: Faults
) -> None:
    widget = open_cells(lab, page, "dead.ipynb", PLAY)
    page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")

    press(widget, "First step")
    press(widget, "Forward")
    expect(widget).to_contain_text("stay in the box")
    press(widget, "Last step")
    choices(widget).first.click()
    expect(widget.get_by_role("status")).to_contain_text("Python is busy or gone")
    expect(choices(widget).first).to_have_attribute("aria-disabled", "true")
    press(widget, "First step")
    at_step(widget, 0)
    page.wait_for_timeout(400)  # the step is sent when stepping rests
    faults.forgive(NOT_SENT)


def test_a_busy_kernel_does_not_stop_stepping_and_answers_late(lab: Server, page: Page) -> None:
    widget = open_cells(lab, page, "busy.ipynb", PLAY, "import time; time.sleep(6)")
    # the sleeping cell has run; run it again without waiting for it
    page.evaluate(
        """() => {
          window.jupyterapp.shell.currentWidget.content.activeCellIndex = 2;
          void window.jupyterapp.commands.execute('notebook:run-cell');
        }"""
    )

    press(widget, "First step")
    press(widget, "Forward")
    press(widget, "Last step")
    before = step_line(widget).inner_text()
    choices(widget).first.click()
    expect(step_line(widget)).not_to_have_text(before, timeout=20_000)
    expect(widget.get_by_text("Python is busy or gone")).to_have_count(0)


def test_the_html_file_opens_from_disk_and_steps(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    import monster_widgets as mw

    path = mw.MonsterCafe(players=["Ana", "</script><b>"], seed=7, locale="es").to_html(
        tmp_path / "game.html"
    )
    page = new_page()
    page.goto(path.as_uri())
    widget = page.locator("section.mw")

    widget.get_by_role("button", name="Adelante", exact=True).click()
    expect(widget).to_contain_text("Estas clases se quedan en la caja")
    widget.locator("button[lang=en]").click()
    widget.get_by_role("button", name="Last step", exact=True).click()
    expect(widget.locator(".mw-head")).to_contain_text("Game over")
    expect(widget.locator(".mw-hands")).to_contain_text("</script><b>")


def test_a_page_without_scripts_shows_the_game_in_words(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    import monster_widgets as mw

    path = mw.MonsterCafe(seed=7, step=12, locale="en").to_html(tmp_path / "game.html")
    page = new_page(java_script_enabled=False)
    page.goto(path.as_uri())

    expect(page.locator("main")).to_contain_text("seats a Dust Bunny Eater")


def test_a_reader_with_a_narrow_or_a_wide_window_sees_no_sideways_scrolling(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    import monster_widgets as mw

    path = mw.MonsterCafe(players=4, seed=7, step=60, locale="es").to_html(tmp_path / "game.html")
    for width in (360, 400, 700, 1000, 1400):
        page = new_page(viewport={"width": width + 32, "height": 900})
        page.goto(path.as_uri())
        expect(page.locator("section.mw .stp")).to_be_visible()

        assert page.evaluate("document.documentElement.scrollWidth") <= width + 32


def test_the_browser_asks_the_kernel_for_nothing_while_stepping(lab: Server, page: Page) -> None:
    sent: list[str] = []
    page.on("websocket", lambda ws: ws.on("framesent", lambda data: sent.append(str(data))))
    widget = open_cells(lab, page, "quiet.ipynb", WATCH)
    sent.clear()

    slider = widget.get_by_role("slider")
    for step in range(1, 101):
        slider.fill(str(step))
    page.wait_for_timeout(800)
    updates = [data for data in sent if "comm_msg" in data]
    assert len(updates) <= 5
    assert '"step"' in updates[-1]


def test_a_saved_notebook_shows_the_board_in_words_where_no_kernel_runs(
    lab: Server, page: Page, faults: Faults
) -> None:
    notebook = (ROOT / "notebooks/es/start_here.ipynb").read_text("utf-8")
    (lab.root / "committed.ipynb").write_text(notebook, "utf-8")
    lab.open(page, "committed.ipynb")

    expect(page.locator(".jp-OutputArea-output table").first).to_contain_text("Mazo")
    assert faults == []
