"""Find Pythons on this machine.

    python tools/pythons.py 3.12
    python tools/pythons.py others

The first prints the path of a Python 3.12, the second the oldest and the newest version that the
package supports, without the version that runs this.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
Version = tuple[int, int]


def find() -> dict[Version, str]:
    """A Python of each version on PATH or of pyenv, supported or not.

    A name is not enough: pyenv puts names on PATH that only say there is no such Python.
    """
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    folders = [*map(Path, os.get_exec_path()), *sorted(pyenv.glob("versions/*/bin"), reverse=True)]
    found: dict[Version, str] = {}
    for folder in folders:
        for path in folder.glob("python3.*"):
            if (match := re.fullmatch(r"python(3)\.(\d+)", path.name)) and os.access(path, os.X_OK):
                version = int(match[1]), int(match[2])
                if version not in found and runs(path, version):
                    found[version] = str(path)
    return found


def runs(path: Path, version: Version) -> bool:
    """Whether this is a released Python of that version that can set up environments."""
    code = f"import sys, venv, ensurepip; sys.exit(sys.version_info[:2] != {version} or " + (
        "sys.version_info.releaselevel != 'final')"
    )
    return subprocess.run([path, "-c", code], capture_output=True).returncode == 0


def others() -> list[Version]:
    """The oldest and the newest supported version found, without the one that runs this."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lowest = parse(project["requires-python"].removeprefix(">="))
    supported = sorted(version for version in find() if version >= lowest)
    return sorted({supported[0], supported[-1]} - {sys.version_info[:2]})


def parse(text: str) -> Version:
    major, minor = map(int, text.split("."))
    return major, minor


if __name__ == "__main__":
    (wanted,) = sys.argv[1:]
    if wanted == "others":
        print(*(f"{major}.{minor}" for major, minor in others()))
    else:
        print(find().get(parse(wanted)) or sys.exit(f"no Python {wanted} found"))
