// SPDX-License-Identifier: GPL-2.0-only
/*
 * target_title.c - what was measured, as the title of a report
 */
#include <errno.h>
#include <stdio.h>

#include "target.h"

/* "'make -j4'", as perf stat titles its reports. */
static int title_of_command(char **title, char *const *argv)
{
	size_t size = 0;
	FILE *out = open_memstream(title, &size);

	if (!out)
		return -ENOMEM;
	fputc('\'', out);
	for (char *const *arg = argv; *arg; arg++)
		fprintf(out, "%s%s", arg == argv ? "" : " ", *arg);
	fputc('\'', out);
	bool failed = ferror(out);

	/* glibc closes without an error when there is no memory for the last copy */
	return fclose(out) || failed || !*title ? -ENOMEM : 0;
}

int target_title(char **title, const struct target_options *o)
{
	int n = 0;

	if (o->pids)
		n = asprintf(title, "process id '%s'", o->pids);
	else if (o->tids)
		n = asprintf(title, "thread id '%s'", o->tids);
	else if (o->command && !o->all_cpus && !o->cpus)
		return title_of_command(title, o->command);
	else if (o->cpus)
		n = asprintf(title, "CPU(s) '%s'", o->cpus);
	else
		n = asprintf(title, "'system wide'");
	return n < 0 ? -ENOMEM : 0;
}
