# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# guests: amd64-*
#
# A generic event on a machine with two kinds of core is one event on each, and their sum. Elsewhere
# seen: it is bound to one kind only, and what runs on the other is missing. Here the machine
# calls its PMUs as Intel's does; cycles count 2 a nanosecond.

synpmu bigname=cpu_core litname=cpu_atom raw=1

measure -e cycles -- spin-on 0:200 2:200
is "one event on each PMU" "$(rows status counted)" 2
near "which add up" "$(total raw)" "$(of "2 * $(value cpu_core/cycles/ enabled_ns)")" 1

on 2 measure -e cycles -- spin 100
is "only where the task was" "$(value cpu_core/cycles/ status) $(value cpu_atom/cycles/ status)" "not_counted counted"

measure --hybrid-merge -a -e cycles -- sleep 0.2
is "the sum has one row" "$(rows status counted)" 1
near "of four CPUs" "$(value cycles raw)" "$(of "2 * $(value cycles enabled_ns)")" 1

measure --cputype atom -a -e cycles -- sleep 0.1
is "one kind of core on request" "$(rows status counted)" 1

measure -e cpu_core/cycles/,cpu_atom/instructions/ -- spin-on 0:100 2:100
near "a PMU by name" "$(value cpu_core/cycles/ raw)" "$(of "2 * $(value cpu_core/cycles/ running_ns)")" 1
near "the other by name" "$(value cpu_atom/instructions/ raw)" "$(of "3 * $(value cpu_atom/instructions/ running_ns)")" 1
