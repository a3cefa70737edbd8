// SPDX-License-Identifier: GPL-2.0-only
/*
 * sheet.c - what a scenario finds goes to the sheet, from any of its processes
 */
#include "kit/sheet.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "kit/kit.h"

static bool is_kept(const struct kit_sheet *sheet, const char *invariant)
{
	for (int i = 0; i < PMX_STRESS_BREACHES; i++)
		if (sheet->breach[i].invariant && !strcmp(sheet->breach[i].invariant, invariant))
			return true;
	return false;
}

/*
 * One of an invariant that is not there yet takes the last place: it may be what nobody knows of.
 */
static void put_breach(struct kit *kit)
{
	uint32_t place = __atomic_fetch_add(&kit->sheet->claimed, 1, __ATOMIC_RELAXED);

	if (place >= PMX_STRESS_BREACHES && !is_kept(kit->sheet, kit->breach->invariant))
		place = PMX_STRESS_BREACHES - 1;
	if (place < PMX_STRESS_BREACHES)
		kit->sheet->breach[place] = *kit->breach;
}

bool kit_check(struct kit *kit, bool held)
{
	__atomic_fetch_add(&kit->sheet->checks, 1, __ATOMIC_RELAXED);
	if (!held)
		put_breach(kit);
	return held;
}

void kit_breach(struct kit *kit, const char *invariant, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	kit->breach->invariant = invariant;
	vsnprintf(kit->breach->text, sizeof(kit->breach->text), fmt, args);
	va_end(args);
	kit_check(kit, false);
}

void kit_note(struct kit *kit, const char *fmt, ...)
{
	va_list args;

	if (__atomic_fetch_add(&kit->sheet->noted, 1, __ATOMIC_RELAXED))
		return; /* there is one */
	va_start(args, fmt);
	vsnprintf(kit->sheet->note, sizeof(kit->sheet->note), fmt, args);
	va_end(args);
}

void kit_count(struct kit *kit, uint64_t operations)
{
	__atomic_fetch_add(&kit->sheet->operations, operations, __ATOMIC_RELAXED);
}

void kit_reproducer(struct kit *kit, const char *text)
{
	snprintf(kit->sheet->reproducer, sizeof(kit->sheet->reproducer), "%s", text);
}

__attribute__((noreturn)) static void end(struct kit *kit, enum kit_end how)
{
	__atomic_store_n(&kit->sheet->end, how, __ATOMIC_RELEASE);
	_exit(0);
}

void kit_skip(struct kit *kit, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(kit->sheet->why, sizeof(kit->sheet->why), fmt, args);
	va_end(args);
	end(kit, KIT_SKIPPED);
}

void kit_error(struct kit *kit, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(kit->sheet->why, sizeof(kit->sheet->why), fmt, args);
	va_end(args);
	end(kit, KIT_FAILED);
}

static void put_undo(struct kit *kit, const char *path, const char *text)
{
	uint32_t place = __atomic_fetch_add(&kit->sheet->undos, 1, __ATOMIC_RELAXED);
	struct kit_undo *undo = &kit->sheet->undo[place];

	if (place >= KIT_UNDOS)
		kit_error(kit, "more than %d changes to put back", KIT_UNDOS);
	if ((size_t)snprintf(undo->path, sizeof(undo->path), "%s", path) >= sizeof(undo->path) ||
	    (size_t)snprintf(undo->text, sizeof(undo->text), "%s", text) >= sizeof(undo->text))
		kit_error(kit, "%s: too long to remember what to put back", path);
	__atomic_store_n(&undo->ready, 1, __ATOMIC_RELEASE);
}

void kit_undo_write(struct kit *kit, const char *path, const char *text)
{
	put_undo(kit, path, text);
}

void kit_undo_rmdir(struct kit *kit, const char *path)
{
	put_undo(kit, path, "");
}

bool kit_undo_restore(struct kit *kit, const char *path)
{
	char text[256];
	ssize_t length = pmx_machine_read(kit->machine, path, text, sizeof(text));

	if (length <= 0)
		return false;
	put_undo(kit, path, text);
	return true;
}
