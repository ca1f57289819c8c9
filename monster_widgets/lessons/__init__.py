"""What the notebooks ask of a learner: exercises, and a friendly answer to each answer."""

from .checking import Exercise, Exercises, Feedback, check, exercises

__all__ = ["Exercise", "Exercises", "Feedback", "check", "exercises"]
