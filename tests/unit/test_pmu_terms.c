// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_pmu_terms.c - the terms and the named events of a PMU, true ones and broken ones
 */
#include <errno.h>
#include <locale.h>

#include "pmus.h"

#include "pmu/format.h"

/* --- terms --- */

static int set_term(const char *pmu, const char *term, uint64_t value, struct perf_event_attr *attr,
		    struct pmx_error *err)
{
	return pmx_pmu_set_term(pmus, find(pmu), term, value, attr, err);
}

static void terms_go_to_their_bits(void **state)
{
	struct perf_event_attr attr = { 0 };

	(void)state;
	open_pmus(open_fixture("amd"));
	assert_int_equal(set_term("amd_df", "event", 0x3abc, &attr, NULL), 0);
	assert_int_equal(attr.config, UINT64_C(0x18000000000000bc) | UINT64_C(0xa) << 32);
	assert_int_equal(set_term("amd_df", "umask", 0x38, &attr, NULL), 0);
	assert_int_equal(attr.config & 0xffff, 0x38bc);
	assert_int_equal(set_term("ibs_op", "swfilt", 1, &attr, NULL), 0);
	assert_int_equal(attr.config2, 1);
	close_pmus();
	open_pmus(open_fixture("server"));
	assert_int_equal(set_term("cpu", "offcore_rsp", UINT64_MAX, &attr, NULL), 0);
	assert_true(attr.config1 == UINT64_MAX);
	assert_int_equal(set_term("cpu", "ldlat", 3, &attr, NULL), 0);
	assert_true(attr.config1 == UINT64_C(0xffffffffffff0003));
	close_pmus();
}

static void a_term_set_again_replaces_what_was_there(void **state)
{
	struct perf_event_attr attr = { .config = 0xffff00ff };

	(void)state;
	open_pmus(open_fixture("server"));
	assert_int_equal(set_term("cpu", "event", 0x3c, &attr, NULL), 0);
	assert_int_equal(attr.config, 0xffff003c);
	assert_int_equal(set_term("cpu", "config", 5, &attr, NULL), 0);
	assert_int_equal(attr.config, 5);
	close_pmus();
}

static void raw_configs_take_any_value_on_any_pmu(void **state)
{
	struct perf_event_attr attr = { 0 };

	(void)state;
	assert_int_equal(set_term("software", "config", UINT64_MAX, &attr, NULL), 0);
	assert_int_equal(set_term("software", "config1", 1, &attr, NULL), 0);
	assert_int_equal(set_term("software", "config2", 2, &attr, NULL), 0);
	assert_true(attr.config == UINT64_MAX && attr.config1 == 1 && attr.config2 == 2);
#ifdef PERF_ATTR_SIZE_VER8
	assert_int_equal(set_term("software", "config3", 3, &attr, NULL), 0);
	assert_int_equal(attr.config3, 3);
#endif
}

static void a_value_that_does_not_fit_is_refused_with_the_largest(void **state)
{
	struct perf_event_attr attr = { .config = 7 };
	struct pmx_error err;

	(void)state;
	open_pmus(open_fixture("server"));
	assert_int_equal(set_term("cpu", "event", 0xff, &attr, &err), 0);
	assert_int_equal(set_term("cpu", "event", 0x100, &attr, &err), -ERANGE);
	assert_non_null(strstr(err.text, "event=0x100"));
	assert_non_null(strstr(err.hint, "0xff (255)"));
	assert_int_equal(attr.config, 0xff);
	assert_int_equal(set_term("cpu", "edge", 2, &attr, &err), -ERANGE);
	assert_int_equal(set_term("uncore_cha_0", "umask", UINT64_C(0xffffffff), &attr, &err), 0);
	assert_int_equal(set_term("uncore_cha_0", "umask", UINT64_C(0x100000000), &attr, &err),
			 -ERANGE);
	close_pmus();
}

static void an_unknown_term_gets_the_known_ones(void **state)
{
	static const char *const odd[] = { "umaks", "", ".", "..", "../type", "event/", "Event" };
	struct perf_event_attr attr = { 0 };
	struct pmx_error err;

	(void)state;
	open_pmus(open_fixture("amd"));
	for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++) {
		assert_int_equal(set_term("cpu", odd[i], 1, &attr, &err), -ENOENT);
		assert_int_equal(set_term("cpu", odd[i], 1, &attr, NULL), -ENOENT);
	}
	assert_string_equal(err.hint, "its terms: cmask, edge, event, inv, umask, config, config1, "
				      "config2, config3");
	close_pmus();
}

static void the_terms_of_a_pmu_are_listed(void **state)
{
	const struct pmx_pmu_term *terms;
	struct pmx_pmu foreign = { .name = "cpu" };

	(void)state;
	open_pmus(open_fixture("amd"));
	assert_int_equal(pmx_pmu_terms(pmus, find("amd_df"), &terms, NULL), 2);
	assert_string_equal(terms[0].name, "event");
	assert_int_equal(terms[0].config, 0);
	assert_true(terms[0].mask == UINT64_C(0x1800000f000000ff));
	assert_int_equal(terms[0].max, 0x3fff);
	assert_string_equal(terms[1].name, "umask");
	assert_int_equal(pmx_pmu_terms(pmus, find("software"), &terms, NULL), 0);
	assert_int_equal(pmx_pmu_terms(pmus, &foreign, &terms, NULL), 0);
	close_pmus();
}

static void formats_are_read_strictly(void **state)
{
	static const struct {
		const char *text;
		int config; /* -1: refused */
		uint64_t mask;
	} cases[] = {
		{ "config:0-7", 0, 0xff },
		{ "config1:0", 1, 1 },
		{ "config2:63", 2, UINT64_C(1) << 63 },
		{ "config3:0-63", 3, UINT64_MAX },
		{ "config:0-7,32-35", 0, UINT64_C(0xf000000ff) },
		{ "config:32-35,0-7", 0, UINT64_C(0xf000000ff) },
		{ "config:1,6-10,44", 0, UINT64_C(0x1000000007c2) },
		{ "", -1, 0 },
		{ "config", -1, 0 },
		{ "config:", -1, 0 },
		{ "config4:0", -1, 0 },
		{ "conf:0", -1, 0 },
		{ ":0", -1, 0 },
		{ "config:7-0", -1, 0 },
		{ "config:64", -1, 0 },
		{ "config:0-64", -1, 0 },
		{ "config:0-18446744073709551616", -1, 0 },
		{ "config:-1", -1, 0 },
		{ "config:0-", -1, 0 },
		{ "config:0,", -1, 0 },
		{ "config:,0", -1, 0 },
		{ "config:0 1", -1, 0 },
		{ "config:0-7:8", -1, 0 },
		{ "config:0x7", -1, 0 },
		{ " config:0", -1, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pmx_pmu_term term = { 0 };
		int ret = pmx_format_parse(cases[i].text, &term);

		if (ret != (cases[i].config < 0 ? -EINVAL : 0) || term.mask != cases[i].mask)
			fail_msg("'%s' gives %d", cases[i].text, ret);
		if (!ret)
			assert_int_equal(term.config, cases[i].config);
	}
}

static void scattered_bits_are_all_there_and_only_in_the_mask(void **state)
{
	(void)state;
	srandom(3);
	for (int round = 0; round < 10000; round++) {
		uint64_t mask = (uint64_t)random() << 33 ^ (uint64_t)random() << 11 ^
				(uint64_t)random();
		uint64_t value = (uint64_t)random() << 32 | (uint64_t)random();
		int width = __builtin_popcountll(mask);
		uint64_t kept = width < 64 ? value & ((UINT64_C(1) << width) - 1) : value;
		uint64_t scattered = pmx_format_scatter(mask, value), gathered = 0;

		assert_true((scattered & ~mask) == 0);
		for (int bit = 0, to = 0; bit < 64; bit++)
			if (mask >> bit & 1)
				gathered |= (scattered >> bit & 1) << to++;
		assert_true(gathered == kept);
	}
}

static void a_format_file_that_is_none_is_named(void **state)
{
	static char huge[1 << 20];
	struct perf_event_attr attr = { 0 };
	const struct pmx_pmu_term *terms;
	struct pmx_error err;

	(void)state;
	sysroot_put(&root, DEV "/cpu/type", "4");
	sysroot_put(&root, DEV "/cpu/format/good", "config:0-7");
	sysroot_put(&root, DEV "/cpu/format/bad", "config:7-0");
	sysroot_mkdir(&root, DEV "/cpu/format/dir");
	memset(huge, '1', sizeof(huge));
	sysroot_put_bytes(&root, DEV "/cpu/format/huge", huge, sizeof(huge));
	assert_int_equal(set_term("cpu", "bad", 1, &attr, &err), -EINVAL);
	assert_non_null(strstr(err.text, "cpu/format/bad"));
	assert_int_equal(set_term("cpu", "dir", 1, &attr, &err), -EISDIR);
	assert_int_equal(set_term("cpu", "huge", 1, &attr, &err), -EFBIG);
	assert_int_equal(pmx_pmu_terms(pmus, find("cpu"), &terms, NULL), 1);
	assert_string_equal(terms[0].name, "good");
}

static void a_pmu_with_many_terms_gets_a_hint_that_fits(void **state)
{
	struct perf_event_attr attr = { 0 };
	struct pmx_error err;

	(void)state;
	sysroot_put(&root, DEV "/cpu/type", "4");
	for (int i = 0; i < 300; i++) {
		char path[128];

		snprintf(path, sizeof(path), DEV "/cpu/format/term_number_%03d", i);
		sysroot_put(&root, path, "config:0-7");
	}
	assert_int_equal(set_term("cpu", "nope", 1, &attr, &err), -ENOENT);
	assert_true(strlen(err.hint) < sizeof(err.hint) - 1);
	assert_string_equal(err.hint + strlen(err.hint) - 5, ", ...");
}

/* --- events --- */

static void events_have_terms_unit_and_scale(void **state)
{
	static const char *const locales[] = { "C", "de_DE.UTF-8" };
	struct pmx_pmu_event event;

	(void)state;
	open_pmus(open_fixture("server"));
	for (size_t i = 0; i < sizeof(locales) / sizeof(locales[0]); i++) {
		setlocale(LC_ALL, locales[i]);
		assert_int_equal(pmx_pmu_event_find(pmus, find("power"), "energy-pkg", &event,
						    NULL),
				 0);
		assert_string_equal(event.terms, "event=0x02");
		assert_string_equal(event.unit, "Joules");
		assert_true(event.scale == 1.0 / 4294967296.0);
		assert_false(event.per_package || event.snapshot);
	}
	setlocale(LC_ALL, "C");
	assert_int_equal(pmx_pmu_event_find(pmus, find("cpu"), "cache-misses", &event, NULL), 0);
	assert_string_equal(event.terms, "event=0x2e,umask=0x41");
	assert_string_equal(event.unit, "");
	assert_true(event.scale == 1);
	close_pmus();
}

static void flags_of_an_event_are_files(void **state)
{
	struct pmx_pmu_event event;

	(void)state;
	sysroot_put(&root, DEV "/intel_cqm/type", "9");
	sysroot_put(&root, DEV "/intel_cqm/events/llc_occupancy", "event=0x01");
	sysroot_put(&root, DEV "/intel_cqm/events/llc_occupancy.per-pkg", "1");
	sysroot_put(&root, DEV "/intel_cqm/events/llc_occupancy.snapshot", "1");
	sysroot_put(&root, DEV "/intel_cqm/events/llc_occupancy.scale", "65536");
	assert_int_equal(pmx_pmu_event_find(pmus, find("intel_cqm"), "llc_occupancy", &event, NULL),
			 0);
	assert_true(event.per_package && event.snapshot);
	assert_true(event.scale == 65536);
}

static void case_of_an_event_does_not_matter_where_the_kernels_is_plain(void **state)
{
	struct pmx_pmu_event event;

	(void)state;
	sysroot_put(&root, DEV "/cpu/type", "4");
	sysroot_put(&root, DEV "/cpu/events/cpu-cycles", "event=0x3c");
	sysroot_put(&root, DEV "/cpu/events/PM_CYC", "event=0x1e");
	assert_int_equal(pmx_pmu_event_find(pmus, find("cpu"), "CPU-Cycles", &event, NULL), 0);
	assert_int_equal(pmx_pmu_event_find(pmus, find("cpu"), "pm_cyc", &event, NULL), 0);
	assert_string_equal(event.terms, "event=0x1e");
}

static void what_is_no_event_is_not_found(void **state)
{
	static const char *const names[] = {
		"nope",	       "",   ".", "..", "../type", "energy-pkg.scale", "energy-pkg.unit",
		"energy-pkg/", "a/b"
	};
	static char longest[1 << 20];
	struct pmx_pmu foreign = { .name = "power" };
	struct pmx_pmu_event event;
	struct pmx_error err = { .code = 5 };

	(void)state;
	open_pmus(open_fixture("server"));
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_int_equal(pmx_pmu_event_find(pmus, find("power"), names[i], &event, &err),
				 -ENOENT);
	memset(longest, 'E', sizeof(longest) - 1);
	assert_int_equal(pmx_pmu_event_find(pmus, find("power"), longest, &event, &err), -ENOENT);
	assert_int_equal(pmx_pmu_event_find(pmus, find("software"), "cpu-clock", &event, &err),
			 -ENOENT);
	assert_int_equal(pmx_pmu_event_find(pmus, &foreign, "energy-pkg", &event, &err), -ENOENT);
	assert_int_equal(err.code, 5);
	close_pmus();
}

static void an_event_with_a_broken_file_is_an_error(void **state)
{
	static const struct {
		const char *suffix, *text;
		int code;
	} broken[] = {
		{ "", "", -EINVAL },
		{ ".scale", "", -EINVAL },
		{ ".scale", "1,5", -EINVAL },
		{ ".scale", "nan", -EINVAL },
		{ ".scale", "0", -EINVAL },
		{ ".scale", "-1", -EINVAL },
		{ ".scale", "1e999", -ERANGE },
		{ ".unit", "a unit that is far longer than any unit", -EFBIG },
		{ ".snapshot", "what a long file to say yes", -EFBIG },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); i++) {
		struct pmx_pmu_event event;
		struct pmx_error err = { 0 };
		char path[128];

		remove_pmus(state);
		make_pmus(state);
		sysroot_put(&root, DEV "/power/type", "9");
		sysroot_put(&root, DEV "/power/events/e", "event=1");
		snprintf(path, sizeof(path), DEV "/power/events/e%s", broken[i].suffix);
		sysroot_put(&root, path, broken[i].text);
		assert_int_equal(pmx_pmu_event_find(pmus, find("power"), "e", &event, &err),
				 broken[i].code);
		assert_non_null(strstr(err.text, path));
	}
}

static void odd_event_files_do_not_break(void **state)
{
	static char huge[1 << 20];
	struct pmx_pmu_event event;
	struct pmx_error err;

	(void)state;
	sysroot_put(&root, DEV "/cpu/type", "4");
	memset(huge, '1', sizeof(huge));
	sysroot_put_bytes(&root, DEV "/cpu/events/huge", huge, sizeof(huge));
	sysroot_mkdir(&root, DEV "/cpu/events/dir");
	sysroot_put_bytes(&root, DEV "/cpu/events/nul", "a\0b", 3);
	assert_int_equal(pmx_pmu_event_find(pmus, find("cpu"), "huge", &event, &err), -EFBIG);
	assert_int_equal(pmx_pmu_event_find(pmus, find("cpu"), "dir", &event, &err), -EISDIR);
	assert_int_equal(pmx_pmu_event_find(pmus, find("cpu"), "nul", &event, &err), -EINVAL);
}

static void event_names_leave_out_the_companions(void **state)
{
	struct pmx_pmu foreign = { .name = "power" };
	char **names;

	(void)state;
	open_pmus(open_fixture("server"));
	assert_int_equal(pmx_pmu_event_names(pmus, find("power"), &names), 2);
	assert_string_equal(names[0], "energy-pkg");
	assert_string_equal(names[1], "energy-ram");
	assert_null(names[2]);
	pmx_names_free(names);
	assert_int_equal(pmx_pmu_event_names(pmus, find("software"), &names), 0);
	assert_null(names[0]);
	pmx_names_free(names);
	assert_int_equal(pmx_pmu_event_names(pmus, &foreign, &names), 0);
	pmx_names_free(names);
	close_pmus();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(terms_go_to_their_bits),
		cmocka_unit_test(a_term_set_again_replaces_what_was_there),
		WITH_PMUS(raw_configs_take_any_value_on_any_pmu),
		cmocka_unit_test(a_value_that_does_not_fit_is_refused_with_the_largest),
		cmocka_unit_test(an_unknown_term_gets_the_known_ones),
		cmocka_unit_test(the_terms_of_a_pmu_are_listed),
		cmocka_unit_test(formats_are_read_strictly),
		cmocka_unit_test(scattered_bits_are_all_there_and_only_in_the_mask),
		WITH_PMUS(a_format_file_that_is_none_is_named),
		WITH_PMUS(a_pmu_with_many_terms_gets_a_hint_that_fits),
		cmocka_unit_test(events_have_terms_unit_and_scale),
		WITH_PMUS(flags_of_an_event_are_files),
		WITH_PMUS(case_of_an_event_does_not_matter_where_the_kernels_is_plain),
		cmocka_unit_test(what_is_no_event_is_not_found),
		WITH_PMUS(an_event_with_a_broken_file_is_an_error),
		WITH_PMUS(odd_event_files_do_not_break),
		cmocka_unit_test(event_names_leave_out_the_companions),
	};

	return cmocka_run_group_tests_name("pmu_terms", tests, NULL, NULL);
}
