# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# guests: *
#
# How many counters a PMU has for us is tried out: the synthetic ones have as many as they are loaded
# with, Arm's emulated ones six for any event and one for cycles. What others hold is missing.

# usable PMU, counters PMU, on_cpu PMU: of its row
row() { awk -v pmu="$1" -v column="$2" '$1 == pmu { print $column; exit }' $messages; }
usable() { row "$1" 3; }
counters() { row "$1" 4; }
on_cpu() { row "$1" 2; }

# passes EVENTS: the passes that they are divided into, as "a,b|c"
passes() {
	ask mux --capacity -e "$1"
	sed -n '/^[0-9]* passes/,$ { s/^  [0-9]*  //p }' $messages | paste -s -d '|'
}

# meanwhile ARG...: perfmux stat with these for all CPUs, until it is killed; waits until it counts
meanwhile() {
	perfmux stat -a "$@" -- sleep 60 2>/dev/null &
	background=$!
	sleep 1
}

enough() {
	kill $background
	wait $background 2>/dev/null
}

of_synthetic() {
	synpmu
	ask mux --capacity
	is "the big PMU has four counters" "$(usable syn_big)" 4
	is "the little one has two" "$(usable syn_little)" 2
	is "what the log does not say is not known" "$(counters syn_big)" -
	is "each is tried on its CPUs" "$(on_cpu syn_big) $(on_cpu syn_little)" "0 2"
	is "PMUs without tasks are not tried unasked" "$(usable syn_unc)" ""
	ask mux --capacity -e syn_unc/ns1/
	is "they are tried on a CPU" "$(usable syn_unc)" 2
	says "one event is one pass" '^All events fit together: one pass\.$'

	is "nine events on four counters are three passes" \
		"$(passes "$(repeated syn_big/ns1/ 9)")" \
		"$(repeated syn_big/ns1/ 4)|$(repeated syn_big/ns1/ 4)|syn_big/ns1/"
	is "groups stay whole, PMUs are apart" \
		"$(passes '{syn_big/ns1/,syn_big/ns2/,syn_big/ns3/},{syn_big/event=3/,syn_big/event=4/},syn_big/event=5/,syn_little/ns1/,syn_little/ns2/,syn_little/ns3/,task-clock')" \
		'{syn_big/ns1/,syn_big/ns2/,syn_big/ns3/},syn_big/event=5/,syn_little/ns1/,syn_little/ns2/,task-clock|{syn_big/event=3/,syn_big/event=4/},syn_little/ns3/'
	is "pinned events are divided, too" "$(passes "$(repeated syn_little/ns1/D 3)")" \
		"syn_little/ns1/D,syn_little/ns1/D|syn_little/ns1/D"

	for count in 1 3 16 17; do
		synpmu nbig=$count nlittle=1
		ask mux --capacity
		is "$count counters are $count" "$(usable syn_big) $(usable syn_little)" "$count 1"
	done
	synpmu hw=0
	ask mux --capacity
	is "without generic events it is tried with its own" "$(usable syn_big) $(usable syn_little)" "4 2"
	says "which are named" 'syn_big/ns1/$'
}

with_others() {
	synpmu
	meanwhile -e syn_big/ns1/,syn_big/ns2/
	ask mux --capacity
	is "what others measure CPUs with is missing" "$(usable syn_big)" 2
	is "but not from other PMUs" "$(usable syn_little)" 2
	says "those who have events open are named" "perfmux \(process $background\)"
	enough
	meanwhile -e syn_big/ns1/D
	ask mux --capacity
	is "pinned or not" "$(usable syn_big)" 3
	enough
	ask mux --capacity
	is "afterwards it is back" "$(usable syn_big)" 4
}

# What is promised: each pass measured, nothing multiplexed.
kept_promise() {
	local pass count
	synpmu
	passes "{syn_big/ns1/,syn_big/ns2/,syn_big/ns3/},$(repeated syn_big/event=3/ 3),$(repeated syn_big/ns2/ 3)" |
		tr '|' '\n' >/scratch/passes
	is "nine events of which three are a group are three passes" "$(grep -c . /scratch/passes)" 3
	while read -r pass; do
		count=$(echo "$pass" | tr ',' '\n' | grep -c .)
		on 0 measure -e "$pass" -- spin 50 </dev/null
		is "nothing waits in $pass" "$(rows percent_running 100.00)" "$count"
	done </scratch/passes
}

of_arm() {
	ask mux --capacity
	for pmu in /sys/bus/event_source/devices/armv8_*; do
		pmu=${pmu##*/}
		is "$pmu has seven counters for cycles" "$(usable "$pmu")" 7
		is "as the kernel says" "$(counters "$pmu")" 7
	done
	ask mux --capacity --json /scratch/capacity.json \
		-e "$(repeated instructions 7),$(repeated cycles 7)"
	says "seven instructions and seven cycles are two passes" '^2 passes'
	is "in both documents" "$(grep -o '"passes":[0-9]*' /scratch/capacity.json)" '"passes":2'
	is "six and one of them are one" "$(passes "$(repeated instructions 6),cycles")" ""
	says "which is said" '^All events fit together: one pass\.$'
}

if [ "$arch" = x86_64 ]; then
	of_synthetic
	with_others
	kept_promise
else
	of_arm
fi
