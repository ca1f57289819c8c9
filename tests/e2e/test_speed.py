"""How long a reader waits: measured and printed, so that a slow change is seen; never asserted.

The time of a machine that does other things, too, proves nothing. What is asserted is size.
"""

from __future__ import annotations

from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from statistics import median

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.lab import Server
from tests.e2e.widget import at_step, choices, open_cells, open_page

# What the slider sends; then what Preact draws of it (in a microtask: it comes before what follows
# here), and the style and the layout that asking for a box forces. Painting is not in it.
SEEK = """async (slider, step) => {
  slider.value = step;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  await null;
  slider.getBoundingClientRect();
}"""
PARTS = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")

# From the click to the first animation frame that finds another step: that one is painted.
CHOOSE = """async choice => {
  const root = choice.getRootNode();
  const step = () => root.querySelector(".stp").textContent;
  const before = step();
  const start = performance.now();
  choice.click();
  while (step() === before) await new Promise(requestAnimationFrame);
  return performance.now() - start;
}"""


def told(name: str, times: list[float]) -> str:
    return (
        f"{name}: {median(times):.1f} ms (median of {len(times)}, "
        f"from {min(times):.1f} to {max(times):.1f})"
    )


def test_the_time_of_a_scrubbed_step_is_told(
    page: Page, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    widget = open_page(page, tmp_path, step=0)
    slider = widget.get_by_role("slider").element_handle()
    cdp = page.context.new_cdp_session(page)
    cdp.send("Performance.enable", {"timeDomain": "threadTicks"})  # not what other processes take

    def spent() -> float:
        metrics = cdp.send("Performance.getMetrics")["metrics"]
        return 1000 * sum(metric["value"] for metric in metrics if metric["name"] in PARTS)

    marks = [spent()]
    for step in range(1, 110):
        slider.evaluate(SEEK, step)
        marks.append(spent())
    at_step(widget, 109)
    times = [after - before for before, after in pairwise(marks)]
    with capsys.disabled():
        print("\n" + told("script, style and layout of a scrubbed step (aim: 4 ms)", times))


def test_the_time_from_a_choice_to_its_answer_is_told(
    lab: Server, page: Page, capsys: pytest.CaptureFixture[str]
) -> None:
    play = "mw.MonsterCafe(players=3, seed=3, you=0, speed=16)"  # bots hardly wait
    widget = open_cells(lab, page, "speed.ipynb", play)

    times = []
    for _ in range(10):
        expect(choices(widget).first).to_be_visible()
        times.append(choices(widget).first.evaluate(CHOOSE))
    with capsys.disabled():
        print("\n" + told("from a choice to the next step on screen in JupyterLab", times))


def test_every_bundle_is_small() -> None:
    bundles = [
        file
        for file in files("monster_widgets").joinpath("static").iterdir()
        if file.name.endswith(".js") and file.name != "host.js"
    ]

    assert len(bundles) >= 2
    assert {file.name for file in bundles if len(file.read_bytes()) > 72 * 1024} == set()
