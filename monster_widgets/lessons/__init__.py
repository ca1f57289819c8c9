"""What lessons need: exercises with a friendly answer to each answer, and pooled results."""

from .checking import Exercise, Exercises, Feedback, check, exercises
from .pooling import NotCounted, Pooled, pool

__all__ = [
    "Exercise",
    "Exercises",
    "Feedback",
    "NotCounted",
    "Pooled",
    "check",
    "exercises",
    "pool",
]
