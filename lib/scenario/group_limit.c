// SPDX-License-Identifier: GPL-2.0-only
/*
 * group_limit.c - groups as large as the kernel takes them
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "base/cleanup.h"
#include "scenario/group.h"

enum { TIMES = 20, OTHER_FDS = 32 };

void group_check_limit(struct kit *kit, const char *what, int ret)
{
	/* E2BIG since 4.4; the others where a group is refused for its number of events */
	static const int allowed[] = { E2BIG, ENOSPC, EINVAL };

	kit_check(kit, pmx_oracle_errno(kit->breach, what, ret, allowed, 3));
}

static void want_fds(struct kit *kit, size_t count)
{
	struct rlimit limit;

	count += OTHER_FDS;
	getrlimit(RLIMIT_NOFILE, &limit);
	if (limit.rlim_cur >= count)
		return;
	limit.rlim_cur = count;
	if (limit.rlim_max < count)
		limit.rlim_max = count; /* who may is not held by the hard limit */
	if (setrlimit(RLIMIT_NOFILE, &limit))
		kit_skip(kit, "%zu file descriptors may not be open", count);
}

/* Page faults of this thread while the group was on: all members count the same. */
static void check_all(struct kit *kit, const uint64_t *id, const struct pmx_reading *members,
		      size_t count, size_t read)
{
	uint64_t least = members[0].value, most = least;
	size_t strangers = 0;

	if (!kit_check(kit, pmx_oracle_exact(kit->breach, "members of a large group", read, count,
					     count)))
		return;
	for (size_t i = 0; i < count; i++) {
		strangers += members[i].id != id[i];
		least = members[i].value < least ? members[i].value : least;
		most = members[i].value > most ? members[i].value : most;
	}
	kit_check(kit, pmx_oracle_exact(kit->breach, "members with another id than ioctl tells",
					strangers, 0, 0));
	kit_check(kit, pmx_oracle_exact(kit->breach, "the least count of a large group", least,
					TIMES, UINT64_MAX));
	kit_check(kit, pmx_oracle_exact(kit->breach, "the largest count, against the least", most,
					least, least));
	kit_check(kit, pmx_oracle_always_on(kit->breach, "a large group", &members[0]));
}

/* Returns how many could be opened; the first has the whole group read, and is off. */
static size_t open_all(struct kit *kit, uint64_t format, int *leader, uint64_t *id, size_t max)
{
	struct perf_event_attr attr = kit_meter(kit, KIT_FAULTS)->attr;
	char what[64];

	attr.read_format |= PERF_FORMAT_GROUP;
	attr.disabled = 1;
	*leader = kit_must_open(kit, &attr, 0, -1, -1);
	kit_ioctl(kit, *leader, PERF_EVENT_IOC_ID, (unsigned long)&id[0]);
	attr = kit_meter(kit, KIT_FAULTS)->attr;
	attr.read_format |= format;
	for (size_t i = 1; i < max; i++) {
		int fd = kit_open(kit, &attr, 0, -1, *leader);

		if (fd < 0) {
			snprintf(what, sizeof(what), "member %zu of a group", i + 1);
			group_check_limit(kit, what, fd);
			return i;
		}
		kit_ioctl(kit, fd, PERF_EVENT_IOC_ID, (unsigned long)&id[i]);
	}
	return max;
}

void group_fill(struct kit *kit, uint64_t format, size_t max)
{
	pmx_autofree struct pmx_reading *members = calloc(max, sizeof(*members));
	pmx_autofree uint64_t *id = calloc(max, sizeof(*id));
	size_t count;
	int leader, got;

	if (!members || !id)
		kit_error(kit, "out of memory for %zu members", max);
	want_fds(kit, max);
	count = open_all(kit, format, &leader, id, max);
	kit_ioctl(kit, leader, PERF_EVENT_IOC_ENABLE, 0);
	kit_work(kit_meter(kit, KIT_FAULTS), TIMES);
	kit_ioctl(kit, leader, PERF_EVENT_IOC_DISABLE, 0);
	got = kit_read_group(kit, leader, members, max);
	if (got < 0)
		kit_breach(kit, "readable", "read() of a group with %zu members: %s", count,
			   strerror(-got));
	else
		check_all(kit, id, members, count, (size_t)got);
	kit_count(kit, count);
}
