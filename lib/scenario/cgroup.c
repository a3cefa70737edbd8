// SPDX-License-Identifier: GPL-2.0-only
/*
 * cgroup.c - what scenarios of cgroups have in common
 */
#include "scenario/cgroup.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

void cgroup_place(struct kit *kit)
{
	struct pmx_cpus few = { 0 };
	int cpu = -1;

	for (int i = 0; i < CGROUP_CPUS && (cpu = pmx_cpus_next(&kit->cpus, cpu)) >= 0; i++)
		pmx_cpus_add(&few, cpu);
	kit->cpus = few;
	kit_unpin(kit);
}

static int open_one(struct kit *kit, const struct kit_cgroup *cgroup,
		    const struct perf_event_attr *attr, int cpu)
{
	int fd = cgroup ? kit_cgroup_open(kit, cgroup, attr, cpu, -1) :
			  kit_open(kit, attr, -1, cpu, -1);

	if (fd == -EACCES || fd == -EPERM)
		kit_skip(kit, "may not open an event of type %u of a CPU: %s", attr->type,
			 strerror(-fd));
	if (fd < 0)
		kit_error(kit, "an event of type %u, config %#llx, %s, CPU %d: %s", attr->type,
			  (unsigned long long)attr->config, cgroup ? cgroup->name : "all tasks",
			  cpu, strerror(-fd));
	return fd;
}

struct cgroup_event cgroup_event(struct kit *kit, const struct kit_cgroup *cgroup,
				 const struct perf_event_attr *attr)
{
	struct cgroup_event event = { 0 };
	int cpu = -1;

	while ((cpu = pmx_cpus_next(&kit->cpus, cpu)) >= 0 && event.cpus < CGROUP_CPUS)
		event.fd[event.cpus++] = open_one(kit, cgroup, attr, cpu);
	return event;
}

struct pmx_reading cgroup_read(struct kit *kit, const struct cgroup_event *event)
{
	struct pmx_reading sum = { 0 };

	for (unsigned i = 0; i < event->cpus; i++) {
		struct pmx_reading it = kit_read(kit, event->fd[i]);

		sum.value += it.value;
		sum.enabled += it.enabled;
		sum.running += it.running;
		sum.eof |= it.eof;
	}
	return sum;
}

void cgroup_ioctl(struct kit *kit, const struct cgroup_event *event, unsigned long request)
{
	for (unsigned i = 0; i < event->cpus; i++)
		kit_ioctl(kit, event->fd[i], request, 0);
}

void cgroup_enter(struct kit *kit, const struct kit_cgroup *cgroup)
{
	int ret = kit_cgroup_join(cgroup, 0);

	if (ret)
		kit_error(kit, "cannot enter %s: %s", cgroup->name, strerror(-ret));
}

size_t cgroup_meters(const struct kit *kit, const struct kit_meter **out)
{
	out[0] = kit_meter(kit, KIT_CALLS);
	out[1] = kit_meter(kit, KIT_FAULTS);
	return out[1] ? 2 : 1;
}

void cgroup_check_count(struct kit *kit, const struct kit_meter *meter, const char *whose,
			const struct pmx_reading *it, uint64_t done, unsigned lives)
{
	char what[120];

	snprintf(what, sizeof(what), "%s of %s", meter->name, whose);
	kit_check(kit, pmx_oracle_exact(kit->breach, what, it->value, done,
					done + lives * meter->slack));
}
