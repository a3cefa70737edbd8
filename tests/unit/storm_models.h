/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * storm_models.h - a model that is told operations, and asked what it predicts
 *
 * Tests say what was done, and then what must follow: that it is refused, what a read gives.
 */
#ifndef TESTS_STORM_MODELS_H
#define TESTS_STORM_MODELS_H

#include <errno.h>

#include "storms.h"

static struct storm_scene scene;
static struct storm_model model;
static struct storm_expect expect;
static struct storm_answer answer;
static struct pmx_breach breach;

static inline int start(void **state)
{
	(void)state;
	scene = storm_test_scene();
	storm_model_start(&model, &scene);
	return 0;
}

/* It must be possible, and is done. */
static inline void done(struct storm_op op)
{
	bool possible = false;

	storm_predict(&model, &op, &expect);
	assert_false(expect.skip);
	for (unsigned i = 0; i < expect.errors; i++)
		possible = possible || !expect.error[i];
	assert_true(possible);
	answer = (struct storm_answer){ .at = 1000 };
	storm_apply(&model, &op, &expect, &answer);
}

/* It must fail, and with nothing but this. */
static inline void refused(struct storm_op op, int error)
{
	storm_predict(&model, &op, &expect);
	assert_false(expect.skip);
	assert_int_equal(expect.errors, 1);
	assert_int_equal(expect.error[0], error);
}

static inline bool is_skipped(struct storm_op op)
{
	storm_predict(&model, &op, &expect);
	return expect.skip;
}

static inline void may_be_either(struct storm_op op, int error, int other)
{
	storm_predict(&model, &op, &expect);
	assert_int_equal(expect.errors, 2);
	assert_int_equal(expect.error[0], error);
	assert_int_equal(expect.error[1], other);
}

/* A read of the event alone must give a count from @low to @high. */
static inline void counts(unsigned event, uint64_t low, uint64_t high)
{
	struct storm_op op = READ((uint8_t)event);

	storm_predict(&model, &op, &expect);
	assert_false(expect.skip);
	assert_int_equal(expect.error[0], 0);
	assert_int_equal(expect.members, 1);
	assert_int_equal(expect.value[0].low, low);
	assert_int_equal(expect.value[0].high, high);
}

/* The read gave this much. */
static inline void learn(unsigned event, uint64_t value)
{
	struct storm_op op = READ((uint8_t)event);

	storm_predict(&model, &op, &expect);
	answer = (struct storm_answer){ .bytes = 8, .word = { value } };
	assert_true(storm_judge(&model, &op, &expect, &answer, &breach));
	storm_apply(&model, &op, &expect, &answer);
}

#endif
