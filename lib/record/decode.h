/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * decode.h - a ring's bytes as a record
 */
#ifndef PERFMUX_RECORD_DECODE_H
#define PERFMUX_RECORD_DECODE_H

#include <linux/perf_event.h>

#include <perfmux/record.h>

/* What every event is opened with, and pmx_decode() takes apart. */
#define PMX_RECORD_SAMPLE_TYPE \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_RAW)

/* Which event has which of the kernel's ids: one id an event and CPU. */
struct pmx_id {
	uint64_t id;
	unsigned event;
};

struct pmx_ids {
	struct pmx_id *list;
	size_t count, room;
};

int pmx_ids_add(struct pmx_ids *ids, uint64_t id, unsigned event); /* 0 or -ENOMEM */
void pmx_ids_sort(struct pmx_ids *ids); /* after the last, before the first question */
bool pmx_ids_find(const struct pmx_ids *ids, uint64_t id, unsigned *event);
void pmx_ids_free(struct pmx_ids *ids);

/*
 * Fills all of @out but cpu and late. False for records that say nothing to us, and for any that
 * contradicts itself. @id: of the event that wrote it, or that the kernel names as having lost
 * some.
 */
bool pmx_decode(const struct perf_event_header *header, const struct pmx_ids *ids,
		struct pmx_record *out, uint64_t *id);

#endif
