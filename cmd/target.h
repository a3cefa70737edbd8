/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * target.h - what the options of a command say is measured
 *
 * The table of a command takes TARGET_ROWS and TARGET_RULES, its structure a member of struct
 * target_options; after parsing comes target_options_finish(), and target_make() at last.
 */
#ifndef PMX_CMD_TARGET_H
#define PMX_CMD_TARGET_H

#include <stdbool.h>
#include <sys/utsname.h>

#include <perfmux/event.h>
#include <perfmux/plan.h>
#include <perfmux/report.h>
#include <perfmux/target.h>

#include "options.h"

struct target_options {
	char *const *command; /* NULL-terminated, NULL for none; argv's */
	const char *pids, *tids, *cpus;
	bool all_cpus;
	bool no_inherit;
	bool per_thread; /* threads are told apart; without -p and -t all of the system's */
};

/* Where a command whose structure is @type has its target_options as @member. */
/* clang-format off */
#define TARGET_ROWS(type, member)                                                             \
	{ OPT_TO(type, member.pids), .name = "pid", .letter = 'p', .kind = OPT_STRING,        \
	  .arg = "PIDS", .value = OPT_VALUE_PID,                                              \
	  .help = "processes that run already, all threads (comma-separated)",                \
	  .more = "Every thread of each process is counted, and every thread and process "    \
		  "that they start later. Ends when the last of them does, with a command "   \
		  "given beside it when the command ends, or with an interrupt." },           \
	{ OPT_TO(type, member.tids), .name = "tid", .letter = 't', .kind = OPT_STRING,        \
	  .arg = "TIDS", .value = OPT_VALUE_TID,                                              \
	  .help = "single threads that run already (comma-separated)" },                      \
	{ OPT_TO(type, member.all_cpus), .name = "all-cpus", .letter = 'a', .kind = OPT_FLAG, \
	  .help = "all CPUs, whatever runs (default without target and command)",             \
	  .more = "Counts for as long as the command runs, or until an interrupt. The "       \
		  "default when there is neither a command nor `-p`, `-t` or `-C`." },        \
	{ OPT_TO(type, member.cpus), .name = "cpu", .letter = 'C', .kind = OPT_STRING,        \
	  .arg = "CPUS", .value = OPT_VALUE_CPUS,                                             \
	  .help = "these CPUs, whatever runs (0,2-3)" }

#define TARGET_ROW_NO_INHERIT(type, member)                                                   \
	{ OPT_TO(type, member.no_inherit), .name = "no-inherit", .letter = 'i',               \
	  .kind = OPT_FLAG, .help = "leave out what the tasks start" }

#define TARGET_RULES                                                                          \
	{ "pid", OPT_OVERRIDES, "tid all-cpus cpu", "says what is measured" },                \
	{ "tid", OPT_OVERRIDES, "all-cpus cpu", "says what is measured" }
/* clang-format on */

/*
 * The words behind the options are the command; with none, and no target, all_cpus is set. -EINVAL
 * when there was not a single word. The rules of the table are checked afterwards.
 */
int target_options_finish(struct target_options *options, struct opt_parse *parse,
			  struct pmx_error *err);

/* True when CPUs are named, which tasks may still override. */
bool target_names_cpus(const struct target_options *options);

/*
 * Makes @target of them, and *watch when single tasks were named, whose end is the end; it stays
 * as it is else. Of a command the task is filled when it is launched. The caller frees both, also
 * after a failure, with pmx_target_free() and pmx_watch_free(). -EINVAL: what was typed names
 * nothing; -ESRCH, -ENODEV: there is no such task, no such CPU.
 */
int target_make(struct pmx_target *target, struct pmx_watch **watch,
		const struct target_options *options, struct pmx_machine *machine,
		struct pmx_error *err);

/* pmx_plan_new(), with the list of online CPUs read where the plan depends on it. */
int target_plan(struct pmx_plan **out, const struct pmx_events *events,
		const struct pmx_target *target, struct pmx_machine *machine,
		struct pmx_error *err);

/* "'make -j4'", "process id '123'", "CPU(s) '0-3'", "'system wide'"; the caller's. 0 or -ENOMEM. */
int target_title(char **title, const struct target_options *options);

/* For JSON documents, without an exit status. The kernel's name is in @uts, the caller's. */
struct pmx_json_head target_head(const struct target_options *options, enum pmx_target_kind kind,
				 struct utsname *uts);

#endif
