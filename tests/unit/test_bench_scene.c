// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_scene.c - where something was measured is read from any machine, and differences are
 * said
 */
#include <sys/utsname.h>

#include <perfmux/bench.h>

#include "rooted.h"

static struct pmx_bench_scene scene;

static void the_live_machine_is_as_uname_says(void **state)
{
	struct pmx_machine *live = open_machine(NULL);
	struct utsname name;
	time_t before = time(NULL);

	(void)state;
	assert_int_equal(uname(&name), 0);
	pmx_bench_scene_read(&scene, live);
	assert_string_equal(scene.kernel, name.release);
	assert_string_equal(scene.machine, name.machine);
	assert_string_equal(scene.host, name.nodename);
	assert_int_equal(scene.cpus, sysconf(_SC_NPROCESSORS_ONLN));
	assert_true(scene.when >= before && scene.when <= time(NULL));
	pmx_machine_free(live);
}

static void a_sysroot_is_as_its_files_say(void **state)
{
	(void)state;
	sysroot_put(&root, "/proc/sys/kernel/osrelease", "6.1.0-9-arm64\n");
	sysroot_put(&root, "/proc/sys/kernel/arch", "aarch64\n");
	sysroot_put(&root, "/proc/sys/kernel/hostname", "board\n");
	sysroot_put(&root, "/sys/devices/system/cpu/online", "0-2,7\n");
	pmx_bench_scene_read(&scene, machine);
	assert_string_equal(scene.kernel, "6.1.0-9-arm64");
	assert_string_equal(scene.machine, "aarch64");
	assert_string_equal(scene.host, "board");
	assert_string_equal(scene.processor, "");
	assert_int_equal(scene.cpus, 4);
}

static void a_machine_without_files_is_unknown(void **state)
{
	(void)state;
	sysroot_put(&root, "/proc/sys/kernel/hostname",
		    "a-name-that-is-longer-than-any-that-a-kernel-of-ours-would-take-for-a-host\n");
	pmx_bench_scene_read(&scene, machine);
	assert_string_equal(scene.kernel, "");
	assert_string_equal(scene.machine, "");
	assert_string_equal(scene.host, "");
	assert_string_equal(scene.processor, "");
	assert_int_equal(scene.cpus, 0);
}

#define ARM_CPU(implementer, part)                           \
	"BogoMIPS\t: 38.40\nCPU implementer\t: " implementer \
	"\nCPU architecture: 8\nCPU variant\t: 0x1\nCPU part\t: " part "\nCPU revision\t: 0\n\n"

static void processors_have_the_name_that_each_kind_of_machine_gives(void **state)
{
	static const struct {
		const char *cpuinfo, *name;
	} cases[] = {
		{ "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 151\n"
		  "model name\t: 12th Gen Intel(R) Core(TM) i5\ncache size\t: 18432 KB\n",
		  "12th Gen Intel(R) Core(TM) i5" },
		{ "processor\t: 0\ncpu\t\t: POWER9, altivec supported\nclock\t\t: 2.1GHz\n",
		  "POWER9, altivec supported" },
		{ "system type\t: x\ncpu model\t\t: ICT Loongson-3\n", "ICT Loongson-3" },
		{ "hart\t: 0\nisa\t: rv64imafdc\nuarch\t: sifive,u74-mc\n", "sifive,u74-mc" },
		{ ARM_CPU("0x41", "0xd05") ARM_CPU("0x41", "0xd05") ARM_CPU("0x41", "0xd41")
			  ARM_CPU("0x51", "0x804"),
		  "ARM 0xd05, ARM 0xd41, Qualcomm 0x804" },
		{ ARM_CPU("0x99", "0x001"), "0x99 0x001" },
		{ "model name\t: \n", "" },
		{ "CPU part\t: 0xd05\n", "" },
		{ "nothing of the kind\n", "" },
		{ "", "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		sysroot_put(&root, "/proc/cpuinfo", cases[i].cpuinfo);
		pmx_bench_scene_read(&scene, machine);
		assert_string_equal(scene.processor, cases[i].name);
	}
}

static void long_names_are_cut(void **state)
{
	static char cpuinfo[64 * 1024];
	size_t used;

	(void)state;
	used = (size_t)snprintf(cpuinfo, sizeof(cpuinfo), "model name\t: ");
	memset(cpuinfo + used, 'x', sizeof(cpuinfo) - used - 1);
	sysroot_put(&root, "/proc/cpuinfo", cpuinfo);
	pmx_bench_scene_read(&scene, machine);
	assert_int_equal(strlen(scene.processor), sizeof(scene.processor) - 1);
	cpuinfo[0] = '\0';
	for (unsigned part = 0, at = 0; part < 100; part++)
		at += (unsigned)snprintf(cpuinfo + at, sizeof(cpuinfo) - at,
					 "CPU implementer\t: 0x41\nCPU part\t: 0x%03x\n", part);
	sysroot_put(&root, "/proc/cpuinfo", cpuinfo);
	pmx_bench_scene_read(&scene, machine);
	assert_non_null(strstr(scene.processor, "ARM 0x000, ARM 0x001, "));
	assert_string_equal(scene.processor + strlen(scene.processor) - 3, "...");
}

/* --- differences ---------------------------------------------------------------------------- */

static const struct pmx_bench_scene here = {
	.kernel = "6.12.3",
	.machine = "x86_64",
	.processor = "Fast 9000",
	.host = "box",
	.cpus = 8,
	.when = 1000,
};

/* All lines, one behind the other. */
static const char *benches_differ(const struct pmx_bench *then, const struct pmx_bench *now)
{
	static char all[1024];
	char line[512];
	size_t at = 0;

	all[0] = '\0';
	while (pmx_bench_baseline_differs(then, now, &at, line, sizeof(line)))
		snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s\n", line);
	assert_false(pmx_bench_baseline_differs(then, now, &at, line, sizeof(line)));
	return all;
}

static const char *differences(const struct pmx_bench_scene *then,
			       const struct pmx_bench_scene *now)
{
	const struct pmx_bench before = { .scene = *then }, after = { .scene = *now };

	return benches_differ(&before, &after);
}

static void the_same_scene_at_another_time_is_the_same(void **state)
{
	struct pmx_bench_scene then = here;

	(void)state;
	then.when = 5;
	assert_string_equal(differences(&then, &here), "");
}

static void each_difference_is_a_line(void **state)
{
	struct pmx_bench_scene then = here;

	(void)state;
	snprintf(then.kernel, sizeof(then.kernel), "6.1.0");
	assert_string_equal(differences(&then, &here), "kernel: 6.1.0 then, 6.12.3 now\n");
	snprintf(then.host, sizeof(then.host), "old");
	snprintf(then.machine, sizeof(then.machine), "aarch64");
	snprintf(then.processor, sizeof(then.processor), "Slow 1");
	then.cpus = 1;
	assert_string_equal(differences(&then, &here), "host: old then, box now\n"
						       "machine: aarch64 then, x86_64 now\n"
						       "processor: Slow 1 then, Fast 9000 now\n"
						       "kernel: 6.1.0 then, 6.12.3 now\n"
						       "CPUs online: 1 then, 8 now\n");
}

static void what_one_of_them_does_not_know_is_no_difference(void **state)
{
	const struct pmx_bench_scene unknown = { .when = 1 };

	(void)state;
	assert_string_equal(differences(&unknown, &here), "");
	assert_string_equal(differences(&here, &unknown), "");
}

/* What commands typed as @then and as @now, both by the name "app", differ in. */
static const char *commands_differ(const char *then, const char *now)
{
	struct pmx_bench_command old[] = { { .name = (char *)"x", .command = (char *)"y" },
					   { .name = (char *)"app", .command = (char *)then } };
	struct pmx_bench_command new[] = { { .name = (char *)"z", .command = (char *)"z" },
					   { .name = (char *)"app", .command = (char *)now } };
	const struct pmx_bench before = { .commands = old, .command_count = 2 };
	const struct pmx_bench after = { .commands = new, .command_count = 2 };

	return benches_differ(&before, &after);
}

static void another_command_by_the_same_name_is_a_difference(void **state)
{
	(void)state;
	assert_string_equal(commands_differ("./app", "./app"), "");
	assert_string_equal(commands_differ("./old", "./new"),
			    "command 'app': ./old then, ./new now\n");
}

/* 49 characters of three bytes have room behind two of one: 149 bytes of 150. */
static void a_long_command_is_cut_behind_a_character(void **state)
{
	char text[300] = "aa";
	const char *all;

	(void)state;
	for (size_t i = 0; i < 99; i++)
		memcpy(text + 2 + 3 * i, "\u20ac", 3);
	all = commands_differ("./old", text);
	assert_int_equal(strlen(all), strlen("command 'app': ./old then, ... now\n") + 149);
	assert_non_null(strstr(all, "\u20ac... now"));
	/* 50 of them just fit */
	all = commands_differ(text + 2 + 3 * 49, "./new");
	assert_int_equal(strlen(all), strlen("command 'app':  then, ./new now\n") + 150);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_live_machine_is_as_uname_says),
		WITH_ROOT(a_sysroot_is_as_its_files_say),
		WITH_ROOT(a_machine_without_files_is_unknown),
		WITH_ROOT(processors_have_the_name_that_each_kind_of_machine_gives),
		WITH_ROOT(long_names_are_cut),
		cmocka_unit_test(the_same_scene_at_another_time_is_the_same),
		cmocka_unit_test(each_difference_is_a_line),
		cmocka_unit_test(what_one_of_them_does_not_know_is_no_difference),
		cmocka_unit_test(another_command_by_the_same_name_is_a_difference),
		cmocka_unit_test(a_long_command_is_cut_behind_a_character),
	};

	return cmocka_run_group_tests_name("bench_scene", tests, NULL, NULL);
}
