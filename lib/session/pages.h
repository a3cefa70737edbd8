/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pages.h - an event's user page: its times and its count, without a system call
 *
 * The kernel writes the page of a hardware event whenever it is put on its PMU or taken off.
 * Software-class events have a page that is never written. An inherited event of a task that may
 * run on any CPU has none.
 */
#ifndef PMX_SESSION_PAGES_H
#define PMX_SESSION_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perfmux/session.h>

struct pmx_page; /* memory that the kernel changes */

/* 0 or -errno. Unmapped with pmx_page_unmap(), before the session ends. */
int pmx_page_map(const struct pmx_session *session, size_t counter, struct pmx_page **out);
void pmx_page_unmap(const struct pmx_session *session, struct pmx_page *page);

struct pmx_page_content {
	uint32_t version; /* grows by 2 with each update */
	uint64_t enabled, running, raw;
	bool has_raw; /* else the event is on its PMU, and its register has the rest of the count */
};

/* Which version the page has. Odd while it is being written. */
uint32_t pmx_page_version(const struct pmx_page *page);

/* False when the kernel was writing it every time we looked. */
bool pmx_page_read(const struct pmx_page *page, struct pmx_page_content *out);

#endif
