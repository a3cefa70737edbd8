# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# Counting in cgroups of version 2: what runs in one, wherever it runs.

root=/sys/fs/cgroup
mkdir -p $root/red
measure -a -e cpu-clock -G red -- true
is "a bare hierarchy has nothing of perf below its root" "$(value cpu-clock status)" not_supported
says "which is explained" 'cpu-clock.*cgroup'

# What systemd does at boot; every write puts perf_event into all of them.
echo +pids >$root/cgroup.subtree_control
mkdir -p $root/blue/dark
cat >/scratch/in <<'END'
cgroup=$1
shift
echo $$ >/sys/fs/cgroup/$cgroup/cgroup.procs
exec "$@"
END
call=syscalls:sys_enter_getpriority
work='sh /scratch/in red syscalls 100; sh /scratch/in blue syscalls 20; sh /scratch/in blue/dark syscalls 3; syscalls 7'

measure -a -e $call,$call -G red,blue -- sh -c "$work"
is "one cgroup" "$(rows raw 100)" 1
is "another, with what is below it" "$(rows raw 23)" 1
measure -a -e $call --for-each-cgroup red,blue/dark -- sh -c "$work"
is "each cgroup in turn" "$(rows raw 100) $(rows raw 3)" "1 1"
measure -a -e $call -- sh -c "$work"
is "all of them" "$(total raw)" 130

measure -a -e $call -G green -- true
is "one that is not there" "$status" 125
says "is named" green
rmdir $root/red $root/blue/dark $root/blue
