# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
#
# coverage-guest.sh: the trials of `coverage`, in a guest. A line each:
# trial SHAPE EVENTS TRUTH SCALED HALF INTERPOLATED STAT_SCALED STAT_HALF
trials=@TRIALS@ ms=@MS@
file=/sys/kernel/debug/gpumem/swinc
event=$(basename /sys/bus/event_source/devices/armv8_*)/event=0/
out=/scratch/trial.json

# member KEY ROW: of the document
# shellcheck disable=SC2020  # single characters are meant
member() { tr ',{}[]' '\n\n\n\n\n' <$out | sed -n "s/^\"$1\"://p" | sed -n "${2}p"; }

repeated() {
	local i=1 list=$event
	while [ $i -lt "$1" ]; do
		list=$list,$event
		i=$((i + 1))
	done
	echo "$list"
}

taskset -pc 0 $$ >/dev/null
for shape in steady long middle short bursty drift; do
	for events in 8 12 18; do
		i=1
		while [ $i -le "$trials" ]; do
			row=$((i % events + 1))
			truth=$(perfmux mux -i --json $out -e "$(repeated $events)" -- \
				phases $file $shape $i "$ms" 2>/dev/null)
			line="$shape $events $truth $(member scaled $row) $(member half $row) $(member interpolated $row)"
			counted=
			if [ $i -le 2 ]; then # the same analysis, from fewer looks
				perfmux stat -i --json $out -o /dev/null -e "$(repeated $events)" -- \
					phases $file $shape $i "$ms" >/dev/null 2>&1
				counted="$(member scaled $row) $(member error_bound $row)"
			fi
			echo "trial $line $counted"
			i=$((i + 1))
		done
	done
done
