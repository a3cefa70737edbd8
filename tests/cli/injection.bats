#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# Names from outside (commands, threads, files, cgroups, events, symbols, processes) hold any bytes:
# no output lets them command a terminal, or take them for structure of its own.

load helpers
load documents

# An escape, an 8-bit escape, a reordering mark, a byte that is not UTF-8, line ends, and what
# CSV, JSON, XML, Markdown, TAP and shells take for theirs.
EVIL=$'e\e[31m\xc2\x9b1m\xe2\x80\xae\xff\r\n#ok 1,"\\|`<b>&]]>;$(x)\'x'
# The same for names that may not have a line end, and of at most 15 bytes.
EVIL_COMM=$'v\e[1m,"\xc2\x9b\r\n<|\\'

setup() {
	common_setup
	need python3 jq
}

# evil_program DIRECTORY: a program that is called so; its path in $program.
evil_program() {
	program=$1/$EVIL
	printf '#!/bin/sh\nexit 0\n' >"$program"
	chmod 755 "$program"
}

# clean FILE...: no byte that commands a terminal, nor a mark that reorders, and all is UTF-8.
clean() {
	python3 - "$@" <<'END'
import re, sys
for name in sys.argv[1:]:
    text = open(name, "rb").read()
    assert text, name + " is empty"
    text = text.decode("utf-8", "strict")
    found = re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]", text)
    assert not found, (name, text[max(0, found.start() - 40):found.start() + 40])
END
}

# lines_hold FILE...: none of the lines is the second half of a name.
lines_hold() { absent '^#ok 1' "$@"; }

# csv_has FILE SEPARATOR [COLUMNS]: a CSV reader finds as many columns in each line that has any.
csv_has() {
	python3 - "$@" <<'END'
import csv, sys
name, separator = sys.argv[1:3]
rows = [r for r in csv.reader(open(name, newline=""), delimiter=separator, strict=True) if r]
rows = [r for r in rows if not r[0].startswith("# started")]
assert rows, name
assert len({len(r) for r in rows}) == 1, rows
END
}

@test "a command's name in the reports of stat" {
	evil_program "$T"
	run -0 pmx -o "$T/text" --json "$T/json" -e task-clock "$program" "$EVIL"
	run -0 pmx -x, -o "$T/csv" -e task-clock "$program" "$EVIL"
	run -0 pmx -j -o "$T/lines" -e task-clock "$program" "$EVIL"
	clean "$T/text" "$T/json" "$T/csv" "$T/lines"
	lines_hold "$T/text" "$T/json"
	json_valid "$T/json"
	jq -e '.. | strings | select(contains("\u001b[31m"))' "$T/json"
}

@test "a thread's name beside its counts" {
	need setpriv
	local it
	start python3 -c '
import ctypes, os, sys, time
ctypes.CDLL(None).prctl(15, os.fsencode(sys.argv[1]), 0, 0, 0)
while True: time.sleep(0.01)' "$EVIL_COMM"
	local evil=$pid
	wait_for thread_called $'v\e[1m'
	for it in '-o' '-x, -o' '-x; -o' '-j -o' '--columns time,place,event,value -x, -o'; do
		# shellcheck disable=SC2086  # words
		run pmx --per-thread -p "$evil" -e task-clock,context-switches $it "$T/out" --json "$T/json" \
			--timeout 60
		equal "$status" 0
		clean "$T/out" "$T/json"
		json_valid "$T/json"
		[[ $it != *-x,* ]] || csv_has "$T/out" ,
		[[ $it != *-x\;* ]] || csv_has "$T/out" ';'
		[[ $it != -j* ]] || json_lines_valid "$T/out"
	done
	run -0 "$PERFMUX" mux -p "$evil" -e task-clock -o "$T/text" --json "$T/json" --svg "$T/svg" --trace "$T/trace" \
		--timeout 60
	clean "$T/text" "$T/json" "$T/svg" "$T/trace"
	json_valid "$T/json" "$T/trace"
}

@test "an event's name is in one line of CSV, for scripts that read lines" {
	local it
	for it in '' '-I 20' '-r 2' '-v' '--columns event,value'; do
		# shellcheck disable=SC2086  # words
		run -0 pmx -x, $it -o "$T/csv" -e $'faults/name=e\r\n#ok 1/' sleeper 30
		clean "$T/csv"
		lines_hold "$T/csv"
		csv_has "$T/csv" ,
	done
}

@test "a command's name in what mux writes" {
	need xmllint
	evil_program "$T"
	run -0 "$PERFMUX" mux -e task-clock,page-faults -o "$T/text" --json "$T/json" --svg "$T/svg" \
		--trace "$T/trace" "$program" "$EVIL"
	clean "$T/text" "$T/json" "$T/svg" "$T/trace"
	lines_hold "$T/text" "$T/json" "$T/svg" "$T/trace"
	json_valid "$T/json" "$T/trace"
	xmllint --noout "$T/svg"
	absent '<b>' "$T/svg"
}

@test "names of commands in what bench writes" {
	need xmllint
	local evil=${EVIL//[$'\r\n']/}
	evil=${evil//$'\e[31m'/}
	evil=${evil//$'\xc2\x9b'/} # it takes no name with a control character in it
	run -125 "$PERFMUX" bench -r 3 -n "$EVIL" true
	printf '%s\n' "$output" >"$T/said"
	clean "$T/said"
	lines_hold "$T/said"
	"$PERFMUX" bench -r 3 -n "$evil" -n 'a\|b' --export-json "$T/json" --export-csv "$T/csv" \
		--export-markdown "$T/md" --svg "$T/svg" --save "$T/save" true true >"$T/text" 2>&1
	clean "$T/text" "$T/json" "$T/md" "$T/svg" "$T/save" "$T/csv"
	json_valid "$T/json" "$T/save"
	csv_has "$T/csv" ,
	xmllint --noout "$T/svg"
	absent '<b>' "$T/svg"
	# each row of a table has as many cells, as GFM splits them, and markup is in code alone
	python3 - "$T/md" <<'END'
import re, sys
text = open(sys.argv[1], encoding="utf-8").read()
for table in re.findall(r"(?:^\|.*\n)+", text, re.M):
    rows = table.splitlines()
    assert len({len(re.findall(r"(?:\\.|[^|\\])*\|", row[1:])) for row in rows}) == 1, table
    for row in rows:
        assert "<" not in re.sub(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", "", row), row
END
	# and what was kept is read again, and shown as safely
	"$PERFMUX" bench -r 3 -n "$evil" --baseline "$T/save" true >"$T/text" 2>&1
	clean "$T/text"
}

@test "commands that bench itself names, and parameters of any value" {
	local evil=${EVIL//[$'\r\n,']/} # values are parted by commas
	evil=${evil//$'\e[31m'/}
	evil=${evil//$'\xc2\x9b'/}
	evil=${evil//[\'\"\\]/} # what parts words
	run -125 "$PERFMUX" bench -r 2 -N -L v "$EVIL" 'true {v}'
	printf '%s\n' "$output" >"$T/said"
	clean "$T/said"
	mkdir "$T/in"
	cp "$(type -P true)" "$T/in/$evil"
	cd "$T/in"
	run "$PERFMUX" bench -r 2 -N -L v "$evil" --export-json "$T/json" --export-csv "$T/csv" \
		--export-markdown "$T/md" "true '{v}'" "'./$evil'"
	equal "$status" 0
	printf '%s\n' "$output" >"$T/text"
	clean "$T/text" "$T/json" "$T/csv" "$T/md"
	json_valid "$T/json"
	csv_has "$T/csv" ,
}

@test "a cgroup's name beside its counts" {
	need setpriv
	cgroup
	local evil=$cgroup/$'c\e[1m,"\xc2\x9b<|`\\' it
	mkdir "${cgroups[0]%/*}/$evil" 2>/dev/null || skip "no such cgroup can be made here"
	cgroups=("${cgroups[0]%/*}/$evil" "${cgroups[@]}")
	# a comma parts cgroups, and a pattern is what reaches it
	for it in '-o' '-x; -o' '-j -o'; do
		# shellcheck disable=SC2086  # words
		run pmx -a --for-each-cgroup "$cgroup/*" -e task-clock $it "$T/out" --json "$T/json" --timeout 50
		equal "$status" 0
		clean "$T/out" "$T/json"
		json_valid "$T/json"
		[[ $it != -x* ]] || csv_has "$T/out" ';'
		[[ $it != -j* ]] || json_lines_valid "$T/out"
	done
}

@test "a process that holds GPU memory, in what gpu writes" {
	need xmllint
	cp -r "$TOP/tests/fixtures/gpu-amdgpu" "$T/machine"
	local comm
	for comm in "$T"/machine/proc/[0-9]*/comm; do
		printf '%s' "$EVIL_COMM" >"$comm"
	done
	run -0 "$PERFMUX" gpu --sysroot "$T/machine" -o "$T/text" --json "$T/json" --csv "$T/csv" --svg "$T/svg" \
		--trace "$T/trace"
	clean "$T/text" "$T/json" "$T/svg" "$T/trace" "$T/csv"
	json_valid "$T/json" "$T/trace"
	csv_has "$T/csv" ,
	xmllint --noout "$T/svg"
}

@test "a machine's PMUs, events and units of any name, in what list and stat say" {
	local pmu=$T/machine/sys/bus/event_source/devices
	mkdir -p "$pmu/ev/events" "$pmu/ev/format" "$T/machine/sys/devices/system/cpu"
	echo 0 >"$T/machine/sys/devices/system/cpu/online"
	echo 77 >"$pmu/ev/type"
	echo 'config:0-63' >"$pmu/ev/format/event"
	echo 'event=0x1' >"$pmu/ev/events/"$'n\e[1m\n#ok 1\xc2\x9b"<|'
	echo 'event=0x2' >"$pmu/ev/events/fine"
	printf 'J\e[1m\xc2\x9b"' >"$pmu/ev/events/fine.unit"
	cp -r "$pmu/ev" "$pmu/"$'p\e[1m,"\n#ok 1\xff'
	"$PERFMUX" list --sysroot "$T/machine" --json "$T/json" >"$T/text" 2>&1
	"$PERFMUX" list --sysroot "$T/machine" --names >"$T/names" 2>&1
	"$PERFMUX" list --sysroot "$T/machine" --detail >"$T/detail" 2>&1 || true
	"$PERFMUX" list --sysroot "$T/machine" --json-lines >"$T/lines" 2>&1
	"$PERFMUX" doctor --sysroot "$T/machine" --json "$T/doctor" >"$T/health" 2>&1 || true
	"$PERFMUX" stat --sysroot "$T/machine" -e ev/fine/ --explain true >"$T/explain" 2>&1 || true
	clean "$T/text" "$T/json" "$T/names" "$T/detail" "$T/lines" "$T/explain" "$T/doctor" "$T/health"
	lines_hold "$T/text" "$T/names" "$T/detail" "$T/explain" "$T/health"
	json_valid "$T/json" "$T/doctor"
	json_lines_valid "$T/lines"
}

@test "a symbol of any name" {
	need gcc objcopy
	need_root
	printf 'int evil(void) { return 0; }\nint main(void) { return evil(); }\n' >"$T/x.c"
	gcc -O0 -o "$T/x.plain" "$T/x.c"
	objcopy --redefine-sym "evil=$EVIL_COMM" "$T/x.plain" "$T/x" || skip "objcopy does not take such names"
	local it
	for it in 'mem:v*:x' 'mem:nothing:x'; do
		"$PERFMUX" stat -e "$it" -o "$T/out" --json "$T/json" "$T/x" >"$T/said" 2>&1 || true
		cat "$T/said" >>"$T/all"
		[[ ! -s $T/out ]] || clean "$T/out" "$T/json"
	done
	[[ -s $T/all || -s $T/out ]]
	[[ ! -s $T/all ]] || clean "$T/all"
}

@test "what was typed, in complaints" {
	local it ended
	for it in "stat -e $EVIL true" "stat --$EVIL true" "$EVIL" "stat -o /nonexistent/$EVIL -e task-clock true" \
		"list $EVIL" "stress $EVIL" "mux -e $EVIL true" "bench --fail-if $EVIL true" "stat -C $EVIL true" \
		"stat -p $EVIL" "gpu --sort $EVIL" "stat --control fifo:$EVIL true" "stat --sysroot $EVIL true" \
		"bench --baseline /nonexistent$EVIL true" "stat --for-each-cgroup $EVIL -e task-clock true"; do
		# by blanks, so that the rest is one word
		IFS=' ' read -r -d '' -a words <<<"${it//\\/\\\\}" || true
		ended=0
		timeout 30 "$PERFMUX" "${words[@]}" >>"$T/said" 2>&1 || ended=$?
		((ended != 0 && ended != 124)) || { echo "status $ended, no complaint: $it" >&2 && return 1; }
	done
	run -127 --separate-stderr "$PERFMUX" stat -e task-clock "./$EVIL"
	printf '%s\n' "$stderr" >>"$T/said"
	run "$PERFMUX" bench -N "./$EVIL"
	printf '%s\n' "$output" >>"$T/said"
	clean "$T/said"
	lines_hold "$T/said"
}

@test "environment variables change no structure, and none reaches a terminal" {
	local name
	for name in COLUMNS LINES TERM LANG LC_ALL NO_COLOR TMPDIR LIBPFM_ENCODE_INACTIVE; do
		env "$name=$EVIL" "$PERFMUX" stat -o "$T/text.$name" --json "$T/json.$name" -e task-clock true \
			>>"$T/said" 2>&1
	done
	clean "$T"/text.* "$T"/json.*
	json_valid "$T"/json.*
	run env "PATH=$EVIL:$PATH" "$PERFMUX" stat -e task-clock no-such-command
	printf '%s\n' "$output" >>"$T/said"
	clean "$T/said"
}

@test "a command that doctor shows for the program is one that does nothing else" {
	need_root
	local dir="$T/a b;touch \$(x)'q" said path
	mkdir "$dir"
	cp "$PERFMUX" "$dir/perfmux"
	chmod 755 "$dir/perfmux"
	as_nobody test -x "$dir/perfmux" || skip "another user cannot reach it"
	as_nobody "$dir/perfmux" doctor --json "$T/doctor" >/dev/null 2>&1 || true
	[[ -s $T/doctor ]] || as_nobody "$dir/perfmux" doctor --json - >"$T/doctor" || true
	said=$(jq -r '[.. | strings | select(startswith("setcap "))][0]' "$T/doctor")
	[[ $said == setcap* ]]
	setcap() { path=${*: -1}; }
	eval "$said"
	equal "$path" "$dir/perfmux"
	# what cannot be shown as it is, is not shown
	mv "$dir" "$T/$EVIL_COMM"
	as_nobody "$T/$EVIL_COMM/perfmux" doctor >"$T/said" || true
	clean "$T/said"
	grep -qF 'command -v perfmux' "$T/said"
}
