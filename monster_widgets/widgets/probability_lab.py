"""The laboratory: any question about any game, answered by playing it many times."""

from __future__ import annotations

import asyncio
import csv
import inspect
from html import escape
from pathlib import Path
from time import monotonic
from types import ModuleType
from typing import TYPE_CHECKING, Any

import traitlets

from .. import games
from ..analysis import Question, Run, Simulation, SimulationError, exactly
from ..locales.messages import LOCALES, Words, catalogue, excerpt
from ..probability import Distribution
from ..probability.whole import as_whole
from . import lab_table
from .contract import LabGame, LabQuestion, LabResult, LabSeat
from .slices import EVERY, SLICE, in_slices
from .widget import KEYWORDS, Answering, bundle, pack

if TYPE_CHECKING:
    from pandas import DataFrame

SHARE = 4
"""From one picture to the next it takes at least so many times what a picture costs."""
MOST = 10**9
"""The largest number of games one may ask for."""
LONGEST = 40
"""The most digits a seed from the browser may have."""


class ProbabilityLab(Answering):
    """Choose a game, a question and a number of games; watch the answer settle.

    ``ProbabilityLab("monster_cafe", "first_sorbets", 10_000, seed=4)`` is a laboratory where all of
    it can be changed in the browser; what runs there leaves the kernel free for other cells.
    ``lab.run()`` plays to the end at once: the same question and seed always give the same answer.
    """

    _esm = bundle("probability_lab")
    _reasons = "lab"

    # Python only
    choices: Any = traitlets.List(read_only=True).tag(sync=True)
    """What can be asked, see ``contract.LabGame``."""
    question = traitlets.Dict(read_only=True).tag(sync=True)
    """What is asked, see ``contract.LabQuestion``."""
    shown = traitlets.Dict(read_only=True).tag(sync=True, to_json=pack)
    """What is known by now, see ``contract.LabResult``."""
    running = traitlets.Bool(False, read_only=True).tag(sync=True)

    def __init__(
        self,
        game: str | ModuleType = "monster_cafe",
        statistic: str | None = None,
        n: int = 10_000,
        *,
        players: int | None = None,
        policies: str | list[str] | tuple[str, ...] = "random",
        seed: int = 0,
        **keywords: Any,
    ) -> None:
        """Ask a question; nothing is played yet.

        statistic: a name of ``game.STATISTICS`` (default: one whose answer is known exactly, where
        there is one, else "final_scores"). n: the number of games. players: default 4, or as many
        as there can be. policies: how the seats choose, one for all or one for each. seed: a whole
        number. Other keywords are traits (locale, theme, size) or options of the game. ValueError
        says what is wrong. For functions of your own, see ``analysis.simulate``.
        """
        traits = {name: keywords.pop(name) for name in list(keywords) if name in KEYWORDS}
        self._prepare(_messages(), traits)
        self._token: object | None = None
        self._task: asyncio.Task[None] | None = None
        self.set_trait("choices", [_choices(name) for name in games.names()])
        self._options = keywords
        self._ask(self._asked(game, statistic, n, players, policies, seed, keywords))
        super().__init__(**traits)

    def _asked(
        self,
        game: str | ModuleType,
        statistic: str | None,
        n: int,
        players: int | None,
        policies: Any,
        seed: int,
        options: dict[str, Any],
    ) -> Question:
        module: Any = game if isinstance(game, ModuleType) else games.load(game)
        known = list(inspect.signature(module.initial_state).parameters)[1:]
        own = ("game", "statistic", "n", "players", "policies", "seed", *KEYWORDS)
        self._check_keywords(options, own, known)
        if statistic is None:
            statistic = next(iter(getattr(module, "EXACT", ())), "final_scores")
        seats = list(policies) if isinstance(policies, list | tuple) else [policies]
        if not isinstance(statistic, str) or not all(isinstance(one, str) for one in seats):
            raise ValueError(
                "a laboratory asks for statistics and policies by name; "
                "for functions of your own there is analysis.simulate"
            )
        if (whole := as_whole(n)) is not None and whole > MOST:
            raise ValueError(f"the number of games is at most {MOST}, not {n}")
        if players is None:
            players = min(4, max(module.PLAYERS))
        return Question.of(
            module,
            n,
            policies=policies,
            players=players,
            seed=seed,
            statistic=statistic,
            **options,
        )

    def _ask(self, question: Question) -> None:
        """Take a question; what was played of the last one is gone."""
        exact = exactly(
            question.game,
            str(question.statistic),
            players=question.start.players,
            **question.options,
        )
        self._question, self._exact = question, exact
        asked: LabQuestion = {
            "game": question.game,
            "statistic": str(question.statistic),
            "players": question.start.players,
            "policies": list(question.seats),
            "n": question.n,
            "seed": str(question.seed),
            "options": {name: str(value)[:80] for name, value in self._options.items()},
        }
        self.set_trait("question", asked)
        self._begin_anew()

    def _begin_anew(self) -> None:
        self._token = None
        self._run = Run(self._question)
        self._course = self._run.games(by_move=True)
        self._done, self._due = 0, 0.0
        self._publish()

    # playing ---------------------------------------------------------------------------------

    def run(self, until: int | None = None) -> Simulation:
        """Play to the end now, or until so many games (of a kernel: in whole batches) are done.

        Returns `result`. ValueError if there is nothing left to play, SimulationError if a batch
        fails.
        """
        goal = self._question.n if until is None else as_whole(until)
        if goal is None or goal not in range(1, self._question.n + 1):
            raise ValueError(
                f"until is a number of games from 1 to {self._question.n}, not {until!r}"
            )
        if self._done >= goal:
            return self.result
        token = self._begin()
        while self._play(token, goal):
            pass
        return self.result

    def start(self) -> None:
        """Play in the background, or go on: in slices, so that other cells can run meanwhile.

        ValueError if it runs already, if all is played, or where no event loop runs (in a plain
        script): there `run` is possible.
        """
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            raise self._refusal("no_loop") from None
        if self._token is not None:
            raise self._refusal("running")
        token = self._begin()
        self._task = in_slices(lambda: self._goes_on(token))

    def stop(self) -> None:
        """Stop what runs; `start` and `run` go on from there. ValueError if nothing runs."""
        with self._lock:
            if self._token is None:
                raise self._refusal("not_running")
            self._token = None
            self._publish()

    def clear(self) -> None:
        """Forget all games of this question; stops what runs."""
        with self._lock:
            self._begin_anew()

    def close(self) -> None:
        """Close the widget, and stop what runs."""
        self._token = None
        super().close()

    def _begin(self) -> object:
        with self._lock:
            if self._done >= self._question.n:
                raise self._refusal("finished")
            self._token = object()
            self._publish()
            return self._token

    def _goes_on(self, token: object) -> bool:
        try:
            return self._play(token, self._question.n)
        except SimulationError as error:  # a task's exception would be lost
            # it begins with the batch and the seed
            values = {
                "batch": self._done // self._question.batch,
                "seed": str(self._question.seed),
                "detail": str(error).partition(": ")[2],
            }
            key = f"{self._reasons}.reason.failed"
            self.set_trait("error", {"intent": 0, "key": key, "values": values, "rule": None})
            return False

    def _play(self, token: object, goal: int) -> bool:
        """Play for a moment; tell whether to go on. Only who holds the newest token plays."""
        with self._lock:
            if token is not self._token:
                return False
            end, more = monotonic() + SLICE, False
            try:
                for done in self._course:
                    self._done = done
                    if monotonic() >= end or done >= goal:
                        more = done < goal
                        break
            except BaseException:  # a game fails, or somebody interrupts: it can go on from here
                self._course = self._run.games(by_move=True)
                raise
            finally:
                if not more:
                    self._token = None
                if not more or monotonic() >= self._due:
                    self._publish()
            return more

    # publishing ------------------------------------------------------------------------------

    def _publish(self) -> None:
        begun = monotonic()
        with self.hold_sync():
            self.set_trait("shown", self._result(code=self._token is None))
            self.set_trait("running", self._token is not None)
        now = monotonic()
        self._due = now + max(EVERY, SHARE * (now - begun))

    def _result(self, code: bool) -> LabResult:
        result = self._run.result
        return {
            "done": self._done,
            "seats": lab_table.seats(result, self._exact),
            "code": _code(result) if code and self._done else None,
        }

    # the reader's wishes ---------------------------------------------------------------------

    def _obey(self, intent: Any, ident: int) -> None:
        match intent:
            case {"id": int(), "do": "run" | "stop" | "clear" as wish, "question": None} if ident:
                asked = None
            case {"id": int(), "do": "ask" as wish, "question": dict(asked)} if ident:
                pass
            case _:
                raise self._refusal("bad_intent")
        if ident <= self.answered:
            raise self._refusal("late")
        if wish == "stop":
            self.stop()
        elif wish == "clear":
            self.clear()
        elif wish == "run":
            self.start()
        else:
            question, options = self._understood(asked)
            self._options = options
            self._ask(question)
            self.start()
        self.set_trait("error", None)

    def _understood(self, asked: Any) -> tuple[Question, dict[str, Any]]:
        """Return the question of the browser and its options, or refuse it; nothing is believed."""
        match asked:
            case {
                "game": str(game),
                "statistic": str(statistic),
                "players": int(players),
                "policies": list(policies),
                "n": int(n),
                "seed": str(seed),
            }:
                pass
            case _:
                raise self._refusal("bad_intent")
        known = next((one for one in self.choices if one["name"] == game), None)
        if (
            known is None
            or statistic not in known["statistics"]
            or players not in known["players"]
            or len(policies) != players
            or not all(policy in known["policies"] for policy in policies)
        ):
            raise self._refusal("bad_intent")
        if isinstance(n, bool) or not 1 <= n <= MOST:
            raise self._refusal("bad_number", most=self._words().grouped(MOST))
        digits = seed.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= LONGEST):
            raise self._refusal("bad_seed")
        # the browser cannot ask for options: those given in Python hold for their game
        options = self._options if game == self._question.game else {}
        question = self._asked(game, statistic, n, players, policies, int(seed), options)
        return question, options

    # looking ---------------------------------------------------------------------------------

    @property
    def result(self) -> Simulation:
        """What came out so far; before the first game its `n` is 0."""
        with self._lock:
            return self._run.result

    @property
    def exact(self) -> Distribution[Any] | None:
        """The exact distribution of the statistic, where it is known; else None."""
        return self._exact

    @property
    def code(self) -> str:
        """A short text of the result, to be pooled with others: see ``lessons.pool``."""
        return self.result.code

    def to_pandas(self) -> DataFrame:
        """Return the table on screen: "player", "low", "high", "games", "simulated", "exact".

        "low" and "high" are equal where values are shown one by one; "exact" is there where it is
        known. ``lab.result.to_pandas()`` has every value.
        """
        from pandas import DataFrame

        return DataFrame(self._rows())

    def to_csv(self, path: str | Path) -> Path:
        """Write the table of `to_pandas` as comma-separated values."""
        rows, target = self._rows(), Path(path)
        if not rows:
            raise self._refusal("nothing_played")
        with target.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        return target

    def _rows(self) -> list[dict[str, Any]]:
        shown = self._shown()
        return [
            {
                "player": seat,
                "low": _short(row["low"]),
                "high": _short(row["high"]),
                "games": row["count"],
                "simulated": row["count"] / shown["done"],
                **(
                    {}
                    if row["exact"] is None
                    else {"exact": float(lab_table.fraction(row["exact"]))}
                ),
            }
            for seat, column in enumerate(shown["seats"])
            for row in column["rows"]
        ]

    def _shown(self) -> LabResult:
        with self._lock:
            return self._result(code=False)

    def _words(self) -> Words:
        return Words(self.locale, "lab", ())

    def _title(self) -> str:
        return self._words().text("lab.ui.title")

    def _state(self) -> dict[str, Any]:
        shown = self._result(code=True)
        return {
            "choices": self.choices,
            "question": self.question,
            "shown": shown,
            "running": False,
        }

    def _static(self) -> str:
        words, shown = self._words(), self._shown()
        asked, n = _told(words, self.question), shown["done"]
        parts = [f"<p><strong>{escape(self._title())}</strong>. {escape(asked)}</p>"]
        if not n:
            parts.append(f"<p>{escape(words.text('lab.tell.nothing'))}</p>")
        for number, seat in enumerate(shown["seats"]):
            if len(shown["seats"]) > 1:
                parts.append(f"<p>{escape(words.text('lab.ui.seat', {'p': number}))}</p>")
            parts.append(f"<p>{escape(' '.join(lab_table.sentences(words, seat, n)))}</p>")
            parts.append(_table(words, seat, n))
        return f'<div lang="{words.locale}">{"".join(parts)}</div>'

    def __repr__(self) -> str:
        """Return a short text, the same in every process: nbval compares it."""
        question = self._question
        return (
            f"ProbabilityLab({question.game!r}, {question.statistic!r}, n={question.n}, "
            f"seed={question.seed}, done={self._done})"
        )


def _choices(name: str) -> LabGame:
    game = games.load(name)
    return {
        "name": name,
        "players": list(game.PLAYERS),
        "statistics": list(game.STATISTICS),
        "policies": list(game.POLICIES),
    }


def _messages() -> dict[str, Any]:
    """Return the laboratory's own words, and of every game what it asks and how bots choose."""
    own, asked = catalogue("lab"), excerpt(games.names(), ("ui", "statistic", "policy"))
    return {locale: {**own[locale], **asked[locale]} for locale in LOCALES}


def _told(words: Words, question: dict[str, Any]) -> str:
    """Return the question as a sentence."""
    game = question["game"]
    names = [words.text(f"{game}.policy.{one}") for one in dict.fromkeys(question["policies"])]
    return words.text(
        "lab.tell.question",
        {
            "game": words.text(f"{game}.ui.title"),
            "statistic": words.text(f"{game}.statistic.{question['statistic']}"),
            "players": words.text("lab.n.players", {"n": question["players"]}),
            "policies": words.join(names),
            "seed": question["seed"],
        },
    )


def _table(words: Words, seat: LabSeat, n: int) -> str:
    known = seat["exact_mean"] is not None
    heads = ("value", "simulated", *(("exact",) if known else ()))
    head = "".join(f'<th scope="col">{escape(words.text(f"lab.ui.{one}"))}</th>' for one in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th>'
        + "".join(f"<td>{escape(text)}</td>" for text in texts if text is not None)
        + "</tr>"
        for name, *texts in lab_table.shares(words, seat, n)
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _code(result: Simulation) -> str | None:
    try:
        return result.code
    except ValueError:
        return None


def _short(value: Any) -> int | float:
    number = lab_table.fraction(value)
    return int(number) if number.denominator == 1 else float(number)
