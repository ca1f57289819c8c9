"""What Binder makes of this repository, in repo2docker's own words. (`make binder` does it.)"""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

import pytest

import hatch_build
from tools import binder

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.fixture(scope="module")
def plan() -> binder.Plan:
    return binder.plan()


def test_binder_installs_with_pip_what_the_folder_asks_for(plan: binder.Plan) -> None:
    assert plan._replace(lock=Path()) == binder.Plan(
        buildpack="PythonBuildPack",
        folder="binder",
        python="3.12",
        lock=Path(),
        preassemble=[],  # nothing before the repository is there: it is what is installed
        assemble=[
            '${KERNEL_PYTHON_PREFIX}/bin/pip install --no-cache-dir -r "binder/requirements.txt"'
        ],
        post_build=["binder/postBuild"],
        start=None,
    )
    assert os.access(ROOT / "binder/postBuild", os.X_OK)


def test_a_plain_copy_is_understood_the_same(plan: binder.Plan) -> None:
    with binder.clean_copy() as copy:
        assert not (copy / ".git").exists()
        assert plan == binder.plan(copy)


def test_the_base_image_has_a_jupyterlab_and_a_node_that_do(plan: binder.Plan) -> None:
    pins = binder.pins(plan.lock)
    node = binder.locked(plan.lock)["nodejs"][0]

    assert {"ipykernel", "ipywidgets", "jupyterhub", "jupyterlab", "jupyterlab-widgets"} <= {*pins}
    assert {"jupyter-server", "notebook"} <= {*pins}
    assert {"jupyterlab", "jupyterhub", "notebook", "ipywidgets"} <= {*binder.requested(plan.lock)}
    assert tuple(map(int, node.split(".")[:2])) >= hatch_build.MIN_NODE


@pytest.mark.parametrize(("readme", "language"), [("README.md", "en"), ("README.es.md", "es")])
def test_the_button_in_the_readme_opens_the_first_notebook(readme: str, language: str) -> None:
    text = (ROOT / readme).read_text("utf-8")
    ((words, address),) = re.findall(r"\[!\[(.+)\]\(\S+\)\]\((https://mybinder\.org/\S+)\)", text)
    notebook = address.partition("?urlpath=lab/tree/")[2]

    assert address == PROJECT["urls"]["Binder"].replace("/en/", f"/{language}/")
    assert f"notebooks/{language}/start_here.ipynb" == notebook
    assert (ROOT / notebook).is_file()
    assert "Binder" in words
