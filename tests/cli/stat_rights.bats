#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# What is said when the kernel refuses: each reason by its name, and what would help.

load helpers

setup() {
	common_setup
	need_root
}

paranoid() { cat /proc/sys/kernel/perf_event_paranoid; }

@test "without rights, user mode counts and the rest names the paranoid level and the capability" {
	need setpriv
	[[ $(paranoid) == 2 ]] || skip "perf_event_paranoid is $(paranoid), not 2"
	public_copy
	run -0 as_nobody "$T/perfmux" stat -x, -e page-faults:u true
	has '^[0-9]+,,page-faults:u,'
	run as_nobody "$T/perfmux" stat -a -e task-clock true
	has paranoid
	has CAP_PERFMON
	lacks 'no such|EMFILE|seccomp'
}

@test "a task of somebody else is no matter of the paranoid level" {
	need setpriv
	[[ $(paranoid) == 2 ]] || skip "perf_event_paranoid is $(paranoid), not 2"
	public_copy
	run as_nobody "$T/perfmux" stat -e task-clock,page-faults:u -p $$ --timeout 20
	has 'belongs to somebody else'
	has CAP_PERFMON
	lacks paranoid
}

@test "of all threads, those and the events that could not be counted are named" {
	need setpriv
	[[ $(paranoid) == 2 ]] || skip "perf_event_paranoid is $(paranoid), not 2"
	public_copy
	run -0 as_nobody "$T/perfmux" stat -a --per-thread -e page-faults:u,context-switches --timeout 50
	has '[0-9]+ of [0-9]+ threads could not be counted: no permission: the task belongs to somebody else'
	has 'context-switches: no permission for counting in the kernel'
	(($(times 'belongs to somebody else') == 1))
	need jq
	run -0 --separate-stderr as_nobody "$T/perfmux" stat -a --per-thread --json - -e page-faults:u,context-switches --timeout 50
	jq -e '.notes | length == 1 and (.[0] | test("threads could not be counted.*context-switches: no permission"))' \
		<<<"$output"
	run -0 pmx -a --per-thread -e page-faults --timeout 50
	lacks 'could not be counted'
}

@test "CAP_PERFMON alone suffices for the kernel's side" {
	need setpriv
	public_copy
	run -0 setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all,+perfmon --ambient-caps=+perfmon \
		"$T/perfmux" stat -x, -a -e task-clock,page-faults:k true
	has '^[0-9.]+,msec,task-clock,'
	lacks 'not supported'
}

@test "too many counters for the limit: needed and limit are named, and it is no matter of rights" {
	run bash -c 'ulimit -n 16; "$0" stat -e "$1" true' "$PERFMUX" "$(printf 'task-clock,%.0s' {1..40})dummy"
	equal "$status" 125
	has '16'
	has 'descriptor|open files|RLIMIT_NOFILE|ulimit'
	lacks 'paranoid|permission|not supported'
	run bash -c 'ulimit -n 16; "$0" stat -e task-clock true' "$PERFMUX"
	has '1 counter needs [0-9]+ file'
}

@test "the soft limit is raised when the hard limit allows it, and the command does not see that" {
	run -0 --separate-stderr bash -c 'ulimit -Sn 20; "$0" stat -x, -o "$1" -e "$2" sh -c "ulimit -n"' \
		"$PERFMUX" "$T/csv" "$(printf 'task-clock,%.0s' {1..40})dummy"
	equal "$output" 20
	equal "$(value task-clock | wc -l)" 40
}

@test "seccomp's EPERM is not taken for missing rights" {
	run noperf 1 "$PERFMUX" stat -e task-clock true
	has 'seccomp|container'
	lacks 'paranoid is|CAP_PERFMON'
}

@test "seccomp's ENOSYS is not taken for missing rights" {
	run noperf 38 "$PERFMUX" stat -e task-clock true
	has 'seccomp|container|not have|no perf'
	lacks 'paranoid is|CAP_PERFMON'
}

@test "a command whose counters were all refused still runs, and is not counted as zero" {
	run noperf 1 "$PERFMUX" stat -x, -e task-clock touch "$T/ran"
	[[ -e $T/ran ]]
	lacks '^0(\.0+)?,'
}

@test "no hardware PMU is one sentence, whatever the number of events" {
	run -0 pmx -e cycles,instructions,branches,cache-misses,task-clock true
	grep -q 'not supported' <<<"$output" || skip "this machine has a hardware PMU"
	equal "$(times 'no hardware PMU')" 1
	lacks 'errno|invalid argument'
}

@test "one event that cannot be counted does not end the run, with --strict it does" {
	run -0 pmx -x, -o "$T/csv" -e cycles,page-faults true
	grep -q '^<not supported>,,cycles,' "$T/csv" || skip "this machine has a hardware PMU"
	between 10 "$(value page-faults)" 100000
	run -125 pmx --strict -e cycles,page-faults touch "$T/ran"
	[[ ! -e $T/ran ]]
	has cycles
}

@test "more breakpoints than the CPU has slots: the slots are named" {
	local i events=
	for i in 0 1 2 3 4; do
		events+=mem:$((0x10000 + i * 64)):w,
	done
	run -0 pmx -e "${events%,}" true
	grep -q 'not supported' <<<"$output" || skip "more than four breakpoint slots here"
	has 'all [0-9]+ breakpoint slots .*in use'
	equal "$(times 'not supported')" 1
}

@test "tracefs that is not mounted is not an unknown event" {
	need_tracefs "$CALL"
	run -125 untraced "$PERFMUX" stat -e "$CALL" true
	has 'not mounted'
	has 'mount -t tracefs'
	run -125 tpmx -e syscalls:sys_enter_no_such true
	lacks 'mount'
	# we did not mount it behind the user's back
	run -0 untraced sh -c '"$0" stat -e "$1" true >/dev/null 2>&1; ! mountpoint -q /sys/kernel/tracing' \
		"$PERFMUX" "$CALL"
}

@test "tracefs that may not be read is not an unknown event, and numbers still work" {
	need setpriv
	need_tracefs "$CALL"
	public_copy
	local id perfmon=(setpriv --reuid=65534 --regid=65534 --clear-groups '--inh-caps=-all,+perfmon' --ambient-caps=+perfmon)
	id=$(traced cat "/sys/kernel/tracing/events/${CALL/:/\/}/id")
	run -125 traced "${perfmon[@]}" "$T/perfmux" stat -e "$CALL" true
	has 'read|permission|denied'
	lacks 'unknown|no such event|did you mean'
	run -0 traced "${perfmon[@]}" "$T/perfmux" stat -x, -e "tracepoint/config=$id/" "$T/syscalls" 12
	has '^12,'
}

@test "a PMU's own CPUs decide where it is opened: no call is made to fail" {
	need strace
	run -0 opens "$PERFMUX" stat -a -e task-clock,page-faults true
	lacks '= -1'
	equal "${#lines[@]}" $((2 * $(cpu_count)))
}

@test "rights are not handed on to the command" {
	run -0 --separate-stderr pmx -o "$T/out" -e task-clock grep CapEff /proc/self/status
	equal "$output" "$(grep CapEff /proc/self/status)"
}
