# SPDX-License-Identifier: GPL-2.0-only
# Completion of perfmux for fish. Made from the option table: `make generate`.

set -g __perfmux_valued (string match -ra '\S+' '
-p --pid
-t --tid
-C --cpu
-G --cgroup
--for-each-cgroup
-e --event
--pfm-events
--filter
--cputype
-r --repeat
--passes
-I --interval-print
--interval-count
--timeout
-D --delay
--control
--pre
--post
-o --output
--log-fd
-x --field-separator
--columns
--json
--trace
--openmetrics
--listen
--sysroot
-p --pid
-t --tid
-C --cpu
-e --event
--timeout
--poll
--read
-o --output
--json
--svg
--trace
--sysroot
-p --pid
--timeout
-I --interval-print
--source
--grace
--fdinfo
--ring
-o --output
--csv
--json
--svg
--trace
--sysroot
-n --command-name
-L --parameter-list
-P --parameter-scan
-D --parameter-step-size
-S --shell
-p --prepare
-s --setup
-c --cleanup
--input
--output
--timeout
-w --warmup
-r --runs
-m --min-runs
-M --max-runs
--time
--precision
--seed
-e --event
--metric
--resolution
--pin
--nice
--save
--baseline
--fail-if
--export-json
--export-csv
--export-markdown
--svg
--sysroot
--explain
--seed
-d --duration
-r --repeat
-J --jobs
--junit
--json
--sysroot
--json
--sysroot
--json
--sysroot
')

set -g __perfmux_operands (string match -ra '\S+' '
bench
stress
list
doctor
')

set -g __perfmux_generic (string match -ra '\S+' '
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
')

set -g __perfmux_scenarios (string match -ra '\S+' '
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
')

# Prints what the word under the cursor belongs to: "perfmux", a command of perfmux, or "measured",
# then the words of the command to be measured.
function __perfmux_state
    set -l tokens (commandline -opc)
    set -l command perfmux
    set -e tokens[1]
    while set -q tokens[1]
        set -l token $tokens[1]
        set -e tokens[1]
        switch $token
            case --
                printf '%s\n' measured $tokens
                return
            case '-*=*'
            case '-*'
                contains -- $token $__perfmux_valued; and set -e tokens[1]
            case '*'
                contains -- $command $__perfmux_operands; and continue
                if test $command != perfmux
                    printf '%s\n' measured $token $tokens
                    return
                end
                set command $token
        end
    end
    echo $command
end

function __perfmux_using
    set -l state (__perfmux_state)
    test "$state[1]" = $argv[1]
end

# A command to be measured may begin here: it completes like a command line of its own.
function __perfmux_measured
    set -l state (__perfmux_state)
    set -e state[1]
    if set -q state[1]
        complete -C (string join ' ' -- (string escape -- $state) (commandline -ct))
    else
        __fish_complete_command
    end
end

function __perfmux_begins_command
    __perfmux_using $argv[1]; and not string match -q -- '-*' (commandline -ct)
end

# Completes the last item of a list separated by commas, or in the braces of a group; $argv prints
# the items.
function __perfmux_list
    set -l kept (string replace -r '[^,{]*$' '' -- (commandline -ct | string replace -r '^--[^=]*=' ''))
    $argv | string replace -r '^' -- "$kept"
end

# Tracepoints only for a word with a colon: there are many.
function __perfmux_event
    printf '%s\n' $__perfmux_generic
    for path in /sys/bus/event_source/devices/*/events/*
        string match -qr '\.(unit|scale|snapshot)$' $path; and continue
        string replace -r '.*/devices/(.*)/events/(.*)' '$1/$2/' $path
    end
    set -l system (string match -r '([^,{=]*):[^,:]*$' -- (commandline -ct))[2]
    test -n "$system"; or return 0
    for path in /sys/kernel/tracing/events/$system[1]/*/
        string replace -r '.*/events/(.*)/(.*)/$' '$1:$2' $path
    end
end

function __perfmux_scenario
    printf '%s\n' $__perfmux_scenarios
end

function __perfmux_pid
    __fish_complete_pids
end

function __perfmux_tid
    string replace -r '.*/' '' /proc/*/task/*
end

function __perfmux_cpus
    string match -rg '/cpu([0-9]+)$' /sys/devices/system/cpu/cpu*
end

function __perfmux_cgroup
    for root in /sys/fs/cgroup/perf_event /sys/fs/cgroup/unified /sys/fs/cgroup
        test -d $root; or continue
        set -l paths $root/*/ $root/*/*/
        string replace -r '/$' '' -- (string replace $root/ '' -- $paths)
        return
    end
end

complete -c perfmux -f
complete -c perfmux -n '__perfmux_using perfmux' -a help -d 'show what a command takes'
complete -c perfmux -n '__perfmux_using perfmux' -a stat -d 'count events for a command, tasks, CPUs or cgroups'
complete -c perfmux -n '__perfmux_using help' -a stat
complete -c perfmux -n '__perfmux_begins_command stat' -a '(__fish_complete_command)'
complete -c perfmux -n '__perfmux_using perfmux' -a mux -d 'show when each event was on its PMU, and its error'
complete -c perfmux -n '__perfmux_using help' -a mux
complete -c perfmux -n '__perfmux_begins_command mux' -a '(__fish_complete_command)'
complete -c perfmux -n '__perfmux_using perfmux' -a gpu -d 'show how much memory of each GPU is in use, by whom'
complete -c perfmux -n '__perfmux_using help' -a gpu
complete -c perfmux -n '__perfmux_begins_command gpu' -a '(__fish_complete_command)'
complete -c perfmux -n '__perfmux_using perfmux' -a bench -d 'run commands again and again, and compare them'
complete -c perfmux -n '__perfmux_using help' -a bench
complete -c perfmux -n '__perfmux_using perfmux' -a stress -d 'check by invariants whether the kernel counts right'
complete -c perfmux -n '__perfmux_using help' -a stress
complete -c perfmux -n '__perfmux_using stress' -a '(__perfmux_list __perfmux_scenario)'
complete -c perfmux -n '__perfmux_using perfmux' -a list -d 'list PMUs and events, and check which of them count'
complete -c perfmux -n '__perfmux_using help' -a list
complete -c perfmux -n '__perfmux_using list' -a '(__perfmux_list __perfmux_event)'
complete -c perfmux -n '__perfmux_using perfmux' -a doctor -d 'say what hinders counting here, and what mends it'
complete -c perfmux -n '__perfmux_using help' -a doctor

complete -c perfmux -n '__perfmux_using perfmux' -l sysroot -xa '(__fish_complete_directories)' -d 'read /sys and /proc below DIR; nothing is opened'
complete -c perfmux -n '__perfmux_using perfmux' -l color -fa 'auto never always' -d 'use colours: auto, always or never'
complete -c perfmux -n '__perfmux_using perfmux' -l verbose -s v -d 'say more about what is done'
complete -c perfmux -n '__perfmux_using perfmux' -l help -s h -d 'show this help'
complete -c perfmux -n '__perfmux_using perfmux' -l version -d 'show the version'

complete -c perfmux -n '__perfmux_using stat' -l pid -s p -xa '(__perfmux_list __perfmux_pid)' -d 'processes that run already, all threads (comma-separated)'
complete -c perfmux -n '__perfmux_using stat' -l tid -s t -xa '(__perfmux_list __perfmux_tid)' -d 'single threads that run already (comma-separated)'
complete -c perfmux -n '__perfmux_using stat' -l all-cpus -s a -d 'all CPUs, whatever runs (default without target and command)'
complete -c perfmux -n '__perfmux_using stat' -l cpu -s C -xa '(__perfmux_list __perfmux_cpus)' -d 'these CPUs, whatever runs (0,2-3)'
complete -c perfmux -n '__perfmux_using stat' -l cgroup -s G -xa '(__perfmux_list __perfmux_cgroup)' -d 'only in these cgroups, for the events before it'
complete -c perfmux -n '__perfmux_using stat' -l for-each-cgroup -xa '(__perfmux_list __perfmux_cgroup)' -d 'all events, once for each of these cgroups'
complete -c perfmux -n '__perfmux_using stat' -l no-inherit -s i -d 'leave out what the tasks start'
complete -c perfmux -n '__perfmux_using stat' -l event -s e -xa '(__perfmux_list __perfmux_event)' -d 'events, separated by commas; {a,b} is a group'
complete -c perfmux -n '__perfmux_using stat' -l pfm-events -x -d 'events by their names in libpfm4, and nothing else'
complete -c perfmux -n '__perfmux_using stat' -l filter -x -d 'count records of the tracepoints before it that match'
complete -c perfmux -n '__perfmux_using stat' -l detailed -s d -d 'add cache events; -dd more, -ddd prefetches, too'
complete -c perfmux -n '__perfmux_using stat' -l null -s n -d 'no counters, only the times'
complete -c perfmux -n '__perfmux_using stat' -l all-user -d 'every event in user space only'
complete -c perfmux -n '__perfmux_using stat' -l all-kernel -d 'every event in the kernel only'
complete -c perfmux -n '__perfmux_using stat' -l cputype -xa 'core atom' -d 'only core PMUs of this type: core, atom'
complete -c perfmux -n '__perfmux_using stat' -l strict -d 'an event that cannot be counted ends the run'
complete -c perfmux -n '__perfmux_using stat' -l repeat -s r -x -d 'run the command N times: mean and +-; 0 is for ever'
complete -c perfmux -n '__perfmux_using stat' -l table -d 'with -r: a line for each run'
complete -c perfmux -n '__perfmux_using stat' -l passes -xa 'auto' -d 'several runs of COMMAND, each with the events that fit; side effects are yours'
complete -c perfmux -n '__perfmux_using stat' -l interval-print -s I -x -d 'report what was counted every MS milliseconds'
complete -c perfmux -n '__perfmux_using stat' -l interval-count -x -d 'with -I: stop after N intervals'
complete -c perfmux -n '__perfmux_using stat' -l interval-clear -d 'with -I: clear the screen before each'
complete -c perfmux -n '__perfmux_using stat' -l timeout -x -d 'stop after MS milliseconds (10 or more)'
complete -c perfmux -n '__perfmux_using stat' -l delay -s D -x -d 'start counting after MS milliseconds; -1: when told'
complete -c perfmux -n '__perfmux_using stat' -l control -x -d 'take commands from a descriptor or fifo:CTL[,ACK]'
complete -c perfmux -n '__perfmux_using stat' -l pre -xa '(__fish_complete_command)' -d 'run by sh before each run, not measured'
complete -c perfmux -n '__perfmux_using stat' -l post -xa '(__fish_complete_command)' -d 'run by sh after each run, not measured'
complete -c perfmux -n '__perfmux_using stat' -l sync -s S -d 'call sync() before each run'
complete -c perfmux -n '__perfmux_using stat' -l no-aggr -s A -d 'a row for each CPU'
complete -c perfmux -n '__perfmux_using stat' -l per-thread -d 'a row for each thread (with -p, -t or -a)'
complete -c perfmux -n '__perfmux_using stat' -l per-core -d 'a row for each core'
complete -c perfmux -n '__perfmux_using stat' -l per-cluster -d 'a row for each cluster of cores'
complete -c perfmux -n '__perfmux_using stat' -l per-cache -fa 'L1 L2 L3 L4' -d 'a row for each cache: L2, L3; default: the last'
complete -c perfmux -n '__perfmux_using stat' -l per-die -d 'a row for each die'
complete -c perfmux -n '__perfmux_using stat' -l per-socket -d 'a row for each socket'
complete -c perfmux -n '__perfmux_using stat' -l per-node -d 'a row for each NUMA node'
complete -c perfmux -n '__perfmux_using stat' -l no-merge -d 'a row for each PMU where one event has several'
complete -c perfmux -n '__perfmux_using stat' -l hybrid-merge -d 'one row for an event of several core PMUs'
complete -c perfmux -n '__perfmux_using stat' -l scale -d 'scale counts that were multiplexed (default)'
complete -c perfmux -n '__perfmux_using stat' -l no-scale
complete -c perfmux -n '__perfmux_using stat' -l error-bounds -d 'say how far scaled counts may be off (default)'
complete -c perfmux -n '__perfmux_using stat' -l no-error-bounds
complete -c perfmux -n '__perfmux_using stat' -l output -s o -rF -d 'write it to FILE, not to standard error'
complete -c perfmux -n '__perfmux_using stat' -l append -d 'with -o: add to the end of FILE'
complete -c perfmux -n '__perfmux_using stat' -l log-fd -x -d 'write it to this file descriptor'
complete -c perfmux -n '__perfmux_using stat' -l field-separator -s x -x -d 'CSV, with SEP between fields; \\t is a tab'
complete -c perfmux -n '__perfmux_using stat' -l header -d 'CSV, with a first line that names the columns'
complete -c perfmux -n '__perfmux_using stat' -l columns -xa '(__fish_append , time place cpus value raw scaled unit event cgroup enabled_ns running_ns percent_running spread metric metric_unit status reason pmu cpu tid)' -d 'CSV with these columns, in this order'
complete -c perfmux -n '__perfmux_using stat' -l json-output -s j -d 'JSON, one object a line, as perf\'s'
complete -c perfmux -n '__perfmux_using stat' -l json -rF -d 'besides, all of it as one JSON document in FILE'
complete -c perfmux -n '__perfmux_using stat' -l trace -rF -d 'with -I: besides, a trace for Perfetto or Chrome in FILE'
complete -c perfmux -n '__perfmux_using stat' -l openmetrics -rF -d 'besides, the counts so far as metrics in FILE'
complete -c perfmux -n '__perfmux_using stat' -l listen -x -d 'serve the counts so far as metrics, for Prometheus'
complete -c perfmux -n '__perfmux_using stat' -l summary -d 'with -I: the sums at the end'
complete -c perfmux -n '__perfmux_using stat' -l no-csv-summary -d 'with -x and --summary: no "summary" in the first column'
complete -c perfmux -n '__perfmux_using stat' -l big-num -s B -d 'commas in large numbers (default)'
complete -c perfmux -n '__perfmux_using stat' -l no-big-num
complete -c perfmux -n '__perfmux_using stat' -l quiet -d 'no report, no notes; only errors and the other files'
complete -c perfmux -n '__perfmux_using stat' -l dry-run -d 'show what would be opened, and open nothing'
complete -c perfmux -n '__perfmux_using stat' -l sysroot -xa '(__fish_complete_directories)' -d 'read /sys and /proc below DIR; nothing is opened'
complete -c perfmux -n '__perfmux_using stat' -l color -fa 'auto never always' -d 'use colours: auto, always or never'
complete -c perfmux -n '__perfmux_using stat' -l verbose -s v -d 'say more about what is done'
complete -c perfmux -n '__perfmux_using stat' -l help -s h -d 'show this help'
complete -c perfmux -n '__perfmux_using stat' -l version -d 'show the version'

complete -c perfmux -n '__perfmux_using mux' -l pid -s p -xa '(__perfmux_list __perfmux_pid)' -d 'processes that run already, all threads (comma-separated)'
complete -c perfmux -n '__perfmux_using mux' -l tid -s t -xa '(__perfmux_list __perfmux_tid)' -d 'single threads that run already (comma-separated)'
complete -c perfmux -n '__perfmux_using mux' -l all-cpus -s a -d 'all CPUs, whatever runs (default without target and command)'
complete -c perfmux -n '__perfmux_using mux' -l cpu -s C -xa '(__perfmux_list __perfmux_cpus)' -d 'these CPUs, whatever runs (0,2-3)'
complete -c perfmux -n '__perfmux_using mux' -l no-inherit -s i -d 'leave out what the tasks start; needed for exact slices of a task'
complete -c perfmux -n '__perfmux_using mux' -l event -s e -xa '(__perfmux_list __perfmux_event)' -d 'events, separated by commas; {a,b} is a group'
complete -c perfmux -n '__perfmux_using mux' -l timeout -x -d 'stop after MS milliseconds (10 or more)'
complete -c perfmux -n '__perfmux_using mux' -l poll -x -d 'look at the events\' pages each US microseconds (default 250)'
complete -c perfmux -n '__perfmux_using mux' -l read -x -d 'read the counters each US microseconds'
complete -c perfmux -n '__perfmux_using mux' -l capacity -d 'measure how many counters each PMU has to give, and nothing else'
complete -c perfmux -n '__perfmux_using mux' -l no-aggr -s A -d 'a row for each CPU or thread'
complete -c perfmux -n '__perfmux_using mux' -l output -s o -rF -d 'write the report to FILE'
complete -c perfmux -n '__perfmux_using mux' -l json -rF -d 'besides, all of it as one JSON document in FILE'
complete -c perfmux -n '__perfmux_using mux' -l svg -rF -d 'besides, the timeline as a picture in FILE'
complete -c perfmux -n '__perfmux_using mux' -l trace -rF -d 'besides, a trace for Perfetto or Chrome in FILE'
complete -c perfmux -n '__perfmux_using mux' -l no-big-num -d 'no separators in large numbers'
complete -c perfmux -n '__perfmux_using mux' -l sysroot -xa '(__fish_complete_directories)' -d 'read /sys and /proc below DIR; nothing is opened'
complete -c perfmux -n '__perfmux_using mux' -l color -fa 'auto never always' -d 'use colours: auto, always or never'
complete -c perfmux -n '__perfmux_using mux' -l verbose -s v -d 'say more about what is done'
complete -c perfmux -n '__perfmux_using mux' -l help -s h -d 'show this help'
complete -c perfmux -n '__perfmux_using mux' -l version -d 'show the version'

complete -c perfmux -n '__perfmux_using gpu' -l pid -s p -xa '(__perfmux_list __perfmux_pid)' -d 'processes that run already, and what they start (comma-separated)'
complete -c perfmux -n '__perfmux_using gpu' -l all-cpus -s a -d 'all processes (default without -p and command)'
complete -c perfmux -n '__perfmux_using gpu' -l timeout -x -d 'stop after MS milliseconds (10 or more)'
complete -c perfmux -n '__perfmux_using gpu' -l interval-print -s I -x -d 'show what is in use every MS milliseconds (10 or more)'
complete -c perfmux -n '__perfmux_using gpu' -l source -xa 'auto tracepoint fdinfo' -d 'where from: auto, tracepoint or fdinfo'
complete -c perfmux -n '__perfmux_using gpu' -l grace -x -d 'what ended may keep memory for MS milliseconds (default 1000)'
complete -c perfmux -n '__perfmux_using gpu' -l fdinfo -x -d 'read fdinfo every MS milliseconds'
complete -c perfmux -n '__perfmux_using gpu' -l ring -x -d 'buffer of each CPU in KiB (default 1024)'
complete -c perfmux -n '__perfmux_using gpu' -l output -s o -rF -d 'write the report to FILE'
complete -c perfmux -n '__perfmux_using gpu' -l csv -rF -d 'besides, a line for each value, as CSV in FILE'
complete -c perfmux -n '__perfmux_using gpu' -l json -rF -d 'besides, all of it as one JSON document in FILE'
complete -c perfmux -n '__perfmux_using gpu' -l svg -rF -d 'besides, the course as a picture in FILE'
complete -c perfmux -n '__perfmux_using gpu' -l trace -rF -d 'besides, a trace for Perfetto or Chrome in FILE'
complete -c perfmux -n '__perfmux_using gpu' -l sysroot -xa '(__fish_complete_directories)' -d 'read /sys and /proc below DIR; nothing is opened'
complete -c perfmux -n '__perfmux_using gpu' -l color -fa 'auto never always' -d 'use colours: auto, always or never'
complete -c perfmux -n '__perfmux_using gpu' -l verbose -s v -d 'say more about what is done'
complete -c perfmux -n '__perfmux_using gpu' -l help -s h -d 'show this help'
complete -c perfmux -n '__perfmux_using gpu' -l version -d 'show the version'

complete -c perfmux -n '__perfmux_using bench' -l command-name -s n -x -d 'call the next command so in the report'
complete -c perfmux -n '__perfmux_using bench' -l parameter-list -s L -x -d 'one command for each of the VALUES, as {NAME}'
complete -c perfmux -n '__perfmux_using bench' -l parameter-scan -s P -x -d 'the same for numbers from MIN to MAX'
complete -c perfmux -n '__perfmux_using bench' -l parameter-step-size -s D -x -d 'count by N in scans (default 1)'
complete -c perfmux -n '__perfmux_using bench' -l shell -s S -x -d 'have SHELL run all commands'
complete -c perfmux -n '__perfmux_using bench' -l no-shell -s N -d 'use no shell, whatever a command looks like'
complete -c perfmux -n '__perfmux_using bench' -l prepare -s p -xa '(__fish_complete_command)' -d 'run this before each run, unmeasured'
complete -c perfmux -n '__perfmux_using bench' -l setup -s s -xa '(__fish_complete_command)' -d 'run this before the first run of each command'
complete -c perfmux -n '__perfmux_using bench' -l cleanup -s c -xa '(__fish_complete_command)' -d 'run this when all runs are done, for each command'
complete -c perfmux -n '__perfmux_using bench' -l input -rF -d 'what commands read from (default null: nothing)'
complete -c perfmux -n '__perfmux_using bench' -l output -rF -d 'where their output goes: null, inherit or a file'
complete -c perfmux -n '__perfmux_using bench' -l ignore-failure -s i -d 'count failed runs, and go on'
complete -c perfmux -n '__perfmux_using bench' -l timeout -x -d 'a run that takes longer has failed'
complete -c perfmux -n '__perfmux_using bench' -l warmup -s w -x -d 'first N rounds that are not measured'
complete -c perfmux -n '__perfmux_using bench' -l runs -s r -x -d 'run each command N times'
complete -c perfmux -n '__perfmux_using bench' -l min-runs -s m -x -d 'at least N times (default 10)'
complete -c perfmux -n '__perfmux_using bench' -l max-runs -s M -x -d 'at most N times'
complete -c perfmux -n '__perfmux_using bench' -l time -x -d 'for TIME each (default 3s; 500ms, 2m)'
complete -c perfmux -n '__perfmux_using bench' -l precision -x -d 'until the median is known to +- PERCENT'
complete -c perfmux -n '__perfmux_using bench' -l seed -x -d 'take the order of runs from this number'
complete -c perfmux -n '__perfmux_using bench' -l event -s e -xa '(__perfmux_list __perfmux_event)' -d 'events, separated by commas, beside times and memory'
complete -c perfmux -n '__perfmux_using bench' -l multiplex -d 'count all events in every run, and scale'
complete -c perfmux -n '__perfmux_using bench' -l metric -x -d 'the main metric (default wall)'
complete -c perfmux -n '__perfmux_using bench' -l resolution -x -d 'a smaller difference is none (default 1%)'
complete -c perfmux -n '__perfmux_using bench' -l pin -xa '(__perfmux_list __perfmux_cpus)' -d 'run commands on these CPUs only'
complete -c perfmux -n '__perfmux_using bench' -l nice -x -d 'add N to their nice value'
complete -c perfmux -n '__perfmux_using bench' -l no-aslr -d 'do not randomise their addresses'
complete -c perfmux -n '__perfmux_using bench' -l random-env -d 'randomise the size of their environment'
complete -c perfmux -n '__perfmux_using bench' -l save -rF -d 'keep all values as a baseline'
complete -c perfmux -n '__perfmux_using bench' -l baseline -rF -d 'compare with what --save kept'
complete -c perfmux -n '__perfmux_using bench' -l fail-if -x -d '\'METRIC > +N%\': exit with 1 on such a change'
complete -c perfmux -n '__perfmux_using bench' -l export-json -rF -d 'hyperfine\'s JSON, and more'
complete -c perfmux -n '__perfmux_using bench' -l export-csv -rF -d 'a row for each number'
complete -c perfmux -n '__perfmux_using bench' -l export-markdown -rF -d 'tables'
complete -c perfmux -n '__perfmux_using bench' -l svg -rF -d 'a picture of the distributions'
complete -c perfmux -n '__perfmux_using bench' -l quiet -s q -d 'no table, only files and the gate\'s line'
complete -c perfmux -n '__perfmux_using bench' -l sysroot -xa '(__fish_complete_directories)' -d 'read /sys and /proc below DIR; nothing is opened'
complete -c perfmux -n '__perfmux_using bench' -l color -fa 'auto never always' -d 'use colours: auto, always or never'
complete -c perfmux -n '__perfmux_using bench' -l verbose -s v -d 'say more about what is done'
complete -c perfmux -n '__perfmux_using bench' -l help -s h -d 'show this help'
complete -c perfmux -n '__perfmux_using bench' -l version -d 'show the version'

complete -c perfmux -n '__perfmux_using stress' -l list -s l -d 'list scenarios, and what each is about'
complete -c perfmux -n '__perfmux_using stress' -l explain -xa '(__perfmux_list __perfmux_scenario)' -d 'say what a scenario does and what must hold'
complete -c perfmux -n '__perfmux_using stress' -l seed -x -d 'take random choices from this number'
complete -c perfmux -n '__perfmux_using stress' -l duration -s d -x -d 'go on with each scenario for TIME (90, 1.5s, 10m, 2h)'
complete -c perfmux -n '__perfmux_using stress' -l repeat -s r -x -d 'run all of them N times, each time judged anew'
complete -c perfmux -n '__perfmux_using stress' -l jobs -s J -x -d 'run up to N scenarios at the same time'
complete -c perfmux -n '__perfmux_using stress' -l dangerous -d 'those, too, that may corrupt or hang a kernel'
complete -c perfmux -n '__perfmux_using stress' -l ktap -d 'write KTAP to standard output, instead of text'
complete -c perfmux -n '__perfmux_using stress' -l junit -rF -d 'besides, JUnit\'s XML in FILE'
complete -c perfmux -n '__perfmux_using stress' -l json -rF -d 'besides, all of it as one JSON document in FILE'
complete -c perfmux -n '__perfmux_using stress' -l sysroot -xa '(__fish_complete_directories)' -d 'read /sys and /proc below DIR; nothing is opened'
complete -c perfmux -n '__perfmux_using stress' -l color -fa 'auto never always' -d 'use colours: auto, always or never'
complete -c perfmux -n '__perfmux_using stress' -l verbose -s v -d 'say more about what is done'
complete -c perfmux -n '__perfmux_using stress' -l help -s h -d 'show this help'
complete -c perfmux -n '__perfmux_using stress' -l version -d 'show the version'

complete -c perfmux -n '__perfmux_using list' -l long -s l -d 'more of each: terms, unit masks, fields of tracepoints'
complete -c perfmux -n '__perfmux_using list' -l pfm -d 'events by libpfm4\'s names, too'
complete -c perfmux -n '__perfmux_using list' -l probe -d 'open each event and check that it counts what it should'
complete -c perfmux -n '__perfmux_using list' -l names -d 'nothing but names, one a line'
complete -c perfmux -n '__perfmux_using list' -l json-lines -s j -d 'JSON, one object a line'
complete -c perfmux -n '__perfmux_using list' -l json -rF -d 'besides, all of it as one JSON document in FILE'
complete -c perfmux -n '__perfmux_using list' -l sysroot -xa '(__fish_complete_directories)' -d 'read /sys and /proc below DIR; nothing is opened'
complete -c perfmux -n '__perfmux_using list' -l color -fa 'auto never always' -d 'use colours: auto, always or never'
complete -c perfmux -n '__perfmux_using list' -l verbose -s v -d 'say more about what is done'
complete -c perfmux -n '__perfmux_using list' -l help -s h -d 'show this help'
complete -c perfmux -n '__perfmux_using list' -l version -d 'show the version'

complete -c perfmux -n '__perfmux_using doctor' -l json -rF -d 'besides, all of it as one JSON document in FILE'
complete -c perfmux -n '__perfmux_using doctor' -l sysroot -xa '(__fish_complete_directories)' -d 'read /sys and /proc below DIR; nothing is opened'
complete -c perfmux -n '__perfmux_using doctor' -l color -fa 'auto never always' -d 'use colours: auto, always or never'
complete -c perfmux -n '__perfmux_using doctor' -l verbose -s v -d 'say more about what is done'
complete -c perfmux -n '__perfmux_using doctor' -l help -s h -d 'show this help'
complete -c perfmux -n '__perfmux_using doctor' -l version -d 'show the version'

complete -c perfmux -n '__perfmux_using measured' -a '(__perfmux_measured)'
