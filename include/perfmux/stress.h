/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stress.h - whether a kernel keeps its books: scenarios, run in processes of their own
 *
 * A scenario makes tasks, events and known work, and asks oracles (oracle.h) about the counts. It
 * runs in a process of its own under a supervisor, which ends it when its time is up, ends whatever
 * it left running, and puts back what it had changed, also when perfmux itself is gone. Meanwhile
 * the kernel's log is watched: a warning is a breach of the invariant "kernel-log".
 *
 * Before any scenario known work is counted with each kind of event. What miscounts even this
 * cannot be served here, and scenarios that need it are skipped.
 */
#ifndef PERFMUX_STRESS_H
#define PERFMUX_STRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perfmux/error.h>
#include <perfmux/machine.h>
#include <perfmux/oracle.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- the catalogue ------------------------------------------------------------------------- */

/* What a scenario needs of a machine, as bits. pmx_need_text() has each in words. */
enum pmx_need {
	PMX_NEED_CALLS = 1 << 0,      /* a tracepoint counts system calls exactly */
	PMX_NEED_FAULTS = 1 << 1,     /* page faults are counted exactly */
	PMX_NEED_PROBES = 1 << 2,     /* a uprobe counts calls of a function exactly */
	PMX_NEED_WRITES = 1 << 3,     /* a breakpoint counts writes exactly */
	PMX_NEED_TWO_METERS = 1 << 4, /* any two of the above, which are two PMUs */
	PMX_NEED_CORE = 1 << 5,	      /* a core PMU counts for tasks */
	PMX_NEED_TWO_CORES = 1 << 6,  /* two PMUs multiplex, for tasks on the same CPU or not */
	PMX_NEED_RATE = 1 << 7,	      /* one of their events counts time */
	PMX_NEED_CPU_EVENTS = 1 << 8, /* CPUs may be counted: rights */
	PMX_NEED_TWO_CPUS = 1 << 9,   /* two CPUs are online and ours */
	PMX_NEED_HOTPLUG = 1 << 10,   /* a CPU can be taken offline: rights, and the kernel */
	PMX_NEED_CGROUPS = 1 << 11,   /* cgroups can be made and counted */
	PMX_NEED_TRACEFS = 1 << 12,   /* tracefs can be read and written */
	PMX_NEED_ROOT = 1 << 13,      /* files of root's may be written */
};
#define PMX_NEEDS 14

/* "a core PMU that counts for tasks"; @index of the bit. */
const char *pmx_need_text(unsigned index);
/* "core": for --list and JSON. */
const char *pmx_need_name(unsigned index);

#define PMX_STRESS_LIMIT_MS 10000

struct kit;

struct pmx_scenario {
	const char *name;    /* FAMILY.NAME: "inherit.tree" */
	const char *summary; /* one line, at most 50 columns */
	const char *about;   /* the change or class of bug: "context swap between clones" */
	const char *explain; /* a paragraph: what is done, what must hold, why it could break */
	unsigned needs;	     /* bits of enum pmx_need */
	bool dangerous;	     /* known to corrupt or hang kernels that are not mended */
	bool alone;	   /* not beside other scenarios: it looks at whole CPUs, or changes them */
	bool endless;	   /* runs for as long as it is told; others have an end */
	unsigned limit_ms; /* what it may take at most on a slow machine; 0: PMX_STRESS_LIMIT_MS */
	void (*run)(struct kit *kit); /* lib/kit/kit.h; in a process of its own */
};

/* All of them, family by family; a NULL ends them. */
const struct pmx_scenario *const *pmx_scenarios(void);

/* The one called @name, or NULL. */
const struct pmx_scenario *pmx_scenario_find(const char *name);

/*
 * A defect that kernels are known to have: a label for what oracles find, never a verdict by
 * itself.
 */
struct pmx_defect {
	const char *scenario;  /* a name, or a pattern of the shell */
	const char *invariant; /* the same */
	unsigned since, until; /* kernels, as (major << 16 | minor): from, and before; 0: open */
	const char *reference; /* where it is described */
	const char *text;      /* one sentence */
};

/* Those known; one without a scenario ends them. */
const struct pmx_defect *pmx_defects(void);
/*
 * The one that @breach of @scenario on this @kernel is, or NULL. @kernel as in struct pmx_defect.
 */
const struct pmx_defect *pmx_defect_find(const char *scenario, const struct pmx_breach *breach,
					 unsigned kernel);

/* --- results ------------------------------------------------------------------------------- */

enum pmx_stress_verdict {
	PMX_STRESS_PASS,
	PMX_STRESS_SKIP,      /* why: what is missing */
	PMX_STRESS_DEFECT,    /* breaches, each a known defect */
	PMX_STRESS_ERROR,     /* why: what could not be done */
	PMX_STRESS_VIOLATION, /* breaches */
};
#define PMX_STRESS_VERDICTS 5

/* "pass", "skip", "known defect", "error", "violation" */
const char *pmx_stress_verdict_name(enum pmx_stress_verdict verdict);

#define PMX_STRESS_BREACHES 8

/* One run of a scenario, or all that its duration allowed, up to the first that is no pass. */
struct pmx_stress_result {
	const struct pmx_scenario *scenario;
	unsigned round;	   /* from 1: which of its repeats */
	uint64_t seed;	   /* of the run that was judged: with it and the duration it is the same */
	uint64_t duration; /* ns that an endless scenario was given, if that was asked; else 0 */
	enum pmx_stress_verdict verdict;
	char why[400]; /* of skip and error, and of what is worse than that beside one; else "" */
	struct pmx_breach breach[PMX_STRESS_BREACHES];
	const struct pmx_defect *defect[PMX_STRESS_BREACHES]; /* of each breach, or NULL */
	unsigned breaches;				      /* kept */
	uint64_t broken;	/* found: more than are kept when the same breaks again and again */
	uint64_t checks;	/* oracles asked */
	uint64_t operations;	/* done, where they are counted; else 0 */
	uint64_t wall, cpu;	/* ns it took, and CPU time of all its processes */
	char note[400];		/* what is reported and not judged, or "" */
	const char *reproducer; /* the shortest program that fails, or NULL; valid in the call */
};

/* One kind of event, as the known work at the start was counted. */
struct pmx_calibration {
	char name[64]; /* "page-faults", "syn_big" */
	bool works;
	uint64_t done, counted; /* of the work, by the event; 0 where it did not come to that */
	unsigned capacity;	/* counters, of a PMU that multiplexes; else 0 */
	char why[160];		/* it does not */
};

/* --- the engine ---------------------------------------------------------------------------- */

struct pmx_stress_options {
	uint64_t seed;	   /* of the first run of each; the next have the numbers that follow */
	uint64_t duration; /* ns for each, repeated meanwhile; 0: once, endless ones a second */
	unsigned repeat;   /* results of each; 0 is 1 */
	unsigned jobs;	   /* scenarios at a time; 0 is 1 */
};

struct pmx_stress;
struct pmx_sys;

/*
 * Calibrates, which takes some tens of milliseconds. @machine must be a live one (-EINVAL) and
 * outlive the result. @sys: the system-call gate, or NULL for the kernel. -EIO: it could not be
 * calibrated (@err says why); -ENOMEM.
 */
int pmx_stress_new(struct pmx_stress **out, struct pmx_machine *machine, const struct pmx_sys *sys,
		   struct pmx_error *err);
void pmx_stress_free(struct pmx_stress *stress);

/* What calibration found; owned by @stress. */
const struct pmx_calibration *pmx_stress_calibrations(const struct pmx_stress *stress,
						      size_t *count);
/* Bits of enum pmx_need that this machine serves; why one is missing, or "". */
unsigned pmx_stress_serves(const struct pmx_stress *stress);
const char *pmx_stress_missing(const struct pmx_stress *stress, unsigned index);
/* NULL while the kernel's log is watched, else why it cannot be. */
const char *pmx_stress_log_error(const struct pmx_stress *stress);

/* Told as it goes; either may be NULL. From the thread that called pmx_stress_run(). */
struct pmx_stress_hooks {
	void (*started)(void *ctx, const struct pmx_scenario *scenario, unsigned round);
	void (*ended)(void *ctx, const struct pmx_stress_result *result);
	bool (*stop)(void *ctx); /* true: end what runs, start no more */
	void *ctx;
};

/*
 * Runs each of @list, @count of them, as often as the options say. 0, or -errno when it could not
 * be gone on with (no process can be made). After stop() said true: 0, what had not ended is not
 * told.
 */
int pmx_stress_run(struct pmx_stress *stress, const struct pmx_stress_options *options,
		   const struct pmx_scenario *const *list, size_t count,
		   const struct pmx_stress_hooks *hooks, struct pmx_error *err);

#ifdef __cplusplus
}
#endif
#endif
