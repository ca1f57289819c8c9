"""A browser, the newest JupyterLab and Binder's, and pages that remember what went wrong."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Request, sync_playwright

from tests.e2e import browser as browsers
from tests.e2e.lab import ROOT, Server, serve
from tools import binder

HERE = Path(__file__).parent
CHROMIUM_ARGS = [
    "--no-sandbox",  # containers run as root
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # No way out to the network. (Routing requests through the test instead would cost the cache.)
    "--no-proxy-server",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]

# What JupyterLab says of itself when a kernel is shut down under it.
LABS_OWN = "Could not restore the debugger state|Canceled future for"


@pytest.hookimpl(tryfirst=True)  # before -m decides
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.e2e)


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The newest JupyterLab, of the environment that runs the tests."""
    with serve(Path(sys.executable), tmp_path_factory.mktemp("lab")) as server:
        yield server


@pytest.fixture(scope="session")
def binder_lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The older JupyterLab of Binder's base image, with the package as Binder installs it."""
    python = binder.VENV / "bin/python"
    if not python.exists():
        pytest.fail(f"{python} is missing: run `make e2e`")
    with serve(python, tmp_path_factory.mktemp("binder")) as server:
        assert server.version == binder.pins(binder.plan().lock)["jupyterlab"]
        yield server


@pytest.fixture(params=["lab", "binder_lab"])
def each_lab(request: pytest.FixtureRequest) -> Server:
    """Both, one after the other."""
    server: Server = request.getfixturevalue(request.param)
    return server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    executable = browsers.find()
    if executable is None:
        pytest.fail(browsers.ADVICE)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable, args=CHROMIUM_ARGS)
        yield chromium
        chromium.close()


class Faults(list[str]):
    """What went wrong in the pages of a test: the test fails at its end if any is left."""

    def forgive(self, pattern: str) -> None:
        """Expect faults that match: all so far, and at least one (a stale excuse fails)."""
        kept = [fault for fault in self if not re.search(pattern, fault)]
        assert len(kept) < len(self), f"no fault matches {pattern!r}: {list(self)}"
        self[:] = kept


@pytest.fixture
def faults() -> Iterator[Faults]:
    found = Faults()
    yield found
    assert not found, "the page complained:\n" + "\n".join(found)


@pytest.fixture
def new_page(browser: Browser, faults: Faults) -> Iterator[Callable[..., Page]]:
    """Make pages: `new_page(offline=True)`, `new_page(viewport=…, color_scheme="dark")`.

    Nothing outside this machine can be reached, and asking for it is a fault; so are uncaught
    errors and console errors.
    """
    contexts: list[BrowserContext] = []

    def make(**options: Any) -> Page:
        context = browser.new_context(
            **{
                "viewport": {"width": 1366, "height": 768},
                "reduced_motion": "reduce",
                "locale": "en-GB",
                **options,
            }
        )
        contexts.append(context)
        context.on("request", watch)
        context.on("weberror", lambda error: faults.append(f"uncaught: {error.error}"))
        context.on(
            "console",
            lambda message: (
                faults.append(f"console: {message.text} ({message.location.get('url')})")
                if message.type == "error" and not re.search(LABS_OWN, message.text)
                else None
            ),
        )
        page = context.new_page()
        page.set_default_timeout(30_000)
        return page

    def watch(request: Request) -> None:
        if is_remote(request.url):
            faults.append(f"asked the network for {request.url}")

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    return new_page()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failed test leaves a picture of each of its pages in shots/."""
    report = yield
    browser = getattr(item, "funcargs", {}).get("browser")
    if call.when == "call" and report.failed and browser is not None:
        folder = ROOT / "shots"
        folder.mkdir(exist_ok=True)
        pages = [page for context in browser.contexts for page in context.pages]
        for number, page in enumerate(pages):
            name = re.sub(r"[^\w.-]+", "_", f"{item.name}-{number}")
            with contextlib.suppress(Error):  # a crashed page has no picture
                page.screenshot(path=folder / f"{name}.png")
    return report


def is_remote(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in {"http", "https"} and parts.hostname not in {"127.0.0.1", "localhost"}
