// SPDX-License-Identifier: GPL-2.0-only
/*
 * phases FILE SHAPE SEED MS - for MS milliseconds of CPU time, causes events at a rate that changes,
 * and prints how many
 *
 * FILE is where a number written makes that many events (of the gpumem module: swinc). A step is
 * 100 us of CPU time, and has a level of events: SHAPE says how long the target stays at each.
 *
 *	steady	always the same
 *	long	phases of some 300 ms, high and low
 *	middle	of some 40 ms
 *	short	of some 3 ms
 *	bursty	bursts of some 6 ms, 80 ms of next to nothing in between
 *	drift	slowly up, with noise
 */
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include "workload.h"

enum { STEP_NS = 100000 };

struct shape {
	const char *name;
	double high_ms, low_ms; /* mean length of a phase; 0: no phases */
	unsigned high, low;	/* events in a step */
};

static const struct shape shapes[] = {
	{ "steady", 0, 0, 20, 20 }, { "long", 300, 300, 50, 10 }, { "middle", 40, 40, 50, 10 },
	{ "short", 3, 3, 50, 10 },  { "bursty", 6, 80, 100, 1 },  { "drift", 0, 0, 0, 0 },
};

static uint64_t seed;

/* Marsaglia's xorshift64*. */
static double uniform(void)
{
	seed ^= seed >> 12;
	seed ^= seed << 25;
	seed ^= seed >> 27;
	return (double)((seed * UINT64_C(2685821657736338717)) >> 11) / 9007199254740992.0;
}

static uint64_t cpu_time(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

static void cause(int fd, unsigned events)
{
	char text[16];
	int length = snprintf(text, sizeof(text), "%u", events);

	if (write(fd, text, (size_t)length) != length)
		die("phases: cannot write");
}

/* The level of a step: @part of the run is over. */
static unsigned level(const struct shape *shape, double part)
{
	static double left_ms;
	static int is_high;

	if (!strcmp(shape->name, "drift"))
		return (unsigned)(10 + 40 * part + 10 * uniform());
	if (shape->high_ms <= 0)
		return shape->high;
	while (left_ms <= 0) {
		is_high = !is_high;
		left_ms += -log(1 - uniform()) * (is_high ? shape->high_ms : shape->low_ms);
	}
	left_ms -= STEP_NS / 1e6;
	return is_high ? shape->high : shape->low;
}

int main(int argc, char **argv)
{
	const struct shape *shape = shapes;
	uint64_t start, next, end, total = 0;
	int fd;

	if (argc != 5)
		die("phases: FILE SHAPE SEED MS");
	while (shape < shapes + sizeof(shapes) / sizeof(*shapes) && strcmp(shape->name, argv[2]))
		shape++;
	if (shape == shapes + sizeof(shapes) / sizeof(*shapes))
		die("phases: no such shape");
	seed = number(argc, argv, 3, 1) * UINT64_C(0x9e3779b97f4a7c15) + 1;
	fd = open(argv[1], O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		die("phases: cannot open the file");
	start = next = cpu_time();
	end = start + number(argc, argv, 4, 1000) * 1000000;
	while (next < end) {
		unsigned events = level(shape, (double)(next - start) / (double)(end - start));

		cause(fd, events);
		total += events;
		next += STEP_NS;
		while (cpu_time() < next)
			;
	}
	printf("%" PRIu64 "\n", total);
	return 0;
}
