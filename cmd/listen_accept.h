/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * listen_accept.h - which of two formats a client's Accept header asks for
 */
#ifndef PMX_CMD_LISTEN_ACCEPT_H
#define PMX_CMD_LISTEN_ACCEPT_H

#include <perfmux/report_openmetrics.h>

/*
 * OpenMetrics where @accept (NULL: none) names it with a weight above 0; else the older format,
 * which everything reads.
 */
enum pmx_exposition listen_accept_format(const char *accept);

#endif
