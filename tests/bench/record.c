// SPDX-License-Identifier: GPL-2.0-only
/*
 * record SYSTEM NAME PID - records a tracepoint on all CPUs, with buffers of the default size, until a
 * process ends; sleeps until a buffer is a quarter full; prints what became of it: JSON, one line
 *
 * What is done with a record is little: the numbers are those of the recorder.
 */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <perfmux/record.h>

static const struct pmx_pmu tracepoints = { .name = "tracepoint",
					    .type = PERF_TYPE_TRACEPOINT,
					    .kind = PMX_PMU_TRACEPOINT,
					    .software_class = true };

struct totals {
	uint64_t records, bytes;
};

__attribute__((noreturn)) static void die(const struct pmx_error *err)
{
	fprintf(stderr, "record: %s\n%s\n", err->text, err->hint);
	exit(2);
}

static int take(void *ctx, const struct pmx_record *record)
{
	struct totals *totals = ctx;

	totals->records++;
	totals->bytes += record->size;
	return 0;
}

static double cpu_ms(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-3;
}

static struct pmx_recorder *open_recorder(const char *system, const char *name)
{
	struct pmx_error err = { 0 };
	struct pmx_machine *machine;
	struct pmx_format *format;
	struct pmx_recorder *recorder;
	struct pmx_cpus cpus;
	struct pmx_event event = { .name = (char *)name,
				   .pmu = &tracepoints,
				   .attr = { .type = PERF_TYPE_TRACEPOINT },
				   .group = -1 };
	struct pmx_events events = { .list = &event, .count = 1, .room = 1 };
	struct pmx_recorder_options opts = { .cpus = &cpus };

	if (pmx_machine_new(&machine, NULL, &err) || pmx_machine_online(machine, &cpus, &err) ||
	    pmx_format_new(&format, machine, system, name, &err))
		die(&err);
	event.attr.config = pmx_format_id(format);
	if (pmx_recorder_new(&recorder, &events, &opts, &err) || pmx_recorder_enable(recorder, &err))
		die(&err);
	pmx_format_free(format);
	pmx_machine_free(machine);
	return recorder;
}

int main(int argc, char **argv)
{
	struct totals totals = { 0 };
	struct pmx_recorded recorded;
	struct pmx_recorder *recorder;
	struct pollfd wanted[2] = { { .events = POLLIN }, { .events = POLLIN } };
	unsigned long woken = 0;
	double before;

	if (argc != 4)
		return 2;
	wanted[0].fd = (int)syscall(SYS_pidfd_open, (pid_t)strtol(argv[3], NULL, 10), 0);
	if (wanted[0].fd < 0)
		return 2;
	recorder = open_recorder(argv[1], argv[2]);
	wanted[1].fd = pmx_recorder_fd(recorder);
	before = cpu_ms();
	while (poll(wanted, 2, -1) > 0 && !wanted[0].revents) {
		woken++;
		pmx_recorder_drain(recorder, false, take, &totals);
	}
	pmx_recorder_disable(recorder, NULL);
	pmx_recorder_drain(recorder, true, take, &totals);
	pmx_recorder_recorded(recorder, 0, &recorded);
	printf("{\"counted\":%llu,\"samples\":%llu,\"lost\":%llu,\"late\":%llu,\"woken\":%lu,"
	       "\"recording_cpu_ms\":%.1f,\"cpu_ms\":%.1f}\n",
	       (unsigned long long)recorded.counted, (unsigned long long)recorded.samples,
	       (unsigned long long)recorded.lost, (unsigned long long)pmx_recorder_late(recorder),
	       woken, cpu_ms() - before, cpu_ms());
	pmx_recorder_free(recorder);
	return 0;
}
