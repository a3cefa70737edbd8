// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_stat_pmus.c [0] - inherit_stat, with an event of each of three PMUs
 *
 * A task and its child, which inherits the events, take turns on one CPU, each with an amount of its own
 * of page faults, writes to a word and system calls. When both are done each event must have counted what
 * both did of its kind. The events are not opened in the order of their PMUs' numbers, in which a child
 * has them. With 0 inherit_stat is not set, and all is right.
 */
#include "tasks.h"

enum { FAULTS, WRITES, CALLS, KINDS };

enum { TRIES = 3 };

static const char *const names[KINDS] = { "page faults", "writes", "system calls" };
static const int amounts[2][KINDS] = { { 60, 200, 100 }, { 10, 20, 1500 } };
static volatile long word;

static void work(int who, const void *arg)
{
	(void)arg;
	touch_pages(amounts[who][FAULTS]);
	write_word(&word, amounts[who][WRITES]);
	make_calls(SYS_getpriority, amounts[who][CALLS]);
}

static bool is_mixed(bool inherit_stat)
{
	struct perf_event_attr attrs[KINDS] = { faults_attr(), writes_attr(&word),
						calls_attr("getpriority") };
	bool mixed = false;
	int fd[KINDS];

	for (int i = 0; i < KINDS; i++) {
		attrs[i].inherit = 1;
		attrs[i].inherit_stat = inherit_stat;
		fd[i] = open_event(attrs[i], -1, -1);
	}
	take_turns(work, NULL);
	for (int i = 0; i < KINDS; i++) {
		uint64_t done = (uint64_t)TURNS * (uint64_t)(amounts[0][i] + amounts[1][i]);
		uint64_t counted = read_event(fd[i]).value;

		printf("%s: %" PRIu64 " done, %" PRIu64 " counted\n", names[i], done, counted);
		/* taking turns has a few faults of its own */
		mixed |= counted < done || counted > done + (i == FAULTS ? done / 10 : 0);
		close(fd[i]);
	}
	return mixed;
}

int main(int argc, char **argv)
{
	bool inherit_stat = argc < 2 || strcmp(argv[1], "0") != 0, mixed = false;

	pin(0);
	for (int i = 0; i < TRIES && !mixed; i++)
		mixed = is_mixed(inherit_stat);
	return verdict(mixed);
}
