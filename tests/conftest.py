"""Every game gets every contract test; Hypothesis tries the same examples in every run."""

from __future__ import annotations

import pytest
from hypothesis import settings

from monster_widgets import games
from monster_widgets.engine import Game

settings.register_profile("house", derandomize=True, deadline=None, max_examples=50)
settings.load_profile("house")


@pytest.fixture(params=games.names(), scope="session")
def game(request: pytest.FixtureRequest) -> Game:
    """Each game in turn."""
    return games.load(request.param)
