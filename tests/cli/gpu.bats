#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# `perfmux gpu` on uprobe events that are called as the tracepoints are: every form of them, values
# checked to the byte against what gpu-emitter says it sent; and what processes do meanwhile.

load helpers
load gpu_events

teardown() {
	common_teardown
	gpu_events_end
}

# A process that does nothing, and has a name: its pid in $idler.
idle() {
	cp -n "$WORKLOADS/sleeper" "$T/$1"
	"$T/$1" 60000 3>&- &
	idler=$!
	background+=("$idler")
}

# --- the forms --------------------------------------------------------------------------------

@test "three fields: every value is what was sent, and nothing is said of imports" {
	events_total
	measure gpu-emitter -p 0,self -n 2000
	as_said
	equal "$(field 0 "$(said_pid)" imported)$(field 0 "$(said_pid)" private)" ""
	has 'gpu_mem_total as in mainline'
	lacks 'import(ed)? +private'
}

@test "a fourth field, by each of its names" {
	local name
	for name in imported_size imported_mem import_mem_total; do
		events_total4 $name
		measure gpu-emitter -f total4 -p 0,self -n 500
		as_said
		has "imported memory in its field $name"
		has 'import(ed)? +private'
		gpu_events_end
	done
}

@test "fields that are called ctx_id and mem_total" {
	gpu_events "$(gpu_probe gpu_mem_total emit_total4 gpu_id:u32 ctx_id:u32 mem_total:u64 import_mem_total:u64)"
	measure gpu-emitter -f total4 -n 500
	as_said
}

@test "an event of its own for what is imported" {
	events_both
	measure gpu-emitter -f both -p 0,self -n 1000
	as_said
	has 'and imported memory as gpu_mem_imported'
	equal "$(field 0 "$(said_pid)" private)" \
		$(($(field 0 "$(said_pid)" total) - $(field 0 "$(said_pid)" imported)))
}

@test "that event alone: what is imported is known, and no total is made of it" {
	gpu_events "$(gpu_probe gpu_mem_imported emit_imported gpu_id:u32 pid:u32 size:u64)"
	measure gpu-emitter -f imported -n 500
	local pid last
	read -r _ pid _ _ last _ <"$T/said"
	equal "$(field 0 "$pid" imported)/$(field 0 "$pid" imported_updates)" "$last/500"
	equal "$(field 0 "$pid" total)$(field 0 "$pid" private)" ""
	has 'totals are not reported'
}

@test "only global values: that is said, and nothing is left over" {
	events_total
	measure gpu-emitter -p 0 -n 500
	as_said
	equal "$(field 0 whole rest_kind)/$(field 0 whole rest)" no-processes/
	has 'reports only the total of the GPU, not what each process has'
}

@test "widths and offsets are those of the format, whatever they are" { # cases.md 38
	local at
	at=$(file_offset "$WORKLOADS/gpu-emitter" emit_total)
	at="p:gpu_mem/gpu_mem_total $WORKLOADS/gpu-emitter:$at"
	local gpu=${gpu_arguments[0]} pid=${gpu_arguments[1]} size=${gpu_arguments[2]}
	gpu_events "$at size=$size:u64 other=$size:u8 pid=$pid:u64 gpu_id=$gpu:u8"
	measure gpu-emitter -g 200 -p 0,self -n 500
	as_said
	gpu_events_end
	gpu_events "$at gpu_id=$gpu:u64 one=$size:u8 two=$size:u16 size=$size:u32 pid=$pid:u32"
	measure gpu-emitter -g 4000000000 -p 0,self -n 500
	as_said
}

@test "a format without the fields that are needed is refused, and they are named" {
	gpu_events "$(gpu_probe gpu_mem_total emit_total gpu_id:u32 - bytes:u64)"
	run -125 tgpu touch "$T/ran"
	has '^perfmux gpu: .*gpu_mem_total.*pid.*size'
	has 'gpu_id, bytes'
	((${#lines[@]} <= 2))
	[[ ! -e $T/ran ]]
}

@test "a field that is no number is refused, and named" {
	gpu_events "$(gpu_probe gpu_mem_total emit_total gpu_id:u32 pid:u32) size=+0(${gpu_stack-}):u8[3]"
	run -125 tgpu true
	has '^perfmux gpu: .*gpu_mem_total.*size.*3 bytes'
	((${#lines[@]} <= 2))
}

# --- values -----------------------------------------------------------------------------------

@test "two processes on two CPUs, 100,000 updates each: all of them, in order, to the byte" {
	[[ $(cpu_count) -gt 1 ]] || skip "needs two CPUs"
	events_total4
	measure sh -c 'gpu-emitter -f total4 -c 0 -n 100000 >"$1.0" & gpu-emitter -f total4 -c 1 -n 100000 >"$1.1"; wait' \
		sh "$T/said"
	as_said "$T"/said.[01]
	equal "$(field 0 whole lost)" 0
	has 'gpu_mem_total: counted by the kernel 200,?000, arrived 200,?000, lost 0'
	lacks 'missing|too many|out of order'
}

@test "two GPUs are two tables" {
	events_total
	measure sh -c 'gpu-emitter -g 0 -p 0,4 -n 100; gpu-emitter -g 7 -p 0,4 -n 200'
	as_said
	equal "$(field 0 whole total_updates)/$(field 7 whole total_updates)" 100/200
	has 'GPU 0'
	has 'GPU 7'
}

@test "size 0 is gone, and its minimum; nobody leaked" {
	events_total
	measure gpu-emitter -n 50 -l 0
	as_said
	equal "$(field 0 "$(said_pid)" total)/$(field 0 "$(said_pid)" total_minimum)" 0/0
	equal "$(field 0 "$(said_pid)" marks)" "ended gone"
	lacks leak
}

@test "a mean is weighted by time" {
	events_total
	idle held
	# 1000 bytes for most of the time, after much more for next to none
	measure -p "$idler" sh -c "gpu-emitter -n 50 -l 1000 -p $idler; sleep 2"
	between 1000 "$(field 0 "$idler" total_mean)" 30000000
	between 200000000 "$(field 0 "$idler" total_peak)" 300000000
}

@test "more in all processes than on the GPU: what is left is negative, and why is said" { # cases.md 36
	events_total4
	idle one
	local one=$idler
	idle two
	# each says that it has what the whole GPU has, and that a quarter of it is imported
	measure -a sh -c "gpu-emitter -f total4 -n 1 -p 0; gpu-emitter -f total4 -n 1 -p $one; gpu-emitter -f total4 -n 1 -p $idler"
	as_said
	equal "$(field 0 whole rest)/$(field 0 whole rest_kind)" -1048576/unexplained
	equal "$(field 0 "$one" private)/$(field 0 "$one" imported)" 786432/262144
	has 'rest +-1'
	gpu_events_end
	events_both
	measure -a sh -c "gpu-emitter -n 1 -p 0; gpu-emitter -f both -n 1 -p $one; gpu-emitter -f imported -n 1 -p $one; gpu-emitter -f both -n 1 -p $idler"
	equal "$(field 0 "$one" private)" 0
	equal "$(field 0 whole rest)/$(field 0 whole rest_kind)" -1048576/imports
	has 'import'
}

@test "more imported than there is in total is flagged" {
	events_both
	measure -a sh -c 'gpu-emitter -n 0 -l 1000 -p 4; gpu-emitter -f imported -n 0 -l 2000 -p 4'
	has 'more memory was reported as imported than there is'
	[[ " $(field 0 4 marks) " == *" excess "* ]]
	equal "$(field 0 4 private)" ""
}

@test "where the buffer was full the loss is counted, and said where it shows" {
	events_total
	start "${TRACED[@]}" "$PERFMUX" gpu -a --ring 4 --csv "$T/csv"
	attached "$pid"
	kill -STOP "$pid"
	gpu-emitter -n 5000 -p 0,4711 >/dev/null
	kill -CONT "$pid"
	gpu-emitter -n 1 -p 0 >/dev/null
	kill -INT "$pid"
	finish
	equal "$status" 130
	has '[0-9,]+ records, the last of them at .*larger buffers'
	has 'gpu_mem_total: counted by the kernel 10,?001, arrived'
	local arrived lost
	[[ $(unfolded "$output") =~ arrived\ ([0-9,]+),\ lost\ ([0-9,]+) ]]
	arrived=${BASH_REMATCH[1]//,/} lost=${BASH_REMATCH[2]//,/}
	((lost > 1000 && arrived + lost == 10001))
	[[ " $(field 0 4711 marks) " == *" stale "* ]]
	lacks 'cannot be trusted'
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
	local pid
	read -r _ pid _ <"$T/first"
	equal "$(field 0 "$pid" marks)" "ended gone"
	equal "$(field 0 "$pid" updates_late)/$(field 0 "$pid" total)" 1/0
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
