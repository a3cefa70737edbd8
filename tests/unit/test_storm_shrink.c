// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_storm_shrink.c - programs that fail for a made-up reason become as short as the reason is
 */
#include "storm/profile.h"
#include "storm/shrink.h"
#include "storms.h"

#define ROOM 2048

struct fault {
	/* Whether the program, from @from on, is one that fails; how far it came. */
	size_t (*fails)(const struct storm_op *program, size_t count);
	unsigned runs, limit;
};

static size_t run(void *ctx, const struct storm_op *program, size_t count)
{
	struct fault *fault = ctx;

	return fault->runs++ < fault->limit ? fault->fails(program, count) : 0;
}

static struct storm_op program[ROOM], scratch[ROOM];

/* A long program of everything, which fails at its end at the latest. */
static size_t long_program(uint64_t seed)
{
	static const struct storm_profile profile = {
		.weight = { 5, 5, 5, 5, 50, 5, 40, 20, 20, 20, 20, 5, 5, 5, 5, 5, 5, 40 },
		.whats = STORM_SOFTWARE,
		.flags = (1 << STORM_FLAGS) - 1,
		.tasks = STORM_TASKS,
		.events = 32,
		.shortest = 1500,
		.longest = 1500,
		.led = 40,
		.on_cpu = 20,
		.odd = 20,
	};
	struct storm_scene scene = storm_test_scene();
	struct storm_model model;

	return storm_draw(&profile, &scene, seed, program, 1900, &model);
}

static size_t shrunk(struct fault *fault, size_t count)
{
	size_t failed = fault->fails(program, count);

	assert_true(failed > 0);
	return storm_shrink(program, failed, scratch, run, fault);
}

/* A reset of an event that has a leader, then a read of it. */
static size_t reset_then_read(const struct storm_op *ops, size_t count)
{
	uint64_t led = 0, reset = 0;

	for (size_t i = 0; i < count; i++) {
		uint64_t bit = 1ull << (ops[i].event & 63);

		if (ops[i].kind == STORM_OPEN) {
			led = ops[i].other != STORM_NONE ? led | bit : led & ~bit;
			reset &= ~bit;
		}
		if (ops[i].kind == STORM_RESET && led & bit)
			reset |= bit;
		if (ops[i].kind == STORM_READ && reset & bit)
			return i + 1;
	}
	return 0;
}

static void what_has_nothing_to_do_with_it_is_left_out(void **state)
{
	struct fault fault = { .fails = reset_then_read, .limit = 100000 };
	size_t count = shrunk(&fault, long_program(1));

	(void)state;
	assert_int_equal(count, 3);
	assert_int_equal(program[0].kind, STORM_OPEN);
	assert_int_equal(program[1].kind, STORM_RESET);
	assert_int_equal(program[2].kind, STORM_READ);
	assert_true(program[0].event == program[1].event && program[1].event == program[2].event);
}

static void flags_and_places_that_do_not_matter_go(void **state)
{
	struct fault fault = { .fails = reset_then_read, .limit = 100000 };

	(void)state;
	assert_int_equal(shrunk(&fault, long_program(2)), 3);
	assert_int_equal(program[0].flags, 0);
	assert_int_equal(program[0].task, 0);
	assert_int_equal(program[0].cpu, STORM_NONE);
	assert_int_not_equal(program[0].other, STORM_NONE); /* which is the reason */
	assert_int_equal(program[0].number, 0);
}

/* Work of ten or more at once. */
static size_t much_work(const struct storm_op *ops, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (ops[i].kind == STORM_WORK && ops[i].number >= 10)
			return i + 1;
	return 0;
}

static void numbers_become_small(void **state)
{
	struct fault fault = { .fails = much_work, .limit = 100000 };

	(void)state;
	program[0] = WORK(3, WRITE1, 83);
	assert_int_equal(shrunk(&fault, 1), 1);
	assert_true(program[0].number >= 10 && program[0].number < 20);
	assert_int_equal(program[0].task, 0);
}

/* All three of these, in any order: no half of the program fails by itself. */
static size_t far_apart(const struct storm_op *ops, size_t count)
{
	unsigned seen = 0;

	for (size_t i = 0; i < count; i++) {
		seen |= ops[i].kind == STORM_MAP;
		seen |= (unsigned)(ops[i].kind == STORM_SWITCH) << 1;
		seen |= (unsigned)(ops[i].kind == STORM_THREAD && ops[i].other == 5) << 2;
		if (seen == 7)
			return i + 1;
	}
	return 0;
}

static void causes_far_apart_stay(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 5; seed++) {
		struct fault fault = { .fails = far_apart, .limit = 100000 };

		assert_int_equal(shrunk(&fault, long_program(seed)), 3);
		assert_int_equal(far_apart(program, 3), 3);
	}
}

static void without_time_the_program_still_fails(void **state)
{
	for (unsigned limit = 0; limit < 40; limit += 3) {
		struct fault fault = { .fails = reset_then_read, .limit = limit };
		size_t count = shrunk(&fault, long_program(1));

		assert_int_equal(reset_then_read(program, count), count);
	}
	(void)state;
}

static void a_thousand_operations_take_few_runs(void **state)
{
	struct fault fault = { .fails = reset_then_read, .limit = 100000 };

	(void)state;
	shrunk(&fault, long_program(3));
	assert_true(fault.runs < 300);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_has_nothing_to_do_with_it_is_left_out),
		cmocka_unit_test(flags_and_places_that_do_not_matter_go),
		cmocka_unit_test(numbers_become_small),
		cmocka_unit_test(causes_far_apart_stay),
		cmocka_unit_test(without_time_the_program_still_fails),
		cmocka_unit_test(a_thousand_operations_take_few_runs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
