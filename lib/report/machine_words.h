/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * machine_words.h - how reports call the parts of a machine
 */
#ifndef PERFMUX_REPORT_MACHINE_WORDS_H
#define PERFMUX_REPORT_MACHINE_WORDS_H

#include <stddef.h>

#include <perfmux/pmu.h>

/* "core", "uncore", "software", ... */
const char *pmx_pmu_kind_name(enum pmx_pmu_kind kind);

/* Where the term's bits are, as sysfs writes it: "config:0-7,32". Returns @buf. */
const char *pmx_term_bits(const struct pmx_pmu_term *term, char *buf, size_t size);

#endif
