"""The exercises of Monster Café's lessons: what is right, and where well-known mistakes lead.

The questions stand in the notebooks of the same name. All answers are worked out by the game itself
from the moments that the notebooks look at.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import prod, sqrt
from statistics import stdev

from ..analysis import simulate
from ..engine import GameRecord, View, play
from ..games import monster_cafe
from ..games.monster_cafe import next_card, score, sorbet_within
from ..probability import hypergeometric
from .checking import Exercise, Exercises

BOX, KIND = 60, 6
"""Cards in the box, and how many of them are of one kind."""
MIKE = {"sludge": 3, "stinky_sock": 1, "anything": 1, "toenail": 3}


@cache
def _game(seed: int) -> GameRecord:
    """Return the game that `mw.MonsterCafe(players=4, seed=seed)` shows."""
    return play(monster_cafe, "greedy", seed, players=4)


def _view(seed: int, step: int) -> View:
    view: View = _game(seed).states[step].view("public")
    return view


# ---------------------------------------------------------------- start here


def _next_is(view: View, card: str) -> Exercise:
    """Ask for the chance that the next card is of one kind."""
    left, chance = len(view.zones["deck"]), next_card(view)[card]
    mistakes = {
        chance * left / BOX: "forgot_dealt",
        Fraction(KIND, BOX): "whole_box",
        Fraction(KIND, left): "forgot_seen",
        Fraction(1, left): "one_card",
    }
    return Exercise(chance, mistakes, chance=True)


def first_card() -> Exercise:
    """Ask for a Brain Eater as the first card of the first notebook's game: two have been dealt."""
    return _next_is(_view(7, 9), "brain")


# ---------------------------------------------------------------- rules


def moves() -> Exercise:
    """Ask how many moves there are while one table is empty and another one cleared (S4, S12)."""
    mistakes = {2: "forgot_draw", 4: "empty_table", 5: "cleared_table"}
    return Exercise(len(_game(7).states[103].legal_actions()), mistakes)


def kind_to_lose() -> Exercise:
    """Ask which kind to give up for a sorbet (S9, S10): the one whose loss leaves most."""
    monsters, dishes = {"lint": 2, "sludge": 1, "anything": 1}, ["sludge", "brain"]
    left = {kind: score({**monsters, kind: 0}, dishes).total for kind in monsters}
    best = max(left, key=lambda kind: left[kind])
    return Exercise(best, {"sludge": "fed_kind", "anything": "fed_anything"})


def deck_of_three() -> Exercise:
    """Ask for the size of the deck with three players (S1)."""
    state = monster_cafe.initial_state(3, out=("sludge", "lint"))
    mistakes = {
        60: "all_kinds",
        42: "forgot_sorbets",
        54: "one_kind",
        56: "tables_out",
        45: "after_deal",
    }
    return Exercise(len(state.view("public").zones["deck"]), mistakes)


def dummy_tables() -> Exercise:
    """Ask how many tables nobody takes in a game of two (S19)."""
    end = play(monster_cafe, "greedy", 1, players=2).state
    mistakes = {
        0: "forgot_dummy",
        1: "one_round",
        8: "taken_tables",
        12: "all_tables",
        16: "all_tables",
    }
    return Exercise(len(end.view("public").values["dummy_dishes"]), mistakes)


# ---------------------------------------------------------------- chance

AFTER_THREE = (7, 57)
"""Seed and step: three sorbets have come, and Bruno is about to draw."""


def next_lint() -> Exercise:
    """Ask for one kind of card: two Lint Eaters lie open."""
    return _next_is(_view(*AFTER_THREE), "lint")


def sorbet_in_two() -> Exercise:
    """Ask for at least one sorbet in two draws (hypergeometric)."""
    view = _view(*AFTER_THREE)
    left, sorbets = len(view.zones["deck"]), _sorbets(view)
    one = Fraction(sorbets, left)
    drawn = hypergeometric(left, sorbets, draws=2)
    mistakes = {
        2 * one: "added",
        1 - (1 - one) ** 2: "replacement",
        drawn[1]: "exactly_one",
        drawn[2]: "all_of_them",
        one: "single_draw",
    }
    return Exercise(sorbet_within(view, draws=2), mistakes, chance=True)


def _sorbets(view: View) -> int:
    return int(next_card(view)["sorbet"] * len(view.zones["deck"]))


def expected_eyeballs() -> Exercise:
    """Ask for the expected number of Eyeball Eaters in five draws."""
    view, draws = _view(*AFTER_THREE), 5
    left, one = len(view.zones["deck"]), next_card(view)["eyeball"]
    drawn = hypergeometric(left, int(one * left), draws)
    mistakes = {one: "single_draw", 1 - drawn[0]: "at_least_one", Fraction(0): "most_likely"}
    return Exercise(drawn.expectation(), mistakes)


def after_three_sorbets() -> Exercise:
    """Ask what three sorbets in a row do to the chance of the next one."""
    before, now = next_card(_view(7, 33))["sorbet"], next_card(_view(*AFTER_THREE))["sorbet"]
    answer = "lower" if now < before else "higher" if now > before else "the_same"
    return Exercise(answer, {"higher": "streak", "the_same": "no_memory"})


def one_more_card() -> Exercise:
    """Ask the last player for the expected final score with one more card and no other after it."""
    answer = monster_cafe.last_player(_view(17, 120))
    assert answer.one_more is not None
    (now,) = answer.clear.values()
    good, bad, sorbets, left = 13, 11, 4, 28
    assert now + Fraction(good - bad - sorbets, left) == answer.one_more
    mistakes = {
        now + Fraction(good - bad, left): "forgot_sorbets",
        answer.one_more - now: "change_only",
        now + Fraction(1 - 1 - 1, 3): "equally_likely_changes",
        Fraction(now): "nothing_changes",
    }
    return Exercise(answer.one_more, mistakes)


# ---------------------------------------------------------------- scoring


def total_by(monsters: dict[str, int], dishes: list[str], points: tuple[int, int, int]) -> int:
    """Add up a collection by other points for a monster with no dish, one dish, or two."""
    most = max(dishes.count(dish) for dish in dishes)
    return sum(
        n * points[most if key == "anything" else dishes.count(key)] for key, n in monsters.items()
    )


BONUS, NO_PENALTY, NO_DOUBLE = (-1, 1, 3), (0, 1, 2), (-1, 1, 1)


def rosas_total() -> Exercise:
    """Ask for a total: a kind doubled, one unfed, two dishes without guests, an Anything Eater."""
    monsters = {"lint": 3, "brain": 2, "anything": 1}
    dishes = ["lint", "lint", "toenail", "sludge"]
    right = score(monsters, dishes).total
    mistakes = {
        total_by(monsters, dishes, BONUS): "bonus",
        total_by(monsters, dishes, NO_PENALTY): "no_penalty",
        total_by(monsters, dishes, NO_DOUBLE): "no_double",
        right - 2: "unused_costs",  # one point for each dish without a guest
        right - 1: "anything_single",
        right - 3: "anything_unfed",
    }
    return Exercise(right, mistakes)


def anything_eats() -> Exercise:
    """Ask which dish an Anything Eater should eat: the one that is there twice (S25)."""
    dishes = ["lint", "lint", "toenail", "sludge"]
    best = max(dishes, key=dishes.count)
    return Exercise(best, {"toenail": "anything_single", "sludge": "anything_single"})


def mike_with_toenails() -> Exercise:
    """Ask for Mike's total if one dish feeds the three who went hungry."""
    dishes = ["sludge", "stinky_sock", "stinky_sock", "toenail"]
    mistakes = {
        score(MIKE, dishes[:-1]).total + 3: "only_cancelled",
        score(MIKE, dishes[:-1]).total: "still_hungry",
        total_by(MIKE, dishes, BONUS): "bonus",
    }
    return Exercise(score(MIKE, dishes).total, mistakes)


def most_points() -> Exercise:
    """Ask for the highest score that four tables and a first monster allow: all of them doubled."""
    monsters, dishes = {"sludge": 6, "lint": 6, "anything": 5}, ["sludge", "sludge", "lint", "lint"]
    mistakes = {
        total_by(monsters, dishes, BONUS): "bonus",
        total_by(monsters, dishes, NO_DOUBLE): "no_double",
        score({**monsters, "anything": 4}, dishes).total: "forgot_first",
        score({**monsters, "anything": 6}, dishes).total: "too_many_guests",
        score({"sludge": 6, "lint": 6}, dishes).total: "forgot_anything",
    }
    return Exercise(score(monsters, dishes).total, mistakes)


# ---------------------------------------------------------------- strategy

GAMES = 1000


@cache
def _seats() -> tuple[list[int], ...]:
    """Return the final scores of one greedy player and three random ones, seat by seat."""
    played = simulate(monster_cafe, GAMES, policies=["greedy", "random", "random", "random"])
    return tuple(list(Counter(seat.counts).elements()) for seat in played.by_seat)


def standard_error() -> Exercise:
    """Ask for the standard error of the mean score of the first random player: s / √n."""
    greedy, other, *_ = _seats()
    spread = stdev(other)
    mistakes = {
        spread: "deviation",
        spread / GAMES: "forgot_root",
        stdev(greedy) / sqrt(GAMES): "other_seat",
    }
    return Exercise(spread / sqrt(GAMES), mistakes)


def games_for_half() -> Exercise:
    """Ask how many games halve a standard error."""
    mistakes = {
        2 * GAMES: "twice_the_games",
        GAMES // 2: "fewer_games",
        3 * GAMES: "games_more",
        4: "factor_only",
    }
    return Exercise(4 * GAMES, mistakes)


def fair_share() -> Exercise:
    """Ask for the chance to win among four equally good players."""
    mistakes = {Fraction(1, 2): "win_or_not", Fraction(1, 3): "forgot_oneself"}
    return Exercise(Fraction(1, 4), mistakes, chance=True)


def three_in_a_row() -> Exercise:
    """Ask for the chance that one of four equal players wins three games, one after another."""
    one = Fraction(1, 4)
    mistakes = {3 * one: "added_wins", one: "single_game", one**2: "two_games", one / 3: "divided"}
    return Exercise(prod([one] * 3), mistakes, chance=True)


# ---------------------------------------------------------------- simulation and truth


def sorbet_in_four() -> Exercise:
    """Ask for at least one sorbet among the first four cards drawn of a game of four (S3, D1)."""
    left, draws = BOX - 4, 4
    one, drawn = Fraction(KIND, left), hypergeometric(left, KIND, draws)
    mistakes = {
        draws * one: "added",
        1 - (1 - one) ** draws: "replacement",
        1 - hypergeometric(BOX, KIND, draws)[0]: "forgot_dealt",
        drawn[1]: "exactly_one",
        one: "single_draw",
    }
    return Exercise(1 - drawn[0], mistakes, chance=True)


def error_of_a_share() -> Exercise:
    """Ask for the standard error of a share of 30 in 100 games: √(p(1 − p)/n)."""
    p, n = 0.3, 100
    spread = sqrt(p * (1 - p))
    mistakes = {
        spread: "deviation",
        spread / n: "forgot_root",
        p * (1 - p) / n: "variance",
        sqrt(p / n): "forgot_other",
    }
    return Exercise(spread / sqrt(n), mistakes)


def games_for_a_thousandth() -> Exercise:
    """Ask how many games give a quarter a standard error of 1/1000."""
    variance, error = Fraction(1, 4) * Fraction(3, 4), Fraction(1, 1000)
    mistakes = {
        round(variance / error): "forgot_square",
        1000: "one_over_error",
        1_000_000: "forgot_spread",
    }
    return Exercise(int(variance / error**2), mistakes)


EXERCISES: Exercises = {
    "start_here.1": first_card,
    "monster_cafe_rules.1": moves,
    "monster_cafe_rules.2": kind_to_lose,
    "monster_cafe_rules.3": deck_of_three,
    "monster_cafe_rules.4": dummy_tables,
    "monster_cafe_chance.1": next_lint,
    "monster_cafe_chance.2": sorbet_in_two,
    "monster_cafe_chance.3": expected_eyeballs,
    "monster_cafe_chance.4": after_three_sorbets,
    "monster_cafe_chance.5": one_more_card,
    "monster_cafe_scoring.1": rosas_total,
    "monster_cafe_scoring.2": anything_eats,
    "monster_cafe_scoring.3": mike_with_toenails,
    "monster_cafe_scoring.4": most_points,
    "monster_cafe_strategy.1": standard_error,
    "monster_cafe_strategy.2": games_for_half,
    "monster_cafe_strategy.3": fair_share,
    "monster_cafe_strategy.4": three_in_a_row,
    "simulation_and_truth.1": sorbet_in_four,
    "simulation_and_truth.2": error_of_a_share,
    "simulation_and_truth.3": games_for_a_thousandth,
}
