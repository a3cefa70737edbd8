// SPDX-License-Identifier: GPL-2.0-only
/*
 * measure - runs commands in turn and says what each cost
 *
 *	measure ROUNDS [OUTPUT] -- COMMAND... [++ COMMAND...]...
 *	measure --bare COUNT FILE [ARG]...
 *	measure --calls COUNT
 *	measure --stamp FILE MS
 *
 * The first runs every command once a round, in turn, so that whatever slows the machine down
 * slows all of them down, and prints a line a run: number of the command, wall ns, user plus
 * system us, peak memory in KiB, status as of wait(2). What the commands print goes to OUTPUT
 * (/dev/null). The second prints the wall ns that COUNT bare spawns (vfork, exec) and waits took;
 * the third the ns of one system call, of one read of a counter and of opening and closing one, the
 * means of COUNT. The last is a command to be measured: it sleeps and writes to FILE when it ended
 * (CLOCK_MONOTONIC, ns).
 *
 * This is a small program of its own because the peak memory that the kernel reports for a child
 * includes what its parent had in memory when it forked: of a script, some 10 MiB. What remains is
 * this program's own, about 1.5 MiB. Times and memory include those of the command that a tool
 * runs, which is the same for all tools compared.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_COMMANDS 8

__attribute__((noreturn)) static void die(const char *what)
{
	fprintf(stderr, "measure: %s: %s\n", what, strerror(errno));
	exit(2);
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static unsigned long number(const char *text)
{
	char *end;

	errno = 0;
	unsigned long value = strtoul(text, &end, 10);

	if (errno || end == text || *end) {
		errno = EINVAL;
		die(text);
	}
	return value;
}

static pid_t start(char **argv, int output)
{
	pid_t pid = fork();

	if (pid < 0)
		die("fork");
	if (pid == 0) {
		dup2(output, STDOUT_FILENO);
		dup2(output, STDERR_FILENO);
		execvp(argv[0], argv);
		_exit(127);
	}
	return pid;
}

static void run_one(int index, char **argv, int output)
{
	struct rusage usage;
	uint64_t began = now_ns();
	pid_t pid = start(argv, output);
	int status;

	if (wait4(pid, &status, 0, &usage) != pid)
		die("wait4");
	uint64_t wall = now_ns() - began;
	uint64_t cpu = (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000u +
		       (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);

	printf("%d %llu %llu %ld %d\n", index, (unsigned long long)wall, (unsigned long long)cpu,
	       usage.ru_maxrss, status);
	fflush(stdout);
}

/* Splits at "++"; returns how many commands there are. */
static int split(char **argv, char ***commands)
{
	int count = 0;

	commands[count++] = argv;
	for (; *argv; argv++) {
		if (strcmp(*argv, "++") != 0)
			continue;
		*argv = NULL;
		if (count == MAX_COMMANDS) {
			errno = E2BIG;
			die("commands");
		}
		commands[count++] = argv + 1;
	}
	return count;
}

static int compare(char **argv)
{
	unsigned long rounds = number(*argv++);
	const char *path = "/dev/null";
	char **commands[MAX_COMMANDS];

	if (*argv && strcmp(*argv, "--") != 0)
		path = *argv++;
	if (!*argv || !argv[1]) {
		errno = EINVAL;
		die("no command");
	}
	int count = split(argv + 1, commands);
	int output = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);

	if (output < 0)
		die(path);
	for (unsigned long i = 0; i < rounds; i++)
		for (int j = 0; j < count; j++)
			run_one(j, commands[j], output);
	return 0;
}

static int bare(unsigned long count, char **argv)
{
	uint64_t began = now_ns();

	for (unsigned long i = 0; i < count; i++) {
		pid_t pid;

		errno = posix_spawn(&pid, argv[0], NULL, NULL, argv, environ);
		if (errno)
			die(argv[0]);
		if (waitpid(pid, NULL, 0) != pid)
			die("waitpid");
	}
	printf("%llu\n", (unsigned long long)(now_ns() - began));
	return 0;
}

static int open_counter(void)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					.size = sizeof(attr),
					.config = PERF_COUNT_SW_DUMMY,
					.exclude_kernel = 1,
					.exclude_hv = 1 };
	int fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);

	if (fd < 0)
		die("perf_event_open");
	return fd;
}

static void ask_parent(int counter)
{
	(void)counter;
	syscall(SYS_getppid);
}

static void read_counter(int counter)
{
	uint64_t count;

	if (read(counter, &count, sizeof(count)) != (ssize_t)sizeof(count))
		die("read");
}

static void open_and_close(int counter)
{
	(void)counter;
	close(open_counter());
}

static int calls(unsigned long count)
{
	static void (*const each[])(int counter) = { ask_parent, read_counter, open_and_close };
	int counter = open_counter();

	for (size_t call = 0; call < sizeof(each) / sizeof(each[0]); call++) {
		uint64_t began = now_ns();

		for (unsigned long i = 0; i < count; i++)
			each[call](counter);
		printf("%.1f\n", (double)(now_ns() - began) / (double)count);
	}
	close(counter);
	return 0;
}

static int stamp(const char *path, unsigned long ms)
{
	struct timespec wait = { .tv_sec = (time_t)(ms / 1000),
				 .tv_nsec = (long)(ms % 1000) * 1000000 };
	FILE *file = fopen(path, "we");

	if (!file)
		die(path);
	nanosleep(&wait, NULL);
	fprintf(file, "%llu\n", (unsigned long long)now_ns());
	return fclose(file) == 0 ? 0 : 2;
}

int main(int argc, char **argv)
{
	if (argc >= 4 && strcmp(argv[1], "--bare") == 0)
		return bare(number(argv[2]), argv + 3);
	if (argc == 3 && strcmp(argv[1], "--calls") == 0 && number(argv[2]))
		return calls(number(argv[2]));
	if (argc == 4 && strcmp(argv[1], "--stamp") == 0)
		return stamp(argv[2], number(argv[3]));
	if (argc >= 4)
		return compare(argv + 1);
	fputs("usage: measure ROUNDS [OUTPUT] -- COMMAND... [++ COMMAND...]...\n", stderr);
	return 2;
}
