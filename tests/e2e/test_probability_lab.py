"""The laboratory in JupyterLab: ask, run, stop, go on, and the kernel stays free."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.lab import Server, in_theme, run_all, run_cell
from tests.e2e.test_access import AXE, HEAR, RUN_AXE, SHOW_ALL, VIEWPORT
from tests.e2e.widget import IMPORT, press, say

SLOW = "lab = mw.ProbabilityLab('monster_maker', 'winner', 200, policies='collector'); lab"
"""Some seconds of games, each played by the game itself."""
ROWS = """print("rows", [
    row["count"] for row in lab.shown["seats"][0]["rows"]], lab.result.n)"""


def open_lab(server: Server, page: Page, name: str, *cells: str) -> Locator:
    server.write_notebook(name, [IMPORT, *cells])
    server.open(page, name)
    run_all(page)
    widget = page.locator("section.mw-lab").first
    expect(widget.locator(".setup")).to_be_visible()
    return widget


def status(widget: Locator, text: str) -> None:
    expect(widget.locator(".mw-turn")).to_have_text(text, timeout=60_000)


def field(widget: Locator, name: str) -> Locator:
    return widget.get_by_label(name, exact=True)


def done(widget: Locator) -> int:
    return int(widget.get_by_role("progressbar").get_attribute("aria-valuenow") or -1)


def counts(widget: Locator) -> list[int]:
    """The numbers of games in the table."""
    texts = widget.locator(".cmp td small").all_inner_texts()
    return [int(re.sub(r"\D", "", text)) for text in texts]


def same_as_python(widget: Locator, index: int, n: int) -> None:
    """The table has the numbers that a cell prints after n games."""
    page = widget.page
    # "Finished" may still be said of the question before
    bar = widget.get_by_role("progressbar")
    expect(bar).to_have_attribute("aria-valuenow", str(n), timeout=60_000)
    run_cell(page, index)
    output = page.locator(".jp-Cell").nth(index).locator(".jp-OutputArea-output pre")
    expect(output).to_have_text(re.compile(rf"^rows \[.*\] {n}\s*$"))
    numbers = re.findall(r"\d+", output.inner_text())[:-1]
    expect(widget.locator(".cmp td small")).to_have_text([f"{int(text):,}" for text in numbers])


def test_a_question_is_asked_run_stopped_and_gone_on_with(lab: Server, page: Page) -> None:
    widget = open_lab(lab, page, "ask.ipynb", SLOW, ROWS.replace("[0]", "[-1]"))

    status(widget, "Ready")
    press(widget, "Run")
    status(widget, "Running")
    expect(widget.locator(".doing")).to_have_text(re.compile(r"games/s · about \d+ seconds? left"))
    press(widget, "Stop")
    status(widget, "Stopped")
    stopped = done(widget)
    assert 0 < stopped < 200
    assert sum(counts(widget)) == stopped
    press(widget, "Go on")
    status(widget, "Finished")
    assert sum(counts(widget)) == 200

    field(widget, "Player shown").select_option("3")
    same_as_python(widget, 2, 200)
    field(widget, "Question").select_option("final_scores")
    field(widget, "Games").fill("30")
    field(widget, "Seed").fill("12345678901234567890")
    press(widget, "Run")
    status(widget, "Finished")
    expect(widget.locator(".mw-title")).to_contain_text("Pieces in place at the end")
    field(widget, "Player shown").select_option("3")
    same_as_python(widget, 2, 30)


def test_it_comes_to_what_python_alone_comes_to(lab: Server, page: Page) -> None:
    asked = "lab = mw.ProbabilityLab(n=20_000, seed=4); lab"
    alone = "print('same', mw.ProbabilityLab(n=20_000, seed=4).run() == lab.result)"
    widget = open_lab(lab, page, "same.ipynb", asked, ROWS, alone)

    press(widget, "Run")
    status(widget, "Finished")
    say(page, 3, "same True")
    same_as_python(widget, 2, 20_000)
    expect(widget.locator(".tile", has_text="exact mean")).to_contain_text("12/7 ≈ 1.7143")
    expect(widget.locator(".told")).to_contain_text("After 20,000 games the mean is 1.7")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    press(widget, "Copy")
    expect(widget.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").startswith("mwr1.")


def test_the_kernel_answers_other_cells_meanwhile(lab: Server, page: Page) -> None:
    widget = open_lab(lab, page, "meanwhile.ipynb", SLOW, "print('done', 0 < lab._done < 200)")

    press(widget, "Run")
    status(widget, "Running")
    expect(widget.get_by_role("progressbar")).not_to_have_attribute("aria-valuenow", "0")
    for _ in range(3):
        say(page, 2, "done True")
    status(widget, "Running")
    page.evaluate("window.jupyterapp.commands.execute('notebook:clear-all-cell-outputs')")
    page.wait_for_timeout(2500)  # nobody looks any more: it is asked to stop
    run_cell(page, 1)
    again = page.locator("section.mw-lab").first
    status(again, "Ready")


def test_a_busy_python_is_told_and_then_goes_on(lab: Server, page: Page) -> None:
    busy = "import time; time.sleep(6)"
    widget = open_lab(lab, page, "busy.ipynb", "lab = mw.ProbabilityLab(n=300); lab")
    page.evaluate(
        """code => {
          const panel = window.jupyterapp.shell.currentWidget;
          panel.sessionContext.session.kernel.requestExecute({code});
        }""",
        busy,
    )
    press(widget, "Run")
    gone = widget.locator("[role=status]")
    finished = widget.locator(".mw-turn", has_text="Finished")
    # newer kernels hear widgets on a thread of their own, and are never busy to them
    expect(gone.filter(has_text="Python is busy or gone").or_(finished)).to_be_visible()
    status(widget, "Finished")
    expect(gone).to_be_empty()


def test_everything_is_done_with_the_keyboard_alone(lab: Server, page: Page) -> None:
    widget = open_lab(lab, page, "keys.ipynb", "lab = mw.ProbabilityLab(seed=4); lab")
    widget.locator("[aria-live]").evaluate(HEAR)
    cells = page.locator(".jp-Cell").count()
    stops: list[str] = []
    inside = """() => {
      const at = document.activeElement?.shadowRoot?.activeElement;
      return at?.labels?.[0]?.textContent ?? at?.textContent ?? "";
    }"""

    widget.locator("button[lang=en]").focus()
    for _ in range(4):
        page.keyboard.press("Tab")
        stops.append(page.evaluate(inside))
    assert stops == ["Game", "Players", "Question", "How they choose"]
    page.keyboard.type("take")  # letters choose in a list; to the notebook they are nothing
    page.keyboard.press("Tab")
    page.keyboard.press("Control+a")
    page.keyboard.type("5000")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate(inside) == "Run"
    page.keyboard.press("Space")
    status(widget, "Finished")
    assert page.evaluate(inside) == "Run", "the focus stays where it was"
    expect(widget.locator(".mw-title")).to_contain_text("Lemon sorbets")
    assert done(widget) == 5000
    heard = page.evaluate("window.heard")
    assert heard[0] == "Running: 5,000 games."
    assert heard[-1].startswith("Finished. After 5,000 games the mean is")
    assert len(heard) <= 5
    assert page.locator(".jp-Cell").count() == cells


def test_axe_finds_nothing(lab: Server, new_page: Callable[..., Page]) -> None:
    page = new_page(viewport=VIEWPORT)
    single = "lab = mw.ProbabilityLab(n=300); lab.run(); lab"
    many = "two = mw.ProbabilityLab(statistic='winner', n=300); two.run(); two"
    widget = open_lab(lab, page, "axe.ipynb", single, many)
    second = page.locator("section.mw-lab").nth(1)
    field(second, "Games").fill("none")
    expect(second.locator(".wrong")).to_be_visible()
    page.evaluate(AXE + ";undefined")
    page.evaluate(SHOW_ALL)

    for theme in ("Dark", "Light"):
        with in_theme(page, f"JupyterLab {theme}"):
            for one in (widget, second):
                expect(one).to_have_attribute("data-theme", theme.lower())
                for locale in ("en", "es"):
                    one.locator(f"button[lang={locale}]").click()
                    found = one.evaluate(RUN_AXE, {})
                    assert found["texts"] > 20, "axe did not look at the colours of texts"
                    assert found["violations"] == [], (theme, locale)


def static(page: Page, folder: Path, **keywords: Any) -> Locator:
    import monster_widgets as mw

    lab = mw.ProbabilityLab(**{"n": 300, "seed": 2, "locale": "en", **keywords})
    lab.run()
    page.goto(lab.to_html(folder / "lab.html").as_uri())
    widget = page.locator("section.mw-lab")
    expect(widget.locator(".setup")).to_be_visible()
    return widget


def test_a_file_without_python_shows_the_result_and_can_be_saved(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    page = new_page(offline=True)
    widget = static(page, tmp_path)

    status(widget, "Finished")
    assert sum(counts(widget)) == 300
    expect(field(widget, "Game")).to_be_disabled()
    expect(widget.locator(".doing")).to_contain_text("There is no Python behind this page")
    with page.expect_download() as download:
        press(widget, "Download as CSV")
    lines = Path(download.value.path()).read_text("utf-8").splitlines()
    assert lines[0] == "player,low,high,games,simulated,exact"
    assert sum(int(line.split(",")[3]) for line in lines[1:]) == 300


@pytest.mark.parametrize("size", ["normal", "projector"])
@pytest.mark.parametrize("statistic", ["first_sorbets", "final_scores"])
def test_nothing_overflows_at_any_width(
    new_page: Callable[..., Page], tmp_path: Path, size: str, statistic: str
) -> None:
    page = new_page()
    widget = static(page, tmp_path, statistic=statistic, size=size)

    for width in (392, 592, 792, 1032, 1432):
        page.set_viewport_size({"width": width, "height": 900})
        for locale in ("en", "es"):
            widget.locator(f"button[lang={locale}]").click()
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            outside = widget.evaluate(
                """widget => [...widget.querySelectorAll(".chart text, .tile, .field, .btn, td")]
                  .filter(e => {
                    const frame = widget.getBoundingClientRect(), box = e.getBoundingClientRect();
                    return box.left < frame.left || box.right > frame.right + 1;
                  }).map(e => e.textContent)"""
            )
            assert outside == [], (width, locale)
            # names below the pictures do not run into each other
            overlaps = widget.evaluate(
                """widget => [...widget.querySelectorAll(".chart")].flatMap(chart => {
                  const boxes = [...chart.querySelectorAll("text:not(.value)")]
                    .map(e => [e.textContent, e.getBoundingClientRect()]);
                  return boxes.flatMap(([one, a], i) => boxes.slice(i + 1)
                    .filter(([, b]) => a.left < b.right && b.left < a.right
                      && a.top < b.bottom - 2 && b.top < a.bottom - 2)
                    .map(([two]) => [one, two]));
                })"""
            )
            assert overlaps == [], (width, locale)
