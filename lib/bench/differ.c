// SPDX-License-Identifier: GPL-2.0-only
/*
 * differ.c - what is not the same as when a baseline was measured
 */
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

#include <perfmux/bench.h>

/* Bytes of a command that a line shows at most. */
#define SHOWN 150

/* Most telling first: another machine explains another processor. */
static const struct {
	const char *what;
	size_t offset;
} texts[] = {
	{ "host", offsetof(struct pmx_bench_scene, host) },
	{ "machine", offsetof(struct pmx_bench_scene, machine) },
	{ "processor", offsetof(struct pmx_bench_scene, processor) },
	{ "kernel", offsetof(struct pmx_bench_scene, kernel) },
};

enum { TEXTS = sizeof(texts) / sizeof(texts[0]) };

/* What one of them does not know is no difference. */
static bool differs(const struct pmx_bench_scene *then, const struct pmx_bench_scene *now,
		    size_t at, char *line, size_t size)
{
	const char *before, *after;

	if (at == TEXTS) {
		if (!then->cpus || !now->cpus || then->cpus == now->cpus)
			return false;
		snprintf(line, size, "CPUs online: %u then, %u now", then->cpus, now->cpus);
		return true;
	}
	before = (const char *)then + texts[at].offset;
	after = (const char *)now + texts[at].offset;
	if (!*before || !*after || !strcmp(before, after))
		return false;
	snprintf(line, size, "%s: %s then, %s now", texts[at].what, before, after);
	return true;
}

bool pmx_bench_scene_differs(const struct pmx_bench_scene *then, const struct pmx_bench_scene *now,
			     size_t *at, char *line, size_t size)
{
	while (*at <= TEXTS)
		if (differs(then, now, (*at)++, line, size))
			return true;
	return false;
}

/* For "%.*s%s": bytes up to the end of a character, and what stands for the rest. */
static int shown(const char *text)
{
	size_t length = strnlen(text, SHOWN + 1);

	if (length <= SHOWN)
		return (int)length;
	while (--length && !pmx_utf8_begins(text[length]))
		;
	return (int)length;
}

static const char *rest(const char *text)
{
	return text[shown(text)] ? "..." : "";
}

/* Another name is said where they are compared; under the same one another command may hide. */
static bool command_differs(const struct pmx_bench *then, const struct pmx_bench_command *now,
			    char *line, size_t size)
{
	for (size_t i = 0; i < then->command_count; i++) {
		const struct pmx_bench_command *before = &then->commands[i];

		if (strcmp(before->name, now->name))
			continue;
		if (!strcmp(before->command, now->command))
			return false;
		snprintf(line, size, "command '%.*s%s': %.*s%s then, %.*s%s now", shown(now->name),
			 now->name, rest(now->name), shown(before->command), before->command,
			 rest(before->command), shown(now->command), now->command,
			 rest(now->command));
		return true;
	}
	return false;
}

bool pmx_bench_baseline_differs(const struct pmx_bench *then, const struct pmx_bench *now,
				size_t *at, char *line, size_t size)
{
	const size_t of_scene = TEXTS + 1;

	if (pmx_bench_scene_differs(&then->scene, &now->scene, at, line, size))
		return true;
	while (*at < of_scene + now->command_count)
		if (command_differs(then, &now->commands[(*at)++ - of_scene], line, size))
			return true;
	return false;
}
