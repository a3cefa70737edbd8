#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# What `perfmux bench` writes, and how it ends: whole, with an error, or by a signal.

load helpers
load bench

@test "what commands say does not go to the file of a result" {
	local option
	for option in --save --export-json --export-csv --export-markdown --svg; do
		echo former >"$T/one"
		run -125 bench -r 1 -q --output "$T/one" "$option" "$T/./one" true
		has 'cannot both go to'
		equal "$(cat "$T/one")" former
	done
	run -0 bench -r 1 -q --save "$T/base" true
	cp "$T/base" "$T/same"
	run -125 bench -r 1 -q --output "$T/base" --baseline "$T/base" true
	has 'cannot go to the baseline'
	run -125 bench -r 1 -q --output "$T/base" --pin nonsense true
	cmp "$T/base" "$T/same"
}

# has_run COUNT: so many runs of "$LASTING" have begun
LASTING='sh -c "echo >>runs; sleep 0.02"'
has_run() { (($(lines_of runs) >= $1)); }

@test "an interrupt reports what there is, in valid files" {
	need jq
	cd "$T"
	start "$PERFMUX" bench --time 60s --save "$T/base" --export-json "$T/json" --export-csv "$T/csv2" "$LASTING"
	wait_for has_run 6
	kill -INT "$pid"
	finish
	((status == 130))
	(($(values "$T/base" 0 wall | wc -l) > 3))
	jq -e .results "$T/json" >/dev/null
	(($(lines_of "$T/csv2") > 3))
}

@test "a result that cannot be written is said, also of a bench that was stopped or failed" {
	[[ -c /dev/full ]] || skip "no /dev/full"
	cd "$T"
	start "$PERFMUX" bench -q --time 60s --export-json /dev/full "$LASTING"
	wait_for has_run 2
	kill -INT "$pid"
	finish
	((status == 130))
	has "cannot write '/dev/full'"
	run -125 bench -q -r 3 --export-csv /dev/full true 'test ! -e /'
	has "cannot write '/dev/full'"
	has "failed: exit status 1"
}

@test "a bench without any run that succeeded writes its files, and no table and no baseline" {
	need jq xmllint
	echo kept >"$T/base"
	run -125 bench -r 3 --export-json "$T/json" --export-csv "$T/csv2" --export-markdown "$T/md" --svg "$T/svg" \
		--save "$T/base" false
	((${#lines[@]} == 2))
	[[ $(jq '.perfmux.commands[0].failed, .perfmux.interrupted' "$T/json" | tr '\n' ' ') == '1 true ' ]]
	(($(lines_of "$T/csv2") > 3))
	xmllint --noout "$T/svg"
	grep -q '^| ' "$T/md"
}

@test "no baseline is replaced by one without runs, and that is said" {
	echo kept >"$T/base"
	run -125 bench -i -r 2 --save "$T/base" false
	has "no baseline was written to '.*base': no run succeeded"
	equal "$(<"$T/base")" kept
	run -0 bench -i -r 2 --save "$T/base" false true
	grep -q perfmux-bench "$T/base"
}

@test "a cleanup that fails is an error, no run is missing for it, and the others are made" {
	need jq
	run -125 bench -r 2 --export-json "$T/json" -L which one,two -c "echo {which} >>$T/log; test {which} = two" \
		'true {which}'
	has 'cleanup failed with status 1: echo one'
	has '2 runs each'
	lacks interrupted
	[[ $(jq .perfmux.interrupted "$T/json") == false ]]
	equal "$(tr '\n' ' ' <"$T/log")" 'one two '
}

@test "an interrupt while a command prepares is an interrupt" {
	local option
	for option in prepare setup cleanup; do
		# of its own process group, as a terminal has it
		rm -f "$T/there"
		start setsid "$PERFMUX" bench -r 2 --"$option" "touch $T/there; sleep 3; sleep 0.01" true
		wait_for test -e "$T/there"
		kill -INT -- "-$pid"
		finish
		((status == 130))
		lacks 'failed'
		[[ $option != cleanup ]] || has '2 runs'
	done
}

@test "all files are written, and valid" {
	need jq xmllint
	run -0 bench -r 5 -N --export-json "$T/json" --export-csv "$T/csv2" --export-markdown "$T/md" --svg "$T/svg" \
		--save "$T/base" true "sh -c ':'"
	jq -e '.results | length == 2' "$T/json" >/dev/null
	[[ $(jq '.results[0].times | length' "$T/json") == 5 ]]
	xmllint --noout "$T/svg"
	grep -q '^| ' "$T/md"
	[[ $(jq -r .schema "$T/base") == perfmux-bench/1 ]]
}

@test "a web page is told of another machine, of failed runs, and of an interrupt, too" {
	need jq
	run -0 bench -q -r 5 --save "$T/base" -n same true
	jq -c '.host = "other`host" | .cpus = 4096' "$T/base" >"$T/other"
	run -0 bench -q -i -r 5 --baseline "$T/other" --export-markdown "$T/md" -n same true -n 'a|b' 'exit 3'
	grep -q '^- Compared with a baseline: ``measured .* UTC on other`host``$' "$T/md"
	grep -q '^- Not the same: `CPUs online: 4096 then' "$T/md"
	grep -q '^- Failed: 5 of 5 runs of `a|b`, left out of all numbers; the first: `exit status 3`$' "$T/md"
	run -0 bench -q -r 5 --export-markdown "$T/md" true
	[[ $(grep -c '^- ' "$T/md") == 0 ]]
	cd "$T"
	start "$PERFMUX" bench -q --time 60s --export-markdown "$T/md" "$LASTING"
	wait_for has_run 2
	kill -INT "$pid"
	finish
	grep -q '^- Interrupted in round [0-9]*$' "$T/md"
}

@test "the report fits 80 columns" {
	LC_ALL=C run -0 bench -r 5 -v "$WORKLOADS/faults 100" "$WORKLOADS/faults 100 with a very long tail of words that goes on" \
		"sh -c 'exit 0'"
	[[ -z $(awk 'length > 80' <<<"$output") ]]
}
