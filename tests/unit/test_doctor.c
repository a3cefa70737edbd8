// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_doctor.c - findings on machines made up for one of them, and on this one with a kernel that
 * refuses
 */
#include "pmus.h"

#include <errno.h>

#include <perfmux/doctor.h>

#include "fake_kernel.h"

static struct pmx_findings findings;

static void examine(const struct pmx_sys *sys)
{
	pmx_findings_free(&findings);
	assert_int_equal(pmx_doctor_examine(machine, pmus, sys, &findings, NULL), 0);
}

static const struct pmx_finding *finding(const char *subject)
{
	for (size_t i = 0; i < findings.count; i++)
		if (strcmp(findings.list[i].subject, subject) == 0)
			return &findings.list[i];
	fail_msg("no finding about %s", subject);
	return NULL;
}

/* The machine as it is now, read anew. */
static const struct pmx_finding *examine_root(const char *subject)
{
	close_pmus();
	open_pmus(open_machine(root.dir));
	examine(NULL);
	return finding(subject);
}

static void check(const char *subject, enum pmx_health health, const char *text, const char *mend)
{
	const struct pmx_finding *found = examine_root(subject);

	if (found->health != health || !strstr(found->text, text) || !strstr(found->mend, mend))
		fail_msg("%s is %s: '%s', mend '%s'", subject, pmx_health_name(found->health),
			 found->text, found->mend);
}

static int setup(void **state)
{
	make_pmus(state);
	sysroot_put(&root, "/sys/devices/system/cpu/online", "0-3\n");
	return 0;
}

static int teardown(void **state)
{
	pmx_findings_free(&findings);
	return remove_pmus(state);
}

static void an_empty_sysroot_is_unknown_and_no_crash(void **state)
{
	(void)state;
	examine(NULL);
	assert_int_equal(findings.count, 12);
	assert_int_equal(finding("paranoid")->health, PMX_HEALTH_UNKNOWN);
	assert_int_equal(finding("kernel")->health, PMX_HEALTH_UNKNOWN);
	assert_int_equal(finding("open")->health, PMX_HEALTH_UNKNOWN);
	assert_int_equal(finding("hardware")->health, PMX_HEALTH_PROBLEM);
	assert_int_equal(pmx_findings_count(&findings, PMX_HEALTH_PROBLEM), 1);
}

static void put_release(const char *release)
{
	sysroot_put(&root, "/proc/sys/kernel/osrelease", release);
}

static void put_core(const char *name, const char *type)
{
	char path[256];

	snprintf(path, sizeof(path), DEV "/%s/type", name);
	sysroot_put(&root, path, type);
	snprintf(path, sizeof(path), DEV "/%s/cpus", name);
	sysroot_put(&root, path, "0-1\n");
}

static void the_kernels_age_matters_with_several_pmus_only(void **state)
{
	(void)state;
	put_release("6.1.0-18-amd64\n");
	check("kernel", PMX_HEALTH_OK, "6.1.0-18-amd64", "");
	put_core("cpu_core", "4\n");
	put_core("cpu_atom", "10\n");
	check("kernel", PMX_HEALTH_NOTE, "share one context", "");
	put_release("6.2.0\n");
	check("kernel", PMX_HEALTH_OK, "each by itself", "");
	put_release("10.0\n");
	check("kernel", PMX_HEALTH_OK, "each by itself", "");
	put_release("next\n");
	check("kernel", PMX_HEALTH_UNKNOWN, "next", "");
}

static void each_hypervisor_has_its_own_way(void **state)
{
	static const struct {
		const char *vendor, *product, *mend;
	} cases[] = {
		{ "QEMU\n", "Standard PC\n", "pmu=on" },
		{ "VMware, Inc.\n", "VMware Virtual Platform\n", "vpmc.enable" },
		{ "Microsoft Corporation\n", "Virtual Machine\n", "Set-VMProcessor" },
		{ "innotek GmbH\n", "VirtualBox\n", "VirtualBox has no" },
		{ "Amazon EC2\n", "m5.large\n", "metal" },
		{ "Google\n", "Google Compute Engine\n", "performance-monitoring-unit" },
		{ "Xen\n", "HVM domU\n", "vpmu=1" },
		{ "Nobody\n", "Nothing\n", "ask whoever" },
	};

	(void)state;
	sysroot_put(&root, "/proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu hypervisor lm\n");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		sysroot_put(&root, "/sys/class/dmi/id/sys_vendor", cases[i].vendor);
		sysroot_put(&root, "/sys/class/dmi/id/product_name", cases[i].product);
		check("hardware", PMX_HEALTH_PROBLEM, "virtual machine", cases[i].mend);
	}
}

static void a_real_machine_is_not_sent_to_a_hypervisor(void **state)
{
	(void)state;
	/* the word must be a flag of its own; and this maker sells machines, too */
	sysroot_put(&root, "/proc/cpuinfo",
		    "processor\t: 0\nflags\t\t: fpu nohypervisor hypervisors\n");
	sysroot_put(&root, "/sys/class/dmi/id/sys_vendor", "Microsoft Corporation\n");
	check("hardware", PMX_HEALTH_PROBLEM, "no virtual machine", "dmesg");
	put_core("cpu_core", "4\n");
	check("hardware", PMX_HEALTH_OK, "cpu_core on CPUs 0-1", "");
}

static void the_watchdog_holds_a_counter_where_there_is_one(void **state)
{
	(void)state;
	sysroot_put(&root, "/proc/sys/kernel/nmi_watchdog", "1\n");
	check("watchdog", PMX_HEALTH_OK, "no hardware counter", "");
	put_core("cpu_core", "4\n");
	check("watchdog", PMX_HEALTH_NOTE, "holds one", "sysctl kernel.nmi_watchdog=0");
	sysroot_put(&root, "/proc/sys/kernel/nmi_watchdog", "0\n");
	check("watchdog", PMX_HEALTH_OK, "off", "");
}

static void a_watchdog_of_neighbours_holds_no_counter(void **state)
{
	static char symbols[200000];
	size_t length = 0;

	(void)state;
	put_core("armv8_pmuv3", "10\n");
	sysroot_put(&root, "/proc/sys/kernel/nmi_watchdog", "1\n");
	while (length < sizeof(symbols) - 200)
		length += (size_t)snprintf(symbols + length, sizeof(symbols) - length,
					   "0000000000000000 t symbol_%zu\n", length);
	sysroot_put(&root, "/proc/kallsyms", symbols);
	check("watchdog", PMX_HEALTH_NOTE, "holds one", "nmi_watchdog=0");
	snprintf(symbols + length, sizeof(symbols) - length,
		 "0000000000000000 t watchdog_buddy_check_hardlockup\n");
	sysroot_put(&root, "/proc/kallsyms", symbols);
	check("watchdog", PMX_HEALTH_OK, "no hardware counter", "");
	snprintf(symbols, sizeof(symbols), "0000000000000000 t watchdog_overflow_callback\n");
	sysroot_put(&root, "/proc/kallsyms", symbols);
	check("watchdog", PMX_HEALTH_NOTE, "holds one", "nmi_watchdog=0");
}

static void slow_rotation_is_noted_with_its_file(void **state)
{
	(void)state;
	check("mux", PMX_HEALTH_OK, "no PMU here multiplexes", "");
	put_core("cpu_core", "4\n");
	check("mux", PMX_HEALTH_UNKNOWN, "", "");
	sysroot_put(&root, DEV "/cpu_core/perf_event_mux_interval_ms", "4\n");
	check("mux", PMX_HEALTH_OK, "every 4 ms", "");
	sysroot_put(&root, DEV "/cpu_core/perf_event_mux_interval_ms", "1000\n");
	check("mux", PMX_HEALTH_NOTE, "1000 ms",
	      "echo 4 > " DEV "/cpu_core/perf_event_mux_interval_ms");
}

static void put_status(const char *caps, int seccomp)
{
	char text[256];

	snprintf(text, sizeof(text), "Name:\tx\nCapEff:\t%s\nSeccomp:\t%d\n", caps, seccomp);
	sysroot_put(&root, "/proc/self/status", text);
}

static void a_capability_lifts_the_paranoid_level(void **state)
{
	(void)state;
	sysroot_put(&root, "/proc/sys/kernel/perf_event_paranoid", "2\n");
	check("paranoid", PMX_HEALTH_NOTE, "without CAP_PERFMON", "sysctl");
	put_status("0000000000000000", 0);
	check("paranoid", PMX_HEALTH_PROBLEM, "only the user mode", "sysctl");
	check("capabilities", PMX_HEALTH_NOTE, "lacks CAP_PERFMON", "setcap cap_perfmon");
	put_status("0000004000080004", 0); /* CAP_PERFMON, CAP_SYS_PTRACE, CAP_DAC_READ_SEARCH */
	check("paranoid", PMX_HEALTH_OK, "lifts", "");
	check("capabilities", PMX_HEALTH_OK, "CAP_DAC_READ_SEARCH", "");
	put_status("0000000000200000", 0); /* CAP_SYS_ADMIN stands for CAP_PERFMON */
	check("paranoid", PMX_HEALTH_OK, "lifts", "");
	put_status("0000000000000000", 0);
	sysroot_put(&root, "/proc/sys/kernel/perf_event_paranoid", "4\n");
	check("paranoid", PMX_HEALTH_PROBLEM, "nothing may be counted", "sysctl");
	sysroot_put(&root, "/proc/sys/kernel/perf_event_paranoid", "-1\n");
	check("paranoid", PMX_HEALTH_OK, "everything", "");
}

#define FIELD(type, name, offset, size) \
	"\tfield:" type " " name ";\toffset:" offset ";\tsize:" size ";\tsigned:0;\n"

static void put_format(const char *event, const char *fields)
{
	char path[256], text[1024];

	snprintf(path, sizeof(path), "/sys/kernel/tracing/events/gpu_mem/%s/format", event);
	snprintf(text, sizeof(text),
		 "name: %s\nID: 7\nformat:\n" FIELD("unsigned short", "common_type", "0",
						    "2") "\n" FIELD("uint32_t", "gpu_id", "8", "4")
			 FIELD("uint32_t", "pid", "12", "4") "%s\n"
							     "print fmt: \"\"\n",
		 event, fields);
	sysroot_put(&root, path, text);
}

#define SIZE FIELD("uint64_t", "size", "16", "8")

static void each_variant_of_gpu_mem_is_known(void **state)
{
	static const char *const fields[] = { "imported_size", "imported_mem", "import_mem_total" };
	char line[256];

	(void)state;
	check("gpu_mem", PMX_HEALTH_UNKNOWN, "tracefs", "");
	sysroot_mkdir(&root, "/sys/kernel/tracing/events");
	check("gpu_mem", PMX_HEALTH_NOTE, "fdinfo", "");
	put_format("gpu_mem_total", SIZE);
	check("gpu_mem", PMX_HEALTH_OK, "as in mainline", "");
	put_format("gpu_mem_imported", SIZE);
	check("gpu_mem", PMX_HEALTH_OK, "gpu_mem_imported", "");
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		snprintf(line, sizeof(line),
			 SIZE "\tfield:uint64_t %s;\toffset:24;\tsize:8;\tsigned:0;\n", fields[i]);
		put_format("gpu_mem_total", line);
		check("gpu_mem", PMX_HEALTH_OK, fields[i], "");
	}
	put_format("gpu_mem_total", "");
	check("gpu_mem", PMX_HEALTH_PROBLEM, "no field size or mem_total", "");
}

static void low_limits_are_noted(void **state)
{
	(void)state;
	sysroot_put(&root, "/proc/sys/kernel/perf_event_mlock_kb", "128\n");
	check("mlock", PMX_HEALTH_NOTE, "128 KiB", "sysctl kernel.perf_event_mlock_kb=516");
	sysroot_put(&root, "/proc/sys/kernel/perf_event_max_sample_rate", "250\n");
	check("rate", PMX_HEALTH_NOTE, "250 samples", "sysctl kernel.perf_event_max_sample_rate");
	sysroot_put(&root, "/proc/sys/kernel/perf_event_max_sample_rate", "100000\n");
	check("rate", PMX_HEALTH_OK, "100000", "");
}

static int refuse;

static int refusing(const struct perf_event_attr *attr, int cpu, int group_fd)
{
	(void)attr, (void)cpu, (void)group_fd;
	return refuse;
}

static void a_refused_open_is_a_problem_on_this_machine(void **state)
{
	static const int codes[] = { -EPERM, -ENOSYS, -EACCES, -EMFILE };
	struct fake_kernel fake = { .on_open = refusing };
	struct pmx_sys sys = fake_sys(&fake);

	(void)state;
	open_pmus(open_machine("/"));
	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
		refuse = codes[i];
		examine(&sys);
		assert_int_equal(finding("open")->health, PMX_HEALTH_PROBLEM);
	}
	refuse = 0;
	examine(&sys);
	assert_int_equal(finding("open")->health, PMX_HEALTH_OK);
	assert_int_not_equal(finding("files")->health, PMX_HEALTH_UNKNOWN);
	pmx_findings_free(&findings);
	close_pmus();
}

#define WITH(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH(an_empty_sysroot_is_unknown_and_no_crash),
		WITH(the_kernels_age_matters_with_several_pmus_only),
		WITH(each_hypervisor_has_its_own_way),
		WITH(a_real_machine_is_not_sent_to_a_hypervisor),
		WITH(the_watchdog_holds_a_counter_where_there_is_one),
		WITH(a_watchdog_of_neighbours_holds_no_counter),
		WITH(slow_rotation_is_noted_with_its_file),
		WITH(a_capability_lifts_the_paranoid_level),
		WITH(each_variant_of_gpu_mem_is_known),
		WITH(low_limits_are_noted),
		cmocka_unit_test(a_refused_open_is_a_problem_on_this_machine),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
