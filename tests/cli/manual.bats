#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154  # variables are from helpers.bash
#
# The examples of the man pages and of the README are run as they stand there, in a directory that has
# what they name.
# Only what would take long, or never end, is made short.

load helpers
load prometheus

setup() {
	common_setup
	MAN=${PERFMUX%/*}/man
	[[ -d $MAN ]] # `make check` makes it
	need_root
	need jq gzip make
	mkdir "$T/bin" "$T/there"
	ln -s "$PERFMUX" "$T/bin/perfmux"
	cd "$T/there" || exit
	for it in program old new; do cp "$WORKLOADS/spin" "$it"; done
	seq -f 'perf %g' 20000 >notes
	printf 'all:\n\t@./program >program.log\n' >Makefile
	"$WORKLOADS/spin" 100000 >/dev/null 2>&1 3>&- &
	background+=("$!")
	PATH=$T/bin:$PATH:$PROMETHEUS
}

# examples PAGE: its commands one after the other, each ended by a line of two dashes. Pages that
# lead somebody through something have them all over.
examples() {
	awk -v everywhere="$([[ $1 == *.7 ]] && echo 1)" '
		/^\.SH/ { in_examples = everywhere || $2 == "EXAMPLES" }
		/^\.EE/ && on { print "--"; on = 0 }
		on { print }
		/^\.EX/ && in_examples { on = 1 }' "$1" |
		sed -e 's/\\-/-/g' -e "s/\\\\(aq/'/g" -e 's/\\e/\\/g' -e 's/\\&//g' -e 's/^\$ //'
}

# shortened TEXT: the same in less time.
shortened() {
	sed -E -e 's/--timeout [0-9]+/--timeout 200/' -e 's/--duration [0-9]+h/--duration 200ms/' \
		-e 's/--interval-count [0-9]+/--interval-count 2/' -e 's/-I 1000/-I 50/' \
		-e "s/-p 1234/-p ${background[0]}/" -e 's/^perfmux bench/& -r 3/' \
		-e 's/^perfmux stat -a -I 100 /&--timeout 200 /' \
		-e 's/^perfmux gpu -a -I/timeout -s INT --preserve-status 1 &/' \
		-e 's/^(perfmux stress( --[a-z]+( [^ |#-][^ |]*| -)?)*)( *[|#]|$)/\1 race.no-fds\4/' <<<"$1"
}

# try TEXT: the text runs, or says that this machine lacks the hardware for it; 130 is Ctrl-C's, and
# 1 means that the doctor has found something.
try() {
	local ran=0
	traced bash -euo pipefail -c "$1" >"$T/out" 2>"$T/err" </dev/null 3>&- || ran=$?
	((ran == 0 || ran == 130)) && return
	[[ $ran == 1 && $1 == 'perfmux doctor'* ]] && return
	if ((ran == 125)); then
		grep -Eq 'no hardware PMU|no PMU here|gpu_mem|cannot be measured|no cgroup is called' "$T/err" && return
	fi
	printf 'status %s of:\n%s\n' "$ran" "$1" >&2
	cat "$T/err" >&2
	return 1
}

# The page's examples, of which there are some, each run.
tried() {
	local line text='' count=0
	while IFS= read -r line; do
		if [[ $line != -- ]]; then
			text+=$line$'\n'
			continue
		fi
		if [[ $text == perfmux* ]]; then # else it is output that is shown
			try "$(shortened "$text")"
			count=$((count + 1))
		fi
		text=
	done < <(examples "$MAN/$1")
	((count > 0))
}

@test "the examples of perfmux-stat(1) run" { tried perfmux-stat.1; }
@test "the examples of perfmux-mux(1) run" { tried perfmux-mux.1; }
@test "the examples of perfmux-gpu(1) run" { tried perfmux-gpu.1; }
@test "the examples of perfmux-stress(1) run" { tried perfmux-stress.1; }
@test "the examples of perfmux-bench(1) run" { tried perfmux-bench.1; }
@test "the examples of perfmux-list(1) run" { tried perfmux-list.1; }
@test "the examples of perfmux-doctor(1) run" { tried perfmux-doctor.1; }
@test "the examples of perfmux-json(5) run" { tried perfmux-json.5; }
@test "what perfmux-multiplexing(7) does can be done" { tried perfmux-multiplexing.7; }
@test "what perfmux-qualify(7) does can be done" { tried perfmux-qualify.7; }

# example PAGE BEGIN: the first of the page that begins so.
example() { examples "$MAN/$1" | awk -v RS='--\n' -v begin="$2" 'index($0, begin) == 1 { printf "%s", $0; exit }'; }

@test "the file of perfmux-openmetrics(5) is what node_exporter reads" {
	need promtool
	local text
	text=$(example perfmux-openmetrics.5 'perfmux stat -a -A')
	text=${text/-I 15000/-I 50 --timeout 200}
	try "${text/\/var\/*\//}"
	promtool check metrics <perfmux.prom
	grep -q '^perfmux_event_count_total{.*cpu="0"' perfmux.prom
}

@test "what perfmux-openmetrics(5) serves is scraped as it says, and its questions have answers" {
	need prometheus promtool
	local text port config question count=0
	text=$(example perfmux-openmetrics.5 'perfmux stat -a --per')
	port=${text##*--listen }
	# another one, as it may be taken
	start bash -c "exec ${text/%$port/0}"
	served
	config=$(example perfmux-openmetrics.5 scrape_configs:)
	has "'localhost:$port'" "$config"
	monitor "${config/localhost:$port/${url:7:-8}}"
	promtool check config "$T/prometheus.yml"
	wait_for has_result 'perfmux_event_count_total{job="perfmux",socket="0"}'
	while IFS= read -r question; do
		equal "$(query "$question" | jq -r .status)" success
		# with all that there is to find, as here nothing may be multiplexed
		wait_for has_result "${question% < 1}"
		count=$((count + 1))
	done < <(example perfmux-openmetrics.5 'rate(')
	equal "$count" 2
	kill -INT "$pid"
	finish
	equal "$status" 130
}

@test "no line of a page is wider than a terminal of 80 columns" {
	need mandoc
	local page
	for page in "$MAN"/*.[157]; do
		mandoc -T ascii -O width=78 "$page" | sed 's/.\x08//g' >"$T/text"
		[[ -s $T/text ]]
		run awk 'length > 80' "$T/text"
		equal "$page: $output" "$page: "
	done
}

@test "every command has a page with examples" {
	local command
	"$PERFMUX" --help >"$T/help"
	while read -r command; do
		[[ -f $MAN/perfmux-$command.1 ]]
		[[ $(examples "$MAN/perfmux-$command.1") == *perfmux* ]]
	done < <(sed -nE 's/^  (stat|mux|gpu|stress|bench|list|doctor) .*/\1/p' "$T/help")
	(($(sed -nE 's/^  (stat|mux|gpu|stress|bench|list|doctor) .*/\1/p' "$T/help" | wc -l) == 7))
}

@test "what README.md does can be done, and its metrics are those of perfmux-openmetrics(5)" {
	need cc
	local line shown count=0
	shown=$(examples "$MAN/perfmux-openmetrics.5" | sed -e ':join' -e '/\\$/{N;s/\\\n */ /;s/  */ /g;bjoin}')
	printf 'int counter;\n\nint main(void)\n{\n\tcounter = 1;\n\treturn 0;\n}\n' >program.c
	cc -o program program.c
	mkdir build
	ln -s "$WORKLOADS" build/workloads
	while IFS= read -r line; do
		case $line in
		*' --openmetrics '* | *' --listen '*) grep -qxF -- "$line" <<<"$shown" ;; # tried above
		*) try "$(shortened "$line")" ;;
		esac
		count=$((count + 1))
	done < <(sed -n 's/^    perfmux /perfmux /p' "$TOP/README.md")
	((count > 20))
}
