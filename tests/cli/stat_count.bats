#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# What is counted of a command: workloads do known amounts of work, and the counts must be these.

load helpers

@test "page faults of a known number of pages are exact" {
	need_root
	need setarch
	local none some
	run -0 setarch -R "$PERFMUX" stat -x, -o "$T/none" -e page-faults:u faults 0000
	run -0 setarch -R "$PERFMUX" stat -x, -o "$T/some" -e page-faults:u faults 1000
	none=$(value page-faults:u "$T/none")
	some=$(value page-faults:u "$T/some")
	equal $((some - none)) 1000
}

@test "every call of a traced system call is counted" {
	need_tracefs "$CALL"
	tcsv -e "$CALL" syscalls 12345
	equal "$(value "$CALL")" 12345
}

@test "children and grandchildren are counted once each" {
	need_tracefs "$CALL"
	tcsv -e "$CALL",sched:sched_process_fork forks 7 3
	equal "$(value "$CALL")" 21
	equal "$(value sched:sched_process_fork)" 21
}

@test "--no-inherit leaves children out" {
	need_tracefs "$CALL"
	tcsv -i -e "$CALL",sched:sched_process_fork forks 7 3
	equal "$(value "$CALL")" 0
	equal "$(value sched:sched_process_fork)" 7
}

@test "threads are counted, and with --no-inherit they are not" {
	need_tracefs "$CALL"
	tcsv -e "$CALL" threads 5 1
	equal "$(value "$CALL")" 5
	tcsv --no-inherit -e "$CALL" threads 5 1
	equal "$(value "$CALL")" 0
}

@test "CPU time of many threads adds up" {
	need_root
	csv -e task-clock threads 4 50
	between 200 "$(value task-clock)" 400
}

@test "enabled and running times of all threads are added up, not the last one's" {
	need_root
	need jq
	run -0 pmx --json "$T/json" -o "$T/out" -e page-faults threads 4 60
	local enabled running
	read -r enabled running < <(jq -r '[.. | objects | select(.event? == "page-faults")][0] |
		"\(.enabled_ns / 1000000) \(.running_ns / 1000000)"' "$T/json")
	between 240 "$enabled" 480
	between 240 "$running" 480
}

@test "every call of a probed function is counted" {
	probe
	tcsv -e "$probe" uprobe-target 4321
	equal "$(value "$probe")" 4321
}

@test "a command that executes others is followed" {
	need_tracefs "$CALL"
	tcsv -e "$CALL",sched:sched_process_exec exec-chain 4
	equal "$(value "$CALL")" 1
	equal "$(value sched:sched_process_exec)" 5
}

@test "a command as short as true counts" {
	need_root
	csv -e task-clock,page-faults true
	between 0.01 "$(value task-clock)" 1000
	between 10 "$(value page-faults)" 100000
}

@test "what happens before the command is executed is not counted" {
	need_tracefs sched:sched_process_exec
	tcsv -e sched:sched_process_exec,sched:sched_process_fork true
	equal "$(value sched:sched_process_exec)" 1
	equal "$(value sched:sched_process_fork)" 0
}

@test "task-clock is the CPU time used, in milliseconds" {
	need_root
	csv -e task-clock spin 150
	between 150 "$(value task-clock)" 450
}

@test "context switches are at least those the command made" {
	need_root
	run -0 --separate-stderr pmx -x, -o "$T/csv" -e context-switches switches 50
	between 50 "$output" 100000
	between "$output" "$(value context-switches)" 100000
}

@test "the time elapsed covers the command" {
	need_root
	run -0 pmx -e task-clock sleeper 300
	has '0\.[3-9][0-9]* +seconds time elapsed'
}

@test "-e may be given several times and keeps its order" {
	need_root
	csv -e page-faults -e task-clock,dummy -e context-switches true
	equal "$(grep -v '^#' "$T/csv" | cut -d, -f3 | grep . | tr '\n' ' ')" \
		"page-faults task-clock dummy context-switches "
}

@test "a group of software events counts as its members do alone" {
	need_tracefs "$CALL"
	tcsv -e "{task-clock,$CALL,page-faults}" syscalls 777
	equal "$(value "$CALL")" 777
	between 0.01 "$(value task-clock)" 1000
	between 10 "$(value page-faults)" 100000
}

@test "more events than one group may hold are all counted" {
	need_tracefs "$CALL"
	local events=$CALL i
	for ((i = 0; i < 700; i++)); do
		events+=,$CALL
	done
	tcsv -e "$events" syscalls 31
	equal "$(value "$CALL" | sort -u)" 31
	equal "$(value "$CALL" | wc -l)" 701
}

@test "a wildcard counts every tracepoint it names" {
	need_tracefs sched:sched_process_fork
	tcsv -e 'sched:sched_process_*' forks 3
	equal "$(value sched:sched_process_fork)" 3
	between 3 "$(value sched:sched_process_exit)" 4
}

@test "a tracepoint may be named by its number" {
	need_tracefs "$CALL"
	local id
	id=$(traced cat "/sys/kernel/tracing/events/${CALL/:/\/}/id")
	tcsv -e "tracepoint/config=$id/" syscalls 99
	equal "$(grep -v '^#' "$T/csv" | grep tracepoint | cut -d, -f1)" 99
}

@test "a filter counts only the records that match" {
	need_tracefs sched:sched_process_exec
	tcsv -e sched:sched_process_exec --filter 'filename ~ "*no-such-name*"' exec-chain 3
	equal "$(value sched:sched_process_exec)" 0
	tcsv -e sched:sched_process_exec --filter 'filename ~ "*self/exe*"' exec-chain 3
	equal "$(value sched:sched_process_exec)" 3
}

@test "a filter is for all tracepoints of the -e before it, and for no other" {
	need_tracefs sched:sched_process_exec
	tcsv -e sched:sched_process_exec \
		-e 'sched:sched_process_exec:u,sched:sched_process_f*,sched:sched_process_exit' \
		--filter 'common_pid < 0' exec-chain 3
	equal "$(value sched:sched_process_exec)" 4
	equal "$(value sched:sched_process_exec:u)" 0
	equal "$(value sched:sched_process_exit)" 0
	run -125 tpmx -e page-faults,sched:sched_process_exec --filter 'common_pid < 0' true
	has "'page-faults' is none"
}

@test "a filter that the kernel refuses is an error that says so, and where the fields are" {
	need_tracefs sched:sched_process_exec
	run -125 tpmx -e sched:sched_process_exec --filter 'no_such_field == 1' true
	has filter
	has 'events/sched/sched_process_exec/format'
}

@test "events in user mode only and in kernel mode only are told apart" {
	need_root
	need setarch
	run -0 setarch -R "$PERFMUX" stat -x, -o "$T/csv" -e page-faults:u,page-faults:k,page-faults faults 200
	between 200 "$(value page-faults:u)" 100000
	equal $(($(value page-faults:u) + $(value page-faults:k))) "$(value page-faults)"
}

@test "the command finds its descriptors, limits, signals and standard input as they were" {
	need_root
	local look='ls /proc/self/fd | tr "\n" " "; ulimit -n; grep -E "^Sig(Blk|Ign)" /proc/self/status; cat'
	local bare
	bare=$(echo input | sh -c "$look" 3>&-)
	run -0 --separate-stderr bash -c 'echo input | "$0" stat -o "$1" -e task-clock -- sh -c "$2" 3>&-' \
		"$PERFMUX" "$T/out" "$look"
	equal "$output" "$bare"
}

@test "a command may be found in PATH or by its path, with arguments that look like options" {
	need_root
	run -0 --separate-stderr pmx -o "$T/out" -e task-clock printf '%s ' -e -x --help
	equal "$output" "-e -x --help "
	run -0 pmx -o "$T/out" -e task-clock -- "$WORKLOADS/syscalls" 1
}

@test "-n counts nothing and opens nothing" {
	run -0 noperf 1 "$PERFMUX" stat -n sleeper 20
	has 'seconds time elapsed'
	lacks 'task-clock|not supported'
}

@test "default events are perf's, and what cannot be counted is said in one line" {
	need_root
	run -0 pmx true
	has task-clock
	has context-switches
	has page-faults
	has cycles
	[[ $(times 'not supported') == 0 ]] || equal "$(times 'no hardware PMU')" 1
}

@test "-d adds cache events, and each further d more of them" {
	need_root
	local d count before=0
	for d in -d -d\ -d -d\ -d\ -d; do
		# shellcheck disable=SC2086
		csv $d true
		count=$(grep -c . "$T/csv")
		((count > before))
		before=$count
	done
	has 'L1-dcache-loads' "$(cat "$T/csv")"
	has 'dTLB-loads' "$(cat "$T/csv")"
	# as perf has it, beside events that were named, too
	csv -e page-faults -d true
	has 'page-faults' "$(cat "$T/csv")"
	has 'LLC-loads' "$(cat "$T/csv")"
}
