/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * words.h - a sentence that is put together piece by piece; what does not fit is cut
 */
#ifndef PERFMUX_REPORT_WORDS_H
#define PERFMUX_REPORT_WORDS_H

#include <stddef.h>

struct pmx_words {
	char text[1024];
	size_t used;
};

void pmx_say(struct pmx_words *words, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* A number, whatever the locale. */
void pmx_say_fixed(struct pmx_words *words, double value, unsigned digits);

#endif
