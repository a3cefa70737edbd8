#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# perfmux doctor: findings on the fixtures, and on this machine with rights taken away.

load helpers

doctor() { "$PERFMUX" doctor "$@"; }

# health SUBJECT: of $output
health() {
	awk -v subject="$1" '$1 == subject { print $2 }' <<<"$output"
}

@test "the findings on every fixture are as before" {
	local machine
	for machine in vm server alderlake amd arm3 android; do
		run doctor --sysroot "$TOP/tests/fixtures/$machine"
		golden "doctor-$machine.txt"
		if [[ $machine == vm ]]; then ((status == 1)); else ((status == 0)); fi
	done
}

@test "the JSON of a fixture is as before, and valid" {
	need jq
	run -1 doctor --sysroot "$TOP/tests/fixtures/vm" --json -
	golden doctor-vm.json
	[[ $(jq -r '[.schema, .problems, .exit_status] | @csv' <<<"$output") == '"perfmux-doctor/1",1,1' ]]
}

@test "this machine is examined, and the exit status says whether there is a problem" {
	need jq
	run doctor --json "$T/doc"
	((status == 0 || status == 1))
	[[ $(jq -r .exit_status "$T/doc") == "$status" ]]
	[[ $(jq '[.findings[] | select(.health == "problem")] | length > 0' "$T/doc") == \
		$([[ $status == 1 ]] && echo true || echo false) ]]
	[[ $(jq -r .kernel "$T/doc") == $(uname -r) ]]
}

@test "without tracefs the command that mounts it is given, and helps" {
	need_root
	need_tracefs
	run -1 untraced "$PERFMUX" doctor
	equal "$(health tracefs)" problem
	has 'mend: mount -t tracefs tracefs /sys/kernel/tracing'
	run traced "$PERFMUX" doctor
	equal "$(health tracefs)" ok
}

@test "without rights the level and the capabilities are named" {
	need_root
	public_copy
	(($(cat /proc/sys/kernel/perf_event_paranoid) > 0)) || skip "everybody may count here"
	run -1 as_nobody "$T/perfmux" doctor
	equal "$(health paranoid)" problem
	equal "$(health capabilities)" note
	has "setcap cap_perfmon,cap_dac_read_search,cap_sys_ptrace\+ep $T/perfmux"
}

@test "perf_event_open that a seccomp filter forbids is told from a matter of levels" {
	need_root
	run -1 noperf 1 "$PERFMUX" doctor
	equal "$(health open)" problem
	has 'seccomp filter'
}

@test "few file descriptors are a note or a problem" {
	run sh -c 'ulimit -n 40; exec "$PERFMUX" doctor'
	((status == 1))
	equal "$(health files)" problem
	has prlimit
}

@test "nothing is changed, and one event opened" {
	need strace
	ASAN_OPTIONS=detect_leaks=0 strace -f -o "$T/trace" "$PERFMUX" doctor >"$T/log" || (($? == 1))
	(($(grep -c 'perf_event_open(' "$T/trace") == 1))
	grep -q 'perf_event_open(.*PERF_COUNT_SW_DUMMY' "$T/trace"
	absent 'openat?\(.*O_(WRONLY|RDWR)' "$T/trace"
}

@test "a mending command is in one piece" {
	run doctor --sysroot "$TOP/tests/fixtures/alderlake"
	grep -q 'mend: sysctl kernel.nmi_watchdog=0$' <<<"$output"
}

@test "what cannot be written is an error" {
	run -125 sh -c '"$PERFMUX" doctor >/dev/full'
	run -125 doctor --json /dev/full
	has 'cannot write'
}

@test "a word too many is one" {
	run -125 doctor sched
	has "'sched'"
}
