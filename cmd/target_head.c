// SPDX-License-Identifier: GPL-2.0-only
/*
 * target_head.c - what was measured, and where, as JSON documents begin
 */
#include "target.h"

struct pmx_json_head target_head(const struct target_options *options, enum pmx_target_kind kind,
				 struct utsname *uts)
{
	static const char *const kinds[] = {
		[PMX_TARGET_COMMAND] = "command",
		[PMX_TARGET_TASKS] = "tasks",
		[PMX_TARGET_CPUS] = "cpus",
	};

	return (struct pmx_json_head){
		.command = options->command,
		.target = kinds[kind],
		.version = PERFMUX_VERSION,
		.kernel = uname(uts) ? NULL : uts->release,
		.exit_status = -1,
	};
}
