/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * openmetrics_rows.h - the families of counted events
 */
#ifndef PERFMUX_REPORT_OPENMETRICS_ROWS_H
#define PERFMUX_REPORT_OPENMETRICS_ROWS_H

#include "report/openmetrics_floors.h"
#include "report/openmetrics_put.h"

/* @floors has the rows' labels. */
void pmx_openmetrics_rows(struct pmx_exposer *to, const struct pmx_result *result,
			  const struct pmx_floors *floors, bool has_bounds);

#endif
