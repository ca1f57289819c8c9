"""`python -m monster_widgets lessons`, by a teacher: JupyterLab opens the first lesson."""

from __future__ import annotations

import json
import secrets
import sys
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.lab import environment, free_port, run_cell, wait_until_ready, wait_until_up
from tests.terminal import CTRL_C, at_terminal


def test_the_command_opens_the_first_lesson_until_ctrl_c(page: Page, tmp_path: Path) -> None:
    token, port, log = secrets.token_hex(16), free_port(), tmp_path / "log"
    habits = {
        "ServerApp": {"open_browser": False, "ip": "127.0.0.1", "port": port, "port_retries": 0},
        "IdentityProvider": {"token": token},
        "LabApp": {
            "extension_manager": "readonly",  # asks no package index
            "expose_app_in_browser": True,
        },
    }
    (tmp_path / "config").mkdir()
    (tmp_path / "config/jupyter_server_config.json").write_text(json.dumps(habits))
    command = [sys.executable, "-m", "monster_widgets", "lessons", "Año 1 = A", "--locale", "es"]
    env = environment(tmp_path)
    with (
        log.open("wb") as output,
        at_terminal(command, cwd=tmp_path, env=env, stdout=output, stderr=output) as (server, keys),
    ):
        wait_until_up(server, f"http://127.0.0.1:{port}/api/status?token={token}", log)
        page.goto(f"http://127.0.0.1:{port}/?token={token}")
        wait_until_ready(page)  # a kernel that only begins to start complains of Ctrl + C
        expect(page.get_by_role("heading", name="Empieza aquí")).to_be_visible()
        assert page.url.endswith("/lab/tree/es/start_here.ipynb")
        run_cell(page, 1)  # Ctrl + C reaches the kernel too: it should be there first
        page.close()
        keys(CTRL_C)
        assert server.wait(20) == 0

    assert f"Las lecciones están en {tmp_path / 'Año 1 = A'}\n" in log.read_text("utf-8")
