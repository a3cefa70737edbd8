#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
#
# Allocations and calls of the system-call gate fail, one in each run: tests/faults/README.md.
# FAULTS=all has all of them fail, which takes long; `make faults` does that.

load helpers
load gpu_events

setup_file() {
	local shim=$BATS_FILE_TMPDIR/shim.so cc
	[[ -z ${PERFMUX_SAN-} ]] || skip "the sanitizers have an allocator of their own"
	command -v python3 addr2line >/dev/null || skip "python3 or addr2line is not installed"
	read -ra cc <<<"${CC:-cc}"
	"${cc[@]}" -std=gnu17 -D_GNU_SOURCE -O2 -fPIC -fexceptions -fno-builtin -shared \
		-o "$shim" "$BATS_TEST_DIRNAME/../faults/shim.c" -lgcc_s || skip "no shim can be built here"
	export SHIM=$shim
}

teardown() {
	gpu_events_end
	common_teardown
}

inject() {
	local sample=--sample
	[[ ${FAULTS-} != all ]] || sample=
	run -0 "$@" python3 -B "$TOP/tests/faults/faults.py" ${sample:+"$sample"} \
		${FAULTS_ONLY:+--only "$FAULTS_ONLY"} "$PERFMUX" "$SHIM" "$WORKLOADS"
	echo "# ${lines[-1]}" >&3
	has 'all clean'
}

@test "each fault, alone, ends cleanly" {
	need_tracefs
	events_total
	inject "${TRACED[@]}"
}
