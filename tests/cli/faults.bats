#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
#
# Allocations and calls of the system-call gate fail, one in each run: tests/faults/README.md.
# FAULTS=all has all of them fail, which takes long; `make faults` does that.

load helpers
load gpu_events

setup_file() {
	local cc
	export SHIM=$BATS_FILE_TMPDIR/shim.so
	read -ra cc <<<"${CC:-cc}"
	"${cc[@]}" -std=gnu17 -D_GNU_SOURCE -O2 -fPIC -fexceptions -fno-builtin -shared \
		-o "$SHIM" "$BATS_TEST_DIRNAME/../faults/shim.c" -lgcc_s || true
}

setup() {
	common_setup
	[[ -z ${PERFMUX_SAN-} ]] || skip "the sanitizers have an allocator of their own"
	need python3 addr2line
	[[ -e $SHIM ]] || skip "no shim can be built here"
}

teardown() {
	gpu_events_end
	common_teardown
}

# inject PATTERN: into the workloads whose names match it as a whole
inject() {
	local sample=--sample
	[[ ${FAULTS-} != all ]] || sample=
	need_tracefs
	TMPDIR=$T run traced python3 -B "$TOP/tests/faults/faults.py" ${sample:+"$sample"} --only "$1" \
		"$PERFMUX" "$SHIM" "$WORKLOADS"
	echo "# ${lines[-1]}" >&3
	equal "$status" 0
	has 'all clean'
}

@test "stat ends cleanly, whatever fails" { inject 'stat-[f-l].*|stat-repeat|stat'; }
@test "stat with other events ends cleanly, whatever fails" { inject 'stat-(tr|b|pas|d|m|u|s|ti).*'; }
@test "stat of tasks, cores and cgroups ends cleanly, whatever fails" { inject 'stat-(pid|threads|c).*'; }
@test "mux ends cleanly, whatever fails" { inject 'mux.*'; }
@test "list, doctor and help end cleanly, whatever fails" { inject 'list.*|doctor|help'; }
@test "stress ends cleanly, whatever fails" { inject 'stress.*'; }
@test "bench ends cleanly, whatever fails" { inject 'bench.*'; }

@test "gpu ends cleanly, whatever fails" {
	events_total
	inject 'gpu.*'
}
