/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * oracles.h - asking an oracle in a test: with a breach to fill, and without
 */
#ifndef PMX_TEST_ORACLES_H
#define PMX_TEST_ORACLES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <perfmux/oracle.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define UNTOUCHED "as it was"

static struct pmx_breach breach;

static inline struct pmx_breach *fresh(void)
{
	breach = (struct pmx_breach){ .invariant = UNTOUCHED, .text = UNTOUCHED };
	return &breach;
}

/* The invariant holds, and the breach is left alone. */
#define holds(oracle, ...)                                                 \
	do {                                                               \
		if (!pmx_oracle_##oracle(fresh(), "it", __VA_ARGS__))      \
			fail_msg("%s: %s", breach.invariant, breach.text); \
		assert_string_equal(breach.invariant, UNTOUCHED);          \
		assert_string_equal(breach.text, UNTOUCHED);               \
		assert_true(pmx_oracle_##oracle(NULL, "it", __VA_ARGS__)); \
	} while (0)

/* It does not: the breach is of the invariant @name, and says "it: @said". */
#define breaks(name, said, oracle, ...)                                        \
	do {                                                                   \
		assert_false(pmx_oracle_##oracle(fresh(), "it", __VA_ARGS__)); \
		assert_string_equal(breach.invariant, name);                   \
		assert_string_equal(breach.text, "it: " said);                 \
		assert_false(pmx_oracle_##oracle(NULL, "it", __VA_ARGS__));    \
	} while (0)

#endif
