// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_event_breakpoint.c - mem:PLACE[/LENGTH][:ACCESS][:MODIFIERS]
 *
 * In the expected lines config1 is the address and config2 the length: the kernel keeps them in
 * one place. bp1 is r, bp2 w, bp3 rw, bp4 x.
 */
#include <errno.h>

#include "events.h"

static void address_length_and_access_are_as_perf_takes_them(void **state)
{
	static const struct good_spec table[] = {
		{ "mem:0x1000", "mem:0x1000 breakpoint 5:0,1000,4 bp3 !G" },
		{ "mem:4096", "mem:4096 breakpoint 5:0,1000,4 bp3 !G" },
		{ "mem:0X10:r", "mem:0X10:r breakpoint 5:0,10,4 bp1 !G" },
		{ "mem:0x1000:w", "mem:0x1000:w breakpoint 5:0,1000,4 bp2 !G" },
		{ "mem:0x1000:rw", "mem:0x1000:rw breakpoint 5:0,1000,4 bp3 !G" },
		{ "mem:0x1000:wr", "mem:0x1000:wr breakpoint 5:0,1000,4 bp3 !G" },
		{ "mem:0x1000:rwx", "mem:0x1000:rwx breakpoint 5:0,1000,4 bp7 !G" },
		{ "mem:0x1000/8:w", "mem:0x1000/8:w breakpoint 5:0,1000,8 bp2 !G" },
		{ "mem:0x1001/1:w", "mem:0x1001/1:w breakpoint 5:0,1001,1 bp2 !G" },
		{ "mem:0x1002/2:w", "mem:0x1002/2:w breakpoint 5:0,1002,2 bp2 !G" },
		{ "mem:0x1000/0x8", "mem:0x1000/0x8 breakpoint 5:0,1000,8 bp3 !G" },
		{ "mem:0x1000:u", "mem:0x1000:u breakpoint 5:0,1000,4 bp3 !khG" },
		{ "mem:0x1000:w:u", "mem:0x1000:w:u breakpoint 5:0,1000,4 bp2 !khG" },
		{ "mem:0x1000/2:rw:kD", "mem:0x1000/2:rw:kD breakpoint 5:0,1000,2 bp3 !uh D" },
		{ "mem:0x1000:", "mem:0x1000: breakpoint 5:0,1000,4 bp3 !G" },
		{ "mem:0xffffffffffffffff/1",
		  "mem:0xffffffffffffffff/1 breakpoint 5:0,ffffffffffffffff,1 bp3 !G" },
		{ "{mem:0x1000/8:w,cs}",
		  "mem:0x1000/8:w breakpoint 5:0,1000,8 bp2 !G g0\ncs software 1:3 !G s1 g0" },
	};
	struct bench bench = bench_on(open_fixture("vm"));

	(void)state;
	GOOD(&bench, NULL, table);
	bench_free(&bench);
}

static void a_symbol_waits_for_a_process_to_have_an_address(void **state)
{
	static const struct good_spec table[] = {
		{ "mem:counter", "mem:counter breakpoint 5:0 bp0 !G @counter+0" },
		{ "mem:x", "mem:x breakpoint 5:0 bp0 !G @x+0" },
		{ "mem:_ZN3fooD1Ev:x", "mem:_ZN3fooD1Ev:x breakpoint 5:0 bp4 !G @_ZN3fooD1Ev+0" },
		{ "mem:c.1+0x10/8:w:u", "mem:c.1+0x10/8:w:u breakpoint 5:0,0,8 bp2 !khG @c.1+10" },
		{ "mem:counter:u", "mem:counter:u breakpoint 5:0 bp0 !khG @counter+0" },
		{ "mem:prog:counter", "mem:prog:counter breakpoint 5:0 bp0 !G @prog:counter+0" },
		{ "mem:./a/b.so.1:c/2:rw:k",
		  "mem:./a/b.so.1:c/2:rw:k breakpoint 5:0,0,2 bp3 !uh @./a/b.so.1:c+0" },
		{ "mem:prog:0x4010/4:w",
		  "mem:prog:0x4010/4:w breakpoint 5:0,0,4 bp2 !G @prog:+4010" },
		{ "mem:prog:w:w", "mem:prog:w:w breakpoint 5:0 bp2 !G @prog:w+0" },
		{ "mem:prog:u+0", "mem:prog:u+0 breakpoint 5:0 bp0 !G @prog:u+0" },
		{ "{mem:a:w,mem:b:w}", "mem:a:w breakpoint 5:0 bp2 !G g0 @a+0\n"
				       "mem:b:w breakpoint 5:0 bp2 !G s1 g0 @b+0" },
	};
	struct bench bench = bench_on(open_fixture("vm"));

	(void)state;
	GOOD(&bench, NULL, table);
	bench_free(&bench);
}

static void an_instruction_has_the_length_of_a_long_and_may_be_anywhere(void **state)
{
	struct bench bench = bench_on(open_fixture("vm"));
	struct pmx_events events = { 0 };

	(void)state;
	assert_int_equal(pmx_resolve(bench.resolver, "mem:0x1003:x:u", NULL, &events, NULL), 0);
	assert_int_equal(events.list[0].attr.bp_type, 4);
	assert_int_equal(events.list[0].attr.bp_addr, 0x1003);
	assert_int_equal(events.list[0].attr.bp_len, sizeof(long));
	assert_int_equal(events.list[0].attr.exclude_kernel, 1);
	pmx_events_free(&events);
	bench_free(&bench);
}

static void what_cannot_be_watched_is_refused_with_the_nearest_that_can(void **state)
{
	static const struct bad_spec table[] = {
		{ "mem:", -EINVAL, "'mem:': '' is not an address", "mem:0x1000/8:w" },
		{ "mem:-1", -EINVAL, "'mem:-1': '-1' is neither an address nor a symbol",
		  "mem:0x1000/8:w" },
		{ "mem:a*b:w", -EINVAL, "'mem:a*b:w': 'a*b' is neither an address nor a symbol",
		  "mem:counter" },
		{ "mem:1a", -EINVAL, "'mem:1a': '1a' is not an address", "mem:counter" },
		{ "mem:a+", -EINVAL, "'mem:a+': '' is not an offset", NULL },
		{ "mem:a+b", -EINVAL, "'mem:a+b': 'b' is not an offset", NULL },
		{ "mem:a+0x10000000000000000", -EINVAL,
		  "'mem:a+0x10000000000000000': '0x10000000000000000' is not an offset",
		  "64 bits" },
		{ "mem:a/3:w", -EINVAL, "'mem:a/3:w': 3 bytes cannot be watched", "4 is nearest" },
		{ "mem:a:w:q", -EINVAL, "'mem:a:w:q': 'q' is not a modifier", NULL },
		{ "mem:prog:1a", -EINVAL, "'mem:prog:1a': '1a' is not an address", NULL },
		{ "mem::a", -EINVAL, "'mem::a': the file has no name", NULL },
		{ "mem:0x", -EINVAL, "'mem:0x': '0x' is not an address", NULL },
		{ "mem:0x10000000000000000", -EINVAL,
		  "'mem:0x10000000000000000': '0x10000000000000000' is not an address", "64 bits" },
		{ "mem:/8", -EINVAL, "'mem:/8': '' is not an address", NULL },
		{ "mem:0x1000/", -EINVAL, "'mem:0x1000/': '' is not a length", "1, 2, 4 or 8" },
		{ "mem:0x1000/x:w", -EINVAL, "'mem:0x1000/x:w': 'x' is not a length",
		  "1, 2, 4 or 8" },
		{ "mem:0x1000/0", -EINVAL, "'mem:0x1000/0': 0 bytes cannot be watched",
		  "1 is nearest" },
		{ "mem:0x1000/3", -EINVAL, "'mem:0x1000/3': 3 bytes cannot be watched",
		  "4 is nearest" },
		{ "mem:0x1000/5:w", -EINVAL, "'mem:0x1000/5:w': 5 bytes cannot be watched",
		  "8 is nearest" },
		{ "mem:0x1000/9", -EINVAL, "'mem:0x1000/9': 9 bytes cannot be watched",
		  "8 is nearest" },
		{ "mem:0x1000:q", -EINVAL, "'mem:0x1000:q': 'q' is not a modifier", NULL },
		{ "mem:0x1000:rr", -EINVAL, "'mem:0x1000:rr': 'r' is not a modifier", NULL },
		{ "mem:0x1000:w:q", -EINVAL, "'mem:0x1000:w:q': 'q' is not a modifier", NULL },
		{ "mem:0x1000:w:u:k", -EINVAL, "'mem:0x1000:w:u:k' has two lists of modifiers",
		  NULL },
		{ "mem:0x1000/8/4", -EINVAL, "'mem:0x1000/8/4': '8/4' is not a length", NULL },
		{ "breakpoint/config=1/", -EINVAL,
		  "'breakpoint/config=1/': a breakpoint wants an address",
		  "mem:ADDRESS[/LENGTH][:rwx]" },
		{ "break*//", -EINVAL, "'break*//': a breakpoint wants an address",
		  "mem:ADDRESS[/LENGTH][:rwx]" },
	};
	struct bench bench = bench_on(open_fixture("vm"));

	(void)state;
	BAD(&bench, NULL, table);
	bench_free(&bench);
}

static void a_pattern_of_all_pmus_leaves_breakpoints_out(void **state)
{
	struct bench bench = bench_on(open_fixture("amd"));
	struct pmx_events events = { .count = 0 };
	struct pmx_error err = { .code = 0 };

	(void)state;
	assert_int_equal(pmx_resolve(bench.resolver, "*//", NULL, &events, &err), 0);
	assert_true(events.count > 3);
	for (size_t i = 0; i < events.count; i++)
		assert_int_not_equal(events.list[i].pmu->kind, PMX_PMU_BREAKPOINT);
	pmx_events_free(&events);
	bench_free(&bench);
}

static void an_address_between_is_refused_with_the_nearest_multiple(void **state)
{
#if defined(__x86_64__) || defined(__i386__)
	static const struct bad_spec table[] = {
		{ "mem:0x1001", -EINVAL,
		  "'mem:0x1001': 4 bytes can be watched only at a multiple of 4", "mem:0x1000/4 " },
		{ "mem:0x1003/4:w", -EINVAL,
		  "'mem:0x1003/4:w': 4 bytes can be watched only at a multiple of 4",
		  "mem:0x1004/4 " },
		{ "mem:0x1005/8", -EINVAL,
		  "'mem:0x1005/8': 8 bytes can be watched only at a multiple of 8",
		  "mem:0x1008/8 " },
		{ "mem:0x1001/2:r", -EINVAL,
		  "'mem:0x1001/2:r': 2 bytes can be watched only at a multiple of 2",
		  "mem:0x1000/2 " },
		{ "mem:0xffffffffffffffff/8", -EINVAL,
		  "'mem:0xffffffffffffffff/8': 8 bytes can be watched only at a multiple of 8",
		  "mem:0xfffffffffffffff8/8 " },
	};
	struct bench bench = bench_on(open_fixture("vm"));

	(void)state;
	BAD(&bench, NULL, table);
	bench_free(&bench);
#else
	(void)state;
	print_message("only x86 wants multiples\n");
	skip();
#endif
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(address_length_and_access_are_as_perf_takes_them),
		cmocka_unit_test(a_symbol_waits_for_a_process_to_have_an_address),
		cmocka_unit_test(an_instruction_has_the_length_of_a_long_and_may_be_anywhere),
		cmocka_unit_test(what_cannot_be_watched_is_refused_with_the_nearest_that_can),
		cmocka_unit_test(a_pattern_of_all_pmus_leaves_breakpoints_out),
		cmocka_unit_test(an_address_between_is_refused_with_the_nearest_multiple),
	};

	return cmocka_run_group_tests_name("event_breakpoint", tests, NULL, NULL);
}
