#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# Where reports go and what is in them: files, descriptors, CSV, JSON, and writes that fail.

load helpers

setup() {
	common_setup
	need_root
}

# A locale with a decimal comma and a point between thousands, wherever it is installed.
comma_locale() {
	need localedef
	printf '%s\n' 'comment_char %' 'escape_char /' LC_NUMERIC 'decimal_point ","' 'thousands_sep "."' \
		'grouping 3;3' 'END LC_NUMERIC' >"$T/comma"
	localedef -c --no-archive -i "$T/comma" -f ANSI_X3.4-1968 "$T/xx_XX" >/dev/null 2>&1 || true
	export LOCPATH=$T LC_ALL=xx_XX
	[[ $(env printf %.1f 1,5 2>/dev/null) == 1,5 ]] || skip "no locale with a decimal comma can be made here"
}

@test "a locale with a decimal comma changes no machine-readable number" {
	need jq
	comma_locale
	run -0 pmx -x, -o "$T/csv" -e task-clock spin 20
	LC_ALL=C grep -Eq '^[0-9]+\.[0-9]+,msec,task-clock,[0-9]+,100\.00,' "$T/csv"
	run -0 pmx -j -o "$T/jsonl" --json "$T/json" -e task-clock spin 20
	json_lines_valid "$T/jsonl"
	jq -e '[.. | numbers | select(. != floor)] | length > 0' "$T/json" >/dev/null
}

@test "the report goes to standard error, the command's output to standard output" {
	run -0 --separate-stderr pmx -e task-clock echo hello
	equal "$output" hello
	has 'task-clock' "$stderr"
}

@test "-o writes a file, --append adds to it" {
	run -0 pmx -o "$T/out" -e task-clock true
	equal "$output" ""
	equal "$(grep -c task-clock "$T/out")" 1
	run -0 pmx -o "$T/out" -e task-clock true
	equal "$(grep -c task-clock "$T/out")" 1
	run -0 pmx -o "$T/out" --append -e task-clock true
	equal "$(grep -c task-clock "$T/out")" 2
	grep -q '^# started on ' "$T/out"
}

@test "--log-fd writes to a descriptor, and the command does not get it" {
	run -0 bash -c '"$0" stat --log-fd 7 -e task-clock sh -c "ls /proc/self/fd" 7>"$1"' "$PERFMUX" "$T/out"
	grep -q task-clock "$T/out"
	lacks task-clock
	run -125 pmx --log-fd 77 -e task-clock true
}

@test "CSV has perf's columns" {
	csv -e task-clock,page-faults true
	local row
	for row in task-clock page-faults; do
		equal "$(awk -F, -v e="$row" '$3 == e { print NF }' "$T/csv")" 7
		equal "$(awk -F, -v e="$row" '$3 == e { print $5 }' "$T/csv")" 100.00
	done
	equal "$(awk -F, '$3 == "task-clock" { print $2, $7 }' "$T/csv")" "msec CPUs utilized"
}

@test "any separator may be chosen" {
	run -0 pmx -x ';' -o "$T/csv" -e page-faults true
	grep -Eq '^[0-9]+;;page-faults;[0-9]+;100.00;' "$T/csv"
	run -0 pmx -x '\t' -o "$T/csv" -e page-faults true
	grep -Eq $'^[0-9]+\t\tpage-faults\t[0-9]+\t100.00\t' "$T/csv"
}

@test "a header names as many columns as the rows have" {
	run -0 pmx -x, --header -o "$T/csv" -e page-faults,task-clock true
	equal "$(grep -v '^#' "$T/csv" | grep . | awk -F, '{ print NF }' | sort -u | wc -l)" 1
	grep -v '^#' "$T/csv" | grep . | head -n 1 | grep -q event
}

@test "columns can be chosen, and a wrong one is refused with the right ones named" {
	run -125 pmx -x, --columns no-such-column -e page-faults true
	has 'no-such-column'
	run -0 pmx -x, --header --columns event,value -o "$T/csv" -e page-faults true
	grep -Eq '^page-faults,[0-9]+$' "$T/csv"
	grep -q '^event,value$' "$T/csv"
}

@test "JSON lines are valid, with perf's keys" {
	need jq
	run -0 pmx -j -o "$T/jsonl" -e page-faults,task-clock true
	json_lines_valid "$T/jsonl"
	equal "$(jq -r 'select(.event == "page-faults") | ."pcnt-running" | tonumber' "$T/jsonl")" 100
	jq -e 'select(.event == "task-clock") | ."counter-value"' "$T/jsonl" >/dev/null
}

@test "the JSON document has a schema, and numbers are numbers" {
	need jq
	run -0 pmx --json "$T/json" -o "$T/out" -e page-faults,task-clock true
	equal "$(jq -r .schema "$T/json")" perfmux-stat/1
	equal "$(jq -c '[.. | objects | select(.event? == "page-faults")][0] |
		[.raw, .scaled, .enabled_ns, .running_ns, .status] | map(type)' "$T/json")" \
		'["number","number","number","number","string"]'
}

@test "what was not supported has a reason and no share of running time" {
	need jq
	run -0 pmx --json "$T/json" -j -o "$T/jsonl" -e page-faults,cycles true
	local status
	status=$(jq -r '[.. | objects | select(.event? == "cycles")][0].status' "$T/json")
	[[ $status != counted ]] || skip "this machine has a hardware PMU"
	equal "$(jq -r '[.. | objects | select(.event? == "cycles")][0].reason | type' "$T/json")" string
	equal "$(jq '[.. | objects | select(.event? == "cycles")][0].scaled' "$T/json")" null
}

@test "no format ever says nan or inf, even when nothing was counted" {
	need jq
	run -0 pmx -D -1 --json "$T/json" -j -o "$T/jsonl" -e task-clock,page-faults,context-switches true
	run -0 pmx -D -1 -x, -o "$T/csv" -e task-clock,page-faults,context-switches true
	run -0 pmx -D -1 -o "$T/text" -e task-clock,page-faults,context-switches true
	absent '[^a-z]-?(nan|inf)([^a-z]|$)' "$T/json" "$T/jsonl" "$T/csv" "$T/text"
	jq -e . "$T/json" >/dev/null
}

@test "an interval report that is over before its first interval is valid" {
	need jq
	run -0 pmx -I 1000 --json "$T/json" -j -o "$T/jsonl" -e task-clock true
	jq -e . "$T/json" >/dev/null
	json_lines_valid "$T/jsonl"
}

@test "--quiet prints nothing" {
	run -0 pmx --quiet -e task-clock true
	equal "$output" ""
	run -3 pmx --quiet -e task-clock sh -c 'exit 3'
	equal "$output" ""
}

@test "large numbers have commas unless they are not wanted" {
	need_tracefs "$CALL"
	run -0 tpmx -e "$CALL" syscalls 1234567
	has '1,234,567'
	run -0 tpmx --no-big-num -e "$CALL" syscalls 1234567
	has ' 1234567 '
}

@test "the running share is shown for every count that was scaled, and for none that was not" {
	run -0 pmx -e task-clock,page-faults true
	lacks '\([0-9.]+%\)'
}

@test "a full disk is an error" {
	[[ -c /dev/full ]] || skip "no /dev/full"
	local how
	for how in '' '-x,' '-j'; do
		run -125 pmx $how -o /dev/full -e task-clock true
		has 'full|no space'
	done
	run -125 pmx --json /dev/full -e task-clock true
	has 'full|no space'
	run -125 bash -c '"$0" stat -e task-clock true 2>/dev/full' "$PERFMUX"
	run -125 bash -c '"$0" stat --help >/dev/full' "$PERFMUX"
}

@test "a closed pipe is an error, and the command is reaped" {
	# a reader that is gone before, and one that goes while intervals are written
	run -125 bash -c 'exec 9> >(exec true); wait $!; "$0" stat -o /dev/stdout -e task-clock true >&9' "$PERFMUX"
	run -125 bash -c 'exec 9> >(exec head -n 2); "$0" stat -I 20 -x, -o /dev/stdout -e task-clock \
		sh -c "while kill -0 $! 2>/dev/null; do sleeper 20; done; sleeper 100" >&9' "$PERFMUX"
}

@test "a file that cannot be written is said before the command runs" {
	run -125 pmx -o "$T/none/out" -e task-clock touch "$T/ran"
	has "$T/none/out"
	[[ ! -e $T/ran ]]
	run -125 pmx --json "$T/none/json" -e task-clock touch "$T/ran"
	[[ ! -e $T/ran ]]
}

@test "standard error may be closed" {
	run bash -c '"$0" stat -o "$1" -e task-clock true 2>&-' "$PERFMUX" "$T/out"
	grep -q task-clock "$T/out"
}
