"""What if, both lines, was there something better: in JupyterLab, by keyboard, without Python."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.e2e.lab import Server, in_theme
from tests.e2e.test_access import AXE, RUN_AXE, SHOW_ALL, VIEWPORT
from tests.e2e.widget import PLAY, WATCH, at_step, choose_first, open_cells, press, say, step_line

STEP = "w.goto(next(f['step'] for f in w.frames[54:] if len(f['view']['legal_actions']) > 1))"
TOLD = "print('told', len(w.lines), repr(w.line), len(w.hints), len(w.record.actions))"


def options(widget: Locator) -> Locator:
    return widget.locator(".options button")


def line_of(widget: Locator, letter: str) -> Locator:
    return widget.get_by_role("button", name=re.compile(f"^Branch {letter}: "))


def test_a_branch_is_made_compared_left_and_removed(lab: Server, page: Page) -> None:
    widget = open_cells(lab, page, "what-if.ipynb", WATCH, STEP, TOLD)
    before = int(re.findall(r"\d+", step_line(widget).inner_text())[0])
    press(widget, "What if?")
    expect(options(widget).first).to_be_visible()
    options(widget).filter(has_not_text="luck").first.click()

    at_step(widget, before + 1)
    expect(line_of(widget, "A")).to_have_attribute("aria-pressed", "true")
    both = widget.get_by_role("region", name="Both lines")
    expect(both).to_contain_text("Estimated from 400 games", timeout=60_000)
    expect(both).to_contain_text(re.compile(r"\d+\.\d% ± \d\.\d"))
    expect(widget.locator("[aria-live]")).to_contain_text("Branch A: ")
    say(page, 3, "told 1 'A' 0 109")

    press(widget, "Back to the game")
    at_step(widget, before)
    expect(both).to_have_count(0)
    line_of(widget, "A").click()
    press(widget, "Last step")
    expect(widget.locator(".mw-head")).to_contain_text("Game over")
    # a step of the game, though the branch is on screen: the branch that is made there is another
    press(widget, "First step")
    press(widget, "What if?")
    options(widget).last.click()
    expect(line_of(widget, "B")).to_have_attribute("aria-pressed", "true")
    press(widget, "Remove branch B")
    expect(line_of(widget, "B")).to_have_count(0)
    expect(line_of(widget, "A")).to_be_visible()
    expect(widget.locator("[role=status] .state")).to_have_count(0)


def test_a_new_choice_in_the_game_takes_its_branches_away_aloud(lab: Server, page: Page) -> None:
    widget = open_cells(lab, page, "gone.ipynb", PLAY)
    choose_first(widget)
    press(widget, "What if?")
    options(widget).first.click()
    expect(line_of(widget, "A")).to_have_attribute("aria-pressed", "true")
    press(widget, "Back to the game")
    press(widget, "Take back")

    expect(widget.locator("[role=status] .state")).to_contain_text("Branch A is gone")
    expect(widget.locator(".mw-lines")).to_have_count(0)


def test_after_a_choice_one_asks_whether_there_was_something_better(
    lab: Server, page: Page
) -> None:
    widget = open_cells(lab, page, "why.ipynb", WATCH, STEP, TOLD)
    press(widget, "A hint")
    expect(widget.locator(".worth")).to_be_visible()
    press(widget, "Forward")
    expect(widget.locator(".worth")).to_have_count(0)
    press(widget, "Was there something better?")
    expect(widget.locator(".verdict")).to_be_visible()
    expect(widget.locator(".worth .made")).to_have_count(1)
    expect(widget.locator(".asks")).to_contain_text("2 hints so far")
    say(page, 3, "told 0 '' 2 109")


def test_all_of_it_with_the_keyboard_alone(lab: Server, page: Page) -> None:
    widget = open_cells(lab, page, "keys.ipynb", WATCH, STEP, TOLD)
    ask = widget.get_by_role("button", name="What if?", exact=True)
    widget.get_by_role("button", name="A hint", exact=True).focus()
    page.keyboard.press("ArrowRight")
    while not ask.evaluate("e => e === e.getRootNode().activeElement"):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(ask).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Tab")
    expect(options(widget).first).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(line_of(widget, "A")).to_have_attribute("aria-pressed", "true")
    expect(options(widget)).to_have_count(0)
    expect(ask).to_be_focused()
    inside = "widget => document.activeElement === widget.getRootNode().host"
    page.keyboard.press(".")
    page.keyboard.press("Shift+Period")
    line_of(widget, "A").focus()
    page.keyboard.press("ArrowLeft")
    expect(widget.get_by_role("button", name="Back to the game")).to_be_focused()
    page.keyboard.press("Enter")
    expect(widget.get_by_role("button", name="The game", exact=True)).to_be_focused()
    line_of(widget, "A").focus()
    for _ in range(14):
        page.keyboard.press("Tab")
    assert not widget.evaluate(inside)
    say(page, 3, "told 1 '' 0 109")


def test_a_page_alone_shows_its_branches_and_says_why_there_are_no_more(
    page: Page, tmp_path: Path
) -> None:
    import monster_widgets as mw

    game = mw.MonsterCafe(players=4, seed=7, locale="es", step=20)
    game.what_if()
    game.compare(20)
    game.line, game.step = "", 20
    page.goto(game.to_html(tmp_path / "game.html").as_uri())
    widget = page.locator("section.mw")
    widget.get_by_role("button", name="Rama A: El azar sortea de nuevo").click()
    at_step(widget, 21)
    expect(widget.locator(".stp")).to_contain_text("A")
    expect(widget.get_by_role("region", name="Los dos caminos")).to_contain_text("20 partidas")
    press(widget, "¿Y si…?")
    expect(widget).to_contain_text("no hay Python")
    press(widget, "Volver a la partida")
    at_step(widget, 20)
    widget.locator("button[lang=en]").click()
    expect(widget.get_by_role("button", name="The game", exact=True)).to_be_visible()


def test_axe_finds_nothing_in_a_branch(lab: Server, new_page: Callable[..., Page]) -> None:
    page = new_page(viewport={**VIEWPORT, "height": 2600})  # all of it is to be seen
    more = "w.what_if(); w.compare(20); w.why() if w.frames[w.step]['player'] else None"
    widget = open_cells(lab, page, "axe-branch.ipynb", WATCH, STEP, more)
    press(widget, "What if?")
    page.evaluate(AXE + ";undefined")
    page.evaluate(SHOW_ALL)
    for theme in ("Dark", "Light"):
        with in_theme(page, f"JupyterLab {theme}"):
            expect(widget).to_have_attribute("data-theme", theme.lower())
            expect(page.locator("#jupyterlab-splash")).to_have_count(0)
            for locale in ("en", "es"):
                widget.locator(f"button[lang={locale}]").click()
                found = widget.evaluate(RUN_AXE, {})
                assert found["texts"] > 30, "axe did not look at the colours of texts"
                assert found["violations"] == [], (theme, locale)
