// SPDX-License-Identifier: GPL-2.0-only
/*
 * cgroup_times.c - a cgroup's event is enabled for as long as the cgroup has the CPU
 *
 * A task event on the cgroup's only task is the clock: it is enabled while the task is on the CPU,
 * which is when the cgroup is.
 */
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "scenario/cgroup.h"

enum { STEPS = 6 };

#define STEP   (3 * KIT_MSEC)
#define SWITCH (KIT_MSEC / 10) /* between the task's events and the cgroup's, at a switch */

/*
 * When an event is opened, enabled and disabled: before which step, and while the task runs or not.
 */
struct life {
	const char *name;
	int opened, enabled, disabled;
	bool busy;
};

static const struct life lives[] = {
	{ "opened enabled, while the cgroup was idle", 0, 0, STEPS, false },
	{ "opened enabled, while the cgroup ran", 1, 1, STEPS, true },
	{ "enabled while the cgroup was idle", 0, 2, STEPS, false },
	{ "enabled while the cgroup ran", 0, 2, STEPS, true },
	{ "opened while the cgroup ran, enabled later", 1, 3, STEPS, true },
	{ "disabled while the cgroup was idle", 0, 0, 3, false },
	{ "disabled while the cgroup ran", 0, 1, 4, true },
};
#define LIVES (sizeof(lives) / sizeof(lives[0]))

struct account {
	struct kit_gate gate; /* odd: the task may run; even: it rests */
	int cpu;
	uint64_t switches; /* of the task, to another or to none */
};

/* What the clock said right before and right after a moment. */
struct moment {
	uint64_t before, after;
};

struct counted {
	int fd;
	struct moment begin, end;
	uint64_t enabling; /* ns that it took, in which it may be enabled and not on yet */
};

static void work(struct kit *kit, void *arg)
{
	struct account *account = arg;
	struct rusage usage;

	(void)kit;
	kit_pin(account->cpu);
	for (uint32_t step = 0; step < STEPS; step++) {
		uint64_t end;

		kit_gate_wait(&account->gate, 2 * step + 1);
		end = kit_now() + STEP;
		while (kit_now() < end)
			;
		getrusage(RUSAGE_SELF, &usage);
		account->switches = (uint64_t)(usage.ru_nvcsw + usage.ru_nivcsw);
		kit_gate_step(&account->gate);
	}
	kit_gate_wait(&account->gate, 2 * STEPS + 1);
}

static void turn(struct kit *kit, struct counted *it, int clock, bool on)
{
	struct moment *moment = on ? &it->begin : &it->end;
	uint64_t start = kit_now();

	moment->before = kit_read(kit, clock).enabled;
	kit_ioctl(kit, it->fd, on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0);
	moment->after = kit_read(kit, clock).enabled;
	if (on)
		it->enabling = kit_now() - start;
}

static void open_one(struct kit *kit, const struct kit_cgroup *cgroup, struct counted *it,
		     bool enabled, int cpu, int clock)
{
	struct perf_event_attr attr = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);

	attr.disabled = !enabled;
	it->enabling = kit_now();
	it->begin.before = kit_read(kit, clock).enabled;
	it->fd = kit_cgroup_open(kit, cgroup, &attr, cpu, -1);
	it->begin.after = kit_read(kit, clock).enabled;
	if (it->fd < 0)
		kit_error(kit, "an event of a cgroup: %s", strerror(-it->fd));
	it->enabling = kit_now() - it->enabling;
}

/* What is due in this step, while the task rests or runs. */
static void advance(struct kit *kit, const struct kit_cgroup *cgroup, struct counted *counted,
		    const struct account *account, int clock, int step, bool busy)
{
	for (size_t i = 0; i < LIVES; i++) {
		const struct life *life = &lives[i];
		struct counted *it = &counted[i];
		bool at_once = life->enabled == life->opened;

		if (life->busy != busy)
			continue;
		if (life->opened == step)
			open_one(kit, cgroup, it, at_once, account->cpu, clock);
		else if (life->enabled == step)
			turn(kit, it, clock, true);
		else if (life->disabled == step)
			turn(kit, it, clock, false);
	}
}

/* At a switch the cgroup's clock goes on a little while the task's stands. */
static void check(struct kit *kit, const struct life *life, struct counted *it, uint64_t rest,
		  uint64_t slack)
{
	struct pmx_reading got = kit_read(kit, it->fd);
	uint64_t least, most;
	char what[96];

	if (life->disabled == STEPS)
		it->end = (struct moment){ rest, rest };
	least = it->end.before > it->begin.after ? it->end.before - it->begin.after : 0;
	most = it->end.after - it->begin.before;
	snprintf(what, sizeof(what), "ns enabled of an event %s", life->name);
	kit_check(kit, pmx_oracle_exact(kit->breach, what, got.enabled,
					least > slack ? least - slack : 0, most + slack));
	snprintf(what, sizeof(what), "ns enabled and not on, of an event %s", life->name);
	kit_check(kit,
		  pmx_oracle_exact(kit->breach, what, got.enabled - got.running, 0, it->enabling));
}

static void run(struct kit *kit)
{
	struct perf_event_attr attr = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);
	struct account *account = kit_shared(kit, sizeof(*account));
	struct kit_cgroup cgroup = kit_cgroup_new(kit, NULL);
	struct counted counted[LIVES] = { 0 };
	uint64_t rest;
	pid_t child;
	int clock;

	account->cpu = kit_cpu(kit, kit_random_below(&kit->random, CGROUP_CPUS));
	child = kit_fork(kit, work, account);
	if (kit_cgroup_join(&cgroup, child))
		kit_error(kit, "cannot move a task to %s", cgroup.name);
	kit_wait_asleep(kit, child);
	clock = kit_must_open(kit, &attr, child, -1, -1);
	for (int step = 0; step < STEPS; step++) {
		advance(kit, &cgroup, counted, account, clock, step, false);
		kit_sleep(STEP);
		kit_gate_open(&account->gate, 2 * (uint32_t)step + 1);
		kit_sleep(STEP / 3);
		advance(kit, &cgroup, counted, account, clock, step, true);
		kit_gate_wait(&account->gate, 2 * (uint32_t)step + 2);
		kit_wait_asleep(kit, child);
	}
	rest = kit_read(kit, clock).enabled;
	for (size_t i = 0; i < LIVES; i++)
		check(kit, &lives[i], &counted[i], rest, (account->switches + LIVES) * SWITCH);
}

const struct pmx_scenario scenario_cgroup_times = {
	.name = "cgroup.times",
	.summary = "times of a cgroup's events, enabled now or later",
	.about = "enabled times of cgroup events",
	.explain =
		"A cgroup's only task works and rests by turns on one CPU. Events of the cgroup on "
		"it are opened, enabled and disabled while it works and while it rests, some long "
		"after they were opened. Each must have been enabled for as long as it was on and "
		"the task on the CPU, as an event of the task itself tells the time: not for the "
		"time before it was enabled, nor while the cgroup was idle. A cgroup's time is "
		"kept for each CPU apart from the context's (struct perf_cgroup_info), with an "
		"offset that is taken when the cgroup gets the CPU; enabling events late has gone "
		"wrong there more than once.",
	.needs = PMX_NEED_CGROUPS,
	.run = run,
};
