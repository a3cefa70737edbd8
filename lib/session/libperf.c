// SPDX-License-Identifier: GPL-2.0-only
/*
 * libperf.c - the only file that knows libperf from the inside
 */
#include "session/libperf.h"

#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include <perf/evsel.h>

#include <internal/evsel.h>
#include <internal/xyarray.h>

struct pmx_fds {
	struct perf_evsel *evsel;
};

static int *entry(const struct pmx_fds *fds, size_t place, size_t task)
{
	return xyarray__entry(fds->evsel->fd, place, task);
}

struct pmx_fds *pmx_fds_new(const struct perf_event_attr *attr, size_t places, size_t tasks)
{
	struct perf_event_attr copy = *attr;
	struct pmx_fds *fds;

	if (places > INT_MAX || tasks > INT_MAX)
		return NULL;
	fds = calloc(1, sizeof(*fds));
	if (!fds)
		return NULL;
	fds->evsel = perf_evsel__new(&copy);
	if (!fds->evsel || perf_evsel__alloc_fd(fds->evsel, (int)places, (int)tasks) < 0) {
		pmx_fds_free(fds);
		return NULL;
	}
	return fds;
}

void pmx_fds_set(struct pmx_fds *fds, size_t place, size_t task, int fd)
{
	*entry(fds, place, task) = fd;
}

void pmx_fds_close(struct pmx_fds *fds, size_t place, size_t task)
{
	int *fd = entry(fds, place, task);

	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void pmx_fds_free(struct pmx_fds *fds)
{
	if (!fds)
		return;
	if (fds->evsel) {
		perf_evsel__close(fds->evsel); /* which asks itself whether there is a table */
		perf_evsel__delete(fds->evsel);
	}
	free(fds);
}
