/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rank_chances.h - how likely each value of Mann and Whitney's U is by chance alone, exactly
 */
#ifndef PERFMUX_STATS_RANK_CHANCES_H
#define PERFMUX_STATS_RANK_CHANCES_H

#include <stddef.h>

#include <perfmux/compare.h>

/* 2 U at most, with half of the values in each sample. */
#define PMX_U_MOST ((size_t)PMX_P_EXACT_MOST * PMX_P_EXACT_MOST / 2)

/* Twice U, so that ties, which count half, have whole numbers. */
struct pmx_u_chances {
	size_t most;		   /* 2 U is from 0 to this */
	double is[PMX_U_MOST + 1]; /* chance of each */
};

/*
 * When of @count values, at most PMX_P_EXACT_MOST, with twice the ranks @ranks (rising; equal
 * values share theirs) any @chosen are as likely to be the one sample as any others: the chances of
 * its U. 0, or -ENOMEM.
 */
int pmx_u_chances(const unsigned *ranks, size_t count, size_t chosen, struct pmx_u_chances *out);

/* The chance that 2 U is at most, or at least, @twice. */
double pmx_u_at_most(const struct pmx_u_chances *chances, size_t twice);
double pmx_u_at_least(const struct pmx_u_chances *chances, size_t twice);

#endif
