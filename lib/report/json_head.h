/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * json_head.h - how a JSON document begins: what wrote it, where, and about what
 */
#ifndef PERFMUX_REPORT_JSON_HEAD_H
#define PERFMUX_REPORT_JSON_HEAD_H

#include <time.h>

#include <perfmux/report.h>

#include "report/out.h"

/* The first members of the document, which stays open; all of @head but the exit status. */
void pmx_json_head_put(struct pmx_out *out, const char *schema, const struct pmx_json_head *head);

/* "started" in UTC, to the second; null when it is not known. */
void pmx_json_started(struct pmx_out *out, time_t started);

#endif
