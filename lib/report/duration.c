// SPDX-License-Identifier: GPL-2.0-only
/*
 * duration.c - times for people, and the ticks of an axis of time
 */
#include <stdio.h>
#include <string.h>

#include "report/duration.h"
#include "report/number.h"

static const struct {
	uint64_t ns;
	const char *name, *ascii;
} units[] = {
	{ 1000000000, "s", "s" },
	{ 1000000, "ms", "ms" },
	{ 1000, "\xc2\xb5s", "us" },
	{ 1, "ns", "ns" },
};

enum { UNITS = sizeof(units) / sizeof(units[0]), MAX_DIGITS = 9 };

/* The largest unit that is no more than @ns. */
static size_t unit_of(uint64_t ns)
{
	size_t unit = 0;

	while (unit < UNITS - 1 && ns < units[unit].ns)
		unit++;
	return unit;
}

static size_t put(char *buf, double ns, size_t unit, unsigned digits, bool utf8)
{
	char number[PMX_NUMBER_SIZE];

	pmx_number_fixed(number, ns / (double)units[unit].ns, digits, false);
	return (size_t)snprintf(buf, PMX_DURATION_SIZE, "%.20s %s", number,
				utf8 ? units[unit].name : units[unit].ascii);
}

size_t pmx_duration(char buf[PMX_DURATION_SIZE], uint64_t ns, bool utf8)
{
	size_t unit = ns ? unit_of(ns) : 0;

	/* 999.6 us is 1.0 ms, not 1000 us */
	if (unit > 0 && ns >= units[unit - 1].ns - units[unit].ns / 2)
		unit--;
	if (!ns || units[unit].ns == 1)
		return put(buf, (double)ns, unit, 0, utf8);
	return put(buf, (double)ns, unit, ns < units[unit].ns * 995 / 10 ? 1 : 0, utf8);
}

uint64_t pmx_ticks_step(uint64_t span, unsigned most)
{
	static const unsigned char steps[] = { 1, 2, 5 };
	uint64_t part, power = 1;

	most = most ? most : 1;
	part = span / most + (span % most != 0);
	for (;; power *= 10) {
		for (size_t i = 0; i < sizeof(steps); i++)
			if (part <= steps[i] * power || power > UINT64_MAX / 100)
				return steps[i] * power;
	}
}

size_t pmx_ticks_label(char buf[PMX_DURATION_SIZE], uint64_t at, uint64_t span, uint64_t step,
		       bool utf8)
{
	size_t unit = unit_of(span);
	uint64_t whole = units[unit].ns;
	unsigned digits = 0;

	if (!at) {
		memcpy(buf, "0", 2);
		return 1;
	}
	for (; step && step % whole != 0 && digits < MAX_DIGITS && whole > 1; digits++)
		whole /= 10;
	return put(buf, (double)at, unit, digits, utf8);
}
