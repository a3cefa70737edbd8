# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash disable=SC2034,SC2086,SC2154  # arguments are words
#
# Each known defect, shown without perfmux: every row of tests/defects/README.md ends as its columns
# "seen on" and "not on" say of this kernel.

case $arch in
x86_64)
	synpmu big=0-3 little=0-3
	pmu=syn_big other=syn_little
	;;
*)
	# of two neither counts where the other does
	set -- /sys/bus/event_source/devices/armv8_*
	pmu=${1##*/} other=$(basename "${2:-none}")
	;;
esac
side_by_side

sh cases/rows "$(uname -r)" >/scratch/rows
within "rows of the table" "$(wc -l </scratch/rows)" 10 100
while read -r wanted program arguments; do
	arguments=$(echo "$arguments" | sed -e "s/PMU/$pmu/" -e "s/OTHER/$other/")
	command="$program${arguments:+ $arguments}"
	# what shows a defect may need luck
	for try in 1 2 3; do
		$program $arguments >$messages 2>&1 </dev/null
		status=$?
		[ $status = 0 ] && [ "$wanted" = 1 ] || break
	done
	# on amd64 nothing is missing
	if [ $status = 2 ] && [ "$arch" != x86_64 ]; then
		skip "$command" "$(sed -n 's/^cannot be asked here: //p' $messages)"
	elif [ "$wanted" = any ]; then
		fail "$command" "ends with $status; no column of the table names this kernel"
	else
		is "$command: $wanted" $status "$wanted"
	fi
	[ $status != "$wanted" ] || sed 's/^/# | /' $messages
done </scratch/rows
rm -f $messages
