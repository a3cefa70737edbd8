#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# `perfmux gpu` around the values: where there are none, what it writes, how it ends.

load helpers
load documents
load gpu_events

teardown() {
	common_teardown
	gpu_events_end
}

# A machine whose fdinfo is known.
amdgpu() { gpu --sysroot "$TOP/tests/fixtures/gpu-amdgpu" "$@"; }

no_drm() {
	! grep -q ' drm$' /proc/devices || skip "there is a DRM device here"
}

# --- where there is nothing to see ------------------------------------------------------------

@test "a kernel without the tracepoints: refused in a line, and what else there would be" {
	no_drm
	gpu_events # there are none, and nobody else's
	run -125 tgpu touch "$T/ran"
	has '^perfmux gpu: no tracepoint here reports GPU memory: .*gpu_mem_total'
	has 'no DRM driver is loaded'
	equal "${#lines[@]}" 2
	[[ ! -e $T/ran ]]
	run -125 tgpu --source tracepoint true
	has '^perfmux gpu: no tracepoint'
	run -125 tgpu --source fdinfo true
	has '^perfmux gpu: there is no fdinfo of GPU memory: no DRM driver is loaded'
}

@test "tracefs that is not mounted: the command that mounts it, and nothing is mounted" {
	no_drm
	need_tracefs
	run -125 untraced "$PERFMUX" gpu touch "$T/ran"
	has '^perfmux gpu: .*tracefs is not mounted'
	has 'mount -t tracefs tracefs /sys/kernel/tracing'
	equal "${#lines[@]}" 2
	[[ ! -e $T/ran ]]
	run -0 untraced sh -c '"$0" gpu true >/dev/null 2>&1; ! mountpoint -q /sys/kernel/tracing' "$PERFMUX"
}

@test "tracefs that may not be read: who may" {
	no_drm
	need setpriv
	events_total
	public_copy
	run -125 traced setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all \
		"$T/perfmux" gpu true
	has '^perfmux gpu: .*not readable'
	has 'root|CAP_DAC_READ_SEARCH'
	lacks 'no tracepoint|not mounted'
	equal "${#lines[@]}" 2
}

@test "tracepoints that may be found and not recorded: the right that is missing" {
	no_drm
	need setpriv
	events_total
	[[ $(</proc/sys/kernel/perf_event_paranoid) -ge 0 ]] || skip "everybody may record here"
	public_copy
	run -125 traced setpriv --reuid=65534 --regid=65534 --clear-groups \
		'--inh-caps=-all,+dac_read_search' --ambient-caps=+dac_read_search "$T/perfmux" gpu true
	has '^perfmux gpu: .*'
	has 'CAP_PERFMON'
	lacks 'no tracepoint|no such'
}

# --- fdinfo -----------------------------------------------------------------------------------

@test "fdinfo of a copied machine: clients once, regions apart, totals, shared and resident" {
	need jq
	run -0 amdgpu --csv "$T/csv"
	has '0000:03:00.0 amdgpu vram'
	has 'by DRM fdinfo'
	# two descriptors of one client, and a second client of the same process
	local wanted
	wanted=$(awk -F'[:\t ]+' '$1 == "drm-total-vram" { print $2 }' \
		"$TOP"/tests/fixtures/gpu-amdgpu/proc/2345/fdinfo/11)
	equal "$(fd_field 0000:03:00.0 vram 2345 total)" $((wanted * 1024))
	equal "$(fd_field 0000:03:00.0 vram 2101 clients)" 2
	equal "$(fd_field 0000:0b:00.0 vram 2345 total)" ""
	lacks 'leak|ended'
}

# fd_field DEVICE REGION PID COLUMN
fd_field() {
	awk -F, -v gpu="$1" -v region="$2" -v pid="$3" -v column="$4" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["gpu"] == gpu && $at["region"] == region && $at["pid"] == pid { print $at[column] }' "$T/csv"
}

@test "each driver's way to write it is read" {
	local driver
	for driver in amdgpu i915 xe msm panfrost; do
		run -0 gpu --sysroot "$TOP/tests/fixtures/gpu-$driver" --csv "$T/csv"
		has " (${driver}|xe)[ a-z0-9-]* in [KMG]iB"
		(($(lines_of "$T/csv") > 1))
		run -1 grep -E 'tracepoint' "$T/csv"
	done
}

@test "nothing runs in a sysroot" {
	run -125 amdgpu touch "$T/ran"
	has '--sysroot and a command to run exclude each other'
	[[ ! -e $T/ran ]]
	run -125 amdgpu -p 1
	has '--sysroot and (-p|--pid) exclude'
	run -125 amdgpu -I 100
	has '--sysroot and -I exclude'
	run -125 amdgpu --source tracepoint
	has '^perfmux gpu: .*sysroot'
	mkdir -p "$T/root/proc"
	echo 'Character devices:' >"$T/root/proc/devices"
	run -125 gpu --sysroot "$T/root"
	has '^perfmux gpu: .*no DRM driver is loaded'
}

# --- what is written --------------------------------------------------------------------------

@test "the report goes to standard error or a file, the command's output to standard output" {
	events_total
	run -0 --separate-stderr tgpu gpu-emitter -n 10 -l 0
	has '^0 [0-9]+ 11 '
	has 'GPU 0' "$stderr"
	run -0 tgpu -o "$T/out" sh -c 'gpu-emitter -n 10 -l 0 >/dev/null'
	equal "$output" ""
	has 'GPU 0' "$(<"$T/out")"
}

@test "CSV, JSON, trace and picture are valid, say the same, and come from one run" {
	need python3 jq
	events_total4
	measure --json "$T/json" --trace "$T/trace" --svg "$T/svg" gpu-emitter -f total4 -p 0,self -n 300
	as_said
	json_valid "$T/json"
	json_valid "$T/trace"
	xml_valid "$T/svg"
	equal "$(jq -r '[.schema, .command[0], .target, .exit_status] | join(" ")' "$T/json")" \
		"perfmux-gpu/1 gpu-emitter command 0"
	equal "$(jq -c --argjson pid "$(said_pid)" '[.. | objects | select(.pid? == $pid) | .total | objects | .updates] | unique' "$T/json")" "[300]"
	# Perfetto's counter tracks have the last value of each
	equal "$(jq -r '.traceEvents | type' "$T/trace")" array
	jq -e '[.traceEvents[] | select(.ph == "C")] | length > 2' "$T/trace" >/dev/null
	grep -q '<svg xmlns="http://www.w3.org/2000/svg"' "$T/svg"
}

@test "with -I each interval has its values, in lines where there is no terminal" {
	need python3 jq
	events_total
	measure -I 100 --json "$T/json" sh -c 'for i in 1 2 3 4 5; do gpu-emitter -n 20 -p 0; sleep 0.1; done' </dev/null
	lacks $'\e'
	local rows
	rows=$(awk -F, 'NR > 1 && $3 == 0' "$T/csv" | wc -l)
	between 4 "$rows" 60
	equal "$(field 0 whole total_updates)" 100
	# the intervals' updates are all of them
	equal "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ sum += $at["total_interval_updates"] } END { print sum }' "$T/csv")" 100
	# times go on
	awk -F, 'NR > 2 && $1 + 0 < last { exit 1 } { last = $1 + 0 }' "$T/csv"
	json_valid "$T/json"
	between 4 "$(jq '.intervals | length' "$T/json")" 60
	has 'GPU 0'
}

@test "on a terminal it is drawn over, the cursor comes back, and the report stays" {
	need script
	events_total
	run -0 traced script -qec "$PERFMUX gpu -a -I 50 --csv $T/csv sh -c 'for i in 1 2 3 4; do gpu-emitter -n 20 -p 0 >/dev/null; sleep 0.06; done'" /dev/null
	has $'\e\\[\\?25l'
	[[ ${output##*$'\e[?25l'} == *$'\e[?25h'* ]]
	has '^ +total +[0-9.]+ +[0-9.]+' "${output##*$'\e[?25h'}"
	# an interrupt gives it back, too
	start "${TRACED[@]}" script -qec "exec $PERFMUX gpu -a -I 50" /dev/null
	wait_for grep -qF $'\e[?25l' "$T/log"
	pkill -INT -P "$(pgrep -P "$pid" script || echo "$pid")" perfmux
	finish
	[[ ${output##*$'\e[?25l'} == *$'\e[?25h'* ]]
}

@test "a write that fails is an error that names the file and why, whichever it is" {
	events_total
	local option
	for option in -o --csv --json --svg --trace; do
		run -125 tgpu "$option" /dev/full gpu-emitter -n 10 -l 0
		has "^perfmux gpu: cannot write '/dev/full': no space left on device"
	done
	run -125 traced sh -c '"$0" gpu --json - true >/dev/full' "$PERFMUX"
	has 'no space left on device'
	run -125 traced sh -c '"$0" gpu true 2>/dev/full' "$PERFMUX"
	run -125 tgpu -o /dev/full false
	# with intervals nobody is left to measure for
	run -125 tgpu -I 20 -o /dev/full -a
	has "cannot write '/dev/full'"
}

@test "a file that cannot be opened is an error before the command runs" {
	events_total
	local option
	for option in -o --csv --json --svg --trace; do
		run -125 tgpu "$option" "$T/none/file" touch "$T/ran"
		has "^perfmux gpu: cannot write '$T/none/file': no such file or directory"
		[[ ! -e $T/ran ]]
	done
	run -125 tgpu --csv "$T/same" --json "$T/same" touch "$T/ran"
	has "^perfmux gpu: two results cannot both go to '$T/same'"
	run -125 tgpu --csv - --json - touch "$T/ran"
	has "two results cannot both go to '-'"
	[[ ! -e $T/ran ]]
}

# --- how it ends ------------------------------------------------------------------------------

@test "the exit status is the command's, or 128 plus the signal that killed it" {
	events_total
	run -0 tgpu true
	run -42 tgpu sh -c 'exit 42'
	run -137 tgpu dies 9
	run -127 tgpu --json "$T/json" "$T/none"
	has "^perfmux gpu: cannot run '$T/none': no such file or directory"
	run -126 tgpu "$T"
	has "^perfmux gpu: cannot run '$T': permission denied"
	[[ ! -e $T/json ]] # there is no result
	need jq
	run -3 tgpu --json "$T/json" sh -c 'exit 3'
	equal "$(jq .exit_status "$T/json")" 3
}

@test "an interrupt gives the report" {
	events_total
	start "${TRACED[@]}" "$PERFMUX" gpu -a --csv "$T/csv"
	attached "$pid"
	gpu-emitter -n 300 -p 0 >"$T/said"
	kill -INT "$pid"
	finish
	equal "$status" 130
	has 'GPU 0'
	as_said
}

@test "an interrupt that a command survives is the command's" {
	events_total
	start "${TRACED[@]}" "$PERFMUX" gpu --csv "$T/csv" sh -c 'sleep 60 & trap "kill $!; gpu-emitter -n 5 -p 0; exit 7" INT; echo ready >"$1"; wait' sh "$T/ready"
	wait_for test -s "$T/ready"
	kill -INT "$pid"
	finish
	equal "$status" 7
	equal "$(field 0 whole total_updates)" 5
}

@test "an interrupt ends the grace period, and then it is not known whether it is a leak" {
	events_total
	start "${TRACED[@]}" "$PERFMUX" gpu --grace 60000 --csv "$T/csv" gpu-emitter -n 10 -l 4096
	wait_for grep -q '^0 ' "$T/log"
	sleep 0.3
	kill -INT "$pid"
	finish
	equal "$status" 0
	equal "$(field 0 "$(awk '/^0 / { print $2 }' "$T/log")" marks)" "ended ending"
}

@test "--timeout ends it, with and without a command" {
	events_total
	run -0 tgpu -a --timeout 200 --csv "$T/csv"
	has 'system wide'
	run -0 tgpu --timeout 200 --csv "$T/csv" sh -c 'gpu-emitter -n 5 -p 0 >/dev/null; exec sleep 60'
	equal "$(field 0 whole total_updates)" 5
}

@test "nothing that happened is a report, too" {
	events_total
	run -0 tgpu --csv "$T/csv" --json "$T/json" --svg "$T/svg" --trace "$T/trace" true
	equal "$(lines_of "$T/csv")" 1
	has 'no update|nothing|0 updates'
	json_valid "$T/json"
	json_valid "$T/trace"
	xml_valid "$T/svg"
}

@test "nobody to look at is a slip; nonsense in an option, too" {
	run -125 gpu
	has '^perfmux gpu: nobody to look at'
	local wrong
	for wrong in '-I 0' '--grace -1' '--ring 0' '--source gpu' '--fdinfo x' '-p x'; do
		# shellcheck disable=SC2086
		run -125 gpu $wrong true
		has '^perfmux gpu: '
		((${#lines[@]} <= 2))
	done
}
