// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_pmu.c - the PMUs of machines that we do not have, and of machines that lie
 */
#include <errno.h>

#include "pmus.h"

/* --- what kind of PMU it is --- */

static void kinds_are_told_by_name_and_by_files(void **state)
{
	static const struct {
		const char *machine, *pmu;
		enum pmx_pmu_kind kind;
		bool software_class;
		const char *cpus; /* NULL: counts on every CPU */
	} cases[] = {
		{ "vm", "software", PMX_PMU_SOFTWARE, true, NULL },
		{ "vm", "tracepoint", PMX_PMU_TRACEPOINT, true, NULL },
		{ "vm", "breakpoint", PMX_PMU_BREAKPOINT, true, NULL },
		{ "vm", "msr", PMX_PMU_MSR, true, NULL },
		{ "vm", "uprobe", PMX_PMU_PROBE, true, NULL },
		{ "server", "kprobe", PMX_PMU_PROBE, true, NULL },
		{ "server", "cpu", PMX_PMU_CORE, false, NULL },
		{ "server", "uncore_imc_0", PMX_PMU_UNCORE, false, "0,2" },
		{ "server", "power", PMX_PMU_UNCORE, false, "0,2" },
		{ "server", "cstate_core", PMX_PMU_UNCORE, false, "0-2,7" },
		{ "server", "intel_pt", PMX_PMU_SAMPLING, false, NULL },
		{ "server", "intel_bts", PMX_PMU_SAMPLING, false, NULL },
		{ "alderlake", "cpu_core", PMX_PMU_CORE, false, "0-3" },
		{ "alderlake", "cpu_atom", PMX_PMU_CORE, false, "4-7" },
		{ "amd", "cpu", PMX_PMU_CORE, false, NULL },
		{ "amd", "ibs_op", PMX_PMU_SAMPLING, false, NULL },
		{ "amd", "ibs_fetch", PMX_PMU_SAMPLING, false, NULL },
		{ "amd", "amd_df", PMX_PMU_UNCORE, false, "0" },
		{ "amd", "power_core", PMX_PMU_UNCORE, false, "0-1" },
		{ "arm3", "armv8_cortex_a55", PMX_PMU_CORE, false, "0-3" },
		{ "arm3", "armv8_cortex_x1", PMX_PMU_CORE, false, "6-7" },
		{ "arm3", "arm_dsu_0", PMX_PMU_UNCORE, false, "0" },
		{ "arm3", "arm_spe_0", PMX_PMU_SAMPLING, false, "6-7" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct pmx_pmu *pmu;
		char cpus[64];

		open_pmus(open_fixture(cases[i].machine));
		pmu = find(cases[i].pmu);
		if (pmu->kind != cases[i].kind || pmu->software_class != cases[i].software_class)
			fail_msg("%s is of kind %d", cases[i].pmu, pmu->kind);
		assert_int_equal(pmu->has_cpus, cases[i].cpus != NULL);
		pmx_cpus_format(&pmu->cpus, cpus, sizeof(cpus));
		assert_string_equal(cpus, cases[i].cpus ? cases[i].cpus : "");
		close_pmus();
	}
}

static void pmus_of_other_architectures_are_known_too(void **state)
{
	static const struct {
		const char *name, *file;
		enum pmx_pmu_kind kind;
	} cases[] = {
		{ "cpum_cf", NULL, PMX_PMU_CORE }, /* s390 */
		{ "cpum_sf", NULL, PMX_PMU_SAMPLING },
		{ "armv8_pmuv3", NULL, PMX_PMU_CORE }, /* before Linux 4.7 */
		{ "apple_icestorm_pmu", "cpus", PMX_PMU_CORE },
		{ "nest_mcs01_imc", "cpumask", PMX_PMU_UNCORE }, /* powerpc */
		{ "thread_imc", NULL, PMX_PMU_OTHER },
		{ "hisi_sccl1_ddrc0", "cpumask", PMX_PMU_UNCORE },
		{ "pai_crypto", NULL, PMX_PMU_OTHER },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char path[256];

		snprintf(path, sizeof(path), DEV "/%s/type", cases[i].name);
		sysroot_put(&root, path, "20\n");
		snprintf(path, sizeof(path), DEV "/%s/%s", cases[i].name, cases[i].file);
		if (cases[i].file)
			sysroot_put(&root, path, "0-1\n");
		if (find(cases[i].name)->kind != cases[i].kind)
			fail_msg("%s is of kind %d", cases[i].name, find(cases[i].name)->kind);
	}
}

static void check_core(const char *name, size_t count, const char *first)
{
	const struct pmx_pmu *const *list;

	open_pmus(open_fixture(name));
	for (int again = 0; again < 2; again++) {
		assert_int_equal(pmx_pmus_core(pmus, &list, NULL), count);
		if (count)
			assert_string_equal(list[0]->name, first);
	}
	close_pmus();
}

static void every_core_pmu_of_a_hybrid_machine_is_found(void **state)
{
	(void)state;
	check_core("vm", 0, NULL);
	check_core("server", 1, "cpu");
	check_core("amd", 1, "cpu");
	check_core("alderlake", 2, "cpu_atom");
	check_core("arm3", 3, "armv8_cortex_a55");
}

static void all_pmus_are_listed_by_name(void **state)
{
	static const char *const names[] = { "breakpoint", "msr", "software", "tracepoint",
					     "uprobe" };
	const struct pmx_pmu *const *list;

	(void)state;
	open_pmus(open_fixture("vm"));
	find("tracepoint");
	assert_int_equal(pmx_pmus_all(pmus, &list, NULL), 5);
	for (size_t i = 0; i < 5; i++)
		assert_string_equal(list[i]->name, names[i]);
	assert_ptr_equal(list[3], find("tracepoint"));
	close_pmus();
}

static void types_lead_to_pmus(void **state)
{
	(void)state;
	open_pmus(open_fixture("alderlake"));
	assert_string_equal(pmx_pmus_find_type(pmus, 1)->name, "software");
	assert_string_equal(pmx_pmus_find_type(pmus, 2)->name, "tracepoint");
	assert_string_equal(pmx_pmus_find_type(pmus, 4)->name, "cpu_core");
	assert_string_equal(pmx_pmus_find_type(pmus, 10)->name, "cpu_atom");
	assert_string_equal(pmx_pmus_find_type(pmus, 23)->name, "uncore_imc_free_running_1");
	assert_null(pmx_pmus_find_type(pmus, PERF_TYPE_HARDWARE));
	assert_null(pmx_pmus_find_type(pmus, 99));
	assert_null(pmx_pmus_find_type(pmus, UINT32_MAX));
	close_pmus();
}

/* --- reading only what is asked for --- */

static void abi_pmus_are_known_without_a_file(void **state)
{
	const struct pmx_pmu *const *list;

	(void)state;
	assert_int_equal(find("software")->type, PERF_TYPE_SOFTWARE);
	assert_int_equal(find("tracepoint")->type, PERF_TYPE_TRACEPOINT);
	assert_int_equal(find("breakpoint")->type, PERF_TYPE_BREAKPOINT);
	assert_ptr_equal(find("software"), find("software"));
	assert_int_equal(pmx_pmus_core(pmus, &list, NULL), 0);
}

/* Nothing may list the directory here, and the other PMU's files are unreadable. */
static void finding_one_pmu_reads_no_other(void **state)
{
	const struct pmx_pmu *const *list;
	struct pmx_error err;

	(void)state;
	sysroot_put(&root, DEV "/cpu/type", "4\n");
	sysroot_put(&root, DEV "/cpu/events/instructions", "event=0xc0\n");
	sysroot_put(&root, DEV "/uncore_imc_0/type", "30\n");
	assert_int_equal(chmod(sysroot_path(&root, DEV "/uncore_imc_0"), 0), 0);
	assert_int_equal(chmod(sysroot_path(&root, DEV), 0111), 0);
	become_user();
	assert_int_equal(find("cpu")->type, 4);
	assert_int_equal(pmx_pmus_core(pmus, &list, NULL), 1);
	assert_int_equal(pmx_pmus_match(pmus, "cpu", &list, NULL), 1);
	assert_string_equal(pmx_pmus_find_type(pmus, 4)->name, "cpu");
	assert_int_equal(pmx_pmus_match(pmus, "cp", &list, &err), -EACCES);
	assert_int_equal(pmx_pmus_all(pmus, &list, &err), -EACCES);
	become_again();
	assert_int_equal(chmod(sysroot_path(&root, DEV), 0755), 0);
	assert_int_equal(chmod(sysroot_path(&root, DEV "/uncore_imc_0"), 0755), 0);
}

/* --- names that a user types --- */

static void check_match(const char *pattern, const char *names)
{
	const struct pmx_pmu *const *list;
	struct pmx_error err;
	char found[512] = "";
	ssize_t count = pmx_pmus_match(pmus, pattern, &list, &err);

	if (count < 0)
		fail_msg("%s", err.text);
	for (ssize_t i = 0; i < count; i++) {
		size_t length = strlen(found);

		snprintf(found + length, sizeof(found) - length, "%s%s", i ? " " : "",
			 list[i]->name);
	}
	assert_string_equal(found, names);
}

static void a_name_without_its_number_means_all_of_them(void **state)
{
	(void)state;
	open_pmus(open_fixture("server"));
	check_match("uncore_imc", "uncore_imc_0 uncore_imc_1");
	check_match("imc", "uncore_imc_0 uncore_imc_1");
	check_match("imc_1", "uncore_imc_1");
	check_match("uncore_cha", "uncore_cha_0 uncore_cha_1 uncore_cha_10");
	check_match("uncore_cha_1", "uncore_cha_1");
	check_match("cha_1", "uncore_cha_1");	   /* not uncore_cha_10 */
	check_match("uncore_iio", "uncore_iio_0"); /* not uncore_iio_free_running_0 */
	check_match("iio_free_running", "uncore_iio_free_running_0");
	check_match("cpu", "cpu");
	close_pmus();
	open_pmus(open_fixture("alderlake"));
	check_match("imc_free_running", "uncore_imc_free_running_0 uncore_imc_free_running_1");
	close_pmus();
	open_pmus(open_fixture("arm3"));
	check_match("arm_smmuv3_pmcg", "arm_smmuv3_pmcg_2b402");
	check_match("arm_dsu", "arm_dsu_0");
	close_pmus();
}

static void patterns_match_as_in_a_shell(void **state)
{
	(void)state;
	open_pmus(open_fixture("server"));
	check_match("uncore_imc_*", "uncore_imc_0 uncore_imc_1");
	check_match("imc_[01]", "uncore_imc_0 uncore_imc_1");
	check_match("cha_?", "uncore_cha_0 uncore_cha_1");
	check_match("cstate_*", "cstate_core cstate_pkg");
	check_match("*_free_running_*", "uncore_iio_free_running_0");
	close_pmus();
}

static void an_alias_is_a_name_where_no_name_matches(void **state)
{
	static const char *const pmu[][3] = {
		{ "uncore_type_0_0", "20", "uncore_cha_0" },
		{ "uncore_type_0_1", "21", "uncore_cha_1" },
		{ "uncore_type_0_10", "22", "uncore_cha_10" },
		{ "uncore_type_6_0", "23", "uncore_imc_0\n" },
		{ "uncore_upi_0", "24", "uncore_cha_1" },
		{ "uncore_iio_0", "25", "../cpu" },
		{ "uncore_irp_0", "26", "" },
	};
	const struct pmx_pmu *const *list;
	char path[256], alias[64];

	(void)state;
	for (size_t i = 0; i < sizeof(pmu) / sizeof(pmu[0]); i++) {
		snprintf(path, sizeof(path), DEV "/%s/type", pmu[i][0]);
		sysroot_put(&root, path, pmu[i][1]);
		snprintf(path, sizeof(path), DEV "/%s/alias", pmu[i][0]);
		sysroot_put(&root, path, pmu[i][2]);
	}
	check_match("uncore_type_0", "uncore_type_0_0 uncore_type_0_1 uncore_type_0_10");
	check_match("uncore_cha", "uncore_type_0_0 uncore_type_0_1 uncore_type_0_10 uncore_upi_0");
	check_match("cha_1", "uncore_type_0_1 uncore_upi_0");
	check_match("cha_1?", "uncore_type_0_10");
	check_match("imc", "uncore_type_6_0");
	assert_int_equal(pmx_pmus_match(pmus, "cpu", &list, NULL), -ENOENT);
	assert_int_equal(pmx_pmu_alias(pmus, "uncore_type_6_0", alias, sizeof(alias)), 12);
	assert_string_equal(alias, "uncore_imc_0");
	assert_int_equal(pmx_pmu_alias(pmus, "uncore_iio_0", alias, sizeof(alias)), -ENOENT);
	assert_int_equal(pmx_pmu_alias(pmus, "uncore_irp_0", alias, sizeof(alias)), -ENOENT);
	assert_int_equal(pmx_pmu_alias(pmus, "uncore_imc_0", alias, sizeof(alias)), -ENOENT);
	assert_int_equal(pmx_pmu_alias(pmus, "../uncore_type_6_0", alias, sizeof(alias)), -ENOENT);
}

static void what_only_begins_like_a_number_is_part_of_the_name(void **state)
{
	struct pmx_error err;
	const struct pmx_pmu *const *list;

	(void)state;
	sysroot_put(&root, DEV "/cpum_cf/type", "8");
	sysroot_put(&root, DEV "/ddr_pmu_87e1b0/type", "9");
	sysroot_put(&root, DEV "/dfl_fme0/type", "10");
	sysroot_put(&root, DEV "/dfl_fme0x/type", "11");
	assert_int_equal(pmx_pmus_match(pmus, "cpum", &list, &err), -ENOENT);
	check_match("dfl_fme", "dfl_fme0");
	check_match("ddr_pmu", "ddr_pmu_87e1b0");
}

static void an_unknown_pmu_gets_the_nearest_name(void **state)
{
	const struct pmx_pmu *const *list;
	struct pmx_error err;

	(void)state;
	open_pmus(open_fixture("alderlake"));
	assert_int_equal(pmx_pmus_match(pmus, "cpu_croe", &list, &err), -ENOENT);
	assert_string_equal(err.text, "this machine has no PMU called 'cpu_croe'");
	assert_string_equal(err.hint, "did you mean 'cpu_core'?");
	assert_int_equal(pmx_pmus_match(pmus, "zzzzzzzz", &list, &err), -ENOENT);
	assert_non_null(strstr(err.hint, "cpu_atom, cpu_core"));
	assert_int_equal(pmx_pmus_match(pmus, "zz*", &list, NULL), -ENOENT);
	close_pmus();
}

static void names_that_lead_elsewhere_are_no_pmus(void **state)
{
	static const char *const odd[] = { "",	   ".",	   "..",	 "../cpu",
					   "cpu/", "/cpu", "cpu/../cpu", "." };
	const struct pmx_pmu *const *list;
	struct pmx_error err;
	static char longest[1 << 20];

	(void)state;
	sysroot_put(&root, DEV "/cpu/type", "4");
	sysroot_put(&root, "/sys/bus/event_source/type", "4");
	for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++) {
		assert_null(pmx_pmus_find(pmus, odd[i], &err));
		assert_int_equal(err.code, -ENOENT);
		assert_int_equal(pmx_pmus_match(pmus, odd[i], &list, NULL), -ENOENT);
	}
	memset(longest, 'x', sizeof(longest) - 1);
	assert_null(pmx_pmus_find(pmus, longest, &err));
	assert_int_equal(pmx_pmus_match(pmus, longest, &list, &err), -ENOENT);
	memset(longest, '*', sizeof(longest) - 1);
	assert_int_equal(pmx_pmus_match(pmus, longest, &list, &err), 1);
}

/* --- machines that lie --- */

static void a_broken_pmu_is_named_and_left_out(void **state)
{
	static const struct {
		const char *file, *text;
		int code;
	} broken[] = {
		{ "type", "", -EINVAL },
		{ "type", "x", -EINVAL },
		{ "type", "-1", -EINVAL },
		{ "type", "4294967296", -EINVAL },
		{ "type", "99999999999999999999999", -EINVAL },
		{ "cpus", "3-1", -ERANGE },
		{ "cpus", "0-99999", -ERANGE },
		{ "cpumask", "ff", -EINVAL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); i++) {
		const struct pmx_pmu *const *list;
		struct pmx_error err = { 0 };
		char path[128];

		remove_pmus(state);
		make_pmus(state);
		sysroot_put(&root, DEV "/odd/type", "30");
		snprintf(path, sizeof(path), DEV "/odd/%s", broken[i].file);
		sysroot_put(&root, path, broken[i].text);
		pmx_pmus_find(pmus, "odd", &err);
		if (err.code != broken[i].code)
			fail_msg("%s '%s': %d", broken[i].file, broken[i].text, err.code);
		if (err.code)
			assert_non_null(strstr(err.text, broken[i].file));
		assert_int_equal(pmx_pmus_all(pmus, &list, NULL), err.code ? 0 : 1);
		assert_int_equal(pmx_pmus_match(pmus, "od*", &list, &err), err.code ? err.code : 1);
	}
}

static void odd_things_instead_of_files_do_not_break(void **state)
{
	static char huge[1 << 20];
	const struct pmx_pmu *const *list;
	struct pmx_error err;

	(void)state;
	sysroot_mkdir(&root, DEV "/dir/type");
	sysroot_put(&root, DEV "/plain", "4");
	sysroot_link(&root, DEV "/loop", "loop");
	sysroot_link(&root, DEV "/dangling", "../../../devices/gone");
	memset(huge, '1', sizeof(huge));
	sysroot_put_bytes(&root, DEV "/huge/type", huge, sizeof(huge));
	sysroot_put(&root, DEV "/mask/type", "5");
	sysroot_put_bytes(&root, DEV "/mask/cpumask", huge, sizeof(huge));
	sysroot_put_bytes(&root, DEV "/nul/type", "4\0004", 3);
	assert_int_equal(pmx_pmus_all(pmus, &list, &err), 0);
	assert_null(pmx_pmus_find(pmus, "dir", &err));
	assert_int_equal(err.code, -EISDIR);
	assert_null(pmx_pmus_find(pmus, "plain", &err));
	assert_int_equal(err.code, -ENOENT);
	assert_null(pmx_pmus_find(pmus, "loop", &err));
	assert_int_equal(err.code, -ELOOP);
	assert_null(pmx_pmus_find(pmus, "dangling", &err));
	assert_int_equal(err.code, -ENOENT);
	assert_null(pmx_pmus_find(pmus, "mask", &err));
	assert_int_equal(err.code, -EFBIG);
}

static void a_pmu_on_no_cpu_counts_nowhere_rather_than_everywhere(void **state)
{
	(void)state;
	sysroot_put(&root, DEV "/uncore_x/type", "30");
	sysroot_put(&root, DEV "/uncore_x/cpumask", "\n");
	assert_true(find("uncore_x")->has_cpus);
	assert_true(pmx_cpus_is_empty(&find("uncore_x")->cpus));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kinds_are_told_by_name_and_by_files),
		WITH_PMUS(pmus_of_other_architectures_are_known_too),
		cmocka_unit_test(every_core_pmu_of_a_hybrid_machine_is_found),
		cmocka_unit_test(all_pmus_are_listed_by_name),
		cmocka_unit_test(types_lead_to_pmus),
		WITH_PMUS(abi_pmus_are_known_without_a_file),
		WITH_PMUS(finding_one_pmu_reads_no_other),
		cmocka_unit_test(a_name_without_its_number_means_all_of_them),
		cmocka_unit_test(patterns_match_as_in_a_shell),
		WITH_PMUS(what_only_begins_like_a_number_is_part_of_the_name),
		WITH_PMUS(an_alias_is_a_name_where_no_name_matches),
		cmocka_unit_test(an_unknown_pmu_gets_the_nearest_name),
		WITH_PMUS(names_that_lead_elsewhere_are_no_pmus),
		WITH_PMUS(a_broken_pmu_is_named_and_left_out),
		WITH_PMUS(odd_things_instead_of_files_do_not_break),
		WITH_PMUS(a_pmu_on_no_cpu_counts_nowhere_rather_than_everywhere),
	};

	return cmocka_run_group_tests_name("pmu", tests, NULL, NULL);
}
