# Two commands set everything up on a machine with Python 3.11 or newer:
#   make demo   the main job on the bundled examples
#   make test   everything that must hold before a change is accepted

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TOOLS := $(VENV)/tools/bin

.PHONY: demo test test-all test-lowest test-newest audit bom lint types browser docs clean

# The stamp is older than pyproject.toml when a dependency was added: install again.
$(VENV)/.demo: pyproject.toml constraints.txt
	@echo "Installing linewise into $(VENV); the first time takes a minute or two."
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
	$(BIN)/pytest -n auto --hypothesis-profile anew
	$(MAKE) test-lowest test-newest

# What looks at the dependencies is none of them, and has a place of its own.
$(VENV)/.tools: $(VENV)/.demo
	$(PYTHON) -m venv $(VENV)/tools
	$(TOOLS)/python -m pip install --quiet --disable-pip-version-check cyclonedx-bom pip-audit uv
	touch $@

# The quick tests with the lowest versions that pyproject.toml allows, and with the newest.
test-lowest test-newest: test-%: $(VENV)/.tools
	$(TOOLS)/uv venv --quiet --clear --python $(BIN)/python $(VENV)/$*
	$(TOOLS)/uv pip install --quiet --python $(VENV)/$* --resolution $(RESOLUTION_$*) -e '.[dev]'
	$(VENV)/$*/bin/pytest -n auto -m 'not slow'

RESOLUTION_lowest := lowest-direct
RESOLUTION_newest := highest

# Licences, what is declared and not used or used and not declared, and known faults.
audit: $(VENV)/.dev $(VENV)/.tools
	$(BIN)/pytest -q tests/test_dependencies.py
	$(BIN)/python tools/known_faults.py $(TOOLS)/pip-audit

# The bill of materials of an installation, as CycloneDX: make bom FILE=bom.json EXTRAS=bulk,mcp
bom: $(VENV)/.tools
	$(TOOLS)/uv venv --quiet --clear --python $(BIN)/python $(VENV)/plain
	$(TOOLS)/uv pip install --quiet --python $(VENV)/plain '.$(if $(EXTRAS),[$(EXTRAS)])'
	$(TOOLS)/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible \
		--output-format JSON --output-file $(or $(FILE),/dev/stdout) $(VENV)/plain/bin/python

docs: $(VENV)/.dev
	$(BIN)/python docs/build_reference.py

clean:
	rm -rf $(VENV)
