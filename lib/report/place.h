/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * place.h - the numbers that say where a row was counted, at the levels that tell them apart
 */
#ifndef PERFMUX_REPORT_PLACE_H
#define PERFMUX_REPORT_PLACE_H

#include <stddef.h>

#include <perfmux/topology.h>

struct pmx_place_number {
	const char *key; /* "cpu", "socket", ...; static */
	int value;	 /* 0 or more */
};

enum { PMX_PLACE_NUMBERS = 4 };

/* Fills @out with what is known of @place at the level @aggr, and returns how many there are. */
size_t pmx_place_numbers(const struct pmx_place *place, enum pmx_aggr aggr,
			 struct pmx_place_number out[PMX_PLACE_NUMBERS]);

#endif
