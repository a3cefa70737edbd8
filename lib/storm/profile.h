/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * profile.h - what the programs of a storm are made of
 */
#ifndef PERFMUX_STORM_PROFILE_H
#define PERFMUX_STORM_PROFILE_H

#include "storm/model.h"

struct storm_profile {
	uint8_t weight[STORM_KINDS]; /* how often, in comparison */
	uint16_t whats;		     /* bits of enum storm_what: counted and worked, where usable */
	uint16_t flags;		     /* bits of enum storm_flag that may be set */
	uint8_t tasks, events;	     /* slots in use, at most */
	uint16_t shortest, longest;  /* programs */
	bool strict;		     /* struct storm_scene */

	/* of each hundred opens: */
	uint8_t led;	 /* join a group */
	uint8_t on_cpu;	 /* count a task on one CPU only */
	uint8_t cpus;	 /* count a CPU */
	uint8_t sampled; /* have a period */
	uint8_t odd;	 /* join whatever group, whether they may or not */
};

/* All that a machine may have. */
#define STORM_METERS   0x7f
#define STORM_SOFTWARE 0x3ff
#define STORM_ALL      0x3fff

/*
 * Fills @program with what @seed alone determines, in this scene and profile, and returns how many
 * operations there are, at most @room. @scratch is a model for the author's own use. The last ones
 * read each event that is then open.
 */
size_t storm_draw(const struct storm_profile *profile, const struct storm_scene *scene,
		  uint64_t seed, struct storm_op *program, size_t room,
		  struct storm_model *scratch);

#endif
