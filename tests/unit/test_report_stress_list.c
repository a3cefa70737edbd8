// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_stress_list.c - the list of scenarios, and one of them explained
 */
#include "golden.h"
#include "lines.h"
#include "report/stress_list.h"
#include "stress_results.h"

static const struct pmx_scenario *const list[] = {
	&stress_children, &stress_order,   &stress_equal,
	&stress_pinned,	  &stress_hotplug, &stress_mixed
};
enum { LIST = sizeof(list) / sizeof(list[0]) };

/* A machine without a core PMU, where nobody may touch its CPUs. */
static struct pmx_stress_served served_here(void)
{
	struct pmx_stress_served served = {
		.known = true,
		.serves = ~(unsigned)(PMX_NEED_CORE | PMX_NEED_RATE | PMX_NEED_HOTPLUG),
	};

	for (size_t i = 0; i < PMX_NEEDS; i++)
		served.missing[i] = "";
	served.missing[__builtin_ctz(PMX_NEED_CORE)] =
		"no PMU here multiplexes, as in most virtual machines";
	served.missing[__builtin_ctz(PMX_NEED_HOTPLUG)] =
		"/sys/devices/system/cpu/cpu1/online: Permission denied";
	return served;
}

static char *listed(const struct pmx_stress_served *served, bool dangerous, bool color)
{
	struct written written;

	pmx_stress_put_list(written_open(&written), list, LIST, served, dangerous, color);
	return written_close(&written);
}

static char *explained(const struct pmx_scenario *scenario, const struct pmx_stress_served *served)
{
	struct written written;

	pmx_stress_put_explained(written_open(&written), scenario, served, false);
	return written_close(&written);
}

static void families_are_listed_with_what_is_missing(void **state)
{
	const struct pmx_stress_served served = served_here();

	(void)state;
	golden_compare("stress-list", "txt", listed(&served, false, false));
}

static void without_an_engine_nothing_is_missing(void **state)
{
	struct written written;
	char *text;

	(void)state;
	pmx_stress_text_list(written_open(&written), list, LIST, NULL, true, false);
	text = written_close(&written);
	assert_null(strstr(text, "missing"));
	assert_non_null(strstr(text, "needs core, rate\n"));
	assert_non_null(strstr(text, " dangerous\n"));
	assert_null(strstr(text, "--dangerous"));
	free(text);
}

static void a_dangerous_one_says_how_it_is_run(void **state)
{
	const struct pmx_stress_served served = served_here();
	char *text = listed(&served, false, false);

	(void)state;
	assert_non_null(strstr(text, "--dangerous"));
	free(text);
}

static void colours_are_there_only_where_they_are_wanted(void **state)
{
	const struct pmx_stress_served served = served_here();
	char *color = listed(&served, false, true), *plain = listed(&served, false, false);

	(void)state;
	assert_non_null(strstr(color, "\033[1mmux\033[0m\n"));
	assert_null(strchr(plain, '\033'));
	free(color);
	free(plain);
}

static void one_is_explained(void **state)
{
	const struct pmx_stress_served served = served_here();

	(void)state;
	golden_compare("stress-explain-safe", "txt", explained(&stress_equal, &served));
	golden_compare("stress-explain-dangerous", "txt", explained(&stress_hotplug, &served));
	golden_compare("stress-explain-endless", "txt", explained(&stress_mixed, &served));
}

static void hostile_bytes_are_visible(void **state)
{
	static const struct pmx_scenario *const one[] = { &stress_hostile };
	const struct pmx_stress_served served = { .known = false };
	struct written written;
	char *text[2];

	(void)state;
	pmx_stress_put_list(written_open(&written), one, 1, &served, true, false);
	text[0] = written_close(&written);
	text[1] = explained(&stress_hostile, &served);
	for (size_t i = 0; i < 2; i++) {
		check_visible(text[i]);
		assert_null(strstr(text[i], "\xe2\x80\xae"));
		free(text[i]);
	}
}

static void every_need_and_verdict_has_words_of_its_own(void **state)
{
	(void)state;
	for (unsigned i = 0; i < PMX_NEEDS; i++) {
		assert_true(pmx_need_name(i)[0] && pmx_need_text(i)[0]);
		for (unsigned k = 0; k < i; k++) {
			assert_string_not_equal(pmx_need_name(i), pmx_need_name(k));
			assert_string_not_equal(pmx_need_text(i), pmx_need_text(k));
		}
	}
	assert_string_equal(pmx_need_name(__builtin_ctz(PMX_NEED_CORE)), "core");
	assert_string_equal(pmx_need_name(__builtin_ctz(PMX_NEED_ROOT)), "root");
	assert_string_equal(pmx_need_name(PMX_NEEDS), "unknown");
	assert_string_equal(pmx_stress_verdict_name(PMX_STRESS_PASS), "pass");
	assert_string_equal(pmx_stress_verdict_name(PMX_STRESS_SKIP), "skip");
	assert_string_equal(pmx_stress_verdict_name(PMX_STRESS_DEFECT), "known defect");
	assert_string_equal(pmx_stress_verdict_name(PMX_STRESS_ERROR), "error");
	assert_string_equal(pmx_stress_verdict_name(PMX_STRESS_VIOLATION), "violation");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(families_are_listed_with_what_is_missing),
		cmocka_unit_test(without_an_engine_nothing_is_missing),
		cmocka_unit_test(a_dangerous_one_says_how_it_is_run),
		cmocka_unit_test(colours_are_there_only_where_they_are_wanted),
		cmocka_unit_test(one_is_explained),
		cmocka_unit_test(hostile_bytes_are_visible),
		cmocka_unit_test(every_need_and_verdict_has_words_of_its_own),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
