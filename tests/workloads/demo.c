// SPDX-License-Identifier: GPL-2.0-only
/*
 * demo - something real to measure, well below a second: four threads count the primes below 500
 * million with a segmented sieve. They take segments from a shared counter and hand each result
 * to the main thread through a pipe, so that there are page faults, context switches and work on
 * several CPUs. Prints one line; ends with 1 if the number is wrong.
 */
#include <stdio.h>

#include "workload.h"

#define LIMIT	500000000u
#define SEGMENT 1000000u /* numbers; only the odd ones have a byte */
#define ROOT	22361u	 /* at least the square root of LIMIT */
#define THREADS 4
#define PRIMES	26355867u /* below LIMIT, as tables of the prime-counting function have it */

static uint32_t small[ROOT];
static unsigned int small_count, next_segment;
static int results[2];

/* The odd primes up to ROOT. */
static void find_small(void)
{
	static char composite[ROOT + 1];

	for (uint32_t i = 3; i <= ROOT; i += 2) {
		if (composite[i])
			continue;
		small[small_count++] = i;
		for (uint32_t j = i * i; j <= ROOT; j += 2 * i)
			composite[j] = 1;
	}
}

/* Odd primes from @low on, which is even, in one segment. */
static unsigned int count_segment(uint32_t low, char *composite)
{
	unsigned int count = 0;

	memset(composite, 0, SEGMENT / 2);
	for (unsigned int i = 0; i < small_count; i++) {
		uint32_t prime = small[i], first = (low + prime - 1) / prime * prime;

		if (first < prime * prime)
			first = prime * prime;
		if (first % 2 == 0)
			first += prime;
		for (uint32_t j = (first - low) / 2; j < SEGMENT / 2; j += prime)
			composite[j] = 1;
	}
	for (uint32_t i = low == 0; i < SEGMENT / 2; i++) /* 1 is no prime */
		count += !composite[i];
	return count;
}

static void *worker(void *arg)
{
	char *composite = malloc(SEGMENT / 2);
	uint32_t segment;

	if (!composite)
		die("demo: no memory");
	while ((segment = __atomic_fetch_add(&next_segment, 1, __ATOMIC_RELAXED)) <
	       LIMIT / SEGMENT) {
		unsigned int count = count_segment(segment * SEGMENT, composite);

		if (write(results[1], &count, sizeof(count)) != sizeof(count))
			die("demo: cannot write");
	}
	free(composite);
	return arg;
}

int main(void)
{
	unsigned int total = 1; /* 2, the even one */
	pthread_t threads[THREADS];

	if (pipe(results) < 0)
		die("demo: no pipe");
	find_small();
	for (int i = 0; i < THREADS; i++)
		start_thread(&threads[i], worker, NULL);
	for (unsigned int i = 0, count; i < LIMIT / SEGMENT; i++) {
		if (read(results[0], &count, sizeof(count)) != sizeof(count))
			die("demo: cannot read");
		total += count;
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	printf("demo: %u primes below %u, counted by %d threads\n", total, LIMIT, THREADS);
	return total != PRIMES;
}
