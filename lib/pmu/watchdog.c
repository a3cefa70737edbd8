// SPDX-License-Identifier: GPL-2.0-only
/*
 * watchdog.c - the state of the NMI watchdog, and its kind
 *
 * No file says which kind it is, but the kernel's symbols do, whose names everybody may read.
 */
#include "pmu/watchdog.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/machine_private.h"

static const struct {
	const char *symbol;
	bool counts;
} kinds[] = {
	{ "watchdog_overflow_callback", true },
	{ "watchdog_buddy_check_hardlockup", false },
};

enum { LONGEST = 31, MOST = 64 << 20 };

int pmx_watchdog_state(struct pmx_machine *machine)
{
	long on;
	int ret = pmx_machine_read_long(machine, PMX_WATCHDOG_FILE, &on);

	return ret ? ret : on != 0;
}

/* True when the text has the symbol of a kind, which is then in *counts. */
static bool find_kind(const char *text, size_t length, bool *counts)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (!memmem(text, length, kinds[i].symbol, strlen(kinds[i].symbol)))
			continue;
		*counts = kinds[i].counts;
		return true;
	}
	return false;
}

bool pmx_watchdog_counts(struct pmx_machine *machine)
{
	pmx_autoclose int fd = pmx_machine_open(machine, "/proc/kallsyms", O_RDONLY);
	char text[16384];
	size_t length = 0, keep, total = 0;
	bool counts = true;
	ssize_t got;

	while (fd >= 0 && total < MOST) {
		got = TEMP_FAILURE_RETRY(read(fd, text + length, sizeof(text) - length));
		if (got <= 0)
			break;
		total += (size_t)got;
		length += (size_t)got;
		if (find_kind(text, length, &counts))
			break;
		/* a name may lie across two reads */
		keep = length < LONGEST ? length : LONGEST;
		memmove(text, text + length - keep, keep);
		length = keep;
	}
	return counts;
}

bool pmx_watchdog_holds(struct pmx_machine *machine, const struct pmx_pmu *pmu)
{
	return pmu->kind == PMX_PMU_CORE && pmx_watchdog_state(machine) == 1 &&
	       pmx_watchdog_counts(machine);
}
