/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * keep.h - events that stay open for as long as the scenario runs
 *
 * Closing a tracepoint's last user takes the kernel some tens of milliseconds, and a scenario that
 * opens and closes one again and again would do little else. A task that only sleeps holds one.
 */
#ifndef PERFMUX_KIT_KEEP_H
#define PERFMUX_KIT_KEEP_H

#include "kit/kit.h"

/* Holds one event of each meter that is a tracepoint. */
void kit_keep(struct kit *kit, const struct kit_meter *const *meters, size_t count);

#endif
