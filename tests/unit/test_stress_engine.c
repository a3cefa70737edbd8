// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_stress_engine.c - scenarios that behave badly, under the engine
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <perfmux/stress.h>

#include "kit/gpu.h"
#include "kit/mount.h"
#include "scratch.h"

/* Which the scenario's processes find as the test left them; paths and pids of what they do. */
struct world {
	char directory[224], file[200], probe[64];
	pid_t left;
	unsigned runs;
	uint64_t seeds[4];
};
static struct world *world; /* shared with the scenarios' processes */

struct told {
	struct pmx_stress_result result[8];
	unsigned count, started;
	bool stop;
};

static struct pmx_machine *machine;
static struct pmx_stress *stress;

static void note_start(void *ctx, const struct pmx_scenario *scenario, unsigned round)
{
	struct told *told = ctx;

	(void)scenario, (void)round;
	told->started++;
}

static void note_end(void *ctx, const struct pmx_stress_result *result)
{
	struct told *told = ctx;

	assert_true(told->count < 8);
	told->result[told->count++] = *result;
}

static bool ask_stop(void *ctx)
{
	return ((struct told *)ctx)->stop;
}

static void run_many(const struct pmx_scenario *const *list, size_t count,
		     const struct pmx_stress_options *options, struct told *told)
{
	struct pmx_stress_hooks hooks = {
		.started = note_start, .ended = note_end, .stop = ask_stop, .ctx = told
	};
	struct pmx_error err = { 0 };

	assert_int_equal(pmx_stress_run(stress, options, list, count, &hooks, &err), 0);
}

static struct pmx_stress_result run_one(const struct pmx_scenario *scenario)
{
	struct pmx_stress_options options = { .seed = 7 };
	struct told told = { 0 };

	run_many(&scenario, 1, &options, &told);
	assert_int_equal(told.count, 1);
	return told.result[0];
}

static bool is_gone(pid_t pid)
{
	return kill(pid, 0) < 0 && errno == ESRCH;
}

/* --- scenarios ------------------------------------------------------------------------------ */

static void pass(struct kit *kit)
{
	kit_check(kit, true);
	world->seeds[world->runs++ % 4] = kit->seed;
}

static void break_often(struct kit *kit)
{
	for (int i = 0; i < 20; i++)
		kit_check(kit, pmx_oracle_exact(kit->breach, "work", 3, 4, 4));
}

static void lack(struct kit *kit)
{
	kit_skip(kit, "no %s here", "unicorn");
}

static void give_up(struct kit *kit)
{
	kit_check(kit, true);
	kit_error(kit, "no memory");
}

static void break_and_give_up(struct kit *kit)
{
	break_often(kit);
	kit_error(kit, "no memory");
}

static void lack_something(struct kit *kit, void *arg)
{
	(void)arg;
	lack(kit);
}

static void child_lacks(struct kit *kit)
{
	kit_wait(kit, kit_fork(kit, lack_something, NULL));
	break_often(kit);
}

static void child_lacks_unseen(struct kit *kit)
{
	kit_wait_asleep(kit, kit_fork(kit, lack_something, NULL));
}

static void crash(struct kit *kit)
{
	(void)kit;
	raise(SIGKILL);
}

static void hang(struct kit *kit)
{
	(void)kit;
	for (;;)
		pause();
}

static void sleep_for_ever(struct kit *kit, void *arg)
{
	(void)kit, (void)arg;
	for (;;)
		pause();
}

/* A grandchild whose parent has ended. */
static void leave_child(struct kit *kit, void *arg)
{
	pid_t pid = fork();

	if (!pid)
		sleep_for_ever(kit, arg);
	world->left = pid;
}

static void leave_behind(struct kit *kit)
{
	kit_wait(kit, kit_fork(kit, leave_child, NULL));
}

static void change(struct kit *kit)
{
	assert_true(kit_undo_restore(kit, world->file));
	kit_undo_rmdir(kit, world->directory);
	assert_int_equal(mkdir(world->directory, 0700), 0);
	assert_int_equal(kit_write_file(world->file, "changed"), 0);
	hang(kit);
}

/* Ends with an event open, of which the kernel may say for a while that it is in use. */
static void make_probe(struct kit *kit)
{
	struct kit_gpu gpu;

	kit_gpu_open(kit, &gpu);
	snprintf(world->probe, sizeof(world->probe), "%s/gpu_mem_total", gpu.system);
	kit_gpu_count(kit, &gpu, 0, -1);
	crash(kit);
}

static void spoil_undo(struct kit *kit)
{
	kit_undo_write(kit, "/proc/self/status", "no");
}

static const struct pmx_scenario
	scenario_pass = { .name = "test.pass", .run = pass },
	scenario_break = { .name = "test.break", .run = break_often },
	scenario_skip = { .name = "test.skip", .run = lack },
	scenario_give_up = { .name = "test.give-up", .run = give_up },
	scenario_both = { .name = "test.both", .run = break_and_give_up },
	scenario_child = { .name = "test.child", .run = child_lacks },
	scenario_unseen = { .name = "test.unseen", .run = child_lacks_unseen },
	scenario_crash = { .name = "test.crash", .run = crash },
	scenario_hang = { .name = "test.hang", .limit_ms = 100, .run = hang },
	scenario_leave = { .name = "test.leave", .run = leave_behind },
	scenario_change = { .name = "test.change", .limit_ms = 200, .run = change },
	scenario_probe = { .name = "test.probe", .run = make_probe },
	scenario_spoil = { .name = "test.spoil", .run = spoil_undo },
	scenario_alone = { .name = "test.alone", .alone = true, .run = pass };

/* --- tests ---------------------------------------------------------------------------------- */

static void what_holds_passes(void **state)
{
	struct pmx_stress_result result = run_one(&scenario_pass);

	(void)state;
	assert_int_equal(result.verdict, PMX_STRESS_PASS);
	assert_int_equal(result.checks, 1);
	assert_int_equal(result.seed, 7);
	assert_true(result.wall > 0);
}

static void what_broke_is_kept_and_counted(void **state)
{
	struct pmx_stress_result result = run_one(&scenario_break);

	(void)state;
	assert_int_equal(result.verdict, PMX_STRESS_VIOLATION);
	assert_int_equal(result.breaches, PMX_STRESS_BREACHES);
	assert_int_equal(result.broken, 20);
	assert_string_equal(result.breach[0].invariant, "exact");
	assert_non_null(strstr(result.breach[7].text, "work"));
}

static void a_skip_says_what_is_missing(void **state)
{
	struct pmx_stress_result result = run_one(&scenario_skip);

	(void)state;
	assert_int_equal(result.verdict, PMX_STRESS_SKIP);
	assert_string_equal(result.why, "no unicorn here");
}

static void a_child_may_end_the_scenario(void **state)
{
	struct pmx_stress_result result = run_one(&scenario_child);

	(void)state;
	assert_int_equal(result.verdict, PMX_STRESS_SKIP);
	assert_int_equal(result.broken, 0);
	assert_string_equal(result.why, "no unicorn here");
	result = run_one(&scenario_unseen);
	assert_int_equal(result.verdict, PMX_STRESS_SKIP);
}

static void an_error_says_why_but_a_breach_weighs_more(void **state)
{
	struct pmx_stress_result result = run_one(&scenario_give_up);

	(void)state;
	assert_int_equal(result.verdict, PMX_STRESS_ERROR);
	assert_string_equal(result.why, "no memory");
	result = run_one(&scenario_both);
	assert_int_equal(result.verdict, PMX_STRESS_VIOLATION);
}

static void a_crash_is_an_error(void **state)
{
	struct pmx_stress_result result = run_one(&scenario_crash);

	(void)state;
	assert_int_equal(result.verdict, PMX_STRESS_ERROR);
	assert_non_null(strstr(result.why, "signal 9"));
}

static void who_hangs_is_ended(void **state)
{
	struct pmx_stress_result result = run_one(&scenario_hang);

	(void)state;
	assert_int_equal(result.verdict, PMX_STRESS_ERROR);
	assert_string_equal(result.why, "it had not ended after 0.1 s");
}

static void orphans_are_ended(void **state)
{
	struct pmx_stress_result result = run_one(&scenario_leave);

	(void)state;
	assert_int_equal(result.verdict, PMX_STRESS_PASS);
	assert_true(world->left > 0);
	assert_true(is_gone(world->left));
}

static void expect_file(const char *wanted)
{
	char text[32] = "";
	int fd = open(world->file, O_RDONLY);

	assert_true(fd >= 0 && read(fd, text, sizeof(text) - 1) >= 0);
	close(fd);
	assert_string_equal(text, wanted);
}

static void changes_are_put_back_after_a_hang(void **state)
{
	struct pmx_stress_result result;

	(void)state;
	assert_int_equal(kit_write_file(world->file, "as it was"), 0);
	result = run_one(&scenario_change);
	assert_int_equal(result.verdict, PMX_STRESS_ERROR);
	expect_file("as it was");
	assert_int_equal(access(world->directory, F_OK), -1);
}

/* True when tracefs has an event of ours that a scenario made. */
static bool has_probe(void)
{
	int tracefs = kit_mount_nowhere("tracefs");
	int fd = openat(tracefs, "uprobe_events", O_RDONLY);
	char text[8192];
	ssize_t length = read(fd, text, sizeof(text) - 1);

	assert_true(tracefs >= 0 && fd >= 0 && length >= 0);
	close(fd);
	close(tracefs);
	text[length] = '\0';
	return strstr(text, world->probe) != NULL;
}

static void a_file_of_tracefs_is_put_back_wherever_that_is_mounted(void **state)
{
	struct pmx_stress_result result = run_one(&scenario_probe);

	(void)state;
	if (result.verdict == PMX_STRESS_SKIP || !strncmp(world->probe, "gpu_mem/", 8)) {
		print_message("no uprobe event was made: %s\n", result.why);
		skip();
	}
	assert_int_equal(result.verdict, PMX_STRESS_ERROR);
	assert_non_null(strstr(result.why, "signal 9"));
	assert_true(strlen(world->probe) > 10);
	assert_false(has_probe());
}

static void what_cannot_be_put_back_is_a_violation(void **state)
{
	struct pmx_stress_result result = run_one(&scenario_spoil);

	(void)state;
	assert_int_equal(result.verdict, PMX_STRESS_VIOLATION);
	assert_string_equal(result.breach[0].invariant, "restored");
}

/* Even SIGKILL, which perfmux has no say in. */
static void changes_are_put_back_when_perfmux_is_killed(void **state)
{
	pid_t pid;

	(void)state;
	assert_int_equal(kit_write_file(world->file, "as it was"), 0);
	pid = fork();
	if (!pid) {
		run_one(&scenario_change);
		_exit(0);
	}
	kit_sleep(60 * KIT_MSEC);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	for (int i = 0; i < 100 && access(world->directory, F_OK) == 0; i++)
		kit_sleep(10 * KIT_MSEC);
	kit_sleep(50 * KIT_MSEC);
	assert_int_equal(access(world->directory, F_OK), -1);
	expect_file("as it was");
}

static void repeats_have_seeds_that_count_up(void **state)
{
	const struct pmx_scenario *list[] = { &scenario_pass, &scenario_skip };
	struct pmx_stress_options options = { .seed = 40, .repeat = 3 };
	struct told told = { 0 };

	(void)state;
	world->runs = 0;
	run_many(list, 2, &options, &told);
	assert_int_equal(told.count, 6);
	assert_int_equal(told.started, 6);
	assert_int_equal(told.result[4].seed, 42);
	assert_int_equal(told.result[4].round, 3);
	assert_int_equal(world->seeds[2], 42);
}

static void a_duration_repeats_until_it_is_over(void **state)
{
	const struct pmx_scenario *list[] = { &scenario_pass };
	struct pmx_stress_options options = { .seed = 1, .duration = 50 * KIT_MSEC };
	struct told told = { 0 };

	(void)state;
	run_many(list, 1, &options, &told);
	assert_int_equal(told.count, 1);
	assert_true(told.result[0].checks > 1);
	assert_int_equal(told.result[0].seed, told.result[0].checks);
}

static void jobs_run_beside_each_other(void **state)
{
	const struct pmx_scenario *list[] = { &scenario_hang, &scenario_hang, &scenario_hang,
					      &scenario_alone, &scenario_skip };
	struct pmx_stress_options options = { .seed = 1, .jobs = 3 };
	struct told told = { 0 };
	uint64_t start = kit_now(), sum = 0;

	(void)state;
	run_many(list, 5, &options, &told);
	assert_int_equal(told.count, 5);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(told.result[i].scenario == &scenario_hang, true);
		sum += told.result[i].wall;
	}
	assert_true(kit_now() - start < sum);
}

static void a_stop_ends_what_runs_and_tells_nothing(void **state)
{
	const struct pmx_scenario *list[] = { &scenario_change, &scenario_pass };
	struct pmx_stress_options options = { .seed = 1 };
	struct told told = { 0 };
	struct pmx_stress_hooks hooks = { .ended = note_end, .stop = ask_stop, .ctx = &told };
	struct pmx_error err = { 0 };

	(void)state;
	told.stop = true;
	assert_int_equal(pmx_stress_run(stress, &options, list, 2, &hooks, &err), 0);
	assert_int_equal(told.count, 0);
}

static void what_is_not_served_is_skipped_with_the_reason(void **state)
{
	struct pmx_scenario scenario = scenario_pass;
	struct pmx_stress_result result;
	unsigned missing = ~pmx_stress_serves(stress) & ((1u << PMX_NEEDS) - 1);

	(void)state;
	if (!missing)
		skip();
	scenario.needs = missing;
	result = run_one(&scenario);
	assert_int_equal(result.verdict, PMX_STRESS_SKIP);
	assert_non_null(strstr(result.why, pmx_need_text((unsigned)__builtin_ctz(missing))));
}

static void a_copy_of_a_machine_is_refused(void **state)
{
	struct pmx_machine *copy;
	struct pmx_stress *none = NULL;
	struct pmx_error err = { 0 };

	(void)state;
	assert_int_equal(pmx_machine_new(&copy, world->directory, &err), -ENOENT);
	assert_int_equal(pmx_machine_new(&copy, "/proc", &err), 0);
	assert_int_equal(pmx_stress_new(&none, copy, NULL, &err), -EINVAL);
	assert_null(none);
	pmx_machine_free(copy);
}

static int set_up(void **state)
{
	struct pmx_error err = { 0 };
	int fd;

	(void)state;
	world = kit_shared(NULL, sizeof(*world));
	fd = mkstemp(scratch_path(world->file, sizeof(world->file), "stress"));
	if (fd < 0)
		return -1;
	snprintf(world->directory, sizeof(world->directory), "%s-directory", world->file);
	close(fd);
	return pmx_machine_new(&machine, NULL, &err) || pmx_stress_new(&stress, machine, NULL, &err);
}

static int tear_down(void **state)
{
	(void)state;
	unlink(world->file);
	pmx_stress_free(stress);
	pmx_machine_free(machine);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_holds_passes),
		cmocka_unit_test(what_broke_is_kept_and_counted),
		cmocka_unit_test(a_skip_says_what_is_missing),
		cmocka_unit_test(a_child_may_end_the_scenario),
		cmocka_unit_test(an_error_says_why_but_a_breach_weighs_more),
		cmocka_unit_test(a_crash_is_an_error),
		cmocka_unit_test(who_hangs_is_ended),
		cmocka_unit_test(orphans_are_ended),
		cmocka_unit_test(changes_are_put_back_after_a_hang),
		cmocka_unit_test(a_file_of_tracefs_is_put_back_wherever_that_is_mounted),
		cmocka_unit_test(what_cannot_be_put_back_is_a_violation),
		cmocka_unit_test(changes_are_put_back_when_perfmux_is_killed),
		cmocka_unit_test(repeats_have_seeds_that_count_up),
		cmocka_unit_test(a_duration_repeats_until_it_is_over),
		cmocka_unit_test(jobs_run_beside_each_other),
		cmocka_unit_test(a_stop_ends_what_runs_and_tells_nothing),
		cmocka_unit_test(what_is_not_served_is_skipped_with_the_reason),
		cmocka_unit_test(a_copy_of_a_machine_is_refused),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
