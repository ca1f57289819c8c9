"""Do what Binder does with this repository, without Docker, in .venv-binder.

    python -m tools.binder base         what Binder's base image brings
    python -m tools.binder repository   then, in a clean copy, what binder/ asks for

repo2docker, which builds Binder's images, says itself what it would do: the base is its own lock,
the commands are its own. What stays untried: conda's builds of the same packages, and Ubuntu.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import repo2docker.buildpacks
from packaging.utils import canonicalize_name
from repo2docker.app import Repo2Docker
from ruamel.yaml import YAML

from tools import pythons

ROOT = Path(__file__).parents[1]
VENV = ROOT / ".venv-binder"
KERNEL = "binder"
NOT_FROM_PIP = {"python", "nodejs"}
PIP_NAMES = {"jupyterhub-singleuser": "jupyterhub"}
"""What conda calls it: what pip calls it."""


class Plan(NamedTuple):
    """What repo2docker would do with a folder."""

    buildpack: str
    folder: str
    python: str
    lock: Path
    preassemble: list[str]
    assemble: list[str]
    post_build: list[str]
    start: str | None


def plan(folder: Path = ROOT) -> Plan:
    app = Repo2Docker()
    with contextlib.chdir(folder):
        packs = (kind(app.base_image) for kind in app.buildpacks)
        pack = next(pack for pack in packs if pack.detect())
        pack.platform = "linux/amd64"  # that of mybinder.org
        (lock,) = (file for file in pack.get_build_script_files() if file.endswith(".lock"))
        return Plan(
            type(pack).__name__,
            pack.binder_dir,
            pack.python_version,
            Path(repo2docker.buildpacks.__path__[0], lock),
            [script for _, script in pack.get_preassemble_scripts()],
            [script for _, script in pack.get_assemble_scripts()],
            pack.get_post_build_scripts(),
            pack.get_start_script(),
        )


def locked(lock: Path) -> dict[str, tuple[str, str]]:
    """The version and the build of every package in the base image, by canonical name."""
    found = re.findall(r"/([^/]+)-([^-/]+)-([^-/]+)\.(?:conda|tar\.bz2)\b", lock.read_text())
    return {canonicalize_name(name): (version, build) for name, version, build in found}


def pins(lock: Path) -> dict[str, str]:
    """The versions of the base image's Python packages, as pip knows them."""
    packages = locked(lock)
    python = {name: version for name, (version, build) in packages.items() if build[:2] == "py"}
    return python | {pip: packages[conda][0] for conda, pip in PIP_NAMES.items()}


def requested(lock: Path) -> list[str]:
    """The packages that the base image was made for; all else in the lock came along."""
    source = lock.with_name(lock.name.replace("-linux-64.lock", ".yml"))
    names = [re.split("[=<>]", line)[0] for line in YAML(typ="safe").load(source)["dependencies"]]
    return [PIP_NAMES.get(name, name) for name in names if name not in NOT_FROM_PIP]


def set_up_base() -> None:
    wanted = plan()
    python = pythons.find().get(pythons.parse(wanted.python), sys.executable)
    subprocess.run([python, "-m", "venv", "--clear", VENV], check=True)
    constraints = VENV / "constraints.txt"
    constraints.write_text("".join(f"{name}=={v}\n" for name, v in pins(wanted.lock).items()))
    pip = (VENV / "bin/pip", "install", "-c", constraints)
    run(*pip, *requested(wanted.lock), cwd=ROOT, PIP_QUIET="2")
    # So that a test runner outside can use this kernel, and nothing else has to be installed here.
    install = ("-m", "ipykernel", "install", "--prefix", VENV, "--name", KERNEL)
    run(VENV / "bin/python", *install, cwd=ROOT, show=False)


def set_up_repository() -> None:
    with clean_copy() as copy:
        wanted = plan(copy)
        for script in wanted.preassemble + wanted.assemble:
            run("bash", "-c", script, cwd=copy, PIP_QUIET="2")
        for script in wanted.post_build:
            run(f"./{script}", cwd=copy)
    listed = json.loads(run(VENV / "bin/pip", "list", "--format=json", cwd=ROOT, show=False))
    have: dict[str, str] = {canonicalize_name(one["name"]): one["version"] for one in listed}
    changed = {name for name, v in pins(wanted.lock).items() if have.get(name, v) != v}
    version = run(VENV / "bin/python", "--version", cwd=ROOT, show=False).split()[1]
    if not version.startswith(f"{wanted.python}."):
        print(f"!!!!! Binder has Python {wanted.python}; none here, so this is {version} !!!!!")
    if changed:
        sys.exit(f"binder/ changes what Binder's base image brings: {sorted(changed)}")


@contextlib.contextmanager
def clean_copy() -> Iterator[Path]:
    """This repository without what Git ignores, in a folder of its own: the sdist, unpacked.

    It also holds the bundle that the front end's sources give, which the image builds with the
    Node of its base. (Whether that Node is new enough, tests/test_binder.py asks.)
    """
    with tempfile.TemporaryDirectory() as folder:
        build = ("-m", "build", "--sdist", "--no-isolation", "--outdir", folder, ROOT)
        run(sys.executable, *build, cwd=ROOT, show=False)
        (sdist,) = Path(folder).glob("*.tar.gz")
        with tarfile.open(sdist) as archive:
            archive.extractall(folder, filter="data")
        yield sdist.with_name(sdist.name.removesuffix(".tar.gz"))


def run(*command: str | Path, cwd: Path, show: bool = True, **more: str) -> str:
    """Run a command as in the image: where it names an environment, it is this one.

    What it prints is shown, or else the answer; `more` are further environment variables.
    """
    env = {
        **os.environ,
        **more,
        "NB_PYTHON_PREFIX": str(VENV),
        "KERNEL_PYTHON_PREFIX": str(VENV),
        "PATH": f"{VENV / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }
    env.pop("PYTHONPATH", None)
    stdout = None if show else subprocess.PIPE
    return subprocess.run(command, cwd=cwd, env=env, stdout=stdout, text=True, check=True).stdout


if __name__ == "__main__":
    try:
        {"base": set_up_base, "repository": set_up_repository}[sys.argv[1]]()
    except subprocess.CalledProcessError as error:
        sys.exit(str(error))  # what went wrong, the command has said
