/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gpu_reports.h - reports of GPU memory made by hand, for tests of what is written about them
 *
 * A value's course is a list of steps; the gauge and the line follow from it, as they would from
 * updates.
 */
#ifndef TESTS_GPU_REPORTS_H
#define TESTS_GPU_REPORTS_H

#include <perfmux/report_gpu.h>

#include "cases.h"

#define GPU_MS	1000000ull
#define GPU_MIB 1048576ull
#define GPU_END 99999 /* of a list of steps */

enum { GPU_DEVICES = 4, GPU_ROWS = 128, GPU_FD_ROWS = 16, GPU_STEPS = 32 };

/* From @ms on it was @bytes. */
struct gpu_step {
	uint64_t ms, bytes;
};

/* A report with all that it points to. */
struct gpu_made {
	struct pmx_gpu_device gpus[GPU_DEVICES];
	struct pmx_gpu_row rows[GPU_ROWS];
	struct pmx_gpu_fd_row fd_rows[GPU_FD_ROWS];
	struct pmx_gpu_point points[GPU_DEVICES + GPU_ROWS + GPU_FD_ROWS][GPU_STEPS];
	size_t lines;
	struct pmx_gpu_variant variant;
	struct pmx_error why;
	struct pmx_gpu_report report;
};

static inline struct gpu_made *gpu_new(uint64_t ms)
{
	struct gpu_made *made = calloc(1, sizeof(*made));

	assert_non_null(made);
	made->variant.events[PMX_GPU_TOTAL] = (struct pmx_gpu_layout){
		.exists = true,
		.pid_name = "pid",
		.size_name = "size",
	};
	made->report = (struct pmx_gpu_report){
		.start = 5000 * GPU_MS,
		.now = (5000 + ms) * GPU_MS,
		.interval_at = 5000 * GPU_MS,
		.is_final = true,
		.gpus = made->gpus,
		.rows = made->rows,
		.fd_rows = made->fd_rows,
		.variant = &made->variant,
	};
	return made;
}

/* As a kernel reports it whose tracepoint has a fourth field. */
static inline void gpu_has_imported(struct gpu_made *made)
{
	made->variant.events[PMX_GPU_TOTAL].has_imported = true;
	made->variant.events[PMX_GPU_TOTAL].imported_name = "imported_size";
}

/* --- courses ------------------------------------------------------------------------------ */

/* Takes the steps into @gauge as updates; the interval is all of the time. */
static inline size_t gpu_gauge(struct gpu_made *made, struct pmx_gpu_gauge *gauge,
			       enum pmx_gpu_source source, const struct gpu_step *steps)
{
	uint64_t start = made->report.start, now = made->report.now;
	double area = 0;
	size_t count = 0;

	*gauge = (struct pmx_gpu_gauge){ .source = source, .minimum = UINT64_MAX };
	for (; steps[count].ms != GPU_END; count++) {
		const struct gpu_step *step = &steps[count];
		uint64_t at = start + step->ms * GPU_MS, next = now;

		if (step[1].ms != GPU_END)
			next = start + step[1].ms * GPU_MS;
		if (!count || step->bytes > gauge->peak) {
			gauge->peak = step->bytes;
			gauge->peak_at = at;
		}
		if (step->bytes < gauge->minimum)
			gauge->minimum = step->bytes;
		area += (double)step->bytes * (double)(next - at);
		gauge->last = step->bytes;
		gauge->last_at = at;
		gauge->updates++;
	}
	assert_true(count > 0 && count <= GPU_STEPS);
	gauge->first = steps[0].bytes;
	gauge->first_at = start + steps[0].ms * GPU_MS;
	gauge->change = (int64_t)(gauge->last - gauge->first);
	gauge->mean = now > gauge->first_at ? area / (double)(now - gauge->first_at) :
					      (double)gauge->last;
	gauge->interval.updates = gauge->updates;
	gauge->interval.first = gauge->first;
	gauge->interval.peak = gauge->peak;
	gauge->interval.minimum = gauge->minimum;
	return count;
}

static inline void gpu_line(struct gpu_made *made, struct pmx_gpu_line *line,
			    const struct gpu_step *steps)
{
	struct pmx_gpu_point *points = made->points[made->lines++];
	size_t count = 0;

	assert_true(made->lines <= sizeof(made->points) / sizeof(made->points[0]));
	for (; steps[count].ms != GPU_END; count++) {
		const struct gpu_step *step = &steps[count];
		uint64_t next = step[1].ms == GPU_END ? step->ms : step[1].ms;

		points[count] = (struct pmx_gpu_point){
			.at = made->report.start + step->ms * GPU_MS,
			.last = step->bytes,
			.peak = step->bytes,
			.imported = PMX_GPU_UNKNOWN,
			.area = (double)step->bytes * (double)((next - step->ms) * GPU_MS),
		};
	}
	*line = (struct pmx_gpu_line){
		.points = points,
		.count = count,
		.width = 1024,
		.upto = points[count - 1].at,
	};
}

/* A gauge with its line; the imported part of it comes after. */
static inline void gpu_course(struct gpu_made *made, struct pmx_gpu_gauge *gauge,
			      struct pmx_gpu_line *line, const struct gpu_step *steps)
{
	made->report.updates += gpu_gauge(made, gauge, PMX_GPU_TRACEPOINT, steps);
	gpu_line(made, line, steps);
}

/* The steps are at times of the line's own points. */
static inline void gpu_imports(struct gpu_made *made, struct pmx_gpu_gauge *gauge,
			       struct pmx_gpu_line *line, const struct gpu_step *steps)
{
	struct pmx_gpu_point *points = (struct pmx_gpu_point *)(uintptr_t)line->points;
	size_t step = 0;

	gpu_gauge(made, gauge, PMX_GPU_TRACEPOINT, steps);
	for (size_t i = 0; i < line->count; i++) {
		while (steps[step + 1].ms != GPU_END &&
		       points[i].at >= made->report.start + steps[step + 1].ms * GPU_MS)
			step++;
		points[i].imported = steps[step].bytes;
	}
}

#define STEPS(...) ((const struct gpu_step[]){ __VA_ARGS__, { GPU_END, 0 } })

/* --- entries ------------------------------------------------------------------------------ */

static inline struct pmx_gpu_device *gpu_device(struct gpu_made *made, uint64_t gpu)
{
	struct pmx_gpu_device *device = &made->gpus[made->report.gpu_count++];

	assert_true(made->report.gpu_count <= GPU_DEVICES);
	device->gpu = gpu;
	device->first_row = made->report.row_count;
	return device;
}

/* A process of the last GPU. */
static inline struct pmx_gpu_row *gpu_row(struct gpu_made *made, uint64_t pid, const char *comm)
{
	struct pmx_gpu_device *device = &made->gpus[made->report.gpu_count - 1];
	struct pmx_gpu_row *row = &made->rows[made->report.row_count++];

	assert_true(made->report.row_count <= GPU_ROWS);
	device->row_count++;
	row->gpu = device->gpu;
	row->pid = pid;
	row->is_target = true;
	snprintf(row->comm, sizeof(row->comm), "%s", comm);
	return row;
}

static inline struct pmx_gpu_row *gpu_process(struct gpu_made *made, uint64_t pid, const char *comm,
					      const struct gpu_step *steps)
{
	struct pmx_gpu_row *row = gpu_row(made, pid, comm);

	gpu_course(made, &row->total, &row->line, steps);
	if (!row->total.last)
		row->marks |= PMX_GPU_GONE;
	return row;
}

/* What follows from the others: private, sums, what is left. */
static inline void gpu_sums(struct gpu_made *made)
{
	for (size_t r = 0; r < made->report.row_count; r++) {
		struct pmx_gpu_row *row = &made->rows[r];

		row->has_private = row->total.updates && row->imported.updates &&
				   row->imported.last <= row->total.last;
		if (row->has_private)
			row->private_bytes = row->total.last - row->imported.last;
	}
	for (size_t g = 0; g < made->report.gpu_count; g++) {
		struct pmx_gpu_device *device = &made->gpus[g];

		for (size_t i = 0; i < device->row_count; i++) {
			const struct pmx_gpu_row *row = &made->rows[device->first_row + i];

			device->sum += row->total.last;
			device->sum_target += row->is_target ? row->total.last : 0;
			device->sum_ended += row->marks & PMX_GPU_ENDED ? row->total.last : 0;
			device->sum_imported += row->imported.last;
			device->has_sum_imported |= row->imported.updates != 0;
		}
		if (!device->total.updates)
			device->rest_kind = PMX_GPU_REST_NO_TOTAL;
		else if (!device->row_count)
			device->rest_kind = PMX_GPU_REST_NO_PROCESSES;
		else
			device->rest = (int64_t)(device->total.last - device->sum);
		if (device->rest < 0)
			device->rest_kind = PMX_GPU_REST_IMPORTS;
	}
}

static inline struct pmx_gpu_fd_row *gpu_fd(struct gpu_made *made, const char *device,
					    const char *driver, const char *region, pid_t pid,
					    const char *comm)
{
	struct pmx_gpu_fd_row *row = &made->fd_rows[made->report.fd_row_count++];

	assert_true(made->report.fd_row_count <= GPU_FD_ROWS);
	*row = (struct pmx_gpu_fd_row){
		.device = device,
		.driver = driver,
		.region = region,
		.pid = pid,
		.is_target = true,
		.clients = 1,
	};
	snprintf(row->comm, sizeof(row->comm), "%s", comm);
	return row;
}

static inline void gpu_check(struct gpu_made *made, enum pmx_gpu_event event, uint64_t counted,
			     uint64_t samples, uint64_t lost)
{
	made->report.checks[event] = (struct pmx_gpu_check){
		.exists = true,
		.is_read = true,
		.recorded = { .counted = counted, .samples = samples, .lost = lost },
		.missing = (int64_t)(counted - samples - lost),
	};
}

/* --- cases -------------------------------------------------------------------------------- */

#define MIB(number) ((uint64_t)((number)*GPU_MIB))

/* One GPU that tells of imports, three processes, one of them ended with nothing. */
static inline struct gpu_made *gpu_case_imports(void)
{
	struct gpu_made *made = gpu_new(10000);
	struct pmx_gpu_device *device = gpu_device(made, 0);
	struct pmx_gpu_row *row;

	gpu_has_imported(made);
	gpu_course(made, &device->total, &device->line,
		   STEPS({ 100, MIB(100) }, { 2000, MIB(512) }, { 3200, MIB(768) },
			 { 6000, MIB(612.5) }));
	row = gpu_process(made, 1234, "firefox",
			  STEPS({ 500, MIB(64) }, { 2000, MIB(300) }, { 3200, MIB(410) },
				{ 6000, MIB(350) }));
	gpu_imports(made, &row->imported, &row->line, STEPS({ 500, 0 }, { 3200, MIB(96.5) }));
	row = gpu_process(made, 812, "Xorg", STEPS({ 100, MIB(120) }, { 9000, MIB(140) }));
	gpu_imports(made, &row->imported, &row->line, STEPS({ 100, MIB(20) }));
	row = gpu_process(made, 41300, "glxgears",
			  STEPS({ 2500, 4096 }, { 2600, MIB(16) }, { 7000, 0 }));
	row->marks |= PMX_GPU_ENDED;
	row->began_at = made->report.start + 2400 * GPU_MS;
	row->ended_at = made->report.start + 6990 * GPU_MS;
	row->updates_late = 1;
	gpu_sums(made);
	gpu_check(made, PMX_GPU_TOTAL, made->report.updates, made->report.updates, 0);
	return made;
}

/* All that can be wrong, on two GPUs. */
static inline struct gpu_made *gpu_case_wrong(void)
{
	struct gpu_made *made = gpu_new(60000);
	struct pmx_gpu_device *device = gpu_device(made, 0);
	struct pmx_gpu_row *row;

	made->variant.events[PMX_GPU_IMPORTED].exists = true;
	gpu_course(made, &device->total, &device->line,
		   STEPS({ 0, MIB(100) }, { 30000, MIB(200) }));
	row = gpu_process(made, 4000, "leaky-service-x", STEPS({ 10, MIB(180) }));
	row->marks = PMX_GPU_ENDED | PMX_GPU_LEAKED;
	row->ended_at = made->report.start + 40000 * GPU_MS;
	row = gpu_process(made, 4001, "twisted", STEPS({ 20, MIB(10) }));
	gpu_imports(made, &row->imported, &row->line, STEPS({ 20, MIB(20) }));
	row->marks = PMX_GPU_EXCESS | PMX_GPU_STALE;
	row = gpu_process(made, 4000, "second", STEPS({ 50000, MIB(5) }));
	row->generation = 1;
	row->marks = PMX_GPU_REUSED | PMX_GPU_ENDED | PMX_GPU_ENDING;
	row->ended_at = made->report.start + 59500 * GPU_MS;
	row = gpu_process(made, 70001, "", STEPS({ 30, MIB(12) }, { 40, MIB(8) }));
	row->marks = PMX_GPU_OUTSIDE;
	row = gpu_process(made, 70002, "", STEPS({ 30, 1 }));
	row->marks = PMX_GPU_UNSEEN;
	device = gpu_device(made, 1);
	gpu_course(made, &device->total, &device->line, STEPS({ 1000, MIB(7) }));
	row = gpu_process(made, 4001, "twisted", STEPS({ 20, UINT64_MAX - 4095 }));
	row->marks = PMX_GPU_NEGATIVE;
	gpu_sums(made);
	made->gpus[0].rest_kind = PMX_GPU_REST_ENDED;
	made->gpus[1].rest_kind = PMX_GPU_REST_UNEXPLAINED;
	made->gpus[1].rest = INT64_MIN + 1;
	made->report.lost = 17;
	made->report.lost_at = made->report.start + 31000 * GPU_MS;
	made->report.late = 3;
	made->report.bad = 1;
	made->report.no_room = 2;
	made->report.folded.processes = 4;
	made->report.folded.updates = 44;
	made->report.folded.peak = MIB(3);
	made->report.fd_hidden = 1;
	made->report.fd_left_out = 5;
	gpu_check(made, PMX_GPU_TOTAL, 30, 10, 17);
	gpu_check(made, PMX_GPU_IMPORTED, 1, 2, 0);
	return made;
}

/* A GPU that only has totals, one that only has processes, and one of imports alone. */
static inline struct gpu_made *gpu_case_parts(void)
{
	struct gpu_made *made = gpu_new(2000);
	struct pmx_gpu_device *device = gpu_device(made, 0);
	struct pmx_gpu_row *row;

	gpu_course(made, &device->total, &device->line, STEPS({ 0, 0 }, { 1000, MIB(64) }));
	gpu_device(made, 1);
	gpu_process(made, 17, "kbase", STEPS({ 0, MIB(1) }));
	gpu_device(made, 4294967295);
	row = gpu_row(made, 18, "importer");
	gpu_course(made, &row->imported, &row->line, STEPS({ 0, MIB(2) }, { 500, MIB(3) }));
	gpu_sums(made);
	return made;
}

/* No tracepoint; three regions of two devices, one of which only knows what is resident. */
static inline struct gpu_made *gpu_case_fdinfo(void)
{
	static const char amd[] = "0000:03:00.0", intel[] = "0000:00:02.0";
	struct gpu_made *made = gpu_new(5000);
	struct pmx_gpu_fd_row *row;

	made->report.variant = NULL;
	pmx_error_set(&made->why, -2, "this kernel has no gpu_mem tracepoint");
	pmx_error_hint(&made->why, "its drivers tell fdinfo instead");
	made->report.why = &made->why;
	made->report.fd_readings = 6;
	row = gpu_fd(made, intel, "i915", "system0", 99, "compositor");
	gpu_gauge(made, &row->resident, PMX_GPU_FDINFO, STEPS({ 0, MIB(30) }, { 5000, MIB(31) }));
	gpu_line(made, &row->line, STEPS({ 0, MIB(30) }, { 5000, MIB(31) }));
	row = gpu_fd(made, amd, "amdgpu", "gtt", 1234, "firefox");
	gpu_gauge(made, &row->total, PMX_GPU_FDINFO, STEPS({ 0, MIB(40) }));
	gpu_gauge(made, &row->shared, PMX_GPU_FDINFO, STEPS({ 0, MIB(4) }));
	gpu_line(made, &row->line, STEPS({ 0, MIB(40) }));
	row = gpu_fd(made, amd, "amdgpu", "vram", 1234, "firefox");
	gpu_gauge(made, &row->total, PMX_GPU_FDINFO, STEPS({ 0, MIB(256) }, { 3000, MIB(300) }));
	gpu_gauge(made, &row->shared, PMX_GPU_FDINFO, STEPS({ 0, 0 }));
	gpu_gauge(made, &row->resident, PMX_GPU_FDINFO, STEPS({ 0, MIB(200) }));
	gpu_line(made, &row->line, STEPS({ 0, MIB(256) }, { 3000, MIB(300) }));
	row->clients = 2;
	row = gpu_fd(made, amd, "amdgpu", "vram", 99, "compositor");
	gpu_gauge(made, &row->total, PMX_GPU_FDINFO, STEPS({ 0, MIB(80) }, { 2000, 0 }));
	gpu_line(made, &row->line, STEPS({ 0, MIB(80) }, { 2000, 0 }));
	row->marks = PMX_GPU_GONE | PMX_GPU_ENDED;
	row->clients = 0;
	return made;
}

/* Both sources, and a target among others. */
static inline struct gpu_made *gpu_case_both(void)
{
	struct gpu_made *made = gpu_case_imports();
	struct pmx_gpu_fd_row *row = gpu_fd(made, "msm", "msm", "memory", 812, "Xorg");

	for (size_t i = 0; i < made->report.row_count; i++)
		made->rows[i].is_target = made->rows[i].pid == 812;
	made->gpus[0].sum_target = made->rows[1].total.last;
	made->report.fd_readings = 2;
	gpu_gauge(made, &row->total, PMX_GPU_FDINFO, STEPS({ 0, MIB(118) }, { 10000, MIB(139) }));
	gpu_line(made, &row->line, STEPS({ 0, MIB(118) }, { 10000, MIB(139) }));
	return made;
}

/* Names from somebody who means no good, and numbers that are none. */
static inline struct gpu_made *gpu_case_hostile(void)
{
	struct gpu_made *made = gpu_new(100);
	struct pmx_gpu_device *device = gpu_device(made, UINT64_MAX);
	struct pmx_gpu_fd_row *fd;
	struct pmx_gpu_row *row;

	gpu_course(made, &device->total, &device->line, STEPS({ 0, 1 }));
	row = gpu_process(made, UINT64_MAX, HOSTILE, STEPS({ 0, UINT64_MAX }));
	row->total.mean = NAN;
	row->total.change = INT64_MIN;
	row = gpu_process(made, 1, HOSTILE_TWO, STEPS({ 1, 2 }));
	row->marks = ~0u;
	row->ended_at = made->report.start + GPU_MS;
	row = gpu_process(made, 2, "", STEPS({ 2, 2 }));
	memcpy(row->comm, "</text><script>&", 16); /* no room for a NUL */
	gpu_sums(made);
	made->gpus[0].sum = UINT64_MAX;
	fd = gpu_fd(made, "\x1b]0;x\x07", "<b>&\"", "\xef\xbf\xbf,\n;", 3, HOSTILE);
	gpu_gauge(made, &fd->total, PMX_GPU_FDINFO, STEPS({ 0, 5 }));
	gpu_line(made, &fd->line, STEPS({ 0, 5 }));
	pmx_error_set(&made->why, -2, "'\x1b[2J' is <no> \"format\"");
	made->report.why = &made->why;
	return made;
}

/* An 80 GiB card with more processes than a table shows, the largest of all first. */
static inline struct gpu_made *gpu_case_many(void)
{
	struct gpu_made *made = gpu_new(3600000);
	struct pmx_gpu_device *device = gpu_device(made, 0);

	gpu_has_imported(made);
	gpu_course(made, &device->total, &device->line,
		   STEPS({ 0, MIB(81920) }, { 5, MIB(70000.5) }));
	gpu_imports(made, &device->imported, &device->line, STEPS({ 0, MIB(1024) }));
	for (uint64_t i = 0; i < 100; i++) {
		struct pmx_gpu_row *row = gpu_process(made, 100000 + i, "a-worker-of-all",
						      STEPS({ i, MIB(20000 - 200 * i) },
							    { 1000 + i, MIB(1000 - 10 * i) }));

		gpu_imports(made, &row->imported, &row->line, STEPS({ i, MIB(8) }));
	}
	gpu_sums(made);
	return made;
}

/* Nothing: no updates, no time. */
static inline struct gpu_made *gpu_case_empty(void)
{
	return gpu_new(0);
}

static struct gpu_made *(*const gpu_makers[])(void) = {
	gpu_case_imports, gpu_case_wrong,   gpu_case_parts, gpu_case_fdinfo,
	gpu_case_both,	  gpu_case_hostile, gpu_case_many,  gpu_case_empty,
};

enum { GPU_CASES = sizeof(gpu_makers) / sizeof(gpu_makers[0]) };

#endif
