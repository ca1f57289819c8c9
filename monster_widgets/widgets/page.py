"""HTML for readers without a front end, and the one file that needs no Python."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from ..locales.messages import Words
from .contract import Frame, Info


def board(
    words: Words, info: Info, frames: Sequence[Frame], step: int, end: int | None = None
) -> str:
    """Return a step as tables and sentences; no script, no style of its own.

    The log tells what happened up to step `end` (to the last one, unless told).
    """
    frame, last = frames[step], len(frames) - 1
    where = words.text("common.ui.step_of", {"n": step, "last": last})
    still = words.text("common.ui.still")
    head = escape(title(words, info, frame))
    parts = [f"<p><strong>{head}</strong>. {escape(where)}. <em>{escape(still)}</em></p>"]
    if sentences := words.captions(frame["captions"]):
        parts.append(f"<p>{escape(' '.join(sentences))}</p>")
    parts.append(zones(words, info, frame["view"]["zones"]))
    if frame["scores"] is not None:
        bills = [
            (name, _points(words, bill and bill["total"]))
            for name, bill in zip(info["players"], frame["scores"], strict=True)
        ]
        parts.append(_table(bills))
    parts.append(_log(words, frames if end is None else frames[: end + 1]))
    return f'<div lang="{words.locale}">{"".join(parts)}</div>'


def zones(words: Words, info: Info, found: Mapping[str, Sequence[str]]) -> str:
    """Return zones and the cards in them as a table."""
    return _table(
        [
            (_zone(words, info, zone), _cards(words, info, zone, cards))
            for zone, cards in found.items()
        ]
    )


def title(words: Words, info: Info, frame: Frame) -> str:
    """Return what stands at the top."""
    return words.text(f"{info['head']}.title", frame["view"]["values"])


def _log(words: Words, frames: Sequence[Frame]) -> str:
    lines = [(f["step"], " ".join(words.captions(f["captions"]))) for f in frames if f["captions"]]
    items = "".join(f'<li value="{step}">{escape(text)}</li>' for step, text in lines)
    summary = escape(words.text("common.ui.log"))
    return f"<details><summary>{summary}</summary><ol>{items}</ol></details>"


def _zone(words: Words, info: Info, zone: str) -> str:
    name, _, number = zone.partition(":")
    values = {"p": int(number)} if number else {}
    return words.text(f"{info['game']}.zone.{name}", values)


def _cards(words: Words, info: Info, zone: str, cards: Sequence[str]) -> str:
    if not cards:
        return "–"
    group = info["zones"][zone.partition(":")[0]]
    return words.piped(list(cards), f"list:{group}")


def _points(words: Words, total: int | None) -> str:
    if total is None:
        return words.text("common.ui.hidden")
    own = f"{words.game}.ui.points"  # a game may count something else
    unit = own if words.find(own) is not None else "common.ui.points"
    return f"{words.piped(total)} {words.text(unit, {'n': total})}"


def _table(rows: Sequence[tuple[str, str]]) -> str:
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th><td>{escape(text)}</td></tr>'
        for name, text in rows
    )
    return f"<table><tbody>{body}</tbody></table>"


def document(
    name: str, locale: str, host: str, esm: str, state: Mapping[str, Any], fallback: str
) -> str:
    """Return a whole page with the front end and every frame inside."""
    data = json.dumps({"esm": esm, "state": state}, ensure_ascii=False, separators=(",", ":"))
    data = data.replace("<", "\\u003c")  # nothing in it can end the script element
    return f"""<!doctype html>
<html lang="{locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(name)}</title>
<style>body {{ margin: 0; padding: 1rem; }} main {{ max-width: 1400px; margin: auto; }}</style>
</head>
<body>
<main id="monster-widget">{fallback}</main>
<script type="application/json" class="mw-state" data-for="monster-widget">{data}</script>
<script type="module">{host}</script>
</body>
</html>
"""
