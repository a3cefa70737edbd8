#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""trace_rules.py FILE...: are these traces that viewers read? One list of events is made of all files.

The rules are those of the Trace Event Format, as far as perfmux writes it, and its own promises: one
clock, names before use, numbers of processes that no two files share, times that go on in each track.
Prints "FILE: FIRST LAST" in microseconds for each file; what breaks a rule goes to standard error,
and the exit status is 1. trace_rules.py --merge FILE... prints the one trace of all.
"""
import json
import math
import sys

NEEDED = {
    "M": {"ph", "pid", "name", "args"},
    "X": {"ph", "pid", "tid", "name", "ts", "dur"},
    "C": {"ph", "pid", "name", "ts", "args"},
    "i": {"ph", "pid", "tid", "name", "ts", "s"},
}
ALLOWED = {"M": NEEDED["M"] | {"tid"}}
METADATA = {
    "process_name": "name",
    "thread_name": "name",
    "process_sort_index": "sort_index",
    "thread_sort_index": "sort_index",
}


class Broken(Exception):
    pass


def require(holds, what):
    if not holds:
        raise Broken(what)


def is_whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value):
    return is_whole(value) or isinstance(value, float) and math.isfinite(value)


def unique(pairs):
    keys = [key for key, _ in pairs]
    require(len(keys) == len(set(keys)), f"a key twice in {keys}")
    return dict(pairs)


def no_constant(name):
    raise Broken(f"{name} is no number in JSON")


def load(path):
    with open(path, "rb") as file:
        text = file.read().decode("utf-8", "strict")
    return json.loads(text, object_pairs_hook=unique, parse_constant=no_constant)


class Tracks:
    """What the events so far have named, and where in time they are."""

    def __init__(self):
        self.processes, self.threads, self.last, self.busy, self.units = {}, set(), {}, {}, {}

    def name(self, event):
        name, args = event["name"], event["args"]
        require(name in METADATA, f"unknown metadata {name}")
        require(set(args) == {METADATA[name]}, f"args of {name}: {args}")
        is_text = METADATA[name] == "name"
        value = args[METADATA[name]]
        require(isinstance(value, str) if is_text else is_whole(value), f"{name} is {value!r}")
        if name == "process_name":
            require(event["pid"] not in self.processes, f"process {event['pid']} has two names")
            self.processes[event["pid"]] = value
        if name.startswith("thread"):
            require(is_whole(event.get("tid")), f"{name} without tid")
        if name == "thread_name":
            key = event["pid"], event["tid"]
            require(key not in self.threads, f"thread {key} has two names")
            self.threads.add(key)

    def time(self, event):
        require(is_number(event["ts"]) and event["ts"] >= 0, f"ts is {event['ts']!r}")
        if event["ph"] == "C":
            track = event["pid"], "C", event["name"]
        else:
            track = event["pid"], event["ph"], event["tid"]
            require(track[::2] in self.threads, f"thread {track[::2]} has no name")
        require(event["ts"] >= self.last.get(track, 0), f"time goes back in {track}")
        self.last[track] = event["ts"]

    def slice(self, event):
        track = event["pid"], event["tid"]
        require(is_number(event["dur"]) and event["dur"] >= 0, f"dur is {event['dur']!r}")
        # the digits of the sum are those of a double
        require(event["ts"] >= self.busy.get(track, 0) - 0.002, f"slices overlap in {track}")
        self.busy[track] = event["ts"] + event["dur"]

    def counter(self, event):
        args, track = event["args"], (event["pid"], event["name"])
        require(isinstance(args, dict) and args, f"no value of {track}")
        require(all(is_number(v) for v in args.values()), f"value of {track}: {args}")
        require(self.units.setdefault(track, set(args)) == set(args), f"{track} changes its series")

    def take(self, event):
        require(isinstance(event, dict), f"{event!r} is no event")
        phase = event.get("ph")
        require(phase in NEEDED, f"ph is {phase!r}")
        keys = set(event)
        require(NEEDED[phase] <= keys <= ALLOWED.get(phase, NEEDED[phase]), f"{phase} with {keys}")
        require(is_whole(event["pid"]) and 0 < event["pid"] < 2**31, f"pid is {event['pid']!r}")
        require(is_whole(event.get("tid", 1)) and event.get("tid", 1) > 0, f"tid is {event.get('tid')!r}")
        require(isinstance(event["name"], str) and event["name"], f"name is {event['name']!r}")
        if phase == "M":
            return self.name(event)
        require(event["pid"] in self.processes, f"process {event['pid']} has no name")
        self.time(event)
        if phase == "X":
            self.slice(event)
        elif phase == "C":
            self.counter(event)
        else:
            require(event["s"] in ("g", "p", "t"), f"s is {event['s']!r}")
        return None


def check(trace):
    require(isinstance(trace, dict), "no object")
    require(trace.get("displayTimeUnit") in ("ms", "ns"), "no displayTimeUnit")
    require(trace.get("metadata", {}).get("clock-domain") == "LINUX_CLOCK_MONOTONIC", "no clock domain")
    require(trace.get("otherData", {}).get("clock") == "CLOCK_MONOTONIC", "the clock is not said")
    require(isinstance(trace.get("traceEvents"), list), "no traceEvents")
    tracks, before = Tracks(), 0
    for event in trace["traceEvents"]:
        tracks.take(event)
        require(event.get("ts", before) >= before, f"not in the order of time at {event.get('ts')}")
        before = event.get("ts", before)
    return set(tracks.processes)


def main(paths):
    merge = paths[:1] == ["--merge"]
    pids, merged, status = {}, None, 0
    for path in paths[merge:]:
        try:
            trace = load(path)
            for pid in check(trace):
                require(pid not in pids, f"process {pid} is in {pids.get(pid)}, too")
                pids[pid] = path
        except (Broken, ValueError) as broken:
            print(f"{path}: {broken}", file=sys.stderr)
            status = 1
            continue
        times = [e["ts"] for e in trace["traceEvents"] if "ts" in e]
        ends = [e["ts"] + e.get("dur", 0) for e in trace["traceEvents"] if "ts" in e]
        if not merge:
            print(f"{path}: {min(times):.3f} {max(ends):.3f}" if times else f"{path}: nothing")
        if merged:
            merged["traceEvents"] += trace["traceEvents"]
        else:
            merged = trace
    if merge and not status:
        events = merged["traceEvents"]
        events.sort(key=lambda e: e.get("ts", -1))
        check(merged)
        json.dump(merged, sys.stdout)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
