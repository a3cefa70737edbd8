// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_reasons.c - why a row of the multiplexing report is not a plain count
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/cleanup.h"
#include "report/mux_text.h"
#include "report/mux_words.h"
#include "report/reasons.h"

static const char too_few[] =
	"too few slices to say how far the scaled count may be off: measure for longer";

/* A reason with a number in it needs a place of its own. */
struct claim {
	char text[192];
};

/* What a starved event waits for, where that is known. */
static const char *why(const struct pmx_mux_row *row, struct claim *claim)
{
	if (row->count.reason || row->verdict != PMX_MUX_STARVED || !row->demand_ahead)
		return pmx_mux_reason(row);
	snprintf(claim->text, sizeof(claim->text),
		 "due, but never on its PMU, or hardly ever: the other events of %.64s want %llu "
		 "counter%s",
		 row->event->pmu->name, (unsigned long long)row->demand_ahead,
		 row->demand_ahead == 1 ? "" : "s");
	return claim->text;
}

static void add(struct pmx_result *result, const struct pmx_mux_row *row, const char *reason)
{
	struct pmx_row *shown = &result->rows[result->count];

	if (!reason)
		return;
	*shown = (struct pmx_row){ .event = row->event, .name = row->name, .count = row->count };
	shown->count.reason = reason;
	if (reason == too_few)
		shown->count.lost = 0;
	result->count++;
}

void pmx_mux_put_reasons(struct pmx_out *out, const struct pmx_mux_view *view,
			 const struct pmx_mux_report *report)
{
	pmx_autofree struct pmx_row *rows = calloc(2 * report->row_count + 1, sizeof(*rows));
	pmx_autofree struct claim *claims = calloc(report->row_count + 1, sizeof(*claims));
	struct pmx_result result = { .rows = rows };
	struct pmx_report plain = { .color = view->color };

	if (!rows || !claims)
		return;
	for (size_t i = 0; i < report->row_count; i++) {
		const struct pmx_mux_row *row = &report->rows[i];

		add(&result, row, why(row, &claims[i]));
		if (pmx_mux_has_value(row) && !isfinite(row->half))
			add(&result, row, too_few);
	}
	pmx_put_reasons(out, &plain, &result);
}
