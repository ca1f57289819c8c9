"""The facts of Monster Match, rule by rule. Names of rules as in docs/rules/monster_match.md."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from monster_widgets import MonsterMatch, engine
from monster_widgets.engine import HIDDEN, Action, Event, GameRecord, IllegalAction, View
from monster_widgets.games import monster_match as match
from monster_widgets.games.monster_match import (
    HOUSE_DECK,
    PEAKED_DECK,
    ROLLS,
    Monster,
    State,
    Won,
    initial_state,
    parse,
    read_deck,
)
from monster_widgets.locales import messages
from tests.games.monster_match import ALIKE, SETUPS, SPREAD
from tests.games.situations import chances, refusal

# ---------------------------------------------------------------- positions and short ways to ask


def race(
    table: str,
    roll: str,
    *,
    players: int = 3,
    deck: str = "m5553 m4443 " * 10,
    piles: tuple[str, ...] = (),
    **fields: Any,
) -> State:
    """A race with these cards (keys with spaces between) on the table, in the deck and won."""
    laid, rest = table.split(), deck.split()
    won = [pile.split() for pile in (*piles, *[""] * players)][:players]
    box = [*laid, *rest, *(card for pile in won for card in pile)]
    options = {name: fields.pop(name) for name in ("max_rounds",) if name in fields}
    rows = [[int(number) for number in card[1:]] for card in box]
    start = initial_state(players, deck=rows, **options)
    number, part = roll.split()
    return start._replace(
        phase="race",
        deck=tuple(rest.count(kind) for kind in start.setup.kinds),
        to_deal=0,
        table=tuple(laid),
        face=part + number,
        picks=("",) * players,
        piles=tuple(tuple(Won(card) for card in pile) for pile in won),
        **fields,
    )


def does(state: State, *notations: str) -> State:
    for text in notations:
        state = state.apply(parse(text, state))
    return state


def settled(state: State) -> State:
    """After the forced steps at the end of a round."""
    while state.phase == "settle":
        (action,) = state.chance_outcomes()
        state = state.apply(action)
    return state


def told(state: State, notation: str) -> list[Event]:
    action = parse(notation, state)
    return list(match.events(state, action, state.apply(action)))


def cited(state: State, notation: str) -> list[str]:
    return [event.rule for event in told(state, notation)]


def zone(state: State, name: str, viewer: Any = "all") -> list[str]:
    return list(state.view(viewer).zones[name])


def fall(state: State, seed: int, stop: str) -> State:
    """Let chance decide until a phase is reached."""
    rng = random.Random(seed)
    while state.phase != stop:
        state = state.apply(state.sample_chance(rng))
    return state


def kinds(events: Iterable[Event]) -> list[str]:
    return [event.kind for event in events]


THREE = "m3001 m3112 m0223"
"""Two monsters with 3 arms, one with none."""

# ---------------------------------------------------------------- the deck (R1)


def test_the_house_deck_is_spread_as_the_paper_says() -> None:
    assert 55 == len(HOUSE_DECK) == len({monster[:3] for monster in HOUSE_DECK})
    for part in ("arms", "legs", "eyes"):
        counts = Counter(getattr(monster, part) for monster in HOUSE_DECK)
        assert [0, 1, 2, 3, 4, 5] == sorted(counts)
        assert [9, 9, 9, 9, 9, 10] == sorted(counts.values())
        for number in range(6):
            with_it = [m.donuts for m in HOUSE_DECK if getattr(m, part) == number]
            assert sum(with_it) in (15, 16)
    assert {1: 25, 2: 20, 3: 10} == Counter(monster.donuts for monster in HOUSE_DECK)
    assert [4, 1, 5] == [
        Counter(getattr(m, part) for m in HOUSE_DECK).most_common(1)[0][0]
        for part in ("arms", "legs", "eyes")
    ]
    for one, other in ((0, 1), (0, 2), (1, 2)):
        pairs = Counter((monster[one], monster[other]) for monster in HOUSE_DECK)
        assert 36 == len(pairs)
        assert {1, 2} == set(pairs.values())


def test_the_house_deck_is_a_file_that_can_be_read() -> None:
    path = Path(match.__file__).with_name("monster_match_deck.csv")

    assert HOUSE_DECK == read_deck(path) == read_deck(str(path))
    assert "arms,legs,eyes,donuts" == path.read_text("utf-8").splitlines()[0]


def first_deal(state: State) -> list[Event]:
    action = next(iter(state.chance_outcomes()))
    return list(match.events(state, action, state.apply(action)))


def test_r1_the_screen_says_whose_deck_it_is() -> None:
    house, own = initial_state(2), initial_state(2, deck=SPREAD)
    peaked = initial_state(2, deck="peaked")

    assert ["house_deck", "deal"] == kinds(first_deal(house))
    assert ["own_deck", "deal"] == kinds(first_deal(own))
    assert ["peaked_deck", "deal"] == kinds(first_deal(peaked))
    assert "peaked" == peaked.view(0).values["deck_name"]
    assert ("R1", 55) == (first_deal(house)[0].rule, first_deal(house)[0].data["n"])
    assert 36 == first_deal(own)[0].data["n"]
    assert "house" == house.view(0).values["deck_name"]
    assert "own" == own.view(0).values["deck_name"]


def test_the_peaked_deck_is_as_the_paper_says() -> None:
    often = [5, 9, 15, 12, 8, 6]
    assert 55 == len(PEAKED_DECK) == len({monster[:3] for monster in PEAKED_DECK})
    for part in range(3):
        assert dict(enumerate(often)) == Counter(monster[part] for monster in PEAKED_DECK)
    for one, other in ((0, 1), (0, 2), (1, 2)):
        pairs = Counter((monster[one], monster[other]) for monster in PEAKED_DECK)
        for a, b in product(range(6), repeat=2):
            assert abs(pairs[a, b] - Fraction(often[a] * often[b], 55)) < 1
    rarest = sorted(PEAKED_DECK, key=lambda m: often[m.arms] * often[m.legs] * often[m.eyes])
    assert [3] * 10 + [2] * 20 + [1] * 25 == [monster.donuts for monster in rarest]
    assert PEAKED_DECK == read_deck(Path(match.__file__).with_name("monster_match_peaked_deck.csv"))


def test_our_decks_have_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    peaked = initial_state(3, deck="peaked")
    monkeypatch.chdir(tmp_path)  # where no files are
    played = MonsterMatch(players=3, seed=2, deck="peaked", policies="random", max_rounds=2).record

    assert {"house": HOUSE_DECK, "peaked": PEAKED_DECK} == match.DECKS
    assert initial_state(3) == initial_state(3, deck="house")
    assert {} == initial_state(3, deck="house").options
    assert {"deck": "peaked"} == peaked.options
    assert Counter(m.card for m in PEAKED_DECK) == Counter(zone(peaked, "deck"))
    assert played == GameRecord.from_json(played.to_json()) == GameRecord.from_code(played.code)
    assert {"deck": "peaked", "max_rounds": 2} == played.options


class Table:
    """Columns with names, as of pandas or polars."""

    def __init__(self, columns: dict[Any, Any]) -> None:
        self.columns, self._cells = list(columns), columns

    def __getitem__(self, name: Any) -> Any:
        return self._cells[name]

    def __iter__(self) -> Any:
        return iter(self.columns)


def columns(*names: str, rows: Any = SPREAD) -> dict[Any, Any]:
    return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))


def test_a_deck_may_be_a_table_with_columns() -> None:
    names = Monster._fields
    turned = dict(reversed(columns(*names).items()))
    spanish = {"nombre": ["Zog"] * 36, **columns("Brazos", "Piernas", "Ojos", "Dónuts")}

    for table in (columns(*names), turned, spanish):
        assert {"deck": SPREAD} == initial_state(2, deck=Table(table)).options
    assert match.zilch_probability(SPREAD) == match.zilch_probability(Table(columns(*names)))
    widget = MonsterMatch(players=2, seed=3, deck=Table(columns(*names)), max_rounds=2)
    assert SPREAD == widget.record.options["deck"]


def test_a_deck_may_be_a_data_frame() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(SPREAD, columns=Monster._fields)

    assert {"deck": SPREAD} == initial_state(2, deck=frame).options
    assert {"deck": SPREAD} == initial_state(2, deck=frame.iloc[::-1].iloc[::-1]).options
    with pytest.raises(ValueError, match="the heading must name donuts once"):
        initial_state(2, deck=frame.drop(columns="donuts"))
    frame.loc[4, "eyes"] = 9
    with pytest.raises(ValueError, match=r"row 5 of the deck: eyes must be .* not .*9"):
        initial_state(2, deck=frame)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (Table(columns("arms", "legs", "eyes", "buns")), "the heading must name donuts once"),
        (Table(columns("arms", "brazos", "eyes", "donuts")), "the heading must name arms once"),
        (Table(columns(*Monster._fields, rows=[(0, 0, 7, 1)])), "row 1 of the deck: eyes must be"),
        (Table(dict.fromkeys(Monster._fields, 5)), "deck is a list of rows .* not Table"),
    ],
)
def test_a_table_without_the_right_columns_is_refused(table: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        initial_state(2, deck=table)


@pytest.mark.parametrize(
    "deck",
    [
        SPREAD,
        [tuple(row) for row in SPREAD],
        [Monster(*row) for row in SPREAD],
        [dict(zip(Monster._fields, row, strict=True)) for row in SPREAD],
        [Monster(*row).card for row in SPREAD],
        (row for row in SPREAD),
    ],
    ids=["lists", "tuples", "monsters", "mappings", "cards", "generator"],
)
def test_a_deck_may_be_typed_in_row_by_row(deck: Any) -> None:
    state = initial_state(3, deck=deck)

    assert {"deck": SPREAD} == state.options
    assert state == initial_state(3, deck=SPREAD)
    assert Counter(Monster(*row).card for row in SPREAD) == Counter(zone(state, "deck"))


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ([6, 0, 0, 1], "row 3 of the deck: arms must be a whole number from 0 to 5, not 6"),
        ([0, -1, 0, 1], "row 3 of the deck: legs must be a whole number from 0 to 5, not -1"),
        ([0, 0, 1.5, 1], "row 3 of the deck: eyes must be a whole number from 0 to 5, not 1.5"),
        ([0, 0, 0, 0], "row 3 of the deck: donuts must be a whole number from 1 to 3, not 0"),
        ([0, 0, True, 1], "row 3 of the deck: eyes must be .* not True"),
        ([0, 0, "2", 1], "row 3 of the deck: eyes must be .* not '2'"),
        ([0, 0, 0], "row 3 of the deck: a monster is four numbers"),
        (5, "row 3 of the deck: a monster is four numbers"),
        (None, "row 3 of the deck: a monster is four numbers"),
        ("m0004", "row 3 of the deck: 'm0004' is no card"),
        ({"arms": 1}, "row 3 of the deck: legs must be .* not None"),
    ],
)
def test_a_wrong_row_is_named(row: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        initial_state(2, deck=[*SPREAD[:2], row, *SPREAD[2:]])


@pytest.mark.parametrize("deck", ["deck.csv", b"deck.csv", {"arms": 1}, 5, True])
def test_a_deck_is_rows_and_never_a_text(deck: Any) -> None:
    with pytest.raises(ValueError, match="deck is a list of rows"):
        initial_state(2, deck=deck)


@pytest.mark.parametrize("n", [0, 10, 111])
def test_a_deck_has_cards_for_a_game(n: int) -> None:
    with pytest.raises(ValueError, match=f"a deck has 11 to 110 monsters, not {n}"):
        initial_state(2, deck=(SPREAD * 4)[:n])


def rows_of(path: Path, text: str, encoding: str = "utf-8") -> list[list[int]]:
    path.write_bytes(text.encode(encoding))
    return [list(monster) for monster in read_deck(path)]


LINES = ["".join(f"{n}," for n in row)[:-1] for row in SPREAD]


def test_a_deck_may_come_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "deck.csv"
    plain = "\n".join(["arms,legs,eyes,donuts", *LINES])

    assert SPREAD == rows_of(path, plain)
    assert SPREAD == rows_of(path, "\ufeff" + plain.replace("\n", "\r\n") + "\r\n\r\n")
    assert SPREAD == rows_of(path, plain.replace(",", " ; "))
    assert SPREAD == rows_of(path, plain.replace(",", "\t"))
    spanish = plain.replace("arms,legs,eyes,donuts", "Brazos,Piernas,Ojos,Dónuts")
    assert SPREAD == rows_of(path, spanish)
    assert SPREAD == rows_of(path, spanish, "cp1252")
    turned = ["name,donuts,eyes,legs,arms", *(f"Zog,{d},{e},{b},{a}" for a, b, e, d in SPREAD)]
    assert SPREAD == rows_of(path, "\n".join(turned))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "11 to 110 monsters, not 0"),
        ("arms,legs,eyes\n1,2,3", "line 1: the heading must name donuts once"),
        ("arms,arms,legs,eyes,donuts\n", "line 1: the heading must name arms once"),
        ("1,2,3,1\n", "line 1: the heading must name arms once"),
        ("arms,legs,eyes,donuts\n1,2,3,1\n\n1,2,9,1", "line 4: eyes must be .* not 9"),
        ("arms,legs,eyes,donuts\n1,2,x,1", "line 2: eyes must be .* not 'x'"),
        ("arms,legs,eyes,donuts\n1,2,3", "line 2: donuts must be .* not ''"),
        ("arms,legs,eyes,donuts\n1,2,-3,1", "line 2: eyes must be .* not '-3'"),
        ("arms,legs,eyes,donuts\n1,2,3,1", "11 to 110 monsters, not 1"),
        ('arms,legs,eyes,donuts\n1,2,3,1\n1,2,"3,1\n1,2,3,1', "line 3 cannot be read: the quot"),
        ('arms,legs,eyes,donuts\n1,"2' + ",1" * 200_000, "line 2 cannot be read: the quotation"),
        ('name,arms,legs,eyes,donuts\n"Zog\nII",1,2,3,1\nZag,1,2,3,9', "line 4: donuts must be"),
    ],
)
def test_a_wrong_line_of_a_file_is_named(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "deck.csv"
    path.write_text(text, "utf-8")

    with pytest.raises(ValueError, match=rf"^{re.escape(str(path))}: .*{said}"):
        read_deck(path)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    nowhere, folder = tmp_path / "none.csv", tmp_path

    for path, said in ((nowhere, "there is no file "), (folder, "no deck can be read from ")):
        for read in (
            lambda path=path: read_deck(path),
            lambda path=path: read_deck(str(path)),
            lambda path=path: initial_state(2, deck=path),
            lambda path=path: MonsterMatch(deck=path),
            lambda path=path: MonsterMatch(deck=str(path)),
        ):
            with pytest.raises(ValueError, match=said + re.escape(repr(str(path)))):
                read()
    with pytest.raises(ValueError, match=r"no deck can be read from .*null"):
        read_deck("deck\0.csv")
    with pytest.raises(ValueError, match="named by a text or a Path, not 5"):
        read_deck(5)


def test_a_record_keeps_the_rows_and_no_path(tmp_path: Path) -> None:
    path = tmp_path / "deck.csv"
    path.write_text("\n".join(["arms,legs,eyes,donuts", *LINES]), "utf-8")
    record = engine.play(match, "random", 3, 2, deck=path, max_rounds=3)
    widget = MonsterMatch(players=2, seed=3, policies="random", deck=str(path), max_rounds=3)
    path.unlink()

    assert {"deck": SPREAD, "max_rounds": 3} == record.options
    assert record == widget.record == GameRecord.from_json(record.to_json())
    assert record == GameRecord.from_code(record.code)
    assert "deck.csv" not in record.to_json()


def test_a_record_from_outside_opens_no_file(tmp_path: Path) -> None:
    path = tmp_path / "deck.csv"
    path.write_text("\n".join(["arms,legs,eyes,donuts", *LINES]), "utf-8")
    data = json.loads(engine.play(match, "random", 3, 2, max_rounds=2).to_json())
    data["options"] = {"deck": str(path)}

    with pytest.raises(engine.InvalidRecord, match="deck is a list of rows"):
        GameRecord.from_json(data)


# ---------------------------------------------------------------- setting up


@pytest.mark.parametrize("players", [0, 1, 7, "3", None, 2.0, True])
def test_two_to_six_can_play(players: Any) -> None:
    with pytest.raises(ValueError, match="for 2 to 6 players"):
        initial_state(players)


@pytest.mark.parametrize(
    "options", [{"first": 3}, {"first": -1}, {"first": "0"}, {"max_rounds": 0}, {"max_rounds": 2.5}]
)
def test_wrong_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        initial_state(3, **options)


def test_s1_ten_of_55_cards_are_laid_out_every_card_alike() -> None:
    state = initial_state(4)
    ready = fall(state, 1, "roll")

    assert {Fraction(1, 55)} == set(chances(state).values())
    assert {Fraction(1, 54)} == set(chances(fall_once(state)).values())
    assert (10, 45) == (len(zone(ready, "table")), len(zone(ready, "deck")))
    assert [HIDDEN] * 45 == zone(ready, "deck", 0) == zone(ready, "deck", "public")
    assert zone(ready, "table") == zone(ready, "table", "public")


def fall_once(state: State) -> State:
    return state.apply(next(iter(state.chance_outcomes())))


def test_r2_the_18_rolls_are_equally_likely() -> None:
    ready = fall(initial_state(2), 1, "roll")
    numbers, parts = range(6), ["arms", "arms", "legs", "legs", "eyes", "eyes"]
    sides = Counter(f"roll {number} {part}" for number in numbers for part in parts)

    assert 18 == len(ROLLS)
    assert {side: Fraction(n, 36) for side, n in sides.items()} == chances(ready)
    assert "R2" in cited(ready, "roll 0 arms")


def test_r3_chance_or_an_option_says_who_has_the_dice_first() -> None:
    state = fall(initial_state(5), 1, "first")

    assert {f"first {p}": Fraction(1, 5) for p in range(5)} == chances(state)
    assert ["R3"] == cited(state, "first 4")
    assert 4 == does(state, "first 4").view("public").values["baker"]
    assert state.view("public").values["baker"] is None
    assert 3 == fall(initial_state(5, first=3), 1, "roll").view(0).values["baker"]


# ---------------------------------------------------------------- a round


def test_s2_everybody_looks_the_roller_too() -> None:
    state = does(fall(initial_state(4, first=2), 1, "roll"), "roll 3 arms")

    assert (0, 1, 2, 3) == state.acting_players
    assert ["arms3"] == state.view(0).values["roll"]
    assert "S2" in cited(fall(initial_state(4, first=2), 1, "roll"), "roll 3 arms")


def test_s2_zero_asks_for_a_monster_without_that_part() -> None:
    state = race("m0321 m3021 m3201", "0 legs")

    assert ["match"] == kinds(told(state, "1: touch m3021"))[:1]
    assert ["no_match"] == kinds(told(state, "1: touch m0321"))


def test_s2_nobody_acts_before_the_roll() -> None:
    state = fall(initial_state(3), 1, "roll")

    assert ("no_search", "S2") == refusal(state, f"1: touch {state.table[0]}")


def test_s3_the_dice_pass_to_the_left() -> None:
    state = race(THREE, "5 eyes", players=3, baker=2)
    after = does(state, "0: pass", "1: pass", "pass")

    assert (0, 2, "roll") == (after.baker, after.round, after.phase)
    assert [("S3", 0), ("S2", 0)] == [(e.rule, e.player) for e in told(after, "roll 1 legs")]


def test_s4_s12_a_match_goes_to_the_score_pile_at_the_end_of_the_round() -> None:
    state = does(race(THREE, "3 arms"), "1: touch m3112")

    assert ["m3112"] == zone(state, "finger:1", "public")
    assert ["m3001", "m0223"] == zone(state, "table", "public")
    assert [] == zone(state, "score:1")
    done = settled(does(state, "0: pass", "2: pass"))
    assert ["m3112"] == zone(done, "score:1")
    assert [HIDDEN] == zone(done, "score:1", 1) == zone(done, "score:1", "public")
    assert ["m3001", "m0223"] == zone(done, "table")
    assert "roll" == done.phase


def test_s5_one_pick_a_round_and_no_change() -> None:
    state = does(race(THREE, "3 arms"), "1: touch m0223")

    assert (0, 2) == state.acting_players
    for other in ("1: touch m3001", "1: zilch", "1: pass"):
        assert ("already_picked", "S5") == refusal(state, other)


def test_s5_the_others_go_on_looking() -> None:
    state = does(race(THREE, "3 arms"), "1: touch m3112", "0: touch m3001")

    assert "settle" == state.phase
    assert ["m3001"] == zone(settled(state), "score:0")
    assert ["m3112"] == zone(settled(state), "score:1")


def test_r4_a_touch_that_comes_too_late_is_no_pick() -> None:
    state = does(race(THREE, "3 arms"), "1: touch m3112")

    assert ("too_late", "R4") == refusal(state, "0: touch m3112")
    assert ("not_on_table", "S4") == refusal(state, "0: touch m5553")
    assert (0, 2) == state.acting_players
    touched = does(state, "0: zilch")
    assert ("token_touched", "R4") == refusal(touched, "2: zilch")


def test_r4_of_two_equal_cards_each_can_be_touched() -> None:
    state = does(race("m3001 m3001 m0223", "3 arms"), "1: touch m3001")

    assert ["m3001", "m0223"] == zone(state, "table")
    assert parse("0: touch m3001", state) in state.legal_actions(0)
    assert 1 == state.legal_actions(0).count(parse("0: touch m3001", state))
    both = settled(does(state, "0: touch m3001"))
    assert ["m3001"] == zone(both, "score:0") == zone(both, "score:1")
    assert ["m0223"] == zone(both, "table")


def test_r5_who_has_given_up_looks_no_more_until_the_next_roll() -> None:
    state = does(race(THREE, "3 arms"), "2: pass")

    assert ["R5"] == cited(race(THREE, "3 arms"), "2: pass")
    assert (0, 1) == state.acting_players
    assert [2] == state.view("public").values["passed"]
    again = does(settled(does(state, "0: touch m3001", "1: pass")), "roll 2 eyes")
    assert (0, 1, 2) == again.acting_players


def test_r5_the_round_is_over_when_all_have_chosen_or_stopped_looking() -> None:
    stopped = does(race(THREE, "3 arms"), "0: pass", "1: pass")
    touched = does(race(THREE, "3 arms"), "0: pass", "1: touch m0223")

    for state, last in ((stopped, "pass"), (touched, "touch m3001")):
        event = told(state, last)[-1]
        assert ("R5", "all_done") == (event.rule, event.kind)
        assert state.fitting(does(state, last).table)  # matches lie there still
    assert "roll" == does(stopped, "pass").phase


def test_to_touch_the_token_is_called_that_throughout() -> None:
    for locale, said in (("en", "touched the token"), ("es", "tocó la ficha")):
        words = messages.Words(locale, "monster_match", ["Ana", "Bo"])

        assert said in words.text("monster_match.event.unclaimed", {"roll": "arms3"})
        for group in ("event", "action", "reason", "value", "rule"):
            text = str(messages.catalogue("monster_match")[locale]["monster_match"][group])
            assert not re.search(r"\b(call|called|calls|claim|claims|claimed|cant[aóe]\w*)\b", text)


# ---------------------------------------------------------------- Zilch

NOTHING = race(THREE, "5 eyes", piles=("m1111", "m2222 m2223", ""), round=4, baker=1)


def test_s6_the_first_to_touch_the_token_wins_the_top_card() -> None:
    state = does(NOTHING, "1: zilch")

    assert "S6" in cited(NOTHING, "1: zilch")
    assert "prize" == state.phase  # at once: nobody else may act
    assert {"prize m5553": Fraction(1, 2), "prize m4443": Fraction(1, 2)} == chances(state)
    won = does(state, "prize m4443")
    assert ["m2222", "m2223", "m4443"] == zone(won, "score:1")
    assert 1 == won.zilches


def test_s6_only_the_winner_may_look_at_the_prize() -> None:
    state = does(NOTHING, "1: zilch")
    seen, shown = told(state, "prize m4443"), does(state, "prize m4443")

    assert [None, frozenset({1})] == [event.audience for event in seen]
    assert "m4443" not in str(seen[0])
    for viewer in (0, 1, 2, "public"):
        assert [HIDDEN] * 3 == zone(shown, "score:1", viewer)
        assert ("prize_card" in kinds(shown.view(viewer).history)) == (viewer == 1)


def test_s7_after_a_match_with_this_roll_the_token_is_wrong() -> None:
    state = does(race(THREE, "3 arms", piles=("m1111",)), "1: touch m3112")

    assert ["S7"] == cited(state, "0: zilch")
    done = settled(does(state, "0: zilch", "2: pass"))
    assert [] == zone(done, "score:0")
    assert "m1111" in zone(done, "table")
    assert 0 == done.zilches


def test_s8_ten_new_monsters_come_and_the_others_stay() -> None:
    state = does(NOTHING, "1: zilch", "prize m4443")
    rolled = fall(state, 1, "roll")

    assert ("deal", 5, 2) == (state.phase, state.round, state.baker)
    assert THREE.split() == rolled.table[:3] or tuple(THREE.split()) == rolled.table[:3]
    assert (13, 9) == (len(rolled.table), len(zone(rolled, "deck")))
    assert ["S8"] == cited(state, "deal m5553")


# ---------------------------------------------------------------- wrong picks


def test_s9_a_monster_that_does_not_match_is_wrong() -> None:
    state = race(THREE, "3 arms", piles=("m1111 m2222",))

    assert ["S9"] == cited(state, "0: touch m0223")
    done = settled(does(state, "0: touch m0223", "1: pass", "2: pass"))
    assert ["m1111"] == zone(done, "score:0")  # S10: the top card
    assert [*THREE.split(), "m2222"] == zone(done, "table")


def test_s9_the_token_is_wrong_while_a_monster_matches() -> None:
    state = race(THREE, "3 arms", piles=("m1111 m2222",))

    assert ["S9"] == cited(state, "0: zilch")
    done = settled(does(state, "0: zilch", "1: pass", "2: pass"))
    assert ["m1111"] == zone(done, "score:0")
    assert 0 == done.zilches


def test_s10_an_empty_pile_pays_nothing() -> None:
    state = does(race(THREE, "3 arms"), "0: touch m0223", "1: pass", "2: pass")

    assert ["S10"] == cited(state, "pay 0")
    assert ["pay_nothing"] == kinds(told(state, "pay 0"))
    assert THREE.split() == zone(settled(state), "table")


def test_r6_the_card_comes_back_at_the_end_of_the_round() -> None:
    state = does(race(THREE, "3 arms", piles=("m3333",)), "0: touch m0223")

    assert ["m3333"] == zone(state, "score:0")
    assert ("not_on_table", "S4") == refusal(state, "1: touch m3333")
    over = does(state, "1: touch m3001", "2: touch m3112")
    assert {"pay 0": 1} == chances(over)
    assert ["R6"] == cited(over, "pay 0")
    assert ["m0223", "m3333"] == zone(settled(over), "table")


def test_a_prize_that_is_paid_back_is_seen_by_all() -> None:
    state = fall(does(NOTHING, "1: zilch", "prize m4443"), 1, "roll")
    after = settled(does(state, "roll 3 arms", "1: touch m0223", "0: pass", "2: pass"))

    assert "m4443" in zone(after, "table", "public")
    assert [] == after.secret("public")


# ---------------------------------------------------------------- the end of a round


def test_s11_a_round_is_over_when_everybody_has_picked() -> None:
    state = does(race("m3001 m3112 m3223 m0001", "3 arms"), "1: touch m3112", "0: touch m0001")

    assert "race" == state.phase
    assert ["S4", "S11"] == cited(state, "2: touch m3001")
    assert "settle" == does(state, "2: touch m3001").phase


def test_s11_a_round_is_over_when_no_match_is_left() -> None:
    state = does(race(THREE, "3 arms"), "1: touch m3112")

    assert ["match", "none_left"] == kinds(told(state, "0: touch m3001"))
    assert "settle" == does(state, "0: touch m3001").phase  # player 2 has not picked


def test_r7_without_any_match_the_search_goes_on() -> None:
    state = does(NOTHING, "0: touch m3001", "2: pass")

    assert (1,) == state.acting_players
    assert ["S6"] == cited(state, "zilch")


def test_r7_nobody_touches_the_token() -> None:
    state = does(NOTHING, "0: touch m3001", "2: pass")

    assert ["R5", "R7"] == cited(state, "pass")
    after = settled(does(state, "pass"))
    assert (0, 20, "roll") == (after.zilches, len(zone(after, "deck")), after.phase)
    assert [*THREE.split(), "m1111"] == zone(after, "table")


def test_s12_the_table_is_not_filled_up() -> None:
    after = settled(does(race(THREE, "3 arms"), "1: touch m3112", "0: touch m3001"))

    assert (["m0223"], 20) == (zone(after, "table"), len(zone(after, "deck")))


def test_settling_goes_in_order_of_seats_and_is_forced() -> None:
    state = does(race(THREE, "3 arms"), "2: touch m3112", "1: zilch", "0: touch m3001")
    order = []
    while state.phase == "settle":
        (action,) = state.chance_outcomes()
        order.append(str(action))
        state = state.apply(action)

    assert ["take 0", "pay 1", "take 2"] == order


def test_an_empty_table_matches_nothing() -> None:
    state = race("", "3 arms")

    assert ["zilch", "pass"] == [action.kind for action in state.legal_actions(0)]
    assert ["S6"] == cited(state, "0: zilch")


# ---------------------------------------------------------------- the end and the score


def test_d1_with_55_cards_the_fifth_zilch_wins_the_last_card_and_ends_the_game() -> None:
    record = engine.play(match, "greedy", 7, 4)
    left = [
        len(after.view("all").zones["deck"])
        for action, after in zip(record.actions, record.states[1:], strict=True)
        if action.kind == "prize"
    ]
    ended = next(s for s in record.states if s.ended)
    events = [e.rule for s in (ended,) for e in match.events(s.previous, s.action, s)]

    assert [44, 33, 22, 11, 0] == left
    assert "D1" in events
    assert ("deck_out", 5) == (record.state.result.reason, record.state.zilches)


def last_zilch(left: int, **options: Any) -> State:
    """The token has been touched rightly, and so many cards will be left."""
    deck = " ".join(["m5553"] * (left + 1))
    return does(race(THREE, "5 eyes", deck=deck, piles=("m1111 " * 9,), **options), "1: zilch")


def test_s13_the_game_ends_when_ten_cannot_be_laid_out() -> None:
    state = last_zilch(9)

    assert ["S6", "S6", "S13"] == cited(state, "prize m5553")
    assert "count" == does(state, "prize m5553").phase
    assert "deal" == does(last_zilch(11), "prize m5553").phase


def test_r8_ten_cards_left_are_not_enough() -> None:
    state = last_zilch(10)

    assert ["S6", "S6", "R8"] == cited(state, "prize m5553")
    assert "count" == does(state, "prize m5553").phase


def test_s13_wrong_picks_are_paid_back_before_the_end() -> None:
    state = race(THREE, "5 eyes", deck="m5553 " * 3, piles=("m1111 m2223 m0001 " * 3,))
    ended = settled(does(state, "0: touch m3001", "1: zilch", "prize m5553"))

    assert "count" == ended.phase
    assert 8 == len(zone(ended, "score:0"))
    assert [*THREE.split(), "m0001"] == zone(ended, "table")


def test_r9_the_game_ends_after_the_rounds_agreed_on() -> None:
    state = race(THREE, "5 eyes", players=2, max_rounds=7, round=7)

    assert ["R5", "R7", "R9"] == cited(does(state, "0: pass"), "pass")
    over = fall(does(state, "0: pass", "pass"), 1, "over")
    assert ("cap", 7) == (over.result.reason, over.round)
    assert 60 == initial_state(2).max_rounds
    zilch = does(state, "0: zilch", "prize m5553")
    assert ("count", "cap") == (zilch.phase, zilch.ended)


ENDS = ((0, "S13"), (9, "S13"), (10, "R8"))
"""How many cards are left after a Zilch, and the rule that ends the game."""


def test_a_refusal_after_the_end_cites_the_rule_that_ended_the_game() -> None:
    capped = does(race(THREE, "3 arms", players=2, max_rounds=1), "0: pass", "pass")
    out = [(rule, does(last_zilch(left), "prize m5553")) for left, rule in ENDS]

    for rule, counting in [("R9", capped), *out]:
        for state in (counting, fall(counting, 1, "over")):
            with pytest.raises(IllegalAction) as refused:
                state.apply(Action(0, "zilch"))
            assert ("over", rule) == (refused.value.reason, refused.value.rule)


def ended(*piles: str) -> State:
    state = race(THREE, "5 eyes", players=len(piles), piles=piles, max_rounds=1)
    for p in state.acting_players:
        state = state.apply(Action(p, "pass"))
    return state


def result(*piles: str) -> tuple[tuple[int, ...], tuple[int, ...], list[str]]:
    state = fall(ended(*piles), 1, "over")
    before, action = state.previous, state.action
    return (
        state.result.payoffs,
        state.result.winners,
        [event.rule for event in match.events(before, action, state)],
    )


def test_s14_s15_the_most_donuts_win() -> None:
    assert ((3, 6), (1,), ["S14", "S15"]) == result("m0001 m0002", "m1113 m2223")


def test_s16_more_cards_break_a_tie_of_donuts() -> None:
    assert ((3, 3, 2), (0,), ["S14", "S16"]) == result("m0001 m0002", "m1113", "m2222")


def test_r10_equal_cards_too_share_the_win() -> None:
    assert ((3, 3, 0), (0, 1), ["S14", "R10"]) == result("m0001 m0002", "m1111 m2222", "")


def test_statistics_of_a_finished_game() -> None:
    record = engine.play(match, "greedy", 7, 4)
    kinds = [action.kind for action in record.actions]

    assert kinds.count("roll") == match.STATISTICS["rounds"](record.state)
    assert kinds.count("prize") == match.STATISTICS["zilches"](record.state) == 5
    zilch = race(THREE, "5 eyes", players=2, max_rounds=9, round=9)
    over = fall(does(zilch, "0: zilch", "prize m5553"), 1, "over")
    assert (9, 1) == (match.rounds(over), match.zilches(over))
    for statistic in match.STATISTICS.values():
        with pytest.raises(ValueError, match="not over"):
            statistic(zilch)
    roll = next(step for step, kind in enumerate(kinds) if kind == "roll")
    first = record.states[roll + 1]
    assert len(match.matches(first.face, zone(first, "table"))) == match.first_matches(record.state)
    with pytest.raises(ValueError, match="the first roll is known only of a game that was played"):
        match.first_matches(over)


def test_s14_piles_are_turned_over_one_by_one() -> None:
    state = ended("m0001 m0002", "m1113")

    assert [HIDDEN] * 2 == zone(state, "score:0", "public")
    assert (None, None) == match.scores(state.view("public"))
    assert {"count 0": 1} == chances(state)
    turned = does(state, "count 0")
    assert ["m0001", "m0002"] == zone(turned, "counted:0", "public")
    assert [] == zone(turned, "score:0")
    assert [HIDDEN] == zone(turned, "score:1", 1)
    known, unknown = match.scores(turned.view("public"))
    assert known is not None
    assert unknown is None
    assert 3 == known.total
    assert [("S14", 1, 2), ("S14", 1, 1)] == [(x.rule, x.count, x.points) for x in known.lines]


def test_only_the_view_all_sees_score_piles() -> None:
    for players, options in SETUPS:
        record = engine.play(match, "greedy", 5, players, **options)
        for state in record.states:
            for viewer in (*range(players), "public"):
                zones = state.view(viewer).zones
                seen = [zones[f"score:{p}"] for p in range(players)]
                assert {HIDDEN} >= {card for pile in seen for card in pile}


def test_scores_are_hidden_until_they_are_counted() -> None:
    record = engine.play(match, "greedy", 5, 3)
    middle = record.states[len(record.states) // 2]

    assert (None,) * 3 == match.scores(middle.view(0)) == match.scores(middle.view("public"))
    assert None not in match.scores(middle.view("all"))
    assert record.state.result.payoffs == tuple(
        score.total for score in match.scores(record.state.view("public")) if score
    )


# ---------------------------------------------------------------- secrets


def test_a_secret_prize_may_be_any_card_that_was_not_seen() -> None:
    state = does(NOTHING, "1: zilch", "prize m4443")
    rng = random.Random(3)
    drawn = Counter(state.resample_hidden(0, rng).piles[1][-1].card for _ in range(2000))

    assert {"m4443", "m5553"} == set(drawn)
    assert abs(drawn["m4443"] - 1000) < 150  # 10 of each are unseen: 6.7 standard deviations
    assert state == state.resample_hidden(1, rng) == state.resample_hidden("all", rng)


def test_what_is_unseen_is_counted_for_each_viewer() -> None:
    state = does(NOTHING, "1: zilch", "prize m4443")

    assert [0, 0, 20] == state.view(0).values["unseen"] == state.view("public").values["unseen"]
    assert [0, 0, 19] == state.view(1).values["unseen"] == state.view("all").values["unseen"]


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize("players", range(2, 7))
def test_games_are_short_races_with_chance_between(players: int) -> None:
    for seed in range(3):
        record = engine.play(match, "greedy", seed, players)
        for one, other in zip(record.states, record.states[1:], strict=False):
            if one.phase == "race" == other.phase:
                assert set(other.acting_players) < set(one.acting_players)


@pytest.mark.parametrize("seed", range(6))
def test_a_person_picks_first_and_bots_follow_by_their_speed(seed: int) -> None:
    bots = ["greedy", "slow_sharp", "fast_sloppy"]
    widget = MonsterMatch(players=3, seed=seed, you=0, policies=bots)
    begun = len(widget.record.actions)
    wrong = next(c for c in widget.record.state.free() if not widget.record.state.fitting([c]))
    widget.act(f"0: touch {wrong}")
    record = widget.record
    state = record.states[begun + 1]
    asked = {p: match.POLICIES[bots[p]](state.view(p), record.rng(begun, f":{p}")) for p in (1, 2)}

    assert (0, "touch", (wrong,)) == record.actions[begun]
    assert (1, 2) == state.acting_players
    first = min((1, 2), key=lambda p: asked[p][0])
    assert asked[first][1] == record.actions[begun + 1]


def test_the_last_one_who_looks_goes_on_with_the_same_search() -> None:
    numbers: dict[tuple[int, int], set[float]] = {}
    alone = 0

    def noted(view: View, rng: Any) -> tuple[float, Action]:
        nonlocal alone
        delay, action = match.POLICIES["greedy"](view, random.Random(first := rng.random()))
        numbers.setdefault((view.values["round"], action.player), set()).add(first)
        alone += len(view.acting_players) == 1
        return delay, action

    record = engine.play(match, noted, 3, 3)

    assert alone > 5
    assert {1} == {len(drawn) for drawn in numbers.values()}
    assert record == engine.play_on(record.undo(record.actions[-20].player), (noted,) * 3)


def test_an_illegal_touch_is_answered_with_a_sentence_in_both_languages() -> None:
    for locale, said in (("en", "No such monster lies on"), ("es", "no hay ningún monstruo así")):
        widget = MonsterMatch(players=3, seed=1, you=0, locale=locale)
        gone = next(m.card for m in HOUSE_DECK if m.card not in widget.record.state.table)
        last = len(widget.record.actions)

        with pytest.raises(IllegalAction, match=said):
            widget.act(f"0: touch {gone}")
        widget.intent = {"id": 1, "step": last, "action": f"0: touch {gone}"}
        assert "monster_match.reason.not_on_table" == widget.error["key"]
        assert last == len(widget.record.actions)


def test_a_hint_says_what_each_pick_would_bring() -> None:
    widget = MonsterMatch(players=3, seed=1, you=0)
    values = widget.explain()

    assert set(values) == {f"0: {action}" for action in widget.record.state.legal_actions(0)}
    assert "exact" == widget.hint["method"]
    assert Fraction(0) == values["0: pass"]


def test_a_widget_says_of_every_deck_of_ours_that_it_is_ours() -> None:
    for locale, said, name in (
        ("en", "not those of the printed cards", "our numbers"),
        ("es", "no los de las cartas impresas", "números nuestros"),
    ):
        words = messages.Words(locale, "monster_match", [])
        for deck in match.DECKS:
            widget = MonsterMatch(
                players=2, seed=1, step=1, locale=locale, deck=deck, policies="random", max_rounds=1
            )
            assert said in widget._repr_mimebundle_()[0]["text/html"]
            assert name in words.piped(deck, "deck_name")


def test_a_widget_says_on_the_static_board_that_the_deck_is_ours() -> None:
    data, _ = MonsterMatch(players=6, seed=7, step=2, locale="en")._repr_mimebundle_()

    assert "MonsterMatch(players=6, seed=7, step=2/" in data["text/plain"]
    assert "the numbers on them are ours" in data["text/html"]
    assert "1 donut" in data["text/html"]


def test_monsters_are_worded_by_their_numbers() -> None:
    english, spanish = (
        messages.Words(locale, "monster_match", ["Ana", "Bo"]) for locale in ("en", "es")
    )

    assert "3 arms, 0 legs, 1 eye, 2 donuts" == english.piped("m3012", "card")
    assert "3 brazos, 0 piernas, 1 ojo, 2 dónuts" == spanish.piped("m3012", "card")
    assert "2 × 1 arm, 2 legs, 3 eyes, 1 donut" == english.piped(["m1231"] * 2, "list:card")
    assert "a monster with 1 arm, 2 legs, 3 eyes and 1 donut" == english.piped(
        ["m1231"], "some:card"
    )
    assert ["3 arms", "1 pierna"] == [
        english.piped(["arms3"], "list:roll"),
        spanish.piped(["legs1"], "list:roll"),
    ]


def test_alike_monsters_make_five_zilches_fast() -> None:
    record = engine.play(match, "fast_sharp", 1, 3, deck=ALIKE)

    assert "deck_out" == record.state.result.reason
    assert record.state.round < 20
