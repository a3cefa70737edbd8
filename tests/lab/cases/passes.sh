# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash disable=SC2016,SC2154
# guests: amd64-*
#
# More events than counters, and every one counted whole: the command is run as often as that takes.
# Four counters on the big PMU, two on the little one; config 1 counts 2 a nanosecond.

runs=/scratch/runs
echo 'echo run >>/scratch/runs; exec "$@"' >/scratch/again
# counting CPU ARG...: measures on this CPU, and the number of runs goes to $count
counting() {
	local cpu=$1
	shift
	: >$runs
	on "$cpu" "$@"
	count=$(wc -l <$runs)
}
# again COMMAND...: for `measure`, as the command that is counted
again() { echo "-- sh /scratch/again $*"; }

synpmu
work=$(again spin 50)
big8=syn_big/ns1/,syn_big/ns2/,task-clock,syn_big/ns3/,syn_big/event=3/,syn_big/event=4/,syn_big/event=5/,syn_big/event=6/,syn_big/event=7/

# shellcheck disable=SC2086  # words of a command
{
	counting 0 measure --passes auto -e $big8 $work
	is "eight events on four counters take two runs" $count 2
	is "every one is counted" "$(rows status counted)" 9
	is "all of the time" "$(rows percent_running 100.00)" 9
	near "whole" "$(value syn_big/ns2/ raw)" "$(of "2 * $(value syn_big/ns2/ enabled_ns)")" 3
	is "rows come in the order of the specs" "$(rows_awk '{ print $c["event"] }' | paste -sd, -)" "$big8"
	is "and nobody speaks of too few counters" "$(grep -c 'at a time' $messages)" 0

	counting 0 measure --passes auto -e "$(repeated syn_big/ns2/ 4),page-faults" $work
	is "what fits is counted in one run" $count 1
	is "of which nothing is said" "$(cat $messages)" ""

	counting 0 measure --passes 2 -e "$(repeated syn_big/ns2/ 9)" $work
	is "no more runs than are allowed" $count 2
	is "the first is full" "$(rows percent_running 100.00)" 4
	is "the rest is in the last" "$(rows status counted)" 9

	counting 0 measure --passes auto -r 2 -e "$(repeated syn_big/ns2/ 9)" $work
	is "each repeat is a run of every pass" $count 6
	is "and counts all of them whole" "$(rows percent_running 100.00)" 9

	group='{syn_big/ns1/,syn_big/ns2/,syn_big/ns3/}'
	counting 0 measure --passes auto -e "$group,$(repeated syn_big/event=3/ 3)" $work
	is "a group and three singles take two runs" $count 2
	is "in which the group stays whole" "$(value syn_big/ns1/ enabled_ns)" "$(value syn_big/ns3/ enabled_ns)"
	is "and all of it always on" "$(rows percent_running 100.00)" 6

	counting 0-3 measure --passes auto -a -e "$(repeated syn_big/ns2/ 6)" $work
	is "CPUs are measured in passes, too" $count 2
	is "as long as a command runs" "$(rows percent_running 100.00)" 6

	on 0 measure --passes auto -e "mem:pmx_called,$(repeated syn_big/ns2/ 6)" -- accesses 0 0 7
	is "a breakpoint by symbol is in every run" "$(value mem:pmx_called value)" 7
	is "and the others are counted beside it" "$(rows status counted)" 7
}

# Each cgroup has the counters for itself, as long as it is not inside another.
mkdir -p /sys/fs/cgroup/red/dark /sys/fs/cgroup/blue
echo +pids >/sys/fs/cgroup/cgroup.subtree_control
for pair in "red,blue 1" "red,red/dark 2"; do
	# shellcheck disable=SC2046  # words of a command
	counting 0-3 measure --passes auto -a --for-each-cgroup "${pair% *}" -e "$(repeated syn_big/ns2/ 3)" $(again true)
	is "three events for each of ${pair% *}" $count "${pair#* }"
done
rmdir /sys/fs/cgroup/red/dark /sys/fs/cgroup/red /sys/fs/cgroup/blue

# Six runs would be needed; the second of them ends the measurement.
echo 'echo run >>/scratch/runs; [ $(wc -l </scratch/runs) = 1 ] || kill -INT $PPID; exec spin 20' >/scratch/ending
counting 0 measure --passes auto -e "task-clock,$(repeated syn_big/ns2/ 12)" -- sh /scratch/ending
is "an interrupt ends all passes" $count 2
is "what was counted by then is reported" "$(rows status counted)" 9
is "and the rest is not made up" "$(rows status not_counted)" 4
says "for this reason" 'ended before the run that would have counted it'

# --- what the report says --------------------------------------------------------------------

on 0 ask stat --passes auto -v --json /scratch/json -e "$big8" -- spin 50
says "who wants to know is told the passes" '^pass 1 of 2: syn_big/ns1/, syn_big/ns2/, syn_big/ns3/, syn_big/event=3/$'
says "and what is in each of them" '^in each pass: task-clock$'
says "the report says how often the command ran" 'counted in 2 passes'
# behind it, or below where there is no room
is "the clock has its spread over the runs" "$(grep -A 1 'msec task-clock' $messages | grep -c '( +-')" 1
is "the document has the number of passes" "$(grep -c '"passes":2' /scratch/json)" 1
is "and of each row the pass" "$(grep -c '"pass":1,' /scratch/json) $(grep -c '"pass":2,' /scratch/json) $(grep -c '"pass":null' /scratch/json)" "4 4 1"
is "and the time of each run" "$(grep -c '"run_seconds":\[[0-9.e-]*,[0-9.e-]*\]' /scratch/json)" 1
ask stat --dry-run --passes auto -e "$big8" -- spin 50
says "a dry run shows them, too" '^pass +2 of 2$'

on 0 ask stat -x, -e "$big8" -- spin 10
fields=$(grep syn_big/ns1/ $messages | tr -dc , | wc -c)
on 0 ask stat -x, --passes auto -e "$big8" -- spin 10
is "CSV has the same fields with passes" "$(grep syn_big/ns1/ $messages | tr -dc , | wc -c)" "$fields"

# --- two kinds of core -----------------------------------------------------------------------

synpmu bigname=cpu_core litname=cpu_atom raw=1
# shellcheck disable=SC2046  # words of a command
counting 0-3 measure --passes auto -e "$(repeated cycles 4)" $(again spin-on 0:50 2:50)
is "the PMU with the fewest counters decides" $count 2
is "both PMUs count every event" "$(rows status counted)" 8
is "whole" "$(rows percent_running 100.00)" 8
ask stat --passes auto --json /scratch/json -e "$(repeated cycles 4)" -- spin-on 0:50 2:50
is "an event is in one pass on both" \
	"$(sed -n 's/.*cycles.*"pass":\([0-9]\),.*/\1/p' /scratch/json | tr -d '\n')" \
	"111111222222"
says "with a row for the sum" ' cycles( |$)'
