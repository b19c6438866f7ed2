# SPDX-License-Identifier: Apache-2.0 OR MIT
# `make demo` and `make test` are all a newcomer types; `make help` lists the rest. CONTRIBUTING.md explains the tiers.
SHELL := /bin/bash
PREFIX ?= /usr/local
DESTDIR ?=
N ?= 10000
FIRST ?= 1000
export DUNE_CACHE ?= enabled
export DUNE_CACHE_TRANSPORT ?= direct

.PHONY: all build command headers libraries proofs papers extracted coq-files setup demo test prove test-rest test-all claims tidy format fuzz
.PHONY: fuzz-threads fuzz-derive mutants-threads mutants-monitor mutants-written mutants bench install uninstall deb release site clean help

all: build

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

setup: ## install what is missing for everything (Debian packages; needs root or sudo)
	@tools/setup all

# ---- What is built ----

# Coq and OCaml's compilers take a tenth to a third less processor time, and half the memory, with a minor heap that
# fits the processor's cache (Coq's own choice has 256 MB) and a major one that may grow. Who has a choice of their own keeps it.
build command test-programs proofs papers extracted coq-files claims prove: export OCAMLRUNPARAM ?= s=1M,o=1000

build: command libraries test-programs ## the commands and the libraries: no Coq (compiler/extracted has what Coq extracts)

command: ## the commands alone: bin/fairlead, bin/flcc
	@tools/step "building the commands" dune build compiler/bin/main.exe compiler/flcc/flcc.exe
	@mkdir -p bin && cp -f _build/default/compiler/bin/main.exe bin/fairlead
	@cp -f _build/default/compiler/flcc/flcc.exe bin/flcc

# OCaml programs that tests run. Not tests/lang/numbers, which compares with what Coq extracts.
test-programs:
	@tools/step "building the tests' programs" dune build \
	  @tests/asm/default @tests/c/default @tests/control/default @tests/fuzz/default @tests/lang/verdict/default \
	  @tests/layout/default @tests/meaning/default @tests/monitor/default @tests/order/default @tests/threads/default

# What the libraries are built with: a package that is missing is named, and not by a compiler.
headers:
	@! command -v dpkg-query >/dev/null || tools/setup --missing install

libraries: headers command
	@tools/step "building the libraries" $(MAKE) -s --no-print-directory each-library

each-library:
	@$(MAKE) -s --no-print-directory -C gcm CC=gcc >/dev/null
	@$(MAKE) -s --no-print-directory -C runtime CC=gcc >/dev/null
	@$(MAKE) -s --no-print-directory -C runtime/threads CC=gcc >/dev/null
	@$(MAKE) -s --no-print-directory -C tls CC=gcc >/dev/null
	@$(MAKE) -s --no-print-directory -C monitor all serve CC=gcc >/dev/null

proofs: ## all proofs; what Coq extracts is compared with compiler/extracted
	@tools/step --count "checking the proofs" dune build theories compiler/extract @extracted
	@tools/theories >/dev/null

papers: ## the mechanised papers, which no product stands on
	@tools/step --count "checking the papers" dune build theories/papers _build/default/theories/Claims/Papers.vo
	@tools/theories >/dev/null

extracted: ## extract from Coq anew, into compiler/extracted
	@tools/step --count "extracting" dune build @extracted --auto-promote || true
	@tools/step "extracting again: nothing differs" dune build @extracted
	@tools/extracted --write

# ---- The three tiers: tests/run says what is in each ----

demo: ## build the command, compile an HTTP and an HTTPS server, serve a page with each, fetch it with curl
	@tools/setup demo
	@$(MAKE) -s --no-print-directory command
	@tools/step "building AES-GCM" $(MAKE) -s --no-print-directory -C gcm CC=gcc
	@examples/http/demo
	@examples/tls/demo

test: ## what a change must pass: every unit and integration test in its quick form; about ten minutes on two cores, no Coq
	@tools/setup test
	@$(MAKE) -s --no-print-directory build
	@tests/run

prove: ## all proofs, the claims' statements and assumptions, coqchk, and tests that ask Coq
	@tools/setup prove
	@$(MAKE) -s --no-print-directory build proofs
	@tools/step "building the comparison of numbers with Coq's" dune build @tests/lang/numbers/default
	@tests/run --tier prove

test-rest: ## what is in neither: emulators, other machines, browsers, long fuzzing, mutants
	@tools/setup all
	@$(MAKE) -s --no-print-directory build
	@tests/run --tier all

test-all: test prove test-rest ## all three tiers, one after another

claims: proofs ## assumptions of every claim against the golden files, then coqchk
	@tools/claims

tidy: ## style as a test
	@tools/tidy

format: ## lay out hand-written C by .clang-format
	@tools/format

fuzz: build ## long differential fuzzing: make fuzz N=10000 [FIRST=1000]
	@tests/fuzz/run $(N) $(FIRST)

fuzz-threads: build ## random C with threads, csmith's and ours, with stacks and translated: make fuzz-threads N=1000 [FIRST=1]
	@nice -n 15 tests/threads/fuzz/run $(or $(N),1000) $(or $(FIRST),1)
	@nice -n 15 tests/threads/fuzz/run --positions $(or $(N),1000) $(or $(FIRST),1)
	@nice -n 15 tests/threads/fuzz/run --csmith $(or $(N),1000) $(or $(FIRST),1)

fuzz-derive: build proofs ## random programs in Gallina, proved to C, and the C beside what Coq computes: make fuzz-derive N=100 [FIRST=1]
	@nice -n 15 tests/derive/random/run $(or $(N),100) $(or $(FIRST),1)

mutants-threads: build ## deliberately broken translators of C with threads: which does the check find, which the tests?
	@nice -n 15 python3 tests/threads/fuzz/mutants.py

mutants-monitor: build ## a deliberately broken redo log of `fairlead monitor serve': which test finds it?
	@nice -n 15 python3 tests/monitor/serve/redo_mutants.py

mutants-written: build ## small changes of hand-written C and OCaml: which do the tests find? (hours; tests/mutants/campaign FILE: one)
	@nice -n 15 tests/mutants/campaign

mutants: build ## deliberately broken printers: after how many programs does the fuzzer find each? (a quarter of an hour)
	@python3 tests/fuzz/mutants.py

# Beside `run` some folders have other measurements, each a program. A soak is an hour: not among them.
BENCHES = $(shell find bench -mindepth 2 -maxdepth 2 -type f -perm -u+x ! -name soak | LC_ALL=C sort)

bench: build ## every benchmark, for an hour or so; `make bench-NAME` runs those in bench/NAME, `make bench-list` names all
	@set -e; for b in $(BENCHES); do echo "== $$b"; "$$b"; done

bench-list: ## the programs that `make bench` runs, and those it leaves out
	@for b in $(BENCHES); do echo "$$b"; done
	@find bench -mindepth 2 -maxdepth 2 -name soak -printf '%p (not in make bench)\n'

bench-%: build
	@set -e; for b in $(filter bench/$*/%,$(BENCHES)); do "$$b"; done; [ -n "$(filter bench/$*/%,$(BENCHES))" ] || \
	  { echo "no benchmark bench/$*: \`make bench-list' names them" >&2; exit 2; }

coq-files: # what fairlead derive loads; without Coq there is nothing that could load it
	@! command -v coqc >/dev/null || \
	  { tools/step --count "checking what Coq files need" dune build theories/layers/Base theories/layers/Core \
	      theories/layers/Lang theories/layers/Derive _build/default/theories/Claims/Lang.vo && tools/theories >/dev/null; }

install: headers command libraries coq-files ## install under PREFIX (/usr/local): command, manual, completion, libraries, headers, Coq files, documents
	@tools/install "$(PREFIX)" "$(DESTDIR)"

uninstall: ## remove what install installed
	@tools/install --uninstall "$(PREFIX)" "$(DESTDIR)"

deb: headers command libraries coq-files ## make Debian packages of what install installs: out/deb
	@tools/deb

release: build proofs ## source archive, Debian packages, checksums: out/release; refuses what does not agree with itself
	@tools/release

site: ## a web site of the documents: out/site/html (needs mkdocs)
	@tools/site

clean: ## remove what was built
	@rm -rf _build bin out
