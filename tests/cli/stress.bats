#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# perfmux stress: what it says and how it ends; whether kernels keep their books is for its scenarios
# to find out. One that lies is made of this one, by a library that adds to what is read of events.

load helpers

stress() { "$PERFMUX" stress "$@"; }

# liar: makes $T/liar.so, in which the kernel counts one too many from a process's 13th read on:
# the calibration makes fewer
liar() {
	[[ -z ${PERFMUX_SAN-} ]] || skip "a sanitizer wants to be loaded first"
	need cc
	cc -shared -fPIC -O1 -o "$T/liar.so" -xc - <<-'EOC'
		#include <stdint.h>
		#include <stdio.h>
		#include <string.h>
		#include <sys/syscall.h>
		#include <unistd.h>

		ssize_t read(int fd, void *buf, size_t size)
		{
			static int reads;
			char path[40], name[40] = "";
			ssize_t got = syscall(SYS_read, fd, buf, size);

			snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
			if (got < 8 || readlink(path, name, sizeof(name) - 1) < 0 || !strstr(name, "perf_event"))
				return got;
			if (++reads > 12)
				++*(uint64_t *)buf;
			return got;
		}
	EOC
}

lying() { LD_PRELOAD=$T/liar.so "$PERFMUX" stress "$@"; }

@test "the list has every family, and what is dangerous says so, within 80 columns" {
	local family
	run -0 stress --list
	for family in inherit context group mux cgroup breakpoint control race gpu storm; do
		grep -qx "$family" <<<"$output"
	done
	has 'control.output-race .*dangerous'
	((${#output} > 1000))
	[[ -z $(awk 'length > 80' <<<"$output") ]]
	run -0 stress --list race.no-fds
	lacks 'inherit'
}

@test "each scenario is explained, within 80 columns" {
	local count
	run -0 stress --list
	count=$(grep -c '^  [a-z]*\.' <<<"$output")
	run -0 stress --explain '*'
	equal "$(grep -c '^about  ' <<<"$output")" "$count"
	[[ -z $(awk 'length > 80' <<<"$output") ]]
}

@test "what holds passes, quietly" {
	run -0 stress race.no-fds
	has '^1 passed, 0 violations'
	lacks 'race.no-fds'
	run -0 stress -v race.no-fds
	has 'race.no-fds +pass'
}

@test "a kernel that miscounts is caught, and the command that repeats it is given" {
	local again
	liar
	run -1 lying --seed 0x5 --junit "$T/xml" --json "$T/doc" race.task-storm
	has 'race.task-storm +violation'
	has 'exact: work beside events that come and go: 20001 counted'
	has 'seed 0x5'
	again=$(sed -n 's/^ *repeat: perfmux //p' <<<"$output")
	[[ $again == "stress --seed 0x5 race.task-storm" ]]
	# shellcheck disable=SC2086  # words
	LD_PRELOAD=$T/liar.so run -1 "$PERFMUX" $again
	grep -q '<failure' "$T/xml"
	if command -v jq >/dev/null; then
		[[ $(jq -r '.results[0].verdict, .results[0].breaches[0].invariant, .exit_status' "$T/doc") == \
			$'violation\nexact\n1' ]]
	fi
	run -1 lying --ktap race.task-storm
	has '^not ok 1 race.task-storm'
}

@test "what is relied on counted its known work exactly" {
	run -0 stress --json "$T/doc" race.no-fds
	need jq
	[[ $(jq '[.calibrations[] | select(.works)] | length > 0' "$T/doc") == true ]]
	[[ $(jq '[.calibrations[] | select(.works and .done != .counted and .name != "page faults")] | length' \
		"$T/doc") == 0 ]]
}

@test "KTAP has a plan, a line each, and totals" {
	run -0 stress --ktap --repeat 2 race.no-fds race.open-exit
	[[ ${lines[0]} == "KTAP version 1" && ${lines[1]} == 1..4 ]]
	[[ $(grep -c '^ok [1-4] race' <<<"$output") == 4 ]]
	has 'Totals: pass:4 fail:0'
}

@test "the JSON document adds up" {
	need jq
	run -0 stress --json - --repeat 3 --jobs 2 race.no-fds race.toggle
	[[ $(jq -r '.schema, (.results | length), .exit_status' <<<"$output") == $'perfmux-stress/1\n6\n0' ]]
	[[ $(jq '[.results[].seed] | unique | length' <<<"$output") == 3 ]]
	[[ $(jq '[.results[].checks] | min > 0' <<<"$output") == true ]]
}

@test "a duration repeats a scenario" {
	need jq
	run -0 stress --json "$T/once" race.no-fds
	run -0 stress --json "$T/long" --duration 300ms race.no-fds
	(($(jq '.results[0].checks' "$T/long") > 2 * $(jq '.results[0].checks' "$T/once")))
}

@test "a seed is told in hexadecimal, as the command that repeats a run has it" {
	need jq
	run -0 stress --seed 12 --json "$T/a" race.no-fds
	[[ $(jq -r '.seed' "$T/a") == 0xc ]]
}

# scenario_of PERFMUX: the process that runs the scenario, below its supervisor, which both of them
# lead their process groups; in $scenario.
scenario_of() {
	local supervisor
	supervisor=$(pgrep -P "$1") && scenario=$(pgrep -P "$supervisor") && [[ $(ps -o pgid= "$scenario") -eq $scenario ]]
}

@test "an interrupt ends it with 130, long before its time, and leaves nothing running" {
	local began=$SECONDS
	start "$PERFMUX" stress --duration 60s race.toggle
	wait_for scenario_of "$pid"
	kill -INT "$pid"
	finish
	((status == 130 && SECONDS - began < 30))
	wait_for is_gone "$scenario"
}

@test "interrupted before anything was found, it says so in valid files" {
	need jq
	need python3
	start "$PERFMUX" stress --duration 60s --json "$T/json" --junit "$T/xml" race.toggle
	wait_for test -e "$T/json" # before it, known work is counted
	wait_for pgrep -P "$pid"
	kill -INT "$pid"
	finish
	((status == 130))
	jq -e '.results == [] and .totals.runs == 0 and .exit_status == 130' "$T/json"
	run -0 python3 -c 'import sys, xml.etree.ElementTree as t; print(t.parse(sys.argv[1]).getroot().get("errors"))' "$T/xml"
	equal "$output" 1
}

@test "whichever signal ends it, what was found until then is written whole" {
	need jq
	local signal
	for signal in INT TERM HUP QUIT USR1 XCPU; do
		start "$PERFMUX" stress --repeat 1000 --json "$T/$signal" race.no-fds
		wait_for grep -qs race.no-fds "$T/$signal"
		kill -"$signal" "$pid"
		finish
		((status == 128 + $(kill -l "$signal")))
		jq -e '(.results | length) > 0 and .totals.runs == (.results | length)' "$T/$signal"
	done
}

# is_gone GROUP: a process group that nobody is in
is_gone() { ! pgrep -g "$1"; }

@test "a CPU that was taken offline is back, even when perfmux is killed" {
	need_root
	[[ -w /sys/devices/system/cpu/cpu1/online ]] || skip "CPU 1 cannot be taken offline"
	start "$PERFMUX" stress --duration 30s race.hotplug
	offline+=(1)
	wait_for grep -q 0 /sys/devices/system/cpu/cpu1/online
	kill -KILL "$pid"
	wait_for grep -q 1 /sys/devices/system/cpu/cpu1/online
	sleep 0.5
	[[ $(cat /sys/devices/system/cpu/cpu1/online) == 1 ]]
}

@test "an ordinary user runs what the kernel lets him, and is told what not" {
	need_root
	run -0 setpriv --reuid=65534 --regid=65534 --clear-groups "$PERFMUX" stress race
	has 'skipped'
	has '[1-9][0-9]* passed'
	has 'kernel.s log'
}

@test "slips are said in a line and what would help" {
	run -125 stress no.such
	has "there is no scenario 'no.such'"
	run -125 stress race.no-fd
	has "did you mean 'race.no-fds'"
	run -125 stress control.output-race
	has 'dangerous'
	run -125 stress --sysroot "$TOP/tests/fixtures/vm" race.no-fds
	has 'sysroot'
	run -125 stress --seed 1x race.no-fds
	has "'1x' is no number"
	run -125 stress --duration 0 race.no-fds
	has "'0' is no time"
	run -125 stress --ktap --json - race.no-fds
	has 'one format'
	run -125 stress race.no-fds -v
	has 'options come before'
}

@test "a report that cannot be written is an error" {
	[[ -e /dev/full ]] || skip "no /dev/full"
	run -125 sh -c '"$PERFMUX" stress race.no-fds >/dev/full'
	run -125 stress --json /dev/full race.no-fds
	run -125 stress --junit /no/such/file race.no-fds
}

# defects: the programs of tests/defects, in $defects
defects() {
	local it
	[[ -z ${PERFMUX_SAN-} ]] || skip "these programs are the same with sanitizers"
	need cc
	defects=$BATS_FILE_TMPDIR/defects
	[[ ! -d $defects ]] || return 0
	mkdir "$T/defects"
	for it in "$TOP"/tests/defects/*.c; do
		cc -std=gnu17 -O1 -Wall -Werror -o "$T/defects/$(basename "$it" .c)" "$it"
	done
	mv "$T/defects" "$defects"
}

# shows WANTED PROGRAM ARGUMENT...: it ends with this status, or cannot be asked here; counts the former in
# $asked. One that shows a defect may need luck on a busy machine, and what cannot be asked now may be when
# others are done with a CPU or a breakpoint.
shows() {
	local tries
	for ((tries = 0; tries < 5; tries++)); do
		run timeout 30 "$defects/$2" "${@:3}" </dev/null
		case $1/$status in
		1/1 | 0/0 | any/[01])
			((asked += 1))
			return
			;;
		1/0) sleep 1 ;;
		*/2)
			((tries == 0)) || break
			sleep 1
			;;
		*) break ;;
		esac
	done
	echo "# ${*:2}: exit status $status, not $1: ${lines[-1]-}"
	((status == 2))
}

# rows_that PATTERN: the rows of this kernel with such an exit status, but for those that want PMUs
rows_that() { "$TOP/tests/defects/rows" "$(uname -r)" | grep "^$1 " | grep -v PMU; }

@test "the programs that show known defects compile" {
	defects
}

@test "each known defect shows, without perfmux, on kernels that its row names" {
	local wanted program arguments asked=0
	defects
	need_tracefs $CALL
	rows_that 1 >"$T/rows" || skip "no row names kernel $(uname -r)"
	while read -r wanted program arguments; do
		shows "$wanted" "$program" $arguments
	done <"$T/rows"
	((asked)) || skip "none can be asked here"
}

@test "no known defect shows on kernels that its row excludes, or without what brings it about" {
	local wanted program arguments asked=0
	defects
	need_tracefs $CALL
	rows_that '[^1]*' >"$T/rows"
	while read -r wanted program arguments; do
		shows "$wanted" "$program" $arguments
	done <"$T/rows"
	((asked)) || skip "none can be asked here"
}
