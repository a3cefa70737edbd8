// SPDX-License-Identifier: GPL-2.0-only
/*
 * words.c - what needs and verdicts are called
 */
#include <perfmux/stress.h>

static const struct {
	const char *name, *text;
} needs[PMX_NEEDS] = {
	{ "calls", "a tracepoint that counts system calls exactly" },
	{ "faults", "page faults that are counted exactly" },
	{ "probes", "a uprobe that counts calls of a function exactly" },
	{ "writes", "a breakpoint that counts writes exactly" },
	{ "two-meters", "two PMUs that count known work exactly" },
	{ "core", "a core PMU that counts for tasks" },
	{ "two-cores", "two PMUs that multiplex and count for tasks" },
	{ "rate", "an event of a core PMU that counts time" },
	{ "cpu-events", "the right to count CPUs" },
	{ "two-cpus", "two CPUs that are online and allowed" },
	{ "hotplug", "a CPU that can be taken offline" },
	{ "cgroups", "cgroups that can be made and counted" },
	{ "tracefs", "a tracefs that can be read and written" },
	{ "root", "the right to write files of root's" },
};

static const char *const verdicts[PMX_STRESS_VERDICTS] = {
	[PMX_STRESS_PASS] = "pass",	      [PMX_STRESS_SKIP] = "skip",
	[PMX_STRESS_DEFECT] = "known defect", [PMX_STRESS_ERROR] = "error",
	[PMX_STRESS_VIOLATION] = "violation",
};

const char *pmx_need_text(unsigned index)
{
	return index < PMX_NEEDS ? needs[index].text : "something unknown";
}

const char *pmx_need_name(unsigned index)
{
	return index < PMX_NEEDS ? needs[index].name : "unknown";
}

const char *pmx_stress_verdict_name(enum pmx_stress_verdict verdict)
{
	return (unsigned)verdict < PMX_STRESS_VERDICTS ? verdicts[verdict] : "unknown";
}
