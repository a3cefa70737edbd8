/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gpu_cells.h - what a table of GPU memory shows in each column
 */
#ifndef PERFMUX_REPORT_GPU_CELLS_H
#define PERFMUX_REPORT_GPU_CELLS_H

#include "report/bytes.h"
#include "report/gpu_items.h"
#include "report/text_layout.h"

enum pmx_gpu_column {
	PMX_GPU_PID,
	PMX_GPU_NAME,
	PMX_GPU_NOW, /* from here on numbers, with titles */
	PMX_GPU_PEAK,
	PMX_GPU_AT,
	PMX_GPU_MINIMUM,
	PMX_GPU_MEAN,
	PMX_GPU_CHANGE,
	PMX_GPU_SHARE, /* imported, of fdinfo shared */
	PMX_GPU_OWN,   /* private, of fdinfo resident */
	PMX_GPU_UPDATES,
	PMX_GPU_COLUMNS,
};

/* How cells are written. */
struct pmx_gpu_form {
	const struct pmx_gpu_report *report;
	enum pmx_gpu_source source;
	enum pmx_bytes_unit unit;
	bool utf8;
};

/* Processes that have no row of their own, together. */
struct pmx_gpu_others {
	size_t count;
	bool has_now;
	uint64_t now, updates;
};

void pmx_gpu_others_add(struct pmx_gpu_others *others, const struct pmx_gpu_item *item);

const char *pmx_gpu_column_title(const struct pmx_gpu_form *form, enum pmx_gpu_column column);

/* A row of an entry, of all others, and of what is left of the GPU's total. */
void pmx_gpu_cells(const struct pmx_gpu_form *form, const struct pmx_gpu_item *item,
		   struct pmx_cell cells[PMX_GPU_COLUMNS]);
void pmx_gpu_cells_others(const struct pmx_gpu_form *form, const struct pmx_gpu_others *others,
			  struct pmx_cell cells[PMX_GPU_COLUMNS]);
void pmx_gpu_cells_rest(const struct pmx_gpu_form *form, int64_t rest,
			struct pmx_cell cells[PMX_GPU_COLUMNS]);

#endif
