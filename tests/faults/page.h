/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * page.h - what the driver asks of the shim, and what the shim tells it
 *
 * A file that both map. The order and the sizes are the driver's, too: see shim.py.
 */
#ifndef TESTS_FAULTS_PAGE_H
#define TESTS_FAULTS_PAGE_H

#include <stdatomic.h>
#include <stdint.h>

enum kind { KIND_NONE, KIND_ALLOCATION, KIND_OPEN, KIND_READ, KIND_IOCTL, KIND_MAP };

enum { FRAMES = 6, LOGGED = 65536, LEAKS = 64 };

/* An allocation that was there when perfmux ended: who made it, as offsets into the program. */
struct leak {
	uint32_t frames[FRAMES];
	uint32_t library; /* whose allocation it is, a hash; 0: ours or libc's; 1: the linker's */
};

struct page {
	/* asked: fail the at-th call (from 1) of those that are allocations, or that are not */
	uint32_t allocation; /* 1: an allocation; 0: a call through the gate */
	uint32_t at;	     /* 0: nothing fails */
	int32_t how;	     /* the errno; of a read also 0 for its end, and -1 for half of it */
	uint32_t log;	     /* 1: note the site of each call */

	/* told */
	atomic_uint allocations, calls;
	uint32_t fired;	    /* it failed */
	uint32_t ended;	    /* perfmux came to its end: the balance below holds */
	uint32_t fds;	    /* open at the end */
	uint32_t leaks;	    /* allocations at the end; only so many are in @leak */
	struct leak failed; /* who made the call that failed */
	struct leak leak[LEAKS];
	struct site {
		uint32_t kind, site; /* the site is a hash of the callers */
	} sites[2][LOGGED];	     /* the calls, then the allocations */
};

#endif
