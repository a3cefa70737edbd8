// SPDX-License-Identifier: GPL-2.0-only
/*
 * open.c - opening the counters of a unit
 */
#include <errno.h>

#include "session/internal.h"

static void close_unit(struct pmx_session *s, const struct pmx_unit *unit)
{
	for (size_t i = unit->first; i < unit->first + unit->count; i++) {
		const struct pmx_counter *c = &s->plan->counters[i];

		if (counter_fd(s, i) < 0)
			continue;
		pmx_fds_close(s->events[c->event].fds, counter_place(s, i), c->task);
		s->fds[i] = -1;
		s->open_count--;
	}
}

static void fail_members(struct pmx_session *s, const struct pmx_unit *unit, enum fault fault)
{
	for (size_t i = unit->first; i < unit->first + unit->count; i++) {
		if (s->counters[i].fault != FAULT_NONE)
			continue;
		s->counters[i].fault = fault;
		s->last[i].status = PMX_NOT_SUPPORTED;
	}
}

/*
 * A group of the user's is there whole or not at all. A member that its PMU refuses because the
 * group has grown too large (EINVAL) ends the group; a member that does not exist anywhere is
 * said, and the rest is a group still.
 */
static void open_group(struct pmx_session *s, size_t u)
{
	const struct pmx_unit *unit = &s->plan->units[u];
	int leader = pmx_session_open_counter(s, unit->first, -1, true);

	if (leader < 0) {
		for (size_t i = unit->first + 1; i < unit->first + unit->count; i++)
			s->counters[i].fault = FAULT_NONE;
		fail_members(s, unit, FAULT_LEADER);
		return;
	}
	for (size_t i = unit->first + 1; i < unit->first + unit->count; i++) {
		int fd = pmx_session_open_counter(s, i, leader, true);

		if (fd != -EINVAL && fd != -ENOSPC)
			continue;
		if (counter_event(s, unit->first)->weak) {
			pmx_session_split_unit(s, u);
			return;
		}
		close_unit(s, unit);
		s->counters[i] = (struct counter_state){ 0 };
		fail_members(s, unit, FAULT_GROUP);
		return;
	}
}

/* Has the unit a symbol whose address is not known yet? */
static bool must_wait(const struct pmx_session *s, const struct pmx_unit *unit)
{
	for (size_t i = unit->first; i < unit->first + unit->count; i++) {
		const struct pmx_counter *c = &s->plan->counters[i];
		const struct pmx_location *where;

		if (!counter_event(s, i)->symbol)
			continue;
		/* what is known then is where it was in the run before */
		if (s->plan->target->kind == PMX_TARGET_COMMAND && !s->is_located)
			return true;
		where = pmx_symbols_find(s->symbols, c->event, c->task);
		if (!where || !where->in_process)
			return true;
	}
	return false;
}

static void wait_for_symbols(struct pmx_session *s, const struct pmx_unit *unit)
{
	for (size_t i = unit->first; i < unit->first + unit->count; i++) {
		s->counters[i] = (struct counter_state){ .fault = FAULT_WAITING };
		s->last[i].status = PMX_NOT_COUNTED;
	}
}

void pmx_session_open_unit(struct pmx_session *s, size_t u)
{
	const struct pmx_unit *unit = &s->plan->units[u];
	int leader = -1;

	if (must_wait(s, unit)) {
		wait_for_symbols(s, unit);
		return;
	}

	if (unit->kind == PMX_UNIT_GROUP && unit->count > 1 && !s->split[u]) {
		open_group(s, u);
		return;
	}
	for (size_t i = unit->first; i < unit->first + unit->count; i++) {
		int fd = pmx_session_open_counter(s, i, s->split[u] ? -1 : leader,
						  unit->count > 1 && !s->split[u]);

		if (leader < 0 && fd >= 0)
			leader = fd;
	}
}

void pmx_session_split_unit(struct pmx_session *s, size_t u)
{
	close_unit(s, &s->plan->units[u]);
	s->split[u] = true;
	pmx_session_open_unit(s, u);
}
