/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gpu.h - scenarios about gpu_mem records beside counters
 */
#ifndef PERFMUX_SCENARIO_GPU_H
#define PERFMUX_SCENARIO_GPU_H

#define GPU_SCENARIOS(X)

#endif
