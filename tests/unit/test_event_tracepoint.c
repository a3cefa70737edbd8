// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_event_tracepoint.c - tracepoints by name and by pattern, and the ways not to find one
 */
#include <errno.h>

#include "events.h"

static void put_tracepoint(const struct sysroot *root, const char *system, const char *name,
			   const char *id)
{
	char path[512];

	snprintf(path, sizeof(path), "/sys/kernel/tracing/events/%s/%s/id", system, name);
	sysroot_put(root, path, id);
}

/* Names with all that the kernel's tree has in them. */
static void make_tree(struct sysroot *root)
{
	sysroot_make(root);
	put_tracepoint(root, "sched", "sched_switch", "318\n");
	put_tracepoint(root, "sched", "sched_wakeup", "320\n");
	put_tracepoint(root, "sched", "sched_process_exec", "315\n");
	put_tracepoint(root, "syscalls", "sys_enter_openat", "644\n");
	put_tracepoint(root, "syscalls", "sys_exit_openat", "643\n");
	put_tracepoint(root, "syscalls", "sys_enter_open", "646\n");
	put_tracepoint(root, "my-probes", "do_sys.open-2", "1700\n");
	put_tracepoint(root, "cycles", "instructions", "42\n");
	put_tracepoint(root, "odd", "no_number", "abc\n");
	put_tracepoint(root, "odd", "negative", "-1\n");
	sysroot_put(root, "/sys/kernel/tracing/events/sched/enable", "0\n");
	sysroot_put(root, "/sys/kernel/tracing/events/sched/filter", "none\n");
	sysroot_put(root, "/sys/kernel/tracing/events/enable", "0\n");
	sysroot_put(root, "/sys/kernel/tracing/events/header_page", "\n");
}

static struct bench bench_in(const struct sysroot *root)
{
	return bench_on(open_machine(root->dir));
}

static void an_exact_name_has_its_id(void **state)
{
	static const struct good_spec table[] = {
		{ "sched:sched_switch", "sched:sched_switch tracepoint 2:13e !G" },
		{ "sched:sched_switch:u", "sched:sched_switch:u tracepoint 2:13e !khG" },
		{ "sched:sched_switch:", "sched:sched_switch: tracepoint 2:13e !G" },
		{ "my-probes:do_sys.open-2:k", "my-probes:do_sys.open-2:k tracepoint 2:6a4 !uh" },
		{ "sched:sched_switch/name=switch/k", "switch tracepoint 2:13e !uh" },
		{ "sched:sched_switch//", "sched:sched_switch// tracepoint 2:13e !G" },
		{ "{sched:sched_switch,cs}:u",
		  "sched:sched_switch tracepoint 2:13e !khG g0\ncs software 1:3 !khG s1 g0" },
		{ "tracepoint/config=318/", "tracepoint/config=318/ tracepoint 2:13e !G" },
		{ "tracepoint/config=318,name=sched:sched_switch/u",
		  "sched:sched_switch tracepoint 2:13e !khG" },
	};
	struct sysroot root;
	struct bench bench;

	(void)state;
	make_tree(&root);
	bench = bench_in(&root);
	GOOD(&bench, NULL, table);
	bench_free(&bench);
	sysroot_remove(&root);
}

static void wildcards_match_in_both_parts_and_give_a_spec_each(void **state)
{
	static const struct good_spec table[] = {
		{ "sched:*,cs", "sched:sched_process_exec tracepoint 2:13b !G\n"
				"sched:sched_switch tracepoint 2:13e !G s1\n"
				"sched:sched_wakeup tracepoint 2:140 !G s2\n"
				"cs software 1:3 !G s3" },
		{ "sched:sched_[sw]*:u", "sched:sched_switch:u tracepoint 2:13e !khG\n"
					 "sched:sched_wakeup:u tracepoint 2:140 !khG s1" },
		{ "*:sys_enter_open*", "syscalls:sys_enter_open tracepoint 2:286 !G\n"
				       "syscalls:sys_enter_openat tracepoint 2:284 !G s1" },
		{ "s*:*_open", "syscalls:sys_enter_open tracepoint 2:286 !G" },
		{ "?ched:sched_switch", "sched:sched_switch tracepoint 2:13e !G" },
		{ "my-*:*", "my-probes:do_sys.open-2 tracepoint 2:6a4 !G" },
		{ "{syscalls:*openat}:k,faults",
		  "syscalls:sys_enter_openat tracepoint 2:284 !uh g0\n"
		  "syscalls:sys_exit_openat tracepoint 2:283 !uh s1 g0\n"
		  "faults software 1:2 !G s2" },
	};
	struct sysroot root;
	struct bench bench;

	(void)state;
	make_tree(&root);
	bench = bench_in(&root);
	GOOD(&bench, NULL, table);
	bench_free(&bench);
	sysroot_remove(&root);
}

static void unknown_names_are_refused_with_near_misses(void **state)
{
	static const struct bad_spec table[] = {
		{ "sched:sched_swich", -ENOENT,
		  "unknown tracepoint 'sched:sched_swich'; did you mean 'sched:sched_switch'?",
		  "" },
		{ "shced:sched_switch:u", -ENOENT,
		  "unknown tracepoint 'shced:sched_switch:u'; did you mean 'sched:sched_switch'?",
		  "" },
		{ "sched_switch", -ENOENT,
		  "unknown event 'sched_switch'; did you mean 'sched:sched_switch'?", "" },
		{ "scheed:*", -ENOENT, "no tracepoint matches 'scheed:*'; did you mean 'sched:*'?",
		  "" },
		{ "sched:nothing*", -ENOENT, "no tracepoint matches 'sched:nothing*'", NULL },
		{ "sched:enable", -ENOENT, "unknown tracepoint 'sched:enable'", "perfmux list" },
		{ "sched:", -ENOENT, "unknown event 'sched:'", NULL },
		{ ":sched_switch", -ENOENT, "unknown tracepoint ':sched_switch'", NULL },
		{ "sched:..", -ENOENT, "unknown tracepoint 'sched:..'", NULL },
		{ "..:events", -ENOENT, "unknown tracepoint '..:events'", NULL },
		{ "sched:sched_switch:q", -EINVAL, "'sched:sched_switch:q': 'q' is not a modifier",
		  NULL },
		{ "sched:*:q", -EINVAL, "'sched:*:q': 'q' is not a modifier", NULL },
		{ "sched:sched_switch/umask=1/", -EINVAL,
		  "'sched:sched_switch/umask=1/': 'sched:sched_switch' takes no term "
		  "'umask'",
		  NULL },
		{ "odd:no_number", -EINVAL,
		  "'odd:no_number': /sys/kernel/tracing/events/odd/no_number/id: holds no id", "" },
		{ "odd:negative", -EINVAL,
		  "'odd:negative': /sys/kernel/tracing/events/odd/negative/id: holds no id", "" },
	};
	struct sysroot root;
	struct bench bench;

	(void)state;
	make_tree(&root);
	bench = bench_in(&root);
	BAD(&bench, NULL, table);
	bench_free(&bench);
	sysroot_remove(&root);
}

static void generic_names_come_before_tracepoints_of_the_same_name(void **state)
{
	static const struct good_spec table[] = {
		{ "cycles", "cycles cpu 0:0 !G" },
		{ "cycles:u", "cycles:u cpu 0:0 !khG" },
	};
	struct sysroot root;
	struct bench bench;

	(void)state;
	make_tree(&root);
	bench = bench_in(&root);
	GOOD(&bench, NULL, table);
	bench_free(&bench);
	sysroot_remove(&root);
}

static void a_missing_tracefs_is_not_an_unknown_name(void **state)
{
	static const struct bad_spec table[] = {
		{ "sched:sched_switch", -ENOENT,
		  "tracepoint 'sched:sched_switch' cannot be looked up: tracefs is not in the "
		  "sysroot",
		  "" },
		{ "sched:*", -ENOENT,
		  "tracepoint 'sched:*' cannot be looked up: tracefs is not in the sysroot", "" },
		/* but this is no tracepoint's name */
		{ "cyclse:u", -ENOENT, "unknown event 'cyclse:u'; did you mean 'cycles'?", "" },
	};
	static const struct good_spec by_id[] = {
		{ "tracepoint/config=318/", "tracepoint/config=318/ tracepoint 2:13e !G" },
	};
	struct bench bench = bench_on(open_fixture("vm"));

	(void)state;
	BAD(&bench, NULL, table);
	GOOD(&bench, NULL, by_id);
	bench_free(&bench);
}

static void an_unreadable_tracefs_is_neither(void **state)
{
	static const struct bad_spec table[] = {
		{ "sched:sched_switch", -EACCES,
		  "tracepoint 'sched:sched_switch' cannot be looked up: tracefs is not readable "
		  "for this user",
		  "CAP_DAC_READ_SEARCH" },
		{ "sched:*", -EACCES,
		  "tracepoint 'sched:*' cannot be looked up: tracefs is not readable for this user",
		  "CAP_DAC_READ_SEARCH" },
		{ "s*:*", -EACCES,
		  "tracepoint 's*:*' cannot be looked up: tracefs is not readable for this user",
		  "tracepoint/config=ID/" },
	};
	static const char *const closed[] = {
		"/sys/kernel/tracing",
		"/sys/kernel/tracing/events",
		"/sys/kernel/tracing/events/sched",
	};
	struct sysroot root;

	(void)state;
	for (size_t i = 0; i < sizeof(closed) / sizeof(closed[0]); i++) {
		struct bench bench;

		make_tree(&root);
		assert_int_equal(chmod(sysroot_path(&root, closed[i]), 0), 0);
		become_user();
		bench = bench_in(&root);
		BAD(&bench, NULL, table);
		bench_free(&bench);
		become_again();
		assert_int_equal(chmod(sysroot_path(&root, closed[i]), 0755), 0);
		sysroot_remove(&root);
	}
}

static void a_wildcard_cannot_give_more_events_than_there_is_room_for(void **state)
{
	struct sysroot root;
	struct bench bench;
	struct pmx_events events = { 0 };
	struct pmx_error err = { 0 };
	size_t times = PMX_MAX_EVENTS / 3 + 1; /* "sched:*" is three events */
	char *spec = malloc(8 * times);

	(void)state;
	make_tree(&root);
	bench = bench_in(&root);
	assert_non_null(spec);
	for (size_t i = 0; i < times; i++)
		memcpy(spec + 8 * i, "sched:*,", 8);
	spec[8 * times - 1] = '\0';
	assert_int_equal(pmx_resolve(bench.resolver, spec, NULL, &events, &err), -E2BIG);
	assert_string_equal(err.text, "more than 65536 events");
	assert_int_equal(events.count, 0);
	assert_int_equal(events.specs, 0);
	pmx_events_free(&events);
	free(spec);
	bench_free(&bench);
	sysroot_remove(&root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_exact_name_has_its_id),
		cmocka_unit_test(wildcards_match_in_both_parts_and_give_a_spec_each),
		cmocka_unit_test(unknown_names_are_refused_with_near_misses),
		cmocka_unit_test(generic_names_come_before_tracepoints_of_the_same_name),
		cmocka_unit_test(a_missing_tracefs_is_not_an_unknown_name),
		cmocka_unit_test(an_unreadable_tracefs_is_neither),
		cmocka_unit_test(a_wildcard_cannot_give_more_events_than_there_is_room_for),
	};

	return cmocka_run_group_tests_name("event_tracepoint", tests, NULL, NULL);
}
