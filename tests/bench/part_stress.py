# SPDX-License-Identifier: GPL-2.0-only
"""
perfmux stress beside stress-ng.

An operation of a storm is one system call on an event, or one task made, moved, ended or set to
work, and its answer judged. stress-ng has no stressor of perf events, so what is nearest is what
`stress-ng --perf` asks of them: it opens some for each worker, once, and reads them at the end.
"""

import json
import os
import subprocess
import tempfile
import threading
import time

from tools import FEW, MEASURE, PERFMUX, STRACE, STRESS_NG, printed_numbers, say

STORMS = ("counts", "groups", "inherit", "errors", "mixed", "parallel")
SECONDS = 3
STEADY = 30  # seconds for which memory is watched


def storm(name, seconds, path):
    return [PERFMUX, "stress", "--seed", "1", "--duration", f"{seconds}s", "--json", path, "storm." + name]


def operations(name):
    """A second of wall time; None if it did not run."""
    with tempfile.NamedTemporaryFile("r") as out:
        subprocess.run(storm(name, SECONDS, out.name), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       check=False)
        try:
            result = json.load(out)["results"][0]
        except (ValueError, LookupError):
            return None
        if result["verdict"] != "pass":
            say(f"storm.{name}: {result['verdict']}")
        return result["operations"] * 1e9 / result["wall_ns"] if result["wall_ns"] else None


def calls_of_stress_ng():
    """Calls on perf events a second; how many does not depend on how long it runs, nor on strace."""
    with tempfile.NamedTemporaryFile("r") as out:
        subprocess.run(
            [STRACE, "-f", "-qq", "-e", "trace=perf_event_open,ioctl", "-o", out.name, STRESS_NG, "--perf", "--get", "1",
             "--timeout", f"{SECONDS}s"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        opened = ioctls = 0
        for line in out:
            opened += "perf_event_open(" in line and "= -1" not in line
            ioctls += "PERF_EVENT_IOC" in line
    return (3 * opened + ioctls) / SECONDS  # each is opened, read and closed


def measure_stress(table):
    if os.geteuid() != 0:
        say("storms need root")
        return
    limit = [1e9 / printed_numbers(MEASURE, "--calls", 100000)[1] for _ in range(FEW)]
    theirs = [calls_of_stress_ng()] if STRESS_NG and STRACE else []
    for name in STORMS:
        samples = [it for it in (operations(name) for _ in range(FEW)) if it is not None]
        table.add("stress", f"`stress storm.{name}`: operations a second", "", {
            "perfmux": samples, "stress-ng --perf": theirs if name == "mixed" else [], "reads of a counter": limit
        }, rival="stress-ng --perf", limit="reads of a counter", more=True, other_job=True)
    table.note("stress: an operation is a system call on an event, or a task made, moved or ended, and its answer "
               "judged. stress-ng has no stressor of perf events; what is beside it is how many calls on events "
               f"`stress-ng --perf --get 1` makes in {SECONDS} s: it opens some at a worker's start and reads them at "
               "its end, which is another job.")


# --- whether memory stays -----------------------------------------------------------------------


def child_of(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            return int(file.read().split()[0])
    except (OSError, LookupError):
        return None


def resident(pid):
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))
    except (OSError, StopIteration):
        return None


def measure_steady(table):
    """The scenario's own process: the one below its supervisor that does not end."""
    if os.geteuid() != 0:
        return
    seen = []
    with subprocess.Popen(storm("mixed", STEADY, os.devnull), stdout=subprocess.DEVNULL) as tool:
        killer = threading.Timer(3 * STEADY, tool.kill)
        killer.start()
        time.sleep(3)
        for _ in range(STEADY - 5):
            supervisor = child_of(tool.pid)
            driver = child_of(supervisor) if supervisor else None
            now = resident(driver) if driver else None
            if now:
                seen.append(now)
            time.sleep(1)
        tool.wait()
        killer.cancel()
    if len(seen) < 5:
        say("storm.mixed ended early: its memory was not seen")
        return
    table.add("steady", f"`stress storm.mixed`, {STEADY} s: memory at its end", "KiB", {
        "perfmux": seen[-3:], "after 3 s": seen[:3]
    }, limit="after 3 s")


PARTS = {"stress": measure_stress, "steady": measure_steady}
