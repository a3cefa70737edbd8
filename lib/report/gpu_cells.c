// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_cells.c - what a table of GPU memory shows in each column: '-' for what nobody told
 */
#include <stdio.h>

#include "report/duration.h"
#include "report/gpu_cells.h"

const char *pmx_gpu_column_title(const struct pmx_gpu_form *form, enum pmx_gpu_column column)
{
	static const char *const titles[PMX_GPU_COLUMNS][2] = {
		[PMX_GPU_PID] = { "", "" },
		[PMX_GPU_NAME] = { "", "" },
		[PMX_GPU_NOW] = { "now", "now" },
		[PMX_GPU_PEAK] = { "peak", "peak" },
		[PMX_GPU_AT] = { "at", "at" },
		[PMX_GPU_MINIMUM] = { "min", "min" },
		[PMX_GPU_MEAN] = { "mean", "mean" },
		[PMX_GPU_CHANGE] = { "change", "change" },
		[PMX_GPU_SHARE] = { "import", "shared" },
		[PMX_GPU_OWN] = { "private", "resident" },
		[PMX_GPU_UPDATES] = { "updates", "readings" },
	};

	return titles[column][form->source == PMX_GPU_FDINFO];
}

static void set_bytes(const struct pmx_gpu_form *form, struct pmx_cell *cell, double bytes)
{
	char text[PMX_BYTES_SIZE];

	pmx_bytes_in(text, bytes, form->unit, true);
	pmx_cell_set(cell, text);
}

static void set_change(const struct pmx_gpu_form *form, struct pmx_cell *cell, int64_t bytes)
{
	char text[PMX_BYTES_SIZE];

	pmx_bytes_change(text, bytes, form->unit, true);
	pmx_cell_set(cell, text);
}

static void set_number(struct pmx_cell *cell, uint64_t value, bool grouped)
{
	char text[PMX_NUMBER_SIZE];

	pmx_number_u64(text, value, grouped);
	pmx_cell_set(cell, text);
}

static void clear(struct pmx_cell cells[PMX_GPU_COLUMNS], const char *text)
{
	for (int c = 0; c < PMX_GPU_COLUMNS; c++)
		pmx_cell_set(&cells[c], c < PMX_GPU_NOW ? "" : text);
}

static void set_gauge(const struct pmx_gpu_form *form, const struct pmx_gpu_gauge *gauge,
		      struct pmx_cell cells[PMX_GPU_COLUMNS])
{
	char at[PMX_DURATION_SIZE];

	if (!pmx_gpu_has(gauge))
		return;
	pmx_duration(at, pmx_gpu_since(form->report, gauge->peak_at), form->utf8);
	pmx_cell_set(&cells[PMX_GPU_AT], at);
	set_bytes(form, &cells[PMX_GPU_NOW], (double)gauge->last);
	set_bytes(form, &cells[PMX_GPU_PEAK], (double)gauge->peak);
	set_bytes(form, &cells[PMX_GPU_MINIMUM], (double)gauge->minimum);
	set_bytes(form, &cells[PMX_GPU_MEAN], gauge->mean);
	set_change(form, &cells[PMX_GPU_CHANGE], gauge->change);
	set_number(&cells[PMX_GPU_UPDATES], gauge->updates, true);
}

void pmx_gpu_cells(const struct pmx_gpu_form *form, const struct pmx_gpu_item *item,
		   struct pmx_cell cells[PMX_GPU_COLUMNS])
{
	const struct pmx_gpu_gauge *share = item->fd ? item->shared : item->imported;

	clear(cells, "-");
	if (!item->device)
		set_number(&cells[PMX_GPU_PID], item->pid, false);
	pmx_cell_set(&cells[PMX_GPU_NAME], item->device ? "total" : *item->comm ? item->comm : "-");
	set_gauge(form, item->main, cells);
	if (pmx_gpu_has(share))
		set_bytes(form, &cells[PMX_GPU_SHARE], (double)share->last);
	if (item->has_private)
		set_bytes(form, &cells[PMX_GPU_OWN], (double)item->private_bytes);
	if (pmx_gpu_has(item->resident))
		set_bytes(form, &cells[PMX_GPU_OWN], (double)item->resident->last);
}

void pmx_gpu_others_add(struct pmx_gpu_others *others, const struct pmx_gpu_item *item)
{
	others->count++;
	if (!pmx_gpu_has(item->main))
		return;
	others->has_now = true;
	others->updates += item->main->updates;
	if (__builtin_add_overflow(others->now, item->main->last, &others->now))
		others->now = UINT64_MAX;
}

void pmx_gpu_cells_others(const struct pmx_gpu_form *form, const struct pmx_gpu_others *others,
			  struct pmx_cell cells[PMX_GPU_COLUMNS])
{
	char name[32];

	clear(cells, "");
	snprintf(name, sizeof(name), "%zu other%s", others->count, others->count == 1 ? "" : "s");
	pmx_cell_set(&cells[PMX_GPU_NAME], name);
	pmx_cell_set(&cells[PMX_GPU_NOW], "-");
	if (!others->has_now)
		return;
	set_bytes(form, &cells[PMX_GPU_NOW], (double)others->now);
	set_number(&cells[PMX_GPU_UPDATES], others->updates, true);
}

void pmx_gpu_cells_rest(const struct pmx_gpu_form *form, int64_t rest,
			struct pmx_cell cells[PMX_GPU_COLUMNS])
{
	clear(cells, "");
	pmx_cell_set(&cells[PMX_GPU_NAME], "rest");
	if (rest < 0)
		set_change(form, &cells[PMX_GPU_NOW], rest);
	else
		set_bytes(form, &cells[PMX_GPU_NOW], (double)rest);
}
