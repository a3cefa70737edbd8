// SPDX-License-Identifier: GPL-2.0-only
/*
 * limits.c - file descriptors: counted before anything is opened
 */
#include <errno.h>
#include <sys/resource.h>

#include "session/internal.h"

size_t pmx_session_fds_needed(const struct pmx_plan *plan)
{
	return plan->counter_count;
}

static int refuse(const struct pmx_session *s, size_t needed, struct pmx_error *err)
{
	size_t counters = pmx_session_fds_needed(s->plan);

	pmx_error_set(err, -EMFILE,
		      "%zu counter%s %zu file descriptors, %zu of them for all the rest, and "
		      "%llu are allowed",
		      counters, counters == 1 ? " needs" : "s need", needed, needed - counters,
		      (unsigned long long)s->nofile.rlim_max);
	return pmx_error_hint(
		err, "raise the limit (ulimit -n %zu), or measure fewer events, tasks or CPUs",
		needed);
}

int pmx_session_raise_limit(struct pmx_session *s, struct pmx_error *err)
{
	size_t needed = pmx_session_fds_needed(s->plan) + PMX_SESSION_FDS_BESIDE + s->fds_beside;
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &s->nofile) < 0 || s->nofile.rlim_cur >= needed)
		return 0;
	limit = s->nofile;
	limit.rlim_cur = needed;
	if (limit.rlim_max < needed)
		limit.rlim_max = needed; /* root may */
	if (setrlimit(RLIMIT_NOFILE, &limit) < 0)
		return refuse(s, needed, err);
	s->nofile_raised = true;
	return 0;
}
