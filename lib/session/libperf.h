/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * libperf.h - the gate to libperf's internals: an event's table of file descriptors
 *
 * libperf's own perf_evsel__open() closes everything at the first failure, takes no flags and no
 * cgroup. Its table of descriptors (place x task) can be filled by others, and serves closing
 * and, later, mapping.
 */
#ifndef PMX_SESSION_LIBPERF_H
#define PMX_SESSION_LIBPERF_H

#include <linux/perf_event.h>
#include <stddef.h>

struct pmx_fds;

/* @places: CPUs, or 1 for any; @tasks: tasks, or 1. NULL when there is no memory. */
struct pmx_fds *pmx_fds_new(const struct perf_event_attr *attr, size_t places, size_t tasks);

/* The table owns the descriptor from then on. */
void pmx_fds_set(struct pmx_fds *fds, size_t place, size_t task, int fd);

/* Closes one descriptor before its time. */
void pmx_fds_close(struct pmx_fds *fds, size_t place, size_t task);

void pmx_fds_free(struct pmx_fds *fds); /* closes all */

#endif
