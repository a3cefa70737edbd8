/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * normal.h - the normal distribution
 */
#ifndef PERFMUX_STATS_NORMAL_H
#define PERFMUX_STATS_NORMAL_H

#define PMX_Z95 1.959963984540054 /* 2.5 % lie above */

/* The share above @z. */
double pmx_normal_above(double z);

/* What the share @tail lies above; @tail is above 0 and at most a half. */
double pmx_normal_z(double tail);

#endif
