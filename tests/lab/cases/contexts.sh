# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# guests: amd64-*
#
# Two PMUs on the same CPUs, the first overcommitted. Since the rewrite each has a context of its
# own; before, they shared one, and what did not fit on the first kept others from the second.

synpmu big=0-3 little=0-3

on 0 measure -e "$(repeated syn_big/ns2/ 8),$(repeated syn_little/ns1/ 2)" -- spin 1000
within "the full PMU is shared" "$(value syn_big/ns2/ percent_running)" 35 55
if after_rewrite; then
	is "the other is not disturbed" "$(value syn_little/ns1/ percent_running)" 100.00
else
	within "the other is held up" "$(value syn_little/ns1/ percent_running)" 1 95
fi
near "scaled counts are right nevertheless" "$(value syn_little/ns1/ scaled)" "$(value syn_little/ns1/ enabled_ns)" 5
