// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_record_open.c - opening recorders, and all that can fail in it
 */
#include <poll.h>
#include <time.h>

#include "recorders.h"

static void events_are_opened_as_the_reader_needs_them(void **state)
{
	struct fixture *f = *state;
	const struct perf_event_attr *attr, *ring;
	int fd;

	f->opts.tasks = true;
	begin(f);
	fd = rings_event_fd(&f->kernel, FIRST, 1);
	attr = &f->kernel.attr[fd];
	ring = &f->kernel.attr[f->kernel.ring_fd[1]];
	assert_int_equal(f->kernel.output[fd], f->kernel.ring_fd[1]);
	assert_int_equal(attr->sample_period, 1);
	assert_false(attr->freq);
	assert_true(attr->use_clockid && ring->use_clockid);
	assert_int_equal(attr->clockid, CLOCK_MONOTONIC);
	assert_true(attr->disabled && ring->disabled);
	assert_int_equal(ring->config, PERF_COUNT_SW_DUMMY);
	assert_true(ring->task && ring->comm && ring->watermark && ring->sample_id_all);
	assert_int_equal(rings_bytes(&f->kernel, 1), 1 << 20);
	assert_int_equal(ring->wakeup_watermark, 1 << 18);
	assert_int_equal(f->kernel.enables, 0);
	assert_int_equal(pmx_recorder_enable(f->recorder, &f->err), 0);
	assert_int_equal(f->kernel.enables, 4);
}

static void the_descriptor_is_readable_when_a_ring_is(void **state)
{
	struct fixture *f = *state;
	struct pollfd wanted = { .events = POLLIN };
	uint64_t one = 1;

	begin(f);
	wanted.fd = pmx_recorder_fd(f->recorder);
	assert_int_equal(poll(&wanted, 1, 0), 0);
	assert_int_equal(write(f->kernel.ring_fd[1], &one, 8), 8);
	assert_int_equal(poll(&wanted, 1, 0), 1);
}

static size_t may_lock; /* bytes */

static int lock_limit(size_t size)
{
	return size > may_lock ? -EPERM : 0;
}

static void rings_shrink_to_what_may_be_locked(void **state)
{
	struct fixture *f = *state;

	may_lock = 300 * 1024;
	f->kernel.on_map = lock_limit;
	begin(f);
	assert_int_equal(rings_bytes(&f->kernel, 0), 256 * 1024);
	assert_int_equal(rings_bytes(&f->kernel, 1), 256 * 1024);
	assert_int_equal(f->kernel.attr[f->kernel.ring_fd[0]].wakeup_watermark, 64 * 1024);
	/* only dummies were opened again */
	assert_int_equal(f->kernel.opens, 1 + 1 + 2 + 2);
}

static void nothing_may_be_locked_at_all(void **state)
{
	struct fixture *f = *state;

	may_lock = 0;
	f->kernel.on_map = lock_limit;
	assert_int_equal(pmx_recorder_new(&f->recorder, &f->events, &f->opts, &f->err), -ENOSPC);
	assert_non_null(strstr(f->err.hint, "kernel.perf_event_mlock_kb"));
}

static void a_ring_that_was_asked_for_does_not_shrink(void **state)
{
	struct fixture *f = *state;

	may_lock = 300 * 1024;
	f->kernel.on_map = lock_limit;
	f->opts.ring_bytes = 257 * 1024;
	assert_int_equal(pmx_recorder_new(&f->recorder, &f->events, &f->opts, &f->err), -ENOSPC);
	assert_non_null(strstr(f->err.text, "512 KiB"));
	f->opts.ring_bytes = SIZE_MAX;
	assert_int_equal(pmx_recorder_new(&f->recorder, &f->events, &f->opts, &f->err), -ENOSPC);
	f->opts.ring_bytes = 255 * 1024;
	begin(f);
	assert_int_equal(rings_bytes(&f->kernel, 0), 256 * 1024);
}

static int cpu_1_is_offline(const struct perf_event_attr *attr, int cpu)
{
	(void)attr;
	return cpu == 1 ? -ENODEV : 0;
}

static int events_leave_cpu_1(const struct perf_event_attr *attr, int cpu)
{
	return cpu == 1 && attr->type == PERF_TYPE_TRACEPOINT ? -ENODEV : 0;
}

static int all_are_offline(const struct perf_event_attr *attr, int cpu)
{
	(void)attr, (void)cpu;
	return -ENODEV;
}

static void a_cpu_that_is_gone_is_left_out(void **state)
{
	struct fixture *f = *state;
	struct pmx_recorded recorded;
	struct pmx_cpus cpus;

	f->kernel.on_open = cpu_1_is_offline;
	begin(f);
	rings_sample(&f->kernel, 0, FIRST, 10, 0, 8);
	assert_int_equal(drain(f, false), 1);
	pmx_recorder_cpus(f->recorder, &cpus);
	assert_true(pmx_cpus_has(&cpus, 0));
	assert_false(pmx_cpus_has(&cpus, 1));
	assert_int_equal(pmx_recorder_recorded(f->recorder, 0, &recorded), 0);
}

static void a_cpu_that_goes_while_events_are_opened_is_left_out(void **state)
{
	struct fixture *f = *state;
	struct pmx_recorded recorded;

	f->kernel.on_open = events_leave_cpu_1;
	begin(f);
	assert_int_equal(pmx_recorder_enable(f->recorder, &f->err), 0);
	assert_int_equal(pmx_recorder_recorded(f->recorder, 0, &recorded), 0);
}

static void without_any_cpu_nothing_is_recorded(void **state)
{
	struct fixture *f = *state;

	f->kernel.on_open = all_are_offline;
	assert_int_equal(pmx_recorder_new(&f->recorder, &f->events, &f->opts, &f->err), -ENODEV);
	assert_true(f->err.text[0]);
}

static int refused_with;

static int refuse(const struct perf_event_attr *attr, int cpu)
{
	(void)cpu;
	return attr->type == PERF_TYPE_TRACEPOINT || refused_with == -EACCES ? refused_with : 0;
}

static void refusals_say_what_would_help(void **state)
{
	static const struct {
		int code;
		const char *text, *hint;
	} cases[] = {
		{ -EACCES, "no permission", "CAP_PERFMON" },
		{ -EPERM, "seccomp", "CAP_PERFMON" },
		{ -ENOENT, "'system:name100' cannot be recorded: the kernel has no such", "" },
		{ -EMFILE, "file descriptors", "ulimit -n" },
		{ -ENOMEM, "out of memory", "" },
	};
	struct fixture *f = *state;

	f->kernel.on_open = refuse;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		refused_with = cases[i].code;
		assert_int_equal(pmx_recorder_new(&f->recorder, &f->events, &f->opts, &f->err),
				 cases[i].code);
		assert_int_equal(f->err.code, cases[i].code);
		if (!strstr(f->err.text, cases[i].text) || !strstr(f->err.hint, cases[i].hint))
			fail_msg("%s; %s", f->err.text, f->err.hint);
	}
}

static int refuse_filter(unsigned long request)
{
	return request == PERF_EVENT_IOC_SET_FILTER ? -EINVAL : 0;
}

static void filters_are_set_on_every_cpu(void **state)
{
	struct fixture *f = *state;

	add_event(f, SECOND, "size > 0");
	begin(f);
	assert_int_equal(f->kernel.filters, 2);
}

static void a_filter_that_is_refused_is_named(void **state)
{
	struct fixture *f = *state;

	add_event(f, SECOND, "nonsense");
	f->kernel.on_ioctl = refuse_filter;
	assert_int_equal(pmx_recorder_new(&f->recorder, &f->events, &f->opts, &f->err), -EINVAL);
	assert_non_null(strstr(f->err.text, "'nonsense' of 'system:name101'"));
}

static void a_gate_without_mappings_is_an_error(void **state)
{
	struct fixture *f = *state;

	f->sys.map = NULL;
	assert_int_equal(pmx_recorder_new(&f->recorder, &f->events, &f->opts, &f->err), -ENOSYS);
}

/* Each call in turn fails; nothing is left open, which the end of each test looks at. */
static void any_call_may_fail(void **state)
{
	struct fixture *f = *state;
	int last;

	add_event(f, SECOND, "size > 0");
	begin(f);
	last = f->kernel.calls;
	pmx_recorder_free(f->recorder);
	f->recorder = NULL;
	f->kernel.fail_with = -EIO;
	for (int i = 1; i <= last; i++) {
		f->kernel.fail_at = i;
		f->kernel.calls = 0;
		assert_int_equal(pmx_recorder_new(&f->recorder, &f->events, &f->opts, &f->err),
				 -EIO);
		assert_true(f->err.text[0]);
	}
	f->kernel.fail_at = 0;
}

static void a_counter_that_cannot_be_read_is_left_out(void **state)
{
	struct fixture *f = *state;
	struct pmx_recorded recorded;

	begin(f);
	f->kernel.count[rings_event_fd(&f->kernel, FIRST, 0)] = 5;
	f->kernel.count[rings_event_fd(&f->kernel, FIRST, 1)] = 7;
	f->kernel.fail_with = -EIO;
	f->kernel.fail_at = f->kernel.calls + 1;
	assert_int_equal(pmx_recorder_recorded(f->recorder, 0, &recorded), 0);
	assert_int_equal(recorded.counted, 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(events_are_opened_as_the_reader_needs_them),
		TEST(the_descriptor_is_readable_when_a_ring_is),
		TEST(rings_shrink_to_what_may_be_locked),
		TEST(nothing_may_be_locked_at_all),
		TEST(a_ring_that_was_asked_for_does_not_shrink),
		TEST(a_cpu_that_is_gone_is_left_out),
		TEST(a_cpu_that_goes_while_events_are_opened_is_left_out),
		TEST(without_any_cpu_nothing_is_recorded),
		TEST(refusals_say_what_would_help),
		TEST(filters_are_set_on_every_cpu),
		TEST(a_filter_that_is_refused_is_named),
		TEST(a_gate_without_mappings_is_an_error),
		TEST(any_call_may_fail),
		TEST(a_counter_that_cannot_be_read_is_left_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
