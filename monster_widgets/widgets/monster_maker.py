"""The widget of Monster Maker."""

from __future__ import annotations

from typing import Any

from .. import engine
from .game_widget import GameWidget


class MonsterMaker(GameWidget):
    """Monster Maker, to step through or to play.

    ``MonsterMaker(players=4, seed=7)`` shows a game that bots play; with ``you=0`` you play the
    first seat yourself. Options of the game: ``monsters`` (who makes which: "bolo", "fuzz",
    "kraka", "nimbo", "zum"), ``hands`` (what everybody begins with: six pieces each, such as
    "bolo_head_left", and any trade cards) and ``max_turns`` (200). ``policies``: "collector" (the
    default), "spoiler" or "random". See ``help(GameWidget)`` for the rest.
    """

    game_name = "monster_maker"

    def __init__(self, *, policies: engine.Policies = "collector", **keywords: Any) -> None:
        """Set up the game as every game widget does, with bots that collect."""
        super().__init__(policies=policies, **keywords)
