// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_session_limits.c - the limit of descriptors while a session is open, and afterwards
 */
#include <errno.h>
#include <string.h>
#include <sys/resource.h>

#include "sessions.h"

enum { SOFT = 40, COUNTERS = 20 };

static struct rlimit limit_now(void)
{
	struct rlimit limit;

	assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
	return limit;
}

static struct rlimit set_soft(rlim_t soft)
{
	struct rlimit before = limit_now(), limit = before;

	limit.rlim_cur = soft;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
	return before;
}

/* -errno of opening them. */
static int open_beside(size_t beside, struct pmx_error *err)
{
	struct pmx_session_options opts = { .sys = &b->sys, .beside = beside };
	struct pmx_cpus online = { { 0xf } };

	opts.start = PMX_START_DISABLED;
	for (unsigned i = 0; i < COUNTERS; i++)
		fake_event(&b->events, &fake_software, i, -1);
	assert_int_equal(pmx_plan_new(&b->plan, &b->events, &b->target, &online, err), 0);
	return pmx_session_new(&b->session, b->plan, &opts, err);
}

static void counters_that_fit_leave_the_limit_alone(void **state)
{
	struct rlimit before = set_soft(SOFT);
	struct pmx_error err = { 0 };

	(void)state;
	assert_int_equal(open_beside(0, &err), 0);
	assert_int_equal(limit_now().rlim_cur, SOFT);
	setrlimit(RLIMIT_NOFILE, &before);
}

static void what_is_opened_beside_them_has_descriptors_too(void **state)
{
	struct rlimit before = set_soft(SOFT);
	struct pmx_error err = { 0 };

	(void)state;
	assert_int_equal(open_beside(30, &err), 0);
	assert_true(limit_now().rlim_cur >= COUNTERS + 30 + 10);
	pmx_session_free(b->session);
	b->session = NULL;
	assert_int_equal(limit_now().rlim_cur, SOFT);
	setrlimit(RLIMIT_NOFILE, &before);
}

static void more_than_there_can_be_is_refused_with_the_numbers(void **state)
{
	struct pmx_error err = { 0 };

	(void)state;
	/* above fs.nr_open, which not even root may pass */
	assert_int_equal(open_beside(3000000000, &err), -EMFILE);
	assert_non_null(strstr(err.text, "20 counters need 3000000036 file descriptors"));
	assert_non_null(strstr(err.hint, "ulimit -n 3000000036"));
	assert_int_equal(b->kernel.opens, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(counters_that_fit_leave_the_limit_alone),
		TEST(what_is_opened_beside_them_has_descriptors_too),
		TEST(more_than_there_can_be_is_refused_with_the_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
