// SPDX-License-Identifier: GPL-2.0-only
/*
 * number.c - numbers as text, the same in every locale
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/number.h"

static const double powers[] = { 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9 };

enum { MAX_PRECISION = sizeof(powers) / sizeof(powers[0]) - 1 };

static const double exact = 9007199254740992.0; /* 2^53: below it every whole number is a double */

size_t pmx_number_u64(char *buf, uint64_t value, bool grouped)
{
	char digits[32], *at = digits + sizeof(digits);
	unsigned count = 0;
	size_t length;

	do {
		if (grouped && count && count % 3 == 0)
			*--at = ',';
		*--at = (char)('0' + value % 10);
		value /= 10;
		count++;
	} while (value);
	length = (size_t)(digits + sizeof(digits) - at);
	memcpy(buf, at, length);
	buf[length] = '\0';
	return length;
}

/* value x 10^precision, rounded as printf() does: to nearest, a true half to even. */
static uint64_t round_scaled(double value, double power)
{
	double product = value * power, whole = floor(product);
	double fraction = product - whole, error;

	if (fraction != 0.5)
		return (uint64_t)whole + (fraction > 0.5);
	error = fma(value, power, -product); /* what the product lost: it may be no true half */
	if (error != 0)
		return (uint64_t)whole + (error > 0);
	return (uint64_t)whole + ((uint64_t)whole & 1);
}

static size_t put_fraction(char *buf, uint64_t fraction, unsigned digits)
{
	if (!digits)
		return 0;
	buf[0] = '.';
	for (unsigned i = digits; i > 0; i--) {
		buf[i] = (char)('0' + fraction % 10);
		fraction /= 10;
	}
	buf[digits + 1] = '\0';
	return digits + 1;
}

/* Whatever the locale calls a decimal point becomes one. */
static void set_point(char *buf)
{
	size_t junk = strspn(buf, "+-0123456789"), more;

	if (!buf[junk] || buf[junk] == '.' || buf[junk] == 'e')
		return;
	more = strcspn(buf + junk, "+-0123456789e");
	memmove(buf + junk + 1, buf + junk + more, strlen(buf + junk + more) + 1);
	buf[junk] = '.';
}

static size_t put_grouped(char *buf, const char *number)
{
	size_t digits = strspn(number, "0123456789"), length = 0;

	for (size_t i = 0; i < digits; i++) {
		if (i && (digits - i) % 3 == 0)
			buf[length++] = ',';
		buf[length++] = number[i];
	}
	memcpy(buf + length, number + digits, strlen(number + digits) + 1);
	return length + strlen(number + digits);
}

/* Numbers so large that the C library does it. */
static size_t put_large(char *buf, double value, unsigned precision, bool grouped)
{
	char number[PMX_NUMBER_SIZE];

	snprintf(number, sizeof(number), "%.*f", (int)precision, value);
	set_point(number);
	if (grouped)
		return put_grouped(buf, number);
	memcpy(buf, number, strlen(number) + 1);
	return strlen(number);
}

size_t pmx_number_fixed(char *buf, double value, unsigned precision, bool grouped)
{
	size_t length = 0;
	uint64_t scaled, power;

	if (precision > MAX_PRECISION)
		precision = MAX_PRECISION;
	if (!isfinite(value))
		value = 0;
	if (signbit(value)) {
		buf[length++] = '-';
		value = -value;
	}
	if (value * powers[precision] >= exact)
		return length + put_large(buf + length, value, precision, grouped);
	power = (uint64_t)powers[precision];
	scaled = round_scaled(value, powers[precision]);
	length += pmx_number_u64(buf + length, scaled / power, grouped);
	return length + put_fraction(buf + length, scaled % power, precision);
}

/*
 * Milliseconds made of nanoseconds and the like are whole numbers of millionths: when the quotient
 * gives the double back, so does whoever reads these digits, since a division rounds correctly.
 */
static size_t put_millionths(char *buf, double value)
{
	double scaled = rint(value * 1e6);
	size_t length;

	if (fabs(scaled) >= exact || scaled / 1e6 != value)
		return 0;
	length = pmx_number_fixed(buf, value, 6, false);
	while (buf[length - 1] == '0')
		length--;
	if (buf[length - 1] == '.')
		length--;
	buf[length] = '\0';
	return length;
}

size_t pmx_number_double(char *buf, double value)
{
	size_t length;

	if (!isfinite(value))
		value = 0;
	if (value == floor(value) && fabs(value) < exact)
		return pmx_number_fixed(buf, value == 0 ? 0 : value, 0, false);
	length = put_millionths(buf, value);
	if (length)
		return length;
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(buf, PMX_NUMBER_SIZE, "%.*g", digits, value);
		if (strtod(buf, NULL) == value)
			break;
	}
	set_point(buf);
	return strlen(buf);
}

size_t pmx_number_seconds(char *buf, uint64_t ns)
{
	size_t length = pmx_number_u64(buf, ns / 1000000000, false);

	return length + put_fraction(buf + length, ns % 1000000000, 9);
}
