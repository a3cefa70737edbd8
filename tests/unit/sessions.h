/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sessions.h - a session on a fake kernel, from its events to its snapshot
 *
 * A test adds events, says what the kernel does with them, and opens.
 */
#ifndef TESTS_SESSIONS_H
#define TESTS_SESSIONS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "fake_kernel.h"

struct bench {
	struct fake_kernel kernel;
	struct pmx_sys sys;
	struct pmx_events events;
	struct pmx_target target;
	struct pmx_task tasks[3];
	struct pmx_symbols *symbols;
	struct pmx_plan *plan;
	struct pmx_session *session;
	struct pmx_snapshot snap;
};

static struct bench *b; /* of the test that runs: the fake kernel's answers look at it */

/* The target is one task, and those that it will start. */
static inline int setup(void **state)
{
	(void)state;
	b = calloc(1, sizeof(*b));
	b->sys = fake_sys(&b->kernel);
	b->kernel.now = 1000;
	b->kernel.raw = 5;
	for (int i = 0; i < 3; i++)
		b->tasks[i] = (struct pmx_task){ .tid = 10 + i, .pid = 10 };
	b->target = (struct pmx_target){
		.kind = PMX_TARGET_TASKS, .tasks = b->tasks, .task_count = 1, .inherit = true
	};
	return 0;
}

static inline int teardown(void **state)
{
	(void)state;
	pmx_snapshot_free(&b->snap);
	pmx_session_free(b->session);
	pmx_symbols_free(b->symbols);
	pmx_plan_free(b->plan);
	pmx_events_free(&b->events);
	free(b);
	return 0;
}

static inline void open_to_start(enum pmx_start start)
{
	struct pmx_session_options opts = { .start = start, .sys = &b->sys };
	struct pmx_cpus online = { { 0xf } };
	struct pmx_error err = { 0 };

	if (pmx_symbols_are_in(&b->events) &&
	    pmx_symbols_new(&b->symbols, &b->events, &b->target, NULL, &err))
		fail_msg("%s", err.text);
	opts.symbols = b->symbols;
	if (pmx_plan_new(&b->plan, &b->events, &b->target, &online, &err) ||
	    pmx_session_new(&b->session, b->plan, &opts, &err))
		fail_msg("%s", err.text);
	assert_int_equal(pmx_snapshot_init(&b->snap, b->plan->counter_count), 0);
	b->kernel.reads = 0;
}

static inline void open_bench(void)
{
	open_to_start(PMX_START_DISABLED);
}

static inline void read_at(uint64_t now, uint64_t raw)
{
	b->kernel.now = now;
	b->kernel.raw = raw;
	pmx_session_read(b->session, &b->snap);
}

static inline const char *why(size_t i)
{
	const char *text = pmx_session_why(b->session, i, NULL);

	return text ? text : "";
}

static inline void on_all_cpus(void)
{
	b->target = (struct pmx_target){ .kind = PMX_TARGET_CPUS, .cpus = { { 0xf } } };
}

#endif
