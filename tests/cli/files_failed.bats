#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016,SC2034  # variables are from and for others; words for another shell
#
# What could not be written where it belongs: the reason is said, and what was measured is kept.

load helpers
load result_files

setup() { files_setup; }

# no_room WORDS...: runs them, with the file put in for @, and what it says goes to $T/said.
no_room() {
	run -125 way /dev/full "$*"
	equal "$(grep -c "cannot write '/dev/full': No space left on device" "$T/said")" 1
	absent 'input/output error|a write failed|standard output' "$T/said"
}

# Events for more than stdio holds back.
MANY=$(printf 'task-clock,%.0s' {1..200})page-faults

@test "what could not be written is said with the reason why, though that was long ago" {
	local it
	for it in "${WAYS[@]}" "stat -o @ -e $MANY true" "stat --json @ -e $MANY true" "mux --json @ -e $MANY true" \
		'stat -I 20 -o @ -e task-clock sleep 0.1' 'stat -I 20 -x, -o @ -e task-clock sleep 0.1' \
		'stat -I 20 -j -o @ -e task-clock sleep 0.1' 'stat -I 20 --json @ -e task-clock sleep 0.1' \
		"stat -I 20 --trace @ -e $MANY sleep 0.1" \
		'bench --svg @ -r 2 true sleeper' 'list --json @' 'mux --trace @ -e task-clock true'; do
		no_room "$it"
	done
	run -125 "$PERFMUX" stat -I 20 -x, --log-fd 7 -e task-clock sleep 0.1 7>/dev/full
	has 'cannot write the report: no space left on device'
}

@test "what standard output could not take is said once, with the reason why" {
	local it words
	for it in "stat -o - -e $MANY true" 'stat -I 20 -x, -o - -e task-clock sleep 0.1' 'stat --json - -e task-clock true' \
		"stat --openmetrics - -e $MANY true" 'mux --json - -e task-clock true' 'bench -r 2 true' \
		'bench --export-json - -r 2 true' 'list' 'list --json - sw' 'doctor' 'doctor --json -' 'stress --list' \
		'stress race.no-fds' 'stress --json - race.no-fds' 'stat --help' '--help'; do
		read -ra words <<<"$it"
		run -125 --separate-stderr bash -c '"$0" "$@" >/dev/full' "$PERFMUX" "${words[@]}"
		equal "$(grep -c 'cannot write to standard output: No space left on device' <<<"$stderr")" 1
		equal "$(grep -c 'cannot write' <<<"$stderr")" 1
	done
}

@test "a disk that is full, and a file that may not grow, are said to be that" {
	local how
	mkdir "$T/small"
	for how in "stat -x, -o small/out -e $MANY true" "stat -I 20 -x, -o small/out -e $MANY sleeper 100" \
		"stat --json small/out -e $MANY true"; do
		# shellcheck disable=SC2086
		run -125 unshare --mount sh -c 'mount -t tmpfs -o size=4k none "$1/small" && cd "$1" && shift && "$@"' \
			sh "$T" "$PERFMUX" $how
		has "cannot write 'small/out': no space left on device"
		# shellcheck disable=SC2086
		run -125 bash -c 'cd "$1" && ulimit -f 1 && shift && "$@"' bash "$T" "$PERFMUX" $how
		has "cannot write 'small/out': file too large"
	done
}

@test "a file that has no room for what would overwrite it is as it was, and that is kept elsewhere" {
	need setpriv
	public_copy
	local events=page-faults:u,minor-faults:u,major-faults:u,task-clock:u,cpu-clock:u
	mkdir "$T/small"
	mkdir -m 1777 "$T/rest"
	# it has a page, and so has the rest; the result takes two
	run -125 unshare --mount sh -c 'mount -t tmpfs -o size=8k,mode=755 none "$1" && cd "$1" &&
		echo former >out && chmod 666 out && head -c 4096 /dev/zero >rest || exit 98
		shift
		"$@"
		status=$?
		cat out
		exit $status' sh "$T/small" setpriv --reuid=65534 --regid=65534 --clear-groups env TMPDIR="$T/rest" \
		"$T/perfmux" stat --json out -e "$events,$events,$events,$events" true
	has '^former$'
	has 'no space left'
	(($(cat "$T"/rest/perfmux-* | wc -c) > 4096))
}

@test "when the directory goes away what was measured is kept, and it is said where" {
	local kept
	mkdir "$T/gone" "$T/rest"
	TMPDIR=$T/rest run -125 way "$T/gone/out" "stat -o @ -e task-clock rmdir $T/gone"
	grep -q "cannot write '$T/gone/out': No such file or directory" "$T/said"
	kept=$(sed -n "s/.*what was written is in '\(.*\)'.*/\1/p" "$T/said")
	grep -q task-clock "$kept"
	[[ $kept == "$T"/rest/* ]]
}

@test "when the name cannot be taken the temporary stays beside it, and is named" {
	local kept
	run -125 way "$T/d/out" "stat -o @ -e task-clock mkdir $T/d/out"
	grep -q "cannot write '$T/d/out': Is a directory" "$T/said"
	kept=$(sed -n "s/.*what was written is in '\(.*\)'.*/\1/p" "$T/said")
	grep -q task-clock "$kept"
	[[ $kept == "$T"/d/.out.perfmux-* ]]
}

@test "where a link led elsewhere, that is where what was written is said to be" {
	local kept
	mkdir "$T/far"
	ln -s "$T/far/out" "$T/d/link"
	run -125 way "$T/d/link" "stat -o @ -e task-clock mkdir $T/far/out"
	kept=$(sed -n "s/.*what was written is in '\(.*\)'.*/\1/p" "$T/said")
	grep -q task-clock "$kept"
	[[ $kept == "$T"/far/.out.perfmux-* ]]
}

@test "a pipe that nobody reads any more is said to be broken" {
	run bash -c '"$0" stat -a -I 20 -e page-faults --timeout 400 -o /dev/stdout | :; exit "${PIPESTATUS[0]}"' "$PERFMUX"
	equal "$status" 125
	has "cannot write '/dev/stdout': broken pipe"
}
