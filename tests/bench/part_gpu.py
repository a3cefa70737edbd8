# SPDX-License-Identifier: GPL-2.0-only
"""
perfmux gpu beside perf record of the same tracepoint.

Where the kernel has no GPU, an event of the tracepoint's name is made of a uprobe on a program that
reports memory as a driver would. Two of these report as fast as they can, one on each of two CPUs;
both tools record on all CPUs with their default buffers. What is lost is what was reported and is
not in the result.
"""

import csv
import fcntl
import os
import platform
import re
import subprocess
import tempfile
import time

from tools import CPU, FEW, MEMORY, MEASURE, PERF, PERFMUX, ROUNDS, TRACING, WORKLOADS, say

EMITTER = WORKLOADS / "gpu-emitter"
CPUS = (0, 1)
UPDATES = 10000 * ROUNDS  # of each program
QUIET = 5  # seconds
ARGUMENTS = {"x86_64": ("%di", "%si", "%dx"), "aarch64": ("%x0", "%x1", "%x2")}


def output(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def file_offset(program, symbol):
    """Where a function is in a program's file."""
    address = int(re.search(rf"^([0-9a-f]+) \w {symbol}$", output("nm", program), re.M)[1], 16)
    for words in map(str.split, output("readelf", "-lW", program).splitlines()):
        if words[:1] == ["LOAD"]:
            offset, start, size = int(words[1], 16), int(words[2], 16), int(words[4], 16)
            if start <= address < start + size:
                return address - start + offset
    raise LookupError(symbol)


class Events:
    """gpu_mem:gpu_mem_total on this machine, as long as this is entered; the tests make it, too."""

    def __enter__(self):
        self.lock = os.open("/sys/kernel", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        if (TRACING / "events/gpu_mem").exists():
            os.close(self.lock)
            raise FileExistsError("there are gpu_mem events already")
        registers = ARGUMENTS[platform.machine()]
        fields = zip(("gpu_id", "pid", "size"), registers, ("u32", "u32", "u64"))
        self.write(f"p:gpu_mem/gpu_mem_total {EMITTER}:{file_offset(EMITTER, 'emit_total'):#x} "
                   + " ".join(f"{name}={register}:{kind}" for name, register, kind in fields))
        return self

    @staticmethod
    def write(line):
        events = os.open(TRACING / "uprobe_events", os.O_WRONLY | os.O_APPEND)  # not to be sought in
        try:
            os.write(events, (line + "\n").encode())
        finally:
            os.close(events)

    def __exit__(self, *_):
        for _ in range(500):  # whoever had it open keeps it for a moment
            try:
                self.write("-:gpu_mem/gpu_mem_total")
                break
            except OSError:
                time.sleep(0.02)
        else:
            say("gpu_mem:gpu_mem_total could not be removed from uprobe_events")
        os.close(self.lock)


def when_read(fifo):
    """The other end of a pipe that a command reads, once it has begun to."""
    for _ in range(3000):
        try:
            return os.open(fifo, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:
            time.sleep(0.01)
    raise TimeoutError("a tool did not start its command")


def run_tool(tool, tmp, work):
    """Runs a tool on all CPUs while @work runs; its (wall ns, CPU us, KiB, status)."""
    fifo = os.path.join(tmp, "until")
    os.mkfifo(fifo)
    command = [MEASURE, "1", os.devnull, "--", *tool, "cat", fifo]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as measured:
        hold = when_read(fifo)
        time.sleep(0.5)
        work()
        os.close(hold)
        text = measured.stdout.read()
    os.unlink(fifo)
    return tuple(map(int, text.split()[1:]))


def emit():
    programs = [
        subprocess.Popen([EMITTER, "-w", "-n", str(UPDATES), "-c", str(cpu)], stdin=subprocess.PIPE,
                         stdout=subprocess.PIPE)
        for cpu in CPUS
    ]
    for program in programs:
        program.stdout.readline()  # it is ready
    for program in programs:
        program.stdin.write(b"\n")
        program.stdin.close()
    for program in programs:
        program.stdout.read()
        program.wait()


def recorded_by_perfmux(path):
    """The sum over processes; the GPU as a whole is none."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["scope"] != "gpu" and row["total_updates"]]
    return sum(int(row["total_updates"]) for row in rows)


def recorded_by_perf(path):
    found = re.search(r"SAMPLE events:\s+(\d+)", output(PERF, "report", "--stats", "-i", path))
    return int(found[1]) if found else 0


def tools_in(tmp):
    """{name: (argv, what tells how much it has)}"""
    ours, theirs = os.path.join(tmp, "csv"), os.path.join(tmp, "data")
    tools = {"perfmux": ([PERFMUX, "gpu", "-a", "--csv", ours], lambda: recorded_by_perfmux(ours))}
    if PERF:
        tools["perf record"] = ([PERF, "record", "-q", "-a", "-e", "gpu_mem:gpu_mem_total", "-o", theirs, "--"],
                                lambda: recorded_by_perf(theirs))
    return tools


def measure_both(table):
    sent = len(CPUS) * UPDATES
    lost, busy, memory, quiet = {}, {}, {}, {}
    with tempfile.TemporaryDirectory() as tmp:
        for _ in range(FEW):
            for name, (tool, recorded) in tools_in(tmp).items():
                cost = run_tool(tool, tmp, emit)
                lost.setdefault(name, []).append(max(0, sent - recorded()))
                busy.setdefault(name, []).append(cost[CPU] * 1e-3)
                memory.setdefault(name, []).append(cost[MEMORY])
                cost = run_tool(tool, tmp, lambda: time.sleep(QUIET))
                quiet.setdefault(name, []).append(cost[CPU] * 1e-3)
    what = f"`gpu -a`, {sent:,} updates from two CPUs"
    table.add("gpu", what + ": lost", "", lost, rival="perf record")
    table.add("gpu", what + ": CPU time", "ms", busy, rival="perf record")
    table.add("gpu", what + ": peak memory", "KiB", memory, rival="perf record")
    table.add("gpu", f"`gpu -a`, quiet for {QUIET} s: CPU time", "ms", quiet, rival="perf record")
    table.note("gpu: perf record only writes down what perfmux gpu also adds up; a report from its file is a second run.")


def measure_gpu(table):
    if os.geteuid() != 0 or not (TRACING / "uprobe_events").exists() or platform.machine() not in ARGUMENTS:
        say("no uprobes for us here: gpu is not measured")
        return
    try:
        with Events():
            measure_both(table)
    except (FileExistsError, PermissionError) as error:
        say(f"{error}: gpu is not measured")


PARTS = {"gpu": measure_gpu}
