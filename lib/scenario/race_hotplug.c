// SPDX-License-Identifier: GPL-2.0-only
/*
 * race_hotplug.c - a CPU leaves and comes back while it and a task on it are counted
 */
#include <stdio.h>
#include <string.h>

#include "scenario/race.h"

enum { TURNS = 3, TIMES = 5000 };

static void leave_and_return(struct kit *kit, const char *path, const char *text)
{
	int ret = kit_write_file(path, text);

	if (ret)
		kit_skip(kit, "writing %s to %s: %s", text, path, strerror(-ret));
}

static void run(struct kit *kit)
{
	const struct kit_meter *meter = race_meter(kit);
	struct perf_event_attr clock = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK);
	struct pmx_reading task, cpu[TURNS + 1];
	uint64_t start = kit_now();
	int leaving = kit_cpu(kit, 1), fd, whole;
	char path[64];

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/online", leaving);
	kit_undo_write(kit, path, "1");
	fd = kit_must_open(kit, &meter->attr, 0, -1, -1);
	whole = kit_must_open(kit, &clock, -1, leaving, -1);
	for (int i = 0; i < TURNS; i++) {
		kit_pin(leaving); /* the kernel moves the task when the CPU leaves */
		kit_work(meter, TIMES);
		leave_and_return(kit, path, "0");
		kit_work(meter, TIMES);
		cpu[i] = kit_read(kit, whole);
		leave_and_return(kit, path, "1");
		kit_work(meter, TIMES);
	}
	task = kit_read(kit, fd);
	cpu[TURNS] = kit_read(kit, whole);
	kit_check(kit, pmx_oracle_exact(kit->breach, "work while its CPU left and came back",
					task.value, 3 * TURNS * TIMES, 3 * TURNS * TIMES));
	kit_check(kit, pmx_oracle_always_on(kit->breach, meter->name, &task));
	kit_check(kit, pmx_oracle_monotone(kit->breach, "cpu-clock of the CPU", cpu, TURNS + 1));
	kit_check(kit, pmx_oracle_times(kit->breach, "cpu-clock of the CPU", &cpu[TURNS],
					kit_now() - start, 1, KIT_MSEC));
}

const struct pmx_scenario scenario_race_hotplug = {
	.name = "race.hotplug",
	.summary = "a CPU leaves and returns while counted",
	.about = "CPU hotplug: contexts of a CPU are taken down",
	.explain =
		"A task is bound to a CPU that is taken offline and brought back, three times. The "
		"task's event must count all of its known work, wherever the kernel moved it; the "
		"CPU's own event may stop for good but must stay readable, with counts and times "
		"that never go back and are no longer than the time that passed. "
		"perf_event_exit_cpu_context() removes the events of a CPU that leaves.",
	.needs = PMX_NEED_HOTPLUG | PMX_NEED_TWO_CPUS | PMX_NEED_CPU_EVENTS,
	.alone = true,
	.run = run,
};
