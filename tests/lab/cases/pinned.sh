# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# guests: amd64-*
#
# A pinned event that finds no counter is in error for good: its read gives nothing. Only the surplus.

synpmu

on 2 measure -e "$(repeated syn_little/ns1/D 3)" -- spin 100
is "two of three pinned events have the two counters" "$(rows status counted)" 2
is "the third has failed" "$(rows status failed)" 1
says "for this reason" 'pinned.* no counter'
is "what counted was not multiplexed" "$(rows percent_running 100.00)" 2

on 2 measure -e "$(repeated syn_little/ns1/D 2),$(repeated syn_little/ns2/ 2)" -- spin 100
is "pinned events leave nothing to others" "$(rows status counted)" 2
is "which are not counted" "$(rows status not_counted)" 2

on 2 measure -e "syn_little/ns1/D,$(repeated syn_little/ns2/ 2)" -- spin 600
is "one pinned event runs all the time" "$(value syn_little/ns1/D percent_running)" 100.00
near "others share the rest" "$(total running_ns)" "$(of "2 * $(value syn_little/ns2/ enabled_ns)")" 2
