"""What a test does with a widget: open it, find its parts, press, choose."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from monster_widgets.engine import CHANCE
from tests.e2e.lab import Server, run_all, run_cell

IMPORT = "import monster_widgets as mw; mw.set_locale('en')"
WATCH = "w = mw.MonsterCafe(players=4, seed=7); w"
PLAY = "w = mw.MonsterCafe(players=3, seed=3, you=0); w"


def open_cells(lab: Server, page: Page, name: str, *cells: str) -> Locator:
    """Open a notebook of these cells (after one that imports mw), and return its first widget."""
    lab.write_notebook(name, [IMPORT, *cells])
    lab.open(page, name)
    run_all(page)
    widget = page.locator("section.mw").first
    expect(step_line(widget)).to_be_visible()
    return widget


def open_page(page: Page, folder: Path, **keywords: Any) -> Locator:
    """Open a page that needs no kernel, in English unless told otherwise; return its widget."""
    import monster_widgets as mw

    if "record" not in keywords:
        keywords = {"players": 4, "seed": 7, **keywords}
    game = mw.MonsterCafe(**{"locale": "en", **keywords})
    page.goto(game.to_html(folder / "game.html").as_uri())
    widget = page.locator("section.mw")
    expect(step_line(widget)).to_be_visible()
    return widget


def halted(kinds: str) -> dict[str, Any]:
    """Keywords of a widget whose reader has to choose among just such actions; "": all is over."""
    import monster_widgets as mw

    game = mw.MonsterCafe(players=4, seed=7).record
    for step, state in enumerate(game.states):
        if state.acting_players == (CHANCE,):
            continue
        if kinds == " ".join(action.kind for action in state.legal_actions()):
            so_far = replace(game, actions=game.actions[:step])
            return {"record": so_far.code, "you": (*state.acting_players, 0)[0]}
    raise LookupError(f"in this game nobody ever chooses among {kinds}")


def step_line(widget: Locator) -> Locator:
    return widget.locator(".stp")


def at_step(widget: Locator, step: int) -> None:
    expect(step_line(widget)).to_have_text(re.compile(rf"^\D*{step} "))


def press(widget: Locator, name: str) -> None:
    widget.get_by_role("button", name=name, exact=True).click()


def choices(widget: Locator) -> Locator:
    """What the reader may choose now, on the board or in a list."""
    return widget.locator("[data-choice]")


def say(page: Page, index: int, text: str) -> None:
    """Run a cell and wait for what it prints."""
    run_cell(page, index)
    expect(page.locator(".jp-OutputArea-output pre").filter(has_text=text).last).to_be_visible()


def choose_first(widget: Locator) -> None:
    """Make the first choice that is offered, and wait until the bots have had their turn."""
    widget.get_by_role("combobox").select_option("4")
    before = step_line(widget).inner_text()
    choices(widget).first.click()
    expect(step_line(widget)).not_to_have_text(before)
    ready = choices(widget).first.or_(widget.locator(".mw-head", has_text="Game over"))
    expect(ready).to_be_visible()
