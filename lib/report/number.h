/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * number.h - numbers as text, the same in every locale
 *
 * printf() writes a decimal comma where the locale of the process says so, and takes a
 * microsecond for a double: an interval of 10 ms with a hundred rows has neither.
 */
#ifndef PERFMUX_REPORT_NUMBER_H
#define PERFMUX_REPORT_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room for the longest number: 309 digits of the largest double, grouped, and a fraction. */
enum { PMX_NUMBER_SIZE = 448 };

/* Each writes a terminated number into @buf of PMX_NUMBER_SIZE and returns its length. */

/* @grouped: "1,234,567". */
size_t pmx_number_u64(char *buf, uint64_t value, bool grouped);

/* As printf's "%.*f" rounds; @precision is at most 9. What is not finite is written as 0. */
size_t pmx_number_fixed(char *buf, double value, unsigned precision, bool grouped);

/* The shortest decimal that reads back as the same double; whole numbers without a point. */
size_t pmx_number_double(char *buf, double value);

/* Seconds with nine digits: 1500000000 ns is "1.500000000". */
size_t pmx_number_seconds(char *buf, uint64_t ns);

#endif
