# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# What an ordinary user may count depends on kernel.perf_event_paranoid, and is explained.

chmod 755 /lab /lab/bin
as_user() {
	command="perfmux stat $* (as user, paranoid $(cat /proc/sys/kernel/perf_event_paranoid))"
	su user -c "exec perfmux stat -x '|' --header --columns event,raw,status,reason -o /scratch/as-user $*" >/scratch/stdout 2>"$messages"
	status=$?
	sed '1,/^$/d' /scratch/as-user >"$report"
	rm -f /scratch/as-user
}

for level in 3 2; do
	echo $level >/proc/sys/kernel/perf_event_paranoid
	as_user -a -e cpu-clock -- true
	is "paranoid $level: no whole CPUs" "$(rows status counted)" 0
	says "which is explained" "perf_event_paranoid is $level"
done

as_user -e page-faults:u,context-switches:u -- faults 100
is "paranoid 2: own tasks, in user mode" "$(rows status counted)" 2
as_user -e page-faults -- faults 100
is "without being asked" "$(value page-faults:u status)" counted

echo 1 >/proc/sys/kernel/perf_event_paranoid
as_user -e page-faults -- faults 100
is "paranoid 1: in the kernel, too" "$(value page-faults status)" counted
as_user -a -e cpu-clock -- true
is "but no whole CPUs" "$(rows status counted)" 0

echo 0 >/proc/sys/kernel/perf_event_paranoid
as_user -a -e cpu-clock -- true
is "paranoid 0: whole CPUs" "$(rows status counted)" 1

echo 3 >/proc/sys/kernel/perf_event_paranoid
