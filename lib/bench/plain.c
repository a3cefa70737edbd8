// SPDX-License-Identifier: GPL-2.0-only
/*
 * plain.c - printf with a decimal point, whatever the locale
 */
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>

#include "bench/plain.h"

/*
 * The locale is that of this thread only, and glibc has "C" built in: nothing is read or allocated.
 */
size_t pmx_plain(char *buf, size_t size, const char *format, ...)
{
	locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0), before = (locale_t)0;
	va_list args;
	int length;

	if (!size)
		return 0;
	if (plain)
		before = uselocale(plain);
	va_start(args, format);
	length = vsnprintf(buf, size, format, args);
	va_end(args);
	if (plain) {
		uselocale(before);
		freelocale(plain);
	}
	if (length < 0)
		buf[length = 0] = '\0';
	return (size_t)length < size ? (size_t)length : size - 1;
}
