"""Questions in JupyterLab and in a page without Python: by keyboard, in both languages, graded."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.lab import Server, command, in_theme, run_all
from tests.e2e.test_access import AXE, HEAR, RUN_AXE, SHOW_ALL, VIEWPORT
from tests.e2e.widget import IMPORT, press, say


def open_quiz(lab: Server, page: Page, name: str, *cells: str) -> Locator:
    lab.write_notebook(name, [IMPORT, *cells])
    lab.open(page, name)
    run_all(page)
    quiz = page.locator("section.mw-quiz").first
    expect(quiz.locator(".say").first).to_be_visible()
    return quiz


def open_html(page: Page, folder: Path, **keywords: Any) -> Locator:
    import monster_widgets as mw

    quiz = mw.Quiz("monster_cafe", **{"locale": "en", **keywords})
    page.goto(quiz.to_html(folder / "quiz.html").as_uri())
    widget = page.locator("section.mw-quiz")
    expect(widget.locator(".say").first).to_be_visible()
    return widget


def go_to(quiz: Locator, number: int) -> None:
    quiz.locator(".places .btn").nth(number - 1).click()


# ---------------------------------------------------------------- with Python


def test_a_question_is_answered_in_the_browser_and_judged_in_python(
    lab: Server, page: Page
) -> None:
    quiz = open_quiz(
        lab,
        page,
        "quiz.ipynb",
        "q = mw.Question('monster_cafe', 'next_lint'); q",
        "print('result', q.results[0][2:])",
    )
    field = quiz.get_by_role("textbox")
    field.fill("6/43")
    expect(quiz.get_by_text("Read as 6/43 (≈ 14.0%)")).to_be_visible()
    field.press("Enter")
    expect(quiz.locator(".verdict")).to_contain_text("some of the six Lint Eaters already lie open")
    expect(quiz.locator("[aria-live]")).to_contain_text("already lie open")
    press(quiz, "A hint")
    expect(quiz.get_by_text("Hint 1:")).to_be_visible()
    field.fill("9,3 %")
    press(quiz, "Check")
    expect(quiz.locator(".verdict")).to_contain_text("Right: 4/43")
    say(page, 2, "result ('9,3 %', True, 2, 1)")


def test_a_pick_on_the_board_is_the_pick_in_the_list(lab: Server, page: Page) -> None:
    quiz = open_quiz(lab, page, "pick.ipynb", "mw.Question('monster_cafe', 'best_table')")
    on_board = quiz.locator("[data-choice='clear 1']")
    expect(on_board).to_have_accessible_name("Clear Toenail Tartare (table 2)")
    on_board.press("Enter")
    expect(quiz.get_by_role("radio", name="Clear Toenail Tartare (table 2)")).to_be_checked()
    expect(on_board).to_have_attribute("aria-pressed", "true")
    press(quiz, "Check")
    expect(quiz.locator(".verdict")).to_contain_text("Right")


def test_a_graded_quiz_hands_in_a_code_and_saves_nothing_of_the_key(
    lab: Server, page: Page
) -> None:
    import monster_widgets as mw
    from tests.widgets.test_quiz import nothing_of_the_key_is_in

    mw.Quiz("monster_cafe").split(lab.root / "sheet.json", lab.root / "key.json")
    quiz = open_quiz(lab, page, "graded.ipynb", "quiz = mw.Quiz('sheet.json', name='Ana'); quiz")
    quiz.get_by_role("textbox").fill("3")
    press(quiz, "Note my answer")
    expect(quiz.get_by_text("1 of 10 answered")).to_be_visible()
    expect(quiz.get_by_text("You can change it until you finish")).to_be_visible()
    expect(quiz.locator(".verdict")).to_have_count(0)
    press(quiz, "Hand in")
    expect(quiz.get_by_text("9 of 10 questions are not answered")).to_be_visible()
    press(quiz, "Hand in")
    code = quiz.locator("textarea")
    expect(code).to_be_visible()
    assert mw.lessons.mark(lab.root / "key.json", code.input_value()).scores == {"Ana": (1, 10)}
    command(page, "docmanager:save")
    saved = (lab.root / "graded.ipynb").read_text("utf-8")
    bundle = json.dumps(mw.Quiz._esm, ensure_ascii=False)[1:-1]
    nothing_of_the_key_is_in(saved.replace(bundle, ""))
    nothing_of_the_key_is_in(quiz.inner_html())


def test_axe_finds_nothing(lab: Server, new_page: Callable[..., Page]) -> None:
    page = new_page(viewport=VIEWPORT)
    quiz = open_quiz(lab, page, "axe-quiz.ipynb", "mw.Quiz('monster_cafe')")
    quiz.get_by_role("textbox").fill("2")
    press(quiz, "Check")
    press(quiz, "A hint")
    expect(quiz.locator(".hint-text")).to_be_visible()
    page.evaluate(AXE + ";undefined")
    page.evaluate(SHOW_ALL)
    for theme in ("Dark", "Light"):
        with in_theme(page, f"JupyterLab {theme}"):
            expect(quiz).to_have_attribute("data-theme", theme.lower())
            for locale in ("en", "es"):
                quiz.locator(f"button[lang={locale}]").click()
                for number in (1, 3, 7, 9, 10):
                    go_to(quiz, number)
                    found = quiz.evaluate(RUN_AXE, {})
                    assert found["texts"] > 15, "axe did not look at the colours of texts"
                    assert found["violations"] == [], (theme, locale, number)


# ---------------------------------------------------------------- in a page without Python


def test_a_page_without_python_judges_too(page: Page, tmp_path: Path) -> None:
    quiz = open_html(page, tmp_path)
    go_to(quiz, 7)
    for answer, said in (("6", "do not bring a bonus"), ("4.0", "Right: 4")):
        quiz.get_by_role("textbox").fill(answer)
        press(quiz, "Check")
        expect(quiz.locator(".verdict")).to_contain_text(said)
    expect(quiz.locator(".verdict")).to_contain_text("3 + 2 + 2 − 3")
    go_to(quiz, 8)
    for name in ("Sludge Eater", "Anything Eater"):
        quiz.get_by_role("radio", name=name).check()
        press(quiz, "Check")
    expect(quiz.locator(".verdict")).to_contain_text("The answer is Toenail Eater.")
    expect(quiz.get_by_role("radio", name="Toenail Eater")).to_be_disabled()
    press(quiz, "ES")
    expect(quiz.locator(".verdict")).to_contain_text("La respuesta es Devorador de uñas.")


def test_feedback_at_the_end_comes_at_the_end(page: Page, tmp_path: Path) -> None:
    quiz = open_html(page, tmp_path, feedback="end", locale="es")
    quiz.get_by_role("textbox").fill("3")
    press(quiz, "Anotar mi respuesta")
    expect(quiz.locator(".verdict")).to_have_count(0)
    press(quiz, "Terminar y ver cómo ha ido")
    press(quiz, "Terminar y ver cómo ha ido")
    expect(quiz.get_by_text("1 de 10 correctas")).to_be_visible()
    expect(quiz.locator(".verdict")).to_contain_text("Correcto: 3")
    press(quiz, "Siguiente")
    expect(quiz.locator(".verdict")).to_contain_text("La respuesta es 4/43")


def test_a_graded_page_gives_a_text_that_can_be_marked(page: Page, tmp_path: Path) -> None:
    import monster_widgets as mw

    mw.Quiz("monster_cafe").split(tmp_path / "sheet.json", tmp_path / "key.json")
    graded = mw.Quiz(tmp_path / "sheet.json", name="Bo", locale="en").to_html(tmp_path / "g.html")
    page.goto(graded.as_uri())
    quiz = page.locator("section.mw-quiz")
    quiz.get_by_role("textbox").fill("three")
    press(quiz, "Note my answer")
    expect(quiz.locator(".verdict")).to_contain_text("A plain number is wanted")
    quiz.get_by_role("textbox").fill("3")
    press(quiz, "Note my answer")
    press(quiz, "Hand in")
    press(quiz, "Hand in")
    (tmp_path / "answers.json").write_text(quiz.locator("textarea").input_value(), "utf-8")
    marks = mw.lessons.mark(tmp_path / "key.json", tmp_path / "answers.json")
    assert marks.scores == {"Bo": (1, 10)}


def test_the_keyboard_alone_answers_everything(page: Page, tmp_path: Path) -> None:
    quiz = open_html(page, tmp_path)
    quiz.locator("[aria-live]").evaluate(HEAR)
    quiz.locator(".places .btn").first.focus()
    page.keyboard.press("End")
    page.keyboard.press("Enter")  # to the order
    expect(quiz.locator(".stp")).to_have_text("Question 10 of 10")
    wanted = ["Anything Eater", "Eyeball Eater", "Lemon Sorbet", "Sludge Eater"]
    items = quiz.locator(".order .item")
    for place, name in enumerate(wanted):
        quiz.get_by_role("button", name=f"Move {name} up").focus()
        for _ in range(items.all_inner_texts().index(name) - place):
            page.keyboard.press("Enter")
            focused = "e => e.getRootNode().activeElement?.getAttribute('aria-label')"
            assert quiz.evaluate(focused) == f"Move {name} up"
    assert items.all_inner_texts() == wanted
    page.keyboard.press("Tab")
    quiz.get_by_role("button", name="Check").focus()
    page.keyboard.press("Enter")
    expect(quiz.locator(".verdict")).to_contain_text("Right")
    heard: list[str] = page.evaluate("window.heard")
    assert any("place 1 of 4" in text for text in heard)
    assert heard[-1].startswith("Right: Anything Eater")
    quiz.locator(".places .btn").last.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    quiz.locator("input[type=radio]").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(quiz.locator("input[type=radio]").first).to_be_checked()
    page.keyboard.press("Enter")
    expect(quiz.locator(".verdict")).to_contain_text("Right")


@pytest.mark.parametrize("width", [360, 400, 700, 1000, 1366])
@pytest.mark.parametrize("size", ["normal", "projector"])
def test_nothing_is_wider_than_its_cell(
    new_page: Callable[..., Page], tmp_path: Path, width: int, size: str
) -> None:
    page = new_page(viewport={"width": width, "height": 800})
    quiz = open_html(page, tmp_path, locale="es", size=size)
    for number in range(1, 11):
        go_to(quiz, number)
        over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert over <= 0, number
