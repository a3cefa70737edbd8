# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# guests: arm64*
#
# Software increments of Arm's PMU: event 0, to which sysfs gives no name here, counts what software
# makes it count, exactly.

for pmu in /sys/bus/event_source/devices/armv8_*; do
	cpus=$(cat "$pmu/cpus")
	pmu=$(basename "$pmu")
	event=$pmu/event=0/
	make="echo 5000 >/sys/kernel/debug/gpumem/swinc"

	on "$cpus" measure -e "$event" -- sh -c "$make"
	is "one event on $pmu" "$(value "$event" raw)" 5000
	on "$cpus" measure -e "$(repeated "$event" 6)" -- sh -c "$make"
	is "six at once" "$(rows raw 5000)" 6
	on "$cpus" measure -a -e "$event" -- sh -c "$make"
	is "on all its CPUs" "$(value "$event" raw)" 5000
	# Without a process for each step: it would inherit all events.
	# shellcheck disable=SC2016  # expanded there
	on "$cpus" measure -e "$(repeated "$event" 12)" -- sh -c \
		'i=0; while [ $i -lt 5000 ]; do echo 10 >/sys/kernel/debug/gpumem/swinc; i=$((i + 1)); done'
	every "twelve on six counters, scaled" scaled 50000 10
	within "six run at once, the seventh counts but cycles" "$(of "$(total percent_running) / 100")" 5.9 6.02
done
