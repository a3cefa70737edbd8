// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_svg_axis.c - from values to places: an axis that begins where the values do
 *
 * One run that took ten times as long would press all others into a line. The axis ends a little
 * beyond Tukey's fences; whoever draws says what lies outside.
 */
#include <math.h>

#include "report/bench_svg.h"
#include "report/bench_words.h"
#include "report/svg.h"

enum { TICKS = 7, MOST_DIGITS = 3, SMALLER_UNITS = 6 };

static const double beyond_fences = 1.5; /* distances of the quartiles */
static const double margin = 0.03;	 /* of the axis, at either end */

/* --- what it covers ------------------------------------------------------------------------- */

static void cover(struct pmx_bench_axis *axis, double value)
{
	axis->low = fmin(axis->low, value); /* fmin() and fmax() pass over NAN */
	axis->high = fmax(axis->high, value);
}

static void cover_command(struct pmx_bench_axis *axis, const struct pmx_bench_cell *cell)
{
	const struct pmx_summary *it = &cell->summary;
	/* fences are four distances of the quartiles apart: one between these, 1.5 beyond either */
	double distance = (it->fence_high - it->fence_low) / 4;
	double far = beyond_fences * distance;

	if (pmx_bench_has_value(it)) {
		cover(axis, distance > 0 ? fmax(it->min, it->fence_low - far) : it->min);
		cover(axis, distance > 0 ? fmin(it->max, it->fence_high + far) : it->max);
		cover(axis, it->median_interval.low);
		cover(axis, it->median_interval.high);
	}
	if (cell->compared)
		cover(axis, cell->comparison.median_a);
}

static void widen(struct pmx_bench_axis *axis)
{
	double span = axis->high - axis->low, most = fmax(fabs(axis->low), fabs(axis->high));

	if (!(span > 0) || !isfinite(span))
		span = most > 0 && isfinite(most) ? most : 1;
	if (!isfinite(axis->low) || !isfinite(axis->high) || !isfinite(axis->high - axis->low)) {
		axis->low = 0;
		axis->high = span;
	}
	axis->low = axis->low >= 0 ? fmax(0, axis->low - margin * span) : axis->low - margin * span;
	axis->high += margin * span;
}

/* --- its labels ------------------------------------------------------------------------------ */

/* 1, 2 or 5 times a power of ten, so that @span has TICKS of them at most. */
static double step_of(double span)
{
	static const unsigned char steps[] = { 1, 2, 5, 10 };
	double part = span / TICKS, power = pow(10, floor(log10(part)));

	if (!isfinite(power) || !(power > 0))
		return 1;
	for (size_t i = 0; i < sizeof(steps); i++)
		if (part <= steps[i] * power * (1 + 1e-9))
			return steps[i] * power;
	return 10 * power;
}

static unsigned digits_of(double step)
{
	double digits = ceil(-log10(step) - 1e-9);

	return digits > 0 ? (unsigned)fmin(digits, 9) : 0;
}

/* Are there only whole numbers, between which no tick has a meaning? */
static bool is_whole(const struct pmx_bench_picture *picture, size_t metric)
{
	for (size_t c = 0; c < picture->commands; c++) {
		const struct pmx_summary *it = &pmx_bench_cell(picture->result, c, metric)->summary;

		if (pmx_bench_has_value(it) &&
		    (it->min != floor(it->min) || it->max != floor(it->max)))
			return false;
	}
	return picture->result->bench->metrics[metric].unit != PMX_BENCH_SECONDS;
}

/* In the largest unit that does not need many digits to tell ticks apart. */
static void set_labels(struct pmx_bench_axis *axis, enum pmx_bench_unit unit, bool is_whole)
{
	double most = fmax(fabs(axis->low), fabs(axis->high)), span = axis->high - axis->low;

	for (int i = 0; i < SMALLER_UNITS; i++) {
		pmx_bench_scale_short(&axis->scale, unit, most, true);
		axis->step = step_of(span * axis->scale.per);
		if (digits_of(axis->step) <= MOST_DIGITS)
			break;
		most /= 1000;
	}
	if (is_whole)
		axis->step = fmax(axis->step, axis->scale.per);
	axis->scale.digits = digits_of(axis->step);
}

void pmx_bench_axis_set(struct pmx_bench_axis *axis, const struct pmx_bench_picture *picture,
			size_t metric)
{
	axis->low = axis->high = NAN;
	for (size_t c = 0; c < picture->commands; c++)
		cover_command(axis, pmx_bench_cell(picture->result, c, metric));
	widen(axis);
	set_labels(axis, picture->result->bench->metrics[metric].unit, is_whole(picture, metric));
}

double pmx_bench_axis_x(const struct pmx_bench_axis *axis, double value)
{
	double part = (value - axis->low) / (axis->high - axis->low);

	return PMX_BENCH_SVG_LEFT + PMX_BENCH_SVG_PLOT * fmin(fmax(part, 0), 1);
}

void pmx_bench_svg_axis(struct pmx_out *out, const struct pmx_bench_axis *axis, double top,
			double bottom)
{
	double per = axis->scale.per, first = ceil(axis->low * per / axis->step - 1e-9);

	for (int i = 0; i <= TICKS + 1; i++) {
		double value = (first + i) * axis->step / per, x = pmx_bench_axis_x(axis, value);
		char label[PMX_AMOUNT_SIZE];

		if (value > axis->high)
			break;
		pmx_bench_scaled(label, &axis->scale, value);
		pmx_svg_line(out, x, top, x, bottom, "grid");
		pmx_svg_text(out, x, bottom + 18, "dim mid", value == 0 ? "0" : label);
	}
	pmx_svg_line(out, PMX_BENCH_SVG_LEFT, bottom, PMX_BENCH_SVG_LEFT + PMX_BENCH_SVG_PLOT,
		     bottom, "axis");
}
