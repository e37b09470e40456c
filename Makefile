# Two commands set everything up on a machine with Python 3.11 or newer:
#   make demo   the main job on the bundled examples
#   make test   everything that must hold before a change is accepted

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test test-all lint types browser docs clean

# The stamp is older than pyproject.toml when a dependency was added: install again.
$(VENV)/.demo: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	touch $@

$(VENV)/.dev: $(VENV)/.demo
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@

demo: $(VENV)/.demo
	@$(BIN)/python examples/demo.py

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

browser:
	@sh tests/browser/install.sh

test: lint types browser
	$(BIN)/pytest -n auto -m 'not slow'

test-all: lint types browser
	$(BIN)/pytest -n auto

docs: $(VENV)/.dev
	$(BIN)/python docs/build_reference.py

clean:
	rm -rf $(VENV)
