# SPDX-License-Identifier: GPL-2.0-only
#
# The only build file: `make help` lists the targets. Sources are found by wildcard, so a new file
# in lib/*/, cmd/, tests/unit/, tests/cli/ or tests/workloads/ needs no line here.

VERSION := 0.1.0
SOVERSION := 0

PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR ?= $(PREFIX)/share
ZSHDIR ?= $(DATADIR)/zsh/site-functions
DESTDIR ?=

CC ?= cc
AR ?= ar
PKG_CONFIG ?= pkg-config
PKGS := libelf libtraceevent

ifneq ($(word 2,$(CURDIR)),)
$(error perfmux: make cannot work below a directory with a space in its name: $(CURDIR))
endif

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules
# What runs is shown in short, or with V=1 in full.
Q := $(if $(V),,@)
comma := ,
short = $(if $(V),,@printf '  %-5s %s\n' $1 $(or $2,$@))

# SAN=1 builds all of it a second time beside the first, with sanitizers.
override SAN := $(filter-out 0,$(SAN))
BUILD := build$(if $(SAN),/san)
# FUZZ=1 is how `make fuzz` calls itself, to build all of it once more by clang.
FUZZ_CC ?= clang
LIBPERF := build/libperf

# --- flags -----------------------------------------------------------------------------------

WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition \
	-Wformat=2 -Wundef -Wvla -Wpointer-arith \
	-Werror=implicit-function-declaration -Werror=implicit-int -Werror=int-conversion \
	-Werror=incompatible-pointer-types -Werror=return-type -Werror=format-security
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
# clang warns of other things than lint asks for.
FUZZING := -w -fsanitize=fuzzer-no-link $(SANITIZE)

CFLAGS ?= $(if $(SAN)$(FUZZ),-O1,-O2) -g
LDFLAGS ?=
# What makes a fault harder to use. -z now moves the look-up of some 240 functions to the start: of the CPU
# time of `stat true` that was -1.6 to +1.2 %, in 600 pairs. Sanitizers have their own ways.
machine := $(firstword $(subst -, ,$(or $(shell $(CC) -dumpmachine 2>/dev/null),$(shell uname -m))))
HARDEN := -fstack-clash-protection $(if $(filter x86_64 i%86,$(machine)),-fcf-protection) -D_FORTIFY_SOURCE=2
HARDEN_LINK := -Wl,-z,now -Wl,-z,noexecstack
# The same bytes wherever the tree lies.
HARDEN += -ffile-prefix-map=$(CURDIR)=.
ifneq ($(SAN)$(FUZZ),)
HARDEN :=
HARDEN_LINK :=
endif
# libperf's perf_event_attr is longer than the system's: its headers come first.
INCLUDES := -Iinclude -Ilib -I$(LIBPERF)/include
DEFINES := -D_GNU_SOURCE -DPERFMUX_VERSION='"$(VERSION)"'
all_cflags = -std=gnu17 $(WARNINGS) $(DEFINES) -fPIC -fno-semantic-interposition -ffunction-sections \
	-fdata-sections -fstack-protector-strong -pthread $(HARDEN) $(if $(SAN),$(SANITIZE)) $(if $(FUZZ),$(FUZZING)) \
	$(CPPFLAGS) $(CFLAGS)
all_ldflags = -pthread -pie -Wl,--as-needed -Wl,--gc-sections -Wl,-z,relro $(HARDEN_LINK) -Wl,-O1 \
	$(if $(SAN),$(SANITIZE)) $(if $(FUZZ),$(FUZZING)) $(LDFLAGS)

# Asked for once, and only when something is compiled: by then `deps` has run.
pkg_cflags = $(eval pkg_cflags := $(shell $(PKG_CONFIG) --cflags $(PKGS)))$(pkg_cflags)
# libelf, libtraceevent, libpfm4, libjansson and libmicrohttpd are loaded by the few runs that need
# them, not linked.
own_libs := -ldl -lm

# --- what there is ---------------------------------------------------------------------------

LIB_SRC := $(wildcard lib/*/*.c)
CMD_SRC := $(wildcard cmd/*.c)
GEN_SRC := $(wildcard cmd/gen/*.c)
UNIT_SRC := $(wildcard tests/unit/*.c)
WORKLOAD_SRC := $(wildcard tests/workloads/*.c)
FUZZ_SRC := $(wildcard tests/fuzz/*.c)
BATS := $(wildcard tests/cli/*.bats)
HEADERS := $(wildcard include/perfmux/*.h)

LIB_OBJ := $(LIB_SRC:%.c=$(BUILD)/obj/%.o)
CMD_OBJ := $(CMD_SRC:%.c=$(BUILD)/obj/%.o)
GEN_OBJ := $(GEN_SRC:%.c=$(BUILD)/obj/%.o)
UNIT_OBJ := $(UNIT_SRC:%.c=$(BUILD)/obj/%.o)
UNIT := $(UNIT_SRC:tests/unit/%.c=$(BUILD)/tests/unit/%)
# What replays the committed inputs of a fuzzer, and with FUZZ=1 the fuzzer.
FUZZERS := $(patsubst tests/fuzz/%.c,$(BUILD)/tests/fuzz/%,$(filter-out %/replay.c,$(FUZZ_SRC)))
# Workloads are what is measured, never what is tested: no sanitizers.
WORKLOADS := $(WORKLOAD_SRC:tests/workloads/%.c=build/workloads/%)

PROGRAM := $(BUILD)/perfmux
# Makes man pages and completions from the option tables.
GEN := $(BUILD)/gen
MAN := $(patsubst cmd/%.in,$(BUILD)/man/%,$(wildcard cmd/*.[157].in)) \
	$(patsubst cmd/%,$(BUILD)/man/%,$(wildcard cmd/*.[157]))
COMPLETIONS := completions/perfmux.bash completions/_perfmux completions/perfmux.fish
STATIC_LIB := $(BUILD)/libperfmux.a
OWN_LIB := $(BUILD)/own/libperfmux.a
SHARED_LIB := $(BUILD)/libperfmux.so.$(SOVERSION)

# Two files remember what the last build was made with; a change of either rebuilds what it must.
ifeq ($(filter clean help uninstall,$(MAKECMDGOALS)),)
remember = $(if $(filter-out $(strip $(file <$1)),$2)$(filter-out $2,$(strip $(file <$1))),\
	$(shell mkdir -p $(BUILD))$(file >$1,$2))
$(call remember,$(BUILD)/flags,$(CC) $(all_cflags) $(all_ldflags))
$(call remember,$(BUILD)/sources,$(LIB_SRC) $(CMD_SRC))
endif

# --- targets ---------------------------------------------------------------------------------

.PHONY: all
all: $(PROGRAM) $(OWN_LIB) $(SHARED_LIB) $(MAN:=.gz) ## build program, library and man pages (the default)

# These goals fetch what is missing; the others only say that it is.
FETCHING := $(filter deps demo check load faults lint api lab bench fuzz fuzz-merge,$(MAKECMDGOALS))

.PHONY: deps
deps: packages $(LIBPERF)/source ## install what the build needs, fetch and build libperf

.PHONY: packages
packages:
	$(Q)tests/deps.sh build $(if $(filter check load faults lint,$(FETCHING)),test) $(filter lint api bench,$(FETCHING)) \
		$(if $(filter fuzz%,$(FETCHING)),fuzz)

ifneq ($(FETCHING),)
$(LIBPERF)/source: lib/session/get-libperf.sh | packages
	$(Q)CC='$(CC)' lib/session/get-libperf.sh $(LIBPERF)
else
$(LIBPERF)/source:
	@echo "perfmux: libperf is not built yet: run 'make deps' first" >&2; exit 1
endif

.PHONY: demo
demo: deps all build/workloads/demo ## count events of a small workload
	$(PROGRAM) stat -e task-clock,context-switches,page-faults,cycles,instructions,msr/tsc/,cpu-clock \
		-- build/workloads/demo

chosen = $(if $(T),$(foreach t,$1,$(if $(findstring $(T),$(notdir $t)),$t)),$1)

.PHONY: check
check: deps all $(call chosen,$(UNIT) $(FUZZERS)) $(WORKLOADS) $(GEN) $(MAN) ## run every test; SAN=1 with sanitizers, T=word those whose name has it
	$(Q)PERFMUX=$(abspath $(PROGRAM)) WORKLOADS=$(abspath build/workloads) TOP=$(CURDIR) \
		PERFMUX_SAN=$(SAN) tests/run $(call chosen,$(UNIT) $(FUZZERS)) $(call chosen,$(BATS))

# Where the fuzzers are built, and what they find: below the build directory.
fuzz_build = +$(Q)$(MAKE) --no-print-directory FUZZ=1 SAN= CC='$(FUZZ_CC)' BUILD='$(BUILD)/fuzz' T='$T' fuzzers
fuzz_run = $(Q)TOP=$(CURDIR) tests/fuzz/run $1 $(abspath $(BUILD)/fuzz) \
	$(notdir $(call chosen,$(FUZZERS)))

.PHONY: fuzz
fuzz: deps ## fuzz every parser for FUZZ_TIME seconds each (600); T=word those whose name has it
	$(fuzz_build)
	$(call fuzz_run,fuzz)

.PHONY: fuzz-merge
fuzz-merge: deps ## add to tests/fuzz/corpus what fuzzing found that reaches more, as small as can be
	$(fuzz_build)
	$(call fuzz_run,merge)

.PHONY: fuzzers
fuzzers: $(call chosen,$(FUZZERS))

.PHONY: lint
lint: deps ## check format, style and layering, and analyse statically
	$(Q)CC='$(CC)' WARNINGS='$(WARNINGS)' tests/lint $(INCLUDES) $(pkg_cflags) -DPERFMUX_VERSION='"$(VERSION)"'

.PHONY: api
api: packages-if-fetching ## make the library's reference from its headers, in build/api/html
	@mkdir -p build/api
	$(Q)VERSION='$(VERSION)' OUT=build/api doxygen include/Doxyfile && python3 include/documented.py build/api/xml
	@echo build/api/html/index.html

.PHONY: format
format: ## rewrite the C files as lint wants them
	clang-format -i $(HEADERS) $(LIB_SRC) $(CMD_SRC) $(GEN_SRC) \
		$(wildcard lib/*/*.h cmd/*.h cmd/gen/*.h tests/*/*.[ch])

.PHONY: faults
faults: deps all $(WORKLOADS) ## have each allocation and each call for an event fail once, in turn
	$(Q)PERFMUX=$(abspath $(PROGRAM)) WORKLOADS=$(abspath build/workloads) TOP=$(CURDIR) CC='$(CC)' \
		FAULTS=all TEST_TIMEOUT=14400 BATS_TEST_TIMEOUT=14400 tests/run tests/cli/faults.bats

.PHONY: load
load: deps all $(WORKLOADS) ## what check takes some of: many counters, threads, processes, intervals and signals
	$(Q)PERFMUX=$(abspath $(PROGRAM)) WORKLOADS=$(abspath build/workloads) TOP=$(CURDIR) LOAD=1 \
		bats --timing tests/cli/load.bats

.PHONY: lab
lab: deps ## boot kernels of other ages on other machines in QEMU and test there; T=word some of it
	$(Q)set -f; tests/lab/run $(T)

.PHONY: bench
bench: deps all $(WORKLOADS) ## measure against other tools
	$(Q)PERFMUX=$(abspath $(PROGRAM)) WORKLOADS=$(abspath build/workloads) TOP=$(CURDIR) tests/bench/run

.PHONY: generate
generate: $(GEN) $(MAN) ## write completions/ anew, and the man pages into build/man
	$(foreach c,$(COMPLETIONS),$(call generate_file,cmd/gen/$(notdir $c).in,$c))

.PHONY: clean
clean: ## remove what was built, libperf too
	rm -rf build

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-10s %s\n", $$1, $$2 }' Makefile
	@echo "Variables: SAN=1 V=1 T FUZZ_TIME CC CFLAGS LDFLAGS PREFIX DESTDIR LIBPERF_SRC"

# --- rules -----------------------------------------------------------------------------------

$(BUILD)/obj/%.o: %.c $(BUILD)/flags $(LIBPERF)/source
	@mkdir -p $(@D)
	$(call short,CC,$<)
	$(Q)$(CC) $(INCLUDES) $(only_here) $(all_cflags) $(pkg_cflags) -MMD -MP -c $< -o $@

# The one file that may know libperf from the inside.
$(BUILD)/obj/lib/session/libperf.o: only_here = @$(LIBPERF)/private-flags
# Its text is in there.
$(BUILD)/obj/lib/storm/program.o: lib/storm/reproducer.in

$(STATIC_LIB): $(LIB_OBJ) $(LIBPERF)/source $(BUILD)/sources
	$(call short,AR)
	$(Q)rm -f $@ && $(AR) qcs $@ $(LIB_OBJ) $(LIBPERF)/obj/*.o

$(SHARED_LIB): $(LIB_OBJ) $(LIBPERF)/source $(BUILD)/sources lib/libperfmux.map
	$(call short,LINK)
	$(Q)$(CC) -shared $(filter-out -pie,$(all_ldflags)) -Wl,-soname,$(@F) -Wl,-Bsymbolic-functions \
		$(if $(SAN)$(FUZZ),,-Wl$(comma)-z$(comma)defs) \
		-Wl,--version-script=lib/libperfmux.map $(LIB_OBJ) $(LIBPERF)/obj/*.o $(own_libs) -o $@

$(PROGRAM): $(CMD_OBJ) $(STATIC_LIB)
	$(call short,LINK)
	$(Q)$(CC) $(all_ldflags) $(CMD_OBJ) $(STATIC_LIB) $(own_libs) -o $@

# For machines without our libraries: the lab's guests. They are otherwise loaded when needed.
$(BUILD)/static/perfmux: $(CMD_OBJ) $(STATIC_LIB)
	@mkdir -p $(@D)
	$(call short,LINK)
	$(Q)$(CC) -static $(filter-out -pie,$(all_ldflags)) $(CMD_OBJ) $(STATIC_LIB) \
		-Wl,--whole-archive -l:libelf.a -l:libtraceevent.a -l:libjansson.a -Wl,--no-whole-archive \
		$(shell $(PKG_CONFIG) --static --libs $(PKGS)) $(own_libs) -o $@

$(GEN): $(GEN_OBJ) $(filter-out %/main.o,$(CMD_OBJ)) $(STATIC_LIB)
	$(call short,LINK)
	$(Q)$(CC) $(all_ldflags) $(filter %.o,$^) $(STATIC_LIB) $(own_libs) -o $@

define generate_file
	$(call short,GEN,$2)
	$(Q)$(GEN) <$1 >$2

endef

$(BUILD)/man/%: cmd/%.in $(GEN)
	@mkdir -p $(@D)
	$(call generate_file,$<,$@)

$(BUILD)/man/%: cmd/%
	@mkdir -p $(@D)
	$(Q)cp $< $@

$(BUILD)/tests/unit/%: $(BUILD)/obj/tests/unit/%.o $(STATIC_LIB)
	@mkdir -p $(@D)
	$(call short,LINK)
	$(Q)$(CC) $(all_ldflags) $< $(STATIC_LIB) $(own_libs) -ljansson -lcmocka -o $@

fuzz_main := $(if $(FUZZ),,$(BUILD)/obj/tests/fuzz/replay.o)
$(BUILD)/tests/fuzz/%: $(BUILD)/obj/tests/fuzz/%.o $(fuzz_main) $(filter-out %/main.o,$(CMD_OBJ)) $(STATIC_LIB)
	@mkdir -p $(@D)
	$(call short,LINK)
	$(Q)$(CC) $(all_ldflags) $(if $(FUZZ),-fsanitize=fuzzer) $(filter %.o,$^) $(STATIC_LIB) $(own_libs) -o $@

build/workloads/%: tests/workloads/%.c | packages-if-fetching
	@mkdir -p $(@D)
	$(call short,CC,$<)
	$(Q)$(CC) -std=gnu17 -D_GNU_SOURCE -O2 -g -Wall -Wextra -pthread -MMD -MP -MF $@.d $< -o $@

.PHONY: packages-if-fetching
packages-if-fetching: $(if $(FETCHING),packages)

FUZZ_OBJ := $(FUZZ_SRC:%.c=$(BUILD)/obj/%.o)

.SECONDARY: $(UNIT_OBJ) $(GEN_OBJ) $(FUZZ_OBJ)
-include $(LIB_OBJ:.o=.d) $(CMD_OBJ:.o=.d) $(GEN_OBJ:.o=.d) $(UNIT_OBJ:.o=.d) $(FUZZ_OBJ:.o=.d) $(WORKLOADS:=.d)

# --- installation ----------------------------------------------------------------------------

SHARED_NAME := libperfmux.so.$(VERSION)

# mode:source:destination of every file; `uninstall` goes by the same list. The kernel header goes
# along because a public structure holds its perf_event_attr, whose size the system's may not have.
completion = $(if $(wildcard $1),644:$1:$2)
INSTALLED = 755:$(PROGRAM):$(BINDIR)/perfmux \
	644:$(OWN_LIB):$(LIBDIR)/libperfmux.a \
	755:$(SHARED_LIB):$(LIBDIR)/$(SHARED_NAME) \
	644:$(BUILD)/perfmux.pc:$(LIBDIR)/pkgconfig/perfmux.pc \
	$(foreach h,$(HEADERS),644:$h:$(INCLUDEDIR)/perfmux/$(notdir $h)) \
	644:$(LIBPERF)/include/linux/perf_event.h:$(INCLUDEDIR)/perfmux/uapi/linux/perf_event.h \
	$(foreach m,$(MAN),644:$m.gz:$(DATADIR)/man/man$(subst .,,$(suffix $m))/$(notdir $m).gz) \
	644:cmd/perfmux-grafana.json:$(DATADIR)/perfmux/perfmux-grafana.json \
	$(call completion,completions/perfmux.bash,$(DATADIR)/bash-completion/completions/perfmux) \
	$(call completion,completions/_perfmux,$(ZSHDIR)/_perfmux) \
	$(call completion,completions/perfmux.fish,$(DATADIR)/fish/vendor_completions.d/perfmux.fish)

field = $(word $1,$(subst :, ,$2))
define install_file
	$(call short,INST,'$(DESTDIR)$(call field,3,$1)')
	$(Q)install -D -m $(call field,1,$1) $(call field,2,$1) '$(DESTDIR)$(call field,3,$1)'

endef
define remove_file
	$(Q)rm -f '$(DESTDIR)$(call field,3,$1)'

endef

.PHONY: install
install: all $(BUILD)/perfmux.pc ## install below $(DESTDIR)$(PREFIX)
	$(foreach f,$(INSTALLED),$(call install_file,$f))
	$(Q)ln -sf $(SHARED_NAME) '$(DESTDIR)$(LIBDIR)/$(notdir $(SHARED_LIB))'
	$(Q)ln -sf $(notdir $(SHARED_LIB)) '$(DESTDIR)$(LIBDIR)/libperfmux.so'
	$(Q)$(if $(DESTDIR),,ldconfig 2>/dev/null || true)

.PHONY: uninstall
uninstall: ## remove what install put there
	$(foreach f,$(INSTALLED),$(call remove_file,$f))
	$(Q)rm -f '$(DESTDIR)$(LIBDIR)/$(notdir $(SHARED_LIB))' '$(DESTDIR)$(LIBDIR)/libperfmux.so'
	$(Q)cd '$(DESTDIR)$(INCLUDEDIR)' && rmdir -p perfmux/uapi/linux 2>/dev/null; true

# The shared library shows what is pmx_ alone; in the static one names of its parts could meet those of
# whoever links it, or of libperf, and so they are renamed.
NM ?= nm
OBJCOPY ?= objcopy
$(OWN_LIB): $(STATIC_LIB)
	$(call short,GEN)
	$(Q)mkdir -p $(@D)
	$(Q)$(NM) -g --defined-only $< | \
		awk 'NF == 3 && $$3 !~ /^pmx_/ { print $$3, "pmx_own_" $$3 }' | sort -u >$@.names
	$(Q)$(OBJCOPY) -D --redefine-syms=$@.names $< $@

$(BUILD)/man/%.gz: $(BUILD)/man/%
	$(Q)gzip -nc9 $< > $@

.PHONY: $(BUILD)/perfmux.pc
$(BUILD)/perfmux.pc: lib/perfmux.pc.in
	$(Q)rm -f $@ # which may be root's
	$(Q)sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' \
		-e 's|@VERSION@|$(VERSION)|' -e 's|@LIBS@|$(own_libs)|' $< > $@

# The tree as it is committed, with the same bytes whoever packs it: of git's settings those that show
# in an archive are given, and times are the commit's.
DIST := build/perfmux-$(VERSION).tar.gz
.PHONY: dist
dist: ## pack the committed tree as build/perfmux-$(VERSION).tar.gz
	@mkdir -p build
	$(Q)git -c tar.umask=0022 -c core.autocrlf=false -c core.eol=lf -c tar.tar.gz.command='gzip -nc9' \
		archive --format=tar.gz --prefix=perfmux-$(VERSION)/ -o $(DIST) HEAD
	@echo $(DIST)

# Debian wants its folder at the top of the source tree, where ours has no place for it: it is put
# there in a tree unpacked from `make dist`. With LIBPERF_SRC (see lib/session/get-libperf.sh)
# the package linux-source need not be installed.
DEB := build/deb
.PHONY: deb
deb: dist ## build the Debian packages of the committed tree in build/deb, and check them
	$(Q)tests/deps.sh build deb $(if $(LIBPERF_SRC),,deb-source)
	$(Q)rm -rf $(DEB) && mkdir $(DEB)
	$(Q)cp $(DIST) $(DEB)/perfmux_$(VERSION).orig.tar.gz
	$(Q)tar -C $(DEB) -xzf $(DIST)
	$(Q)cp -r $(DEB)/perfmux-$(VERSION)/tests/packaging/debian $(DEB)/perfmux-$(VERSION)/
	$(Q)cd $(DEB)/perfmux-$(VERSION) && env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL \
		$(if $(LIBPERF_SRC),LIBPERF_SRC='$(abspath $(LIBPERF_SRC))') \
		dpkg-buildpackage -us -uc $(if $(LIBPERF_SRC),-d) >../build.log 2>&1 || \
		{ tail -n 40 ../build.log >&2; exit 1; }
	$(Q)cd $(DEB) && lintian --allow-root --fail-on error,warning *.changes
	@ls $(DEB)/*.deb
