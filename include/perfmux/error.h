/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * error.h - how a function of perfmux says that something failed
 *
 * A function that can fail returns 0 or a negative errno, and fills the pmx_error it was given.
 * The text says what was tried and why it failed, in one line without a newline; the hint, which
 * may be empty, says in one line what would help. Both may quote what a user typed or what a file
 * held: whoever prints them makes control characters visible first (pmx_print_safe() in text.h).
 */
#ifndef PERFMUX_ERROR_H
#define PERFMUX_ERROR_H

#ifdef __cplusplus
extern "C" {
#endif

struct pmx_error {
	int code;	/* negative errno, 0 when nothing failed */
	char text[512]; /* what was tried, and why it failed */
	char hint[320]; /* what would help, or "" */
};

/*
 * Sets code and text, clears the hint, returns @code. @err may be NULL; text that does not fit is
 * cut.
 */
int pmx_error_set(struct pmx_error *err, int code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Sets the hint of an error that was set before. Returns err->code, or 0 when @err is NULL. */
int pmx_error_hint(struct pmx_error *err, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* The message for a failed allocation; returns -ENOMEM. */
int pmx_error_nomem(struct pmx_error *err);

#ifdef __cplusplus
}
#endif
#endif
