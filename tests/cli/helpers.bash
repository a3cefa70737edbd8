# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2016,SC2034,SC2119,SC2120
#
# helpers.bash: what the stat_*.bats files share. Nothing here, and no test, leaves a trace behind:
# tracefs is mounted in a mount namespace of the command that needs it, so that files that run at
# the same time cannot take it from one another; probes, cgroups and offline CPUs are undone in
# teardown, whatever happened.

bats_require_minimum_version 1.5.0

TOP=${TOP:-$(cd "$BATS_TEST_DIRNAME/../.." && pwd)}
PERFMUX=${PERFMUX:-$TOP/build/perfmux}
WORKLOADS=${WORKLOADS:-$TOP/build/workloads}
CALL=syscalls:sys_enter_getpriority
export PERFMUX WORKLOADS

# Every test has a directory of its own, that other users may enter.
common_setup() {
	T=$BATS_TEST_TMPDIR
	chmod 755 "$BATS_RUN_TMPDIR" "$BATS_SUITE_TMPDIR" "$BATS_FILE_TMPDIR" "$T" 2>/dev/null || true
	PATH=$WORKLOADS:$PATH
	background=()
	cgroups=()
	probes=()
	offline=()
}

common_teardown() {
	local it
	for it in "${offline[@]}"; do
		echo 1 >"/sys/devices/system/cpu/cpu$it/online"
	done
	for it in "${background[@]}"; do
		kill -KILL "$it" 2>/dev/null || true
		wait "$it" 2>/dev/null || true
	done
	for it in "${probes[@]}"; do
		traced sh -c 'echo "-:$1" >>/sys/kernel/tracing/uprobe_events' sh "$it" || true
	done
	for it in "${cgroups[@]}"; do
		wait_for rmdir "$it" || true
	done
}

setup() { common_setup; }
teardown() { common_teardown; }

pmx() { "$PERFMUX" stat "$@"; }

need_root() {
	[[ $(id -u) == 0 ]] || skip "needs root"
}

need() {
	local command
	for command in "$@"; do
		command -v "$command" >/dev/null || skip "$command is not installed"
	done
}

# traced COMMAND...: with tracefs mounted, as the command sees it.
# Below /sys alone it is private: in a chroot the root need not be a mount.
TRACED=(unshare --mount --propagation unchanged sh -c '
	mount --make-rprivate /sys || exit 97
	mountpoint -q /sys/kernel/tracing || mount -t tracefs tracefs /sys/kernel/tracing || exit 97
	exec "$@"' sh)
traced() { "${TRACED[@]}" "$@"; }

# untraced COMMAND...: without any tracefs or debugfs.
UNTRACED=(unshare --mount --propagation unchanged sh -c '
	mount --make-rprivate /sys || exit 97
	for dir in /sys/kernel/debug/tracing /sys/kernel/debug /sys/kernel/tracing; do
		while mountpoint -q "$dir"; do umount "$dir" || exit 97; done
	done
	exec "$@"' sh)
untraced() { "${UNTRACED[@]}" "$@"; }

# "${WITHIN[@]}" DIRECTORY COMMAND...: in that cgroup.
WITHIN=(sh -c 'echo $$ >"$1/cgroup.procs" && shift && exec "$@"' sh)

# need_tracefs [TRACEPOINT]
need_tracefs() {
	local name=${1-}
	need_root
	traced true 2>/dev/null || skip "tracefs cannot be mounted here"
	[[ -z $name ]] || traced test -d "/sys/kernel/tracing/events/${name/:/\/}" || skip "no tracepoint $name here"
}

tpmx() { traced "$PERFMUX" stat "$@"; }

# value EVENT [FILE]: the counts of an event in CSV, one a line. The separator is a comma.
value() {
	awk -F, -v event="$1" '$3 == event { print $1 }' "${2:-$T/csv}"
}

# csv OPTION... COMMAND...: runs stat; the CSV is in $T/csv, the status in $status.
csv() { run -0 pmx -x, -o "$T/csv" "$@"; }
tcsv() { run -0 tpmx -x, -o "$T/csv" "$@"; }

# Fails with both sides shown.
equal() {
	[[ $1 == "$2" ]] && return
	printf 'got  %q\nwant %q\n' "$1" "$2" >&2
	show
	return 1
}

# between LOW VALUE HIGH: as numbers, fractions allowed.
between() {
	awk -v low="$1" -v x="$2" -v high="$3" \
		'BEGIN { exit !(x != "" && x + 0 >= low + 0 && x + 0 <= high + 0) }' && return
	echo "'$2' is not from $1 to $3" >&2
	show
	return 1
}

# Text for people is wrapped where the screen ends: its words in one line.
unfolded() { tr -s ' \t\n' ' ' <<<"$1"; }

# has PATTERN [TEXT]: an extended regular expression, case ignored, in $output unless given.
has() {
	grep -Eqi -- "$1" <<<"${2-$output}" && return
	grep -Eqi -- "$1" <<<"$(unfolded "${2-$output}")" && return
	printf 'no match for %q\n' "$1" >&2
	show
	return 1
}

lacks() {
	grep -Eqi -- "$1" <<<"${2-$output}" || return 0
	printf 'unwanted match for %q\n' "$1" >&2
	show
	return 1
}

# times PATTERN: how often it is in $output.
times() {
	unfolded "$output" | grep -Eoi -- "$1" | wc -l
}

# absent PATTERN FILE...: an extended regular expression, case ignored, in none of them.
absent() {
	! grep -Ei -- "$@" >&2
}

# golden NAME: $output is what tests/golden/NAME holds; GOLDEN_UPDATE=1 writes it anew.
golden() {
	[[ -z ${GOLDEN_UPDATE-} ]] || printf '%s\n' "$output" >"$TOP/tests/golden/$1"
	printf '%s\n' "$output" | diff -u "$TOP/tests/golden/$1" -
}

# What a failed test had before it.
show() {
	printf -- '--- status %s, output:\n%s\n' "${status-}" "${output-}" >&2
	[[ ! -s $T/csv ]] || { echo "--- csv:" && cat "$T/csv"; } >&2
}

lines_of() { wc -l <"$1"; }

# wait_for COMMAND...: until it succeeds, for half a minute at most.
wait_for() {
	local end=$((SECONDS + 30))
	until "$@" 2>/dev/null; do
		((SECONDS < end)) || return 1
		sleep 0.02
	done
}

# start COMMAND...: a program, pmx or tpmx in the background; its pid in $pid, its output in $T/log.
# Functions would run in a shell whose child the program is, and signals would not reach it; and a
# shell without job control has its background ignore SIGINT.
start() {
	case $1 in
	pmx) set -- "$PERFMUX" stat "${@:2}" ;;
	tpmx) set -- "${TRACED[@]}" "$PERFMUX" stat "${@:2}" ;;
	esac
	env --default-signal=INT,QUIT "$@" >"$T/log" 2>&1 3>&- &
	pid=$!
	background+=("$pid")
	wait_for heeds_interrupts "$pid"
}

# A shell that is busy may take longer to become the program than a test waits before its signal.
heeds_interrupts() {
	local ignored
	ignored=$(awk '/^SigIgn:/ { print $2 }' "/proc/$1/status" 2>/dev/null)
	(((0x${ignored:-0} & 2) == 0))
}

# finish: waits for the one started last; its exit status in $status.
finish() {
	status=0
	wait "$pid" || status=$?
	output=$(cat "$T/log")
}

# launch NAME ARG...: a workload in the background, ready and waiting for `go`; pid in $workload.
launch() {
	mkfifo "$T/in"
	"$WORKLOADS/$1" "${@:2}" <"$T/in" >"$T/said" 3>&- &
	workload=$!
	background+=("$workload")
	exec {stdin}>"$T/in"
	wait_for grep -q ready "$T/said"
}

go() { echo >&"$stdin"; }

# thread_called NAME: a thread of the one started last is called so.
thread_called() {
	cat /proc/"$pid"/task/*/comm | grep -qF -- "$1"
}

perf_fds() {
	find "/proc/$1/fd" -lname 'anon_inode:*perf_event*' 2>/dev/null | wc -l
}

# attached PID: until that perfmux has opened its counters: there are some, and no more come.
attached() {
	local now before=0 end=$((SECONDS + 30))
	while ((SECONDS < end)); do
		now=$(perf_fds "$1")
		((now > 0 && now == before)) && return
		before=$now
		sleep 0.1
	done
	echo "no counters were opened; it said:" >&2
	cat "$T/log" >&2
	return 1
}

# file_offset FILE SYMBOL: where a function is in a program's file.
file_offset() {
	local address
	address=$(nm "$1" | awk -v name="$2" '$3 == name { print $1 }')
	[[ $address ]] || return 1
	readelf -lW "$1" | while read -r type offset vaddr _ size _; do
		[[ $type == LOAD ]] || continue
		((0x$address >= vaddr && 0x$address < vaddr + size)) || continue
		printf '0x%x\n' $((0x$address - vaddr + offset))
	done
}

# probe: makes a uprobe event on the function that uprobe-target calls; its name in $probe.
probe() {
	need nm readelf
	need_tracefs
	local offset
	offset=$(file_offset "$WORKLOADS/uprobe-target" pmx_probe_here)
	probe=pmxt_${BASHPID}_$RANDOM:here
	traced sh -c 'echo "p:$1 $2:$3" >>/sys/kernel/tracing/uprobe_events' sh "${probe/:/\/}" \
		"$WORKLOADS/uprobe-target" "$offset" 2>/dev/null || skip "no uprobes here"
	probes+=("${probe/:/\/}")
}

# cgroup: makes a cgroup where perf events look for it; its name in $cgroup, its directory added
# to $cgroups.
cgroup() {
	need_root
	local mount
	mount=$(awk '$3 == "cgroup" && $4 ~ /(^|,)perf_event(,|$)/ { print $2; exit }' /proc/mounts)
	[[ $mount ]] || mount=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
	[[ $mount ]] || skip "no cgroup file system is mounted"
	cgroup=pmxt_${BASHPID}_$RANDOM
	mkdir "$mount/$cgroup" 2>/dev/null || skip "no cgroup can be made here"
	cgroups+=("$mount/$cgroup")
}

# as_nobody COMMAND...: without any right.
as_nobody() {
	setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all "$@"
}

# The program and a workload where others may run them, wherever the project lies.
public_copy() {
	cp "$PERFMUX" "$WORKLOADS/syscalls" "$T/"
	chmod 755 "$T/perfmux" "$T/syscalls"
	as_nobody test -x "$T/perfmux" || skip "another user cannot reach $T"
}

# opens COMMAND...: runs it and prints its calls of perf_event_open, one a line. Who is traced
# cannot trace itself, which is how leaks are looked for.
opens() {
	ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0 strace -f -e trace=perf_event_open -o "$T/trace" "$@" \
		>"$T/log" 2>&1 || return
	grep 'perf_event_open(' "$T/trace" || true
}

cpu_count() { getconf _NPROCESSORS_ONLN; }

json_lines_valid() { # every line of a file one JSON object; jq takes nan, JSON does not
	absent '[:,] *-?(nan|inf)' "$1" || return
	[[ $(jq -c . "$1" | wc -l) == "$(lines_of "$1")" ]]
}
