/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * breach.h - how an oracle says what broke: one line, the subject first, whatever the subject is
 */
#ifndef PERFMUX_ORACLE_BREACH_H
#define PERFMUX_ORACLE_BREACH_H

#include <perfmux/oracle.h>

/*
 * Fills @breach, unless it is NULL: "WHAT: TEXT", in which control characters are visible. Where it
 * is too long @what is cut, and not the numbers behind it. Returns false, which oracles return
 * then.
 */
bool pmx_breach_say(struct pmx_breach *breach, const char *invariant, const char *what,
		    const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/*
 * Copies @text, visible, and cut with "..." at the end where it is longer than @size, 8 at least.
 */
void pmx_breach_cut(char *buf, size_t size, const char *text);

/* A fraction in plain decimal, whatever the locale: at most six digits behind the point. */
struct pmx_breach_real {
	char text[32];
};
struct pmx_breach_real pmx_breach_real(double value);

/* How far two counts are apart. */
static inline uint64_t pmx_breach_apart(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

#endif
