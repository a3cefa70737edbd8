// SPDX-License-Identifier: GPL-2.0-only
/*
 * run_control.c - commands, one a line, as perf stat takes them
 */
#include "run_control.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/num.h"

/* Who talks without end must not keep us from signals and deadlines. */
#define BYTES_A_TURN 4096

static const struct {
	const char *word;
	enum run_command command;
} words[] = {
	{ "enable", RUN_CTL_ENABLE }, { "disable", RUN_CTL_DISABLE }, { "ping", RUN_CTL_PING },
	{ "stop", RUN_CTL_STOP },     { "evlist", RUN_CTL_EVLIST },
};

/*
 * Opened for both directions it has no end of file, and opens without a partner. Another file's
 * content would be taken for commands, or written over by "ack".
 */
static int open_fifo(const char *path, int *fd, struct pmx_error *err)
{
	struct stat st;

	*fd = open(path, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (*fd < 0 || fstat(*fd, &st) < 0)
		return pmx_error_set(err, -errno, "--control: cannot open '%s': %s", path,
				     strerror(errno));
	if (S_ISFIFO(st.st_mode))
		return 0;
	pmx_error_set(err, -EINVAL, "--control: '%s' is no named pipe", path);
	return pmx_error_hint(err, "mkfifo '%s' makes one, where no file is", path);
}

static int open_end(const char *text, bool fifo, int *fd, struct pmx_error *err)
{
	uint64_t number;

	if (fifo)
		return open_fifo(text, fd, err);
	if (pmx_num_decimal(text, INT_MAX, &number))
		return pmx_error_set(err, -EINVAL,
				     "--control: '%s' is not a file "
				     "descriptor",
				     text);
	*fd = (int)number;
	if (fcntl(*fd, F_GETFD) >= 0)
		return 0;
	return pmx_error_set(err, -EBADF, "--control: file descriptor %d is not open", *fd);
}

int run_control_open(struct run_control *control, const char *spec, struct pmx_error *err)
{
	char first[PATH_MAX];
	const char *rest, *comma;
	bool fifo;

	*control = (struct run_control){ .fd = -1, .ack = -1 };
	if (!spec)
		return 0;
	fifo = !strncmp(spec, "fifo:", 5);
	rest = spec + (fifo ? 5 : 3);
	comma = strchr(rest, ',');
	control->close_fds = fifo;
	if (snprintf(first, sizeof(first), "%.*s", comma ? (int)(comma - rest) : INT_MAX, rest) >=
	    (int)sizeof(first))
		return pmx_error_set(err, -ENAMETOOLONG, "--control: the name is too long");
	if (open_end(first, fifo, &control->fd, err) ||
	    (comma && open_end(comma + 1, fifo, &control->ack, err))) {
		run_control_close(control);
		return err->code;
	}
	return 0;
}

static enum run_command parse(const char *line)
{
	size_t len = strcspn(line, " \t\r");

	if (!*line)
		return RUN_CTL_NONE;
	if (line[len +
		 strspn(line + len, " \t\r")]) /* perf's "enable NAME": not all events are meant */
		return RUN_CTL_UNKNOWN;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strlen(words[i].word) == len && !strncmp(words[i].word, line, len))
			return words[i].command;
	return RUN_CTL_UNKNOWN;
}

static void stop_listening(struct run_control *control)
{
	if (control->close_fds && control->fd >= 0)
		close(control->fd);
	control->fd = -1;
}

/*
 * Somebody else's pipe may block and must not stop the measurement, and how it blocks is not ours
 * to change: its other users, a terminal's shell for one, have the setting in common with us.
 */
static bool is_ready(int fd, short events)
{
	struct pollfd polled = { .fd = fd, .events = events };

	return poll(&polled, 1, 0) > 0;
}

/* What @c makes of the line so far. */
static enum run_command take_byte(struct run_control *control, char c)
{
	enum run_command command;

	if (c != '\n' && c != '\0') {
		control->skipping |= control->len + 1 >= sizeof(control->line);
		if (!control->skipping)
			control->line[control->len++] = c;
		return RUN_CTL_NONE;
	}
	control->line[control->len] = '\0';
	command = control->skipping ? RUN_CTL_UNKNOWN : parse(control->line);
	control->len = 0;
	control->skipping = false;
	return command;
}

/* One byte at a time: what follows a command may be for after it was carried out. */
enum run_command run_control_next(struct run_control *control)
{
	enum run_command command = RUN_CTL_NONE;

	for (int taken = 0; taken < BYTES_A_TURN && command == RUN_CTL_NONE; taken++) {
		char c;
		ssize_t n;

		if (control->fd < 0 || !is_ready(control->fd, POLLIN))
			break;
		n = read(control->fd, &c, 1);
		if (n == 1)
			command = take_byte(control, c);
		else if (n == 0 || (errno != EAGAIN && errno != EINTR))
			stop_listening(control);
		else
			break;
	}
	return command;
}

void run_control_ack(struct run_control *control)
{
	if (control->ack >= 0 && is_ready(control->ack, POLLOUT) &&
	    write(control->ack, "ack\n", 4) < 0)
		return; /* nobody listens */
}

void run_control_close(struct run_control *control)
{
	stop_listening(control);
	if (control->close_fds && control->ack >= 0)
		close(control->ack);
	control->ack = -1;
}
