"""The kernel of Monster Maker plays Monster Maker: move by move, and as often as it should."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from monster_widgets.analysis import Question, Simulation
from monster_widgets.analysis.bulk import generator
from monster_widgets.analysis.bulk import monster_maker as kernel
from monster_widgets.analysis.bulk._monster_maker_collector import Collector
from monster_widgets.analysis.bulk._monster_maker_table import NOTHING, Table
from monster_widgets.engine import CHANCE, Action, GameRecord
from monster_widgets.games import monster_maker as maker
from monster_widgets.games.monster_maker import State
from tests.analysis.distances import furthest
from tests.games.monster_maker import FINISHED, MONSTERS, NEARLY, PIECES, TRADES, table, whole
from tests.games.situations import does

NAMES = ("final_scores", "winner", "turns", "draws")
SHORT = {"monsters": ["bolo", "zum"], "hands": NEARLY, "max_turns": 15}
SETUPS: tuple[tuple[int, Any, dict[str, Any]], ...] = (
    (2, "random", {}),
    (4, "random", {"max_turns": 90}),
    (5, "random", {"monsters": MONSTERS[::-1], "max_turns": 60}),
    (2, "random", SHORT),
    (2, "random", {"hands": FINISHED, "max_turns": 12}),  # R9
    (2, "collector", {}),
    (3, "collector", {"monsters": ["nimbo", "kraka", "zum"]}),
    (4, "collector", {}),
    (5, "collector", {"max_turns": 15}),
    (2, "collector", SHORT),
    (2, ["collector", "random"], {}),
    (5, ["collector", "random", "random", "collector", "random"], {}),
    (
        2,
        "random",
        {"monsters": ["fuzz", "bolo"], "hands": FINISHED[::-1]},
    ),  # R9: both, seat 1 first
)
EACH = pytest.mark.parametrize("setup", range(len(SETUPS)))
KEPT = 12
"""Games of a batch that are replayed by the game itself."""


def question(n: int, setup: int, **more: Any) -> Question:
    players, policies, options = SETUPS[setup]
    more = {"players": players, "policies": policies, **options, **more}
    return Question.of(maker, n, **more)


@cache
def kept(setup: int) -> tuple[GameRecord, ...]:
    """The first games of a batch; whoever asks for a state has the game check every action."""
    return tuple(islice(question(201, setup, seed=5).records(0), KEPT))


def choices(setup: int) -> Iterator[tuple[State, Action]]:
    for record in kept(setup):
        states: Any = record.states
        yield from zip(states, record.actions, strict=False)


# ---------------------------------------------------------------- move by move


@EACH
def test_its_games_are_games_of_monster_maker(setup: int) -> None:
    asked, records = question(201, setup, seed=5), kept(setup)

    assert asked.in_bulk
    assert KEPT == len(records)
    for record in records:
        assert (SETUPS[setup][0], SETUPS[setup][2]) == (record.players, record.options)
        assert record.state.result is not None
    for name in NAMES:
        measure = maker.STATISTICS[name]
        values = replace(asked, statistic=name).values(0)
        assert 201 == len(values)
        assert [measure(record.state) for record in records] == values[:KEPT]


def test_it_has_the_statistics_of_the_game() -> None:
    assert set(maker.STATISTICS) == set(kernel.STATISTICS) == set(NAMES)


def test_all_that_is_rare_happens_in_them() -> None:
    seen: Counter[str] = Counter()
    for setup in range(len(SETUPS)):
        for record in kept(setup):
            seen.update(happened(record))

    backs = {f"back from {what}" for what in ("with", "take", "give", "discard", "the top")}
    rules = {"R2", "R6", "R8 no second swap", "R8 another wins", "R9"}
    ends = {"complete", "cap", "cap shared", "drawn and taken back", "drawn after taken back"}
    assert {*backs, *rules, *ends} == set(seen)


def happened(record: GameRecord) -> Iterator[str]:
    """What is rare in a game, or decided there by a rule of its own."""
    last: Any = record.state
    yield last.result.reason
    if last.result.reason == "cap" and len(last.result.winners) > 1:
        yield "cap shared"
    if last.turns == 0:
        yield "R9"
    elif last.result.reason == "complete" and last.result.winners != (last.turn,):
        yield "R8 another wins"
    states: Any = record.states
    for state, action, after in zip(states, record.actions, states[1:], strict=False):
        if action.kind == "back":
            yield f"back from {'the top' if state.playing is None else state.phase}"
            if after.phase == "trade":
                yield "drawn and taken back"
        elif action.kind == "save" and action.player == CHANCE:
            yield "R2"
        elif action.kind == "reshuffle":
            yield "R6"
        elif state.playing == "trade_2" and len(state.swaps) == 1 and after.phase == "over":
            yield "R8 no second swap"
        elif action.kind == "save" and len(state.legal_actions()) == 1:
            yield "drawn after taken back"


def rank(options: list[Action], action: Action) -> tuple[int, int]:
    return len(options), options.index(action)


@EACH
def test_it_chooses_as_the_policies_do(setup: int) -> None:
    """A collector what the policy might; and everybody each of the choices equally often."""
    players, policies, _ = SETUPS[setup]
    names = [policies] * players if isinstance(policies, str) else policies
    ranks: dict[int, Counter[int]] = defaultdict(Counter)
    for state, action in islice(choices(setup), 900):
        if action.player != CHANCE:
            policy: Any = maker.POLICIES[names[action.player]]
            options = list(policy.distribution(state.view(action.player)))
            assert action in options, (state, str(action))
            many, at = rank(options, action)
            ranks[many][at] += 1

    for many, counts in ranks.items():
        if counts.total() > 8 * many > 8:
            assert chisquare([counts[at] for at in range(many)]).pvalue > 1e-4, (many, counts)


@pytest.mark.parametrize("setup", [0, 1, 7])
def test_cards_come_as_often_as_they_are_there(setup: int) -> None:
    """How often each trade card comes, and the pieces of which there are one or two."""
    expected, spread, seen = Counter[str](), Counter[str](), Counter[str]()
    for state, action in choices(setup):
        if action.kind in ("deal", "reveal"):
            card = action.args[0]
            copies = dict(zip(map(str, [*PIECES, *TRADES]), state.pile, strict=True))
            sorts = {key: key if key in TRADES else f"{copies[key]} there" for key in copies}
            seen[sorts[card]] += 1
            seen["early"] += PIECES.index(card) < 15 if card in PIECES else 0
            many = Counter[str]()
            for key, n in copies.items():
                many[sorts[key]] += n
            many["early"] = sum(state.pile[:15])
            for sort, n in many.items():
                p = n / sum(state.pile)
                expected[sort] += p
                spread[sort] += p * (1 - p)

    assert {"1 there", "2 there", "early", *TRADES} <= set(seen)
    for sort, mean in expected.items():
        assert abs(seen[sort] - mean) <= 4 * spread[sort] ** 0.5, (sort, seen[sort], mean)


# ---------------------------------------------------------------- as often as the game does


def tally(actions: Sequence[Action]) -> tuple[int, ...]:
    """How often each kind of action was taken; and by the first player, to draw and to go back."""
    seen = Counter(action.kind for action in actions)
    by = Counter(action[:2] for action in actions)
    kinds = ("draw", "save", "take", "discard", "with", "give", "back", "reshuffle")
    return (*(seen[kind] for kind in kinds), by[0, "draw"], by[0, "back"])


@EACH
def test_it_plays_as_the_game_does(setup: int) -> None:
    asked = question(500, setup, seed=6)
    played = kernel.play(500, generator(6, 0), asked.seats, asked.options, write=True)
    found = zip(*(kernel.STATISTICS[name](played) for name in NAMES), played.actions, strict=True)
    fast = Simulation(
        Counter(
            (*scores, *won, turns, draws, *tally(actions))
            for scores, won, turns, draws, actions in found
        )
    )
    measures = [maker.STATISTICS[name] for name in NAMES]

    def measured(record: GameRecord) -> tuple[Any, ...]:
        scores, won, turns, draws = (measure(record.state) for measure in measures)
        return (*scores, *won, turns, draws, *tally(record.actions))

    slow = question(40, setup, seed=7, statistic=measured)
    assert not slow.in_bulk
    values = Counter(value for batch in slow.batches for value in slow.values(batch))
    assert furthest(fast, Simulation(values)) < 4


def test_a_batch_is_a_function_of_the_seed_and_its_number() -> None:
    asked = question(9000, 7, seed=11, statistic="draws")
    third, first = asked.values(2), asked.values(0)

    assert [len(first), len(third)] == [4096, 9000 - 2 * 4096]
    assert first == question(4096, 7, seed=11, statistic="draws").values(0)
    assert third == question(9000, 7, seed=11, statistic="draws").values(2)
    assert first[: len(third)] != third
    assert first != question(4096, 7, seed=12, statistic="draws").values(0)


# ---------------------------------------------------------------- positions that games hardly reach


def tight(players: int, rng: random.Random) -> State:
    """A position of few kinds of pieces, so that what may not move back (R4, R5) is in the way."""
    monsters = rng.sample(MONSTERS, players)
    pool = PIECES if rng.random() < 0.5 else [c for m in monsters for c in whole(m)]
    kinds = {*rng.sample(whole(monsters[0]), 5), *rng.sample(pool, 3 * players)}
    cards = sorted(kinds) * 2
    rng.shuffle(cards)
    mine = [card for card in sorted(kinds) if card.startswith(monsters[0])]
    hand = mine[: rng.choice([0, 3, 4, 5])]
    return begun(monsters, [hand, *[[] for _ in monsters[1:]]], cards, rng)


def brink(players: int, rng: random.Random) -> State:
    """A second player who is nearly done, and a first one who has little else to give (R8)."""
    monsters = rng.sample(MONSTERS, players)
    mine, theirs = (rng.sample(whole(monster), 6) for monster in monsters[:2])
    n, k = rng.choice([4, 4, 5]), rng.choice([4, 5, 5])
    gives = (theirs[k:] * 2)[: 6 - n] if rng.random() < 0.8 else spare_of(monsters)[: 6 - n]
    wants = mine[n:] if rng.random() < 0.6 else mine[:2]
    cards = [*PIECES, *PIECES]
    rng.shuffle(cards)
    if rng.random() < 0.5:
        cards = [*[card for card in cards if card not in mine], *mine[n:]]  # the last come first
    hands = [[*mine[:n], *gives], [*theirs[:k], *wants[: 6 - k]]]
    return begun(monsters, [*hands, *[[] for _ in monsters[2:]]], cards, rng)


def spare_of(monsters: list[str]) -> list[str]:
    return whole(next(monster for monster in MONSTERS if monster not in monsters[:2]))


def begun(
    monsters: list[str], hands: list[list[str]], cards: list[str], rng: random.Random
) -> State:
    """Deal what is missing, put some of the rest on the garbage and some into the draw pile."""
    gone = [card for hand in hands for card in hand]
    for card in gone:
        if card in cards:
            cards.remove(card)
    for hand in hands:
        while len(hand) < 6:
            hand.append(cards.pop())
    rng.shuffle(cards)
    garbage = [cards.pop() for _ in range(min(len(cards), rng.choice([0, 1, 2, 5])))]
    held = [trade for trade in TRADES if rng.random() < 0.8]
    empty = len(garbage) > 1 and rng.random() < 0.3
    pile = [] if empty else ["trade_2", *rng.sample(cards, min(3, len(cards))), *TRADES]
    whose = zip(monsters, hands, strict=True)
    if any({*whole(monster)} <= {*hand} for monster, hand in whose):
        return begun(monsters, [hand[:3] for hand in hands], PIECES * 2, rng)
    hands = [[*hands[0], *held], *hands[1:]]
    return table(hands, monsters, garbage=tuple(garbage), pile=pile)


def laid(state: State) -> Table:
    """The same position as the kernel has it."""
    found = Table(1, state.players, generator(0, 0))
    hands = [*state.hands]
    if state.phase == "discard":
        hands[state.turn] = state._hand_with_drawn()
    garbage = (*state.garbage, *state.search)
    places = [*hands, state.pile[: len(PIECES)], tuple(map(garbage.count, range(len(PIECES))))]
    for place, pieces in enumerate(places):
        found.held[0, place] = sum(1 << kind for kind, n in enumerate(pieces) if n > 0)
        found.twice[0, place] = sum(1 << kind for kind, n in enumerate(pieces) if n > 1)
    found.own[0] = kernel.OWN[list(state.monsters)]
    found.trades[0] = [*state.trades, state.pile[len(PIECES) :]]
    found.heap[0, : len(state.garbage)], found.height[0] = state.garbage, len(state.garbage)
    found.turn[0] = state.turn
    trade = state.playing or (None if state.drawn is None else maker.CARDS[state.drawn])
    found.playing[0] = list(TRADES).index(trade) if trade in TRADES else NOTHING
    steps = [step for swap in state.swaps for step in swap] if found.playing[0] in (0, 1) else []
    found.path[0, : len(steps)], found.step[0] = steps, len(steps)
    return found


ASK = {
    "turn": Collector.things,
    "trade": Collector.drawn,
    "with": Collector.partners,
    "take": Collector.takes,
    "give": Collector.gives,
    "search": Collector.finds,
    "discard": Collector.discards,
}


@pytest.mark.parametrize("position", [tight, brink])
@pytest.mark.parametrize(("players", "positions"), [(2, 600), (3, 250), (5, 40)])
def test_a_collector_chooses_among_the_same_where_little_may_move(
    players: int, positions: int, position: Callable[[int, random.Random], State]
) -> None:
    rng, asked = random.Random(players), Counter[str]()
    for _ in range(positions):
        state = position(players, rng)
        for _ in range(9):
            while state.acting_players == (CHANCE,):
                state = state.apply(state.sample_chance(rng))
            if state.turns or state.phase == "over":
                break
            ahead = [action for action in state.legal_actions() if action.kind != "back"]
            bits = {action: bit_of(state, action) for action in ahead}
            sets = np.array([sum(1 << n for n in bits.values())])
            best = int(ASK[state.phase](Collector(laid(state)), np.array([0]), sets)[0])
            policy: Any = maker.POLICIES["collector"]
            same = set(policy.distribution(state.view(0)))

            assert {action for action, n in bits.items() if best >> n & 1} == same, (state, ahead)
            asked[state.phase] += 1
            state = state.apply(rng.choice(ahead))
    assert set(ASK) == set(asked)


def bit_of(state: State, action: Action) -> int:
    """Which bit an action is, of what there is to choose."""
    if state.phase == "trade":
        return int(action.kind == "save")
    if state.phase == "turn" and action.kind in ("draw", "take"):
        return int(action.kind == "take")
    if action.kind == "play":
        return 2 + list(TRADES).index(str(action.args[0]))
    if action.kind == "with":
        return int(action.args[0])
    return PIECES.index(str(action.args[0]))


def test_of_two_copies_in_the_garbage_the_higher_one_is_taken() -> None:
    garbage = ("zum_head_left", "fuzz_head_left", "zum_head_left", "nimbo_head_left")
    state = table(
        [[*whole("bolo")[:5], "zum_foot_left", "garbage_trade"], whole("kraka")], garbage=garbage
    )
    after = does(state, "play garbage_trade", "take zum_head_left", "discard zum_foot_left")
    found = laid(state)
    found.taken[0] = PIECES.index("zum_head_left")
    found.close_gap(np.array([0]))

    assert after.garbage[:-1] == tuple(found.heap[0, : found.height[0]])
