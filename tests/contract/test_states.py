"""What every game promises about states, actions and views."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from math import lcm
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monster_widgets import engine
from monster_widgets.engine import (
    CHANCE,
    HIDDEN,
    Action,
    IllegalAction,
    NotListable,
    Result,
    State,
    View,
    notation,
)
from monster_widgets.locales import messages
from monster_widgets.widgets import timeline
from tests.contract import playing
from tests.contract.playing import Fixed, may_happen, outcomes, records, samples, steps, viewers


def played(game: Any) -> tuple[engine.GameRecord, ...]:
    return records(game.NAME)


# ---------------------------------------------------------------- who acts, and how a game ends


def test_a_game_names_its_parts(game: Any) -> None:
    assert game.NAME == game.__name__.rpartition(".")[2]
    assert set(game.PLAYERS) == {players for players, _ in playing.setups(game)}
    assert "random" in game.POLICIES
    assert {"final_scores", "winner"} <= set(game.STATISTICS)
    assert game.RULES
    for key, rule in game.RULES.items():
        assert key == rule.id
        assert {"S": "stated", "D": "derived", "R": "ruling"}[key[0]] == rule.status
        assert rule.source


def test_a_derived_rule_names_the_rules_it_follows_from(game: Any) -> None:
    for rule in game.RULES.values():
        if rule.status == "derived":
            assert set(rule.source.split()) < set(game.RULES)
        else:
            assert ("ours" == rule.source) == (rule.status == "ruling")


def test_somebody_acts_until_there_is_a_result(game: Any) -> None:
    for record in played(game):
        *before, last = record.states

        assert () == last.acting_players == last.legal_actions()
        assert isinstance(last.result, Result)
        for state in before:
            assert state.result is None
            assert state.acting_players


def test_legal_actions_are_those_of_the_players_who_act(game: Any) -> None:
    for record in played(game):
        for state in record.states:
            acting = state.acting_players
            legal = state.legal_actions()

            assert len(legal) == len(set(legal))
            if acting == (CHANCE,):
                assert () == legal
            else:
                assert set(acting) == {action.player for action in legal}
                assert set(acting) <= set(range(state.players))
            for player in range(state.players):
                own = tuple(action for action in legal if action.player == player)
                assert own == state.legal_actions(player)


def test_results_and_statistics_agree(game: Any) -> None:
    for record in played(game):
        result, state = record.state.result, record.state
        shares = game.STATISTICS["winner"](state)

        assert record.players == len(result.payoffs) == len(shares)
        assert result.winners
        assert result.payoffs == game.STATISTICS["final_scores"](state)
        assert Fraction(1) == sum(shares)
        assert {p: Fraction(1, len(result.winners)) for p in result.winners} == {
            p: share for p, share in enumerate(shares) if share
        }


def test_ten_thousand_random_games_come_to_an_end(game: Any) -> None:
    rng, setups = random.Random(10_000), playing.setups(game)
    for number in range(10_000):
        players, options = setups[number % len(setups)]
        state = game.initial_state(players, **options)
        while acting := state.acting_players:
            if acting == (CHANCE,):
                state = state.apply(state.sample_chance(rng))
            else:
                legal = state.legal_actions()
                state = state.apply(legal[int(rng.random() * len(legal))])
        assert state.result is not None


# ---------------------------------------------------------------- values


def test_states_are_equal_and_hash_by_value_whatever_led_there(game: Any) -> None:
    for record in played(game):
        again = engine.GameRecord.from_json(record.to_json())
        for one, other in zip(record.states, again.states, strict=True):
            assert one is not other
            assert one == other
            assert hash(one) == hash(other)
        assert record.states[0] != record.states[-1]


def test_applying_an_action_leaves_the_old_state_as_it_was(game: Any) -> None:
    for record in played(game):
        for state, copy in zip(
            samples(record, 12),
            samples(engine.GameRecord.from_json(record.to_json()), 12),
            strict=True,
        ):
            view = state.view("all")
            for action in outcomes(state):
                assert state != state.apply(action)
            assert copy == state
            assert hash(copy) == hash(state)
            assert copy.view("all") == view == state.view("all")


def test_applying_the_same_action_twice_gives_equal_states(game: Any) -> None:
    for record in played(game)[:4]:
        for state, action, after in steps(record):
            assert after == state.apply(action) == state.apply(Action(*action))


# ---------------------------------------------------------------- notation


def test_notation_of_every_action_can_be_read_back(game: Any) -> None:
    for record in played(game):
        for state in record.states:
            for action in outcomes(state):
                text = notation(action, state.acting_players)

                assert action == game.parse(text, state)
                assert action == game.parse(f"  {text} ", state)
                if action.player != CHANCE:
                    assert action == game.parse(f"{action.player}: {action}", state)


@given(text=st.text(alphabet=st.sampled_from("drawsetclo :-0129²٣é\n"), max_size=14))
def test_any_text_is_an_action_or_a_value_error(game: Any, text: str) -> None:
    state = next(s for s in played(game)[0].states if s.legal_actions())
    try:
        action = game.parse(text, state)
    except ValueError:
        return
    if action not in state.legal_actions():
        with pytest.raises(IllegalAction):
            state.apply(action)


# ---------------------------------------------------------------- illegal actions


def vocabulary(game: Any) -> set[Action]:
    """Everything that somebody could do at some moment of some game."""
    return {a for record in played(game) for state in record.states for a in outcomes(state)}


def test_illegal_actions_say_why_in_both_languages_and_by_which_rule(game: Any) -> None:
    known = sorted(vocabulary(game), key=repr)
    rng = random.Random(1)
    reasons = [playing.words(locale, game.NAME, "reason") for locale in messages.LOCALES]
    for record in played(game):
        for state in samples(record, 15):
            before = state.view("all")
            for action in rng.sample(known, min(60, len(known))):
                if may_happen(state, action):
                    continue
                with pytest.raises(IllegalAction) as refused:
                    state.apply(action)
                error = refused.value

                assert action == error.action
                assert all(error.reason in reason for reason in reasons)
                assert error.rule is None or error.rule in game.RULES
                assert state.legal_actions(action.player) == error.legal
                assert str(action) in str(error)
            assert before == state.view("all")


NONSENSE: tuple[Any, ...] = (
    None,
    "draw",
    (),
    (0,),
    (0, "draw"),
    (0, "draw", (), ()),
    (0, "draw", 5),
    (0, 5, ()),
    [0, "draw", ()],
    Action(0, "fly"),
    Action(0, "", ()),
    Action(99, "draw"),
    Action(-2, "draw"),
    Action(0, "draw", ("draw",) * 9),
    Action(0, "draw", ([],)),  # type: ignore[arg-type]
    Action(None, "draw"),  # type: ignore[arg-type]
)


@pytest.mark.parametrize("nonsense", NONSENSE, ids=repr)
def test_nonsense_is_refused_like_any_illegal_action(game: Any, nonsense: Any) -> None:
    for state in samples(played(game)[0], 12):
        with pytest.raises(IllegalAction) as refused:
            state.apply(nonsense)

        assert refused.value.reason in playing.words("en", game.NAME, "reason")


def test_an_action_with_too_many_words_is_no_action(game: Any) -> None:
    for record in played(game)[:3]:
        for state in samples(record, 12):
            for action in state.legal_actions():
                with pytest.raises(IllegalAction) as refused:
                    state.apply(action._replace(args=(*action.args, 0)))

                assert "unknown_action" == refused.value.reason


# ---------------------------------------------------------------- chance


def chance_states(game: Any) -> list[State]:
    """Chance nodes whose outcomes can be listed."""
    found = []
    for record in played(game):
        for state in record.states:
            if state.acting_players == (CHANCE,):
                try:
                    state.chance_outcomes()
                except NotListable:
                    continue
                found.append(state)
    return found


def test_probabilities_of_chance_sum_to_exactly_one(game: Any) -> None:
    for state in chance_states(game):
        distribution = state.chance_outcomes()

        assert Fraction(1) == sum(distribution.values())
        assert all(p > 0 for p in distribution.values())
        assert {CHANCE} == {action.player for action in distribution}


def test_chance_draws_every_outcome_exactly_as_often_as_it_is_likely(game: Any) -> None:
    seen = set()
    for state in chance_states(game):
        if state in seen:
            continue
        seen.add(state)
        distribution = state.chance_outcomes()
        cells = lcm(*(p.denominator for p in distribution.values()))
        if cells > 1000:
            continue
        drawn = Counter(state.sample_chance(Fixed((i + 0.5) / cells)) for i in range(cells))

        assert {action: p * cells for action, p in distribution.items()} == drawn


def test_chance_can_draw_with_the_smallest_and_the_largest_number(game: Any) -> None:
    for record in played(game):
        for state in record.states:
            if state.acting_players == (CHANCE,):
                for number in (0.0, 1 - 2**-53):
                    state.apply(state.sample_chance(Fixed(number)))


def test_forced_steps_have_one_outcome(game: Any) -> None:
    for state in chance_states(game):
        kinds = {action.kind for action in state.chance_outcomes()}
        if kinds & set(game.FORCED):
            assert 1 == len(state.chance_outcomes())


def test_chance_outcomes_are_asked_for_at_chance_only(game: Any) -> None:
    for state in samples(played(game)[0], 20):
        if state.acting_players != (CHANCE,):
            with pytest.raises(ValueError, match="not chance's turn"):
                state.chance_outcomes()


# ---------------------------------------------------------------- views


def test_every_viewer_sees_who_acts_and_his_own_legal_actions(game: Any) -> None:
    for record in played(game)[:6]:
        for state in samples(record, 12):
            for viewer in viewers(record):
                view = state.view(viewer)

                assert (viewer, record.players) == (view.viewer, view.players)
                assert state.acting_players == view.acting_players
                assert state.options == view.options == record.options
                if viewer == "all":
                    assert state.legal_actions() == view.legal_actions
                elif isinstance(viewer, int):
                    assert state.legal_actions(viewer) == engine.own_actions(view)


@pytest.mark.parametrize("viewer", ["", "everybody", "0", None, -1, 99, 1.0, True, (0,), [], {}])
def test_viewers_that_do_not_exist_are_refused(game: Any, viewer: Any) -> None:
    with pytest.raises(ValueError, match=r'a viewer is "public", "all" or a player from 0 to'):
        played(game)[0].state.view(viewer)


def test_every_card_is_in_one_zone_all_the_time(game: Any) -> None:
    for record in played(game):
        boxes = {
            frozenset(Counter(playing.cards_of_the_box(game, s.view("all").zones)).items())
            for s in record.states
        }

        assert 1 == len(boxes)
        assert HIDDEN not in dict(next(iter(boxes)))


def test_zones_values_and_their_groups_are_documented(game: Any) -> None:
    for record in played(game)[:6]:
        for state in samples(record, 12):
            view = state.view("all")

            assert {zone.partition(":")[0] for zone in view.zones} <= set(game.ZONES)
            assert set(view.values) <= set(game.VALUES)


def test_a_view_shows_a_card_as_it_is_or_hidden(game: Any) -> None:
    for record in played(game)[:6]:
        for state in samples(record, 12):
            everything = state.view("all").zones
            for viewer in viewers(record):
                seen = state.view(viewer).zones

                assert list(everything) == list(seen)
                for zone, cards in seen.items():
                    known = Counter(card for card in cards if card != HIDDEN)
                    assert len(cards) == len(everything[zone])
                    assert not known - Counter(everything[zone])


def chain(state: Any) -> tuple[list[Any], list[Action]]:
    """The states that led to this one, and the actions between them."""
    states, actions = [state], []
    while states[-1].previous is not None:
        actions.append(states[-1].action)
        states.append(states[-1].previous)
    return states[::-1], actions[::-1]


class Told:
    """As much of a record as frames are made from."""

    def __init__(self, state: Any) -> None:
        states, actions = chain(state)
        self.states, self.actions = tuple(states), tuple(actions)


def test_no_viewer_can_tell_a_resampled_state_from_the_true_one(game: Any) -> None:
    rng = random.Random(7)
    for record in played(game):
        for state in samples(record, 8):
            for viewer in (*range(record.players), "public"):
                true = state.view(viewer)
                other = true.sample(rng).view(viewer)

                assert true == other
                assert true.history == other.history
                assert true == state.resample_hidden(viewer, rng).view(viewer)


def test_no_viewer_can_tell_the_frames_of_a_resampled_game_from_the_true_ones(game: Any) -> None:
    rng = random.Random(8)
    for record in played(game)[:: len(playing.setups(game))]:
        state = samples(record, 3)[1]
        for viewer in (*range(record.players), "public"):
            other = Told(state.view(viewer).sample(rng))

            assert timeline.frames(game, Told(state), viewer) == (  # type: ignore[arg-type]
                timeline.frames(game, other, viewer)  # type: ignore[arg-type]
            )


def test_history_holds_the_events_a_viewer_was_allowed_to_see(game: Any) -> None:
    for record in played(game)[:6]:
        told = [event for events in playing.events_of(game, record) for event in events]
        for viewer in viewers(record):
            seen = tuple(event for event in told if event.is_for(viewer))

            assert seen == record.state.view(viewer).history


# ---------------------------------------------------------------- policies and what stands beside


def test_policies_choose_legal_actions_from_a_view_and_explain_them(game: Any) -> None:
    rng = random.Random(3)
    states = [s for r in played(game)[3:5] for s in samples(r, 14, seed=5) if s.legal_actions()]
    for name, policy in game.POLICIES.items():
        for state in states if name == "random" else states[::4]:
            player = state.acting_players[-1]
            view = state.view(player)
            delay, action = policy(view, rng)

            assert delay >= 0
            assert action in state.legal_actions(player)
            assert set(state.legal_actions(player)) == set(policy.explain(view))


def test_scores_are_the_sums_of_their_lines_and_the_result_at_the_end(game: Any) -> None:
    for record in played(game):
        for state in samples(record, 8):
            for score in game.scores(state.view("public")) or ():
                if score is not None:
                    assert score.total == sum(line.points for line in score.lines)
        final = game.scores(record.state.view("all"))
        if final is not None:
            assert record.state.result.payoffs == tuple(score.total for score in final)


def test_every_row_of_the_odds_is_a_probability(game: Any) -> None:
    for record in played(game)[:6]:
        for state in samples(record, 20):
            for table in game.odds(state.view("public")) or ():
                assert table.rows
                for row in table.rows:
                    assert 0 <= row.probability <= 1


def test_every_legal_action_has_a_label(game: Any) -> None:
    for record in played(game)[:6]:
        for state in samples(record, 20):
            view: View = state.view("all")
            labels = [game.label(action, view) for action in view.legal_actions]

            assert len(labels) == len({(one.key, repr(one.values)) for one in labels})
