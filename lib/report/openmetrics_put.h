/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * openmetrics_put.h - a family's head and its samples, in either format
 */
#ifndef PERFMUX_REPORT_OPENMETRICS_PUT_H
#define PERFMUX_REPORT_OPENMETRICS_PUT_H

#include <perfmux/report_openmetrics.h>

#include "report/out.h"

enum pmx_family_kind { PMX_FAMILY_COUNTER, PMX_FAMILY_GAUGE, PMX_FAMILY_INFO };

struct pmx_family {
	const char *name; /* without "_total" or "_info" */
	enum pmx_family_kind kind;
	const char *unit; /* the name ends with it; NULL for none */
	const char *help;
};

/* Where families are written: a head is, once a family has a sample. */
struct pmx_exposer {
	struct pmx_out *out;
	enum pmx_exposition format;
	const struct pmx_family *family; /* whose head was written last */
};

/* Begins a sample with the family's name, and its head before the first: "name{". */
void pmx_sample_begin(struct pmx_exposer *to, const struct pmx_family *family);

/* One label; a comma goes before it unless it @is_first. @value may hold any bytes. */
void pmx_sample_label(struct pmx_out *out, const char *name, const char *value, bool is_first);
void pmx_sample_number(struct pmx_out *out, const char *name, uint64_t value, bool is_first);

/* Ends a sample: "} value". */
void pmx_sample_u64(struct pmx_exposer *to, uint64_t value);
void pmx_sample_double(struct pmx_exposer *to, double value);

/* After the last family. */
void pmx_exposer_end(struct pmx_exposer *to);

#endif
