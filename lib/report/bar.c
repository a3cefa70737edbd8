// SPDX-License-Identifier: GPL-2.0-only
/*
 * bar.c - a bar of text
 */
#include <math.h>

#include "report/bar.h"

size_t pmx_bar(struct pmx_out *out, double part, size_t width, bool utf8)
{
	static const char *const parts[PMX_BAR_EIGHTHS] = {
		"",
		"\xe2\x96\x8f",
		"\xe2\x96\x8e",
		"\xe2\x96\x8d",
		"\xe2\x96\x8c",
		"\xe2\x96\x8b",
		"\xe2\x96\x8a",
		"\xe2\x96\x89",
	};
	size_t steps = utf8 ? PMX_BAR_EIGHTHS : 1, filled, whole;

	part = part > 0 ? fmin(part, 1) : 0;
	filled = (size_t)lround(part * (double)(width * steps));
	whole = filled / steps;
	for (size_t i = 0; i < whole; i++)
		pmx_out_text(out, utf8 ? "\xe2\x96\x88" : "#");
	pmx_out_text(out, parts[filled % steps]);
	return whole + (filled % steps != 0);
}
