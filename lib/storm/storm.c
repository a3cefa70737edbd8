// SPDX-License-Identifier: GPL-2.0-only
/*
 * storm.c - programs until one fails, and then the shortest that does
 */
#include "storm/storm.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "storm/program.h"
#include "storm/shrink.h"

enum {
	ROOM = 4096, /* operations of a program */
	TRIES = 10,  /* to see a failure again */
	TAIL = 100,  /* operations shown of a program that cannot be shortened */
};

/* Together they end before the scenario's limit does. */
enum { REPEAT_MS = 3000, SHRINK_MS = 3000, WRITE_MS = 1500 };

struct storm {
	struct kit *kit;
	struct storm_scene scene;
	struct storm_world world;
	struct storm_course course;
	struct storm_model author;
	struct storm_op program[ROOM], scratch[ROOM];
	size_t count;

	/* what is looked for while a program is shortened */
	const char *invariant;
	uint8_t kind;
	uint64_t end;  /* no run begins after it */
	unsigned runs; /* made since repeating began */
};

/* --- a program that fails ------------------------------------------------------------------- */

static bool is_same(const struct storm *storm, const struct storm_op *program, size_t failed)
{
	return failed && program[failed - 1].kind == storm->kind &&
	       !strcmp(storm->course.breach.invariant, storm->invariant);
}

static size_t fails(void *ctx, const struct storm_op *program, size_t count)
{
	struct storm *storm = ctx;
	size_t failed;

	if (kit_now() >= storm->end)
		return 0;
	storm->runs++;
	failed = storm_course_run(&storm->course, program, count);
	return is_same(storm, program, failed) ? failed : 0;
}

static void allow_ms(struct storm *storm, unsigned ms)
{
	storm->end = kit_now() + ms * KIT_MSEC;
}

static bool repeats(struct storm *storm)
{
	allow_ms(storm, REPEAT_MS);
	storm->runs = 0;
	for (int i = 0; i < TRIES; i++)
		if (fails(storm, storm->program, storm->count))
			return true;
	return false;
}

static void list_tail(const struct storm *storm, FILE *out)
{
	size_t first = storm->count > TAIL ? storm->count - TAIL : 0;
	char text[256];

	fprintf(out, "not repeated in %u runs; the last %zu of %zu operations:\n", storm->runs,
		storm->count - first, storm->count);
	for (size_t i = first; i < storm->count; i++) {
		storm_op_text(&storm->program[i], text, sizeof(text));
		fprintf(out, "%4zu  %s\n", i + 1, text);
	}
}

/* The shortest program; @rare: although it did not fail this time. False when it did not. */
static bool write_program(struct storm *storm, FILE *out, uint64_t seed, bool rare)
{
	char title[160];
	size_t failed;

	snprintf(title, sizeof(title), "program %#" PRIx64 " of seed %" PRIu64 ", shortened%s",
		 seed, storm->kit->seed, rare ? "; it fails now and then" : "");
	failed = storm_program_write(out, &storm->course, title, storm->program, storm->count);
	return is_same(storm, storm->program, failed) || rare;
}

/* False when it did not fail this time. */
static bool leave_program(struct storm *storm, uint64_t seed, bool rare)
{
	pmx_autofree char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	bool good;

	if (!out)
		return false;
	good = write_program(storm, out, seed, rare);
	if (!fclose(out) && good && text)
		kit_reproducer(storm->kit, text);
	return good;
}

static void leave_tail(struct storm *storm)
{
	pmx_autofree char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return;
	list_tail(storm, out);
	if (!fclose(out) && text)
		kit_reproducer(storm->kit, text);
}

static void shorten(struct storm *storm, uint64_t seed)
{
	bool rare = false;

	allow_ms(storm, SHRINK_MS);
	storm->count = storm_shrink(storm->program, storm->count, storm->scratch, fails, storm);
	allow_ms(storm, WRITE_MS);
	for (int i = 1; !leave_program(storm, seed, rare) && !rare; i++)
		rare = i == TRIES - 1 || kit_now() >= storm->end;
}

static void report(struct storm *storm, uint64_t seed)
{
	/* first of all, since nothing that follows is sure to end in time */
	*storm->kit->breach = storm->course.breach;
	kit_check(storm->kit, false);
	storm->invariant = storm->course.breach.invariant;
	storm->kind = storm->program[storm->count - 1].kind;
	if (repeats(storm))
		shorten(storm, seed);
	else
		leave_tail(storm);
}

/* --- programs ------------------------------------------------------------------------------- */

/* True when all of its answers were right. */
static bool run_one(struct storm *storm, const struct storm_profile *profile)
{
	uint64_t seed = kit_random_next(&storm->kit->random), before = storm->course.operations;
	size_t count =
		storm_draw(profile, &storm->scene, seed, storm->program, ROOM, &storm->author);
	size_t failed = storm_course_run(&storm->course, storm->program, count);

	kit_count(storm->kit, storm->course.operations - before);
	if (!failed)
		return true;
	storm->count = failed;
	report(storm, seed);
	return false;
}

void storm_run(struct kit *kit, const struct storm_profile *profile, unsigned home)
{
	uint64_t end = kit_now() + kit->budget;
	struct storm *storm = calloc(1, sizeof(*storm));

	if (!storm)
		kit_error(kit, "out of memory for a storm");
	storm->kit = kit;
	storm_scene_find(kit, home, &storm->scene);
	storm->scene.strict = profile->strict;
	storm_world_open(&storm->world, kit, &storm->scene);
	storm->course.world = &storm->world;
	while (run_one(storm, profile) && kit_now() < end)
		;
	storm_world_close(&storm->world);
	free(storm);
}
