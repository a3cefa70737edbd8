/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * seconds.h - times and seeds, as options of several commands take them
 */
#ifndef PMX_CMD_SECONDS_H
#define PMX_CMD_SECONDS_H

#include <stdint.h>

#include "options.h"

/* "90", "1.5s", "500ms", "10m", "2h": to ns, above 0 and up to a year. 0 or -EINVAL. */
int opt_read_seconds(const struct opt *opt, const char *arg, uint64_t *ns, struct pmx_error *err);

/* A number of 64 bits, in decimal or behind 0x in hexadecimal. 0 or -EINVAL. */
int opt_read_seed(const struct opt *opt, const char *arg, uint64_t *seed, struct pmx_error *err);

/* One that nobody asked for; short enough to be typed again. */
uint64_t opt_choose_seed(void);

#endif
