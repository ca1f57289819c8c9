"""Beliefs and policies: exact numbers found a second way, and secrets that stay secret."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from math import comb, factorial, prod
from typing import Any

import pytest

from monster_widgets import engine
from monster_widgets.engine import CHANCE, HIDDEN, Action, Estimate
from monster_widgets.games import _monster_my_neighbor_beliefs as believing
from monster_widgets.games import monster_my_neighbor as neighbor
from monster_widgets.games._monster_my_neighbor_box import HAND, ROLES
from monster_widgets.games.monster_my_neighbor import MONSTERS, State, beliefs
from tests.games.monster_my_neighbor import (
    SETUPS,
    dealt,
    does,
    holding,
    legal,
    zone,
)

QUIET = set(believing.RESTLESS)


def true_holder(state: State) -> int:
    return next(
        p
        for p in range(state.players)
        if {*zone(state, f"hand:{p}"), *zone(state, f"passing:{p}")} & set(MONSTERS)
    )


# ---------------------------------------------------------------- by hand


@pytest.mark.parametrize("players", neighbor.PLAYERS)
def test_when_wanted_is_known_the_chances_are_the_shares_of_the_hidden_cards(players: int) -> None:
    record = engine.play(neighbor, "random", 5, players)
    state = next(state for state in record.states if state.phase == "turn")
    hidden = [HAND - (p == state.turn) for p in range(players)]

    assert beliefs(state.view("public")).holders == tuple(
        Fraction(n, HAND * players - 1) for n in hidden
    )
    for viewer in range(players):
        own = beliefs(state.view(viewer)).holders
        if viewer == true_holder(state):
            assert 1 == own[viewer]
        else:
            others = [0 if p == viewer else n for p, n in enumerate(hidden)]
            assert own == tuple(Fraction(n, sum(others)) for n in others)


def test_chances_before_the_first_card_by_hand() -> None:
    state = dealt(
        "hunter rumor deal gumiho", "wanted hide villager hunter", "dog friend gossip steal"
    )

    # the holder of Wanted is seen to be on turn: one of his four cards is known
    assert (Fraction(4, 11), Fraction(3, 11), Fraction(4, 11)) == (
        beliefs(state.view("public")).holders
    )
    assert (Fraction(4, 7), Fraction(3, 7), 0) == beliefs(state.view(2)).holders
    assert (1, 0, 0) == beliefs(state.view(0)).holders


def test_who_sees_all_knows() -> None:
    state = holding("hunter hide", "gumiho rumor", "hide")

    assert ((0, 1, 0), "exact", 1) == tuple(beliefs(state.view("all")))


@pytest.mark.parametrize("phase", sorted(QUIET))
def test_there_are_no_beliefs_while_nobody_holds_the_monster(phase: str) -> None:
    state = holding("hunter hide", "gumiho rumor", "hide")._replace(phase=phase)

    with pytest.raises(ValueError, match="no beliefs"):
        beliefs(state.view("public"))


def test_during_the_deal_the_chances_are_the_shares_of_the_unseen_cards() -> None:
    record = engine.play(neighbor, "random", 4, 4)
    for state in record.states[1:29]:
        (table,) = neighbor.odds(state.view(1))
        assert 1 == sum(row.probability for row in table.rows)
        own = state.view(1).zones["hand:1"]
        if state.phase == "deal" and not set(own) & set(MONSTERS):
            shares = [Fraction(4 - (p == 1) * len(own), 16 - len(own)) for p in range(4)]
            assert shares == [row.probability for row in table.rows]
    (table,) = neighbor.odds(record.states[0].view("public"))
    assert Fraction(3, 30) == {row.label.key: row.probability for row in table.rows}["card.hunter"]


# ---------------------------------------------------------------- by brute force

TINY = {"wanted": 1, "hunter": 2, "hide": 2, "rumor": 1, "gossip": 1, "steal": 1, "dog": 1}
DECKS: tuple[dict[str, Any], ...] = (
    {"deck": {**TINY, "deal": 1, "fog": 1}},
    {"deck": {**TINY, "friend": 1, "investigate": 1}, "mermaid": "own"},
    {"deck": {**TINY, "hunter": 4, "villager": 2}},
    {"deck": {"wanted": 1, "hunter": 7, "hide": 1, "friend": 2, "deal": 1}},
    {"deck": {"wanted": 1, "hunter": 3, "hide": 3, "fog": 2, "investigate": 2}, "fog": "card"},
)


def deals(state: State, viewer: int | str) -> Iterator[tuple[State, int]]:
    """Every state after the deal that looks like this one to the viewer, with its ways.

    Counted over physical cards: how the starting deck is drawn, then how it is dealt.
    """
    box = [a + sum(h[k] for h in state.hands) for k, a in enumerate(state.deck)]
    monsters = [k for k in range(12, 17) if state.monsters[k] or any(h[k] for h in state.hands)]
    own = state.hands[viewer] if isinstance(viewer, int) else None
    others = [p for p in range(state.players) if p != viewer]
    for monster in monsters:
        for hands in shared(box[:12], others, monster, own):
            full = [hands.get(p, own) for p in range(state.players)]
            total = [sum(hand[k] for hand in full) for k in range(17)]
            if not (total[0] and total[1] and total[2] and sum(total[12:]) == 1):
                continue
            drawn = prod(comb(box[k] - (k < 3), total[k] - (k < 3)) for k in range(12))
            ways = drawn * prod(factorial(n) for n in total)
            ways_of_hands = prod(factorial(n) for hand in full for n in hand)
            deck = tuple(box[k] - total[k] if k < 12 else 0 for k in range(17))
            left = tuple(int(k in monsters and k != monster) for k in range(17))
            other = state._replace(hands=tuple(map(tuple, full)), deck=deck, monsters=left)
            first = next(p for p, hand in enumerate(full) if hand[0])
            yield other._replace(turn=first), ways * 10**30 // ways_of_hands


def shared(
    box: list[int], players: list[int], monster: int, own: Any
) -> Iterator[dict[int, tuple[int, ...]]]:
    rest = [n - (own[k] if own else 0) for k, n in enumerate(box)]
    holds = own is not None and any(own[12:])
    if holds and not own[monster]:
        return

    def hand(p: int, left: list[int], m: int) -> Iterator[dict[int, tuple[int, ...]]]:
        if p == len(players):
            if not m:
                yield {}
            return
        for mine in range(m + 1):
            for cards in multisets(left, 4 - mine):
                after = [a - b for a, b in zip(left, cards, strict=True)]
                whole = (*cards, *(int(mine and k == monster) for k in range(12, 17)))
                for more in hand(p + 1, after, m - mine):
                    yield {players[p]: whole, **more}

    yield from hand(0, rest, 0 if holds else 1)


def multisets(left: list[int], n: int) -> Iterator[tuple[int, ...]]:
    if not left:
        if not n:
            yield ()
        return
    for k in range(min(left[0], n) + 1):
        for rest in multisets(left[1:], n - k):
            yield (k, *rest)


def brute(record: engine.GameRecord, viewer: int | str) -> Iterator[tuple[State, list[Fraction]]]:
    """The truth of each step of the first round, and who holds the monster by filtering states.

    Knows the rules only by `apply`, and what the viewer sees only by views and events.
    """
    start = next(k for k, s in enumerate(record.states) if s.phase == "turn")
    true = record.states[start]
    found: dict[State, Fraction] = defaultdict(Fraction)
    for state, ways in deals(true, viewer):
        if state.view(viewer).zones == true.view(viewer).zones and state.turn == true.turn:
            found[state] += ways
    yield true, shares(found)
    for action, after in zip(record.actions[start:], record.states[start + 1 :], strict=True):
        if after.phase in ("collect", "over"):
            return
        seen = [e for e in neighbor.events(true, action, after) if e.is_for(viewer)]
        view = after.view(viewer)
        filtered: dict[State, Fraction] = defaultdict(Fraction)
        for state, weight in found.items():
            for other, chance in possible(state, action):
                now = state.apply(other)
                told = [e for e in neighbor.events(state, other, now) if e.is_for(viewer)]
                if told == seen and now.view(viewer) == view:
                    filtered[now] += weight * chance
        true, found = after, filtered
        yield true, shares(found)


def possible(state: State, action: Action) -> list[tuple[Action, Fraction]]:
    """What may have happened where this action did: visible choices count through legality only."""
    if action.kind == "play":
        return [(action, Fraction(1))] if action in state.legal_actions() else []
    if action.player == CHANCE:
        if state.acting_players != (CHANCE,):
            return []
        return list(state.chance_outcomes().items())
    own = [a for a in state.legal_actions(action.player) if a.kind == action.kind]
    hand = zone(state, f"hand:{action.player}")
    return [(a, Fraction(hand.count(str(a.args[0])), len(hand))) for a in own]


def shares(found: dict[State, Fraction]) -> list[Fraction]:
    total: Counter[int | None] = Counter()
    for state, weight in found.items():
        fog = any(state.fog[12:])
        total[None if fog else true_holder(state)] += weight  # type: ignore[assignment]
    whole = sum(total.values())
    players = next(iter(found)).players
    return [Fraction(total[p]) / whole for p in range(players)]


@pytest.mark.parametrize("options", DECKS, ids=range(len(DECKS)))
def test_beliefs_are_what_filtering_all_states_by_brute_force_gives(options: Any) -> None:
    checked: Counter[str] = Counter()
    for seed in range(3):
        record = engine.play(neighbor, "random", seed, 3, **options)
        for viewer in (seed, (seed + 1) % 3)[: 2 - seed % 2]:
            for state, expected in brute(record, viewer):
                if state.phase not in QUIET:
                    held = beliefs(state.view(viewer))
                    assert "exact" == held.method
                    assert tuple(expected) == held.holders, (seed, viewer, state.phase)
                    checked[state.phase] += 1
    assert checked.total() > 25


def test_brute_force_for_an_onlooker_agrees_too() -> None:
    options = {"deck": {"wanted": 1, "hunter": 6, "hide": 2, "friend": 1, "gossip": 1}}
    record = engine.play(neighbor, "random", 3, 3, **options)
    steps = list(brute(record, "public"))

    for state, expected in steps:
        assert tuple(expected) == beliefs(state.view("public")).holders
    assert len(steps) > 5


# ---------------------------------------------------------------- estimates


def moments(n: int, seed: int = 0, **keywords: Any) -> Iterator[tuple[State, int | str]]:
    """Moments of random games of all set-ups, each with somebody who looks at them."""
    rng = random.Random(seed)
    for k in range(n):
        players, options = SETUPS[k % len(SETUPS)]
        record = engine.play(neighbor, "random", seed + k, players, **options, **keywords)
        states = [state for state in record.states if state.phase not in QUIET]
        for state in rng.sample(states, 3):
            yield state, rng.choice([*range(players), "public"])


def test_estimates_agree_with_exact_numbers_and_tell_their_error() -> None:
    squares, rng = [], random.Random(1)
    for state, viewer in moments(24, 100):
        exact = beliefs(state.view(viewer), limit=1500, samples=10)
        if exact.method == "estimate":
            continue
        known = believing.seen(state.view(viewer))
        crowds = [believing.guesses(known, 150, rng) for _ in range(10)]
        possible = believing._who_may_hold(state.view(viewer))
        estimate = believing._estimate(known, possible, crowds, 150)
        assert abs(1 - sum(one.mean for one in estimate.holders)) < 1e-9  # type: ignore[union-attr]
        for number, one in zip(exact.holders, estimate.holders, strict=True):
            assert isinstance(one, Estimate)
            assert isinstance(number, Fraction)
            if 0 < number < 1:
                squares.append(((one.mean - float(number)) / one.standard_error) ** 2)
                assert abs(one.mean - float(number)) < 6 * one.standard_error + 0.03
    assert len(squares) > 25
    assert 0.3 < sum(squares) / len(squares) < 2.5


def test_beliefs_say_which_method_they_used() -> None:
    state = next(s for s, _ in moments(8, 7) if s.players == 8 and sum(s.turns) > 12)
    held = beliefs(state.view("public"), limit=500, samples=240)

    assert ("estimate", 240) == (held.method, held.n)
    assert all(isinstance(one, Estimate) for one in held.holders)
    assert held == beliefs(state.view("public"), limit=500, samples=240)
    few = dealt("hunter rumor deal gumiho", "wanted hide fog hunter", "dog friend gossip steal")
    view = few.view(0)
    exact = beliefs(view)
    assert "exact" == exact.method
    assert "estimate" == beliefs(view, limit=1).method


def test_nobody_is_ever_certain_of_a_falsehood() -> None:
    methods: Counter[str] = Counter()
    for state, viewer in moments(24, 300):
        for held in (
            believing.quick_beliefs(state.view(viewer)),
            beliefs(state.view(viewer), limit=1200, samples=240),
        ):
            truth = held.holders[true_holder(state)]
            mean = truth.mean if isinstance(truth, Estimate) else truth
            methods[held.method] += 1
            assert mean > 0
            for p, one in enumerate(held.holders):
                if p != true_holder(state):
                    assert (one.mean if isinstance(one, Estimate) else one) < 1
    assert min(methods["exact"], methods["estimate"]) > 10


# ---------------------------------------------------------------- secrets


def test_no_view_or_event_tells_what_a_viewer_may_not_know() -> None:
    """A viewer's cards in every game: his own, and those that lie open. No more."""
    for k in range(48):
        players, options = SETUPS[k % len(SETUPS)]
        record = engine.play(neighbor, "random", 1000 + k, players, **options)
        for before, action, state in zip(
            record.states, record.actions, record.states[1:], strict=False
        ):
            for viewer in (k % players, "public"):
                zones = state.view(viewer).zones
                for name, cards in zones.items():
                    mine = name in (f"hand:{viewer}", f"passing:{viewer}")
                    if not mine and not name.startswith("played") and name != "used":
                        assert set(cards) <= {HIDDEN}
                for event in neighbor.events(before, action, state):
                    if event.audience is not None and viewer not in event.audience:
                        assert not event.is_for(viewer)
                    elif "card" in event.data or "cards" in event.data:
                        named = (
                            [event.data["card"]] if "card" in event.data else event.data["cards"]
                        )
                        known = known_to(before, state, viewer, event)
                        assert not Counter(named) - known, (event, viewer)


def known_to(before: State, after: State, viewer: int | str, event: engine.Event) -> Counter[str]:
    """Every card that a viewer may hear named in a step."""
    known: Counter[str] = Counter()
    for state in (before, after):
        for name, cards in state.view(viewer).zones.items():
            if name.split(":")[0] != "used":
                known.update(card for card in cards if card != HIDDEN)
    if event.kind in ("seen_hand", "receive", "steal_draw_card", "give_card", "rumor_draw_card"):
        other = event.data["other"]
        known.update(zone(before, f"hand:{other}") + zone(before, f"passing:{other}"))
    known.update({"hunter": 1} if event.kind in ("stuck", "friend_hunter") else {})
    known.update(after.view("public").zones.get("used", ()))
    if event.kind == "hide_protects":
        known["hide"] += 1
    return known


# ---------------------------------------------------------------- policies


def test_the_hunter_shoots_at_the_most_probable_holder() -> None:
    shots = 0
    for state, _ in moments(24, 500):
        if state.phase != "turn" or state.turn is None:
            continue
        view = state.view(state.turn)
        values = neighbor.POLICIES["hunter"].explain(view)
        _, action = neighbor.POLICIES["hunter"](view, random.Random(1))
        aims = {a: v for a, v in values.items() if a.args[0] == "hunter" and len(a.args) > 1}
        if aims and true_holder(state) != state.turn:
            shots += 1
            held = believing.quick_beliefs(view).holders
            if state.turn in view.values["friends"]:
                assert all(mean(aims[a]) == -mean(held[int(a.args[1])]) for a in aims)
                continue
            assert aims == {a: held[int(a.args[1])] for a in aims}
            assert "hunter" == action.args[0] or "dog" == action.args[0]
    assert shots > 3


def test_only_what_could_catch_the_monster_is_worth_a_chance() -> None:
    hunting, hiding = "dog hunter investigate villager", "wanted hide villager gumiho"
    state = dealt(hunting, hiding, "hide hide friend investigate")
    state = does(state, "play wanted", "play hide", "play villager", "play hide", "play hide")
    values = worth(neighbor.POLICIES["greedy"], state, 0)
    assert {"play hunter 1", "play hunter 2"} == {text for text, v in values.items() if mean(v)}
    # a Dog does not bite who has two cards
    assert {"play dog 1", "play investigate 1"} <= set(values)

    state = does(state, "play investigate 2", "play villager", "play investigate 0")
    values = worth(neighbor.POLICIES["greedy"], state, 0)
    assert {"play dog 1": 1, "play hunter 1": 1, "play dog 2": 0, "play hunter 2": 0} == values


def test_a_friend_does_not_hunt_the_monster_d6() -> None:
    hands = ("hunter villager", "rumor", "gumiho hide")
    friend, enemy = holding(*hands, friends=(0,)), holding(*hands)

    for name in ("hunter", "greedy"):
        aims = worth(neighbor.POLICIES[name], enemy, 0)
        kept = worth(neighbor.POLICIES[name], friend, 0)
        assert 0 < mean(aims["play hunter 1"]) == mean(aims["play hunter 2"])
        assert [-mean(v) for v in aims.values()] == [mean(v) for v in kept.values()]
        assert ["play villager"] == best(neighbor.POLICIES[name], friend)


def test_the_hider_counts_whether_the_monster_stays() -> None:
    hider = neighbor.POLICIES["hider"]
    state = holding("rumor fog gossip deal steal gumiho", "hunter villager", "hide")
    with_hide = {str(a): v for a, v in hider.explain(state.view(0)).items()}
    assert Fraction(4, 5) / 3 == with_hide["play rumor"]  # one of five cards goes
    assert Fraction(5, 8) / 3 == with_hide["play fog"]  # five of eight cards come back
    assert Fraction(1, 3) == with_hide["play gossip"] == with_hide["play steal 1"]
    assert Fraction(1, 3) == with_hide["play deal 1 2"]

    two = holding("gossip gumiho", "deal villager", "hide")
    assert {"play gossip": 0} == worth(hider, two, 0)
    assert {"play deal 1 1": 0, "play deal 2 1": 0} == worth(
        hider, holding("deal gumiho", "rumor villager", "hide"), 0
    )
    card = holding("fog hide gumiho", "villager", "rumor", fog="card")
    assert (
        Fraction(2, 3) * (1 - Fraction(1, 2) * Fraction(2, 3)) == worth(hider, card, 0)["play fog"]
    )


def test_the_hider_keeps_the_monster_and_a_hide() -> None:
    hider = neighbor.POLICIES["hider"]
    state = holding("hide villager gumiho", "gossip hunter", "hide")

    assert ["play villager"] == best(hider, state)
    gossip = does(holding("gossip hide gumiho", "villager hunter", "hide"), "play gossip")
    assert {"pass hide": Fraction(1, 3), "pass gumiho": 0} == worth(hider, gossip, 0)
    dog = does(holding("villager", "gumiho hide rumor", "hide dog", turn=2), "play dog 1")
    assert ["discard rumor"] == best(hider, dog)
    assert ["play gumiho"] == best(hider, holding("gumiho", "hide hunter", "hide"))


def mean(value: Any) -> Any:
    return value.mean if isinstance(value, Estimate) else value


def worth(policy: Any, state: State, player: int) -> dict[str, Any]:
    return {str(action): value for action, value in policy.explain(state.view(player)).items()}


def best(policy: Any, state: State) -> list[str]:
    values = worth(policy, state, state.acting_players[0])
    return [text for text in legal(state) if values[text] == max(values.values())]


def test_the_greedy_one_hides_with_the_monster_and_hunts_without() -> None:
    greedy = neighbor.POLICIES["greedy"]
    state = dealt(
        "hunter rumor deal gumiho", "wanted hide villager hunter", "dog friend gossip steal"
    )
    first = does(state, "play wanted", "play friend 1", "play rumor")
    assert "rumor" == first.phase
    kept = does(holding("gossip hunter villager", "gumiho hide", "hide"), "play gossip")
    assert ["pass villager"] == [
        t for t, v in worth(greedy, kept, 0).items() if v == max(worth(greedy, kept, 0).values())
    ]


def test_hunters_and_hiders_do_better_than_chance() -> None:
    wins = Counter[str]()
    for seed in range(150):
        names = ["greedy", "random", "random"]
        shift = seed % 3
        record = engine.play(neighbor, names[-shift:] + names[:-shift], seed, 3)
        scores = record.state.result.payoffs
        wins["greedy"] += scores[shift]
        wins["random"] += sum(scores) - scores[shift]

    assert 2 * wins["greedy"] > 1.15 * wins["random"]


# ---------------------------------------------------------------- counts


def rounds_of(record: engine.GameRecord) -> list[dict[int, int]]:
    """What everybody scored in each round, by what was told."""
    rounds: list[dict[int, int]] = []
    for before, action, after in zip(
        record.states, record.actions, record.states[1:], strict=False
    ):
        told = neighbor.events(before, action, after)
        points = {
            p: ROLES[event.kind.removeprefix("score_")].points
            for event in told
            if event.kind.startswith("score_")
            for p in event.data["players"]
        }
        if after.phase in ("collect", "over") and before.phase != after.phase:
            rounds.append(points)
    return rounds


@pytest.mark.parametrize("players", [3, 5, 8])
def test_rounds_are_won_by_the_most_points_and_monsters_played_or_forced_out(players: int) -> None:
    shared = played = 0
    for seed in range(12):
        record = engine.play(neighbor, "random", seed, players)
        rounds = rounds_of(record)
        won = [Fraction(0)] * players
        for points in rounds:
            best = [p for p, n in points.items() if n == max(points.values())]
            for p in best:
                won[p] += Fraction(1, len(best))
        monsters = sum(
            action.kind == "play" and action.args[0] in MONSTERS for action in record.actions
        )

        assert 5 == len(rounds)
        assert tuple(won) == neighbor.rounds_won(record.state)
        assert monsters == neighbor.monsters_played(record.state)
        shared += any(n.denominator > 1 for n in won)
        played += monsters
    assert shared
    assert 0 < played < 60


def test_counts_are_of_finished_games() -> None:
    for statistic in neighbor.STATISTICS.values():
        with pytest.raises(ValueError, match="the game is not over yet"):
            statistic(neighbor.initial_state(4))
