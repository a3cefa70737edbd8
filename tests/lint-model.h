/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * lint-model.h - what the analyser cannot see from one file: that setting an error returns a
 * negative code, so that what a failed function did not fill is not used
 */
#ifndef PMX_LINT_MODEL_H
#define PMX_LINT_MODEL_H

#include <errno.h>
#include <perfmux/error.h>

static inline int lint_negative(int code)
{
	if (code >= 0)
		__builtin_unreachable();
	return code;
}

#define pmx_error_set(err, code, ...) lint_negative(pmx_error_set(err, code, __VA_ARGS__))
#define pmx_error_nomem(err) lint_negative(pmx_error_nomem(err))

#endif
