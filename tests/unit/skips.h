/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * skips.h - a skip says what is missing; include it behind cmocka.h
 */
#ifndef TESTS_SKIPS_H
#define TESTS_SKIPS_H

/* The runner shows the line before a skip as its reason. */
#define skip_because(reason)                   \
	do {                                   \
		print_message("%s\n", reason); \
		skip();                        \
	} while (0)

#endif
