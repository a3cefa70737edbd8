# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash disable=SC2034
#
# guest-lib.sh: what cases say and ask, in a guest. A case is a file in tests/lab/cases, whose
# comment may say "# guests: PATTERN..." and which is run with all of this at hand, for example:
#
#	synpmu nbig=4
#	on 0 measure -e syn_big/ns2/ -- spin 300
#	near "counts 2 a nanosecond" "$(value syn_big/ns2/ raw)" "$(of "2 * $(value syn_big/ns2/ running_ns)")" 3
#
# Each check prints one line of TAP. After a failure the last measurement is shown.

checks=0
report=/scratch/report
messages=/scratch/messages
arch=$(uname -m)

note() { echo "# $*"; }

pass() {
	checks=$((checks + 1))
	echo "ok $checks - $1"
}

# fail TEXT WHY
fail() {
	checks=$((checks + 1))
	echo "not ok $checks - $1"
	note "$2"
	[ -z "${command:-}" ] || note "exit status $status of $(echo "$command" | cut -c1-200)"
	command=
	for it in "$report" "$messages"; do
		[ ! -s $it ] || sed 's/^/#   /' $it
	done
}

# skip TEXT WHY
skip() {
	checks=$((checks + 1))
	echo "ok $checks - $1 # SKIP $2"
}

# is TEXT GOT WANTED
is() {
	if [ "$2" = "$3" ]; then pass "$1"; else fail "$1" "got '$2', wanted '$3'"; fi
}

# within TEXT GOT LOW HIGH: numbers, both ends included
within() {
	if awk -v got="$2" -v low="$3" -v high="$4" 'BEGIN {
		exit !(got ~ /^[0-9.]+$/ && got + 0 >= low + 0 && got + 0 <= high + 0) }'; then
		pass "$1"
	else
		fail "$1" "got '$2', wanted $3 to $4"
	fi
}

# near TEXT GOT WANTED PERCENT: within PERCENT of WANTED
near() { within "$1" "$2" "$(of "$3 * (1 - $4 / 100)")" "$(of "$3 * (1 + $4 / 100)")"; }

# says TEXT PATTERN: the last measurement's messages or report have a line like this
says() {
	if cat $messages $report 2>/dev/null | grep -Eq -e "$2"; then
		pass "$1"
	else
		fail "$1" "no line like '$2'"
	fi
}

# of EXPRESSION: its value, as awk has it
of() { awk "BEGIN { printf \"%.15g\", $1 }"; }

# measure ARG...: perfmux stat; the report goes to $report as rows that `value` looks into, what it
# says to $messages, its exit status to $status.
measure() {
	command="perfmux stat $*"
	rm -f $report
	perfmux stat -o $report -x '|' --header \
		--columns event,pmu,place,raw,scaled,value,unit,enabled_ns,running_ns,percent_running,status,reason,resident_ns,anywhere_ns \
		"$@" >/scratch/stdout 2>$messages
	status=$?
	[ ! -e $report ] || sed -i '1,/^$/d' $report # when it was started
}

# ask ARG...: perfmux itself; what it prints goes to $messages
ask() {
	command="perfmux $*"
	rm -f $report
	perfmux "$@" >$messages 2>&1
	status=$?
}

# rows_awk PROGRAM NAME=VALUE...: runs PROGRAM on each row, where $c["NAME"] is the column NAME
rows_awk() {
	local program=$1 it
	shift
	for it in "$@"; do
		set -- "$@" -v "$it"
		shift
	done
	[ ! -e $report ] || awk -F '|' "$@" "NR == 1 { for (i = 1; i <= NF; i++) c[\$i] = i; next } $program" $report
}

# member KEY LINE: the value of a member of the JSON object in this line; nothing for null
member() {
	echo "$2" | sed -nE -e 's/.*"'"$1"'":"(([^"\\]|\\.)*)".*/\1/p' -e 's/.*"'"$1"'":([-0-9.e+]+|true|false)[],}].*/\1/p'
}

# is_json TEXT FILE: one value and nothing else. Strings become ", other values 0, and what is made
# of these 0, until there is only that.
is_json() {
	if tr '\n\t' '  ' <"$2" | awk '{
		bad = gsub(/[[:cntrl:]]/, "")
		gsub(/"([^"\\]|\\(["\\\/bfnrt]|u[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F]))*"/, "\"")
		gsub(/-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?|true|false|null/, "0")
		gsub(/ /, "")
		while (gsub(/\[(["0](,["0])*)?\]|\{(":["0](,":["0])*)?\}/, "0"))
			;
		valid = $0 == "0" || $0 == "\""
	} END { exit bad || !valid || NR != 1 }'; then
		pass "$1"
	else
		fail "$1" "not JSON: $(head -c 300 "$2")"
	fi
}

# value EVENT COLUMN [PLACE]: of the first such row
value() {
	rows_awk '$c["event"] == event && (place == "" || $c["place"] == place) { print $c[column]; exit }' \
		event="$1" column="$2" place="${3-}"
}

# total COLUMN: its sum over all rows
total() { rows_awk '{ sum += $c[column] } END { printf "%.15g\n", sum }' column="$1"; }

# rows COLUMN VALUE: how many have it
rows() { rows_awk '$c[column] == value { rows++ } END { print rows + 0 }' column="$1" value="$2"; }

# every TEXT COLUMN WANTED PERCENT: all rows, of which there is at least one, are near it
every() {
	local worst
	worst=$(rows_awk '{
		off = $c[column] == "" ? wanted : $c[column] - wanted
		if (off < 0) off = -off
		if (off > worst) worst = off
		rows++
	} END { printf "%.15g\n", rows ? worst : wanted }' column="$2" wanted="$3")
	within "$1" "$worst" 0 "$(of "$3 * $4 / 100")"
}

# on CPUS COMMAND...: all that it starts begins there, and stays there unless it moves itself. Its
# exit status.
on() {
	local result
	taskset -pc "$1" $$ >/dev/null
	shift
	"$@"
	result=$?
	taskset -pc 0-3 $$ >/dev/null
	return $result
}

# repeated EVENT N: EVENT,EVENT,...
repeated() {
	local i=1 list=$1
	while [ $i -lt "$2" ]; do
		list=$list,$1
		i=$((i + 1))
	done
	echo "$list"
}

# synpmu PARAMETER...: the synthetic PMUs, loaded anew with these parameters
synpmu() {
	[ ! -d /sys/module/synpmu ] || rmmod synpmu || fail "synpmu is unloaded" "rmmod fails"
	insmod /lab/modules/synpmu.ko "$@" || fail "synpmu is loaded" "insmod fails: $*"
}

# side_by_side: from here to the end of the case, programs on several CPUs run at the same time
side_by_side() { insmod /lab/modules/turns.ko || fail "CPUs take turns" "insmod fails"; }

# attempts COMMAND...: runs it and leaves in /scratch/attempts a line "CPU RESULT" for each
# perf_event_open of it, in hexadecimal as the kernel's trace has it
attempts() {
	local trace=/sys/kernel/tracing
	echo >$trace/trace
	echo 1 >$trace/events/syscalls/sys_enter_perf_event_open/enable
	echo 1 >$trace/events/syscalls/sys_exit_perf_event_open/enable
	"$@"
	echo 0 >$trace/events/syscalls/sys_enter_perf_event_open/enable
	echo 0 >$trace/events/syscalls/sys_exit_perf_event_open/enable
	sed -nE -e 's/.*sys_perf_event_open\(.* cpu: ([0-9a-f]+),.*/cpu \1/p' \
		-e 's/.*sys_perf_event_open -> 0x([0-9a-f]+).*/result \1/p' $trace/trace |
		awk '$1 == "cpu" { cpu = $2; next } { print cpu, $2 }' >/scratch/attempts
}

after_rewrite() {
	case $(uname -r) in
	[45].* | 6.[01].*) return 1 ;;
	esac
}
