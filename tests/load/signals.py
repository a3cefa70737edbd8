#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""signals.py RUNS [SEED]: perfmux is sent a signal at a random time, again and again.

Each run starts one of the commands below on a terminal of its own, waits for up to as long as it takes,
and sends a signal that asks programs to end. Whenever it came, the exit status must be the command's own
or that of the signal; what was written must be whole; the terminal must be
as it was; and no process, cgroup, probe or file may be left behind.

Needs root, PERFMUX, WORKLOADS, and tracefs in its place. Prints a line for each thing found, and how often
which end was met. `perfmux gpu` needs a GPU, or probes that stand for one: tests/cli/gpu_run.bats.
"""

import collections
import csv
import ctypes
import ctypes.util
import json
import os
import pathlib
import pty
import random
import select
import shutil
import signal
import sys
import tempfile
import termios
import time

PERFMUX = os.environ["PERFMUX"]
WORKLOADS = os.environ["WORKLOADS"]
PATIENCE = 60  # seconds until a run counts as hanging; the machine may be busy
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGALRM,
           signal.SIGUSR1, signal.SIGUSR2, signal.SIGXCPU]
PR_SET_CHILD_SUBREAPER = 36

# Each ends by itself within a second or two; {out} is a file of the run's own.
COMMANDS = [
    ["stat", "--json", "{out}.json", "-x,", "-o", "{out}.csv", "--", "{w}/demo"],
    ["stat", "-I", "10", "--json", "{out}.json", "--", "sleep", "0.3"],
    ["stat", "-r", "20", "--json", "{out}.json", "--", "true"],
    ["stat", "-r", "0", "-x,", "-o", "{out}.csv", "--", "true"],
    ["stat", "-a", "-A", "-I", "20", "-x,", "-o", "{out}.csv", "--timeout", "400"],
    ["stat", "-e", "faults,cs", "--json", "{out}.json", "--", "{w}/fork-storm", "300"],
    ["stat", "-e", "mem:bp_word:w", "--json", "{out}.json", "--", "{w}/bp-target", "1000"],
    ["stat", "-I", "10", "--trace", "{out}.json", "--openmetrics", "{out}.metrics", "--", "sleep", "0.3"],
    ["stat", "-a", "--listen", "0", "--openmetrics", "{out}.metrics", "--timeout", "300"],
    ["mux", "--json", "{out}.json", "--svg", "{out}.svg", "--", "{w}/spin", "200"],
    ["mux", "-a", "--trace", "{out}.json", "--timeout", "300"],
    ["bench", "-r", "40", "--export-json", "{out}.json", "--export-csv", "{out}.csv", "true", "sleep 0.001"],
    ["bench", "--prepare", "sleep 0.01", "-r", "20", "--save", "{out}.json", "true"],
    ["stress", "--json", "{out}.json", "race.no-fds", "cgroup.reopened", "inherit.uprobes"],
    ["list", "--probe", "sw", "breakpoint"],
    ["list", "--json", "{out}.json"],
    ["doctor", "--json", "{out}.json"],
]
ENDLESS = ["-r", "0"]


def below(pid):
    """All processes that descend from pid."""
    parents = {}
    for entry in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            text = entry.read_text(errors="replace")  # names may be cut anywhere
        except OSError:
            continue
        parents[int(entry.parent.name)] = int(text.rpartition(")")[2].split()[1])
    found, seen = [], {pid}
    grown = True
    while grown:
        more = [p for p, parent in parents.items() if parent in seen and p not in seen]
        found += more
        seen.update(more)
        grown = bool(more)
    return found


def traces():
    """What is left on the machine, but for processes: cgroups of ours, and probes where they can be seen."""
    left = set()
    for root in pathlib.Path("/sys/fs/cgroup"), pathlib.Path("/sys/fs/cgroup/unified"):
        left.update(str(path) for path in root.glob("perfmux*") if path.is_dir())
    probes = pathlib.Path("/sys/kernel/tracing/uprobe_events")
    if probes.exists():
        left.update(probes.read_text().splitlines())
    return left


class Run:
    """One command on a terminal, and what became of it."""

    def __init__(self, command, directory):
        self.out = os.path.join(directory, "out")
        self.command = [part.format(out=self.out, w=WORKLOADS) for part in command]
        self.said = b""
        self.began = time.monotonic()
        # one that comes before the exec waits for it: Python's handler would swallow it
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            for number in SIGNALS:  # whoever ran us with nohup, or in the background, ignores some
                signal.signal(number, signal.SIG_DFL)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
            os.execv(PERFMUX, [PERFMUX, *self.command])
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        self.before = termios.tcgetattr(self.terminal)

    def listen(self, seconds):
        """Reads what is said meanwhile: a terminal that nobody reads blocks its writer."""
        end = time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0:
            if not select.select([self.terminal], [], [], min(rest, 0.05))[0]:
                if self.is_over():
                    return
                continue
            try:
                got = os.read(self.terminal, 65536)
            except OSError:  # the last one who had it open is gone
                got = b""
            if not got:
                time.sleep(0.001)
                if self.is_over():
                    return
            self.said += got

    def is_over(self):
        return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def interrupt(self, number):
        """As a terminal has it, or as kill(1) has it."""
        if number in (signal.SIGINT, signal.SIGQUIT) and random.random() < 0.5:
            os.killpg(self.pid, number)
        else:
            os.kill(self.pid, number)

    def end(self):
        """Exit status as a shell tells it."""
        self.listen(PATIENCE)
        self.took = PATIENCE
        if not self.is_over():
            for pid in [*below(self.pid), self.pid]:
                os.kill(pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            return None
        try:
            self.after = termios.tcgetattr(self.terminal)
        except termios.error:
            self.after = self.before
        self.took = time.monotonic() - self.began
        status = os.waitpid(self.pid, 0)[1]
        os.close(self.terminal)
        return 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


def faults_of_files(run):
    for path in pathlib.Path(run.out).parent.iterdir():
        if not path.name.startswith("out."):
            yield f"left behind: {path.name}"
        text = path.read_text()
        if not text:
            continue  # a run that was stopped before there was anything to write
        try:
            if path.suffix == ".json":
                json.loads(text)
            elif path.suffix == ".csv":
                list(csv.reader(text.splitlines()))
                if not text.endswith("\n"):
                    yield f"{path.name}: half a line"
            elif path.suffix == ".metrics" and not text.endswith("\n# EOF\n"):
                yield f"{path.name}: not whole"
            elif path.suffix == ".svg" and not text.rstrip().endswith("</svg>"):
                yield f"{path.name}: not whole"
        except ValueError as error:
            yield f"{path.name}: {error}"


def faults(run, status, number, before):
    own = {0, 1}
    if status is None:
        yield f"hangs: still there after {PATIENCE} s"
        return
    if status not in own | {128 + number}:
        yield f"exit status {status}"
    if run.after != run.before:
        yield "the terminal's settings changed"
    said = run.said
    if said.rfind(b"\033[?25l") > said.rfind(b"\033[?25h"):
        yield "the cursor is hidden"
    if said.rfind(b"\033[?1049h") > said.rfind(b"\033[?1049l"):
        yield "the other screen is shown"
    if b"Sanitizer" in said or b"runtime error" in said:
        yield "a sanitizer reports"
    yield from faults_of_files(run)
    end = time.monotonic() + 5
    while (left := below(os.getpid()) or traces() - before) and time.monotonic() < end:
        try:  # orphans come to us
            os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            pass
        time.sleep(0.01)
    if left:
        yield f"left behind: {left}"


def once(command, durations):
    """One run; what was wrong, and how it ended."""
    key = tuple(command)
    directory = tempfile.mkdtemp()
    before = traces()
    number = random.choice(SIGNALS)
    run = Run(command, directory)
    try:
        if key in durations:  # the first run of each is left alone, to see how long it takes
            run.listen(random.uniform(0, durations[key]))
            if not run.is_over():
                run.interrupt(number)
        status = run.end()
        found = list(faults(run, status, number, before))
    finally:
        shutil.rmtree(directory)
    end = "finished" if status in (0, 1) else "stopped"
    if key not in durations and status not in (0, 1):
        found.append(f"ends with {status} when nobody interrupts it")
    durations.setdefault(key, max(0.05, min(2.0, run.took)))
    for fault in found:
        name = signal.Signals(number).name
        print(f"{name} in 'perfmux {' '.join(command)}': {fault}")
        print(*[f"    {line}" for line in run.said.decode(errors="replace").splitlines()[-5:]], sep="\n")
    return len(found), end


def main():
    if not ctypes.util.find_library("microhttpd"):
        COMMANDS[:] = [command for command in COMMANDS if "--listen" not in command]
    runs = int(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 32)
    random.seed(seed)
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    durations = {tuple(command): 0.5 for command in COMMANDS if command[1:3] == ENDLESS}
    ends, wrong = collections.Counter(), 0
    for i in range(runs):
        found, end = once(COMMANDS[i % len(COMMANDS)], durations)
        wrong += found
        ends[end] += 1
    told = ", ".join(f"{count} {end}" for end, count in ends.most_common())
    print(f"{runs} runs, seed {seed}: {told}; {wrong} faults")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
