# SPDX-License-Identifier: GPL-2.0-only
"""What observing costs. No other tool does it, so there are only limits."""

from tools import FEW, OBSERVER, WORKLOADS, printed_numbers


def measure_mux(table):
    polls = [printed_numbers(OBSERVER, "polls", 1000)[0] * 1e-6 for _ in range(FEW)]
    table.add("mux", "`mux`: looks at pages of 20 events, a second without pause", "million", {"perfmux": polls},
              more=True)
    pairs = [printed_numbers(OBSERVER, "cost", 5, 100, WORKLOADS / "spin", 200) for _ in range(FEW)]
    table.add("mux", "`mux`: CPU time of a command that is looked at each 100 us", "x", {
        "perfmux": [it[0] for it in pairs], "unobserved": [1.0]
    }, limit="unobserved")


PARTS = {"mux": measure_mux}
