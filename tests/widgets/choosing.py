"""Choices as the browser sends them."""

from __future__ import annotations

from typing import Any

from monster_widgets import MonsterCafe


def intend(widget: MonsterCafe, action: str, ident: int, step: int | None = None) -> None:
    newest = len(widget.record.actions)
    widget.intent = {"id": ident, "step": newest if step is None else step, "action": action}


def first_choice(widget: MonsterCafe) -> str:
    return str(widget.record.state.legal_actions()[0])


def inquire(
    widget: Any, do: str, ident: int, step: int, line: str = "", action: str | None = None
) -> None:
    widget.intent = {"id": ident, "do": do, "line": line, "step": step, "action": action}
