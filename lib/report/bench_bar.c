// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_bar.c - bars, and distributions as rows of blocks
 */
#include <math.h>

#include "report/bar.h"
#include "report/bench_text.h"
#include "report/bench_words.h"

enum { HEIGHTS = 8, MOST_BINS = 64 };

void pmx_bench_put_bar(struct pmx_out *out, double part, size_t width, bool utf8)
{
	if (part > 0) /* what is little is there */
		part = fmax(part, 1 / (double)(width * (utf8 ? PMX_BAR_EIGHTHS : 1)));
	pmx_out_spaces(out, width - pmx_bar(out, part, width, utf8));
}

/* What lies far outside would squeeze all else into one block: it is in the outermost. */
static size_t bin_of(double value, double low, double high, size_t count)
{
	double at = high > low ? (value - low) / (high - low) * (double)count : (double)count / 2;

	if (!(at > 0))
		return 0;
	return at < (double)count ? (size_t)at : count - 1;
}

void pmx_bench_put_spark(struct pmx_out *out, const struct pmx_bench_values *values,
			 const struct pmx_summary *summary, size_t count)
{
	static const char *const heights[HEIGHTS + 1] = {
		" ",
		"\xe2\x96\x81",
		"\xe2\x96\x82",
		"\xe2\x96\x83",
		"\xe2\x96\x84",
		"\xe2\x96\x85",
		"\xe2\x96\x86",
		"\xe2\x96\x87",
		"\xe2\x96\x88",
	};
	double low = fmax(summary->min, summary->fence_low); /* fmax() passes over NAN */
	double high = fmin(summary->max, summary->fence_high);
	size_t bins[MOST_BINS] = { 0 }, most = 0;

	if (!pmx_bench_has_value(summary))
		return;
	for (size_t i = 0; i < values->count; i++) {
		size_t *bin = &bins[bin_of(values->values[i], low, high, count)];

		if (isfinite(values->values[i]) && ++*bin > most)
			most = *bin;
	}
	for (size_t i = 0; i < count && most; i++) {
		size_t height = (bins[i] * HEIGHTS + most - 1) / most;

		if (height)
			pmx_out_text(out, heights[height]);
		else
			pmx_out_spaces(out, 1);
	}
}
