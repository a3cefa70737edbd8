#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154  # variables are from helpers.bash
#
# --passes where nothing needs several of them, or nothing can be found out; what it excludes. Real
# passes need PMUs with too few counters: tests/lab/cases/passes.sh.

load helpers

# counted OPTION...: runs a command that notes its runs; how many they were in $runs.
counted() {
	rm -f "$T/runs"
	run --separate-stderr -0 pmx -o "$T/out" "$@" sh -c 'echo x >>"$0"' "$T/runs"
	runs=$(lines_of "$T/runs")
}

@test "what needs no counter takes one run, of which nothing is said" {
	counted --passes auto -e task-clock,page-faults,context-switches
	equal "$runs" 1
	equal "$output$stderr" ""
	lacks 'pass' "$(cat "$T/out")"
	counted --passes 3 -e task-clock,page-faults
	equal "$runs" 1
}

@test "repeats are repeats of all passes" {
	counted --passes auto -r 3 -e task-clock,page-faults
	equal "$runs" 3
	has '\(3 runs\)' "$(cat "$T/out")"
}

@test "where no event can be tried all are counted in one run, and one line says why" {
	[[ ! -e /sys/bus/event_source/devices/cpu ]] || skip "there is a hardware PMU here"
	counted --passes auto -e task-clock,cycles,instructions
	equal "$runs" 1
	equal "$(wc -l <<<"$stderr")" 1
	has '--passes: .*one run.* no hardware PMU' "$stderr"
	has 'not supported.*cycles' "$(cat "$T/out")"
	counted --passes auto --quiet -e cycles
	equal "$stderr" ""
}

@test "a copy of a machine has nothing to try, and its plan is shown all the same" {
	run -0 --separate-stderr "$PERFMUX" --sysroot "$TOP/tests/fixtures/alderlake" stat --dry-run \
		--passes auto -e cycles,instructions true
	has 'events +6'
	has '--passes: .*copy of a machine' "$stderr"
}

@test "the document says nothing of passes where there was one" {
	need jq
	counted --passes auto --json "$T/json" -e task-clock
	equal "$(jq '[.. | objects | has("passes") or has("pass")] | any' "$T/json")" false
}

@test "the document has the time of each run" {
	need jq
	counted -r 3 --json "$T/json" -e task-clock
	equal "$(jq '.results[0].run_seconds | length' "$T/json")" 3
}

@test "passes need a command, and whole runs of it" {
	run -125 pmx --passes auto -a -e cycles --timeout 10
	has '--passes needs a command to run: it is run once for each pass'
	run -125 pmx --passes auto -p $$ -e cycles
	has '--passes needs a command'
	run -125 pmx --passes 2 -I 100 -e cycles true
	has '--passes and -I exclude each other: no two runs have the same intervals'
	run -125 pmx --passes 2 --control fd:0 -e cycles true
	has '--passes and --control exclude each other'
}

@test "a number of passes is auto or from 1 to 1000" {
	local number
	for number in 0 -1 1001 2x automatic '' 99999999999999999999; do
		run -125 pmx --passes="$number" -e task-clock true
		has "--passes (takes auto or a number|needs)"
	done
	run -0 pmx --passes 1000 --no-passes -e task-clock true
	run -0 pmx --passes=1 -e task-clock true
}

@test "-n starts no counters, in however many passes" {
	run -0 pmx -n --passes 2 true
	has '--passes is not used: -n starts no counters'
}

@test "help and man page say that the command runs again, and whose the side effects are" {
	run -0 pmx --help
	has '--passes auto\|N'
	has 'several runs .*side effects are yours' "$(unfolded "$output")"
	local page
	page=$(dirname "$PERFMUX")/man/perfmux-stat.1
	[[ -e $page ]] || skip "the man page is not built"
	has 'side effects are yours' "$(unfolded "$(cat "$page")")"
}
