#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# record.sh [CALLS [ROUNDS]]: the recorder beside `perf record`, in turn. On each of two CPUs a program
# calls a function with a uprobe event CALLS times (900,000), as fast as it can; both tools record the
# event on all CPUs with their default buffers. Prints what each lost and the CPU time it took. Needs
# root, and what `make` built.
set -eu
cd "$(dirname "$0")/../.."

calls=${1:-900000}
rounds=${2:-3}
target=$PWD/build/workloads/uprobe-target
[[ $(id -u) == 0 ]] || { echo "record.sh: needs root" >&2; exit 1; }
[[ -e build/libperfmux.a && -x $target ]] || { echo "record.sh: run make and make check first" >&2; exit 1; }

# tracefs for us alone, gone with us.
if [[ ! ${PRIVATE_TRACEFS:-} ]]; then
	PRIVATE_TRACEFS=1 exec unshare --mount --propagation private "$0" "$@"
fi
tracing=/sys/kernel/tracing
mountpoint -q "$tracing" || mount -t tracefs tracefs "$tracing"

tmp=$(mktemp -d)
system=pmxb_$$
finish() {
	local left
	# whoever has the event open keeps it
	mapfile -t left < <(jobs -p)
	((${#left[@]} == 0)) || { kill "${left[@]}" && wait; } 2>/dev/null || true
	echo "-:$system/update" >>"$tracing/uprobe_events" || true
	rm -rf "$tmp"
}
${CC:-cc} -std=gnu17 -D_GNU_SOURCE -O2 -Wall -Wextra -Iinclude -Ibuild/libperf/include tests/bench/record.c \
	build/libperfmux.a -ldl -lm -pthread -o "$tmp/record"
echo "p:$system/update $target:0x$(nm "$target" | awk '$3 == "pmx_probe_here" { print $1 }') gpu_id=%di:u32 pid=%si:u32 size=%dx:u64" \
	>>"$tracing/uprobe_events"
trap finish EXIT

# emit: both programs, pinned, when the tools are ready
emit() {
	local cpu pids=()
	sleep 1
	for cpu in 0 1; do
		taskset -c "$cpu" "$target" "$calls" &
		pids+=($!)
	done
	wait "${pids[@]}"
}

TIMEFORMAT='%U %S'
for ((round = 0; round < rounds; round++)); do
	start=$EPOCHREALTIME
	emit &
	printf 'recorder     '
	"$tmp/record" "$system" update $!
	awk "BEGIN { t = $EPOCHREALTIME - $start - 1; printf \"             (%.1f s, %d calls a second and CPU)\n\", t, $calls / t }"
	emit &
	# In a shell of its own, as the time of other children that end meanwhile would be added.
	(time perf record -q -a -e "$system:update" -o "$tmp/data" -- tail --pid=$! -f /dev/null >/dev/null 2>&1) 2>"$tmp/time"
	awk -v samples="$(perf script -i "$tmp/data" -F event 2>/dev/null | grep -c "$system:update")" \
		'{ printf "perf record  {\"samples\":%d,\"cpu_ms\":%.1f}\n", samples, ($1 + $2) * 1000 }' "$tmp/time"
done
sleep 10 &
printf 'quiet, 10 s  '
"$tmp/record" "$system" update $!
