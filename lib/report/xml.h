/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * xml.h - any bytes as text of XML 1.0
 */
#ifndef PERFMUX_REPORT_XML_H
#define PERFMUX_REPORT_XML_H

#include "report/out.h"

/*
 * The value of an attribute in double quotes, or what is in an element. What XML has no place for,
 * and what would command a terminal, stands as "\xNN".
 */
void pmx_xml_text(struct pmx_out *out, const char *text);

/* The same for an element that holds lines: their ends and tabs stay as they are. */
void pmx_xml_lines(struct pmx_out *out, const char *text);

#endif
