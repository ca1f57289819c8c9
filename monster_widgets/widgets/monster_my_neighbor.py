"""The widget of Monster My Neighbor."""

from .game_widget import GameWidget


class MonsterMyNeighbor(GameWidget):
    """Monster My Neighbor, to step through or to play.

    ``MonsterMyNeighbor(players=4, seed=7)`` shows a game that bots play, as an onlooker sees it;
    with ``you=0`` you play the first seat and see its hand. ``viewer="all"`` shows every card.
    Options of the game: ``deck`` ("analogy", "lesson", or a mapping card → copies), ``mermaid``
    ("round" or "own") and ``fog`` ("hands" or "card"). See ``help(GameWidget)`` for the rest.
    """

    game_name = "monster_my_neighbor"
