"""What lessons need: exercises and questions with a friendly answer, and pooled results."""

from .checking import Exercise, Exercises, Feedback, check, exercises
from .marking import Answers, Mark, Marks, NotMarked, mark
from .pooling import NotCounted, Pooled, pool
from .questions import Question, read_question, read_questions

__all__ = [
    "Answers",
    "Exercise",
    "Exercises",
    "Feedback",
    "Mark",
    "Marks",
    "NotCounted",
    "NotMarked",
    "Pooled",
    "Question",
    "check",
    "exercises",
    "mark",
    "pool",
    "read_question",
    "read_questions",
]
