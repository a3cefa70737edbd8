// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_stress_supervisor.c - scenarios that crash, hang and leave things behind: all of it is
 * ended, and the machine put back
 */
#include "kit/gpu.h"
#include "kit/mount.h"
#include "stress_runs.h"

/* What such a scenario takes at most if nobody ends it. */
#define LONG_MS 20000

static bool is_gone(pid_t pid)
{
	return kill(pid, 0) < 0 && errno == ESRCH;
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
	scenario_child = { .name = "test.child", .run = child_lacks },
	scenario_unseen = { .name = "test.unseen", .run = child_lacks_unseen },
	scenario_crash = { .name = "test.crash", .run = crash },
	scenario_hang = { .name = "test.hang", .limit_ms = 100, .run = hang },
	scenario_leave = { .name = "test.leave", .run = leave_behind },
	scenario_change = { .name = "test.change", .limit_ms = 200, .run = change },
	scenario_change_long = { .name = "test.change", .limit_ms = LONG_MS, .run = change },
	scenario_probe = { .name = "test.probe", .run = make_probe },
	scenario_spoil = { .name = "test.spoil", .run = spoil_undo };

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

/* Begins with everything as it was; what the scenario changes is told by its directory. */
static void make_it_as_it_was(void)
{
	assert_int_equal(kit_write_file(world->file, "as it was"), 0);
	assert_int_equal(access(world->directory, F_OK), -1);
}

static void expect_as_it_was(void)
{
	expect_file("as it was");
	assert_int_equal(access(world->directory, F_OK), -1);
}

/* Until the scenario has changed all that it changes. */
static bool has_changed(void)
{
	char text[32] = "";
	int fd = open(world->file, O_RDONLY);
	bool changed = fd >= 0 && read(fd, text, sizeof(text) - 1) > 0 &&
		       !strncmp(text, "changed", 7);

	close(fd);
	return changed;
}

static void changes_are_put_back_after_a_hang(void **state)
{
	struct pmx_stress_result result;

	(void)state;
	make_it_as_it_was();
	result = run_one(&scenario_change);
	assert_int_equal(result.verdict, PMX_STRESS_ERROR);
	expect_as_it_was();
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
	make_it_as_it_was();
	pid = fork();
	if (!pid) {
		run_one(&scenario_change_long);
		_exit(0);
	}
	for (int i = 0; i < 500 && !has_changed(); i++)
		kit_sleep(10 * KIT_MSEC);
	assert_true(has_changed());
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	for (int i = 0; i < 500 && access(world->directory, F_OK) == 0; i++)
		kit_sleep(10 * KIT_MSEC);
	for (int i = 0; i < 500 && has_changed(); i++) /* the file after the directory */
		kit_sleep(10 * KIT_MSEC);
	expect_as_it_was();
}

static bool stop_once_changed(void *ctx)
{
	(void)ctx;
	return has_changed();
}

static void a_stop_ends_what_runs_puts_it_back_and_tells_nothing(void **state)
{
	const struct pmx_scenario *list[] = { &scenario_change_long, &scenario_pass };
	struct pmx_stress_options options = { .seed = 1 };
	struct told told = { 0 };
	struct pmx_stress_hooks hooks = {
		.started = note_start, .ended = note_end, .stop = stop_once_changed, .ctx = &told
	};
	struct pmx_error err = { 0 };

	(void)state;
	make_it_as_it_was();
	assert_int_equal(pmx_stress_run(stress, &options, list, 2, &hooks, &err), 0);
	assert_int_equal(told.started, 1);
	assert_int_equal(told.count, 0);
	expect_as_it_was();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_child_may_end_the_scenario),
		cmocka_unit_test(a_crash_is_an_error),
		cmocka_unit_test(who_hangs_is_ended),
		cmocka_unit_test(orphans_are_ended),
		cmocka_unit_test(changes_are_put_back_after_a_hang),
		cmocka_unit_test(a_file_of_tracefs_is_put_back_wherever_that_is_mounted),
		cmocka_unit_test(what_cannot_be_put_back_is_a_violation),
		cmocka_unit_test(changes_are_put_back_when_perfmux_is_killed),
		cmocka_unit_test(a_stop_ends_what_runs_puts_it_back_and_tells_nothing),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
