"""Exact mathematics of chance. Knows no game, draws nothing, rounds nothing."""

from .counting import (
    at_least,
    draws_until_collected,
    hypergeometric,
    multivariate_hypergeometric,
)
from .distribution import Distribution

__all__ = [
    "Distribution",
    "at_least",
    "draws_until_collected",
    "hypergeometric",
    "multivariate_hypergeometric",
]
