// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_openmetrics.c - metrics are in a format that Prometheus takes, and in the manual
 */
#include "manuals.h"
#include "openmetrics.h"

static const enum pmx_exposition formats[] = { PMX_OPENMETRICS, PMX_PROMETHEUS_TEXT };

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

/* Where it is installed, or where tests/deps.sh has unpacked it. */
#define PROMTOOL "PATH=$PATH:${TOP:-.}/build/prometheus/usr/bin; "

static void check_promtool(const char *text, enum pmx_exposition format)
{
	if (format == PMX_PROMETHEUS_TEXT && pipe_to(PROMTOOL "promtool check metrics >&2", text))
		fail_msg("promtool refused:\n%s", text);
}

static void promtool_has_nothing_to_say(void **state)
{
	(void)state;
	if (system(PROMTOOL "command -v promtool >/dev/null")) {
		print_message("promtool is not installed\n");
		skip();
	}
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
	if (system(PYTHON "' 2>/dev/null")) {
		print_message("python3-prometheus-client is not installed\n");
		skip();
	}
	for_each_text(check_reference);
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

static void the_manual_has_each_family_and_no_other(void **state)
{
	struct made *made = case_everything();
	struct gpu_made *gpu = gpu_everything();
	char *text = write_once(PMX_OPENMETRICS, &made->result, &gpu->report);
	char *manual = manual_section("perfmux-openmetrics.5", "\n.SH NAME\n", "\n.SH METRICS\n");
	char name[128];
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
		cmocka_unit_test(the_manual_has_each_family_and_no_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
