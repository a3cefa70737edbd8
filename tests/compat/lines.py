#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""lines.py FILE: `-j`, read as scripts do: what is no object is skipped, counts become numbers."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    for line in file:
        if not line.startswith("{"):
            continue
        row = json.loads(line)
        try:
            value = "number" if float(row["counter-value"]) >= 0 else "negative"
        except ValueError:
            value = row["counter-value"]
        places = [key for key in ("interval", "cpu", "core", "socket", "aggregate-number") if key in row]
        print(row["event"], row["unit"], value, float(row["pcnt-running"]) <= 100, *places)
