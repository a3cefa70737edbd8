/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * storms.h - operations of a storm, written shortly
 */
#ifndef TESTS_STORMS_H
#define TESTS_STORMS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "storm/model.h"

/* Fields that are not given are 0. */
#define OP(of_kind, ...)	     ((struct storm_op){ .kind = (of_kind), __VA_ARGS__ })
#define EVENT(what_to_do, slot, ...) OP(what_to_do, .event = (slot), __VA_ARGS__)
#define READ(slot)		     EVENT(STORM_READ, slot)
#define WORK(by, done, times)	     OP(STORM_WORK, .task = (by), .what = (done), .number = (times))

/* On any CPU: alone, or in a group. */
#define OPEN(slot, counted, ...) JOIN(slot, counted, STORM_NONE, __VA_ARGS__)
#define JOIN(slot, counted, leader, ...)                                                         \
	OP(STORM_OPEN, .event = (slot), .what = (counted), .other = (leader), .cpu = STORM_NONE, \
	   __VA_ARGS__)

#define WRITE1 KIT_WRITES
#define WRITE2 (KIT_WRITES + 1)

/* Two CPUs, where all is exact. */
static inline struct storm_scene storm_test_scene(void)
{
	return (struct storm_scene){
		.usable = (1 << STORM_HARDWARE) - 1,
		.cpus = 2,
		.cpu_events = true,
		.may_map = true,
		.slack = { [KIT_FAULTS] = 400 },
	};
}

#endif
