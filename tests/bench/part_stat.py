# SPDX-License-Identifier: GPL-2.0-only
"""perfmux stat and list beside perf stat and list."""

import pathlib
import subprocess
import tempfile
import time

from tools import (BARE, CPU, FEW, MEASURE, MEMORY, ROUNDS, STRACE, TRACING, WALL, WORKLOADS, bare_ns, column,
                   count_calls, run_in_turn, say, subcommand, without)

FOUR = "task-clock,context-switches,page-faults,cpu-migrations"
SOFTWARE = """cpu-clock task-clock page-faults context-switches cpu-migrations minor-faults
    major-faults alignment-faults emulation-faults dummy""".split()
# The first thirty that this kernel has: busy ones first, so that there is something to count.
TRACEPOINTS = """sched:sched_switch sched:sched_wakeup sched:sched_waking sched:sched_stat_runtime
    sched:sched_process_fork sched:sched_process_exec sched:sched_process_exit
    sched:sched_process_wait sched:sched_process_free sched:sched_wakeup_new
    sched:sched_migrate_task irq:irq_handler_entry irq:irq_handler_exit irq:softirq_entry
    irq:softirq_exit irq:softirq_raise timer:timer_start timer:timer_cancel
    timer:timer_expire_entry timer:timer_expire_exit timer:hrtimer_start timer:hrtimer_cancel
    timer:hrtimer_expire_entry timer:hrtimer_expire_exit timer:tick_stop kmem:kmalloc kmem:kfree
    kmem:kmem_cache_alloc kmem:kmem_cache_free kmem:mm_page_alloc kmem:mm_page_free
    workqueue:workqueue_queue_work workqueue:workqueue_execute_start
    workqueue:workqueue_execute_end signal:signal_generate signal:signal_deliver
    task:task_newtask task:task_rename writeback:writeback_start block:block_rq_issue
    block:block_rq_complete rcu:rcu_utilization power:cpu_idle""".split()


def stat(*args):
    return subcommand("stat", *args)


def measure_start(table):
    """The cost of a single, short measurement."""
    commands = {**stat("-e", FOUR, "true"), BARE: ["true"]}
    run_in_turn(3, commands)
    runs = run_in_turn(ROUNDS * 3, commands)
    what = "`stat true`, 4 software events"
    table.add("start", what + ": wall", "ms", column(runs, WALL, 1e-6), rival="perf", limit=BARE, goal=0.25)
    runs = without(runs, BARE)
    table.add("start", what + ": peak memory", "KiB", column(runs, MEMORY), rival="perf", goal=1 / 3)
    if not STRACE:
        say("strace is missing: system calls are not counted")
        return
    calls = {name: [count_calls(command)] for name, command in without(commands, BARE).items()}
    table.add("start", what + ": own system calls", "", calls, rival="perf", goal=0.2)


def measure_repeat(table):
    """The cost of one repeat among many."""
    repeats = 200
    commands = stat("-r", str(repeats), "-e", FOUR, "true")
    samples = {name: [] for name in [*commands, BARE]}
    for _ in range(max(5, ROUNDS // 5)):
        for name, runs in run_in_turn(1, commands).items():
            samples[name].append(runs[0][WALL] / repeats * 1e-3)
        samples[BARE].append(bare_ns(repeats) * 1e-3)
    table.add("repeat", "`stat -r 200 true`: a repeat", "us", samples, rival="perf", limit=BARE)


def forty_events():
    there = [name for name in TRACEPOINTS if (TRACING / "events" / name.replace(":", "/")).is_dir()]
    if len(there) < 30:
        say(f"only {len(there)} of 30 tracepoints are here")
    return ",".join(SOFTWARE + there[:30])


def intervals(text):
    """Ends of the intervals in a CSV of stat -I, in seconds."""
    stamps = []
    for line in text.splitlines():
        field = line.split(",")[0].strip()
        try:
            stamp = float(field)
        except ValueError:
            continue
        if not stamps or stamp != stamps[-1]:
            stamps.append(stamp)
    return stamps


def measure_interval(table):
    """Many events at a short interval."""
    commands = stat("-a", "-I", "10", "-x,", "-e", forty_events(), "sleep", "3")
    cpu, delivered, off, late = ({name: [] for name in commands} for _ in range(4))
    for _ in range(FEW):
        for name, command in commands.items():
            with tempfile.NamedTemporaryFile("r") as out:
                runs = run_in_turn(1, {name: command}, out.name)
                stamps = intervals(out.read())
            if len(stamps) < 3:
                say(f"{name} delivered no intervals")
                continue
            cpu[name].append(runs[name][0][CPU] * 1e-3)
            whole = stamps[:-1]  # the last is printed when the command has ended: the rest
            delivered[name].append(len(whole))
            off[name].append(abs((whole[-1] - whole[0]) / (len(whole) - 1) - 0.01) * 1e3)
            late[name].append(max(abs(s - (i + 1) * 0.01) for i, s in enumerate(whole)) * 1e3)
    what = "`stat -a -I 10`, 40 events, 3 s"
    table.add("interval", what + ": CPU time", "ms", cpu, rival="perf", goal=0.2)
    table.add("interval", what + ": intervals delivered of 300", "", delivered, rival="perf", more=True)
    table.add("interval", what + ": mean interval off the 10 ms asked", "ms", off, rival="perf")
    table.add("interval", what + ": furthest off the timetable", "ms", late, rival="perf")


def report_delay(command, stamp):
    """Seconds from the end of the command until the report is there, and until the tool ended."""
    seen = None
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as tool:
        for line in tool.stderr:
            if "elapsed" in line:
                seen = time.clock_gettime(time.CLOCK_MONOTONIC)
        tool.wait()
        done = time.clock_gettime(time.CLOCK_MONOTONIC)
    ended = int(pathlib.Path(stamp).read_text(encoding="ascii")) * 1e-9
    return (seen - ended if seen else None), done - ended


def measure_report(table):
    """Every tracepoint of the system calls: how long the user waits for the report."""
    if not (TRACING / "events/syscalls").is_dir():
        say("no tracepoints for system calls here")
        return
    shown, ended = {}, {}
    with tempfile.TemporaryDirectory() as tmp:
        stamp = tmp + "/stamp"
        for name, tool in stat("-a", "-e", "syscalls:*", MEASURE, "--stamp", stamp, "200").items():
            for _ in range(1 if name == "perf" else 3):
                delay, end = report_delay(tool, stamp)
                if delay is not None:
                    shown.setdefault(name, []).append(delay)
                ended.setdefault(name, []).append(end)
    what = "`stat -a -e 'syscalls:*'`: from the command's end"
    table.add("report", what + " to the report", "s", shown, rival="perf")
    table.add("report", what + " to the tool's", "s", ended, rival="perf")


def measure_attach(table):
    """Attaching to many threads."""
    with subprocess.Popen(
        [WORKLOADS / "many-threads", "1000"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as threads:
        threads.stdout.readline()
        commands = stat("-p", str(threads.pid), "-e", FOUR, "--timeout", "500")
        runs = run_in_turn(max(5, ROUNDS // 5), commands)
        threads.stdin.close()
    what = "`stat -p`, 1,000 threads, 4 events, 0.5 s"
    table.add("attach", what + ": CPU time", "ms", column(runs, CPU, 1e-3), rival="perf", goal=1 / 3)
    table.add("attach", what + ": peak memory", "KiB", column(runs, MEMORY), rival="perf", goal=1 / 3)


def measure_list(table):
    """Every event that has a name. perf counts the same tracepoints and opens what it lists."""
    commands = {**subcommand("list"), BARE: ["true"]}
    run_in_turn(2, commands)
    runs = run_in_turn(ROUNDS, commands)
    table.add("list", "`list`: wall", "ms", column(runs, WALL, 1e-6), rival="perf", limit=BARE, goal=0.5)
    runs = without(runs, BARE)
    table.add("list", "`list`: CPU time", "ms", column(runs, CPU, 1e-3), rival="perf")
    table.add("list", "`list`: peak memory", "KiB", column(runs, MEMORY), rival="perf")
    if STRACE:
        calls = {name: [count_calls(command)] for name, command in without(commands, BARE).items()}
        table.add("list", "`list`: system calls", "", calls, rival="perf")


PARTS = {
    "start": measure_start,
    "repeat": measure_repeat,
    "interval": measure_interval,
    "report": measure_report,
    "attach": measure_attach,
    "list": measure_list,
}
