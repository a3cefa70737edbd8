/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * noises.h - made-up runs of two commands whose difference is known
 *
 * A noise is a row of numbers in the order in which runs follow one another, with a standard
 * deviation of 1 (around the drift, where there is one). A run takes BASE x effect x (1 + level x
 * noise). What the kernel counts is whole and often the same: those values are rounded, and the
 * effect is added, so that the truth stays a whole number.
 */
#ifndef PERFMUX_TEST_NOISES_H
#define PERFMUX_TEST_NOISES_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define BASE 100.0

enum noise {
	NOISE_NORMAL,
	NOISE_LOG_NORMAL,
	NOISE_BIMODAL, /* 3 of 10 runs take a slow path */
	NOISE_EVEN,    /* half of them do: there is next to nothing where the median is */
	NOISE_DRIFT, /* normal, and rises by 3 standard deviations from the first run to the last */
	NOISE_AUTO,  /* normal, and each run is like the one before: correlation 0.7 */
	NOISE_TIES,  /* normal, rounded to whole percents */
	NOISE_CONSTANT,
	NOISES,
};

static const char *const noise_names[] = {
	[NOISE_NORMAL] = "normal",	   [NOISE_LOG_NORMAL] = "log-normal",
	[NOISE_BIMODAL] = "bimodal 70:30", [NOISE_EVEN] = "bimodal 50:50",
	[NOISE_DRIFT] = "drift",	   [NOISE_AUTO] = "autocorrelated",
	[NOISE_TIES] = "many ties",	   [NOISE_CONSTANT] = "constant",
};

#define AUTO_RHO   0.7
#define DRIFT_RISE 3.0
#define MODES	   4.0 /* how far the modes lie apart, in standard deviations of one */

struct noise_source {
	uint64_t state;
	double spare;
	bool has_spare;
};

/* splitmix64: Steele, Lea, Flood, Fast splittable pseudorandom number generators, 2014. */
static inline uint64_t noise_bits(struct noise_source *source)
{
	uint64_t z = source->state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

/* Above 0 and below 1. */
static inline double noise_uniform(struct noise_source *source)
{
	return ((double)(noise_bits(source) >> 12) + 0.5) / 4503599627370496.0;
}

/* Box and Muller, 1958. */
static inline double noise_normal(struct noise_source *source)
{
	double radius, angle;

	source->has_spare = !source->has_spare;
	if (!source->has_spare)
		return source->spare;
	radius = sqrt(-2 * log(noise_uniform(source)));
	angle = 2 * M_PI * noise_uniform(source);
	source->spare = radius * sin(angle);
	return radius * cos(angle);
}

static inline double noise_modes(struct noise_source *source, double slow)
{
	double value = noise_normal(source) + (noise_uniform(source) < slow ? MODES : 0);

	return value / sqrt(1 + MODES * MODES * slow * (1 - slow));
}

/* The noise of @count runs that follow one another. */
static inline void noise_fill(struct noise_source *source, enum noise noise, double *out,
			      size_t count)
{
	double state = noise_normal(source);

	for (size_t i = 0; i < count; i++) {
		state = AUTO_RHO * state + sqrt(1 - AUTO_RHO * AUTO_RHO) * noise_normal(source);
		switch (noise) {
		case NOISE_LOG_NORMAL:
			out[i] = exp(noise_normal(source)) / sqrt((M_E - 1) * M_E);
			break;
		case NOISE_BIMODAL:
			out[i] = noise_modes(source, 0.3);
			break;
		case NOISE_EVEN:
			out[i] = noise_modes(source, 0.5);
			break;
		case NOISE_AUTO:
			out[i] = state;
			break;
		case NOISE_DRIFT:
			out[i] = noise_normal(source) + DRIFT_RISE * (double)i / (double)count;
			break;
		case NOISE_CONSTANT:
			out[i] = 0;
			break;
		default:
			out[i] = noise_normal(source);
			break;
		}
	}
}

/* The share of the standard normal distribution below @z. */
static inline double noise_below(double z)
{
	return erfc(-z / M_SQRT2) / 2;
}

/* The median of a noise over all of time. */
static inline double noise_median(enum noise noise)
{
	double slow = 0.3, low = 0, high = MODES;

	switch (noise) {
	case NOISE_LOG_NORMAL:
		return 1 / sqrt((M_E - 1) * M_E);
	case NOISE_BIMODAL:
		while (high - low > 1e-12) {
			double z = (low + high) / 2;

			if ((1 - slow) * noise_below(z) + slow * noise_below(z - MODES) < 0.5)
				low = z;
			else
				high = z;
		}
		return low / sqrt(1 + MODES * MODES * slow * (1 - slow));
	case NOISE_EVEN:
		return MODES / 2 / sqrt(1 + MODES * MODES / 4);
	case NOISE_DRIFT:
		return DRIFT_RISE / 2;
	default:
		return 0;
	}
}

static inline double noise_value(enum noise noise, double level, double effect, double random)
{
	if (noise == NOISE_TIES)
		return round(BASE * effect) + round(BASE * level * random);
	return BASE * effect * (1 + level * random);
}

/* Made-up runs: of a, and of b, which takes @effect times as long. */
struct noise_runs {
	double *a, *b;
	uint32_t *rounds;
	double *room; /* twice as many */
};

static inline struct noise_runs noise_runs_new(size_t count)
{
	struct noise_runs runs = {
		.a = calloc(count, sizeof(double)),
		.b = calloc(count, sizeof(double)),
		.rounds = calloc(count, sizeof(uint32_t)),
		.room = calloc(count, 2 * sizeof(double)),
	};

	if (!runs.a || !runs.b || !runs.rounds || !runs.room)
		abort();
	for (size_t i = 0; i < count; i++)
		runs.rounds[i] = (uint32_t)i;
	return runs;
}

static inline void noise_runs_free(struct noise_runs *runs)
{
	free(runs->a);
	free(runs->b);
	free(runs->rounds);
	free(runs->room);
}

/* Runs in rounds, in each of which a coin says who is first. */
static inline void noise_runs_beside(struct noise_source *source, struct noise_runs *runs,
				     size_t count, enum noise noise, double level, double effect)
{
	noise_fill(source, noise, runs->room, 2 * count);
	for (size_t i = 0; i < count; i++) {
		size_t b_first = noise_bits(source) >> 63;

		runs->a[i] = noise_value(noise, level, 1, runs->room[2 * i + b_first]);
		runs->b[i] = noise_value(noise, level, effect, runs->room[2 * i + !b_first]);
	}
}

/* All runs of a on one day, those of b on another. */
static inline void noise_runs_apart(struct noise_source *source, struct noise_runs *runs,
				    size_t count, enum noise noise, double level, double effect)
{
	noise_fill(source, noise, runs->room, count);
	noise_fill(source, noise, &runs->room[count], count);
	for (size_t i = 0; i < count; i++) {
		runs->a[i] = noise_value(noise, level, 1, runs->room[i]);
		runs->b[i] = noise_value(noise, level, effect, runs->room[count + i]);
	}
}

#endif
