/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pmu.h - the PMUs of a machine: what each is called, where it counts, which terms it takes
 *
 * Sources: Documentation/ABI/testing/sysfs-bus-event_source-devices* of the kernel. The PMUs
 * whose type numbers are fixed ABI (software, tracepoint, breakpoint) are known without reading a
 * file.
 */
#ifndef PERFMUX_PMU_H
#define PERFMUX_PMU_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>

#include <perfmux/cpus.h>
#include <perfmux/error.h>
#include <perfmux/machine.h>

#ifdef __cplusplus
extern "C" {
#endif

enum pmx_pmu_kind {
	PMX_PMU_CORE,	    /* counts for tasks, on the CPUs in its "cpus" */
	PMX_PMU_UNCORE,	    /* counts for CPUs only, opened once on each CPU of its "cpumask" */
	PMX_PMU_SOFTWARE,   /* the kernel's software events */
	PMX_PMU_TRACEPOINT, /* tracepoints by id */
	PMX_PMU_BREAKPOINT, /* hardware breakpoints: few slots, but never multiplexed */
	PMX_PMU_MSR,	    /* free-running registers: never multiplexed */
	PMX_PMU_PROBE,	    /* kprobe and uprobe */
	PMX_PMU_SAMPLING,   /* counts only while it samples: ibs_op, ibs_fetch, arm_spe, intel_pt */
	PMX_PMU_OTHER,	    /* anything else that sysfs describes */
};

struct pmx_pmu {
	const char *name;
	uint32_t type; /* perf_event_attr.type */
	enum pmx_pmu_kind kind;
	bool software_class; /* never multiplexed, may join any group */
	bool has_cpus;	     /* cpus is what "cpus" or "cpumask" say; else it counts on every CPU */
	struct pmx_cpus cpus;
};

struct pmx_pmus; /* the PMUs of a machine, each read on first use */

/* Of @machine, which must outlive them. 0 or -errno; freed with pmx_pmus_free(). */
int pmx_pmus_new(struct pmx_pmus **out, struct pmx_machine *machine, struct pmx_error *err);
void pmx_pmus_free(struct pmx_pmus *pmus);

/*
 * The PMU called @name, owned by @pmus; NULL when there is none or it cannot be read (err says
 * why).
 */
const struct pmx_pmu *pmx_pmus_find(struct pmx_pmus *pmus, const char *name, struct pmx_error *err);

/* The PMU with this perf_event_attr.type, or NULL. */
const struct pmx_pmu *pmx_pmus_find_type(struct pmx_pmus *pmus, uint32_t type);

#define PMX_MAX_PMUS 4096

/*
 * All PMUs, sorted by name; the array is owned by @pmus. Returns their number or -errno. A
 * machine has at most PMX_MAX_PMUS; more are left out.
 */
ssize_t pmx_pmus_all(struct pmx_pmus *pmus, const struct pmx_pmu *const **list,
		     struct pmx_error *err);

/* The core PMUs only: none on a machine without hardware counters, several on a hybrid one. */
ssize_t pmx_pmus_core(struct pmx_pmus *pmus, const struct pmx_pmu *const **list,
		      struct pmx_error *err);

/*
 * The PMUs that a user means by @pattern, sorted by name. One called exactly so stands alone;
 * else a number at the end may be left out ("uncore_imc" is uncore_imc_0, uncore_imc_1, ...),
 * "uncore_" in front may, and *, ? and [] match as in a shell. Where no name matches, aliases do.
 * The array is owned by @pmus and lives until the next call. Returns the number, at least 1;
 * -ENOENT when no PMU matches (err names the nearest), or another -errno. Files of other PMUs are
 * not read.
 */
ssize_t pmx_pmus_match(struct pmx_pmus *pmus, const char *pattern,
		       const struct pmx_pmu *const **list, struct pmx_error *err);

/*
 * The second name that sysfs gives the PMU called @name, in its file "alias": "uncore_cha_0" for
 * uncore_type_0_0. Returns its length, -ENOENT when there is none, or another -errno.
 */
ssize_t pmx_pmu_alias(struct pmx_pmus *pmus, const char *name, char *buf, size_t size);

/* What a PMU's "events" directory says about one event. */
struct pmx_pmu_event {
	char terms[256]; /* "event=0x3c,umask=0x1" */
	char unit[32];	 /* "" or for example "Joules" */
	double scale;	 /* the count is multiplied by this; 1 where there is none */
	bool per_package, snapshot;
};

/*
 * 0, -ENOENT when the PMU has no event of that name (@err is left alone), else -errno with @err
 * set. A name is also tried all in lower and all in upper case.
 */
int pmx_pmu_event_find(struct pmx_pmus *pmus, const struct pmx_pmu *pmu, const char *name,
		       struct pmx_pmu_event *out, struct pmx_error *err);

/* The names of the PMU's events (pmx_machine_list()'s rules: sorted, bounded, pmx_names_free()). */
ssize_t pmx_pmu_event_names(struct pmx_pmus *pmus, const struct pmx_pmu *pmu, char ***names);

/* One file of a PMU's "format" directory: a term and the bits that its value goes to. */
struct pmx_pmu_term {
	const char *name;     /* "umask" */
	unsigned char config; /* 0 to 3, for attr.config to attr.config3 */
	uint64_t mask;	      /* bits of it; the value fills them from the lowest up */
	uint64_t max;	      /* the largest value that fits */
};

/*
 * All terms of a PMU, sorted by name; the array is owned by @pmus. Their number, 0 for a PMU
 * without a "format" directory, or -errno. A file that does not hold a format is left out.
 */
ssize_t pmx_pmu_terms(struct pmx_pmus *pmus, const struct pmx_pmu *pmu,
		      const struct pmx_pmu_term **list, struct pmx_error *err);

/*
 * Puts one term into @attr as the PMU's "format" says: config, config1, config2, config3 or a
 * format term (period and name are the event grammar's, not ours). What the term's bits held
 * before is replaced. -ENOENT for an unknown term (err lists the known ones), -ERANGE for a value
 * that does not fit its bits (err names the largest).
 */
int pmx_pmu_set_term(struct pmx_pmus *pmus, const struct pmx_pmu *pmu, const char *term,
		     uint64_t value, struct perf_event_attr *attr, struct pmx_error *err);

#ifdef __cplusplus
}
#endif
#endif
