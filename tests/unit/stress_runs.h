/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stress_runs.h - made-up scenarios under the engine, on this machine
 */
#ifndef TESTS_STRESS_RUNS_H
#define TESTS_STRESS_RUNS_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <perfmux/stress.h>

#include "kit/kit.h"
#include "scratch.h"

/* Which the scenario's processes find as the test left them; paths and pids of what they do. */
struct world {
	char directory[224], file[200], probe[64];
	pid_t left;
	unsigned runs;
	uint64_t seeds[4];
};
static struct world *world; /* shared with the scenarios' processes */

struct told {
	struct pmx_stress_result result[8];
	unsigned count, started;
	bool stop;
};

static struct pmx_machine *machine;
static struct pmx_stress *stress;

static inline void note_start(void *ctx, const struct pmx_scenario *scenario, unsigned round)
{
	struct told *told = ctx;

	(void)scenario, (void)round;
	told->started++;
}

static inline void note_end(void *ctx, const struct pmx_stress_result *result)
{
	struct told *told = ctx;

	assert_true(told->count < 8);
	told->result[told->count++] = *result;
}

static inline bool ask_stop(void *ctx)
{
	return ((struct told *)ctx)->stop;
}

static inline void run_many(const struct pmx_scenario *const *list, size_t count,
			    const struct pmx_stress_options *options, struct told *told)
{
	struct pmx_stress_hooks hooks = {
		.started = note_start, .ended = note_end, .stop = ask_stop, .ctx = told
	};
	struct pmx_error err = { 0 };

	assert_int_equal(pmx_stress_run(stress, options, list, count, &hooks, &err), 0);
}

static inline struct pmx_stress_result run_one(const struct pmx_scenario *scenario)
{
	struct pmx_stress_options options = { .seed = 7 };
	struct told told = { 0 };

	run_many(&scenario, 1, &options, &told);
	assert_int_equal(told.count, 1);
	return told.result[0];
}

static inline void pass(struct kit *kit)
{
	kit_check(kit, true);
	world->seeds[world->runs++ % 4] = kit->seed;
}

static inline void lack(struct kit *kit)
{
	kit_skip(kit, "no %s here", "unicorn");
}

/* More breaches than are kept. */
static inline void break_often(struct kit *kit)
{
	for (int i = 0; i < 20; i++)
		kit_check(kit, pmx_oracle_exact(kit->breach, "work", 3, 4, 4));
}

static inline void hang(struct kit *kit)
{
	(void)kit;
	for (;;)
		pause();
}

static const struct pmx_scenario scenario_pass = { .name = "test.pass", .run = pass },
				 scenario_skip = { .name = "test.skip", .run = lack };

static inline int set_up(void **state)
{
	struct pmx_error err = { 0 };
	int fd;

	(void)state;
	world = kit_shared(NULL, sizeof(*world));
	fd = mkstemp(scratch_path(world->file, sizeof(world->file), "stress"));
	if (fd < 0)
		return -1;
	snprintf(world->directory, sizeof(world->directory), "%s-directory", world->file);
	close(fd);
	return pmx_machine_new(&machine, NULL, &err) ||
	       pmx_stress_new(&stress, machine, NULL, &err);
}

static inline int tear_down(void **state)
{
	(void)state;
	unlink(world->file);
	pmx_stress_free(stress);
	pmx_machine_free(machine);
	return 0;
}

#endif
