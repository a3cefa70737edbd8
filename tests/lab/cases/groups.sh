# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# guests: amd64-*
#
# A group is on its PMU whole or not at all. One that can never be is named, one over two PMUs is
# refused before the kernel is asked, and a weak one is split. Elsewhere seen: an oversized group reads
# zero.

synpmu

on 0 measure -e '{syn_big/ns1/,syn_big/ns2/,syn_big/ns3/},syn_big/event=3/,syn_big/event=4/,syn_big/event=5/' -- spin 1000
within "three in a group run half the time" "$(value syn_big/ns1/ percent_running)" 47 53
is "all of them the same half" "$(value syn_big/ns1/ running_ns)" "$(value syn_big/ns3/ running_ns)"
near "their ratio is right" "$(of "$(value syn_big/ns3/ raw) / $(value syn_big/ns1/ raw)")" 3 1
within "three singles share what is left" \
	"$(of "$(value syn_big/event=3/ percent_running) + $(value syn_big/event=4/ percent_running) + $(value syn_big/event=5/ percent_running)")" 170 180

group='{syn_little/ns1/,syn_little/ns2/,syn_little/ns3/}'
on 2 measure -e "$group,task-clock" -- spin 100
is "three on two counters are not supported" "$(rows status not_supported)" 3
says "the group is named" 'group \{syn_little/ns1/,syn_little/ns2/,syn_little/ns3/\}'
says "and the way out" ':W'
is "the others are counted" "$(value task-clock status)" counted
is "the command's status is kept" "$status" 0

on 2 measure -e "$group:W" -- spin 600
is "a weak group is split" "$(rows status counted)" 3
near "and its members share the counters" "$(total running_ns)" "$(of "2 * $(value syn_little/ns1/ enabled_ns)")" 1

on 0 attempts measure -e '{syn_big/ns1/,syn_little/ns1/}' -- spin 10
is "a group over two PMUs is refused" "$status" 125
is "before the kernel is asked" "$(grep -c . /scratch/attempts)" 0
says "with the split that works" '\{?syn_big/ns1/\}?,\{?syn_little/ns1/\}?'

on 0 measure -e '{task-clock,syn_big/ns1/,page-faults}' -- spin 50
is "software events may join" "$(rows status counted)" 3
