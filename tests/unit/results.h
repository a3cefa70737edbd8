/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * results.h - results made by hand, for tests of what is derived from them and written about them
 */
#ifndef TESTS_RESULTS_H
#define TESTS_RESULTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perfmux/report.h>

static const struct pmx_pmu pmu_software = { .name = "software",
					     .type = PERF_TYPE_SOFTWARE,
					     .kind = PMX_PMU_SOFTWARE,
					     .software_class = true };
static const struct pmx_pmu pmu_cpu = { .name = "cpu",
					.type = PERF_TYPE_RAW,
					.kind = PMX_PMU_CORE };

#define CACHE_CONFIG(which, result)                                       \
	(PERF_COUNT_HW_CACHE_##which | PERF_COUNT_HW_CACHE_OP_READ << 8 | \
	 PERF_COUNT_HW_CACHE_RESULT_##result << 16)

enum { MAX_ROWS = 64 };

/* A result with its events; pmx_result_free() must not see it, since it owns nothing. */
struct made {
	struct pmx_event events[MAX_ROWS];
	struct pmx_row rows[MAX_ROWS];
	struct pmx_result result;
};

static inline struct made *made_new(enum pmx_aggr aggr)
{
	struct made *made = calloc(1, sizeof(*made));

	assert_non_null(made);
	made->result.rows = made->rows;
	made->result.aggr = aggr;
	made->result.elapsed_ns = 1000000000;
	return made;
}

static inline struct pmx_row *made_row(struct made *made, const char *name, uint32_t type,
				       uint64_t config)
{
	size_t at = made->result.count++;
	struct pmx_event *event = &made->events[at];
	struct pmx_row *row = &made->rows[at];

	assert_true(at < MAX_ROWS);
	event->name = (char *)(uintptr_t)name;
	event->pmu = type == PERF_TYPE_SOFTWARE ? &pmu_software : &pmu_cpu;
	event->attr.type = type;
	event->attr.config = config;
	event->scale = 1;
	event->group = -1;
	event->msec = type == PERF_TYPE_SOFTWARE &&
		      (config == PERF_COUNT_SW_TASK_CLOCK || config == PERF_COUNT_SW_CPU_CLOCK);
	row->event = event;
	row->name = name;
	row->cpus = 1;
	return row;
}

/* Counted: @raw while @running of @enabled ns. */
static inline struct pmx_row *made_count(struct made *made, const char *name, uint32_t type,
					 uint64_t config, uint64_t raw, uint64_t enabled,
					 uint64_t running)
{
	struct pmx_row *row = made_row(made, name, type, config);
	double value = (double)raw;

	if (running && running < enabled)
		value = (double)(uint64_t)(value * (double)enabled / (double)running + 0.5);
	row->count = (struct pmx_count){ .raw = raw,
					 .enabled = enabled,
					 .running = running,
					 .value = row->event->msec ? value / 1e6 : value,
					 .status = PMX_COUNTED };
	return row;
}

static inline struct pmx_row *made_clock(struct made *made, uint64_t ns)
{
	return made_count(made, "task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, ns, ns,
			  ns);
}

static inline struct pmx_row *made_missing(struct made *made, const char *name,
					   enum pmx_status status, const char *reason)
{
	struct pmx_row *row =
		made_row(made, name, PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES);

	row->count.status = status;
	row->count.reason = reason;
	return row;
}

/* All that @write writes, as a string for free(). */
struct written {
	char *text;
	size_t length;
	FILE *file;
};

static inline FILE *written_open(struct written *written)
{
	*written = (struct written){ 0 };
	written->file = open_memstream(&written->text, &written->length);
	assert_non_null(written->file);
	return written->file;
}

static inline char *written_close(struct written *written)
{
	assert_int_equal(fclose(written->file), 0);
	return written->text;
}

#endif
