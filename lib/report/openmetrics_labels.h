/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * openmetrics_labels.h - the labels of each row, made once for all families it has samples in
 *
 * Two samples of a family must differ in a label, or a reader refuses them. An event that was asked
 * for twice differs in nothing else: the second has the label occurrence="2".
 */
#ifndef PERFMUX_REPORT_OPENMETRICS_LABELS_H
#define PERFMUX_REPORT_OPENMETRICS_LABELS_H

#include <perfmux/result.h>

struct pmx_labels {
	char *text;    /* all of them, each terminated */
	size_t length; /* of text */
	size_t count;  /* as many as rows */
	size_t *at;    /* by row: where in text it begins */
	size_t *order; /* rows, by their labels */
};

/* 0 or -ENOMEM. Rows that are sums of others have labels, too, though no samples. */
int pmx_labels_make(struct pmx_labels *labels, const struct pmx_result *result,
		    struct pmx_error *err);
void pmx_labels_free(struct pmx_labels *labels);

static inline const char *pmx_labels_of(const struct pmx_labels *labels, size_t row)
{
	return labels->text + labels->at[row];
}

#endif
