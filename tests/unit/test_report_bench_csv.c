// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_bench_csv.c - repeated runs as lines of fields and as tables of Markdown: the same
 * number of fields in every line, whatever is in them, and numbers that read back as they were
 */
#include "bench_results.h"
#include "comma_locale.h"
#include "golden.h"

static char *csv_of(bench_maker *make)
{
	struct bench_made *made = make();
	char *text = bench_written(made, pmx_bench_csv);

	bench_free(made);
	return text;
}

static char *markdown_of(bench_maker *make)
{
	struct bench_made *made = make();
	char *text = bench_written(made, pmx_bench_markdown);

	bench_free(made);
	return text;
}

/* --- CSV ---------------------------------------------------------------------------------- */

enum { FIELDS = 36, FIELD = 4096 };

/* A line as RFC 4180 has it, into @fields; returns what follows. */
static const char *read_line(const char *at, char fields[FIELDS][FIELD], size_t *count)
{
	size_t n = 0, length = 0;
	bool is_quoted = false;

	for (; *at && (is_quoted || *at != '\n'); at++) {
		assert_true(n < FIELDS && length + 1 < FIELD);
		if (*at == '"' && is_quoted && at[1] == '"') {
			fields[n][length++] = *at++;
		} else if (*at == '"') {
			assert_true(is_quoted || !length);
			is_quoted = !is_quoted;
		} else if (*at == ',' && !is_quoted) {
			fields[n++][length] = '\0';
			length = 0;
		} else {
			fields[n][length++] = *at;
		}
	}
	assert_false(is_quoted);
	assert_int_equal(*at, '\n');
	fields[n++][length] = '\0';
	*count = n;
	return at + 1;
}

static char names[FIELDS][FIELD], fields[FIELDS][FIELD];

static const char *field(const char *name)
{
	for (size_t i = 0; i < FIELDS; i++)
		if (!strcmp(names[i], name))
			return fields[i];
	fail_msg("no column %s", name);
	return NULL;
}

static void check_number(const char *name, double value)
{
	const char *text = field(name);

	if (!isfinite(value))
		assert_string_equal(text, "");
	else if (strtod(text, NULL) != value)
		fail_msg("%s is %s, not %.17g", name, text, value);
}

static void check_cell(const struct bench_made *made, size_t c, size_t m)
{
	const struct pmx_bench_cell *cell = &made->cells[c * made->now.bench.metric_count + m];
	const struct pmx_comparison *it = &cell->comparison;
	double none = cell->compared ? 0 : NAN, no_ratio = it->has_ratio ? none : NAN;

	check_number("median", cell->summary.median);
	check_number("median_low", cell->summary.median_interval.low);
	check_number("median_high", cell->summary.median_interval.high);
	check_number("mean", cell->summary.mean);
	check_number("stddev", cell->summary.stddev);
	check_number("mad", cell->summary.mad);
	check_number("min", cell->summary.min);
	check_number("max", cell->summary.max);
	check_number("fence_low", cell->summary.fence_low);
	check_number("fence_high", cell->summary.fence_high);
	check_number("values", (double)cell->summary.count);
	check_number("reference_median", it->median_a + none);
	check_number("ratio", it->ratio + no_ratio);
	check_number("ratio_low", it->ratio_interval.low + no_ratio);
	check_number("ratio_high", it->ratio_interval.high + no_ratio);
	check_number("difference", it->difference + none);
	check_number("p", it->test.p + none);
	check_number("p_adjusted", cell->adjusted + none);
	check_number("runs", (double)made->now.commands[c].runs);
	assert_string_equal(field("change"), cell->compared ? pmx_change_name(cell->change) : "");
}

static void every_line_has_a_field_for_each_column(void **state)
{
	(void)state;
	for (size_t i = 0; i < BENCH_CASES; i++) {
		struct bench_made *made = bench_makers[i]();
		char *text = bench_written(made, pmx_bench_csv);
		size_t columns, count;
		const char *at = read_line(text, names, &columns);

		assert_int_equal(columns, FIELDS);
		for (size_t c = 0; c < made->now.bench.command_count; c++)
			for (size_t m = 0; m < made->now.bench.metric_count; m++) {
				at = read_line(at, fields, &count);
				assert_int_equal(count, columns);
				check_cell(made, c, m);
			}
		assert_string_equal(at, "");
		assert_null(strstr(text, "nan"));
		assert_null(strstr(text, ",inf"));
		free(text);
		bench_free(made);
	}
}

static void csv_is_exact(void **state)
{
	(void)state;
	golden_compare("bench-pair", "csv", csv_of(bench_case_pair));
	golden_compare("bench-hostile", "csv", csv_of(bench_case_hostile));
	golden_compare("bench-little", "csv", csv_of(bench_case_little));
}

static void a_line_says_what_it_was_compared_with(void **state)
{
	char *text = csv_of(bench_case_baseline);
	size_t count;
	const char *at = read_line(read_line(text, names, &count), fields, &count);

	(void)state;
	assert_string_equal(field("reference"), "./configure --quiet");
	assert_string_equal(field("verdict"), "2.3 % slower");
	for (int i = 0; i < 5; i++)
		at = read_line(at, fields, &count);
	assert_string_equal(field("metric"), "context-switches");
	assert_string_equal(field("reference"), "");
	assert_string_equal(field("verdict"), "");
	free(text);
}

/* --- Markdown ----------------------------------------------------------------------------- */

/* Cells of a line: bars between them, but for those that are escaped. */
static size_t cells_of(const char *line, size_t length)
{
	size_t bars = 0;

	for (size_t i = 0; i < length; i++)
		bars += line[i] == '|' && (!i || line[i - 1] != '\\');
	assert_true(length && line[0] == '|' && line[length - 1] == '|');
	return bars - 1;
}

static void every_line_of_a_table_has_as_many_cells(void **state)
{
	(void)state;
	for (size_t i = 0; i < BENCH_CASES; i++) {
		char *text = markdown_of(bench_makers[i]);
		size_t cells = 0;

		for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
			size_t length = strcspn(line, "\n"), own;

			if (!length) { /* another table follows */
				cells = 0;
				continue;
			}
			if (!strncmp(line, "- ", 2)) /* what is said below */
				continue;
			own = cells_of(line, length);
			assert_true(!cells || own == cells);
			cells = own;
		}
		assert_null(strstr(text, "nan"));
		free(text);
	}
}

static void markdown_is_exact(void **state)
{
	(void)state;
	golden_compare("bench-pair", "md", markdown_of(bench_case_pair));
	golden_compare("bench-alone", "md", markdown_of(bench_case_alone));
	golden_compare("bench-hostile", "md", markdown_of(bench_case_hostile));
	golden_compare("bench-little", "md", markdown_of(bench_case_little));
}

static void the_first_table_has_the_columns_of_hyperfine(void **state)
{
	char *text = markdown_of(bench_case_alone);

	(void)state;
	assert_true(!strncmp(text,
			     "| Command | Median [ms] | Min [ms] | Max [ms] | Relative |\n"
			     "|:---|---:|---:|---:|---:|\n| `sort numbers.txt` | ",
			     100));
	free(text);
}

static void code_is_between_more_ticks_than_it_has(void **state)
{
	static const struct {
		const char *name, *code;
	} cases[] = {
		{ "plain", "| `plain` |" },	    { "a`b", "| ``a`b`` |" },
		{ "`a`", "| `` `a` `` |" },	    { "```", "| ```` ``` ```` |" },
		{ "a|b||c", "| `a\\|b\\|\\|c` |" }, { "a\\|b", "| `a\\\\x7cb` |" },
		{ "a\tb", "| `a\\x09b` |" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct bench_made *made = bench_new();
		char *text;

		bench_metric(&made->now, "wall", PMX_BENCH_SECONDS);
		bench_command(&made->now, cases[i].name, cases[i].name);
		bench_values(&made->now, 0, 0, 1, 0.1, 5);
		bench_say(made, 0, 0, NULL, bench_lines[0].says);
		text = bench_written(made, pmx_bench_markdown);
		if (!strstr(text, cases[i].code))
			fail_msg("no %s in %s", cases[i].code, text);
		free(text);
		bench_free(made);
	}
}

static void no_locale_changes_them(void **state)
{
	char dir[1024];

	comma_locale_enter(dir, sizeof(dir));
	csv_is_exact(state);
	markdown_is_exact(state);
	comma_locale_leave(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_line_has_a_field_for_each_column),
		cmocka_unit_test(csv_is_exact),
		cmocka_unit_test(a_line_says_what_it_was_compared_with),
		cmocka_unit_test(every_line_of_a_table_has_as_many_cells),
		cmocka_unit_test(markdown_is_exact),
		cmocka_unit_test(the_first_table_has_the_columns_of_hyperfine),
		cmocka_unit_test(code_is_between_more_ticks_than_it_has),
		cmocka_unit_test(no_locale_changes_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
