/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * out_stream.h - streams that keep why a write failed
 *
 * stdio keeps that one did (ferror()), and not why: by the end errno has long been that of
 * something else. These keep it. fileno() does not know them.
 */
#ifndef PMX_CMD_OUT_STREAM_H
#define PMX_CMD_OUT_STREAM_H

#include <stdio.h>

struct out_stream {
	int fd;
	int code; /* errno of the first write, or of the close, that failed; 0: none did */
};

/*
 * A stream that writes to @fd, which is closed with it. @stream is the caller's, and has to live as
 * long. NULL with errno set, and @fd still open.
 */
FILE *out_stream_open(struct out_stream *stream, int fd);

/* From here on stdout is such a stream: for main(), once. Where it cannot be, it is what it was. */
void out_stream_take_stdout(void);

/* Why something that was written to stdout did not arrive, EIO where that is not known. */
int out_stream_stdout_code(void);

#endif
