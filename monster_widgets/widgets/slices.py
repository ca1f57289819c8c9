"""Long work in short slices, so that the kernel stays free for other cells."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

SLICE, PAUSE = 0.04, 0.004
"""Seconds of work at a stretch, and then for whatever else the kernel is asked."""
EVERY = 0.25
"""Seconds from one picture of what is known to the next."""
PATIENCE = 30.0
"""Seconds of work after which somebody must ask again."""


def in_slices(work: Callable[[], bool]) -> asyncio.Task[None]:
    """Have the event loop call `work` again and again, until it returns False.

    Keep the task, for the loop holds it but weakly. RuntimeError where no event loop runs (in a
    plain script).
    """
    loop = asyncio.get_running_loop()

    async def slices() -> None:
        while work():
            await asyncio.sleep(PAUSE)

    return loop.create_task(slices())
