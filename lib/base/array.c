// SPDX-License-Identifier: GPL-2.0-only
/*
 * array.c - arrays that grow
 */
#include <stdint.h>
#include <stdlib.h>

#include "base/array.h"

enum { SMALLEST = 8 };

void *pmx_array_room(void *array, size_t *room, size_t need, size_t size)
{
	size_t wanted = *room < SMALLEST ? SMALLEST : *room;
	size_t bytes;
	void *grown;

	if (array && need <= *room)
		return array;
	while (wanted < need)
		if (__builtin_mul_overflow(wanted, (size_t)2, &wanted))
			return NULL;
	if (__builtin_mul_overflow(wanted, size, &bytes) || bytes > PTRDIFF_MAX)
		return NULL;
	grown = realloc(array, bytes);
	if (grown)
		*room = wanted;
	return grown;
}
