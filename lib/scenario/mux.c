// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux.c - what scenarios of multiplexing have in common
 */
#include "scenario/mux.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/num.h"
#include "kit/steady.h"

#define TOLERANCE      0.01
#define SWITCH_NS      50000 /* going on and off, during which a clock stands and a counter runs */
#define USUAL_INTERVAL (4 * KIT_MSEC)

/*
 * Those that count time may fit on other counters than the event of which it is known how many fit.
 * Where there are several they are synthetic, and all fit.
 */
static bool is_rated(const struct kit_pmu *pmu)
{
	return pmu->rates > 1;
}

struct perf_event_attr mux_attr(const struct kit_pmu *pmu, size_t index)
{
	struct perf_event_attr attr = pmu->attr;

	if (is_rated(pmu))
		attr.config = pmu->config[index % pmu->rates];
	return attr;
}

static double rate_of(const struct kit_pmu *pmu, uint64_t config)
{
	for (unsigned i = 0; i < pmu->rates; i++)
		if (pmu->config[i] == config)
			return pmu->rate[i];
	return 0;
}

void mux_check_timed(struct kit *kit, const char *what, double rate, const struct pmx_reading *it,
		     uint64_t slices)
{
	kit_check(kit, pmx_oracle_rate(kit->breach, what, it, rate, TOLERANCE,
				       (uint64_t)((double)(slices * SWITCH_NS) * rate)));
}

void mux_check_rate(struct kit *kit, const struct kit_pmu *pmu, size_t index, const char *how,
		    const struct pmx_reading *it, uint64_t slices)
{
	double rate = rate_of(pmu, mux_attr(pmu, index).config);
	char what[120];

	if (rate <= 0)
		return;
	snprintf(what, sizeof(what), "%s event %zu, %s", pmu->name, index + 1, how);
	mux_check_timed(kit, what, rate, it, slices);
}

void mux_place(struct kit *kit, const struct kit_pmu *pmu)
{
	int count = pmx_cpus_count(&pmu->cpus), cpu = -1;
	uint32_t chosen = kit_random_below(&kit->random, (uint32_t)count);

	for (uint32_t i = 0; i <= chosen; i++)
		cpu = pmx_cpus_next(&pmu->cpus, cpu);
	if (cpu < 0 || !kit_pin(cpu))
		kit_skip(kit, "may not run on a CPU of %s", pmu->name);
	kit_steady();
}

/* In ms; 0 where it cannot be read, or another PMU's holds for this one, too (before 6.2). */
static uint64_t own_interval(struct kit *kit, const struct kit_pmu *pmu)
{
	char path[MUX_PATH], text[32];
	ssize_t length =
		pmx_machine_read(kit->machine, mux_interval_path(pmu, path), text, sizeof(text));
	uint64_t ms;

	if (length <= 0)
		return 0;
	text[strcspn(text, "\n")] = '\0';
	return pmx_num_decimal(text, 1000, &ms) ? 0 : ms;
}

const char *mux_interval_path(const struct kit_pmu *pmu, char *path)
{
	snprintf(path, MUX_PATH, "/sys/bus/event_source/devices/%s/perf_event_mux_interval_ms",
		 pmu->name);
	return path;
}

uint64_t mux_interval(struct kit *kit, const struct kit_pmu *pmu)
{
	const struct kit_pmu *all[8];
	size_t count = kit_pmus(kit, all, 8);
	uint64_t ms = own_interval(kit, pmu);

	for (size_t i = 0; i < count && !ms; i++)
		ms = own_interval(kit, all[i]);
	return ms ? ms * KIT_MSEC : USUAL_INTERVAL;
}

void mux_open(struct kit *kit, struct mux_set *set, const struct kit_pmu *pmu, size_t count)
{
	*set = (struct mux_set){ .pmu = pmu, .count = count };
	if (count > MUX_MAX)
		kit_skip(kit, "%s has room for %u events; scenarios open %d at most", pmu->name,
			 pmu->capacity, MUX_MAX);
	for (size_t i = 0; i < count; i++) {
		struct perf_event_attr attr = mux_attr(pmu, i);

		attr.disabled = 1;
		set->fd[i] = kit_must_open(kit, &attr, 0, -1, -1);
	}
	for (size_t i = 0; i < count; i++)
		kit_ioctl(kit, set->fd[i], PERF_EVENT_IOC_ENABLE, 0);
}

void mux_close(struct mux_set *set)
{
	while (set->count)
		close(set->fd[--set->count]);
}

double mux_spin(struct kit *kit, const struct mux_set *set, uint64_t time, struct pmx_reading *out)
{
	struct pmx_reading before[MUX_MAX];
	double steady;

	for (size_t i = 0; i < set->count; i++)
		before[i] = kit_read(kit, set->fd[i]);
	steady = kit_spin_share(time);
	for (size_t i = 0; i < set->count; i++) {
		out[i] = kit_read(kit, set->fd[i]);
		out[i].value -= before[i].value;
		out[i].enabled -= before[i].enabled;
		out[i].running -= before[i].running;
	}
	return steady;
}

struct pmx_reading mux_read(struct kit *kit, int fd)
{
	struct pmx_reading it = kit_read(kit, fd);

	if (it.running > it.enabled && it.running - it.enabled < SWITCH_NS)
		it.running = it.enabled;
	return it;
}

void mux_shares(const struct pmx_reading *readings, size_t count, double *shares)
{
	for (size_t i = 0; i < count; i++)
		shares[i] = kit_share(&readings[i]);
}

void mux_check_share(struct kit *kit, const char *what, const struct pmx_reading *it, double due,
		     unsigned turns, bool more)
{
	double ran = due * (double)it->enabled, apart = 2 * ran / turns;
	char running[120];

	snprintf(running, sizeof(running), "ns on the PMU of %s", what);
	kit_check(kit, pmx_oracle_exact(kit->breach, running, it->running, (uint64_t)(ran - apart),
					more ? it->enabled : (uint64_t)(ran + apart)));
}
