// SPDX-License-Identifier: GPL-2.0-only
/*
 * hardware.c - is there a hardware PMU, and if not, who keeps it from us
 *
 * x86 says in cpuinfo that there is a hypervisor; which one it is, the firmware's tables (DMI),
 * Xen's own directory, or a device tree's node may tell. Each has a way of its own to hand a PMU
 * to a guest.
 */
#include <string.h>

#include "doctor/exam.h"
#include "pmu/watchdog.h"

#define DMI "/sys/class/dmi/id/"

static const struct {
	const char *sign; /* in what the firmware or Xen says */
	const char *name, *mend;
} hypervisors[] = {
	{ "VMware", "VMware", "in the machine's .vmx file: vpmc.enable = \"TRUE\"" },
	{ "VirtualBox", "VirtualBox", "VirtualBox has no virtual PMU: another hypervisor has" },
	{ "innotek", "VirtualBox", "VirtualBox has no virtual PMU: another hypervisor has" },
	{ "Microsoft Corporation", "Hyper-V",
	  "on the host: Set-VMProcessor NAME -Perfmon @(\"pmu\")" },
	{ "Amazon EC2", "Amazon EC2", "use a metal instance, or one that has a whole socket" },
	{ "Google", "Google Compute Engine",
	  "gcloud compute instances create NAME --performance-monitoring-unit=standard" },
	{ "xen", "Xen", "on the hypervisor's command line: vpmu=1" },
	{ "Xen", "Xen", "on the hypervisor's command line: vpmu=1" },
	{ "QEMU", "QEMU", "qemu -cpu host,pmu=on; with libvirt: <features><pmu state='on'/>" },
	{ "KVM", "KVM", "qemu -cpu host,pmu=on; with libvirt: <features><pmu state='on'/>" },
	{ "kvm", "KVM", "qemu -cpu host,pmu=on; with libvirt: <features><pmu state='on'/>" },
};

#define ASK "ask whoever runs the machine for a virtual PMU; with QEMU: -cpu host,pmu=on"

enum guest { IS_UNKNOWN, IS_GUEST, IS_METAL };

struct host {
	enum guest guest;
	const char *name, *mend; /* NULL: some hypervisor */
};

static bool recognise(struct host *host, const char *text)
{
	for (size_t i = 0; i < sizeof(hypervisors) / sizeof(hypervisors[0]); i++) {
		if (!strstr(text, hypervisors[i].sign))
			continue;
		host->guest = IS_GUEST;
		host->name = hypervisors[i].name;
		host->mend = hypervisors[i].mend;
		return true;
	}
	return false;
}

/* True for the word among the "flags" of the first CPU. */
static bool has_hypervisor_flag(const char *cpuinfo)
{
	const char *flags = strstr(cpuinfo, "\nflags"), *word;
	size_t length = flags ? strcspn(flags + 1, "\n") + 1 : 0;

	word = flags ? memmem(flags, length, " hypervisor", strlen(" hypervisor")) : NULL;
	return word && strchr(" \n", word[strlen(" hypervisor")]);
}

static void find_host(struct exam *exam, struct host *host)
{
	static const char *const sources[] = {
		DMI "sys_vendor",
		DMI "product_name",
		"/sys/hypervisor/type",
		"/proc/device-tree/hypervisor/compatible",
	};
	char text[8192];
	bool knows_cpu, is_x86;

	knows_cpu = exam_read_start(exam, "/proc/cpuinfo", text, sizeof(text)) > 0;
	is_x86 = knows_cpu && strstr(text, "\nflags");
	if (is_x86)
		host->guest = has_hypervisor_flag(text) ? IS_GUEST : IS_METAL;
	/* the maker of a real machine may make hypervisors, too */
	for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]) && host->guest != IS_METAL; i++)
		if (exam_read_start(exam, sources[i], text, sizeof(text)) > 0 &&
		    recognise(host, text))
			return;
}

static int report_core(struct exam *exam)
{
	char list[320] = "", cpus[96];

	for (size_t i = 0; i < exam->core_count; i++) {
		const struct pmx_pmu *pmu = exam->core[i];

		pmx_cpus_format(&pmu->cpus, cpus, sizeof(cpus));
		if (pmu->has_cpus)
			exam_list(list, sizeof(list), "%s on CPUs %s", pmu->name, cpus);
		else
			exam_list(list, sizeof(list), "%s on all CPUs", pmu->name);
	}
	return exam_report(exam, "hardware", PMX_HEALTH_OK, NULL, "%s PMU%s: %s",
			   exam->core_count == 1 ? "one core" : "several core",
			   exam->core_count == 1 ? "" : "s", list);
}

int check_hardware(struct exam *exam)
{
	struct host host = { .guest = IS_UNKNOWN };

	if (exam->core_count)
		return report_core(exam);
	find_host(exam, &host);
	if (host.guest == IS_GUEST)
		return exam_report(exam, "hardware", PMX_HEALTH_PROBLEM,
				   host.mend ? host.mend : ASK,
				   "no hardware PMU: %s%s does not hand one to this virtual "
				   "machine; cycles, instructions and cache events cannot be "
				   "counted",
				   host.name ? host.name : "the hypervisor",
				   host.name ? " (the hypervisor)" : "");
	return exam_report(
		exam, "hardware", PMX_HEALTH_PROBLEM,
		host.guest == IS_METAL ? "dmesg | grep -i -e pmu -e 'performance events'" : ASK,
		"no hardware PMU: %s; cycles, instructions and cache events cannot be counted",
		host.guest == IS_METAL ?
			"this is no virtual machine, so the kernel lacks a driver for the "
			"processor" :
			"either the kernel lacks a driver, or this is a virtual machine "
			"without one (the files do not tell)");
}

int check_watchdog(struct exam *exam)
{
	int state = pmx_watchdog_state(exam->machine);

	if (state < 0 && !exam->live)
		return exam_unknown(exam, "watchdog", PMX_WATCHDOG_FILE + 1);
	if (state <= 0)
		return exam_report(exam, "watchdog", PMX_HEALTH_OK, NULL, "the NMI watchdog is %s",
				   state < 0 ? "not in this kernel" : "off");
	if (!exam->core_count)
		return exam_report(exam, "watchdog", PMX_HEALTH_OK, NULL,
				   "the NMI watchdog is on, but there is no hardware counter to "
				   "hold");
	if (!pmx_watchdog_counts(exam->machine))
		return exam_report(exam, "watchdog", PMX_HEALTH_OK, NULL,
				   "the NMI watchdog is on, but of the kind that holds no hardware "
				   "counter");
	return exam_report(exam, "watchdog", PMX_HEALTH_NOTE, PMX_WATCHDOG_MEND,
			   "the NMI watchdog holds one hardware counter of each CPU: one event "
			   "less fits before multiplexing begins");
}
