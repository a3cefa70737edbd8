#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# Who is counted: running processes and threads, CPUs, cgroups.

load helpers

@test "-p counts threads that come after it attached" {
	need_tracefs "$CALL"
	launch spawn-late 3 1000
	start tpmx -x, -o "$T/csv" -e "$CALL" -p "$workload"
	attached "$pid"
	go
	finish
	equal "$status" 0
	equal "$(value "$CALL")" 3000
}

@test "-p --no-inherit leaves those that come later out" {
	need_tracefs "$CALL"
	launch spawn-late 3 1000
	start tpmx -i -x, -o "$T/csv" -e "$CALL" -p "$workload"
	attached "$pid"
	go
	finish
	equal "$(value "$CALL")" 0
}

@test "-p covers every thread that is there" {
	need_root
	launch many-threads 20
	run -0 pmx --per-thread -x, -o "$T/csv" -e context-switches -p "$workload" --timeout 100
	equal "$(grep -c ',context-switches,' "$T/csv")" 20
	go
}

@test "-a --per-thread lists the threads of the system that did something" {
	need_root
	start pmx -a --per-thread -x, -o "$T/csv" -e task-clock --timeout 700
	sleep 0.2
	spin 200 &
	local busy=$!
	wait "$busy" || true
	finish
	equal "$status" 0
	# started meanwhile, it counts for the shell that started it, under whose name it is listed
	(($(grep -c ',task-clock,' "$T/csv") > 0))
	absent 'not counted' "$T/csv"
}

@test "-t counts one thread alone" {
	need_root
	launch many-threads 20
	local tid
	tid=$(find "/proc/$workload/task" -mindepth 1 -maxdepth 1 -printf '%f\n' | sort -n | tail -n 1)
	run -0 pmx --per-thread -x, -o "$T/csv" -e context-switches -t "$tid" --timeout 100
	equal "$(grep -c ',context-switches,' "$T/csv")" 1
	grep -q "many-threads-$tid," "$T/csv"
	go
}

@test "a process named twice is counted once" {
	need_tracefs "$CALL"
	launch spawn-late 2 500
	start tpmx -x, -o "$T/csv" -e "$CALL" -p "$workload,$workload"
	attached "$pid"
	go
	finish
	equal "$(value "$CALL")" 1000
}

@test "a target that ends while it is counted ends in a whole report" {
	need_root
	launch many-threads 50
	start pmx -e task-clock,page-faults -p "$workload"
	attached "$pid"
	kill -KILL "$workload"
	finish
	equal "$status" 0
	has task-clock
	has 'seconds time elapsed'
}

@test "-p with a command counts the target for as long as the command runs" {
	need_root
	launch many-threads 2
	run -0 pmx -e task-clock -p "$workload" sleeper 200
	has '0\.[2-9][0-9]* +seconds time elapsed'
	kill -0 "$workload"
	go
}

@test "no such process is one line and a hint, not a page" {
	run -125 pmx -p 999999999 --timeout 100
	has 'no such process'
	((${#lines[@]} <= 2))
	run -125 pmx -t 999999999 --timeout 100
	has 'no such (thread|task|process)'
	((${#lines[@]} <= 2))
}

# without_proc COMMAND...
without_proc() {
	unshare --mount --propagation unchanged sh -c '
		mount --make-rprivate /proc && umount -l /proc && exec "$@"' sh "$@"
}

@test "without /proc it is said that there is none, and not that there are no processes" {
	need_root
	[[ -z ${PERFMUX_SAN-} ]] || skip "sanitizers need /proc"
	without_proc true 2>/dev/null || skip "/proc cannot be unmounted here"
	local target
	for target in "-p $$" '-p 1' '-a --per-thread'; do
		# shellcheck disable=SC2086  # words
		run -125 without_proc "$PERFMUX" stat -e task-clock $target --timeout 20
		has '/proc is not mounted'
		has 'mount -t proc'
		lacks 'no such process|seconds time elapsed'
	done
	run -0 without_proc "$PERFMUX" stat -e task-clock true
}

@test "a list of processes that is no list is refused" {
	local list
	for list in '' ',' '1,,2' -1 1x 99999999999999999999 0; do
		run -125 pmx -e task-clock -p "$list" --timeout 100
	done
}

@test "attaching to a process that forks and dies all the time gives a whole report" {
	need_root
	start fork-storm 1000
	local storm=$pid
	run -0 pmx -e task-clock,page-faults -p "$storm" --timeout 300
	has task-clock
	lacks 'not supported|error'
}

@test "a thread with a hostile name is one field in CSV and valid JSON" {
	need_root
	need jq
	local name='a"b,c\d'
	start threads-named "$name" 3000
	wait_for thread_called 'a"b'
	run -0 pmx --per-thread -x, -o "$T/csv" -e task-clock -p "$pid" --timeout 100
	grep -qF '"a""b,c\d-' "$T/csv"
	run -0 pmx --per-thread -j -o "$T/jsonl" --json "$T/json" -e task-clock -p "$pid" --timeout 100
	json_lines_valid "$T/jsonl"
	jq -r '.thread' "$T/jsonl" | grep -qF "$name-"
	jq -e . "$T/json" >/dev/null
	jq -r '.. | strings' "$T/json" | grep -qF "$name"
}

@test "a thread name with control characters cannot reach the terminal" {
	need_root
	start threads-named $'\e[31mred\n' 3000
	wait_for thread_called red
	run -0 pmx --per-thread -e task-clock -p "$pid" --timeout 100
	has 'red'
	lacks $'\e'
}

@test "-a counts what happens on every CPU" {
	probe
	tcsv -a -e "$probe" sh -c 'taskset -c 0 uprobe-target 100; uprobe-target 23'
	equal "$(value "$probe")" 123
}

@test "-C counts on its CPUs only" {
	need taskset
	probe
	[[ $(cpu_count) -gt 1 ]] || skip "needs two CPUs"
	tcsv -C 0 -e "$probe" taskset -c 1 uprobe-target 100
	equal "$(value "$probe")" 0
	tcsv -C 1 -e "$probe" taskset -c 1 uprobe-target 100
	equal "$(value "$probe")" 100
	tcsv -C 0-1 -e "$probe" taskset -c 1 uprobe-target 100
	equal "$(value "$probe")" 100
}

@test "-A shows each CPU apart" {
	need taskset
	probe
	[[ $(cpu_count) -gt 1 ]] || skip "needs two CPUs"
	run -0 tpmx -a -A -x, -o "$T/csv" -e "$probe" taskset -c 1 uprobe-target 100
	equal "$(awk -F, '$1 == "CPU0" { print $2 }' "$T/csv")" 0
	equal "$(awk -F, '$1 == "CPU1" { print $2 }' "$T/csv")" 100
	equal "$(grep -c '^CPU' "$T/csv")" "$(cpu_count)"
}

@test "cores, dies, sockets, nodes and caches add up to the whole" {
	probe
	local how sum
	for how in --per-core --per-die --per-socket --per-node --per-cache --per-cluster; do
		run -0 tpmx -a $how -x, -o "$T/csv" -e "$probe" uprobe-target 100
		sum=$(awk -F, -v event="$probe" '$5 == event { sum += $3; cpus += $2 } END { print sum, cpus }' "$T/csv")
		equal "$sum" "100 $(cpu_count)"
	done
}

@test "a CPU that is not there is an error that names it" {
	run -125 pmx -C 4095 -e task-clock true
	has 4095
	run -125 pmx -C 1-0 -e task-clock true
	run -125 pmx -C x -e task-clock true
	run -125 pmx -C 0-99999999999 -e task-clock true
}

@test "-G counts in its cgroup only" {
	cgroup
	local inside=$cgroup dir=${cgroups[0]}
	cgroup
	probe
	tcsv -a -e "$probe,$probe" -G "$inside,$cgroup" "${WITHIN[@]}" "$dir" uprobe-target 100
	equal "$(awk -F, -v g="$inside" '$4 == g { print $1 }' "$T/csv")" 100
	# nothing ever ran there, which is not the same as a count of 0
	equal "$(awk -F, -v g="$cgroup" '$4 == g { print $1 }' "$T/csv")" "<not counted>"
}

@test "one -G name holds for all events before it" {
	cgroup
	tcsv -a -e task-clock,context-switches -G "$cgroup" "${WITHIN[@]}" "${cgroups[0]}" spin 50
	equal "$(grep -c ",$cgroup," "$T/csv")" 2
	between 50 "$(value task-clock)" 400
}

@test "--for-each-cgroup counts all events in each, by name and by pattern" {
	cgroup
	local first=$cgroup dir=${cgroups[0]}
	cgroup
	probe
	tcsv -a -e "$probe,page-faults" --for-each-cgroup "$first,$cgroup" "${WITHIN[@]}" "$dir" uprobe-target 50
	equal "$(awk -F, -v e="$probe" -v g="$first" '$3 == e && $4 == g { print $1 }' "$T/csv")" 50
	equal "$(awk -F, -v e="$probe" -v g="$cgroup" '$3 == e && $4 == g { print $1 }' "$T/csv")" \
		"<not counted>"
	equal "$(grep -c ',page-faults,' "$T/csv")" 2
	tcsv -a -e "$probe" --for-each-cgroup "^($first|$cgroup)\$" "${WITHIN[@]}" "$dir" uprobe-target 60
	equal "$(awk -F, -v g="$first" '$4 == g { print $1 }' "$T/csv")" 60
	equal "$(grep -c "^<not counted>,.*,$cgroup," "$T/csv")" 1
}

@test "a cgroup that is not there is an error that names its neighbour" {
	cgroup
	run -125 pmx -a -e task-clock -G "${cgroup}x" sleeper 10
	has 'no such cgroup'
	has "did you mean '$cgroup'"
	run -125 pmx -a -e task-clock -G ../.. sleeper 10
	run -125 pmx -a -e task-clock --for-each-cgroup 'no-such-cgroup-at-all$' sleeper 10
}

@test "cgroups need CPUs, not a command alone" {
	run -125 pmx -e task-clock -G / true
	has '-a'
}
