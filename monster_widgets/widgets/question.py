"""The widget of a single question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .. import lessons
from .quiz import Quiz


class Question(Quiz):
    """One question about a position of a game, to be answered in the browser or in Python.

    ``Question({"id": …, "kind": "number", …})`` takes the data of a question (described in
    ``docs/questions.md``), ``Question("monster_cafe", "next_lint")`` one that comes with the
    package (or that stands in a file). Other keywords as for ``Quiz``.
    """

    def __init__(
        self,
        question: Mapping[str, Any] | lessons.Question | str,
        pick: str | None = None,
        **keywords: Any,
    ) -> None:
        """Work the question out and show it; ValueError says what is wrong with its data."""
        found = lessons.read_questions(question)
        chosen = [one for one in found if pick in (None, one.id)]
        if len(chosen) != 1:
            ids = ", ".join(one.id for one in found)
            raise ValueError(f"which question? there are {ids}")
        super().__init__(chosen, **keywords)

    def __repr__(self) -> str:
        """Return a short text, the same in every process: nbval compares it."""
        (question,) = self._ids
        return f"Question({question!r}, feedback={self.feedback!r})"
