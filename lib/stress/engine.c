// SPDX-License-Identifier: GPL-2.0-only
/*
 * engine.c - calibrating, and what was found about the machine
 */
#include "stress/engine.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/utsname.h>

#include "base/num.h"
#include "stress/supervisor.h"

enum { CALIBRATION_MS = 30000 };

void stress_kit(const struct pmx_stress *stress, struct kit_sheet *sheet, uint64_t seed,
		uint64_t budget, struct kit *out)
{
	*out = (struct kit){
		.sys = stress->sys,
		.machine = stress->machine,
		.pmus = stress->pmus,
		.found = stress->found,
		.sheet = sheet,
		.random = { .state = seed },
		.seed = seed,
		.budget = budget,
	};
	sched_getaffinity(0, sizeof(out->cpus), (cpu_set_t *)&out->cpus);
}

/* In a process of its own: a kernel may do more than count wrongly. */
static void calibrate(struct kit_sheet *sheet, void *arg)
{
	struct pmx_stress *stress = arg;
	struct kit kit;

	stress_kit(stress, sheet, 0, 0, &kit);
	kit_find(&kit, stress->found);
}

static int find(struct pmx_stress *stress, struct pmx_error *err)
{
	struct pmx_stress_result result = { 0 };
	struct supervised it;
	int ret = supervise(&it, calibrate, stress, CALIBRATION_MS);

	if (ret)
		return pmx_error_set(err, ret,
				     "no process for the calibration: "
				     "%s",
				     strerror(-ret));
	supervised_wait(&it);
	pmx_stress_judge(it.sheet, CALIBRATION_MS, &result);
	if (result.verdict != PMX_STRESS_PASS)
		ret = pmx_error_set(err, -EIO, "calibration failed: %s", result.why);
	supervised_free(&it);
	return ret;
}

static unsigned kernel_version(void)
{
	struct utsname name;
	const char *at = name.release;
	uint64_t major = 0, minor = 0;

	if (uname(&name) || pmx_num_decimal_prefix(&at, 0xffff, &major))
		return 0;
	if (*at++ == '.' && pmx_num_decimal_prefix(&at, 0xffff, &minor))
		return 0;
	return (unsigned)(major << 16 | minor);
}

static int prepare(struct pmx_stress *stress, struct pmx_error *err)
{
	int ret;

	stress->found = kit_try_shared(sizeof(*stress->found));
	if (!stress->found)
		return pmx_error_nomem(err);
	stress->kernel = kernel_version();
	kernel_log_open(&stress->log);
	if (stress->log.fd < 0)
		snprintf(stress->log_error, sizeof(stress->log_error), "/dev/kmsg: %s",
			 strerror(-stress->log.fd));
	ret = pmx_pmus_new(&stress->pmus, stress->machine, err);
	return ret ? ret : find(stress, err);
}

int pmx_stress_new(struct pmx_stress **out, struct pmx_machine *machine, const struct pmx_sys *sys,
		   struct pmx_error *err)
{
	struct pmx_stress *stress;
	int ret;

	if (!pmx_machine_is_live(machine)) {
		pmx_error_set(err, -EINVAL, "a kernel can be examined on its own machine only");
		return pmx_error_hint(err, "leave --sysroot out");
	}
	stress = calloc(1, sizeof(*stress));
	if (!stress)
		return pmx_error_nomem(err);
	stress->machine = machine;
	stress->sys = sys ? sys : &pmx_sys_kernel;
	stress->log.fd = -EBADF;
	ret = prepare(stress, err);
	if (ret)
		pmx_stress_free(stress);
	else
		*out = stress;
	return ret;
}

void pmx_stress_free(struct pmx_stress *stress)
{
	if (!stress)
		return;
	kernel_log_close(&stress->log);
	pmx_pmus_free(stress->pmus);
	if (stress->found)
		munmap(stress->found, sizeof(*stress->found));
	free(stress);
}

const struct pmx_calibration *pmx_stress_calibrations(const struct pmx_stress *stress,
						      size_t *count)
{
	*count = stress->found->calibrations;
	return stress->found->calibration;
}

unsigned pmx_stress_serves(const struct pmx_stress *stress)
{
	return stress->found->serves;
}

const char *pmx_stress_missing(const struct pmx_stress *stress, unsigned index)
{
	return stress->found->missing[index];
}

const char *pmx_stress_log_error(const struct pmx_stress *stress)
{
	return stress->log_error[0] ? stress->log_error : NULL;
}
