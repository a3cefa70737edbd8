#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# perfmux bench: what is run, how often, and what is said of it.

load helpers
load bench

@test "each command is run as often as asked, and its output is nobody's" {
	run -0 bench -N -r 7 --save "$T/base" "sh -c 'echo said; echo x >>$T/runs'" true
	((7 == $(lines_of "$T/runs")))
	lacks "^said"
	need jq
	[[ $(values "$T/base" 0 wall | wc -l) == 7 && $(values "$T/base" 1 wall | wc -l) == 7 ]]
}

@test "warmups are run and not measured; setup, prepare and cleanup are run around" {
	need jq
	run -0 bench -r 3 -w 2 --save "$T/base" -s "echo setup >>$T/log" -p "echo prepare >>$T/log" \
		-c "echo cleanup >>$T/log" "sh -c 'echo run >>$T/log'"
	[[ $(uniq -c "$T/log" | awk '{ print $2 }' | tr '\n' ' ') == \
		"setup prepare run prepare run prepare run prepare run prepare run cleanup " ]]
	[[ $(values "$T/base" 0 wall | wc -l) == 3 ]]
}

@test "what setup, prepare and cleanup put out is not in the report, and what they complain of is said" {
	need jq
	local around=(-s 'echo a; echo wrong >&2' -p 'echo b' -c 'echo c')
	run -0 --separate-stderr bench -q -r 2 "${around[@]}" --export-json /dev/stdout --output "$T/out" 'echo d'
	jq -e '.results | length == 1' <<<"$output" >/dev/null
	equal "$stderr" wrong
	equal "$(tr '\n' ' ' <"$T/out")" "d d "
	run -0 --separate-stderr bench -q -r 2 "${around[@]}" --output inherit 'echo d'
	equal "${output//$'\n'/ }" "a b d b d c"
}

@test "known work is counted exactly, of the command and its children" {
	need jq
	need_tracefs "$CALL"
	run -0 traced "$PERFMUX" bench -r 5 -e "$CALL" --save "$T/base" "$WORKLOADS/syscalls 1000" \
		"$WORKLOADS/forks 10 3"
	[[ $(values "$T/base" 0 "$CALL" | sort -u) == 1000 ]]
	[[ $(values "$T/base" 1 "$CALL" | sort -u) == 30 ]]
}

@test "memory that perfmux itself has is not said to be a command's" {
	need jq
	run -0 bench -r 10 --save "$T/base" -n small -n large "$WORKLOADS/sleeper 1" "$WORKLOADS/faults 20000"
	equal "$(values "$T/base" 0 max-rss)" ''
	has 'max-rss of 10 runs is not known: .*perfmux itself has'
	[[ $(values "$T/base" 1 max-rss | wc -l) == 10 ]]
	(($(values "$T/base" 1 max-rss | sort -n | head -1) >= 20000 * 4096))
	(($(values "$T/base" 1 max-rss | sort -n | tail -1) <= 20000 * 4096 + (8 << 20)))
	run -125 bench -q -r 6 --baseline "$T/base" --fail-if 'max-rss > +1%' -n small "$WORKLOADS/sleeper 1"
	has "no values of 'max-rss'|no run of 'small'"
}

@test "a difference is found, and told with its size" {
	run -0 bench -r 12 -e page-faults:u "$WORKLOADS/faults 2000" "$WORKLOADS/faults 2040"
	has 'page-faults:u'
	has '(1\.[0-9]|2\.[0-9]) % more'
}

@test "a command differs from itself at most now and then" {
	local differs=0 i
	for i in 1 2 3 4 5; do
		run -0 bench -r 12 -e page-faults:u --seed "$i" -n A -n B "$WORKLOADS/faults 500" \
			"$WORKLOADS/faults 500 "
		! grep -Eq '% (more|less|faster|slower)' <<<"$output" || differs=$((differs + 1))
	done
	((differs <= 2))
}

@test "parameters make commands, as hyperfine has them" {
	run -0 bench -r 2 -N -L word a,b -P number 1 2 --export-json "$T/json" 'echo {word} {number}'
	need jq
	[[ $(jq -r '.results[].command' "$T/json" | sort | tr '\n' '|') == 'echo a 1|echo a 2|echo b 1|echo b 2|' ]]
	[[ $(jq -c '.results[] | select(.command == "echo b 1") | .parameters' "$T/json") == '{"word":"b","number":"1"}' ]]
}

@test "the words of a parameter may begin where the option ends, however it is spelled" {
	local list
	need jq
	for list in "-Lword a,b" "-iL word a,b" "--parameter-list word a,b" "--parameter-list=word a,b" "--parameter-l word a,b"; do
		# shellcheck disable=SC2086  # each is several words
		run -0 bench -q -r 1 -N --export-json "$T/json" $list 'echo {word}'
		[[ $(jq -r '.results[].command' "$T/json" | tr '\n' '|') == 'echo a|echo b|' ]]
	done
	run -0 bench -q -r 1 -N --export-json "$T/json" -Pn 8 10 -D1 'echo {n}'
	[[ $(jq '.results | length' "$T/json") == 3 ]]
	run -125 bench -Lx true
	has '^perfmux bench: no command'
	run -125 bench -Lx
	has 'needs 2 words'
}

@test "options may stand behind the commands, up to two dashes" {
	need jq
	run -0 bench 'true' -r 5 'sh -c :' --export-json "$T/json" -q -L word a,b 'echo {word}' -N
	[[ $(jq -r '.results[] | "\(.command) \(.times | length)"' "$T/json" | tr '\n' '|') == \
		'true 5|true (2) 5|sh -c : 5|sh -c : (2) 5|echo a 5|echo b 5|' ]]
	run -127 bench true -r 1 -- -r
	has "'-r': command not found"
	run -125 bench true -r
	has 'needs an argument'
}

@test "a comma in a value has a backslash before it, as hyperfine has it" {
	need jq
	local list want
	while read -r list want; do
		run -0 bench -q -r 1 -N --export-json "$T/json" -L word "$list" 'echo "{word}x"'
		equal "$(jq -c '[.results[].parameters.word]' "$T/json")" "$want"
	done <<-'END'
		a\,b,c ["a,b","c"]
		\, [","]
		a\b,,c\\,d ["a\\b","","c\\","d"]
	END
}

@test "a scan has both of its ends, and each value once" {
	local scan
	need jq
	while read -r scan want; do
		# shellcheck disable=SC2086  # each is several words
		run -0 bench -q -r 1 -N --export-json "$T/json" -P n ${scan//_/ } 'echo {n}'
		equal "$(jq -r '.results[].parameters.n' "$T/json" | tr '\n' ',')" "$want"
	done <<-END
		1_3 1,2,3,
		-1_1 -1,0,1,
		0_1_-D_0.25 0.00,0.25,0.50,0.75,1.00,
		0_0.3_-D_0.1 0.0,0.1,0.2,0.3,
		5_5 5,
		999999999999999_1e15 999999999999999,1000000000000000,
		1e15_1e15_-D_0.0001 1000000000000000.0000,
	END
}

@test "a command that is there several times has a number, others of one name are refused" {
	need jq
	run -0 bench -q -r 1 --export-json "$T/json" true true true
	[[ $(jq -r '.results[].command' "$T/json" | tr '\n' '|') == 'true|true (2)|true (3)|' ]]
	run -125 bench -n a -n a true false
	has "two commands have the name 'a'"
}

@test "an empty command is refused whatever would run it" {
	local how empty
	for how in '' -N '-S bash' '-n name'; do
		# shellcheck disable=SC2086  # none, or several words
		for empty in '' ' ' $'\t '; do
			run -125 bench -r 1 $how "$empty"
			has 'a command is empty'
			((${#lines[@]} == 1))
		done
	done
}

@test "a shell is used where one is needed, and only there" {
	run -0 bench -r 2 --export-json "$T/json" "echo x >$T/made && test -s $T/made"
	[[ -s $T/made ]]
	rm "$T/made"
	run -0 bench -r 2 -S default "echo x >$T/made && test -s $T/made"
	[[ -s $T/made ]]
	run -125 bench -N -r 2 "echo x > $T/not"
	has 'only a shell can do'
	[[ ! -e $T/not ]]
	run -0 bench -r 2 -S bash '[[ -n $BASH_VERSION ]]'
}

@test "a run that fails ends the bench, shows what was said, and is named" {
	run -125 bench -r 5 "sh -c 'echo this is why >&2; exit 3'"
	has 'failed: exit status 3'
	has 'this is why'
	has 'ignore-failure'
	run -0 bench -r 5 -i "sh -c 'kill -SEGV \$\$'" true
	has '5 .*signal 11'
	run -125 bench -r 2 --timeout 50 "sleep 5"
	has 'took longer than 50 ms'
}

# gone PROGRAM: nobody runs it; on the way out of a failed test, nobody any more
gone() { ! pgrep -f "^$1"; }
all_gone() { wait_for gone "$1" || { pkill -KILL -f "^$1" && false; }; }

@test "a run that takes too long is ended with all that it started" {
	local name=$T/sleeper-of-bench
	cp "$WORKLOADS/sleeper" "$name"
	run -0 bench -i -r 2 --timeout 100 "$name 60000 & $name 60000; true" "trap '' TERM; $name 60000 | cat"
	has '2 of 2 runs of .*took longer'
	all_gone "$name"
	# an interrupt, too, which a terminal sends to its own processes only
	start setsid "$PERFMUX" bench -r 2 --timeout 30000 "$name 60000 | cat"
	wait_for pgrep -f "^$name"
	kill -INT -- "-$pid"
	finish
	((status == 130))
	all_gone "$name"
}

@test "a baseline is compared with, and a gate trips on a significant change only" {
	run -0 bench -q -r 12 -e page-faults:u --save "$T/base" -n prog "$WORKLOADS/faults 1000"
	run -1 bench -q -r 12 -e page-faults:u --baseline "$T/base" --fail-if 'page-faults:u > +1%' -n prog \
		"$WORKLOADS/faults 1100"
	has 'page-faults:u of .prog.*more than \+1'
	((${#lines[@]} == 1))
	run -0 bench -q -r 12 -e page-faults:u --baseline "$T/base" --fail-if 'page-faults:u > +1%' -n prog \
		"$WORKLOADS/faults 1000"
	run -0 bench -r 12 -e page-faults:u --baseline "$T/base" --fail-if 'page-faults:u > +20%' -n prog \
		"$WORKLOADS/faults 1100"
	has '% more'
	has "not the same: command 'prog': "
	sed -i 's/"kernel":"[^"]*"/"kernel":"1.2.13"/' "$T/base"
	run -1 bench -q -r 12 -e page-faults:u --baseline "$T/base" --fail-if 'page-faults:u > +1%' -n prog \
		"$WORKLOADS/faults 1100"
	has 'not the same as in the baseline: .*1\.2\.13'
}

@test "a gate that the baseline cannot serve is refused before anything runs" {
	run -0 bench -q -r 5 -e page-faults:u --save "$T/base" -n old true
	run -125 bench --baseline "$T/base" -e minor-faults:u --fail-if 'minor-faults:u > +1%' -n old "touch $T/ran"
	has "'minor-faults:u' is not in the baseline"
	run -125 bench --baseline "$T/base" --fail-if 'wall > +1%' -n new -n newer "touch $T/ran" true
	has "the baseline has no command 'new'"
	has "'old'"
	need jq
	jq '.commands[0] |= (.values |= map([]) | .rounds |= map([]) | .seen |= map(0))' "$T/base" >"$T/empty"
	run -125 bench --baseline "$T/empty" --fail-if 'wall > +1%' -n old "touch $T/ran"
	has "no values of 'wall'"
	[[ ! -e $T/ran ]]
}

@test "a gate that no run lets judge fails, in a line" {
	run -125 bench -q -r 2 --fail-if 'wall > +1%' true 'sh -c :'
	has "'wall > \\+1%': too few runs to judge 'sh -c :'"
	((${#lines[@]} == 1))
	run -125 bench -q -i -r 8 --fail-if 'wall > +1%' true false
	has "'wall > \\+1%': no run of 'false' gave a value"
	((${#lines[@]} == 1))
	# one that trips is what counts
	run -1 bench -q -r 12 -e page-faults:u --fail-if 'page-faults:u > +1%' --fail-if 'wall < -99.99%' \
		"$WORKLOADS/faults 1000" "$WORKLOADS/faults 1100"
	has 'page-faults:u of'
}

@test "a gate passes only when each command was compared, and the one that was not is named" {
	run -125 bench -i -q -r 8 --fail-if 'wall > +99999%' true 'sh -c :' false
	has "no run of 'false' gave a value to compare"
	run -125 bench -i -q -r 8 --fail-if 'wall > +99999%' 'sh -c "exit 1"' true
	has "no run of 'sh -c \"exit 1\"' gave a value to compare"
	run -0 bench -q -r 8 --fail-if 'wall > +99999%' true 'sh -c :'
	run -0 bench -q -r 8 -n old --save "$T/base" true
	run -0 bench -q -r 8 --baseline "$T/base" --fail-if 'wall > +99999%' -n old -n new true 'sh -c :'
}

@test "what makes no sense is said in a line, before anything runs" {
	run -127 bench -r 2 "touch $T/ran" no-such-command-here
	has "'no-such-command-here': command not found"
	[[ ! -e $T/ran ]]
	touch "$T/plain"
	run -126 bench "$T/plain"
	printf '#!/no/such/interpreter\n' >"$T/script"
	chmod +x "$T/script"
	run -127 bench "$T/script"
	run -125 bench
	has 'no command'
	run -125 bench ''
	has 'empty'
	run -125 bench -r 0 true
	run -125 bench --fail-if 'nonsense > +1%' true false
	has "'nonsense' is not measured"
	run -125 bench --fail-if 'wall' true false
	run -125 bench --fail-if 'wall > +1%' true
	has 'nothing to compare'
	run -125 bench --baseline /dev/null true
	run -125 bench --baseline "$T/none" true
	echo '{"schema":"perfmux-bench/9"}' >"$T/newer"
	run -125 bench --baseline "$T/newer" true
	has 'newer'
	echo '{"schema":"perfmux-stat/1"}' >"$T/other"
	run -125 bench --baseline "$T/other" true
	run -125 bench -L word
	has '^perfmux bench: -L needs 2 words: NAME VALUES$'
	run -125 bench --parameter-scan=word 1
	has 'needs 3 words: NAME MIN MAX'
	run -125 bench -L word $'a\nb' true
	has 'a newline'
	run -125 bench -m 5 -M 2 "touch $T/ran"
	has 'min-runs 5 is more than --max-runs 2'
	run -125 bench -S '' true
	has 'shell: its name is empty'
	run -125 bench --metric '' true
	lacks '-e'
	run -125 bench -P n 1e300 1e300 'echo {n}'
	has "'1e300', is beyond 1e\\+15"
	run -125 bench -P n 1e17 100000000000000010 'echo {n}'
	run -125 bench -P n 1 5 -D 0 'echo {n}'
	run -125 bench -P n 1 5 -D nan 'echo {n}'
	run -125 bench --pin 999 true
	run -125 bench --precision 0 true
	run -125 bench "echo 'open"
	has 'quotes'
	run -125 bench --save /no/such/dir/file "touch $T/ran"
	[[ ! -e $T/ran ]]
}

@test "the main metric is what the verdict is on, and comes first" {
	need jq
	run -0 bench -r 12 -e page-faults:u,context-switches:u --metric page-faults:u --save "$T/base" \
		--export-json "$T/json" --export-markdown "$T/md" -n A -n B "$WORKLOADS/faults 1000" \
		"$WORKLOADS/faults 1100"
	[[ ${lines[0]} == ' page-faults:u: B '*'more than A'* ]]
	[[ $(jq -r '[.metrics[].name] | join(" ")' "$T/base") == \
		'page-faults:u wall user system max-rss context-switches:u' ]]
	# each metric still has its own values
	(($(values "$T/base" 1 page-faults:u | sort -n | head -1) >= 1100))
	[[ $(values "$T/base" 1 wall | sort -g | tail -1) == 0.* ]]
	local least
	least=$(values "$T/base" 1 max-rss | sort -n | head -1) # perfmux itself may have more, when sanitized
	((${least:-$((1100 * 4096))} >= 1100 * 4096))
	# what hyperfine exports is of the wall time, whatever the main metric is
	[[ $(jq '.results[1].times[0]' "$T/json") == "$(values "$T/base" 1 wall | head -1)" ]]
	has '^. `B` . 1,1[0-9]{2} ' "$(sed -n 4p "$T/md")"
}

@test "commands that are little but their start are noted" {
	need jq
	local brief i
	for i in {1..10}; do # a machine that is busy enough makes anything long
		run -0 bench -r 5 --export-json "$T/json" true 'sleep 0.02'
		brief=$(jq '[.results[].median | select(. < 0.005)] | length' "$T/json")
		((brief == 0)) || break
		lacks 'less than 5 ms'
	done
	((brief == 0)) || has "$brief of 2 commands: a run is less than 5 ms"
	run -0 bench -r 5 'sleep 0.02'
	lacks 'less than 5 ms'
}

@test "a clock is in seconds, like the times beside it" {
	need jq
	run -0 bench -N -r 3 -e task-clock --save "$T/base" "spin 20"
	between 0.02 "$(values "$T/base" 0 task-clock | head -1)" "$(values "$T/base" 0 wall | sort -g | tail -1)"
}

@test "precision ends when the median is known well enough" {
	local runs
	need jq
	run -0 bench --precision 50% --save "$T/base" true
	runs=$(values "$T/base" 0 wall | wc -l)
	((runs >= 10 && runs < 100))
	run -0 bench --precision 0.001% --max-runs 20 --save "$T/base2" true
	[[ $(values "$T/base2" 0 wall | wc -l) == 20 ]]
}

@test "a terminal is told how much time is left, with --precision as the last look has it" {
	need script
	run -0 env TERM=xterm script -qec "$PERFMUX bench -r 30 'sleep 0.02'" /dev/null
	has 'round [0-9]+, command 1 of 1, [0-9]+ s left'
	run -0 env TERM=xterm script -qec "$PERFMUX bench --precision 0.0001% -M 40 'sleep 0.02'" /dev/null
	has 'round [0-9]+, command 1 of 1, [0-9]+ s left'
	run -0 env TERM=xterm script -qec "$PERFMUX bench --precision 0.0001% --time 1s 'sleep 0.02'" /dev/null
	has 'round [0-9]+, command 1 of 1, [01] s left'
}

@test "it is said whether the precision was reached, and how that was looked at" {
	need jq
	run -0 bench --precision 100% --metric page-faults true
	[[ ${output//$'\n'  } == *"median of page-faults is known to 100 %"*"97 %"*"95 %"* ]]
	run -0 bench --precision 0.001% --max-runs 20 --export-json "$T/json" 'sleep 0.001' "sh -c :"
	[[ ${output//$'\n'  } == *"median of wall is not known to 0.001 % for 2 of 2 commands"* ]]
	[[ $(jq -r '.perfmux.notes[]' "$T/json") == *"not known to 0.001 % for 2 of 2 commands"* ]]
	run -0 bench -r 10 true
	lacks 'median of wall is'
}

@test "settings are those of the command" {
	need jq
	run -0 bench -r 1 --pin 0 --nice 2 --no-aslr --output "$T/out" "sh -c 'nproc; nice; cat /proc/self/personality'"
	[[ $(head -1 "$T/out") == 1 ]]
	[[ $(sed -n 2p "$T/out") == $(($(nice) + 2)) ]]
	[[ $(sed -n 3p "$T/out") == 00040000 ]]
	echo fed >"$T/in2"
	run -0 bench -r 1 --input "$T/in2" --output "$T/out" cat
	[[ $(cat "$T/out") == fed ]]
	run -0 bench -r 3 --random-env --output "$T/out" "sh -c 'echo \${#PERFMUX_BENCH_PADDING}'"
	(($(sort -u "$T/out" | wc -l) > 1))
}

@test "a pipe of hyperfine's --output is refused, not made a file" {
	cd "$T" || return
	run -125 bench -r 1 --output pipe true
	has "--output: 'pipe' is not supported"
	[[ ! -e pipe ]]
	run -0 bench -q -r 1 --output ./pipe 'echo x'
	equal "$(cat pipe)" x
}

@test "each run reads its input from the beginning, and the one that was prepared for it" {
	printf 'a\nb\n' >"$T/fed"
	run -0 bench -r 2 -w 1 -q --input "$T/fed" --output "$T/out" 'wc -l' 'sed -n 1p'
	equal "$(sort "$T/out" | tr '\n' ' ')" "2 2 2 a a a "
	run -0 bench -r 3 -q -p "echo x >>$T/fed; cp $T/fed $T/new; mv $T/new $T/fed" --input "$T/fed" \
		--output "$T/out" 'wc -l'
	equal "$(tr '\n' ' ' <"$T/out")" "3 4 5 "
	run -125 bench -r 3 -q -p "rm $T/fed" --input "$T/fed" cat
	has "cannot open '$T/fed': No such file"
}
