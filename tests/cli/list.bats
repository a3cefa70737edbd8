#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# perfmux list: this machine and those of the fixtures, as text and as JSON; and --probe, which finds
# out what really counts here.

load helpers

list() { "$PERFMUX" list "$@"; }
tlist() { traced "$PERFMUX" list "$@"; }

on() { # MACHINE COMMAND...
	"$PERFMUX" "${@:2}" --sysroot "$TOP/tests/fixtures/$1"
}

# The limit of file descriptors is this process's, not the machine's.
without_limit() { sed 's/, [0-9]* allowed (.*//'; }

# Every line in 80 columns, but for one that is a single long word, and none that ends in a blank.
fits() {
	awk 'length > 80 && $0 ~ /[^ ] +[^ ]/ || / $/ { print; bad = 1 } END { exit bad }' <<<"$output"
}

@test "every fixture is listed as before" {
	local machine
	for machine in vm server alderlake amd arm3 android; do
		run -0 on "$machine" list
		fits
		golden "list-$machine.txt"
	done
}

@test "the details of every fixture are listed as before" {
	local machine
	for machine in server arm3 android; do
		run -0 on "$machine" list --long pmu tracepoint
		golden "list-long-$machine.txt"
	done
}

@test "the JSON of a fixture is as before, and valid" {
	need jq
	run -0 on alderlake list --json -
	golden list-alderlake.json
	[[ $(jq -r .schema <<<"$output") == perfmux-list/1 ]]
	run -0 on arm3 list -j
	golden list-arm3.jsonl
	jq -e -s 'any(.type == "pmu" and .name == "armv8_cortex_x1" and .cpus == "6-7")' <<<"$output"
}

@test "the plan of every fixture is as before" {
	local machine spec
	for machine in vm server alderlake amd arm3 android; do
		spec=cycles,instructions,page-faults
		case $machine in
		server) spec+=,uncore_imc/clockticks/ ;;
		alderlake) spec+=,uncore_imc_free_running/data_read/ ;;
		amd) spec+=,power/energy-pkg/ ;;
		esac
		run -0 on "$machine" stat --dry-run -a -e "$spec"
		output=$(without_limit <<<"$output")
		golden "plan-$machine.txt"
	done
}

@test "JSON lines are one object a line, whatever is listed" {
	need jq
	list -j >"$T/lines"
	json_lines_valid "$T/lines"
	jq -e -s 'map(select(.type == "event" and .name == "page-faults")) | length == 1' "$T/lines"
	list --json "$T/doc" >/dev/null
	[[ $(jq '.events | length' "$T/doc") == $(jq -s 'map(select(.type == "event")) | length' "$T/lines") ]]
}

@test "every name that is listed resolves" {
	local names
	names=$(list --names | paste -sd,)
	run -0 pmx --dry-run -e "$names" true
	for machine in server alderlake amd arm3; do
		names=$(on "$machine" list --names | paste -sd,)
		run -0 on "$machine" stat --dry-run -a -e "$names"
	done
}

@test "all tracepoints of this kernel are listed, and no others" {
	need_tracefs sched:sched_switch
	tlist --names tracepoint >"$T/listed"
	traced sh -c 'cd /sys/kernel/tracing/events && ls -d */*/id' |
		sed 's|/id$||; s|/|:|' | LC_ALL=C sort >"$T/there"
	LC_ALL=C sort "$T/listed" | diff "$T/there" - >&2
}

@test "a listing opens no event and few files" {
	need strace
	need_tracefs
	traced env ASAN_OPTIONS=detect_leaks=0 strace -f -o "$T/trace" "$PERFMUX" list >/dev/null
	absent perf_event_open "$T/trace"
	local systems
	systems=$(traced sh -c 'ls -d /sys/kernel/tracing/events/*/ | wc -l')
	# each directory once; the function tracer's records have their ids looked at
	between 1 "$(grep -c 'openat(.*tracing/events' "$T/trace")" $((systems + 40))
}

@test "each filter adds to the list, before and behind options" {
	run -0 list page-faults raw
	has 'page-faults OR faults'
	has 'rHEX'
	lacks task-clock
	run -0 list page-faults -j
	[[ ${lines[0]} == '{"type":"event","name":"page-faults",'* ]]
	run -0 list --names -- page-faults
	equal "$output" page-faults
}

@test "nothing found says so, with what is near" {
	run -1 list page-fautls
	has "nothing matches 'page-fautls'"
	has "did you mean 'page-faults'"
	((${#lines[@]} == 2))
}

@test "a filter that adds nothing is named beside what the others found" {
	run -0 --separate-stderr list sw nope page-fautls
	has 'page-faults OR faults'
	[[ $stderr == *"nothing matches 'nope'"*"nothing matches 'page-fautls'"*"did you mean 'page-faults'"* ]]
	run -0 --separate-stderr list sw FAULTS 'page-*'
	equal "$stderr" ""
	run -1 --separate-stderr list nope page-fautls
	[[ $stderr == *"nothing matches 'nope'"*"nothing matches 'page-fautls'"* ]]
}

@test "tracefs that is not there or not readable is named" {
	need_root
	run -1 untraced "$PERFMUX" list tracepoint
	has 'mount -t tracefs'
	public_copy
	need_tracefs
	run -1 traced setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all \
		"$T/perfmux" list tracepoint
	has 'not readable'
}

@test "names from a strange machine do no harm" {
	mkdir -p "$T/m/sys/bus/event_source/devices/odd"$'\e'"[31m/events" "$T/m/sys/devices/system/cpu"
	echo 0 >"$T/m/sys/devices/system/cpu/online"
	echo 7 >"$T/m/sys/bus/event_source/devices/odd"$'\e'"[31m/type"
	echo 'event=1' >"$T/m/sys/bus/event_source/devices/odd"$'\e'"[31m/events/a\"b"
	run -0 list --sysroot "$T/m"
	lacks $'\e'
	list --sysroot "$T/m" -j >"$T/lines"
	json_lines_valid "$T/lines"
	list --sysroot "$T/m" --json "$T/doc" >/dev/null
	jq -e '.pmus[0].perf_type == 7' "$T/doc"
}

@test "colour is for terminals, or when asked for" {
	run -0 list sw
	lacks $'\e'
	run -0 list --color=always sw
	grep -q $'\e\\[1mSoftware events' <<<"$output"
}

@test "what cannot be written is an error" {
	run -125 sh -c '"$PERFMUX" list >/dev/full'
	run -125 list --json /dev/full sw
	has 'cannot write'
	run -125 list --json "$T/no/such/dir" sw
}

@test "options that contradict are refused" {
	run -125 list --probe --sysroot "$TOP/tests/fixtures/vm"
	has 'copy of a machine'
	run -125 list --names -j
	run -125 list --raw-dump
	has -- '--names'
}

@test "--probe finds that software events count what they should" {
	need_root
	need jq
	list --probe sw -j >"$T/lines"
	local name
	for name in task-clock cpu-clock page-faults minor-faults context-switches; do
		equal "$(jq -r --arg name "$name" 'select(.name == $name) | .verdict' "$T/lines")" counts
	done
	equal "$(jq -r 'select(.name == "page-faults") | .expected_min' "$T/lines")" 256
	equal "$(jq -r 'select(.name == "dummy") | .verdict' "$T/lines")" opens
}

@test "--probe finds that a tracepoint counts each call" {
	need jq
	need_tracefs syscalls:sys_enter_getppid
	tlist --probe -j sys_enter_getppid >"$T/lines"
	equal "$(jq -r '[.verdict, .raw] | @csv' "$T/lines")" '"counts",1000'
}

@test "--probe leaves tracepoints alone unless they are named" {
	need_tracefs
	run -0 tlist --probe
	lacks 'sys_enter'
}

@test "--probe has one of the known verdicts for each breakpoint" {
	need_root
	need jq
	list --probe breakpoint -j >"$T/lines"
	equal "$(jq -s 'length' "$T/lines")" 4
	jq -e -s 'all(.verdict | IN("counts", "counts_nothing", "wrong_count", "not_supported"))' "$T/lines"
	local verdict
	verdict=$(jq -r 'select(.name == "mem:ADDR[/LEN]:w") | .verdict' "$T/lines")
	[[ $verdict != counts ]] || jq -e -s 'any(.name == "mem:ADDR[/LEN]:w" and .raw == 1000)' "$T/lines"
}

@test "--probe without rights says so once" {
	need_root
	public_copy
	run -0 as_nobody "$T/perfmux" list --probe sw
	has 'no permission'
	(($(times 'perf_event_paranoid is') == 1))
	[[ $(cat /proc/sys/kernel/perf_event_paranoid) -lt 2 ]] || has 'user mode only'
}

@test "libpfm4's events are listed when a filter asks for them" {
	ldconfig -p | grep -q libpfm.so.4 || skip "libpfm4 is not installed"
	run -0 env LIBPFM_ENCODE_INACTIVE=1 "$PERFMUX" list 'skl::*inst_retired*' --long
	has 'skl::INST_RETIRED'
	has 'ANY_P'
	run -1 on vm list pfm
	has "not a sysroot's"
}
