#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# Breakpoints by symbol: where they are looked for, at which address they are opened, what they
# count where the machine has breakpoints, and what is said where there is no symbol.

load helpers

# nm_address FILE SYMBOL: in hexadecimal, without zeros in front
nm_address() { nm "$1" | awk -v name="$2" '$3 == name { sub(/^0*/, "", $1); print $1 }'; }

# printed NAME [FILE]: the address that bp-target said
printed() { awk -v name="$1" '$1 == name { sub(/^0x/, "", $2); print $2 }' "${2:-$T/said}"; }

# A breakpoint that is known to be hit, since hypervisors may drop them.
need_breakpoints() {
	need_root
	pmx -x, -o "$T/probe" -e mem:bp_word:w bp-target 10 0 0 >"$T/said" </dev/null
	[[ $(value mem:bp_word:w "$T/probe") == 10 ]] || skip "breakpoints do not count here"
}

# compiled NAME: a program that uses a library of its own
compiled() {
	need cc
	echo 'volatile long shared; void library(void); void library(void) { shared++; }' >"$T/lib.c"
	echo 'void library(void); int main(void) { for (int i = 0; i < 5; i++) library(); }' >"$T/user.c"
	(cd "$T" && cc -shared -fPIC -o libuser.so lib.c && cc -o "$1" user.c -L. -luser -Wl,-rpath,"\$ORIGIN")
}

@test "--dry-run shows where a symbol is, and how much of it is watched" {
	need nm
	run -0 pmx --dry-run -e mem:bp_word:w,mem:bp_table,mem:bp_here,mem:bp_bytes/2:r bp-target
	has "mem:bp_word:w .*/bp-target 0x$(nm_address "$WORKLOADS/bp-target" bp_word), w 8 bytes"
	has "mem:bp_table .*/bp-target 0x$(nm_address "$WORKLOADS/bp-target" bp_table), rw 8 of 1024 bytes"
	has "mem:bp_here .*/bp-target 0x$(nm_address "$WORKLOADS/bp-target" bp_here), x"
	has "mem:bp_bytes/2:r .*, r 2 of 12 bytes"
}

@test "--dry-run finds symbols of shared libraries" {
	compiled user
	run -0 pmx --dry-run -e mem:library,mem:libuser.so:shared:w "$T/user"
	has "mem:library .*/libuser.so 0x$(nm_address "$T/libuser.so" library), x"
	has 'mem:libuser.so:shared:w .*, w 8 bytes'
}

@test "in a process that runs a symbol is where the process has it" {
	need_root
	launch bp-target 0 0 0
	run -0 pmx --dry-run -p "$workload" -e mem:bp_word:w,mem:bp_here
	has "mem:bp_word:w .* at 0x$(printed bp_word), w 8 bytes"
	has "mem:bp_here .* at 0x$(printed bp_here), x"
}

@test "in a command a symbol is opened where the command has it" {
	need_root
	need strace
	# who is traced cannot trace itself, which is how leaks are looked for
	ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0 strace -v -e trace=perf_event_open -o "$T/trace" \
		"$PERFMUX" stat -e mem:bp_word:w,mem:bp_here bp-target 1 1 1 >"$T/said" 2>"$T/log" </dev/null
	has "bp_addr=0x$(printed bp_word), " "$(<"$T/trace")" ||
		has "config1=0x$(printed bp_word), " "$(<"$T/trace")"
	has "bp_addr=0x$(printed bp_here), " "$(<"$T/trace")" ||
		has "config1=0x$(printed bp_here), " "$(<"$T/trace")"
	has 'enable_on_exec=0' "$(<"$T/trace")"
}

@test "accesses are counted exactly, in a command and in a process" {
	need_breakpoints
	csv -e mem:bp_word:w,mem:bp_word,mem:bp_here bp-target 1000 50 7 </dev/null
	equal "$(value mem:bp_word:w)" 1000
	equal "$(value mem:bp_word)" 1050
	equal "$(value mem:bp_here)" 7
	launch bp-target 30 0 0
	start pmx -x, -o "$T/csv" -p "$workload" -e mem:bp_word:w
	attached "$pid"
	go
	finish
	equal "$status" 0
	equal "$(value mem:bp_word:w)" 30
}

@test "each run finds its symbols anew" {
	need_breakpoints
	compiled user
	csv -r 3 -e mem:library,mem:main "$T/user"
	has '^5,,mem:library,0.00%,' "$(<"$T/csv")"
	has '^1,,mem:main,0.00%,' "$(<"$T/csv")"
}

@test "a symbol ends with its program, in children too" {
	need_breakpoints
	need cc
	echo 'volatile int shared; int main(int n, char **v) { shared = n; return n > 1 ? execv(v[1], v + 1) : 0; }' >"$T/p.c"
	echo '#include <unistd.h>' | cat - "$T/p.c" >"$T/q.c"
	# at a fixed address, where the next one has it again
	cc -no-pie -o "$T/p" "$T/q.c"
	csv -e mem:shared:w "$T/p" "$T/p" "$T/p"
	equal "$(value mem:shared:w)" 1
}

@test "the fifth breakpoint on x86 is told who has the slots" {
	need_root
	[[ $(uname -m) == x86_64 ]] || skip "another number of slots"
	run -0 pmx -e mem:bp_word:w,mem:bp_here,mem:bp_table,mem:main,mem:bp_bytes bp-target 0 0 0 </dev/null
	has 'mem:bp_bytes: all 4 breakpoint slots of the CPU are in use, by mem:bp_word:w, mem:bp_here, mem:bp_table, mem:main'
	run -0 pmx --dry-run -e mem:bp_word:w,mem:bp_here,mem:bp_table,mem:main,mem:bp_bytes bp-target
	has 'mem:bp_bytes .*number 5 for 4 slots'
	# refused as a whole, before the command has run
	run -125 pmx --strict -e mem:bp_word:w,mem:bp_here,mem:bp_table,mem:main,mem:bp_bytes bp-target 0 0 0 </dev/null
	lacks 'ready'
}

@test "that a breakpoint is shorter than what it is set on is said" {
	need_root
	run -0 pmx -e mem:bp_table:w,mem:bp_word:w,mem:bp_table/4:w bp-target 0 0 0 </dev/null
	has 'mem:bp_table:w watches 8 of 1024 bytes'
	equal "$(times 'watches')" 1
}

@test "a symbol that cannot be watched ends the run before the command" {
	local spec
	for spec in mem:bp_wrod mem:bp_thread mem:bp_word+8 mem:nofile:bp_word mem:memcpy mem:bp-target:0xfffffff0; do
		run -125 pmx -e "$spec" touch "$T/ran"
		run -125 pmx -e "$spec" bp-target </dev/null
		((${#lines[@]} <= 2)) || { show; return 1; }
		has "'${spec/+/\\+}'"
		lacks ready
	done
	[[ ! -e $T/ran ]]
	run -125 pmx -e mem:bp_wrod bp-target
	has "did you mean 'bp_word'"
}

@test "symbols of scripts, CPUs and sysroots are refused with the reason" {
	printf '#!/bin/sh\n:\n' >"$T/script"
	chmod +x "$T/script"
	run -125 pmx -e mem:bp_word "$T/script"
	has 'is a script: what counts is the program that runs it'
	run -125 pmx -a -e mem:bp_word true
	has 'only in a process'
	run -125 pmx --sysroot "$TOP/tests/fixtures/vm" --dry-run -p 1 -e mem:bp_word
	has 'has no tasks'
	run -127 pmx -e mem:bp_word "$T/nothing"
}

@test "a script without an interpreter is run by the shell, where a symbol is not" {
	need_root
	echo 'exit 3' >"$T/plain"
	chmod +x "$T/plain"
	run -125 pmx -e mem:bp_word "$T/plain"
	has "no symbol 'bp_word'"
}

@test "a command that ends before its libraries are loaded is reported" {
	need_root
	compiled user
	cp "$T/libuser.so" "$T/libother.so"
	(cd "$T" && cc -shared -fPIC -o libgone.so lib.c && cc -o gone user.c -L. -lgone -Wl,-rpath,"\$ORIGIN" && rm libgone.so)
	run -127 pmx -e mem:environ,task-clock "$T/gone"
	has 'mem:environ'
	has 'before its libraries were loaded'
}

@test "where ptrace is refused, one line says so and another what helps" {
	need_root
	need strace
	ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0 run -125 strace -f -o "$T/trace" \
		"$PERFMUX" stat -e mem:bp_word:w bp-target </dev/null
	has 'ptrace is refused'
	has 'use -p'
	((${#lines[@]} == 2))
}

@test "a program that changes its user is refused" {
	need_root
	need setpriv
	public_copy
	cp "$WORKLOADS/bp-target" "$T/setuid"
	chmod 4755 "$T/setuid"
	run -125 as_nobody "$T/perfmux" stat -e mem:bp_word:w:u "$T/setuid" </dev/null
	has 'is set-user-ID'
	chmod 755 "$T/setuid"
	run -0 as_nobody "$T/perfmux" stat -e mem:bp_word:w:u "$T/setuid" </dev/null
	chmod 711 "$T/setuid"
	run -125 as_nobody "$T/perfmux" stat -e mem:bp_word:w:u "$T/setuid" </dev/null
	has 'cannot be read'
}
