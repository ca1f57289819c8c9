"""Take pictures of every state of the widgets, to look at: python tools/shots.py [part of a name …]

They go to shots/ (ignored by Git) as state-width-theme-language.png; the arguments choose among the
names. The pictures in docs/images are copies of those that begin with "readme".
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Locator, Page, sync_playwright

import monster_widgets as mw

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.e2e import browser as browsers  # noqa: E402
from tests.e2e.conftest import CHROMIUM_ARGS  # noqa: E402
from tests.e2e.lab import Server, run_cell, serve  # noqa: E402

WIDTHS, THEMES, LOCALES = (400, 700, 1000), ("light", "dark"), ("en", "es")
PROJECTOR = 1400
LAB_WINDOW = {"width": 1366, "height": 768}
MIKE: dict[str, Any] = {
    "monsters": {"sludge": 3, "stinky_sock": 1, "anything": 1, "toenail": 3},
    "dishes": ["sludge", "stinky_sock", "stinky_sock", "eyeball"],
    "name": "Mike",
}
PLAY = "w = mw.MonsterCafe(players=4, seed=7, you=0); w"
WATCH = "w = mw.MonsterCafe(players=4, seed=7, step=20); w"
WENT_ON = "w.goto(21)"
REFUSED = "w.intent = {'id': 9, 'step': len(w.record.actions), 'action': 'seat 2'}"
LABORATORY = "lab = mw.ProbabilityLab('monster_kitchen', 'happy', 2000, policies='greedy'); lab"
REFUSED_QUESTION = """lab.run(until=200)
lab.intent = {'id': 9, 'do': 'ask', 'question': {**lab.question, 'n': 0}}"""


class PageShot(NamedTuple):
    """A widget on a page of its own, without a kernel."""

    name: str
    widget: Any
    width: int
    theme: str = "light"
    locale: str = "en"
    media: dict[str, Any] = {}  # noqa: RUF012  (never written)

    def take(self, browser: Browser, folder: Path, to: Path) -> None:
        self.widget.theme, self.widget.locale = self.theme, self.locale
        self.widget.size = "projector" if self.width == PROJECTOR else "normal"
        viewport = {"width": self.width + 32, "height": 1000}
        with browser.new_context(viewport=viewport, reduced_motion="reduce") as context:
            page = context.new_page()
            page.emulate_media(**self.media)
            page.goto(self.widget.to_html(folder / f"{self.name}.html").as_uri())
            if self.theme == "dark":
                page.add_style_tag(content="html { background: #111; color-scheme: dark; }")
            widget = page.locator("section.mw")
            settle(widget)
            widget.screenshot(path=to)


class LabShot(NamedTuple):
    """What needs a kernel, in a JupyterLab window as school laptops have."""

    name: str
    cells: Sequence[str]
    do: Callable[[Page], object]
    theme: str
    locale: str

    def take(self, browser: Browser, server: Server, to: Path) -> None:
        with browser.new_context(viewport=LAB_WINDOW, reduced_motion="reduce") as context:
            page = context.new_page()
            first = f"import monster_widgets as mw; mw.set_locale({self.locale!r})"
            server.write_notebook(f"{self.name}.ipynb", [first, *self.cells])
            server.open(page, f"{self.name}.ipynb")
            page.evaluate(
                "theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme})",
                f"JupyterLab {self.theme.capitalize()}",
            )
            run_cell(page, 0)
            run_cell(page, 1)
            widget = page.locator("section.mw").first
            settle(widget)
            self.do(page)
            widget.evaluate("e => e.scrollIntoView()")
            page.wait_for_timeout(300)
            page.screenshot(path=to)


def settle(widget: Locator) -> None:
    """Wait until the words are there and the theme has been measured."""
    widget.locator(".stp, .setup, .asked").first.wait_for()
    widget.evaluate("() => new Promise((done) => setTimeout(done, 700))")


def states() -> dict[str, int]:
    """The steps of a game that look different, by name."""
    frames = mw.MonsterCafe(players=4, seed=7).frames

    def first(condition: Callable[[Any], bool]) -> int:
        return next(f["step"] for f in frames if f["step"] > 20 and condition(f["view"]))

    return {
        "start": 0,
        "middle": 54,
        "sorbet": first(lambda view: view["values"]["phase"] == "lose"),
        "full": first(lambda view: any(len(view["zones"][f"seats:{i}"]) == 4 for i in range(4))),
        "last-player": first(
            lambda view: view["values"]["phase"] == "turn" and len(view["values"]["still_in"]) == 1
        ),
        "end": len(frames) - 1,
    }


def laboratories() -> dict[str, Any]:
    """A laboratory before, amid and after its games; one for each seat; one with classes."""
    amid = mw.ProbabilityLab(n=20_000, seed=4)
    amid.run(until=3000)
    done = mw.ProbabilityLab(n=10_000, seed=4)
    done.run()
    seats = mw.ProbabilityLab("monster_cafe", "final_scores", 5_000, policies="greedy")
    seats.run()
    classes = mw.ProbabilityLab("monster_kitchen", "mean_wait", 200)
    classes.run()
    return {
        "new": mw.ProbabilityLab(),
        "amid": amid,
        "done": done,
        "seats": seats,
        "classes": classes,
    }


def quizzes() -> dict[str, Any]:
    """Questions of each kind: not right, right, at the end, handed in, and of another game."""
    wrong = mw.Quiz("monster_cafe", current=1)
    wrong.answer("1/10")
    wrong.hint()
    right = mw.Question("monster_cafe", "mikes_total")
    right.answer(4)
    end = mw.Quiz("monster_cafe", feedback="end", current=9)
    end.answer("4", question="mikes_total")
    end.finish()
    graded = mw.Quiz("monster_cafe", feedback="never", current=2)
    graded.answer("more")
    graded.finish()
    pick = mw.Question("monster_cafe", "best_table")
    match = {
        "id": "open",
        "kind": "number",
        "position": {"game": "monster_match", "seed": 3, "step": 20},
        "text": {"en": "How many cards lie open?", "es": "¿Cuántas cartas hay a la vista?"},
        "key": {"value": "count", "args": {"zone": "table"}},
    }
    found = {"wrong": wrong, "right": right, "end": end, "graded": graded, "pick": pick}
    return {**found, "match": mw.Question(match)}


def predictions() -> dict[str, Any]:
    """Questions before and after they are answered, by name."""

    def at(step: int, answer: str | int | None = None, **keywords: Any) -> mw.MonsterCafe:
        widget = mw.MonsterCafe(players=4, seed=7, step=step, **keywords)
        if answer is not None:
            widget.answer(step, answer)
        return widget

    done = mw.MonsterCafe(players=4, seed=7, predict=True)
    for frame in done.frames:
        if "question" in frame:
            done.answer(frame["step"], frame["question"]["answers"][0]["answer"])
    done.goto(len(done.frames) - 1)
    return {
        "predict-choice": at(56, predict=True),
        "predict-draw": at(55, predict="chance"),
        "predict-draw-done": at(55, "reveal sludge", predict="chance"),
        "predict-score": at(54, predict="scores"),
        "predict-many": mw.MonsterMatch(seed=7, step=53, predict="chance"),
        "predict-held": at(54, "draw", predict=True, hold=54),
        "predict-end": done,
    }


def branched() -> mw.MonsterCafe:
    """A game with two branches, one on screen and compared."""
    game = mw.MonsterCafe(players=4, seed=7, step=20)
    game.what_if()
    game.line, game.step = "", 20
    game.what_if("clear 3")
    game.compare(400)
    return game


def page_shots() -> Iterator[PageShot]:
    """Every state by width, theme and language; paper, forced colours; the READMEs' pictures."""
    steps = states()
    game = {name: mw.MonsterCafe(players=4, seed=7, step=step) for name, step in steps.items()}
    bill = mw.MonsterCafeScoring(**MIKE)
    widgets = {
        **game,
        "three-players": mw.MonsterCafe(players=3, seed=3, step=40),
        **predictions(),
        "branch": branched(),
        "bill": bill,
        "bill-begun": mw.MonsterCafeScoring(**MIKE, step=3),
    }
    widgets |= {f"probability-{name}": lab for name, lab in laboratories().items()}
    widgets |= {f"quiz-{name}": quiz for name, quiz in quizzes().items()}
    for (state, widget), theme, locale in product(widgets.items(), THEMES, LOCALES):
        for width in (*WIDTHS, PROJECTOR):
            yield PageShot(f"{state}-{width}-{theme}-{locale}", widget, width, theme, locale)
    for media in ({"media": "print"}, {"forced_colors": "active"}, {"contrast": "more"}):
        [name] = media
        yield PageShot(f"middle-760-{name}", game["middle"], 760, media=media)
        yield PageShot(f"probability-760-{name}", widgets["probability-done"], 760, media=media)
    for name, locale in product(("bill", "middle", "end"), LOCALES):
        yield PageShot(f"readme-{name}-{locale}", widgets[name], 1000, locale=locale)


def lab_shots() -> Iterator[LabShot]:
    """What only a kernel can bring about."""
    for theme, locale in product(THEMES, LOCALES):
        for name, cells, do in (
            ("turn", [PLAY], lambda page: None),
            ("hint", [PLAY], ask),
            ("what-if", [PLAY], what_if),
            ("both-lines", [PLAY], both_lines),
            ("why", [WATCH, WENT_ON], why),
            ("error", [PLAY, REFUSED], lambda page: run_cell(page, 2)),
            ("dead-kernel", [PLAY], kill),
            ("probability-running", [LABORATORY], start),
            ("probability-refused", [LABORATORY, REFUSED_QUESTION], lambda page: run_cell(page, 2)),
        ):
            yield LabShot(f"lab-{name}-{theme}-{locale}", cells, do, theme, locale)


def ask(page: Page) -> None:
    page.locator("section.mw .advice button").first.click()
    page.locator("section.mw .worth").wait_for()


def start(page: Page) -> None:
    page.locator("section.mw-lab .doing button").first.click()
    page.locator("section.mw-lab .doing p").wait_for()


def what_if(page: Page) -> None:
    page.locator("section.mw .asks button").last.click()
    page.locator("section.mw .options button").first.wait_for()


def both_lines(page: Page) -> None:
    what_if(page)
    page.locator("section.mw .options button").first.click()
    page.locator("section.mw .both tbody:nth-of-type(2)").wait_for()
    page.wait_for_timeout(3000)


def why(page: Page) -> None:
    run_cell(page, 2)
    page.locator("section.mw .asks button").first.click()
    page.locator("section.mw .verdict").wait_for()


def kill(page: Page) -> None:
    page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    page.locator("section.mw [data-choice]").first.click()
    page.locator("section.mw [role=status] .state").wait_for()


def main(wanted: Sequence[str], folder: Path = ROOT / "shots") -> list[Path]:
    """Take the pictures whose name holds one of the wanted texts (all, if there are none)."""

    def chosen(shots: Iterator[Any]) -> list[Any]:
        return [s for s in shots if not wanted or any(text in s.name for text in wanted)]

    folder.mkdir(exist_ok=True)
    pages, labs = chosen(page_shots()), chosen(lab_shots())
    executable = browsers.find()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as temporary:
        browser = playwright.chromium.launch(executable_path=executable, args=CHROMIUM_ARGS)
        for shot in pages:
            shot.take(browser, Path(temporary), folder / f"{shot.name}.png")
        if labs:
            with serve(Path(sys.executable), Path(temporary) / "lab") as server:
                for shot in labs:
                    shot.take(browser, server, folder / f"{shot.name}.png")
        browser.close()
    return [folder / f"{shot.name}.png" for shot in (*pages, *labs)]


if __name__ == "__main__":
    pictures = main(sys.argv[1:])
    sys.stdout.write(f"{len(pictures)} pictures in {ROOT / 'shots'}\n")
    sys.exit(not pictures)
