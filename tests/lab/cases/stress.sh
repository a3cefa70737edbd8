# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
#
# The whole catalogue of scenarios, dangerous ones too: each has the verdict that verdicts/GUEST says.
# To renew a table after a look at what changed:
#	sed -n 's/^# verdict //p' build/lab/results/GUEST >tests/lab/verdicts/GUEST

case $arch in x86_64) synpmu big=0-3 little=0-3 ;; esac
side_by_side
ask stress --dangerous --seed 1 --json /scratch/stress.json
note "exit status $status"
sed 's/^/# | /' $messages
mv $messages /scratch/said # once
sed -nE 's/.*"scenario":"([^"]*)".*"verdict":"([^"]*)".*/\1 \2/p' /scratch/stress.json >/scratch/verdicts
sed 's/^/# verdict /' /scratch/verdicts
within "scenarios were run" "$(wc -l </scratch/verdicts)" 1 1000

# each scenario that is in either table
expected=cases/verdicts
touch $expected
command=
awk '{ print $1 }' /scratch/verdicts $expected | sort -u | while read -r name; do
	echo "$name|$(sed -n "s/^$name //p" /scratch/verdicts)|$(sed -n "s/^$name //p" $expected)"
done >/scratch/compared
while IFS='|' read -r name got wanted; do
	is "$name: $wanted" "${got:-not run}" "${wanted:-no verdict in the table}"
	[ "$got" = "$wanted" ] || sed -n "/^$name /,/^$/s/^/# /p" /scratch/said
done </scratch/compared
