// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_launch.c - a command behind its barrier
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include <perfmux/launch.h>

static char *shell(const char *script)
{
	return (char *)script;
}

/* Runs a shell script to its end; its exit status as waitpid() has it. */
static int run(const char *script, const struct pmx_launch_options *like)
{
	char *argv[] = { shell("sh"), shell("-c"), shell(script), NULL };
	struct pmx_launch_options opts = like ? *like : (struct pmx_launch_options){ 0 };
	struct pmx_launch *launch = NULL;
	struct pmx_error err = { 0 };
	struct rusage usage;
	int status = -1;

	opts.argv = argv;
	if (pmx_launch_new(&launch, &opts, &err) || pmx_launch_release(launch, &err))
		fail_msg("%s", err.text);
	assert_int_equal(pmx_launch_wait(launch, true, &status, &usage), 1);
	pmx_launch_free(launch);
	return status;
}

static void the_exit_status_is_the_commands(void **state)
{
	(void)state;
	assert_int_equal(WEXITSTATUS(run("exit 7", NULL)), 7);
	assert_int_equal(WTERMSIG(run("kill -9 $$", NULL)), 9);
}

static void nothing_runs_before_the_release(void **state)
{
	char path[] = "/dev/shm/perfmux-launch-XXXXXX", script[128];
	int fd = mkstemp(path);
	char *argv[] = { shell("sh"), shell("-c"), script, NULL };
	struct pmx_launch_options opts = { .argv = argv };
	struct pmx_launch *launch = NULL;
	struct stat st;

	(void)state;
	snprintf(script, sizeof(script), "echo ran > %s", path);
	assert_int_equal(pmx_launch_new(&launch, &opts, NULL), 0);
	usleep(50000);
	fstat(fd, &st);
	assert_int_equal(st.st_size, 0);
	assert_int_equal(pmx_launch_wait(launch, false, NULL, NULL), 0);
	assert_int_equal(pmx_launch_release(launch, NULL), 0);
	assert_int_equal(pmx_launch_wait(launch, true, NULL, NULL), 1);
	fstat(fd, &st);
	assert_int_equal(st.st_size, 4);
	pmx_launch_free(launch);
	unlink(path);
	close(fd);
}

static void a_launch_that_is_given_up_leaves_no_process(void **state)
{
	char *argv[] = { shell("sleep"), shell("100"), NULL };
	struct pmx_launch_options opts = { .argv = argv };
	struct pmx_launch *launch = NULL;

	(void)state;
	assert_int_equal(pmx_launch_new(&launch, &opts, NULL), 0);
	pmx_launch_free(launch);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

static int launch_error(const char *name)
{
	char *argv[] = { shell(name), NULL };
	struct pmx_launch_options opts = { .argv = argv };
	struct pmx_launch *launch = NULL;
	struct pmx_error err = { 0 };
	int ret = pmx_launch_new(&launch, &opts, &err);

	if (!ret) {
		ret = pmx_launch_release(launch, &err);
		pmx_launch_free(launch);
	}
	assert_non_null(strstr(err.text, name));
	return ret;
}

static void a_command_that_cannot_run_is_named_with_the_reason(void **state)
{
	(void)state;
	assert_int_equal(launch_error("no-such-command-anywhere"), -ENOENT);
	assert_int_equal(launch_error("/no/such/file"), -ENOENT);
	assert_int_equal(launch_error("/"), -EACCES);
	assert_int_equal(launch_error("/etc/passwd"), -EACCES);
}

/* Writes an executable file, and what running it with an argument gives as its exit status. */
static int run_file(const char *content)
{
	char path[] = "/dev/shm/perfmux-launch-XXXXXX";
	char *argv[] = { path, shell("9"), NULL };
	struct pmx_launch_options opts = { .argv = argv };
	struct pmx_launch *launch = NULL;
	int fd = mkstemp(path), status = 0;

	assert_int_equal(write(fd, content, strlen(content)), (int)strlen(content));
	fchmod(fd, 0700);
	close(fd);
	assert_int_equal(pmx_launch_new(&launch, &opts, NULL), 0);
	assert_int_equal(pmx_launch_release(launch, NULL), 0);
	assert_int_equal(pmx_launch_wait(launch, true, &status, NULL), 1);
	pmx_launch_free(launch);
	unlink(path);
	return WEXITSTATUS(status);
}

static void a_script_without_an_interpreter_is_the_shells(void **state)
{
	(void)state;
	assert_int_equal(run_file("exit $1\n"), 9);
	assert_int_equal(run_file("#!/bin/sh\nexit 5\n"), 5);
}

static void the_command_gets_the_signal_mask_that_it_should(void **state)
{
	sigset_t none, blocked;
	struct pmx_launch_options opts = { .signals = &none };

	(void)state;
	sigemptyset(&none);
	sigemptyset(&blocked);
	sigaddset(&blocked, SIGTERM);
	sigprocmask(SIG_BLOCK, &blocked, NULL);
	assert_int_equal(WTERMSIG(run("kill -TERM $$; exit 3", &opts)), SIGTERM);
	assert_int_equal(WEXITSTATUS(run("kill -TERM $$; exit 3", NULL)), 3);
	sigprocmask(SIG_UNBLOCK, &blocked, NULL);
}

static void the_command_gets_the_descriptor_limit_that_it_should(void **state)
{
	struct rlimit limit = { 77, 88 };
	struct pmx_launch_options opts = { .nofile = &limit };

	(void)state;
	assert_int_equal(WEXITSTATUS(
				 run("test $(ulimit -Sn) = 77 && test $(ulimit -Hn) = 88", &opts)),
			 0);
}

/* What a script prints with this setting, its standard output aside. */
static void expect_output(struct pmx_launch_setting *setting, const char *script,
			  const char *expected)
{
	struct pmx_launch_options opts = { .setting = setting };
	char text[256] = "";
	int pipe_fds[2];

	assert_int_equal(pipe2(pipe_fds, O_CLOEXEC), 0);
	setting->fds[1] = pipe_fds[1];
	assert_int_equal(run(script, &opts), 0);
	close(pipe_fds[1]);
	assert_true(read(pipe_fds[0], text, sizeof(text) - 1) >= 0);
	close(pipe_fds[0]);
	assert_string_equal(text, expected);
}

#define NOTHING_SET                   \
	{                             \
		.fds = { -1, -1, -1 } \
	}

static void a_setting_is_the_commands_and_not_ours(void **state)
{
	char variable[] = "LAUNCH_TEST=own", path[] = "PATH=/usr/bin:/bin";
	char *envp[] = { variable, path, NULL };
	struct pmx_launch_setting setting = NOTHING_SET;
	struct pmx_cpus cpus = { 0 };
	char expected[64];
	int nice_now = getpriority(PRIO_PROCESS, 0), null = open("/dev/null", O_RDWR | O_CLOEXEC);

	(void)state;
	setting.envp = envp;
	expect_output(&setting, "echo $LAUNCH_TEST", "own\n");
	setting.envp = NULL;
	assert_null(getenv("LAUNCH_TEST"));

	setting.nice = 3;
	snprintf(expected, sizeof(expected), "%d\n", nice_now + 3 > 19 ? 19 : nice_now + 3);
	expect_output(&setting, "nice", expected);
	assert_int_equal(getpriority(PRIO_PROCESS, 0), nice_now);
	setting.nice = 0;

	pmx_cpus_add(&cpus, 0);
	setting.cpus = &cpus;
	expect_output(&setting, "nproc", "1\n");
	setting.cpus = NULL;

	setting.no_aslr = true;
	expect_output(&setting, "cat /proc/self/personality", "00040000\n");
	setting.no_aslr = false;

	setting.fds[0] = setting.fds[2] = null;
	expect_output(&setting, "cat; echo lost >&2; echo kept", "kept\n");
	close(null);
}

static void a_setting_that_cannot_be_had_is_named(void **state)
{
	char *argv[] = { shell("true"), NULL };
	struct pmx_launch_setting setting = NOTHING_SET;
	struct pmx_launch_options opts = { .argv = argv, .setting = &setting };
	struct pmx_cpus cpus = { 0 };
	struct pmx_launch *launch = NULL;
	struct pmx_error err = { 0 };

	(void)state;
	setting.cpus = &cpus; /* none */
	assert_int_equal(pmx_launch_new(&launch, &opts, &err), 0);
	assert_int_equal(pmx_launch_release(launch, &err), -EINVAL);
	assert_string_equal(err.text, "cannot set the CPUs of 'true': Invalid argument");
	pmx_launch_free(launch);
}

static void usage_is_of_the_command(void **state)
{
	char *argv[] = { shell("sh"), shell("-c"),
			 shell("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done"), NULL };
	struct pmx_launch_options opts = { .argv = argv };
	struct pmx_launch *launch = NULL;
	struct rusage usage = { 0 };

	(void)state;
	assert_int_equal(pmx_launch_new(&launch, &opts, NULL), 0);
	assert_int_equal(pmx_launch_release(launch, NULL), 0);
	assert_int_equal(pmx_launch_wait(launch, true, NULL, &usage), 1);
	assert_true(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec > 0);
	assert_int_equal(pmx_launch_wait(launch, true, NULL, NULL), -ECHILD);
	pmx_launch_free(launch);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_exit_status_is_the_commands),
		cmocka_unit_test(nothing_runs_before_the_release),
		cmocka_unit_test(a_launch_that_is_given_up_leaves_no_process),
		cmocka_unit_test(a_command_that_cannot_run_is_named_with_the_reason),
		cmocka_unit_test(a_script_without_an_interpreter_is_the_shells),
		cmocka_unit_test(the_command_gets_the_signal_mask_that_it_should),
		cmocka_unit_test(the_command_gets_the_descriptor_limit_that_it_should),
		cmocka_unit_test(a_setting_is_the_commands_and_not_ours),
		cmocka_unit_test(a_setting_that_cannot_be_had_is_named),
		cmocka_unit_test(usage_is_of_the_command),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
