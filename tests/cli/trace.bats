#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# Traces of stat, mux and gpu: the rules of the format, and one clock.

load helpers
load gpu_events

teardown() {
	gpu_events_end
	common_teardown
}

rules() { "$TOP/tests/trace_rules.py" "$@"; }

# now: CLOCK_MONOTONIC in whole microseconds.
now() { python3 -c 'import time; print(time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000)'; }

# events JQ [ARG...]: what jq makes of the list of events.
events() { jq -r "${@:2}" ".traceEvents | $1" "$T/trace"; }

# bad NAME JQ: the trace, changed, is refused.
bad() {
	jq "$2" "$T/trace" >"$T/bad"
	run -1 rules "$T/bad"
	has "$1"
}

# bad_text NAME SED: the same, where it has to be no JSON, or not what jq would write.
bad_text() {
	sed "$2" "$T/trace" >"$T/bad"
	run -1 rules "$T/bad"
	has "$1"
}

@test "the rules: what breaks one is refused, whichever it is" {
	need python3 jq
	need_root
	run -0 pmx -o /dev/null -I 20 --trace "$T/trace" -e page-faults,task-clock sleeper 100
	run -0 rules "$T/trace"
	bad 'no clock domain' 'del(.metadata)'
	bad 'clock is not said' 'del(.otherData.clock)'
	bad 'no displayTimeUnit' '.displayTimeUnit = "s"'
	bad 'no traceEvents' '.traceEvents = {}'
	bad 'ph is' '.traceEvents[-1].ph = "Z"'
	bad 'with \{' 'del(.traceEvents[-1].ts)'
	bad 'with \{' '.traceEvents[-1].extra = 1'
	bad 'ts is' '.traceEvents[-1].ts |= tostring'
	bad 'ts is' '.traceEvents[-1].ts = -1'
	bad 'pid is' '.traceEvents[-1].pid |= tostring'
	bad 'tid is' '(.traceEvents[] | select(.ph == "i")).tid = 0'
	bad 'name is' '.traceEvents[-1].name = ""'
	bad 'has no name' '.traceEvents[-1].pid = 77'
	bad 'has no name' '(.traceEvents[] | select(.ph == "i")).tid = 77'
	bad 'has two names' '.traceEvents = .traceEvents[:1] + .traceEvents'
	bad 'unknown metadata' '.traceEvents[0].name = "process_nam"'
	bad 'process_name is' '.traceEvents[0].args.name = 5'
	bad 'time goes back' '.traceEvents[-1].ts = 1'
	bad 'no value' '.traceEvents[-1].args = {}'
	bad 'value of' '.traceEvents[-1].args = { "per second": "5" }'
	bad 'changes its series' '.traceEvents[-1].args = { "per minute": 5 }'
	bad 's is' '(.traceEvents[] | select(.ph == "i")).s = "x"'
	bad 'order of time' '.traceEvents |= map(select(.name != "task-clock"))
		| .traceEvents[-1].name = "another" | .traceEvents[-1].ts = 1'
	bad_text 'no number in JSON' 's/"per second":[0-9.e+-]*/"per second":NaN/'
	bad_text 'a key twice' 's/{"ph":"C"/{"ph":"C","ph":"C"/'
	bad_text 'utf-8' $'s/page-faults/\xff/'
	bad_text 'Expecting' 's/]}$/]/'
	bad_text 'Expecting|delimiter|property' 's/"ph":"C",/"ph":"C",,/'
	# slices are those of mux
	jq '.traceEvents += (.traceEvents[-1].ts as $ts | [0, 1] | map({ ph: "X", pid: 2000001, tid: 1,
		name: "x", ts: ($ts + .), dur: 5 }))' "$T/trace" >"$T/bad"
	run -1 rules "$T/bad"
	has 'slices overlap'
	# two files with the same processes cannot be read together
	run -1 rules "$T/trace" "$T/trace"
	has 'is in .*, too'
}

@test "stat: rates that add up to the counts, from the beginning of each interval" {
	need python3 jq
	need_root
	local before after
	before=$(now)
	run -0 pmx -x, -o "$T/csv" -I 50 --trace "$T/trace" -e page-faults,cs,cs -- \
		sh -c 'for i in 1 2 3; do faults 500 >/dev/null; sleep 0.04; done; exit 0'
	after=$(now)
	run -0 rules "$T/trace"
	local first last
	read -r _ first last <<<"$output"
	between "$before" "$first" "$after"
	between "$first" "$last" "$after"
	# rate times length of each interval, against what was reported
	local sum want
	sum=$(events 'map(select(.ph == "C" and .name == "page-faults")) | . as $c
		| [range(length - 1) | $c[.].args["per second"] * ($c[. + 1].ts - $c[.].ts) / 1e6] | add | round')
	want=$(awk -F, '$4 == "page-faults" { sum += $2 } END { print sum }' "$T/csv")
	((want >= 1500))
	between $((want - 1)) "$sum" $((want + 1))
	equal "$(events 'map(select(.ph == "C") | .name) | unique | join(" ")')" "cs cs #2 page-faults"
	equal "$(events 'map(select(.ph == "i") | .name) | join("; ")')" \
		"the command starts; the command exited with status 0"
}

@test "stat: how the command ended is a mark" {
	need python3 jq
	need_root
	run -3 pmx -o /dev/null -I 50 --trace "$T/trace" -e cs sh -c 'exit 3'
	equal "$(events 'map(select(.ph == "i") | .name) | last')" "the command exited with status 3"
	run -137 pmx -o /dev/null -I 50 --trace "$T/trace" -e cs sh -c 'kill -9 $$'
	equal "$(events 'map(select(.ph == "i") | .name) | last')" "the command was killed by signal 9"
	run -0 pmx -o /dev/null -I 50 --trace "$T/trace" -e cs -a --timeout 100
	# others may take a CPU away at the same time, which is remarked, too
	equal "$(events 'map(select(.ph == "i" and (.name | startswith("counting"))) | .name) | join("; ")')" \
		"counting starts; counting ends"
	rules "$T/trace"
}

@test "stat: a process for each CPU, and one for what has no place" {
	need python3 jq
	need_root
	run -0 pmx -o /dev/null -I 50 --trace "$T/trace" -a -A -e cs,cpu-clock sleeper 100
	run -0 rules "$T/trace"
	equal "$(events 'map(select(.name == "process_name") | .args.name) | length')" "$(($(cpu_count) + 1))"
	events 'map(select(.name == "process_name") | .args.name) | index("CPU0") | . > 0' -e >/dev/null
	# a CPU's clock runs as time does: all its rates, each for as long as it stands
	between 0.9 "$(events '[.[] | select(.ph == "C" and .name == "cpu-clock")] | group_by(.pid)[0] | sort_by(.ts)
		| [range(length - 1) as $i | .[$i].args["msec per second"] * (.[$i + 1].ts - .[$i].ts) / 1000]
			as $done | ($done | add) / (last.ts - first.ts)')" 1.1
}

@test "stat: what cannot be counted is said once, and why" {
	need python3 jq
	need_root
	run -0 pmx -x, -o "$T/csv" -I 20 --trace "$T/trace" -e cs,cycles sleeper 100
	run -0 rules "$T/trace"
	grep -q '<not supported>,,cycles' "$T/csv" || skip "this machine counts cycles"
	[[ $(grep -c cycles "$T/csv") -gt 1 ]]
	equal "$(events 'map(select(.ph == "i" and (.name | startswith("cycles: not supported: "))) | .name) | length')" 1
	equal "$(events 'map(select(.ph == "C" and .name == "cycles")) | length')" 0
}

@test "stat: --trace needs -I, and a file of its own" {
	run -125 pmx --trace "$T/trace" true
	has '^perfmux stat: --trace needs --interval-print|--trace needs .*-I'
	[[ ! -e $T/trace ]]
	run -125 pmx -I 100 -o "$T/one" --trace "$T/one" -e cs true
	run -125 pmx -I 100 --json "$T/one" --trace "$T/one" -e cs true
	run -125 pmx -I 100 --trace /nonexistent/trace -e cs true
	has "/nonexistent/trace"
}

@test "stat, mux and gpu at the same time: one trace, on one clock" {
	need python3 jq
	events_total
	local before after
	before=$(now)
	run -0 traced sh -c '
		cd "$2"
		waits="until test -e over; do spin 20; done"
		"$1" stat -o /dev/null -I 50 --trace stat -e cs,task-clock sh -c "touch begun; $waits" &
		one=$!
		"$1" mux -o /dev/null --trace mux -e task-clock,cycles sh -c "$waits" >/dev/null &
		other=$!
		until test -e begun; do sleep 0.01; done
		"$1" gpu -o /dev/null --trace gpu gpu-emitter -n 10 -p 0 >/dev/null
		status=$?
		touch over
		wait $one && wait $other && exit $status' sh "$PERFMUX" "$T"
	after=$(now)
	run -0 rules "$T/stat" "$T/mux" "$T/gpu"
	local file first last begins=() ends=()
	while read -r file first last; do
		# without hardware counters nothing takes turns, and mux has no slice to show
		if [[ $file == */mux: && $first == nothing ]]; then
			run -0 pmx -x, -o "$T/csv" -e cycles true
			grep -q '<not supported>' "$T/csv"
			continue
		fi
		between "$before" "$first" "$last"
		between "$first" "$last" "$after"
		begins+=("$first") ends+=("$last")
	done <<<"$output"
	((${#begins[@]} >= 2))
	# all three at once: the latest beginning is before the earliest end
	awk -v a="$(printf '%s\n' "${begins[@]}" | sort -g | tail -n 1)" \
		-v b="$(printf '%s\n' "${ends[@]}" | sort -g | head -n 1)" 'BEGIN { exit !(a < b) }'
	rules --merge "$T/stat" "$T/mux" "$T/gpu" >"$T/merged"
	equal "$(jq '.traceEvents | length' "$T/merged")" \
		"$(jq -s 'map(.traceEvents | length) | add' "$T/stat" "$T/mux" "$T/gpu")"
	equal "$(jq '[.traceEvents[] | select(.name == "process_name") | .pid] | (length == (unique | length))' "$T/merged")" true
}
