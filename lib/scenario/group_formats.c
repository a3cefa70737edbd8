// SPDX-License-Identifier: GPL-2.0-only
/*
 * group_formats.c - members of one group, each with a read format of its own
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "scenario/group.h"

enum { MEMBERS = 6, TIMES = 200, WORDS = 3 + 3 * MEMBERS };

#define FORMATS                                                                             \
	(PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING | PERF_FORMAT_ID | \
	 PERF_FORMAT_GROUP | PERF_FORMAT_LOST)

struct member {
	const struct kit_meter *meter;
	uint64_t format, id;
	int fd;
};

/* What a read said; the fields that the format lacks are 0. */
struct told {
	uint64_t members, enabled, running;
	uint64_t value[MEMBERS], id[MEMBERS], lost[MEMBERS];
};

/* How many words there are in a read of this format, of a group of so many. */
static size_t words_of(uint64_t format, size_t members)
{
	size_t head = !!(format & PERF_FORMAT_TOTAL_TIME_ENABLED) +
		      !!(format & PERF_FORMAT_TOTAL_TIME_RUNNING);
	size_t each = 1 + !!(format & PERF_FORMAT_ID) + !!(format & PERF_FORMAT_LOST);

	return head + (format & PERF_FORMAT_GROUP ? 1 + members * each : each);
}

/* The count comes before the times in a read of one, and behind them in a read of many. */
static struct told understand(const uint64_t *at, uint64_t format)
{
	struct told told = { .members = 1 };

	if (format & PERF_FORMAT_GROUP)
		told.members = *at++;
	else
		told.value[0] = *at++;
	if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		told.enabled = *at++;
	if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		told.running = *at++;
	for (size_t i = 0; i < told.members && i < MEMBERS; i++) {
		if (format & PERF_FORMAT_GROUP)
			told.value[i] = *at++;
		if (format & PERF_FORMAT_ID)
			told.id[i] = *at++;
		if (format & PERF_FORMAT_LOST)
			told.lost[i] = *at++;
	}
	return told;
}

static void open_members(struct kit *kit, struct member *members)
{
	for (size_t i = 0; i < MEMBERS; i++) {
		struct member *it = &members[i];
		struct perf_event_attr attr;

		it->meter =
			kit_meter(kit, kit_random_chance(&kit->random, 2) ? KIT_CALLS : KIT_FAULTS);
		it->format = kit_random_next(&kit->random) & FORMATS;
		attr = it->meter->attr;
		attr.disabled = i == 0;
		attr.read_format = it->format;
		it->fd = kit_open(kit, &attr, 0, -1, i ? members[0].fd : -1);
		if (it->fd == -EINVAL && it->format & PERF_FORMAT_LOST) { /* before 6.0 */
			attr.read_format = it->format &= ~(uint64_t)PERF_FORMAT_LOST;
			it->fd = kit_open(kit, &attr, 0, -1, i ? members[0].fd : -1);
		}
		if (it->fd < 0)
			kit_error(kit, "member %zu of a group, read format %#llx: %s", i + 1,
				  (unsigned long long)it->format, strerror(-it->fd));
		kit_ioctl(kit, it->fd, PERF_EVENT_IOC_ID, (unsigned long)&it->id);
	}
}

/* A read of member @own, against what each was counted by one that is read plainly. */
static void check_told(struct kit *kit, const struct member *members, size_t own,
		       const struct told *told, const uint64_t *counted)
{
	bool whole = members[own].format & PERF_FORMAT_GROUP;
	char what[96];

	for (size_t i = 0; i < told->members; i++) {
		size_t which = whole ? i : own;

		snprintf(what, sizeof(what), "member %zu, read by member %zu with format %#llx",
			 which + 1, own + 1, (unsigned long long)members[own].format);
		kit_check(kit, pmx_oracle_exact(kit->breach, what, told->value[i], counted[which],
						counted[which] + members[which].meter->slack));
		if (members[own].format & PERF_FORMAT_ID)
			kit_check(kit, pmx_oracle_exact(kit->breach, what, told->id[i],
							members[which].id, members[which].id));
		kit_check(kit, pmx_oracle_exact(kit->breach, what, told->lost[i], 0, 0));
	}
}

/* All were on for the same time, whichever of them says so. */
static void check_times(struct kit *kit, const struct member *members, size_t own,
			const struct told *told, uint64_t *time)
{
	const uint64_t said[] = {
		members[own].format & PERF_FORMAT_TOTAL_TIME_ENABLED ? told->enabled : 0,
		members[own].format & PERF_FORMAT_TOTAL_TIME_RUNNING ? told->running : 0,
	};

	for (size_t i = 0; i < 2; i++) {
		char what[96];

		snprintf(what, sizeof(what), "%s ns of member %zu", i ? "running" : "enabled",
			 own + 1);
		if (said[i] && !*time)
			*time = said[i];
		if (said[i])
			kit_check(kit, pmx_oracle_exact(kit->breach, what, said[i], *time, *time));
	}
}

static void check_member(struct kit *kit, const struct member *members, size_t own,
			 const uint64_t *counted, uint64_t *time)
{
	uint64_t raw[WORDS + 1];
	size_t size = words_of(members[own].format, MEMBERS) * sizeof(raw[0]);
	ssize_t got = kit->sys->read(kit->sys->ctx, members[own].fd, raw, size - 1);
	struct told told;
	char what[64];

	snprintf(what, sizeof(what), "a read of format %#llx into a byte less than it needs",
		 (unsigned long long)members[own].format);
	kit_check(kit, pmx_oracle_errno(kit->breach, what, (int)got, (const int[]){ ENOSPC }, 1));
	got = kit->sys->read(kit->sys->ctx, members[own].fd, raw, sizeof(raw));
	snprintf(what, sizeof(what), "bytes of a read of format %#llx",
		 (unsigned long long)members[own].format);
	if (!kit_check(kit, pmx_oracle_exact(kit->breach, what, (uint64_t)got, size, size)))
		return;
	told = understand(raw, members[own].format);
	if (members[own].format & PERF_FORMAT_GROUP &&
	    !kit_check(kit, pmx_oracle_exact(kit->breach, "members of the group", told.members,
					     MEMBERS, MEMBERS)))
		return;
	check_told(kit, members, own, &told, counted);
	check_times(kit, members, own, &told, time);
}

static void run(struct kit *kit)
{
	struct member members[MEMBERS];
	uint64_t done[KIT_METERS] = { 0 }, counted[MEMBERS], time = 0;

	open_members(kit, members);
	kit_ioctl(kit, members[0].fd, PERF_EVENT_IOC_ENABLE, 0);
	for (size_t i = 0; i < MEMBERS; i++) {
		uint64_t times = 1 + kit_random_below(&kit->random, TIMES);

		kit_work(members[i].meter, times);
		done[members[i].meter->kind] += times;
	}
	kit_ioctl(kit, members[0].fd, PERF_EVENT_IOC_DISABLE, 0);
	for (size_t i = 0; i < MEMBERS; i++)
		counted[i] = done[members[i].meter->kind];
	for (size_t i = 0; i < MEMBERS; i++)
		check_member(kit, members, i, counted, &time);
}

const struct pmx_scenario scenario_group_formats = {
	.name = "group.formats",
	.summary = "members with different read formats agree",
	.about = "sizes and layout of group reads",
	.explain =
		"Six members of one group have read formats that the seed determines: with and "
		"without the times, the id, the lost samples, and the whole group instead of the "
		"member. Known work is done while the group is on. Then each member is read: into "
		"a buffer one byte too short, which must be refused with ENOSPC, and into one that "
		"is large enough, which must give exactly the bytes of its format. Whoever reads, "
		"each member's count must be the work done, its id the one that ioctl tells, and "
		"the times the same to a nanosecond. The kernel keeps the size of a read with each "
		"event (perf_event__header_size) and must renew it for all members when one joins.",
	.needs = PMX_NEED_CALLS | PMX_NEED_FAULTS,
	.run = run,
};
