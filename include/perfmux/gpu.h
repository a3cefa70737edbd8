/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gpu.h - GPU memory: how much of it each GPU and each process has, and had
 *
 * Drivers tell the gpu_mem tracepoints of every change: gpu_mem_total says how many bytes a
 * process has on a GPU, or, as process 0, how many are in use on the whole of it. These are
 * gauges: values that are, not ones that add up. They hold until the next update, are weighted by
 * time in a mean, and are never summed over time. Some drivers also say how much of it is imported,
 * that is, belongs to a buffer that others share (dma-buf); what is left is private.
 *
 * pmx_gpu_variant knows which of the tracepoint's forms a kernel has, from its format file alone.
 * pmx_gpu_monitor records updates on all CPUs (the task that reports need not be the one that
 * owns), follows processes by their beginning, name and end, reads the DRM's fdinfo (gpu_fdinfo.h)
 * where there is no tracepoint or beside it, and makes a pmx_gpu_report, the only thing that
 * writers see. Numbers of the two sources stand side by side there and are never added.
 *
 * Sizes are bytes. Times are CLOCK_MONOTONIC ns; of absent times 0. Memory is bounded: PMX_GPU_ROWS
 * processes with 400 bytes each, and 360 in a report; PMX_GPU_LINE_POINTS points of 40 bytes, for
 * which there may be twice the room; some 100 bytes for each process that lives in the system; and
 * 1.2 KiB for each of up to PMX_FDINFO_CLIENTS rows of fdinfo. 10,000 processes that report take
 * 19 MB, and their rows in a report 4.
 */
#ifndef PERFMUX_GPU_H
#define PERFMUX_GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <perfmux/cpus.h>
#include <perfmux/error.h>
#include <perfmux/event.h>
#include <perfmux/gpu_fdinfo.h>
#include <perfmux/machine.h>
#include <perfmux/record.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- forms of the tracepoints --------------------------------------------------------------- */

/* The two tracepoints that there may be, of system PMX_GPU_SYSTEM. */
#define PMX_GPU_SYSTEM "gpu_mem"
enum pmx_gpu_event {
	PMX_GPU_TOTAL,	  /* gpu_mem_total */
	PMX_GPU_IMPORTED, /* gpu_mem_imported: the same fields, its size is what is imported */
	PMX_GPU_EVENTS,
};

/* "gpu_mem_total", "gpu_mem_imported". */
const char *pmx_gpu_event_name(enum pmx_gpu_event event);

/* One of them: where its fields are. */
struct pmx_gpu_layout {
	bool exists;
	uint64_t id; /* of the tracepoint: attr.config of its events */
	struct pmx_field gpu, pid, size;
	bool has_imported; /* TOTAL only: a fourth field */
	struct pmx_field imported;
	const char *pid_name, *size_name, *imported_name; /* as this kernel calls them; static */
	bool has_task;
	struct pmx_field task; /* common_pid: the reporting thread, in the initial pid namespace */
};

struct pmx_gpu_variant {
	struct pmx_gpu_layout events[PMX_GPU_EVENTS];
};

/*
 * Reads the formats of both tracepoints. -ENOENT: this kernel has neither, and the hint says what
 * else there is; -ENODEV: tracefs is not mounted; -EACCES: not readable (the hint has what mends
 * it, for both); -EBADMSG: a format lacks a field that is needed, or has it in no number of bytes
 * that a number can have: @err names the field; -ENOTSUP: libtraceevent is not installed.
 */
int pmx_gpu_variant_read(struct pmx_gpu_variant *out, struct pmx_machine *machine,
			 struct pmx_error *err);
/* The same for tracepoints of these names in another @system: probes that take a driver's place. */
int pmx_gpu_variant_read_in(struct pmx_gpu_variant *out, struct pmx_machine *machine,
			    const char *system, struct pmx_error *err);

/*
 * What it is, in words: "gpu_mem_total with imported memory in its field imported_size"; cut where
 * it does not fit into @size bytes. Returns @buf.
 */
const char *pmx_gpu_variant_words(const struct pmx_gpu_variant *variant, char *buf, size_t size);

/* Does anything report imported memory? */
bool pmx_gpu_variant_has_imported(const struct pmx_gpu_variant *variant);

/* True when @event, of a session's list, is one of these tracepoints, however it was written. */
bool pmx_gpu_variant_has_event(const struct pmx_gpu_variant *variant,
			       const struct pmx_event *event);

/* One report of a driver, as it is in a record. */
struct pmx_gpu_update {
	uint64_t time;
	uint64_t gpu; /* the driver's number for it */
	uint64_t pid; /* as the driver says it: in the initial pid namespace; 0: the whole GPU */
	bool has_total, has_imported;
	uint64_t total, imported;
	pid_t task_pid,
		task_tid; /* of the reporting thread, in our pid namespace; 0: outside of it */
	uint64_t task; /* tid of the reporting thread in the initial pid namespace; 0: not known */
};

/* False when a field lies outside of the record. */
bool pmx_gpu_variant_decode(const struct pmx_gpu_variant *variant, enum pmx_gpu_event event,
			    const struct pmx_record *record, struct pmx_gpu_update *out);

/* --- what is known ---------------------------------------------------------------------------- */

enum pmx_gpu_source {
	PMX_GPU_TRACEPOINT, /* each update as it happens */
	PMX_GPU_FDINFO,	    /* what readings found; between two anything may have been */
};

/* "tracepoint", "fdinfo". */
const char *pmx_gpu_source_name(enum pmx_gpu_source source);

/* A value over time. */
struct pmx_gpu_gauge {
	enum pmx_gpu_source source;
	uint64_t updates; /* 0: absent, which is not 0 bytes; nothing below means anything then */
	uint64_t first, last, peak, minimum; /* bytes */
	uint64_t first_at, last_at, peak_at;
	int64_t change; /* last - first */
	/*
	 * Weighted by time, from the first update until now; of a process that has ended or has
	 * nothing any more, until its end or its last update, whichever is later.
	 */
	double mean;
	struct {
		uint64_t updates;
		uint64_t first;		/* at its beginning, or the first update in it */
		uint64_t peak, minimum; /* the value at its beginning counts too */
	} interval;			/* since pmx_gpu_monitor_next_interval() */
};

/* Points that all lines of a source may have together; one has at most PMX_GPU_POINTS. */
#define PMX_GPU_LINE_POINTS 262144
#define PMX_GPU_POINTS	    1024

#define PMX_GPU_UNKNOWN UINT64_MAX

/* What was from its time until the next point's. */
struct pmx_gpu_point {
	uint64_t at;
	uint64_t last; /* bytes in the end */
	uint64_t peak;
	uint64_t imported; /* in the end, or PMX_GPU_UNKNOWN */
	double area; /* bytes x ns up to the next point; of the last one up to its last update */
};

/*
 * A gauge's course. As long as there is room each update is a point of its own; then updates that
 * are nearer to one another than width become one, and width doubles as often as need be.
 */
struct pmx_gpu_line {
	const struct pmx_gpu_point *points;
	size_t count;
	uint64_t width; /* ns */
	uint64_t upto;	/* time of the last update */
};

/*
 * The line in @count columns of equal width between @from and @to: the mean in each, and the peak
 * (NULL: not wanted). NAN where nothing was known yet.
 */
void pmx_gpu_line_columns(const struct pmx_gpu_line *line, uint64_t from, uint64_t to, size_t count,
			  double *mean, double *peak);

/* What there is to say of a process besides numbers. */
enum pmx_gpu_mark {
	PMX_GPU_ENDED = 1 << 0,	   /* at ended_at */
	PMX_GPU_LEAKED = 1 << 1,   /* ended, and had memory still when the grace period was over */
	PMX_GPU_ENDING = 1 << 2,   /* ended, has memory still, the grace period goes on */
	PMX_GPU_GONE = 1 << 3,	   /* its last value is 0 */
	PMX_GPU_OUTSIDE = 1 << 4,  /* not in our pid namespace: pid is the kernel's */
	PMX_GPU_UNSEEN = 1 << 5,   /* no process had that number when first reported */
	PMX_GPU_REUSED = 1 << 6,   /* an earlier process had the same pid, and its own row */
	PMX_GPU_EXCESS = 1 << 7,   /* more imported than it has in total */
	PMX_GPU_NEGATIVE = 1 << 8, /* reported 2^63 bytes or more: the driver counted below 0 */
	PMX_GPU_STALE = 1 << 9,	   /* records were lost since its last update */
};

/* "ended", "leaked", ...: of a single mark, for JSON. */
const char *pmx_gpu_mark_name(enum pmx_gpu_mark mark);
/* A sentence for a single mark; NULL where the name says it all. Static. */
const char *pmx_gpu_mark_words(enum pmx_gpu_mark mark);

/* One process on one GPU, by the tracepoints. */
struct pmx_gpu_row {
	uint64_t gpu;
	uint64_t pid;	     /* in our pid namespace, unless OUTSIDE */
	unsigned generation; /* 0, or how many processes had this pid before it in this run */
	char comm[16];	     /* the last known name, "" when none is; may hold any bytes */
	unsigned marks;	     /* of enum pmx_gpu_mark */
	bool is_target; /* followed, or descended from one that is; true when none is followed */
	struct pmx_gpu_gauge total, imported;
	bool has_private;	/* total and imported are known, and imported is the smaller one */
	uint64_t private_bytes; /* total - imported, now */
	uint64_t began_at;	/* 0: before the start */
	uint64_t ended_at;	/* 0: it lives, as far as is known */
	uint64_t updates_late;	/* that came after its end, as from a worker */
	struct pmx_gpu_line line; /* of total; of imported where nothing tells the total */
};

/* What is left of a GPU's total after its processes. */
enum pmx_gpu_rest {
	PMX_GPU_REST_POSITIVE, /* or 0: the driver's own, and of processes that nobody reported */
	PMX_GPU_REST_IMPORTS,  /* negative: buffers that several processes import count for each */
	PMX_GPU_REST_ENDED,    /* negative, but not without what ended processes have still */
	PMX_GPU_REST_UNEXPLAINED,  /* negative, by more than all imports together */
	PMX_GPU_REST_UNKNOWN,	   /* values too large for any memory: rest is not known */
	PMX_GPU_REST_NO_PROCESSES, /* the driver reports only totals */
	PMX_GPU_REST_NO_TOTAL,	   /* the driver reports only processes */
};

/* "positive", "imports", ...: for JSON. */
const char *pmx_gpu_rest_name(enum pmx_gpu_rest rest);
/* A sentence; NULL for POSITIVE. Static. */
const char *pmx_gpu_rest_words(enum pmx_gpu_rest rest);

/* One GPU, by the tracepoints. */
struct pmx_gpu_device {
	uint64_t gpu;
	struct pmx_gpu_gauge total, imported; /* what was reported for process 0 */
	struct pmx_gpu_line line;
	size_t first_row, row_count; /* its processes in the report's rows */
	uint64_t sum;		     /* of the processes' last values; UINT64_MAX if it is larger */
	uint64_t sum_target;	     /* of those that are the target */
	uint64_t sum_ended;	     /* of those that have ended */
	bool has_sum_imported;
	uint64_t sum_imported;
	enum pmx_gpu_rest rest_kind;
	int64_t rest; /* total - sum, now; 0 where it is not known */
};

/* True when device->rest says something. */
static inline bool pmx_gpu_has_rest(const struct pmx_gpu_device *device)
{
	return device->rest_kind < PMX_GPU_REST_UNKNOWN;
}

/* One process on one device and in one region of memory, by fdinfo. */
struct pmx_gpu_fd_row {
	const char *device; /* "0000:03:00.0" */
	const char *driver; /* "amdgpu" */
	const char *region; /* "vram", "gtt", "system0", "memory", ... */
	pid_t pid;
	char comm[16];
	unsigned marks; /* ENDED, GONE */
	bool is_target;
	unsigned clients; /* at the last reading */
	/*
	 * All there is; of it, in buffers that other clients share; and in physical memory. Each is
	 * absent where the driver does not say.
	 */
	struct pmx_gpu_gauge total, shared, resident;
	struct pmx_gpu_line line; /* of total, or of resident where there is no total */
};

/* An event's occurrences, as the kernel counted them and as they arrived. */
struct pmx_gpu_check {
	bool exists;  /* the tracepoint was recorded */
	bool is_read; /* the kernel told its count */
	struct pmx_recorded recorded;
	int64_t missing; /* counted - samples - lost: 0 unless the kernel's books are wrong */
};

/* Rows at most; see folded. */
#define PMX_GPU_ROWS 16384

struct pmx_gpu_report {
	uint64_t start, now;
	bool is_final;		     /* made after pmx_gpu_monitor_finish() */
	uint64_t interval_at;	     /* when the interval began */
	struct pmx_gpu_device *gpus; /* by number */
	size_t gpu_count;
	struct pmx_gpu_row *rows; /* by GPU, then those with the highest peaks first */
	size_t row_count;
	struct pmx_gpu_fd_row *fd_rows; /* by device, region, then the largest first */
	size_t fd_row_count;
	/* Processes that ended with nothing and had to make room for others. */
	struct {
		uint64_t processes, updates, peak; /* the largest of their peaks */
	} folded;
	uint64_t updates; /* by tracepoints */
	uint64_t late;	  /* records that came after others of a later time */
	uint64_t lost;	  /* records of any kind that the kernel dropped, as far as was heard */
	uint64_t lost_at; /* when the last of them was */
	uint64_t bad;	  /* records without the fields that the format promised */
	uint64_t no_room; /* updates of processes or GPUs beyond what is kept */
	struct pmx_gpu_check checks[PMX_GPU_EVENTS]; /* once it is final */
	uint64_t fd_readings;			     /* of fdinfo */
	size_t fd_hidden;     /* processes whose descriptors we may not see, at the last reading */
	uint64_t fd_left_out; /* rows and clients beyond what is kept, over all readings */
	const struct pmx_gpu_variant *variant; /* NULL: no tracepoint is recorded, and */
	const struct pmx_error *why;	       /* this is why; NULL when nobody wanted it */
};

/* --- monitoring --------------------------------------------------------------------------- */

enum pmx_gpu_sources {
	/*
	 * The tracepoints, and fdinfo at the start and at the end. Without tracepoints fdinfo every
	 * fdinfo_ns; if there is no DRM device either, it is an error.
	 */
	PMX_GPU_BEST,
	PMX_GPU_ONLY_TRACEPOINT,
	PMX_GPU_ONLY_FDINFO,
};

/*
 * Called for each update when it has been taken in, late ones too. @pid as a row has it; @comm: its
 * last known name, or "".
 */
typedef void pmx_gpu_update_fn(void *ctx, const struct pmx_gpu_update *update, uint64_t pid,
			       const char *comm);

struct pmx_gpu_options {
	enum pmx_gpu_sources sources;
	const char *system;	     /* of the tracepoints; NULL: PMX_GPU_SYSTEM */
	const struct pmx_cpus *cpus; /* that are online; NULL: all of the machine */
	size_t ring_bytes;	     /* of each CPU; 0: as pmx_recorder_options has it */
	uint64_t grace_ns;  /* after a process's end, in which its memory may still go; 0: 1 s */
	uint64_t fdinfo_ns; /* between two readings of fdinfo; 0: 1 s, beside tracepoints none */
	pmx_gpu_update_fn *on_update; /* or NULL */
	void *ctx;
	const struct pmx_sys *sys; /* the system-call gate, or NULL for the kernel */
};

struct pmx_gpu_monitor;

/*
 * Finds out which sources there are and opens them, disabled. -errno and @err as of
 * pmx_gpu_variant_read() and pmx_recorder_new(); -ESTALE: the tracepoint was replaced by another
 * while it was opened; -ENODEV: fdinfo alone was wanted, and no DRM driver is loaded. @machine must
 * outlive the monitor; a sysroot has fdinfo only.
 */
int pmx_gpu_monitor_new(struct pmx_gpu_monitor **out, struct pmx_machine *machine,
			const struct pmx_gpu_options *opts, struct pmx_error *err);

/*
 * Makes @pid and what it starts from now on the target; more than once for several. Those that it
 * has started already are not. -ENOMEM.
 */
int pmx_gpu_monitor_follow(struct pmx_gpu_monitor *monitor, pid_t pid, struct pmx_error *err);

/*
 * Starts recording, reads the names of all processes, and fdinfo for the first time. 0 or -errno.
 */
int pmx_gpu_monitor_start(struct pmx_gpu_monitor *monitor, struct pmx_error *err);

/* Readable when it is time to drain; -1 when no tracepoint is recorded. */
int pmx_gpu_monitor_fd(const struct pmx_gpu_monitor *monitor);

/* When it is time to drain though the descriptor is quiet: fdinfo is due; UINT64_MAX: never. */
uint64_t pmx_gpu_monitor_due(const struct pmx_gpu_monitor *monitor);

/*
 * Takes in what is due, or with @all everything that was recorded so far, as at the end of an
 * interval. 0 or -ENOMEM; what was lost is in the report.
 */
int pmx_gpu_monitor_drain(struct pmx_gpu_monitor *monitor, bool all, struct pmx_error *err);

/*
 * When the last grace period that goes on will be over; 0 when none does: waiting that long before
 * finishing tells leaks from memory that goes late.
 */
uint64_t pmx_gpu_monitor_grace_over(const struct pmx_gpu_monitor *monitor);

/* What is known so far. Owned by the monitor, until its next call of any kind; NULL: no memory. */
const struct pmx_gpu_report *pmx_gpu_monitor_report(struct pmx_gpu_monitor *monitor,
						    struct pmx_error *err);

/* An interval ends and the next begins. */
void pmx_gpu_monitor_next_interval(struct pmx_gpu_monitor *monitor);

/*
 * Stops recording, takes in what is left, reads fdinfo for the last time, checks the counts. 0 or
 * -errno.
 */
int pmx_gpu_monitor_finish(struct pmx_gpu_monitor *monitor, struct pmx_error *err);

/* Closing a tracepoint takes the kernel 5 to 60 ms: print first. */
void pmx_gpu_monitor_free(struct pmx_gpu_monitor *monitor);

#ifdef __cplusplus
}
#endif
#endif
