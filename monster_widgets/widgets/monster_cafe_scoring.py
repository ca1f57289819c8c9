"""A bill of Monster Café, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from ..engine import ScoreBreakdown, ScoreLine
from ..games import load, monster_cafe
from ..locales.messages import DEFAULT_NAMES, is_name
from . import timeline
from .contract import Caption, Frame, Info, Json, Move
from .replay import KEYWORDS, Replay

ZONES = {"waiting": "card", "plate": "dish", "guests": "card", "unfed": "card"}
"""Zone → the locale group that names its cards: not counted yet, dishes, guests, unfed."""

Cards = Iterable[str] | Mapping[str, int]


class MonsterCafeScoring(Replay):
    """What a collection is worth, to step through line by line.

    ``MonsterCafeScoring({"sludge": 3, "anything": 1}, ["sludge", "eyeball"], name="Mike")`` shows
    the bill of any collection, and for Anything Eaters what each dish would bring. The whole bill
    is on screen at first; ``step=0`` begins with nothing counted yet.
    """

    game_name = monster_cafe.NAME

    def __init__(
        self, monsters: Cards, dishes: Cards, *, name: str | None = None, **keywords: Any
    ) -> None:
        """Score a collection: card keys, or a mapping key → count, as for ``monster_cafe.score``.

        ValueError names a wrong key or count. Other keywords are traits (locale, theme, step …).
        """
        self._check_keywords(keywords, ("monsters", "dishes", "name", *KEYWORDS))
        if name is not None and not is_name(name):
            raise ValueError(f"name must be a text that can be printed, not {name!r}")
        self._name = DEFAULT_NAMES[0] if name is None else name
        self._breakdown = monster_cafe.score(monsters, dishes)
        frames = _frames(self._breakdown)
        step = keywords.pop("step", None)
        super().__init__(
            frames, _info(self._name), len(frames) - 1 if step is None else step, **keywords
        )

    @property
    def breakdown(self) -> ScoreBreakdown:
        """The bill: ``.total`` and ``.lines``."""
        return self._breakdown

    @property
    def total(self) -> int:
        """What the collection is worth."""
        return self._breakdown.total

    def __repr__(self) -> str:
        """Return a short text, the same in every process: nbval compares it."""
        return (
            f"MonsterCafeScoring(name={self._name!r}, total={self.total}, "
            f"step={self.step}/{self._last})"
        )


def _info(name: str) -> Info:
    return {
        "game": monster_cafe.NAME,
        "head": f"{monster_cafe.NAME}.bill",
        "players": [name],
        "you": [],
        "rules": timeline.rules(load(monster_cafe.NAME)),
        "zones": ZONES,
        "values": {},
        "branch": None,
        "undone": False,
    }


def _frames(bill: ScoreBreakdown) -> list[Frame]:
    """Return one frame for each line of the bill, and one before them all."""
    places = _places(bill.lines)
    frames: list[Frame] = []
    for step, total in enumerate(accumulate((line.points for line in bill.lines), initial=0)):
        lines, over = bill.lines[:step], step == len(bill.lines)
        zones = _zones(bill.lines, places, step)
        values: dict[str, Json] = {
            "p": 0,
            "guests": sum(line.count for line in bill.lines),
            "plates": sum(len(cards) for zone, cards in zones.items() if zone.startswith("plate")),
            "choices": _choices(bill, lines),
        }
        frames.append(
            {
                "step": step,
                "beat": True,
                "action": f"count {lines[-1].key}" if lines else None,
                "player": None,
                "chance": None,
                "captions": [_caption(lines[-1]) if lines else _begin(values)],
                "view": {
                    "viewer": "public",
                    "zones": zones,
                    "values": values,
                    "acting_players": [],
                    "legal_actions": [],
                },
                "scores": timeline.scores([ScoreBreakdown(total, lines)]),
                "odds": None,
                "moves": _moves(lines[-1], places) if lines else [],
                "next": {
                    "key": f"{monster_cafe.NAME}.bill.{'total' if over else 'so_far'}",
                    "values": {"points": total},
                },
                "over": over,
            }
        )
    return frames


def _owned(lines: Sequence[ScoreLine]) -> dict[str, int]:
    """Return how many dishes of each food there are."""
    return {str(line.food): int(line.dishes) for line in lines if line.food is not None}


def _places(lines: Sequence[ScoreLine]) -> dict[str, str]:
    """Return where the monsters of each line go when it is counted: to a dish, or hungry."""
    at = {food: f"guests:{i}" for i, food in enumerate(_owned(lines))}
    return {line.key: at.get(str(line.food), "unfed") for line in lines}


def _zones(
    lines: Sequence[ScoreLine], places: Mapping[str, str], counted: int
) -> dict[str, list[str]]:
    """Return where the cards lie when some lines are counted; the other monsters wait."""
    zones: dict[str, list[str]] = {"waiting": []}
    for i, (food, dishes) in enumerate(_owned(lines).items()):
        zones[f"plate:{i}"] = [food] * dishes
        zones[f"guests:{i}"] = []
    zones["unfed"] = []
    for i, line in enumerate(lines):
        zones[places[line.key] if i < counted else "waiting"] += [line.key] * line.count
    return zones


def _moves(line: ScoreLine, places: Mapping[str, str]) -> list[Move]:
    return [
        {"card": line.key, "source": "waiting", "target": places[line.key]}
        for _ in range(line.count)
    ]


def _begin(values: Mapping[str, Json]) -> Caption:
    return {
        "rule": "S20",
        "player": 0,
        "key": f"{monster_cafe.NAME}.bill.begin",
        "values": {name: values[name] for name in ("p", "guests", "plates")},
    }


def _caption(line: ScoreLine) -> Caption:
    kind = f"anything_{line.label}" if line.key == "anything" else line.label
    return {
        "rule": line.rule,
        "player": 0,
        "key": f"{monster_cafe.NAME}.bill.{kind}",
        "values": {
            "p": 0,
            "monsters": [line.key] * line.count,
            "points": line.points,
            "food": line.food or line.key,
            "each": line.each,
        },
    }


def _choices(bill: ScoreBreakdown, counted: tuple[ScoreLine, ...]) -> list[dict[str, Json]]:
    """Return what every dish would bring an Anything Eater (S25), once theirs is counted."""
    line = next((line for line in counted if line.key == "anything"), None)
    if line is None:
        return []
    return [
        {
            "food": food,
            "count": line.count,
            "each": plates,
            "total": bill.total - line.points + line.count * plates,
            "best": plates == line.each,
        }
        for food, plates in _owned(bill.lines).items()
    ]
