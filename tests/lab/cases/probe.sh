# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash disable=SC2154
#
# perfmux list --probe: every event is opened and given something to count, and its verdict is what
# this guest's PMUs really do.

# probe FILTER...: the events, a line each, to $messages
probe() { ask list --probe -j "$@"; }

# line NAME: of the event or PMU with this name
line() { grep -F "\"name\":\"$1\"" "$messages"; }

# verdict TEXT NAME WANTED
verdict() { is "$1" "$(member verdict "$(line "$2")")" "$3"; }

probe
is "all is probed" "$status" 0
for it in cpu-clock task-clock page-faults minor-faults context-switches cpu-migrations; do
	verdict "$it counts what it should" $it counts
done
verdict "what cannot be checked is only said to open" dummy opens
for access in '[/LEN]:w' '[/LEN]:rw' :x; do
	verdict "a breakpoint counts" "mem:ADDR$access" counts
	is "exactly" "$(member raw "$(line "mem:ADDR$access")")" 1000
done
case $arch in
x86_64) verdict "x86 has none for reads alone" "mem:ADDR[/LEN]:r" not_supported ;;
*) verdict "a breakpoint counts reads alone" "mem:ADDR[/LEN]:r" counts ;;
esac
is "tracepoints are left alone unless named" "$(grep -c '"section":"tracepoint"' "$messages")" 0
sed 's/$/,/; 1s/^/[/; $s/,$/]/' "$messages" >/scratch/all
is_json "every line is JSON" /scratch/all
probe sys_enter_getppid
verdict "a tracepoint counts" syscalls:sys_enter_getppid counts
is "each call" "$(member raw "$(line syscalls:sys_enter_getppid)")" 1000
perfmux list --probe --json /scratch/all sw breakpoint >/dev/null
is_json "the document is JSON" /scratch/all

# pmu_is NAME KIND CPUS: as it is listed
pmu_is() {
	is "$1 is listed as what it is" "$(member kind "$(line "$1")") $(member cpus "$(line "$1")")" "$2 $3"
}

of_arm() {
	probe
	for pmu in /sys/bus/event_source/devices/armv8_*; do
		pmu_is "${pmu##*/}" core "$(cat "$pmu/cpus")"
		verdict "an event of its own opens" "${pmu##*/}/cpu_cycles/" opens
	done
	verdict "cycles are as many as can be" cpu-cycles counts
	verdict "instructions are those of the workload" instructions counts
	verdict "QEMU's PMU has no branches" branch-instructions not_supported
	is "which is said" "$(member reason "$(line branch-instructions)" | grep -c 'armv8_.* does not have this event')" 1
}

of_intel() {
	probe hw
	verdict "no PMU, no cycles" cpu-cycles not_supported
	is "which is said" "$(member reason "$(line cpu-cycles)" | grep -c 'no hardware PMU here')" 1

	synpmu bigname=cpu_core litname=cpu_atom raw=1 ibsname=ibs_op
	probe
	pmu_is cpu_core core 0-1
	pmu_is cpu_atom core 2-3
	pmu_is syn_unc uncore 0
	pmu_is ibs_op sampling ''
	verdict "cycles are as many as can be" cpu-cycles counts
	# 3 a nanosecond, whatever is executed
	verdict "instructions that are none are found out" instructions wrong_count
	verdict "others do not exist" branch-instructions not_supported
	verdict "an event of its own opens" cpu_core/ns2/ opens
	verdict "the clock of the CPU is right" msr/tsc/ counts
	verdict "an uncore PMU has no tasks" syn_unc/ns2/ cpu_only
	near "and counts on its CPU" "$(member raw "$(line syn_unc/ns2/)")" \
		"$(of "2 * $(member running_ns "$(line syn_unc/ns2/)")")" 2
	if after_rewrite; then
		verdict "a sampling PMU counts for tasks" ibs_op/ns2/ opens
	else
		verdict "a sampling PMU has no tasks" ibs_op/ns2/ cpu_only
	fi
}

# Opens, runs, and counts nothing: as where a hypervisor hands out a PMU that is none.
of_silent() {
	synpmu bigname=cpu_core litname=cpu_atom raw=1 silent=cpu_atom
	probe hw pmu
	verdict "a PMU that counts nothing is found out" cpu-cycles counts_nothing
	is "by name" "$(member reason "$(line cpu-cycles)" | cut -d ' ' -f 1)" cpu_atom:
	within "though it ran" "$(member running_ns "$(line cpu-cycles)")" 1e6 1e9
	within "the other PMU does count" "$(member raw "$(line cpu_core/ns1/)")" 1e6 1e9
	ask list --probe cpu-cycles
	says "which people are told" 'cpu-cycles.* counts nothing'

	synpmu big=0-3 little=none nbig=1
	perfmux stat -a -e syn_big/ns1/D -- sleep 60 2>/dev/null &
	sleep 1
	probe syn_big/ns2/
	verdict "without a counter it never ran" syn_big/ns2/ never_ran
	kill $!
	wait $! 2>/dev/null
	probe syn_big/ns2/
	verdict "once it is free it does" syn_big/ns2/ opens
}

if [ "$arch" = x86_64 ]; then
	of_intel
	of_silent
else
	of_arm
fi
