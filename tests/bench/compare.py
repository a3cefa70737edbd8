#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""
Measures perfmux against other tools, in one run and in turn, and makes one table of it: printed, as
Markdown in table.md, and with every sample in bench.json. Nothing here passes or fails: where
perfmux is behind, the table says so, and whoever reads judges.

Environment: that of tools.py; BENCH_ONLY, parts to measure: "start,repeat".
"""

import json
import os
import platform
import sys
import time

import part_bench
import part_gpu
import part_limits
import part_mux
import part_stat
import part_stress
from table import Table
from tools import OUT, ROUNDS, say, versions

PARTS = {}
for module in (part_limits, part_stat, part_gpu, part_mux, part_bench, part_stress):
    PARTS.update(module.PARTS)


def chosen():
    wanted = [name for name in os.environ.get("BENCH_ONLY", "").split(",") if name]
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        sys.exit(f"bench: no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    return wanted or list(PARTS)


def about_it(about):
    tools = ", ".join(about["tools"].values())
    text = (f"Measured on {about['date']} with {tools}; Linux {about['kernel']}, {about['machine']}, "
            f"{about['cpus']} CPUs, {about['rounds']} rounds (a tenth of it for the long ones), interleaved.")
    if about["load"] > 0.5 * about["cpus"]:
        text += f" **The machine was busy** (load {about['load']:.1f}): numbers are those of a busy machine."
    return text


def main():
    parts = chosen()
    about = {
        "tools": versions(),
        "kernel": platform.release(),
        "machine": platform.machine(),
        "cpus": os.cpu_count(),
        "rounds": ROUNDS,
        "date": time.strftime("%Y-%m-%d"),
        "load": os.getloadavg()[0],
    }
    table = Table()
    for name in parts:
        say(f"measuring {name}")
        PARTS[name](table)
    text = table.markdown(about_it(about))
    sys.stdout.write(text)
    (OUT / "table.md").write_text(text, encoding="utf-8")
    with open(OUT / "bench.json", "w", encoding="utf-8") as out:
        json.dump(table.as_json(about), out, indent=1)
        out.write("\n")


if __name__ == "__main__":
    main()
