// SPDX-License-Identifier: GPL-2.0-only
/*
 * pmu_format.c - fuzzes "config1:0-7,32-35": what was read and written is read again as the same
 */
#include "pmu/format.h"

#include "fuzz.h"

static void check_again(const struct pmx_pmu_term *term)
{
	struct pmx_pmu_term again = { .name = NULL };
	char text[512];
	int length = snprintf(text, sizeof(text), "%s:", pmx_format_config_name(term->config));

	for (unsigned bit = 0; bit < 64; bit++)
		if (term->mask >> bit & 1)
			length += snprintf(text + length, sizeof(text) - (size_t)length, "%s%u",
					   text[length - 1] == ':' ? "" : ",", bit);
	CHECK(!pmx_format_parse(text, &again));
	CHECK(again.config == term->config && again.mask == term->mask && again.max == term->max);
}

static void check_bits(const struct pmx_pmu_term *term)
{
	struct perf_event_attr attr = { .type = 0 };

	CHECK(term->mask && term->max);
	CHECK(__builtin_popcountll(term->mask) == __builtin_popcountll(term->max));
	CHECK(!(term->max & (term->max + 1)));
	CHECK(pmx_format_scatter(term->mask, term->max) == term->mask);
	CHECK(pmx_format_scatter(term->mask, 1) == (term->mask & -term->mask));
	CHECK(!(pmx_format_scatter(term->mask, 0x5a5a5a5a5a5a5a5a) & ~term->mask));
	CHECK(pmx_format_config(&attr, term->config) || term->config == 3);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pmx_pmu_term term = { .name = NULL };
	char *text = fuzz_text(data, size);

	if (!pmx_format_parse(text, &term)) {
		check_bits(&term);
		check_again(&term);
	}
	free(text);
	return 0;
}
