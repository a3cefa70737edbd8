// SPDX-License-Identifier: GPL-2.0-only
/*
 * session.c - a session's life
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/rights.h"
#include "session/internal.h"

/* Numbers the CPUs that the plan uses, so that the descriptor tables have no holes. */
static int number_places(struct pmx_session *s)
{
	const struct pmx_plan *plan = s->plan;
	int16_t next = 0;

	for (size_t i = 0; i < plan->counter_count; i++) {
		int cpu = plan->counters[i].cpu;

		if (cpu < 0)
			continue;
		if (!s->place_of) {
			s->place_of = malloc(PMX_MAX_CPUS * sizeof(*s->place_of));
			if (!s->place_of)
				return -ENOMEM;
			memset(s->place_of, -1, PMX_MAX_CPUS * sizeof(*s->place_of));
		}
		if (s->place_of[cpu] < 0)
			s->place_of[cpu] = next++;
	}
	s->places = next ? (size_t)next : 1;
	return 0;
}

static int make_fds(struct pmx_session *s)
{
	const struct pmx_target *target = s->plan->target;
	size_t tasks = target->kind == PMX_TARGET_CPUS ? 1 : target->task_count;

	for (size_t e = 0; e < s->plan->events->count; e++) {
		const struct pmx_event *event = &s->plan->events->list[e];
		bool by_cpu = target->kind == PMX_TARGET_CPUS || event->residency_of;

		s->has_pinned |= event->attr.pinned;
		s->events[e].fds =
			pmx_fds_new(&event->attr, by_cpu ? s->places : 1, tasks ? tasks : 1);
		if (!s->events[e].fds)
			return -ENOMEM;
	}
	return 0;
}

static int make_tables(struct pmx_session *s)
{
	const struct pmx_plan *plan = s->plan;

	s->events = calloc(plan->events->count + 1, sizeof(*s->events));
	s->counters = calloc(plan->counter_count + 1, sizeof(*s->counters));
	s->last = calloc(plan->counter_count + 1, sizeof(*s->last));
	s->fds = malloc((plan->counter_count + 1) * sizeof(*s->fds));
	s->split = calloc(plan->unit_count + 1, sizeof(*s->split));
	if (!s->events || !s->counters || !s->last || !s->fds || !s->split || number_places(s))
		return -ENOMEM;
	memset(s->fds, -1, (plan->counter_count + 1) * sizeof(*s->fds));
	return make_fds(s);
}

/*
 * The id that the kernel gave out last, or 0 where it does not say: the last word of /proc/loadavg.
 */
static long last_task(const struct pmx_session *s)
{
	char text[128];
	uint64_t pid;

	if (!s->machine || pmx_machine_read(s->machine, "/proc/loadavg", text, sizeof(text)) < 0 ||
	    !strrchr(text, ' ') || pmx_num_decimal(strrchr(text, ' ') + 1, INT32_MAX, &pid))
		return 0;
	return (long)pid;
}

/*
 * A task that starts another while its group is half open hands on half a group, and the kernel
 * then refuses to read it (ECHILD): such a unit is opened one by one.
 */
static void mend_half_inherited(struct pmx_session *s)
{
	for (size_t u = 0; u < s->plan->unit_count; u++)
		if (s->plan->units[u].count > 1 && !s->split[u] &&
		    pmx_session_read_unit(s, u) == -ECHILD)
			pmx_session_split_unit(s, u);
}

static void open_all(struct pmx_session *s)
{
	bool may_grow = s->plan->target->kind == PMX_TARGET_TASKS && s->plan->target->inherit;
	long before = may_grow ? last_task(s) : 0;

	for (size_t u = 0; u < s->plan->unit_count; u++)
		pmx_session_open_unit(s, u);
	/* when nothing at all was started meanwhile, there is nothing to mend */
	if (may_grow && (!before || last_task(s) != before))
		mend_half_inherited(s);
}

int pmx_session_new(struct pmx_session **out, const struct pmx_plan *plan,
		    const struct pmx_session_options *opts, struct pmx_error *err)
{
	struct pmx_session *s = calloc(1, sizeof(*s));
	int ret;

	if (!s)
		return pmx_error_nomem(err);
	s->plan = plan;
	s->sys = opts->sys ? opts->sys : &pmx_sys_kernel;
	s->machine = opts->machine;
	s->cgroup_fds = opts->cgroup_fds;
	s->symbols = opts->symbols;
	s->start = opts->start;
	s->fds_beside = opts->beside;
	s->rights = pmx_rights_held();
	ret = make_tables(s);
	if (ret)
		pmx_error_nomem(err);
	else
		ret = pmx_session_raise_limit(s, err);
	if (ret) {
		pmx_session_free(s);
		return ret;
	}
	open_all(s);
	s->enabled = opts->start != PMX_START_DISABLED;
	s->last_ns = s->sys->now(s->sys->ctx);
	*out = s;
	return 0;
}

void pmx_session_open_located(struct pmx_session *s)
{
	s->is_located = true;
	/* the exec that would have enabled them is over */
	if (s->start == PMX_START_ON_EXEC)
		s->start = PMX_START_ENABLED;
	for (size_t u = 0; u < s->plan->unit_count; u++)
		if (s->counters[s->plan->units[u].first].fault == FAULT_WAITING)
			pmx_session_open_unit(s, u);
}

static int control(struct pmx_session *s, unsigned long request, const char *what,
		   struct pmx_error *err)
{
	int first = 0;

	for (size_t u = 0; u < s->plan->unit_count; u++) {
		const struct pmx_unit *unit = &s->plan->units[u];
		bool leader_done = false;

		for (size_t i = unit->first; i < unit->first + unit->count; i++) {
			int fd = counter_fd(s, i);
			int ret;

			if (fd < 0 || (leader_done && !s->split[u]))
				continue;
			ret = s->sys->ioctl(s->sys->ctx, fd, request, 0);
			leader_done = true;
			if (ret && !first)
				first = pmx_error_set(err, ret, "cannot %s '%s': %s", what,
						      counter_event(s, i)->name, strerror(-ret));
		}
	}
	return first;
}

int pmx_session_enable(struct pmx_session *session, struct pmx_error *err)
{
	int ret = control(session, PERF_EVENT_IOC_ENABLE, "enable", err);

	session->enabled = true;
	session->last_ns = session->sys->now(session->sys->ctx);
	return ret;
}

int pmx_session_disable(struct pmx_session *session, struct pmx_error *err)
{
	session->enabled = false;
	return control(session, PERF_EVENT_IOC_DISABLE, "disable", err);
}

/* "sched:sched_switch:u" has its format in events/sched/sched_switch. */
static int hint_format(const char *name, struct pmx_error *err)
{
	size_t system = strcspn(name, ":");
	const char *event = name + system + (name[system] == ':');

	return pmx_error_hint(err,
			      "the fields that can be used are in tracefs, events/%.*s/%.*s/format",
			      (int)system, name, (int)strcspn(event, ":"), event);
}

int pmx_session_filter(struct pmx_session *session, struct pmx_error *err)
{
	const struct pmx_plan *plan = session->plan;

	for (size_t i = 0; i < plan->counter_count; i++) {
		const struct pmx_event *event = counter_event(session, i);
		int fd = counter_fd(session, i), ret;

		if (!event->filter || fd < 0)
			continue;
		ret = session->sys->ioctl(session->sys->ctx, fd, PERF_EVENT_IOC_SET_FILTER,
					  (unsigned long)event->filter);
		if (!ret)
			continue;
		pmx_error_set(err, ret, "the kernel refuses the filter '%s' of '%s': %s",
			      event->filter, event->name, strerror(-ret));
		return hint_format(event->name, err);
	}
	return 0;
}

size_t pmx_session_open_count(const struct pmx_session *session)
{
	return session->open_count;
}

bool pmx_session_is_user_only(const struct pmx_session *session, size_t event)
{
	return session->events[event].user_only;
}

const char *pmx_session_event_name(const struct pmx_session *session,
				   const struct pmx_events *events, size_t event)
{
	if (session && session->events[event].name)
		return session->events[event].name;
	return events->list[event].name;
}

static void free_tables(struct pmx_session *s)
{
	/* siblings before their leaders, which spares the kernel making each a leader of its own */
	for (size_t e = s->events ? s->plan->events->count : 0; e-- > 0;) {
		pmx_fds_free(s->events[e].fds);
		free(s->events[e].name);
	}
	free(s->events);
	free(s->counters);
	free(s->last);
	free(s->fds);
	free(s->split);
	free(s->place_of);
}

void pmx_session_free(struct pmx_session *session)
{
	if (!session)
		return;
	free_tables(session);
	while (session->reasons) {
		struct reason *next = session->reasons->next;

		free(session->reasons);
		session->reasons = next;
	}
	if (session->nofile_raised)
		setrlimit(RLIMIT_NOFILE, &session->nofile);
	free(session);
}
