/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gpu_monitors.h - a GPU monitor on a machine and rings that are made up
 */
#ifndef TESTS_GPU_MONITORS_H
#define TESTS_GPU_MONITORS_H

#include "sysroot.h"

#include <perfmux/gpu.h>

#include "fake_rings.h"

#define EVENTS "/sys/kernel/tracing/events/gpu_mem/"
#define TOTAL  70 /* ids */
#define SHARED 71
#define SECOND UINT64_C(1000000000)
#define NOW    (100 * SECOND)

struct fixture {
	struct sysroot root;
	struct pmx_machine *machine;
	struct rings kernel;
	struct pmx_sys sys;
	struct pmx_cpus cpus;
	struct pmx_gpu_options opts;
	struct pmx_gpu_monitor *monitor;
	const struct pmx_gpu_report *report;
	struct pmx_error err;
	/* what on_update() was told */
	unsigned told;
	uint64_t told_pid, told_total;
	char told_comm[16];
};

/* For hooks of the kernel, which know no context. */
static struct fixture *current;

static inline void put_format(struct fixture *f, const char *event, unsigned id)
{
	char path[256], text[1024];

	snprintf(path, sizeof(path), EVENTS "%s/format", event);
	snprintf(text, sizeof(text),
		 "name: %s\nID: %u\nformat:\n"
		 "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
		 "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
		 "\tfield:u32 gpu_id;\toffset:8;\tsize:4;\tsigned:0;\n"
		 "\tfield:u32 pid;\toffset:12;\tsize:4;\tsigned:0;\n"
		 "\tfield:u64 size;\toffset:16;\tsize:8;\tsigned:0;\n\nprint fmt: \"\"\n",
		 event, id);
	sysroot_put(&f->root, path, text);
}

static inline void on_update(void *ctx, const struct pmx_gpu_update *update, uint64_t pid,
			     const char *comm)
{
	struct fixture *f = ctx;

	f->told++;
	f->told_pid = pid;
	f->told_total = update->total;
	snprintf(f->told_comm, sizeof(f->told_comm), "%s", comm);
}

static inline int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	sysroot_make(&f->root);
	sysroot_mkdir(&f->root, "/sys/kernel/tracing/events");
	sysroot_mkdir(&f->root, "/proc");
	f->machine = open_machine(f->root.dir);
	f->kernel.now = NOW;
	f->sys = rings_sys(&f->kernel);
	pmx_cpus_add(&f->cpus, 0);
	pmx_cpus_add(&f->cpus, 1);
	f->opts = (struct pmx_gpu_options){
		.cpus = &f->cpus, .sys = &f->sys, .on_update = on_update, .ctx = f
	};
	current = f;
	*state = f;
	return 0;
}

static inline int tear_down(void **state)
{
	struct fixture *f = *state;

	pmx_gpu_monitor_free(f->monitor);
	assert_int_equal(f->kernel.maps, f->kernel.unmaps);
	for (int fd = 0; fd < RINGS_FDS; fd++)
		if (f->kernel.attr[fd].size)
			assert_int_equal(fcntl(fd, F_GETFD), -1);
	pmx_machine_free(f->machine);
	sysroot_remove(&f->root);
	free(f);
	return 0;
}

static inline int try(struct fixture *f)
{
	return pmx_gpu_monitor_new(&f->monitor, f->machine, &f->opts, &f->err);
}

static inline void start(struct fixture *f)
{
	if (try(f) || pmx_gpu_monitor_start(f->monitor, &f->err))
		fail_msg("%s", f->err.text);
}

/* A driver reports on a CPU. */
static inline void says(struct fixture *f, int cpu, uint64_t id, uint64_t time, uint32_t pid,
			uint64_t size)
{
	struct perf_event_header header = { .type = PERF_RECORD_SAMPLE, .size = 64 };
	uint64_t event = rings_id(rings_event_fd(&f->kernel, id, cpu));
	uint32_t raw_size = 28;
	unsigned char record[64] = { 0 };

	memcpy(record, &header, 8);
	memcpy(record + 8, &event, 8);
	memcpy(record + 24, &time, 8); /* the thread, at 16, is 0 */
	memcpy(record + 32, &raw_size, 4);
	memcpy(record + 36 + 12, &pid, 4);
	memcpy(record + 36 + 16, &size, 8);
	rings_put(&f->kernel, cpu, record, sizeof(record));
	f->kernel.count[rings_event_fd(&f->kernel, id, cpu)]++;
}

static inline void drain(struct fixture *f)
{
	assert_int_equal(pmx_gpu_monitor_drain(f->monitor, true, &f->err), 0);
}

static inline const struct pmx_gpu_report *report(struct fixture *f)
{
	f->report = pmx_gpu_monitor_report(f->monitor, &f->err);
	assert_non_null(f->report);
	return f->report;
}

#endif
