"""Other ways a game could have gone: branches at a step, and branches of branches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from string import ascii_uppercase

from ..engine import CHANCE, Action, GameRecord, State, View, Viewer, notation
from ..engine.protocol import Game
from . import contract
from .contract import Frame, Phrase
from .timeline import phrase

GAME = ""
"""The name of the game itself among its lines."""
TRIES = 10_000
"""How many worlds are tried for one in which an outcome comes that somebody picked."""


@dataclass(frozen=True)
class Line:
    """A branch of a game, see ``contract.Line``, and its own record."""

    id: str
    parent: str
    step: int
    action: Action | None
    label: Phrase | None
    again: bool
    redealt: bool
    record: GameRecord
    frames: tuple[Frame, ...]
    """From the step after the choice on."""

    def crossing(self) -> contract.Line:
        """Return what the browser gets of it."""
        return {
            "id": self.id,
            "parent": self.parent,
            "step": self.step,
            "player": None if self.action is None else self.action.player,
            "action": self.label,
            "again": self.again,
            "redealt": self.redealt,
            "frames": list(self.frames),
        }


def name(number: int) -> str:
    """Return the name of a branch, the first being 1: A, B, … Z, AA, AB, …"""
    letters = ""
    while number:
        number, at = divmod(number - 1, len(ascii_uppercase))
        letters = ascii_uppercase[at] + letters
    return letters


def offered(
    game: Game, record: GameRecord, step: int, view: View
) -> dict[str, tuple[Action, Phrase]]:
    """Return what could have been done at a step, as far as the viewer may know: by notation.

    The choices that the viewer sees; where chance acts, the outcomes whose chances are known.
    """
    acting = view.acting_players
    found = {
        notation(action, acting): (action, phrase(game, game.label(action, view)))
        for action in view.legal_actions
    }
    if acting == (CHANCE,):
        state = record.states[step]
        for table in game.odds(view) or ():
            for row in table.rows:
                if row.action is not None and row.ways:
                    found[row.action] = game.parse(row.action, state), phrase(game, row.label)
    return found


def sees_all(state: State, viewer: Viewer) -> bool:
    """Tell whether nothing is hidden from a viewer."""
    return viewer == "all" or state.open_hands


def branch(
    record: GameRecord, step: int, action: Action | None, viewer: Viewer, line: str
) -> tuple[GameRecord, bool] | None:
    """Return a record that leaves another at a step, and whether hidden cards were dealt anew.

    A viewer who does not see every card goes on from a state that is as good as the true one, drawn
    by how likely it is: to try what comes of a choice must not be a way to peek. None if an outcome
    that was picked comes in no such state.
    """
    if sees_all(record.states[step], viewer):
        return record.branch(step, action), False
    view, rng = record.states[step].view(viewer), record.rng(step, f":{line}")
    world = view.sample(rng)
    if action is not None and action.player == CHANCE:
        # a world is the likelier the likelier it makes what is known to have come
        for _ in range(TRIES):
            if world.sample_chance(rng) == action:
                break
            world = view.sample(rng)
        else:
            return None
    return record.branch(step, action, world), True


def composed(lines: Mapping[str, Line], line: str, frames: tuple[Frame, ...]) -> tuple[Frame, ...]:
    """Return all frames of a line, from the first one on, given those of the game."""
    if line == GAME:
        return frames
    one = lines[line]
    return composed(lines, one.parent, frames)[: one.step + 1] + one.frames


def owner(lines: Mapping[str, Line], line: str, step: int) -> str:
    """Return the line that a step belongs to: a branch shares its first steps with its parent."""
    while line != GAME and step <= lines[line].step:
        line = lines[line].parent
    return line


def kept(lines: Mapping[str, Line], common: int) -> Iterator[Line]:
    """Yield the lines that still leave the game at a step of it: its first steps are the same."""
    ids = {GAME}
    for line in lines.values():  # a parent comes before its branches
        if line.parent in ids and (line.parent != GAME or line.step <= common):
            ids.add(line.id)
            yield line


def without(lines: Mapping[str, Line], line: str) -> Iterator[Line]:
    """Yield the lines but one, and but those that branch off it."""
    gone = {line}
    for one in lines.values():
        if one.id in gone or one.parent in gone:
            gone.add(one.id)
        else:
            yield one


def by_id(lines: Iterable[Line]) -> dict[str, Line]:
    """Return lines by their names."""
    return {line.id: line for line in lines}


def in_common(one: GameRecord, other: GameRecord) -> int:
    """Return how many of the first actions of two records are the same."""
    n = 0
    for mine, theirs in zip(one.actions, other.actions, strict=False):
        if mine != theirs:
            break
        n += 1
    return n
