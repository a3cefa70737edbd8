#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154  # variables are from helpers.bash
#
# What people read fits into 80 columns, in every form that it has, on a terminal or not.

load helpers

# fits WORDS...: runs perfmux; no line of what it says is wider than a screen.
fits() {
	local status=0 wide
	"$PERFMUX" "$@" >"$T/said" 2>&1 || status=$?
	echo "$*: exit status $status" # seen when it fails
	cat "$T/said"
	((status < 125))
	[[ -s $T/said ]]
	wide=$(LC_ALL=C.UTF-8 grep -m 3 -E '^.{81}' "$T/said" || true)
	equal "$wide" ''
}

EVENTS=task-clock,cpu-clock,context-switches,cpu-migrations,page-faults,minor-faults,alignment-faults

@test "stat, of a command: once, repeated, in intervals, in detail" {
	local detail
	for detail in -d -ddd "-e$EVENTS"; do
		fits stat "$detail" true
		fits stat "$detail" -r 3 true
		fits stat "$detail" -r 3 --table true
		fits stat "$detail" -I 20 sleeper 50
		fits stat "$detail" -I 20 --summary sleeper 50
		fits stat "$detail" -r 2 -I 20 sleeper 50
		fits stat "$detail" --no-big-num true
		fits stat "$detail" -v true
		fits stat "$detail" --dry-run true
	done
	fits stat --help
}

@test "stat, of all CPUs: by CPU, core, die, cache, cluster, socket, node" {
	need_root
	local by
	for by in --no-aggr --per-core --per-die --per-cache --per-cluster --per-socket --per-node; do
		fits stat -a -ddd "$by" sleeper 10
		fits stat -a -ddd "$by" -I 20 sleeper 50
		fits stat -a -ddd "$by" -r 2 sleeper 10
		fits stat -a -e "$EVENTS" "$by" -I 20 sleeper 50
	done
}

@test "stat, by thread and by cgroup" {
	need_root
	launch many-threads 4
	fits stat --per-thread -e "$EVENTS" -p "$workload" sleeper 50
	fits stat --per-thread -e "$EVENTS" -I 20 -a sleeper 50
	fits stat --per-thread -e "$EVENTS" -a sleeper 50
	fits stat -a -e "$EVENTS" --for-each-cgroup / sleeper 10
	fits stat -a -e "$EVENTS" --for-each-cgroup / -I 20 sleeper 50
}

@test "the other commands" {
	need_tracefs
	local it words machine
	for it in 'mux -e task-clock,context-switches true' 'mux -v -e task-clock true' 'mux -a -e task-clock true' \
		'mux --help' 'gpu --sysroot gpu-amdgpu' 'gpu -v --sysroot gpu-i915' 'gpu -v --sysroot gpu-panfrost' \
		'gpu --help' 'bench -r 3 true' 'bench -v -r 3 true sleeper' 'bench -r 3 -e task-clock,page-faults true sleeper' \
		'bench -L n 1,20,300 -r 2 sleeper*{n}' 'bench --help' 'list' 'list --help' 'doctor' 'doctor --help' \
		'stress --list' 'stress -v race.no-fds' 'stress --explain race.no-fds' 'stress --help' '--help'; do
		read -ra words <<<"${it//sysroot gpu/sysroot $TOP/tests/fixtures/gpu}"
		fits "${words[@]//\*/ }"
	done
	for machine in alderlake amd android arm3 server vm; do
		for it in list 'list -v' doctor; do
			read -ra words <<<"$it"
			fits "${words[@]}" --sysroot "$TOP/tests/fixtures/$machine"
		done
		fits stat --dry-run -ddd --sysroot "$TOP/tests/fixtures/$machine" true
	done
}
