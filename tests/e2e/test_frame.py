"""The frame round the board: sizes, full screen, paper, motion, hints, bills, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.colour import contrast, read
from tests.e2e.lab import Server
from tests.e2e.widget import PLAY, at_step, choices, open_cells, open_page, press, say, step_line

MIKE = """w = mw.MonsterCafeScoring(
    monsters={"sludge": 3, "stinky_sock": 1, "anything": 1, "toenail": 3},
    dishes=["sludge", "stinky_sock", "stinky_sock", "eyeball"], name="Mike", step=0); w"""


def part(widget: Locator, name: str) -> dict[str, float]:
    box = widget.locator(name).bounding_box()
    assert box is not None
    return {"top": box["y"], "bottom": box["y"] + box["height"], "width": box["width"]}


# ---------------------------------------------------------------- sizes


@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_a_school_laptops_window_table_sentence_and_timeline_are_seen_together(
    lab: Server, page: Page, players: int
) -> None:
    cell = f"w = mw.MonsterCafe(players={players}, seed=7, step=40); w"
    widget = open_cells(lab, page, f"laptop{players}.ipynb", cell)
    panel = page.locator(".jp-WindowedPanel-outer").first.bounding_box()
    assert panel is not None

    for locale in ("en", "es"):
        widget.locator(f"button[lang={locale}]").click()
        ends = []
        for step in ("40", "999", "40"):  # the bills at the end leave no gap behind
            widget.get_by_role("slider").fill(step)
            widget.evaluate("e => e.scrollIntoView()")
            for name in (".mw-head", ".mw-table", ".caption", ".mw-ctrl"):
                box = part(widget, name)
                assert panel["y"] - 1 <= box["top"], (name, step)
                assert box["bottom"] <= panel["y"] + panel["height"], (name, step)
            ends.append(part(widget, ".mw-ctrl")["bottom"])
        assert ends[0] == ends[2]


def test_projector_size_makes_type_and_cards_larger_and_nothing_overflows(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    page = new_page(viewport={"width": 1500, "height": 1080})
    widget = open_page(page, tmp_path, step=54)

    def sizes() -> tuple[float, float]:
        size = widget.locator(".say").first.evaluate(
            "e => parseFloat(getComputedStyle(e).fontSize)"
        )
        return size, part(widget, ".place >> nth=0")["width"]

    normal = sizes()
    press(widget, "Projector size")
    large = sizes()
    assert large[0] >= 1.25 * normal[0]
    assert large[1] > normal[1]
    for width in (400, 760, 1000, 1400):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_whole_screen_and_back(lab: Server, page: Page) -> None:
    widget = open_cells(lab, page, "full.ipynb", PLAY)

    press(widget, "Full screen")
    expect(widget.get_by_role("button", name="Leave full screen")).to_be_visible()
    assert page.evaluate("document.fullscreenElement.shadowRoot !== null")
    assert part(widget, ".mw-frame")["width"] > 1300
    press(widget, "Leave full screen")
    expect(widget.get_by_role("button", name="Full screen", exact=True)).to_be_visible()
    assert page.evaluate("document.fullscreenElement") is None


# ---------------------------------------------------------------- paper


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_on_paper_there_is_nothing_to_press_and_all_can_be_read(
    new_page: Callable[..., Page], tmp_path: Path, theme: str
) -> None:
    widget = open_page(new_page(), tmp_path, step=54, theme=theme)
    widget.page.emulate_media(media="print")

    # the rule that is cited is left, as words
    assert widget.locator("button:visible, input:visible, select:visible").all_inner_texts() == [
        "Rule S7"
    ]
    for name in (".mw-table", ".say", ".odds", ".mw-hands"):
        expect(widget.locator(name).first).to_be_visible()
    ink = widget.locator(".say").first.evaluate("e => getComputedStyle(e).color")
    assert contrast(read(ink), read("rgb(255, 255, 255)")) >= 7


# ---------------------------------------------------------------- motion

FLIGHTS = "e => e.querySelectorAll('.flights > *').length"
TABLE = "e => e.querySelector('.mw-table').innerHTML + e.querySelector('.mw-hands').innerHTML"


def test_cards_travel_and_come_to_the_same_end_as_without(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    moving = open_page(new_page(reduced_motion="no-preference"), tmp_path, step=0)
    still = open_page(new_page(), tmp_path, step=0)

    flown = 0
    for _ in range(45):
        press(moving, "Forward")
        flown += moving.evaluate(FLIGHTS)
        press(still, "Forward")
        assert still.evaluate(FLIGHTS) == 0
        assert moving.evaluate(TABLE) == still.evaluate(TABLE)
    assert flown > 45
    press(moving, "Forward")
    expect(moving.locator(".flights")).to_have_count(0)  # all have landed
    press(moving, "Back")
    assert moving.evaluate(FLIGHTS) == 0
    moving.get_by_role("combobox").select_option("4")
    press(moving, "Forward")
    assert moving.evaluate(FLIGHTS) == 0


# ---------------------------------------------------------------- hints


def test_a_hint_shows_what_python_says_and_only_when_asked(lab: Server, page: Page) -> None:
    widget = open_cells(lab, page, "hint.ipynb", PLAY, "print(w.hint and w.explain())")

    expect(widget.locator(".worth")).to_have_count(0)
    say(page, 2, "None")
    press(widget, "A hint")
    rows = widget.locator(".worth tr")
    expect(rows.first).to_contain_text("Clear +1: B.B.L.T. (table 3)")
    expect(rows.first).to_contain_text("0")
    expect(rows.nth(1)).to_contain_text("−1.19 ± 0.44")
    expect(widget.locator(".worth caption")).to_contain_text("16 games")
    say(page, 2, "Estimate(mean=-1.1875, standard_error=0.4398")
    press(widget, "First step")
    expect(widget.get_by_role("button", name="A hint")).to_have_count(0)
    press(widget, "Last step")
    choices(widget).first.click()
    expect(widget.locator(".worth")).to_have_count(0)


# ---------------------------------------------------------------- the bill


def test_mikes_bill_comes_to_four_line_by_line(lab: Server, page: Page) -> None:
    widget = open_cells(lab, page, "mike.ipynb", MIKE)
    total = widget.locator(".sum .total b")

    for step, (points, rule) in enumerate(
        ((0, "S20"), (3, "S21"), (5, "S22"), (5, "S24"), (2, "S23"), (4, "S25"))
    ):
        at_step(widget, step)
        expect(total).to_have_text(str(points))
        expect(widget.get_by_role("button", name=f"Rule {rule}")).to_be_visible()
        assert widget.locator(".alternatives").count() == (step == 5)
        if step < 5:
            press(widget, "Forward")
    expect(widget.locator(".courses .pts")).to_have_text(["+3", "+4", "0", "−3"])
    expect(widget.locator(".alternatives li")).to_contain_text(["total 3", "total 4", "total 3"])
    expect(widget.locator(".alternatives .best")).to_contain_text("Stinky Sock Stew: +2 each")
    widget.locator("button[lang=es]").click()
    expect(widget.locator(".mw-title")).to_contain_text("La cuenta de Mike")
    expect(step_line(widget)).to_have_text(re.compile("5"))


def test_a_game_ends_with_the_bill_of_every_player(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    widget = open_page(new_page(), tmp_path)
    press(widget, "Last step")

    totals = widget.locator(".paid .total b").all_inner_texts()
    assert totals == widget.locator(".hand .tot").evaluate_all(
        "all => all.map(e => e.firstChild.data.trim())"
    )
    expect(widget.locator(".paid", has_text="wins")).to_contain_text("Clara’s bill")
