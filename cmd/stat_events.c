// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_events.c - events in the order in which the options came, then cgroups and filters on them
 */
#include "stat_events.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <perfmux/target.h>

/* The lists of perf stat, so that numbers compare: the first by default, one more for each -d. */
static const char *const default_lists[] = {
	"context-switches,cpu-migrations,page-faults,"
	"cycles,instructions,branches,branch-misses",
	"L1-dcache-loads,L1-dcache-load-misses,LLC-loads,LLC-load-misses",
	"L1-icache-loads,L1-icache-load-misses,dTLB-loads,dTLB-load-misses,"
	"iTLB-loads,iTLB-load-misses",
	"L1-dcache-prefetches,L1-dcache-prefetch-misses",
};

struct making {
	struct pmx_events *events;
	struct pmx_resolver *resolver;
	struct pmx_resolve_options resolve;
	unsigned next_cgroup; /* number of the spec that the next name behind -G is for */
	size_t last;	      /* the first event of the last -e, all of which --filter is for */
};

static int add_specs(struct making *m, const char *specs, struct pmx_error *err)
{
	return pmx_resolve(m->resolver, specs, &m->resolve, m->events, err);
}

static int add_defaults(struct making *m, bool cpus, struct pmx_error *err)
{
	int ret = add_specs(m, cpus ? "cpu-clock" : "task-clock", err);

	return ret ? ret : add_specs(m, default_lists[0], err);
}

/* Beside the defaults, and beside what -e names as well. */
static int add_detailed(struct making *m, int detailed, struct pmx_error *err)
{
	const size_t lists = sizeof(default_lists) / sizeof(default_lists[0]);
	int ret = 0;

	for (size_t i = 1; i < lists && i <= (size_t)detailed && !ret; i++)
		ret = add_specs(m, default_lists[i], err);
	return ret;
}

static int set_text(char **where, const char *text, size_t len, struct pmx_error *err)
{
	free(*where);
	*where = strndup(text, len);
	return *where ? 0 : pmx_error_nomem(err);
}

/* One of the names behind -G; empty where an event is to stay as it is. */
struct cgroup_name {
	const char *text;
	size_t len;
};

static struct cgroup_name *split_names(const char *names, size_t *count)
{
	struct cgroup_name *list;

	*count = 1;
	for (const char *p = names; (p = strchr(p, ',')); p++)
		++*count;
	list = calloc(*count, sizeof(*list));
	for (size_t i = 0; list && i < *count; i++) {
		list[i] = (struct cgroup_name){ names, strcspn(names, ",") };
		names += list[i].len + 1;
	}
	return list;
}

/* The n-th name to the n-th spec that had none so far; one name alone to all of them. */
static int give_cgroups(struct making *m, const struct cgroup_name *names, size_t count,
			struct pmx_error *err)
{
	unsigned first = m->next_cgroup, left = m->events->specs - first;

	if (count > left)
		return pmx_error_set(err, -EINVAL,
				     "-G: cgroup '%.*s' has no event of its own before it",
				     (int)names[left].len, names[left].text);
	m->next_cgroup += count == 1 ? left : (unsigned)count;
	for (size_t i = 0; i < m->events->count; i++) {
		struct pmx_event *event = &m->events->list[i];
		const struct cgroup_name *name = names;

		if (event->spec < first || event->spec >= m->next_cgroup)
			continue;
		if (count > 1)
			name += event->spec - first;
		if (name->len && set_text(&event->cgroup, name->text, name->len, err))
			return -ENOMEM;
	}
	return 0;
}

static int add_cgroups(struct making *m, const char *names, struct pmx_error *err)
{
	size_t count;
	struct cgroup_name *list = split_names(names, &count);
	int ret = list ? give_cgroups(m, list, count, err) : pmx_error_nomem(err);

	free(list);
	return ret;
}

static int add_filter(struct making *m, const char *filter, struct pmx_error *err)
{
	int ret = 0;

	for (size_t i = m->last; i < m->events->count && !ret; i++) {
		struct pmx_event *event = &m->events->list[i];

		if (event->pmu->kind != PMX_PMU_TRACEPOINT)
			return pmx_error_set(err, -EINVAL,
					     "--filter is for tracepoints, and '%s' is none",
					     event->name);
		ret = set_text(&event->filter, filter, strlen(filter), err);
	}
	return ret;
}

static int take_step(struct making *m, const struct stat_step *step, struct pmx_error *err)
{
	int ret;

	switch (step->kind) {
	case STAT_EVENT:
		m->last = m->events->count;
		return add_specs(m, step->text, err);
	case STAT_PFM_EVENT:
		m->last = m->events->count;
		m->resolve.pfm_only = true;
		ret = add_specs(m, step->text, err);
		m->resolve.pfm_only = false;
		return ret;
	case STAT_CGROUP:
		return add_cgroups(m, step->text, err);
	case STAT_FILTER:
		return add_filter(m, step->text, err);
	}
	return -EINVAL;
}

/*
 * A copy of all events for one cgroup, behind what @out has; groups and specs get numbers of their
 * own.
 */
static int copy_for_cgroup(struct pmx_events *out, const struct pmx_events *events, char *cgroup,
			   struct pmx_error *err)
{
	unsigned spec = out->specs;
	int group = out->groups, ret = 0;

	for (size_t i = 0; i < events->count && !ret; i++) {
		struct pmx_event event = events->list[i];

		event.cgroup = cgroup;
		event.spec += spec;
		event.group = event.group < 0 ? -1 : event.group + group;
		ret = pmx_events_append(out, &event, err);
	}
	out->specs = spec + events->specs;
	out->groups = group + events->groups;
	return ret;
}

/* --for-each-cgroup: every event for every cgroup that one of the patterns names. */
static int expand_cgroups(struct pmx_events *events, struct pmx_machine *machine,
			  const char *patterns, struct pmx_error *err)
{
	struct pmx_events all = { 0 };
	int ret = 0;

	for (const char *p = patterns; !ret; p++) {
		size_t len = strcspn(p, ",");
		char *pattern = strndup(p, len), **names = NULL;
		ssize_t n = pattern ? pmx_cgroup_match(machine, pattern, &names, err) :
				      pmx_error_nomem(err);

		ret = n < 0 ? (int)n : 0;
		for (ssize_t i = 0; names && i < n && !ret; i++)
			ret = copy_for_cgroup(&all, events, names[i], err);
		pmx_names_free(names);
		free(pattern);
		p += len;
		if (!*p)
			break;
	}
	if (ret) {
		pmx_events_free(&all);
		return ret;
	}
	pmx_events_free(events);
	*events = all;
	return 0;
}

int stat_events_make(struct pmx_events *events, struct pmx_resolver *resolver,
		     struct pmx_machine *machine, const struct stat_options *options, bool cpus,
		     struct pmx_error *err)
{
	struct making m = {
		.events = events,
		.resolver = resolver,
		.resolve = { .all_user = options->all_user,
			     .all_kernel = options->all_kernel,
			     .cputype = options->cputype },
	};
	int ret = 0;

	if (options->null_run)
		return 0;
	for (size_t i = 0; i < options->step_count && !ret; i++)
		ret = take_step(&m, &options->steps[i], err);
	if (!ret && events->count == 0)
		ret = add_defaults(&m, cpus, err);
	if (!ret)
		ret = add_detailed(&m, options->detailed, err);
	if (!ret && options->each_cgroup)
		ret = expand_cgroups(events, machine, options->each_cgroup, err);
	return ret;
}

bool stat_events_have_cgroup(const struct pmx_events *events)
{
	for (size_t i = 0; i < events->count; i++)
		if (events->list[i].cgroup)
			return true;
	return false;
}

/* The descriptor of an earlier event with the same cgroup, or -1. */
static int find_open(const int *fds, const struct pmx_events *events, size_t i)
{
	for (size_t k = i; k-- > 0;)
		if (fds[k] >= 0 && !strcmp(events->list[k].cgroup, events->list[i].cgroup))
			return fds[k];
	return -1;
}

int stat_cgroups_open(int **fds, const struct pmx_events *events, struct pmx_machine *machine,
		      struct pmx_error *err)
{
	*fds = NULL;
	if (!stat_events_have_cgroup(events))
		return 0;
	*fds = malloc(events->count * sizeof(**fds));
	if (!*fds)
		return pmx_error_nomem(err);
	for (size_t i = 0; i < events->count; i++)
		(*fds)[i] = -1;
	for (size_t i = 0; i < events->count; i++) {
		if (!events->list[i].cgroup)
			continue;
		(*fds)[i] = find_open(*fds, events, i);
		if ((*fds)[i] < 0)
			(*fds)[i] = pmx_cgroup_open(machine, events->list[i].cgroup, err);
		if ((*fds)[i] < 0) {
			int ret = (*fds)[i];

			stat_cgroups_close(*fds, events);
			*fds = NULL;
			return ret;
		}
	}
	return 0;
}

void stat_cgroups_close(int *fds, const struct pmx_events *events)
{
	if (!fds)
		return;
	/* a descriptor may stand at several events: it is closed at its last */
	for (size_t i = 0; i < events->count; i++) {
		int fd = fds[i];

		if (fd < 0)
			continue;
		for (size_t k = i; k < events->count; k++)
			if (fds[k] == fd)
				fds[k] = -1;
		close(fd);
	}
	free(fds);
}
