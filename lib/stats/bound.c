// SPDX-License-Identifier: GPL-2.0-only
/*
 * bound.c - the interval around a scaled count; bound.h says by which reasoning
 */
#include <perfmux/bound.h>

#include <math.h>
#include <stddef.h>

/* A share this near to 1 is the clock's, not multiplexing. */
#define ALWAYS_ON 0.999

void pmx_bound_add(struct pmx_bound *b, uint64_t enabled, uint64_t running, uint64_t raw)
{
	double rate;

	if (!running) { /* blind: it belongs to the gap before the next item */
		b->pending += (double)enabled;
		return;
	}
	rate = (double)raw / (double)running;
	b->enabled += (double)enabled + b->pending;
	b->running += (double)running;
	b->raw += (double)raw;
	b->pending = 0;
	if (b->items >= 1) {
		b->squares1 += (rate - b->last) * (rate - b->last);
		b->pairs1++;
	} else {
		b->first = rate;
	}
	if (b->items >= 2) {
		b->squares2 += (rate - b->before) * (rate - b->before);
		b->pairs2++;
	}
	b->before = b->last;
	b->last = rate;
	b->items++;
}

/* What the rates of the items are made of. */
struct model {
	double noise; /* variance of an item's rate around the level */
	double walk;  /* growth of the level's variance, for each ns */
};

/*
 * With items @item ns apart, each averaging over @window ns of the level, the mean square one item
 * apart is walk x (item - window / 3) + 2 noise, and two items apart walk x item more. A level
 * that only rises gives four times as much two items apart as one: that part of the differences
 * is a trend, which a systematic sample follows without error.
 */
static struct model fit(double one, double two, double item, double window)
{
	double reach = item - window / 3, most = (reach + item) / reach, trend;
	struct model m = { 0 };

	if (two <= one) {
		m.noise = (one + two) / 4;
	} else if (two <= most * one) {
		m.walk = (two - one) / item;
		m.noise = (one - m.walk * reach) / 2;
	} else {
		trend = fmin(1, (two - most * one) / ((4 - most) * one));
		m.noise = fmax(0, (4 * one - two) / 6) * trend;
		m.walk = one * (1 - trend) / reach;
	}
	return m;
}

static double square(double x)
{
	return x * x;
}

static double variance(const struct pmx_bound *b, double enabled, double span, double cycle)
{
	double item = enabled / (double)b->items, rate = b->raw / b->running;
	double blind = 1 - b->running / enabled, gap, ends;
	struct model m;

	if (cycle <= 0 || cycle > item)
		cycle = item;
	gap = blind * cycle;
	m = fit(b->squares1 / (double)b->pairs1, b->squares2 / (double)b->pairs2, item, item - gap);
	/* the level may have left the mean rate before the first slice and after the last */
	ends = 2 * m.walk * gap * gap * gap / 24 +
	       gap * gap / 12 * (square(b->first - rate) + square(b->last - rate));
	return span * item * m.noise * blind + span / cycle * m.walk * gap * gap * gap / 12 + ends;
}

double pmx_bound_half_of(const struct pmx_bound *b, double span_ns, double cycle_ns)
{
	double enabled = b->enabled + b->pending;

	if (enabled > 0 && b->running >= enabled * ALWAYS_ON)
		return 0;
	if (b->items < PMX_BOUND_MIN_ITEMS)
		return (double)NAN;
	if (b->raw <= 0) /* none seen: the rule of three, for the time when nobody looked */
		return 3 * (enabled - b->running) / b->running * span_ns / enabled;
	return pmx_student_t95(b->items - 1) *
	       sqrt(fmax(0, variance(b, enabled, span_ns, cycle_ns)));
}

double pmx_bound_half(const struct pmx_bound *b, double cycle_ns)
{
	return pmx_bound_half_of(b, b->enabled + b->pending, cycle_ns);
}

/*
 * Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5; exact where it is too coarse.
 */
double pmx_student_t95(uint64_t df)
{
	static const double few[] = { 12.706, 4.303, 3.182, 2.776 };
	const double x = 1.959964, x3 = x * x * x, x5 = x3 * x * x, x7 = x5 * x * x;
	double n = (double)df;

	if (df < 1)
		return (double)INFINITY;
	if (df <= sizeof(few) / sizeof(*few))
		return few[df - 1];
	return x + (x3 + x) / (4 * n) + (5 * x5 + 16 * x3 + 3 * x) / (96 * n * n) +
	       (3 * x7 + 19 * x5 + 17 * x3 - 15 * x) / (384 * n * n * n);
}
