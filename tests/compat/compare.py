#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""compare.py FORMAT PERF PERFMUX: what two files differ in that a script could see; FORMAT: csv, jsonl.

Numbers count as their form: whole, or so many digits behind the point. Names of differences that the
manual lists are printed, one a line; for any other the line begins with "unlisted".
"""
import json
import re
import sys

SCALED = re.compile(r"^[KMG]?/sec$")


def form(text):
    """What of a field is the same in every run."""
    if re.fullmatch(r" *\d+", text):
        return "whole"
    fixed = re.fullmatch(r" *\d+\.(\d+)(%?)", text)
    if fixed:
        return f"{len(fixed[1])} digits{fixed[2]}"
    return "per second" if SCALED.match(text) else text


def padding(text):
    return len(text) if text.startswith(" ") else 0


def csv_rows(lines):
    return [[(form(f), padding(f)) for f in line.split(",")] for line in lines]


def pairs(line):
    return json.loads(line, object_pairs_hook=list)


def jsonl_rows(lines):
    rows = []
    for line in lines:
        raw = re.findall(r'"([a-z-]+)" : ("(?:[^"\\]|\\.)*"|[^,}]+)', line)
        quoted = [(key, text.startswith('"'), form(text.strip('"'))) for key, text in raw]
        if [key for key, _ in pairs(line)] != [key for key, _, _ in quoted]:
            raise ValueError(f"spelt in another way: {line}")
        rows.append(quoted)
    return rows


def split(path):
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    head = [line for line in lines[:2] if line.startswith("# started on ") or not line]
    rest = lines[len(head):]
    return len(head), [line for line in rest if line]


def null_unit(perf, ours):
    """perf has "(null)" where ours has ""; the rest of the row is the same."""
    swapped = [(k, q, "" if (k, v) == ("metric-unit", "(null)") else v) for k, q, v in perf]
    return swapped == ours


def main(kind, perf_path, our_path):
    (perf_head, perf), (our_head, ours) = split(perf_path), split(our_path)
    found = set()
    if perf_head != our_head:
        found.add("started-line" if kind == "jsonl" and not our_head else f"unlisted: head {our_head}")
    if len(perf) != len(ours):
        found.add(f"unlisted: {len(perf)} rows, {len(ours)} rows")
    rows = csv_rows if kind == "csv" else jsonl_rows
    for one, other in zip(rows(perf), rows(ours)):
        if one == other:
            continue
        if kind == "jsonl" and null_unit(one, other):
            found.add("null-unit")
        else:
            found.add(f"unlisted: {one} {other}")
    print("\n".join(sorted(found)))


if __name__ == "__main__":
    main(*sys.argv[1:])
