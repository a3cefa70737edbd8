/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * num.h - numbers read from text, strictly
 *
 * strtoul() takes white space, signs and a locale's opinion, and wraps "-1" round to the largest
 * number. These take digits and nothing else, and say so when a number does not fit.
 */
#ifndef PERFMUX_BASE_NUM_H
#define PERFMUX_BASE_NUM_H

#include <stdint.h>

/*
 * The whole of @text as a number from 0 to @max. pmx_num_decimal() takes decimal only, zeros in
 * front are just zeros; pmx_num_hex() takes hexadecimal without a prefix. 0; -EINVAL when it is no
 * such number, -ERANGE when it is too large. *out is set on success only.
 */
int pmx_num_decimal(const char *text, uint64_t max, uint64_t *out);
int pmx_num_hex(const char *text, uint64_t max, uint64_t *out);

/*
 * The decimal number that *cursor begins with; *cursor then stands behind its last digit, on
 * -ERANGE too. For grammars in which a number is a part.
 */
int pmx_num_decimal_prefix(const char **cursor, uint64_t max, uint64_t *out);

/*
 * The whole of @text as a finite decimal fraction, "2.3283064365386962890625e-10", with a point
 * whatever the locale. 0; -EINVAL; -ERANGE when it overflows.
 */
int pmx_num_double(const char *text, double *out);

#endif
