/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kit.h - what a scenario works with: events, known work, tasks, and a sheet for what it finds
 *
 * A scenario runs in a process of its own, under a supervisor that ends all its processes after it,
 * so it need not free, close or reap anything. kit_skip() and kit_error() do not come back. What a
 * scenario changes outside its processes (a CPU's state, a sysctl, a cgroup) it registers with
 * kit_undo_*() before the change.
 */
#ifndef PERFMUX_KIT_KIT_H
#define PERFMUX_KIT_KIT_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <perfmux/cpus.h>
#include <perfmux/machine.h>
#include <perfmux/oracle.h>
#include <perfmux/pmu.h>
#include <perfmux/stress.h>

#include "kit/random.h"
#include "session/sys.h"

#define KIT_MSEC 1000000ull

struct kit_found; /* kit/found.h: what calibration found */
struct kit_sheet; /* kit/sheet.h: shared with the supervisor */

struct kit {
	const struct pmx_sys *sys; /* the only way to perf events */
	struct pmx_machine *machine;
	struct pmx_pmus *pmus;
	const struct kit_found *found;
	struct kit_sheet *sheet;
	struct pmx_cpus cpus;	  /* online, and allowed to us */
	struct kit_random random; /* from the seed of this run, and from nothing else */
	uint64_t seed;
	uint64_t budget;	     /* ns that an endless scenario is to take */
	struct pmx_breach breach[1]; /* for kit_check(kit, pmx_oracle_x(kit->breach, ...)) */
};

/* --- what is found ------------------------------------------------------------------------- */

/*
 * Counts one question asked, and puts kit->breach on the sheet where it did not hold. Returns
 * @held. Children and threads may ask, too, but with a struct kit of their own (a copy).
 */
bool kit_check(struct kit *kit, bool held);
/* A breach of an invariant that is no oracle's; @invariant is static. */
void kit_breach(struct kit *kit, const char *invariant, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* What is worth telling and is no breach. */
void kit_note(struct kit *kit, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Operations done, for those who count them. */
void kit_count(struct kit *kit, uint64_t operations);
/* The shortest program that fails, in lines; what does not fit (32 KiB) is cut. */
void kit_reproducer(struct kit *kit, const char *text);

/* The scenario ends, also when a child calls this: something is missing here. */
void kit_skip(struct kit *kit, const char *fmt, ...)
	__attribute__((format(printf, 2, 3), noreturn));
/* The scenario ends: something could not be done that has nothing to do with what it asks. */
void kit_error(struct kit *kit, const char *fmt, ...)
	__attribute__((format(printf, 2, 3), noreturn));

/* --- events -------------------------------------------------------------------------------- */

/* An attr of this type and config, read with both times and the id; enabled unless changed. */
struct perf_event_attr kit_attr(uint32_t type, uint64_t config);

/* An fd (close-on-exec) or -errno. @group: an fd or -1. */
int kit_open(struct kit *kit, const struct perf_event_attr *attr, pid_t pid, int cpu, int group);
/* The same with flags of perf_event_open(2). */
int kit_open_flags(struct kit *kit, const struct perf_event_attr *attr, pid_t pid, int cpu,
		   int group, unsigned long flags);
/* The same; a failure ends the scenario: for want of rights a skip, else an error. */
int kit_must_open(struct kit *kit, const struct perf_event_attr *attr, pid_t pid, int cpu,
		  int group);

/* 0 or -errno; the scenario goes on. */
int kit_ioctl(struct kit *kit, int fd, unsigned long request, unsigned long arg);

/*
 * What an event of kit_attr()'s read format has. A failed or short read is a breach of "readable"
 * and gives zeros; nothing at all is eof.
 */
struct pmx_reading kit_read(struct kit *kit, int fd);
/*
 * The same for a leader opened with PERF_FORMAT_GROUP: at most @max members, all with the group's
 * times. Returns how many the group has, 0 at eof, or -errno, which is no breach yet.
 */
int kit_read_group(struct kit *kit, int fd, struct pmx_reading *out, size_t max);

/* running / enabled; 0 when it was never enabled. */
double kit_share(const struct pmx_reading *it);

/* --- known work ---------------------------------------------------------------------------- */

enum kit_meter_kind {
	KIT_CALLS,  /* tracepoint: system calls */
	KIT_FAULTS, /* software: page faults */
	KIT_PROBE,  /* uprobe: calls of a function */
	KIT_WRITES, /* breakpoint: writes to a word; four words, four meters */
	KIT_WRITES_LAST = KIT_WRITES + 3,
	KIT_METERS,
};

/* "system calls": what it counts. */
const char *kit_meter_name(enum kit_meter_kind kind);

/* An event and work that causes it, each a PMU of its own (but for the four of writes). */
struct kit_meter {
	enum kit_meter_kind kind;
	const char *name;
	bool works; /* counted its work exactly when it was calibrated */
	struct perf_event_attr attr;
	/*
	 * More than was done may be counted for other reasons, at most so many in a process's life.
	 */
	uint64_t slack;
	long call; /* the system call that KIT_CALLS counts */
};

/* The meter, or NULL where it does not work. */
const struct kit_meter *kit_meter(const struct kit *kit, enum kit_meter_kind kind);
/* Those of different PMUs that work: at most @max, in the order of enum kit_meter_kind. */
size_t kit_meters(const struct kit *kit, const struct kit_meter **out, size_t max);
/* Causes @times events in the calling thread; other meters count nothing of it. */
void kit_work(const struct kit_meter *meter, uint64_t times);

/* A PMU that multiplexes and counts for tasks. */
struct kit_pmu {
	char name[64];
	uint32_t type;
	struct pmx_cpus cpus;	     /* where it counts */
	struct perf_event_attr attr; /* an event that fits on each of its counters */
	unsigned capacity;	     /* so many of these at once, as measured */
	/*
	 * Events that count time: attr.config = config[i] counts rate[i] a nanosecond of running.
	 */
	unsigned rates;
	uint64_t config[6];
	double rate[6];
};

size_t kit_pmus(const struct kit *kit, const struct kit_pmu **out, size_t max);
/* The first of them, which is there when the scenario needs PMX_NEED_CORE. */
const struct kit_pmu *kit_pmu(const struct kit *kit);

/* --- tasks --------------------------------------------------------------------------------- */

/* Zeroed memory that children share, for munmap(); NULL with errno set. */
void *kit_try_shared(size_t size);
/* The same, never freed; a failure ends the scenario. */
void *kit_shared(struct kit *kit, size_t size);

/* A process that runs @body(kit, arg) and exits with 0; ended with its parent. */
pid_t kit_fork(struct kit *kit, void (*body)(struct kit *kit, void *arg), void *arg);
/*
 * Until it has ended: its exit status, or 128 + the signal. Does not come back when a process of
 * the scenario has called kit_skip() or kit_error().
 */
int kit_wait(struct kit *kit, pid_t pid);
/* Until the task sleeps or has ended; error after 2 s. */
void kit_wait_asleep(struct kit *kit, pid_t tid);

/* Stages that processes wait for; in shared memory (kit_shared()), at first 0. */
struct kit_gate {
	uint32_t stage;
};
void kit_gate_wait(struct kit_gate *gate, uint32_t stage); /* until it is @stage or more */
void kit_gate_open(struct kit_gate *gate, uint32_t stage);
void kit_gate_step(struct kit_gate *gate); /* one stage more: to count arrivals */

/* The calling thread runs on this CPU only; false when it may not. */
bool kit_pin(int cpu);
void kit_unpin(const struct kit *kit); /* on all of kit->cpus */
/* The @index-th of kit->cpus, beginning anew behind the last. */
int kit_cpu(const struct kit *kit, unsigned index);

/* ns of CLOCK_MONOTONIC_RAW, which nobody slews, as nobody does what perf's times come from. */
uint64_t kit_now(void);
void kit_spin(uint64_t ns); /* CPU time of the calling thread */
void kit_sleep(uint64_t ns);

/* --- the machine --------------------------------------------------------------------------- */

/* The whole text into a file that is there, in one write: 0 or -errno. */
int kit_write_file(const char *path, const char *text);
int kit_write_at(int directory, const char *path, const char *text);
/*
 * Remembered for the supervisor, which does the last one first, once all processes have ended. A
 * file of tracefs may be named as kit/tracefs.h has it.
 */
void kit_undo_write(struct kit *kit, const char *path, const char *text);
void kit_undo_rmdir(struct kit *kit, const char *path);
/* The file as it is now, to be written back. False when it cannot be read. */
bool kit_undo_restore(struct kit *kit, const char *path);

/*
 * The id of a tracepoint, "syscalls/sys_enter_getppid", whether tracefs is mounted or not; or
 * -errno.
 */
long kit_tracepoint(struct kit *kit, const char *name);
/* tracefs as a directory's fd, mounted nowhere if need be; owned by the caller; or -errno. */
int kit_tracefs(struct kit *kit);

#endif
