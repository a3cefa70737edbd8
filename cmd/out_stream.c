// SPDX-License-Identifier: GPL-2.0-only
/*
 * out_stream.c - streams that keep why a write failed
 */
#include "out_stream.h"

#include <errno.h>
#include <unistd.h>

static ssize_t put(void *cookie, const char *data, size_t size)
{
	struct out_stream *stream = cookie;
	size_t done = 0;

	while (done < size) {
		ssize_t some = write(stream->fd, data + done, size - done);

		if (some <= 0) {
			stream->code = stream->code ? stream->code : some ? errno : EIO;
			break;
		}
		done += (size_t)some;
	}
	return (ssize_t)done;
}

static int end(void *cookie)
{
	struct out_stream *stream = cookie;
	int ret = close(stream->fd);

	if (ret && !stream->code)
		stream->code = errno;
	return ret;
}

FILE *out_stream_open(struct out_stream *stream, int fd)
{
	*stream = (struct out_stream){ .fd = fd };
	return fopencookie(stream, "w", (cookie_io_functions_t){ .write = put, .close = end });
}

static struct out_stream standard;

void out_stream_take_stdout(void)
{
	FILE *file = out_stream_open(&standard, STDOUT_FILENO);

	if (!file)
		return;
	if (isatty(STDOUT_FILENO))
		setvbuf(file, NULL, _IOLBF, BUFSIZ);
	stdout = file; /* a variable, in glibc */
}

int out_stream_stdout_code(void)
{
	return standard.code ? standard.code : EIO;
}
