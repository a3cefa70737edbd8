/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mux_words.h - what the text and the picture say of an event in the same words
 */
#ifndef PERFMUX_REPORT_MUX_WORDS_H
#define PERFMUX_REPORT_MUX_WORDS_H

#include <perfmux/mux.h>

#include "report/number.h"

enum { PMX_MUX_WORD = 64 };

/* False when there is no number to show. */
bool pmx_mux_has_value(const struct pmx_mux_row *row);

/*
 * The scaled count, or a word in its place: "<starved>", "<in error>", "<elsewhere>",
 * "<not supported>", "<not counted>". Returns the length.
 */
size_t pmx_mux_value(const struct pmx_mux_row *row, bool grouped, char buf[PMX_NUMBER_SIZE]);

/* Half the 95 % interval in per cent of the count; NAN where either is not known, or it is 0. */
double pmx_mux_percent(const struct pmx_mux_row *row);

/* "± 1.2%", "exact", "too few" (slices to know it), or "" where there is no count. */
size_t pmx_mux_bound(const struct pmx_mux_row *row, bool utf8, char buf[PMX_MUX_WORD]);

/* "33.4%" of @part in @whole, 0 to 1; "" where @whole is 0. */
size_t pmx_mux_share(double part, double whole, char buf[PMX_MUX_WORD]);

/* The share of the time it was due; "" where it was never due, and where it was lost. */
size_t pmx_mux_row_share(const struct pmx_mux_row *row, char buf[PMX_MUX_WORD]);

/* Why its slices need no numbers: "always on", "software, never multiplexed"; or "". */
const char *pmx_mux_remark(const struct pmx_mux_row *row);

/*
 * Why it is not a plain count: what the kernel or the session said, else what the verdict means;
 * NULL where there is nothing to explain.
 */
const char *pmx_mux_reason(const struct pmx_mux_row *row);

/* "CPU 3", "thread 123", "CPU 3, thread 123", or "" for all places together. */
size_t pmx_mux_place(const struct pmx_mux_row *row, char buf[PMX_MUX_WORD]);
bool pmx_mux_is_same_place(const struct pmx_mux_row *a, const struct pmx_mux_row *b);

/* Events that had to wait for others; @of: those that could have. */
size_t pmx_mux_took_turns(const struct pmx_mux_report *report, size_t *of);

/*
 * The PMUs that were observed, each once, in the order of the rows; @list has room for one a row.
 * Returns their number. Then the place of one of them in it, @count when it is not there.
 */
size_t pmx_mux_list_pmus(const struct pmx_mux_report *report, const struct pmx_pmu **list);
size_t pmx_mux_find_pmu(const struct pmx_pmu *const *list, size_t count, const struct pmx_pmu *pmu);

/* Does the row stand in a {} group, alone, or with neighbours above or below it? */
enum pmx_mux_brace {
	PMX_BRACE_NONE,
	PMX_BRACE_ONE,
	PMX_BRACE_FIRST,
	PMX_BRACE_MIDDLE,
	PMX_BRACE_LAST,
};

enum pmx_mux_brace pmx_mux_brace(const struct pmx_mux_report *report, size_t row);

/* The mark of a brace, one column wide. */
const char *pmx_mux_brace_text(enum pmx_mux_brace brace, bool utf8);

#endif
