// SPDX-License-Identifier: GPL-2.0-only
/*
 * num.c - numbers read from text, strictly
 */
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"

/* isdigit() and friends ask the locale; this does not. 16 and above is no digit. */
static unsigned digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 16;
}

static int parse_prefix(const char **cursor, unsigned base, uint64_t max, uint64_t *out)
{
	const char *p = *cursor;
	uint64_t value = 0;
	int ret = 0;

	if (digit_value(*p) >= base)
		return -EINVAL;
	for (; digit_value(*p) < base; p++) {
		if (__builtin_mul_overflow(value, (uint64_t)base, &value) ||
		    __builtin_add_overflow(value, (uint64_t)digit_value(*p), &value) || value > max)
			ret = -ERANGE;
	}
	*cursor = p;
	if (!ret)
		*out = value;
	return ret;
}

static int parse_whole(const char *text, unsigned base, uint64_t max, uint64_t *out)
{
	uint64_t value = 0;
	int ret = parse_prefix(&text, base, max, &value);

	if (*text)
		return -EINVAL;
	if (!ret)
		*out = value;
	return ret;
}

int pmx_num_decimal(const char *text, uint64_t max, uint64_t *out)
{
	return parse_whole(text, 10, max, out);
}

int pmx_num_hex(const char *text, uint64_t max, uint64_t *out)
{
	return parse_whole(text, 16, max, out);
}

int pmx_num_decimal_prefix(const char **cursor, uint64_t max, uint64_t *out)
{
	return parse_prefix(cursor, 10, max, out);
}

/*
 * The C library's strtod() in the locale "C", which is built in: no file is read for it. It would
 * take hexadecimal, "nan" and "inf" too, hence the look at the characters first.
 */
int pmx_num_double(const char *text, double *out)
{
	locale_t c_locale;
	double value;
	char *end;

	if (!*text || text[strspn(text, "0123456789.eE+-")])
		return -EINVAL;
	c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	if (!c_locale)
		return -ENOMEM;
	value = strtod_l(text, &end, c_locale);
	freelocale(c_locale);
	if (end == text || *end)
		return -EINVAL;
	if (!isfinite(value))
		return -ERANGE;
	*out = value;
	return 0;
}
