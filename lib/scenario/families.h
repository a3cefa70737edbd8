/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * families.h - the families of scenarios, in the order in which they are listed and run
 *
 * A family's header says which scenarios it has: X(inherit_tree) is scenario_inherit_tree, whose
 * name is "inherit.tree", in inherit_tree.c.
 */
#ifndef PERFMUX_SCENARIO_FAMILIES_H
#define PERFMUX_SCENARIO_FAMILIES_H

#include "scenario/breakpoint.h"
#include "scenario/cgroup.h"
#include "scenario/context.h"
#include "scenario/control.h"
#include "scenario/gpu.h"
#include "scenario/group.h"
#include "scenario/inherit.h"
#include "scenario/mux.h"
#include "scenario/race.h"
#include "scenario/storm.h"

#define SCENARIOS(X)            \
	INHERIT_SCENARIOS(X)    \
	CONTEXT_SCENARIOS(X)    \
	GROUP_SCENARIOS(X)      \
	MUX_SCENARIOS(X)        \
	CGROUP_SCENARIOS(X)     \
	BREAKPOINT_SCENARIOS(X) \
	CONTROL_SCENARIOS(X)    \
	RACE_SCENARIOS(X)       \
	GPU_SCENARIOS(X)        \
	STORM_SCENARIOS(X)

#endif
