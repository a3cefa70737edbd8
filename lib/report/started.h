/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * started.h - the line with which perf stat begins a file
 */
#ifndef PERFMUX_REPORT_STARTED_H
#define PERFMUX_REPORT_STARTED_H

#include <perfmux/report.h>

#include "report/out.h"

/* "# started on ..." and an empty line; nothing when the time is not known. */
void pmx_put_started(struct pmx_out *out, const struct pmx_report *report);

#endif
