// SPDX-License-Identifier: GPL-2.0-only
/*
 * forms.c - events that have no name of their own: how they are written
 */
#include <string.h>

#include "list/lister.h"

static int offer_forms(struct pmx_listing *listing, const struct pmx_listed_event *forms,
		       size_t count)
{
	int ret = 0;

	for (size_t i = 0; i < count && !ret; i++) {
		struct pmx_listed_event event = forms[i];

		event.section = listing->section;
		event.is_form = true;
		event.scale = 1;
		ret = pmx_listing_offer(listing, &event, NULL);
	}
	return ret;
}

int pmx_listing_breakpoints(struct pmx_listing *listing)
{
	static const struct pmx_listed_event forms[] = {
		{ .name = "mem:ADDR[/LEN]:w", .text = "writes to memory" },
		{ .name = "mem:ADDR[/LEN]:rw", .text = "reads and writes of memory" },
		{ .name = "mem:ADDR[/LEN]:r", .text = "reads of memory (not on x86)" },
		{ .name = "mem:ADDR:x", .text = "times that the instruction there was executed" },
	};

	return offer_forms(listing, forms, sizeof(forms) / sizeof(forms[0]));
}

int pmx_listing_raw(struct pmx_listing *listing)
{
	static const struct pmx_listed_event forms[] = {
		{ .name = "rHEX", .text = "a core PMU's own code" },
		{ .name = "PMU/TERM=VALUE,.../", .text = "any PMU's event by the terms it takes" },
		{ .name = "PMU/config=VALUE/", .text = "any PMU's own code" },
	};

	return offer_forms(listing, forms, sizeof(forms) / sizeof(forms[0]));
}
