# SPDX-License-Identifier: GPL-2.0-only
"""What nobody gets below on this machine: what perfmux asks of the kernel, bare."""

from tools import FEW, MEASURE, bare_ns, printed_numbers


def measure_limits(table):
    """Each by itself, the median of a few times a thousand."""
    bare = [bare_ns(1000) * 1e-3 for _ in range(FEW)]
    table.add("limits", "vfork, exec of `true`, wait", "us", {"bare": bare}, limit="bare")
    calls = [printed_numbers(MEASURE, "--calls", 100000) for _ in range(FEW)]
    for i, what in enumerate(("one system call: getppid", "read of a counter", "perf_event_open and close")):
        table.add("limits", what, "us", {"bare": [it[i] * 1e-3 for it in calls]}, limit="bare")


PARTS = {"limits": measure_limits}
