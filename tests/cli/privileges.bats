#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# Capabilities: put aside until they are used, gone when they are not any more, never the command's.

load helpers

CAPS=cap_perfmon,cap_dac_read_search
# As /proc/PID/status has them.
NONE=0000000000000000
KILL=0000000000000020

setup() {
	common_setup
	need_root
	need setpriv setcap
	public_copy
	cp "$WORKLOADS/sleeper" "$T/"
}

# An ordinary user has nothing before the program gives it. setpriv leaves root's until an exec, and
# the kernel guards only who has gained something by exec: hence the shell.
AS_USER=(setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all sh -c 'exec "$@"' sh)
as_user() { "${AS_USER[@]}" "$@"; }

# lent: $lent is a copy of the program that has them, and runs as an ordinary user.
lent() {
	lent=$T/lent
	cp "$PERFMUX" "$lent"
	chmod 755 "$lent"
	setcap "$CAPS+ep" "$lent" 2>/dev/null || skip "no file capabilities here"
	as_user "$lent" --version >/dev/null 2>&1 || skip "programs with file capabilities do not run here"
}

# caps PID KIND: "Prm", "Eff", "Inh" or "Amb" of all its threads, each once.
caps() {
	awk -v name="Cap$2:" '$1 == name { print $2 }' /proc/"$1"/task/*/status | sort -u
}

# has_caps PID KIND WANTED: asked anew each time.
has_caps() { [[ $(caps "$1" "$2") == "$3" ]]; }

@test "a program with file capabilities counts what its user may not, and the command gets none of them" {
	lent
	[[ $(cat /proc/sys/kernel/perf_event_paranoid) -gt 0 ]] || skip "anybody may count all here"
	run as_user "$T/perfmux" stat -a -e context-switches true
	has CAP_PERFMON
	run -0 as_user "$lent" stat -a -e context-switches grep ^Cap /proc/self/status
	for name in Inh Prm Eff Amb; do
		has "Cap$name:[[:space:]]*$NONE"
	done
}

@test "once its counters are open a run of one command has none left, and root only what ends a command" {
	lent
	local name
	start "${AS_USER[@]}" "$lent" stat -e page-faults:u \
		"$T/sleeper" 20000
	attached "$pid"
	for name in Prm Eff Amb; do
		wait_for has_caps "$pid" "$name" "$NONE" || equal "$(caps "$pid" "$name")" "$NONE"
	done
	kill -INT "$pid"
	finish
	start pmx -e task-clock sleeper 20000
	attached "$pid"
	for name in Prm Eff; do
		wait_for has_caps "$pid" "$name" "$KILL" || equal "$(caps "$pid" "$name")" "$KILL"
	done
	kill -INT "$pid"
	finish
}

@test "no run opens counters later, of CPUs neither: what opens them is gone, lent or root's" {
	lent
	local it
	for it in 'stat -a -I 200' 'mux -a'; do
		# shellcheck disable=SC2086  # words
		start "${AS_USER[@]}" "$lent" $it -e context-switches
		attached "$pid"
		wait_for has_caps "$pid" Prm "$NONE" || equal "$it: $(caps "$pid" Prm)" "$NONE"
		kill -INT "$pid"
		finish
	done
	start pmx -a -I 200 -e context-switches
	attached "$pid"
	wait_for has_caps "$pid" Prm "$NONE" || equal "$(caps "$pid" Prm)" "$NONE"
	kill -INT "$pid"
	finish
}

# keeps MASK WORDS...: of root's rights, once the counters of `perfmux WORDS... sleeper` are open.
keeps() {
	local kept
	kept=$(printf '%016x' $((0x$1 & 0x$(caps $$ Prm))))
	start "$PERFMUX" "${@:2}" -- "$T/sleeper" 20000
	attached "$pid"
	wait_for has_caps "$pid" Prm "$kept" || equal "${*:2}: $(caps "$pid" Prm)" "$kept"
	kill -INT "$pid"
	finish
}

@test "root keeps what perfmux(1) says, and all of it where something is run afterwards" {
	local all=ffffffffffffffff
	keeps 20 stat -e task-clock
	keeps 2e stat -e task-clock -o "$T/out"
	keeps 2f stat -e task-clock -I 1000 --openmetrics "$T/out"
	keeps 20 stat --passes auto -e task-clock
	keeps 40000402e mux -e task-clock
	keeps "$all" stat --post true -e task-clock
	keeps "$all" stat -r 2 -e task-clock
}

@test "as root the file of --openmetrics stays its owner's at each interval" {
	echo former >"$T/out"
	chown 65534:65533 "$T/out"
	chmod 640 "$T/out"
	start pmx -a -I 50 -o /dev/null --openmetrics "$T/out" -e context-switches
	wait_for grep -q context "$T/out"
	wait_for has_caps "$pid" Prm 000000000000000f || equal "$(caps "$pid" Prm)" 000000000000000f
	sleep 0.3
	equal "$(stat -c '%u:%g %a' "$T/out")" '65534:65533 640'
	kill -INT "$pid"
	finish
	equal "$(stat -c '%u:%g %a' "$T/out")" '65534:65533 640'
}

@test "each repeat opens its counters, and gives the command what root has" {
	run -0 pmx -r 3 -e task-clock -o /dev/null grep CapEff /proc/self/status
	equal "$(sort -u <<<"$output" | grep -c CapEff)" 1
	equal "$(sort -u <<<"$output")" "$(grep CapEff /proc/self/status)"
	lent
	run -0 as_user "$lent" stat -r 3 -a -e context-switches -o /dev/null true
}

@test "files that the user names are opened with the user's rights" {
	lent
	local it
	mkdir -m 700 "$T/secret" "$T/secret/sys"
	echo '{"secret":1}' >"$T/secret/file"
	cp /bin/true "$T/secret/true"
	echo '{"secret":1}' >"$T/file"
	chmod 600 "$T/file"
	mkfifo -m 600 "$T/pipe"
	for it in "bench -r 2 --baseline $T/file true" "bench -r 2 --input $T/file cat" \
		"bench -r 2 --baseline $T/secret/file true" "stat --control fifo:$T/pipe -e page-faults:u true" \
		"stat -o $T/secret/out -e page-faults:u true" "stat --append -o $T/file -e page-faults:u true" \
		"stat -e page-faults:u $T/secret/true" "list --sysroot $T/secret/sys"; do
		# shellcheck disable=SC2086  # words
		run timeout 20 "${AS_USER[@]}" "$lent" $it
		[[ $status != 0 && $status != 124 ]] || { echo "$it" && show && false; }
		has 'permission denied|cannot'
		lacks secret\"
	done
	equal "$(ls "$T/secret")" "$(printf '%s\n' file sys true)"
}

@test "tracepoints are found with what was lent, and no event name leads elsewhere" {
	need_tracefs "$CALL"
	lent
	traced sh -c 'test "$(stat -c %a /sys/kernel/tracing)" = 700' || skip "tracefs is not closed to others here"
	run traced "${AS_USER[@]}" "$T/perfmux" stat -a -e "$CALL" true
	[[ $status != 0 ]]
	run -0 traced "${AS_USER[@]}" "$lent" stat -a -x, -e "$CALL" true
	has "^[0-9]+,,$CALL,"
	run traced "${AS_USER[@]}" "$lent" stat -e '../../../../etc:shadow' true
	[[ $status == 125 ]]
}

# hidden COMMAND...: where /proc says nothing of others' processes.
hidden() {
	unshare --mount --propagation unchanged sh -c 'mount --make-rprivate /proc &&
		mount -t proc -o hidepid=2 proc /proc && exec "$@"' sh "$@"
}

@test "another user's process is found, and its symbols, with what was lent" {
	CAPS=cap_perfmon,cap_sys_ptrace
	lent
	hidden true 2>/dev/null || skip "no hidepid here"
	start "$T/sleeper" 20000
	run -125 hidden "${AS_USER[@]}" "$T/perfmux" stat -p "$pid" -e page-faults:u
	has 'hides it \(hidepid\)'
	run -0 hidden "${AS_USER[@]}" "$lent" stat -x, -p "$pid" -e mem:main:x --timeout 100
	has '^<not counted>,,mem:main:x' # it sleeps, and never runs
	run -0 hidden "${AS_USER[@]}" "$lent" stat -x, --per-thread --timeout 100 -p "$pid" -e page-faults:u
	has "^sleeper-$pid,"
}

@test "a result of who was lent rights has a name in the end" {
	lent
	mkdir -m 777 "$T/open"
	run -0 as_user "$lent" stat -a -o "$T/open/out" -e context-switches true
	grep -q context-switches "$T/open/out"
	equal "$(ls -A "$T/open")" out
}

@test "doctor sees what was lent" {
	lent
	run as_user "$lent" doctor
	has 'this process has CAP_PERFMON'
}

@test "libraries and temporaries are not where the environment of a user says" {
	lent
	mkdir -m 777 "$T/lib"
	for name in libelf.so.1 libtraceevent.so.1 libpfm.so.4 libjansson.so.4; do
		printf '#!' >"$T/lib/$name"
	done
	run as_user env LD_LIBRARY_PATH="$T/lib" "$lent" list pfm
	[[ $output && $status -lt 125 ]]
	lacks 'invalid ELF|file too short'
	# a result that cannot take its name is kept, and not where TMPDIR says
	mkdir -m 777 "$T/open"
	as_user mkdir "$T/open/gone"
	run -125 as_user env TMPDIR="$T/lib" "$lent" stat -o "$T/open/gone/out" -e task-clock:u \
		rmdir "$T/open/gone"
	local kept
	kept=$(sed -n "s/.*what was written is in '\(.*\)'.*/\1/p" <<<"$output")
	grep -q task-clock "$kept"
	[[ $kept != "$T"/* ]]
	rm "$kept"
}

@test "as a set-user-ID program it does not run" {
	cp "$PERFMUX" "$T/setuid"
	chmod 4755 "$T/setuid"
	run -125 as_user "$T/setuid" stat -e page-faults:u true
	has 'set-user-ID'
}

@test "symbols of a command are found and watched with what was lent" {
	lent
	run -0 as_user "$lent" stat -x, -e mem:main:x "$T/syscalls" 3
	has '^1,,mem:main:x'
}
