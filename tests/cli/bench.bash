# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154
#
# bench.bash: `perfmux bench` for the bench*.bats files, and what a baseline has.

bench() { "$PERFMUX" bench "$@"; }

# values FILE COMMAND METRIC: what was kept, one a line, from --save
values() {
	jq -r --argjson c "$2" --arg m "$3" \
		'(.metrics | map(.name) | index($m)) as $i | .commands[$c].values[$i][]' "$1"
}
