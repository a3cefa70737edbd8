# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# guests: amd64-*
#
# A core PMU counts on its own CPUs only: big on 0-1, little on 2-3. Elsewhere seen: rows of a PMU for
# CPUs that it does not have, and attempts to open events there.

synpmu

on 2 measure -e syn_big/ns1/,syn_little/ns1/ -- spin 100
is "where the task was" "$(value syn_little/ns1/ status)" counted
is "where it never was" "$(value syn_big/ns1/ status)" not_counted
is "no count is made up" "$(value syn_big/ns1/ value)" "<not counted>"
within "though it was enabled" "$(value syn_big/ns1/ enabled_ns)" 80e6 1e9
is "and never ran" "$(value syn_big/ns1/ running_ns)" 0

measure -e syn_big/ns1/,syn_little/ns1/ -- spin-on 0:300 2:300
near "the parts of a task that moves add up" "$(total raw)" "$(value syn_big/ns1/ enabled_ns)" 1
within "half on the one" "$(of "$(value syn_big/ns1/ raw) / $(total raw)")" 0.49 0.51

attempts measure -a -A -e syn_big/ns1/,syn_little/ns1/ -- sleep 0.1
is "each CPU has the events of its PMU" "$(rows status counted)" 4
is "and no other" "$(rows event syn_big/ns1/) $(rows event syn_little/ns1/)" "2 2"
is "no attempt where the PMU is not" "$(awk '{ print $1 }' /scratch/attempts | sort | xargs)" "0 1 2 3"
is "no attempt fails" "$(grep -c ' ffff' /scratch/attempts)" 0

ask stat --dry-run -a -e syn_big/ns1/,syn_little/ns1/
says "the plan has two counters of the big PMU" '^ +2 +syn_big +0-1 +syn_big/ns1/$'
says "and two of the little one" '^ +2 +syn_little +2-3 +syn_little/ns1/$'

attempts measure -C 0-1 -e syn_little/ns1/,task-clock -- sleep 0.1
is "no counter where none of the CPUs is the PMU's" "$(value syn_little/ns1/ status)" not_supported
is "nor an attempt" "$(awk '{ print $1 }' /scratch/attempts | sort | xargs)" "0 1"
