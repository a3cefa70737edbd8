// SPDX-License-Identifier: GPL-2.0-only
/*
 * control.c - fuzzes the lines of --control against a second reading of them, line by line
 */
#include <fcntl.h>

#include "../../cmd/run_control.h"

#include "fuzz.h"

enum { LONGEST = 127 }; /* bytes of a line that are looked at */

/* What a whole line means. */
static enum run_command expected(const char *line, size_t length)
{
	static const char *const words[] = {
		[RUN_CTL_ENABLE] = "enable", [RUN_CTL_DISABLE] = "disable", [RUN_CTL_PING] = "ping",
		[RUN_CTL_STOP] = "stop",     [RUN_CTL_EVLIST] = "evlist",
	};

	if (length > LONGEST)
		return RUN_CTL_UNKNOWN;
	if (!length)
		return RUN_CTL_NONE;
	while (length && strchr(" \t\r", line[length - 1]))
		length--;
	for (size_t i = RUN_CTL_ENABLE; i <= RUN_CTL_EVLIST; i++)
		if (strlen(words[i]) == length && !memcmp(words[i], line, length))
			return (enum run_command)i;
	return RUN_CTL_UNKNOWN;
}

/* The next line's command from @at on, which moves behind it; NONE at the end. */
static enum run_command expected_next(const char *text, size_t size, size_t *at)
{
	enum run_command command = RUN_CTL_NONE;

	for (size_t end = *at; command == RUN_CTL_NONE && end < size; end++) {
		if (text[end] != '\n' && text[end] != '\0')
			continue;
		command = expected(text + *at, end - *at);
		*at = end + 1;
	}
	return command;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pmx_error err = { .code = 0 };
	struct run_control control;
	enum run_command command;
	int ends[2];
	char spec[32];
	size_t at = 0;

	if (size > 2048)
		return 0;
	CHECK(!pipe2(ends, O_CLOEXEC));
	CHECK(write(ends[1], data, size) == (ssize_t)size);
	close(ends[1]);
	snprintf(spec, sizeof(spec), "fd:%d", ends[0]);
	CHECK(!run_control_open(&control, spec, &err));
	do {
		command = run_control_next(&control);
		CHECK(command == expected_next((const char *)data, size, &at));
		CHECK(control.len < sizeof(control.line));
	} while (command != RUN_CTL_NONE);
	CHECK(control.fd == -1); /* the other side closed its end */
	run_control_close(&control);
	close(ends[0]);
	return 0;
}
