# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# guests: arm64*
#
# A core PMU that is emulated in hardware: seven counters, cycles count 1 a nanosecond.

pmus=$(cd /sys/bus/event_source/devices && echo armv8_*)
count=$(echo "$pmus" | wc -w)

on 0 measure -e cycles -- spin 100
is "a generic event is one on each core PMU" "$(rows pmu "${pmus%% *}")" 1
is "counted where the task was" "$(rows status counted)" 1
is "and not elsewhere" "$(rows status not_counted)" $((count - 1))
near "1 a nanosecond" "$(total raw)" "$(total running_ns)" 5

measure -e cycles -- spin-on 0:200 3:200
is "a task that moves is counted on all" "$(rows status counted)" "$count"
near "and the sum is whole" "$(total raw)" "$(rows_awk 'NR == 2 { print $c["enabled_ns"] }')" 5

attempts measure -a -e cycles -- sleep 0.2
is "all CPUs" "$(awk '{ print $1 }' /tmp/attempts | sort | xargs)" "0 1 2 3"
is "and no attempt fails" "$(grep -c ' ffff' /tmp/attempts)" 0

for pmu in $pmus; do
	cpus=$(cat "/sys/bus/event_source/devices/$pmu/cpus")
	event=$pmu/cpu_cycles/
	on "$cpus" measure -e "$(repeated "$event" 7)" -- spin 100
	is "seven events fit on $pmu" "$(rows percent_running 100.00)" 7
	on "$cpus" measure -e "$(repeated "$event" 12)" -- spin 1000
	within "of twelve, seven run at once" "$(of "$(total percent_running) / 100")" 6.9 7.05
	every "scaled, 1 a nanosecond" scaled "$(value "$event" enabled_ns)" 5
done
