// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_svg_panel.c - a metric in the picture: for each command what the table says, and beside it
 * its values
 */
#include <inttypes.h>
#include <math.h>

#include "report/bench_label.h"
#include "report/bench_svg.h"
#include "report/bench_words.h"
#include "report/svg.h"
#include "report/words.h"

enum { NAME = 34, METRIC = 100, TALL = 22 };

double pmx_bench_svg_panel_height(const struct pmx_bench_picture *picture)
{
	return PMX_BENCH_SVG_HEADER + (double)picture->commands * PMX_BENCH_SVG_ROW +
	       PMX_BENCH_SVG_FOOT;
}

/* --- words -------------------------------------------------------------------------------- */

/* "123.4 ms ± 0.3 %" */
static void say_median(struct pmx_words *words, const struct pmx_bench_metric *metric,
		       const struct pmx_summary *summary)
{
	char amount[PMX_AMOUNT_SIZE], bound[PMX_BENCH_WORD];

	pmx_bench_amount(amount, metric->unit, summary->median, true);
	pmx_bench_bound(summary, metric->unit, true, bound);
	pmx_say(words, "%s%s%s", amount, *bound ? " " : "", bound);
}

static const char *class_of(const struct pmx_bench_cell *cell)
{
	if (!pmx_bench_differs(cell))
		return "dim";
	return cell->change == PMX_CHANGE_LESS ? "good" : "bad";
}

static void put_words(struct pmx_out *out, const struct pmx_bench_picture *picture, size_t command,
		      size_t metric, double y)
{
	const struct pmx_bench_cell *cell = pmx_bench_cell(picture->result, command, metric);
	const struct pmx_bench_metric *it = &picture->result->bench->metrics[metric];
	struct pmx_words words = { 0 };
	char change[PMX_BENCH_WORD];
	struct pmx_cell name;

	pmx_bench_cut(&name, picture->result->bench->commands[command].name, NAME, true);
	pmx_svg_text(out, PMX_BENCH_SVG_EDGE, y - 12, "text", name.text);
	if (!pmx_bench_has_value(&cell->summary)) {
		pmx_svg_text(out, PMX_BENCH_SVG_EDGE, y + 3, "dim", "no run gave a value");
		return;
	}
	say_median(&words, it, &cell->summary);
	pmx_svg_text(out, PMX_BENCH_SVG_EDGE, y + 3, "dim", words.text);
	pmx_bench_change(cell, it, true, change);
	if (*change)
		pmx_svg_text(out, PMX_BENCH_SVG_EDGE, y + 18, class_of(cell), change);
}

/* What lies beyond the axis: "1 more, up to 310.0 ms". */
static void put_beyond(struct pmx_out *out, const struct pmx_bench_picture *picture,
		       const struct pmx_bench_axis *axis, size_t command, size_t metric, double y)
{
	const struct pmx_bench *bench = picture->result->bench;
	const struct pmx_bench_values *values = &bench->commands[command].metric[metric];
	const struct pmx_summary *summary =
		&pmx_bench_cell(picture->result, command, metric)->summary;
	size_t above = 0, below = 0;
	char amount[PMX_AMOUNT_SIZE];
	struct pmx_words words = { 0 };

	for (size_t i = 0; i < values->count; i++) {
		above += values->values[i] > axis->high;
		below += values->values[i] < axis->low;
	}
	if (below) {
		pmx_bench_amount(amount, bench->metrics[metric].unit, summary->min, true);
		pmx_say(&words, "\xe2\x97\x82 %zu more, down to %s", below, amount);
		pmx_svg_text(out, PMX_BENCH_SVG_LEFT + 4, y - TALL + 8, "dim", words.text);
	}
	if (above) {
		words = (struct pmx_words){ 0 };
		pmx_bench_amount(amount, bench->metrics[metric].unit, summary->max, true);
		pmx_say(&words, "%zu more, up to %s \xe2\x96\xb8", above, amount);
		pmx_svg_text(out, PMX_BENCH_SVG_LEFT + PMX_BENCH_SVG_PLOT - 4, y - TALL + 8,
			     "dim end", words.text);
	}
}

/* --- marks -------------------------------------------------------------------------------- */

static void put_marks(struct pmx_out *out, const struct pmx_bench_axis *axis,
		      const struct pmx_bench_cell *cell, bool has_baseline, double y)
{
	const struct pmx_interval *interval = &cell->summary.median_interval;
	double x = pmx_bench_axis_x(axis, cell->summary.median);

	if (has_baseline && cell->compared && isfinite(cell->comparison.median_a)) {
		double then = pmx_bench_axis_x(axis, cell->comparison.median_a);

		pmx_svg_line(out, then, y - TALL, then, y + TALL, "then");
	}
	if (isfinite(interval->low) && isfinite(interval->high)) {
		double low = pmx_bench_axis_x(axis, interval->low);

		pmx_svg_rect(out, low, y - 3, pmx_bench_axis_x(axis, interval->high) - low, 6,
			     "interval");
	}
	pmx_svg_line(out, x, y - TALL / 2.0, x, y + TALL / 2.0, "mark");
}

static void put_command(struct pmx_out *out, const struct pmx_bench_picture *picture,
			const struct pmx_bench_axis *axis, size_t command, size_t metric, double y)
{
	const struct pmx_bench_cell *cell = pmx_bench_cell(picture->result, command, metric);
	const struct pmx_bench_command *it = &picture->result->bench->commands[command];
	struct pmx_words tooltip = { 0 };
	struct pmx_cell name;

	pmx_bench_cut(&name, it->name, METRIC, true);
	pmx_say(&tooltip, "%s: ", name.text);
	if (pmx_bench_has_value(&cell->summary))
		say_median(&tooltip, &picture->result->bench->metrics[metric], &cell->summary);
	pmx_say(&tooltip, ", %" PRIu64 " runs", it->runs);
	pmx_svg_group(out, tooltip.text);
	put_words(out, picture, command, metric, y);
	if (pmx_bench_has_value(&cell->summary)) {
		pmx_bench_svg_shape(out, picture, axis, command, metric, y);
		put_marks(out, axis, cell, picture->result->baseline != NULL, y);
		put_beyond(out, picture, axis, command, metric, y);
	}
	pmx_svg_group_end(out);
}

void pmx_bench_svg_panel(struct pmx_out *out, const struct pmx_bench_picture *picture,
			 size_t metric, double y)
{
	const struct pmx_bench_metric *it = &picture->result->bench->metrics[metric];
	double top = y + PMX_BENCH_SVG_HEADER;
	double bottom = top + (double)picture->commands * PMX_BENCH_SVG_ROW;
	struct pmx_bench_axis axis;
	struct pmx_words words = { 0 };
	struct pmx_cell name;

	pmx_bench_cut(&name, it->name, METRIC, true);
	pmx_say(&words, "%s%s", name.text, it->scaled ? " (scaled up: it took turns)" : "");
	pmx_svg_text(out, PMX_BENCH_SVG_EDGE, y + 14, "head", words.text);
	pmx_bench_axis_set(&axis, picture, metric);
	pmx_bench_svg_axis(out, &axis, top, bottom);
	for (size_t c = 0; c < picture->commands; c++)
		put_command(out, picture, &axis, c, metric,
			    top + ((double)c + 0.5) * PMX_BENCH_SVG_ROW);
}
