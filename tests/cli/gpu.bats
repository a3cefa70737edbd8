#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# `perfmux gpu` on uprobe events that are called as the tracepoints are: every form of them, values
# checked to the byte against what gpu-emitter says it sent.

load helpers
load gpu_events

teardown() {
	common_teardown
	gpu_events_end
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
	local process last
	read -r _ process _ _ last _ <"$T/said"
	equal "$(field 0 "$process" imported)/$(field 0 "$process" imported_updates)" "$last/500"
	equal "$(field 0 "$process" total)$(field 0 "$process" private)" ""
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
	local gpu=${gpu_arguments[0]} process=${gpu_arguments[1]} size=${gpu_arguments[2]}
	gpu_events "$at size=$size:u64 other=$size:u8 pid=$process:u64 gpu_id=$gpu:u8"
	measure gpu-emitter -g 200 -p 0,self -n 500
	as_said
	gpu_events_end
	gpu_events "$at gpu_id=$gpu:u64 one=$size:u8 two=$size:u16 size=$size:u32 pid=$process:u32"
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
	has '^perfmux gpu: .*gpu_mem_total.*field size is text or a list'
	((${#lines[@]} <= 2))
}

# --- values -----------------------------------------------------------------------------------

@test "two processes on two CPUs, 100,000 updates each: all of them, to the byte" {
	[[ $(cpu_count) -gt 1 ]] || skip "needs two CPUs"
	events_total4
	# room for all: how much is read in time is the machine's, and its load's
	measure --ring 16384 sh -c 'gpu-emitter -f total4 -c 0 -n 100000 >"$1.0" & gpu-emitter -f total4 -c 1 -n 100000 >"$1.1"; wait' \
		sh "$T/said"
	as_said "$T"/said.[01]
	equal "$(field 0 whole lost)" 0
	has 'gpu_mem_total: counted by the kernel 200,?000, arrived 200,?000, lost 0'
	# a CPU that is stopped between a record's time and its place in the buffer is late: others are not
	lacks 'missing|too many|[0-9]{3,} of them out of order'
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
