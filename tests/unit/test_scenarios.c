// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_scenarios.c - every scenario finds a kernel that lies to it, and the catalogue is in order
 *
 * A scenario that no lie moves would say "pass" whatever a kernel does. Those that this machine
 * does not serve are left out here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <perfmux/stress.h>

#include "kit/kit.h"
#include "liar.h"

#define MAX_SCENARIOS 256

struct trial {
	const struct pmx_scenario *left[MAX_SCENARIOS]; /* nothing was found yet */
	size_t count;
	struct pmx_stress *stress;
	enum lie lie;
	const struct pmx_scenario *next[MAX_SCENARIOS];
	size_t next_count;
	unsigned wrong; /* found something where nobody lied */
};

static void note_end(void *ctx, const struct pmx_stress_result *result)
{
	struct trial *trial = ctx;

	if (trial->lie == LIE_NONE && result->verdict == PMX_STRESS_VIOLATION) {
		print_error("%s finds a lie in the truth\n", result->scenario->name);
		trial->wrong++;
	}
	if (result->verdict != PMX_STRESS_VIOLATION && result->verdict != PMX_STRESS_DEFECT &&
	    !(result->verdict == PMX_STRESS_SKIP && trial->lie == LIE_NONE))
		trial->next[trial->next_count++] = result->scenario;
}

static void try_lie(struct trial *trial)
{
	struct pmx_stress_options options = { .seed = 1, .duration = 300 * KIT_MSEC };
	struct pmx_stress_hooks hooks = { .ended = note_end, .ctx = trial };
	struct pmx_error err = { 0 };
	const struct pmx_scenario *endless[MAX_SCENARIOS], *once[MAX_SCENARIOS];
	size_t endless_count = 0, once_count = 0;

	for (size_t i = 0; i < trial->count; i++)
		if (trial->left[i]->endless)
			endless[endless_count++] = trial->left[i];
		else
			once[once_count++] = trial->left[i];
	trial->next_count = 0;
	if (endless_count)
		assert_int_equal(pmx_stress_run(trial->stress, &options, endless, endless_count,
						&hooks, &err),
				 0);
	options.duration = 0;
	if (once_count)
		assert_int_equal(pmx_stress_run(trial->stress, &options, once, once_count, &hooks,
						&err),
				 0);
	memcpy(trial->left, trial->next, sizeof(trial->left));
	trial->count = trial->next_count;
}

static void every_scenario_finds_a_lie(void **state)
{
	static struct liar liar; /* processes of scenarios have their own copies */
	struct pmx_sys sys = liar_sys(&liar);
	struct pmx_machine *machine;
	struct pmx_error err = { 0 };
	struct trial trial = { 0 };

	(void)state;
	assert_int_equal(pmx_machine_new(&machine, NULL, &err), 0);
	assert_int_equal(pmx_stress_new(&trial.stress, machine, &sys, &err), 0);
	for (const struct pmx_scenario *const *it = pmx_scenarios(); *it; it++)
		if (!(*it)->dangerous && !((*it)->needs & ~pmx_stress_serves(trial.stress)))
			trial.left[trial.count++] = *it;
	/*
	 * the truth comes first: who skips here by itself, or finds what the kernel has, needs no
	 * lie; and all once more, as others may have had the breakpoints that one needs
	 */
	for (int i = 0; i < 2 * LIES && trial.count; i++) {
		trial.lie = liar.lie = (enum lie)(i % LIES);
		try_lie(&trial);
	}
	for (size_t i = 0; i < trial.count; i++)
		print_error("%s: no lie was found\n", trial.left[i]->name);
	assert_int_equal(trial.count, 0);
	assert_int_equal(trial.wrong, 0);
	pmx_stress_free(trial.stress);
	pmx_machine_free(machine);
}

static bool is_name(const char *name)
{
	const char *dot = strchr(name, '.');

	return dot && dot != name && dot[1] && !strchr(dot + 1, '.') &&
	       strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-.") == strlen(name);
}

static void every_scenario_says_what_it_is(void **state)
{
	(void)state;
	for (const struct pmx_scenario *const *it = pmx_scenarios(); *it; it++) {
		const struct pmx_scenario *scenario = *it;

		assert_true(is_name(scenario->name));
		assert_ptr_equal(pmx_scenario_find(scenario->name), scenario);
		assert_non_null(scenario->run);
		assert_in_range(strlen(scenario->summary), 10, 50);
		assert_in_range(strlen(scenario->about), 5, 70);
		assert_in_range(strlen(scenario->explain), 80, 1500);
		assert_true(scenario->needs < 1u << PMX_NEEDS);
	}
	assert_null(pmx_scenario_find("no.such"));
}

static void every_defect_is_one_of_a_scenario(void **state)
{
	(void)state;
	for (const struct pmx_defect *it = pmx_defects(); it->scenario; it++) {
		assert_non_null(pmx_scenario_find(it->scenario));
		assert_true(it->invariant[0] && it->reference[0] && it->text[0]);
		assert_true(!it->until || it->since < it->until);
	}
}

static void a_defect_labels_its_breach_on_its_kernels_only(void **state)
{
	struct pmx_breach breach = { .text = "numbers" };

	(void)state;
	assert_non_null(pmx_defects()->scenario);
	for (const struct pmx_defect *it = pmx_defects(); it->scenario; it++) {
		breach.invariant = it->invariant;
		assert_ptr_equal(pmx_defect_find(it->scenario, &breach, it->since), it);
		if (it->since)
			assert_null(pmx_defect_find(it->scenario, &breach, it->since - 1));
		if (it->until)
			assert_null(pmx_defect_find(it->scenario, &breach, it->until));
		assert_null(pmx_defect_find("inherit.no-such", &breach, it->since));
		breach.invariant = "no-such";
		assert_null(pmx_defect_find(it->scenario, &breach, it->since));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_scenario_says_what_it_is),
		cmocka_unit_test(every_defect_is_one_of_a_scenario),
		cmocka_unit_test(a_defect_labels_its_breach_on_its_kernels_only),
		cmocka_unit_test(every_scenario_finds_a_lie),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
