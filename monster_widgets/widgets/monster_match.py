"""The widget of Monster Match."""

from __future__ import annotations

from typing import Any

from ..engine import GameRecord
from ..games.monster_match import DECKS, read_deck
from .game_widget import GameWidget


class MonsterMatch(GameWidget):
    """Monster Match, to step through or to play.

    ``MonsterMatch(players=4, seed=7)`` shows a game that bots play; with ``you=0`` you play the
    first seat yourself: take your time, the bots touch after you, each by its own speed. Options of
    the game: ``deck`` ("house", the default, or "peaked": both have numbers of ours; or rows of
    arms, legs, eyes and donuts, a table with these columns, or the name of a CSV file with these
    headings), ``first`` (the seat that rolls first) and ``max_rounds`` (60). ``policies``:
    "slow_sloppy", "slow_sharp", "fast_sloppy", "fast_sharp", "choosy", "greedy" or "random". See
    ``help(GameWidget)`` for the rest.
    """

    game_name = "monster_match"

    def _new_record(self, players: int, seed: int, options: dict[str, Any]) -> GameRecord:
        deck = options.get("deck")
        # a file is read now: a record holds rows or the name of a deck, never a path
        if isinstance(deck, str) and deck not in DECKS:
            options = {**options, "deck": read_deck(deck)}
        return super()._new_record(players, seed, options)
