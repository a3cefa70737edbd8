// SPDX-License-Identifier: GPL-2.0-only
/*
 * groups.c - groups that no kernel can schedule are refused before it is asked
 */
#include "session/groups.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Appends to a text of bounded size; false when it did not fit whole. */
static bool append(char *buf, size_t size, size_t *len, const char *text)
{
	size_t n = strlen(text);

	if (*len + n + 1 > size)
		return false;
	memcpy(buf + *len, text, n + 1);
	*len += n;
	return true;
}

/* The events from @first on, as long as they are of one group and, with @pmu, of that PMU. */
static void describe(const struct pmx_events *events, size_t first, const struct pmx_pmu *pmu,
		     char *buf, size_t size)
{
	int group = events->list[first].group;
	const char *separator = "{";
	size_t len = 0, room = size - sizeof(",...}");

	for (size_t i = first; i < events->count && events->list[i].group == group; i++) {
		const struct pmx_event *event = &events->list[i];

		if (pmu && event->pmu != pmu)
			continue;
		if (!append(buf, room, &len, separator) || !append(buf, room, &len, event->name)) {
			append(buf, size, &len, *separator == '{' ? "{..." : ",...");
			break;
		}
		separator = ",";
	}
	append(buf, size, &len, "}");
}

void pmx_groups_describe(const struct pmx_events *events, size_t first, char *buf, size_t size)
{
	while (first > 0 && events->list[first].group >= 0 &&
	       events->list[first - 1].group == events->list[first].group)
		first--;
	describe(events, first, NULL, buf, size);
}

static int refuse(const struct pmx_events *events, size_t first, const struct pmx_pmu *a,
		  const struct pmx_pmu *b, struct pmx_error *err)
{
	char whole[200], one[120], other[120];

	describe(events, first, NULL, whole, sizeof(whole));
	describe(events, first, a, one, sizeof(one));
	describe(events, first, b, other, sizeof(other));
	pmx_error_set(err, -EINVAL, "group %s spans two PMUs, %s and %s: no kernel schedules that",
		      whole, a->name, b->name);
	return pmx_error_hint(err, "one group for each PMU works: %s,%s", one, other);
}

int pmx_groups_check(const struct pmx_events *events, struct pmx_error *err)
{
	const struct pmx_pmu *hardware = NULL;
	size_t first = 0;

	for (size_t i = 0; i < events->count; i++) {
		const struct pmx_event *event = &events->list[i];

		if (i == 0 || event->group != events->list[i - 1].group) {
			hardware = NULL;
			first = i;
		}
		if (event->group < 0 || event->pmu->software_class)
			continue;
		if (hardware && hardware != event->pmu)
			return refuse(events, first, hardware, event->pmu, err);
		hardware = event->pmu;
	}
	return 0;
}
