/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gpu_states.h - what drivers and processes do, told to a state of GPU memory
 */
#ifndef GPU_STATES_H
#define GPU_STATES_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/report.h"

#define SECOND UINT64_C(1000000000)
#define MIB    UINT64_C(1048576)

/* What /proc would say. */
struct world {
	pid_t pid; /* that it knows */
	const char *comm;
	bool lives; /* its first thread has ended, others have not */
	unsigned asked;
};

struct fixture {
	struct state state;
	struct world world;
	struct pmx_gpu_report report;
};

static bool look(void *ctx, pid_t pid, char comm[16])
{
	struct world *world = ctx;

	world->asked++;
	if (pid != world->pid)
		return false;
	snprintf(comm, 16, "%s", world->comm);
	return true;
}

static bool lives(void *ctx, pid_t pid)
{
	const struct world *world = ctx;

	return pid == world->pid && world->lives;
}

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	f->state.grace_ns = SECOND;
	f->state.pids.is_initial = true;
	f->state.look = look;
	f->state.lives = lives;
	f->state.ctx = &f->world;
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	gpu_report_free(&f->report);
	gpu_state_free(&f->state);
	free(f);
	return 0;
}

/* --- drivers ------------------------------------------------------------------------------ */

static inline void total(struct fixture *f, uint64_t time, uint64_t gpu, uint64_t pid,
			 uint64_t size)
{
	struct pmx_gpu_update update = {
		.time = time, .gpu = gpu, .pid = pid, .has_total = true, .total = size
	};

	assert_int_equal(gpu_state_update(&f->state, &update), 0);
}

static inline void imported(struct fixture *f, uint64_t time, uint64_t gpu, uint64_t pid,
			    uint64_t size)
{
	struct pmx_gpu_update update = {
		.time = time, .gpu = gpu, .pid = pid, .has_imported = true, .imported = size
	};

	assert_int_equal(gpu_state_update(&f->state, &update), 0);
}

static inline void both(struct fixture *f, uint64_t time, uint64_t gpu, uint64_t pid, uint64_t size,
			uint64_t shared)
{
	struct pmx_gpu_update update = { .time = time,
					 .gpu = gpu,
					 .pid = pid,
					 .has_total = true,
					 .total = size,
					 .has_imported = true,
					 .imported = shared };

	assert_int_equal(gpu_state_update(&f->state, &update), 0);
}

/* --- processes ------------------------------------------------------------------------------ */

static inline void task(struct fixture *f, enum pmx_record_kind kind, uint64_t time, pid_t pid,
			pid_t tid, pid_t ppid, const char *comm)
{
	struct pmx_record record = {
		.kind = kind, .time = time, .pid = pid, .tid = tid, .ppid = ppid, .comm = comm
	};

	assert_int_equal(gpu_state_task(&f->state, &record), 0);
}

static inline void forks(struct fixture *f, uint64_t time, pid_t parent, pid_t pid)
{
	task(f, PMX_RECORD_FORK, time, pid, pid, parent, NULL);
}

static inline void is_called(struct fixture *f, uint64_t time, pid_t pid, const char *comm)
{
	task(f, PMX_RECORD_COMM, time, pid, pid, 0, comm);
}

static inline void ends(struct fixture *f, uint64_t time, pid_t pid)
{
	task(f, PMX_RECORD_EXIT, time, pid, pid, 1, NULL);
}

static inline void loses(struct fixture *f, uint64_t time, uint64_t count)
{
	struct pmx_record record = { .kind = PMX_RECORD_LOST, .time = time, .lost = count };

	assert_int_equal(gpu_state_task(&f->state, &record), 0);
}

/* --- what came of it ------------------------------------------------------------------------ */

static inline void report(struct fixture *f, uint64_t now)
{
	assert_int_equal(gpu_report_fill(&f->report, &f->state, now), 0);
}

/* A row of the last report; NULL when there is none. */
static inline const struct pmx_gpu_row *find_row(const struct fixture *f, uint64_t gpu,
						 uint64_t pid, unsigned generation)
{
	for (size_t i = 0; i < f->report.row_count; i++) {
		const struct pmx_gpu_row *row = &f->report.rows[i];

		if (row->gpu == gpu && row->pid == pid && row->generation == generation)
			return row;
	}
	return NULL;
}

static inline const struct pmx_gpu_row *row(const struct fixture *f, uint64_t gpu, uint64_t pid,
					    unsigned generation)
{
	const struct pmx_gpu_row *found = find_row(f, gpu, pid, generation);

	assert_non_null(found);
	return found;
}

static inline const struct pmx_gpu_device *device(const struct fixture *f, uint64_t gpu)
{
	for (size_t i = 0; i < f->report.gpu_count; i++)
		if (f->report.gpus[i].gpu == gpu)
			return &f->report.gpus[i];
	fail_msg("there is no GPU %d", (int)gpu);
	return NULL;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
