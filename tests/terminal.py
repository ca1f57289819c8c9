"""A terminal of its own for a command: what is typed reaches it, Ctrl + C too. Not on Windows."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

CTRL_C = b"\x03"
CTRL_D = b"\x04"


@contextlib.contextmanager
def at_terminal(
    command: Sequence[str], **options: Any
) -> Iterator[tuple[subprocess.Popen[bytes], Callable[[bytes], int]]]:
    """Start a command; the second value types. It is killed if it is still there at the end."""
    import fcntl
    import termios

    def sit_down() -> None:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # tests in the background ignore it

    ours, theirs = os.openpty()
    with subprocess.Popen(
        command, stdin=theirs, start_new_session=True, preexec_fn=sit_down, **options
    ) as process:
        try:
            yield process, partial(os.write, ours)
        finally:
            process.kill()
    os.close(ours)
    os.close(theirs)
