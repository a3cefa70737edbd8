// SPDX-License-Identifier: GPL-2.0-only
/*
 * meters.c - events of known work, each tried before anybody relies on it
 */
#include <errno.h>
#include <linux/hw_breakpoint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "kit/found.h"
#include "kit/place.h"

enum {
	TIMES = 1000,
	ROUNDS = 4,
	FAULT_SLACK = 400, /* a process's first steps, and what it copies after a fork */
};

static const char *const names[KIT_METERS] = {
	[KIT_CALLS] = "system calls",
	[KIT_FAULTS] = "page faults",
	[KIT_PROBE] = "uprobe",
	[KIT_WRITES] = "breakpoint 1",
	[KIT_WRITES + 1] = "breakpoint 2",
	[KIT_WRITES + 2] = "breakpoint 3",
	[KIT_WRITES + 3] = "breakpoint 4",
};

const char *kit_meter_name(enum kit_meter_kind kind)
{
	return names[kind];
}

/* --- what is opened; 0 or -errno ------------------------------------------------------------ */

static int set_calls(struct kit *kit, struct kit_found *found, struct kit_meter *meter)
{
	long id = kit_tracepoint(kit, "syscalls/sys_enter_getpriority");

	(void)found;
	meter->attr = kit_attr(PERF_TYPE_TRACEPOINT, (uint64_t)id);
	meter->call = SYS_getpriority;
	return id < 0 ? (int)id : 0;
}

static int set_faults(struct kit *kit, struct kit_found *found, struct kit_meter *meter)
{
	(void)kit, (void)found;
	meter->attr = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS);
	meter->attr.exclude_kernel = 1;
	meter->slack = FAULT_SLACK;
	return 0;
}

static int set_probe(struct kit *kit, struct kit_found *found, struct kit_meter *meter)
{
	const struct pmx_pmu *pmu = pmx_pmus_find(kit->pmus, "uprobe", NULL);
	uint64_t offset;
	int ret = pmu ? kit_place((uintptr_t)kit_probe_target, found->probe_path,
				  sizeof(found->probe_path), &offset) :
			-ENOENT;

	if (ret)
		return ret;
	meter->attr = kit_attr(pmu->type, 0);
	meter->attr.uprobe_path = (uintptr_t)found->probe_path;
	meter->attr.probe_offset = offset;
	return 0;
}

static int set_writes(struct kit *kit, struct kit_found *found, struct kit_meter *meter)
{
	(void)kit;
	meter->attr = kit_attr(PERF_TYPE_BREAKPOINT, 0);
	meter->attr.bp_type = HW_BREAKPOINT_W;
	meter->attr.bp_addr = (uintptr_t)found->words[meter->kind - KIT_WRITES];
	meter->attr.bp_len = sizeof(long);
	meter->attr.exclude_kernel = 1;
	return 0;
}

/* --- trying --------------------------------------------------------------------------------- */

/*
 * Breakpoints are tried beside those before them: emulated processors are known to count one word's
 * writes for another's breakpoint, too.
 */
static int open_others(struct kit *kit, const struct kit_found *found,
		       const struct kit_meter *meter, int *fd)
{
	int count = 0;

	for (int i = KIT_WRITES; i < (int)meter->kind; i++) {
		fd[count] = kit_open(kit, &found->meter[i].attr, 0, -1, -1);
		count += fd[count] >= 0;
	}
	return count;
}

static void do_work(const struct kit_found *found, const struct kit_meter *meter)
{
	for (int round = 0; round < ROUNDS; round++) {
		kit_work(meter, TIMES / ROUNDS);
		for (int i = KIT_WRITES; i < (int)meter->kind; i++)
			kit_work(&found->meter[i], TIMES / ROUNDS);
	}
}

static int count_work(struct kit *kit, const struct kit_found *found, const struct kit_meter *meter,
		      struct pmx_reading *out)
{
	struct perf_event_attr attr = meter->attr;
	int other[KIT_METERS], others = open_others(kit, found, meter, other), fd;

	attr.disabled = 1;
	fd = kit_open(kit, &attr, 0, -1, -1);
	if (fd >= 0) {
		kit_ioctl(kit, fd, PERF_EVENT_IOC_ENABLE, 0);
		do_work(found, meter);
		kit_ioctl(kit, fd, PERF_EVENT_IOC_DISABLE, 0);
		*out = kit_read(kit, fd);
		close(fd);
	}
	while (others--)
		close(other[others]);
	return fd < 0 ? fd : 0;
}

static void try(struct kit *kit, const struct kit_found *found, struct kit_meter *meter, int ret,
		struct pmx_calibration *out)
{
	struct pmx_reading it = { 0 };

	snprintf(out->name, sizeof(out->name), "%s", meter->name);
	if (!ret)
		ret = count_work(kit, found, meter, &it);
	if (ret) {
		snprintf(out->why, sizeof(out->why), "%s", strerror(-ret));
		return;
	}
	out->done = TIMES;
	out->counted = it.value;
	out->works = it.value >= TIMES && it.value <= TIMES + meter->slack &&
		     it.running == it.enabled;
	meter->works = out->works;
	if (!out->works && it.running != it.enabled)
		snprintf(out->why, sizeof(out->why), "was off its PMU");
	else if (!out->works)
		snprintf(out->why, sizeof(out->why), "counts wrongly");
}

/*
 * Emulated processors are known to count the last write again at each call of a uprobe, which is a
 * step of its own: then the two are not counted together.
 */
static bool is_disturbed(struct kit *kit, const struct kit_found *found)
{
	const struct kit_meter *writes = &found->meter[KIT_WRITES];
	const struct kit_meter *probe = &found->meter[KIT_PROBE];
	pmx_autoclose int fd = -1, other = -1;

	if (!writes->works || !probe->works)
		return false;
	fd = kit_open(kit, &writes->attr, 0, -1, -1);
	other = kit_open(kit, &probe->attr, 0, -1, -1);
	if (fd < 0 || other < 0)
		return true;
	for (int round = 0; round < ROUNDS; round++) {
		kit_work(writes, TIMES);
		kit_work(probe, TIMES);
	}
	return kit_read(kit, fd).value != ROUNDS * TIMES;
}

void kit_find_meters(struct kit *kit, struct kit_found *found)
{
	static int (*const set[KIT_METERS])(struct kit *, struct kit_found *,
					    struct kit_meter *) = {
		[KIT_CALLS] = set_calls,
		[KIT_FAULTS] = set_faults,
		[KIT_PROBE] = set_probe,
		[KIT_WRITES... KIT_WRITES_LAST] = set_writes,
	};

	for (unsigned i = 0; i < KIT_METERS; i++) {
		struct kit_meter *meter = &found->meter[i];

		meter->kind = (enum kit_meter_kind)i;
		meter->name = names[i];
		try(kit, found, meter, set[i](kit, found, meter),
		    &found->calibration[found->calibrations++]);
	}
	found->disturbed = is_disturbed(kit, found);
}

const struct kit_meter *kit_meter(const struct kit *kit, enum kit_meter_kind kind)
{
	const struct kit_meter *meter = &kit->found->meter[kind];

	return meter->works ? meter : NULL;
}

size_t kit_meters(const struct kit *kit, const struct kit_meter **out, size_t max)
{
	size_t count = 0;

	for (unsigned i = 0; i <= KIT_WRITES && count < max; i++)
		if (kit->found->meter[i].works && !(i == KIT_WRITES && kit->found->disturbed))
			out[count++] = &kit->found->meter[i];
	return count;
}
