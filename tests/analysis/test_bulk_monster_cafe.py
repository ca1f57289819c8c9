"""The kernel of Monster Café plays Monster Café: move by move, and as often as it should."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from scipy.stats import chi2_contingency, chisquare

from monster_widgets.analysis import Question, Simulation, simulate
from monster_widgets.analysis.bulk import generator, rows
from monster_widgets.analysis.bulk import monster_cafe as kernel
from monster_widgets.engine import GameRecord
from monster_widgets.games import monster_cafe
from monster_widgets.games._monster_cafe_scoring import SORBET
from monster_widgets.probability import hypergeometric
from tests.analysis.distances import furthest

NAMES = ("final_scores", "winner", "sorbets_drawn", "first_sorbets")
SETUPS: tuple[tuple[int, Any, dict[str, Any]], ...] = (
    (2, "random", {}),
    (3, "random", {"first": 1}),
    (4, "random", {}),
    (2, "greedy", {"out": ["brain", "lint"]}),
    (3, "greedy", {}),
    (4, "greedy", {"first": 0}),
    (4, ["greedy", "random", "greedy", "random"], {}),
    (3, ["random", "random", "greedy"], {"out": ["sludge", "eyeball"], "first": 2}),
)
EACH = pytest.mark.parametrize(("players", "policies", "options"), SETUPS)


def question(n: int, players: int, policies: Any, options: Any, **more: Any) -> Question:
    return Question.of(monster_cafe, n, players=players, policies=policies, **options, **more)


@EACH
def test_its_games_are_games_of_monster_cafe(players: int, policies: Any, options: Any) -> None:
    asked = question(300, players, policies, options, seed=5)
    assert asked.in_bulk
    records = list(asked.records(0))  # every action is checked by the game

    assert 300 == len(records)
    for record in records:
        assert (players, options) == (record.players, record.options)
        assert record.state.result is not None
    for name in NAMES:
        measure = monster_cafe.STATISTICS[name]
        assert [measure(r.state) for r in records] == replace(asked, statistic=name).values(0)


@EACH
def test_it_plays_as_the_game_does(players: int, policies: Any, options: Any) -> None:
    names = [policies] * players if isinstance(policies, str) else policies
    bulk = question(4000, players, names, options, seed=6)
    together = zip(bulk.values(0), replace(bulk, statistic="sorbets_drawn").values(0), strict=True)
    fast = Simulation(Counter((*scores, sorbets) for scores, sorbets in together))
    slow = simulate(
        monster_cafe,
        160 if "greedy" in names else 600,
        players=players,
        policies=names,
        statistic=lambda record: (*record.state.result.payoffs, record.state.discard[SORBET]),
        seed=7,
        **options,
    )

    assert furthest(fast, slow) < 4


def test_it_settles_ties_and_chooses_as_often_as_the_game() -> None:
    """Which kinds of actions are chosen at all, at random and greedily."""
    for policy in ("random", "greedy"):
        counts = []
        for asked in (
            question(400, 4, policy, {}, seed=8),
            question(400, 4, monster_cafe.POLICIES[policy], {}, seed=9),
        ):
            kinds = dict.fromkeys(("draw", "clear", "seat", "lose"), 0)
            for batch in asked.batches:
                for record in asked.records(batch):
                    for action in record.actions:
                        if action.kind in kinds:
                            kinds[action.kind] += 1
            counts.append(list(kinds.values()))

        assert chi2_contingency(counts).pvalue > 0.001


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whoever_always_draws_empties_the_deck_in_it_too(players: int) -> None:
    """So S16 is reached, R5 (empty tables only), and R4 (a sorbet, and nobody to lose)."""

    class Drawing(kernel._Games):
        def _any_turn(self, at: Any, may_draw: Any, clear: Any) -> Any:
            return may_draw, kernel.NTH[clear, 0]

    played = Drawing(200, generator(1, 0), ["random"] * players, {}, True).played()
    records = [GameRecord(monster_cafe, players, {}, None, a) for a in played.actions or ()]
    states = [state for record in records for state in record.states]

    assert rows(played.scores) == [record.state.result.payoffs for record in records]
    assert any(state.phase == "turn" and not any(state.deck) for state in states)
    assert any(
        state.phase == "turn" and not any(state.deck) and not any(t.guests for t in state.tables)
        for state in states
    )
    assert any(state.phase == "discard" for state in states) or players > 2


@pytest.mark.parametrize(("players", "cards"), [(2, 48), (3, 48), (4, 60)])
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_how_the_first_sorbets_come_is_known_exactly(players: int, cards: int, policy: str) -> None:
    """Whoever plays however: hypergeometric, after everybody's first monster."""
    asked = question(6000, players, policy, {}, seed=11, statistic="first_sorbets")
    counts = Counter(asked.values(0) + asked.values(1))
    exact = hypergeometric(cards - players, 6, draws=4 * players)
    expected = [float(exact.get(k, 0)) * 6000 for k in range(5)]
    seen = [counts[k] for k in range(5)]

    rest = 6000 - sum(seen), 6000 - sum(expected)
    assert chisquare([*seen, rest[0]], [*expected, rest[1]]).pvalue > 0.001
