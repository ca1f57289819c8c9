"""Predict first, as a reader meets it: by keyboard, in both languages, with and without Python."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

import monster_widgets as mw
from tests.e2e.lab import Server, in_theme, run_cell
from tests.e2e.test_access import AXE, RUN_AXE, SHOW_ALL, VIEWPORT
from tests.e2e.widget import IMPORT, at_step, choices, open_cells, open_page, press, say, step_line

PREDICT = "w = mw.MonsterCafe(players=4, seed=7, predict=True, step={step}); w"
QUESTIONS = {
    "a choice": PREDICT.format(step=56),
    "a draw": "mw.MonsterCafe(players=4, seed=7, predict='chance', step=55)",
    "a score": "mw.MonsterCafe(players=4, seed=7, predict='scores', step=54)",
    "a roll": "mw.MonsterMatch(seed=7, predict='chance', step=53)",
    "held": "mw.MonsterCafe(players=4, seed=7, predict=True, hold=54, step=54)",
}


def open_first(lab: Server, page: Page, name: str, *cells: str) -> Locator:
    """Open a notebook of these cells, and run the first of them alone."""
    lab.write_notebook(name, [IMPORT, *cells])
    lab.open(page, name)
    run_cell(page, 0)
    run_cell(page, 1)
    widget = page.locator("section.mw")
    expect(step_line(widget)).to_be_visible()
    return widget


def question(widget: Locator) -> Locator:
    return widget.locator("[data-question]")


def went(widget: Locator) -> Locator:
    return widget.locator(".went")


def confirm(widget: Locator) -> None:
    widget.locator(".confirm button").click()


def test_a_game_is_predicted_by_keyboard_alone(lab: Server, page: Page) -> None:
    show = "print(w.step, [tuple(one)[:6] for one in w.predictions], w.predictions.calibration)"
    widget = open_first(lab, page, "predict.ipynb", PREDICT.format(step=8), show, "w.goto(60)")
    widget.get_by_role("button", name="Back", exact=True).focus()

    page.keyboard.press(".")
    at_step(widget, 8)  # the question is a wall
    page.keyboard.press("g")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(question(widget).get_by_role("radio", name="Clara")).to_be_checked()
    page.keyboard.press(".")  # not a field one types in: the key steps, and the wall stands
    at_step(widget, 8)
    page.keyboard.press("Enter")
    expect(went(widget)).to_contain_text("“Clara” came, as you said. Everything was equally likely")
    expect(widget.get_by_role("button", name="Forward", exact=True)).to_be_focused()
    page.keyboard.press(".")
    at_step(widget, 9)
    page.keyboard.press(".")
    page.keyboard.press(".")
    at_step(widget, 10)
    page.keyboard.press("g")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(went(widget)).to_contain_text("That is luck, not a mistake.")
    said = (
        "10 [(8, 'chance', None, 'first 2', 'first 2', True), "
        "(10, 'chance', None, 'reveal sludge', 'reveal dust_bunny', False)] "
        "Calibration(draws=2, likeliest=2, came=1, expected=Fraction(5, 14)"
    )
    page.wait_for_timeout(400)
    say(page, 2, said)

    run_cell(page, 3)  # Python passes questions by, and the next one stands
    at_step(widget, 60)
    expect(question(widget)).to_be_visible()
    press(widget, "Back")
    expect(question(widget)).to_have_count(0)
    press(widget, "Last step")
    at_step(widget, 60)


def test_who_plays_predicts_the_others_and_comes_to_their_own_turn(lab: Server, page: Page) -> None:
    play = "w = mw.MonsterCafe(players=3, seed=3, you=0, predict=True, speed=4); w"
    widget = open_first(lab, page, "predict-play.ipynb", play, "print(len(w.predictions))")
    answered, turns = 0, 0
    while turns < 3:
        expect(question(widget).or_(choices(widget)).first).to_be_visible()
        before = step_line(widget).inner_text()
        if question(widget).count():
            expect(choices(widget)).to_have_count(0)
            give(question(widget))
            confirm(widget)
            answered += 1
            press(widget, "Play")
        else:
            choices(widget).first.click()
            turns += 1
        expect(step_line(widget)).not_to_have_text(before)
        expect(widget.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert answered > 4
    say(page, 2, str(answered))


def test_a_teacher_holds_the_game_and_releases_it(lab: Server, page: Page) -> None:
    hold = "w = mw.MonsterCafe(players=4, seed=7, predict=True, hold=54, step=54); w"
    widget = open_first(lab, page, "hold.ipynb", hold, "w.release()")

    expect(step_line(widget)).to_have_text("Step 54 of 54")
    question(widget).get_by_role("radio", name=re.compile("Draw")).check()
    confirm(widget)
    expect(went(widget)).to_contain_text("What came is held back")
    run_cell(page, 2)
    expect(went(widget)).to_have_text("You foresaw it: Ana chose “Draw (44 left)”.")
    expect(step_line(widget)).to_have_text("Step 54 of 109")
    press(widget, "Forward")
    at_step(widget, 55)


def test_a_page_without_python_asks_and_answers_in_spanish(page: Page, tmp_path: Path) -> None:
    widget = open_page(page, tmp_path, locale="es", predict="chance", step=55)
    log = widget.locator(".log")
    expect(log).to_contain_text("líneas más, tapadas hasta que predigas")
    expect(widget.get_by_role("button", name="Adelante")).to_be_disabled()
    question(widget).get_by_role("radio", name="Ojo").check()
    confirm(widget)
    expect(went(widget)).to_have_text(
        "Dijiste «Ojo», y nada era más probable: 5/44 (≈ 11,4 %). "
        "Ha salido otra cosa, «Sorbete»: 4/44 (≈ 9,1 %). Eso es azar, no un error."
    )
    widget.get_by_text("Cómo han ido tus predicciones").click()
    expect(widget.locator(".tally")).to_contain_text("nombraste lo más probable en 1 de 1")
    slider = widget.get_by_role("slider")
    slider.fill("109")
    expect(question(widget)).to_be_visible()
    assert int(slider.input_value()) < 109


def test_a_whole_game_is_predicted_on_a_page_without_python(page: Page, tmp_path: Path) -> None:
    widget = open_page(page, tmp_path, predict=True)
    frames = mw.MonsterCafe(players=4, seed=7, predict=True).frames
    steps = [frame["step"] for frame in frames if "question" in frame]
    for step in steps:
        press(widget, "Last step")
        at_step(widget, step)
        question(widget).get_by_role("radio").first.check()
        confirm(widget)
    press(widget, "Last step")
    at_step(widget, 109)
    widget_ = mw.MonsterCafe(players=4, seed=7, predict=True)
    for step in steps:
        widget_.answer(step, frames[step]["question"]["answers"][0]["answer"])
    same = widget_.predictions.calibration
    expect(widget.locator(".tally")).to_contain_text(
        f"you named the likeliest in {same.likeliest} of {same.draws}. "
        f"What you named came in {same.came}; {float(same.expected):.2f} were to be expected."
    )
    expect(widget.locator(".tally")).to_contain_text(
        f"you foresaw {same.foreseen} of {same.decisions}"
    )
    expect(widget.locator(".veil")).to_have_count(0)


def test_axe_finds_nothing_in_questions(lab: Server, new_page: Callable[..., Page]) -> None:
    page = new_page(viewport=VIEWPORT)
    open_cells(lab, page, "axe-predict.ipynb", *QUESTIONS.values())
    page.evaluate(AXE + ";undefined")
    page.evaluate(SHOW_ALL)
    for answered in (False, True):
        for theme in ("Dark", "Light"):
            with in_theme(page, f"JupyterLab {theme}"):
                for number, name in enumerate(QUESTIONS):
                    widget = page.locator("section.mw").nth(number)
                    expect(widget).to_have_attribute("data-theme", theme.lower())
                    if answered and question(widget).count():
                        give(question(widget))
                        confirm(widget)
                        expect(went(widget)).to_be_visible()
                    for locale in ("en", "es"):
                        widget.locator(f"button[lang={locale}]").click()
                        found = widget.evaluate(RUN_AXE, {})
                        assert found["violations"] == [], (answered, theme, name, locale)


def give(asked: Locator) -> None:
    """Choose an answer of whatever kind."""
    if asked.locator("select").count():
        asked.locator("select").select_option(index=1)
    elif asked.get_by_role("radio").count():
        asked.get_by_role("radio").first.check()
    else:
        asked.locator("input").fill("1")
