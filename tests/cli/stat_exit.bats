#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# Exit statuses and messages: the command's own, 128 + N, 125, 126, 127.

load helpers

@test "the exit status is the command's" {
	run -0 pmx -n true
	run -1 pmx -n false
	run -42 pmx -n sh -c 'exit 42'
	run -125 pmx -n sh -c 'exit 125'
}

@test "with -r the exit status is that of the last run that failed" {
	run -3 pmx -n -r 3 sh -c "test -e $T/ran || { touch $T/ran; exit 3; }"
	run -0 pmx -n -r 3 sh -c "test -e $T/ran"
}

@test "--pre and --post that fail are errors of perfmux" {
	run -125 pmx -n --pre false true
	has '^perfmux stat: --pre failed with status 1: false'
	run -125 pmx -n --post false true
	has '^perfmux stat: --post failed with status 1: false'
	run -125 pmx -n -r 2 --pre "! test -e $T/once && touch $T/once" true
}

@test "a command that a signal killed gives 128 plus its number" {
	run -137 pmx -n dies 9
	run -143 pmx -n dies 15
	run -139 pmx -n dies 11
	run -134 pmx -n dies 6
}

@test "a command killed by a signal still has its report" {
	need_root
	run -137 pmx -e task-clock,page-faults dies 9
	has task-clock
	has 'seconds time elapsed'
}

@test "whichever signal ends perfmux, the report is whole and the command ended" {
	local signal
	for signal in INT TERM HUP QUIT ALRM USR1 USR2 XCPU; do
		start pmx -e page-faults:u --json "$T/$signal" sleeper 20000
		attached "$pid"
		kill -"$signal" "$pid"
		finish
		equal "$status" $((128 + $(kill -l "$signal")))
		has 'seconds time elapsed'
		python3 -m json.tool "$T/$signal" /dev/null
		[[ -z $(pgrep -f "$WORKLOADS/sleeper 20000" -P 1) ]]
	done
}

@test "a command that does not exist is 127, one that cannot be run 126" {
	# a directory in PATH that may not be entered would make it 126, as in env
	PATH=$WORKLOADS:/usr/bin:/bin
	run -127 pmx -n no-such-command-anywhere
	has 'no-such-command-anywhere'
	run -127 pmx -n "$T/none"
	run -126 pmx -n "$T"
	echo 'not a program' >"$T/text"
	run -126 pmx -n "$T/text"
	has "$T/text"
	printf '\177ELF broken' >"$T/broken"
	chmod +x "$T/broken"
	# the kernel does not know it, and so the shell is asked, as by env
	run -127 env "$T/broken"
	run -127 pmx -n "$T/broken"
	printf '#!/no/such/interpreter\n' >"$T/script"
	chmod +x "$T/script"
	status=0
	pmx -n "$T/script" 2>/dev/null || status=$?
	((status == 126 || status == 127))
}

@test "a script without an interpreter line runs as the shell's, as execvp has it" {
	printf 'exit 5\n' >"$T/plain"
	chmod +x "$T/plain"
	run pmx -n "$T/plain"
	equal "$status" 5
}

@test "an unknown option is one line and 'try --help'" {
	run -125 pmx --no-such-option true
	((${#lines[@]} <= 2))
	has "no-such-option"
	has "\-\-help"
}

@test "an unknown command of perfmux is one line and a hint" {
	run -125 "$PERFMUX" stta
	((${#lines[@]} <= 2))
	has stat
}

@test "--help and --version succeed and go to standard output" {
	run -0 --separate-stderr pmx --help
	has '--repeat'
	equal "$stderr" ""
	run -0 --separate-stderr "$PERFMUX" --version
	has '^perfmux [0-9]+\.[0-9]+'
	equal "$stderr" ""
}

@test "numbers that are none are refused with the option named" {
	local option
	for option in '-r x' '-r -1' '-I 0' '-I 1e3' '--timeout 9' '--timeout 99999999999999999999' '-D -2' \
		'--interval-count 0' '--log-fd -3'; do
		# shellcheck disable=SC2086
		run -125 pmx $option -n true
		has "^perfmux stat: ${option%% *}"
		((${#lines[@]} <= 2))
	done
}

@test "nothing at all to do is one line, not a page" {
	run -125 pmx
	((${#lines[@]} <= 2))
}

@test "the command keeps its own exit status when an event is not supported" {
	need_root
	run -7 pmx -e cycles,task-clock sh -c 'exit 7'
}
