#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# How long and how often: repeats, intervals, delays, timeouts, and control from outside.

load helpers

setup() {
	common_setup
	need_root
}

# The different times in the first column of a CSV of intervals.
stamps() { grep -v '^#' "$T/csv" | awk -F, '/^ *[0-9]+\.[0-9]+,/ { print $1 + 0 }' | uniq; }

elapsed_ms() { echo $((($(date +%s%N) - began) / 1000000)); }

@test "-r runs the command so many times and shows mean and spread" {
	run -0 pmx -r 5 -e task-clock,page-faults sh -c 'echo x >>"$0"' "$T/runs"
	equal "$(lines_of "$T/runs")" 5
	has '\(5 runs\)'
	has 'task-clock.*\( \+- +[0-9.]+% \)'
	has '\+- .*seconds time elapsed'
}

@test "repeats of the same work have the same count and no spread" {
	need_tracefs "$CALL"
	tcsv -r 4 -e "$CALL" syscalls 250
	equal "$(value "$CALL")" 250
	grep -q "^250,,$CALL,0.00%," "$T/csv"
}

@test "the mean over repeats is the mean" {
	need_tracefs "$CALL"
	# 100, 200, 300: one file grows by a line a run
	tcsv -r 3 -e "$CALL" sh -c 'echo >>"$0"; syscalls $(($(wc -l <"$0") * 100))' "$T/runs"
	equal "$(value "$CALL")" 200
}

@test "--table has a line for each run" {
	run -0 pmx -r 3 --table -e task-clock sleeper 20
	equal "$(grep -Ec '^ *[0-9]+\.[0-9]+ \([+-][0-9.]+\) #' <<<"$output")" 3
}

@test "JSON has the values of every repeat that the text has" {
	need jq
	run -0 pmx -r 3 --json "$T/json" -o "$T/out" -e page-faults sleeper 5
	jq -e . "$T/json" >/dev/null
	equal "$(jq '[.. | objects | select(has("n")) | .n] | max' "$T/json")" 3
}

@test "-r goes on after a run that fails, and the failure is not lost" {
	run pmx -r 3 -e task-clock sh -c 'echo x >>"$0"; exit 3' "$T/runs"
	equal "$(lines_of "$T/runs")" 3
	equal "$status" 3
}

@test "SIGINT ends -r with a report of the runs so far" {
	start pmx -r 0 -e task-clock sleeper 50
	sleep 0.6
	kill -INT "$pid"
	finish
	has 'task-clock'
	has 'seconds time elapsed'
}

@test "-I reports on an absolute timetable" {
	csv -I 20 -e task-clock sleeper 1200
	between 40 "$(stamps | wc -l)" 62
	# How late after a multiple of 20 ms. A clock that runs apart from the timetable is late by any
	# amount, 10 at the median; lateness that adds up shows in the last ten, of which on a busy
	# machine one at least is in time. The very last is no interval but the rest.
	local late
	late=$(stamps | head -n -1 | awk '{ print $1 * 1000 % 20 }')
	between 0 "$(sort -n <<<"$late" | awk '{ x[NR] = $1 } END { print x[int(NR / 2)] }')" 7
	between 0 "$(tail -n 10 <<<"$late" | sort -n | head -n 1)" 3
}

@test "intervals add up to the whole, and --summary says it" {
	need_tracefs "$CALL"
	tcsv -I 50 --summary -e "$CALL" \
		sh -c 'for i in 1 2 3 4 5 6; do syscalls 100; sleeper 20; done'
	equal "$(awk -F, -v e="$CALL" '/^ *[0-9]+\.[0-9]+,/ && $4 == e { sum += $2 } END { print sum }' "$T/csv")" 600
	equal "$(grep summary "$T/csv" | cut -d, -f2)" 600
}

@test "--no-csv-summary leaves out the column that says so" {
	csv -I 50 --interval-count 2 --summary --no-csv-summary -e task-clock sleeper 200
	equal "$(grep -c summary "$T/csv")" 0
	has '^[0-9.]+,msec,task-clock,' "$(tail -n 1 "$T/csv")"
}

@test "repeats have as many descriptors as one run" {
	local events
	events=$(printf 'page-faults,%.0s' {1..150})
	ulimit -n 256
	run -0 pmx -r 3 -e "${events%,}" --json "$T/json" true
	equal "$(grep -c '"spread":{"n":3,' "$T/json")" 150
}

@test "--interval-count stops after so many intervals" {
	csv -I 50 --interval-count 3 -e task-clock sleeper 400
	equal "$(stamps | wc -l)" 3
	# without a command to wait for it ends there
	run -0 timeout 20 "$PERFMUX" stat -a -I 50 --interval-count 3 -x, -o "$T/csv" -e task-clock
	equal "$(stamps | wc -l)" 3
}

@test "--timeout stops after so many milliseconds with a whole report" {
	local began
	began=$(date +%s%N)
	run pmx --timeout 200 -e task-clock sleeper 20007
	has 'seconds time elapsed'
	between 200 "$(elapsed_ms)" 10000
	# nothing is left behind
	equal "$(pgrep -fc 'sleeper 20007')" 0
}

@test "--timeout does not shorten or fail a command that ends before" {
	run -0 pmx --timeout 20000 -e task-clock sleeper 20
	has 'seconds time elapsed'
}

@test "-D leaves out what happens before" {
	need_tracefs "$CALL"
	tcsv -D 300 -e "$CALL" sh -c 'syscalls 100; sleeper 700; syscalls 7'
	equal "$(value "$CALL")" 7
}

@test "-D -1 counts nothing until it is told" {
	need_tracefs "$CALL"
	tcsv -D -1 -e "$CALL" syscalls 100
	lacks '^100,' "$(cat "$T/csv")"
}

# ask COMMAND: sends it through the control fifo and waits for the answer.
ask() {
	local answer
	printf '%s\n' "$1" >"$T/ctl"
	read -r -t 5 answer <&"$acks"
	[[ $answer == ack* ]]
}

@test "--control through fifos: enable and disable count what lies between, each acknowledged" {
	need_tracefs "$CALL"
	mkfifo "$T/ctl" "$T/ack"
	exec {acks}<>"$T/ack"
	launch spawn-late 1 11
	start tpmx -D -1 -x, -o "$T/csv" -e "$CALL" --control "fifo:$T/ctl,$T/ack" \
		-p "$workload"
	attached "$pid"
	ask ping
	ask disable
	ask enable
	go
	finish
	equal "$(value "$CALL")" 11
}

@test "--control through descriptors: what happens while disabled is not counted" {
	need_tracefs "$CALL"
	mkfifo "$T/ctl" "$T/ack"
	exec {acks}<>"$T/ack" {ctl}<>"$T/ctl"
	launch spawn-late 1 11
	start tpmx -x, -o "$T/csv" -e "$CALL" --control "fd:$ctl,$acks" -p "$workload"
	attached "$pid"
	ask disable
	go
	finish
	# the target slept while it was enabled: a count of 0 or none, but not of what came later
	grep -Eq "^(0|<not counted>),,$CALL," "$T/csv"
}

@test "--control stop ends a run that would not end by itself, and the target lives on" {
	mkfifo "$T/ctl" "$T/ack"
	exec {acks}<>"$T/ack"
	launch many-threads 3
	start pmx -e task-clock --control "fifo:$T/ctl,$T/ack" -p "$workload"
	attached "$pid"
	ask stop
	finish
	equal "$status" 0
	has 'seconds time elapsed'
	kill -0 "$workload"
	go
}

@test "--control does not fall over words it does not know" {
	mkfifo "$T/ctl" "$T/ack"
	exec {acks}<>"$T/ack"
	launch many-threads 3
	start pmx -e task-clock --control "fifo:$T/ctl,$T/ack" -p "$workload"
	attached "$pid"
	head -c 100000 /dev/zero | tr '\0' x >"$T/ctl"
	printf '\n\n\0\nfoo\nenable extra\n' >"$T/ctl"
	ask ping
	ask stop
	finish
	equal "$status" 0
	has 'seconds time elapsed'
	go
}

@test "a control descriptor or fifo that cannot be used is an error" {
	run -125 pmx --control fd:99 -e task-clock true
	run -125 pmx --control fd: -e task-clock true
	run -125 pmx --control fd:1,2,3 -e task-clock true
	run -125 pmx --control "fifo:$T/none" -e task-clock true
	mkfifo "$T/ctl"
	printf 'stop\nthese are nobody\x27s commands\n' >"$T/file"
	cp "$T/file" "$T/copy"
	for ends in "$T/file" "$T/ctl,$T/file" /dev/null "$T"; do
		run -125 pmx --control "fifo:$ends" -e task-clock touch "$T/ran"
		has "'${ends#*,}' is no named pipe|cannot open '$T'"
		lacks 'unknown command'
	done
	cmp "$T/file" "$T/copy"
	[[ ! -e $T/ran ]]
	run -125 pmx --control nonsense -e task-clock true
}

@test "--pre and --post run before and after each run and are not counted" {
	need_tracefs "$CALL"
	tcsv -r 2 --pre "echo pre >>$T/log; syscalls 50" --post "echo post >>$T/log; syscalls 50" \
		-e "$CALL" sh -c "echo run >>$T/log; syscalls 9"
	equal "$(value "$CALL")" 9
	equal "$(tr '\n' ' ' <"$T/log")" "pre run post pre run post "
}

@test "SIGINT ends a command, and the report is whole" {
	start pmx -e task-clock,page-faults sleeper 20000
	attached "$pid"
	kill -INT "$pid"
	finish
	has task-clock
	has page-faults
	has 'seconds time elapsed'
	((status != 0))
}

@test "SIGTERM during intervals leaves valid CSV and JSON" {
	need jq
	start pmx -I 50 -x, -o "$T/csv" --json "$T/json" -e task-clock,page-faults -a
	attached "$pid"
	sleep 0.4
	kill -TERM "$pid"
	finish
	between 4 "$(stamps | wc -l)" 1000
	jq -e . "$T/json" >/dev/null
}

@test "a second SIGINT ends a run whose command ignores the first, and the report is whole" {
	start pmx -o "$T/out" -e task-clock ignore-term 20000
	wait_for grep -q ready "$T/log"
	kill -INT "$pid"
	sleep 0.3
	kill -INT "$pid"
	finish
	grep -q task-clock "$T/out"
	grep -q 'seconds time elapsed' "$T/out"
	pkill -KILL -P "$pid" || true
	pkill -KILL -f 'ignore-term 20000' || true
}

@test "a document begun and interrupted at any time is valid JSON" {
	need jq
	local delay
	for delay in 0.01 0.05 0.12 0.3; do
		start pmx -I 20 -j -o "$T/jsonl" --json "$T/json" -e task-clock,page-faults -a
		sleep "$delay"
		kill -INT "$pid"
		finish
		[[ ! -s $T/json ]] || jq -e . "$T/json" >/dev/null
		[[ ! -s $T/jsonl ]] || json_lines_valid "$T/jsonl"
		rm -f "$T/json" "$T/jsonl"
	done
}
