/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * control.h - scenarios about what ioctls, signals and ring buffers of events do
 */
#ifndef PERFMUX_SCENARIO_CONTROL_H
#define PERFMUX_SCENARIO_CONTROL_H

#define CONTROL_SCENARIOS(X)

#endif
