/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pieces.h - what is put on a PMU as one: an event, or a whole group
 */
#ifndef PERFMUX_MUX_PIECES_H
#define PERFMUX_MUX_PIECES_H

#include <stdbool.h>
#include <stddef.h>

#include <perfmux/event.h>

#include "mux/meter.h"

struct pmx_piece {
	size_t first, count;	   /* events */
	size_t size;		   /* of them, those that take a counter */
	const struct pmx_pmu *pmu; /* on which they take it; NULL: software-class only */
};

/* The pieces of a list, in its order; *out is to be freed. 0 or -ENOMEM. */
int pmx_pieces_new(struct pmx_piece **out, size_t *count, const struct pmx_events *events);

/* True when the kernel cannot tell them apart, so that one fits where the other does. */
bool pmx_piece_is_same(const struct pmx_events *events, const struct pmx_piece *a,
		       const struct pmx_piece *b);

/*
 * Tries together those @pieces for which @in is true, all of one PMU, in the order of the list.
 * @tried: by piece, ON when all of it is that could be opened.
 */
int pmx_pieces_try(struct pmx_meter *meter, const struct pmx_events *events,
		   const struct pmx_piece *pieces, size_t count, const bool *in,
		   enum pmx_tried *tried, struct pmx_error *err);

#endif
