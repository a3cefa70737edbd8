#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# `perfmux stat` on the tracepoints of GPU memory: counted as any others, and beside the counts what
# they report.

load helpers
load gpu_events

EVENT=gpu_mem:gpu_mem_total

teardown() {
	common_teardown
	gpu_events_end
}

@test "the count of updates is a tracepoint's, and what they said a section of the report" {
	events_total4
	run -0 --separate-stderr tpmx -e "$EVENT,page-faults" gpu-emitter -f total4 -n 40 -l 8388608
	has " 41 +$EVENT" "$stderr"
	has 'page-faults' "$stderr"
	has 'GPU 0 in MiB +now +peak' "$stderr"
	has 'gpu-emitter +8\.0 ' "$stderr"
	has 'seconds time elapsed' "$stderr"
	# between the counts and the times
	[[ $stderr == *page-faults*'GPU 0'*'seconds time elapsed'* ]]
}

@test "the document has it beside the counts, to the byte" {
	need jq
	events_both
	tpmx --json "$T/json" -e "$EVENT,gpu_mem:gpu_mem_imported" gpu-emitter -f both -p 0,self -n 100 >"$T/said" 2>"$T/log"
	equal "$(jq -c '[.results[0].rows[].raw]' "$T/json")" '[200,200]'
	equal "$(jq -r '.results[0].gpu.gpus[] as $gpu |
		($gpu, $gpu.processes[]) | [$gpu.gpu, .pid // 0, .total.updates, .total.first, .total.last,
		.total.peak, .total.minimum, .imported.last] | join(" ")' "$T/json")" "$(<"$T/said")"
}

@test "with -I each interval has its own" {
	need jq
	events_total
	tpmx -I 100 --json "$T/json" -e "$EVENT" sh -c 'for i in 1 2 3 4 5; do gpu-emitter -n 20 -p 0; sleep 0.1; done' \
		>/dev/null 2>"$T/log"
	between 4 "$(jq '.results | length' "$T/json")" 60
	equal "$(jq '[.results[].gpu.gpus[]?.total.interval.updates] | add' "$T/json")" 100
	equal "$(jq '[.results[].rows[].raw] | add' "$T/json")" 100
	# courses of values would make the document grow with the square of the intervals
	equal "$(jq '[.results[] | .. | objects | select(has("line"))] | length' "$T/json")" 0
	has '^ +[0-9.]+ +- total .*GPU 0' "$(<"$T/log")"
}

@test "-r is one course over all runs" {
	need jq
	events_total
	run -0 tpmx -r 3 --json "$T/json" -e "$EVENT" gpu-emitter -n 10 -p 0
	equal "$(jq -c '.results[0] | [.rows[0].raw, .gpu.gpus[0].total.updates]' "$T/json")" '[10,30]'
}

@test "formats that are perf's are as they were" {
	events_total
	run -0 tpmx -x, -o "$T/csv" -e "$EVENT" gpu-emitter -n 10
	equal "$(awk -F, '/^[^#]/ { print NF ":" $1 ":" $3 }' "$T/csv")" "7:10:$EVENT"
	run -0 tpmx -j -o "$T/jsonl" -e "$EVENT" gpu-emitter -n 10
	equal "$(lines_of "$T/jsonl")" 1
	json_lines_valid "$T/jsonl"
}

@test "other tracepoints have no such section" {
	need_tracefs "$CALL"
	events_total
	run -0 tpmx -e "$CALL" sh -c 'syscalls 10; gpu-emitter -n 10 -p 0'
	has " 10 +$CALL"
	lacks 'GPU 0'
}

@test "what cannot be recorded besides costs a line, not the count" {
	need strace
	events_total
	# the first that is opened is the recorder's
	ASAN_OPTIONS=detect_leaks=0 run -0 traced strace -o "$T/trace" -e trace=perf_event_open \
		-e inject=perf_event_open:error=EMFILE:when=1 "$PERFMUX" stat -e "$EVENT" gpu-emitter -n 10 -p 0
	has " 10 +$EVENT"
	has 'how much GPU memory there was is not known: .*file descriptors'
	lacks 'GPU 0 in'
}

@test "a low limit of descriptors is the command's, and counters have room beside the records" {
	events_total
	run -0 traced bash -c 'ulimit -Sn 20; "$@"' bash "$PERFMUX" stat -e "$EVENT,page-faults,faults,cs,$EVENT,$EVENT" \
		sh -c 'ulimit -Sn; gpu-emitter -n 10 -p 0'
	equal "${lines[0]}" 20
	equal "$(times " 10 $EVENT")" 3
	lacks 'not (supported|counted|known)'
	has 'GPU 0 in'
}
