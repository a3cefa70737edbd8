#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# `perfmux mux` where nothing is multiplexed: what it says then, what it writes, how it ends. What it
# says where counters are short is tested in the lab's guests.

load helpers

mux() { "$PERFMUX" mux "$@"; }
tmux() { traced "$PERFMUX" mux "$@"; }

# first EVENT MEMBER: of the first such row in $T/json.
first() {
	jq -r --arg event "$1" --arg member "$2" \
		'[.events[] | select(.event == $event)][0][$member]' "$T/json"
}

# json_valid FILE: one document, in which numbers are what JSON calls so.
json_valid() {
	python3 -c '
import json, sys
def none(word): sys.exit(word + " is no number")
json.load(open(sys.argv[1], encoding="utf-8"), parse_constant=none)' "$1"
}

xml_valid() {
	python3 -c 'import sys, xml.dom.minidom as dom; dom.parse(sys.argv[1])' "$1"
}

no_hardware() {
	mux -e cycles true 2>&1 | grep -q 'not supported' || skip "this machine has a hardware PMU"
}

# Lines with anything but printable ASCII and blanks.
beyond_ascii() { LC_ALL=C grep -n '[^[:print:][:blank:]]' "$@"; }
# Lines with control characters.
controls() { LC_ALL=C grep -n $'[\x01-\x08\x0b-\x1f\x7f]' "$@"; }

# marked COMMAND...: so that left_behind finds what it started, whoever is its parent by now.
marked() { env PMXT_MARK="$T" "$@" 3>&-; }
left_behind() { grep -lzxF "PMXT_MARK=$T" /proc/[0-9]*/environ 2>/dev/null || true; }
something_left() { [[ $(left_behind) ]]; }
nothing_left() { [[ ! $(left_behind) ]]; }

# --- what is said -----------------------------------------------------------------------------

@test "software events are exact, always on, and said never to be multiplexed" {
	need_root
	run -0 mux -e page-faults,context-switches true
	has 'page-faults +[0-9]+ +exact +100% +software, never multiplexed'
	has 'context-switches +[0-9]+ +exact +100% +software, never multiplexed'
	has 'no event had to share its counter'
	has 'nothing was observed'
	lacks 'not supported|too few|took turns|passes'
}

@test "what is counted is right, children included, without with -i" {
	need jq
	need_tracefs "$CALL"
	run -0 tmux --json "$T/json" -e "$CALL" sh -c 'syscalls 12; syscalls 30'
	has "$CALL +42 +exact"
	equal "$(first "$CALL" raw) $(first "$CALL" scaled) $(first "$CALL" half)" "42 42 0"
	equal "$(first "$CALL" verdict) $(first "$CALL" share) $(first "$CALL" factor)" \
		"software_class 1 1"
	run -0 tmux -i --json "$T/json" -e "$CALL" sh -c 'syscalls 12; syscalls 30; true'
	equal "$(first "$CALL" raw)" 0
}

@test "events that cannot be counted are shown as such, the reason once, and the others counted" {
	need_root
	no_hardware
	run -0 mux -e cycles,instructions,page-faults,cache-misses true
	equal "$(times '<not supported>')" 3
	equal "$(times 'no hardware PMU')" 1
	has 'cycles, instructions, cache-misses: no hardware PMU here'
	has 'page-faults +[0-9]+ +exact'
	lacks 'errno|invalid argument|EINVAL'
}

@test "what was not supported has a reason in JSON, and no share, count or bound" {
	need jq
	no_hardware
	run -0 mux --json "$T/json" -e cycles true
	equal "$(first cycles verdict)" not_supported
	equal "$(first cycles reason | wc -w)" "$(wc -w <<<'no hardware PMU here (a virtual machine may not be given one)')"
	local member
	for member in share raw scaled half factor slices blind_ns; do
		equal "$member $(first cycles "$member")" "$member null"
	done
}

@test "without -e it is eight hardware events" {
	run -0 mux true
	equal "$(times '(^| )(cycles|instructions|branches|branch-misses|cache-references|cache-misses|L1-dcache-loads|L1-dcache-load-misses) +(<|[0-9])')" 8
}

@test "a group has a brace" {
	need_root
	LC_ALL=C run -0 mux -e '{page-faults,cs},faults' true
	has '^ / page-faults +[0-9]'
	has '^ \\ cs +[0-9]'
	has '^   faults +[0-9]'
}

@test "only the locale's own characters are written" {
	need_root
	LC_ALL=C run -0 mux -v -e '{page-faults,cs}' sleeper 20
	run -1 beyond_ascii - <<<"$output"
}

@test "one CPU only: it is known, and is no matter where nothing is observed" {
	need taskset jq
	need_root
	run -0 taskset -c 0 "$PERFMUX" mux --json "$T/json" -e page-faults true
	lacks 'one CPU'
	equal "$(jq .observed.alone "$T/json")" true
	[[ $(cpu_count) -gt 1 ]] || skip "needs two CPUs"
	run -0 mux --json "$T/json" -e page-faults true
	equal "$(jq .observed.alone "$T/json")" false
}

@test "a target that ends at once is measured whole" {
	need jq
	need_root
	local i
	for i in 1 2 3 4 5; do
		run -0 mux --json "$T/json" -e page-faults,task-clock true
		between 10 "$(first page-faults raw)" 10000
		between 1000 "$(first task-clock raw)" "$(jq .elapsed_ns "$T/json")"
	done
}

@test "the symbol of a command is counted exactly" {
	need_root
	mux -o "$T/out" -e mem:bp_word:w,page-faults bp-target 123 0 0 </dev/null
	has 'mem:bp_word:w +123 +exact' "$(<"$T/out")"
	has 'page-faults +[0-9]+ +exact' "$(<"$T/out")"
}

# --- whom -------------------------------------------------------------------------------------

@test "-A has a row for each CPU" {
	need jq taskset
	probe
	[[ $(cpu_count) -gt 1 ]] || skip "needs two CPUs"
	run -0 tmux -a -A --json "$T/json" -e "$probe,page-faults" taskset -c 1 uprobe-target 100
	has "CPU 0: +$probe +0 +exact"
	has "CPU 1: +$probe +100 +exact"
	equal "$(jq '.events | length' "$T/json")" $((2 * $(cpu_count)))
	equal "$(jq -c --arg e "$probe" '[.events[] | select(.event == $e) | [.cpu, .raw]][:2]' "$T/json")" \
		'[[0,0],[1,100]]'
	# all together without it
	run -0 tmux -a --json "$T/json" -e "$probe" taskset -c 1 uprobe-target 100
	lacks 'CPU 0'
	equal "$(jq -c '[.events[] | [.raw, .places]]' "$T/json")" "[[100,$(cpu_count)]]"
}

@test "-C is these CPUs only" {
	need jq taskset
	probe
	[[ $(cpu_count) -gt 1 ]] || skip "needs two CPUs"
	run -0 tmux -C 0 --json "$T/json" -e "$probe" taskset -c 1 uprobe-target 100
	equal "$(first "$probe" raw)" 0
	run -0 tmux -C 1 --json "$T/json" -e "$probe" taskset -c 1 uprobe-target 100
	equal "$(first "$probe" raw)" 100
}

@test "-p attaches, counts threads that come later, and ends with the process" {
	need jq
	need_tracefs "$CALL"
	launch spawn-late 3 1000
	start "${TRACED[@]}" "$PERFMUX" mux --json "$T/json" -e "$CALL" -p "$workload"
	attached "$pid"
	go
	finish
	equal "$status" 0
	has "Multiplexing report for process id '$workload'"
	equal "$(first "$CALL" raw)" 3000
	equal "$(jq -r .target "$T/json")" tasks
}

@test "-p -A has a row for each thread" {
	need jq
	need_root
	launch many-threads 20
	run -0 mux -A --json "$T/json" -e context-switches -p "$workload" --timeout 100
	equal "$(jq '[.events[].tid] | unique | length' "$T/json")" 20
	equal "$(times 'thread [0-9]+:')" 20
	go
}

@test "a target that is killed while it is observed ends in a whole report" {
	need_root
	launch many-threads 50
	start "$PERFMUX" mux -e task-clock,page-faults -p "$workload"
	attached "$pid"
	kill -KILL "$workload"
	finish
	equal "$status" 0
	has 'task-clock'
	has 'nothing was observed'
}

@test "no such process is one line and a hint, not a page" {
	run -125 mux -p 999999999 --timeout 100
	has 'no such process'
	((${#lines[@]} <= 2))
	run -125 mux -t 999999999 --timeout 100
	has 'no such (thread|task|process)'
	((${#lines[@]} <= 2))
}

# --- where to ---------------------------------------------------------------------------------

@test "the report goes to standard error, the command's output to standard output" {
	need_root
	run -0 --separate-stderr mux -e page-faults sh -c 'cat; echo hello >&1' <<<input
	equal "$output" $'input\nhello'
	has 'page-faults' "$stderr"
}

@test "-o writes a file anew, and nothing else comes out" {
	need_root
	run -0 mux -o "$T/out" -e page-faults true
	equal "$output" ""
	run -0 mux -o "$T/out" -e context-switches true
	grep -q 'context-switches' "$T/out"
	absent 'page-faults' "$T/out"
}

@test "the document, the trace and the picture are valid, and all in one run" {
	need python3 jq
	need_root
	run -0 mux -o "$T/out" --json "$T/json" --trace "$T/trace.json" --svg "$T/svg" \
		-a -A -e page-faults,task-clock,cycles sleeper 50
	json_valid "$T/json"
	equal "$(jq -r '[.schema, .command[0]] | join(" ")' "$T/json")" "perfmux-mux/1 sleeper"
	json_valid "$T/trace.json"
	equal "$(jq -r '.traceEvents | type' "$T/trace.json")" array
	xml_valid "$T/svg"
	grep -q '<svg xmlns="http://www.w3.org/2000/svg"' "$T/svg"
}

@test "--json - is a document in a pipe, and the report is elsewhere" {
	need python3
	need_root
	run -0 --separate-stderr mux --json - -e page-faults true
	printf '%s\n' "$output" >"$T/json"
	json_valid "$T/json"
	has 'page-faults' "$stderr"
}

@test "a locale with a decimal comma changes no machine-readable number" {
	need python3 localedef
	need_root
	printf '%s\n' 'comment_char %' 'escape_char /' LC_NUMERIC 'decimal_point ","' 'thousands_sep "."' \
		'grouping 3;3' 'END LC_NUMERIC' >"$T/comma"
	localedef -c --no-archive -i "$T/comma" -f ANSI_X3.4-1968 "$T/xx_XX" >/dev/null 2>&1 || true
	# With LOCPATH, newlocale() itself leaves memory behind.
	local comma=(env LC_ALL=xx_XX LOCPATH="$T" ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0")
	[[ $("${comma[@]}" printf %.1f 1,5 2>/dev/null) == 1,5 ]] || skip "no locale with a decimal comma can be made here"
	run -0 "${comma[@]}" "$PERFMUX" mux --json "$T/json" --trace "$T/trace.json" --svg "$T/svg" -e task-clock spin 20
	json_valid "$T/json"
	json_valid "$T/trace.json"
	xml_valid "$T/svg"
	grep -Eq '"scaled":[0-9]+\.[0-9]+,' "$T/json"
}

@test "a write that fails is an error that names the file and why, whichever it is" {
	need_root
	local option
	for option in -o --json --svg --trace; do
		run -125 mux "$option" /dev/full -e page-faults true
		has "^perfmux mux: cannot write '/dev/full': no space left on device"
	done
	run -125 sh -c '"$0" mux --json - -e page-faults true >/dev/full' "$PERFMUX"
	has 'no space left on device'
	run -125 sh -c '"$0" mux -e page-faults true 2>/dev/full' "$PERFMUX"
	# the command's own status does not hide it
	run -125 mux -o /dev/full -e page-faults false
}

@test "a file that cannot be opened is an error before the command runs" {
	local option
	for option in -o --json --svg --trace; do
		run -125 mux "$option" "$T/none/file" -e page-faults touch "$T/ran"
		has "^perfmux mux: cannot write '$T/none/file': no such file or directory"
		[[ ! -e $T/ran ]]
	done
}

@test "large numbers have commas unless they are not wanted" {
	need_tracefs "$CALL"
	run -0 tmux -e "$CALL" syscalls 1234567
	has ' 1,234,567 '
	run -0 tmux --no-big-num -e "$CALL" syscalls 1234567
	has ' 1234567 '
}

@test "colours are for terminals, and for those who ask" {
	need_root
	run -0 mux -e page-faults true
	lacks $'\e'
	run -0 mux --color=always -e page-faults true
	has $'\e'
}

# --- how it ends ------------------------------------------------------------------------------

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

# --- what is refused --------------------------------------------------------------------------

@test "an unknown option is one line and 'try --help'" {
	run -125 mux --no-such-option true
	equal "${#lines[@]}" 2
	has 'no-such-option'
	has "perfmux mux --help"
}

@test "numbers that are none are refused with the option named" {
	local option
	for option in '--poll x' '--poll -1' '--poll 1000001' '--poll 1e3' '--read x' '--read -1' '--read 2147483648' \
		'--timeout 9' '--timeout 99999999999999999999'; do
		# shellcheck disable=SC2086
		run -125 mux $option -e page-faults touch "$T/ran"
		has "^perfmux mux: ${option% *}"
		equal "${#lines[@]}" 2
		[[ ! -e $T/ran ]]
	done
}

@test "events that are none are refused, and the command does not run" {
	local events
	for events in '' ',' no-such-event 'page-faults,' '{page-faults' 'page-faults:Z'; do
		run -125 mux -e "$events" touch "$T/ran"
		has '^perfmux mux: '
		((${#lines[@]} <= 3))
		[[ ! -e $T/ran ]]
	done
}

@test "nothing to measure is one line, and a machine that was copied is not observed" {
	run -125 mux
	((${#lines[@]} <= 2))
	mkdir -p "$T/root/sys" "$T/root/proc"
	run -125 mux --sysroot "$T/root" -e page-faults touch "$T/ran"
	has 'sysroot'
	[[ ! -e $T/ran ]]
}

@test "too many counters for the limit: needed and limit are named, and it is no matter of rights" {
	need_root
	run -125 bash -c 'ulimit -n 16; "$0" mux -e "$1" true' "$PERFMUX" "$(printf 'task-clock,%.0s' {1..40})dummy"
	has '16'
	has 'descriptor|open files|RLIMIT_NOFILE|ulimit'
	lacks 'paranoid|permission|not supported'
}

@test "without rights user mode is counted, and the rest names what is in the way" {
	need setpriv
	need_root
	[[ $(cat /proc/sys/kernel/perf_event_paranoid) == 2 ]] || skip "perf_event_paranoid is not 2"
	public_copy
	run -0 as_nobody "$T/perfmux" mux -e page-faults:u true
	has 'page-faults:u +[0-9]+ +exact +100%'
	lacks 'paranoid|tracefs|timer'
	run as_nobody "$T/perfmux" mux -a -e task-clock true
	has paranoid
	has CAP_PERFMON
	lacks 'no such|EMFILE|seccomp'
}

@test "seccomp's EPERM is not taken for missing rights, and the command still runs" {
	run noperf 1 "$PERFMUX" mux -e page-faults touch "$T/ran"
	has 'seccomp|container'
	lacks 'paranoid is|CAP_PERFMON'
	[[ -e $T/ran ]]
}

# --- capacity ---------------------------------------------------------------------------------

@test "--capacity without a core PMU says so, what would tell why, and writes no document" {
	no_hardware
	local args
	for args in '' '-e page-faults' "-o $T/out" "--json $T/json"; do
		# shellcheck disable=SC2086
		run -125 mux --capacity $args
		has '^perfmux mux: this machine has no core PMU'
		has 'perfmux doctor'
		equal "${#lines[@]}" 2
	done
	[[ ! -s $T/json ]]
}

@test "--capacity is for no command, and has no timeline" {
	run -125 mux --capacity touch "$T/ran"
	[[ ! -e $T/ran ]]
	has '^perfmux mux: --capacity and a command to run exclude each other'
	run -125 mux --capacity --svg "$T/svg"
	has '^perfmux mux: --capacity and --svg exclude each other'
	run -125 mux --capacity --trace "$T/trace"
	has '^perfmux mux: --capacity and --trace exclude each other'
	[[ ! -e $T/svg && ! -e $T/trace ]]
	local option
	for option in '-p 1' '-t 1' '-C 0' '--timeout 20' '--poll 5' '--read 5' -A -i; do
		# shellcheck disable=SC2086
		run -125 mux --capacity $option
		has "^perfmux mux: --capacity and ${option% *} exclude each other"
	done
}

# --- names from outside -----------------------------------------------------------------------

@test "a command with a hostile name cannot reach the terminal, and leaves every document valid" {
	need python3 jq
	need_root
	local name=$'\e]0;x\a\e[31m"<&>\\\n\xff'
	cp "$(type -P true)" "$T/$name"
	run -0 mux -v --json "$T/json" --trace "$T/trace.json" --svg "$T/svg" -e page-faults "$T/$name" $'a\eb'
	lacks $'[\e\a]'
	json_valid "$T/json"
	json_valid "$T/trace.json"
	xml_valid "$T/svg"
	run -1 controls "$T/json" "$T/trace.json" "$T/svg"
}

@test "nor can an event, a process or a file with one" {
	local name=$'\e[31m'
	run -125 mux -e "$name" true
	lacks $'\e'
	run -125 mux -p "1$name" --timeout 20
	lacks $'\e'
	run -125 mux -o "$T/none/$name" -e page-faults true
	lacks $'\e'
	run -127 mux -e page-faults "$T/none$name"
	lacks $'\e'
	run -125 mux "--poll=$name" true
	lacks $'\e'
}

@test "two results in one file are refused, whatever it is called" {
	need_root
	ln -s same "$T/link"
	for other in same ./same link; do
		(cd "$T" && run -125 "$PERFMUX" mux --json same --svg "$other" -e page-faults true)
	done
	run -125 mux --json "$T/same" --svg "$T/link" -e page-faults true
	has "two results cannot both go to '$T/link'"
	run -125 mux --json - --trace - -e page-faults true
	has "two results cannot both go to '-'"
}
