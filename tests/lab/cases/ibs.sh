# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# guests: amd64-*
#
# A PMU like AMD's IBS counts only while it samples, and before the rewrite not for tasks.

synpmu ibsname=ibs_op

measure -a -e ibs_op/event=0/ -- sleep 0.2
is "CPUs are counted the one way the PMU allows" "$(value ibs_op/event=0/ status)" counted
near "a nanosecond each" "$(value ibs_op/event=0/ raw)" "$(value ibs_op/event=0/ running_ns)" 5

measure -e ibs_op/event=0/ -- spin 200
if after_rewrite; then
	is "tasks are counted, too" "$(value ibs_op/event=0/ status)" counted
	near "while they run" "$(value ibs_op/event=0/ raw)" "$(value ibs_op/event=0/ running_ns)" 5
else
	is "tasks are refused" "$(value ibs_op/event=0/ status)" not_supported
	says "for the reason that this kernel has" 'before Linux 6\.2.* -a'
fi
