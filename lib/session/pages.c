// SPDX-License-Identifier: GPL-2.0-only
/*
 * pages.c - reading a page that the kernel writes: a sequence lock, as linux/perf_event.h says
 */
#include "session/pages.h"

#include <errno.h>
#include <unistd.h>

#include "session/internal.h"

/* The kernel writes a page in well under a microsecond. */
#define TRIES 1000

static size_t page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

int pmx_page_map(const struct pmx_session *s, size_t counter, struct pmx_page **out)
{
	int fd = counter_fd(s, counter);
	void *address;
	int ret;

	if (fd < 0)
		return -EBADF;
	if (!s->sys->map)
		return -ENOSYS;
	ret = s->sys->map(s->sys->ctx, fd, page_size(), false, &address);
	*out = ret ? NULL : address;
	return ret;
}

void pmx_page_unmap(const struct pmx_session *s, struct pmx_page *page)
{
	if (page)
		s->sys->unmap(s->sys->ctx, page, page_size());
}

static const struct perf_event_mmap_page *layout(const struct pmx_page *page)
{
	return (const void *)page;
}

uint32_t pmx_page_version(const struct pmx_page *page)
{
	return __atomic_load_n(&layout(page)->lock, __ATOMIC_ACQUIRE);
}

bool pmx_page_read(const struct pmx_page *page, struct pmx_page_content *out)
{
	const struct perf_event_mmap_page *p = layout(page);

	for (int i = 0; i < TRIES; i++) {
		uint32_t before = pmx_page_version(page);

		if (before & 1)
			continue;
		out->version = before;
		out->enabled = __atomic_load_n(&p->time_enabled, __ATOMIC_RELAXED);
		out->running = __atomic_load_n(&p->time_running, __ATOMIC_RELAXED);
		out->raw = (uint64_t)__atomic_load_n(&p->offset, __ATOMIC_RELAXED);
		out->has_raw = !__atomic_load_n(&p->index, __ATOMIC_RELAXED);
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
		if (__atomic_load_n(&p->lock, __ATOMIC_RELAXED) == before)
			return true;
	}
	return false;
}
