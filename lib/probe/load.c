// SPDX-License-Identifier: GPL-2.0-only
/*
 * load.c - workloads that cause a known number of events in the calling thread
 *
 * Where the number itself cannot be known beforehand, as with time or switches, another source is
 * read outside and inside of what is counted: the count must lie between the two differences.
 */
#include <errno.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifdef __x86_64__
#include <x86intrin.h>
#endif

#include "probe/load.h"

enum {
	TURNS = 1000000, /* of the loop: about a millisecond */
	EVENTS = 1000,	 /* calls, writes, ... */
	PAGES = 256,
	SLEEPS = 20,
	MOVES = 20,
};

#define MSEC 1000000ull

static void load_begin(struct load *load)
{
	pmx_session_enable(load->session, NULL);
}

static void load_end(struct load *load)
{
	pmx_session_disable(load->session, NULL);
}

static uint64_t now_on(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return (uint64_t)ts.tv_sec * 1000 * MSEC + (uint64_t)ts.tv_nsec;
}

static void spin_for(uint64_t ns)
{
	uint64_t end = now_on(CLOCK_THREAD_CPUTIME_ID) + ns;

	while (now_on(CLOCK_THREAD_CPUTIME_ID) < end)
		;
}

static void sleep_for(long ns)
{
	struct timespec ts = { .tv_nsec = ns };

	clock_nanosleep(CLOCK_MONOTONIC, 0, &ts, NULL);
}

int load_spin(struct load *load)
{
	load_begin(load);
	spin_for(MSEC);
	load_end(load);
	return 0;
}

int load_wait(struct load *load)
{
	load_begin(load);
	sleep_for(20 * (long)MSEC);
	load_end(load);
	return 0;
}

/* Two clocks of the kernel's never agree to the nanosecond: a tenth, and the cost of a call. */
int load_clock(struct load *load)
{
	uint64_t outer = now_on(CLOCK_THREAD_CPUTIME_ID), inner;

	load_begin(load);
	inner = now_on(CLOCK_THREAD_CPUTIME_ID);
	spin_for(2 * MSEC);
	inner = now_on(CLOCK_THREAD_CPUTIME_ID) - inner;
	load_end(load);
	outer = now_on(CLOCK_THREAD_CPUTIME_ID) - outer;
	load->low = inner - inner / 10;
	load->high = outer + outer / 10 + MSEC / 10;
	return 0;
}

#ifdef __x86_64__
/* It runs on while the thread does not, and the event does not: at least what the thread had. */
int load_tsc(struct load *load)
{
	uint64_t outer = __rdtsc(), inner, cpu, wall;

	load_begin(load);
	inner = __rdtsc();
	cpu = now_on(CLOCK_THREAD_CPUTIME_ID);
	wall = now_on(CLOCK_MONOTONIC);
	spin_for(MSEC);
	wall = now_on(CLOCK_MONOTONIC) - wall;
	cpu = now_on(CLOCK_THREAD_CPUTIME_ID) - cpu;
	inner = __rdtsc() - inner;
	load_end(load);
	outer = __rdtsc() - outer;
	load->low = (uint64_t)((double)inner * 0.9 * (cpu < wall ? (double)cpu / (double)wall : 1));
	load->high = outer;
	return 0;
}
#else
int load_tsc(struct load *load)
{
	(void)load;
	return -EOPNOTSUPP;
}
#endif

/* A sanitizer's own notes about this memory would be faults, too. */
__attribute__((no_sanitize("address"))) int load_faults(struct load *load)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), size = PAGES * page;
	volatile char *memory =
		mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		return -errno;
	/* a huge page would be one fault; kernels without them have none to forbid */
	madvise((void *)memory, size, MADV_NOHUGEPAGE);
	load_begin(load);
	for (size_t i = 0; i < PAGES; i++)
		memory[i * page] = 1;
	load_end(load);
	munmap((void *)memory, size);
	load->low = PAGES;
	load->high = PAGES + PAGES / 16; /* code of ours may be touched for the first time */
	return 0;
}

static uint64_t switches(void)
{
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	return (uint64_t)usage.ru_nvcsw + (uint64_t)usage.ru_nivcsw;
}

int load_switches(struct load *load)
{
	uint64_t outer = switches(), inner;

	load_begin(load);
	inner = switches();
	for (int i = 0; i < SLEEPS; i++)
		sleep_for(1000);
	inner = switches() - inner;
	load_end(load);
	load->low = inner;
	load->high = switches() - outer;
	return inner ? 0 : -EAGAIN;
}

static int allowed_cpus(struct pmx_cpus *set)
{
	pmx_cpus_clear(set);
	return sched_getaffinity(0, sizeof(*set), (cpu_set_t *)set) ? -errno : 0;
}

static void move_to(int cpu)
{
	struct pmx_cpus set = { 0 };

	pmx_cpus_add(&set, cpu);
	sched_setaffinity(0, sizeof(set), (cpu_set_t *)&set);
}

/* Who calls puts the thread back where it was allowed. */
int load_moves(struct load *load)
{
	struct pmx_cpus allowed;
	int first, second;

	if (allowed_cpus(&allowed))
		return -EOPNOTSUPP;
	first = pmx_cpus_next(&allowed, -1);
	second = pmx_cpus_next(&allowed, first);
	if (second < 0)
		return -EOPNOTSUPP;
	move_to(first);
	load_begin(load);
	for (int i = 0; i < MOVES; i++)
		move_to(i % 2 ? first : second);
	load_end(load);
	load->low = load->high = MOVES;
	return 0;
}

int load_calls(struct load *load)
{
	long number = load->arg & ~LOAD_ANY_CALL;

	load_begin(load);
	for (int i = 0; i < EVENTS; i++)
		syscall(number);
	load_end(load);
	load->low = EVENTS;
	load->high = EVENTS + (load->arg & LOAD_ANY_CALL ? 8 : 0); /* those of begin and end */
	return 0;
}

/* Two instructions a turn, one of them a branch. False where we have no such loop. */
static bool run_turns(void)
{
	unsigned long n = TURNS;

#if defined(__x86_64__) || defined(__i386__)
	__asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(n) : : "cc");
	return true;
#elif defined(__aarch64__)
	__asm__ volatile("1: subs %0, %0, #1\n\tb.ne 1b" : "+r"(n) : : "cc");
	return true;
#else
	return n == 0;
#endif
}

int load_turns(struct load *load)
{
	bool ran;

	load_begin(load);
	ran = run_turns();
	load_end(load);
	load->low = (uint64_t)load->arg * TURNS;
	load->high = load->low + load->low / 5 + 100000; /* interrupts, and the way in and out */
	return ran ? 0 : -EOPNOTSUPP;
}

int load_cycles(struct load *load)
{
	int ret = load_turns(load);

	load->low = TURNS / 8; /* no processor retires sixteen instructions a cycle */
	load->high = 64ull * TURNS;
	return ret;
}

static int known(struct load *load)
{
	load->low = load->high = EVENTS;
	return 0;
}

int load_writes(struct load *load)
{
	load_begin(load);
	for (int i = 0; i < EVENTS; i++)
		*load->word = i;
	load_end(load);
	return known(load);
}

int load_reads(struct load *load)
{
	load_begin(load);
	for (int i = 0; i < EVENTS; i++)
		(void)*load->word;
	load_end(load);
	return known(load);
}

__attribute__((noinline)) void load_target(void)
{
	__asm__ volatile("" : : : "memory"); /* a call that is not optimised away */
}

int load_executes(struct load *load)
{
	load_begin(load);
	for (int i = 0; i < EVENTS; i++)
		load_target();
	load_end(load);
	return known(load);
}
