// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_storm_world.c - programs run by this kernel: the same each time, and nothing stays behind
 */
#include <dirent.h>
#include <errno.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "kit/sheet.h"
#include "skips.h"
#include "storm/course.h"
#include "storm/profile.h"
#include "storms.h"
#include "stress/engine.h"

#define ROOM 2048

/*
 * Nothing is inherited, so that no contexts are swapped; nothing counts by chance, or may be
 * refused because others have it.
 */
static const struct storm_profile certain = {
	.weight = { 4, 3, 4, 1, 60, 2, 30, 22, 20, 15, 8, 5, 3, 4, 4, 5, 4, 60, 6, 4 },
	.whats = 1 << KIT_CALLS | 1 << STORM_DUMMY,
	.flags = STORM_DISABLED | STORM_PINNED | STORM_READ_GROUP | STORM_READ_ID | STORM_GROUP,
	.tasks = STORM_TASKS,
	.events = 32,
	.shortest = 300,
	.longest = 600,
	.led = 45,
	.sampled = 12,
	.odd = 10,
};

static struct pmx_machine *machine;
static struct pmx_stress *stress;
static struct kit kit;
static struct storm_scene scene;
static struct storm_world world;
static struct storm_course course;
static struct storm_op program[ROOM];

static size_t draw(const struct storm_profile *profile, uint64_t seed)
{
	static struct storm_model author;

	return storm_draw(profile, &scene, seed, program, ROOM, &author);
}

static size_t run(const struct storm_op *ops, size_t count)
{
	size_t failed = storm_course_run(&course, ops, count);

	if (failed)
		fail_msg("operation %zu: %s: %s", failed, course.breach.invariant,
			 course.breach.text);
	return failed;
}

/* --- what was answered ---------------------------------------------------------------------- */

struct answers {
	struct storm_op op[ROOM];
	int result[ROOM];
	uint64_t value[ROOM];
	size_t count, values;
	uint64_t chance; /* bits: events of which the model did not know the count, once */
};

/* Once it depends on when tasks were switched, so does all that is counted on top of it. */
static void note_chance(struct answers *answers, const struct storm_expect *expect)
{
	for (unsigned i = 0; i < expect->members; i++)
		if (expect->value[i].low != expect->value[i].high)
			answers->chance |= 1ull << expect->member[i];
}

static void note(void *ctx, const struct storm_course *it, const struct storm_op *op)
{
	struct answers *answers = ctx;
	struct storm_layout at = storm_layout(it->expect.layout);
	size_t i = answers->count++;

	answers->op[i] = *op;
	answers->result[i] = it->answer.result;
	if (op->kind == STORM_OPEN)
		answers->chance &= ~(1ull << op->event);
	if (op->kind != STORM_READ || !it->answer.bytes)
		return;
	note_chance(answers, &it->expect);
	if (answers->chance >> it->expect.member[0] & 1)
		return;
	answers->value[i] = it->answer.word[at.value];
	answers->values += !!answers->value[i];
}

static void the_same_seed_gives_the_same_answers(void **state)
{
	static struct answers first, second;
	size_t values = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= 5; seed++) {
		memset(&first, 0, sizeof(first));
		memset(&second, 0, sizeof(second));
		course.told = note;
		course.ctx = &first;
		run(program, draw(&certain, seed));
		course.ctx = &second;
		run(program, draw(&certain, seed));
		course.told = NULL;
		assert_true(first.count > 200);
		values += first.values;
		assert_memory_equal(&first, &second, sizeof(first));
	}
	assert_true(values > 50);
}

static unsigned open_files(void)
{
	DIR *directory = opendir("/proc/self/fd");
	unsigned count = 0;

	assert_non_null(directory);
	while (readdir(directory))
		count++;
	closedir(directory);
	return count;
}

static void nothing_stays_behind(void **state)
{
	unsigned before = open_files();

	(void)state;
	for (uint64_t seed = 1; seed <= 10; seed++)
		run(program, draw(&certain, seed));
	assert_int_equal(open_files(), before);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

/* Children of children and threads, each of which inherits, works and ends in its turn. */
static void families_are_counted_to_the_last_write(void **state)
{
	const struct storm_op ops[] = {
		OPEN(0, WRITE1, .flags = STORM_INHERIT),
		OP(STORM_FORK, .other = 1),
		OP(STORM_THREAD, .other = 2),
		OP(STORM_THREAD, .task = 1, .other = 3),
		OP(STORM_FORK, .task = 3, .other = 4),
		OP(STORM_FORK, .task = 2, .other = 5),
		WORK(0, WRITE1, 1),
		WORK(1, WRITE1, 20),
		WORK(2, WRITE1, 300),
		WORK(3, WRITE1, 1000),
		WORK(4, WRITE1, 2000),
		WORK(5, WRITE1, 5000),
		OP(STORM_END, .task = 3),
		READ(0),
		OP(STORM_END, .task = 2),
		OP(STORM_END, .task = 1),
		OP(STORM_END, .task = 4),
		OP(STORM_END, .task = 5),
		READ(0),
	};

	(void)state;
	if (!(scene.usable >> WRITE1 & 1))
		skip_because("breakpoints do not count here");
	run(ops, sizeof(ops) / sizeof(ops[0]));
	assert_int_equal(course.answer.word[0], 8321);
}

static int begin(void **state)
{
	struct pmx_error err = { 0 };

	(void)state;
	if (pmx_machine_new(&machine, NULL, &err) || pmx_stress_new(&stress, machine, NULL, &err)) {
		fprintf(stderr, "%s\n", err.text);
		return -1;
	}
	kit = (struct kit){
		.sys = &pmx_sys_kernel,
		.machine = machine,
		.pmus = stress->pmus,
		.found = stress->found,
		.sheet = mmap(NULL, sizeof(struct kit_sheet), PROT_READ | PROT_WRITE,
			      MAP_SHARED | MAP_ANONYMOUS, -1, 0),
	};
	pmx_cpus_add(&kit.cpus, 0); /* which stays online whatever others test meanwhile */
	storm_scene_find(&kit, 0, &scene);
	storm_world_open(&world, &kit, &scene);
	course.world = &world;
	return kit.sheet == MAP_FAILED;
}

static int finish(void **state)
{
	(void)state;
	storm_world_close(&world);
	munmap(kit.sheet, sizeof(*kit.sheet));
	pmx_stress_free(stress);
	pmx_machine_free(machine);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_seed_gives_the_same_answers),
		cmocka_unit_test(nothing_stays_behind),
		cmocka_unit_test(families_are_counted_to_the_last_write),
	};

	return cmocka_run_group_tests(tests, begin, finish);
}
