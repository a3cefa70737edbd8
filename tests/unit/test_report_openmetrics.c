// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_openmetrics.c - metrics that Prometheus takes, of counts that are known
 */
#include <perfmux/report_openmetrics.h>

#include "gpu_reports.h"

static const enum pmx_exposition formats[] = { PMX_OPENMETRICS, PMX_PROMETHEUS_TEXT };

static char *write_with(struct pmx_openmetrics *metrics, enum pmx_exposition format,
			const struct pmx_result *result, const struct pmx_gpu_report *gpu)
{
	struct written written;
	struct pmx_error err;
	FILE *out = written_open(&written);

	assert_int_equal(pmx_openmetrics_write(metrics, out, format, result, gpu, &err), 0);
	return written_close(&written);
}

static char *write_once(enum pmx_exposition format, const struct pmx_result *result,
			const struct pmx_gpu_report *gpu)
{
	struct pmx_openmetrics metrics = { .version = "1.2.3", .started = 1e9, .has_bounds = true };
	char *text = write_with(&metrics, format, result, gpu);

	pmx_openmetrics_free(&metrics);
	return text;
}

static void expect(const char *text, const char *line)
{
	size_t length = strlen(line);

	for (const char *at = text; (at = strstr(at, line)); at += length)
		if ((at == text || at[-1] == '\n') && at[length] == '\n')
			return;
	fail_msg("no line '%s' in:\n%s", line, text);
}

static void refuse(const char *text, const char *part)
{
	if (strstr(text, part))
		fail_msg("'%s' is in:\n%s", part, text);
}

/* --- results ------------------------------------------------------------------------------ */

/* An event in a unit of its own. */
static struct pmx_row *add_unit(struct made *made, const char *unit, double value)
{
	struct pmx_row *row = made_count(made, unit, PERF_TYPE_RAW, 9, 10, 1000, 1000);
	struct pmx_event *event = &made->events[made->result.count - 1];

	event->unit = (char *)(uintptr_t)unit;
	event->scale = value / 10;
	row->count.value = value;
	return row;
}

/* All that there may be of events. */
static struct made *case_everything(void)
{
	struct made *made = case_values();

	made_clock(made, 1500000000);
	add_unit(made, "MiB", 2);
	add_unit(made, "furlongs", 2.5);
	add_unit(made, "C", 40);
	made->events[made->result.count - 1].gauge = true;
	made->result.has_rusage = true;
	made->result.user_ns = 250000000;
	return made;
}

static struct gpu_made *gpu_everything(void)
{
	struct gpu_made *gpu = gpu_new(1000);
	struct pmx_gpu_device *device = gpu_device(gpu, 7);
	struct pmx_gpu_row *row;

	gpu_course(gpu, &device->total, &device->line, STEPS({ 0, 900 }, { 10, 800 }));
	gpu_imports(gpu, &device->imported, &device->line, STEPS({ 0, 100 }));
	row = gpu_process(gpu, 42, "a\"b", STEPS({ 0, 500 }, { 5, 400 }));
	gpu_imports(gpu, &row->imported, &row->line, STEPS({ 0, 100 }));
	row->has_private = true;
	row->private_bytes = 300;
	gpu_process(gpu, 43, "gone", STEPS({ 0, 500 }, { 5, 0 }))->marks |= PMX_GPU_ENDED;
	gpu_process(gpu, 42, "a\"b", STEPS({ 0, 5 }))->generation = 1;
	return gpu;
}

static struct made *(*const makers[])(void) = { case_default, case_hardware, case_repeat,
						case_core,    case_cpu,	     case_thread,
						case_cgroup,  case_values,   case_everything };

enum { MAKERS = sizeof(makers) / sizeof(makers[0]) };

/* Calls @check with each case in each format. */
static void for_each_text(void (*check)(const char *text, enum pmx_exposition format))
{
	struct gpu_made *gpu = gpu_everything();

	for (size_t i = 0; i < MAKERS * 2; i++) {
		struct made *made = makers[i / 2]();
		char *text = write_once(formats[i % 2], &made->result, &gpu->report);

		check(text, formats[i % 2]);
		free(text);
		free(made);
	}
	free(gpu);
}

/* --- the format --------------------------------------------------------------------------- */

static const char *next_line(const char *at)
{
	const char *end = strchr(at, '\n');

	assert_non_null(end);
	return end + 1;
}

/* A family's samples are together below its head, and there is no head without a sample. */
static void check_families(const char *text, enum pmx_exposition format)
{
	char family[128] = "", heads[8192] = " ";
	bool has_sample = true, is_done = false;

	for (const char *at = text; *at; at = next_line(at)) {
		size_t length = strlen(family);

		assert_false(is_done);
		if (!strncmp(at, "# HELP ", 7)) {
			assert_true(has_sample);
			has_sample = false;
			assert_int_equal(sscanf(at, "# HELP %126s", family), 1);
			strncat(family, " ", 2);
			assert_null(strstr(heads, family));
			strncat(heads, family, sizeof(heads) - strlen(heads) - 1);
			family[strlen(family) - 1] = '\0';
		} else if (!strncmp(at, "# EOF\n", 6)) {
			is_done = true;
		} else if (*at == '#') {
			assert_int_equal(strncmp(at + 7, family, length), 0);
			assert_false(has_sample);
		} else {
			has_sample = true;
			assert_int_equal(strncmp(at, family, length), 0);
			at += length;
			if (format == PMX_OPENMETRICS && *at == '_')
				at += strcspn(at, "{");
			assert_int_equal(*at, '{');
		}
	}
	assert_int_equal(is_done, format == PMX_OPENMETRICS);
}

static void each_family_has_its_head_once_and_its_samples_below(void **state)
{
	(void)state;
	for_each_text(check_families);
}

static void check_distinct(const char *text, enum pmx_exposition format)
{
	(void)format;
	for (const char *at = text; *at; at = next_line(at)) {
		const char *end = strstr(at, "} ");
		size_t length = end ? (size_t)(end - at) : 0;

		if (*at == '#')
			continue;
		assert_non_null(end);
		for (const char *other = next_line(at); *other; other = next_line(other))
			if (!strncmp(at, other, length + 1))
				fail_msg("twice: %.*s}", (int)length, at);
	}
}

static void no_two_samples_have_the_same_labels(void **state)
{
	(void)state;
	for_each_text(check_distinct);
}

static void check_plain(const char *text, enum pmx_exposition format)
{
	(void)format;
	for (; *text; text++)
		if ((unsigned char)*text >= 0x7f || ((unsigned char)*text < ' ' && *text != '\n'))
			fail_msg("byte %#x", (unsigned char)*text);
	refuse(text, "nan");
	refuse(text, "inf");
}

static void names_cannot_break_out_of_a_label(void **state)
{
	struct made *made = case_thread();
	char *text = write_once(PMX_OPENMETRICS, &made->result, NULL);

	(void)state;
	for_each_text(check_plain);
	expect(text,
	       "perfmux_event_count_total{event=\"context-switches\",pmu=\"software\",tid=\"8\","
	       "comm=\"a\\\"b,c\\\\d\\\\x1b[31m\"} 40");
	expect(text, "perfmux_event_count_total{event=\"context-switches\",pmu=\"software\","
		     "tid=\"4194304\",comm=\"\\\\xff\\\\xfe \\n;\\\\xc2\\\\x9b\"} 50");
	free(text);
	free(made);
}

/* Runs @command with @text on its standard input; its exit status. */
static int pipe_to(const char *command, const char *text)
{
	FILE *pipe = popen(command, "w");

	assert_non_null(pipe);
	fputs(text, pipe);
	return pclose(pipe);
}

static void check_promtool(const char *text, enum pmx_exposition format)
{
	if (format == PMX_PROMETHEUS_TEXT && pipe_to("promtool check metrics >&2", text))
		fail_msg("promtool refused:\n%s", text);
}

static void promtool_has_nothing_to_say(void **state)
{
	(void)state;
	if (system("command -v promtool >/dev/null"))
		skip(); /* promtool is not installed */
	for_each_text(check_promtool);
}

#define PYTHON "/usr/bin/python3 -c 'from prometheus_client.openmetrics import parser; "

static void check_reference(const char *text, enum pmx_exposition format)
{
	static const char command[] = PYTHON
		"import sys; list(parser.text_string_to_metric_families(sys.stdin.read()))'";

	if (format == PMX_OPENMETRICS && pipe_to(command, text))
		fail_msg("the parser refused:\n%s", text);
}

static void the_parser_of_openmetrics_takes_it(void **state)
{
	(void)state;
	if (system(PYTHON "' 2>/dev/null"))
		skip(); /* python3-prometheus-client is not installed */
	for_each_text(check_reference);
}

/* --- what is in it ------------------------------------------------------------------------ */

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

/* --- the manual --------------------------------------------------------------------------- */

/* Is @name, without a suffix, a whole word of @text? */
static bool has_word(const char *text, const char *name)
{
	static const char more[] = "abcdefghijklmnopqrstuvwxyz_";
	size_t length = strlen(name);

	for (const char *at = text; (at = strstr(at, name)); at += length)
		if ((at == text || !strchr(more, at[-1])) &&
		    (!at[length] || !strchr(more, at[length])))
			return true;
	return false;
}

static char *read_manual(void)
{
	const char *top = getenv("TOP");
	char path[4096], *text = NULL;
	size_t size = 0;
	FILE *file;

	snprintf(path, sizeof(path), "%s/cmd/perfmux-openmetrics.5", top ? top : ".");
	file = fopen(path, "re");
	assert_non_null(file);
	assert_true(getdelim(&text, &size, '\0', file) > 0);
	fclose(file);
	*strstr(text, ".SH LABELS") = '\0';
	return text;
}

static void the_manual_has_each_family_and_no_other(void **state)
{
	struct made *made = case_everything();
	struct gpu_made *gpu = gpu_everything();
	char *text = write_once(PMX_OPENMETRICS, &made->result, &gpu->report);
	char *manual = read_manual(), name[128];
	size_t families = 0, named = 0;

	(void)state;
	for (const char *at = text; (at = strstr(at, "# TYPE ")); at++, families++) {
		assert_int_equal(sscanf(at, "# TYPE %127s", name), 1);
		if (!has_word(manual, name))
			fail_msg("%s is not in the manual", name);
	}
	for (const char *at = manual; (at = strstr(at, "perfmux_")); at += strlen(name), named++) {
		assert_int_equal(sscanf(at, "%127[a-z_]", name), 1);
		if (!has_word(text, name))
			fail_msg("%s is in the manual alone", name);
	}
	assert_int_equal(families, named);
	assert_true(families > 20);
	free(manual);
	free(text);
	free(gpu);
	free(made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_family_has_its_head_once_and_its_samples_below),
		cmocka_unit_test(no_two_samples_have_the_same_labels),
		cmocka_unit_test(names_cannot_break_out_of_a_label),
		cmocka_unit_test(promtool_has_nothing_to_say),
		cmocka_unit_test(the_parser_of_openmetrics_takes_it),
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
		cmocka_unit_test(the_manual_has_each_family_and_no_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
