"""Every game is stepped through and played in JupyterLab, with a board of its own or without."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from monster_widgets import games
from tests.e2e.lab import Server
from tests.e2e.widget import at_step, choices, choose_first, open_cells, press, say, step_line

CHOICES = 6


@pytest.mark.parametrize("name", games.names())
def test_a_game_is_stepped_through_and_played(name: str, lab: Server, page: Page) -> None:
    widget = "".join(word.capitalize() for word in name.split("_"))
    few = games.load(name).PLAYERS[0]
    made = "w.result or sum(action.player == 0 for action in w.record.actions)"
    game = open_cells(
        lab,
        page,
        f"{name}.ipynb",
        f"w = mw.{widget}(players={few}, seed=3, you=0); w",
        f"print('chosen', {made})",
    )

    for chosen in range(CHOICES):
        if choices(game).count() == 0:
            say(page, 2, "chosen Result(")
            break
        say(page, 2, f"chosen {chosen}")
        choose_first(game)
    newest = step_line(game).inner_text()

    press(game, "First step")
    at_step(game, 0)
    press(game, "Forward")
    expect(step_line(game)).not_to_have_text(newest)
    game.locator("button[lang=es]").click()
    expect(game).to_have_attribute("lang", "es")
    press(game, "Último paso")
    expect(step_line(game)).to_contain_text("Paso")
    assert newest.split()[1] == step_line(game).inner_text().split()[1]
