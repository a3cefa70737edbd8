/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * noise.h - sentences about what makes times uncertain, each said by what looked at it
 */
#ifndef PERFMUX_BENCH_NOISE_H
#define PERFMUX_BENCH_NOISE_H

#include <perfmux/bench.h>

struct look {
	struct pmx_machine *machine;
	bool knows_cpus;
	struct pmx_cpus cpus;		/* that are measured on and online */
	unsigned online;		/* how many there are; 0: not known */
	const struct pmx_noise *before; /* or NULL */
	struct pmx_noise *out;
};

/*
 * Adds a line, unless it was said before; dropped when there are as many as there is room for. 0 or
 * -ENOMEM.
 */
int noise_say(struct look *look, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* "CPU 3", "CPUs 0-2,5". */
void noise_cpus(const struct pmx_cpus *cpus, char *buf, size_t size);

/* Each 0 or -ENOMEM; what cannot be read is not said. */
int noise_frequency(struct look *look);
int noise_turbo(struct look *look);
int noise_siblings(struct look *look);
int noise_throttling(struct look *look);
int noise_load(struct look *look);

#endif
