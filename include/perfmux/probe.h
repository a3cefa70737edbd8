/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * probe.h - whether an event counts what it should: opened, and where the truth is known, checked
 *
 * That an event opens says little: a virtual machine may take a breakpoint and never fire it. So a
 * workload that causes a known number of events runs in the calling thread while the event counts
 * it: calls, page faults, writes to a variable, turns of a loop, time on a CPU. For events without
 * such a workload what is said is that they open, and what they counted.
 */
#ifndef PERFMUX_PROBE_H
#define PERFMUX_PROBE_H

#include <stdbool.h>
#include <stdint.h>

#include <perfmux/list.h>
#include <perfmux/session.h>

#ifdef __cplusplus
extern "C" {
#endif

/* From best to worst: an event that is several counters has the worst of their verdicts. */
enum pmx_verdict {
	PMX_VERDICT_COUNTS,	 /* counted what the workload caused */
	PMX_VERDICT_OPENS,	 /* opened and ran; no workload is known whose count it must give */
	PMX_VERDICT_CPU_ONLY,	 /* the same, for a CPU; it cannot follow a task */
	PMX_VERDICT_FORM,	 /* no event but the form of one: nothing to open */
	PMX_VERDICT_NEVER_RAN,	 /* opened, and never was on its PMU */
	PMX_VERDICT_WRONG,	 /* ran, and counted something else than the workload caused */
	PMX_VERDICT_NOTHING,	 /* ran while the workload did, and counted nothing */
	PMX_VERDICT_FORBIDDEN,	 /* not opened, for want of rights */
	PMX_VERDICT_UNSUPPORTED, /* not opened; text says why */
};

/* "counts", "opens", "cpu_only", ...: for JSON. */
const char *pmx_verdict_name(enum pmx_verdict verdict);

struct pmx_probe {
	enum pmx_verdict verdict;
	bool checked;	    /* there was a workload, and low and high hold */
	uint64_t raw;	    /* counted */
	uint64_t low, high; /* from, to: what the workload caused */
	uint64_t running;   /* ns on its PMU */
	const char *what;   /* what was caused: "writes"; static; NULL when unchecked */
	int cpu;	    /* the CPU for which it was opened; -1 for this task */
	int code;	    /* errno of a failed open, else 0 */
	char text[640];	    /* a sentence for people; "" when the numbers say it all */
};

struct pmx_prober;

/*
 * @machine is the resolver's. @sys: the system-call gate, or NULL for the kernel
 * (lib/session/sys.h). -EINVAL for a sysroot, unless @sys stands in for its kernel.
 */
int pmx_prober_new(struct pmx_prober **out, struct pmx_resolver *resolver,
		   struct pmx_machine *machine, const struct pmx_sys *sys, struct pmx_error *err);
void pmx_prober_free(struct pmx_prober *prober);

/*
 * Opens @event and lets it count, for about a millisecond. The calling thread may be moved between
 * CPUs meanwhile; afterwards it may run where it might before. Every failure of the event is a
 * verdict; -errno is returned only when nothing could be found out (-ENOMEM, a spec that nobody
 * can resolve).
 */
int pmx_probe_event(struct pmx_prober *prober, const struct pmx_listed_event *event,
		    struct pmx_probe *out, struct pmx_error *err);

#ifdef __cplusplus
}
#endif
#endif
