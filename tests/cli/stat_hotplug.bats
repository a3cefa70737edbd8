#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# CPUs that leave while they are counted, and CPUs that are not there.

load helpers

setup() {
	common_setup
	need_root
	[[ -w /sys/devices/system/cpu/cpu1/online ]] || skip "CPU 1 cannot be taken offline here"
	[[ $(cat /sys/devices/system/cpu/cpu1/online) == 1 ]] || skip "CPU 1 is offline already"
}

cpu1() {
	[[ $1 == 1 ]] || offline+=(1)
	echo "$1" >/sys/devices/system/cpu/cpu1/online 2>/dev/null
}

@test "a CPU that leaves costs its own counters, not the run" {
	start pmx -a -A -I 100 -x, -o "$T/csv" -e task-clock sleeper 2000
	attached "$pid"
	sleep 0.5
	cpu1 0 || skip "CPU 1 cannot be taken offline here"
	sleep 0.7
	cpu1 1
	finish
	equal "$status" 0
	# CPU 0 counted to the end, CPU 1 did not, and is not said to have counted 0
	local intervals
	intervals=$(awk -F, '$2 == "CPU0" { end = $1 } END { print int(end * 10) }' "$T/csv")
	between $((intervals - 3)) "$(awk -F, '$2 == "CPU0" && $3 + 0 > 0' "$T/csv" | wc -l)" $((intervals + 1))
	between 5 "$(grep -c ',CPU1,<not counted>,' "$T/csv")" $((intervals - 2))
	equal "$(grep -c ',CPU1,0' "$T/csv")" 0
	# the file has no room for the reason
	has 'CPU 1 went offline'
}

@test "the loss of a CPU is said in one line, and what it counted is kept" {
	start pmx -a -e task-clock,context-switches sh -c 'until test -e "$1"; do sleep 0.05; done' sh "$T/end"
	attached "$pid"
	sleep 0.4
	cpu1 0 || skip "CPU 1 cannot be taken offline here"
	sleep 0.6
	: >"$T/end"
	finish
	cpu1 1
	equal "$status" 0
	equal "$(times 'CPU 1 [^:]*offline')" 1
	# all of CPU 0 and a part of CPU 1
	local whole
	whole=$(awk '/seconds time elapsed/ { print $1 * 1000 }' <<<"$output")
	between "$(awk "BEGIN { print $whole * 0.95 }")" \
		"$(awk '/task-clock/ { gsub(",", ""); print $1; exit }' <<<"$output")" \
		"$(awk "BEGIN { print $whole * 2 - 500 }")"
}

@test "only CPUs that are online are opened" {
	cpu1 0 || skip "CPU 1 cannot be taken offline here"
	run -0 pmx -a -A -x, -o "$T/csv" -e task-clock true
	cpu1 1
	equal "$(grep -c '^CPU' "$T/csv")" "$(($(cpu_count) - 1))"
	absent 'not supported' "$T/csv"
}

@test "naming a CPU that is offline is an error that says so" {
	cpu1 0 || skip "CPU 1 cannot be taken offline here"
	run pmx -C 1 -e task-clock true
	cpu1 1
	equal "$status" 125
	has 'CPU ?1'
	has 'offline|not online'
}
