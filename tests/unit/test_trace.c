// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_trace.c - a command that is stopped when it has been executed
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include <perfmux/launch.h>

static char path[] = "/dev/shm/perfmux-trace-XXXXXX";

/* Launches a shell script, traced; it may write to the file at path. */
static struct pmx_launch *launch_traced(const char *script)
{
	static char text[256], sh[] = "sh", c[] = "-c";
	static char *argv[] = { sh, c, text, NULL };
	struct pmx_launch_options opts = { .argv = argv, .traced = true };
	struct pmx_launch *launch = NULL;
	struct pmx_error err = { 0 };

	snprintf(text, sizeof(text), "%s", script);
	if (pmx_launch_new(&launch, &opts, &err))
		fail_msg("%s", err.text);
	return launch;
}

static off_t size_of_file(void)
{
	struct stat st;

	assert_int_equal(stat(path, &st), 0);
	return st.st_size;
}

static void no_child_is_left(void)
{
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

static int set_up(void **state)
{
	int fd;

	(void)state;
	snprintf(path, sizeof(path), "/dev/shm/perfmux-trace-XXXXXX");
	fd = mkstemp(path);
	if (fd >= 0)
		close(fd);
	alarm(60); /* who waits for a stop that never comes must not hang */
	return fd < 0;
}

static int tear_down(void **state)
{
	(void)state;
	alarm(0);
	return unlink(path);
}

static void a_traced_command_stops_before_its_first_instruction(void **state)
{
	char script[128];
	struct pmx_launch *launch;
	int status;

	(void)state;
	snprintf(script, sizeof(script), "echo ran > %s; exit 7", path);
	launch = launch_traced(script);
	assert_false(pmx_launch_is_stopped(launch));
	assert_int_equal(pmx_launch_release(launch, NULL), 0);
	assert_true(pmx_launch_is_stopped(launch));
	usleep(50000);
	assert_int_equal(size_of_file(), 0);
	assert_int_equal(pmx_launch_resume(launch, NULL), 0);
	assert_false(pmx_launch_is_stopped(launch));
	assert_int_equal(pmx_launch_wait(launch, true, &status, NULL), 1);
	assert_int_equal(WEXITSTATUS(status), 7);
	assert_int_equal(size_of_file(), 4);
	pmx_launch_free(launch);
}

static void a_command_given_up_while_stopped_leaves_no_process(void **state)
{
	struct pmx_launch *launch = launch_traced("exit 0");

	(void)state;
	pmx_launch_free(launch); /* not even released */
	no_child_is_left();
	launch = launch_traced("exit 0");
	assert_int_equal(pmx_launch_release(launch, NULL), 0);
	pmx_launch_free(launch);
	no_child_is_left();
}

static void a_command_that_cannot_be_executed_is_said_as_ever(void **state)
{
	static char *argv[] = { path, NULL };
	struct pmx_launch_options opts = { .argv = argv, .traced = true };
	struct pmx_launch *launch = NULL;
	struct pmx_error err = { 0 };
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	(void)state;
	assert_int_equal(write(fd, "#!/no/such/file\n", 16), 16);
	fchmod(fd, 0700);
	close(fd);
	assert_int_equal(pmx_launch_new(&launch, &opts, &err), 0);
	assert_int_equal(pmx_launch_release(launch, &err), -ENOENT);
	assert_non_null(strstr(err.text, path));
	assert_false(pmx_launch_is_stopped(launch));
	pmx_launch_free(launch);
	no_child_is_left();
}

static void a_signal_before_the_exec_does_what_it_does(void **state)
{
	struct pmx_launch *launch = launch_traced("exit 0");
	int status;

	(void)state;
	kill(pmx_launch_pid(launch), SIGTERM);
	assert_int_equal(pmx_launch_release(launch, NULL), 0);
	/* before or after, but it is delivered */
	assert_int_equal(pmx_launch_resume(launch, NULL), 0);
	assert_int_equal(pmx_launch_wait(launch, true, &status, NULL), 1);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGTERM);
	pmx_launch_free(launch);
}

static void an_address_that_is_not_there_is_an_error_and_no_hang(void **state)
{
	struct pmx_launch *launch = launch_traced("exit 0");
	struct pmx_error err = { 0 };

	(void)state;
	assert_int_equal(pmx_launch_release(launch, NULL), 0);
	assert_true(pmx_launch_run_to(launch, 0x10, &err) < 0);
	assert_true(err.text[0] && err.hint[0]);
	assert_true(pmx_launch_is_stopped(launch));
	pmx_launch_free(launch);
	no_child_is_left();
}

static void a_command_that_is_not_traced_is_never_stopped(void **state)
{
	static char true_[] = "true";
	static char *argv[] = { true_, NULL };
	struct pmx_launch_options opts = { .argv = argv };
	struct pmx_launch *launch = NULL;

	(void)state;
	assert_int_equal(pmx_launch_new(&launch, &opts, NULL), 0);
	assert_int_equal(pmx_launch_release(launch, NULL), 0);
	assert_false(pmx_launch_is_stopped(launch));
	assert_int_equal(pmx_launch_run_to(launch, 0x10, NULL), 0);
	assert_int_equal(pmx_launch_resume(launch, NULL), 0);
	assert_int_equal(pmx_launch_wait(launch, true, NULL, NULL), 1);
	pmx_launch_free(launch);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_traced_command_stops_before_its_first_instruction),
		TEST(a_command_given_up_while_stopped_leaves_no_process),
		TEST(a_command_that_cannot_be_executed_is_said_as_ever),
		TEST(a_signal_before_the_exec_does_what_it_does),
		TEST(an_address_that_is_not_there_is_an_error_and_no_hang),
		TEST(a_command_that_is_not_traced_is_never_stopped),
	};

	return cmocka_run_group_tests_name("trace", tests, NULL, NULL);
}
