# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# guests: amd64-*
#
# Four counters on the big PMU, two on the little one. What is on them for a part of the time is
# scaled to what the whole would have been; the truth is known, since config 1 counts 2 a nanosecond.
# Elsewhere seen: counts two to three times too low, for want of scaling.

synpmu

on 0 measure -e "$(repeated syn_big/ns2/ 4)" -- spin 100
is "four events on four counters run all the time" "$(rows percent_running 100.00)" 4
on 2 measure -e "$(repeated syn_little/ns2/ 2)" -- spin 100
is "two events on two counters run all the time" "$(rows percent_running 100.00)" 2
measure -a -e "$(repeated syn_big/ns1/ 4),$(repeated syn_little/ns1/ 2)" -- spin-on 0:100 2:100
is "six events on both PMUs of all CPUs run all the time" "$(rows percent_running 100.00)" 6

on 0 measure -e "$(repeated syn_big/ns2/ 8)" -- spin 1000
every "eight events on four counters run half the time" percent_running 50 5
near "four counters are never idle" "$(total running_ns)" "$(of "4 * $(value syn_big/ns2/ enabled_ns)")" 1
every "scaled counts are 2 a nanosecond" scaled "$(of "2 * $(value syn_big/ns2/ enabled_ns)")" 1
every "raw counts are half of that" raw "$(value syn_big/ns2/ enabled_ns)" 5

on 2 measure -e "$(repeated syn_little/ns3/ 5)" -- spin 1000
every "five events on two counters run 2/5 of the time" percent_running 40 5
near "two counters are never idle" "$(total running_ns)" "$(of "2 * $(value syn_little/ns3/ enabled_ns)")" 1
every "scaled counts are 3 a nanosecond" scaled "$(of "3 * $(value syn_little/ns3/ enabled_ns)")" 1

on 2 measure --no-scale -e "$(repeated syn_little/ns1/ 4)" -- spin 500
every "without scaling counts are as the kernel has them" value "$(of "$(value syn_little/ns1/ enabled_ns) / 2")" 5
