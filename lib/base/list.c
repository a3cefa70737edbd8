// SPDX-License-Identifier: GPL-2.0-only
/*
 * list.c - lists of names in a text of limited length
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/list.h"

#define MORE ", ..."

void pmx_list_append(char *buf, size_t size, const char *name)
{
	size_t length = strlen(buf), more = strlen(MORE);
	bool is_full = length >= 3 && !strcmp(buf + length - 3, "...");

	if (is_full)
		return;
	/* Room for MORE is kept, so that it fits whenever it is needed. */
	if (length + 2 + strnlen(name, size) + more < size)
		snprintf(buf + length, size - length, "%s%s", length ? ", " : "", name);
	else
		snprintf(buf + length, size - length, "%s", length ? MORE : "...");
}
