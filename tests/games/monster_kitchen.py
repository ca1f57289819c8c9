"""What other tests need of Monster Kitchen: set-ups that lead to games of different kinds."""

from __future__ import annotations

from typing import Any

SETUPS: tuple[tuple[int, dict[str, Any]], ...] = (
    (1, {}),
    (1, {"stock": 1, "cooks": 2, "shift": 200}),
    (1, {"level": "dinner", "times": "erlang", "cooks": 4, "gap": 5, "tables": 8, "shift": 50}),
    (1, {"level": "patience", "times": "fixed", "arrivals": "fixed", "gap": 15, "shift": 150}),
    (1, {"level": "cooks", "shift": 60}),
    (1, {"level": "arrivals", "shift": 100}),
)
