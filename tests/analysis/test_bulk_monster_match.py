"""The kernel of Monster Match plays Monster Match: move by move, and as often as it should."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2_contingency, ks_2samp

from monster_widgets.analysis import Question, simulate
from monster_widgets.analysis.bulk import generator
from monster_widgets.analysis.bulk import monster_match as kernel
from monster_widgets.analysis.bulk._monster_match_race import NOTHING
from monster_widgets.engine import Action, GameRecord
from monster_widgets.games import monster_match
from monster_widgets.games._monster_match_deck import HOUSE_DECK, MONSTERS, fits
from monster_widgets.games.monster_match import LAID

NAMES = ("final_scores", "winner", "first_matches", "rounds", "zilches")
ALL = ["random", "slow_sloppy", "choosy", "fast_sharp", "greedy", "fast_sloppy"]


def rows(monsters: Any) -> list[list[int]]:
    return [list(monster) for monster in monsters]


SETUPS: tuple[tuple[int, Any, dict[str, Any]], ...] = (
    (2, "random", {}),
    (3, "fast_sharp", {"first": 1}),
    (4, "slow_sharp", {"deck": "peaked"}),
    (5, "choosy", {}),
    (6, "fast_sloppy", {"max_rounds": 12}),
    (6, ALL, {}),
    (2, ["greedy", "slow_sloppy"], {"deck": rows(HOUSE_DECK[:54])}),  # R8
    (3, ["choosy", "random", "choosy"], {"deck": rows(MONSTERS[::50])}),  # 13 cards
    (
        4,
        ["random", "greedy", "random", "fast_sharp"],
        {"deck": rows(MONSTERS[::7]), "max_rounds": 25},
    ),
)
EACH = pytest.mark.parametrize(("players", "policies", "options"), SETUPS)


def question(n: int, players: int, policies: Any, options: Any, **more: Any) -> Question:
    return Question.of(monster_match, n, players=players, policies=policies, **options, **more)


KEPT = 40
"""Games of a batch that are replayed by the game itself."""


@EACH
def test_its_games_are_games_of_monster_match(players: int, policies: Any, options: Any) -> None:
    asked = question(201, players, policies, options, seed=5)
    assert asked.in_bulk
    records = list(islice(asked.records(0), KEPT))  # every action is checked by the game

    assert KEPT == len(records)
    for record in records:
        assert (players, options) == (record.players, record.options)
        assert record.state.result is not None
    for name in NAMES:
        measure = monster_match.STATISTICS[name]
        values = replace(asked, statistic=name).values(0)
        assert 201 == len(values)
        assert [measure(record.state) for record in records] == values[:KEPT]


def test_all_that_is_rare_happens_in_them() -> None:
    seen: Counter[str] = Counter()
    for setup in SETUPS:
        for record in islice(question(201, *setup, seed=5).records(0), KEPT // 3):
            seen.update(happened(record))

    rare = {"S6", "S7", "no Zilch", "S10", "no card to pay", "R7", "no card on the table"}
    assert rare | {"deck_out", "cap", "R8"} == set(seen)


def happened(record: GameRecord) -> Iterator[str]:
    """What is rare in a game, or decided there by a rule of its own."""
    last: Any = record.state
    yield last.result.reason
    if last.result.reason == "deck_out" and sum(last.deck) == LAID:
        yield "R8"
    states: Any = record.states
    for state, action, after in zip(states, record.actions, states[1:], strict=False):
        match action.kind:
            case "pay":
                yield "S10" if state.piles[action.args[0]] else "no card to pay"
            case "zilch" if state.fitting(state.table):
                made = len(state.fitting(state.free())) < len(state.fitting(state.table))
                yield "S7" if made else "no Zilch"
            case "zilch":
                yield "S6"
            case "pass" if after.phase == "roll" and not state.fitting(state.table):
                yield "R7"
            case "roll" if not state.table:
                yield "no card on the table"


# ---------------------------------------------------------------- as often as the game does


def tally(actions: Sequence[Action], players: int) -> tuple[int, ...]:
    """How often each player touched cards and the token, passed, won a card and paid."""
    seen = Counter(a[:2] for a in actions if a.player >= 0)
    seen.update((a.args[0], a.kind) for a in actions if a.kind in ("take", "pay"))
    kinds = ("touch", "zilch", "pass", "take", "pay")
    return tuple(seen[p, kind] for kind in kinds for p in range(players))


@EACH
def test_it_plays_as_the_game_does(players: int, policies: Any, options: Any) -> None:
    names = [policies] * players if isinstance(policies, str) else policies
    played = kernel.play(1000, generator(6, 0), names, options, write=True)
    values = zip(*(kernel.STATISTICS[name](played) for name in NAMES), strict=True)
    fast = [
        (*scores, *won, *counts, *tally(actions, players))
        for (scores, won, *counts), actions in zip(values, played.actions, strict=True)
    ]
    measures = [monster_match.STATISTICS[name] for name in NAMES]

    def measured(record: GameRecord) -> tuple[Any, ...]:
        scores, won, *counts = (measure(record.state) for measure in measures)
        return (*scores, *won, *counts, *tally(record.actions, players))

    more = {"players": players, "policies": names, "statistic": measured, "seed": 7, **options}
    slow = [*Counter(simulate(monster_match, 40, **more).counts).elements()]
    assert furthest(np.array(fast, dtype=float), np.array(slow, dtype=float)) < 4


def furthest(fast: Any, slow: Any) -> float:
    """The greatest distance of means, in standard errors; the spread is known from many games."""
    error = fast.std(axis=0) * np.sqrt(1 / len(fast) + 1 / len(slow))
    apart = np.abs(fast.mean(axis=0) - slow.mean(axis=0))
    assert not apart[error == 0].any()
    return float((apart[error > 0] / error[error > 0]).max())


@pytest.fixture(scope="module")
def races() -> list[Any]:
    """Races that begin, with tables of any size."""
    records = question(201, 3, "slow_sloppy", {}, seed=8).records(0)
    states = [state for record in islice(records, 80) for state in record.states]
    return [state for state in states if state.phase == "race" and not any(state.picks)]


@pytest.mark.parametrize("name", [name for name in kernel.POLICIES if name != "random"])
def test_its_searchers_search_as_those_of_the_game(name: str, races: list[Any]) -> None:
    """What each would touch when, and what instead when somebody else is there first."""
    policy: Any = monster_match.POLICIES[name]
    cards = [monster.card for monster in HOUSE_DECK]
    table = np.array([[card in state.table for card in cards] for state in races])
    fit = np.array([[fits(card, state.face) for card in cards] for state in races])
    worth = np.array([monster.donuts for monster in HOUSE_DECK])
    race = kernel.Race(table, fit & table, worth, [name, "greedy"], generator(8, 0))
    first = race.when[:, 0].copy(), race.plan[:, 0].copy()
    lost = np.flatnonzero(first[1] != NOTHING)
    race._touch(lost, np.ones(len(lost), dtype=int), first[1][lost])
    second = race.when[:, 0], race.plan[:, 0]
    # the first plans, and by how much later the second ones are; in the game, and in the kernel
    found: list[list[list[tuple[float, str]]]] = [[[], []], [[], []]]
    for k, state in enumerate(races):
        when, action = policy(state.view(0), random.Random(k))
        found[0][0].append((when, what(action.args, state.face)))
        found[1][0].append((first[0][k], what(picked(first[1][k]), state.face)))
        if action.args:
            after = state.apply(Action(1, "touch", action.args))
            if after.phase == "race":
                later, action = policy(after.view(0), random.Random(k))
                found[0][1].append((later - when, what(action.args, state.face)))
        card = picked(first[1][k])
        if card and state.apply(Action(1, "touch", card)).phase == "race":
            instead = what(picked(second[1][k]), state.face)
            found[1][1].append((second[0][k] - first[0][k], instead))

    for slow, fast in zip(*found, strict=True):
        assert min(len(slow), len(fast)) > 800
        assert ks_2samp([time for time, _ in slow], [time for time, _ in fast]).pvalue > 0.001
        kinds = sorted({kind for _, kind in (*slow, *fast)})
        counts = [Counter(kind for _, kind in told) for told in (slow, fast)]
        seen = np.array([[count[kind] for kind in kinds] for count in counts])
        assert chi2_contingency(seen[:, seen.sum(axis=0) > 9]).pvalue > 0.001
    # who finds nothing has looked at all cards, and waits for as long as for one more
    size = table.sum(axis=1)
    for whens, plan in (first, second):
        none = (plan == NOTHING) & (size > 0)
        apart = (whens[none] / policy.seconds - size[none] - 1) / np.sqrt(size[none] / 12)
        assert abs(apart.mean()) < 4 / np.sqrt(len(apart))
        assert 0.8 < apart.std() < 1.2


def picked(plan: Any) -> tuple[str, ...]:
    return () if plan == NOTHING else (HOUSE_DECK[plan].card,)


def what(cards: Sequence[Any], face: str) -> str:
    """Whether a pick matches, and how many donuts it brings."""
    return f"{fits(cards[0], face)} {cards[0][-1]}" if cards else "nothing"


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_a_table_without_cards_leaves_the_token(policy: str) -> None:
    none = np.zeros((300, 55), dtype=bool)
    race = kernel.Race(none, none, np.ones(55), [policy] * 3, generator(3, 0))
    race.run()

    if policy == "greedy":  # all find nothing at the same time: ties by seat
        assert (race.claimed == 0).all()
    else:  # all three pass in one of eight
        assert 0.8 < (race.claimed >= 0).mean() < 0.95
        assert {-1, 0, 1, 2} == set(race.claimed)


def test_decks_with_equal_cards_are_left_to_the_game() -> None:
    deck = [*rows(HOUSE_DECK), [0, 0, 0, 1]]

    assert not question(201, 2, "greedy", {"deck": deck}).in_bulk
    assert question(201, 2, "greedy", {"deck": deck[1:]}).in_bulk
