#!/bin/busybox sh
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
#
# guest-init.sh: the first process of a guest. Mounts what a machine has, loads modules, runs
# /lab/script and powers off; marks where the script's output begins and ends.
/bin/busybox --install -s /bin
export PATH=/lab/bin:/bin HOME=/lab
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
mount -t debugfs debugfs /sys/kernel/debug
mount -t tracefs tracefs /sys/kernel/tracing
mount -t cgroup2 cgroup2 /sys/fs/cgroup
ln -s /proc/self/fd /dev/fd
mkdir -m 1777 /scratch
echo root:x:0:0::/:/bin/sh >/etc/passwd
echo user:x:1000:1000::/scratch:/bin/sh >>/etc/passwd

# Where the kernel has started one CPU only: machine.sh says why.
start_cpus() {
	taskset -c 0 give-way &
	for online in /sys/devices/system/cpu/cpu*/online; do
		[ "$(cat "$online")" = 1 ] || echo 1 >"$online"
	done
	kill $!
}
[ "$(nproc)" -gt 1 ] || start_cpus
dmesg -n 1 # only a panic may disturb the script's output

# As it is: no \n to \r\n.
stty -opost
cd /lab || poweroff -f
# shellcheck disable=SC2154  # from the kernel's command line
echo "begin $lab"
while read -r module parameters; do
	# shellcheck disable=SC2086  # words
	[ -z "$module" ] || insmod "modules/$module.ko" $parameters || echo "lab: $module does not load"
done <modules.list
# What the script prints is told from what the kernel does by a | before each line. The reader ends
# with the mark, not with the file: something that the script left behind may hold that open.
mkfifo /scratch/output
sed -e "/^end $lab /q" -e 's/^/|/' </scratch/output &
exec 3>/scratch/output
sh ./script </dev/null >&3 2>&1 3>&-
status=$?
printf '\nend %s %s\n\n' "$lab" $status >&3 # sed is a line behind
wait $!
poweroff -f
