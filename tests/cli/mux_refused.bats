#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# What `perfmux mux` refuses, in which words: options, events, rights that are missing, and what
# --capacity cannot do here.

load helpers
load mux

# --- what is refused --------------------------------------------------------------------------

@test "an unknown option is one line and 'try --help'" {
	run -125 mux --no-such-option true
	equal "${#lines[@]}" 2
	has 'no-such-option'
	has "perfmux mux --help"
}

@test "numbers that are none are refused with the option named" {
	local option
	for option in '--poll x' '--poll -1' '--poll 1000001' '--poll 1e3' '--read x' '--read -1' '--read 2147483648' \
		'--timeout 9' '--timeout 99999999999999999999'; do
		# shellcheck disable=SC2086
		run -125 mux $option -e page-faults touch "$T/ran"
		has "^perfmux mux: ${option% *}"
		equal "${#lines[@]}" 2
		[[ ! -e $T/ran ]]
	done
}

@test "events that are none are refused, and the command does not run" {
	local events
	for events in '' ',' no-such-event 'page-faults,' '{page-faults' 'page-faults:Z'; do
		run -125 mux -e "$events" touch "$T/ran"
		has '^perfmux mux: '
		((${#lines[@]} <= 3))
		[[ ! -e $T/ran ]]
	done
}

@test "nothing to measure is one line, and a machine that was copied is not observed" {
	run -125 mux
	((${#lines[@]} <= 2))
	mkdir -p "$T/root/sys" "$T/root/proc"
	run -125 mux --sysroot "$T/root" -e page-faults touch "$T/ran"
	has 'sysroot'
	[[ ! -e $T/ran ]]
}

@test "too many counters for the limit: needed and limit are named, and it is no matter of rights" {
	need_root
	run -125 bash -c 'ulimit -n 16; "$0" mux -e "$1" true' "$PERFMUX" "$(printf 'task-clock,%.0s' {1..40})dummy"
	has '16'
	has 'descriptor|open files|RLIMIT_NOFILE|ulimit'
	lacks 'paranoid|permission|not supported'
}

@test "without rights user mode is counted, and the rest names what is in the way" {
	need setpriv
	need_root
	[[ $(cat /proc/sys/kernel/perf_event_paranoid) == 2 ]] || skip "perf_event_paranoid is not 2"
	public_copy
	run -0 as_nobody "$T/perfmux" mux -e page-faults:u true
	has 'page-faults:u +[0-9]+ +exact +100%'
	lacks 'paranoid|tracefs|timer'
	run as_nobody "$T/perfmux" mux -a -e task-clock true
	has paranoid
	has CAP_PERFMON
	lacks 'no such|EMFILE|seccomp'
}

@test "seccomp's EPERM is not taken for missing rights, and the command still runs" {
	run noperf 1 "$PERFMUX" mux -e page-faults touch "$T/ran"
	has 'seccomp|container'
	lacks 'paranoid is|CAP_PERFMON'
	[[ -e $T/ran ]]
}

# --- capacity ---------------------------------------------------------------------------------

@test "--capacity without a core PMU says so, what would tell why, and writes no document" {
	no_hardware
	local args
	for args in '' '-e page-faults' "-o $T/out" "--json $T/json"; do
		# shellcheck disable=SC2086
		run -125 mux --capacity $args
		has '^perfmux mux: this machine has no core PMU'
		has 'perfmux doctor'
		equal "${#lines[@]}" 2
	done
	[[ ! -s $T/json ]]
}

@test "--capacity is for no command, and has no timeline" {
	run -125 mux --capacity touch "$T/ran"
	[[ ! -e $T/ran ]]
	has '^perfmux mux: --capacity and a command to run exclude each other'
	run -125 mux --capacity --svg "$T/svg"
	has '^perfmux mux: --capacity and --svg exclude each other'
	run -125 mux --capacity --trace "$T/trace"
	has '^perfmux mux: --capacity and --trace exclude each other'
	[[ ! -e $T/svg && ! -e $T/trace ]]
	local option
	for option in '-p 1' '-t 1' '-C 0' '--timeout 20' '--poll 5' '--read 5' -A -i; do
		# shellcheck disable=SC2086
		run -125 mux --capacity $option
		has "^perfmux mux: --capacity and ${option% *} exclude each other"
	done
}
