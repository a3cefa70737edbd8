// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_setting.c - what commands find: files, CPUs, priority, addresses, environment
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <perfmux/text.h>

#include "bench_run.h"

enum {
	PADDING = 4096, /* bytes of --random-env at most: a page, after which alignment repeats */
	SAID_LINES = 10,
	SAID_BYTES = 4096,
};

#define PADDING_NAME "PERFMUX_BENCH_PADDING="

static int open_file(const char *path, int flags, int *out, struct pmx_error *err)
{
	*out = open(path, flags | O_CLOEXEC, 0666);
	if (*out >= 0)
		return 0;
	return pmx_error_set(err, -errno, "cannot open '%s': %s", path, strerror(errno));
}

static int open_files(struct bench_run *br, struct pmx_error *err)
{
	const struct bench_options *o = br->options;
	const char *input = o->input && strcmp(o->input, "null") != 0 ? o->input : "/dev/null";
	bool inherits = o->output && !strcmp(o->output, "inherit");
	int ret;

	if (o->output && !strcmp(o->output, "pipe")) { /* hyperfine's: no file is meant */
		pmx_error_set(err, -EINVAL, "--output: 'pipe' is not supported");
		return pmx_error_hint(err, "'COMMAND | cat' has one; ./pipe is a file");
	}
	ret = open_file(input, O_RDONLY, &br->input, err);
	if (!ret && !inherits) /* a file of the commands is not that of --prepare */
		ret = open_file("/dev/null", O_WRONLY, &br->output, err);
	if (ret || inherits)
		return ret;
	br->said = memfd_create("perfmux-bench", MFD_CLOEXEC);
	return br->said < 0 ? pmx_error_set(err, -errno, "memfd_create: %s", strerror(errno)) : 0;
}

static int read_cpus(struct bench_run *br, struct pmx_error *err)
{
	struct pmx_cpus online;

	if (!br->options->pin)
		return 0;
	if (pmx_cpus_parse(&br->pinned, br->options->pin) || pmx_cpus_is_empty(&br->pinned))
		return pmx_error_set(err, -EINVAL, "--pin: '%s' is no list of CPUs",
				     br->options->pin);
	if (pmx_machine_online(br->machine, &online, err))
		return err->code;
	pmx_cpus_for_each(cpu, &br->pinned)
		if (!pmx_cpus_has(&online, cpu))
			return pmx_error_set(err, -EINVAL, "--pin: CPU %d is not online", cpu);
	br->setting.cpus = &br->pinned;
	return 0;
}

static int copy_environment(struct bench_run *br, struct pmx_error *err)
{
	size_t count = 0;

	if (!br->options->random_env)
		return 0;
	while (environ[count])
		count++;
	br->environment = calloc(count + 2, sizeof(*br->environment));
	br->padding = calloc(1, sizeof(PADDING_NAME) + PADDING);
	if (!br->environment || !br->padding)
		return pmx_error_nomem(err);
	memcpy(br->environment, environ, count * sizeof(*environ));
	memcpy(br->padding, PADDING_NAME, sizeof(PADDING_NAME));
	br->environment[count] = br->padding;
	br->setting.envp = br->environment;
	return 0;
}

int bench_setting_make(struct bench_run *br, struct pmx_error *err)
{
	int ret;

	ret = open_files(br, err);
	if (!ret)
		ret = read_cpus(br, err);
	if (!ret)
		ret = copy_environment(br, err);
	br->setting.fds[0] = br->input;
	br->setting.fds[1] = br->output;
	br->setting.fds[2] = br->said;
	br->setting.nice = br->options->nice;
	br->setting.no_aslr = br->options->no_aslr;
	/* what a run that is ended had started would be in the way of those that follow */
	br->setting.own_group = br->options->timeout_ms;
	return ret;
}

void bench_setting_free(struct bench_run *br)
{
	int fds[] = { br->input, br->output, br->said };

	for (size_t i = 0; i < sizeof(fds) / sizeof(fds[0]); i++)
		if (fds[i] >= 0)
			close(fds[i]);
	free(br->environment);
	free(br->padding);
}

/*
 * A file is read from its beginning, and may be another one since the last run. What is none can be
 * read on only.
 */
static int open_input_again(struct bench_run *br, struct pmx_error *err)
{
	struct stat st;
	int fd, ret;

	if (!br->options->input || fstat(br->input, &st) || !S_ISREG(st.st_mode))
		return 0;
	ret = open_file(br->options->input, O_RDONLY, &fd, err);
	if (ret)
		return ret;
	close(br->input);
	br->setting.fds[0] = br->input = fd;
	return 0;
}

static void forget_said(const struct bench_run *br)
{
	if (br->said < 0 || lseek(br->said, 0, SEEK_CUR) <= 0)
		return;
	lseek(br->said, 0, SEEK_SET);
	if (ftruncate(br->said, 0))
		return; /* what it says then follows what was said before */
}

static void pad_environment(struct bench_run *br)
{
	char *padding = br->padding ? br->padding + sizeof(PADDING_NAME) - 1 : NULL;
	size_t length;

	if (!padding)
		return;
	length = kit_random_below(&br->random, PADDING);
	memset(padding, 'x', length);
	padding[length] = '\0';
}

int bench_setting_begin(struct bench_run *br, struct pmx_error *err)
{
	forget_said(br);
	pad_environment(br);
	return open_input_again(br, err);
}

void bench_setting_show_said(const struct bench_run *br)
{
	char text[SAID_BYTES + 1], *line, *rest = text;
	off_t size = br->said < 0 ? 0 : lseek(br->said, 0, SEEK_END);
	off_t from = size > SAID_BYTES ? size - SAID_BYTES : 0;
	ssize_t length = size > 0 ? pread(br->said, text, SAID_BYTES, from) : 0;
	unsigned lines = 0;

	if (length <= 0)
		return;
	text[length] = '\0';
	for (char *end = text + length - 1; end > text; end--)
		if (*end == '\n' && end[1] && ++lines == SAID_LINES) {
			rest = end + 1;
			break;
		}
	while ((line = strsep(&rest, "\n")))
		if (*line) {
			fputs("  | ", stderr);
			pmx_print_safe(stderr, line);
			fputc('\n', stderr);
		}
}
