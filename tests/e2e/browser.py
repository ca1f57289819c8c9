"""Which Chromium the browser tests drive; run as a script, it installs one where there is none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ADVICE = (
    "The browser tests need Chromium or Google Chrome on PATH. Install one (Debian, Ubuntu: "
    "`apt-get install chromium`; macOS: `brew install chromium`), or name yours: "
    "CHROMIUM=/path/to/it make e2e"
)
APT_PATIENCE = 300.0  # seconds to wait while another process holds the package manager's lock


def find() -> Path | None:
    """The named one (CHROMIUM), else an installed one, else Playwright's own download."""
    named = os.environ.get("CHROMIUM")
    candidates = [named] if named else [shutil.which(name) for name in NAMES]
    if not named:
        with sync_playwright() as playwright:
            candidates.append(playwright.chromium.executable_path)
    return next((Path(path) for path in candidates if path and starts(path)), None)


def starts(path: str) -> bool:
    """Ubuntu's chromium-browser may be a stub that only says where to get a snap: so try it."""
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def install_with_apt() -> None:
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    env = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    for command in (["apt-get", "update"], ["apt-get", "install", "-y", "chromium"]):
        deadline = time.monotonic() + APT_PATIENCE
        while True:
            run = subprocess.run(command, env=env, stdout=sys.stderr, stderr=subprocess.PIPE)
            sys.stderr.buffer.write(run.stderr)
            locked = b"lock" in run.stderr and time.monotonic() < deadline
            if run.returncode == 0 or not locked:
                break
            time.sleep(5)


def install_with_playwright() -> None:
    with_libraries = ["--with-deps"] if sys.platform == "linux" and os.geteuid() == 0 else []
    command = [sys.executable, "-m", "playwright", "install", *with_libraries, "chromium"]
    subprocess.run(command, stdout=sys.stderr)


def main() -> int:
    path = find()
    for install in (install_with_apt, install_with_playwright):
        if path is None:
            install()
            path = find()
    print(f"browser for the tests: {path}" if path else ADVICE)
    return 0 if path else 1


if __name__ == "__main__":
    sys.exit(main())
