// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_stat_trace.c - intervals as a trace: rates from the beginning of each interval, what
 * was on its PMU for a part of the time only, and what ceased to be counted
 */
#include <perfmux/report_stat_trace.h>

#include "golden.h"
#include "report/trace.h"
#include "traces.h"

#define MS UINT64_C(1000000)
#define S  (1000 * MS)

struct tracing {
	struct written written;
	struct pmx_stat_trace *trace;
	json_t *json, *events;
};

/* The stream knows where @t is: it is not to be copied. */
static void begin(struct tracing *t, const char *title)
{
	struct pmx_error err;

	written_open(&t->written);
	assert_int_equal(pmx_stat_trace_new(&t->trace, t->written.file, title, &err), 0);
}

/* The interval that ends @end ns after a start at 5 s, and took a second. */
static void write_interval(struct tracing *t, struct made *made, uint64_t end)
{
	made->result.start_ns = 5 * S;
	made->result.stamp_ns = end;
	pmx_stat_trace_write(t->trace, &made->result);
	free(made);
}

static char *text_of(struct tracing *t)
{
	struct pmx_error err;

	assert_int_equal(pmx_stat_trace_end(t->trace, &err), 0);
	return written_close(&t->written);
}

static void end(struct tracing *t)
{
	t->json = parse_once(text_of(t));
	t->events = events_of(t->json);
}

/* The event @n of that name and phase in a process; NULL: there are fewer. */
static json_t *nth(struct tracing *t, int pid, const char *phase, const char *name, size_t n)
{
	return nth_event(t->events, PMX_TEF_STAT + pid, phase, name, n);
}

/* The counter has @value from @ms on, for the @n-th time, and calls it @what. */
static void counts(struct tracing *t, int pid, const char *name, size_t n, double ms,
		   const char *what, double value)
{
	json_t *event = nth(t, pid, "C", name, n);

	if (!event)
		fail_msg("no %s #%zu", name, n);
	assert_true(number(event, "ts") == (5000 + ms) * 1000);
	assert_int_equal(json_object_size(get(event, "args")), 1);
	assert_true(number(get(event, "args"), what) == value);
}

static void remarks(struct tracing *t, int pid, double ms, const char *name)
{
	json_t *event = nth(t, pid, "i", name, 0);

	if (!event)
		fail_msg("nothing is said of '%s'", name);
	assert_true(number(event, "ts") == (5000 + ms) * 1000);
	assert_null(nth(t, pid, "i", name, 1));
}

static struct made *faults(uint64_t raw)
{
	struct made *made = made_new(PMX_AGGR_GLOBAL);

	made_count(made, "faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, raw, S, S);
	return made;
}

static struct made *cycles(uint64_t raw, uint64_t running)
{
	struct made *made = made_new(PMX_AGGR_GLOBAL);

	made_count(made, "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, raw, S, running);
	return made;
}

static void a_rate_stands_from_its_intervals_beginning_and_once_more_at_the_end(void **state)
{
	struct tracing t;
	struct made *half = faults(30);

	(void)state;
	begin(&t, "'x'");
	write_interval(&t, faults(1000), S);
	half->result.elapsed_ns = S / 2;
	write_interval(&t, half, S + S / 2);
	end(&t);
	counts(&t, 1, "faults", 0, 0, "per second", 1000);
	counts(&t, 1, "faults", 1, 1000, "per second", 60);
	counts(&t, 1, "faults", 2, 1500, "per second", 60);
	assert_null(nth(&t, 1, "C", "faults", 3));
	json_decref(t.json);
}

static void units_are_told_and_a_gauge_is_no_rate(void **state)
{
	struct tracing t;
	struct made *made = made_new(PMX_AGGR_GLOBAL);

	(void)state;
	begin(&t, "'x'");
	made_clock(made, 250 * MS);
	made_count(made, "temperature", PERF_TYPE_RAW, 1, 42, S, S);
	made->events[1].gauge = true;
	made->events[1].unit = (char *)(uintptr_t) "C";
	made->result.elapsed_ns = S / 2;
	write_interval(&t, made, S / 2);
	end(&t);
	counts(&t, 1, "task-clock", 0, 0, "msec per second", 500);
	counts(&t, 1, "temperature", 0, 0, "C", 42);
	json_decref(t.json);
}

static void a_share_has_a_track_while_it_is_not_whole(void **state)
{
	struct tracing t;

	(void)state;
	begin(&t, "'x'");
	write_interval(&t, cycles(100, S), S);
	write_interval(&t, cycles(100, S / 4), 2 * S);
	write_interval(&t, cycles(100, S), 3 * S);
	write_interval(&t, cycles(100, S), 4 * S);
	end(&t);
	counts(&t, 1, "cycles", 1, 1000, "per second", 400);
	counts(&t, 1, "cycles, running", 0, 1000, "%", 25);
	counts(&t, 1, "cycles, running", 1, 2000, "%", 100);
	assert_null(nth(&t, 1, "C", "cycles, running", 2));
	json_decref(t.json);
}

static void a_share_that_stands_ends_with_the_last_interval(void **state)
{
	struct tracing t;

	(void)state;
	begin(&t, "'x'");
	write_interval(&t, cycles(100, S / 4), S);
	write_interval(&t, cycles(100, S / 2), 2 * S);
	end(&t);
	counts(&t, 1, "cycles, running", 1, 1000, "%", 50);
	counts(&t, 1, "cycles, running", 2, 2000, "%", 50);
	assert_null(nth(&t, 1, "C", "cycles, running", 3));
	json_decref(t.json);
}

static void what_waited_all_the_time_has_no_rate_and_what_slept_has_none_to_have(void **state)
{
	struct tracing t;
	struct made *waited = cycles(0, 0), *slept = cycles(0, 0);

	(void)state;
	begin(&t, "'x'");
	waited->rows[0].count.status = slept->rows[0].count.status = PMX_NOT_COUNTED;
	slept->rows[0].count.enabled = 0;
	write_interval(&t, waited, S);
	write_interval(&t, cycles(7, S), 2 * S);
	write_interval(&t, slept, 3 * S);
	end(&t);
	remarks(&t, 1, 1000, "cycles: not counted");
	remarks(&t, 1, 2000, "cycles: counted again");
	counts(&t, 1, "cycles, running", 0, 0, "%", 0);
	counts(&t, 1, "cycles", 0, 1000, "per second", 7);
	counts(&t, 1, "cycles", 1, 2000, "per second", 0);
	json_decref(t.json);
}

static struct made *two_cpus(enum pmx_status status)
{
	struct made *made = made_new(PMX_AGGR_CPU);

	for (uint64_t i = 0; i < 2; i++)
		made_count(made, "faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, i, S, S)
			->label = i ? "CPU1" : "CPU0";
	made->rows[1].count.status = status;
	if (status == PMX_FAILED)
		made->rows[1].count.reason = "CPU 1 is offline";
	return made;
}

static void a_cpu_that_goes_is_remarked_once_on_its_own_process(void **state)
{
	struct tracing t;

	(void)state;
	begin(&t, "'x'");
	write_interval(&t, two_cpus(PMX_COUNTED), S);
	write_interval(&t, two_cpus(PMX_FAILED), 2 * S);
	write_interval(&t, two_cpus(PMX_FAILED), 3 * S);
	end(&t);
	assert_string_equal(text(json_object_get(nth(&t, 3, "M", "process_name", 0), "args"),
				 "name"),
			    "CPU1");
	remarks(&t, 3, 2000, "faults: not counted any more: CPU 1 is offline");
	counts(&t, 2, "faults", 2, 2000, "per second", 0);
	counts(&t, 3, "faults", 1, 3000, "per second", 1); /* the end; none while it was away */
	json_decref(t.json);
}

static void the_same_event_twice_is_two_tracks(void **state)
{
	struct tracing t;

	(void)state;
	begin(&t, "'x'");
	for (uint64_t n = 1; n <= 2; n++) {
		struct made *made = faults(n);

		made_count(made, "faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, 10 * n, S,
			   S);
		write_interval(&t, made, n * S);
	}
	end(&t);
	counts(&t, 1, "faults", 1, 1000, "per second", 2);
	counts(&t, 1, "faults #2", 1, 1000, "per second", 20);
	json_decref(t.json);
}

static struct made *thread(const char *label)
{
	struct made *made = made_new(PMX_AGGR_THREAD);

	made_count(made, "faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, 5, S, S)->label =
		label;
	return made;
}

static void a_thread_without_a_row_has_done_nothing(void **state)
{
	struct tracing t;

	(void)state;
	begin(&t, "'x'");
	write_interval(&t, thread("a-1"), S);
	write_interval(&t, thread("b-2"), 2 * S);
	write_interval(&t, thread("a-1"), 3 * S);
	end(&t);
	counts(&t, 2, "faults", 0, 0, "per second", 5);
	counts(&t, 2, "faults", 1, 1000, "per second", 0);
	counts(&t, 2, "faults", 2, 2000, "per second", 5);
	counts(&t, 3, "faults", 1, 2000, "per second", 0);
	json_decref(t.json);
}

static void a_mark_never_goes_back_in_time(void **state)
{
	struct tracing t;

	(void)state;
	begin(&t, NULL);
	pmx_stat_trace_mark(t.trace, 5 * S, "the command starts");
	write_interval(&t, faults(1), S);
	pmx_stat_trace_mark(t.trace, 5 * S + 999 * MS, "the command exited with status 0");
	end(&t);
	remarks(&t, 1, 0, "the command starts");
	remarks(&t, 1, 1000, "the command exited with status 0");
	json_decref(t.json);
}

static void nothing_measured_is_a_whole_trace(void **state)
{
	struct tracing t;

	(void)state;
	begin(&t, NULL);
	end(&t);
	assert_int_equal(json_array_size(t.events), 4);
	json_decref(t.json);
}

static void hostile_names_are_written_as_they_were(void **state)
{
	struct tracing t;
	struct made *made = thread("\"\n\\-1");

	(void)state;
	begin(&t, "'\x1b\"},{\xff'");
	made->rows[0].name = "e\x01\"]}";
	made->rows[0].cgroup = "/\xc3(";
	write_interval(&t, made, S);
	golden_compare("stat-hostile", "trace.json", text_of(&t));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_rate_stands_from_its_intervals_beginning_and_once_more_at_the_end),
		cmocka_unit_test(units_are_told_and_a_gauge_is_no_rate),
		cmocka_unit_test(a_share_has_a_track_while_it_is_not_whole),
		cmocka_unit_test(a_share_that_stands_ends_with_the_last_interval),
		cmocka_unit_test(
			what_waited_all_the_time_has_no_rate_and_what_slept_has_none_to_have),
		cmocka_unit_test(a_cpu_that_goes_is_remarked_once_on_its_own_process),
		cmocka_unit_test(the_same_event_twice_is_two_tracks),
		cmocka_unit_test(a_thread_without_a_row_has_done_nothing),
		cmocka_unit_test(a_mark_never_goes_back_in_time),
		cmocka_unit_test(nothing_measured_is_a_whole_trace),
		cmocka_unit_test(hostile_names_are_written_as_they_were),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
