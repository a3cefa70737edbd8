// SPDX-License-Identifier: GPL-2.0-only
/*
 * divide.c - which of a plan's events are counted in which pass
 *
 * What fits on a PMU together is tried (passes.c), for those events alone that are in each other's
 * way: they need a counter, and their cgroups can be on a CPU at the same time.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <perfmux/capacity.h>

#include "base/cleanup.h"

/* When this many could not be opened, the others are taken not to open either. */
enum { OPEN_TRIES = 16 };

struct division {
	const struct pmx_events *events;
	struct pmx_meter *meter;
	unsigned limit;
	unsigned *pass;		/* by event: from 1, 0 while it has none */
	bool *needs_counter;	/* by event: takes one of its PMU's counters */
	const char **kin;	/* by event: the cgroup that it is in the way of others with */
	struct pmx_event *some; /* those that are tried together, borrowed */
	size_t *origin;		/* their places among all events */
	unsigned *found;	/* their passes, from 0 */
	struct pmx_error *err;
};

/* --- who is in whose way ------------------------------------------------------------------ */

static void find_needy(struct division *d, const struct pmx_plan *plan)
{
	for (size_t i = 0; i < plan->counter_count; i++) {
		size_t e = plan->counters[i].event;

		d->needs_counter[e] = !d->events->list[e].pmu->software_class;
	}
}

static const char *skip_slashes(const char *path)
{
	return path + strspn(path, "/");
}

/* Is @path @above, or in it? A name that is empty is the root. */
static bool is_within(const char *path, const char *above)
{
	size_t length;

	path = skip_slashes(path);
	above = skip_slashes(above);
	length = strlen(above);
	while (length && above[length - 1] == '/')
		length--;
	return strncmp(path, above, length) == 0 &&
	       (!length || path[length] == '/' || !path[length]);
}

/* The outermost of the named cgroups that @cgroup is in; what counts all of them is in the root. */
static const char *outermost(const struct pmx_events *events, const char *cgroup)
{
	for (size_t e = 0; e < events->count; e++) {
		const char *other = events->list[e].cgroup;

		if (!other || (is_within(cgroup, other) && !is_within(other, cgroup)))
			cgroup = other ? other : "";
	}
	return cgroup;
}

/* Events of two cgroups want counters at the same time only when one is in the other. */
static void find_kin(struct division *d)
{
	for (size_t e = 0; e < d->events->count; e++) {
		const char *cgroup = d->events->list[e].cgroup, *before;

		before = e ? d->events->list[e - 1].cgroup : NULL;
		if (!cgroup)
			d->kin[e] = "";
		else if (before && !strcmp(cgroup, before))
			d->kin[e] = d->kin[e - 1];
		else
			d->kin[e] = outermost(d->events, cgroup);
	}
}

static bool are_kin(const char *a, const char *b)
{
	return is_within(a, b) && is_within(b, a);
}

/* --- trying ------------------------------------------------------------------------------- */

/* The events that compete with event @first, and have no pass yet. */
static struct pmx_events gather(struct division *d, size_t first)
{
	struct pmx_events some = { .list = d->some,
				   .specs = d->events->specs,
				   .groups = d->events->groups };

	for (size_t e = first; e < d->events->count; e++) {
		if (!d->needs_counter[e] || d->pass[e] || !are_kin(d->kin[e], d->kin[first]))
			continue;
		d->origin[some.count] = e;
		d->some[some.count++] = d->events->list[e];
	}
	return some;
}

/*
 * One pass is the answer also where nothing can be opened: that is not known to fit, and why is
 * worth saying.
 */
static int check_known(struct division *d, const struct pmx_events *some)
{
	struct pmx_capacity capacity;
	struct pmx_error other;
	int ret = 0;

	for (size_t i = 0; i < some->count && i < OPEN_TRIES; i++) {
		int now = pmx_meter_capacity(d->meter, &some->list[i], &capacity,
					     ret ? &other : d->err);

		if (!now)
			return 0;
		ret = ret ? ret : now;
	}
	return ret;
}

static int divide_kin(struct division *d, size_t first)
{
	struct pmx_events some = gather(d, first);
	int passes = pmx_meter_passes(d->meter, &some, d->limit, d->found, d->err), ret = 0;

	if (passes < 0)
		return passes;
	for (size_t i = 0; i < some.count; i++)
		d->pass[d->origin[i]] = d->found[i] + 1;
	if (passes == 1)
		ret = check_known(d, &some);
	return ret ? ret : passes;
}

/* --- what belongs together ---------------------------------------------------------------- */

static bool raise(unsigned *to, unsigned pass)
{
	if (*to >= pass)
		return false;
	*to = pass;
	return true;
}

/*
 * Each PMU was packed by itself. Parts of one spec are summed up, which means something only when
 * they are of one run: they all go to the last of their passes. That is the pass they have on the
 * PMU with the fewest counters, and the others have room there, as a rule. Groups go with their
 * members.
 */
static int keep_together(struct division *d)
{
	pmx_autofree unsigned *specs = calloc((size_t)d->events->specs + 1, sizeof(*specs));
	pmx_autofree unsigned *groups = calloc((size_t)d->events->groups + 1, sizeof(*groups));
	bool changed = true;

	if (!specs || !groups)
		return pmx_error_nomem(d->err);
	while (changed) {
		changed = false;
		for (size_t e = 0; e < d->events->count; e++) {
			const struct pmx_event *event = &d->events->list[e];

			changed |= raise(&specs[event->spec], d->pass[e]);
			changed |= raise(&d->pass[e], specs[event->spec]);
			if (event->group < 0)
				continue;
			changed |= raise(&groups[event->group], d->pass[e]);
			changed |= raise(&d->pass[e], groups[event->group]);
		}
	}
	return 0;
}

/* --- all of it ---------------------------------------------------------------------------- */

static void free_division(struct division *d)
{
	free(d->needs_counter);
	free(d->kin);
	free(d->some);
	free(d->origin);
	free(d->found);
}

static int make_division(struct division *d, const struct pmx_plan *plan)
{
	size_t room = plan->events->count + 1;

	d->needs_counter = calloc(room, sizeof(*d->needs_counter));
	d->kin = calloc(room, sizeof(*d->kin));
	d->some = calloc(room, sizeof(*d->some));
	d->origin = calloc(room, sizeof(*d->origin));
	d->found = calloc(room, sizeof(*d->found));
	if (!d->needs_counter || !d->kin || !d->some || !d->origin || !d->found)
		return pmx_error_nomem(d->err);
	memset(d->pass, 0, plan->events->count * sizeof(*d->pass));
	find_needy(d, plan);
	find_kin(d);
	return 0;
}

int pmx_meter_divide(struct pmx_meter *meter, const struct pmx_plan *plan, unsigned limit,
		     unsigned *pass, struct pmx_error *err)
{
	__attribute__((cleanup(free_division))) struct division d = {
		.events = plan->events, .meter = meter, .limit = limit, .pass = pass, .err = err
	};
	int passes = 1, ret = make_division(&d, plan);

	for (size_t e = 0; e < d.events->count && !ret; e++) {
		int own;

		if (!d.needs_counter[e] || d.pass[e])
			continue;
		own = divide_kin(&d, e);
		ret = own < 0 ? own : 0;
		passes = own > passes ? own : passes;
	}
	if (!ret)
		ret = keep_together(&d);
	return ret ? ret : passes;
}
