# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
#
# guest-cases.sh: runs the cases of a guest, one after the other, each in a shell of its own with
# guest-lib.sh, at most 120 s. Each ends with its plan, unless it dies; what the kernel complained
# about meanwhile is noted.
for case in cases/*.sh; do
	name=$(basename "$case" .sh)
	echo "# case $name"
	dmesg -c >/scratch/dmesg
	start=$(date +%s)
	# shellcheck disable=SC2016  # expanded there
	timeout -k 5 120 sh -uc '. ./guest-lib.sh; . "$1"; echo "1..$checks"' sh "$case" 2>&1
	for module in synpmu turns; do
		[ ! -d /sys/module/$module ] || rmmod $module || echo "# $module is in use after $name"
	done
	dmesg | grep -E 'WARNING:|BUG:|Oops|stall|lockup' | sed 's/^/# kernel: /'
	echo "# time $name $(($(date +%s) - start))"
done
