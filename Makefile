# `make lab` opens the first notebook; `make test` checks everything. Both do all the set-up.

SHELL := bash
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

PYTHON ?= python3# only to create .venv; 3.11 or newer
LESSON ?= notebooks/en/start_here.ipynb# the notebook that `make lab` opens
LAB_ARGS ?=# more arguments for JupyterLab, such as --no-browser
BENCH_ARGS ?= --smoke# the smallest size; `make bench BENCH_ARGS=` measures

PY := .venv/bin/python
PIP := -m pip --disable-pip-version-check install -qq
PYTEST := $(PY) -m pytest
# Strict, and red for good after a time-out: nbval alone marks all later cells as expected failures.
NBVAL := -p tools.slowest_cell --nbval --nbval-cell-timeout 60 --runxfail -n 2 --dist loadscope notebooks
NPM := npm --prefix frontend run --silent
# The venv first: where the machine has no Node (or an old one), it lies there.
export PATH := $(CURDIR)/.venv/bin:$(PATH)
# Checks must not depend on the habits of whoever runs them.
ISOLATED := JUPYTER_CONFIG_DIR="$(CURDIR)/.venv/jupyter" JUPYTER_DATA_DIR="$(CURDIR)/.venv/jupyter" \
	IPYTHONDIR="$(CURDIR)/.venv/ipython" JUPYTER_PLATFORM_DIRS=1

.PHONY: lab test format lint types frontend unit packaging notebooks binder binder-image e2e bench dev

lab: .venv/.lab
	@$(PY) hatch_build.py
	$(PY) -m jupyterlab -y $(if $(filter 0,$(shell id -u)),--allow-root) \
		--ServerApp.root_dir=. --LabApp.default_url=/lab/tree/$(LESSON) $(LAB_ARGS)

test: lint types frontend unit packaging notebooks binder e2e bench
	@echo "make test: all parts passed: $^"

format: dev
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .
	$(NPM) format

lint: dev
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(NPM) lint

types: dev
	$(PY) -m mypy
	$(NPM) types

frontend: dev
	$(NPM) test

unit: dev
	$(PYTEST) -n auto -m "not e2e and not packaging and not notebooks"

packaging: dev
	$(PYTEST) -m packaging

# A lesson must print the same in differently ordered hash tables (1 and 2 here, 3 in `binder`), on
# the oldest and on the newest Python, and where no front end answers.
notebooks: dev
	$(ISOLATED) $(PYTEST) -n 2 -m notebooks tests/test_notebooks.py
	@set -e; for seed in 1 2; do echo "Hash seed $$seed, in .venv:"; \
		$(ISOLATED) PYTHONHASHSEED=$$seed $(PYTEST) $(NBVAL) --nbval-current-env; done
	@set -e; versions=$$($(PY) tools/pythons.py others); for version in $$versions; do \
		$(MAKE) .venv-$$version/.ready; echo "Python $$version:"; \
		$(ISOLATED) JUPYTER_PATH="$(CURDIR)/.venv-$$version/share/jupyter" \
			$(PYTEST) $(NBVAL) --nbval-kernel-name $$version; done

binder: binder-image
	$(ISOLATED) PYTHONHASHSEED=3 JUPYTER_PATH="$(CURDIR)/.venv-binder/share/jupyter" \
		$(PYTEST) $(NBVAL) --nbval-kernel-name binder

e2e: binder-image
	@$(PY) tests/e2e/browser.py
	$(PYTEST) -n 2 --dist loadfile -m e2e

bench: dev
	@set -e; for file in benchmarks/bench_*.py; do \
		echo "$(PY) $$file $(BENCH_ARGS)"; $(PY) $$file $(BENCH_ARGS); done

# --- Set-up -------------------------------------------------------------------------------------

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo \
		"make: Python 3.11 or newer is needed: install it, or name it: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo \
		"make: could not create .venv (on Debian and Ubuntu: apt-get install python3-venv)" >&2; exit 1; }

.venv/.lab: pyproject.toml hatch_build.py | .venv/bin/python
	@echo "Setting up .venv with JupyterLab; the first time takes a minute or two."
	@$(PY) $(PIP) hatchling -e ".[lab]"
	@touch $@

.venv/.dev: pyproject.toml hatch_build.py | .venv/bin/python
	@echo "Setting up .venv for development; the first time takes a minute or two."
	@$(PY) $(PIP) -e ".[dev]"
	@touch .venv/.lab $@

# The front end changes without any of the above: hatch_build.py compares contents and does what is due.
dev: .venv/.dev
	@$(PY) hatch_build.py --dev

.venv-3.%/.ready: pyproject.toml hatch_build.py | .venv/.dev
	@echo "Setting up $(@D): the lessons run on the oldest and on the newest Python, too."
	@$$($(PY) tools/pythons.py 3.$*) -m venv --clear $(@D)
	@$(@D)/bin/python $(PIP) -e ".[lab]"
	@$(@D)/bin/python -m ipykernel install --prefix $(@D) --name 3.$* >/dev/null
	@touch $@

.venv-binder/.base: pyproject.toml tools/binder.py $(wildcard binder/*) | .venv/.dev
	@echo "Setting up .venv-binder like Binder's base image; the first time takes a minute."
	@$(PY) -m tools.binder base
	@touch $@

# In every run: what is tested there is the package as it is now.
binder-image: dev .venv-binder/.base
	@echo "Installing this repository into .venv-binder as Binder does."
	@$(ISOLATED) $(PY) -m tools.binder repository
