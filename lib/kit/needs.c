// SPDX-License-Identifier: GPL-2.0-only
/*
 * needs.c - which of the scenarios' needs this machine serves, and why not the others
 *
 * Each is tried, not looked up: whether a thing may be done depends on more than a number in /proc.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "kit/cgroup.h"
#include "kit/found.h"

/* 0, or -errno with @why filled where errno's own words would not do. */
typedef int need_fn(struct kit *kit, const struct kit_found *found, char *why, size_t size);

static int meter(const struct kit_found *found, enum kit_meter_kind kind, char *why, size_t size)
{
	const struct pmx_calibration *it = &found->calibration[kind]; /* meters come first */

	if (it->works)
		return 0;
	snprintf(why, size, "%s", it->why);
	return -ENODEV;
}

static int need_calls(struct kit *kit, const struct kit_found *found, char *why, size_t size)
{
	(void)kit;
	return meter(found, KIT_CALLS, why, size);
}

static int need_faults(struct kit *kit, const struct kit_found *found, char *why, size_t size)
{
	(void)kit;
	return meter(found, KIT_FAULTS, why, size);
}

static int need_probes(struct kit *kit, const struct kit_found *found, char *why, size_t size)
{
	(void)kit;
	return meter(found, KIT_PROBE, why, size);
}

static int need_writes(struct kit *kit, const struct kit_found *found, char *why, size_t size)
{
	(void)kit;
	return meter(found, KIT_WRITES, why, size);
}

static int need_two_meters(struct kit *kit, const struct kit_found *found, char *why, size_t size)
{
	unsigned works = 0;

	(void)kit;
	for (unsigned i = 0; i <= KIT_WRITES; i++)
		works += found->meter[i].works;
	snprintf(why, size, "%u of them", works);
	return works < 2 ? -ENODEV : 0;
}

static int need_core(struct kit *kit, const struct kit_found *found, char *why, size_t size)
{
	(void)kit;
	snprintf(why, size, "none found");
	return found->pmus < 1 ? -ENODEV : 0;
}

static int need_two_cores(struct kit *kit, const struct kit_found *found, char *why, size_t size)
{
	(void)kit;
	snprintf(why, size, "%u found", found->pmus);
	return found->pmus < 2 ? -ENODEV : 0;
}

static int need_rate(struct kit *kit, const struct kit_found *found, char *why, size_t size)
{
	(void)kit;
	snprintf(why, size, "none found");
	for (unsigned i = 0; i < found->pmus; i++)
		if (found->pmu[i].rates)
			return 0;
	return -ENODEV;
}

static int need_cpu_events(struct kit *kit, const struct kit_found *found, char *why, size_t size)
{
	struct perf_event_attr attr = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK);
	int fd = kit_open(kit, &attr, -1, kit_cpu(kit, 0), -1);

	(void)found, (void)why, (void)size;
	if (fd >= 0)
		close(fd);
	return fd < 0 ? fd : 0;
}

static int need_two_cpus(struct kit *kit, const struct kit_found *found, char *why, size_t size)
{
	(void)found;
	snprintf(why, size, "one");
	return pmx_cpus_count(&kit->cpus) < 2 ? -ENODEV : 0;
}

static int need_hotplug(struct kit *kit, const struct kit_found *found, char *why, size_t size)
{
	char path[64];

	(void)found, (void)why, (void)size;
	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/online", kit_cpu(kit, 1));
	return access(path, W_OK) ? -errno : 0;
}

static int need_cgroups(struct kit *kit, const struct kit_found *found, char *why, size_t size)
{
	(void)found;
	return kit_cgroup_try(kit, why, size);
}

static int need_tracefs(struct kit *kit, const struct kit_found *found, char *why, size_t size)
{
	pmx_autoclose int fd = kit_tracefs(kit);

	(void)found, (void)why, (void)size;
	if (fd < 0)
		return fd;
	return faccessat(fd, "uprobe_events", W_OK, AT_EACCESS) ? -errno : 0;
}

static int need_root(struct kit *kit, const struct kit_found *found, char *why, size_t size)
{
	(void)kit, (void)found, (void)why, (void)size;
	return geteuid() ? -EACCES : 0;
}

void kit_find_needs(struct kit *kit, struct kit_found *found)
{
	/* in the order of the bits */
	static need_fn *const needs[PMX_NEEDS] = {
		need_calls,   need_faults,    need_probes,  need_writes,     need_two_meters,
		need_core,    need_two_cores, need_rate,    need_cpu_events, need_two_cpus,
		need_hotplug, need_cgroups,   need_tracefs, need_root,
	};

	for (unsigned i = 0; i < PMX_NEEDS; i++) {
		char why[160] = "";
		int ret = needs[i](kit, found, why, sizeof(why));

		if (!ret)
			found->serves |= 1u << i;
		else
			snprintf(found->missing[i], sizeof(found->missing[i]), "%s",
				 why[0] ? why : strerror(-ret));
	}
}

void kit_find(struct kit *kit, struct kit_found *found)
{
	kit_find_meters(kit, found);
	kit_find_pmus(kit, found);
	kit_find_needs(kit, found);
}
