// SPDX-License-Identifier: GPL-2.0-only
/*
 * openmetrics_gpu.c - what each GPU and each process on it has now
 *
 * A GPU's total and its processes are families of their own, or a sum over one family would count
 * memory twice. What nobody reported has no sample, and a process that has ended with nothing is no
 * series any more.
 */
#include "report/openmetrics_gpu.h"

#define GAUGE(text, sentence)                                                                 \
	{                                                                                     \
		.name = (text), .kind = PMX_FAMILY_GAUGE, .unit = "bytes", .help = (sentence) \
	}

/* --- of a GPU ----------------------------------------------------------------------------- */

struct device_family {
	struct pmx_family family;
	size_t gauge;  /* where it is in a device */
	size_t number; /* and the number in a gauge */
};

#define OF_DEVICE(member) offsetof(struct pmx_gpu_device, member)
#define OF_GAUGE(member)  offsetof(struct pmx_gpu_gauge, member)

static const struct device_family device_families[] = {
	{ GAUGE("perfmux_gpu_memory_bytes",
		"Memory in use on the whole GPU, as its driver reports it."),
	  OF_DEVICE(total), OF_GAUGE(last) },
	{ GAUGE("perfmux_gpu_memory_peak_bytes", "The most that was in use on the whole GPU."),
	  OF_DEVICE(total), OF_GAUGE(peak) },
	{ GAUGE("perfmux_gpu_memory_imported_bytes",
		"Memory of the whole GPU in buffers that others share."),
	  OF_DEVICE(imported), OF_GAUGE(last) },
};

static uint64_t number_at(const struct pmx_gpu_gauge *gauge, size_t offset)
{
	return *(const uint64_t *)(const void *)((const char *)gauge + offset);
}

static void put_devices(struct pmx_exposer *to, const struct device_family *family,
			const struct pmx_gpu_report *report)
{
	for (size_t i = 0; i < report->gpu_count; i++) {
		const struct pmx_gpu_device *device = &report->gpus[i];
		const struct pmx_gpu_gauge *gauge =
			(const void *)((const char *)device + family->gauge);

		if (!gauge->updates)
			continue;
		pmx_sample_begin(to, &family->family);
		pmx_sample_number(to->out, "gpu", device->gpu, true);
		pmx_sample_u64(to, number_at(gauge, family->number));
	}
}

/* --- of a process ------------------------------------------------------------------------- */

static bool get_total(const struct pmx_gpu_row *row, uint64_t *bytes)
{
	*bytes = row->total.last;
	return row->total.updates > 0;
}

static bool get_peak(const struct pmx_gpu_row *row, uint64_t *bytes)
{
	*bytes = row->total.peak;
	return row->total.updates > 0;
}

static bool get_imported(const struct pmx_gpu_row *row, uint64_t *bytes)
{
	*bytes = row->imported.last;
	return row->imported.updates > 0;
}

static bool get_private(const struct pmx_gpu_row *row, uint64_t *bytes)
{
	*bytes = row->private_bytes;
	return row->has_private;
}

struct process_family {
	struct pmx_family family;
	bool (*get)(const struct pmx_gpu_row *row, uint64_t *bytes);
};

static const struct process_family process_families[] = {
	{ GAUGE("perfmux_gpu_process_memory_bytes", "Memory of a process on a GPU."), get_total },
	{ GAUGE("perfmux_gpu_process_memory_peak_bytes", "The most that a process had on a GPU."),
	  get_peak },
	{ GAUGE("perfmux_gpu_process_memory_imported_bytes",
		"Memory of a process on a GPU in buffers that others share."),
	  get_imported },
	{ GAUGE("perfmux_gpu_process_memory_private_bytes",
		"Memory of a process on a GPU that nobody shares."),
	  get_private },
};

/* Processes come and go: one that has nothing any more would be a series for ever. */
static bool is_past(const struct pmx_gpu_row *row)
{
	return row->marks & PMX_GPU_ENDED && row->marks & PMX_GPU_GONE;
}

static void put_processes(struct pmx_exposer *to, const struct process_family *family,
			  const struct pmx_gpu_report *report)
{
	for (size_t i = 0; i < report->row_count; i++) {
		const struct pmx_gpu_row *row = &report->rows[i];
		uint64_t bytes;

		if (is_past(row) || !family->get(row, &bytes))
			continue;
		pmx_sample_begin(to, &family->family);
		pmx_sample_number(to->out, "gpu", row->gpu, true);
		pmx_sample_number(to->out, "pid", row->pid, false);
		pmx_sample_label(to->out, "comm", row->comm, false);
		if (row->generation)
			pmx_sample_number(to->out, "generation", row->generation, false);
		pmx_sample_u64(to, bytes);
	}
}

/* --- of all ------------------------------------------------------------------------------- */

static const struct pmx_family updates = {
	.name = "perfmux_gpu_updates",
	.kind = PMX_FAMILY_COUNTER,
	.help = "Reports of drivers that were taken in.",
};

static const struct pmx_family lost = {
	.name = "perfmux_gpu_lost_records",
	.kind = PMX_FAMILY_COUNTER,
	.help = "Records that the kernel dropped: gauges may be out of date until the next update.",
};

void pmx_openmetrics_gpu(struct pmx_exposer *to, const struct pmx_gpu_report *report)
{
	for (size_t i = 0; i < sizeof(device_families) / sizeof(device_families[0]); i++)
		put_devices(to, &device_families[i], report);
	for (size_t i = 0; i < sizeof(process_families) / sizeof(process_families[0]); i++)
		put_processes(to, &process_families[i], report);
	pmx_sample_begin(to, &updates);
	pmx_sample_u64(to, report->updates);
	pmx_sample_begin(to, &lost);
	pmx_sample_u64(to, report->lost);
}
