# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2016,SC2034,SC2154
#
# gpu_events.bash: tracepoints of GPU memory where the kernel has none: uprobe events of the same
# names on the functions of gpu-emitter. The names are fixed, so only one test at a time may have
# them, on the whole machine. A guard makes the events, holds the lock, and takes both back when it
# is told to, or when nobody has the other end of its pipe any more, however the test ended.

# What the guard runs, with tracefs in sight: $1 is where it says how it went, what follows are
# lines for uprobe_events.
GPU_GUARD='
	trap "" INT TERM HUP QUIT PIPE
	said=$1
	shift
	events=/sys/kernel/tracing/uprobe_events
	exec 8</sys/kernel
	flock -w 50 8 || { echo busy >"$said"; exit 1; }
	if [ -d /sys/kernel/tracing/events/gpu_mem ]; then
		echo foreign >"$said"
		exit 1
	fi
	result=ready
	for line in "$@"; do
		echo "$line" >>$events 2>/dev/null || result=refused
	done
	echo $result >"$said"
	read -r _
	tries=0
	ours="s,^p:\(gpu_mem/[^ ]*\) [^ ]*/gpu-emitter:.*,-:\1,p"
	while left=$(sed -n "$ours" $events) && [ "$left" ] && [ $tries -lt 500 ]; do
		for line in $left; do
			echo "$line" >>$events || sleep 0.02
		done 2>/dev/null
		tries=$((tries + 1))
	done'

# Registers that have the arguments of a function, as uprobes call them.
case $(uname -m) in
x86_64) gpu_arguments=(%di %si %dx %cx) gpu_stack=%sp ;;
aarch64) gpu_arguments=(%x0 %x1 %x2 %x3) gpu_stack=%sp ;;
*) gpu_arguments=() ;;
esac

# gpu_probe EVENT FUNCTION FIELD...: the line that makes an event; a field is "NAME:TYPE", the first
# of which is the first argument. "-" leaves an argument out.
gpu_probe() {
	local offset line field i=0
	offset=$(file_offset "$WORKLOADS/gpu-emitter" "$2") || return
	line="p:gpu_mem/$1 $WORKLOADS/gpu-emitter:$offset"
	for field in "${@:3}"; do
		[[ $field == - ]] || line+=" ${field%:*}=${gpu_arguments[i]}:${field##*:}"
		((++i))
	done
	echo "$line"
}

# gpu_events LINE...: there are these events until gpu_events_end, which teardown calls.
gpu_events() {
	need flock
	need_tracefs
	[[ ${gpu_arguments[0]-} ]] || skip "where arguments are on this machine is not known"
	gpu_guards=$((${gpu_guards:-0} + 1))
	local said=$T/guard.$gpu_guards pipe=$T/guard.$gpu_guards.in
	mkfifo "$pipe"
	"${TRACED[@]}" setsid sh -c "$GPU_GUARD" sh "$said" "$@" <"$pipe" >/dev/null 2>&1 3>&- &
	gpu_guard=$!
	exec {gpu_hold}>"$pipe"
	local end=$((SECONDS + 55))
	until [[ -s $said ]]; do
		{ ((SECONDS < end)) && kill -0 "$gpu_guard" 2>/dev/null; } || break
		sleep 0.02
	done
	case $(cat "$said") in
	ready) ;;
	refused) gpu_events_end && skip "no uprobes here" ;;
	foreign) gpu_events_end && skip "there are gpu_mem events already" ;;
	*) gpu_events_end && skip "another test has the gpu_mem events" ;;
	esac
}

gpu_events_end() {
	[[ ${gpu_guard-} ]] || return 0
	(echo end >&"$gpu_hold") || true # where nobody reads any more, SIGPIPE is the subshell's
	exec {gpu_hold}>&-
	wait "$gpu_guard" || true
	gpu_guard=
}

# The usual ones.
events_total() { gpu_events "$(gpu_probe gpu_mem_total emit_total gpu_id:u32 pid:u32 size:u64)"; }
# events_total4 [NAME]: with a fourth field of that name
events_total4() {
	gpu_events "$(gpu_probe gpu_mem_total emit_total4 gpu_id:u32 pid:u32 size:u64 "${1:-imported_size}:u64")"
}
events_both() {
	gpu_events "$(gpu_probe gpu_mem_total emit_total gpu_id:u32 pid:u32 size:u64)" \
		"$(gpu_probe gpu_mem_imported emit_imported gpu_id:u32 pid:u32 size:u64)"
}

# A process that does nothing, and has a name: its pid in $idler.
idle() {
	cp -n "$WORKLOADS/sleeper" "$T/$1"
	"$T/$1" 60000 3>&- &
	idler=$!
	background+=("$idler")
}

gpu() { "$PERFMUX" gpu "$@"; }
tgpu() { traced "$PERFMUX" gpu "$@"; }

# measure OPTION... COMMAND...: the report in $output and its values in $T/csv; what the command
# said in $T/said
measure() {
	run -0 --separate-stderr tgpu --csv "$T/csv" "$@"
	printf '%s\n' "$output" >"$T/said"
	output=$stderr
}

# field GPU PID COLUMN: of the last such line in $T/csv; PID "whole" is the GPU as a whole. Only for
# names without commas.
field() {
	awk -F, -v gpu="$1" -v pid="$2" -v column="$3" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["gpu"] == gpu && (pid == "whole" ? $at["scope"] == "gpu" : $at["pid"] == pid) {
			value = $at[column]
		}
		END { print value }' "$T/csv"
}

# said_pid: the last process that gpu-emitter spoke of
said_pid() { awk 'NF == 8 && $2 { pid = $2 } END { print pid }' "$T/said"; }

# as_said [FILE...]: each value is what gpu-emitter says that it sent
as_said() {
	local gpu pid updates first last peak minimum imported sum=0 of got
	while read -r gpu pid updates first last peak minimum imported; do
		of=$pid
		((pid)) || of=whole
		got="$(field "$gpu" "$of" total_updates) $(field "$gpu" "$of" total_first)"
		got+=" $(field "$gpu" "$of" total) $(field "$gpu" "$of" total_peak)"
		got+=" $(field "$gpu" "$of" total_minimum) $(field "$gpu" "$of" imported)"
		[[ $imported != - ]] || imported=
		equal "GPU $gpu $of $got" "GPU $gpu $of $updates $first $last $peak $minimum $imported" || return
		((sum += updates))
	done < <(cat "${@:-$T/said}")
	((sum > 0)) || { echo "nothing was said" >&2 && return 1; }
}
