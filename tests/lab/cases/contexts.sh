# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# guests: amd64-*
#
# Two PMUs on the same CPUs, the first overcommitted. Since the rewrite each has a context of its
# own; before, they shared one, and what did not fit on the first kept others from the second.

synpmu big=0-3 little=0-3

on 0 measure -e "$(repeated syn_big/ns2/ 8),$(repeated syn_little/ns1/ 2)" -- spin 1000
# counters_used PMU: how many of its counters were in use, on average
counters_used() {
	rows_awk '$c["pmu"] == pmu { sum += $c["running_ns"] / $c["enabled_ns"] } END { print sum }' pmu="$1"
}
big=$(counters_used syn_big)
little=$(counters_used syn_little)
within "four counters of the full PMU are never idle" "$big" 3.95 4.01
if after_rewrite; then
	near "the other is not disturbed" "$little" 2 0.2
else
	within "the other is held up" "$little" 0.2 1.9
fi
near "scaled counts are right nevertheless" "$(value syn_little/ns1/ scaled)" "$(value syn_little/ns1/ enabled_ns)" 1

if ! after_rewrite; then
	ask stat -e "$(repeated syn_big/ns2/ 8),$(repeated syn_little/ns1/ 2)" -- spin 200
	says "perfmux says that they share a context" 'share.*context'
fi
