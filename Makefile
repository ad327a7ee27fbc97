# `make` alone lists what there is to do. Every target sets up what it needs: in .venv, and what only the checks need of the
# system (scripts/system.sh).

PYTHON ?=
SYSTEM ?=
ARGS ?=
SEED ?= $(shell date +%Y%m%d)
KILLS ?= 1000
EXAMPLES ?= 2000

RUN = .venv/bin/python
SENTENCES = $(patsubst %.po,%.mo,$(wildcard locale/*/LC_MESSAGES/django.po))
LOCK = $(RUN) -m uv pip compile pyproject.toml --extra site --quiet --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock'

.PHONY: help play dev cluster container words fixtures test lint gallery soak audit golden bench lock clean runtime-setup dev-setup system browser
.NOTPARALLEL:
.DEFAULT_GOAL := help

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-7s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
	@echo
	@echo 'PYTHON=python3.12 chooses the Python that .venv is made with; ARGS=… is passed on.'

play: runtime-setup staticfiles/staticfiles.json $(SENTENCES) ## Start the site here, ready to play (ARGS=--port …; --reset for the shipped tracks)
	@HEATSITE_COLLECTED=yes $(RUN) manage.py play $(ARGS)

%.mo: %.po | runtime-setup
	@$(RUN) manage.py compile_languages

# Style sheets, scripts and pictures as browsers get them: compressed, and named by what is in them.
staticfiles/staticfiles.json: $(shell find static) requirements.txt heatsite/settings.py | runtime-setup
	@HEATSITE_COLLECTED=yes $(RUN) manage.py collectstatic --no-input --verbosity 0
	@touch $@

dev: dev-setup $(SENTENCES) ## The same, starting again whenever the code changes, with debug pages
	@HEATSITE_DEBUG=yes $(RUN) manage.py play --reload $(ARGS)

cluster: runtime-setup staticfiles/staticfiles.json $(SENTENCES) ## Start a site of several processes here: PostgreSQL, Redis, two servers, nginx (ARGS='--processes 4')
	@PYTHON='$(PYTHON)' SYSTEM='$(SYSTEM)' sh scripts/system.sh cluster
	@HEATSITE_COLLECTED=yes exec $(RUN) -m operating.cluster $(ARGS)

container: ## Build a container of the site and start it, by Podman or Docker (ARGS='--env-file heatsite.env')
	@PORT='$(PORT)' sh scripts/container.sh $(ARGS)

test: system dev-setup browser ## Run every check: format, lint, types, tests (SYSTEM=no: install no system packages)
	@# While one core checks the types another compiles the tests: each worker of pytest would do that for itself.
	@$(RUN) -m pytest --collect-only -qq >/dev/null 2>&1 & $(MAKE) --no-print-directory lint && wait
	sh scripts/bare.sh $(RUN) -m pytest -n auto --dist loadgroup $(ARGS)

lint: dev-setup ## Check format, lint and types only
	$(RUN) -m ruff check
	$(RUN) -m ruff format --check
	$(RUN) -m mypy

gallery: dev-setup browser ## Take pictures of all that players see, and measure them (ARGS='--only react --size 390x844')
	$(RUN) -m tests.gallery $(ARGS)

soak: system dev-setup browser ## Run the long tests too, deeper, and kill servers (SEED=…, EXAMPLES=…, KILLS=…)
	HYPOTHESIS_PROFILE=soak HYPOTHESIS_EXAMPLES=$(EXAMPLES) \
		sh scripts/bare.sh $(RUN) -m pytest -n auto --dist loadgroup -m 'soak or not soak' --hypothesis-seed=$(SEED) $(ARGS)
	$(RUN) -m tests.chaos --kills $(KILLS) --seed $(SEED)

audit: dev-setup ## Look the requirements up in lists of known vulnerabilities
	@$(RUN) scripts/audit.py

golden: dev-setup ## Make the golden races and championships anew (ARGS=--records: the recorded ones of this version, too)
	$(RUN) -m tests.engine.heat.golden.make $(ARGS)
	$(RUN) -m tests.engine.heat.golden.seasons
	$(if $(findstring --records,$(ARGS)),$(RUN) -m tests.races.recorded)

words: dev-setup ## Find all texts that players read, for the languages in locale/ (needs GNU gettext)
	$(RUN) manage.py makemessages --all --no-location --no-obsolete --ignore .venv --ignore tests --ignore staticfiles --ignore build

fixtures: dev-setup ## Make the fixtures anew from the engine's data
	$(RUN) manage.py make_fixtures

bench: runtime-setup ## Measure the engine
	@$(RUN) -m engine bench $(ARGS)

lock: dev-setup ## Lock the requirements anew (ARGS=--upgrade for newer ones)
	$(LOCK) $(ARGS) --output-file requirements.txt
	$(LOCK) $(ARGS) --extra rl --group dev --constraints requirements.txt --output-file requirements-dev.txt

clean: ## Remove .venv and everything that can be made again
	rm -rf .venv staticfiles test-*.sqlite3* .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

system:
	@PYTHON='$(PYTHON)' SYSTEM='$(SYSTEM)' sh scripts/system.sh

browser: | dev-setup
	@SYSTEM='$(SYSTEM)' sh scripts/system.sh browser

runtime-setup:
	@PYTHON='$(PYTHON)' sh scripts/setup.sh requirements.txt

dev-setup:
	@PYTHON='$(PYTHON)' sh scripts/setup.sh requirements-dev.txt
