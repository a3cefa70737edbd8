// SPDX-License-Identifier: GPL-2.0-only
/*
 * breakpoint_kinds.c - breakpoints of each kind and length count what touches them, and nothing
 * else
 */
#include <errno.h>
#include <linux/hw_breakpoint.h>
#include <stdio.h>
#include <unistd.h>

#include "kit/found.h"
#include "scenario/breakpoint.h"

enum { TIMES = 50, BYTES = 8 };

/* One at a time is open: emulated processors take one for another. */
static int open_at(struct kit *kit, const volatile void *address, uint32_t type, uint64_t length)
{
	struct perf_event_attr attr = kit_meter(kit, KIT_WRITES)->attr;

	attr.bp_addr = (uintptr_t)address;
	attr.bp_type = type;
	attr.bp_len = length;
	return kit_open(kit, &attr, 0, -1, -1);
}

static void check(struct kit *kit, const char *what, int fd, uint64_t done)
{
	struct pmx_reading it = kit_read(kit, fd);

	kit_check(kit, pmx_oracle_exact(kit->breach, what, it.value, done, done));
	close(fd);
}

static void touch(volatile char *byte, int writes, int reads)
{
	while (writes--)
		*byte = 1;
	while (reads--)
		(void)*byte;
}

/* Each byte of a word is written another number of times, byte by byte. */
static void check_length(struct kit *kit, volatile char *word, unsigned length)
{
	for (unsigned at = 0; at < BYTES; at += length) {
		int fd = open_at(kit, word + at, HW_BREAKPOINT_W, length);
		uint64_t done = 0;
		char what[80];

		if (fd == -ENOSPC)
			kit_skip(kit, "no breakpoint is left: others have them");
		kit_check(kit, pmx_oracle_errno(kit->breach, "a breakpoint of a usual length", fd,
						(const int[]){ 0 }, 1));
		if (fd < 0)
			return;
		for (unsigned i = 0; i < BYTES; i++) {
			touch(word + i, (int)(TIMES + i), TIMES);
			if (i >= at && i < at + length)
				done += TIMES + i;
		}
		snprintf(what, sizeof(what), "writes to bytes %u to %u of a word", at,
			 at + length - 1);
		check(kit, what, fd, done);
	}
}

static void check_read_write(struct kit *kit, volatile char *word)
{
	int fd = open_at(kit, word, HW_BREAKPOINT_RW, 1);

	if (fd < 0)
		return;
	touch(word, TIMES, 2 * TIMES);
	touch(word + 1, TIMES, TIMES);
	check(kit, "reads and writes of a byte", fd, 3 * TIMES);
}

static void check_execute(struct kit *kit)
{
	int fd = open_at(kit, (const volatile void *)kit_probe_target, HW_BREAKPOINT_X,
			 sizeof(long));

	if (fd < 0)
		return;
	for (int i = 0; i < TIMES; i++)
		kit_probe_target();
	check(kit, "calls of a function", fd, TIMES);
}

static void run(struct kit *kit)
{
	/* in a cache line of its own, like the words of meters */
	static volatile char words[8][BYTES] __attribute__((aligned(64)));
	const int refused[] = { EINVAL };

	for (unsigned length = 1; length <= BYTES; length *= 2)
		check_length(kit, words[0], length);
	check_read_write(kit, words[0]);
	check_execute(kit);
	kit_check(kit,
		  pmx_oracle_errno(kit->breach, "a breakpoint for nothing",
				   open_at(kit, words[0], HW_BREAKPOINT_EMPTY, BYTES), refused, 1));
	kit_check(kit, pmx_oracle_errno(kit->breach, "a breakpoint of 0 bytes",
					open_at(kit, words[0], HW_BREAKPOINT_W, 0), refused, 1));
}

const struct pmx_scenario scenario_breakpoint_kinds = {
	.name = "breakpoint.kinds",
	.summary = "breakpoints of each length and kind are exact",
	.about = "arch_build_bp_info, hw_breakpoint_handler",
	.explain =
		"Watches writes to each aligned part of 1, 2, 4 and 8 bytes of a word, then reads "
		"and writes of a byte, then calls of a function, one breakpoint at a time, while "
		"all bytes are read and written known numbers of times. Each must count what "
		"touches it and nothing beside it; kinds and lengths that do not exist are refused "
		"with EINVAL.",
	.needs = PMX_NEED_WRITES,
	.run = run,
};
