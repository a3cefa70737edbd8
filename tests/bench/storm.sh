#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# storm.sh [SECONDS [MINUTES]]: how fast storms are, SECONDS each (10), beside `stress-ng --perf`; then
# how much memory storm.mixed has from beginning to end of MINUTES (1). Needs root, and what `make`
# built, or another program in PERFMUX.
#
# An operation of a storm is one system call on an event, or one task made, moved, ended or set to work,
# and its answer judged. stress-ng has no stressor of perf events: with --perf it opens some for each
# worker, once, and reads them at the end; a bogo operation is the stressor's own.
set -eu
cd "$(dirname "$0")/../.."

seconds=${1:-10}
minutes=${2:-1}
perfmux=${PERFMUX:-build/perfmux}
[[ $(id -u) == 0 ]] || { echo "storm.sh: needs root" >&2; exit 1; }
[[ -x $perfmux ]] || { echo "storm.sh: run make first" >&2; exit 1; }

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

number() { # FIELD: of the only result in the document
	grep -o "\"$1\":[0-9]*" "$tmp/result" | head -n 1 | cut -d : -f 2
}

printf '%-16s %12s %12s %16s\n' scenario operations 'a second' 'a CPU second'
for name in counts groups inherit errors mixed parallel; do
	"$perfmux" stress --seed 1 --duration "${seconds}s" --json "$tmp/result" "storm.$name" >"$tmp/text" || cat "$tmp/text"
	awk -v name="storm.$name" -v n="$(number operations)" -v wall="$(number wall_ns)" -v cpu="$(number cpu_ns)" \
		'BEGIN { printf "%-16s %12d %12d %16d\n", name, n, n * 1e9 / wall, n * 1e9 / cpu }'
done

if command -v stress-ng >/dev/null; then
	echo
	for stressor in get fork switch; do
		stress-ng --perf "--$stressor" 1 --timeout "${seconds}s" --metrics-brief 2>&1 | awk -v name="$stressor" \
			'$4 == name && $8 == $8 + 0 && !seen++ { printf "stress-ng --perf --%-8s %12d bogo operations, %d a second\n", name, $5, $9 }'
	done
	strace -f -qq -c -e trace=perf_event_open,ioctl -o "$tmp/calls" stress-ng --perf --get 1 --timeout "${seconds}s" \
		>/dev/null 2>&1
	awk '/perf_event_open|ioctl/ { printf "stress-ng --perf --get calls %s %d times\n", $NF, $4 }' "$tmp/calls"
fi

# The scenario's own process: the one below its supervisor that does not end.
echo
"$perfmux" stress --seed 1 --duration "${minutes}m" storm.mixed >"$tmp/text" &
for ((i = 0; i <= minutes * 6; i++)); do
	sleep "$((i == 0 ? 3 : i == minutes * 6 ? 5 : 10))"
	supervisor=$(pgrep -P $! | head -n 1) || true
	driver=$(pgrep -P "${supervisor:-$!}" | head -n 1) || true
	[[ $supervisor && $driver ]] || break # it has ended
	printf '%4d s: resident %s kB, perf_event objects %s\n' "$((i * 10 + 3))" \
		"$(awk '/^VmRSS/ { print $2 }' "/proc/$driver/status")" \
		"$(awk '$1 == "perf_event" { print $2 }' /proc/slabinfo)"
done
wait
tail -n 1 "$tmp/text"
