/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * openmetrics_floors.h - how high each row's scaled count has been, so that it never falls
 */
#ifndef PERFMUX_REPORT_OPENMETRICS_FLOORS_H
#define PERFMUX_REPORT_OPENMETRICS_FLOORS_H

#include <perfmux/report_openmetrics.h>

#include "report/openmetrics_labels.h"

/*
 * Takes @labels, whose rows are @result's, in place of those before; *floors is NULL the first
 * time. What a row had been is what the row with the same labels has been. 0 or -ENOMEM: *floors is
 * as it was, and @labels the caller's.
 */
int pmx_floors_raise(struct pmx_floors **floors, struct pmx_labels *labels,
		     const struct pmx_result *result, struct pmx_error *err);

const struct pmx_labels *pmx_floors_labels(const struct pmx_floors *floors);

/* The highest value of @row, which has one now or had one before; else 0. */
double pmx_floors_value(const struct pmx_floors *floors, size_t row);

void pmx_floors_free(struct pmx_floors *floors);

#endif
