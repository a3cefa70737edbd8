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
# again NAME WANTED: how many of three runs more have another verdict; what they say goes to /scratch/others
again() {
	local try others=0
	for try in 1 2 3; do
		perfmux stress --dangerous --seed $try --json /scratch/again.json "$1" >/scratch/again 2>&1
		grep -q "\"verdict\":\"$2\"" /scratch/again.json && continue
		others=$((others + 1))
		cat /scratch/again >>/scratch/others
	done
	echo $others
}
while IFS='|' read -r name got wanted; do
	if [ "$got" = "$wanted" ]; then
		pass "$name: $wanted"
		continue
	fi
	sed -n "/^$name /,/^$/p" /scratch/said >/scratch/others
	# what a busy host does to a guest is seen once: it is told, and is neither a pass nor a failure
	once=$(tr -s ' \n' ' ' </scratch/others | cut -c1-400)
	others=$(again "$name" "$wanted")
	if [ "$others" = 0 ] && [ "$got" ] && [ "$wanted" ]; then
		skip "$name: $wanted" "in one of four runs: ${once:-$got}"
	else
		fail "$name: $wanted" "got '${got:-not run}', wanted '${wanted:-no verdict in the table}', and $others of three runs more differ"
		sed 's/^/#   /' /scratch/others
	fi
done </scratch/compared
