// SPDX-License-Identifier: GPL-2.0-only
/*
 * cgroup_reopened.c [beside] - a cgroup that is on the CPU is counted, is not, and is counted again
 *
 * A task in a cgroup opens an event of it on its own CPU, closes it, works on, and opens another that it
 * enables a little later. Each must be enabled for as long as it was on: not for nothing, and not since some
 * time before. With an argument there is a disabled event of another cgroup on the CPU meanwhile.
 */
#include "cgroups.h"
#include "tasks.h"

enum { TRIES = 20 };

#define COUNTED (2u * MSEC)
#define PAUSE	(20u * MSEC)
#define SLACK	MSEC /* what the kernel's clock may differ from ours by */

/* The cgroup's event, from here to its close. */
static bool is_wrong(const struct cgroup *cgroup, bool later)
{
	uint64_t start = clock_ns(CLOCK_MONOTONIC), wall;
	int fd = cgroup_event(cgroup, 0, later);
	struct reading it;

	if (later) {
		spin(COUNTED);
		start = clock_ns(CLOCK_MONOTONIC);
		tell_event(fd, PERF_EVENT_IOC_ENABLE, 0);
	}
	spin(COUNTED);
	it = read_event(fd);
	wall = clock_ns(CLOCK_MONOTONIC) - start;
	close(fd);
	printf("%s: on for %" PRIu64 " ns or less, enabled for %" PRIu64 " ns\n",
	       later ? "enabled later" : "opened enabled", wall, it.enabled);
	return it.enabled > wall + SLACK || it.enabled < COUNTED - SLACK;
}

/* What the task in the cgroup does; the program's exit status. */
static int count(const struct cgroup *cgroup, const struct cgroup *beside)
{
	bool wrong = false;

	pin(0);
	if (cgroup_write(cgroup->path, "cgroup.procs", "0"))
		cannot("no task may enter %s", cgroup->path);
	for (int i = 0; i < TRIES && !wrong; i++) {
		int other = beside ? cgroup_event(beside, 0, true) : -1;

		wrong |= is_wrong(cgroup, false);
		spin(PAUSE);
		wrong |= is_wrong(cgroup, true);
		if (other >= 0)
			close(other);
	}
	return verdict(wrong);
}

int main(int argc, char **argv)
{
	struct cgroup cgroup = cgroup_new("counted"), other = cgroup_new("other");
	int status = 0;
	pid_t child;

	(void)argv;
	child = fork();
	if (!child)
		exit(count(&cgroup, argc > 1 ? &other : NULL));
	if (child > 0)
		waitpid(child, &status, 0);
	cgroup_remove(&cgroup);
	cgroup_remove(&other);
	if (child < 0 || !WIFEXITED(status))
		cannot("the task in the cgroup came to no end");
	return WEXITSTATUS(status);
}
