/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stat_listen.h - serves metrics over HTTP while counters count (--listen)
 *
 * It has no thread: the loop that waits for signals and deadlines waits for its descriptor, too,
 * and counters are read between two of these. Whatever clients do is bounded in number, memory and
 * time.
 */
#ifndef PMX_CMD_STAT_LISTEN_H
#define PMX_CMD_STAT_LISTEN_H

#include <stdint.h>

#include <perfmux/error.h>

struct stat_listen;
struct stat_run;

/*
 * Opens the address that the options of @sr have, and says where on standard error. What its
 * clients need is added to the descriptors of @sr->run. 0 or -errno.
 */
int stat_listen_open(struct stat_listen **out, struct stat_run *sr, struct pmx_error *err);

/* Readable when a client wants something; -1 for NULL, and while none could be served. */
int stat_listen_fd(const struct stat_listen *listen);

/* When there is something to do though it is quiet, CLOCK_MONOTONIC ns; RUN_NEVER for NULL. */
uint64_t stat_listen_due(const struct stat_listen *listen);

/* Does what can be done without waiting. */
void stat_listen_serve(struct stat_listen *listen);

/* Ends all connections. NULL is allowed. */
void stat_listen_close(struct stat_listen *listen);

#endif
