"""Start a JupyterLab (or Notebook 7) of one's own, write notebooks into it, and drive it."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import nbformat
from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0  # seconds for a server to answer

App = Literal["jupyterlab", "notebook"]
NOTEBOOKS: dict[App, str] = {"jupyterlab": "lab/tree", "notebook": "notebooks"}
"""Below which address each of them opens a notebook."""
CONFIG: dict[App, str] = {"jupyterlab": "LabApp", "notebook": "JupyterNotebookApp"}


@dataclass(frozen=True)
class Server:
    """A running JupyterLab (or Notebook 7) that serves the folder `root` and has no habits."""

    url: str
    token: str
    root: Path
    version: str
    log: Path
    app: App = "jupyterlab"

    def write_notebook(self, name: str, cells: Sequence[str]) -> None:
        """Write code cells to `name` (ends in .ipynb), not yet run."""
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
        notebook.metadata["kernelspec"] = {
            "name": "python3",
            "display_name": "Python 3",
            "language": "python",
        }
        nbformat.write(notebook, self.root / name)

    def read_notebook(self, name: str) -> nbformat.NotebookNode:
        return nbformat.read(self.root / name, as_version=4)

    def open(self, page: Page, name: str) -> None:
        """Open a notebook in a clean workspace and wait until its kernel can be asked."""
        page.goto(f"{self.url}/{NOTEBOOKS[self.app]}/{name}?token={self.token}&reset")
        wait_until_ready(page)


def environment(folder: Path) -> dict[str, str]:
    """The variables for a server that keeps all its files below `folder` and has no habits."""
    settings = folder / "settings/@jupyterlab/apputils-extension/notification.jupyterlab-settings"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"fetchNews": "false", "checkForUpdates": False}))
    variables = {
        **os.environ,
        "IPYTHONDIR": str(folder / "ipython"),
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces"),
        "JUPYTER_PLATFORM_DIRS": "1",
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
    }
    variables.pop("LANGUAGE", None)  # else it would decide the language the widgets start in
    return variables


@contextlib.contextmanager
def serve(python: Path, folder: Path, app: App = "jupyterlab") -> Iterator[Server]:
    """The app of the environment that `python` belongs to, with all its files below `folder`."""
    root, log = folder / "notebooks", folder / "server.log"
    root.mkdir(parents=True)
    token, port = secrets.token_hex(16), free_port()
    env = environment(folder)
    version = subprocess.run(
        [python, "-c", f"import {app}; print({app}.__version__)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    command = [
        str(python),
        *("-m", app, "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}"),
        "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={token}",
        f"--ServerApp.root_dir={root}",
        f"--{CONFIG[app]}.expose_app_in_browser=True",  # window.jupyterapp: see run_all
        "--LabApp.extension_manager=readonly",  # asks no package index
    ]
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, env=env, cwd=root, stdout=output, stderr=subprocess.STDOUT
        )
        try:
            url = f"http://127.0.0.1:{port}"
            wait_until_up(process, f"{url}/api/status?token={token}", log)
            yield Server(url, token, root, version, log, app)
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def wait_until_up(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the server did not start:\n{log.read_text()}") from None
            time.sleep(0.1)


def wait_until_ready(page: Page) -> None:
    """Wait until the notebook of the page can ask its kernel."""
    page.wait_for_function("window.jupyterapp?.shell?.currentWidget?.context?.isReady")
    page.evaluate(
        """async () => {
          const panel = window.jupyterapp.shell.currentWidget;
          await panel.context.ready;
          await panel.sessionContext.ready;
        }"""
    )


# Never by menu clicks or sleeps: JupyterLab's own commands, awaited.


def command(page: Page, name: str) -> None:
    """Execute a JupyterLab command, such as "docmanager:save", and wait until it is done."""
    page.evaluate("name => window.jupyterapp.commands.execute(name)", name)


def run_all(page: Page) -> None:
    """Run every cell of the open notebook; returns when all have run."""
    command(page, "notebook:run-all-cells")


def run_cell(page: Page, index: int) -> None:
    """Run one cell of the open notebook (the first is 0); returns when it has run."""
    page.evaluate(
        """async index => {
          window.jupyterapp.shell.currentWidget.content.activeCellIndex = index;
          await window.jupyterapp.commands.execute('notebook:run-cell');
        }""",
        index,
    )


def cell_sources(page: Page) -> list[str]:
    """The text of every cell as the open notebook has it now, saved or not."""
    sources: list[str] = page.evaluate(
        """() => window.jupyterapp.shell.currentWidget.content.widgets
          .map(cell => cell.model.sharedModel.getSource())"""
    )
    return sources


@contextlib.contextmanager
def in_theme(page: Page, name: str) -> Iterator[None]:
    """Show "JupyterLab Light" or "JupyterLab Dark"; afterwards Light, for the tests that follow."""
    change = "theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme})"
    is_light = "light => document.body.dataset.jpThemeLight === String(light)"
    page.evaluate(change, name)
    page.wait_for_function(is_light, arg="Light" in name)
    try:
        yield
    finally:
        page.evaluate(change, "JupyterLab Light")
        page.wait_for_function(is_light, arg=True)
