// SPDX-License-Identifier: GPL-2.0-only
/*
 * breach.c - how an oracle says what broke
 */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <perfmux/text.h>

#include "oracle/breach.h"

/* What remains for the numbers is enough for any oracle's. */
enum { SUBJECT = 200 };

void pmx_breach_cut(char *buf, size_t size, const char *text)
{
	static const char more[] = "...";

	if (pmx_text_safe(buf, size, text) < size)
		return;
	/* once more, so that the end is that of a whole character */
	pmx_text_safe(buf, size - strlen(more), text);
	memcpy(buf + strlen(buf), more, sizeof(more));
}

bool pmx_breach_say(struct pmx_breach *breach, const char *invariant, const char *what,
		    const char *fmt, ...)
{
	char made[sizeof(breach->text)];
	size_t length;
	va_list args;

	if (!breach)
		return false;
	va_start(args, fmt);
	if (vsnprintf(made, sizeof(made), fmt, args) < 0)
		made[0] = '\0';
	va_end(args);
	breach->invariant = invariant;
	pmx_breach_cut(breach->text, SUBJECT, what);
	length = strlen(breach->text);
	memcpy(breach->text + length, ": ", 3);
	pmx_breach_cut(breach->text + length + 2, sizeof(breach->text) - length - 2, made);
	return false;
}

struct pmx_breach_real pmx_breach_real(double value)
{
	struct pmx_breach_real real;
	uint64_t millionths;
	int length;

	if (!isfinite(value)) {
		snprintf(real.text, sizeof(real.text), isnan(value) ? "not a number" : "infinite");
		return real;
	}
	if (fabs(value) >= 1e12) { /* no point in either, which would be the locale's */
		snprintf(real.text, sizeof(real.text), fabs(value) < 1e18 ? "%.0f" : "%.0e", value);
		return real;
	}
	millionths = (uint64_t)llround(fabs(value) * 1e6);
	length = snprintf(real.text, sizeof(real.text), "%s%" PRIu64 ".%06" PRIu64,
			  value < 0 && millionths ? "-" : "", millionths / 1000000,
			  millionths % 1000000);
	while (real.text[length - 1] == '0')
		length--;
	if (real.text[length - 1] == '.')
		length--;
	real.text[length] = '\0';
	return real;
}
