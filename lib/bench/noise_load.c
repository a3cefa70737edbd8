// SPDX-License-Identifier: GPL-2.0-only
/*
 * noise_load.c - what others did with the CPUs while we measured, or before
 *
 * Before anything is measured there is only the load of the last minute, which may be that of
 * runs now over, or of a compiler that just ended: it is said when somebody wants a CPU right now,
 * too. Afterwards the kernel's books tell how much of the CPUs was used, and ours, how much of that
 * by us.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "base/cleanup.h"
#include "base/machine_private.h"
#include "base/num.h"
#include "bench/noise.h"

#define MEND "stop them, or measure with --pin on CPUs that they leave alone"

enum {
	LEAST_HUNDREDTHS = 25, /* of a CPU, that others may use: some daemon always runs */
	LEAST_PERCENT = 2,     /* or so much of all CPUs, if that is more */
	LEAST_JIFFIES = 100,   /* of all CPUs: a shorter time shows nothing */
};

/* --- before --------------------------------------------------------------------------------- */

/* What the load may be, in hundredths. */
static uint64_t allowed(const struct look *look)
{
	uint64_t share = (uint64_t)LEAST_PERCENT * look->online;

	return share > LEAST_HUNDREDTHS ? share : LEAST_HUNDREDTHS;
}

/* Of "4.37 4.66 3.76 8/148 28981" the load in hundredths, 437, and the tasks that run, 8. */
static bool parse_load(const char *text, uint64_t *load, uint64_t *running)
{
	const char *slash = strchr(text, '/'), *at;
	uint64_t part;

	if (!slash || pmx_num_decimal_prefix(&text, 1000000, load) || *text++ != '.' ||
	    pmx_num_decimal_prefix(&text, 99, &part))
		return false;
	*load = *load * 100 + part;
	for (at = slash; at > text && at[-1] != ' '; at--)
		;
	return !pmx_num_decimal_prefix(&at, 1000000000, running) && at == slash;
}

static int say_before(struct look *look)
{
	uint64_t load, running;
	char text[128];

	if (pmx_machine_read(look->machine, "/proc/loadavg", text, sizeof(text)) <= 0 ||
	    !parse_load(text, &load, &running))
		return 0;
	/* who read it ran, too */
	if (load < allowed(look) || running < 2)
		return 0;
	return noise_say(look, "others use the CPUs: the load is %u.%02u, and now %u run%s: " MEND,
			 (unsigned)(load / 100), (unsigned)(load % 100), (unsigned)(running - 1),
			 running == 2 ? "s" : "");
}

/* --- meanwhile ------------------------------------------------------------------------------ */

/* What we and the commands that we waited for used, in jiffies. */
static uint64_t own_jiffies(void)
{
	static const int whose[] = { RUSAGE_SELF, RUSAGE_CHILDREN };
	uint64_t us = 0;

	for (size_t i = 0; i < sizeof(whose) / sizeof(whose[0]); i++) {
		struct rusage usage;

		if (getrusage(whose[i], &usage))
			continue;
		us += (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000 +
		      (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
	}
	return us * (uint64_t)sysconf(_SC_CLK_TCK) / 1000000;
}

/* Of "cpu  user nice system idle iowait irq softirq steal ...": guests are in user already. */
static bool parse_times(const char *text, uint64_t *busy, uint64_t *all)
{
	enum { FIELDS = 8, IDLE = 3, IOWAIT = 4 };

	*busy = *all = 0;
	if (strncmp(text, "cpu ", 4))
		return false;
	text += 4;
	for (int i = 0; i < FIELDS; i++) {
		uint64_t field;

		text += strspn(text, " ");
		if (pmx_num_decimal_prefix(&text, UINT64_MAX / FIELDS, &field))
			return false;
		*all += field;
		if (i != IDLE && i != IOWAIT)
			*busy += field;
	}
	return true;
}

/* Its first line: the others may be long. */
static void read_times(struct look *look)
{
	pmx_autoclose int fd = pmx_machine_open(look->machine, "/proc/stat", O_RDONLY);
	uint64_t busy, all, own = pmx_machine_is_live(look->machine) ? own_jiffies() : 0;
	char text[512];
	ssize_t length;

	if (fd < 0)
		return;
	length = TEMP_FAILURE_RETRY(read(fd, text, sizeof(text) - 1));
	text[length > 0 ? length : 0] = '\0';
	if (!parse_times(text, &busy, &all))
		return;
	look->out->busy = busy > own ? busy - own : 0;
	look->out->all = all;
}

static int say_meanwhile(struct look *look)
{
	const struct pmx_noise *now = look->out, *before = look->before;
	uint64_t hundredths;

	if (!before->all || now->all < before->all + LEAST_JIFFIES || now->busy <= before->busy)
		return 0;
	hundredths = (uint64_t)((double)(now->busy - before->busy) * look->online * 100 /
				(double)(now->all - before->all));
	if (hundredths < allowed(look))
		return 0;
	return noise_say(look, "others used %u.%02u of %u CPU%s meanwhile: " MEND,
			 (unsigned)(hundredths / 100), (unsigned)(hundredths % 100), look->online,
			 look->online == 1 ? "" : "s");
}

int noise_load(struct look *look)
{
	read_times(look);
	return look->before ? say_meanwhile(look) : say_before(look);
}
