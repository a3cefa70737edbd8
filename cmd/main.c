// SPDX-License-Identifier: GPL-2.0-only
/*
 * main.c - perfmux: finds the command, and sees that what was printed arrived
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/rights.h"
#include "commands.h"
#include "out_stream.h"

/*
 * A descriptor 0 to 2 that is closed would be given to the next file opened, and reports would go
 * there. It is taken in the mode in which its use fails, as it would have failed; the commands we
 * start find it closed, as we did.
 */
static void hold_standard_descriptors(void)
{
	for (int fd = 0; fd <= 2; fd++) {
		if (fcntl(fd, F_GETFD) >= 0 || errno != EBADF)
			continue;
		if (open("/dev/null", (fd ? O_RDONLY : O_WRONLY) | O_CLOEXEC) < 0)
			_exit(EXIT_PERFMUX);
	}
}

static void ignore_signal(int signal)
{
	(void)signal;
}

/*
 * A reader that went away, or a file that may not grow, is a write error like any other: it is
 * said, and our command is still reaped. A handler, unlike SIG_IGN, is not inherited by the
 * commands we start; where the signal is ignored already, they are to find it so.
 */
static void turn_into_errors(int signal)
{
	struct sigaction now, ours = { .sa_handler = ignore_signal, .sa_flags = SA_RESTART };

	if (sigaction(signal, NULL, &now) == 0 && now.sa_handler != SIG_IGN)
		sigaction(signal, &ours, NULL);
}

/* Exit status 0 must mean that everything printed was written. */
static int close_standard_streams(int status)
{
	bool failed = ferror(stdout);

	if (fclose(stdout) || failed) {
		fprintf(stderr, "perfmux: cannot write to standard output: %s\n",
			strerror(out_stream_stdout_code()));
		status = EXIT_PERFMUX;
	}
	failed = ferror(stderr);
	if (fclose(stderr) || failed)
		status = EXIT_PERFMUX;
	return status;
}

static const struct command *find_command(const char *name)
{
	for (const struct command *command = commands; command->name; command++)
		if (strcmp(command->name, name) == 0)
			return command;
	return NULL;
}

static int unknown_command(const char *name)
{
	struct opt_near near = { .typed = name };
	struct pmx_error err = { 0 };

	opt_near_offer(&near, "help");
	for (const struct command *command = commands; command->name; command++)
		opt_near_offer(&near, command->name);
	if (near.best)
		pmx_error_set(&err, -ENOENT, "there is no command '%s', did you mean '%s'?", name,
			      near.best);
	else
		pmx_error_set(&err, -ENOENT, "there is no command '%s'", name);
	return opt_complain(&main_table, &err);
}

static void print_commands(void)
{
	printf("\nCommands:\n");
	for (const struct command *command = commands; command->name; command++)
		printf("  %-24s%s\n", command->name, command->summary);
	printf("\n'perfmux COMMAND --help' tells more.\n");
}

static int help(int argc, char **argv)
{
	const struct command *command;

	if (argc < 2) {
		opt_print_help(&main_table);
		print_commands();
		return 0;
	}
	command = find_command(argv[1]);
	if (!command)
		return unknown_command(argv[1]);
	opt_print_help(command->table);
	return 0;
}

/* Options before the command are moved behind its name: every command understands them. */
static int run(char **argv, int argc, int at)
{
	const char *name = argv[at];
	const struct command *command = find_command(name);

	if (!command && strcmp(name, "help") == 0)
		return help(argc - at, argv + at);
	if (!command)
		return unknown_command(name);
	memmove(argv + 2, argv + 1, sizeof(*argv) * (size_t)(at - 1));
	argv[1] = (char *)command->name;
	return command->run(argc - 1, argv + 1);
}

static int perfmux(int argc, char **argv)
{
	struct main_options options = { .color = -1 };
	struct opt_parse parse = {
		.table = &main_table, .into = &options, .argc = argc, .argv = argv
	};
	struct pmx_error err = { 0 };
	int status;

	if (opt_run(&parse, &status)) {
		if (parse.wants == OPT_HELP)
			print_commands();
		return status;
	}
	if (parse.next >= argc || parse.after_dashes) {
		pmx_error_set(&err, -EINVAL, "a command is missing");
		return opt_complain(&main_table, &err);
	}
	return run(argv, argc, parse.next);
}

/* As another user it would write and read files with rights that nobody here has looked at. */
static void refuse_other_user(void)
{
	if (getuid() == geteuid() && getgid() == getegid())
		return;
	fputs("perfmux: will not run set-user-ID or set-group-ID\n"
	      "  give it capabilities instead; 'perfmux doctor' says which\n",
	      stderr);
	_exit(EXIT_PERFMUX);
}

int main(int argc, char **argv)
{
	hold_standard_descriptors();
	refuse_other_user();
	pmx_rights_put_aside();
	turn_into_errors(SIGPIPE);
	turn_into_errors(SIGXFSZ);
	out_stream_take_stdout();
	return close_standard_streams(perfmux(argc, argv));
}
