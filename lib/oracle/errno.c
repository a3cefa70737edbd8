// SPDX-License-Identifier: GPL-2.0-only
/*
 * errno.c - "errno": what must be refused is, and with the error that says why
 */
#include <stdio.h>
#include <string.h>

#include "base/list.h"
#include "oracle/breach.h"

/* EINVAL; "errno 4095" where it has no name. */
static void name_of(char *buf, size_t size, unsigned error)
{
	const char *name = strerrorname_np((int)error);

	if (!error)
		snprintf(buf, size, "success");
	else if (name)
		snprintf(buf, size, "%s", name);
	else
		snprintf(buf, size, "errno %u", error);
}

bool pmx_oracle_errno(struct pmx_breach *breach, const char *what, int got, const int *allowed,
		      size_t count)
{
	/* not -got, which the least of all integers has not */
	unsigned error = got < 0 ? 0u - (unsigned)got : 0;
	char expected[200] = "", name[32];

	for (size_t i = 0; i < count; i++) {
		if ((unsigned)allowed[i] == error)
			return true;
		name_of(name, sizeof(name), (unsigned)allowed[i]);
		pmx_list_append(expected, sizeof(expected), name);
	}
	name_of(name, sizeof(name), error);
	return pmx_breach_say(breach, "errno", what, "%s, expected %s%s", name,
			      count > 1 ? "one of " : "", count ? expected : "nothing at all");
}
