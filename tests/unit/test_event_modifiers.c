// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_event_modifiers.c - the letters behind an event, and options that do the same
 *
 * The bits expected for u, k, h, G, H, p and I, alone and together, are those that perf stat 6.1
 * was seen to give to perf_event_open().
 */
#include <errno.h>

#include "events.h"

static void levels_are_as_perf_stat_sets_them(void **state)
{
	static const struct good_spec table[] = {
		{ "cycles", "cycles cpu 0:0 !G" },
		{ "cycles:", "cycles: cpu 0:0 !G" },
		{ "cycles:u", "cycles:u cpu 0:0 !khG" },
		{ "cycles:k", "cycles:k cpu 0:0 !uh" },
		{ "cycles:h", "cycles:h cpu 0:0 !uk" },
		{ "cycles:uk", "cycles:uk cpu 0:0 !hG" },
		{ "cycles:ku", "cycles:ku cpu 0:0 !hG" },
		{ "cycles:kh", "cycles:kh cpu 0:0 !u" },
		{ "cycles:G", "cycles:G cpu 0:0 !H" },
		{ "cycles:H", "cycles:H cpu 0:0 !G" },
		{ "cycles:GH", "cycles:GH cpu 0:0" },
		{ "cycles:uH", "cycles:uH cpu 0:0 !khG" },
		{ "cycles:p", "cycles:p cpu 0:0 !G p1" },
		{ "cycles:pp", "cycles:pp cpu 0:0 !G p2" },
		{ "cycles:ppp", "cycles:ppp cpu 0:0 !G p3" },
		{ "cycles:ukhp", "cycles:ukhp cpu 0:0 !G p1" },
		{ "faults:u", "faults:u software 1:2 !khG" },
		{ "cpu-clock:k", "cpu-clock:k software 1:0 !uh ms" },
		{ "mem:0x1000:rw:u", "mem:0x1000:rw:u breakpoint 5:0,1000,4 bp3 !khG" },
		{ "tracepoint/config=1/u", "tracepoint/config=1/u tracepoint 2:1 !khG" },
	};
	struct bench bench = bench_on(open_fixture("vm"));

	(void)state;
	GOOD(&bench, NULL, table);
	bench_free(&bench);
}

static void letters_that_name_no_level_leave_levels_alone(void **state)
{
	static const struct good_spec table[] = {
		{ "cycles:D", "cycles:D cpu 0:0 !G D" },
		{ "cycles:e", "cycles:e cpu 0:0 !G e" },
		{ "cycles:W", "cycles:W cpu 0:0 !G W" },
		{ "cycles:S", "cycles:S cpu 0:0 !G" },
		{ "cycles:P", "cycles:P cpu 0:0 !G" },
		{ "cycles:I", "cycles:I cpu 0:0 !iG" },
		{ "cycles:kDI", "cycles:kDI cpu 0:0 !uhi D" },
	};
	struct bench bench = bench_on(open_fixture("vm"));

	(void)state;
	GOOD(&bench, NULL, table);
	bench_free(&bench);
}

static void pmus_that_refuse_exclude_bits_get_none_unless_asked(void **state)
{
	static const struct good_spec table[] = {
		{ "msr/tsc/", "msr/tsc/ msr 61:0" },
		{ "msr/tsc/u", "msr/tsc/u msr 61:0 !kh" },
		{ "msr/tsc/H", "msr/tsc/H msr 61:0 !G" },
		{ "power/energy-pkg/", "power/energy-pkg/ power 9:2 *2.32831e-10:Joules" },
		{ "uncore_imc_0/event=1/", "uncore_imc_0/event=1/ uncore_imc_0 30:1" },
		{ "intel_pt//", "intel_pt// intel_pt 8:0" },
		{ "cpu/event=1/", "cpu/event=1/ cpu 4:1 !G" },
	};
	struct bench bench = bench_on(open_fixture("server"));

	(void)state;
	GOOD(&bench, NULL, table);
	bench_free(&bench);
}

static void a_groups_modifiers_join_its_members(void **state)
{
	static const struct good_spec table[] = {
		{ "{cs,faults:k}:u", "cs software 1:3 !khG g0\nfaults:k software 1:2 !hG s1 g0" },
		{ "{cs:u}:u", "cs:u software 1:3 !khG g0" },
		{ "{cs:p}:pp", "cs:p software 1:3 !G p3 g0" },
		{ "{cs,faults}:D", "cs software 1:3 !G D g0\nfaults software 1:2 !G s1 g0" },
		{ "{cs,faults}:e", "cs software 1:3 !G e g0\nfaults software 1:2 !G s1 g0" },
		{ "{cs:D,faults}", "cs:D software 1:3 !G D g0\nfaults software 1:2 !G s1 g0" },
		{ "{cs,faults}:W", "cs software 1:3 !G W g0\nfaults software 1:2 !G W s1 g0" },
		{ "{cs,faults:W}", "cs software 1:3 !G W g0\nfaults:W software 1:2 !G W s1 g0" },
		{ "{cs,faults}:S,dummy",
		  "cs software 1:3 !G g0\nfaults software 1:2 !G s1 g0\ndummy software 1:9 !G s2" },
		{ "{cs}:u,{faults}", "cs software 1:3 !khG g0\nfaults software 1:2 !G s1 g1" },
	};
	struct bench bench = bench_on(open_fixture("vm"));

	(void)state;
	GOOD(&bench, NULL, table);
	bench_free(&bench);
}

static void options_for_all_events_have_the_last_word(void **state)
{
	static const struct pmx_resolve_options user = { .all_user = true };
	static const struct pmx_resolve_options kernel = { .all_kernel = true };
	static const struct good_spec for_user[] = {
		{ "cycles", "cycles cpu 0:0 !kG" },
		{ "cycles:k", "cycles:k cpu 0:0 !kh" },
		{ "cycles:G", "cycles:G cpu 0:0 !kH" },
		{ "r12,faults", "r12 cpu 4:12 !kG\nfaults software 1:2 !kG s1" },
	};
	static const struct good_spec for_kernel[] = {
		{ "cycles", "cycles cpu 0:0 !uG" },
		{ "cycles:k", "cycles:k cpu 0:0 !uh" },
		{ "cycles:u", "cycles:u cpu 0:0 !uhG" },
	};
	struct bench bench = bench_on(open_fixture("vm"));

	(void)state;
	GOOD(&bench, &user, for_user);
	GOOD(&bench, &kernel, for_kernel);
	bench_free(&bench);
}

static void what_is_no_modifier_is_refused(void **state)
{
	static const struct bad_spec table[] = {
		{ "cycles:x", -EINVAL, "'cycles:x': 'x' is not a modifier", "u k h (levels)" },
		{ "cycles:u k", -EINVAL, "'cycles:u k': ' ' is not a modifier", "u k h (levels)" },
		{ "cycles:uu", -EINVAL, "'cycles:uu': modifier 'u' is there twice", "" },
		{ "cycles:pppp", -EINVAL, "'cycles:pppp': more than 3 p modifiers", "" },
		{ "{cs:pp}:pp", -EINVAL, "'cs:pp': more than 3 p modifiers", "" },
		{ "cycles:b", -EINVAL, "'cycles:b': counting by BPF (modifier b) is not offered",
		  "" },
		{ "cycles:u:k", -EINVAL, "'cycles:u:k' has two lists of modifiers", "cycles:uD" },
		{ "msr/tsc/q", -EINVAL, "'msr/tsc/q': 'q' is not a modifier", "u k h (levels)" },
		{ "r1:z", -EINVAL, "'r1:z': 'z' is not a modifier", "u k h (levels)" },
		{ "{cs,faults:D}", -EINVAL, "'faults:D': only a whole group can be pinned",
		  "{a,b}:D" },
		{ "{cs,faults:e}:D", -EINVAL, "'faults:e': only a whole group can be exclusive",
		  "{a,b}:e" },
	};
	struct bench bench = bench_on(open_fixture("vm"));

	(void)state;
	BAD(&bench, NULL, table);
	bench_free(&bench);
}

static void a_group_on_several_core_pmus_becomes_one_on_each(void **state)
{
	static const struct good_spec table[] = {
		{ "{cycles,instructions}:D",
		  "cpu_atom/cycles/ cpu_atom 0:a00000000 !G D g0 =cycles\n"
		  "cpu_atom/instructions/ cpu_atom 0:a00000001 !G s1 g0 =instructions\n"
		  "cpu_core/cycles/ cpu_core 0:400000000 !G D g1 =cycles\n"
		  "cpu_core/instructions/ cpu_core 0:400000001 !G s1 g1 =instructions" },
		{ "{cycles,task-clock}:W,{cs}",
		  "cpu_atom/cycles/ cpu_atom 0:a00000000 !G W g0 =cycles\n"
		  "task-clock software 1:1 !G W ms s1 g0\n"
		  "cpu_core/cycles/ cpu_core 0:400000000 !G W g1 =cycles\n"
		  "cs software 1:3 !G s2 g2" },
		{ "{cs,cycles:u}", "cs software 1:3 !G g0\n"
				   "cpu_atom/cycles/u cpu_atom 0:a00000000 !khG s1 g0 =cycles:u\n"
				   "cpu_core/cycles/u cpu_core 0:400000000 !khG s1 g1 =cycles:u" },
		{ "{cpu_core/cycles/,cpu_atom/instructions/}",
		  "cpu_core/cycles/ cpu_core 0:400000000 !G g0\n"
		  "cpu_atom/instructions/ cpu_atom 0:a00000001 !G s1 g0" },
		{ "{uncore_imc_free_running/data_read/,uncore_imc_free_running/data_write/}",
		  "uncore_imc_free_running_0/data_read/ uncore_imc_free_running_0 22:20ff "
		  "*6.10352e-05:MiB g0 =uncore_imc_free_running/data_read/\n"
		  "uncore_imc_free_running_0/data_write/ uncore_imc_free_running_0 22:30ff "
		  "*6.10352e-05:MiB s1 g0 =uncore_imc_free_running/data_write/\n"
		  "uncore_imc_free_running_1/data_read/ uncore_imc_free_running_1 23:20ff "
		  "*6.10352e-05:MiB g1 =uncore_imc_free_running/data_read/\n"
		  "uncore_imc_free_running_1/data_write/ uncore_imc_free_running_1 23:30ff "
		  "*6.10352e-05:MiB s1 g1 =uncore_imc_free_running/data_write/" },
	};
	struct bench bench = bench_on(open_fixture("alderlake"));

	(void)state;
	GOOD(&bench, NULL, table);
	bench_free(&bench);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(levels_are_as_perf_stat_sets_them),
		cmocka_unit_test(letters_that_name_no_level_leave_levels_alone),
		cmocka_unit_test(pmus_that_refuse_exclude_bits_get_none_unless_asked),
		cmocka_unit_test(a_groups_modifiers_join_its_members),
		cmocka_unit_test(options_for_all_events_have_the_last_word),
		cmocka_unit_test(what_is_no_modifier_is_refused),
		cmocka_unit_test(a_group_on_several_core_pmus_becomes_one_on_each),
	};

	return cmocka_run_group_tests_name("event_modifiers", tests, NULL, NULL);
}
