// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_openmetrics_values.c - which metrics a count becomes, and with which unit and labels
 */
#include "openmetrics.h"

static void units_become_base_units(void **state)
{
	struct made *made = case_everything();
	char *text = write_once(PMX_OPENMETRICS, &made->result, NULL);

	(void)state;
	expect(text, "perfmux_event_seconds_total{event=\"task-clock\",pmu=\"software\"} 1.5");
	expect(text, "# UNIT perfmux_event_joules joules");
	expect(text, "perfmux_event_joules_total{event=\"power/energy-pkg/\",pmu=\"cpu\"} "
		     "0.028744523646309972");
	expect(text, "perfmux_event_bytes_total{event=\"MiB\",pmu=\"cpu\"} 2097152");
	expect(text,
	       "perfmux_event_amount_total{event=\"furlongs\",pmu=\"cpu\",unit=\"furlongs\"} 2.5");
	expect(text, "perfmux_event_value{event=\"C\",pmu=\"cpu\",unit=\"C\"} 40");
	expect(text, "perfmux_command_user_seconds_total{} 0.25");
	refuse(text, "perfmux_event_raw_total{event=\"C\"");
	free(text);
	free(made);
}

static void counts_beyond_a_double_are_exact(void **state)
{
	struct made *made = case_values();
	char *text = write_once(PMX_PROMETHEUS_TEXT, &made->result, NULL);

	(void)state;
	expect(text,
	       "perfmux_event_count_total{event=\"beyond-2^53\",pmu=\"cpu\"} 9007199254740993");
	expect(text, "perfmux_event_raw_total{event=\"huge\",pmu=\"cpu\"} 18446744073709551615");
	free(text);
	free(made);
}

static void what_was_not_counted_has_no_count_and_a_reason(void **state)
{
	struct made *made = case_values();
	char *text = write_once(PMX_OPENMETRICS, &made->result, NULL);

	(void)state;
	refuse(text, "_count_total{event=\"starved\"");
	refuse(text, "_count_total{event=\"pinned:D\"");
	refuse(text, "_count_total{event=\"not-a-number\"");
	refuse(text, "_raw_total{event=\"pinned:D\"");
	expect(text, "perfmux_event_running_ratio{event=\"starved\",pmu=\"cpu\"} 0");
	expect(text, "perfmux_event_uncounted_info{event=\"starved\",pmu=\"cpu\","
		     "status=\"not_counted\",reason=\"never on the PMU\"} 1");
	expect(text, "perfmux_event_lost_counters{event=\"scaled\",pmu=\"cpu\"} 3");
	free(text);
	free(made);
}

static void a_share_and_a_bound_are_ratios(void **state)
{
	struct made *made = made_new(PMX_AGGR_GLOBAL);
	char *text;

	(void)state;
	made_count(made, "a", PERF_TYPE_RAW, 1, 100, 4000000000, 1000000000)->count.half = 20;
	made_count(made, "b", PERF_TYPE_RAW, 1, 100, 4000, 1000)->count.half = NAN;
	made_count(made, "c", PERF_TYPE_RAW, 1, 0, 4000, 1000)->count.half = 3;
	made_count(made, "d", PERF_TYPE_RAW, 1, 0, 4000, 4000);
	text = write_once(PMX_OPENMETRICS, &made->result, NULL);
	expect(text, "perfmux_event_running_ratio{event=\"a\",pmu=\"cpu\"} 0.25");
	expect(text, "perfmux_event_count_total{event=\"a\",pmu=\"cpu\"} 400");
	expect(text, "perfmux_event_raw_total{event=\"a\",pmu=\"cpu\"} 100");
	expect(text, "perfmux_event_enabled_seconds_total{event=\"a\",pmu=\"cpu\"} 4");
	expect(text, "perfmux_event_error_ratio{event=\"a\",pmu=\"cpu\"} 0.05");
	refuse(text, "error_ratio{event=\"b\"");
	refuse(text, "error_ratio{event=\"c\"");
	expect(text, "perfmux_event_error_ratio{event=\"d\",pmu=\"cpu\"} 0");
	free(text);
	free(made);
}

static void no_bounds_are_told_that_nobody_estimated(void **state)
{
	struct pmx_openmetrics metrics = { .version = "1" };
	struct made *made = case_default();
	char *text = write_with(&metrics, PMX_OPENMETRICS, &made->result, NULL);

	(void)state;
	refuse(text, "error_ratio");
	refuse(text, "start_time");
	pmx_openmetrics_free(&metrics);
	free(text);
	free(made);
}

static void the_same_event_again_has_a_number(void **state)
{
	struct made *made = made_new(PMX_AGGR_GLOBAL);
	char *text;

	(void)state;
	for (uint64_t i = 1; i <= 3; i++)
		made_count(made, "a", PERF_TYPE_RAW, 1, i, 1, 1);
	text = write_once(PMX_OPENMETRICS, &made->result, NULL);
	expect(text, "perfmux_event_count_total{event=\"a\",pmu=\"cpu\"} 1");
	expect(text, "perfmux_event_count_total{event=\"a\",pmu=\"cpu\",occurrence=\"2\"} 2");
	expect(text, "perfmux_event_count_total{event=\"a\",pmu=\"cpu\",occurrence=\"3\"} 3");
	free(text);
	free(made);
}

static void sums_over_core_pmus_are_left_to_the_reader(void **state)
{
	struct made *made = made_new(PMX_AGGR_GLOBAL);
	char *text;

	(void)state;
	made_count(made, "cpu_core/cycles/", PERF_TYPE_RAW, 1, 1, 1, 1);
	made_count(made, "cycles", PERF_TYPE_RAW, 1, 1, 1, 1)->is_sum = true;
	text = write_once(PMX_OPENMETRICS, &made->result, NULL);
	expect(text, "perfmux_event_count_total{event=\"cpu_core/cycles/\",pmu=\"cpu\"} 1");
	refuse(text, "event=\"cycles\"");
	free(text);
	free(made);
}

/* Rows may come in another order, and more of them. */
static void a_scaled_count_never_falls(void **state)
{
	struct pmx_openmetrics metrics = { .version = "1" };
	struct made *made = made_new(PMX_AGGR_GLOBAL);
	char *text;

	(void)state;
	made_count(made, "a", PERF_TYPE_RAW, 1, 100, 4, 1);
	free(write_with(&metrics, PMX_OPENMETRICS, &made->result, NULL));
	made->result.count = 0;
	made_count(made, "0", PERF_TYPE_RAW, 1, 1, 1, 1);
	made_count(made, "z", PERF_TYPE_RAW, 1, 2, 1, 1);
	made_count(made, "a", PERF_TYPE_RAW, 1, 105, 6, 3);
	text = write_with(&metrics, PMX_PROMETHEUS_TEXT, &made->result, NULL);
	expect(text, "perfmux_event_count_total{event=\"a\",pmu=\"cpu\"} 400");
	expect(text, "perfmux_event_raw_total{event=\"a\",pmu=\"cpu\"} 105");
	expect(text, "perfmux_event_count_total{event=\"z\",pmu=\"cpu\"} 2");
	free(text);
	made->rows[2].count.value = 401;
	text = write_with(&metrics, PMX_OPENMETRICS, &made->result, NULL);
	expect(text, "perfmux_event_count_total{event=\"a\",pmu=\"cpu\"} 401");
	free(text);
	pmx_openmetrics_free(&metrics);
	free(made);
}

static void places_are_labels(void **state)
{
	struct made *cpus = case_cpu(), *cgroups = case_cgroup();
	char *text = write_once(PMX_OPENMETRICS, &cpus->result, NULL);

	(void)state;
	expect(text, "perfmux_event_seconds_total{event=\"task-clock\",pmu=\"software\",cpu=\"0\"} "
		     "0.052266225");
	assert_non_null(strstr(text, "cpu=\"127\"} 0.0522662"));
	free(text);
	text = write_once(PMX_OPENMETRICS, &cgroups->result, NULL);
	expect(text, "perfmux_event_count_total{event=\"page-faults\",pmu=\"software\","
		     "cgroup=\"user.slice/a \\\"quoted\\\" one\"} 1785");
	free(text);
	free(cpus);
	free(cgroups);
}

static void gpu_memory_is_by_gpu_and_by_process(void **state)
{
	struct made *made = case_default();
	struct gpu_made *gpu = gpu_everything();
	char *text = write_once(PMX_OPENMETRICS, &made->result, &gpu->report);

	(void)state;
	expect(text, "perfmux_gpu_memory_bytes{gpu=\"7\"} 800");
	expect(text, "perfmux_gpu_memory_peak_bytes{gpu=\"7\"} 900");
	expect(text, "perfmux_gpu_memory_imported_bytes{gpu=\"7\"} 100");
	expect(text, "perfmux_gpu_process_memory_bytes{gpu=\"7\",pid=\"42\",comm=\"a\\\"b\"} 400");
	expect(text, "perfmux_gpu_process_memory_private_bytes{gpu=\"7\",pid=\"42\","
		     "comm=\"a\\\"b\"} 300");
	expect(text, "perfmux_gpu_process_memory_bytes{gpu=\"7\",pid=\"42\",comm=\"a\\\"b\","
		     "generation=\"1\"} 5");
	refuse(text, "pid=\"43\"");
	free(text);
	free(gpu);
	free(made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(units_become_base_units),
		cmocka_unit_test(counts_beyond_a_double_are_exact),
		cmocka_unit_test(what_was_not_counted_has_no_count_and_a_reason),
		cmocka_unit_test(a_share_and_a_bound_are_ratios),
		cmocka_unit_test(no_bounds_are_told_that_nobody_estimated),
		cmocka_unit_test(the_same_event_again_has_a_number),
		cmocka_unit_test(sums_over_core_pmus_are_left_to_the_reader),
		cmocka_unit_test(a_scaled_count_never_falls),
		cmocka_unit_test(places_are_labels),
		cmocka_unit_test(gpu_memory_is_by_gpu_and_by_process),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
