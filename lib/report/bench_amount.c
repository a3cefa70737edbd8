// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_amount.c - what a metric measures, for people
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/bench_amount.h"
#include "report/number.h"

struct unit {
	double per;
	const char *name, *ascii;
};

static const struct unit seconds[] = {
	{ 1, "s", "s" },
	{ 1e3, "ms", "ms" },
	{ 1e6, "\xc2\xb5s", "us" },
	{ 1e9, "ns", "ns" },
};

static const struct unit bytes[] = {
	{ 0x1p-60, "EiB", "EiB" }, { 0x1p-50, "PiB", "PiB" }, { 0x1p-40, "TiB", "TiB" },
	{ 0x1p-30, "GiB", "GiB" }, { 0x1p-20, "MiB", "MiB" }, { 0x1p-10, "KiB", "KiB" },
	{ 1, "B", "B" },
};

static const struct unit counts[] = {
	{ 1e-18, "E", "E" }, { 1e-15, "P", "P" }, { 1e-12, "T", "T" },
	{ 1e-9, "G", "G" },  { 1e-6, "M", "M" },  { 1, "", "" },
};

#define UNITS(list)                                  \
	{                                            \
		list, sizeof(list) / sizeof(list[0]) \
	}

static const struct {
	const struct unit *list;
	size_t count;
} units[] = {
	[PMX_BENCH_SECONDS] = UNITS(seconds),
	[PMX_BENCH_BYTES] = UNITS(bytes),
	[PMX_BENCH_COUNT] = UNITS(counts),
};

static const double exact_most = 1e12;	  /* counts below it stand as they are, */
static const double short_most = 1e6;	  /* or those below it where there is little room */
static const double readable_most = 1e15; /* more digits are no number to read */

enum {
	SIGNIFICANT = 4,
	MOST_DIGITS = 6,
	COUNT_SIGNIFICANT = 3,
	SPREAD_SIGNIFICANT = 2,
	BYTES_DIGITS = 2
};

/* Digits behind the point so that @value has @significant in all; 9.9996 has those of 10. */
static unsigned digits_for(double value, int significant, int most)
{
	int digits;

	if (!(value > 0) || !isfinite(value))
		return 0;
	digits = significant - 1 - (int)floor(log10(value) + 5e-5);
	if (digits < 0)
		return 0;
	return (unsigned)(digits < most ? digits : most);
}

/* The largest unit of which @least is one or more, else the last. */
static const struct unit *unit_of(enum pmx_bench_unit unit, double least)
{
	size_t last = units[unit].count - 1, i = 0;

	if (unit == PMX_BENCH_SECONDS && !(least > 0))
		return &seconds[0]; /* nothing is 0 s, not 0 ns */
	while (i < last && !(least * units[unit].list[i].per >= 0.99995))
		i++;
	return &units[unit].list[i];
}

static bool is_last(enum pmx_bench_unit unit, const struct unit *it)
{
	return it == &units[unit].list[units[unit].count - 1];
}

static void set(struct pmx_bench_scale *out, enum pmx_bench_unit unit, double least, bool utf8)
{
	const struct unit *it = unit_of(unit, least);
	int most = unit == PMX_BENCH_BYTES ? BYTES_DIGITS : SIGNIFICANT - 1;

	if (is_last(unit,
		    it)) /* there is no part of a byte, nor a clock for that of a nanosecond */
		most = 0;
	out->per = it->per;
	out->name = utf8 ? it->name : it->ascii;
	out->digits = digits_for(least * it->per, SIGNIFICANT, most);
}

static void set_plain(struct pmx_bench_scale *out, double least, double most)
{
	bool is_whole = least == floor(least) && most == floor(most);

	out->per = 1;
	out->name = "";
	out->digits = is_whole ? 0 : digits_for(least, COUNT_SIGNIFICANT, MOST_DIGITS);
}

void pmx_bench_scale_of(struct pmx_bench_scale *out, enum pmx_bench_unit unit, double least,
			double most, bool utf8)
{
	if (unit == PMX_BENCH_COUNT && most < exact_most)
		set_plain(out, least, most);
	else if (unit == PMX_BENCH_COUNT)
		set(out, unit, fmax(least, short_most), utf8);
	else
		set(out, unit, least, utf8);
}

void pmx_bench_scale_short(struct pmx_bench_scale *out, enum pmx_bench_unit unit, double value,
			   bool utf8)
{
	if (unit == PMX_BENCH_COUNT && value < short_most)
		set_plain(out, value, value);
	else
		set(out, unit, value, utf8);
}

void pmx_bench_scale_coarser(struct pmx_bench_scale *scale, double spread)
{
	unsigned digits = digits_for(spread * scale->per, SPREAD_SIGNIFICANT, MOST_DIGITS);

	if (spread > 0 && digits < scale->digits)
		scale->digits = digits;
}

/* Three digits and an exponent: of what is beyond all units. */
static void put_huge(char buf[PMX_AMOUNT_SIZE], double value)
{
	int exponent = (int)floor(log10(fabs(value)));
	char number[PMX_NUMBER_SIZE];

	pmx_number_fixed(number, value / pow(10, exponent), 2, false);
	snprintf(buf, PMX_AMOUNT_SIZE, "%.10se+%d", number, exponent);
}

size_t pmx_bench_number(char buf[PMX_AMOUNT_SIZE], const struct pmx_bench_scale *scale,
			double value)
{
	double shown = value * scale->per;
	char number[PMX_NUMBER_SIZE];

	buf[0] = '\0';
	if (!isfinite(shown))
		return 0;
	if (fabs(shown) >= readable_most) {
		put_huge(buf, shown);
		return strlen(buf);
	}
	pmx_number_fixed(number, shown == 0 ? 0 : shown, scale->digits, true);
	return (size_t)snprintf(buf, PMX_AMOUNT_SIZE, "%.40s", number);
}

size_t pmx_bench_scaled(char buf[PMX_AMOUNT_SIZE], const struct pmx_bench_scale *scale,
			double value)
{
	char number[PMX_AMOUNT_SIZE];

	if (!pmx_bench_number(number, scale, value)) {
		buf[0] = '\0';
		return 0;
	}
	return (size_t)snprintf(buf, PMX_AMOUNT_SIZE, "%.40s%s%s", number, *scale->name ? " " : "",
				scale->name);
}

size_t pmx_bench_amount(char buf[PMX_AMOUNT_SIZE], enum pmx_bench_unit unit, double value,
			bool utf8)
{
	struct pmx_bench_scale scale;

	pmx_bench_scale_of(&scale, unit, fabs(value), fabs(value), utf8);
	return pmx_bench_number(buf, &scale, value) ? pmx_bench_scaled(buf, &scale, value) : 0;
}
