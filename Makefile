# Everything runs from .venv, made here: only Python 3.11+ and make are needed.

PORT ?= 8000
# Two processes halve the time of the suite; `make test TESTS=tests/club JOBS=0` for one thing in one process.
JOBS ?= 2
TESTS ?=
# What `make chaos` draws its faults by.
SEEDS ?= 1 2 3 4 5 6 7 8 9 10

PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
BIN := .venv/bin

# Tests start hundreds of processes, each of which would compile the same modules again.
unexport PYTHONDONTWRITEBYTECODE

# A stamp carries the digest of what it installed, so a checkout of another commit installs what that one needs.
digest = $(shell $(PYTHON) -c 'import hashlib; print(hashlib.sha256(open("$(1)", "rb").read()).hexdigest()[:16])')
RUN := .venv/.run-$(call digest,requirements.txt)
DEV := .venv/.dev-$(call digest,requirements-dev.txt)

# The manual is built once, and again when its text changes.
BUILT := criccone/manual/en/index.html

.PHONY: help demo serve wheel installed test check static style types imports migrations schema manual pictures audit format sbom bench growth chaos mutants simulate thorough clean

help:
	@echo "make demo    a club with one evening played and one left open, then the pages (PORT=$(PORT))"
	@echo "make serve   the pages of this installation"
	@echo "make test    the tests"
	@echo "make check   what CI runs: style, types, imports, migrations, API schema, manual, known faults of packages, tests"
	@echo "make manual  the manual in Italian and English, which the program then serves at /manuale/"
	@echo "make pictures takes the pictures of README and manual again, from a demo of its own (needs Chromium)"
	@echo "make format  writes code, pages, styles, scripts, the API's schema and the engine's reference as that make check asks for"
	@echo "make wheel   the package that pipx and uv install, in dist/"
	@echo "make sbom    sbom.json: the packages that the program uses, with versions and digests"
	@echo "make bench   the figures: times, queries, memory"
	@echo "make growth  one club's pages beside those of many others (CLUBS=500)"
	@echo "make chaos   evenings of 64 pairs while processes, services, network, disk and clock fail (SEEDS=\"1 2\")"
	@echo "make mutants changes of the engine that no test notices (ONLY=scoring.scopone.points WITH=scopone)"
	@echo "make thorough the tests, with all pages, widths and kinds of which make test tries a part each day"
	@echo "make simulate thousands of simulated events and of questions, of which the tests try a sample"
	@echo "make clean   removes what was installed and built here, never data/"

demo: $(RUN) $(BUILT)
	@$(BIN)/python manage.py demo --port $(PORT)

serve: $(RUN) $(BUILT)
	@$(BIN)/python manage.py serve --port $(PORT)

# Run this before starting several of the others at once: otherwise each of them would install.
installed: $(DEV)

test: $(DEV)
	$(BIN)/python -m pytest -n $(JOBS) --dist loadgroup --no-loadscope-reorder $(TESTS)

# `make -k check` goes on after a failure and shows them all.
check: static test

# Each check takes one process; as many run at once as the tests have processes.
static: $(DEV)
	@$(MAKE) --no-print-directory --jobs=$(or $(filter-out 0,$(JOBS)),1) --output-sync types style imports migrations schema manual audit

# Deno keeps its cache beside the tools, not in the home folder.
style format: export DENO_DIR = .venv/.deno
style: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djangofmt --quiet --check criccone/templates
	$(BIN)/deno fmt --quiet --check
	$(BIN)/deno check --quiet --no-remote criccone/static/js/*.js

format: $(DEV)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/djangofmt criccone/templates
	$(BIN)/deno fmt --quiet
	@set -e; for language in it en; do $(SPECTACULAR) --lang $$language > $(SCHEMAS)/$$language.json; done
	$(BIN)/python -m tests.docs.engine_reference > docs/scoring.md
	@set -e; for language in it en; do $(BIN)/python -m tests.docs.error_reference $$language > docs/manuale/$$language/riferimento-errori.md; done
	$(BIN)/python -m tests.docs.acts_reference > docs/api-acts.md

types: $(DEV)
	$(BIN)/mypy

imports: $(DEV)
	$(BIN)/lint-imports

migrations: $(DEV)
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python manage.py check --fail-level WARNING
	@SECRET_KEY="$$(head -c 60 /dev/urandom | base64)" BEHIND_HTTPS=true SITE_URL=https://torneo.example.org \
		$(BIN)/python manage.py check --deploy --fail-level WARNING

# The API is served its schema from these files: making it takes a second. The ranges of numbers are SQLite's.
SCHEMAS := tournaments/api/schemas
SPECTACULAR = env -u DATABASE_URL $(BIN)/python manage.py spectacular --format openapi-json --validate --fail-on-warn

schema: $(DEV)
	@set -e; for language in it en; do $(SPECTACULAR) --lang $$language | diff -q - $(SCHEMAS)/$$language.json \
	|| { echo "The API has changed: make format writes its schema"; exit 1; }; done

# Any warning fails, such as a link to a place that is not there. A second's work, so it starts from nothing each time.
manual: $(BUILT)

# In a locale that every system has: Sphinx refuses one that is named but not installed. Where the tools are not there for
# the checks, they are installed apart and removed again: they are larger than what they build.
$(BUILT): $(shell find docs/manuale -type f -not -name '*.pyc') docs/notation.md criccone/static/css/tokens.css | $(RUN)
	@echo "Building the manual: some seconds, once"
	@set -e; tools=$(BIN); export LC_ALL=C.UTF-8; \
	if ! $(BIN)/python -c 'import sphinx, furo, myst_parser' 2>/dev/null; then \
		tools=.venv/.manual-tools/bin; $(PYTHON) -m venv .venv/.manual-tools; \
		$(call install,$$tools/python,requirements-manual.txt); \
	fi; \
	for language in it en; do \
		rm -rf criccone/manual/$$language; \
		$$tools/python -m sphinx -q -W --keep-going -E -b html -c docs/manuale -t $$language -d .venv/.manual/$$language \
			docs/manuale/$$language criccone/manual/$$language; \
	done; \
	rm -rf .venv/.manual-tools

pictures: $(DEV)
	@$(BIN)/python -m tests.docs.pictures

# Known faults of the pinned packages. It says so if nobody can be asked.
audit: $(DEV)
	@$(BIN)/python -m tests.advisories

# The package for pipx and uv, in dist/.
wheel: $(DEV)
	@$(BIN)/python deploy/wheel.py

# What is in the program besides its own code, for whoever asks for a list of it (CycloneDX).
sbom: $(DEV)
	@$(BIN)/cyclonedx-py requirements requirements.txt --pyproject pyproject.toml --of JSON -o sbom.json
	@echo "sbom.json: Python's packages with versions and digests"

bench: $(DEV)
	@$(BIN)/python -m benchmarks

# One club's pages beside many others', on PostgreSQL: ten minutes and ten gigabytes for five hundred clubs.
CLUBS ?= 500
growth: $(DEV)
	@$(BIN)/python -m benchmarks --growth $(CLUBS)

# In service mode and as on a laptop, some minutes for each seed; docs/reliability.md tells what it finds. With services
# of its own, reached by this machine only. SIZE="16 3 13 2" plays 16 pairs, 3 rounds, 13 faults of 2 seconds at most.
chaos: $(DEV)
	CHAOS_SEEDS="$(SEEDS)" $(if $(SIZE),CHAOS_SIZE="$(SIZE)") $(BIN)/python -m pytest -n 0 -p no:randomly -s tests/chaos

# Every movement, 4 to 200 entries, with leavers, each draw at tables of two proven by other algorithms; and all the
# questions to the engine and to the API, and all the damaged files, of which the tests try some.
simulate: $(DEV)
	SIMULATE=1 $(BIN)/python -m pytest -n $(JOBS) --dist load tests/tournaments/core/draws tests/scoring \
		tests/tournaments/evenings/test_whole_evenings.py tests/tournaments/api/test_schema.py \
		tests/tournaments/api/test_damaged_bodies.py tests/club/history/test_heads.py tests/club/*/test_damaged.py

# Before a release: what `make test` tries on some pages, widths and kinds each day, on all of them.
thorough:
	THOROUGH=1 $(MAKE) --no-print-directory test

# Changes the engine piece by piece and runs the tests that call what was changed: many hours for the whole engine,
# minutes for a module with the tests of its game. Results stay in mutants/; `mutmut browse` shows them.
mutants: $(DEV)
	PYTEST_ADDOPTS='$(if $(WITH),-k "$(WITH)")' $(BIN)/mutmut run --max-children $(or $(filter-out 0,$(JOBS)),1) $(if $(ONLY),"$(ONLY)*")
	$(BIN)/mutmut results

clean:
	rm -rf mutants .venv staticfiles criccone/manual .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

.venv/bin/python:
	@test -n "$(PYTHON)" && $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	|| { echo "Criccone needs Python 3.11 or newer: install it, or run make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo "This Python cannot make a .venv: on Debian and Ubuntu, apt install python3-venv"; exit 1; }

# Modules are compiled when they are first used: most of those that are installed never are. uv takes seconds for what
# takes pip half a minute and more; where uv does not reach the packages, pip does, by its own settings.
PIP := -m pip install --disable-pip-version-check --no-compile --require-hashes
install = $(BIN)/python $(PIP) --quiet -r requirements-uv.txt && $(BIN)/uv pip install --system-certs --python $(1) --no-deps --require-hashes -r $(2) || $(1) $(PIP) -r $(2)

$(RUN): | .venv/bin/python
	@echo "Installing packages in .venv, once"
	$(call install,$(BIN)/python,requirements.txt)
	@rm -f .venv/.run-* && touch $@

$(DEV): | .venv/bin/python
	$(call install,$(BIN)/python,requirements-dev.txt)
	@rm -f .venv/.dev-* .venv/.run-* && touch $@ $(RUN)
