"""Feedback is tested in English, whatever the machine speaks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from monster_widgets.locales import messages


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    messages.set_locale("en")
    yield
    messages.set_locale("en")
