# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# guests: *
#
# Two kinds of core: big on CPUs 0-1, little on 2-3. How long a task was on each is residency, and not
# multiplexing. On Arm these are the emulated PMUs, whose cycles are 1 a nanosecond; on x86 the
# synthetic ones, whose cycles are 2.

case $(uname -m) in
x86_64)
	synpmu bigname=cpu_core litname=cpu_atom raw=1
	big=cpu_core/cycles/ little=cpu_atom/cycles/ rate=2
	;;
*)
	big=armv8_cortex_a53/cycles/ little=armv8_cortex_a72/cycles/ rate=1
	;;
esac

residency() { of "100 * $(value "$1" resident_ns) / $(value "$1" anywhere_ns)"; }

if [ ! -d "/sys/bus/event_source/devices/${big%%/*}" ]; then
	skip "residency on two kinds of core" "this machine has one"
else
	on 0 measure -e cycles -- spin 300
	is "a task on big is counted there" "$(value $big status)" counted
	is "and nowhere else" "$(value $little status)" not_counted
	within "all of its time is there" "$(residency $big)" 98 100
	within "and it is not multiplexed" "$(value $big percent_running)" 99.9 100
	near "its cycles are the clock's" "$(value $big raw)" "$(of "$rate * $(value $big running_ns)")" 2

	measure -e cycles -- spin-on 0:300 2:300
	within "half of the time on the one" "$(residency $big)" 49 51
	near "and the other half on the other" "$(residency $little)" "$(of "100 - $(residency $big)")" 2
	within "no time elsewhere is taken for multiplexing" "$(value $big percent_running)" 99.9 100
	is "nothing is scaled up" "$(value $big scaled) $(value $little scaled)" "$(value $big raw) $(value $little raw)"
	near "the sum is all of the task's cycles" "$(total raw)" "$(of "$rate * $(value $big anywhere_ns)")" 2

	measure -e "$(repeated cycles 12)" -- spin-on 0:300 2:300
	within "more events than counters are multiplexed on each" "$(value $big percent_running)" 10 70
	near "and scaled by the time they were due" "$(value $big scaled)" "$(of "$rate * $(value $big resident_ns)")" 5

	ask stat -e cycles -- spin-on 0:100 2:100
	says "the report has a line for the sum" ' cycles( |$)'
	says "and the residency" '% resident\]$'
fi
