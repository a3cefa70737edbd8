// SPDX-License-Identifier: GPL-2.0-only
/*
 * bytes.c - sizes of memory for people
 */
#include <math.h>
#include <stdio.h>

#include "report/bytes.h"
#include "report/number.h"

static const struct {
	const char *name;
	double bytes;
	unsigned digits;
	const char *little; /* more than nothing, less than the last digit */
} units[PMX_BYTES_UNITS] = {
	[PMX_BYTES_MIB] = { "MiB", 0x1p20, 1, "<0.1" },
	[PMX_BYTES_GIB] = { "GiB", 0x1p30, 2, "<0.01" },
};

static const char *const names[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };

enum { NAMES = sizeof(names) / sizeof(names[0]) };

const char *pmx_bytes_unit_name(enum pmx_bytes_unit unit)
{
	return units[unit].name;
}

/* The largest unit of which there is one; "1.0 MiB", not "1024.0 KiB". */
static size_t unit_of(double bytes)
{
	size_t unit = 0;

	while (unit + 1 < NAMES && bytes >= ldexp(1, 10 * (int)(unit + 1)) * (1 - 0.05 / 1024))
		unit++;
	return unit;
}

size_t pmx_bytes(char buf[PMX_BYTES_SIZE], double bytes)
{
	size_t unit = unit_of(bytes);
	char number[PMX_NUMBER_SIZE];

	pmx_number_fixed(number, ldexp(bytes, -10 * (int)unit), unit ? 1 : 0, false);
	return (size_t)snprintf(buf, PMX_BYTES_SIZE, "%.20s %s", number, names[unit]);
}

size_t pmx_bytes_in(char buf[PMX_BYTES_SIZE], double bytes, enum pmx_bytes_unit unit, bool grouped)
{
	char number[PMX_NUMBER_SIZE];

	if (!(bytes > 0))
		return (size_t)snprintf(buf, PMX_BYTES_SIZE, "0");
	if (bytes >= 0x1p50) {
		size_t own = unit_of(bytes);

		pmx_number_fixed(number, ldexp(bytes, -10 * (int)own), 0, false);
		return (size_t)snprintf(buf, PMX_BYTES_SIZE, "%.20s %s", number, names[own]);
	}
	if (bytes < units[unit].bytes * pow(10, -(double)units[unit].digits) / 2)
		return (size_t)snprintf(buf, PMX_BYTES_SIZE, "%s", units[unit].little);
	pmx_number_fixed(number, bytes / units[unit].bytes, units[unit].digits, grouped);
	return (size_t)snprintf(buf, PMX_BYTES_SIZE, "%.24s", number);
}

size_t pmx_bytes_change(char buf[PMX_BYTES_SIZE], int64_t bytes, enum pmx_bytes_unit unit,
			bool grouped)
{
	char size[PMX_BYTES_SIZE];

	pmx_bytes_in(size, fabs((double)bytes), unit, grouped);
	return (size_t)snprintf(buf, PMX_BYTES_SIZE, "%s%.24s",
				bytes > 0 ? "+" :
				bytes < 0 ? "-" :
					    "",
				size);
}

/* --- an axis ------------------------------------------------------------------------------ */

double pmx_bytes_step(double most, unsigned parts)
{
	static const unsigned char steps[] = { 1, 2, 5 };
	double unit = ldexp(1, 10 * (int)unit_of(most)), part = most / unit / (parts ? parts : 1);

	if (!(most >= 1) || !isfinite(most))
		return 1;
	for (int exponent = (int)floor(log10(part));; exponent++) {
		double power = pow(10, exponent);

		for (size_t i = 0; i < sizeof(steps); i++)
			if (part <= steps[i] * power * (1 + 1e-9))
				return fmax(steps[i] * power * unit, 1);
	}
}

size_t pmx_bytes_label(char buf[PMX_BYTES_SIZE], double at, double most)
{
	size_t unit = unit_of(most);
	double value = ldexp(at, -10 * (int)unit);
	char number[PMX_NUMBER_SIZE];
	unsigned digits = 0;

	while (digits < 3 && fabs(value - round(value)) > 1e-6) {
		value *= 10;
		digits++;
	}
	pmx_number_fixed(number, ldexp(at, -10 * (int)unit), digits, false);
	if (at <= 0)
		return (size_t)snprintf(buf, PMX_BYTES_SIZE, "0");
	return (size_t)snprintf(buf, PMX_BYTES_SIZE, "%.20s %s", number, names[unit]);
}
