#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# Scripts written for `perf stat -x` and `-j` run unchanged: both programs count the same commands,
# scripts read both, and the forms of all fields are compared. What differs is in one table of
# perfmux-stat(1), under "DIFFERENCES TO PERF STAT"; the tests hold that list and no other.

load helpers

COMPAT=$TOP/tests/compat

setup() {
	common_setup
	need perf python3
	need_root
	perf stat -o /dev/null -e task-clock true >/dev/null 2>&1 || skip "perf does not work here"
	[[ $(perf --version) == "perf version 6.1."* ]] || skip "not the perf that the table is about"
}

# both OPTION... COMMAND...: what they write is in $T/perf and $T/ours.
both() {
	rm -f "$T/perf" "$T/ours"
	traced perf stat -o "$T/perf" "$@" >/dev/null 2>&1
	local theirs=$?
	tpmx -o "$T/ours" "$@" >/dev/null 2>&1
	[[ $? == "$theirs" ]]
}

# same FORMAT DIFFERENCES OPTION... COMMAND...: they differ in just these; CPUs may come and go while
# others test, so there are three tries.
same() {
	local format=$1 want=$2 got=
	shift 2
	for _ in 1 2 3; do
		both "$@" && got=$("$COMPAT/compare.py" "$format" "$T/perf" "$T/ours" | tr '\n' ' ')
		[[ $got != "$want " ]] || return 0
	done
	printf 'stat %s:\ngot  %s\nwant %s\n' "$*" "$got" "$want" >&2
	head -n 5 "$T/perf" "$T/ours" >&2
	return 1
}

# read_alike SCRIPT EVENT OPTION... COMMAND...: an awk script finds the same in both; in $found.
read_alike() {
	local script=$1 event=$2 theirs="never the same status" ours=
	shift 2
	for _ in 1 2 3; do
		both "$@" || continue
		theirs=$(awk -F, -v event="$event" -f "$COMPAT/$script.awk" "$T/perf")
		ours=$(awk -F, -v event="$event" -f "$COMPAT/$script.awk" "$T/ours")
		found=$ours
		[[ $theirs != "$ours" ]] || return 0
	done
	equal "$ours" "$theirs"
}

listed() {
	sed -n '/perf-compat begin/,/perf-compat end/{/^\.TP/{n;s/^\.B //p}}' "$TOP/cmd/perfmux-stat.1.in" | tr -d '\134'
}

@test "CSV: columns, their order and form" {
	same csv "" -x, -e page-faults,task-clock,cs,cycles,dummy faults 100
	same csv "" -x, -a -A -e cpu-clock,cs,cycles sleeper 50
	for by in --per-socket --per-die --per-core --per-node; do
		same csv "" -x, -a "$by" -e cpu-clock,cs,cycles sleeper 50
	done
	same csv "" -x, -r 3 -e page-faults,task-clock,cycles faults 100
	same csv "" -x, -a -I 50 --interval-count 2 -e cpu-clock,cs,cycles
	same csv "" -x, -a -A -I 50 --interval-count 2 -e cpu-clock,cs
	same csv "" -x, -a --per-socket -I 50 --interval-count 2 -e cpu-clock,cs
	same csv "" -x, -a -d -e cs sleeper 50
	same csv "" -x, -n true
	same csv "" -x, -e '{cs,page-faults}' faults 10
	same csv "" -x, -e cs:u,page-faults:k,mem:0x1000:w:u faults 10
}

@test "JSON lines: keys, their order, strings and numbers" {
	same jsonl "started-line" -j -e page-faults,task-clock,cycles faults 100
	same jsonl "started-line" -j -a -A -e cpu-clock,cs,cycles sleeper 50
	for by in --per-socket --per-die --per-core --per-node; do
		same jsonl "started-line" -j -a "$by" -e cpu-clock,cs,cycles sleeper 50
	done
	# without a clock nothing is derived from the counts
	same jsonl "null-unit started-line" -j -r 3 -e page-faults,cycles faults 100
	same jsonl "null-unit started-line" -j -a -I 50 --interval-count 2 -e cs
}

@test "scripts that read CSV find the same in both" {
	read_alike total cycles -x, -e cycles,cs faults 10
	read_alike intervals cs -x, -a -I 50 --interval-count 3 -e cs,cpu-clock
	equal "$found" "3 good"
	read_alike cpus cs -x, -a -A -e cs,cpu-clock sleeper 50
	has '^CPU0 ' "$found"
	read_alike sockets cs -x, -a --per-socket -e cs,cpu-clock sleeper 50
	has '^S0 [0-9]+' "$found"
	read_alike spread task-clock -x, -r 2 -e cs,task-clock faults 10
	equal "$found" "good"
}

@test "scripts that read JSON lines find the same in both" {
	for options in "" "-a -A" "-a --per-socket" "-a --per-core"; do
		# shellcheck disable=SC2086  # several words, or none
		both -j $options -e cs,task-clock,cycles,page-faults faults 10
		equal "$("$COMPAT/lines.py" "$T/ours")" "$("$COMPAT/lines.py" "$T/perf")"
		[[ $("$COMPAT/lines.py" "$T/ours" | wc -l) -ge 4 ]]
	done
}

@test "known counts are the same, and exact" {
	need_tracefs "$CALL"
	read_alike total "$CALL" -x, -e "$CALL" syscalls 1234
	equal "$found" 1234
	local none
	for program in perf "$PERFMUX"; do
		none=$(least_faults "$program" 000)
		equal "$(least_faults "$program" 500)" $((none + 500))
	done
}

# least_faults PROGRAM DIGITS: what it counts of the command that makes so many, less a page that is not in
# memory in some runs. How many its stack needs depends on the length of its words and of the environment,
# which perf makes longer.
least_faults() {
	local i
	for ((i = 0; i < 9; i++)); do
		setarch -R "$1" stat -x, -o "$T/csv" -e page-faults:u faults "$2" >/dev/null
		value page-faults:u
	done | sort -n | head -n 1
}

@test "a separator in a name: perf's fields shift, ours are quoted" {
	both -x: -e mem:0x1000:w:u true
	grep -q '^0::mem:0x1000:w:u:' "$T/perf"
	grep -q '^0::"mem:0x1000:w:u":' "$T/ours"
}

@test "a command that is killed, or cannot be run: perf hides it" {
	run -0 perf stat -o /dev/null -e cs sh -c 'kill -9 $$'
	run -137 pmx -o /dev/null -e cs sh -c 'kill -9 $$'
	run -255 perf stat -o /dev/null -e cs /nonexistent
	run -127 pmx -o /dev/null -e cs /nonexistent
	run -129 perf stat -o /dev/null -e nosuch true
	run -125 pmx -o /dev/null -e nosuch true
}

@test "a group whose first event is not supported: perf refuses it" {
	run -0 pmx -x, -e cycles true
	has '^<not supported>' || skip "cycles are counted here"
	run -255 perf stat -x, -e '{cycles,page-faults}' true
	run -0 pmx -x, -e '{cycles,page-faults}' true
	has '^<not supported>,,page-faults,'
}

@test "clocks as events: perf's alone" {
	local clock
	for clock in duration_time user_time system_time; do
		run -0 perf stat -x, -o "$T/csv" -e "$clock" true
		grep -q "$clock" "$T/csv"
		run -125 pmx -x, -e "$clock" true
	done
}

@test "of an ordinary user perf refuses all for one event, and counts 0 of what it leaves out" {
	need setpriv
	[[ $(cat /proc/sys/kernel/perf_event_paranoid) == 2 ]] || skip "kernel.perf_event_paranoid is not 2"
	public_copy
	local it
	for it in '-a -e page-faults' '-e page-faults,cpu-clock:k'; do
		# shellcheck disable=SC2086  # words
		run -255 as_nobody perf stat -x, $it true
		# shellcheck disable=SC2086
		run -0 as_nobody "$T/perfmux" stat -x, $it true
		has '^<not supported>,'
		# shellcheck disable=SC2086
		run -125 as_nobody "$T/perfmux" stat --strict -x, $it true
	done
	run -0 as_nobody perf stat -x, -e context-switches,page-faults true
	has '^0,,context-switches:u,'
	has ',page-faults:u,'
	run -0 as_nobody "$T/perfmux" stat -x, -e context-switches,page-faults true
	has '^<not supported>,,context-switches,'
	has ',page-faults:u,'
	run -0 as_nobody perf stat -x, -e mem:0x1000:w true
	has ',mem:0x1000:wu,'
	run -0 as_nobody "$T/perfmux" stat -x, -e mem:0x1000:w true
	has ',mem:0x1000:w:u,'
}

# unlisted FORMAT SED: what perf wrote, changed, is a difference that no table has.
unlisted() {
	sed "$2" "$T/perf" >"$T/ours"
	run -0 "$COMPAT/compare.py" "$1" "$T/perf" "$T/ours"
	has '^unlisted'
}

@test "the comparison itself: any other difference is seen" {
	both -x, -e page-faults,task-clock,cycles faults 10
	cp "$T/perf" "$T/ours"
	run -0 "$COMPAT/compare.py" csv "$T/perf" "$T/ours"
	equal "$output" ""
	unlisted csv 's/,msec,/,ms,/'
	unlisted csv 's/$/,/'
	# where there is a PMU, as where there is none
	sed -i '/,cycles/s/^[^,]*/<not supported>/' "$T/perf"
	unlisted csv 's/<not supported>/0/'
	unlisted csv 's/,100.00,/,100.0,/'
	unlisted csv '$d'
	unlisted csv '1d'
	unlisted csv 's/page-faults/faults/'
	unlisted csv 's/,CPUs utilized//'
	both -j -e page-faults,task-clock,cycles faults 10
	unlisted jsonl 's/"unit"/"units"/'
	unlisted jsonl 's/"counter-value" : "\([0-9.]*\)"/"counter-value" : \1/'
	unlisted jsonl 's/, "pcnt-running" : 100.00//'
	unlisted jsonl 's/"msec"/"ms"/'
	unlisted jsonl 's/}/, "more" : 1}/'
}

@test "the table in the manual has what these tests find, and no more" {
	equal "$(listed | sort | tr '\n' ' ')" "clocks exit-status null-unit quoting rights started-line "
}
