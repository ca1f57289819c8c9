"""For readers who do not see the board or hold no mouse: what is said, names, focus, tab stops."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.lab import ROOT, Server, in_theme
from tests.e2e.widget import at_step, halted, open_cells, open_page, say

AXE = (ROOT / "frontend/node_modules/axe-core/axe.min.js").read_text("utf-8")
STATES = {
    "draw or clear": "draw clear clear clear",
    "a full table": "clear",
    "four seats": "seat seat seat seat",
    "a sorbet": "lose lose lose",
    "the end": "",
}
"""What the reader can choose in each."""


def cell(state: str) -> str:
    return f"mw.MonsterCafe(**{halted(STATES[state])})"


# ---------------------------------------------------------------- what a reader's voice says

HEAR = """live => {
  window.heard = [];
  new MutationObserver(changes => changes.forEach(() => window.heard.push(live.textContent)))
    .observe(live, {subtree: true, childList: true, characterData: true});
}"""


def text_of(part: Locator) -> str:
    """What a screen reader is told: role, name and state of each element, a line each."""
    return part.aria_snapshot().replace("''", "'")  # YAML doubles apostrophes where it quotes


def named(text: str, role: str) -> list[str]:
    """The accessible names of all elements of a role; "" where one has none."""
    line = re.compile(rf"""^\s*- '?{role}(?: ("(?:[^"\\]|\\.)*"))?(?=[:' ]|$)""", re.M)
    return [json.loads(name or '""') for name in line.findall(text)]


class Reader:
    """Plays by roles, names and the live region alone; knows no class and sees no picture."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.widget = page.get_by_role("region", name="Monster Café")
        self.table = self.widget.get_by_role("group", name="Table", exact=True)
        self.players = self.widget.get_by_role("region", name="Players")
        self.log = self.widget.get_by_role("region", name="What happened")
        self.steps = named(text_of(self.log), "button")
        self.done: set[str] = set()
        self.widget.locator("[aria-live]").evaluate(HEAR)

    def heard(self) -> list[str]:
        said: list[str] = self.page.evaluate("window.heard")
        return said

    def choice(self) -> str | None:
        """A table that promises two points or more, else a seat at its own dish, else a card."""
        text = text_of(self.table) + "\n" + text_of(self.players)
        drawn = [name for name in named(text, "img") if name.startswith("Drawn card: ")]
        kind = drawn[0].split()[2] if drawn else ""

        def worth(offer: str) -> float:
            if offer.startswith("Clear"):
                points = int(offer.split()[1].rstrip(":").replace("−", "-"))
                return points if points >= 2 else points - 100
            return 1 if offer.startswith("Seat") and kind in offer else 0.5

        return max(named(text, "button"), key=worth, default=None)

    def choose(self, name: str) -> None:
        said = len(self.heard())
        self.widget.get_by_role("button", name=name, exact=True).press("Enter")
        self.page.wait_for_function("n => window.heard.length > n", arg=said)
        self.done.add(name.split()[0])

        told = self.heard()[said:]
        before, self.steps = self.steps, named(text_of(self.log), "button")
        new = [step.split(" ", 1) for step in self.steps[len(before) :]]
        assert len(told) == 1, "all that a choice leads to is said in one go"
        assert told[0].startswith(f"Step {new[-1][0]}. ")
        for text, times in Counter(text for _, text in new).items():
            assert told[0].count(text) == times, f"not said as often as it happened: {text}"


def test_a_whole_game_is_played_by_the_text_alone(lab: Server, page: Page) -> None:
    play = "w = mw.MonsterCafe(players=3, seed=3, you=0, speed=16); w"  # bots hardly wait
    open_cells(lab, page, "text.ipynb", play, "print('points', w.result and w.result.payoffs)")
    reader = Reader(page)

    while (name := reader.choice()) is not None:
        reader.choose(name)
    heard = reader.heard()
    assert all(text.startswith("Step ") for text in heard)
    assert all(one != next_one for one, next_one in pairwise(heard))
    assert heard[-1].endswith(" Game over.")
    assert reader.done == {"Draw", "Seat", "Clear", "Discard"}
    points = re.findall(r"(−?\d+) points?$", text_of(reader.players), re.M)
    say(page, 2, f"points ({', '.join(points)})".replace("−", "-"))


# ---------------------------------------------------------------- names


@pytest.mark.parametrize("state", STATES)
def test_every_card_on_the_board_has_a_name_by_content_and_place(
    page: Page, tmp_path: Path, state: str
) -> None:
    import monster_widgets as mw
    from monster_widgets.locales.messages import Words

    widget = open_page(page, tmp_path, **halted(STATES[state]))
    zones = mw.MonsterCafe(**halted(STATES[state])).frames[-1]["view"]["zones"]
    guests = [
        (card, table, seat)
        for table in range(4)
        for seat, card in enumerate(zones.get(f"seats:{table}", ()))
    ]
    for locale in ("en", "es"):
        widget.locator(f"button[lang={locale}]").click()
        words = Words(locale, "monster_cafe", "ABCD")
        board = widget.get_by_role("group", name=words.text("common.ui.table"), exact=True)
        images, buttons = named(text_of(board), "img"), named(text_of(widget), "button")
        for card, table, seat in guests:
            place = {"card": words.text(f"monster_cafe.card.{card}"), "table": table, "seat": seat}
            assert words.text("monster_cafe.board.seat", place) in images
        assert "" not in images
        assert "" not in buttons
        assert [name for name, times in Counter(images + buttons).items() if times > 1] == []


# ---------------------------------------------------------------- focus


def test_the_focus_goes_through_a_widget_in_few_stops_and_out(lab: Server, page: Page) -> None:
    open_cells(lab, page, "tab.ipynb", *map(cell, STATES))
    inside = "widget => document.activeElement === widget.getRootNode().host"

    for number, state in enumerate(STATES):
        widget = page.locator("section.mw").nth(number)
        widget.locator(".rules button").first.click()
        for locale in ("en", "es"):
            first = widget.locator(f"button[lang={locale}]")
            first.click()
            assert widget.evaluate(inside)
            for _ in range(12):
                page.keyboard.press("Tab")
            assert not widget.evaluate(inside), (state, locale)


def test_the_focus_stays_on_forward_though_it_is_of_no_more_use(page: Page, tmp_path: Path) -> None:
    widget = open_page(page, tmp_path, step=80)
    forward = widget.get_by_role("button", name="Forward", exact=True)
    stops = [int(line.split()[0]) for line in named(text_of(widget.locator("ol")), "button")]
    to_come = [stop for stop in stops if stop > 80]
    assert len(to_come) >= 20
    forward.focus()

    for stop in to_come:
        page.keyboard.press("Enter")
        at_step(widget, stop)
        expect(forward).to_be_focused()
    expect(forward).to_be_disabled()
    page.keyboard.press("ArrowLeft")
    expect(widget.get_by_role("button", name="Play", exact=True)).to_be_focused()


def test_a_choice_that_gets_the_focus_comes_into_sight(lab: Server, page: Page) -> None:
    # the next card is a sorbet: what to lose is chosen in the player's panel, far below the deck
    code = "mw1.WyJtb25zdGVyX2NhZmUiLDQse30sOCxbXSwxMTNdCgb1DgNs_HfFaMIC8w"
    widget = open_cells(
        lab, page, "sight.ipynb", f"mw.MonsterCafe(record={code!r}, you=2, speed=4)"
    )
    widget.evaluate("e => e.scrollIntoView()")

    widget.get_by_role("button", name=re.compile("^Draw")).press("Enter")
    lose = widget.get_by_role("button", name=re.compile("^Discard")).first
    expect(lose).to_be_focused()
    expect(lose).to_be_in_viewport(ratio=1)


def test_the_arrows_go_through_the_log_and_enter_goes_to_a_step(page: Page, tmp_path: Path) -> None:
    widget = open_page(page, tmp_path, step=30)
    line = {
        step: widget.get_by_role("button", name=re.compile(f"^{step} ")) for step in range(27, 31)
    }
    line[30].focus()

    for step in (29, 28, 27):
        page.keyboard.press("ArrowUp")
        expect(line[step]).to_be_focused()
        expect(widget.locator(".preview")).to_be_visible()
    page.keyboard.press("Enter")
    expect(widget.locator(".preview")).to_have_count(0)
    at_step(widget, 27)
    expect(line[27]).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(line[28]).to_be_focused()


# ---------------------------------------------------------------- axe

BILL = """mw.MonsterCafeScoring(
    {"sludge": 3, "stinky_sock": 1, "anything": 2, "lint": 1},
    ["sludge", "stinky_sock", "stinky_sock", "eyeball"], name="Mike")"""

# To axe, text is visible that is inside of everything that hides what overflows it: of JupyterLab's
# body, which has no height, and of the window. Text that is not visible has no contrast.
VIEWPORT = {"width": 1366, "height": 1800}
SHOW_ALL = "document.body.style.height = '100vh'"
RUN_AXE = """async (widget, rules) => {
  widget.scrollIntoView();
  const {violations, passes} = await axe.run(widget.getRootNode().host, rules);
  return {
    violations: violations.map(({id, nodes}) => [id, nodes.map(node => node.failureSummary)]),
    texts: passes.find(({id}) => id === "color-contrast")?.nodes.length,
  };
}"""
LABELS = "label-content-name-mismatch"


def test_axe_finds_nothing(lab: Server, new_page: Callable[..., Page]) -> None:
    page = new_page(viewport=VIEWPORT)
    states = ["draw or clear", "a sorbet", "the end"]
    others = {"the beginning": "mw.MonsterCafe(players=4, seed=7, step=0)", "a bill": BILL}
    open_cells(lab, page, "axe.ipynb", *map(cell, states), *others.values())
    ask = page.locator("section.mw").first.get_by_role("button", name="A hint")
    ask.click()
    expect(page.locator("section.mw .worth")).to_be_visible()
    page.evaluate(AXE + ";undefined")
    page.evaluate(SHOW_ALL)

    for theme in ("Dark", "Light"):
        with in_theme(page, f"JupyterLab {theme}"):
            for number, state in enumerate([*states, *others]):
                widget = page.locator("section.mw").nth(number)
                expect(widget).to_have_attribute("data-theme", theme.lower())
                for rule in widget.locator(".rules [aria-expanded=false]").all()[:1]:
                    rule.click()
                for locale in ("en", "es"):
                    widget.locator(f"button[lang={locale}]").click()
                    found = widget.evaluate(RUN_AXE, {})
                    assert found["texts"] > 30, "axe did not look at the colours of texts"
                    assert found["violations"] == [], (theme, state, locale)


def test_what_stands_on_a_button_is_in_its_name(page: Page, tmp_path: Path) -> None:
    # so that whoever speaks to the machine can say what they read (WCAG 2.5.3)
    for state, kinds in STATES.items():
        widget = open_page(page, tmp_path, **halted(kinds))
        page.evaluate(AXE + ";undefined")
        assert widget.evaluate(RUN_AXE, {"runOnly": [LABELS]})["violations"] == [], state
