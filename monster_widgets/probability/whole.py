"""Whole numbers, whoever made them."""

from __future__ import annotations

from operator import index
from typing import Any


def as_whole(value: Any) -> int | None:
    """Return Python's or numpy's whole number as an int; None for all else (True, 1.0, "1")."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)
    except TypeError:
        return None
