// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_record_kernel.c - recording what this program does, on this kernel
 *
 * The tracepoint is that of getpriority(), which nothing else calls; its second argument tells
 * calls apart.
 */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <perfmux/record.h>

#include "tracefs.h"

#define CALLS 20000

static const struct pmx_pmu tracepoints = { .name = "tracepoint",
					    .type = PERF_TYPE_TRACEPOINT,
					    .kind = PMX_PMU_TRACEPOINT,
					    .software_class = true };

struct fixture {
	struct pmx_machine *machine;
	struct pmx_format *format;
	const struct pmx_field *who;
	struct pmx_cpus cpus;
	struct pmx_events events;
	struct pmx_recorder_options opts;
	struct pmx_recorder *recorder;
	struct pmx_error err;

	/* what was delivered */
	uint64_t samples, lost, last;
	uint64_t next[PMX_MAX_CPUS]; /* by CPU: the number its next call has */
	bool in_order;
	unsigned forks, comms, exits;
	pid_t child;
};

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));
	struct pmx_event event = { .name = (char *)"getpriority",
				   .pmu = &tracepoints,
				   .attr = { .type = PERF_TYPE_TRACEPOINT },
				   .scale = 1,
				   .group = -1 };

	*state = f;
	f->in_order = true;
	if (!tracefs_mount()) {
		free(f);
		*state = NULL;
		return 0;
	}
	assert_int_equal(pmx_machine_new(&f->machine, NULL, &f->err), 0);
	assert_int_equal(pmx_machine_online(f->machine, &f->cpus, &f->err), 0);
	if (pmx_format_new(&f->format, f->machine, "syscalls", "sys_enter_getpriority", &f->err))
		fail_msg("%s; %s", f->err.text, f->err.hint);
	f->who = pmx_format_field(f->format, "who");
	assert_non_null(f->who);
	event.attr.config = pmx_format_id(f->format);
	assert_int_equal(pmx_events_append(&f->events, &event, &f->err), 0);
	f->opts.cpus = &f->cpus;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	if (!f)
		return 0;
	pmx_recorder_free(f->recorder);
	pmx_events_free(&f->events);
	pmx_format_free(f->format);
	pmx_machine_free(f->machine);
	free(f);
	return 0;
}

static struct fixture *needs_tracefs(void **state)
{
	if (!*state) {
		print_message("tracefs cannot be mounted here\n");
		skip();
	}
	return *state;
}

static void begin(struct fixture *f)
{
	if (pmx_recorder_new(&f->recorder, &f->events, &f->opts, &f->err) ||
	    pmx_recorder_enable(f->recorder, &f->err))
		fail_msg("%s; %s", f->err.text, f->err.hint);
}

static int take(void *ctx, const struct pmx_record *record)
{
	struct fixture *f = ctx;
	uint64_t who;

	f->in_order &= record->late || record->time >= f->last;
	f->last = record->time;
	f->forks += record->kind == PMX_RECORD_FORK && record->ppid == getpid();
	f->comms += record->kind == PMX_RECORD_COMM && record->pid == f->child &&
		    strcmp(record->comm, "record-child") == 0;
	f->exits += record->kind == PMX_RECORD_EXIT && record->tid == f->child;
	f->lost += record->lost;
	if (record->kind != PMX_RECORD_SAMPLE || record->pid != getpid())
		return 0;
	f->samples++;
	assert_true(pmx_field_read(f->who, record->raw, record->size, &who));
	/* a pinned thread counts upwards */
	assert_int_equal(who, f->next[record->cpu]);
	f->next[record->cpu]++;
	return 0;
}

static void call(uint64_t who)
{
	syscall(SYS_getpriority, 0, who);
}

static void *call_pinned(void *arg)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((size_t)arg, &set);
	if (pthread_setaffinity_np(pthread_self(), sizeof(set), &set))
		return NULL;
	for (uint64_t i = 0; i < CALLS; i++)
		call(i);
	return arg;
}

/* Threads on all CPUs, up to 16, call CALLS times each. Returns how many there were. */
static unsigned call_everywhere(struct fixture *f)
{
	pthread_t threads[16];
	unsigned count = 0;

	pmx_cpus_for_each(cpu, &f->cpus)
		if (count < 16)
			assert_int_equal(pthread_create(&threads[count++], NULL, call_pinned,
							(void *)(intptr_t)cpu),
					 0);
	for (unsigned i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
	return count;
}

static void every_call_on_every_cpu_is_recorded_in_order(void **state)
{
	struct fixture *f = needs_tracefs(state);
	struct pmx_recorded recorded;
	unsigned cpus;

	f->opts.ring_bytes = 4 << 20; /* nobody reads meanwhile */
	begin(f);
	cpus = call_everywhere(f);
	assert_int_equal(pmx_recorder_disable(f->recorder, &f->err), 0);
	assert_int_equal(pmx_recorder_drain(f->recorder, true, take, f), 0);
	assert_true(f->in_order);
	assert_int_equal(f->samples, (uint64_t)cpus * CALLS);
	assert_int_equal(pmx_recorder_recorded(f->recorder, 0, &recorded), 0);
	assert_int_equal(recorded.lost, 0);
	assert_int_equal(recorded.counted, recorded.samples);
	assert_true(recorded.samples >= f->samples);
}

static int count_only(void *ctx, const struct pmx_record *record)
{
	(void)record;
	++*(uint64_t *)ctx;
	return 0;
}

static void what_is_lost_and_what_is_not_add_up(void **state)
{
	struct fixture *f = needs_tracefs(state);
	struct pmx_recorded recorded;
	uint64_t records = 0;

	f->opts.ring_bytes = 1;
	begin(f);
	call_everywhere(f);
	pmx_recorder_disable(f->recorder, &f->err);
	assert_int_equal(pmx_recorder_drain(f->recorder, true, count_only, &records), 0);
	assert_int_equal(pmx_recorder_recorded(f->recorder, 0, &recorded), 0);
	assert_true(recorded.lost > 0);
	assert_true(recorded.samples > 0 && recorded.samples <= records);
	assert_int_equal(recorded.counted, recorded.samples + recorded.lost);
}

static void the_reader_is_woken_by_a_quarter_of_a_ring(void **state)
{
	struct fixture *f = needs_tracefs(state);
	struct pollfd wanted = { .events = POLLIN };
	uint64_t records = 0;

	f->opts.pid = getpid();
	begin(f);
	wanted.fd = pmx_recorder_fd(f->recorder);
	call(0);
	assert_int_equal(poll(&wanted, 1, 50), 0);
	/* more than a ring holds, and so a quarter of it too */
	call_pinned((void *)(intptr_t)pmx_cpus_next(&f->cpus, -1));
	assert_int_equal(poll(&wanted, 1, 1000), 1);
	assert_int_equal(pmx_recorder_drain(f->recorder, false, count_only, &records), 0);
	assert_true(records > 0);
	/* and not again before there is more */
	assert_int_equal(poll(&wanted, 1, 50), 0);
}

static void the_kernel_filters(void **state)
{
	struct fixture *f = needs_tracefs(state);
	uint64_t records = 0;

	f->events.list[0].filter = strdup("who == 47110815");
	begin(f);
	call_pinned((void *)(intptr_t)pmx_cpus_next(&f->cpus, -1));
	call(47110815);
	pmx_recorder_disable(f->recorder, &f->err);
	assert_int_equal(pmx_recorder_drain(f->recorder, true, count_only, &records), 0);
	assert_int_equal(records, 1);
}

static void tasks_are_seen_beginning_and_ending(void **state)
{
	struct fixture *f = needs_tracefs(state);

	f->opts.tasks = true;
	begin(f);
	f->child = fork();
	if (f->child == 0) {
		prctl(PR_SET_NAME, "record-child");
		_exit(0);
	}
	assert_int_equal(waitpid(f->child, NULL, 0), f->child);
	pmx_recorder_disable(f->recorder, &f->err);
	assert_int_equal(pmx_recorder_drain(f->recorder, true, take, f), 0);
	assert_true(f->in_order);
	assert_int_equal(f->forks, 1);
	assert_int_equal(f->comms, 1);
	assert_int_equal(f->exits, 1);
}

static void a_tracepoint_that_is_not_there_is_said(void **state)
{
	struct fixture *f = needs_tracefs(state);

	f->events.list[0].attr.config = 65000;
	assert_int_equal(pmx_recorder_new(&f->recorder, &f->events, &f->opts, &f->err), -ENOENT);
	assert_non_null(strstr(f->err.text, "no such tracepoint"));
}

static void a_user_without_rights_is_told(void **state)
{
	struct fixture *f = needs_tracefs(state);
	int ret;

	assert_int_equal(seteuid(65534), 0);
	ret = pmx_recorder_new(&f->recorder, &f->events, &f->opts, &f->err);
	assert_int_equal(seteuid(0), 0);
	if (pmx_machine_paranoid(f->machine) < 0) {
		print_message("everybody may record here\n");
		skip();
	}
	assert_int_equal(ret, -EACCES);
	assert_non_null(strstr(f->err.hint, "CAP_PERFMON"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_call_on_every_cpu_is_recorded_in_order),
		TEST(what_is_lost_and_what_is_not_add_up),
		TEST(the_reader_is_woken_by_a_quarter_of_a_ring),
		TEST(the_kernel_filters),
		TEST(tasks_are_seen_beginning_and_ending),
		TEST(a_tracepoint_that_is_not_there_is_said),
		TEST(a_user_without_rights_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
