"""Colours as the browser resolves them: what is read stands out, and no kind is told by hue."""

from __future__ import annotations

import io
from itertools import combinations, product
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import Locator, Page, expect

from tests.e2e.colour import Colour, contrast, over, read
from tests.e2e.lab import Server, in_theme
from tests.e2e.widget import open_cells, open_page

TEXTS = ("text", "text-2", "accent", "good", "bad", "warn")
SURFACES = ("bg", "panel", "sunken", "mat", "accent-soft")
PAIRS = {
    **dict.fromkeys(product(TEXTS, SURFACES), 4.5),
    ("text", "mat-line"): 4.5,  # the darker tiles of the floor
    ("text-2", "mat-line"): 4.5,
    ("on-accent", "accent"): 4.5,
    ("bad", "bad-soft"): 4.5,
    ("text", "bad-soft"): 4.5,
    ("text-2", "bad-soft"): 4.5,
    ("text", "warn-soft"): 4.5,
    **dict.fromkeys(product(("border-strong", "accent"), ("bg", "panel", "mat")), 3.0),
}
"""What stands on what (as --mw-text on --mw-bg), and how much it has to stand out."""

UNKNOWN = "rgb(1, 2, 3)"

RESOLVE = f"""(widget, names) => {{
  const probe = widget.appendChild(document.createElement("i"));
  const colours = names.map(name => {{
    probe.style.color = `var(${{name}}, {UNKNOWN})`;
    return getComputedStyle(probe).color;
  }});
  probe.remove();
  return colours;
}}"""


def tokens_of(widget: Locator) -> dict[str, Colour]:
    names = sorted({name for pair in PAIRS for name in pair})
    found = widget.evaluate(RESOLVE, [f"--mw-{name}" for name in names])
    assert UNKNOWN not in found
    colours = dict(zip(names, map(read, found), strict=True))
    ground = widget.locator(".mw-frame").evaluate("e => getComputedStyle(e).backgroundColor")
    assert read(ground) == colours["bg"], "the names of the tokens are others in the bundle"
    return colours


def too_weak(colours: dict[str, Colour]) -> list[str]:
    """The pairs that do not stand out enough, with their contrast."""
    return [
        f"{ink} on {ground}: {ratio:.2f}"
        for (ink, ground), enough in PAIRS.items()
        if (ratio := contrast(colours[ink], over(colours[ground], colours["bg"]))) < enough
    ]


def expect_theme(widget: Locator, theme: str, page_theme: str) -> None:
    """Wait until the widget shows the theme asked for, and knows whether it is the page's."""
    shown = page_theme if theme == "auto" else theme
    expect(widget).to_have_attribute("data-theme", shown)
    own = widget.and_(widget.page.locator("[data-own]"))
    expect(own).to_have_count(0 if shown == page_theme else 1)


@pytest.mark.parametrize("page_theme", ["light", "dark"])
@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_tokens_stand_out_on_a_plain_page(
    page: Page, tmp_path: Path, theme: str, page_theme: str
) -> None:
    widget = open_page(page, tmp_path, theme=theme)
    if page_theme == "dark":
        page.add_style_tag(content="body { background: #111 }")
        page.evaluate("document.body.className = 'dark'")  # as pages do; the widget sees it
    expect_theme(widget, theme, page_theme)

    assert too_weak(tokens_of(widget)) == []


@pytest.mark.parametrize("page_theme", ["light", "dark"])
def test_tokens_stand_out_in_jupyterlab(lab: Server, page: Page, page_theme: str) -> None:
    themes = ("auto", "light", "dark")
    cells = [f"mw.MonsterCafe(seed=7, theme={theme!r})" for theme in themes]
    open_cells(lab, page, f"colours-{page_theme}.ipynb", *cells)

    with in_theme(page, f"JupyterLab {page_theme.title()}"):
        for number, theme in enumerate(themes):
            widget = page.locator("section.mw").nth(number)
            expect_theme(widget, theme, page_theme)
            assert too_weak(tokens_of(widget)) == [], theme


PARTY = """party => {
  const own = getComputedStyle(party);
  return [own.backgroundColor, ...["plus", "minus", "zero"].map(sign => {
    const points = party.appendChild(document.createElement("span"));
    points.className = `num ${sign}`;
    const {color} = getComputedStyle(points);
    points.remove();
    return color;
  })];
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_points_stand_out_on_the_colour_of_every_kind(
    page: Page, tmp_path: Path, theme: str
) -> None:
    grounds = set()
    for seed, step in ((1, 50), (10, 20)):  # all kinds of food; an Anything Eater with no food
        widget = open_page(page, tmp_path, seed=seed, step=step, theme=theme)
        for party in widget.locator(".party").all():
            ground, *points = map(read, party.evaluate(PARTY))
            grounds.add(ground)
            assert len(set(points)) == 3
            assert min(contrast(ink, ground) for ink in points) >= 4.5
    assert len(grounds) == 9


# ---------------------------------------------------------------- without any colour

CARDS = (
    *("sludge", "stinky_sock", "eyeball", "roadkill", "brain", "toenail", "dust_bunny", "lint"),
    *("anything", "sorbet"),
)
EATERS = CARDS[:-1]
SETS = {
    "cards": (".card-art", [f"card-{card}" for card in CARDS]),
    "hungry eaters": (".eater > svg", [f"eater-{card}-hungry" for card in EATERS]),
    "fed eaters": (".eater > svg", [f"eater-{card}-fed" for card in EATERS]),
    "unfed eaters": (".eater > svg", [f"eater-{card}-unfed" for card in EATERS]),
    "food badges": (".badge", [f"food-{card}" for card in CARDS]),
}
"""Pictures that can lie side by side: what they are drawn like, and their names in the bundle."""
CELL = 80
DRAW = f"""(widget, [like, names]) => {{
  const picture = widget.querySelector(like);
  const sheet = document.createElement("div");
  sheet.id = "sheet";
  sheet.style.cssText = `position: absolute; inset: 0; z-index: 9; background: #fff;
    width: ${{names.length * {CELL}}}px; height: {CELL}px`;
  names.forEach((name, at) => {{
    const copy = sheet.appendChild(picture.cloneNode(true));
    copy.style.cssText = `position: absolute; top: 4px; left: ${{at * {CELL} + 4}}px; width: 58px`;
    copy.querySelector("use").setAttribute("href", `#${{name}}`);
  }});
  widget.querySelector(".cafe").append(sheet);
}}"""


ENOUGH = 0.02
"""Twice as much as an eye or a mouth: another mood changes 0.017 of a monster at most (and 0.032 of
the Anything Eater, which is mostly mouth)."""


def grey(picture: Image.Image) -> Image.Image:
    """What is seen at a glance: without colour, and without the finest lines."""
    return picture.convert("L").filter(ImageFilter.GaussianBlur(1.5))


def unlike(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that differ by a quarter of the way from black to white, or more.

    At the place where they fit best: a drawing that is moved a little is the same drawing.
    """
    places = product(range(-2, 3), repeat=2)
    moved = (ImageChops.difference(one, ImageChops.offset(other, *place)) for place in places)
    return min(sum(picture.histogram()[64:]) for picture in moved) / CELL**2


@pytest.mark.parametrize("kind", SETS)
def test_pictures_are_told_apart_without_colour(
    page: Page, tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    like, names = SETS[kind]
    widget = open_page(page, tmp_path, seed=1, step=50)
    widget.evaluate(DRAW, [like, names])
    sheet = Image.open(io.BytesIO(widget.locator("#sheet").screenshot()))
    pictures = {
        name: grey(sheet.crop((at * CELL, 0, (at + 1) * CELL, CELL)))
        for at, name in enumerate(names)
    }

    pairs = combinations(names, 2)
    nearest, *pair = min((unlike(pictures[a], pictures[b]), a, b) for a, b in pairs)
    with capsys.disabled():
        print(f"\n{kind}, in grey: closest are {' and '.join(pair)} ({nearest:.3f})")
    assert nearest > ENOUGH, pair
