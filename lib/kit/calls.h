/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * calls.h - several meters of one PMU: tracepoints of different system calls
 */
#ifndef PERFMUX_KIT_CALLS_H
#define PERFMUX_KIT_CALLS_H

#include "kit/kit.h"

#define KIT_CALLS_MAX 4

/*
 * Meters of kind KIT_CALLS, each of a system call that nothing else makes. Of the first ones at
 * most @max (KIT_CALLS_MAX); the first is kit_meter(KIT_CALLS), which the scenario must need
 * (PMX_NEED_CALLS). Any failure ends the scenario.
 */
void kit_calls(struct kit *kit, struct kit_meter *out, size_t max);

#endif
