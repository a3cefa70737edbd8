#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# `perfmux mux` where nothing is multiplexed: whom it measures, and what it says of them. What it says
# where counters are short is tested in the lab's guests.

load helpers
load mux

# Lines with anything but printable ASCII and blanks.
beyond_ascii() { LC_ALL=C grep -n '[^[:print:][:blank:]]' "$@"; }

# --- what is said -----------------------------------------------------------------------------

@test "software events are exact, always on, and said never to be multiplexed" {
	need_root
	run -0 mux -e page-faults,context-switches true
	has 'page-faults +[0-9]+ +exact +100% +software, never multiplexed'
	has 'context-switches +[0-9]+ +exact +100% +software, never multiplexed'
	has 'no event had to share its counter'
	has 'nothing was observed'
	lacks 'not supported|too few|took turns|passes'
}

@test "what is counted is right, children included, without with -i" {
	need jq
	need_tracefs "$CALL"
	run -0 tmux --json "$T/json" -e "$CALL" sh -c 'syscalls 12; syscalls 30'
	has "$CALL +42 +exact"
	equal "$(first "$CALL" raw) $(first "$CALL" scaled) $(first "$CALL" half)" "42 42 0"
	equal "$(first "$CALL" verdict) $(first "$CALL" share) $(first "$CALL" factor)" \
		"software_class 1 1"
	run -0 tmux -i --json "$T/json" -e "$CALL" sh -c 'syscalls 12; syscalls 30; true'
	equal "$(first "$CALL" raw)" 0
}

@test "events that cannot be counted are shown as such, the reason once, and the others counted" {
	need_root
	no_hardware
	run -0 mux -e cycles,instructions,page-faults,cache-misses true
	equal "$(times '<not supported>')" 3
	equal "$(times 'no hardware PMU')" 1
	has 'cycles, instructions, cache-misses: no hardware PMU here'
	has 'page-faults +[0-9]+ +exact'
	lacks 'errno|invalid argument|EINVAL'
}

@test "what was not supported has a reason in JSON, and no share, count or bound" {
	need jq
	no_hardware
	run -0 mux --json "$T/json" -e cycles true
	equal "$(first cycles verdict)" not_supported
	equal "$(first cycles reason | wc -w)" "$(wc -w <<<'no hardware PMU here (a virtual machine may not be given one)')"
	local member
	for member in share raw scaled half factor slices blind_ns; do
		equal "$member $(first cycles "$member")" "$member null"
	done
}

@test "without -e it is eight hardware events" {
	run -0 mux true
	equal "$(times '(^| )(cycles|instructions|branches|branch-misses|cache-references|cache-misses|L1-dcache-loads|L1-dcache-load-misses) +(<|[0-9])')" 8
}

@test "a group has a brace" {
	need_root
	LC_ALL=C run -0 mux -e '{page-faults,cs},faults' true
	has '^ / page-faults +[0-9]'
	has '^ \\ cs +[0-9]'
	has '^   faults +[0-9]'
}

@test "only the locale's own characters are written" {
	need_root
	LC_ALL=C run -0 mux -v -e '{page-faults,cs}' sleeper 20
	run -1 beyond_ascii - <<<"$output"
}

@test "one CPU only: it is known, and is no matter where nothing is observed" {
	need taskset jq
	need_root
	run -0 taskset -c 0 "$PERFMUX" mux --json "$T/json" -e page-faults true
	lacks 'one CPU'
	equal "$(jq .observed.alone "$T/json")" true
	[[ $(cpu_count) -gt 1 ]] || skip "needs two CPUs"
	run -0 mux --json "$T/json" -e page-faults true
	equal "$(jq .observed.alone "$T/json")" false
}

@test "a target that ends at once is measured whole" {
	need jq
	need_root
	for _ in 1 2 3 4 5; do
		run -0 mux --json "$T/json" -e page-faults,task-clock true
		between 10 "$(first page-faults raw)" 10000
		between 1000 "$(first task-clock raw)" "$(jq .elapsed_ns "$T/json")"
	done
}

@test "the symbol of a command is counted exactly" {
	need_root
	mux -o "$T/out" -e mem:bp_word:w,page-faults bp-target 123 0 0 </dev/null
	has 'mem:bp_word:w +123 +exact' "$(<"$T/out")"
	has 'page-faults +[0-9]+ +exact' "$(<"$T/out")"
}

# --- whom -------------------------------------------------------------------------------------

@test "-A has a row for each CPU" {
	need jq taskset
	probe
	[[ $(cpu_count) -gt 1 ]] || skip "needs two CPUs"
	run -0 tmux -a -A --json "$T/json" -e "$probe,page-faults" taskset -c 1 uprobe-target 100
	has "CPU 0: +$probe +0 +exact"
	has "CPU 1: +$probe +100 +exact"
	equal "$(jq '.events | length' "$T/json")" $((2 * $(cpu_count)))
	equal "$(jq -c --arg e "$probe" '[.events[] | select(.event == $e) | [.cpu, .raw]][:2]' "$T/json")" \
		'[[0,0],[1,100]]'
	# all together without it
	run -0 tmux -a --json "$T/json" -e "$probe" taskset -c 1 uprobe-target 100
	lacks 'CPU 0'
	equal "$(jq -c '[.events[] | [.raw, .places]]' "$T/json")" "[[100,$(cpu_count)]]"
}

@test "-C is these CPUs only" {
	need jq taskset
	probe
	[[ $(cpu_count) -gt 1 ]] || skip "needs two CPUs"
	run -0 tmux -C 0 --json "$T/json" -e "$probe" taskset -c 1 uprobe-target 100
	equal "$(first "$probe" raw)" 0
	run -0 tmux -C 1 --json "$T/json" -e "$probe" taskset -c 1 uprobe-target 100
	equal "$(first "$probe" raw)" 100
}

@test "-p attaches, counts threads that come later, and ends with the process" {
	need jq
	need_tracefs "$CALL"
	launch spawn-late 3 1000
	start "${TRACED[@]}" "$PERFMUX" mux --json "$T/json" -e "$CALL" -p "$workload"
	attached "$pid"
	go
	finish
	equal "$status" 0
	has "Multiplexing report for process id '$workload'"
	equal "$(first "$CALL" raw)" 3000
	equal "$(jq -r .target "$T/json")" tasks
}

@test "-p -A has a row for each thread" {
	need jq
	need_root
	launch many-threads 20
	run -0 mux -A --json "$T/json" -e context-switches -p "$workload" --timeout 100
	equal "$(jq '[.events[].tid] | unique | length' "$T/json")" 20
	equal "$(times 'thread [0-9]+:')" 20
	go
}

@test "a target that is killed while it is observed ends in a whole report" {
	need_root
	launch many-threads 50
	start "$PERFMUX" mux -e task-clock,page-faults -p "$workload"
	attached "$pid"
	kill -KILL "$workload"
	finish
	equal "$status" 0
	has 'task-clock'
	has 'nothing was observed'
}

@test "no such process is one line and a hint, not a page" {
	run -125 mux -p 999999999 --timeout 100
	has 'no such process'
	((${#lines[@]} <= 2))
	run -125 mux -t 999999999 --timeout 100
	has 'no such (thread|task|process)'
	((${#lines[@]} <= 2))
}
