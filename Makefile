# make lab   JupyterLab on chapter 0, in ./workspace
# make test  all tests
# Both make .venv themselves and need nothing but Python 3.11 or newer, make and a package index.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LAB_FLAGS ?=
TEST_FLAGS ?=
# What an editable install copies into .venv instead of reading it here.
COPIED := pyproject.toml tiedbook/server_config.json $(shell find tiedbook/labextension -type f)

.PHONY: lab test lint bench build screenshots clean help
.DEFAULT_GOAL := help

help:  ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/' | expand -t 10

lab: $(VENV)/.made-lab  ## open JupyterLab on chapter 0; flags: make lab LAB_FLAGS="--edition es --port 9000"
	@$(BIN)/tiedbook lab $(LAB_FLAGS)

test: $(VENV)/.made-test  ## run all tests; flags: make test TEST_FLAGS="-k switch"
	@sh .ci/debian-packages
	@$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder $(TEST_FLAGS)

lint: $(VENV)/.made-dev  ## ruff, mypy, notebooks and catalogs up to date
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/tiedbook build --check
	@$(BIN)/tiedbook status --require-complete
	@$(BIN)/tiedbook doctor

bench: $(VENV)/.made-test  ## measure what the project promises about speed
	@sh .ci/debian-packages
	@$(BIN)/python -m bench

build: $(VENV)/.made-test  ## build the notebooks of every edition
	@$(BIN)/tiedbook build

screenshots: $(VENV)/.made-test  ## pictures of every widget and of the menu, with a contact sheet, in screenshots/
	@sh .ci/debian-packages
	@$(BIN)/python -m tests.browser.screenshots

clean:  ## remove .venv and what the tools cache; a workspace or a course is never touched
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis dist build

$(VENV)/.made-venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "make: $(PYTHON) is older than Python 3.11. Name a newer one: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV) || \
	  { echo "make: $(PYTHON) cannot make a virtual environment. On Debian or Ubuntu: apt install python3-venv" >&2; exit 2; }
	@$(BIN)/python -m pip install -q --disable-pip-version-check --upgrade pip || true  # a recent one takes a third less time
	@touch $@

# Each of these installs the checkout itself, so that a changed source is what runs.
$(VENV)/.made-lab: $(VENV)/.made-venv $(COPIED)
	@echo "make: installing what learners need into $(VENV) (once, a minute or two) ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e .
	@touch $@

$(VENV)/.made-test: $(VENV)/.made-venv $(COPIED)
	@echo "make: installing what the tests need into $(VENV) (once, a few minutes) ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[test]'
	@touch $@

# They come with what the tests need, so one installation serves both.
$(VENV)/.made-dev: $(VENV)/.made-venv $(COPIED)
	@echo "make: installing the linters and what the tests need into $(VENV) (once, a few minutes) ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[dev]'
	@touch $(VENV)/.made-test $@
