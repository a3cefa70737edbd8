/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * plain.h - printf with a decimal point, whatever the locale
 */
#ifndef PERFMUX_BENCH_PLAIN_H
#define PERFMUX_BENCH_PLAIN_H

#include <stddef.h>

/* As snprintf() in the locale "C"; returns the length of what is in @buf now. */
size_t pmx_plain(char *buf, size_t size, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
