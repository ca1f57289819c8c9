"""From a record to the frames that a viewer may see. Pure: no widget, no state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..engine import (
    CHANCE,
    HIDDEN,
    Action,
    Chance,
    Event,
    Game,
    GameRecord,
    Label,
    ScoreBreakdown,
    View,
    Viewer,
    notation,
)
from . import contract
from .contract import Frame, Info, Move, Phrase


def frames(
    game: Game,
    record: GameRecord,
    viewer: Viewer | Callable[[View], Viewer],
    known: Sequence[Frame] = (),
) -> list[Frame]:
    """Return one frame for each state of a record, as the viewer may see it.

    The viewer can be a function of the "public" view: with several persons at one screen each
    frame is made for the one who acts. `known` are frames of the same game that need not be made
    again (the last one is: it may turn out to be no beat).
    """

    def look(step: int) -> View:
        state = record.states[step]
        return state.view(viewer(state.view("public")) if callable(viewer) else viewer)

    made = list(known[:-1])
    seen = look(len(made) - 1) if made else None
    for step in range(len(made), len(record.states)):
        view = look(step)
        made.append(_frame(game, record, step, seen, view))
        seen = view
    return made


def still(game: Game, view: View) -> Frame:
    """Return a frame of a view alone: the board, and nothing of what led to it or may come.

    No odds, no scores, no captions: whoever is asked for a number shall not find it there.
    """
    return {
        "step": 0,
        "beat": True,
        "action": None,
        "player": None,
        "chance": None,
        "captions": [],
        "view": {**_view(game, view), "legal_actions": []},
        "scores": None,
        "odds": None,
        "moves": [],
        "next": _next(view),
        "over": not view.acting_players,
    }


def info(
    game: Game,
    record: GameRecord,
    names: Sequence[str],
    you: Sequence[int] = (),
    undone: bool = False,
    held: bool = False,
) -> Info:
    """Return what does not change from step to step: players, rules, how zones are named."""
    branch = record.branches[-1] if record.branches else None
    made: Info = {
        "game": game.NAME,
        "head": f"{game.NAME}.ui",
        "players": list(names),
        "you": list(you),
        "rules": rules(game),
        "zones": dict(game.ZONES),
        "values": dict(game.VALUES),
        "branch": branch and {"step": branch.step, "number": branch.number},
        "undone": undone,
    }
    if held:
        made["held"] = True
    return made


def rules(game: Game) -> dict[str, contract.RuleInfo]:
    """Return where each rule comes from, by its number."""
    return {rule.id: {"status": rule.status, "source": rule.source} for rule in game.RULES.values()}


def _frame(game: Game, record: GameRecord, step: int, before: View | None, view: View) -> Frame:
    action = record.actions[step - 1] if step else None
    happened = _events(game, record, step)
    visible = action is not None and _is_visible(game, action, view.viewer, happened)
    events = [event for event in happened if event.is_for(view.viewer)]
    return {
        "step": step,
        "beat": _is_beat(game, record, step),
        "action": _notation(record, step) if visible else None,
        "player": None if action is None else action.player,
        "chance": _chance(game, before, action) if visible else None,
        "captions": [_caption(game, event) for event in events],
        "view": _view(game, view),
        "scores": scores(game.scores(view)),
        "odds": _odds(game, view),
        "moves": [] if before is None else moves(game, before, view, _flow(record, step)),
        "next": _next(view),
        "over": not view.acting_players,
    }


def _notation(record: GameRecord, step: int) -> str:
    return notation(record.actions[step - 1], record.states[step - 1].acting_players)


def _events(game: Game, record: GameRecord, step: int) -> Sequence[Event]:
    if not step:
        return ()
    return game.events(record.states[step - 1], record.actions[step - 1], record.states[step])


def _flow(record: GameRecord, step: int) -> Sequence[tuple[str, str]]:
    flow: Sequence[tuple[str, str]] = record.states[step - 1].flow(record.actions[step - 1])
    return flow


def _is_visible(game: Game, action: Action, viewer: Viewer, events: Sequence[Event]) -> bool:
    # what a step did is known to who made the choice, and to who may know of all its events: a
    # half-seen fact is two events, and the one with the card is not for everybody. A game names the
    # kinds of action that all see, and that only some learn more from: what they learn, and that
    # they learn it, must not change what the others see.
    if viewer == action.player or not action.args or action.kind in getattr(game, "OPEN", ()):
        return True
    return bool(events) and all(event.is_for(viewer) for event in events)


def _is_beat(game: Game, record: GameRecord, step: int) -> bool:
    """A choice made, or a chance outcome one would talk about; and both ends of the game.

    Not one: a forced step, and all but the last card of a deal.
    """
    if step in (0, len(record.actions)):
        return True
    action = record.actions[step - 1]
    if action.player != CHANCE:
        return True
    goes_on = record.actions[step]
    same = goes_on.player == CHANCE and goes_on.kind == action.kind
    return action.kind not in game.FORCED and not same


def _chance(game: Game, before: View | None, action: Action | None) -> contract.Ratio | None:
    """Return what the viewer could say of the chance of this outcome before it came."""
    if before is None or action is None or action.player != CHANCE:
        return None
    if action.kind in game.FORCED:
        return None
    for table in game.odds(before) or ():
        for row in table.rows:
            if row.action == str(action):
                return _ratio(row)
    return None


def _ratio(row: Chance) -> contract.Ratio:
    return {"numerator": str(row.ways), "denominator": str(row.total)}


def phrase(game: Game, label: Label) -> Phrase:
    """Return words of a game, for the browser to make a sentence of."""
    return {"key": f"{game.NAME}.{label.key}", "values": dict(label.values)}


def _caption(game: Game, event: Event) -> contract.Caption:
    return {
        "rule": event.rule,
        "player": event.player,
        "key": f"{game.NAME}.event.{event.kind}",
        "values": {"player": event.player, **event.data},
    }


def _view(game: Game, view: View) -> contract.View:
    return {
        "viewer": view.viewer,
        "zones": {zone: list(cards) for zone, cards in view.zones.items()},
        "values": dict(view.values),
        "acting_players": list(view.acting_players),
        "legal_actions": [
            {
                "player": action.player,
                "notation": notation(action, view.acting_players),
                "label": phrase(game, game.label(action, view)),
            }
            for action in view.legal_actions
        ],
    }


def _next(view: View) -> Phrase:
    """Return whose move it is."""
    players = [player for player in view.acting_players if player != CHANCE]
    if len(players) == 1:
        return {"key": "common.status.turn", "values": {"p": players[0]}}
    if players:
        return {"key": "common.status.turns", "values": {"players": players}}
    return {"key": f"common.status.{'chance' if view.acting_players else 'over'}", "values": {}}


def scores(
    found: Sequence[ScoreBreakdown | None] | None,
) -> list[contract.Score | None] | None:
    """Return the scores that a viewer may know, player by player."""
    return None if found is None else [one and _score(one) for one in found]


def _score(score: ScoreBreakdown) -> contract.Score:
    return {
        "total": score.total,
        "lines": [
            {
                "key": line.key,
                "label": line.label,
                "rule": line.rule,
                "count": line.count,
                "points": line.points,
                "values": dict(line.values),
            }
            for line in score.lines
        ],
    }


def _odds(game: Game, view: View) -> list[contract.OddsTable] | None:
    tables = game.odds(view)
    if tables is None:
        return None
    return [
        {
            "title": phrase(game, table.title),
            "rows": [_odds_row(game, row, view) for row in table.rows],
            "method": table.method,
        }
        for table in tables
    ]


def _odds_row(game: Game, row: Chance, view: View) -> contract.OddsRow:
    label, ratio = phrase(game, row.label), _ratio(row)
    made: contract.OddsRow = {"label": label, **ratio}  # type: ignore[typeddict-item]
    if row.action is not None and row.ways and view.acting_players == (CHANCE,):
        made["action"] = row.action
    return made


Place = tuple[str, str]
"""A zone and the key of a card in it."""


def moves(
    game: Game, before: View, after: View, flow: Sequence[tuple[str, str]] = ()
) -> list[Move]:
    """Return which cards went from where to where, as far as the viewer saw it.

    First those of the `flow` that the game tells. The others are found by comparing the zones: a
    card that left one and a card of the same sort that came to another. A card that was hidden may
    come out as any card, and the other way round.
    """
    left, came = _changes(before.zones, after.zones), _changes(after.zones, before.zones)
    found = [_told_move(left, came, *pair) for pair in flow]
    for fits in (_same_card, _turned_over):
        for source in list(left):
            target = next((t for t in came if fits(game, source, t)), None)
            if target is not None:
                left.remove(source)
                came.remove(target)
                card = target[1] if source[1] == HIDDEN else source[1]
                found.append({"card": card, "source": source[0], "target": target[0]})
    return found


def _told_move(left: list[Place], came: list[Place], source: str, target: str) -> Move:
    """Return a move of the flow, with the card if the viewer saw it leave or come."""
    leaving = [card for zone, card in left if zone == source]
    coming = [card for zone, card in came if zone == target]
    both = [card for card in leaving if card in coming]
    known = [card for card in leaving + coming if card != HIDDEN]
    card = (both or known or [HIDDEN])[0]
    for zone, places in ((source, left), (target, came)):
        for place in ((zone, card), (zone, HIDDEN)):
            if place in places:
                places.remove(place)
                break
    return {"card": card, "source": source, "target": target}


def _changes(
    before: Mapping[str, tuple[str, ...]], after: Mapping[str, tuple[str, ...]]
) -> list[Place]:
    """Return the cards that lie in a zone before, and no more after."""
    gone = []
    for zone, cards in before.items():
        rest = list(after.get(zone, ()))
        for card in cards:
            if card in rest:
                rest.remove(card)
            else:
                gone.append((zone, card))
    return gone


def _group(game: Game, zone: str) -> str:
    return game.ZONES[zone.partition(":")[0]]


def _same_card(game: Game, source: Place, target: Place) -> bool:
    groups = {_group(game, source[0]), _group(game, target[0])}
    return source[1] == target[1] and (len(groups) == 1 or "kind" in groups)


def _turned_over(game: Game, source: Place, target: Place) -> bool:
    groups = {_group(game, source[0]), _group(game, target[0])}
    return HIDDEN in (source[1], target[1]) and (len(groups) == 1 or "kind" in groups)
