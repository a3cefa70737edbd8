#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016,SC2034  # variables are from and for others; words for another shell
#
# Files that results go to: whole or as they were, and nowhere where others' links would lead them.

load helpers
load result_files

setup() { files_setup; }

@test "every command puts its file there whole, with the mode that the umask leaves, and nothing beside" {
	local it
	umask 027
	for it in "${WAYS[@]}"; do
		rm -f "$T/d/out"
		way "$T/d/out" "$it" || [[ $? == 1 ]] || said "$it" # 1: what doctor and a scenario found
		[[ -s $T/d/out ]] || said "$it"
		equal "$(stat -c %a "$T/d/out")" 640
		only out
	done
}

@test "a former file keeps mode and owner, and its other names keep what it was" {
	echo former >"$T/d/out"
	chown 1234:1235 "$T/d/out"
	chmod 604 "$T/d/out"
	ln "$T/d/out" "$T/d/other"
	way "$T/d/out" 'stat -o @ -e task-clock true'
	grep -q task-clock "$T/d/out"
	equal "$(stat -c '%u:%g %a' "$T/d/out")" '1234:1235 604'
	equal "$(cat "$T/d/other")" former
	only other out
}

@test "who reads while it is written sees the former file or the new one" {
	need jq
	echo former >"$T/d/out"
	start pmx -o "$T/d/out" --json "$T/d/json" -e task-clock sleeper 30000
	attached "$pid"
	equal "$(cat "$T/d/out")" former
	only out
	kill -INT "$pid"
	finish
	grep -q task-clock "$T/d/out"
	jq -e . "$T/d/json" >/dev/null
	only json out
}

@test "what is refused or fails before there is a result leaves the file as it was" {
	local it
	echo former >"$T/d/out"
	for it in 'stat -o @ -e no-such-event true' 'stat -o @ -e task-clock /nonexistent' \
		'stat --json @ -e task-clock /nonexistent' 'stat -o @ --json /nonexistent/x -e task-clock true' \
		'gpu --json @ /nonexistent' 'gpu --csv @ /nonexistent' 'mux --json @ -e task-clock /nonexistent' \
		'mux -o @ --json /nonexistent/x --capacity' 'bench --export-json @ /nonexistent' \
		'bench --save @ -r 2 false' 'list --json @ --sysroot /nonexistent' 'stress --json @ no.such'; do
		run ! way "$T/d/out" "$it"
		equal "$(cat "$T/d/out")" former
		only out
	done
}

@test "a path that cannot be written is refused before anything runs" {
	local it
	printf '#!/bin/sh\ntouch "%s"\n' "$T/ran" >"$T/mark"
	chmod 755 "$T/mark"
	for it in "${WAYS[@]}"; do
		[[ $it == *true ]] || continue
		run -125 way /nonexistent/out "${it/%true/$T/mark}"
		run -125 way "$T/d" "${it/%true/$T/mark}"
		run -125 way "$T/d/" "${it/%true/$T/mark}"
		[[ ! -e $T/ran ]]
	done
	public_copy
	echo former >"$T/d/out" # root's, and so is the directory
	run -125 as_nobody "$T/perfmux" stat -o "$T/d/out" -e page-faults:u touch "$T/ran"
	has "^perfmux stat: cannot write '$T/d/out': permission denied"
	equal "$(cat "$T/d/out")" former
}

# blocked PID: it waits for room in a pipe.
blocked() { grep -q pipe_write "/proc/$1/wchan"; }

@test "an end by SIGTERM or SIGKILL, with or without files that have no name, leaves the former file" {
	local signal before
	# list sees no signals itself, and writes more to a pipe that is full than it holds back
	mkfifo "$T/full"
	exec {full}<>"$T/full"
	timeout 1 cat /dev/zero >&"$full" || true
	for before in '' no-unnamed; do
		for signal in TERM INT KILL; do
			echo former >"$T/d/out"
			start "${TRACED[@]}" $before sh -c 'exec "$@" >"$0"' "$T/full" "$PERFMUX" list --json "$T/d/out"
			wait_for blocked "$pid"
			kill -"$signal" "$pid"
			finish
			((status == 128 + $(kill -l "$signal")))
			equal "$(cat "$T/d/out")" former
			[[ $signal == KILL && $before ]] || only out
			[[ $signal != KILL || ! $before ]] || rm -f "$T"/d/.out.perfmux-"$pid"-*
			only out
		done
	done
	exec {full}>&-
}

@test "an interrupted measurement is a result" {
	need jq
	local before
	echo former >"$T/d/out"
	for before in '' no-unnamed; do
		start $before "$PERFMUX" stat --json "$T/d/out" -e task-clock sleeper 20000
		attached "$pid"
		kill -INT "$pid"
		finish
		jq -e '.results[0].rows[0].event == "task-clock"' "$T/d/out" >/dev/null
		only out
	done
}

@test "where files without a name are unknown, a named one is used and does not stay" {
	local it
	BEFORE=(no-unnamed)
	for it in "${WAYS[@]}"; do
		echo former >"$T/d/out"
		way "$T/d/out" "$it" || [[ $? == 1 ]] || said "$it"
		absent former "$T/d/out"
		only out
	done
	run ! way "$T/d/out" 'stat --json @ -e task-clock /nonexistent'
	only out
}

@test "pipes, devices and what a descriptor stands for are written directly" {
	mkfifo "$T/pipe"
	cat "$T/pipe" >"$T/read" 3>&- &
	background+=("$!")
	way "$T/pipe" 'stat -o @ -e task-clock true'
	wait "${background[0]}"
	grep -q task-clock "$T/read"
	[[ -p $T/pipe ]]
	way /dev/null 'stat -o @ -e task-clock true'
	[[ -c /dev/null ]]
	"$PERFMUX" stat -o /dev/fd/7 -e task-clock true 7>"$T/d/seven"
	grep -q task-clock "$T/d/seven"
	"$PERFMUX" stat -x, -o /dev/stdout -e task-clock true | grep -q task-clock
	run -0 --separate-stderr "$PERFMUX" stat -x, -o - -e task-clock true
	has task-clock
	only seven
}

@test "what a descriptor stands for goes on where that is, and nothing of it is lost" {
	local it
	for it in "${WAYS[@]}"; do
		echo former >"$T/d/out"
		way /dev/fd/7 "$it" 7>>"$T/d/out" || [[ $? == 1 ]] || said "$it"
		equal "$(head -n 1 "$T/d/out")" former
		(($(wc -l <"$T/d/out") > 1)) || said "$it"
		{
			echo former >&7
			way /proc/self/fd/7 "$it" || [[ $? == 1 ]]
			echo later >&7
		} 7>"$T/d/out"
		equal "$(head -n 1 "$T/d/out")" former
		equal "$(tail -n 1 "$T/d/out")" later
		(($(wc -l <"$T/d/out") > 2)) || said "$it"
	done
	for it in /dev/stdout /dev/fd/1 /proc/self/fd/1; do
		for how in '' '-I 20' '--append'; do
			echo former >"$T/d/out"
			# shellcheck disable=SC2086
			"$PERFMUX" stat $how -x, -o "$it" -e task-clock sh -c 'echo said; sleep 0.1' >>"$T/d/out"
			equal "$(head -n 2 "$T/d/out")" $'former\nsaid'
			grep -q task-clock "$T/d/out"
		done
	done
}

@test "what another process's descriptor stands for goes on at its end" {
	echo former >"$T/d/out"
	start sleeper 30000 7<>"$T/d/out"
	way "/proc/$pid/fd/7" 'stat -o @ -e task-clock true'
	equal "$(head -n 1 "$T/d/out")" former
	grep -q task-clock "$T/d/out"
}

@test "a descriptor that cannot be written to, or is not the caller's, is refused before anything runs" {
	echo former >"$T/d/out"
	run -125 way /dev/fd/7 "stat -o @ -e task-clock touch $T/ran" 7<"$T/d/out"
	grep -q "cannot write '/dev/fd/7': Bad file descriptor" "$T/said"
	for it in 3 4 5 6 7 8 9; do # what perfmux itself has there
		run -125 sh -c 'exec "$@" 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-' sh \
			"$PERFMUX" stat -o "/dev/fd/$it" -e task-clock touch "$T/ran"
		has "cannot write '/dev/fd/$it': (Bad file descriptor|No such file or directory)"
	done
	run -125 way /dev/fd/7 "stat -I 20 --openmetrics @ -e task-clock touch $T/ran" 7>>"$T/d/out"
	grep -q 'cannot replace' "$T/said"
	equal "$(cat "$T/d/out")" former
	[[ ! -e $T/ran ]]
}

@test "what is followed while it grows, and what is added to, is the file itself" {
	echo former >"$T/d/out"
	ln "$T/d/out" "$T/d/other"
	way "$T/d/out" 'stat --append -o @ -e task-clock true'
	equal "$(head -n 1 "$T/d/other")" former
	grep -q task-clock "$T/d/other"
	way "$T/d/out" 'stat -I 20 --interval-count 2 -x, -o @ -e task-clock sleeper 1000'
	absent former "$T/d/other"
	equal "$(grep -c task-clock "$T/d/other")" 2
}

@test "a link of our own or of root is followed, and stays" {
	need jq
	mkdir "$T/far"
	ln -s ../far/there "$T/d/out"
	way "$T/d/out" 'stat -o @ -e task-clock true'
	[[ -L $T/d/out ]]
	grep -q task-clock "$T/far/there"
	equal "$(ls -A "$T/far")" there
	ln -s "$T/far" "$T/d/dir"
	way "$T/d/dir/../far/there2" 'stat --json @ -e task-clock true'
	jq -e . "$T/far/there2" >/dev/null
	ln -s loop "$T/d/loop"
	run -125 way "$T/d/loop" 'stat -o @ -e task-clock true'
	grep -q 'Too many levels of symbolic links' "$T/said"
}

@test "a link that somebody else has planted is not followed, be it the file or a directory" {
	local it
	mkdir "$T/far"
	echo former >"$T/far/there"
	ln -s "$T/far/there" "$T/d/out"
	ln -s "$T/far" "$T/d/dir"
	chown -h 1234 "$T/d/out" "$T/d/dir"
	for it in "$T/d/out" "$T/d/dir/there" "$T/d/dir/new"; do
		run -125 way "$it" 'stat -o @ -e task-clock true'
		grep -q 'is a link of user 1234' "$T/said"
		run -125 way "$it" 'stat --append -o @ -e task-clock true'
		run -125 way "$it" 'stat -I 100 --interval-count 1 -o @ -a -e task-clock'
		run -125 way "$it" 'bench --export-json @ -r 2 true'
	done
	equal "$(cat "$T/far/there")" former
	equal "$(ls -A "$T/far")" there
}

@test "a second name for a file, made where others may make names, is not written to directly" {
	mkdir -m 1777 "$T/all"
	echo former >"$T/d/out"
	ln "$T/d/out" "$T/all/out"
	run -125 way "$T/all/out" 'stat --append -o @ -e task-clock true'
	grep -q "another file's name" "$T/said"
	run -125 way "$T/all/out" 'stat -I 100 --interval-count 1 -o @ -a -e task-clock'
	equal "$(cat "$T/d/out")" former
	chmod 775 "$T/all"
	run -125 way "$T/all/out" 'stat --append -o @ -e task-clock true'
	equal "$(cat "$T/d/out")" former
	way "$T/all/out" 'stat -o @ -e task-clock true' # which takes the name alone
	equal "$(cat "$T/d/out")" former
}

@test "a file that may be written but not replaced is overwritten at the end" {
	need setpriv
	public_copy
	echo former >"$T/d/out"
	chmod 666 "$T/d/out" # the directory is root's
	run as_nobody "$T/perfmux" stat -o "$T/d/out" -e page-faults:u /nonexistent
	equal "$(cat "$T/d/out")" former
	run -0 as_nobody "$T/perfmux" stat -o "$T/d/out" -e page-faults:u true
	grep -q page-faults "$T/d/out"
	absent former "$T/d/out"
	only out
}

@test "what is refused leaves a file that would be written directly as it was" {
	local it
	echo former >"$T/d/out"
	for it in 'stat -I 100 -o @ --json /nonexistent/x -e task-clock true' \
		'stat -I 100 -o @ --openmetrics /nonexistent/x -e task-clock true' \
		'stat -I 100 --json @ --trace /nonexistent/x -e task-clock true' \
		'stat -I 100 -o @ --json @ -e task-clock true' \
		'gpu -I 100 --csv @ --json /nonexistent/x true' \
		'stress --json @ --junit /nonexistent/x race.no-fds'; do
		run -125 way "$T/d/out" "$it"
		equal "$(cat "$T/d/out")" former
		run -125 way "$T/d/new" "$it"
		only out
	done
}

@test "in a sticky directory another's file is overwritten, and not by a second name" {
	need setpriv
	public_copy
	mkdir -m 1777 "$T/all"
	echo former >"$T/d/out"
	chmod 666 "$T/d/out"
	ln "$T/d/out" "$T/all/out"
	run -125 as_nobody env TMPDIR="$T/all" "$T/perfmux" stat -o "$T/all/out" -e page-faults:u true
	has "another file's name"
	equal "$(cat "$T/d/out")" former
	grep -q page-faults "$(sed -n "s/.*what was written is in '\(.*\)'.*/\1/p" <<<"$output")"
	rm "$T/d/out"
	run -0 as_nobody "$T/perfmux" stat -o "$T/all/out" -e page-faults:u true
	grep -q page-faults "$T/all/out"
	absent former "$T/all/out"
}

@test "without /proc the file has a name from the start, and takes that of the result" {
	[[ -z ${PERFMUX_SAN-} ]] || skip "sanitizers need /proc"
	echo former >"$T/d/out"
	run -0 unshare --mount sh -c 'mount -t tmpfs none /proc && exec "$0" stat -o "$1" -e task-clock true' \
		"$PERFMUX" "$T/d/out"
	grep -q task-clock "$T/d/out"
	only out
}

@test "when the file of --openmetrics cannot be replaced what is left is that of the end alone" {
	need setpriv
	public_copy
	mkdir -m 1777 "$T/all"
	echo former >"$T/d/out"
	chmod 666 "$T/d/out"
	ln "$T/d/out" "$T/all/out"
	run -125 as_nobody "$T/perfmux" stat -I 20 -o /dev/null --openmetrics "$T/all/out" -e page-faults:u sleep 0.3
	equal "$(cat "$T/d/out")" former
	equal "$(find "$T/all" -type f | wc -l)" 2
}

@test "of the files of --openmetrics that of the end alone is waited for until it is on the disk" {
	need strace
	ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0 strace -f -e trace=fsync,renameat -o "$T/trace" "$PERFMUX" \
		stat -I 20 --interval-count 3 -o /dev/null --openmetrics "$T/d/out" -a -e context-switches
	equal "$(grep -c 'renameat(' "$T/trace")" 4
	equal "$(grep -c 'fsync(' "$T/trace")" 1
	grep -q context "$T/d/out"
}

@test "what scenarios have found is in their file when the kernel, or we, come to an end" {
	echo former >"$T/d/out"
	start "$PERFMUX" stress --json "$T/d/out" --repeat 1000 race.no-fds
	wait_for grep -q '"scenario":"race.no-fds"' "$T/d/out"
	kill -KILL "$pid"
	finish
	((status == 137))
	grep -q '"verdict":' "$T/d/out"
	absent former "$T/d/out"
}

@test "a mount point cannot be replaced, and is overwritten" {
	echo former >"$T/d/out"
	echo other >"$T/other"
	run -0 unshare --mount sh -c 'mount --bind "$1" "$2" && exec "$0" stat -o "$2" -e task-clock true' \
		"$PERFMUX" "$T/other" "$T/d/out"
	equal "$(cat "$T/d/out")" former
	grep -q task-clock "$T/other"
	only out
}

@test "two results do not go to one file, whatever it is called and whether or not it is there" {
	local it
	cd "$T/d"
	ln -s out link
	for it in out ./out ../d/out "$T/d/out" link; do
		run -125 "$PERFMUX" stat -o out --json "$it" -e task-clock true
		has 'cannot both go to'
		run -125 "$PERFMUX" bench --export-json "$it" --export-csv out -r 2 true
		has 'cannot both go to'
		run -125 "$PERFMUX" mux --capacity -o out --json "$it"
		has 'cannot both go to'
	done
	run -125 bash -c '"$0" stat -o - --json out -e task-clock true >out' "$PERFMUX"
	for it in fresh ./fresh; do
		run -125 "$PERFMUX" stress --junit fresh --json "$it" race.no-fds
		has 'cannot both go to'
	done
	for it in list doctor; do
		run -125 bash -c '"$0" "$1" --json out >out' "$PERFMUX" "$it"
		has 'cannot both go to'
	done
	run -0 "$PERFMUX" stat -o out --json ../out -e task-clock true
}
