// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel_log.c - fuzzes records of /dev/kmsg, parted in the input by bytes 0xff
 *
 * max_len=2048
 */
#include <sys/socket.h>

#include "stress/kernel_log.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct kernel_log log = { .taint = -1 };
	const uint8_t *record;
	size_t length, room, records = 0;
	char *quote;
	int pair[2];

	if (!size)
		return 0;
	CHECK(!socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair));
	room = 1 + *data++ % 200u;
	size--;
	while (records < 8 && fuzz_part(&data, &size, 0xff, &record, &length))
		if (length && send(pair[1], record, length, 0) == (ssize_t)length)
			records++;
	log.fd = pair[0];
	quote = malloc(room);
	CHECK(quote);
	if (kernel_log_look(&log, quote, room))
		CHECK(room == 1 || quote[0]);
	CHECK(memchr(quote, '\0', room));
	CHECK(!memchr(quote, '\n', strlen(quote)));
	CHECK(!kernel_log_look(&log, quote, room) && !quote[0]);
	free(quote);
	kernel_log_close(&log);
	close(pair[1]);
	return 0;
}
