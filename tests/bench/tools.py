# SPDX-License-Identifier: GPL-2.0-only
"""
What all parts of the measurements use: which tools there are, and what a run of one costs.

Environment: PERFMUX, WORKLOADS, BENCH_OUT (set by `run`); BENCH_ROUNDS, 30 by default, for the
short commands (the long ones take a tenth of it, at least three).
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

PERFMUX = os.environ["PERFMUX"]
WORKLOADS = pathlib.Path(os.environ["WORKLOADS"])
OUT = pathlib.Path(os.environ["BENCH_OUT"])
MEASURE = str(OUT / "measure")
OBSERVER = str(OUT / "observer")
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "30"))
FEW = max(3, ROUNDS // 10)

PERF = shutil.which("perf")
STRACE = shutil.which("strace")
HYPERFINE = shutil.which("hyperfine")
STRESS_NG = shutil.which("stress-ng")
TRACING = pathlib.Path("/sys/kernel/tracing")

BARE = "bare"  # starts a program and waits for it, and does nothing else
TRUE = shutil.which("true")


def say(text):
    print("bench:", text, file=sys.stderr)


def first_line(command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.split("\n")[0]


def versions():
    """What is installed of what perfmux is measured against, with its version."""
    asked = {
        "perfmux": [PERFMUX, "--version"],
        "perf": [PERF, "--version"],
        "hyperfine": [HYPERFINE, "--version"],
        "stress-ng": [STRESS_NG, "--version"],
    }
    there = {}
    for name, command in asked.items():
        if command[0]:
            words = first_line(command).replace("version", "").replace(",", "").split()
            there[name] = " ".join(words[:2])
        else:
            say(f"{name} is missing, and what it is compared in: tests/deps.sh bench installs it")
    return there


def run_in_turn(rounds, commands, output=None):
    """Runs {name: argv} in turn; returns {name: [(wall ns, cpu us, KiB, status), ...]}."""
    names = list(commands)
    line = [MEASURE, str(rounds)] + ([output] if output else []) + ["--"]
    for i, name in enumerate(names):
        line += (["++"] if i else []) + [str(word) for word in commands[name]]
    result = {name: [] for name in names}
    for text in subprocess.run(line, check=True, capture_output=True, text=True).stdout.splitlines():
        index, *numbers = map(int, text.split())
        result[names[index]].append(tuple(numbers))
    for name, runs in result.items():
        failed = sum(1 for run in runs if run[3] != 0)
        if failed:
            say(f"{failed} of {len(runs)} runs of {name} failed")
    return result


def column(runs, index, factor=1.0):
    return {name: [run[index] * factor for run in list_] for name, list_ in runs.items()}


WALL, CPU, MEMORY = 0, 1, 2


def without(runs, name):
    return {key: value for key, value in runs.items() if key != name}


def bare_ns(count):
    """Of starting `true` and waiting for it, the mean of so many."""
    return printed_numbers(MEASURE, "--bare", count, TRUE)[0] / count


def printed_numbers(*command):
    """All numbers in what a program prints."""
    text = subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout
    return [float(word) for word in text.split()]


def subcommand(name, *args):
    """{tool: argv} of a command that perfmux and perf have both."""
    tools = {"perfmux": [PERFMUX, name]}
    if PERF:
        tools["perf"] = [PERF, name]
    return {who: tool + list(args) for who, tool in tools.items()}


def count_calls(command, calls=None, follow=False):
    """System calls of a command: all of its own, or those of @calls, with @follow its children's too."""
    with tempfile.NamedTemporaryFile("r") as out:
        options = (["-f"] if follow else []) + (["-e", "trace=" + calls] if calls else [])
        subprocess.run(
            [STRACE, "-qq", "-c"] + options + ["-o", out.name] + command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=True,
        )
        lines = out.read().splitlines()
        return int(lines[-1].split()[3]) if lines else 0
