// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_stat_lists.c pinned|groups|cpus|sorted - inherit_stat, with events of one PMU
 *
 * A task and its child, which inherits the events, take turns on one CPU, each with an amount of its own
 * of system calls of two or three kinds. When both are done each event must have counted what both did of
 * its kind. A child has pinned events first, a group's members side by side, and events of a lower CPU
 * before those of a higher one; the argument says in which of these a task's own order differs. With
 * sorted it does not, and all is right.
 */
#include "tasks.h"

enum { KINDS = 3, TRIES = 3 };

/* A sibling's leader is the first event. CPU -1: any. */
static const struct arrangement {
	const char *name, *what;
	int count;
	struct {
		bool pinned, sibling;
		int cpu;
	} event[KINDS];
} arrangements[] = {
	{ "pinned",
	  "a flexible event, then a pinned one",
	  2,
	  { { .cpu = -1 }, { true, false, -1 } } },
	{ "groups",
	  "a leader, an event beside it, a sibling",
	  3,
	  { { .cpu = -1 }, { .cpu = -1 }, { false, true, -1 } } },
	{ "cpus", "an event on CPU 1, then one on CPU 0", 2, { { .cpu = 1 }, { .cpu = 0 } } },
	{ "sorted",
	  "a pinned event, then a flexible one",
	  2,
	  { { true, false, -1 }, { .cpu = -1 } } },
	{ "sorted",
	  "a leader, a sibling, an event beside them",
	  3,
	  { { .cpu = -1 }, { false, true, -1 }, { .cpu = -1 } } },
	{ "sorted", "an event on CPU 0, then one on CPU 1", 2, { { .cpu = 0 }, { .cpu = 1 } } },
};
#define ARRANGEMENTS (sizeof(arrangements) / sizeof(arrangements[0]))

static const struct {
	const char *name;
	long number;
} calls[KINDS] = {
	{ "getpriority", SYS_getpriority },
	{ "getsid", SYS_getsid },
	{ "getpgid", SYS_getpgid },
};
static const int amounts[2][KINDS] = { { 100, 200, 300 }, { 500, 50, 10 } };

static void work(int who, const void *arg)
{
	(void)arg;
	for (int i = 0; i < KINDS; i++)
		make_calls(calls[i].number, amounts[who][i]);
}

static void open_events(const struct arrangement *it, int *fd)
{
	for (int i = 0; i < it->count; i++) {
		struct perf_event_attr attr = calls_attr(calls[i].name);

		attr.inherit = 1;
		attr.inherit_stat = 1;
		attr.pinned = it->event[i].pinned;
		fd[i] = open_event(attr, it->event[i].cpu, it->event[i].sibling ? fd[0] : -1);
	}
}

/* All is done on CPU 0. */
static bool is_mixed(const struct arrangement *it)
{
	bool mixed = false;
	int fd[KINDS];

	open_events(it, fd);
	take_turns(work, NULL);
	printf("%s:", it->what);
	for (int i = 0; i < it->count; i++) {
		int done = it->event[i].cpu > 0 ? 0 : TURNS * (amounts[0][i] + amounts[1][i]);
		uint64_t counted = read_event(fd[i]).value;

		printf(" %d done, %" PRIu64 " counted%s", done, counted,
		       i + 1 < it->count ? ";" : "\n");
		mixed |= counted != (uint64_t)done;
		close(fd[i]);
	}
	return mixed;
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "pinned";
	bool known = false, mixed = false;

	pin(0);
	for (size_t i = 0; i < ARRANGEMENTS; i++) {
		if (strcmp(arrangements[i].name, name) != 0)
			continue;
		known = true;
		for (int k = 0; k < TRIES && !mixed; k++)
			mixed = is_mixed(&arrangements[i]);
	}
	if (!known)
		cannot("there is no arrangement '%s'", name);
	return verdict(mixed);
}
