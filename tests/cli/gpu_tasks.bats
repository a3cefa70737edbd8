#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# `perfmux gpu` and what processes do meanwhile: begin, end, leak, are strangers, have bad names; and
# what becomes of the events themselves.

load helpers
load documents
load gpu_events

teardown() {
	common_teardown
	gpu_events_end
}

# --- processes --------------------------------------------------------------------------------

@test "what a process leaves behind is a leak once the grace period is over" {
	events_total
	local began=$SECONDS
	measure --grace 1500 gpu-emitter -n 50 -l 4096
	((SECONDS - began >= 1))
	equal "$(field 0 "$(said_pid)" marks)" "ended leaked"
	equal "$(field 0 "$(said_pid)" name)" gpu-emitter
	has 'gpu-emitter'
	has leak
}

@test "what is given back late, by another process, is no leak" {
	events_total
	measure sh -c 'gpu-emitter -n 50 >"$1"; read -r _ pid _ <"$1"; gpu-emitter -n 0 -l 0 -p $pid' sh "$T/first"
	local process
	read -r _ process _ <"$T/first"
	equal "$(field 0 "$process" marks)" "ended gone"
	equal "$(field 0 "$process" updates_late)/$(field 0 "$process" total)" 1/0
	lacks leak
}

@test "events for a process that has ended are its own, with its last known name" { # cases.md 37
	events_total
	cp "$WORKLOADS/sleeper" "$T/ghost"
	measure sh -c '"$1/ghost" 1 & pid=$!; wait; gpu-emitter -n 10 -p $pid' sh "$T"
	as_said
	equal "$(field 0 "$(said_pid)" name)" ghost
	equal "$(field 0 "$(said_pid)" updates_late)" 10
	equal "$(field 0 "$(said_pid)" target)" 1
	equal "$(field 0 "$(said_pid)" marks)" "ended leaked"
}

@test "a process from before the start has its name, one that is given another the last" {
	events_total
	idle before
	measure -a sh -c "gpu-emitter -n 10 -p $idler; exec gpu-emitter -n 10"
	equal "$(field 0 "$idler" name)" before
	equal "$(field 0 "$(said_pid)" name)" gpu-emitter
}

@test "the command and what it starts are the target, the others are one row together" {
	events_total
	idle stranger
	measure sh -c "gpu-emitter -n 10 -p $idler; gpu-emitter -n 10"
	equal "$(field 0 "$(said_pid)" target)/$(field 0 "$idler" target)" 1/0
	has '1 other'
	lacks stranger
	measure -a sh -c "gpu-emitter -n 10; gpu-emitter -n 10 -p $idler"
	has stranger
	lacks '1 other'
}

@test "-p is these processes, and ends when they do" {
	events_total
	launch gpu-emitter -w -n 200 -l 0
	start "${TRACED[@]}" "$PERFMUX" gpu --csv "$T/csv" -p "$workload"
	attached "$pid"
	go
	finish
	equal "$status" 0
	has "process id '$workload'"
	sed -i '/ready/d' "$T/said"
	as_said
	equal "$(field 0 "$workload" target)/$(field 0 "$workload" marks)" "1/ended gone"
}

@test "-p with a command is for as long as the command runs" {
	events_total
	idle held
	measure -p "$idler" gpu-emitter -n 10 -p "$idler"
	as_said
	equal "$(field 0 "$idler" marks)" ""
}

@test "no such process is one line" {
	events_total
	run -125 tgpu -p 999999999 --timeout 100
	has 'no such process'
	((${#lines[@]} <= 2))
}

@test "a process outside of our pid namespace keeps its number, and has a mark" {
	need unshare
	events_total
	launch gpu-emitter -w -n 100
	start "${TRACED[@]}" unshare --pid --fork --kill-child --mount-proc "$PERFMUX" gpu -a --csv "$T/csv" --timeout 3000
	wait_for perf_is_open_below "$pid"
	go
	finish
	equal "$status" 0
	equal "$(field 0 "$workload" marks)" outside
	sed -i '/ready/d' "$T/said"
	as_said
}

# perf_is_open_below PID: its child's child has rings, and no more come
perf_is_open_below() {
	local child
	child=$(pgrep -P "$1" perfmux) && (($(perf_fds "$child") > 0)) && sleep 0.3
}

@test "hostile names reach no terminal, and leave every document valid" {
	need python3
	events_total
	local name=$'\e]0;x\a"<&>,\\'
	idle "$name"
	run -0 --separate-stderr tgpu -a -v --csv "$T/csv" --json "$T/json" --trace "$T/trace" --svg "$T/svg" -I 50 \
		gpu-emitter -n 10 -p "$idler"
	run -1 controls - <<<"$stderr"
	run -1 controls "$T/csv" "$T/json" "$T/trace" "$T/svg"
	json_valid "$T/json"
	json_valid "$T/trace"
	xml_valid "$T/svg"
	python3 -c '
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
assert rows and all(None not in row and None not in row.values() for row in rows)
assert any("<&>" in row["name"] for row in rows)' "$T/csv"
}

# --- the events themselves --------------------------------------------------------------------

@test "an event that is recorded cannot be removed, and is recorded to the end" {
	events_total
	launch gpu-emitter -w -n 100 -l 0
	start "${TRACED[@]}" "$PERFMUX" gpu --csv "$T/csv" -p "$workload"
	attached "$pid"
	run ! traced sh -c 'echo "-:gpu_mem/gpu_mem_total" >>/sys/kernel/tracing/uprobe_events'
	go
	finish
	equal "$status" 0
	sed -i '/ready/d' "$T/said"
	as_said
}

@test "an id that another event had before is no matter" {
	events_total
	local id other
	id=$(traced cat /sys/kernel/tracing/events/gpu_mem/gpu_mem_total/id)
	gpu_events_end
	probe # has the lowest free id, as a rule
	other=$(traced cat "/sys/kernel/tracing/events/${probe/:/\/}/id")
	gpu_events "$(gpu_probe gpu_mem_total emit_total4 gpu_id:u32 pid:u32 size:u64 imported_size:u64)"
	measure sh -c 'uprobe-target 50; gpu-emitter -f total4 -n 100'
	sed -i '/^[0-9 -]* [0-9-]*$/!d' "$T/said"
	as_said
	has 'gpu_mem_total: counted by the kernel 100, arrived 100'
	[[ $id == "$other" ]] || echo "# ids were not reused: $id, $other" >&3
}

@test "a probe that is removed and made anew in another form is read in that form" {
	events_total
	measure gpu-emitter -n 100
	as_said
	gpu_events_end
	events_total4
	measure gpu-emitter -f total4 -n 100
	as_said
}
