/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * scratch.h - where a test may leave things: below TEST_TMP, which the runner gives each file and
 * removes, or where the system keeps what is temporary
 */
#ifndef TESTS_SCRATCH_H
#define TESTS_SCRATCH_H

#include <stdio.h>
#include <stdlib.h>

/* Not there yet; "perfmux-NAME.XXXXXX" for mkdtemp() or mkstemp(). Returns @buf. */
static inline char *scratch_path(char *buf, size_t size, const char *name)
{
	const char *tmp = getenv("TEST_TMP");

	snprintf(buf, size, "%s/perfmux-%s.XXXXXX", tmp ? tmp : P_tmpdir, name);
	return buf;
}

#endif
