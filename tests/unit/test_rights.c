// SPDX-License-Identifier: GPL-2.0-only
/* Capabilities of a thread, as the kernel shows them. */
#include <linux/capability.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/rights.h"
#include "skips.h"

#define ONE(cap) (UINT64_C(1) << (cap))

struct held {
	uint64_t permitted, effective;
};

static struct held held(void)
{
	struct held held = { 0 };
	char line[256];
	FILE *file = fopen("/proc/thread-self/status", "re");

	assert_non_null(file);
	while (fgets(line, sizeof(line), file)) {
		if (!strncmp(line, "CapPrm:", 7))
			held.permitted = strtoull(line + 7, NULL, 16);
		if (!strncmp(line, "CapEff:", 7))
			held.effective = strtoull(line + 7, NULL, 16);
	}
	fclose(file);
	return held;
}

/* In a thread, since what is dropped does not come back. */
static void in_a_thread(void *(*body)(void *))
{
	pthread_t thread;
	void *failed;

	assert_int_equal(pthread_create(&thread, NULL, body, NULL), 0);
	assert_int_equal(pthread_join(thread, &failed), 0);
	if (failed)
		fail_msg("%s", (const char *)failed);
}

static void *keep_two(void *unused)
{
	struct held before = held(), now;
	const uint64_t mask = ONE(CAP_KILL) | ONE(CAP_PERFMON); /* one in each word */

	(void)unused;
	pmx_rights_keep(mask);
	now = held();
	if (now.permitted != (before.permitted & mask) ||
	    now.effective != (before.effective & mask))
		return "others than those asked for are left";
	pmx_rights_keep(UINT64_MAX);
	return held().permitted == now.permitted ? NULL : "what was dropped came back";
}

static void only_what_is_asked_for_is_kept_and_only_in_this_thread(void **state)
{
	struct held before = held();

	(void)state;
	if (!before.permitted)
		skip_because("this user has no right that could be dropped");
	in_a_thread(keep_two);
	assert_int_equal(held().permitted, before.permitted);
	assert_int_equal(held().effective, before.effective);
}

static void *give_back(void *unused)
{
	(void)unused;
	pmx_rights_keep(0);
	return held().permitted || held().effective ? "something is left" : NULL;
}

static void what_is_given_back_is_all(void **state)
{
	(void)state;
	if (!held().permitted)
		skip_because("this user has no right that could be given back");
	in_a_thread(give_back);
}

static void who_has_been_lent_nothing_keeps_what_he_has(void **state)
{
	struct held before = held();

	(void)state;
	assert_false(pmx_rights_are_lent());
	pmx_rights_put_aside();
	assert_int_equal(held().effective, before.effective);
	assert_false(pmx_rights_take_up());
	assert_int_equal(pmx_with_rights(getpid()), getpid());
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_what_is_asked_for_is_kept_and_only_in_this_thread),
		cmocka_unit_test(what_is_given_back_is_all),
		cmocka_unit_test(who_has_been_lent_nothing_keeps_what_he_has),
	};

	return cmocka_run_group_tests_name("rights", tests, NULL, NULL);
}
