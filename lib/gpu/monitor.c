// SPDX-License-Identifier: GPL-2.0-only
/*
 * monitor.c - the sources of GPU memory put together: recorded tracepoints, and fdinfo
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/monitor.h"
#include "gpu/proc.h"
#include "gpu/report.h"

#define NSEC_PER_SEC UINT64_C(1000000000)

enum { MAX_PIDS = 4194304, MAX_ANCESTORS = 64 };

static uint64_t now(const struct pmx_gpu_monitor *m)
{
	return m->sys->now(m->sys->ctx);
}

/* --- what is asked of /proc meanwhile ------------------------------------------------------- */

static bool look(void *ctx, pid_t pid, char comm[16])
{
	const struct pmx_gpu_monitor *m = ctx;

	return gpu_proc_comm(m->machine, pid, comm);
}

/* The first thread of a process that goes on without it is a zombie with others beside it. */
static bool lives(void *ctx, pid_t pid)
{
	const struct pmx_gpu_monitor *m = ctx;
	struct proc_stat stat;

	return gpu_proc_stat(m->machine, pid, &stat) && stat.state == 'Z' && stat.threads > 1;
}

static bool exists(void *ctx, pid_t pid, uint64_t started)
{
	const struct pmx_gpu_monitor *m = ctx;
	struct proc_stat stat;

	return gpu_proc_stat(m->machine, pid, &stat) && stat.state != 'Z' &&
	       (!started || stat.started == started);
}

/* Is it followed, or below one that is? */
static bool is_target(void *ctx, pid_t pid, pid_t parent)
{
	const struct pmx_gpu_monitor *m = ctx;

	for (unsigned i = 0; m->state.follows && i < MAX_ANCESTORS && pid > 0; i++) {
		const struct process *process = gpu_processes_find(&m->state.processes, pid);
		struct proc_stat stat;

		if (process && process->is_target)
			return true;
		pid = parent;
		parent = pid > 0 && gpu_proc_stat(m->machine, pid, &stat) ? stat.ppid : 0;
	}
	return !m->state.follows;
}

/* Names of those that end before anybody asks. What began after this is in records. */
static int read_names(struct pmx_gpu_monitor *m)
{
	pid_t *pids = NULL;
	ssize_t count = gpu_proc_pids(m->machine, MAX_PIDS, &pids);
	int ret = 0;

	for (ssize_t i = 0; i < count && !ret; i++) {
		struct process *process;
		char comm[16];

		if (!gpu_proc_comm(m->machine, pids[i], comm))
			continue;
		process = gpu_processes_get(&m->state.processes, pids[i]);
		if (process)
			gpu_processes_set_comm(process, comm);
		else
			ret = -ENOMEM;
	}
	if (count >= 0)
		free(pids);
	return ret; /* without /proc there are no names */
}

/* --- sources ------------------------------------------------------------------------------ */

/* One source will do; why the other is missing is kept for the report. */
static int open_sources(struct pmx_gpu_monitor *m, const struct pmx_gpu_options *opts,
			struct pmx_error *err)
{
	int ret = 0;

	m->reads_fdinfo = opts->sources != PMX_GPU_ONLY_TRACEPOINT &&
			  pmx_fdinfo_is_possible(m->machine);
	if (opts->sources != PMX_GPU_ONLY_FDINFO)
		ret = gpu_monitor_open(m, opts, &m->why);
	if (ret && (!m->reads_fdinfo || ret == -ENOMEM)) {
		if (err)
			*err = m->why;
		return ret;
	}
	if (!m->recorder && !m->reads_fdinfo)
		return pmx_error_set(err, -ENODEV,
				     "there is no fdinfo of GPU memory: no DRM driver is loaded");
	m->fdinfo_ns = opts->fdinfo_ns;
	if (!m->recorder && !m->fdinfo_ns)
		m->fdinfo_ns = NSEC_PER_SEC;
	return 0;
}

static void set_up(struct pmx_gpu_monitor *m, struct pmx_machine *machine,
		   const struct pmx_gpu_options *opts)
{
	m->machine = machine;
	m->system = opts->system ? opts->system : PMX_GPU_SYSTEM;
	m->sys = opts->sys ? opts->sys : &pmx_sys_kernel;
	m->fdinfo_due = UINT64_MAX;
	m->state.grace_ns = opts->grace_ns ? opts->grace_ns : NSEC_PER_SEC;
	m->state.pids.is_initial = gpu_pids_are_initial(machine);
	if (gpu_proc_is_ours(machine)) {
		m->state.look = look;
		m->state.lives = lives;
	}
	m->state.ctx = m->tracks.ctx = m;
	m->state.on_update = opts->on_update;
	m->state.update_ctx = opts->ctx;
	m->tracks.is_target = is_target;
	m->tracks.exists = exists;
}

int pmx_gpu_monitor_new(struct pmx_gpu_monitor **out, struct pmx_machine *machine,
			const struct pmx_gpu_options *opts, struct pmx_error *err)
{
	struct pmx_gpu_monitor *m = calloc(1, sizeof(*m));
	int ret;

	if (!m)
		return pmx_error_nomem(err);
	set_up(m, machine, opts);
	ret = open_sources(m, opts, err);
	if (ret) {
		pmx_gpu_monitor_free(m);
		return ret;
	}
	*out = m;
	return 0;
}

void pmx_gpu_monitor_free(struct pmx_gpu_monitor *monitor)
{
	if (!monitor)
		return;
	pmx_recorder_free(monitor->recorder);
	gpu_report_free(&monitor->report);
	gpu_fd_tracks_free(&monitor->tracks);
	gpu_state_free(&monitor->state);
	free(monitor);
}

int pmx_gpu_monitor_follow(struct pmx_gpu_monitor *monitor, pid_t pid, struct pmx_error *err)
{
	return gpu_state_follow(&monitor->state, pid, now(monitor)) ? pmx_error_nomem(err) : 0;
}

/* --- running ------------------------------------------------------------------------------ */

static int take_record(void *ctx, const struct pmx_record *record)
{
	struct pmx_gpu_monitor *m = ctx;
	struct pmx_gpu_update update;

	if (record->kind != PMX_RECORD_SAMPLE)
		return gpu_state_task(&m->state, record);
	if (pmx_gpu_variant_decode(&m->variant, m->events[record->event], record, &update))
		return gpu_state_update(&m->state, &update);
	m->bad++;
	return 0;
}

/* Whether /proc could be read is no matter for what is recorded. */
static int read_fdinfo(struct pmx_gpu_monitor *m)
{
	struct pmx_fdinfo fdinfo;
	uint64_t time = now(m);
	int ret = pmx_fdinfo_read(&fdinfo, m->machine, NULL);

	if (m->fdinfo_ns)
		m->fdinfo_due = time + m->fdinfo_ns;
	if (ret)
		return ret == -ENOMEM ? ret : 0;
	ret = gpu_fd_tracks_add(&m->tracks, &fdinfo, time);
	pmx_fdinfo_free(&fdinfo);
	return ret;
}

int pmx_gpu_monitor_start(struct pmx_gpu_monitor *monitor, struct pmx_error *err)
{
	struct pmx_gpu_monitor *m = monitor;
	int ret = m->recorder ? pmx_recorder_enable(m->recorder, err) : 0;

	if (ret)
		return ret;
	m->start = m->interval_at = now(m);
	if (m->recorder && m->state.look)
		ret = read_names(m);
	if (!ret && m->reads_fdinfo)
		ret = read_fdinfo(m);
	return ret ? pmx_error_nomem(err) : 0;
}

int pmx_gpu_monitor_fd(const struct pmx_gpu_monitor *monitor)
{
	return monitor->recorder ? pmx_recorder_fd(monitor->recorder) : -1;
}

uint64_t pmx_gpu_monitor_due(const struct pmx_gpu_monitor *monitor)
{
	return monitor->fdinfo_due;
}

int pmx_gpu_monitor_drain(struct pmx_gpu_monitor *monitor, bool all, struct pmx_error *err)
{
	struct pmx_gpu_monitor *m = monitor;
	int ret = m->recorder ? pmx_recorder_drain(m->recorder, all, take_record, m) : 0;

	if (!ret && m->fdinfo_due != UINT64_MAX && now(m) >= m->fdinfo_due)
		ret = read_fdinfo(m);
	return ret ? pmx_error_nomem(err) : 0;
}

uint64_t pmx_gpu_monitor_grace_over(const struct pmx_gpu_monitor *monitor)
{
	return gpu_state_grace_over(&monitor->state, now(monitor));
}

void pmx_gpu_monitor_next_interval(struct pmx_gpu_monitor *monitor)
{
	monitor->interval_at = now(monitor);
	gpu_state_next_interval(&monitor->state);
	gpu_fd_tracks_next_interval(&monitor->tracks);
}

/* --- the end ------------------------------------------------------------------------------ */

static void check_counts(struct pmx_gpu_monitor *m)
{
	for (unsigned i = 0; i < m->event_count; i++) {
		struct pmx_gpu_check *check = &m->report.checks[m->events[i]];
		const struct pmx_recorded *r = &check->recorded;

		check->exists = true;
		check->is_read = pmx_recorder_recorded(m->recorder, i, &check->recorded) == 0;
		if (check->is_read)
			check->missing = (int64_t)(r->counted - r->samples - r->lost);
	}
}

/* A ring that was full says so in its next record: where none came any more, the counts say it. */
static void hear_losses(struct pmx_gpu_monitor *m)
{
	uint64_t lost = 0;

	for (unsigned i = 0; i < m->event_count; i++)
		lost += m->report.checks[m->events[i]].recorded.lost;
	if (lost <= m->state.lost)
		return;
	m->state.lost = lost;
	m->state.lost_at = now(m); /* or before */
}

int pmx_gpu_monitor_finish(struct pmx_gpu_monitor *monitor, struct pmx_error *err)
{
	struct pmx_gpu_monitor *m = monitor;
	int ret = 0;

	if (m->is_final)
		return 0;
	if (m->recorder) {
		ret = pmx_recorder_disable(m->recorder, err);
		if (pmx_recorder_drain(m->recorder, true, take_record, m))
			return pmx_error_nomem(err);
		check_counts(m);
		hear_losses(m);
	}
	m->report.now = now(m);
	m->is_final = true;
	m->fdinfo_due = UINT64_MAX;
	m->fdinfo_ns = 0;
	if (m->reads_fdinfo && read_fdinfo(m))
		return pmx_error_nomem(err);
	return ret;
}

const struct pmx_gpu_report *pmx_gpu_monitor_report(struct pmx_gpu_monitor *monitor,
						    struct pmx_error *err)
{
	struct pmx_gpu_monitor *m = monitor;
	struct pmx_gpu_report *report = &m->report;
	uint64_t time = m->is_final ? report->now : now(m);

	if (gpu_report_fill(report, &m->state, time) ||
	    gpu_fd_tracks_report(&m->tracks, report, time)) {
		pmx_error_nomem(err);
		return NULL;
	}
	report->start = m->start;
	report->interval_at = m->interval_at;
	report->is_final = m->is_final;
	report->late = m->recorder ? pmx_recorder_late(m->recorder) : 0;
	report->bad = m->bad;
	report->variant = m->has_variant ? &m->variant : NULL;
	report->why = m->why.code ? &m->why : NULL;
	return report;
}
