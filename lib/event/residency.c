// SPDX-License-Identifier: GPL-2.0-only
/*
 * residency.c - how long tasks were on the CPUs of each core PMU
 *
 * A task's event on one of several core PMUs is enabled all the time and runs only on that PMU's
 * CPUs. Its running time against its enabled time says nothing about multiplexing, unless one
 * knows how long the task was there at all. A dummy software event opened for the task on each
 * CPU of the PMU runs exactly then.
 */
#include <errno.h>
#include <stdio.h>

#include <perfmux/event.h>

static bool has_hybrid_event(const struct pmx_events *events)
{
	for (size_t i = 0; i < events->count; i++)
		if (events->list[i].pmu->kind == PMX_PMU_CORE && events->list[i].pmu->has_cpus)
			return true;
	return false;
}

/* Where two core PMUs share CPUs, to be on those of one says nothing about the other. */
static bool is_apart(const struct pmx_pmu *const *cores, ssize_t count)
{
	for (ssize_t i = 0; i < count; i++)
		for (ssize_t k = 0; k < i; k++) {
			struct pmx_cpus both = cores[i]->cpus;

			pmx_cpus_and(&both, &cores[k]->cpus);
			if (!pmx_cpus_is_empty(&both))
				return false;
		}
	return true;
}

int pmx_events_add_residency(struct pmx_events *events, struct pmx_resolver *resolver,
			     struct pmx_error *err)
{
	struct pmx_pmus *pmus = pmx_resolver_pmus(resolver);
	const struct pmx_pmu *const *cores;
	ssize_t count;
	int ret = 0;

	if (!has_hybrid_event(events))
		return 0;
	count = pmx_pmus_core(pmus, &cores, err);
	if (count > 1 && !is_apart(cores, count))
		return 0;
	for (ssize_t i = 0; count > 1 && i < count && !ret; i++) {
		char name[160];
		struct pmx_event event = {
			.name = name,
			.pmu = pmx_pmus_find_type(pmus, PERF_TYPE_SOFTWARE),
			.attr = { .type = PERF_TYPE_SOFTWARE,
				  .config = PERF_COUNT_SW_DUMMY,
				  /* time passes all the same, and everybody may */
				  .exclude_kernel = 1,
				  .exclude_hv = 1 },
			.scale = 1,
			.spec = events->specs++,
			.group = -1,
			.residency_of = cores[i],
		};

		snprintf(name, sizeof(name), "residency on %s", cores[i]->name);
		ret = event.pmu ? pmx_events_append(events, &event, err) : pmx_error_nomem(err);
	}
	return count < 0 ? (int)count : ret;
}
