// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu.c - reports of GPU memory, by the kernel's own tracepoint or by one in its place
 */
#include "kit/gpu.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "kit/place.h"
#include "kit/tracefs.h"

#define MODULE	"/sys/kernel/debug/gpumem/total" /* tests/lab/modules/gpumem.c */
#define EVENT	"gpu_mem_total"
#define PID_MAX (1u << 22) /* no process has such a number, or a larger one */

/*
 * The uprobe is on this, which finds its arguments in registers. The kernel emulates the first
 * instruction: with a single step instead, breakpoints of emulated processors count once more.
 */
#if defined(__x86_64__) || defined(__aarch64__)
void kit_gpu_probed(uint32_t gpu, uint32_t pid, uint64_t size)
	__attribute__((visibility("hidden")));
__asm__(".pushsection .text\n"
	".globl kit_gpu_probed\n"
	".hidden kit_gpu_probed\n"
	".type kit_gpu_probed, %function\n"
	"kit_gpu_probed:\n"
	"	nop\n"
	"	ret\n"
	".size kit_gpu_probed, . - kit_gpu_probed\n"
	".popsection\n");
#else
static void kit_gpu_probed(uint32_t gpu, uint32_t pid, uint64_t size)
{
	(void)gpu, (void)pid, (void)size;
}
#endif

#if defined(__x86_64__)
#define FIELDS "gpu_id=%%di:u32 pid=%%si:u32 size=%%dx:u64"
#elif defined(__aarch64__)
#define FIELDS "gpu_id=%%x0:u32 pid=%%x1:u32 size=%%x2:u64"
#else
#define FIELDS ""
#endif

/* --- the tracepoint ------------------------------------------------------------------------- */

/* Unlike any other's, in other pid namespaces too. */
static void name_system(struct kit_gpu *gpu)
{
	snprintf(gpu->system, sizeof(gpu->system), "perfmux_%d_%llx", getpid(),
		 (unsigned long long)kit_now());
}

static void make_probe(struct kit *kit, struct kit_gpu *gpu)
{
	char path[PATH_MAX] = "", line[PATH_MAX + 256], removal[96];
	uint64_t offset;
	int ret;

	if (!FIELDS[0])
		kit_skip(kit, "where functions have their arguments on this machine is not known");
	ret = kit_place((uintptr_t)kit_gpu_probed, path, sizeof(path), &offset);
	if (ret)
		kit_error(kit, "where our own code is: %s", strerror(-ret));
	if (strchr(path, ' '))
		kit_skip(kit, "no uprobe in a file with a space in its name: %s", path);
	name_system(gpu);
	snprintf(line, sizeof(line), "p:%s/" EVENT " %s:0x%llx " FIELDS, gpu->system, path,
		 (unsigned long long)offset);
	snprintf(removal, sizeof(removal), "-:%s/" EVENT, gpu->system);
	kit_undo_write(kit, KIT_TRACEFS "uprobe_events", removal);
	ret = kit_tracefs_write("uprobe_events", line);
	if (ret)
		kit_skip(kit,
			 "no uprobe event for lack of a " EVENT " that can be made to happen: %s",
			 strerror(-ret));
}

void kit_gpu_open(struct kit *kit, struct kit_gpu *gpu)
{
	struct pmx_error err = { 0 };
	int ret;

	*gpu = (struct kit_gpu){ .system = PMX_GPU_SYSTEM };
	gpu->number[0] = (uint32_t)getpid();
	gpu->number[1] = (uint32_t)getpid() + PID_MAX;
	snprintf(gpu->filter, sizeof(gpu->filter), "gpu_id == %u", gpu->number[0]);
	gpu->module = open(MODULE, O_WRONLY | O_CLOEXEC);
	if (gpu->module < 0)
		make_probe(kit, gpu);
	kit_tracefs_mount(kit);
	ret = pmx_gpu_variant_read_in(&gpu->variant, kit->machine, gpu->system, &err);
	if (ret == -ENOTSUP) /* a library is missing */
		kit_skip(kit, "%s", err.text);
	if (ret)
		kit_error(kit, "%s", err.text);
	if (!gpu->variant.events[PMX_GPU_TOTAL].exists)
		kit_error(kit, "there is %s, but no %s:" EVENT, MODULE, gpu->system);
}

void kit_gpu_report(struct kit *kit, const struct kit_gpu *gpu, uint32_t number, uint32_t pid,
		    uint64_t size)
{
	char text[64];
	int length;

	if (gpu->module < 0) {
		kit_gpu_probed(number, pid, size);
		return;
	}
	length = snprintf(text, sizeof(text), "%u %u %llu", number, pid, (unsigned long long)size);
	/* not write(), which makes those who share the file wait for one another */
	if (pwrite(gpu->module, text, (size_t)length, 0) != length)
		kit_error(kit, "%s: %s", MODULE, strerror(errno));
}

/* --- events --------------------------------------------------------------------------------- */

int kit_gpu_count(struct kit *kit, const struct kit_gpu *gpu, pid_t pid, int cpu)
{
	uint64_t id = gpu->variant.events[PMX_GPU_TOTAL].id;
	struct perf_event_attr attr = kit_attr(PERF_TYPE_TRACEPOINT, id);
	int fd, ret;

	attr.disabled = 1;
	fd = kit_must_open(kit, &attr, pid, cpu, -1);
	ret = kit_ioctl(kit, fd, PERF_EVENT_IOC_SET_FILTER, (unsigned long)gpu->filter);
	if (!ret)
		ret = kit_ioctl(kit, fd, PERF_EVENT_IOC_ENABLE, 0);
	if (ret)
		kit_error(kit, "an event with the filter '%s': %s", gpu->filter, strerror(-ret));
	return fd;
}

void kit_gpu_refused(struct kit *kit, const struct pmx_error *err)
{
	if (err->code == -EACCES || err->code == -EPERM || err->code == -ENOSPC)
		kit_skip(kit, "%s", err->text);
	kit_error(kit, "%s", err->text);
}

struct pmx_recorder *kit_gpu_record(struct kit *kit, struct kit_gpu *gpu,
				    const struct pmx_cpus *cpus, size_t ring_bytes)
{
	struct pmx_event event = {
		.name = (char *)EVENT, /* which is read only */
		.pmu = pmx_pmus_find(kit->pmus, "tracepoint", NULL),
		.attr = { .type = PERF_TYPE_TRACEPOINT,
			  .config = gpu->variant.events[PMX_GPU_TOTAL].id },
		.scale = 1,
		.filter = gpu->filter,
		.group = -1,
	};
	struct pmx_events events = { .list = &event, .count = 1 };
	struct pmx_recorder_options options = {
		.cpus = cpus,
		.ring_bytes = ring_bytes,
		.sys = kit->sys,
	};
	struct pmx_recorder *recorder;
	struct pmx_error err = { 0 };

	if (pmx_recorder_new(&recorder, &events, &options, &err) ||
	    pmx_recorder_enable(recorder, &err))
		kit_gpu_refused(kit, &err);
	return recorder;
}
