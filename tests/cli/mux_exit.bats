#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# How `perfmux mux` ends: with the command's status, at a signal or a timeout with a whole report, and
# with nothing left behind.

load helpers
load documents
load mux

# marked COMMAND...: so that left_behind finds what it started, whoever is its parent by now.
marked() { env PMXT_MARK="$T" "$@" 3>&-; }
left_behind() { grep -lzxF "PMXT_MARK=$T" /proc/[0-9]*/environ 2>/dev/null || true; }
something_left() { [[ $(left_behind) ]]; }
nothing_left() { [[ ! $(left_behind) ]]; }

@test "the exit status is the command's, or 128 plus the signal that killed it" {
	run -0 mux -e page-faults true
	run -1 mux -e page-faults false
	run -42 mux -e page-faults sh -c 'exit 42'
	run -137 mux -e page-faults dies 9
	has 'page-faults'
	run -139 mux -e page-faults dies 11
}

@test "a command that does not exist is 127, one that cannot be run 126" {
	run -127 mux -e page-faults "$T/none"
	has "^perfmux mux: cannot run '$T/none': no such file or directory"
	lacks 'report for'
	run -126 mux -e page-faults "$T"
	has "^perfmux mux: cannot run '$T': permission denied"
	lacks 'report for'
}

@test "the exit status is in the document" {
	need jq
	run -3 mux --json "$T/json" -e page-faults sh -c 'exit 3'
	equal "$(jq .exit_status "$T/json")" 3
}

@test "--timeout ends a command, and the report is whole" {
	need_root
	local before=$SECONDS
	run -0 mux --timeout 100 -e page-faults sleeper 20000
	((SECONDS - before < 10))
	has 'page-faults +[0-9]+ +exact'
}

@test "SIGINT ends a command, and the report is whole" {
	need_root
	start "$PERFMUX" mux --json "$T/json" -e task-clock,page-faults sleeper 20000
	attached "$pid"
	kill -INT "$pid"
	finish
	((status != 0))
	has 'page-faults +[0-9]+ +exact'
	has 'nothing was observed'
	json_valid "$T/json"
}

@test "SIGINT and SIGTERM end what has no end of its own" {
	need_root
	local signal
	for signal in INT TERM; do
		start spin 20000
		start "$PERFMUX" mux -e cpu-clock -p "$pid"
		attached "$pid"
		kill -"$signal" "$pid"
		finish
		has 'cpu-clock \(msec\) +[0-9.]+ +exact'
		start "$PERFMUX" mux -a -e page-faults
		attached "$pid"
		kill -"$signal" "$pid"
		finish
		has 'page-faults +[0-9,]+ +exact'
	done
}

@test "the command gets no descriptor of ours, no limit and no blocked signal" {
	need_root
	local look='ls /proc/self/fd | tr "\n" " "; ulimit -n; grep -E "^Sig(Blk|Ign)" /proc/self/status'
	run -0 mux -o "$T/out" --json "$T/json" -e page-faults sh -c "$look"
	equal "$output" "$(sh -c "$look")"
}

@test "nothing is left behind, however it ends" {
	need_root
	local args
	# what is there is found
	marked sleep 20 &
	wait_for something_left
	kill "$(left_behind | tr -dc '0-9')"
	wait_for nothing_left
	for args in '-e page-faults true' '-e page-faults /nonexistent' '-e no-such-event true' --capacity \
		'-e page-faults -o /dev/full true' '-e page-faults -o /nonexistent/x true' '-e page-faults dies 9' \
		'-a -e page-faults --timeout 20' '-e page-faults --timeout 20 sleeper 20000' '--capacity -e page-faults'; do
		# shellcheck disable=SC2086
		marked "$PERFMUX" mux $args >/dev/null 2>&1 || true
		nothing_left
	done
}
