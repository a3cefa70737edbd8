#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
#
# What is built has what the compiler and the linker offer against faults being used.

load helpers

setup() {
	common_setup
	[[ ! ${PERFMUX_SAN:-} ]] || skip "sanitizers are in the place of these"
	need readelf
	library=$(dirname "$PERFMUX")/libperfmux.so.0
	both=("$PERFMUX")
	[[ ! -e $library ]] || both+=("$library")
}

# both_have WHAT PATTERN OPTION: readelf shows it.
both_have() {
	local file
	for file in "${both[@]}"; do
		readelf -W "$3" "$file" | grep -qE "$2" || {
			echo "$file: $1 is missing"
			return 1
		}
	done
}

@test "the program is position independent" {
	readelf -hW "$PERFMUX" | grep -q 'Type:.*DYN'
	readelf -dW "$PERFMUX" | grep -q 'FLAGS_1.*PIE'
}

@test "addresses are resolved at start and read-only from then on" {
	both_have "-z relro" GNU_RELRO -l
	both_have "-z now" '\(FLAGS\) .*BIND_NOW|FLAGS_1.*NOW' -d
}

@test "no stack is executable, no segment is both written and executed" {
	both_have "-z noexecstack" 'GNU_STACK .* RW +0x' -l
	local file
	for file in "${both[@]}"; do
		run ! grep -E 'LOAD .* RWE ' <(readelf -lW "$file")
	done
}

@test "overflows of the stack and of buffers are caught" {
	both_have "-fstack-protector" ' __stack_chk_fail' --dyn-syms
	both_have "_FORTIFY_SOURCE" ' __[a-z]+_chk' --dyn-syms
}

# That control flow is guarded is marked in a program only when the C library's start files are as
# well, which those of Debian 12 are not: what the compiler says is asked instead.
@test "every file, libperf's too, was compiled against stack clashes, and for x86 with guarded control flow" {
	local file flag flags=(-fstack-clash-protection -fstack-protector-strong)
	[[ $(uname -m) != x86_64 ]] || flags+=(-fcf-protection)
	for file in "${both[@]}"; do
		readelf -p .debug_str "$file" | grep -o 'GNU C[0-9+]* .*' >"$T/producers" || skip "no debug information"
		for flag in "${flags[@]}"; do
			run ! grep -vF -e "$flag" "$T/producers"
		done
	done
}

@test "the library needs nothing that it does not name" {
	[[ -e $library ]] || skip "no shared library here"
	run -0 ldd -r "$library"
	[[ $output != *"undefined symbol"* ]]
}
