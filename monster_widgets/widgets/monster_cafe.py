"""The widget of Monster Café."""

from .game_widget import GameWidget


class MonsterCafe(GameWidget):
    """Monster Café, to step through or to play.

    ``MonsterCafe(players=4, seed=7)`` shows a game that bots play; with ``you=0`` you play the
    first seat yourself. Options of the game: ``first`` (the seat that starts) and, with 2 or 3
    players, ``out`` (the two kinds that leave the game). See ``help(GameWidget)`` for the rest.
    """

    game_name = "monster_cafe"
