// SPDX-License-Identifier: GPL-2.0-only
/*
 * machine.c - fuzzes what /proc and /sys say of CPUs, mounts, load and processes: the files below,
 * parted in the input by bytes 0xff
 *
 * max_len=1024
 */
#include <perfmux/bench.h>
#include <perfmux/topology.h>

#include "gpu/proc.h"
#include "pmu/watchdog.h"
#include "target/cgroup_mount.h"

#include "fuzz.h"

#define CPU  "/sys/devices/system/cpu/"
#define CPU0 CPU "cpu0/"

static const char *const files[] = {
	CPU "online",
	"/proc/mounts",
	"/proc/cgroups",
	"/proc/7/stat",
	"/proc/loadavg",
	"/proc/stat",
	"/proc/7/comm",
	"/proc/sys/kernel/perf_event_paranoid",
	"/proc/sys/kernel/nmi_watchdog",
	CPU0 "topology/core_id",
	CPU0 "topology/physical_package_id",
	CPU0 "cache/index0/level",
	CPU0 "cache/index0/type",
	CPU0 "cache/index0/shared_cpu_list",
	"/sys/devices/system/node/node0/cpulist",
	CPU "smt/active",
	CPU0 "topology/thread_siblings_list",
	CPU0 "cpufreq/scaling_governor",
	CPU0 "thermal_throttle/core_throttle_count",
};

static void check_places(struct pmx_machine *machine)
{
	for (enum pmx_aggr aggr = PMX_AGGR_GLOBAL; aggr <= PMX_AGGR_NODE; aggr++) {
		struct pmx_place place;
		char label[64];

		pmx_topology_place(machine, 0, aggr, 0, &place);
		CHECK(place.cpu == 0 && place.cache_level >= 0 && place.cache_level <= 4);
		CHECK(place.core >= -1 && place.cluster >= -1 && place.die >= -1);
		CHECK(place.socket >= -1 && place.node >= -1 && place.cache >= -1);
		CHECK(pmx_place_is_same(&place, &place, aggr));
		CHECK(pmx_place_compare(&place, &place, aggr) == 0);
		CHECK(pmx_place_label(&place, aggr, label, sizeof(label)) < sizeof(label));
	}
}

static void check_process(struct pmx_machine *machine)
{
	struct proc_stat stat;

	if (!gpu_proc_stat(machine, 7, &stat))
		return;
	CHECK(memchr(stat.comm, '\0', sizeof(stat.comm)));
	CHECK(stat.ppid >= 0);
}

static void check_mount(struct pmx_machine *machine)
{
	struct pmx_error err = { .code = 0 };
	char path[64];
	int ret = pmx_cgroup_mount_find(machine, path, sizeof(path), &err);

	if (ret)
		check_error(ret, &err);
	else
		CHECK(memchr(path, '\0', sizeof(path)) &&
		      (!path[0] || path[strlen(path) - 1] != '/'));
}

static void check_noise(struct pmx_machine *machine, const struct pmx_cpus *cpus)
{
	struct pmx_noise noise = { .count = 0 }, again = { .count = 0 };

	CHECK(!pmx_noise_look(machine, cpus, NULL, &noise, NULL));
	CHECK(!pmx_noise_look(machine, cpus, &noise, &again, NULL));
	CHECK(noise.count <= 8 && again.count <= 8);
	for (size_t i = 0; i < noise.count; i++)
		CHECK(noise.lines[i][0] && !strchr(noise.lines[i], '\n'));
	pmx_noise_free(&noise);
	pmx_noise_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pmx_machine *machine = NULL;
	struct pmx_error err = { .code = 0 };
	struct pmx_cpus online;
	int ret;

	fuzz_lay_out(files, sizeof(files) / sizeof(files[0]), data, size);
	CHECK(!pmx_machine_new(&machine, fuzz_sysroot(), NULL));
	ret = pmx_machine_online(machine, &online, &err);
	if (ret)
		check_error(ret, &err);
	else
		CHECK(!pmx_cpus_is_empty(&online));
	pmx_machine_paranoid(machine);
	pmx_watchdog_state(machine);
	check_places(machine);
	check_process(machine);
	check_mount(machine);
	check_noise(machine, ret ? NULL : &online);
	pmx_machine_free(machine);
	return 0;
}
