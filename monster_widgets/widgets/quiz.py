"""Questions on positions of a game: answered in the browser or in Python, judged or handed in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import traitlets

from .. import lessons
from ..lessons import keys, marking, questions
from ..lessons.answers import is_blank
from ..lessons.marking import Answers, Done, Mark
from ..lessons.positions import a_mapping
from ..locales.messages import LOCALES, Words, catalogue, is_name
from ..probability.whole import as_whole
from . import page, sheets, widget
from .contract import QuizQuestion, QuizVerdict
from .widget import Answering, Refused, bundle, pack, unfit

if TYPE_CHECKING:
    from pandas import DataFrame

FEEDBACK = ("now", "end", "never")
KEYWORDS = ("feedback", "title", "name", "answers", "current", *widget.KEYWORDS)


class Score(NamedTuple):
    """How many answers are right, and of how many questions."""

    right: int
    of: int


class Quiz(Answering):
    """Questions, one after the other.

    ``Quiz("monster_cafe")`` asks the ten questions that come with the package; a path of a file, or
    a list of questions as data, asks your own (``docs/questions.md`` says how to write them).
    ``feedback="now"`` says at once how an answer went, ``"end"`` when all is finished, ``"never"``
    not at all: then the answers are handed in, and the widget holds nothing of the key.
    """

    _esm = bundle("quiz")
    _reasons = "quiz"

    # Python only
    sheet = traitlets.Dict(read_only=True).tag(sync=True, to_json=pack)
    """The questions as a reader sees them, see ``contract.QuizSheet``."""
    feedback = traitlets.Enum(FEEDBACK, "now", read_only=True).tag(sync=True)
    verdicts = traitlets.Dict(read_only=True).tag(sync=True)
    """What there is to say of the answers so far, by the questions' ids."""
    finished = traitlets.Bool(False, read_only=True).tag(sync=True)
    code = traitlets.Unicode("", read_only=True).tag(sync=True)
    """The answers as a short text to hand in, once they are finished."""

    # shared with the browser; Python checks it, and judges by it
    answers = traitlets.Dict().tag(sync=True)
    """Question id → {"answer", "tries", "hints"}."""
    current = traitlets.Int(0).tag(sync=True)
    """The number of the question on screen; the first is 0."""

    def __init__(
        self,
        source: Any,
        *,
        feedback: str | None = None,
        title: str | None = None,
        name: str = "",
        **keywords: Any,
    ) -> None:
        """Ask questions.

        source: the name of questions that come with the package, the path of a file (of questions,
        or of a student's sheet), a question, or a list of questions.
        feedback: "now" (default), "end" or "never"; a student's sheet has "never".
        title: what stands at the top. name: whose answers these are.
        Other keywords are traits (answers, current, locale, theme, size).
        ValueError says which question is wrong, and which entry of it.
        """
        self._check_keywords(keywords, KEYWORDS)
        if not (name == "" or is_name(name)):
            raise ValueError(f"name must be a text that can be printed, not {name!r}")
        data = questions.load_json(source) if isinstance(source, str | Path) else source
        is_sheet = isinstance(data, Mapping) and data.get("format") == sheets.FORMAT
        feedback = feedback or ("never" if is_sheet else "now")
        if feedback not in FEEDBACK:
            listed = ", ".join(map(repr, FEEDBACK))
            raise ValueError(f"feedback must be one of {listed}, not {feedback!r}")
        self._asked: tuple[lessons.Question, ...] | None = None
        if is_sheet:
            if feedback != "never":
                raise ValueError("a student's sheet holds no key: its feedback is 'never'")
            sheet = sheets.read(data)
        else:
            self._asked = lessons.read_questions(data)
            texts = data.get("title") if isinstance(data, Mapping) else None
            sheet = sheets.sheet(self._asked, sheets.read_title(texts), hints=feedback != "never")
        if title is not None:
            sheet["title"] = sheets.read_title(dict.fromkeys(LOCALES, title))
        sheet["name"] = name
        self._ids = tuple(one["id"] for one in sheet["questions"])
        played = dict.fromkeys(one["board"]["info"]["game"] for one in sheet["questions"])
        self._prepare(catalogue("quiz", *played), keywords)
        self.set_trait("feedback", feedback)
        self.set_trait("sheet", sheet)
        answers = keywords.pop("answers", {})
        super().__init__(**keywords)
        self.answers = answers

    # looking ---------------------------------------------------------------------------------

    @property
    def score(self) -> Score | None:
        """How many answers are right; None before anything may be said of them."""
        if not self._may_tell:
            return None
        return Score(sum(row.right is True for row in self.results), len(self._ids))

    @property
    def results(self) -> tuple[Mark, ...]:
        """A row for each question; `right` is None before anything may be said of it."""
        return tuple(
            Mark(
                self.sheet["name"],
                ident,
                done.answer,
                (self.verdicts.get(ident) or {}).get("right") if self._may_tell else None,
                done.tries,
                done.hints,
            )
            for ident, done in ((ident, self._done(ident)) for ident in self._ids)
        )

    @property
    def _may_tell(self) -> bool:
        return self.feedback == "now" or (self.feedback == "end" and self.finished)

    def to_json(self) -> str:
        """Return the answers as JSON: what ``lessons.mark`` reads."""
        return self._answers().to_json()

    def to_csv(self) -> str:
        """Return the answers as a table: what ``lessons.mark`` reads, too."""
        return self._answers().to_csv()

    def to_pandas(self) -> DataFrame:
        """Return the results as a DataFrame; needs pandas, which the extra `lab` brings."""
        from pandas import DataFrame

        return DataFrame(list(self.results), columns=list(Mark._fields))

    def _answers(self) -> Answers:
        given = {ident: self._done(ident) for ident in self._ids}
        return Answers(self.sheet["quiz"], self.sheet["name"], given)

    # answering -------------------------------------------------------------------------------

    def answer(self, *answer: object, question: str | int | None = None) -> lessons.Feedback:
        """Answer a question (default: the one on screen), and return what there is to say.

        A number in any form (3/28, "3/28", "10.7%"), an option's id, or all ids in order (as a
        list, or one after the other); ``...`` stands for no answer yet. ValueError where the
        question is over, or where this cannot be an answer.
        """
        with self._lock:
            ident = self._ident(question)
            if all(map(is_blank, answer)):
                return self._told_in_words(None, "quiz.reason.empty", {})
            verdict = self._answer(ident, answer[0] if len(answer) == 1 else list(answer))
            return self._told_in_words(verdict["right"], verdict["key"], verdict["values"])

    def hint(self, question: str | int | None = None) -> str:
        """Return the next hint of a question (default: the one on screen); it is counted."""
        with self._lock:
            return self._hint(self._ident(question))

    def finish(self) -> Score | None:
        """Finish the quiz: answers are judged now (feedback="end"), or ready to be handed in."""
        with self._lock:
            if self.feedback == "now":
                raise self._refusal("nothing_to_finish")
            self._check_open()
            with self.hold_sync():
                self.set_trait("finished", True)
                self.set_trait("code", self._answers().code if self.feedback == "never" else "")
                self.set_trait("verdicts", self._verdicts())
            return self.score

    def _answer(self, ident: str, given: object) -> keys.VerdictData:
        self._check_open()
        if self._is_over(ident):
            raise self._refusal("closed")
        question = self._question(ident)
        try:
            ids = [option["id"] for option in question["options"]]
            answer = questions.check_answer(cast(keys.Kind, question["kind"]), ids, given)
        except ValueError as problem:
            raise self._refusal("bad_answer", detail=str(problem)) from None
        verdict = self._judged(ident, answer)
        if self.feedback != "now" and verdict["right"] is None and verdict["key"] != _NOTED:
            return verdict  # not to be read: nothing is noted
        done = self._done(ident)
        counts = self.feedback != "now" or verdict["right"] is not None
        self._note(ident, done._replace(answer=answer, tries=done.tries + counts))
        return verdict

    def _judged(self, ident: str, answer: keys.Given) -> keys.VerdictData:
        """Return what may be said of an answer now: all of it, or whether it can be read."""
        if self.feedback == "now":
            return self._key(ident).judge(answer)
        question = self._question(ident)
        if question["kind"] == "number":
            unreadable = keys.unreadable(answer, question["chance"])
            if unreadable is not None:
                return unreadable
        return {"right": None, "key": _NOTED, "values": {}}

    def _hint(self, ident: str) -> str:
        self._check_open()
        if self.feedback == "never":
            raise self._refusal("no_hints")
        done, hints = self._done(ident), self._question(ident)["hints"]
        if done.hints >= len(hints):
            raise self._refusal("no_hint")
        self._note(ident, done._replace(hints=done.hints + 1))
        return hints[done.hints][self.locale]

    def _note(self, ident: str, done: Done) -> None:
        self.answers = {**self.answers, ident: done._asdict()}

    def _check_open(self) -> None:
        if self.finished:
            raise self._refusal("finished")

    def _is_over(self, ident: str) -> bool:
        verdict, tries = self.verdicts.get(ident), self._question(ident)["tries"]
        if self.feedback != "now" or verdict is None:
            return False
        return verdict["right"] is True or (tries is not None and self._done(ident).tries >= tries)

    def _done(self, ident: str) -> Done:
        return Done(**self.answers.get(ident, {}))

    def _question(self, ident: str) -> QuizQuestion:
        found: QuizQuestion = self.sheet["questions"][self._ids.index(ident)]
        return found

    def _key(self, ident: str) -> keys.Key:
        assert self._asked is not None
        return self._asked[self._ids.index(ident)].key

    def _ident(self, question: object) -> str:
        if question is None:
            return self._ids[self.current]
        number = as_whole(question)
        if number is not None and 0 <= number < len(self._ids):
            return self._ids[number]
        if question not in self._ids:
            items = ", ".join(self._ids)
            raise self._refusal("no_question", question=repr(question), items=items)
        return str(question)

    @traitlets.validate("answers")
    def _valid_answers(self, proposal: Any) -> dict[str, Any]:
        with unfit():
            self._check_open()  # the browser writes this one, too
            found = {}
            for ident, data in a_mapping(proposal["value"], "answers").items():
                ident = self._ident(ident)
                done, question = marking.done_of(data), self._question(ident)
                if done.answer is not None:
                    ids = [option["id"] for option in question["options"]]
                    answer = questions.check_answer(
                        cast(keys.Kind, question["kind"]), ids, done.answer
                    )
                    done = done._replace(answer=answer)
                found[ident] = done._asdict()
        return found

    @traitlets.validate("current")
    def _valid_current(self, proposal: Any) -> int:
        return max(0, min(int(proposal["value"]), len(self._ids) - 1))

    @traitlets.observe("answers")
    def _on_answers(self, _change: Any) -> None:
        with self._lock:
            self.set_trait("verdicts", self._verdicts())

    def _verdicts(self) -> dict[str, QuizVerdict]:
        """Return what may be said of the answers: nothing, of questions without one."""
        if not self._may_tell:
            return {}
        found: dict[str, QuizVerdict] = {}
        for ident in self._ids:
            done, key = self._done(ident), self._key(ident)
            tries = self._question(ident)["tries"]
            if done.answer is None and not self.finished:
                continue
            verdict = keys.NOTHING if done.answer is None else key.judge(done.answer)
            used_up = self.finished or (tries is not None and done.tries >= tries)
            right = verdict["right"] is True
            found[ident] = {
                **verdict,
                "shown": key.shown if used_up and not right else None,
                "more": key.more if used_up or right else None,
            }
        return found

    def _obey(self, intent: Any, ident: int) -> None:
        match intent:
            case {"id": int(), "do": str(do), "question": str(question), "answer": answer} if ident:
                pass
            case _:
                raise self._refusal("bad_intent")
        if ident <= self.answered:
            raise self._refusal("late")
        match do:
            case "answer":
                verdict = self._answer(self._ident(question), answer)
                if self.feedback != "now" and verdict["key"] != _NOTED:
                    words = self._words().text(verdict["key"])
                    raise Refused(verdict["key"], {}, words)
            case "hint":
                self._hint(self._ident(question))
            case "finish":
                self.finish()
            case _:
                raise self._refusal("bad_intent")
        self.set_trait("error", None)

    # handing out -----------------------------------------------------------------------------

    def split(self, student: str | Path, key: str | Path) -> tuple[Path, Path]:
        """Write the student's sheet and the teacher's key, two files that belong together.

        The sheet holds positions and texts: no key, no formula, no feedback, no hint, no odds, and
        nothing by which a game could be played on. ``Quiz("sheet.json")`` asks it;
        ``lessons.mark("key.json", answers)`` marks what comes back.
        """
        if self._asked is None:
            raise ValueError("this is a student's sheet already: it holds no key to be split off")
        sheet = sheets.sheet(self._asked, self.sheet["title"], hints=False)
        head = {"format": sheets.FORMAT, "version": sheets.VERSION}
        worked_out = {question.id: question.key for question in self._asked}
        contents = (
            (Path(student), {**head, **{k: v for k, v in sheet.items() if k != "name"}}),
            (Path(key), marking.key_data(sheet["quiz"], worked_out)),
        )
        for path, data in contents:
            path.write_text(json.dumps(data, ensure_ascii=False), "utf-8")
        return contents[0][0], contents[1][0]

    # showing ---------------------------------------------------------------------------------

    def __repr__(self) -> str:
        """Return a short text, the same in every process: nbval compares it."""
        answered = sum(self._done(ident).answer is not None for ident in self._ids)
        return f"Quiz({len(self._ids)} questions, answered={answered}, feedback={self.feedback!r})"

    def _words(self) -> Words:
        return Words(self.locale, "quiz", ())

    def _told_in_words(
        self, right: bool | None, key: str, values: Mapping[str, keys.Text]
    ) -> lessons.Feedback:
        here = {name: text[self.locale] for name, text in values.items()}
        return lessons.Feedback(right, self._words().text(key, here), self.locale)

    def _title(self) -> str:
        title = self.sheet["title"]
        return title[self.locale] if title else self._words().text("quiz.ui.quiz")

    def _static(self) -> str:
        words = self._words()
        parts = [f"<p><strong>{escape(self._title())}</strong></p>"]
        for question in self.sheet["questions"]:
            board, options = question["board"], question["options"]
            info = board["info"]
            frame = board["frame"]
            zones = {**(frame["view"]["zones"] if frame else {}), **board["zones"]}
            own = Words(self.locale, info["game"], info["players"])
            parts.append(page.zones(own, info, zones))
            parts.append(f"<p>{escape(question['text'][self.locale])}</p>")
            items = "".join(f"<li>{escape(one['text'][self.locale])}</li>" for one in options)
            parts.append(f"<ul>{items}</ul>" if items else "")
        parts.append(f"<p><em>{escape(words.text('quiz.still.run'))}</em></p>")
        return f'<div lang="{self.locale}">{"".join(parts)}</div>'

    def _state(self) -> dict[str, Any]:
        names = ("sheet", "feedback", "verdicts", "finished", "code", "answers", "current")
        practice = {}
        if self.feedback != "never" and self._asked is not None:
            practice = {question.id: question.key.to_data() for question in self._asked}
        return {name: getattr(self, name) for name in names} | {"practice": practice}


_NOTED = "quiz.verdict.noted"
