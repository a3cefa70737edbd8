// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_rotation.c - expirations of rotation timers: made-up records, and another timer's on this
 * kernel, since where there is no hardware PMU nothing rotates
 */
#include "sysroot.h"

#include <errno.h>
#include <sys/timerfd.h>

#include "fake_rings.h"
#include "mux/rotation.h"
#include "tracefs.h"

#define MS    1000000u
#define START (1000ull * MS)
#define ID    459
#define ONE   0xffff888000001000u /* timers, by address */
#define OTHER 0xffff888000002000u
#define FORMAT                                                                 \
	"name: hrtimer_expire_entry\nID: 459\nformat:\n"                       \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"           \
	"\tfield:void * hrtimer;\toffset:0;\tsize:8;\tsigned:0;\n"             \
	"\tfield:s64 now;\toffset:16;\tsize:8;\tsigned:1;\n"                   \
	"\tfield:void * function;\toffset:24;\tsize:8;\tsigned:0;\n\n"         \
	"print fmt: \"hrtimer=%p function=%ps\", REC->hrtimer, REC->function\n"
#define SYMBOLS                                                              \
	"ffffffff81586e20 t __pfx_perf_mux_hrtimer_handler\n"                \
	"ffffffff81586e30 t perf_mux_hrtimer_handler\n"                      \
	"ffffffff81586e40 t perf_mux_hrtimer_handler_not\n"                  \
	"ffffffffc0001000 t twice\t[one]\nffffffffc0002000 t twice\t[two]\n" \
	"0000000000000000 t hidden\nnonsense\n\nffff\nxyz t perf_mux_hrtimer_handler\n"

struct fixture {
	struct sysroot root;
	struct pmx_machine *machine;
	struct rings kernel;
	struct pmx_sys sys;
	struct pmx_cpus cpus;
	struct pmx_rotations_options opts;
	struct pmx_rotations *rotations;
	struct pmx_error err;
};

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	sysroot_make(&f->root);
	sysroot_put(&f->root, "/sys/kernel/tracing/events/timer/hrtimer_expire_entry/format",
		    FORMAT);
	sysroot_put(&f->root, "/proc/kallsyms", SYMBOLS);
	f->machine = open_machine(f->root.dir);
	f->kernel.now = START + 10000ull * MS;
	f->sys = rings_sys(&f->kernel);
	pmx_cpus_add(&f->cpus, 0);
	pmx_cpus_add(&f->cpus, 1);
	f->opts = (struct pmx_rotations_options){ .cpus = &f->cpus, .sys = &f->sys };
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	pmx_rotations_free(f->rotations);
	assert_int_equal(f->kernel.maps, f->kernel.unmaps);
	pmx_machine_free(f->machine);
	sysroot_remove(&f->root);
	free(f);
	return 0;
}

static void begin(struct fixture *f)
{
	if (pmx_rotations_new(&f->rotations, f->machine, &f->opts, &f->err) ||
	    pmx_rotations_start(f->rotations, &f->err))
		fail_msg("%s; %s", f->err.text, f->err.hint);
}

static struct pmx_rotation_summary summary(struct fixture *f, int cpu)
{
	struct pmx_rotation_summary out;

	pmx_rotations_summary(f->rotations, cpu, &out);
	return out;
}

/* --- made-up records ------------------------------------------------------------------------ */

static void intervals_are_those_of_each_timer(void **state)
{
	struct fixture *f = *state;
	struct pmx_rotation_summary s;

	begin(f);
	/* every 4 ms, and every 10 ms on the same CPU */
	for (uint64_t ms = 1; ms <= 100; ms++) {
		if (ms % 4 == 0)
			rings_sample(&f->kernel, 0, ID, START + ms * MS, ONE, 28);
		if (ms % 10 == 0)
			rings_sample(&f->kernel, 0, ID, START + ms * MS + 1, OTHER, 28);
	}
	assert_int_equal(pmx_rotations_drain(f->rotations), 0);
	s = summary(f, 0);
	assert_int_equal(s.count, 25 + 10);
	assert_int_equal(s.intervals, 24 + 9);
	assert_int_equal(s.timers, 2);
	assert_int_equal(s.median, 4 * MS);
	assert_int_equal(s.shortest, 4 * MS);
	assert_int_equal(s.longest, 10 * MS);
	assert_int_equal(summary(f, 1).count, 0);
	assert_int_equal(summary(f, 1).median, 0);
}

static void cpus_are_summed_up_and_told_apart(void **state)
{
	struct fixture *f = *state;

	begin(f);
	for (uint64_t i = 0; i < 10; i++) {
		rings_sample(&f->kernel, 0, ID, START + i * 4 * MS, ONE, 28);
		/* the same address on another CPU is another time series */
		rings_sample(&f->kernel, 1, ID, START + i * 5 * MS + 1, ONE, 28);
		rings_sample(&f->kernel, 1, ID, START + i * 5 * MS + 3 * MS, ONE, 28);
	}
	pmx_rotations_stop(f->rotations);
	assert_int_equal(summary(f, 0).median, 4 * MS);
	assert_int_equal(summary(f, 0).count, 10);
	assert_int_equal(summary(f, 1).count, 20);
	assert_int_equal(summary(f, 1).longest, 3 * MS - 1);
	assert_int_equal(summary(f, 1).shortest, 2 * MS + 1);
	assert_int_equal(summary(f, -1).count, 30);
	assert_int_equal(summary(f, -1).intervals, 9 + 19);
	assert_int_equal(summary(f, -1).timers, 2);
	assert_int_equal(summary(f, PMX_MAX_CPUS).count, 0);
}

static void an_interval_with_lost_records_in_it_is_none(void **state)
{
	struct fixture *f = *state;
	uint64_t lost[2] = { 0, 7 };

	begin(f);
	rings_sample(&f->kernel, 0, ID, START, ONE, 28);
	rings_sample(&f->kernel, 0, ID, START + 4 * MS, ONE, 28);
	rings_other(&f->kernel, 0, PERF_RECORD_LOST, lost, 2, START + 90 * MS, 0);
	rings_sample(&f->kernel, 0, ID, START + 91 * MS, ONE, 28);
	rings_sample(&f->kernel, 0, ID, START + 95 * MS, ONE, 28);
	pmx_rotations_stop(f->rotations);
	assert_int_equal(summary(f, 0).lost, 7);
	assert_int_equal(summary(f, 0).intervals, 2);
	assert_int_equal(summary(f, 0).longest, 4 * MS);
	assert_int_equal(summary(f, 0).timers, 1);
}

static void time_that_runs_backwards_makes_no_interval(void **state)
{
	struct fixture *f = *state;

	begin(f);
	rings_sample(&f->kernel, 0, ID, START + 8 * MS, ONE, 28);
	rings_sample(&f->kernel, 0, ID, START + 4 * MS, ONE, 28);
	rings_sample(&f->kernel, 0, ID, START + 7 * MS, ONE, 28);
	pmx_rotations_stop(f->rotations);
	assert_int_equal(summary(f, 0).count, 3);
	assert_int_equal(summary(f, 0).intervals, 1);
	assert_int_equal(summary(f, 0).median, 3 * MS);
}

static void more_timers_than_are_known_are_still_counted(void **state)
{
	struct fixture *f = *state;

	begin(f);
	for (uint64_t i = 0; i < 400; i++) {
		rings_sample(&f->kernel, 0, ID, START + i * MS, OTHER + i * 64, 28);
		rings_sample(&f->kernel, 0, ID, START + i * MS + 1, ONE, 28);
	}
	pmx_rotations_stop(f->rotations);
	assert_int_equal(summary(f, 0).count, 800);
	/* the one that goes on is never forgotten */
	assert_int_equal(summary(f, 0).intervals, 399);
	assert_int_equal(summary(f, 0).median, MS);
}

/* --- the filter ----------------------------------------------------------------------------- */

static int no_functions_in_filters(unsigned long request)
{
	static int count;

	/* the first of each two is the one by name */
	return request == PERF_EVENT_IOC_SET_FILTER && count++ % 2 == 0 ? -EINVAL : 0;
}

static int no_filters(unsigned long request)
{
	return request == PERF_EVENT_IOC_SET_FILTER ? -EINVAL : 0;
}

static void the_kernel_is_asked_by_name_first(void **state)
{
	struct fixture *f = *state;

	begin(f);
	assert_string_equal(f->kernel.filter, "function.function == perf_mux_hrtimer_handler");
}

static void an_older_kernel_is_told_the_address(void **state)
{
	struct fixture *f = *state;

	f->kernel.on_ioctl = no_functions_in_filters;
	f->cpus = (struct pmx_cpus){ { 1 } };
	begin(f);
	assert_string_equal(f->kernel.filter, "function == 0xffffffff81586e30");
	pmx_rotations_free(f->rotations);
	f->rotations = NULL;
	f->opts.function = "twice";
	begin(f);
	assert_string_equal(f->kernel.filter,
			    "function == 0xffffffffc0001000 || function == 0xffffffffc0002000");
}

static void expect_refusal(struct fixture *f, const char *function, int code, const char *text,
			   const char *hint)
{
	f->opts.function = function;
	assert_int_equal(pmx_rotations_new(&f->rotations, f->machine, &f->opts, &f->err), code);
	assert_int_equal(f->err.code, code);
	if (!strstr(f->err.text, text) || !strstr(f->err.hint, hint))
		fail_msg("%s; %s", f->err.text, f->err.hint);
}

static void functions_that_cannot_be_found_are_said(void **state)
{
	struct fixture *f = *state;

	f->kernel.on_ioctl = no_filters;
	expect_refusal(f, "hidden", -EACCES, "hidden", "kptr_restrict");
	expect_refusal(f, "missing", -ENOENT, "no function missing", "");
	expect_refusal(f, "twice", -EINVAL, "refuses the filter", "");
	expect_refusal(f, "a == 1 || b", -EINVAL, "no name of a function", "");
	expect_refusal(f, "", -EINVAL, "no name of a function", "");
}

static void a_record_without_its_timer_is_refused(void **state)
{
	struct fixture *f = *state;

	sysroot_put(&f->root, "/sys/kernel/tracing/events/timer/hrtimer_expire_entry/format",
		    "name: hrtimer_expire_entry\nID: 459\nformat:\n"
		    "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
		    "\tfield:s64 now;\toffset:16;\tsize:8;\tsigned:1;\n\nprint fmt: \"\"\n");
	expect_refusal(f, NULL, -ENOTSUP, "their fields are now", "");
}

static void who_may_not_record_is_told(void **state)
{
	struct fixture *f = *state;

	f->kernel.on_open = rings_no_rights;
	expect_refusal(f, NULL, -EACCES, "no permission", "CAP_PERFMON");
}

/* --- on this kernel ------------------------------------------------------------------------- */

/* A timer that expires every 5 ms, 60 times on time, with a function that few others use. */
static void run_timer(void)
{
	struct itimerspec every = { .it_value.tv_nsec = 5 * MS, .it_interval.tv_nsec = 5 * MS };
	int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
	uint64_t expirations, on_time = 0;

	assert_true(fd >= 0);
	assert_int_equal(timerfd_settime(fd, 0, &every, NULL), 0);
	/* a machine that is busy runs it once for several that were due */
	for (int i = 0; i < 1000 && on_time < 60; i++) {
		assert_int_equal(read(fd, &expirations, sizeof(expirations)), sizeof(expirations));
		on_time += expirations == 1;
	}
	close(fd);
}

static struct pmx_rotation_summary rotations_of_timer(struct fixture *f,
						      struct pmx_machine *machine,
						      const struct pmx_rotations_options *opts)
{
	pmx_rotations_free(f->rotations);
	f->rotations = NULL;
	if (pmx_rotations_new(&f->rotations, machine, opts, &f->err))
		fail_msg("%s; %s", f->err.text, f->err.hint);
	assert_int_equal(pmx_rotations_start(f->rotations, &f->err), 0);
	run_timer();
	pmx_rotations_stop(f->rotations);
	return summary(f, -1);
}

static void a_timer_of_this_kernel_is_seen(void **state)
{
	struct pmx_rotations_options opts = { .function = "timerfd_tmrproc" };
	struct fixture *f = *state;
	struct pmx_machine *machine;
	struct pmx_rotation_summary s = { 0 };

	if (!tracefs_mount()) {
		print_message("tracefs cannot be mounted here\n");
		skip();
	}
	machine = open_machine(NULL);
	assert_int_equal(pmx_machine_online(machine, &f->cpus, &f->err), 0);
	opts.cpus = &f->cpus;
	/* beside others who trace most may not be recorded (6.18) */
	for (int tries = 0; s.count < 10 && tries < 10; tries++)
		s = rotations_of_timer(f, machine, &opts);
	/* others use such timers, too */
	assert_in_range(s.count, 10, 3000);
	assert_in_range(s.median, 4500000, 5500000);
	assert_int_equal(s.lost, 0);
	pmx_machine_free(machine);
}

static void the_rotation_timer_itself_can_be_asked_for(void **state)
{
	struct pmx_rotations_options opts = { .function = NULL };
	struct fixture *f = *state;
	struct pmx_machine *machine;

	if (!tracefs_mount()) {
		print_message("tracefs cannot be mounted here\n");
		skip();
	}
	machine = open_machine(NULL);
	assert_int_equal(pmx_machine_online(machine, &f->cpus, &f->err), 0);
	opts.cpus = &f->cpus;
	if (pmx_rotations_new(&f->rotations, machine, &opts, &f->err))
		fail_msg("%s; %s", f->err.text, f->err.hint);
	pmx_machine_free(machine);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(intervals_are_those_of_each_timer),
		TEST(cpus_are_summed_up_and_told_apart),
		TEST(an_interval_with_lost_records_in_it_is_none),
		TEST(time_that_runs_backwards_makes_no_interval),
		TEST(more_timers_than_are_known_are_still_counted),
		TEST(the_kernel_is_asked_by_name_first),
		TEST(an_older_kernel_is_told_the_address),
		TEST(functions_that_cannot_be_found_are_said),
		TEST(a_record_without_its_timer_is_refused),
		TEST(who_may_not_record_is_told),
		TEST(a_timer_of_this_kernel_is_seen),
		TEST(the_rotation_timer_itself_can_be_asked_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
