# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# guests: amd64-*
#
# A PMU like AMD's IBS counts only while it samples, and before the rewrite not for tasks. Elsewhere
# seen: EINVAL when the kernel or user mode is excluded, and no word why.

synpmu ibsname=ibs_op

measure -a -e ibs_op/event=0/ -- sleep 0.2
is "CPUs are counted the one way the PMU allows" "$(value ibs_op/event=0/ status)" counted
near "a nanosecond each" "$(value ibs_op/event=0/ raw)" "$(value ibs_op/event=0/ running_ns)" 1

measure -e ibs_op/event=0/ -- spin 200
if after_rewrite; then
	is "tasks are counted, too" "$(value ibs_op/event=0/ status)" counted
	near "while they run" "$(value ibs_op/event=0/ raw)" "$(value ibs_op/event=0/ running_ns)" 1
else
	is "tasks are refused" "$(value ibs_op/event=0/ status)" not_supported
	says "for the reason that this kernel has" 'before Linux 6\.2.* -a'
fi

# excluding MODIFIER WHAT: is refused for that, and not counted without it
excluding() {
	attempts measure -a -e "ibs_op/event=0/$1" -- sleep 0.1
	is "$2 excluded is not supported" "$(rows status not_supported)" 1
	is "and nothing is counted instead" "$(grep -vc ' ffff' /scratch/attempts)" 0
	says "which is said" "ibs_op refuses it .*cannot count with $2 excluded \(:$1\)"
}
excluding u 'the kernel'
excluding k 'user mode'
excluding H guests
excluding G 'the host'

synpmu ibsname=ibs_op ibs_exclude=1
measure -a -e ibs_op/event=0/u,ibs_op/event=0/k -- sleep 0.1
is "a PMU that takes the bits counts with them" "$(rows status counted)" 2
