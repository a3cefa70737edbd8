// SPDX-License-Identifier: GPL-2.0-only
/*
 * needs.c - which of the scenarios' needs this machine serves, and why not the others
 *
 * Each is tried, not looked up: whether a thing may be done depends on more than a number in /proc.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "kit/cgroup.h"
#include "kit/found.h"

/* What is asked, and where the answer goes. */
struct question {
	struct kit *kit;
	const struct kit_found *found;
	int what;      /* of the need: a meter, a number */
	char why[160]; /* where errno's own words would not do */
};

/* 0 or -errno. */
typedef int need_fn(struct question *q);

static int need_meter(struct question *q)
{
	const struct pmx_calibration *it = &q->found->calibration[q->what]; /* meters come first */

	snprintf(q->why, sizeof(q->why), "%s", it->why);
	return it->works ? 0 : -ENODEV;
}

/* At least so many as are wanted. */
static int need_so_many(struct question *q, unsigned have)
{
	if (have)
		snprintf(q->why, sizeof(q->why), "%u found", have);
	else
		snprintf(q->why, sizeof(q->why), "none found");
	return have < (unsigned)q->what ? -ENODEV : 0;
}

static int need_meters(struct question *q)
{
	const struct kit_meter *meters[KIT_METERS];

	return need_so_many(q, (unsigned)kit_meters(q->kit, meters, KIT_METERS));
}

static int need_cores(struct question *q)
{
	return need_so_many(q, q->found->pmus);
}

static int need_rates(struct question *q)
{
	unsigned have = 0;

	for (unsigned i = 0; i < q->found->pmus; i++)
		have += q->found->pmu[i].rates > 0;
	return need_so_many(q, have);
}

static int need_cpus(struct question *q)
{
	return need_so_many(q, (unsigned)pmx_cpus_count(&q->kit->cpus));
}

static int need_cpu_events(struct question *q)
{
	struct perf_event_attr attr = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK);
	int fd = kit_open(q->kit, &attr, -1, kit_cpu(q->kit, 0), -1);

	if (fd >= 0)
		close(fd);
	return fd < 0 ? fd : 0;
}

static int need_hotplug(struct question *q)
{
	char path[64];

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/online", kit_cpu(q->kit, 1));
	return access(path, W_OK) ? -errno : 0;
}

static int need_cgroups(struct question *q)
{
	return kit_cgroup_try(q->kit, q->why, sizeof(q->why));
}

static int need_tracefs(struct question *q)
{
	pmx_autoclose int fd = kit_tracefs(q->kit);

	if (fd < 0)
		return fd;
	return faccessat(fd, "uprobe_events", W_OK, AT_EACCESS) ? -errno : 0;
}

static int need_root(struct question *q)
{
	(void)q;
	return geteuid() ? -EACCES : 0;
}

/* In the order of the bits. */
static const struct {
	need_fn *ask;
	int what;
} needs[PMX_NEEDS] = {
	{ need_meter, KIT_CALLS },  { need_meter, KIT_FAULTS }, { need_meter, KIT_PROBE },
	{ need_meter, KIT_WRITES }, { need_meters, 2 },		{ need_cores, 1 },
	{ need_cores, 2 },	    { need_rates, 1 },		{ need_cpu_events, 0 },
	{ need_cpus, 2 },	    { need_hotplug, 0 },	{ need_cgroups, 0 },
	{ need_tracefs, 0 },	    { need_root, 0 },
};

void kit_find_needs(struct kit *kit, struct kit_found *found)
{
	kit->found = found;
	for (unsigned i = 0; i < PMX_NEEDS; i++) {
		struct question q = { .kit = kit, .found = found, .what = needs[i].what };
		int ret = needs[i].ask(&q);

		if (!ret)
			found->serves |= 1u << i;
		else
			snprintf(found->missing[i], sizeof(found->missing[i]), "%s",
				 q.why[0] ? q.why : strerror(-ret));
	}
}

void kit_find(struct kit *kit, struct kit_found *found)
{
	kit_find_meters(kit, found);
	kit_find_pmus(kit, found);
	kit_find_needs(kit, found);
}
