# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154
#
# mux.bash: `perfmux mux` for the mux*.bats files, plain and with tracefs, and what its document says.

mux() { "$PERFMUX" mux "$@"; }
tmux() { traced "$PERFMUX" mux "$@"; }

# first EVENT MEMBER: of the first such row in $T/json.
first() {
	jq -r --arg event "$1" --arg member "$2" \
		'[.events[] | select(.event == $event)][0][$member]' "$T/json"
}

no_hardware() {
	mux -e cycles true 2>&1 | grep -q 'not supported' || skip "this machine has a hardware PMU"
}
