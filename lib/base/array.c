// SPDX-License-Identifier: GPL-2.0-only
/*
 * array.c - arrays that grow
 */
#include <stdlib.h>

#include "base/array.h"

enum { SMALLEST = 8 };

void *pmx_array_room(void *array, size_t *room, size_t need, size_t size)
{
	size_t wanted = *room < SMALLEST ? SMALLEST : *room;
	void *grown;

	if (array && need <= *room)
		return array;
	while (wanted < need)
		if (__builtin_mul_overflow(wanted, (size_t)2, &wanted))
			return NULL;
	grown = reallocarray(array, wanted, size);
	if (grown)
		*room = wanted;
	return grown;
}
