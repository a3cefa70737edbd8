# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# guests: arm64*
#
# A core PMU that QEMU emulates: six counters and one for cycles, of which there are 1 a nanosecond,
# and 8 an instruction.

pmus=$(cd /sys/bus/event_source/devices && echo armv8_*)
count=$(echo "$pmus" | wc -w)

# sum_of EVENT: its raw counts on all core PMUs
sum_of() { rows_awk '$c["event"] ~ event { sum += $c["raw"] } END { printf "%.15g\n", sum }' event="$1"; }

on 0 measure -e cycles -- spin 100
is "a generic event is one on each core PMU" "$(rows pmu "${pmus%% *}")" 1
is "counted where the task was" "$(rows status counted)" 1
is "and not elsewhere" "$(rows status not_counted)" $((count - 1))
near "1 a nanosecond" "$(total raw)" "$(total running_ns)" 5

on 0 measure -e '{cycles,instructions}' -- spin 100
near "8 cycles an instruction" "$(of "$(sum_of cycles) / $(sum_of instructions)")" 8 1

measure -e cycles -- spin-on 0:200 3:200
is "a task that moves is counted on all" "$(rows status counted)" "$count"
near "and the sum is whole" "$(total raw)" "$(rows_awk 'NR == 2 { print $c["enabled_ns"] }')" 5

attempts measure -a -e cycles -- sleep 0.2
is "all CPUs" "$(grep -v ' ffff' /scratch/attempts | cut -d ' ' -f 1 | xargs)" "0 1 2 3"
if [ "$count" -gt 1 ] && ! after_rewrite; then
	is "this kernel is asked once a PMU whether it knows the extended type" "$(grep -c ' ffff' /scratch/attempts)" "$count"
else
	is "and no attempt fails" "$(grep -c ' ffff' /scratch/attempts)" 0
fi

for pmu in $pmus; do
	cpus=$(cat "/sys/bus/event_source/devices/$pmu/cpus")
	event=$pmu/cpu_cycles/
	on "$cpus" measure -e "$(repeated "$event" 7)" -- spin 100
	is "seven events fit on $pmu" "$(rows percent_running 100.00)" 7
	on "$cpus" measure -e "$(repeated "$event" 12)" -- spin 1000
	within "of twelve, seven run at once" "$(of "$(total percent_running) / 100")" 6.8 7.05
	every "scaled, 1 a nanosecond" scaled "$(value "$event" enabled_ns)" 15
done
