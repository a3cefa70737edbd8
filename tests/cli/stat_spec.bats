#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# Event specs as a user types them, right and wrong, and the plan that --dry-run shows.

load helpers

@test "an unknown event names the near misses" {
	run -125 pmx -e page-fautls true
	has 'page-fautls'
	has 'did you mean.*page-faults'
	((${#lines[@]} <= 2))
}

@test "an unknown tracepoint names the near misses" {
	need_tracefs sched:sched_switch
	run -125 tpmx -e sched:sched_swich true
	has 'sched_switch'
	run -125 tpmx -e shced:sched_switch true
	has 'sched'
}

@test "an unknown PMU or term is named" {
	run -125 pmx -e 'nopmu/event=1/' true
	has nopmu
	run -125 pmx -e 'software/noterm=1/' true
	has noterm
}

@test "specs that are none are refused, each with one message" {
	local spec
	for spec in '' ',' '{' '}' '{}' 'task-clock,,dummy' '{task-clock' 'task-clock}' 'task-clock:zz' \
		'mem:' 'mem:0x1000/3:w' 'mem:0x1000:q' 'r' 'rzz' 'software/config=' 'software/config=0x' \
		'software/config=99999999999999999999999/' ':::' 'a:b:c:d' '{{task-clock}}' '//' '/' $'\e[31m'; do
		run -125 pmx -e "$spec" true
		((${#lines[@]} <= 2)) || { echo "spec '$spec'"; show; return 1; }
		lacks $'\e'
	done
}

@test "long and deeply nested specs end in a message" {
	run -125 pmx -e "$(head -c 100000 /dev/zero | tr '\0' '{')" true
	run -125 pmx -e "$(head -c 100000 /dev/zero | tr '\0' 'a')" true
	run -125 pmx -e "software/$(head -c 100000 /dev/zero | tr '\0' 'b')/" true
}

@test "aliases of generic names count the same" {
	need_root
	csv -e faults,page-faults,cs,context-switches,migrations,cpu-migrations true
	equal "$(value faults)" "$(value page-faults)"
	equal "$(value cs)" "$(value context-switches)"
	equal "$(value migrations)" "$(value cpu-migrations)"
}

@test "a PMU's terms in sysfs are understood" {
	need_root
	[[ -d /sys/bus/event_source/devices/msr ]] || skip "no msr PMU here"
	csv -e msr/tsc/ spin 20
	between 1000000 "$(value msr/tsc/)" 1000000000000
	local config
	config=$(sed 's/event=//' /sys/bus/event_source/devices/msr/events/tsc)
	csv -e "msr/event=$config/" spin 20
	between 1000000 "$(value "msr/event=$config/")" 1000000000000
}

@test "--dry-run shows the plan and opens and runs nothing" {
	need strace
	run -0 opens "$PERFMUX" stat --dry-run -e task-clock,page-faults touch "$T/ran"
	equal "$output" ""
	[[ ! -e $T/ran ]]
	run -0 pmx --dry-run -e task-clock,page-faults touch "$T/ran"
	has task-clock
	has page-faults
	has 'descriptor'
}

@test "--all-user and --all-kernel hold for every event" {
	need_root
	need setarch
	run -0 setarch -R "$PERFMUX" stat --all-user -x, -o "$T/a" -e page-faults faults 000
	run -0 setarch -R "$PERFMUX" stat --all-user -x, -o "$T/b" -e page-faults faults 500
	equal $(($(awk -F, '/page-faults/ { print $1 }' "$T/b") - $(awk -F, '/page-faults/ { print $1 }' "$T/a"))) 500
}
