# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Completion of perfmux for bash. Made from the option table: `make generate`.

_perfmux_commands='help stat mux gpu bench stress list doctor'

_perfmux_generic='
alignment-faults bpf-output branch-instructions branch-misses branches bus-cycles cache-misses
cache-references cgroup-switches context-switches cpu-clock cpu-cycles cpu-migrations cs cycles
dummy emulation-faults faults idle-cycles-backend idle-cycles-frontend instructions major-faults
migrations minor-faults page-faults ref-cycles stalled-cycles-backend stalled-cycles-frontend
task-clock L1-dcache-loads L1-dcache-load-misses L1-dcache-stores L1-dcache-store-misses
L1-dcache-prefetches L1-dcache-prefetch-misses L1-icache-loads L1-icache-load-misses
L1-icache-prefetches L1-icache-prefetch-misses LLC-loads LLC-load-misses LLC-stores
LLC-store-misses LLC-prefetches LLC-prefetch-misses dTLB-loads dTLB-load-misses dTLB-stores
dTLB-store-misses dTLB-prefetches dTLB-prefetch-misses iTLB-loads iTLB-load-misses branch-loads
branch-load-misses node-loads node-load-misses node-stores node-store-misses node-prefetches
node-prefetch-misses
'

_perfmux_scenarios='
inherit.children inherit.tree inherit.threads inherit.enable inherit.close inherit.exit-read
inherit.grown inherit.grown-swapped inherit.swapped inherit.exec inherit.exec-enable
inherit.exec-remove inherit.order inherit.order-sorted inherit.order-pinned inherit.order-groups
inherit.order-cpus inherit.order-kept inherit.order-plain inherit.uprobes inherit.uprobes-apart
inherit.uprobes-threads inherit.uprobes-preempted context.kinds context.attach context.ended
context.swap context.migrate context.cpus context.cpu-wide context.late-sibling
context.late-sibling-own context.priority group.software group.join group.hardware group.formats
group.close-leader group.close-off group.changes group.read-limit group.mixed-limit
group.oversized group.move group.move-state group.stray group.two-pmus mux.equal mux.sizes
mux.pinned mux.pinned-rest mux.exclusive mux.bursty mux.changes mux.inherited mux.interval
mux.software mux.two-pmus cgroup.moves cgroup.moved cgroup.nested cgroup.sums cgroup.times
cgroup.reopened cgroup.removed cgroup.apart cgroup.crowded breakpoint.kinds breakpoint.slots
breakpoint.slots-cpu breakpoint.modify breakpoint.inherit breakpoint.threads breakpoint.cpu-wide
breakpoint.probes control.enable control.prctl control.reset control.reset-inherited
control.refresh control.refresh-again control.period control.period-running control.filter
control.id control.open control.ioctl control.samples control.pause control.output
control.output-race control.sigtrap control.sigtrap-threads control.signals race.open-exit
race.close-fork race.task-storm race.cpu-storm race.toggle race.hotplug race.no-fds
race.left-behind gpu.records gpu.gauges gpu.small-ring gpu.fork storm.counts storm.groups
storm.inherit storm.errors storm.mixed storm.parallel storm.strict
'

# Sets options to what the command $1 takes.
_perfmux_options() {
	case $1 in
	perfmux)
		options='--sysroot --color= -v --verbose -h --help --version'
		;;
	stat)
		options='-p --pid -t --tid -a --all-cpus -C --cpu -G --cgroup --for-each-cgroup -i --no-inherit -e --event --pfm-events --filter -d --detailed -n --null --all-user --all-kernel --cputype --strict -r --repeat --table --passes -I --interval-print --interval-count --interval-clear --timeout -D --delay --control --pre --post -S --sync -A --no-aggr --per-thread --per-core --per-cluster --per-cache= --per-die --per-socket --per-node --no-merge --hybrid-merge --scale --no-scale --error-bounds --no-error-bounds -o --output --append --log-fd -x --field-separator --header --columns -j --json-output --json --trace --openmetrics --listen --summary --no-csv-summary -B --big-num --no-big-num --quiet --dry-run --sysroot --color= -v --verbose -h --help --version'
		;;
	mux)
		options='-p --pid -t --tid -a --all-cpus -C --cpu -i --no-inherit -e --event --timeout --poll --read --capacity -A --no-aggr -o --output --json --svg --trace --no-big-num --sysroot --color= -v --verbose -h --help --version'
		;;
	gpu)
		options='-p --pid -a --all-cpus --timeout -I --interval-print --source --grace --fdinfo --ring -o --output --csv --json --svg --trace --sysroot --color= -v --verbose -h --help --version'
		;;
	bench)
		options='-n --command-name -L --parameter-list -P --parameter-scan -D --parameter-step-size -S --shell -N --no-shell -p --prepare -s --setup -c --cleanup --input --output -i --ignore-failure --timeout -w --warmup -r --runs -m --min-runs -M --max-runs --time --precision --seed -e --event --multiplex --metric --resolution --pin --nice --no-aslr --random-env --save --baseline --fail-if --export-json --export-csv --export-markdown --svg -q --quiet --sysroot --color= -v --verbose -h --help --version'
		;;
	stress)
		options='-l --list --explain --seed -d --duration -r --repeat -J --jobs --dangerous --ktap --junit --json --sysroot --color= -v --verbose -h --help --version'
		;;
	list)
		options='-l --long --pfm --probe --names -j --json-lines --json --sysroot --color= -v --verbose -h --help --version'
		;;
	doctor)
		options='--json --sysroot --color= -v --verbose -h --help --version'
		;;
	esac
}

# Sets value (the kind of argument), words and optional for option $2 of command $1; value is empty
# where it takes none.
_perfmux_value() {
	value='' words='' optional=''
	case $1:$2 in
	perfmux:--sysroot) value='dir' words='' optional= ;;
	perfmux:--color) value='words' words='auto never always' optional=yes ;;
	stat:-p | stat:--pid) value='pid' words='' optional= ;;
	stat:-t | stat:--tid) value='tid' words='' optional= ;;
	stat:-C | stat:--cpu) value='cpus' words='' optional= ;;
	stat:-G | stat:--cgroup) value='cgroup' words='' optional= ;;
	stat:--for-each-cgroup) value='cgroup' words='' optional= ;;
	stat:-e | stat:--event) value='event' words='' optional= ;;
	stat:--pfm-events) value='any' words='' optional= ;;
	stat:--filter) value='any' words='' optional= ;;
	stat:--cputype) value='words' words='core atom' optional= ;;
	stat:-r | stat:--repeat) value='any' words='' optional= ;;
	stat:--passes) value='words' words='auto' optional= ;;
	stat:-I | stat:--interval-print) value='any' words='' optional= ;;
	stat:--interval-count) value='any' words='' optional= ;;
	stat:--timeout) value='any' words='' optional= ;;
	stat:-D | stat:--delay) value='any' words='' optional= ;;
	stat:--control) value='any' words='' optional= ;;
	stat:--pre) value='command' words='' optional= ;;
	stat:--post) value='command' words='' optional= ;;
	stat:--per-cache) value='words' words='L1 L2 L3 L4' optional=yes ;;
	stat:-o | stat:--output) value='file' words='' optional= ;;
	stat:--log-fd) value='any' words='' optional= ;;
	stat:-x | stat:--field-separator) value='any' words='' optional= ;;
	stat:--columns) value='list' words='time place cpus value raw scaled unit event cgroup enabled_ns running_ns percent_running spread metric metric_unit status reason pmu cpu tid' optional= ;;
	stat:--json) value='file' words='' optional= ;;
	stat:--trace) value='file' words='' optional= ;;
	stat:--openmetrics) value='file' words='' optional= ;;
	stat:--listen) value='any' words='' optional= ;;
	stat:--sysroot) value='dir' words='' optional= ;;
	stat:--color) value='words' words='auto never always' optional=yes ;;
	mux:-p | mux:--pid) value='pid' words='' optional= ;;
	mux:-t | mux:--tid) value='tid' words='' optional= ;;
	mux:-C | mux:--cpu) value='cpus' words='' optional= ;;
	mux:-e | mux:--event) value='event' words='' optional= ;;
	mux:--timeout) value='any' words='' optional= ;;
	mux:--poll) value='any' words='' optional= ;;
	mux:--read) value='any' words='' optional= ;;
	mux:-o | mux:--output) value='file' words='' optional= ;;
	mux:--json) value='file' words='' optional= ;;
	mux:--svg) value='file' words='' optional= ;;
	mux:--trace) value='file' words='' optional= ;;
	mux:--sysroot) value='dir' words='' optional= ;;
	mux:--color) value='words' words='auto never always' optional=yes ;;
	gpu:-p | gpu:--pid) value='pid' words='' optional= ;;
	gpu:--timeout) value='any' words='' optional= ;;
	gpu:-I | gpu:--interval-print) value='any' words='' optional= ;;
	gpu:--source) value='words' words='auto tracepoint fdinfo' optional= ;;
	gpu:--grace) value='any' words='' optional= ;;
	gpu:--fdinfo) value='any' words='' optional= ;;
	gpu:--ring) value='any' words='' optional= ;;
	gpu:-o | gpu:--output) value='file' words='' optional= ;;
	gpu:--csv) value='file' words='' optional= ;;
	gpu:--json) value='file' words='' optional= ;;
	gpu:--svg) value='file' words='' optional= ;;
	gpu:--trace) value='file' words='' optional= ;;
	gpu:--sysroot) value='dir' words='' optional= ;;
	gpu:--color) value='words' words='auto never always' optional=yes ;;
	bench:) value='words' ;;
	bench:-n | bench:--command-name) value='any' words='' optional= ;;
	bench:-L | bench:--parameter-list) value='any' words='' optional= ;;
	bench:-P | bench:--parameter-scan) value='any' words='' optional= ;;
	bench:-D | bench:--parameter-step-size) value='any' words='' optional= ;;
	bench:-S | bench:--shell) value='any' words='' optional= ;;
	bench:-p | bench:--prepare) value='command' words='' optional= ;;
	bench:-s | bench:--setup) value='command' words='' optional= ;;
	bench:-c | bench:--cleanup) value='command' words='' optional= ;;
	bench:--input) value='file' words='' optional= ;;
	bench:--output) value='file' words='' optional= ;;
	bench:--timeout) value='any' words='' optional= ;;
	bench:-w | bench:--warmup) value='any' words='' optional= ;;
	bench:-r | bench:--runs) value='any' words='' optional= ;;
	bench:-m | bench:--min-runs) value='any' words='' optional= ;;
	bench:-M | bench:--max-runs) value='any' words='' optional= ;;
	bench:--time) value='any' words='' optional= ;;
	bench:--precision) value='any' words='' optional= ;;
	bench:--seed) value='any' words='' optional= ;;
	bench:-e | bench:--event) value='event' words='' optional= ;;
	bench:--metric) value='any' words='' optional= ;;
	bench:--resolution) value='any' words='' optional= ;;
	bench:--pin) value='cpus' words='' optional= ;;
	bench:--nice) value='any' words='' optional= ;;
	bench:--save) value='file' words='' optional= ;;
	bench:--baseline) value='file' words='' optional= ;;
	bench:--fail-if) value='any' words='' optional= ;;
	bench:--export-json) value='file' words='' optional= ;;
	bench:--export-csv) value='file' words='' optional= ;;
	bench:--export-markdown) value='file' words='' optional= ;;
	bench:--svg) value='file' words='' optional= ;;
	bench:--sysroot) value='dir' words='' optional= ;;
	bench:--color) value='words' words='auto never always' optional=yes ;;
	stress:) value='scenario' ;;
	stress:--explain) value='scenario' words='' optional= ;;
	stress:--seed) value='any' words='' optional= ;;
	stress:-d | stress:--duration) value='any' words='' optional= ;;
	stress:-r | stress:--repeat) value='any' words='' optional= ;;
	stress:-J | stress:--jobs) value='any' words='' optional= ;;
	stress:--junit) value='file' words='' optional= ;;
	stress:--json) value='file' words='' optional= ;;
	stress:--sysroot) value='dir' words='' optional= ;;
	stress:--color) value='words' words='auto never always' optional=yes ;;
	list:) value='event' ;;
	list:--json) value='file' words='' optional= ;;
	list:--sysroot) value='dir' words='' optional= ;;
	list:--color) value='words' words='auto never always' optional=yes ;;
	doctor:) value='words' ;;
	doctor:--json) value='file' words='' optional= ;;
	doctor:--sysroot) value='dir' words='' optional= ;;
	doctor:--color) value='words' words='auto never always' optional=yes ;;
	esac
}

# Prints the names of events, one a line; tracepoints only for a word with a colon, there are many.
_perfmux_events() {
	local path
	printf '%s\n' "$_perfmux_generic"
	for path in /sys/bus/event_source/devices/*/events/*; do
		[[ $path == *.unit || $path == *.scale || $path == *.snapshot || ! -e $path ]] && continue
		path=${path#/sys/bus/event_source/devices/}
		printf '%s/%s/\n' "${path%%/*}" "${path##*/}"
	done
	[[ $1 == *:* ]] || return 0
	for path in /sys/kernel/tracing/events/"${1%%:*}"/*/; do
		[[ -e $path ]] || continue
		path=${path#/sys/kernel/tracing/events/}
		path=${path%/}
		printf '%s:%s\n' "${path%%/*}" "${path#*/}"
	done
}

_perfmux_cgroups() {
	local root
	for root in /sys/fs/cgroup/perf_event /sys/fs/cgroup/unified /sys/fs/cgroup; do
		[[ -d $root ]] || continue
		find "$root" -mindepth 1 -maxdepth 4 -type d -printf '%P\n' 2>/dev/null
		return
	done
}

# Fills candidates for an argument of kind $1 that begins with $2, with words $3.
_perfmux_candidates() {
	local list=''
	case $1 in
	file) mapfile -t candidates < <(compgen -f -- "$2") ;;
	dir) mapfile -t candidates < <(compgen -d -- "$2") ;;
	command) mapfile -t candidates < <(compgen -c -- "$2") ;;
	words | list) list=$3 ;;
	event) list=$(_perfmux_events "$2") ;;
	pid) list=$(cd /proc && printf '%s\n' [0-9]*) ;;
	tid) list=$(cd /proc && printf '%s\n' [0-9]*/task/[0-9]* | sed 's|.*/||') ;;
	cpus) list=$(cd /sys/devices/system/cpu && printf '%s\n' cpu[0-9]* | sed 's|cpu||') ;;
	cgroup) list=$(_perfmux_cgroups) ;;
	scenario) list=$_perfmux_scenarios ;;
	esac
	[[ -z $list ]] || mapfile -t candidates < <(compgen -W "$list" -- "$2")
}

# Completes the word $1, an argument of kind $2, with words $3, that follows $4 in the same word.
_perfmux_complete_value() {
	local item=$1 kept='' candidates=()
	case $2 in
	event | pid | tid | cpus | cgroup | list)
		kept=${item%"${item##*[,\{]}"}
		item=${item##*[,\{]}
		compopt -o nospace
		;;
	file | dir) compopt -o filenames ;;
	esac
	_perfmux_candidates "$2" "$item" "$3"
	COMPREPLY=("${candidates[@]/#/$4$kept}")
}

# Fills all with the words up to the cursor as the shell will see them: readline splits them at the
# colons and equal signs of COMP_WORDBREAKS, too. first has the place of each in COMP_WORDS.
_perfmux_split() {
	local i word bare rest=$COMP_LINE
	all=() first=()
	for ((i = 0; i <= COMP_CWORD; i++)); do
		word=${COMP_WORDS[i]}
		bare=${rest#"${rest%%[![:blank:]]*}"}
		if ((i > 0)) && [[ $bare == "$rest" ]]; then
			all[-1]+=$word
		else
			all+=("$word")
			first+=("$i")
		fi
		rest=${bare#"$word"}
	done
}

# Whether the next word is the argument of option $2 of command $1; sets value and words.
_perfmux_takes_next() {
	local i
	_perfmux_value "$1" "$2"
	[[ $2 == --* ]] && [[ $value && ! $optional ]] && return
	[[ $2 == --* ]] && return 1
	for ((i = 1; i < ${#2}; i++)); do
		_perfmux_value "$1" "-${2:i:1}"
		[[ ! $value ]] || break
	done
	[[ $value ]] && ((i == ${#2} - 1))
}

# Completes word $1 of all, or what it is an argument of.
_perfmux_complete() {
	local cur=${all[$1]} list=''
	if [[ $cur == --*=* ]]; then
		_perfmux_value "$command" "${cur%%=*}"
		_perfmux_complete_value "${cur#*=}" "$value" "$words" "${cur%%=*}="
		return
	elif [[ $cur == -* ]]; then
		_perfmux_options "$command"
		list=$options
	elif [[ $command == perfmux || $command == help ]]; then
		list=$_perfmux_commands
	else
		_perfmux_value "$command" ''
		_perfmux_complete_value "$cur" "${value:-command}" '' ''
		return
	fi
	mapfile -t COMPREPLY < <(compgen -W "$list" -- "$cur")
	[[ ${COMPREPLY[0]} != *= ]] || compopt -o nospace
}

# The command to be measured begins at word $1 of all: it has completions of its own.
_perfmux_measured() {
	if (($1 == ${#all[@]} - 1)); then
		_perfmux_complete_value "${all[$1]}" command '' ''
	elif declare -F _command_offset >/dev/null; then
		_command_offset "${first[$1]}"
	else
		_perfmux_complete_value "${all[-1]}" file '' ''
	fi
}

# Readline replaces only what follows the last of its word breaks.
_perfmux_trim() {
	local cur=$1 breaks=''
	[[ $COMP_WORDBREAKS != *:* ]] || breaks+=':'
	[[ $COMP_WORDBREAKS != *=* ]] || breaks+='='
	[[ $breaks && $cur == *["$breaks"]* ]] || return 0
	cur=${cur%"${cur##*["$breaks"]}"}
	COMPREPLY=("${COMPREPLY[@]#"$cur"}")
}

_perfmux() {
	local all first command=perfmux at i value words optional options
	COMPREPLY=()
	_perfmux_split
	at=$((${#all[@]} - 1))
	for ((i = 1; i < at; i++)); do
		if [[ ${all[i]} == -- ]]; then
			_perfmux_measured $((i + 1))
			return
		elif [[ ${all[i]} == -*=* ]]; then
			continue
		elif [[ ${all[i]} == -* ]]; then
			_perfmux_takes_next "$command" "${all[i]}" || continue
			((++i == at)) || continue
			_perfmux_complete_value "${all[at]}" "$value" "$words" ''
			_perfmux_trim "${all[at]}"
			return
		elif [[ $command != perfmux ]]; then
			_perfmux_value "$command" ''
			[[ ! $value ]] || continue
			_perfmux_measured "$i"
			return
		fi
		command=${all[i]}
	done
	_perfmux_complete "$at"
	_perfmux_trim "${all[at]}"
}

complete -F _perfmux perfmux
