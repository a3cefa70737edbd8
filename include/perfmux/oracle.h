/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * oracle.h - what must hold of counters, whatever the kernel's code looks like
 *
 * Each oracle is a question about numbers that were read: it holds (true), or it does not (false),
 * and then @breach says which invariant broke, and by which numbers. Oracles open nothing and know
 * no kernel, so that made-up numbers show that each can fail. @what names the subject: "page-faults
 * of 8 children". @breach may be NULL; it is left alone when the invariant holds. Where values are
 * compared, a reading at eof is a breach.
 */
#ifndef PERFMUX_ORACLE_H
#define PERFMUX_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pmx_breach {
	const char *invariant; /* "exact", "times", ...: the oracle's name; static */
	char text[480];	       /* the subject and the numbers, in one line */
};

/* What one read of one event gave; times in ns. */
struct pmx_reading {
	uint64_t value, enabled, running, id;
	bool eof; /* read() gave nothing: a pinned event in error */
};

/* "exact": @got lies between @low and @high, both included. */
bool pmx_oracle_exact(struct pmx_breach *breach, const char *what, uint64_t got, uint64_t low,
		      uint64_t high);

/* "conservation": the @parts add up to @whole, give or take @slack. An overflow is a breach. */
bool pmx_oracle_conserved(struct pmx_breach *breach, const char *what, const uint64_t *parts,
			  size_t count, uint64_t whole, uint64_t slack);

/* "times": running <= enabled <= @wall x @cpus + @slack, all in ns. */
bool pmx_oracle_times(struct pmx_breach *breach, const char *what, const struct pmx_reading *it,
		      uint64_t wall, unsigned cpus, uint64_t slack);

/* "monotone": from one reading to the next neither value nor a time goes back. */
bool pmx_oracle_monotone(struct pmx_breach *breach, const char *what,
			 const struct pmx_reading *series, size_t count);

/* "held": a disabled event (or one whose task does not run) has the same value and times twice. */
bool pmx_oracle_held(struct pmx_breach *breach, const char *what, const struct pmx_reading *before,
		     const struct pmx_reading *after);

/*
 * "group": members were enabled and ran for the same time, give or take @slack ns, and each has an
 * id of its own that is not 0. Without members, which is a group at eof, it is a breach.
 */
bool pmx_oracle_group(struct pmx_breach *breach, const char *what,
		      const struct pmx_reading *members, size_t count, uint64_t slack);

/* "always-on": ran whenever it was enabled, and was enabled; what software-class events must. */
bool pmx_oracle_always_on(struct pmx_breach *breach, const char *what,
			  const struct pmx_reading *it);

/*
 * "capacity": the running shares (0 to 1) of @count equal events add up to the smaller of @count
 * and @capacity; @tolerance is a fraction of that sum.
 */
bool pmx_oracle_capacity(struct pmx_breach *breach, const char *what, const double *shares,
			 size_t count, double capacity, double tolerance);

/*
 * Jain's index, (sum x)^2 / (n sum x^2): 1 when all are equal, 1/n when one has all; NAN without
 * any share above 0.
 */
double pmx_jain(const double *shares, size_t count);

/* "fair": Jain's index of equal events is @least or more. */
bool pmx_oracle_fair(struct pmx_breach *breach, const char *what, const double *shares,
		     size_t count, double least);

/*
 * "isolation": a share beside load on another PMU is the share without it, give or take @tolerance.
 */
bool pmx_oracle_isolated(struct pmx_breach *breach, const char *what, double alone, double beside,
			 double tolerance);

/*
 * "pinned": of @count pinned events that want the same @capacity counters exactly the surplus is in
 * error (@error[i]).
 */
bool pmx_oracle_pinned(struct pmx_breach *breach, const char *what, const bool *error, size_t count,
		       size_t capacity);

/*
 * "errno": @got (0 or more: it worked; else -errno) is one of @allowed, whose rows are 0 for
 * "works" or a positive errno.
 */
bool pmx_oracle_errno(struct pmx_breach *breach, const char *what, int got, const int *allowed,
		      size_t count);

/* "rate": value = @rate x running, within the fraction @tolerance and @slack counts. */
bool pmx_oracle_rate(struct pmx_breach *breach, const char *what, const struct pmx_reading *it,
		     double rate, double tolerance, uint64_t slack);

/* What a process has, or a machine. -1: not known. */
struct pmx_holdings {
	long fds;    /* open file descriptors */
	long tasks;  /* children, and threads but the first */
	long events; /* objects in the kernel's cache of perf events */
};

/*
 * "left-behind": @after is no more than @before, but for @slack events; what is not known is no
 * breach.
 */
bool pmx_oracle_nothing_left(struct pmx_breach *breach, const char *what,
			     const struct pmx_holdings *before, const struct pmx_holdings *after,
			     long slack);

/* The same counts, obtained another way: with contexts swapped or not, in another order, ... */
struct pmx_variant {
	const char *name;
	const uint64_t *counts;
};

/*
 * "same": all variants have the same @counts numbers, give or take @slack; @names says what each
 * number is.
 */
bool pmx_oracle_same(struct pmx_breach *breach, const char *what,
		     const struct pmx_variant *variants, size_t count, const char *const *names,
		     size_t counts, uint64_t slack);

#ifdef __cplusplus
}
#endif
#endif
