// SPDX-License-Identifier: GPL-2.0-only
/*
 * noise.c - what makes times uncertain on this machine
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/noise.h"

static bool was_said(const struct pmx_noise *before, const char *line)
{
	for (size_t i = 0; before && i < before->count; i++)
		if (!strcmp(before->lines[i], line))
			return true;
	return false;
}

int noise_say(struct look *look, const char *format, ...)
{
	struct pmx_noise *out = look->out;
	char *line = NULL;
	va_list args;
	int length;

	if (out->count == sizeof(out->lines) / sizeof(out->lines[0]))
		return 0;
	va_start(args, format);
	length = vasprintf(&line, format, args);
	va_end(args);
	if (length < 0)
		return -ENOMEM;
	if (was_said(look->before, line))
		free(line);
	else
		out->lines[out->count++] = line;
	return 0;
}

void noise_cpus(const struct pmx_cpus *cpus, char *buf, size_t size)
{
	char list[96];
	size_t length = pmx_cpus_format(cpus, list, sizeof(list));

	snprintf(buf, size, "CPU%s %s%s", pmx_cpus_count(cpus) == 1 ? "" : "s", list,
		 length < sizeof(list) ? "" : "...");
}

/* CPUs that are not online run nothing, and their files are those of long ago. */
static void choose_cpus(struct look *look, const struct pmx_cpus *cpus)
{
	struct pmx_cpus online;

	pmx_machine_forget_online(look->machine);
	if (!pmx_machine_online(look->machine, &online, NULL)) {
		look->online = (unsigned)pmx_cpus_count(&online);
		look->cpus = online;
		look->knows_cpus = true;
	}
	if (!cpus)
		return;
	if (look->knows_cpus)
		pmx_cpus_and(&look->cpus, cpus);
	else
		look->cpus = *cpus;
	look->knows_cpus = true;
}

int pmx_noise_look(struct pmx_machine *machine, const struct pmx_cpus *cpus,
		   const struct pmx_noise *before, struct pmx_noise *out, struct pmx_error *err)
{
	static int (*const parts[])(struct look * look) = {
		noise_load, noise_throttling, noise_frequency, noise_turbo, noise_siblings,
	};
	struct look look = { .machine = machine, .before = before, .out = out };

	*out = (struct pmx_noise){ .count = 0 };
	choose_cpus(&look, cpus);
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (parts[i](&look)) {
			pmx_noise_free(out);
			return pmx_error_nomem(err);
		}
	return 0;
}

void pmx_noise_free(struct pmx_noise *noise)
{
	for (size_t i = 0; i < noise->count; i++)
		free(noise->lines[i]);
	noise->count = 0;
}
