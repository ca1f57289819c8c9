"""A game as the list of its actions: replay, undo, branch, save and share all follow from it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from importlib import import_module
from itertools import pairwise
from types import ModuleType
from typing import Any, NamedTuple

from ..probability.whole import as_whole
from .protocol import Game, State, notation
from .sealing import Damaged, seal, unseal
from .types import CHANCE, Action, IllegalAction, InvalidRecord, Json, NotListable

FORMAT, VERSION = "monster_widgets.record", 2
"""Version 2 added the predictions; whoever reads 2 reads 1."""
CODE_VERSION = 1
CODE_PREFIX = f"mw{CODE_VERSION}"
PREDICTED = ("decision", "chance", "score")
"""The kinds of prediction: what a player chooses, what chance brings, a number of points."""


class Branch(NamedTuple):
    """From `step` on, chance draws with this branch's number instead of the one before."""

    step: int
    number: int
    chosen: bool = False
    """Whether the action at `step` is a chance outcome that somebody picked."""


class Predicted(NamedTuple):
    """What a reader said of a step before seeing it. Whether it was right follows from the game."""

    step: int
    """The step predicted leads from this state to the next one."""
    kind: str
    """One of PREDICTED."""
    answer: str | int
    """A notation as in ``actions``, or "other"; a whole number for a score."""


class StepRng:
    """The random numbers of one step: they depend on seed, branch and step, on nothing else."""

    def __init__(self, seed: object, branch: int, step: int, use: str = "") -> None:
        """Start the stream; `use` tells apart streams of the same step (one for each bot)."""
        self._stream = self._numbers(f"{seed}:{branch}:{step}{use}".encode())

    @staticmethod
    def _numbers(text: bytes) -> Iterator[float]:
        while True:
            text = blake2b(text).digest()
            for at in range(0, len(text), 8):
                yield (int.from_bytes(text[at : at + 8]) >> 11) * 2.0**-53

    def random(self) -> float:
        """Return the next number, uniform on [0, 1)."""
        return next(self._stream)


class _Draws(NamedTuple):
    """How chance draws: by the seed, and from each branch on by the branch's number too."""

    seed: int | None
    branches: tuple[Branch, ...]

    def rng(self, step: int, use: str = "") -> StepRng:
        branch = max((b for b in self.branches if b.step <= step), default=Branch(0, 0))
        return StepRng(self.seed, branch.number, step, use)

    def is_free(self, step: int) -> bool:
        """Tell whether chance came from elsewhere at this step: real cards, or somebody's pick."""
        return self.seed is None or any(b.step == step and b.chosen for b in self.branches)

    def check(self, step: int, state: State, action: Action) -> None:
        """Raise InvalidRecord if the seed gives something else than the action at this step."""
        if state.acting_players != (CHANCE,) or self.is_free(step):
            return
        drawn = state.sample_chance(self.rng(step))
        if drawn != action:
            raise InvalidRecord(f"step {step}: the seed gives {drawn}, the record says {action}")

    def coded(self, step: int, state: State) -> tuple[Action, ...] | None:
        """Return what a code must tell apart at this step: () if the seed tells it.

        None if there is no list of it: then the code holds the action itself.
        """
        if state.acting_players != (CHANCE,):
            return state.legal_actions()
        if not self.is_free(step):
            return ()
        try:
            outcomes, weights = state.chances()
        except NotListable:
            return None
        return tuple(o for o, n in zip(outcomes, weights, strict=True) if n)


def load_game(name: str) -> Game:
    """Return the game of this name; ValueError names the games there are.

    A record is text from outside, so it has to find its game by name. The games stand on the
    engine and not the other way round: hence the look-up while running.
    """
    game: Game = import_module("monster_widgets.games").load(name)
    return game


@dataclass(frozen=True)
class GameRecord:
    """A finished or unfinished game; immutable. InvalidRecord if its actions are not legal.

    `game` is the name of a game (its module is accepted too), `seed` a whole number, or None for a
    game whose chance came from elsewhere (real cards, say). Whoever has the record can see every
    card.

    What its reader predicted goes along in the JSON. It is no part of the game: records are equal
    if their games are, and the code leaves it out.
    """

    game: str
    players: int
    options: Mapping[str, Json]
    seed: int | None
    actions: tuple[Action, ...] = ()
    branches: tuple[Branch, ...] = ()
    predictions: tuple[Predicted, ...] = field(default=(), compare=False)
    states: tuple[Any, ...] = field(init=False, repr=False, compare=False)
    """The state before each action, and the last one: one more than there are actions."""
    # the highest branch number given out, shared by a record and all that was made from it
    _taken: list[int] | None = field(default=None, repr=False, compare=False)
    # the first states, if they have been played and checked before
    _begun: tuple[Any, ...] = field(default=(), repr=False, compare=False)

    def __post_init__(self) -> None:
        """Replay the game, checking every action and every draw."""
        if isinstance(self.game, ModuleType):
            object.__setattr__(self, "game", self.game.NAME)
        if self.seed is not None:
            seed = as_whole(self.seed)
            if seed is None:
                raise ValueError(f"a seed is a whole number or None, not {self.seed!r}")
            if abs(seed) >= 2**63:
                raise ValueError("a seed is a whole number below 2**63")
            object.__setattr__(self, "seed", seed)
        if not isinstance(self.options, Mapping) or not isinstance(self.actions, Iterable):
            raise InvalidRecord("options are a mapping, and actions a sequence")
        for name, kind in (("actions", tuple), ("options", dict)):
            object.__setattr__(self, name, kind(getattr(self, name)))
        branches = _branches(self.branches, len(self.actions))
        object.__setattr__(self, "branches", branches)
        predictions = _predictions(self.predictions, len(self.actions))
        object.__setattr__(self, "predictions", predictions)
        object.__setattr__(self, "states", tuple(self._replay(self._begun or (self._first(),))))
        object.__setattr__(self, "_begun", ())
        # as the game understood them: what JSON gives back must be equal (lists, no None)
        object.__setattr__(self, "options", dict(self.states[0].options))
        object.__setattr__(self, "actions", tuple(s.action for s in self.states[1:]))
        object.__setattr__(self, "players", self.states[0].players)
        if self._taken is None:
            object.__setattr__(self, "_taken", [max((b.number for b in branches), default=0)])

    def __reduce__(self) -> tuple[Any, ...]:
        """Cross to another process as what it was made of: the states follow from it."""
        made_of = (self.players, dict(self.options), self.seed, self.actions, self.branches)
        return type(self), (self.game, *made_of, self.predictions, self._taken)

    def __hash__(self) -> int:
        """Agree with equality, without the options (they need not be hashable)."""
        return hash((self.game, self.players, self.seed, self.actions, self.branches))

    def _first(self) -> State:
        try:
            first: State = load_game(self.game).initial_state(self.players, **self.options)
        except (ValueError, TypeError) as error:
            raise InvalidRecord(f"the set-up is not possible: {error}") from error
        return first

    def _replay(self, begun: Sequence[State]) -> Iterator[State]:
        yield from begun
        state = begun[-1]
        for step in range(len(begun) - 1, len(self.actions)):
            self._draws.check(step, state, self.actions[step])
            try:
                state = state.apply(self.actions[step])
            except IllegalAction as error:
                raise InvalidRecord(f"step {step}: {error}") from error
            yield state

    @property
    def _draws(self) -> _Draws:
        return _Draws(self.seed, self.branches)

    def rng(self, step: int, use: str = "") -> StepRng:
        """Return the random numbers of a step (step k leads from state k to state k + 1)."""
        return self._draws.rng(step, use)

    # going back and elsewhere ---------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The newest state."""
        return self.states[-1]

    def extended(self, actions: tuple[Action, ...]) -> GameRecord:
        """Return the record with more actions at its end."""
        return replace(self, actions=self.actions + actions, _begun=self.states)

    def predicted(self, predictions: Iterable[Predicted]) -> GameRecord:
        """Return the record with these predictions, and no others."""
        return self._played(self.states, predictions=tuple(predictions))

    def _played(self, states: Sequence[Any], **changes: Any) -> GameRecord:
        """Return the record of a game that went through these states, which are checked already."""
        actions = tuple(state.action for state in states[1:])
        return replace(self, actions=actions, _begun=tuple(states), **changes)

    def undo(self, player: int) -> GameRecord:
        """Return the record as it was before this player's last choice; ValueError if none."""
        for step in reversed(range(len(self.actions))):
            if self.actions[step].player == player:
                return self.cut(step)
        raise ValueError(f"player {player} has not chosen anything yet")

    def branch(
        self, step: int, action: Action | None = None, world: State | None = None
    ) -> GameRecord:
        """Return another game that is the same up to a step and draws afresh from there.

        With an action (a choice, or an outcome of chance) the branch starts with it. Each branch of
        a record gets the next free number, so two branches from one step draw different cards.

        `world`: a state to go on from instead of the true one, one that somebody could not tell
        from it (``view.sample``). Its past need not follow from the seed: such a branch has none.
        """
        whole = as_whole(step)
        if whole is None or whole not in range(len(self.states)):
            raise ValueError(f"a step is a number from 0 to {len(self.actions)}, not {step!r}")
        cut = self.cut(whole)
        if world is not None:
            states = [world]
            while states[-1].previous is not None:
                states.append(states[-1].previous)
            cut = cut._played(states[::-1], seed=None, predictions=())
        chosen = action is not None and cut.state.acting_players == (CHANCE,)
        # a clear refusal now, rather than a broken record
        states = [*cut.states, *(() if action is None else (cut.state.apply(action),))]
        assert self._taken is not None
        self._taken[0] += 1
        branches = (*cut.branches, Branch(whole, self._taken[0], chosen))
        return cut._played(states, branches=branches)

    def cut(self, step: int) -> GameRecord:
        """Return the record as it was before the action at this step."""
        # a branch that starts right here goes on drawing, but what was picked there is gone
        branches = tuple(
            b._replace(chosen=b.chosen and b.step < step) for b in self.branches if b.step <= step
        )
        predictions = tuple(p for p in self.predictions if p.step < step)
        states = self.states[: step + 1]
        return self._played(states, branches=branches, predictions=predictions)

    # JSON -----------------------------------------------------------------------------------

    def to_json(self) -> str:
        """Return the record as JSON (see ``record.schema.json``)."""
        data: dict[str, Json] = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "players": self.players,
            "options": dict(self.options),
            "seed": self.seed,
            "branches": [list(branch) for branch in self.branches],
            "actions": [
                notation(action, state.acting_players)
                for action, state in zip(self.actions, self.states, strict=False)
            ],
        }
        if self.predictions:
            data["predictions"] = [one._asdict() for one in self.predictions]
        return json.dumps(data, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str | bytes | Mapping[str, Json]) -> GameRecord:
        """Rebuild a record from its JSON; InvalidRecord says what is wrong with it."""
        data = text
        if isinstance(text, str | bytes):
            try:
                data = json.loads(text)
            except (ValueError, RecursionError) as error:
                raise InvalidRecord(f"this is not JSON: {error}") from error
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise InvalidRecord("this is no record of a monster game")
        _check_version(data.get("version"))
        optional = ("predictions",) if data["version"] > 1 else ()
        _check_fields({k: data[k] for k in data if k not in ("format", "version", *optional)})
        shell = cls(data["game"], data["players"], data["options"], data["seed"])
        branches = _branches(data["branches"], len(data["actions"]))
        draws, states = _Draws(shell.seed, branches), [shell.state]
        for step, words in enumerate(data["actions"]):
            state = shell._parsed(step, states[-1], words)
            draws.check(step, states[-1], state.action)
            states.append(state)
        predictions = data.get("predictions", ())
        return shell._played(states, branches=branches, predictions=predictions, _taken=None)

    def _parsed(self, step: int, state: State, text: str) -> Any:
        """Return the state that a notation leads to."""
        try:
            return state.apply(load_game(self.game).parse(text, state))
        except ValueError as error:
            raise InvalidRecord(f"step {step}: {error}") from error

    # short code -----------------------------------------------------------------------------

    @property
    def code(self) -> str:
        """A short text, safe in a web address, that rebuilds the record (it can be decoded).

        It holds the set-up, the seed and, for every choice, its place among the legal actions;
        chance follows from the seed. Chance that does not, and cannot be listed, is written out.
        """
        number, unlisted = 0, []
        for step in reversed(range(len(self.actions))):
            options = self._draws.coded(step, self.states[step])
            if options is None:
                unlisted.append(str(self.actions[step]))
            elif options:
                number = number * len(options) + options.index(self.actions[step])
        branches = [list(branch) for branch in self.branches]
        length = len(self.actions)
        head = [self.game, self.players, dict(self.options), self.seed, branches, length]
        head += [unlisted[::-1]] if unlisted else []
        text = json.dumps(head, separators=(",", ":"), ensure_ascii=False).encode()
        body = text + b"\n" + number.to_bytes((number.bit_length() + 7) // 8)
        return seal(CODE_PREFIX, body)

    @classmethod
    def from_code(cls, code: str) -> GameRecord:
        """Rebuild a record from its code; InvalidRecord if the code is damaged."""
        if not isinstance(code, str):
            raise InvalidRecord(f"a code is a text, not {code!r}")
        prefix, dot, text = "".join(code.split()).partition(".")
        if not dot or not re.fullmatch(r"mw[0-9]{1,9}", prefix):
            raise InvalidRecord("this is no code of a monster game (it begins with 'mw1.')")
        _check_version(int(prefix[2:]), CODE_VERSION)
        try:
            body = unseal(text)
        except Damaged as error:
            raise InvalidRecord(str(error)) from error
        setup, _, tail = body.partition(b"\n")
        try:
            *values, last = json.loads(setup)
            unlisted = last if len(values) == len(_CODED) else []
            head = dict(zip(_CODED, values if unlisted else [*values, last], strict=True))
        except (ValueError, TypeError, RecursionError) as error:
            raise InvalidRecord("the code is damaged: its beginning cannot be read") from error
        length = head.pop("length")
        _check_fields({**head, "actions": unlisted})
        if not _is_count(length):
            raise InvalidRecord("the number of steps must be a whole number")
        branches = _branches(head.pop("branches"), length)
        shell, draws = cls(**head), _Draws(head["seed"], branches)
        number, states = int.from_bytes(tail), [shell.state]
        written = iter(unlisted)
        for step in range(length):
            state = states[-1]
            if not state.acting_players:
                raise InvalidRecord(f"step {step}: the game is over before the code ends")
            legal = draws.coded(step, state)
            if legal is None:
                state = shell._parsed(step, state, next(written, ""))
            elif legal:
                number, place = divmod(number, len(legal))
                state = state.apply(legal[place])
            else:
                state = state.apply(state.sample_chance(draws.rng(step)))
            states.append(state)
        if number or next(written, None) is not None:
            raise InvalidRecord(f"step {length}: the code goes on after its last step")
        return shell._played(states, branches=branches, _taken=None)


def read(record: GameRecord | str | bytes | Mapping[str, Json]) -> GameRecord:
    """Return the record that is given as itself, as its JSON or as its code."""
    if isinstance(record, GameRecord):
        return record
    if isinstance(record, str):
        record = record.lstrip("\ufeff \n\r\t")  # a file saved by Notepad begins with a mark
        if not record.startswith("{"):
            return GameRecord.from_code(record)
    if isinstance(record, str | bytes | Mapping):
        return GameRecord.from_json(record)
    raise InvalidRecord(f"a record is a GameRecord, its JSON or its code, not {record!r}")


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_branch(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 3
        and all(map(_is_count, value[:2]))
        and isinstance(value[2], bool)
    )


_FIELDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "game": (lambda v: isinstance(v, str), "the name of a game"),
    "players": (_is_count, "a whole number"),
    "options": (lambda v: isinstance(v, dict), "an object"),
    "seed": (
        lambda v: v is None or (isinstance(v, int) and not isinstance(v, bool)),
        "a whole number or null",
    ),
    "branches": (
        lambda v: isinstance(v, list) and all(map(_is_branch, v)),
        "a list of [step, number, true or false]",
    ),
    "actions": (
        lambda v: isinstance(v, list) and all(isinstance(a, str) for a in v),
        "a list of texts",
    ),
}


_CODED = ("game", "players", "options", "seed", "branches", "length")


def _check_fields(data: Mapping[str, Json]) -> None:
    for name, (test, form) in _FIELDS.items():
        if name not in data:
            raise InvalidRecord(f"{name} is missing")
        if not test(data[name]):
            raise InvalidRecord(f"{name} must be {form}")
    if extra := sorted(set(data) - set(_FIELDS)):
        raise InvalidRecord(f"unknown entry {extra[0]!r}")


def _check_version(version: object, newest: int = VERSION) -> None:
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise InvalidRecord(f"{version!r} is no version of a record")
    if version > newest:
        raise InvalidRecord(
            f"the record has version {version}; this monster_widgets reads up to {newest}: "
            "please update it"
        )


def _branches(branches: Sequence[Any], steps: int) -> tuple[Branch, ...]:
    try:
        made = tuple(Branch(*branch) for branch in branches)
    except TypeError:
        made = (Branch(-1, -1),)
    if not all(_is_branch(list(branch)) for branch in made):
        raise InvalidRecord(f"branches must be {_FIELDS['branches'][1]}")
    if list(made) != sorted(made) or any(b.step > steps for b in made):
        raise InvalidRecord("the branches are not in the order of the game")
    return made


def _predictions(predictions: Any, steps: int) -> tuple[Predicted, ...]:
    if not isinstance(predictions, list | tuple):
        raise InvalidRecord("predictions must be a list")
    made = [_predicted(one) for one in predictions]
    for before, one in pairwise([Predicted(-1, "", ""), *made]):
        if one.step <= before.step:
            raise InvalidRecord(f"step {one.step}: the predictions are not in order, one a step")
        if one.step >= steps:
            raise InvalidRecord(f"step {one.step}: predicted, but the game has {steps} steps")
    return tuple(made)


def _predicted(one: Any) -> Predicted:
    """Return a prediction of those in the JSON, or one that has been made already."""
    if isinstance(one, Mapping):
        if set(one) != set(Predicted._fields):
            raise InvalidRecord("a prediction has a step, a kind and an answer")
        one = Predicted(**one)
    if not isinstance(one, Predicted) or not _is_count(one.step):
        raise InvalidRecord(f"this is no prediction: {one!r}")
    if one.kind not in PREDICTED:
        raise InvalidRecord(f"step {one.step}: no such kind of prediction: {one.kind!r}")
    wanted = int if one.kind == "score" else str
    if type(one.answer) is not wanted:
        raise InvalidRecord(f"step {one.step}: {one.answer!r} is no answer of the kind {one.kind}")
    return one
