/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * quote.h - any bytes as a field of CSV, a string of JSON or the value of a label
 */
#ifndef PERFMUX_REPORT_QUOTE_H
#define PERFMUX_REPORT_QUOTE_H

#include "report/out.h"

/*
 * None lets a character through that commands a terminal or reorders the text around it: control
 * characters, separators of lines and paragraphs, and marks of direction. They, and bytes that are
 * not UTF-8, are escaped.
 */

/*
 * RFC 4180: in quotes when it holds the separator, a quote or what is escaped. The format has no
 * escapes: what needs one is written as "\xNN", byte by byte. So are line ends, since most scripts
 * read line by line.
 */
void pmx_quote_csv(struct pmx_out *out, const char *text, const char *separator);

/*
 * A JSON string with its quotes, "null" for NULL. A character becomes "\uNNNN", which reads back as
 * itself; JSON text is UTF-8, so that a byte which is none becomes the four characters "\xNN".
 */
void pmx_quote_json(struct pmx_out *out, const char *text);

/*
 * The value of a label of OpenMetrics with its quotes. Its only escapes are those of line end,
 * quote and backslash: all else becomes the four characters "\xNN", byte by byte.
 */
void pmx_quote_label(struct pmx_out *out, const char *text);

/*
 * A whole number that every reader of JSON can take: many reject a document for one integer above
 * 2^63 - 1, so that such a number is written as a real, with an exponent.
 */
void pmx_number_json(struct pmx_out *out, uint64_t value);

#endif
