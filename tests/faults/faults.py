#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
#
# faults.py: in every workload, every allocation and every call through the system-call gate fails
# once, in turn; and each time perfmux must end cleanly. README.md says what that is.
#
# Usage: faults.py [--sample] [--only WORD] [--jobs N] [--verbose] PERFMUX SHIM WORKLOADS
import argparse
import collections
import errno
import multiprocessing
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import checks
import shim
from workloads import WORKLOADS

LIMIT = 30  # seconds: what takes longer hangs
GRACE = 5  # seconds until what was killed is gone
OURS = 125  # perfmux itself failed

HOW = {
    shim.ALLOCATION: [errno.ENOMEM],
    shim.OPEN: [errno.EMFILE, errno.ENOSPC, errno.EACCES, errno.EINVAL, errno.ENODEV, errno.EINTR,
                errno.EOPNOTSUPP, errno.EBUSY, errno.ESRCH, errno.ENOENT, errno.ENOMEM],
    shim.READ: [shim.END, shim.HALF, errno.EINTR, errno.ENOSPC, errno.ENOMEM],
    shim.IOCTL: [errno.EINVAL, errno.ENODEV, errno.ENOMEM],
    shim.MAP: [errno.ENOMEM, errno.EPERM, errno.EINVAL],
}

# Who asks a library for something that it does wrong when it has no memory: glibc's regcomp(),
# before 2.42, frees twice, or loses memory; libtraceevent 1.7 follows the NULL that it got; GnuTLS
# 3.7, behind libmicrohttpd, writes to standard error, and to unload it ends the program.
THEIRS = (r"^(compile \(cgroup_match\.c|parse \(format\.c|"
          r"pmx_library_(un)?load \(library\.c:\d+\) < \w+ \((stat_listen|listen_library)\.c)")

Fault = collections.namedtuple("Fault", "allocation at how")
NO_FAULT = Fault(0, 0, 0)


class Run:
    """One run of a workload, with a fault in it, and what was wrong with it."""

    def __init__(self, place, work, fault, log=False):
        self.place, self.work, self.fault = place, work, fault
        self.wrong = []
        self.dir = tempfile.mkdtemp(dir=place.dir)
        self.page = shim.Page(os.path.join(self.dir, ".page"))
        self.page.ask(fault.allocation, fault.at, fault.how, log)
        try:
            self.execute()
            self.told = self.page.told()
            self.judge_processes()
            self.judge()
        finally:
            self.page.close()
            shutil.rmtree(self.dir, ignore_errors=True)

    def execute(self):
        argv = [self.place.perfmux] + [
            a.format(dir=self.dir, pid=self.place.pid, cgroup=self.place.cgroup,
                     workloads=self.place.workloads, top=self.place.top)
            for a in self.work.argv]
        env = dict(os.environ, LD_PRELOAD=self.place.shim, LC_ALL="C.UTF-8", MALLOC_PERTURB_="165",
                   PERFMUX_FAULTS=self.page.path, TMPDIR=self.dir)
        with open(f"{self.dir}/.out", "wb") as out, open(f"{self.dir}/.err", "wb") as err:
            process = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                       env=env, cwd=self.dir, start_new_session=True)
            try:
                self.status = process.wait(LIMIT)
            except subprocess.TimeoutExpired:
                self.wrong.append(f"hangs: not at its end after {LIMIT} s")
                process.kill()
                self.status = process.wait()
        self.out = open(f"{self.dir}/.out", "rb").read().decode(errors="replace")
        self.err = open(f"{self.dir}/.err", "rb").read().decode(errors="replace")

    def judge_processes(self):
        """Whatever perfmux left comes to us, for we are the subreaper."""
        end = time.monotonic() + GRACE
        while left := living_children(self.place.pid):
            if time.monotonic() > end:
                self.wrong.append("leaves processes: " + ", ".join(map(name_of, left)))
                for pid in left:
                    os.kill(pid, signal.SIGKILL)
                end = time.monotonic() + GRACE
            time.sleep(0.002)

    def judge(self):
        self.text = ""
        if self.status < 0:
            self.wrong.append(f"killed by {signal.Signals(-self.status).name}")
            return
        allowed = {self.work.status} | ({OURS} if self.fault.at else set())
        if self.fault.at and not self.fault.allocation:
            allowed |= set(self.work.lied_to)
        if self.status not in allowed:
            self.wrong.append(f"exit status {self.status}")
        self.wrong += checks.words(self.err, self.out, self.status == OURS, self.work)
        self.text = self.out + self.err + checks.contents(self.dir, self.work)
        self.wrong += checks.files(self.dir, self.out, self.err, self.work, self.status)
        if not self.told.ended:
            self.wrong.append("ends without its destructors")

    def judge_balance(self, fds, leaks):
        """As many descriptors and allocations are left as in the run without a fault."""
        if not self.told.ended:
            return
        if self.told.fds > fds:
            self.wrong.append(f"{self.told.fds - fds} descriptors are left")
        for key, times in (self.leaks() - leaks).items():
            self.wrong.append(f"{times} allocations are left of {self.place.where(key)}")

    def leaks(self):
        """
        By their two innermost callers. What a library loses when its own allocation fails is not
        ours, nor are the dynamic linker's lists and thread-local variables, and what it keeps to
        say why dlopen() failed.
        """
        failed = self.told.failed
        theirs = failed.library if self.fault.allocation else 0
        return collections.Counter(
            leak.frames[:2] for leak in self.told.leaks
            if leak.library not in (theirs or None, shim.LINKER) and
            not (theirs == shim.LINKER and leak.frames[:1] == failed.frames[:1]))


def living_children(target):
    """Reaps those that ended; not the target, which is nobody's."""
    living = []
    with open(f"/proc/self/task/{os.getpid()}/children") as children:
        pids = [int(pid) for pid in children.read().split()]
    for pid in pids:
        try:
            if pid != target and os.waitpid(pid, os.WNOHANG)[0] == 0:
                living.append(pid)
        except ChildProcessError:
            pass
    return living


def name_of(pid):
    try:
        with open(f"/proc/{pid}/cmdline") as words:
            return words.read().replace("\0", " ").strip() or f"pid {pid}"
    except OSError:
        return f"pid {pid}"


class Place:
    """What all runs share."""

    def __init__(self, options, directory, target, cgroup):
        self.perfmux = os.path.abspath(options.perfmux)
        self.shim = os.path.abspath(options.shim)
        self.workloads = os.path.abspath(options.workloads)
        self.top = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        self.dir, self.pid, self.cgroup = directory, target, cgroup

    def where(self, frames):
        """Names of functions and lines for offsets into the program."""
        text = subprocess.run(["addr2line", "-fse", self.perfmux] +
                              [hex(f - 1) for f in frames if f], capture_output=True, text=True,
                              check=False).stdout.split("\n")
        return " < ".join(f"{a} ({b})" for a, b in zip(text[::2], text[1::2]))


class Plan:
    """The runs without a fault of a workload, and from them the faults that there are."""

    def __init__(self, place, work):
        self.work = work
        runs = [Run(place, work, NO_FAULT, log=i == 0) for i in range(3)]
        self.wrong = [wrong for run in runs for wrong in run.wrong]
        self.fds = max(run.told.fds for run in runs)
        self.leaks = collections.Counter()
        for run in runs:
            self.leaks |= run.leaks()
        self.sites = runs[0].told.sites
        self.shape = checks.shape(runs[0].text)

    def all(self):
        """Every call; the first of each site with every errno there is, others with one."""
        seen = set()
        for allocation, sites in enumerate(self.sites):
            for i, (kind, site) in enumerate(sites):
                hows = HOW[kind]
                new = (kind, site) not in seen
                seen.add((kind, site))
                for how in hows if new else [hows[i % len(hows)]]:
                    yield Fault(allocation, i + 1, how)

    def sample(self, most):
        """The first of each site and every seventh other, or as many of those, spread out."""
        seen, chosen = set(), []
        for allocation, sites in enumerate(self.sites):
            for i, (kind, site) in enumerate(sites):
                if (kind, site) not in seen or i % 7 == 0:
                    chosen.append(Fault(allocation, i + 1, HOW[kind][i % len(HOW[kind])]))
                seen.add((kind, site))
        return [chosen[i * len(chosen) // most] for i in range(most)] if most < len(chosen) else chosen


PLACE, PLANS = None, {}


def become_reaper():
    shim.become_subreaper()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def inject(job):
    name, fault = job
    plan = PLANS[name]
    run = Run(PLACE, plan.work, fault)
    if run.told.fired:
        run.judge_balance(plan.fds, plan.leaks)
    same = run.status == plan.work.status and run.told.fired
    if same and checks.shape(run.text) == plan.shape:
        silent = None if fault.allocation else "as if nothing was"
    else:
        silent = "something is missing" if same and fault.allocation else None
    theirs = bool(run.wrong and fault.allocation and
                  re.search(THEIRS, PLACE.where(run.told.failed.frames[:2])))
    return name, fault, run.told.fired, run.wrong, run.told.failed.frames, silent, theirs, run.err


def make_cgroup():
    """Where perf events look for it; None where there can be none."""
    path = None
    with open("/proc/mounts") as mounts:
        for _, where, kind, flags, *_ in map(str.split, mounts):
            if kind == "cgroup" and "perf_event" in flags.split(","):
                path = where
                break
            if kind == "cgroup2":
                path = path or where
    try:
        path = f"{path}/pmxf_{os.getpid()}"
        os.mkdir(path)
        return path
    except OSError:
        return None


def plan_all(options):
    for work in WORKLOADS:
        if not re.fullmatch(options.only, work.name):
            continue
        if why := work.cannot(PLACE):
            print(f"left out: {work.name}: {why}")
            continue
        plan = Plan(PLACE, work)
        if plan.wrong:
            sys.exit(f"{work.name} without a fault: " + "; ".join(plan.wrong))
        PLANS[work.name] = plan
        if options.verbose:
            print(f"{work.name}: {len(plan.sites[0])} calls, {len(plan.sites[1])} allocations, "
                  f"{len(set(plan.sites[0] + plan.sites[1]))} sites, {sum(plan.leaks.values())} "
                  f"allocations and {plan.fds} descriptors at the end", flush=True)


def jobs(options):
    for name, plan in PLANS.items():
        faults = plan.sample(plan.work.sample) if options.sample else plan.all()
        for fault in faults:
            yield name, fault


def tell(result, seen, verbose):
    """What is wrong in the same way at the same place is told once."""
    name, fault, _, wrong, frames, _, _, err = result
    key = (frames, tuple(wrong))
    seen[key] += 1
    if seen[key] > 1:
        return
    what = "allocation" if fault.allocation else "call"
    print(f"{name}: {what} {fault.at} ({fault.how}): " + "; ".join(wrong))
    print("    in " + PLACE.where(frames), flush=True)
    if verbose and err:
        print("    it said " + repr(err[-400:]))


def sweep(options):
    count, bad, seen, silences = collections.Counter(), 0, collections.Counter(), {}
    plan_all(options)
    with multiprocessing.Pool(options.jobs, become_reaper) as pool:
        for result in pool.imap_unordered(inject, jobs(options), chunksize=8):
            name, fault, fired, wrong, frames, silent, theirs, _ = result
            if wrong and theirs:
                count["theirs"] += 1
            elif wrong:
                bad += 1
                tell(result, seen, options.verbose)
            if fired:
                count["allocation" if fault.allocation else "call"] += 1
            if silent:
                silences.setdefault((frames[:3], silent), (name, fault, frames))
    if options.verbose:
        for (_, silent), (name, fault, frames) in silences.items():
            print(f"{silent}: {name}: {fault.allocation} {fault.at} {fault.how} in {PLACE.where(frames)}")
    if count["theirs"]:
        print(f"left out: {count['theirs']} faults that libraries cannot stand")
        count["allocation"] -= count["theirs"]
    print(f"injected {count['allocation'] + count['call']} faults: {count['allocation']} allocations, "
          f"{count['call']} system calls in {len(PLANS)} workloads; " +
          (f"{bad} NOT clean, in {len(seen)} ways" if bad else "all clean"))
    return bad == 0 and count["allocation"] > 0


def main():
    global PLACE
    parser = argparse.ArgumentParser()
    parser.add_argument("--sample", action="store_true", help="some of each site only")
    parser.add_argument("--only", default=".*", help="workloads whose names match this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("perfmux")
    parser.add_argument("shim")
    parser.add_argument("workloads")
    options = parser.parse_args()
    directory = tempfile.mkdtemp()
    target = subprocess.Popen(["sleep", "100000"])
    cgroup = make_cgroup()

    def stop(*_):
        """At once: a pool that is taken down in the middle may wait for ever."""
        for child in multiprocessing.active_children() + [target]:
            child.kill()
        if cgroup:
            os.rmdir(cgroup)
        os._exit(143)

    signal.signal(signal.SIGTERM, stop)
    try:
        PLACE = Place(options, directory, target.pid, cgroup)
        clean = sweep(options)
    finally:
        target.kill()
        target.wait()
        if cgroup:
            os.rmdir(cgroup)
        shutil.rmtree(directory, ignore_errors=True)
    sys.exit(not clean)


if __name__ == "__main__":
    main()
