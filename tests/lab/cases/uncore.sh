# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# guests: amd64-*
#
# A PMU that counts CPUs only, on CPU 0, with a unit and a scale in sysfs.

synpmu

on 0 measure -e syn_unc/ns1/,task-clock -- spin 50
is "not for a task" "$(value syn_unc/ns1/ status)" not_supported
says "which is explained" 'syn_unc.*CPU'
is "the rest is counted" "$(value task-clock status)" counted

attempts measure -a -e syn_unc/ns2/,syn_unc/time/ -- sleep 0.3
is "it is counted once" "$(awk '{ print $1 }' /scratch/attempts | sort | xargs)" "0 0"
near "2 a nanosecond" "$(value syn_unc/ns2/ raw)" "$(of "2 * $(value syn_unc/ns2/ running_ns)")" 3
is "in its unit" "$(value syn_unc/time/ unit)" s
near "and to scale" "$(value syn_unc/time/ scaled)" "$(of "$(value syn_unc/time/ enabled_ns) / 1e9")" 3

measure -a -e "$(repeated syn_unc/ns1/ 4)" -- sleep 0.6
every "four events on two counters run half the time" percent_running 50 40
every "and are scaled" scaled "$(value syn_unc/ns1/ enabled_ns)" 5
