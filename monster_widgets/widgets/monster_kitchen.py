"""The widget of Monster Kitchen."""

from .game_widget import GameWidget


class MonsterKitchen(GameWidget):
    """Monster Kitchen, to step through or to play: one player runs a kitchen.

    ``MonsterKitchen(seed=7)`` shows a shift that a bot works; with ``you=0`` you do. Options of the
    game: ``level`` (from "arrivals" to "kitchen"), ``shift``, ``gap``, ``arrivals``, ``times``,
    ``cooks``, ``waiters``, ``tables``, ``door``, ``patience``, ``patience_law``, ``patience_ends``,
    ``stock``; see ``help(games.load("monster_kitchen").initial_state)``. ``policies`` names how a
    bot chooses the next order: "first_come", "shortest_first", "earliest_deadline", "greedy". See
    ``help(GameWidget)`` for the rest.
    """

    game_name = "monster_kitchen"
