// SPDX-License-Identifier: GPL-2.0-only
/*
 * context_attach.c - events are attached to a task that works, and detached again
 */
#include <unistd.h>

#include "kit/keep.h"
#include "scenario/context.h"

enum { ROUNDS = 60, LEAST_ROUNDS = 8, BESIDE = 3 };

/* Where an interrupt to another CPU is slow, as it is under emulation, fewer rounds must do. */
#define ENOUGH (200 * KIT_MSEC)

/* What an event that was opened between two looks at the work may have counted by now. */
struct window {
	uint64_t done_before, begun_after; /* its opening */
};

static void check(struct kit *kit, const struct context_worker *worker, const struct window *window,
		  int fd, uint64_t start)
{
	uint64_t done = context_done(worker);
	struct pmx_reading it = kit_read(kit, fd);
	uint64_t begun = context_begun(worker);
	uint64_t low = done > window->begun_after ? done - window->begun_after : 0;

	kit_check(kit, pmx_oracle_exact(kit->breach, "calls while an event was attached", it.value,
					low, begun - window->done_before));
	kit_check(kit, pmx_oracle_times(kit->breach, "an event that was attached", &it,
					kit_now() - start, 1, 0));
	if (it.enabled)
		kit_check(kit,
			  pmx_oracle_always_on(kit->breach, "an event that was attached", &it));
}

static void attach(struct kit *kit, const struct context_worker *worker)
{
	int fd[BESIDE];
	struct window window[BESIDE];
	uint64_t start[BESIDE];

	for (int i = 0; i < BESIDE; i++) {
		window[i].done_before = context_done(worker);
		start[i] = kit_now();
		fd[i] = kit_must_open(kit, &worker->meter->attr, worker->pid, -1, -1);
		window[i].begun_after = context_begun(worker);
	}
	kit_sleep(kit_random_below(&kit->random, KIT_MSEC));
	for (int i = 0; i < BESIDE; i++) {
		int which = (i + (int)kit_random_below(&kit->random, 2)) % BESIDE;

		check(kit, worker, &window[which], fd[which], start[which]);
	}
	for (int i = 0; i < BESIDE; i++) {
		close(fd[i]);
		if (i + 1 < BESIDE)
			check(kit, worker, &window[i + 1], fd[i + 1], start[i + 1]);
	}
}

static void run(struct kit *kit)
{
	const struct kit_meter *meter = kit_meter(kit, KIT_CALLS);
	uint64_t start = kit_now();
	struct context_worker *worker;
	struct window window;
	int all;

	kit_keep(kit, &meter, 1);
	worker = context_worker(kit, meter);
	window.done_before = context_done(worker);
	all = kit_must_open(kit, &meter->attr, worker->pid, -1, -1);
	window.begun_after = context_begun(worker);
	for (int i = 0; i < ROUNDS && (i < LEAST_ROUNDS || kit_now() - start < ENOUGH); i++)
		attach(kit, worker);
	context_worker_end(kit, worker);
	check(kit, worker, &window, all, start);
}

const struct pmx_scenario scenario_context_attach = {
	.name = "context.attach",
	.summary = "events come and go while a task works",
	.about = "perf_install_in_context, perf_remove_from_context",
	.explain =
		"A task makes system calls and keeps a tally in shared memory. Meanwhile three "
		"events at a time are attached to it, read in any order, and detached. Each must "
		"have counted at least what the tally says was begun and done while it was "
		"attached and at most what overlapped that, and must never have been off. An event "
		"is put into the context of a task that runs on another CPU by an interrupt, or "
		"into that of one that sleeps directly; a task that changes between the two at "
		"that moment must not be missed.",
	.needs = PMX_NEED_CALLS,
	.run = run,
};
