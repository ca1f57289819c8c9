"""Widgets are tested in English, whatever the machine speaks."""

from __future__ import annotations

import pytest

from monster_widgets.locales import messages


@pytest.fixture(autouse=True)
def english() -> None:
    messages.set_locale("en")
