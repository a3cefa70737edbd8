#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""
Measures perfmux against perf stat and other tools, in one run and in turn, and prints a table of
medians and ratios; build/bench.json has every sample. Nothing here passes or fails: the
goals stand beside the ratios, and whoever reads judges.

Environment: PERFMUX, WORKLOADS (set by make); BENCH_ROUNDS, 30 by default, for the short commands
(the long ones take a tenth of it, at least three); BENCH_ONLY, parts to measure: "start,repeat".
"""

import json
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

PERFMUX = os.environ["PERFMUX"]
WORKLOADS = pathlib.Path(os.environ["WORKLOADS"])
MEASURE = "build/bench/measure"
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "30"))
FEW = max(3, ROUNDS // 10)

PERF = shutil.which("perf")
STRACE = shutil.which("strace")
TOOLS = {"perfmux": [PERFMUX, "stat"]}
if PERF:
    TOOLS["perf"] = [PERF, "stat"]

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
TRACING = pathlib.Path("/sys/kernel/tracing/events")


class Table:
    """What was measured, row by row: samples of each contestant, and what the goal is."""

    def __init__(self):
        self.rows = []

    def add(self, part, what, unit, samples, goals=()):
        """goals: (other, factor): perfmux should be at most factor times the other."""
        samples = {who: list(values) for who, values in samples.items() if values}
        medians = {who: statistics.median(values) for who, values in samples.items()}
        ratios = {
            who: medians["perfmux"] / value
            for who, value in medians.items()
            if who != "perfmux" and value and "perfmux" in medians
        }
        self.rows.append(
            {
                "part": part,
                "what": what,
                "unit": unit,
                "median": medians,
                "ratio_to": ratios,
                "goal_ratio": dict(goals),
                "samples": samples,
            }
        )

    @staticmethod
    def number(value):
        return f"{value:.0f}" if value >= 1000 or value == int(value) else f"{value:.3g}"

    def lines(self):
        head = ["", "unit", "perfmux", "perf", "other", "perfmux / perf", "perfmux / other", "goals"]
        yield head
        for row in self.rows:
            median, ratio = row["median"], row["ratio_to"]
            other = next((who for who in median if who not in ("perfmux", "perf")), None)
            yield [
                row["what"],
                row["unit"],
                self.number(median["perfmux"]) if "perfmux" in median else "-",
                self.number(median["perf"]) if "perf" in median else "-",
                f"{self.number(median[other])} ({other})" if other else "",
                f"{ratio['perf']:.3f}" if "perf" in ratio else "",
                f"{ratio[other]:.3f}" if other in ratio else "",
                ", ".join(f"{factor:.2f} x {who}" for who, factor in row["goal_ratio"].items()),
            ]

    def show(self):
        lines = list(self.lines())
        widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
        lines.insert(1, ["-" * width for width in widths])
        for line in lines:
            cells = [
                cell.ljust(width) if i < 2 else cell.rjust(width)
                for i, (cell, width) in enumerate(zip(line, widths))
            ]
            print("| " + " | ".join(cells) + " |")


def run_in_turn(rounds, commands, output=None):
    """Runs {name: argv} in turn; returns {name: [(wall ns, cpu us, KiB, status), ...]}."""
    names = list(commands)
    line = [MEASURE, str(rounds)] + ([output] if output else []) + ["--"]
    for i, name in enumerate(names):
        line += (["++"] if i else []) + commands[name]
    result = {name: [] for name in names}
    for text in subprocess.run(line, check=True, capture_output=True, text=True).stdout.splitlines():
        index, *numbers = map(int, text.split())
        result[names[index]].append(tuple(numbers))
    for name, runs in result.items():
        failed = sum(1 for run in runs if run[3] != 0)
        if failed:
            print(f"bench: {failed} of {len(runs)} runs of {name} failed", file=sys.stderr)
    return result


def column(runs, index, factor=1.0):
    return {name: [run[index] * factor for run in list_] for name, list_ in runs.items()}


def stat(*args):
    return {name: tool + list(args) for name, tool in TOOLS.items()}


def count_calls(command):
    """System calls of the tool alone: strace does not follow what it starts."""
    with tempfile.NamedTemporaryFile("r") as out:
        subprocess.run(
            [STRACE, "-c", "-o", out.name] + command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=True,
        )
        return int(out.read().splitlines()[-1].split()[3])


def measure_start(table):
    """The cost of a single, short measurement."""
    commands = stat("-e", FOUR, "true")
    others = {"timeout": ["timeout", "5", "true"]}
    run_in_turn(3, {**commands, **others})
    runs = run_in_turn(ROUNDS * 3, {**commands, **others})
    table.add(
        "start",
        "stat true, 4 software events: wall",
        "ms",
        column(runs, 0, 1e-6),
        [("timeout", 1.1), ("perf", 0.25)],
    )
    runs.pop("timeout")
    table.add("start", "same: peak memory", "KiB", column(runs, 2), [("perf", 1 / 3)])
    if STRACE:
        calls = {name: [count_calls(command)] for name, command in commands.items()}
        table.add("start", "same: own system calls", "calls", calls, [("perf", 0.2)])
    else:
        print("bench: strace is missing: system calls are not counted", file=sys.stderr)


def measure_repeat(table):
    """The cost of one repeat among many."""
    repeats = 200
    commands = stat("-r", str(repeats), "-e", FOUR, "true")
    samples = {name: [] for name in commands}
    samples["bare loop"] = []
    for _ in range(max(5, ROUNDS // 5)):
        for name, runs in run_in_turn(1, commands).items():
            samples[name].append(runs[0][0] / repeats * 1e-3)
        bare = subprocess.run(
            [MEASURE, "--bare", str(repeats), "true"], check=True, capture_output=True, text=True
        )
        samples["bare loop"].append(int(bare.stdout) / repeats * 1e-3)
    table.add("repeat", "stat -r 200 true: a repeat", "us", samples, [("bare loop", 1.15)])


def forty_events():
    there = [name for name in TRACEPOINTS if (TRACING / name.replace(":", "/")).is_dir()]
    if len(there) < 30:
        print(f"bench: only {len(there)} of 30 tracepoints are here", file=sys.stderr)
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
    events = forty_events()
    cpu, delivered, mean, late = ({name: [] for name in TOOLS} for _ in range(4))
    for _ in range(FEW):
        for name, command in stat("-a", "-I", "10", "-x,", "-e", events, "sleep", "3").items():
            with tempfile.NamedTemporaryFile("r") as out:
                runs = run_in_turn(1, {name: command}, out.name)
                stamps = intervals(out.read())
            if len(stamps) < 3:
                print(f"bench: {name} delivered no intervals", file=sys.stderr)
                continue
            cpu[name].append(runs[name][0][1] * 1e-3)
            whole = stamps[:-1]  # the last is printed when the command has ended: the rest
            delivered[name].append(len(whole))
            mean[name].append((whole[-1] - whole[0]) / (len(whole) - 1) * 1e3)
            late[name].append(max(abs(s - (i + 1) * 0.01) for i, s in enumerate(whole)) * 1e3)
    what = "stat -a -I 10, 40 events, 3 s"
    table.add("interval", what + ": CPU time", "ms", cpu, [("perf", 0.2)])
    table.add("interval", "same: intervals delivered of 300", "", delivered)
    table.add("interval", "same: mean interval (10 was asked)", "ms", mean)
    table.add("interval", "same: furthest off the timetable", "ms", late)


def report_delay(command, stamp):
    """Seconds from the end of the command until the report is there, and until the tool ended."""
    seen = None
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as tool:
        for line in tool.stderr:
            if "elapsed" in line:
                seen = time.clock_gettime(time.CLOCK_MONOTONIC)
        tool.wait()
        done = time.clock_gettime(time.CLOCK_MONOTONIC)
    ended = int(pathlib.Path(stamp).read_text()) * 1e-9
    return (seen - ended if seen else None), done - ended


def measure_report(table):
    """Every tracepoint of the system calls: how long the user waits for the report."""
    if not (TRACING / "syscalls").is_dir():
        print("bench: no tracepoints for system calls here", file=sys.stderr)
        return
    shown, ended = {}, {}
    with tempfile.TemporaryDirectory() as tmp:
        stamp = tmp + "/stamp"
        command = [MEASURE, "--stamp", stamp, "200"]
        for name, tool in stat("-a", "-e", "syscalls:*", *command).items():
            for _ in range(1 if name == "perf" else 3):
                delay, end = report_delay(tool, stamp)
                if delay is not None:
                    shown.setdefault(name, []).append(delay)
                ended.setdefault(name, []).append(end)
    table.add("report", "stat -a -e 'syscalls:*': command's end to report", "s", shown)
    table.add("report", "same: command's end to tool's end", "s", ended)


def measure_attach(table):
    """Attaching to many threads."""
    threads = subprocess.Popen(
        [WORKLOADS / "many-threads", "1000"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        threads.stdout.readline()
        commands = stat("-p", str(threads.pid), "-e", FOUR, "--timeout", "500")
        runs = run_in_turn(max(5, ROUNDS // 5), commands)
    finally:
        threads.stdin.close()
        threads.wait()
    what = "stat -p, 1000 threads, 4 events, 0.5 s"
    table.add("attach", what + ": CPU time", "ms", column(runs, 1, 1e-3), [("perf", 1 / 3)])
    table.add("attach", "same: peak memory", "KiB", column(runs, 2), [("perf", 1 / 3)])


def measure_list(table):
    """Every event that has a name. perf counts the same tracepoints and opens what it lists."""
    commands = {"perfmux": [PERFMUX, "list"]}
    if PERF:
        commands["perf"] = [PERF, "list"]
    run_in_turn(2, commands)
    runs = run_in_turn(ROUNDS, commands)
    table.add("list", "list: wall", "ms", column(runs, 0, 1e-6), [("perf", 0.5)])
    table.add("list", "same: CPU time", "ms", column(runs, 1, 1e-3))
    table.add("list", "same: peak memory", "KiB", column(runs, 2))
    if STRACE:
        calls = {name: [count_calls(command)] for name, command in commands.items()}
        table.add("list", "same: system calls", "calls", calls)


PARTS = {
    "start": measure_start,
    "repeat": measure_repeat,
    "interval": measure_interval,
    "report": measure_report,
    "attach": measure_attach,
    "list": measure_list,
}


def first_line(command):
    return subprocess.run(command, capture_output=True, text=True).stdout.split("\n")[0]


def main():
    if not PERF:
        print("bench: perf is missing: apt-get install linux-perf", file=sys.stderr)
    about = {
        "perfmux": first_line([PERFMUX, "--version"]),
        "perf": first_line([PERF, "--version"]) if PERF else None,
        "timeout": first_line(["timeout", "--version"]),
        "kernel": platform.release(),
        "cpus": os.cpu_count(),
        "date": time.strftime("%Y-%m-%d"),
    }
    print(", ".join(f"{key} {value}" if key in ("kernel", "cpus") else str(value)
                    for key, value in about.items() if value))
    table = Table()
    wanted = os.environ.get("BENCH_ONLY")
    for name, part in PARTS.items():
        if not wanted or name in wanted.split(","):
            part(table)
    table.show()
    with open("build/bench.json", "w", encoding="utf-8") as out:
        json.dump({"schema": "perfmux-bench/1", "about": about, "rows": table.rows}, out, indent=1)
        out.write("\n")


if __name__ == "__main__":
    main()
