# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154,SC2034  # variables are from helpers.bash, and for those who load this
#
# Files that results go to, of every command.

# What each command writes on its own: COMMAND OPTION WORDS... with the file put in for @.
WAYS=(
	'stat -o @ -e task-clock true'
	'stat --json @ -e task-clock true'
	'gpu --sysroot MACHINE --json @'
	'gpu --sysroot MACHINE --csv @'
	'gpu --sysroot MACHINE --svg @'
	'mux -o @ -e task-clock true'
	'mux --json @ -e task-clock true'
	'mux --svg @ -e task-clock true'
	'bench --export-json @ -r 2 true'
	'bench --export-csv @ -r 2 true'
	'bench --save @ -r 2 true'
	'list --json @ sw'
	'doctor --json @'
	'stress --json @ race.no-fds'
	'stress --junit @ race.no-fds'
)

# way FILE WORDS: runs one of them; what it says goes to $T/said.
way() {
	local line=${2/MACHINE/$TOP/tests/fixtures/gpu-amdgpu} words
	read -ra words <<<"${line//@/$1}"
	"${TRACED[@]}" "${BEFORE[@]}" "$PERFMUX" "${words[@]}" >"$T/said" 2>&1
}

files_setup() {
	common_setup
	need_tracefs
	BEFORE=()
	mkdir "$T/d"
}

# Fails with what was said.
said() {
	echo "$1" && cat "$T/said"
	return 1
}

# Nothing but these files is in $T/d.
only() {
	equal "$(ls -A "$T/d")" "$(printf '%s\n' "$@")"
}
