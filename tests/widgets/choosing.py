"""Choices as the browser sends them."""

from __future__ import annotations

from monster_widgets import MonsterCafe


def intend(widget: MonsterCafe, action: str, ident: int, step: int | None = None) -> None:
    newest = len(widget.record.actions)
    widget.intent = {"id": ident, "step": newest if step is None else step, "action": action}


def first_choice(widget: MonsterCafe) -> str:
    return str(widget.record.state.legal_actions()[0])
