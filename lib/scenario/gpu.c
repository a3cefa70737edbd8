// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu.c - what scenarios about gpu_mem records have in common
 */
#include "scenario/gpu.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { CPUS = 4, WORK = 10 };

/*
 * An event of a CPU that is opened disabled stays off when it is enabled, on kernels known so far,
 * if the only other events there are of cgroups that do not run: as others may have any time.
 * Beside one that was opened enabled that does not happen.
 */
static void wake(struct kit *kit)
{
	struct perf_event_attr attr = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);

	pmx_cpus_for_each(cpu, &kit->cpus)
		kit_must_open(kit, &attr, -1, cpu, -1);
}

void gpu_few_cpus(struct kit *kit)
{
	struct pmx_cpus few = { 0 };

	pmx_cpus_for_each(cpu, &kit->cpus)
		if (pmx_cpus_count(&few) < CPUS)
			pmx_cpus_add(&few, cpu);
	kit->cpus = few;
	kit_unpin(kit);
	wake(kit);
}

void gpu_pin(struct kit *kit, unsigned index)
{
	if (!kit_pin(kit_cpu(kit, index)))
		kit_skip(kit, "CPU %d is not ours any more", kit_cpu(kit, index));
}

/* --- counters beside ------------------------------------------------------------------------ */

struct gpu_beside gpu_beside_open(struct kit *kit, const struct kit_gpu *gpu, unsigned number)
{
	const struct kit_meter *meters[KIT_METERS];
	size_t count = kit_meters(kit, meters, KIT_METERS);
	/* reports are a tracepoint, too: a meter of another PMU */
	size_t skipped = count && meters[0]->kind == KIT_CALLS;
	struct gpu_beside beside = { 0 };

	if (count <= skipped)
		kit_skip(kit, "no event of another PMU that counts known work exactly");
	beside.meter = meters[skipped + number % (count - skipped)];
	beside.reports_fd = kit_gpu_count(kit, gpu, 0, -1);
	beside.meter_fd = kit_must_open(kit, &beside.meter->attr, 0, -1, -1);
	return beside;
}

void gpu_beside_work(struct gpu_beside *beside)
{
	kit_work(beside->meter, WORK);
	beside->work += WORK;
}

void gpu_beside_check(struct kit *kit, const struct gpu_beside *beside)
{
	struct pmx_reading reports = kit_read(kit, beside->reports_fd);
	struct pmx_reading work = kit_read(kit, beside->meter_fd);

	kit_check(kit, pmx_oracle_exact(kit->breach, "a task's own reports", reports.value,
					beside->reports, beside->reports));
	kit_check(kit, pmx_oracle_always_on(kit->breach, "a task's own reports", &reports));
	kit_check(kit, pmx_oracle_exact(kit->breach, beside->meter->name, work.value, beside->work,
					beside->work + beside->meter->slack));
	kit_check(kit, pmx_oracle_always_on(kit->breach, beside->meter->name, &work));
}

/* --- gauges --------------------------------------------------------------------------------- */

void gpu_say(struct gpu_said *said, uint64_t size)
{
	if (!said->updates++)
		said->first = said->minimum = size;
	said->last = size;
	if (size > said->peak)
		said->peak = size;
	if (size < said->minimum)
		said->minimum = size;
}

static void check_value(struct kit *kit, const char *what, const char *which, uint64_t got,
			uint64_t low, uint64_t high)
{
	char subject[160];

	snprintf(subject, sizeof(subject), "%s: %s", what, which);
	kit_check(kit, pmx_oracle_exact(kit->breach, subject, got, low, high));
}

void gpu_check_gauge(struct kit *kit, const char *what, const struct pmx_gpu_gauge *gauge,
		     const struct gpu_said *said)
{
	check_value(kit, what, "updates", gauge->updates, said->updates, said->updates);
	check_value(kit, what, "first bytes", gauge->first, said->first, said->first);
	check_value(kit, what, "last bytes", gauge->last, said->last, said->last);
	check_value(kit, what, "peak bytes", gauge->peak, said->peak, said->peak);
	check_value(kit, what, "minimum bytes", gauge->minimum, said->minimum, said->minimum);
	check_value(kit, what, "mean bytes", (uint64_t)gauge->mean, said->minimum, said->peak);
}

/* --- monitors ------------------------------------------------------------------------------- */

struct pmx_gpu_monitor *gpu_monitor(struct kit *kit, const struct kit_gpu *gpu,
				    pmx_gpu_update_fn *on_update, void *ctx)
{
	struct pmx_gpu_options options = {
		.sources = PMX_GPU_ONLY_TRACEPOINT,
		.system = gpu->system,
		.cpus = &kit->cpus,
		.on_update = on_update,
		.ctx = ctx,
		.sys = kit->sys,
	};
	struct pmx_gpu_monitor *monitor;
	struct pmx_error err = { 0 };

	if (pmx_gpu_monitor_new(&monitor, kit->machine, &options, &err) ||
	    pmx_gpu_monitor_start(monitor, &err))
		kit_gpu_refused(kit, &err);
	return monitor;
}

void gpu_expect(struct kit *kit, const char *what, uint64_t got, uint64_t wanted)
{
	if (got == wanted)
		kit_check(kit, true);
	else
		kit_breach(kit, "recorded", "%s is %" PRIu64 " and should be %" PRIu64, what, got,
			   wanted);
}

void gpu_check_recorded(struct kit *kit, const struct pmx_recorded *recorded)
{
	uint64_t parts[] = { recorded->samples, recorded->lost };

	kit_check(kit, pmx_oracle_conserved(kit->breach, "reports recorded, and lost", parts, 2,
					    recorded->counted, 0));
}

const struct pmx_gpu_report *gpu_finish(struct kit *kit, struct pmx_gpu_monitor *monitor)
{
	const struct pmx_gpu_report *report;
	struct pmx_error err = { 0 };

	if (pmx_gpu_monitor_finish(monitor, &err))
		kit_error(kit, "%s", err.text);
	report = pmx_gpu_monitor_report(monitor, &err);
	if (!report)
		kit_error(kit, "%s", err.text);
	if (!report->checks[PMX_GPU_TOTAL].is_read)
		kit_breach(kit, "readable", "the count of reports that were recorded");
	gpu_check_recorded(kit, &report->checks[PMX_GPU_TOTAL].recorded);
	check_value(kit, "records", "not as their format has it", report->bad, 0, 0);
	return report;
}

const struct pmx_gpu_device *gpu_device(struct kit *kit, const struct pmx_gpu_report *report,
					uint64_t number)
{
	for (size_t i = 0; i < report->gpu_count; i++)
		if (report->gpus[i].gpu == number)
			return &report->gpus[i];
	kit_breach(kit, "complete", "GPU %" PRIu64 " has no gauge, of %zu", number,
		   report->gpu_count);
	return NULL;
}

const struct pmx_gpu_row *gpu_row(struct kit *kit, const struct pmx_gpu_report *report,
				  uint64_t number, pid_t pid)
{
	for (size_t i = 0; i < report->row_count; i++)
		if (report->rows[i].gpu == number && report->rows[i].pid == (uint64_t)pid)
			return &report->rows[i];
	kit_breach(kit, "complete", "process %d has no gauge on GPU %" PRIu64 ", of %zu", pid,
		   number, report->row_count);
	return NULL;
}
