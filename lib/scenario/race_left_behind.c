// SPDX-License-Identifier: GPL-2.0-only
/*
 * race_left_behind.c - many events later nothing is left of them
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "scenario/race.h"

enum {
	EVENTS = 4000,
	FORKS = 50,
	/* objects in a slab's free places are counted as used, and freed ones wait for RCU */
	SLACK = EVENTS / 4,
};

static long entries(const char *path)
{
	pmx_autoclosedir DIR *directory = opendir(path);
	long count = 0;

	if (!directory)
		return -1;
	while (readdir(directory))
		count++;
	return count;
}

/*
 * The objects in use of the kernel's cache; -1 where root alone may see it, or caches are merged.
 */
static long slab_objects(void)
{
	pmx_autofclose FILE *file = fopen("/proc/slabinfo", "re");
	char line[512];

	while (file && fgets(line, sizeof(line), file))
		if (!strncmp(line, "perf_event ", 11))
			return strtol(line + 11, NULL, 10);
	return -1;
}

static struct pmx_holdings look(void)
{
	return (struct pmx_holdings){
		.fds = entries("/proc/self/fd"),
		.tasks = entries("/proc/self/task"),
		.events = slab_objects(),
	};
}

static void work(struct kit *kit, void *arg)
{
	(void)kit, (void)arg;
}

static void run(struct kit *kit)
{
	struct perf_event_attr attr = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);
	struct pmx_holdings before, after;
	uint64_t end;

	attr.exclude_kernel = 1;
	close(kit_must_open(kit, &attr, 0, -1, -1)); /* what is made once is there */
	before = look();
	for (int i = 0; i < EVENTS; i++) {
		attr.inherit = i % 2;
		close(kit_must_open(kit, &attr, 0, -1, -1));
	}
	for (int i = 0; i < FORKS; i++) {
		int fd = kit_must_open(kit, &attr, 0, -1, -1);

		kit_wait(kit, kit_fork(kit, work, NULL));
		close(fd);
	}
	end = kit_now() + 1000 * KIT_MSEC; /* freed once RCU has let go */
	do {
		kit_sleep(20 * KIT_MSEC);
		after = look();
	} while (after.events > before.events + SLACK && kit_now() < end);
	kit_count(kit, EVENTS + FORKS);
	kit_check(kit, pmx_oracle_nothing_left(kit->breach, "4050 events opened and closed",
					       &before, &after, SLACK));
	if (before.events < 0)
		kit_note(kit,
			 "the kernel's cache of events cannot be seen; descriptors and tasks were");
}

const struct pmx_scenario scenario_race_left_behind = {
	.name = "race.left-behind",
	.summary = "nothing is left of 4,050 events",
	.about = "leaks: references that are never given back",
	.explain =
		"Opens and closes four thousand events, and fifty more that a child inherits "
		"before it ends. Afterwards the process has no more descriptors and threads than "
		"before, and the kernel's cache perf_event holds no more objects, but for a "
		"quarter that may wait for RCU or lie in half-used slabs. A reference count that "
		"is not given back keeps an event for ever.",
	.alone = true,
	.run = run,
};
