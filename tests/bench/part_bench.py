# SPDX-License-Identifier: GPL-2.0-only
"""perfmux bench beside hyperfine: the same command as often, with perfmux's counters besides."""

from tools import BARE, CPU, FEW, HYPERFINE, MEMORY, PERFMUX, WALL, bare_ns, column, run_in_turn

RUNS = 500


def measure_bench(table):
    commands = {"perfmux": [PERFMUX, "bench", "-N", "-r", str(RUNS), "true"]}
    if HYPERFINE:
        commands["hyperfine"] = [HYPERFINE, "-N", "-r", str(RUNS), "true"]
    runs = run_in_turn(max(5, FEW), commands)
    samples = column(runs, WALL, 1e-3 / RUNS)
    samples[BARE] = [bare_ns(RUNS) * 1e-3 for _ in range(FEW)]
    what = f"`bench -N`, {RUNS} runs of `true`"
    table.add("bench", what + ": wall of a run", "us", samples, rival="hyperfine", limit=BARE, goal=1.1)
    table.add("bench", what + ": CPU time", "ms", column(runs, CPU, 1e-3), rival="hyperfine")
    table.add("bench", what + ": peak memory", "KiB", column(runs, MEMORY), rival="hyperfine")
    table.note("bench: perfmux counts its default events in each run; hyperfine has the clock, CPU time and "
               "nothing else.")


PARTS = {"bench": measure_bench}
