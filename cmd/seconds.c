// SPDX-License-Identifier: GPL-2.0-only
/*
 * seconds.c - arguments that are a time or a seed
 */
#include "seconds.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/num.h"

#define MAX_SECONDS (365 * 86400.0)

/* The factor of a unit behind the number; the text ends before it. 0 for an unknown one. */
static double cut_unit(char *text)
{
	static const struct {
		const char *name;
		double seconds;
	} units[] = { { "ms", 1e-3 }, { "s", 1 }, { "m", 60 }, { "h", 3600 } };
	size_t digits = strspn(text, "0123456789.");

	if (!text[digits])
		return 1;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (!strcmp(text + digits, units[i].name)) {
			text[digits] = '\0';
			return units[i].seconds;
		}
	return 0;
}

int opt_read_seconds(const struct opt *opt, const char *arg, uint64_t *ns, struct pmx_error *err)
{
	char text[40];
	double value = 0, unit = 0;

	if ((size_t)snprintf(text, sizeof(text), "%s", arg) < sizeof(text))
		unit = cut_unit(text);
	if (unit > 0 && !pmx_num_double(text, &value) && value > 0 && value * unit <= MAX_SECONDS) {
		*ns = (uint64_t)llround(value * unit * 1e9);
		if (*ns)
			return 0;
	}
	pmx_error_set(err, -EINVAL, "--%s '%s' is no time", opt->name, arg);
	return pmx_error_hint(err, "seconds, or a number with ms, s, m or h, up to a year");
}

int opt_read_seed(const struct opt *opt, const char *arg, uint64_t *seed, struct pmx_error *err)
{
	bool hex = !strncmp(arg, "0x", 2);

	if (!(hex ? pmx_num_hex(arg + 2, UINT64_MAX, seed) :
		    pmx_num_decimal(arg, UINT64_MAX, seed)))
		return 0;
	pmx_error_set(err, -EINVAL, "--%s '%s' is no number", opt->name, arg);
	return pmx_error_hint(err, "decimal, or hexadecimal behind 0x, below 2^64");
}

uint64_t opt_choose_seed(void)
{
	uint32_t seed;

	if (getrandom(&seed, sizeof(seed), GRND_NONBLOCK) != sizeof(seed))
		seed = (uint32_t)getpid();
	return seed;
}
