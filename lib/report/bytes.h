/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bytes.h - sizes of memory for people
 *
 * "0" is nothing at all, and what is less than half of the last digit "<0.1": a process that has a
 * page is not one that has none.
 */
#ifndef PERFMUX_REPORT_BYTES_H
#define PERFMUX_REPORT_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PMX_BYTES_SIZE = 32 };

/* A unit for a whole column. */
enum pmx_bytes_unit {
	PMX_BYTES_MIB, /* with one digit behind the point */
	PMX_BYTES_GIB, /* with two */
	PMX_BYTES_UNITS,
};

/* "MiB", "GiB". */
const char *pmx_bytes_unit_name(enum pmx_bytes_unit unit);

/*
 * Without the unit: "512.0", "1,234.5" when grouped. From 2^50 on, which no GPU has but a driver
 * that counts below 0 may report, it is in a unit of its own: "16 EiB". Returns the length.
 */
size_t pmx_bytes_in(char buf[PMX_BYTES_SIZE], double bytes, enum pmx_bytes_unit unit, bool grouped);

/* The same with its sign: "+12.0", "-3.5", "0". */
size_t pmx_bytes_change(char buf[PMX_BYTES_SIZE], int64_t bytes, enum pmx_bytes_unit unit,
			bool grouped);

/* In the unit that suits it: "300.0 MiB", "4.0 KiB", "17 B", "0 B". */
size_t pmx_bytes(char buf[PMX_BYTES_SIZE], double bytes);

/*
 * An axis up to @most bytes, which its ticks divide into @parts at most: the step in bytes, 1, 2 or
 * 5 times a power of ten of the unit that suits @most, and 1 byte at least.
 */
double pmx_bytes_step(double most, unsigned parts);

/* The label of a tick, in that unit: "0", "200 MiB", "1.5 GiB". */
size_t pmx_bytes_label(char buf[PMX_BYTES_SIZE], double at, double most);

#endif
