// SPDX-License-Identifier: GPL-2.0-only
/*
 * ring.c - fuzzes the bytes of ring buffers, from the mapping to what a recorder delivers
 *
 * The kernel is tests/unit/fake_rings.h: two CPUs, two tracepoints, one page of ring each. An input
 * begins with where in the ring writing starts, in 16 bytes, so that records lie around its end.
 * Then come steps: a byte that says what to do (see do_step()), and for bytes to be written their
 * number in words and the bytes. The kernel's ids are 1 and 2 for the tracepoints of CPU 0, 3 and 4
 * for those of CPU 1. max_len=2048
 */
#include <perfmux/record.h>

#include "../unit/fake_rings.h"

#include "fuzz.h"

enum { FIRST = 100, SECOND = 101, CPUS = 2 };

struct reader {
	const uint8_t *data;
	size_t left;
};

struct seen {
	uint64_t newest, late, samples[2];
	unsigned sum;
};

static struct rings kernel;

static uint8_t next_byte(struct reader *in)
{
	in->left--;
	return *in->data++;
}

/* Small numbers, whatever descriptors there are. */
static int give_id(void *ctx, int fd, unsigned long request, unsigned long arg)
{
	uint64_t id = (uint64_t)kernel.cpu[fd] * 2 + kernel.attr[fd].config - FIRST + 1;

	if (request != PERF_EVENT_IOC_ID || kernel.attr[fd].type != PERF_TYPE_TRACEPOINT)
		return rings_ioctl(ctx, fd, request, arg);
	memcpy((void *)arg, &id, sizeof(id)); /* NOLINT(performance-no-int-to-ptr) */
	return 0;
}

static int take(void *ctx, const struct pmx_record *record)
{
	struct seen *seen = ctx;

	CHECK(record->cpu == 0 || record->cpu == 1);
	CHECK(record->late == (record->time < seen->newest));
	seen->late += record->late;
	if (!record->late)
		seen->newest = record->time;
	for (size_t i = 0; i < record->size; i++)
		seen->sum += ((const uint8_t *)record->raw)[i];
	if (record->kind == PMX_RECORD_COMM)
		seen->sum += (unsigned)strlen(record->comm);
	if (record->kind == PMX_RECORD_SAMPLE) {
		CHECK(record->event < 2);
		seen->samples[record->event]++;
	}
	return 0;
}

static void drain(struct pmx_recorder *recorder, bool all, struct seen *seen)
{
	CHECK(!pmx_recorder_drain(recorder, all, take, seen));
	CHECK(pmx_recorder_late(recorder) == seen->late);
	for (int cpu = 0; all && cpu < CPUS; cpu++)
		CHECK(rings_page(&kernel, cpu)->data_tail == rings_page(&kernel, cpu)->data_head);
}

static void write_words(struct reader *in, int cpu)
{
	size_t bytes = in->left ? (size_t)next_byte(in) * 8 : 0;
	uint64_t padding[256] = { 0 };

	if (bytes > in->left) {
		memcpy(padding, in->data, in->left);
		rings_put(&kernel, cpu, padding, bytes);
		in->left = 0;
		return;
	}
	rings_put(&kernel, cpu, in->data, bytes);
	in->data += bytes;
	in->left -= bytes;
}

/*
 * Bit 0: which CPU. The rest, from 0: write, drain, drain all, let time pass, head moves by a byte.
 */
static void do_step(struct reader *in, struct pmx_recorder *recorder, struct seen *seen)
{
	uint8_t step = next_byte(in);
	int cpu = step & 1;

	switch (step >> 1) {
	case 1:
		drain(recorder, false, seen);
		break;
	case 2:
		drain(recorder, true, seen);
		break;
	case 3:
		kernel.now += UINT64_C(1) << (in->left ? next_byte(in) % 40 : 0);
		break;
	case 4:
		rings_page(&kernel, cpu)->data_head += in->left ? next_byte(in) : 1;
		break;
	default:
		write_words(in, cpu);
	}
}

/*
 * Rings begin at 0: zeros, which are no record, are written up to where the input's records shall
 * begin, and the reader gives them up.
 */
static void start_at(uint64_t position, struct pmx_recorder *recorder, struct seen *seen)
{
	for (int cpu = 0; cpu < CPUS; cpu++)
		rings_page(&kernel, cpu)->data_head = position;
	drain(recorder, true, seen);
}

static struct pmx_recorder *make_recorder(const struct pmx_sys *sys)
{
	static const struct pmx_pmu pmu = { .name = "tracepoint",
					    .type = PERF_TYPE_TRACEPOINT,
					    .kind = PMX_PMU_TRACEPOINT,
					    .software_class = true };
	struct pmx_event list[2] = {
		{ .name = "s:a", .pmu = &pmu, .attr = { .type = 2, .config = FIRST }, .group = -1 },
		{ .name = "s:b",
		  .pmu = &pmu,
		  .attr = { .type = 2, .config = SECOND },
		  .group = -1 },
	};
	const struct pmx_events events = { .list = list, .count = 2 };
	struct pmx_recorder *recorder = NULL;
	struct pmx_cpus cpus;

	pmx_cpus_clear(&cpus);
	pmx_cpus_add(&cpus, 0);
	pmx_cpus_add(&cpus, 1);
	CHECK(!pmx_recorder_new(&recorder, &events,
				&(struct pmx_recorder_options){ .cpus = &cpus,
								.ring_bytes = 4096,
								.tasks = true,
								.sys = sys },
				NULL));
	return recorder;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct reader in = { .data = data, .left = size };
	struct seen seen = { .newest = 0 };
	struct pmx_recorder *recorder;
	struct pmx_sys sys;

	if (!size)
		return 0;
	kernel = (struct rings){ .now = 1000000000 };
	sys = rings_sys(&kernel);
	sys.ioctl = give_id;
	recorder = make_recorder(&sys);
	start_at((uint64_t)next_byte(&in) * 16, recorder, &seen);
	while (in.left)
		do_step(&in, recorder, &seen);
	for (int cpu = 0; cpu < CPUS; cpu++) /* as a kernel that starts anew */
		rings_page(&kernel, cpu)->data_head &= ~7ull;
	drain(recorder, true, &seen);
	pmx_recorder_free(recorder);
	CHECK(kernel.maps == kernel.unmaps);
	return 0;
}
