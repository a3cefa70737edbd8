/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * format.h - the bits that a term's value goes to
 */
#ifndef PERFMUX_PMU_FORMAT_H
#define PERFMUX_PMU_FORMAT_H

#include <perfmux/pmu.h>

/* Reads "config1:0-7,32-35" into config, mask and max of @out; 0 or -EINVAL. */
int pmx_format_parse(const char *text, struct pmx_pmu_term *out);

/* @value's bits, put from the lowest up where @mask has ones. */
uint64_t pmx_format_scatter(uint64_t mask, uint64_t value);

/* The field of @attr that a config number means; NULL where this build's attr has none. */
__u64 *pmx_format_config(struct perf_event_attr *attr, unsigned config);

/* 0 to 3 for "config" to "config3", -1 for another word; @length bytes of @word count. */
int pmx_format_config_number(const char *word, size_t length);

/* The other way round; NULL for a number too large. */
const char *pmx_format_config_name(unsigned config);

#endif
