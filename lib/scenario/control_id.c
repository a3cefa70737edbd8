// SPDX-License-Identifier: GPL-2.0-only
/*
 * control_id.c - an event's id is its own, wherever it is asked for
 */
#include <unistd.h>

#include "scenario/control.h"

enum { EVENTS = 12 };

static uint64_t id_of(struct kit *kit, int fd)
{
	uint64_t id = 0;

	control_check(kit, "ID", fd, PERF_EVENT_IOC_ID, (unsigned long)&id, 0);
	return id;
}

/* As a child's copy of the descriptor has it, and as it is when the child has its own event. */
static void ask(struct kit *kit, void *arg)
{
	const int *fd = arg;

	for (int i = 0; i < EVENTS; i++)
		if (id_of(kit, fd[i]) != kit_read(kit, fd[i]).id)
			kit_breach(kit, "id", "ID and read() disagree in a child");
}

static void run(struct kit *kit)
{
	struct pmx_reading it[EVENTS], group[EVENTS];
	int fd[EVENTS], again;

	for (int i = 0; i < EVENTS; i++) {
		struct perf_event_attr attr = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);

		attr.inherit = 1;
		attr.read_format |= i ? 0 : PERF_FORMAT_GROUP;
		fd[i] = kit_must_open(kit, &attr, 0, -1, i ? fd[0] : -1);
	}
	if (kit_read_group(kit, fd[0], group, EVENTS) != EVENTS)
		kit_breach(kit, "group", "read() of a leader with %d siblings gives others",
			   EVENTS - 1);
	for (int i = 0; i < EVENTS; i++) {
		uint64_t id = id_of(kit, fd[i]);

		it[i] = i ? kit_read(kit, fd[i]) : group[0];
		if (it[i].id != id || group[i].id != id)
			kit_breach(kit, "id",
				   "event %d: ID %llu, read() %llu, read() of its group %llu", i,
				   (unsigned long long)id, (unsigned long long)it[i].id,
				   (unsigned long long)group[i].id);
	}
	kit_check(kit, pmx_oracle_group(kit->breach, "twelve events", group, EVENTS, 0));
	fd[0] = fd[1]; /* the leader's own reading is a group's */
	kit_wait(kit, kit_fork(kit, ask, fd));
	again = dup(fd[1]);
	if (id_of(kit, again) != it[1].id)
		kit_breach(kit, "id", "ID of a duplicate is another");
}

const struct pmx_scenario scenario_control_id = {
	.name = "control.id",
	.summary = "an event has one id, and no other has it",
	.about = "primary_event_id",
	.explain =
		"Opens a group of inherited events and asks for their ids by PERF_EVENT_IOC_ID, by "
		"reading each, by reading the group, by a duplicate of a descriptor and in a "
		"child, which has events of its own for them. All must agree, and no two events "
		"may have the same: the id is what samples and group reads are told apart by.",
	.run = run,
};
