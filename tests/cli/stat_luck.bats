#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016,SC2030,SC2031  # variables are from helpers.bash; words for another shell
#
# Bad luck: readers that go away, files that cannot grow, memory that runs out, and parents that
# leave odd things behind. Each ends in a valid report or in a message and status 125.

load helpers

setup() {
	common_setup
	need_root
}

@test "tens of thousands of events find their cgroups at once" {
	local events
	events=$(yes cs, | head -n 40000 | tr -d '\n')cs
	ended_within 20 "$PERFMUX" stat --dry-run -a -e "$events" -G "$(head -c 40000 /dev/zero | tr '\0' ,)"
	equal "$status" 0
	ended_within 20 "$PERFMUX" stat --dry-run -a -e cs,faults -G a,,b
	equal "$status" 125
	has "cgroup 'b' has no event"
}

# reads PID: how often it has called read() so far.
reads() { awk '$1 == "syscr:" { print $2 }' "/proc/$1/io"; }

# ended_within SECONDS COMMAND...: its output and status, as of `run`; a hang is a failure.
ended_within() {
	run timeout --preserve-status -s KILL "$@"
	((status != 137)) || { show && return 1; }
}

@test "a monitor whose reader went away ends" {
	ended_within 10 bash -c '"$0" stat -a -I 10 -x, -e context-switches 2>&1 | head -n 1; exit "${PIPESTATUS[0]}"' \
		"$PERFMUX"
	equal "$status" 125
	ended_within 10 bash -c '"$0" stat -r 0 -e context-switches true 2>&1 | head -n 1; exit "${PIPESTATUS[0]}"' \
		"$PERFMUX"
	equal "$status" 125
}

@test "a monitor whose report is lost goes on while its JSON document arrives" {
	need jq
	ended_within 10 bash -c '"$0" stat -a -I 10 --interval-count 4 --json "$1" -e context-switches -o /dev/full' \
		"$PERFMUX" "$T/json"
	equal "$status" 125
	equal "$(jq '[.results[].rows[0].event] | length' "$T/json")" 4
}

@test "each of endless repeats is reported when it ends" {
	start pmx -r 0 -o "$T/out" -e task-clock sleeper 30
	wait_for grep -q 'seconds time elapsed' "$T/out"
	kill -INT "$pid"
	finish
}

@test "a file that may not grow is a write error, not the end" {
	local report=(-r 50 --table -e task-clock true)
	run -125 bash -c 'ulimit -f 1; exec "$0" stat -o "$@"' "$PERFMUX" "$T/out" "${report[@]}"
	has 'File too large'
	# the command finds its signals as we found them, whatever was ignored then
	local before
	before=$(sh -c 'grep ^SigIgn /proc/self/status')
	run -0 pmx -e task-clock sh -c 'grep ^SigIgn /proc/self/status'
	has "^$before\$"
}

@test "the report and the JSON document are not written over one another" {
	local way
	: >"$T/same"
	ln "$T/same" "$T/link"
	for way in "-o $T/same --json $T/same" "-o $T/same --json $T/link" "-o - --json -"; do
		# shellcheck disable=SC2086  # words
		run -125 pmx $way -e task-clock true
		has 'cannot both go to'
	done
	run -125 bash -c '"$0" stat --json "$1" -e task-clock true 2>>"$1"' "$PERFMUX" "$T/same"
	run -0 pmx -o /dev/null --json /dev/null -e task-clock true
}

@test "a hook that fails is said, and the status says so, too" {
	run -125 pmx --pre 'exit 3' -e task-clock true
	has '--pre failed with status 3'
	lacks 'elapsed'
	run -125 pmx --post 'kill -9 $$' -e task-clock true
	has '--post failed with signal 9'
	has 'elapsed'
}

@test "who was started with SIGCHLD ignored sees the command end all the same" {
	ended_within 10 env --ignore-signal=CHLD "$PERFMUX" stat --pre true -e task-clock sh -c 'exit 3'
	equal "$status" 3
	has 'elapsed'
}

@test "--control leaves somebody else's descriptor as it was" {
	need python3
	run -0 python3 - "$PERFMUX" <<-'END'
		import fcntl, os, subprocess, sys
		r, w = os.pipe()
		subprocess.run([sys.argv[1], "stat", "--control", f"fd:{r}", "-e", "task-clock", "true"],
		               pass_fds=[r], check=True)
		assert not fcntl.fcntl(r, fcntl.F_GETFL) & os.O_NONBLOCK
	END
}

@test "--control does not wait for room for its answers" {
	need python3
	ended_within 10 python3 - "$PERFMUX" <<-'END'
		import os, subprocess, sys
		r, w = os.pipe()
		answers, full = os.pipe()
		os.set_blocking(full, False)
		try:
		    while True:
		        os.write(full, b"x" * 4096)
		except BlockingIOError:
		    os.set_blocking(full, True)
		os.write(w, b"ping\n" * 100)
		subprocess.run([sys.argv[1], "stat", "--control", f"fd:{r},{full}", "-e", "task-clock",
		                "sleep", "0.3"], pass_fds=[r, full], check=True)
	END
	equal "$status" 0
}

@test "--control answers evlist before the report" {
	mkfifo "$T/ctl" "$T/ack"
	exec {acks}<>"$T/ack"
	start pmx -a -e task-clock,page-faults/name=reads/ --control "fifo:$T/ctl,$T/ack"
	attached "$pid"
	echo evlist >"$T/ctl"
	read -r -t 5 <&"$acks"
	equal "$(tail -n 2 "$T/log")" $'task-clock\nreads'
	kill -INT "$pid"
	finish
}

@test "a --control that never stops talking keeps nothing else from happening" {
	local said
	mkfifo "$T/ctl"
	for said in "$(printf 'x%.0s' {1..9999})" ping; do
		yes "$said" >"$T/ctl" 2>/dev/null 3>&- &
		background+=("$!")
		ended_within 10 "$PERFMUX" stat -a -e task-clock --timeout 200 --control "fifo:$T/ctl"
		equal "$status" 0
	done
}

@test "a --control that cannot be read does not keep the CPU busy" {
	[[ -r /proc/self/io ]] || skip "this kernel does not count what tasks read"
	local before
	exec {ctl}</
	start pmx -a -e context-switches --control "fd:$ctl"
	attached "$pid"
	before=$(reads "$pid")
	sleep 0.3
	between "$before" "$(reads "$pid")" $((before + 3))
	kill -INT "$pid"
	finish
}

# The Nth allocation fails; with OOM_ON, all after it do, too.
make_miser() {
	need cc
	! grep -q __asan_init "$PERFMUX" || skip "a sanitizer wants to be the only allocator"
	cat >"$T/miser.c" <<-'END'
		#define _GNU_SOURCE
		#include <errno.h>
		#include <stdlib.h>
		extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
		static long left;
		__attribute__((constructor)) static void begin(void)
		{
			left = atol(getenv("OOM_AT"));
			unsetenv("LD_PRELOAD");
		}
		static int refuse(void)
		{
			if (!left || (left > 1 && --left) || (!getenv("OOM_ON") && left-- != 1))
				return 0;
			errno = ENOMEM;
			return 1;
		}
		void *malloc(size_t n) { return refuse() ? NULL : __libc_malloc(n); }
		void *calloc(size_t n, size_t m) { return refuse() ? NULL : __libc_calloc(n, m); }
		void *realloc(void *p, size_t n) { return refuse() ? NULL : __libc_realloc(p, n); }
	END
	cc -shared -fPIC -o "$T/miser.so" "$T/miser.c"
}

# miserly PATTERN ARG...: whichever allocation fails, the report has the pattern or there is status 125 and a message.
miserly() {
	local at pattern=$1
	for ((at = 1; at <= 150; at++)); do
		run env LD_PRELOAD="$T/miser.so" OOM_AT=$at "$PERFMUX" stat "${@:2}"
		if ((status == 0)); then
			has "$pattern"
			lacks '^perfmux'
		else
			equal "$status" 125
			has '^perfmux'
		fi
	done
}

@test "memory that runs out ends in a message or in a whole report" {
	make_miser
	miserly "for 'true' \(3 runs\).*elapsed" -r 3 --table -e context-switches,cycles true
	miserly "for 'true'.*elapsed" -e context-switches,page-faults --json "$T/json" true
	OOM_ON=1 miserly "for 'true' \(3 runs\).*elapsed" -r 3 --table -e context-switches,cycles true
}

@test "an interval that memory was missing for is not left out in silence" {
	make_miser
	local at
	for ((at = 20; at <= 60; at++)); do
		run env LD_PRELOAD="$T/miser.so" OOM_AT=$at "$PERFMUX" stat -a -I 10 --interval-count 3 -x, \
			-e context-switches
		((status == 125)) || equal "$(times context-switches)" 3
	done
}
