# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# guests: amd64-*
#
# Whatever a PMU answers when an event is opened is said in words, and the others are counted.

synpmu fail_config=5

# refuses ERRNO PATTERN
refuses() {
	echo "$1" >/sys/module/synpmu/parameters/fail_errno
	measure -e syn_big/event=5/,syn_big/ns1/ -- spin-on 0:20
	is "errno $1 is not supported" "$(value syn_big/event=5/ status)" not_supported
	says "and explained" "syn_big/event=5/.*$2"
	is "the other is counted" "$(value syn_big/ns1/ status)" counted
}

refuses 1 'EPERM|forbidden'
refuses 2 'syn_big does not have'
refuses 13 'permission'
refuses 16 'in use'
refuses 19 'not there'
refuses 22 'EINVAL'
refuses 24 'file descriptors'
refuses 28 'no counter left'
refuses 95 'syn_big does not have|not supported'
refuses 5 'Input/output|I/O'

measure --strict -e syn_big/event=5/,syn_big/ns1/ -- touch /scratch/ran
is "strict: the run is refused" "$status" 125
is "and the command does not run" "$(ls /scratch/ran 2>/dev/null)" ""
