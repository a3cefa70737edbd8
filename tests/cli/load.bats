#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# What many of something do: counters, threads, processes, CPUs that come and go, intervals, signals.
# `make check` takes some of each, `make load` all that is said here. What was met is told with LOAD=1.

load helpers

full=${LOAD:+1}

# told TEXT: what was met, for whoever asked for all of it.
told() {
	[[ ! $full ]] || echo "# $*" >&3
}

# Twenty software events, each of them counted.
twenty() {
	local name
	for name in page-faults minor-faults major-faults context-switches cpu-migrations task-clock cpu-clock dummy; do
		printf '%s,%s:u,' "$name" "$name"
	done
	echo alignment-faults,emulation-faults,bpf-output,cgroup-switches
}

# resident PID: KiB, counted page by page; those of /proc/PID/status are up to date now and then.
resident() { awk '$1 == "Rss:" { print $2 }' "/proc/$1/smaps_rollup"; }

@test "200,000 counters of 10,000 threads are planned, and opened where so many may be" {
	need_root
	local threads=$((full ? 10000 : 1000)) wanted
	wanted=$((threads * 20))
	launch many-threads "$threads"
	run -0 pmx --dry-run -p "$workload" -e "$(twenty)"
	has "^counters +$wanted$"
	if ! { ulimit -Hn $((wanted + 100)) && ulimit -Sn $((wanted + 100)); } 2>/dev/null && (($(ulimit -Hn) < wanted + 100)); then
		run -125 pmx -p "$workload" -e "$(twenty)" --timeout 200
		has "$wanted counters need"
		told "$wanted counters planned and refused"
		go
		return
	fi
	csv -p "$workload" -e "$(twenty)" --timeout 200
	equal "$(lines_of "$T/csv")" 20
	# threads that sleep count nothing, and that is no failure
	equal "$(awk -F, '$1 !~ /^[0-9.]+$|^<not counted>$/' "$T/csv")" ""
	told "$wanted counters opened"
	go
}

@test "more counters than there may be descriptors are refused before any is opened" {
	need_root
	need setpriv strace
	launch many-threads 1000
	ASAN_OPTIONS=${ASAN_OPTIONS-}:detect_leaks=0 run -125 setpriv --bounding-set=-sys_resource --inh-caps=-sys_resource \
		bash -c 'ulimit -n 500 && exec strace -f -e trace=perf_event_open -o "$1" "${@:2}"' sh "$T/trace" \
		"$PERFMUX" stat -p "$workload" -e "$(twenty)" --timeout 200
	has 'descriptors'
	[[ $(grep -c 'perf_event_open(' "$T/trace") == 0 ]]
	go
}

@test "10,000 threads are attached to, and each is counted" {
	need_root
	need jq
	local threads=$((full ? 10000 : 1000))
	launch many-threads "$threads"
	run -0 pmx -p "$workload" --per-thread --json "$T/json" -o "$T/csv" -e page-faults --timeout 200
	equal "$(jq '[.results[-1].rows[] | select(.event == "page-faults") | .tid] | unique | length' "$T/json")" "$threads"
	told "$threads threads"
	go
}

@test "of a target that makes thousands of processes a second each is counted" {
	need_tracefs syscalls:sys_enter_exit_group
	local made ms=$((full ? 10000 : 1000))
	tcsv -e syscalls:sys_enter_exit_group fork-storm "$ms"
	made=$(grep -E '^[0-9]+$' <<<"$output")
	equal "$(value syscalls:sys_enter_exit_group)" $((made + 1))
	told "$((made * 1000 / ms)) processes a second"
}

@test "CPUs that go off and on during -a -I cost no interval of the others" {
	need_root
	local turns=$((full ? 60 : 8)) i intervals
	[[ -w /sys/devices/system/cpu/cpu1/online ]] || skip "CPU 1 cannot be taken offline"
	start pmx -a -A -I 10 -x, -o "$T/csv" -e task-clock,context-switches --timeout $((turns * 200 + 2000))
	attached "$pid"
	offline+=(1)
	for ((i = 0; i < turns; i++)); do
		echo $((i % 2)) >/sys/devices/system/cpu/cpu1/online 2>/dev/null || skip "CPU 1 cannot be taken offline"
		sleep 0.1
	done
	echo 1 >/sys/devices/system/cpu/cpu1/online
	finish
	equal "$status" 0
	# of CPU 0 every interval is there, twice, and every line has all its fields
	equal "$(awk -F, '$2 == "CPU0" && $5 == "task-clock" && $3 + 0 <= 0' "$T/csv" | wc -l)" 0
	equal "$(awk -F, 'NF < 7 && !/^#/ && NF' "$T/csv" | wc -l)" 0
	intervals=$(awk -F, '$2 == "CPU0" && $5 == "task-clock"' "$T/csv" | wc -l)
	equal "$(awk -F, '$2 == "CPU0" && $5 == "context-switches"' "$T/csv" | wc -l)" "$intervals"
	((intervals > turns))
	told "$turns turns, $intervals intervals"
}

@test "memory stays flat, however many intervals there are" {
	[[ -z ${PERFMUX_SAN-} ]] || skip "sanitizers keep what is freed"
	local few=$((full ? 60 : 2)) slack=64 early late
	mkfifo "$T/lines"
	awk -F '"' '$3 != last { count++; last = $3 } END { print count }' <"$T/lines" >"$T/count" 3>&- &
	background+=("$!")
	start pmx -a -A -I 1 -j -o "$T/lines" --json /dev/null -e task-clock,page-faults,cs sleep 3600
	attached "$pid"
	sleep "$few"
	early=$(resident "$pid")
	# 24 hours of intervals of 86 ms are a million
	sleep $((full ? 1300 : 4))
	late=$(resident "$pid")
	kill -INT "$pid"
	finish
	wait_for test -s "$T/count"
	told "$early KiB, then $late KiB, after $(cat "$T/count") intervals"
	(($(cat "$T/count") > ${full:+999}100))
	((late <= early + slack))
}

@test "a signal, whenever it comes, leaves nothing behind and all that was written whole" {
	need_root
	need python3
	need_tracefs
	traced python3 "$TOP/tests/load/signals.py" $((full ? 1000 : 32)) >"$T/log" 2>&1 || {
		cat "$T/log" >&2
		false
	}
	told "$(tail -n 1 "$T/log")"
}
