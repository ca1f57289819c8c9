"""Every rule is followed by something that happens, and everything that happens follows a rule."""

from __future__ import annotations

import random
from typing import Any

from monster_widgets.engine import IllegalAction
from monster_widgets.locales import messages
from tests.contract.playing import events_of, outcomes, records, samples, words


def cited_by_events(game: Any) -> set[str]:
    return {
        event.rule
        for record in records(game.NAME, 4)
        for events in events_of(game, record)
        for event in events
    }


def cited_by_scores(game: Any) -> set[str]:
    return {
        line.rule
        for record in records(game.NAME, 4)
        for state in samples(record, 10)
        for score in game.scores(state.view("all")) or ()
        if score is not None
        for line in score.lines
    }


def refusals(game: Any) -> list[IllegalAction]:
    """What is said when actions of other moments and of other games are tried."""
    rng, refused = random.Random(2), []
    games = records(game.NAME)
    known = sorted({a for r in games for state in r.states for a in outcomes(state)}, key=repr)
    for record in games:
        for state in record.states[:: max(1, len(record.states) // 40)]:
            for action in rng.sample(known, min(20, len(known))):
                try:
                    state.apply(action)
                except IllegalAction as error:
                    refused.append(error)
    return refused


def test_every_rule_is_reached_and_no_other_is_cited(game: Any) -> None:
    by_refusals = {error.rule for error in refusals(game) if error.rule is not None}

    assert set(game.RULES) == cited_by_events(game) | cited_by_scores(game) | by_refusals


def test_every_reason_in_the_words_is_given_some_time(game: Any) -> None:
    given = {error.reason for error in refusals(game)}

    for locale in messages.LOCALES:
        assert set(messages.catalogue(game.NAME)[locale][game.NAME]["reason"]) == given


def test_every_event_has_its_words_and_every_rule_its_text_in_both_languages(game: Any) -> None:
    kinds = {e.kind for r in records(game.NAME) for events in events_of(game, r) for e in events}
    for locale in messages.LOCALES:
        assert kinds <= set(words(locale, game.NAME, "event"))
        assert set(game.RULES) == set(words(locale, game.NAME, "rule"))


def test_every_choice_tells_at_least_one_event(game: Any) -> None:
    for record in records(game.NAME):
        for action, events in zip(record.actions, events_of(game, record), strict=True):
            assert events, action
