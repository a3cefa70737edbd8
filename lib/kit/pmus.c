// SPDX-License-Identifier: GPL-2.0-only
/*
 * pmus.c - PMUs that multiplex and count for tasks: how many counters, and events that count time
 *
 * Synthetic and emulated PMUs have events that count so many for each nanosecond on their PMU. With
 * these a count can be checked however often the event was off; a real processor's cycles are no
 * such thing, since its frequency is its own affair.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <perfmux/capacity.h>
#include <perfmux/event.h>

#include "kit/found.h"

enum { TRIES = 3 };

/* From the best: many counters can count the first ones on any PMU that has them. */
static const char *const candidates[] = {
	"ns1",	      "ns2",	    "ns3",    "inst_retired", "instructions", "branch-instructions",
	"cpu_cycles", "cpu-cycles", "cycles",
};
#define CANDIDATES (sizeof(candidates) / sizeof(candidates[0]))

/* The rate of an event that counts time; 0 for others. */
static double measure_rate(struct kit *kit, const struct perf_event_attr *attr, const char *name)
{
	double rate = 0;
	int fd = kit_open(kit, attr, 0, -1, -1);
	struct pmx_reading last, it;

	if (fd < 0)
		return 0;
	last = kit_read(kit, fd);
	for (int i = 0; i < TRIES; i++) {
		kit_spin(KIT_MSEC);
		it = kit_read(kit, fd);
		if (it.running <= last.running)
			break;
		rate = (double)(it.value - last.value) / (double)(it.running - last.running);
		last = it;
		if (round(rate) < 1 || fabs(rate - round(rate)) > 0.002 * rate)
			break;
		if (i == TRIES - 1) {
			close(fd);
			/*
			 * cycles of a steady processor may change; those of an emulated one do not
			 */
			return !strncmp(name, "ns", 2) || round(rate) == 1 ? round(rate) : 0;
		}
	}
	close(fd);
	return 0;
}

/*
 * Generic names stand for an event of the PMU as well, but with another type; and several names may
 * stand for the same.
 */
static bool is_new(const struct kit_pmu *pmu, const struct perf_event_attr *attr)
{
	for (unsigned i = 0; i < pmu->rates; i++)
		if (pmu->config[i] == attr->config)
			return false;
	return attr->type == pmu->type && pmu->rates < sizeof(pmu->rate) / sizeof(pmu->rate[0]);
}

struct search {
	struct kit *kit;
	struct kit_found *found;
	struct pmx_resolver *resolver;
	struct pmx_meter *meter;
};

static struct perf_event_attr attr_of(const struct pmx_event *event)
{
	struct perf_event_attr attr = kit_attr(event->attr.type, event->attr.config);

	attr.config1 = event->attr.config1;
	attr.config2 = event->attr.config2;
	return attr;
}

static void add_candidate(struct search *search, struct kit_pmu *pmu, const char *name)
{
	struct pmx_events events = { 0 };
	struct pmx_capacity capacity;
	struct perf_event_attr attr;
	char spec[96];
	double rate;

	snprintf(spec, sizeof(spec), "%s/%s/", pmu->name, name);
	if (pmx_resolve(search->resolver, spec, NULL, &events, NULL))
		return;
	attr = attr_of(&events.list[0]);
	rate = is_new(pmu, &attr) ? measure_rate(search->kit, &attr, name) : 0;
	if (rate > 0) {
		pmu->config[pmu->rates] = attr.config;
		pmu->rate[pmu->rates++] = rate;
	}
	if (!pmu->capacity &&
	    !pmx_meter_capacity(search->meter, &events.list[0], &capacity, NULL)) {
		pmu->attr = attr;
		pmu->capacity = capacity.usable;
	}
	pmx_events_free(&events);
}

static void add_pmu(struct search *search, const struct pmx_pmu *it)
{
	struct kit_found *found = search->found;
	struct kit_pmu *pmu = &found->pmu[found->pmus];
	struct pmx_calibration *calibration;
	int cpu;

	if (found->pmus == KIT_MAX_PMUS || found->calibrations == KIT_METERS + KIT_MAX_PMUS)
		return;
	*pmu = (struct kit_pmu){ .type = it->type, .cpus = search->kit->cpus };
	snprintf(pmu->name, sizeof(pmu->name), "%s", it->name);
	if (it->has_cpus)
		pmx_cpus_and(&pmu->cpus, &it->cpus);
	cpu = pmx_cpus_next(&pmu->cpus, -1);
	if (cpu < 0 || !kit_pin(cpu))
		return;
	for (size_t i = 0; i < CANDIDATES; i++)
		add_candidate(search, pmu, candidates[i]);
	kit_unpin(search->kit);
	calibration = &found->calibration[found->calibrations++];
	snprintf(calibration->name, sizeof(calibration->name), "%s", it->name);
	calibration->works = pmu->capacity > 0;
	calibration->capacity = pmu->capacity;
	if (pmu->capacity)
		found->pmus++;
	else
		snprintf(calibration->why, sizeof(calibration->why), "counts nothing for tasks");
}

void kit_find_pmus(struct kit *kit, struct kit_found *found)
{
	struct search search = { .kit = kit, .found = found };
	const struct pmx_pmu *const *list;
	ssize_t count;

	if (!pmx_resolver_new(&search.resolver, kit->machine, NULL) &&
	    !pmx_meter_new(&search.meter, kit->machine, kit->sys, NULL)) {
		count = pmx_pmus_core(pmx_resolver_pmus(search.resolver), &list, NULL);
		for (ssize_t i = 0; i < count; i++)
			add_pmu(&search, list[i]);
	}
	pmx_meter_free(search.meter);
	pmx_resolver_free(search.resolver);
}

size_t kit_pmus(const struct kit *kit, const struct kit_pmu **out, size_t max)
{
	size_t count = 0;

	for (unsigned i = 0; i < kit->found->pmus && count < max; i++)
		out[count++] = &kit->found->pmu[i];
	return count;
}

const struct kit_pmu *kit_pmu(const struct kit *kit)
{
	return &kit->found->pmu[0];
}
