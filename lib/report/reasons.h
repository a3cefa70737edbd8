/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * reasons.h - why something was not counted: a line for each distinct reason, not for each event
 */
#ifndef PERFMUX_REPORT_REASONS_H
#define PERFMUX_REPORT_REASONS_H

#include <perfmux/report.h>

#include "report/out.h"

/* An empty line before the first; nothing when there is no reason to give. */
void pmx_put_reasons(struct pmx_out *out, const struct pmx_report *report,
		     const struct pmx_result *result);

#endif
