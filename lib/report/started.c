// SPDX-License-Identifier: GPL-2.0-only
/*
 * started.c - the line with which perf stat begins a file
 */
#include <time.h>

#include "report/started.h"

void pmx_put_started(struct pmx_out *out, const struct pmx_report *report)
{
	char text[64]; /* asctime() is English in every locale; it ends in a newline */
	struct tm tm;

	if (!report->started || !localtime_r(&report->started, &tm) || !asctime_r(&tm, text))
		return;
	pmx_out_text(out, "# started on ");
	pmx_out_text(out, text);
	pmx_out_text(out, "\n");
}
