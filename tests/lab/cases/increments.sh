# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# guests: arm64*
#
# Software increments of Arm's PMU: event 0 counts what software makes it count, exactly.

for pmu in /sys/bus/event_source/devices/armv8_*; do
	cpus=$(cat "$pmu/cpus")
	pmu=$(basename "$pmu")
	event=$pmu/sw_incr/
	make="echo 5000 >/sys/kernel/debug/gpumem/swinc"

	measure -e "$event" -- taskset -c "${cpus%%-*}" sh -c "$make"
	is "one event on $pmu" "$(value "$event" raw)" 5000
	measure -e "$(repeated "$event" 6)" -- taskset -c "${cpus%%-*}" sh -c "$make"
	is "six at once" "$(rows raw 5000)" 6
	measure -a -e "$event" -- taskset -c "${cpus%%-*}" sh -c "$make"
	is "on all its CPUs" "$(value "$event" raw)" 5000
	measure -e "$(repeated "$event" 12)" -- taskset -c "${cpus%%-*}" sh -c \
		'i=0; while [ $i -lt 500 ]; do echo 100 >/sys/kernel/debug/gpumem/swinc; usleep 2000; i=$((i + 1)); done'
	every "twelve on seven counters, scaled" scaled 50000 10
	within "seven run at once" "$(of "$(total percent_running) / 100")" 6.9 7.05
done
