# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash disable=SC2154
# guests: amd64-*
#
# What the report says of events that had to take turns: how many had a counter at a time and what
# would help, and which ratios are of counts that were not taken at the same time. Four counters;
# cycles count 2 a nanosecond, instructions 3.

synpmu
on 0 ask stat -e "$(repeated syn_big/ns2/ 8)" -- spin 200
says "too few counters are said, with the way out" 'syn_big had counters for 4 of 8 events at a time: --passes auto'
on 0 ask stat -e "$(repeated syn_big/ns2/ 8)" -I 100 -- spin 200
says "but not what cannot be had" 'syn_big had counters for 4 of 8 events at a time$'
on 0 ask stat -e "$(repeated syn_big/ns2/ 4)" -- spin 100
is "enough counters are not worth a word" "$(grep -c 'counters' $messages)" 0
if [ -e /proc/sys/kernel/nmi_watchdog ]; then
	echo 1 >/scratch/on
	mount --bind /scratch/on /proc/sys/kernel/nmi_watchdog
	on 0 ask stat -e "$(repeated syn_big/ns2/ 8)" -- spin 200
	umount /proc/sys/kernel/nmi_watchdog
	tr -s '\n ' ' ' <$messages >/scratch/line
	mv /scratch/line $messages
	says "a watchdog that holds a counter is named" 'NMI watchdog .* syn_big.* sysctl kernel.nmi_watchdog=0'
else
	skip "a watchdog that holds a counter is named" "this kernel has none"
fi

# --- ratios: elsewhere seen, one from two events that were never on together --------------------

synpmu little=none
on 0 ask stat -e "$(repeated cycles,instructions 3)" -- spin 200
says "a ratio of what took turns is marked" '# +~1\.[0-9]+ +insn per cycle'
is "and explained once" "$(grep -c '~ from events that were not counted at the same time' $messages)" 1
on 0 ask stat -e "{cycles,instructions},$(repeated cycles 6)" -- spin 200
says "that of a group is not" '# +1\.50 +insn per cycle'
on 0 ask stat --passes auto -e "cycles,$(repeated syn_big/event=3/ 3),instructions" -- spin 100
says "one over two passes is marked" '# +~[0-9]+\.[0-9]+ +insn per cycle'
on 0 ask stat --passes auto -e "cycles,instructions,$(repeated syn_big/event=3/ 3)" -- spin 100
says "one within a pass is not" '# +1\.50 +insn per cycle'
is "and needs no words" "$(grep -c '~' $messages)" 0
