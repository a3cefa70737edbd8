# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash disable=SC2034,SC2086,SC2154  # $target is words
# guests: *
#
# Who is on the counters when. N equal events on K counters: the first K run until the kernel
# rotates, then each leaves when its turn is over: K intervals on, N - K off. Who observes has
# another CPU.

case $(uname -m) in
x86_64)
	synpmu big=0-3 little=0-3
	event=syn_big/ns2/ counters=4 other=syn_little/ns1/
	;;
*)
	# event 0 is what six counters count; cycles have one of their own
	set -- /sys/bus/event_source/devices/armv8_*
	event=${1##*/}/event=0/ counters=6 other=''
	;;
esac
pmu=${event%%/*}
target='taskset 1'
side_by_side

# observe ARG... -- COMMAND: perfmux mux; its JSON document goes to $json
json=/scratch/mux.json
observe() {
	command="perfmux mux $*"
	rm -f $json
	perfmux mux --json $json "$@" >/scratch/stdout 2>"$messages"
	status=$?
	[ ! -e $json ] || tr ',{}[]' '\n' <$json >$json.lines
}
# numbers KEY: all values of a member
numbers() { sed -n "s/^\"$1\"://p" $json.lines; }
# sum_of KEY, mean_of KEY
sum_of() { numbers "$1" | awk '{ sum += $1 } END { printf "%.15g", sum }'; }
mean_of() { numbers "$1" | awk '{ sum += $1 } END { printf "%.15g", NR ? sum / NR : 0 }'; }

interval=$(cat /sys/bus/event_source/devices/"$pmu"/perf_event_mux_interval_ms)
ms=1000000

for factor in 2 3; do
	n=$((counters * factor))
	observe -i -e "$(repeated "$event" $n)" -- $target spin 1000
	says "$n events on $counters: observed by their pages" 'page'
	near "sum of shares is the capacity" "$(sum_of share)" "$counters" 1
	within "Jain's index is that of equals" "$(numbers jain)" 0.99 1
	within "slices are as long as $counters intervals, to one" "$(mean_of slice_mean_ns)" \
		"$(of "($counters - 1) * $interval * $ms")" "$(of "($counters + 1) * $interval * $ms")"
	# of equal events the one that was disturbed least
	within "the blind spot is that of the others' turns, to one interval" \
		"$(numbers blind_ns | sort -n | head -1)" \
		"$(of "($n - $counters - 1) * $interval * $ms * 0.99")" \
		"$(of "($n - $counters + 1) * $interval * $ms * 1.1")"
	near "the interval that was seen is the one that is set" "$(numbers interval_seen_ns)" \
		"$(of "$interval * $ms")" 10
	is "passes that would be needed" "$(numbers passes)" "$factor"
done

if [ "$other" ]; then
	observe -i -e "$(repeated "$event" 4),$other" -- $target spin 200
	is "what fits is always on" "$(numbers verdict | grep -c always)" 5
	observe -i -e "{$event,$event,$event},{$event,$event,$event},$event" -- $target spin 600
	within "groups of three on four counters leave one idle at times" "$(numbers head_of_line)" 0.2 1.1
	observe -i -e "$(repeated "$event:D" 5)" -- $target spin 100
	is "of five pinned the surplus is in error" "$(numbers verdict | grep -c error)" 1
	observe -i -e "$(repeated "$event" 8),task-clock" -- $target spin 400
	is "software events are never multiplexed" "$(numbers verdict | grep -c software_class)" 1
fi

observe -e "$(repeated "$event" $((2 * counters)))" -- $target spin 1000
says "inherited events are read" 'read'
near "and the shares are right all the same" "$(sum_of share)" "$counters" 1

observe -C 0 -e "$(repeated "$event" $((2 * counters)))" -- $target spin 600
near "on a CPU" "$(sum_of share)" "$counters" 2

observe -i -e "$event" -- $target true
is "a target that ends at once is reported" "$status" 0
