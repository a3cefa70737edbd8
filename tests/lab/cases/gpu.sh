# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash disable=SC2034,SC2086,SC2154
# GPU memory by the kernel's own gpu_mem_total where it has that (arm64, 6.12), by a module's
# elsewhere, and by the module's gpu_mem_imported. Who writes reports, for whatever process it says.

csv=/scratch/gpu.csv
gpumem=/sys/kernel/debug/gpumem

# observe ARG...: perfmux gpu; its values go to $csv, its report to $messages
observe() {
	command="perfmux gpu $*"
	rm -f $report $csv
	perfmux gpu --csv $csv "$@" >/scratch/stdout 2>$messages
	status=$?
}

# field PID COLUMN [GPU]: of the last such line; PID "whole" is the GPU as a whole
field() {
	awk -F, -v pid="$1" -v column="$2" -v gpu="${3:-0}" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["gpu"] == gpu && (pid == "whole" ? $at["scope"] == "gpu" : $at["pid"] == pid) {
			value = $at[column]
		}
		END { print value }' $csv
}

# told TEXT PATTERN: the report says so, wherever its lines are broken
told() {
	if tr '\n' ' ' <$messages | tr -s ' ' | grep -Eq -e "$2"; then
		pass "$1"
	else
		fail "$1" "nothing like '$2'"
	fi
}

sleep 1000 &
owner=$!

cat >/scratch/emit <<END
echo "0 0 10000" >$gpumem/total
for size in 3000 9000 1 6000; do
	echo "0 $owner \$size" >$gpumem/total
done
echo "0 $owner 2000" >$gpumem/imported
echo "1 $owner 18446744073709551615" >$gpumem/total
echo "0 \$\$ 4096" >$gpumem/total
END
observe -a -- sh /scratch/emit
is "a command that reports ends as it does alone" "$status" 0
is "the whole GPU" "$(field whole total)" 10000
is "the last value" "$(field $owner total)" 6000
is "the highest" "$(field $owner total_peak)" 9000
is "the lowest" "$(field $owner total_minimum)" 1
is "the first, and what changed since" "$(field $owner total_first)+$(field $owner total_change)" 3000+3000
is "every update" "$(field $owner total_updates)" 4
is "what is imported, and what is not" "$(field $owner imported)+$(field $owner private)" 2000+4000
is "another GPU is apart, and a size may have all its bits" "$(field $owner total 1)" 18446744073709551615
is "what is negative is marked" "$(field $owner marks 1)" negative
is "what processes leave of the total, as the two that have some" "$(field whole rest)" -96
is "a process is called by its name" "$(field $owner name)" sleep
told "both events are named" 'gpu_mem_imported'
told "a shell that had memory and ended has leaked it" 'leak'
told "all that the kernel counted has arrived" 'gpu_mem_total: counted by the kernel 7, arrived 7, lost 0'

cat >/scratch/late <<END
sh -c 'echo \$\$ >/scratch/pid; echo "0 \$\$ 4096" >$gpumem/total'
echo "0 \$(cat /scratch/pid) 0" >$gpumem/total
END
observe -- sh /scratch/late
is "what a worker gives back after the end is no leak" "$(field "$(cat /scratch/pid)" marks)" "ended gone"
is "and came late" "$(field "$(cat /scratch/pid)" updates_late)" 1

# from two CPUs at once; the last value of each is known
cat >/scratch/many <<END
size=0
while [ \$size -lt 1500 ]; do
	size=\$((size + 1))
	echo "0 \$1 \$size"
done >$gpumem/total
END
cat >/scratch/both <<'END'
taskset 1 sh /scratch/many 100001 &
taskset 2 sh /scratch/many 100002
wait
END
observe --grace 1 -a -- sh /scratch/both
for pid in 100001 100002; do
	is "of $pid every update, in order" \
		"$(field $pid total_updates) $(field $pid total_first) $(field $pid total_peak) $(field $pid total)" \
		"1500 1 1500 1500"
	is "$pid is none that lives" "$(field $pid marks)" unseen
done
told "nothing is lost" 'gpu_mem_total: counted by the kernel 3,?000, arrived 3,?000, lost 0'

observe -I 200 -p $owner -- sh -c "sh /scratch/emit; sleep 1; sh /scratch/emit"
within "intervals that go on where nothing happens" "$(awk -F, -v pid=$owner '$7 == pid && $3 == 0' $csv | wc -l)" 4 30
is "their updates are all of them" "$(awk -F, -v pid=$owner '
	NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	$at["pid"] == pid && $at["gpu"] == 0 { sum += $at["total_interval_updates"] }
	END { print sum }' $csv)" 8

kill $owner
