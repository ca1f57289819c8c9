"""The command that takes pictures of every state works, on a page and in JupyterLab."""

from __future__ import annotations

import subprocess
import sys

from PIL import Image

from tests.e2e.lab import ROOT

SOME = {"full-400-dark-es": 400, "bill-1400-light-en": 1400, "lab-hint-light-es": 1366}


def test_pictures_are_taken_by_one_command() -> None:
    for name in SOME:
        (ROOT / "shots" / f"{name}.png").unlink(missing_ok=True)
    done = subprocess.run(
        [sys.executable, "tools/shots.py", *SOME], cwd=ROOT, capture_output=True, text=True
    )

    assert "3 pictures" in done.stdout, done.stderr
    for name, width in SOME.items():
        with Image.open(ROOT / "shots" / f"{name}.png") as picture:
            assert picture.width == width
            assert len(picture.convert("L").resize((50, 50)).getcolors() or ()) > 20  # not blank
