# Asgard PBEM. `make help` lists the targets.
SHELL := bash
.DEFAULT_GOAL := help
.PHONY: help setup play test check bench citus soak pictures lighthouse lock format clean
PYTHON ?= python3
export PYTHON
BIN := .venv/bin
PY := $(BIN)/python
# A file's tests share what it set up; which file begins is said in tests/conftest.py.
# Seven times what the longest takes: a test that waits for ever is told, with where it waits, and the others go on.
ON_ALL_CORES := -n logical --dist loadfile --no-loadscope-reorder --timeout 300
SHEETS := $(wildcard asgard_pbem/web/static/web/*.css asgard_pbem/web/static/web/*.js)
CATALOGUES := $(shell find asgard_pbem engine -name '*.po')

help: ## this list
	@awk -F':.*## ' '/^[a-z]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: .venv/.ready .venv/.catalogues .venv/.faces .venv/.packed ## virtual environment, packages, translations, typefaces, styles
	@:

play: setup ## run the whole service here: web, worker, beat, mail; Ctrl-C stops it
	@exec $(PY) manage.py play

# With the examples that the CI has: who tries it first is not who finds a new one. `pytest` by itself looks at others.
test: setup .venv/.tools ## every test, browser and mail included, on all cores
	@HYPOTHESIS_PROFILE=$${HYPOTHESIS_PROFILE:-ci} $(PY) -m pytest -q $(ON_ALL_CORES)

check: setup ## lint, format, types, layers, migrations, translations
	$(BIN)/ruff check
	$(BIN)/ruff format --check --quiet
	$(BIN)/mypy engine
	$(BIN)/mypy asgard_pbem
	$(BIN)/lint-imports --cache-dir .local/import-linter
	$(PY) manage.py makemigrations --check --dry-run
	$(PY) -m asgard_pbem.preparing.catalogues --check

bench: setup .venv/.tools ## one table of speeds beside their baselines; also in .local/bench.json
	@$(PY) -m tests.bench

soak: setup .venv/.tools ## play by mail while processes are killed, count what is lost: MINUTES=3 BROKER=redis MOVE=1
	@$(PY) -m tests.ops.soak $(MINUTES)

citus: setup .venv/.tools ## the service on a Citus cluster, started here where Citus is installed; see docs/operating.md
	@tests/bench/citus.sh $(STEPS)

pictures: setup .venv/.tools ## photograph every page and mail into docs/pictures
	@$(PY) -m pytest -q -p no:xdist tests/pictures/shoot.py

lighthouse: setup .venv/.tools ## what Lighthouse says of each page (takes it from npm; about half an hour)
	@$(PY) -m pytest -q -s -p no:xdist tests/pictures/lighthouse.py

lock: setup ## compile the pinned requirements from pyproject.toml
	@.ci/lock

format: setup ## sort imports and format
	$(BIN)/ruff check --fix --quiet
	$(BIN)/ruff format --quiet

clean: ## remove what setup made; games under .local/ stay
	rm -rf .venv build *.egg-info .mypy_cache .ruff_cache .pytest_cache

.venv/.ready: requirements.txt requirements-dev.txt pyproject.toml .ci/prerequisites .ci/packages .ci/uv.txt
	@.ci/prerequisites
	@[ -x $(PY) ] && $(PY) -m pip --version >/dev/null 2>&1 || \
	    { echo "Making the virtual environment …" && rm -rf .venv && $(PYTHON) -m venv .venv; }
	@echo "Installing packages (half a minute the first time, on a quick line) …"
	@.ci/packages $(PY) requirements-dev.txt
	@$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable . \
	    >.venv/pip.log 2>&1 || { cat .venv/pip.log; exit 1; }
	@touch $@

.venv/.catalogues: .venv/.ready $(CATALOGUES)
	@$(PY) -m asgard_pbem.preparing.catalogues
	@touch $@

.venv/.faces: .venv/.ready asgard_pbem/preparing/faces.py
	@$(PY) -m asgard_pbem.preparing.faces
	@touch $@

.venv/.packed: .venv/.ready asgard_pbem/preparing/packing.py $(SHEETS)
	@$(PY) -m asgard_pbem.preparing.packing
	@touch $@

.venv/.tools: .venv/.ready
	@.ci/prerequisites test
	@touch $@
