#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2016,SC2154
#
# What is typed wrong is said in one line that names the slip, and a second that helps; what is
# typed as perf stat takes it is taken.

bats_require_minimum_version 1.5.0

PERFMUX=${PERFMUX:-$BATS_TEST_DIRNAME/../../build/perfmux}

try="Try 'perfmux stat --help'."

# refused MESSAGE [ARG...]: `perfmux stat ARG...` ends with 125, the message and where help is.
refused() {
	local message=$1
	shift
	run -125 --separate-stderr "$PERFMUX" stat "$@"
	[[ $output == '' ]]
	[[ $stderr == "perfmux stat: $message"$'\n'"$try" ]] || {
		printf 'got:  %s\nwant: perfmux stat: %s\n' "$stderr" "$message"
		return 1
	}
}

# taken ARG...: `perfmux stat --dry-run ARG...` finds nothing wrong with the options.
taken() {
	run -0 --separate-stderr "$PERFMUX" stat --dry-run "$@"
	[[ $stderr != *"$try"* ]]
}

@test "an unknown option is named, and the one meant" {
	refused 'unknown option --bogus' --bogus true
	refused 'unknown option --interval-prnt, did you mean --interval-print?' --interval-prnt 5 true
	refused 'unknown option --no-bignum, did you mean --no-big-num?' --no-bignum true
	refused 'unknown option -q' -q true
	refused 'unknown option -q' -aq
	refused 'unknown option -table, did you mean --table?' -table true
	refused 'unknown option --x\x1b[2J' --x$'\e[2J' true
}

@test "a long option may be cut short while it stays unambiguous" {
	taken --time 20 true
	taken --interval-p 1000 -a
	taken --no-bi true
	refused '--per is ambiguous: --per-thread, --per-core, --per-cluster, --per-cache, ...' --per -a
	refused '--no- is ambiguous: --no-pid, --no-tid, --no-all-cpus, --no-cpu, ...' --no- -a
}

@test "an option of perf that perfmux has not says what to do instead" {
	refused '--topdown is perf'\''s, perfmux does not have it: name the top-down events with -e' \
		--topdown true
	refused '-g is perf'\''s, perfmux does not have it: put the events into braces, -e '\''{a,b}'\''' \
		-g true
	refused ''\''record'\'' is perf stat'\''s, perfmux does not have it: --json FILE keeps results' \
		-e cycles record true
}

@test "a missing argument is named" {
	refused '-r needs an argument: N' -r
	refused '--event needs an argument: EVENTS' --event
	refused '-e needs an argument that is not empty' -e '' true
	refused '--quiet takes no argument' --quiet=3 true
	refused '--no-repeat takes no argument' --no-repeat=3 true
}

@test "numbers are whole, decimal and in range" {
	local word
	for word in x -1 '' ' 5' +5 5x 1e3 0x10 2147483648 99999999999999999999; do
		refused "-r takes a whole number from 0 to 2147483647, not '$word'" -r "$word" true
	done
	refused "-I takes a whole number from 1 to 2147483647, not '0'" -I 0 true
	refused "--timeout takes a whole number from 10 to 2147483647, not '9'" --timeout=9 true
	refused "-D takes a whole number from -1 to 2147483647, not '-2'" -D -2 true
	refused "-D takes a whole number from -1 to 2147483647, not '--1'" -D --1 true
	refused "--interval-count takes a whole number from 1 to 2147483647, not '0'" \
		-I 100 --interval-count 0 true
	refused "--log-fd takes a whole number from 0 to 2147483647, not '-1'" --log-fd -1 true
	taken -D -1 true
}

@test "words and small grammars are checked" {
	refused "--color takes one of auto never always, not 'pink'" --color=pink true
	refused "--per-cache takes a level from L1 to L4, not 'L5'" --per-cache=L5 -a
	refused "--control takes fd:CTL[,ACK] or fifo:CTL[,ACK], not 'pipe:3'" --control pipe:3 true
	refused "-x takes a separator without quotes and line ends, not ''" -x '' true
	refused '--filter must come after the -e it is for' --filter 'x > 1' true
	refused '-G must come after the -e it is for' -a -G x
}

@test "an unknown column is refused, and the known ones are listed" {
	run -125 --separate-stderr "$PERFMUX" stat -x, --columns event,colour true
	[[ ${stderr_lines[0]} == "perfmux stat: no column is called 'colour'" ]]
	[[ ${stderr_lines[1]} == '  columns: time,place,'* ]]
	[[ ${#stderr_lines[@]} == 2 ]]
}

@test "options that contradict are refused" {
	refused '-j and -x exclude each other: a report has one format' -x , -j true
	refused '-j and --header exclude each other: a report has one format' -j --header true
	refused '-o and --log-fd exclude each other: both say where the report goes' -o x --log-fd 2 true
	refused '-A and --per-core exclude each other: counts are put together in one way' \
		-a -A --per-core
	refused '--for-each-cgroup and -G exclude each other' -a -e cs -G x --for-each-cgroup y
	refused '--for-each-cgroup needs an argument that is not empty' -a -e cs --for-each-cgroup ''
	refused '--all-user and --all-kernel exclude each other: nothing would be left to count' \
		--all-user --all-kernel true
}

@test "options that need another are refused without it" {
	refused '--interval-count needs -I' --interval-count 3 true
	refused '--table needs -r' --table true
	refused '--table needs -r with 2 runs or more' --table -r 1 true
	refused '--per-core needs -a or -C: tasks have no fixed place' --per-core true
	refused "--per-thread needs -p, -t or -a: a command's threads are not known beforehand" \
		--per-thread true
	refused '-G needs -a or -C: cgroups are counted by CPU' -e cs -G x true
	refused '-r needs a command to run, --timeout or --interval-count: something must end each run' \
		-a -r 3
	refused '--sysroot needs --dry-run: nothing can be counted on a copy of a machine' \
		--sysroot / true
}

@test "a stronger option wins, with a note" {
	run -0 --separate-stderr "$PERFMUX" stat --dry-run -a -p $$
	[[ $stderr == *'perfmux stat: -a is not used: -p says what is measured'* ]]
	run -0 --separate-stderr "$PERFMUX" stat --dry-run --quiet -a -p $$
	[[ $stderr != *'is not used'* ]]
}

@test "--no-NAME takes an option back, and names that begin with no- lose it" {
	taken --per-core --no-per-core true
	taken --no-inherit --inherit true
	taken -x, --no-field-separator -j true
	refused '--table needs -r' -r 3 --table --no-repeat true
	refused 'unknown option --no-event' --no-event true
	refused 'unknown option --no-help' --no-help true
}

@test "short options may be bundled, with the argument behind" {
	taken -aC0 -r5 true
	taken -ddv true
	taken -ae page-faults
	refused "-r takes a whole number from 0 to 2147483647, not 'a5'" -ra5 true
}

@test "options end at the first word and at --" {
	run -0 "$PERFMUX" stat --quiet -n echo --bogus -r x
	[[ $output == '--bogus -r x' ]]
	run -0 "$PERFMUX" stat --quiet -n -- echo --bogus
	[[ $output == --bogus ]]
	taken -- record
}

@test "without a word perfmux stat says what it needs" {
	refused 'nothing to measure: give a command, or one of -p, -t, -a and -C'
}

@test "common options may stand before the command" {
	run -0 "$PERFMUX" --color=never -v stat --dry-run true
	run -0 "$PERFMUX" --sysroot / stat --dry-run true
	run -125 --separate-stderr "$PERFMUX" --colour=never stat true
	[[ $stderr == "perfmux: unknown option --colour, did you mean --color?"$'\n'"Try 'perfmux --help'." ]]
}

@test "an unknown command is named, and the one meant" {
	run -125 --separate-stderr "$PERFMUX" stats
	[[ $stderr == "perfmux: there is no command 'stats', did you mean 'stat'?"$'\n'"Try 'perfmux --help'." ]]
	run -125 --separate-stderr "$PERFMUX"
	[[ $stderr == "perfmux: a command is missing"$'\n'"Try 'perfmux --help'." ]]
	run -125 --separate-stderr "$PERFMUX" help nothing
	[[ ${stderr_lines[0]} == "perfmux: there is no command 'nothing'" ]]
}

@test "help goes to standard output and fits 80 columns" {
	local ask
	for ask in --help help 'stat --help' 'stat -h' 'help stat' 'stat -a -h --bogus'; do
		# shellcheck disable=SC2086
		run -0 --separate-stderr "$PERFMUX" $ask
		[[ $stderr == '' && $output == Usage:* ]]
		awk 'length($0) > 80 { print; bad = 1 } END { exit bad }' <<<"$output"
	done
}

@test "every option of the help is understood" {
	local option
	for option in $("$PERFMUX" stat --help | grep -o -- '--[][a-z-]*[a-z]' | sed 's/\[no-]//' | sort -u); do
		run "$PERFMUX" stat "$option=" true
		[[ $output != *unknown* && $output != *ambiguous* ]] || {
			printf '%s: %s\n' "$option" "$output"
			return 1
		}
	done
}

@test "help that cannot be written is an error" {
	[[ -c /dev/full ]] || skip "no /dev/full"
	run -125 bash -c '"$0" stat --help >/dev/full' "$PERFMUX"
	[[ $output == 'perfmux: cannot write to standard output: No space left on device' ]]
	run -125 bash -c '"$0" stat --help >&-' "$PERFMUX"
	[[ $output == 'perfmux: cannot write to standard output: Bad file descriptor' ]]
	run bash -c '{ sleep 0.2; "$0" stat --help; echo "$?" >&2; } | true' "$PERFMUX"
	[[ ${lines[-1]} == 125 ]]
}

@test "a closed standard descriptor stays closed for the command" {
	run -0 bash -c '"$0" stat --quiet -n sh -c "! [ -e /proc/self/fd/0 ]" <&-' "$PERFMUX"
}

@test "a terminal that is called dumb, or nothing, gets no escape sequences" {
	command -v script >/dev/null || skip "script is not installed"
	local term
	run -0 env -u NO_COLOR TERM=xterm script -qec "$PERFMUX list sw" /dev/null
	[[ $output == *$'\e['* ]]
	for term in dumb ''; do
		run -0 env -u NO_COLOR TERM=$term script -qec "$PERFMUX list sw" /dev/null
		[[ $output != *$'\e['* ]]
	done
	run -0 env TERM=dumb script -qec "$PERFMUX bench -r 2 true" /dev/null
	[[ $output != *$'\e['* ]]
}
