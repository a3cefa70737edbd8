# SPDX-License-Identifier: GPL-2.0-only
#
# shim.py: the driver's side of page.h
import collections
import ctypes
import mmap
import os

ALLOCATION, OPEN, READ, IOCTL, MAP = 1, 2, 3, 4, 5
LINKER = 1  # as a library
END, HALF = 0, -1  # of a read
FRAMES, LOGGED, LEAKS = 6, 65536, 64
PR_SET_CHILD_SUBREAPER = 36

Frames = ctypes.c_uint32 * FRAMES


class Leak(ctypes.Structure):
    _fields_ = [("frames", Frames), ("library", ctypes.c_uint32)]


class Site(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_uint32), ("site", ctypes.c_uint32)]


class Layout(ctypes.Structure):
    _fields_ = [
        ("allocation", ctypes.c_uint32), ("at", ctypes.c_uint32),
        ("how", ctypes.c_int32), ("log", ctypes.c_uint32),
        ("allocations", ctypes.c_uint32), ("calls", ctypes.c_uint32),
        ("fired", ctypes.c_uint32), ("ended", ctypes.c_uint32),
        ("fds", ctypes.c_uint32), ("leaks", ctypes.c_uint32),
        ("failed", Leak), ("leak", Leak * LEAKS),
        ("sites", (Site * LOGGED) * 2),
    ]


Caller = collections.namedtuple("Caller", "frames library")
Told = collections.namedtuple("Told", "fired ended fds leaks failed sites")


def who(leak):
    return Caller(tuple(leak.frames), leak.library)


class Page:
    """The page of one run."""

    def __init__(self, path):
        self.path = path
        with open(path, "w+b") as file:
            file.truncate(ctypes.sizeof(Layout))
            self.map = mmap.mmap(file.fileno(), ctypes.sizeof(Layout))
        self.at = Layout.from_buffer(self.map)

    def ask(self, allocation, at, how, log):
        self.at.allocation, self.at.at, self.at.how, self.at.log = allocation, at, how, log

    def told(self):
        at = self.at
        counts = min(at.calls, LOGGED), min(at.allocations, LOGGED)
        sites = [[(at.sites[k][i].kind, at.sites[k][i].site) for i in range(counts[k])]
                 for k in range(2)] if at.log else None
        leaks = [who(at.leak[i]) for i in range(min(at.leaks, LEAKS))]
        return Told(bool(at.fired), bool(at.ended), at.fds, leaks, who(at.failed), sites)

    def close(self):
        self.at = None
        self.map.close()
        os.unlink(self.path)


def become_subreaper():
    if ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise OSError("no subreaper here")
