#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# Where `perfmux mux` writes: report, document, trace and picture, whole or with an error, whatever
# names and locale there are.

load helpers
load documents
load mux

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
