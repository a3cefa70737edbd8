# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash disable=SC2034,SC2154
#
# perfmux doctor says what this guest is: the kernel's age, its PMUs, the watchdog, gpu_mem, rights.

# examine: the findings, a line each, to $messages; $status
examine() { ask doctor --json -; }

# finds TEXT SUBJECT HEALTH PATTERN: of the last examination
finds() {
	local line
	line=$(grep "^{\"subject\":\"$2\"" "$messages")
	if [ "$(member health "$line")" = "$3" ] && member text "$line" | grep -Eq -e "$4"; then
		pass "$1"
	else
		fail "$1" "wanted $2 to be $3, like '$4'"
	fi
}

examine
is_json "the document is JSON" "$messages"
is "it names the kernel" "$(member kernel "$(head -1 "$messages")")" "$(uname -r)"
is "every subject has its finding" "$(grep -c '^{"subject"' "$messages")" 12
is "the exit status is whether there are problems" "$status" \
	"$(grep -q '^{"subject":.*"health":"problem"' "$messages" && echo 1 || echo 0)"
finds "perf_event_open works" open ok works
finds "tracefs is found" tracefs ok '^/sys/kernel/tracing is readable'
finds "root is above the level" paranoid ok 'lifts'

# --- PMUs, and the context of a task's ---------------------------------------------------------

one='by its version it is older .* several hardware PMUs only'
several='share one context'
! after_rewrite || one='each by itself' several='each by itself'
ok=note
! after_rewrite || ok=ok
set -- /sys/bus/event_source/devices/armv8_*
case $arch:$# in
x86_64:*)
	finds "no PMU, and who keeps it from us" hardware problem '^no hardware PMU: QEMU \(the hypervisor\)'
	finds "the kernel's age does not matter then" kernel ok "$one"
	finds "nothing is multiplexed" mux ok 'no PMU here multiplexes'
	synpmu bigname=cpu_core litname=cpu_atom raw=1
	examine
	finds "two kinds of core" hardware ok 'several core PMUs: cpu_atom on CPUs 2-3, cpu_core on CPUs 0-1$'
	finds "the kernel's age matters" kernel $ok "$several"
	if after_rewrite; then
		finds "every PMU rotates by itself" mux ok 'every 4 ms, on all PMUs that multiplex'
	else
		finds "PMUs that share a context rotate together" mux ok 'cpu_atom 0, cpu_core 4, .*together'
	fi
	echo 50 >/sys/bus/event_source/devices/cpu_core/perf_event_mux_interval_ms
	examine
	finds "a slow rotation is noted" mux note 'wait 50 ms for their turn on cpu_core'
	synpmu little=none big=0-3 ibs=none
	examine
	finds "one kind of core" hardware ok 'one core PMU: syn_big on CPUs 0-3$'
	finds "does not share" kernel ok "$one"
	;;
*:2)
	finds "two kinds of core" hardware ok \
		'several core PMUs: armv8_cortex_a53 on CPUs 0-1, armv8_cortex_a72 on CPUs 2-3$'
	finds "the kernel's age matters" kernel $ok "$several"
	if after_rewrite; then
		finds "every PMU rotates by itself" mux ok 'every 4 ms, on all PMUs that multiplex'
	else
		finds "PMUs that share a context rotate together" mux ok 'cortex_a53 4, armv8_cortex_a72 0 .*together'
	fi
	;;
*)
	finds "one core PMU" hardware ok '^one core PMU: armv8_pmuv3 on CPUs 0-3$'
	finds "the kernel's age does not matter then" kernel ok "$one"
	;;
esac

# Elsewhere seen: one counter less than there should be, since the watchdog holds it, and no word of it.
# Of all these kernels 6.12 on Arm has a watchdog that runs here, but it is one of neighbours: all seven
# counters are free, says the case cycles.
case $arch:$(cat /proc/sys/kernel/nmi_watchdog 2>/dev/null) in
aarch64:1) finds "the watchdog holds no counter" watchdog ok 'on, but of the kind that holds no' ;;
*) finds "no watchdog holds a counter" watchdog ok 'is off|not in this kernel' ;;
esac

# --- gpu_mem ----------------------------------------------------------------------------------

finds "the module's tracepoints" gpu_mem ok 'imported memory as gpu_mem_imported'
rmmod gpumem
examine
case $(uname -rm) in
6.12*aarch64) finds "the kernel's own" gpu_mem ok 'as in mainline' ;;
*) finds "there are none without it" gpu_mem note 'no gpu_mem tracepoint in this kernel' ;;
esac
insmod /lab/modules/gpumem.ko

# --- rights -----------------------------------------------------------------------------------

chmod 755 /lab /lab/bin
command="perfmux doctor (as user)"
su user -c 'exec perfmux doctor --json -' >"$messages" 2>&1
status=$?
is "an ordinary user has problems here" "$status" 1
finds "the level is Debian's, which forbids everything" paranoid problem 'is 3, .* nothing may be counted'
finds "capabilities are lacking" capabilities note 'lacks CAP_PERFMON'
umount /sys/kernel/tracing
examine
finds "tracefs below debugfs is found, too" tracefs ok '^/sys/kernel/debug/tracing is readable'
mount -t tracefs tracefs /sys/kernel/tracing
ask doctor
says "people are told the same" '^kernel +(ok|note) +6\.'
