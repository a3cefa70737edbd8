// SPDX-License-Identifier: GPL-2.0-only
/*
 * complain.c - one line what failed and why, and one what would help
 */
#include "complain.h"

#include <stdio.h>

#include <perfmux/text.h>

int complain(const char *program, const struct pmx_error *err, int status)
{
	fflush(stdout);
	fprintf(stderr, "%s: ", program);
	pmx_print_safe(stderr, err->text);
	fputc('\n', stderr);
	if (*err->hint) {
		fputs("  ", stderr);
		pmx_print_safe(stderr, err->hint);
		fputc('\n', stderr);
	}
	return status;
}
