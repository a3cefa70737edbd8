// SPDX-License-Identifier: GPL-2.0-only
/*
 * breakpoint.c - so many breakpoints as there is room for
 */
#include "scenario/breakpoint.h"

#include <unistd.h>

enum { ATTEMPTS = 16 };

struct breakpoint_set breakpoint_fill(struct kit *kit, pid_t pid, int cpu, int max)
{
	const struct kit_meter *meter = kit_meter(kit, KIT_WRITES);
	struct breakpoint_set set = { 0 };

	while (set.count < max && set.count < BREAKPOINT_MAX) {
		int fd = kit_open(kit, &meter->attr, pid, cpu, -1);

		if (fd < 0) {
			set.refusal = fd;
			break;
		}
		set.fd[set.count++] = fd;
	}
	return set;
}

void breakpoint_close(struct breakpoint_set *set)
{
	while (set->count)
		close(set->fd[--set->count]);
}

int breakpoint_room(struct kit *kit, pid_t pid, int cpu)
{
	struct breakpoint_set set = breakpoint_fill(kit, pid, cpu, BREAKPOINT_MAX);
	int count = set.count;

	breakpoint_close(&set);
	return count;
}

void breakpoint_expect(struct breakpoint_trial *trial, const char *what, int got, int expected)
{
	if (trial->rows == sizeof(trial->row) / sizeof(trial->row[0]))
		return;
	trial->row[trial->rows].what = what;
	trial->row[trial->rows].got = (uint64_t)got;
	trial->row[trial->rows++].expected = (uint64_t)expected;
}

static bool is_right(const struct breakpoint_trial *trial)
{
	for (unsigned i = 0; i < trial->rows; i++)
		if (trial->row[i].got != trial->row[i].expected)
			return false;
	return trial->rows && trial->before == trial->after;
}

static void check(struct kit *kit, const struct breakpoint_trial *trial)
{
	for (unsigned i = 0; i < trial->rows; i++)
		kit_check(kit, pmx_oracle_exact(kit->breach, trial->row[i].what, trial->row[i].got,
						trial->row[i].expected, trial->row[i].expected));
	kit_check(kit, pmx_oracle_exact(kit->breach, "room for breakpoints, all closed again",
					(uint64_t)trial->after, (uint64_t)trial->before,
					(uint64_t)trial->before));
}

void breakpoint_attempt(struct kit *kit,
			void (*attempt)(struct kit *kit, struct breakpoint_trial *trial))
{
	struct breakpoint_trial trial = { 0 };
	int steady = 0, shrunk = 0, first = 0;

	for (int i = 0; i < ATTEMPTS; i++) {
		trial = (struct breakpoint_trial){ .before = breakpoint_room(kit, 0, -1) };
		attempt(kit, &trial);
		trial.after = breakpoint_room(kit, 0, -1);
		if (is_right(&trial))
			break;
		first = i ? first : trial.before;
		steady += trial.before == first && trial.after == first;
		shrunk += trial.after < trial.before || !trial.before;
		kit_sleep(kit_random_below(&kit->random, 4 * KIT_MSEC));
	}
	if (!is_right(&trial) && steady != ATTEMPTS && shrunk != ATTEMPTS)
		kit_skip(kit, "others come and go with breakpoints of their own");
	check(kit, &trial);
}
