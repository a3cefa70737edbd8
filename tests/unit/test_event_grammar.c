// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_event_grammar.c - the outer form of event specs: lists, groups, terms, modifiers
 */
#include <errno.h>
#include <time.h>

#include "events.h"

static struct bench vm(void)
{
	return bench_on(open_fixture("vm"));
}

static void commas_part_events_but_not_within_slashes_quotes_or_braces(void **state)
{
	static const struct good_spec table[] = {
		{ "cs", "cs software 1:3 !G" },
		{ "cs,faults", "cs software 1:3 !G\nfaults software 1:2 !G s1" },
		{ " cs ,\tfaults\n", "cs software 1:3 !G\nfaults software 1:2 !G s1" },
		{ "msr/tsc,name=a/,cs", "a msr 9:0\ncs software 1:3 !G s1" },
		{ "msr/tsc,name='a,/b'/", "a,/b msr 9:0" },
		{ "msr/tsc,name=\"it's\"/", "it's msr 9:0" },
		{ "msr/ event = 0x10 , name = x /", "x msr 9:10" },
		{ "{cs,faults}", "cs software 1:3 !G g0\nfaults software 1:2 !G s1 g0" },
		{ " { cs , faults } ", "cs software 1:3 !G g0\nfaults software 1:2 !G s1 g0" },
		{ "{cs},{faults},dummy",
		  "cs software 1:3 !G g0\nfaults software 1:2 !G s1 g1\ndummy software 1:9 !G s2" },
		{ "{cs,faults}:u", "cs software 1:3 !khG g0\nfaults software 1:2 !khG s1 g0" },
		{ "{msr/tsc/,cs}:u,faults:k", "msr/tsc/ msr 9:0 !kh g0\ncs software 1:3 !khG s1 "
					      "g0\nfaults:k software 1:2 !uh s2" },
	};
	struct bench bench = vm();

	(void)state;
	GOOD(&bench, NULL, table);
	bench_free(&bench);
}

static void a_second_list_goes_on_counting_specs_and_groups(void **state)
{
	struct pmx_events events = { 0 };
	struct pmx_error err;
	struct bench bench = vm();
	char *text;

	(void)state;
	assert_int_equal(pmx_resolve(bench.resolver, "cs,{dummy}", NULL, &events, &err), 0);
	assert_int_equal(pmx_resolve(bench.resolver, "{faults}", NULL, &events, &err), 0);
	text = events_text(&events);
	assert_string_equal(text, "cs software 1:3 !G\ndummy software 1:9 !G s1 g0\n"
				  "faults software 1:2 !G s2 g1");
	free(text);
	pmx_events_free(&events);
	assert_null(events.list);
	assert_int_equal(events.count, 0);
	bench_free(&bench);
}

static void what_is_no_spec_is_refused_with_the_place(void **state)
{
	static const struct bad_spec table[] = {
		{ "", -EINVAL, "an empty list of events", "" },
		{ " \t", -EINVAL, "an empty list of events", "" },
		{ ",", -EINVAL, "an event is missing before ','", "" },
		{ ",cs", -EINVAL, "an event is missing before ',cs'", "" },
		{ "cs,", -EINVAL, "an event is missing at the end of the list", "" },
		{ "cs, ", -EINVAL, "an event is missing at the end of the list", "" },
		{ "cs,,faults", -EINVAL, "an event is missing before ',faults'", "" },
		{ "{}", -EINVAL, "an event is missing before '}'", "" },
		{ "{ }", -EINVAL, "an event is missing before '}'", "" },
		{ "{cs,}", -EINVAL, "an event is missing before '}'", "" },
		{ "{,cs}", -EINVAL, "an event is missing before ',cs}'", "" },
		{ "{", -EINVAL, "an event is missing at the end of the list", "" },
		{ "}", -EINVAL, "an event is missing before '}'", "" },
		{ "{cs", -EINVAL, "'{cs' has no '}'", "" },
		{ "{cs,faults", -EINVAL, "'{cs,faults' has no '}'", "" },
		{ "{cs,", -EINVAL, "an event is missing at the end of the list", "" },
		{ "cs}", -EINVAL, "a '{' is missing before '}'", "" },
		{ "cs{faults}", -EINVAL, "a comma is missing before '{faults}'", "" },
		{ "{cs}{faults}", -EINVAL, "'{faults}' cannot follow a '}'", "{a,b}:modifiers" },
		{ "{cs}u", -EINVAL, "'u' cannot follow a '}'", "{a,b}:modifiers" },
		{ "{cs}:u{faults}", -EINVAL, "a comma is missing before '{faults}'", "" },
		{ "{cs,{faults}}", -EINVAL, "a group within a group: '{cs,{faults}}'",
		  "{a,b},{c,d}" },
		{ "{{cs}}", -EINVAL, "a group within a group: '{{cs}}'", "{a,b},{c,d}" },
		{ "msr/tsc", -EINVAL, "'msr/tsc': no second '/' behind the terms", "two slashes" },
		{ "cs,msr/", -EINVAL, "'msr/': no second '/' behind the terms", "two slashes" },
		{ "msr/name='x/", -EINVAL, "'msr/name='x/': the quote at ''x/' has no end", NULL },
		{ "/tsc/", -EINVAL, "an event is missing before '/tsc/'", "" },
		{ "msr/tsc/{", -EINVAL, "a comma is missing before '{'", "" },
		{ "msr/tsc//", -EINVAL, "'msr/tsc//': '/' is not a modifier", "u k h" },
		{ "{cs}:uk:D", -EINVAL, "'uk:D' has two lists of modifiers", "one colon" },
		{ "{cs}:z", -EINVAL, "'z': 'z' is not a modifier", "u k h" },
	};
	struct bench bench = vm();

	(void)state;
	BAD(&bench, NULL, table);
	bench_free(&bench);
}

static void terms_that_make_no_sense_are_refused(void **state)
{
	static const struct bad_spec table[] = {
		{ "msr/event=/", -EINVAL, "'msr/event=/': term 'event' has no value behind its '='",
		  "" },
		{ "msr/=1/", -EINVAL,
		  "'msr/=1/': a term is missing its name, or a comma is too many", "" },
		{ "msr/,/", -EINVAL, "'msr/,/': a term is missing its name, or a comma is too many",
		  "" },
		{ "msr/tsc,/", -EINVAL,
		  "'msr/tsc,/': a term is missing its name, or a comma is too many", "" },
		{ "msr/event=0x1g/", -EINVAL,
		  "'msr/event=0x1g/': term 'event' wants a number, not '0x1g'", "" },
		{ "msr/event=-1/", -EINVAL,
		  "'msr/event=-1/': term 'event' wants a number, not '-1'", "" },
		{ "msr/event=0x/", -EINVAL,
		  "'msr/event=0x/': term 'event' wants a number, not '0x'", "" },
		{ "msr/event=18446744073709551616/", -ERANGE,
		  "'msr/event=18446744073709551616/': term 'event': 18446744073709551616 is too "
		  "large for 64 bits",
		  "" },
		{ "msr/event=?/", -EINVAL, "'msr/event=?/': term 'event' has no value",
		  "event=NUMBER" },
		{ "msr/name=/", -EINVAL, "'msr/name=/': term 'name' has no value behind its '='",
		  "" },
		{ "msr/name/", -ENOENT, "'msr/name/': PMU 'msr' has no event or term 'name'",
		  "it has: tsc, event" },
		{ "msr/period=x/", -EINVAL, "'msr/period=x/': period= wants a number", "" },
		{ "cs/name=''/", -EINVAL, "'cs/name=''/': name= without a name", "" },
		{ "cs/umask=1/", -EINVAL, "'cs/umask=1/': 'cs' takes no term 'umask'",
		  "pmu/term=value" },
	};
	struct bench bench = vm();

	(void)state;
	BAD(&bench, NULL, table);
	bench_free(&bench);
}

static char *repeat(const char *part, size_t times)
{
	size_t length = strlen(part);
	char *text = malloc(length * times + 1);

	assert_non_null(text);
	for (size_t i = 0; i < times; i++)
		memcpy(text + i * length, part, length);
	text[length * times] = '\0';
	return text;
}

static int resolve_repeated(struct bench *bench, const char *part, size_t times, size_t *count,
			    struct pmx_error *err)
{
	struct pmx_events events = { 0 };
	char *text = repeat(part, times);
	int rc;

	text[strlen(text) - 1] = '\0'; /* the comma too many */
	rc = pmx_resolve(bench->resolver, text, NULL, &events, err);
	*count = events.count;
	pmx_events_free(&events);
	free(text);
	return rc;
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void sixty_thousand_events_take_no_more_than_their_share(void **state)
{
	struct bench bench = vm();
	struct pmx_error err = { 0 };
	double start, small, large;
	size_t count;

	(void)state;
	start = seconds();
	assert_int_equal(resolve_repeated(&bench, "cs,msr/tsc/,", 3000, &count, &err), 0);
	assert_int_equal(count, 6000);
	small = seconds() - start;
	start = seconds();
	assert_int_equal(resolve_repeated(&bench, "cs,msr/tsc/,", 30000, &count, &err), 0);
	assert_int_equal(count, 60000);
	large = seconds() - start;
	/* Ten times the work; quadratic would be a hundred. */
	if (large > 40 * small && large > 1)
		fail_msg("%.3f s for 6,000 events and %.3f s for 60,000", small, large);
	bench_free(&bench);
}

static void lists_and_texts_have_an_end(void **state)
{
	struct bench bench = vm();
	struct pmx_error err = { 0 };
	char *text = repeat("x", 2000), *huge = repeat("cs,", 400000);
	struct pmx_events events = { 0 };
	size_t count;

	(void)state;
	assert_int_equal(resolve_repeated(&bench, "cs,", PMX_MAX_EVENTS, &count, &err), 0);
	assert_int_equal(count, PMX_MAX_EVENTS);
	assert_int_equal(resolve_repeated(&bench, "cs,", PMX_MAX_EVENTS + 1, &count, &err), -E2BIG);
	assert_string_equal(err.text, "more than 65536 events");
	assert_int_equal(count, 0);
	assert_int_equal(pmx_resolve(bench.resolver, text, NULL, &events, &err), -E2BIG);
	assert_non_null(strstr(err.text, "more than 1024 bytes for one event"));
	assert_int_equal(pmx_resolve(bench.resolver, huge, NULL, &events, &err), -E2BIG);
	assert_string_equal(err.text, "a list of events of more than 1048576 bytes");
	assert_int_equal(events.count, 0);
	free(text);
	free(huge);
	bench_free(&bench);
}

static void more_terms_than_there_is_room_for_are_refused(void **state)
{
	struct bench bench = vm();
	struct pmx_events events = { 0 };
	struct pmx_error err = { 0 };
	char *terms = repeat("a=1,", 65);
	char *spec;

	(void)state;
	terms[strlen(terms) - 1] = '\0';
	assert_true(asprintf(&spec, "msr/%s/", terms) > 0);
	assert_int_equal(pmx_resolve(bench.resolver, spec, NULL, &events, &err), -E2BIG);
	assert_non_null(strstr(err.text, "more than 64 terms"));
	free(spec);
	free(terms);
	bench_free(&bench);
}

/* Noise made of the letters that mean something: read or refused with a message, never worse. */
static void noise_is_read_or_refused_but_never_breaks(void **state)
{
	static const char *const parts[] = {
		"cs",	  "faults", "cycles",	"msr",	      "/",	   "tsc",  ",",	  "{",
		"}",	  ":",	    "u",	"k",	      "ppp",	   "=",	   "0x1", "name",
		"'",	  "\"",	    " ",	"mem:0x1000", "r1f",	   "*",	   "?",	  "[",
		"]",	  "\\",	    "::",	"event",      "L1-dcache", "\x01", "W",	  "D",
		"period", "\xff",   "software", "config",     "..",	   "-",	   "_",	  "%s%n",
	};
	struct bench bench = vm();
	size_t good = 0, bad = 0;

	(void)state;
	srandom(1);
	for (int round = 0; round < 5000; round++) {
		struct pmx_events events = { 0 };
		struct pmx_error err = { 0 };
		char spec[256] = "";
		size_t count = 1 + (size_t)random() % 9;

		for (size_t i = 0; i < count; i++)
			strncat(spec, parts[(size_t)random() % (sizeof(parts) / sizeof(parts[0]))],
				sizeof(spec) - strlen(spec) - 1);
		if (pmx_resolve(bench.resolver, spec, NULL, &events, &err)) {
			bad++;
			if (!err.text[0] || !err.code || events.count)
				fail_msg("'%s' is refused without a reason", spec);
		} else {
			good++;
			assert_true(events.count > 0);
		}
		pmx_events_free(&events);
	}
	assert_true(good > 50 && bad > 1000);
	bench_free(&bench);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(commas_part_events_but_not_within_slashes_quotes_or_braces),
		cmocka_unit_test(a_second_list_goes_on_counting_specs_and_groups),
		cmocka_unit_test(what_is_no_spec_is_refused_with_the_place),
		cmocka_unit_test(terms_that_make_no_sense_are_refused),
		cmocka_unit_test(sixty_thousand_events_take_no_more_than_their_share),
		cmocka_unit_test(lists_and_texts_have_an_end),
		cmocka_unit_test(more_terms_than_there_is_room_for_are_refused),
		cmocka_unit_test(noise_is_read_or_refused_but_never_breaks),
	};

	return cmocka_run_group_tests_name("event_grammar", tests, NULL, NULL);
}
