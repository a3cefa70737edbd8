/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * record.h - events as records: ring buffers of all CPUs, merged by time
 *
 * Each event is sampled at every occurrence on every CPU, system-wide, into one ring a CPU
 * (libperf's). The reader sleeps until a ring is partly full or its own deadline passes. Within a
 * CPU records keep their order; between CPUs they are merged by their CLOCK_MONOTONIC time inside
 * a bounded window, and what comes later than that is delivered, counted, and marked. Records wait
 * in the rings, so that memory is theirs and no more.
 */
#ifndef PERFMUX_RECORD_H
#define PERFMUX_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <perfmux/cpus.h>
#include <perfmux/error.h>
#include <perfmux/event.h>
#include <perfmux/machine.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- how a tracepoint's record is laid out -------------------------------------------------- */

/* Where a field is, from the "format" file (parsed by libtraceevent). */
struct pmx_field {
	uint32_t offset, size; /* bytes */
	bool is_signed;
	bool is_list; /* text or an array, or where one is in the record (__data_loc): no number */
};

struct pmx_format;

/*
 * The format of tracepoint @system:@name. -ENOENT: no such tracepoint; -EACCES, -ENODEV (tracefs
 * not mounted; @err has the command); -ENOTSUP: libtraceevent is not installed; -EINVAL: not a
 * format. An id may be given to another event when its own is removed; an event that is open
 * keeps it, so whoever reads the format a second time after opening knows.
 */
int pmx_format_new(struct pmx_format **out, struct pmx_machine *machine, const char *system,
		   const char *name, struct pmx_error *err);
void pmx_format_free(struct pmx_format *format);
uint64_t pmx_format_id(const struct pmx_format *format);
/* NULL when there is no field of that name. Those that all tracepoints have are not looked at. */
const struct pmx_field *pmx_format_field(const struct pmx_format *format, const char *name);
/* Only those: "common_pid" is the thread's id in the initial pid namespace. */
const struct pmx_field *pmx_format_common(const struct pmx_format *format, const char *name);
/* Names of all fields but the common ones, separated by ", ". */
const char *pmx_format_fields(const struct pmx_format *format);

/* A number of 1, 2, 4 or 8 bytes from a record; false when it lies outside of it. */
bool pmx_field_read(const struct pmx_field *field, const void *raw, size_t size, uint64_t *value);

/* --- recording ---------------------------------------------------------------------------- */

enum pmx_record_kind {
	PMX_RECORD_SAMPLE, /* raw is the tracepoint's record */
	PMX_RECORD_LOST,   /* the kernel dropped lost records: the ring was full */
	PMX_RECORD_EXIT,   /* task tid of process pid ended */
	PMX_RECORD_FORK,   /* task tid of process pid began, started by ppid */
	PMX_RECORD_COMM,   /* task tid of process pid is called comm now */
};

struct pmx_record {
	enum pmx_record_kind kind;
	uint64_t time; /* CLOCK_MONOTONIC ns */
	int cpu;
	pid_t pid, tid, ppid; /* in our pid namespace; 0 or -1 for tasks outside of it */
	unsigned event;	      /* SAMPLE: index into the recorder's events */
	const void *raw;      /* SAMPLE; valid until the callback returns */
	size_t size;
	uint64_t lost;
	const char *comm;
	bool late; /* came after records with a later time had been delivered */
};

/* Returns 0 to go on; anything else ends the draining and is returned by it. */
typedef int pmx_record_fn(void *ctx, const struct pmx_record *record);

struct pmx_recorder_options {
	const struct pmx_cpus *cpus; /* that are online */
	/* Of each CPU; rounded up to 2^n pages. 0: 1 MiB, less where mlock limits it. */
	size_t ring_bytes;
	uint64_t window_ns;	   /* records are held back that long to be merged; 0: 20 ms */
	bool tasks;		   /* EXIT, FORK and COMM, too */
	pid_t pid;		   /* only this task, on all CPUs; 0: everything */
	const struct pmx_sys *sys; /* the system-call gate, or NULL for the kernel */
};

/* What became of one event's occurrences. */
struct pmx_recorded {
	uint64_t counted; /* by the kernel */
	uint64_t samples; /* delivered */
	/* As PERF_FORMAT_LOST has it; before Linux 6.0 as records of kind LOST guess it. */
	uint64_t lost;
};

struct pmx_recorder;

/*
 * Opens all of @events (tracepoints; their config is the id), disabled. Filters of events are set.
 * A CPU that has gone meanwhile is left out. -EACCES, -EPERM: no rights, @err says what would help;
 * -ENOENT: no such tracepoint any more; -ENOSPC, -ENOMEM: rings are too large. Closing (and hence
 * failing) takes as long as closing tracepoints does: 5 to 60 ms for the last user of each.
 */
int pmx_recorder_new(struct pmx_recorder **out, const struct pmx_events *events,
		     const struct pmx_recorder_options *opts, struct pmx_error *err);
/* All at once. 0, or the first -errno after all were tried. */
int pmx_recorder_enable(struct pmx_recorder *recorder, struct pmx_error *err);
int pmx_recorder_disable(struct pmx_recorder *recorder, struct pmx_error *err);
/* The CPUs that are recorded. One that goes offline costs what would have happened on it later. */
void pmx_recorder_cpus(const struct pmx_recorder *recorder, struct pmx_cpus *out);
/* Readable when a quarter of a ring is new. */
int pmx_recorder_fd(const struct pmx_recorder *recorder);
/*
 * Delivers what is due: what is older than the window, and more where a ring is half full; with
 * @all everything that is in the rings. 0, or what @fn returned.
 */
int pmx_recorder_drain(struct pmx_recorder *recorder, bool all, pmx_record_fn *fn, void *ctx);
/*
 * Reads the counts of event @event; what is not yet drained is missing from samples. A CPU whose
 * counter cannot be read is left out; -errno when none can.
 */
int pmx_recorder_recorded(struct pmx_recorder *recorder, unsigned event, struct pmx_recorded *out);
/* Records delivered out of order, over all events. */
uint64_t pmx_recorder_late(const struct pmx_recorder *recorder);
void pmx_recorder_free(struct pmx_recorder *recorder);

#ifdef __cplusplus
}
#endif
#endif
