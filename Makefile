# `make help` lists the targets. Every target first does its own set-up.

PREFIX ?= /usr/local
DESTDIR ?=
ARGS ?=
RELEASE := .build/release/apus
DEVELOPMENT := .build/debug/apus
PACKAGES := .build/packages
TRANSFERS := .build/benchmarks

# macOS: Homebrew's libraries are not on the compiler's path.
ifeq ($(shell uname -s),Darwin)
PREFIXES := $(foreach formula,ncurses libyaml,$(shell brew --prefix $(formula) 2>/dev/null))
FLAGS := $(foreach prefix,$(PREFIXES),-Xcc -I$(prefix)/include -Xlinker -L$(prefix)/lib)
else
FLAGS :=
endif
# For builders with a sandbox of their own: SWIFT_FLAGS=--disable-sandbox.
FLAGS += $(SWIFT_FLAGS)

.DEFAULT_GOAL := help
.PHONY: help run build test test-release lint format rooms docs pictures bench conformance install deb dist release clean

help: ## show this list
	@awk -F '## ' '/^[a-z-]+:.*## / { sub(/:.*/, "", $$1); printf "  make %-12s %s\n", $$1, $$2 }' Makefile

# Not optimized, which takes half the time, and `make test` builds on the same modules.
run: ## build Apus for development and open the demo (ARGS="PATH …" opens something else)
	@Scripts/set-up run
	swift build --product programs $(FLAGS)
	@$(DEVELOPMENT) $(if $(ARGS),$(ARGS),demo)

build: ## build the release program, .build/release/apus
	@Scripts/set-up run
	swift build -c release --product programs $(FLAGS) $$(Scripts/link-flags)

test: ## build and run every test
	@Scripts/set-up test
	swift build --build-tests --explicit-target-dependency-import-check error $(FLAGS)
	@Scripts/run-tests $(FLAGS)

test-release: build ## run the tests of Tests/Smoke.txt against the release program (SMOKE=ApusTests: all of commands and journeys)
	@Scripts/set-up test
	swift build --build-tests $(FLAGS)
	@APUS_PROGRAM="$(CURDIR)/$(RELEASE)" Scripts/run-tests $(if $(SMOKE),--filter '$(SMOKE)',--smoke) $(FLAGS)

lint: ## check the formatting of the code
	@Scripts/set-up swift
	swift format lint --strict --parallel --recursive Sources Tests Package.swift
	@for script in $$(grep -ls '^#!.*bash' Scripts/* Scripts/Conformance/* .ci/run); do bash -n "$$script" || exit 1; done

format: ## reformat the code
	@Scripts/set-up swift
	swift format --in-place --parallel --recursive Sources Tests Package.swift

rooms: ## build, then show which folders of a target use which, and circles among them (ARGS="-v Networking" adds the uses)
	@Scripts/set-up run
	@swift build --quiet $(FLAGS)
	@Scripts/rooms $(ARGS)

docs: ## build the documentation of the libraries; a warning is an error
	@Scripts/set-up run
	@Scripts/docs $(FLAGS)

pictures: ## draw the pictures for the documentation into Pictures/
	@Scripts/set-up run
	APUS_PICTURES="$(CURDIR)/Pictures" swift test --disable-xctest --filter PictureTests $(FLAGS)

bench: build ## compare with less, curl, jq and URLSession (POSTING=1 adds posting and HTTPie; ROUNDS=n)
	@Scripts/set-up bench
	swift build -c release --package-path Benchmarks/networking --scratch-path $(TRANSFERS) $(FLAGS)
	@python3 Benchmarks/bench --apus $(RELEASE) --networking $(TRANSFERS)/release $(if $(ROUNDS),--rounds $(ROUNDS)) $(if $(POSTING),--posting)

conformance: ## compare with the test suites of others and with reference implementations (ARGS="adapters graphql grpc protobuf websocket" names the parts)
	@Scripts/set-up test
	@SWIFT_FLAGS="$(FLAGS)" Scripts/conformance $(ARGS)

install: build ## install into $(DESTDIR)$(PREFIX), with completions and manual page
	@Scripts/install $(RELEASE) "$(DESTDIR)$(PREFIX)"

deb: build ## make a Debian package in .build/packages
	@Scripts/deb $(RELEASE) $(PACKAGES)

dist: build ## make a tarball that runs from anywhere in .build/packages, with checksums and a bill of materials
	@Scripts/dist $(RELEASE) $(PACKAGES)

release: ## make the release VERSION from a clean checkout: changelog, tag, packages, measurements
	@Scripts/release $(VERSION)

clean: ## remove all build products
	rm -rf .build
