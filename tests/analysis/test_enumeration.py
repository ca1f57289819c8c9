"""Exact answers by walking all the ways a game can go."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from monster_widgets import engine
from monster_widgets.analysis import TooLarge, enumerate, simulate
from monster_widgets.engine import CHANCE, Action, NotListable
from monster_widgets.games import monster_cafe, monster_kitchen, monster_maker, monster_match
from monster_widgets.probability import Distribution
from tests.analysis.distances import seats
from tests.games.situations import situation

LAST = situation(
    [("lint", "lint lint"), ("brain", "sludge lint"), None, None],
    "lint sludge brain sorbet sorbet",
    still_in=(0, 1),
    monsters=("brain sludge", "lint"),
    dishes=("sludge", "lint"),
)
"""Two players, two tables and five cards are left of the last round."""


def late(game: Any, players: int, seed: int, positions: int, **options: Any) -> engine.State:
    """A position of a random game from which few are reached."""
    record = engine.play(game, "random", seed, players, **options)
    found = record.states[-2]
    for state in reversed(record.states[:-1]):
        try:
            enumerate(game, from_state=state, limit=positions)
        except (TooLarge, NotListable):
            break
        found = state
    return found


def brute(game: Any, state: engine.State, measure: Any) -> Counter[Any]:
    """Every way, one after the other, without a memory; whoever may act is equally likely."""
    if not state.acting_players:
        return Counter({measure(state): Fraction(1)})
    total: Counter[Any] = Counter()
    if state.acting_players == (CHANCE,):
        ways = dict(state.chance_outcomes())
    else:
        ways = {}
        for player in state.acting_players:
            legal = state.legal_actions(player)
            share = Fraction(1, len(legal) * len(state.acting_players))
            ways.update(dict.fromkeys(legal, share))
    for action, p in ways.items():
        for value, q in brute(game, state.apply(action), measure).items():
            total[value] += p * q
    return total


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [(monster_cafe, 2, {}), (monster_match, 2, {"max_rounds": 2}), (monster_maker, 2, {})],
)
def test_the_answer_is_that_of_every_way_counted_by_itself(
    game: Any, players: int, options: Any
) -> None:
    for seed in (1, 2):
        state = late(game, players, seed, 300, **options)
        for statistic in ("final_scores", "winner"):
            exact = enumerate(game, from_state=state, statistic=statistic)

            assert exact == brute(game, state, game.STATISTICS[statistic])


def test_the_answer_is_what_simulations_come_near_to() -> None:
    for policy in ("random", "greedy"):
        exact = enumerate(monster_cafe, from_state=LAST, policies=policy)
        played = simulate(monster_cafe, 1500, from_state=LAST, policies=policy, seed=3)
        assert len(exact) > 3
        pairs = zip(seats(played.mean), seats(played.standard_error), strict=True)
        for player, (mean, error) in zip(range(4), pairs, strict=True):
            expected = exact.map(lambda scores, p=player: scores[p]).expectation()
            assert abs(float(expected) - mean) <= 4 * error


def test_the_best_plan_of_the_last_player_is_found_again() -> None:
    """A second route to `last_player`: a policy that follows it, enumerated."""
    alone = situation(
        [("lint", "lint lint"), ("brain", "sludge lint"), None, None],
        "lint sludge brain sorbet",
        still_in=(0,),
        monsters=("brain sludge",),
        dishes=("sludge",),
    )
    best = monster_cafe.last_player(alone.view(0)).best
    exact = enumerate(monster_cafe, from_state=alone, policies="careful")

    assert best == exact.expectation(lambda scores: scores[0])
    assert best > enumerate(monster_cafe, from_state=alone).expectation(lambda scores: scores[0])


def test_a_function_of_the_last_state_is_a_statistic_too() -> None:
    state = late(monster_cafe, 2, 1, 300)
    exact = enumerate(monster_cafe, from_state=state, statistic=lambda s: sum(s.deck))

    assert isinstance(exact, Distribution)
    assert all(isinstance(n, int) for n in exact)


def test_a_policy_that_reads_the_history_keeps_equal_positions_apart() -> None:
    """If lint came first, it draws for ever: in positions that are equal to others."""

    class Superstitious(engine.RandomPolicy):
        def distribution(self, view: engine.View) -> Distribution[Action]:
            first = next((e for e in view.history if e.kind.startswith("reveal")), None)
            legal = engine.own_actions(view)
            wary = first is not None and first.data["card"] == "lint"
            return Distribution.uniform(legal[:1] if wary else legal)

    def every_way(state: engine.State) -> Counter[Any]:
        if not state.acting_players:
            return Counter({state.result.payoffs: Fraction(1)})
        chosen: Any = state.chance_outcomes() if state.acting_players == (CHANCE,) else None
        if chosen is None:
            chosen = Superstitious().distribution(state.view(state.acting_players[0]))
        total: Counter[Any] = Counter()
        for action, p in chosen.items():
            for value, q in every_way(state.apply(action)).items():
                total[value] += p * q
        return total

    state = situation([("lint", "lint"), ("brain", "sludge"), None, None], "lint brain sorbet",
                      still_in=(0, 1), monsters=("brain", "lint"))  # fmt: skip
    exact = enumerate(monster_cafe, from_state=state, policies=Superstitious())

    assert exact == every_way(state) != dict(enumerate(monster_cafe, from_state=state))


def test_what_is_too_large_or_endless_says_so() -> None:
    with pytest.raises(TooLarge, match="more than 50 positions are reached from here"):
        enumerate(monster_cafe, players=2, limit=50)
    with pytest.raises(NotListable):
        enumerate(monster_kitchen)
    with pytest.raises(ValueError, match=r"does not say how likely .* distribution\(view\)"):
        enumerate(monster_match, policies="fast_sharp", players=2, from_state=None, limit=10**6)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"statistic": "luck"}, "no statistic 'luck' in monster_cafe; there are final_scores"),
        ({"policies": "clever"}, "there is no policy 'clever'"),
        ({"statistic": "first_sorbets", "from_state": LAST}, "known only of a game that was"),
        ({"from_state": monster_match.initial_state(2)}, "must be a state of monster_cafe"),
        ({"from_state": monster_cafe.initial_state(2), "players": 2}, "do not give them again"),
    ],
)
def test_wrong_arguments_are_named(arguments: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        enumerate(monster_cafe, **arguments)


def test_a_finished_game_has_nothing_left_to_count() -> None:
    over = engine.play(monster_cafe, "random", 1, 2).state

    assert {over.result.payoffs: 1} == enumerate(monster_cafe, from_state=over)
