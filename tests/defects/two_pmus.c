// SPDX-License-Identifier: GPL-2.0-only
/*
 * An event of one PMU, alone and beside more events of another PMU than that has counters: it must be
 * on all the time. Arguments: the two PMUs. 1 when it was kept waiting.
 */
#include "events.h"

enum { MANY = 12 };

int main(int argc, char **argv)
{
	int one = pmu_type(argc > 1 ? argv[1] : "syn_big");
	int full = pmu_type(argc > 2 ? argv[2] : "syn_little");
	struct perf_event_attr a = at(one, 0), b = at(full, 0);
	struct rd alone, beside;
	int fd = po(&a, 0, -1, -1, 0);

	if (one < 0 || full < 0 || fd < 0)
		return puts("no two PMUs that count for tasks"), 2;
	spin(100000000);
	alone = rd(fd);
	close(fd);
	fd = po(&a, 0, -1, -1, 0);
	for (int i = 0; i < MANY; i++)
		if (po(&b, 0, -1, -1, 0) < 0)
			return puts("an event cannot be opened"), 2;
	spin(100000000);
	beside = rd(fd);
	show("alone", alone);
	show("beside a full PMU", beside);
	return beside.running < beside.enabled - beside.enabled / 50;
}
