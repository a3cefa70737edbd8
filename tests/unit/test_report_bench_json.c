// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_bench_json.c - repeated runs as documents: JSON whatever is in them, with what
 * hyperfine's scripts want, all numbers as they were; and a baseline that can be read again
 */
#include <unistd.h>

#include "bench_results.h"
#include "comma_locale.h"
#include "json.h"
#include "manuals.h"
#include "scratch.h"

static void check_number(const json_t *json, const char *key, double value)
{
	const json_t *number = get(json, key);

	if (!isfinite(value))
		assert_true(json_is_null(number));
	else if (!json_is_number(number) || json_number_value(number) != value)
		fail_msg("%s is not %.17g", key, value);
}

static void check_text(const json_t *json, const char *key, const char *value)
{
	if (value)
		assert_string_equal(json_string_value(get(json, key)), value);
	else
		assert_true(json_is_null(get(json, key)));
}

/* --- the result ------------------------------------------------------------------------------- */

static json_t *result_of(struct bench_made *made)
{
	return parse_once(bench_written(made, pmx_bench_json));
}

static char *text_of(bench_maker *make)
{
	struct bench_made *made = make();
	char *text = bench_written(made, pmx_bench_json);

	bench_free(made);
	return text;
}

/* All that hyperfine's own scripts read: numbers, and lists of the same length. */
static void check_hyperfine(const json_t *json, const struct bench_made *made, size_t c)
{
	const struct pmx_summary *wall = &made->cells[c * made->now.bench.metric_count].summary;
	const json_t *times = get(json, "times"), *codes = get(json, "exit_codes"), *code;
	size_t i;

	check_number(json, "mean", wall->mean);
	check_number(json, "stddev", wall->stddev);
	check_number(json, "median", wall->median);
	check_number(json, "min", wall->min);
	check_number(json, "max", wall->max);
	get(json, "command");
	get(json, "user");
	get(json, "system");
	assert_true(json_is_object(get(json, "parameters")));
	assert_int_equal(json_array_size(times), wall->count);
	assert_int_equal(json_array_size(codes), wall->count);
	json_array_foreach(codes, i, code) {
		assert_int_equal(json_integer_value(code), 0);
		assert_true(json_number_value(json_array_get(times, i)) ==
			    made->now.commands[c].metric[0].values[i]);
	}
}

static void check_rest(const json_t *rest, const struct bench_made *made)
{
	static const char *const always[] = {
		"version", "kernel",	  "machine",	"processor", "host",	 "cpus",    "when",
		"seed",	   "interrupted", "resolution", "tests",     "baseline", "metrics", "notes",
	};

	assert_string_equal(json_string_value(get(rest, "schema")), "perfmux-bench-result/1");
	for (size_t i = 0; i < sizeof(always) / sizeof(always[0]); i++)
		get(rest, always[i]);
	assert_int_equal(json_array_size(get(rest, "metrics")), made->now.bench.metric_count);
	assert_int_equal(json_array_size(get(rest, "commands")), made->now.bench.command_count);
	assert_int_equal(json_array_size(get(rest, "notes")), made->report.note_count);
}

static void every_document_is_json_with_all_that_was_promised(void **state)
{
	(void)state;
	for (size_t i = 0; i < BENCH_CASES; i++) {
		struct bench_made *made = bench_makers[i]();
		json_t *json = result_of(made);

		assert_int_equal(json_array_size(get(json, "results")),
				 made->now.bench.command_count);
		for (size_t c = 0; c < made->now.bench.command_count; c++)
			check_hyperfine(at(json, "results", c), made, c);
		check_rest(get(json, "perfmux"), made);
		json_decref(json);
		bench_free(made);
	}
}

static void numbers_are_those_of_the_cells(void **state)
{
	struct bench_made *made = bench_case_pair();
	json_t *json = result_of(made), *command = at(get(json, "perfmux"), "commands", 1);

	(void)state;
	check_text(command, "name", "sort --parallel=2 numbers.txt");
	check_text(command, "reference", "sort numbers.txt");
	check_text(command, "why_failed", "exit status 3");
	check_number(command, "failed", 1);
	for (size_t m = 0; m < 6; m++) {
		const struct pmx_bench_cell *cell = bench_cell(made, 1, m);
		const json_t *it = at(command, "metrics", m);

		check_text(it, "metric", bench_lines[m].name);
		check_number(it, "values", 40);
		check_number(it, "median_low", cell->summary.median_interval.low);
		check_number(it, "median_level", 0.95);
		check_number(it, "mad", cell->summary.mad);
		check_number(it, "ratio", cell->comparison.ratio);
		check_number(it, "ratio_high", cell->comparison.ratio_interval.high);
		check_number(it, "difference_low", cell->comparison.difference_interval.low);
		check_number(it, "p", cell->comparison.test.p);
		check_number(it, "p_adjusted", cell->adjusted);
		check_text(it, "p_method", "normal");
		check_text(it, "change", pmx_change_name(cell->change));
	}
	check_text(at(command, "metrics", 0), "verdict", "2.3 % slower");
	check_text(at(get(json, "perfmux"), "metrics", 6), "why", NO_PMU);
	assert_null(json_object_get(at(command, "metrics", 6), "change"));
	check_number(at(command, "metrics", 6), "median", NAN);
	json_decref(json);
	bench_free(made);
}

static void user_and_system_are_means_in_seconds(void **state)
{
	struct bench_made *made = bench_case_pair();
	json_t *json = result_of(made);

	(void)state;
	check_number(at(json, "results", 0), "user", bench_cell(made, 0, 1)->summary.mean);
	check_number(at(json, "results", 0), "system", bench_cell(made, 0, 2)->summary.mean);
	json_decref(json);
	bench_free(made);
	made = bench_case_little();
	json = result_of(made);
	check_number(at(json, "results", 2), "user", NAN);
	check_number(at(json, "results", 0), "system", NAN);
	json_decref(json);
	bench_free(made);
}

static void a_baseline_is_told_with_its_differences(void **state)
{
	struct bench_made *made = bench_case_baseline();
	json_t *json = result_of(made), *baseline = get(get(json, "perfmux"), "baseline");

	(void)state;
	check_text(baseline, "kernel", "6.1.0");
	check_number(baseline, "when", 1761910500);
	check_number(baseline, "commands", 1);
	assert_true(strstr(json_string_value(at(baseline, "differences", 0)), "6.1.0") != NULL);
	json_decref(json);
	bench_free(made);
}

static void small_documents_are_exact(void **state)
{
	(void)state;
	golden_compare("bench-pair", "json", text_of(bench_case_pair));
	golden_compare("bench-baseline", "json", text_of(bench_case_baseline));
	golden_compare("bench-hostile", "json", text_of(bench_case_hostile));
	golden_compare("bench-empty", "json", text_of(bench_case_empty));
}

/* --- a baseline --------------------------------------------------------------------------- */

static void save(const struct pmx_bench_report *report, const struct pmx_bench_result *result)
{
	pmx_bench_save(report, result->bench);
}

static void check_values(const json_t *command, const struct pmx_bench_values *it, size_t m)
{
	const json_t *values = at(command, "values", m), *rounds = at(command, "rounds", m);
	size_t kept = 0;

	for (size_t i = 0; i < it->count; i++) {
		if (!isfinite(it->values[i]))
			continue;
		assert_true(json_number_value(json_array_get(values, kept)) == it->values[i]);
		assert_int_equal(json_integer_value(json_array_get(rounds, kept)), it->rounds[i]);
		kept++;
	}
	assert_int_equal(json_array_size(values), kept);
	assert_int_equal(json_array_size(rounds), kept);
	assert_int_equal(json_integer_value(at(command, "seen", m)), it->seen);
}

static void a_saved_document_has_every_value(void **state)
{
	(void)state;
	for (size_t i = 0; i < BENCH_CASES; i++) {
		struct bench_made *made = bench_makers[i]();
		json_t *json = parse_once(bench_written(made, save));

		check_text(json, "schema", "perfmux-bench/1");
		check_text(json, "seed", "0x1f2e3d4c5b6a7988");
		check_number(json, "when", 1764431381);
		check_number(json, "cpus", 2);
		for (size_t c = 0; c < made->now.bench.command_count; c++)
			for (size_t m = 0; m < made->now.bench.metric_count; m++)
				check_values(at(json, "commands", c),
					     &made->now.commands[c].metric[m], m);
		json_decref(json);
		bench_free(made);
	}
}

static void a_saved_document_is_exact(void **state)
{
	struct bench_made *made = bench_case_little();

	(void)state;
	golden_compare("bench-little.save", "json", bench_written(made, save));
	bench_free(made);
	made = bench_case_hostile();
	golden_compare("bench-hostile.save", "json", bench_written(made, save));
	bench_free(made);
}

static struct pmx_bench *load(const char *text)
{
	struct pmx_bench *bench = NULL;
	struct pmx_error err;
	char path[1024];
	int fd;

	fd = mkstemp(scratch_path(path, sizeof(path), "bench"));
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	if (pmx_bench_load(&bench, path, &err))
		fail_msg("%s", err.text);
	unlink(path);
	return bench;
}

/* What a loaded bench is saved as is what it was loaded from. */
static void a_saved_document_can_be_read_again(void **state)
{
	static bench_maker *const makers[] = {
		bench_case_pair,  bench_case_names,  bench_case_scan,
		bench_case_alone, bench_case_little, bench_case_empty
	};

	(void)state;
	for (size_t i = 0; i < sizeof(makers) / sizeof(makers[0]); i++) {
		struct bench_made *made = makers[i]();
		char *text = bench_written(made, save), *again;
		struct pmx_bench *bench = load(text);
		struct written written;

		made->report.out = written_open(&written);
		pmx_bench_save(&made->report, bench);
		again = written_close(&written);
		assert_string_equal(again, text);
		free(again);
		free(text);
		pmx_bench_free(bench);
		bench_free(made);
	}
}

/* Doubles of every size, also those that a decimal of 15 digits is not enough for. */
static void every_double_reads_back_as_it_was(void **state)
{
	static const double values[] = { 0.1,
					 1.0 / 3,
					 5e-324,
					 2.2250738585072014e-308,
					 1.7976931348623157e308,
					 9007199254740993.0,
					 123456789012345678.0,
					 1.8446744073709552e19,
					 0.000123456789,
					 0.3 };
	struct bench_made *made = bench_new();
	struct pmx_bench *bench;
	char *text;

	(void)state;
	bench_metric(&made->now, "x", PMX_BENCH_COUNT);
	bench_command(&made->now, "c", "c");
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		bench_value(&made->now.commands[0].metric[0], values[i], (uint32_t)i);
	made->now.commands[0].runs = sizeof(values) / sizeof(values[0]);
	text = bench_written(made, save);
	bench = load(text);
	assert_int_equal(bench->commands[0].metric[0].count, sizeof(values) / sizeof(values[0]));
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		assert_true(bench->commands[0].metric[0].values[i] == values[i]);
	pmx_bench_free(bench);
	free(text);
	bench_free(made);
}

static void every_byte_in_a_name_gives_json(void **state)
{
	(void)state;
	for (int byte = 1; byte < 256; byte++) {
		char name[] = { 'a', (char)byte, 'b', (char)byte, '\0' };
		struct bench_made *made = bench_new();

		bench_metric(&made->now, name, PMX_BENCH_COUNT);
		bench_command(&made->now, name, name);
		bench_values(&made->now, 0, 0, 100, 0.1, 5);
		bench_say(made, 0, 0, NULL, bench_lines[1].says);
		json_decref(result_of(made));
		json_decref(parse_once(bench_written(made, save)));
		bench_free(made);
	}
}

/* --- the manual --------------------------------------------------------------------------- */

/* What is no member of a table is set in bold. */
static bool is_documented(const char *page, const char *member)
{
	char bold[128];

	snprintf(bold, sizeof(bold), "\\fB%s\\fR", member);
	return is_in_table(page, member) || strstr(page, bold);
}

static void every_member_is_documented(void **state)
{
	static const char document[] = "\n.SH THE DOCUMENT OF PERFMUX BENCH\n";
	static const char baseline[] = "\n.SH THE BASELINE OF PERFMUX BENCH\n";
	char *page = manual_section("perfmux-json.5.in", document, document);
	char *both = manual_section("perfmux-json.5.in", document, baseline);

	(void)state;
	for (size_t i = 0; i < BENCH_CASES; i++) {
		struct bench_made *made = bench_makers[i]();
		json_t *json = result_of(made), *saved = parse_once(bench_written(made, save));

		check_documented(page, json, is_documented);
		check_documented(both, saved, is_documented);
		json_decref(json);
		json_decref(saved);
		bench_free(made);
	}
	assert_false(is_documented(both, "nonsense"));
	free(page);
	free(both);
}

static void no_locale_changes_it(void **state)
{
	char dir[1024];

	comma_locale_enter(dir, sizeof(dir));
	small_documents_are_exact(state);
	a_saved_document_is_exact(state);
	comma_locale_leave(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_document_is_json_with_all_that_was_promised),
		cmocka_unit_test(numbers_are_those_of_the_cells),
		cmocka_unit_test(user_and_system_are_means_in_seconds),
		cmocka_unit_test(a_baseline_is_told_with_its_differences),
		cmocka_unit_test(small_documents_are_exact),
		cmocka_unit_test(a_saved_document_has_every_value),
		cmocka_unit_test(a_saved_document_is_exact),
		cmocka_unit_test(a_saved_document_can_be_read_again),
		cmocka_unit_test(every_double_reads_back_as_it_was),
		cmocka_unit_test(every_byte_in_a_name_gives_json),
		cmocka_unit_test(every_member_is_documented),
		cmocka_unit_test(no_locale_changes_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
