# SPDX-License-Identifier: GPL-2.0-only
#
# workloads.py: what perfmux is made to do while something fails
import os
from ctypes.util import find_library

CALL = "syscalls:sys_enter_getpriority"


class Workload:
    """
    name, and the words after `perfmux`.
    files: what it writes, in its directory; the end of a name says what is in it
    out, err: what is on standard output and error, by the same ends; "words": only what perfmux
              says about itself, "report": a report, too
    lied_to: exit statuses, besides 0 and 125, when the kernel fails
    needs: cgroup, tracefs, libmicrohttpd, or a tracepoint
    sample: how many faults of it are in the sample at most
    status: how it ends
    excuse: what its report says of a failure, where it says it there
    """

    def __init__(self, name, argv, files=(), out=None, err="words", lied_to=(), needs=(), sample=6,
                 status=0, excuse=None):
        self.name, self.argv, self.files = name, argv.split("|"), files
        self.out, self.err, self.lied_to, self.needs = out, err, lied_to, needs
        self.sample, self.status, self.excuse = sample, status, excuse

    def cannot(self, place):
        for need in self.needs:
            if need == "cgroup" and not place.cgroup:
                return "no cgroup can be made here"
            if need == "libmicrohttpd" and not find_library("microhttpd"):
                return "libmicrohttpd is not installed"
            if need == "tracefs" and not os.path.isdir("/sys/kernel/tracing/events"):
                return "tracefs is not mounted"
            if ":" in need and not os.path.isdir("/sys/kernel/tracing/events/" + need.replace(":", "/")):
                return f"no tracepoint {need} here"
        return None


W = Workload
SOFT = "-e|task-clock,page-faults,context-switches"

WORKLOADS = [
    W("stat", "stat|true", err="report"),
    W("stat-file", "stat|-o|{dir}/a.txt|-d|true", files=["a.txt"]),
    W("stat-repeat", "stat|-r|3|--table|-o|{dir}/a.txt|true", files=["a.txt"]),
    W("stat-interval", f"stat|-I|10|--interval-count|3|--summary|{SOFT}|-x,|-o|{{dir}}/a.x|sleep|0.1",
      files=["a.x"]),
    W("stat-files", f"stat|-I|10|--interval-count|3|{SOFT}|-o|{{dir}}/a.txt|--trace|{{dir}}/b.json|"
      "--openmetrics|{dir}/a.metrics|sleep|0.1", files=["a.txt", "b.json", "a.metrics"]),
    W("stat-metrics", f"stat|{SOFT}|-o|{{dir}}/a.txt|--openmetrics|{{dir}}/a.metrics|true",
      files=["a.txt", "a.metrics"]),
    W("stat-listen", f"stat|{SOFT}|--quiet|--listen|0|--timeout|10|true", sample=18,
      needs=["libmicrohttpd"]),
    W("stat-system", f"stat|-a|-A|{SOFT}|-o|{{dir}}/a.txt|true", files=["a.txt"]),
    W("stat-pid", f"stat|-p|{{pid}}|--timeout|10|{SOFT}|-o|{{dir}}/a.txt", files=["a.txt"]),
    W("stat-threads", "stat|--per-thread|-p|{pid}|--timeout|10|-j|-o|{dir}/a.jsonl",
      files=["a.jsonl"]),
    W("stat-timeout", "stat|--timeout|10|-o|{dir}/a.txt|sleep|9", files=["a.txt"]),
    W("stat-core", f"stat|-a|--per-core|{SOFT}|-o|{{dir}}/a.txt|true", files=["a.txt"]),
    W("stat-cgroup", "stat|-a|-e|task-clock,page-faults|--for-each-cgroup|^pmxf_|-o|{dir}/a.txt|true",
      files=["a.txt"], needs=["cgroup"]),
    W("stat-groups", "stat|-e|{{task-clock,page-faults}},{{context-switches,cpu-migrations}}:u|true",
      err="report"),
    W("stat-json", "stat|--json|{dir}/a.json|-j|true", files=["a.json"], err=".jsonl"),
    W("stat-csv", "stat|-x,|--header|-o|{dir}/a.csv|--columns|event,value,unit|true",
      files=["a.csv"]),
    W("stat-tracepoint", f"stat|-e|{CALL}|--filter|who > 3|-o|{{dir}}/a.txt|"
      "{workloads}/syscalls|5", files=["a.txt"], needs=[CALL]),
    W("stat-breakpoint", "stat|-e|mem:bp_word:w|-o|{dir}/a.txt|{workloads}/bp-target|5",
      files=["a.txt"]),
    W("stat-passes", "stat|--passes|2|-e|task-clock,page-faults,context-switches,cpu-migrations|"
      "--json|{dir}/a.json|-o|{dir}/a.txt|true", files=["a.json", "a.txt"]),
    W("stat-control", "stat|--control|fd:0|-D|-1|--timeout|10|-o|{dir}/a.txt|true", files=["a.txt"]),
    W("stat-unknown", "stat|-e|cycels|true", status=125),
    W("stat-missing", "stat|-o|{dir}/a.txt|no-such-program-here", status=127),
    W("stat-dry-run", "stat|--dry-run|-a|-d|true", err="report"),
    W("mux", "mux|-o|{dir}/a.txt|--json|{dir}/a.json|--svg|{dir}/a.svg|--trace|{dir}/b.json|"
      "-e|task-clock,page-faults|sleep|0.01", files=["a.txt", "a.json", "a.svg", "b.json"]),
    W("mux-system", "mux|-a|--timeout|10|-e|task-clock,page-faults|-o|{dir}/a.txt", files=["a.txt"]),
    W("mux-capacity", "mux|--capacity|-e|mem:0x1000:w|--json|{dir}/a.json", files=[],
      out=".txt", status=125),
    W("gpu-none", "gpu|--timeout|10|-a|--source|fdinfo", status=125),
    W("gpu", "gpu|--timeout|10|-a|-o|{dir}/a.txt|--json|{dir}/a.json|--csv|{dir}/a.csv|"
      "--svg|{dir}/a.svg|--trace|{dir}/b.json|{workloads}/gpu-emitter|-n|20",
      files=["a.txt", "a.json", "a.csv", "a.svg", "b.json"], needs=["gpu_mem:gpu_mem_total"]),
    W("gpu-drm", "gpu|--sysroot|{top}/tests/fixtures/gpu-amdgpu|-o|{dir}/a.txt|--json|{dir}/a.json|"
      "--csv|{dir}/a.csv|--svg|{dir}/a.svg|--trace|{dir}/b.json",
      files=["a.txt", "a.json", "a.csv", "a.svg", "b.json"]),
    W("list", "list|--json|{dir}/a.json", files=["a.json"], out=".txt"),
    W("list-lines", "list|-j|-l|page", out=".jsonl"),
    W("list-probe", "list|--probe|task-clock|page-faults|-j", out=".jsonl"),
    W("list-pfm", "list|--pfm|perf::PERF_COUNT_SW", out=".txt"),
    W("doctor", "doctor|--json|{dir}/a.json", files=["a.json"], out=".txt", status=1),
    W("stress", "stress|--json|{dir}/a.json|--junit|{dir}/a.xml|group.join",
      files=["a.json", "a.xml"], out=".txt", lied_to=[1],
      excuse="could not|error|skipped"),
    W("stress-ktap", "stress|--ktap|breakpoint.kinds", out=".txt", lied_to=[1],
      excuse="could not|error|skipped"),
    W("stress-list", "stress|--list", out=".txt"),
    W("bench", "bench|-r|2|-N|--output|null|--save|{dir}/s.json|--export-json|{dir}/a.json|"
      "--export-csv|{dir}/a.csv|--export-markdown|{dir}/a.md|--svg|{dir}/a.svg|-i|true|false",
      files=["s.json", "a.json", "a.csv", "a.md", "a.svg"], out=".txt"),
    W("bench-shell", "bench|-r|1|-w|1|-p|:|-s|:|-c|:|-P|n|1|2|true {{n}}; true", out=".txt"),
    W("help", "help|stat", out=".txt"),
]
