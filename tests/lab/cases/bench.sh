# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash disable=SC2034,SC2086,SC2154
# guests: *
#
# Commands compared by what a PMU with few counters counts. Events that do not fit take turns, round
# by round, and what is 2 % more is found to be 2 % more. A turn of `loops` is two instructions, of 8
# ns each.

case $(uname -m) in
x86_64)
	synpmu big=0-3 little=none
	# four counters; ns1 counts 1 a nanosecond
	events="syn_big/ns1/ syn_big/ns2/ syn_big/ns3/ syn_big/event=3/ syn_big/event=4/ syn_big/event=5/"
	fitting=4 work=syn_big/ns1/ a_turn=16
	;;
*)
	# six counters, and event 0 by eight names; cycles have a counter of their own
	set -- /sys/bus/event_source/devices/armv8_*
	pmu=${1##*/}
	events=''
	for zeros in 0 00 000 0000 00000 000000 0000000 00000000; do
		events="$events $pmu/event=0x$zeros/"
	done
	fitting=6 work=$pmu/event=8/ a_turn=2
	;;
esac
set -- $events
count=$#
base=/scratch/base csv=/scratch/csv

# listed N: N words, separated by commas
listed() { echo "$events" | xargs -n1 | head -n "$1" | paste -sd, -; }

# comparing ARG...: perfmux bench; what it says goes to $messages
comparing() {
	command="perfmux bench $*"
	rm -f $report $base $csv
	on 0 perfmux bench -N "$@" >$messages 2>&1
	status=$?
}

# --- in turns -----------------------------------------------------------------------------------

# rounds_of FIRST LAST: a line for each of these metrics, counted from 1: the rounds that it has
rounds_of() { sed -n '/"rounds":\[/,$p' $base | sed -n "$(($1 + 1)),$(($2 + 1))p" | tr -dc '0-9,\n' | sed 's/,$//'; }
# Behind wall, user, system and max-rss.
of_events() { rounds_of 5 $((4 + count)); }

comparing -r 8 --save $base -e "$(listed $count)" 'loops 100000'
is "$count events on $fitting counters are measured" "$status" 0
is "the clock has every round" "$(rounds_of 1 1)" 0,1,2,3,4,5,6,7
is "events that take turns have one half of them, or the other" "$(of_events | sort -u | wc -l)" 2
is "each has as many" "$(of_events | awk -F, '{ print NF }' | sort -u)" 4
is "and the halves are all of the rounds, none twice" "$(of_events | sort -u | tr , '\n' | sort -n | paste -sd, -)" \
	0,1,2,3,4,5,6,7
within "as many events in a half as there are counters, at most" \
	"$(of_events | sort | uniq -c | sort -n | awk 'END { print $1 }')" $((count / 2)) $fitting
is "nothing is scaled" "$(grep -c '"scaled":true' $base)" 0

comparing -r 4 --save $base -e "$(listed $fitting)" 'loops 100000'
count=$fitting
is "what fits is counted in every round" "$(of_events | sort -u)" 0,1,2,3

# --- two per cent more ------------------------------------------------------------------------

# of_second COLUMN: of the second command, in the row of what was counted
of_second() {
	awk -F, -v column="$1" -v metric="$work" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["metric"] == metric && ++seen == 2 { print $at[column] }' $csv
}

loops=5000000
more=$((loops / 50))
# Where others want the host's processors, too, one in so many comparisons is wide: those are made again.
low=0 high=0
for try in 1 2 3; do
	comparing -r 10 --export-csv $csv -e "$work" "loops $loops" "loops $((loops + more))"
	low=$(of_second difference_low) high=$(of_second difference_high)
	[ "$(of "(2 * ($high - $low) > $more * $a_turn)")" = 1 ] || break
done
is "2 % more is found, and in the right direction" "$(of_second change)" more
# an interval of 95 % is beside the truth now and then, but never by as much again
within "within its interval, or next to it" $((more * a_turn)) "$(of "2 * $low - $high")" "$(of "2 * $high - $low")"
within "which is no wider than what was found" "$(of "$high - $low")" 0 $((more * a_turn))

comparing -r 10 --export-csv $csv -e "$work" "loops $((loops + more))" "loops $loops"
is "the other way round it is less" "$(of_second change)" less

# by chance it may be in a few of a hundred times
for try in 1 2 3; do
	comparing -r 10 --export-csv $csv -e "$work" "loops $loops" "loops $loops"
	[ "$(of_second change)" != none ] || break
done
is "the same against itself: none is found" "$(of_second change)" none
