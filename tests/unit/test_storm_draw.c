// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_storm_draw.c - a seed determines a program, and programs have everything in them
 */
#include "storm/profile.h"
#include "storm/wrong.h"
#include "storms.h"

#define ROOM 4096

static const struct storm_profile profile = {
	.weight = { 4, 3, 4, 3, 60, 2, 30, 22, 20, 15, 8, 5, 3, 4, 4, 5, 4, 60, 6, 4 },
	.whats = STORM_ALL,
	.flags = (1 << STORM_FLAGS) - 1,
	.tasks = STORM_TASKS,
	.events = STORM_EVENTS,
	.shortest = 200,
	.longest = 2000,
	.led = 45,
	.on_cpu = 15,
	.cpus = 8,
	.sampled = 12,
	.odd = 10,
};

static struct storm_model model;

static size_t draw(uint64_t seed, struct storm_op *program, size_t room)
{
	struct storm_scene scene = storm_test_scene();

	return storm_draw(&profile, &scene, seed, program, room, &model);
}

static void the_same_seed_gives_the_same_program(void **state)
{
	static struct storm_op one[ROOM], two[ROOM];

	(void)state;
	for (uint64_t seed = 0; seed < 20; seed++) {
		size_t count = draw(seed, one, ROOM);

		assert_int_equal(draw(seed, two, ROOM), count);
		assert_memory_equal(one, two, count * sizeof(one[0]));
	}
}

static void another_seed_gives_another_program(void **state)
{
	static struct storm_op one[ROOM], two[ROOM];

	(void)state;
	for (uint64_t seed = 0; seed < 20; seed++) {
		draw(seed, one, ROOM);
		draw(seed + 1, two, ROOM);
		assert_memory_not_equal(one, two, 100 * sizeof(one[0]));
	}
}

static void programs_have_all_kinds_of_operations(void **state)
{
	static struct storm_op program[ROOM];
	unsigned kinds[STORM_KINDS] = { 0 }, whats = 0, flags = 0, opens = 0, calls = 0;

	(void)state;
	for (uint64_t seed = 0; seed < 40; seed++) {
		size_t count = draw(seed, program, ROOM);

		for (size_t i = 0; i < count; i++) {
			const struct storm_op *op = &program[i];

			kinds[op->kind]++;
			flags |= op->flags;
			if (op->kind == STORM_OPEN)
				whats |= 1u << op->what;
			if (op->kind == STORM_WRONG_OPEN)
				opens |= 1u << op->what;
			if (op->kind == STORM_WRONG_CALL)
				calls |= 1u << op->what;
		}
	}
	for (unsigned i = 0; i < STORM_KINDS; i++)
		if (!kinds[i])
			fail_msg("no %s", storm_kind_name(i));
	assert_int_equal(whats, STORM_SOFTWARE);
	assert_int_equal(flags, (1 << STORM_FLAGS) - 1);
	assert_int_equal(opens, (1u << storm_wrong_open_count) - 1);
	assert_int_equal(calls, (1u << storm_wrong_call_count) - 1);
}

static void most_operations_mean_something(void **state)
{
	static struct storm_op program[ROOM];
	struct storm_scene scene = storm_test_scene();
	size_t count = draw(7, program, ROOM), skipped = 0;

	(void)state;
	storm_model_start(&model, &scene);
	for (size_t i = 0; i < count; i++) {
		struct storm_answer answer = { 0 };
		struct storm_expect expect;

		storm_predict(&model, &program[i], &expect);
		skipped += expect.skip;
		if (expect.skip)
			continue;
		/* a kernel that refuses half of what it may */
		answer.result = -expect.error[i % 2 ? expect.errors - 1 : 0];
		storm_apply(&model, &program[i], &expect, &answer);
	}
	assert_true(skipped < count / 2);
}

static void programs_end_by_reading_what_is_open(void **state)
{
	static struct storm_op program[ROOM];
	size_t count = draw(11, program, ROOM);
	uint64_t read = 0;

	(void)state;
	for (size_t i = count; i-- && program[i].kind == STORM_READ;)
		read |= 1ull << program[i].event;
	assert_int_equal(read & model.open, model.open);
}

static void a_program_never_has_more_than_its_room(void **state)
{
	static struct storm_op program[ROOM];

	(void)state;
	for (size_t room = 0; room < 300; room += 37)
		assert_true(draw(5, program, room) <= room);
}

static void a_list_names_slots_and_numbers(void **state)
{
	struct storm_op open = JOIN(3, WRITE1, 2, .task = 1, .number = 40,
				    .flags = STORM_DISABLED | STORM_READ_TIMES);
	struct storm_op work = WORK(4, KIT_FAULTS, 17);
	char text[200], brief[8];

	(void)state;
	storm_op_text(&open, text, sizeof(text));
	assert_string_equal(text, "open e3: breakpoint 1 of t1, any CPU, led by e2, period 40, "
				  "disabled, reads times");
	assert_int_equal(storm_op_text(&open, brief, sizeof(brief)), strlen(text));
	assert_string_equal(brief, "open e3");
	storm_op_text(&work, text, sizeof(text));
	assert_string_equal(text, "work t4: 17 page faults");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_seed_gives_the_same_program),
		cmocka_unit_test(another_seed_gives_another_program),
		cmocka_unit_test(programs_have_all_kinds_of_operations),
		cmocka_unit_test(most_operations_mean_something),
		cmocka_unit_test(programs_end_by_reading_what_is_open),
		cmocka_unit_test(a_program_never_has_more_than_its_room),
		cmocka_unit_test(a_list_names_slots_and_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
