/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * array.h - arrays that grow: overflow is checked, room doubles
 */
#ifndef PERFMUX_BASE_ARRAY_H
#define PERFMUX_BASE_ARRAY_H

#include <stddef.h>

/*
 * Makes room for @need elements of @size bytes in @array (NULL at first), which has room for
 * *room. Returns the array, perhaps moved, with *room updated; NULL when there is no memory or
 * the size overflows: @array is then as before and still the caller's. New room is not cleared.
 *
 *	grown = pmx_array_room(list, &room, count + 1, sizeof(*list));
 *	if (!grown)
 *		return pmx_error_nomem(err);
 *	list = grown;
 */
void *pmx_array_room(void *array, size_t *room, size_t need, size_t size);

#endif
