// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_storm_lies.c - kernels that lie in one way each are found, and the program that shows it is
 * short
 *
 * The lies are told by a wrapper around this kernel; so the C program, which asks the kernel
 * itself, must compile and say that nothing is wrong.
 */
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kit/sheet.h"
#include "scratch.h"
#include "skips.h"
#include "storm/storm.h"
#include "storm_lies.h"
#include "stress/engine.h"

static struct pmx_stress *stress;
static struct pmx_machine *machine;

/* --- storms --------------------------------------------------------------------------------- */

/*
 * What would be found first by chance, or not each time, is left out: clocks, page faults, times.
 */
static struct storm_profile profile_for(const struct lie *lie)
{
	struct storm_profile profile = {
		.weight = { 4, 3, 4, 1, 60, 2, 30, 22, 20, 15, 8, 5, 3, 4, 4, 5, 4, 60, 6, 4 },
		.whats = STORM_SOFTWARE & ~(1 << KIT_PROBE),
		.flags = (1 << STORM_FLAGS) - 1,
		.tasks = STORM_TASKS,
		.events = 32,
		.shortest = 200,
		.longest = 1500,
		.led = 45,
		.sampled = 12,
		.odd = 10,
	};

	if (lie->no_groups)
		profile.led = 0;
	if (!strcmp(lie->invariant, "storm-count")) {
		profile.whats = STORM_METERS & ~(1 << KIT_PROBE | 1 << KIT_FAULTS);
		profile.weight[STORM_REFRESH] = profile.weight[STORM_MAP] = 0;
		profile.flags &= (uint16_t)~STORM_READ_TIMES;
	}
	return profile;
}

static struct kit kit_for(const struct pmx_sys *sys, struct kit_sheet *sheet, uint64_t seed)
{
	struct kit kit = {
		.sys = sys,
		.machine = machine,
		.pmus = stress->pmus,
		.found = stress->found,
		.sheet = sheet,
		.random = { .state = seed },
		.seed = seed,
		.budget = 2000 * KIT_MSEC,
	};

	pmx_cpus_add(&kit.cpus, 0); /* which stays online whatever others test meanwhile */
	return kit;
}

/* In a process of its own, as a scenario is. */
static void blow(const struct lie *lie, uint64_t seed, struct kit_sheet *sheet)
{
	static struct liar liar;
	struct pmx_sys sys = liar_sys(&liar);
	pid_t pid = fork();
	int status;

	if (!pid) {
		struct storm_profile profile = profile_for(lie);
		struct kit kit = kit_for(&sys, sheet, seed);

		prctl(PR_SET_PDEATHSIG, SIGKILL);
		liar.lie = lie;
		storm_run(&kit, &profile, 0);
		sheet->end = KIT_FINISHED;
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

static void storm(const struct lie *lie, uint64_t seed, struct kit_sheet *sheet)
{
	blow(lie, seed, sheet);
	if (sheet->end != KIT_FINISHED)
		fail_msg("the storm did not end: %s", sheet->why);
}

static struct kit_sheet *new_sheet(void)
{
	struct kit_sheet *sheet = mmap(NULL, sizeof(*sheet), PROT_READ | PROT_WRITE,
				       MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	assert_ptr_not_equal(sheet, MAP_FAILED);
	return sheet;
}

/* Operations in the list: lines of the comment at the top that begin with a number. */
static size_t listed(const char *text)
{
	const char *end = strstr(text, "*/");
	size_t count = 0;
	unsigned number;

	if (!end)
		return SIZE_MAX; /* there is no program */
	for (const char *line = text; line && line < end; line = strchr(line + 1, '\n'))
		count += sscanf(line, "\n * %u  ", &number) == 1;
	return count;
}

/* The status of what the shell is told; its words go to our own error stream. */
static int shell(const char *command)
{
	int status = system(command);

	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void assert_agrees(const char *program)
{
	char directory[256], path[300], command[700];
	FILE *file;

	assert_non_null(mkdtemp(scratch_path(directory, sizeof(directory), "storm")));
	snprintf(path, sizeof(path), "%s/it.c", directory);
	file = fopen(path, "w");
	assert_non_null(file);
	assert_true(fputs(program, file) >= 0);
	assert_int_equal(fclose(file), 0);
	snprintf(command, sizeof(command),
		 "cd %s && cc -Wall -Wextra -Werror it.c -o it && timeout 20 ./it >&2", directory);
	if (shell(command))
		fail_msg("it does not compile, or does not agree with the kernel: %s/it.c\n%s",
			 directory, program);
	snprintf(command, sizeof(command), "rm -r %s", directory);
	shell(command);
}

/* --- tests ---------------------------------------------------------------------------------- */

static void each_lie_is_found_by_a_short_program(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(lies) / sizeof(lies[0]); i++) {
		struct kit_sheet *sheet = new_sheet();

		storm(&lies[i], 1, sheet);
		if (!sheet->claimed)
			fail_msg("%s: not found", lies[i].name);
		if (strcmp(sheet->breach[0].invariant, lies[i].invariant))
			fail_msg("%s: %s: %s", lies[i].name, sheet->breach[0].invariant,
				 sheet->breach[0].text);
		if (!sheet->reproducer[0] || listed(sheet->reproducer) > lies[i].longest)
			fail_msg("%s: %s: longer than %zu:\n%s", lies[i].name,
				 sheet->breach[0].text, lies[i].longest, sheet->reproducer);
		munmap(sheet, sizeof(*sheet));
	}
}

static void the_c_program_compiles_and_agrees_with_this_kernel(void **state)
{
	bool has_compiler = shell("command -v cc >/dev/null") == 0;

	(void)state;
	for (size_t i = 0; i < sizeof(lies) / sizeof(lies[0]); i++) {
		struct kit_sheet *sheet = new_sheet();

		storm(&lies[i], 2, sheet);
		assert_true(sheet->claimed);
		if (has_compiler)
			assert_agrees(sheet->reproducer);
		munmap(sheet, sizeof(*sheet));
	}
	if (!has_compiler)
		skip_because("no cc for the reproducers");
}

static void what_does_not_repeat_is_told_all_the_same(void **state)
{
	static const struct lie once = { .name = "once",
					 .invariant = "storm-count",
					 .read = one_more_at_the_50th_read };
	struct kit_sheet *sheet = new_sheet();

	(void)state;
	storm(&once, 1, sheet);
	assert_int_equal(sheet->claimed, 1);
	assert_string_equal(sheet->breach[0].invariant, "storm-count");
	assert_memory_equal(sheet->reproducer, "not repeated in 10 runs; ", 25);
	munmap(sheet, sizeof(*sheet));
}

static void what_does_not_live_to_be_repeated_is_told_all_the_same(void **state)
{
	static const struct lie last = { .name = "last",
					 .invariant = "storm-count",
					 .read = ends_when_run_again };
	struct kit_sheet *sheet = new_sheet();

	(void)state;
	blow(&last, 1, sheet);
	assert_int_equal(sheet->end, KIT_UNFINISHED);
	assert_int_equal(sheet->claimed, 1);
	assert_string_equal(sheet->breach[0].invariant, "storm-count");
	munmap(sheet, sizeof(*sheet));
}

static void a_kernel_that_does_not_lie_is_left_alone(void **state)
{
	static const struct lie truth = { .name = "none", .invariant = "" };
	struct kit_sheet *sheet = new_sheet();

	(void)state;
	storm(&truth, 3, sheet);
	if (sheet->claimed)
		fail_msg("%s: %s\n%s", sheet->breach[0].invariant, sheet->breach[0].text,
			 sheet->reproducer);
	assert_true(sheet->operations > 1000);
	assert_true(sheet->checks >= sheet->operations);
	munmap(sheet, sizeof(*sheet));
}

static int begin(void **state)
{
	struct pmx_error err = { 0 };

	(void)state;
	if (!pmx_machine_new(&machine, NULL, &err) && !pmx_stress_new(&stress, machine, NULL, &err))
		return 0;
	fprintf(stderr, "%s\n", err.text);
	return -1;
}

static int finish(void **state)
{
	(void)state;
	pmx_stress_free(stress);
	pmx_machine_free(machine);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_lie_is_found_by_a_short_program),
		cmocka_unit_test(the_c_program_compiles_and_agrees_with_this_kernel),
		cmocka_unit_test(what_does_not_repeat_is_told_all_the_same),
		cmocka_unit_test(what_does_not_live_to_be_repeated_is_told_all_the_same),
		cmocka_unit_test(a_kernel_that_does_not_lie_is_left_alone),
	};

	return cmocka_run_group_tests(tests, begin, finish);
}
