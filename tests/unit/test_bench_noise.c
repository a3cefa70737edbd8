// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_noise.c - what makes times uncertain is said, with what would help; a quiet machine is
 * not
 */
#include <time.h>

#include <perfmux/bench.h>

#include "rooted.h"

#define CPU "/sys/devices/system/cpu"

/* All lines of a look, one behind the other. */
static const char *look_at(struct pmx_machine *at, const char *cpus, const struct pmx_noise *before,
			   struct pmx_noise *out)
{
	static char all[2048];
	struct pmx_cpus set;

	if (cpus)
		assert_int_equal(pmx_cpus_parse(&set, cpus), 0);
	assert_int_equal(pmx_noise_look(at, cpus ? &set : NULL, before, out, NULL), 0);
	all[0] = '\0';
	for (size_t i = 0; i < out->count; i++)
		snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s\n", out->lines[i]);
	return all;
}

static const char *look(const char *cpus)
{
	struct pmx_noise noise;
	const char *all = look_at(machine, cpus, NULL, &noise);

	pmx_noise_free(&noise);
	return all;
}

static void expect_fixture(const char *name, const char *lines)
{
	struct pmx_machine *fixture = open_fixture(name);
	struct pmx_noise noise;

	assert_string_equal(look_at(fixture, NULL, NULL, &noise), lines);
	pmx_noise_free(&noise);
	pmx_machine_free(fixture);
}

static void a_laptop_as_it_comes_has_all_of_it(void **state)
{
	(void)state;
	expect_fixture("noise-laptop",
		       "others use the CPUs: the load is 1.92, and now 2 run: stop them, or "
		       "measure with --pin on CPUs that they leave alone\n"
		       "the frequency of CPUs 0-3 is scaled (governor powersave): cpupower "
		       "frequency-set -g performance\n"
		       "turbo is on, so that clocks depend on heat and on what other CPUs do: echo "
		       "1 >/sys/devices/system/cpu/intel_pstate/no_turbo\n"
		       "CPUs 0-3 share cores (SMT), and what runs on one slows its sibling: --pin "
		       "0-1, one of each core\n");
}

static void a_quiet_machine_gives_no_cause(void **state)
{
	(void)state;
	expect_fixture("noise-quiet", "");
}

static void governors_that_differ_are_named_with_their_cpus(void **state)
{
	(void)state;
	expect_fixture("noise-arm",
		       "the frequency of CPUs 0-2 is scaled (governor schedutil, ondemand): "
		       "cpupower frequency-set -g performance\n"
		       "turbo is on, so that clocks depend on heat and on what other CPUs do: echo "
		       "0 >/sys/devices/system/cpu/cpufreq/boost\n");
}

static void what_cannot_be_read_is_not_said(void **state)
{
	struct pmx_noise before, after;

	(void)state;
	assert_string_equal(look_at(machine, "0-3", NULL, &before), "");
	assert_string_equal(look_at(machine, "0-3", &before, &after), "");
	sysroot_put(&root, CPU "/online", "not a list");
	sysroot_put(&root, "/proc/loadavg", "high");
	sysroot_put(&root, "/proc/stat", "cpu  1 2 x");
	sysroot_put(&root, CPU "/intel_pstate/no_turbo", "off");
	sysroot_put(&root, CPU "/smt/active", "");
	assert_string_equal(look(NULL), "");
	pmx_noise_free(&before);
	pmx_noise_free(&after);
}

static void only_cpus_that_are_measured_on_count(void **state)
{
	struct pmx_machine *laptop = open_fixture("noise-laptop");
	struct pmx_noise noise;
	const char *all;

	(void)state;
	/* one thread of each core: nothing is shared among them */
	all = look_at(laptop, "0-1", NULL, &noise);
	assert_non_null(strstr(all, "the frequency of CPUs 0-1 is scaled"));
	assert_null(strstr(all, "share cores"));
	pmx_noise_free(&noise);
	all = look_at(laptop, "1,3", NULL, &noise);
	assert_non_null(strstr(all, "CPUs 1,3 share cores (SMT)"));
	assert_non_null(strstr(all, "--pin 1, one of each core"));
	pmx_noise_free(&noise);
	all = look_at(laptop, "2", NULL, &noise);
	assert_non_null(strstr(all, "the frequency of CPU 2 is scaled"));
	pmx_noise_free(&noise);
	pmx_machine_free(laptop);
}

static void cpus_that_are_offline_do_not_count(void **state)
{
	(void)state;
	sysroot_put(&root, CPU "/online", "0\n");
	sysroot_put(&root, CPU "/cpu0/cpufreq/scaling_governor", "performance\n");
	sysroot_put(&root, CPU "/cpu1/cpufreq/scaling_governor", "powersave\nand more\n");
	assert_string_equal(look(NULL), "");
	assert_string_equal(look("0-1"), "");
	sysroot_put(&root, CPU "/online", "0-1\n"); /* read anew */
	assert_non_null(strstr(look("0-1"), "CPU 1 is scaled (governor powersave): "));
}

static void a_long_list_of_cpus_is_cut(void **state)
{
	static char list[65536];
	struct pmx_cpus odd;

	(void)state;
	pmx_cpus_clear(&odd);
	for (int cpu = 1; cpu < 400; cpu += 2) {
		char path[96];

		pmx_cpus_add(&odd, cpu);
		snprintf(path, sizeof(path), CPU "/cpu%d/cpufreq/scaling_governor", cpu);
		sysroot_put(&root, path, "powersave\n");
	}
	pmx_cpus_format(&odd, list, sizeof(list));
	sysroot_put(&root, CPU "/online", list);
	assert_non_null(strstr(look(NULL), "the frequency of CPUs 1,3,5,7,"));
	assert_non_null(strstr(look(NULL), "... is scaled (governor powersave)"));
}

/* --- load ----------------------------------------------------------------------------------- */

static bool says_load(const char *loadavg)
{
	sysroot_put(&root, CPU "/online", "0-1\n");
	sysroot_put(&root, "/proc/loadavg", loadavg);
	return strstr(look(NULL), "others use the CPUs") != NULL;
}

static void load_is_said_when_somebody_still_runs(void **state)
{
	(void)state;
	assert_true(says_load("0.25 0.00 0.00 2/100 1\n"));
	assert_non_null(strstr(look(NULL), "the load is 0.25, and now 1 runs:"));
	assert_true(says_load("123.45 0.00 0.00 200/9999 1\n"));
	assert_non_null(strstr(look(NULL), "the load is 123.45, and now 199 run:"));
	/* what ran is over: only we do now */
	assert_false(says_load("3.00 2.00 1.00 1/100 1\n"));
	/* what runs now has only begun, or hardly ever does */
	assert_false(says_load("0.24 0.00 0.00 3/100 1\n"));
	assert_false(says_load("5 0.00 0.00 3/100 1\n"));
	assert_false(says_load("5.00 0.00 0.00 3\n"));
}

static void on_many_cpus_a_little_load_is_nothing(void **state)
{
	(void)state;
	sysroot_put(&root, CPU "/online", "0-99\n");
	sysroot_put(&root, "/proc/loadavg", "1.99 0.00 0.00 3/100 1\n");
	assert_string_equal(look(NULL), "");
	sysroot_put(&root, "/proc/loadavg", "2.00 0.00 0.00 3/100 1\n");
	assert_non_null(strstr(look(NULL), "the load is 2.00"));
}

/* The second of two looks, between which the CPUs' times went from @before to @after. */
static const char *meanwhile(const char *before, const char *after)
{
	struct pmx_noise first, second;
	const char *all;

	sysroot_put(&root, CPU "/online", "0-1\n");
	sysroot_put(&root, "/proc/stat", before);
	look_at(machine, NULL, NULL, &first);
	sysroot_put(&root, "/proc/stat", after);
	all = look_at(machine, NULL, &first, &second);
	pmx_noise_free(&first);
	pmx_noise_free(&second);
	return all;
}

static void what_others_used_meanwhile_is_said(void **state)
{
	(void)state;
	/* 500 of 1000 jiffies, on two CPUs; guests are in user already, steal is others' */
	assert_string_equal(meanwhile("cpu  100 10 10 1000 10 1 1 1 50 0\n",
				      "cpu  300 110 60 1450 60 31 41 81 250 0\ncpu0 1 1 1 1\n"),
			    "others used 1.00 of 2 CPUs meanwhile: stop them, or measure with "
			    "--pin on CPUs that they leave alone\n");
	assert_string_equal(meanwhile("cpu  0 0 0 0 0 0 0 0\n", "cpu  124 0 0 876 0 0 0 0\n"), "");
	assert_non_null(strstr(meanwhile("cpu  0 0 0 1 0 0 0 0\n", "cpu  125 0 0 876 0 0 0 0\n"),
			       "others used 0.25 of 2 CPUs"));
}

static void a_moment_or_odd_times_say_nothing(void **state)
{
	(void)state;
	assert_string_equal(meanwhile("cpu  0 0 0 1 0 0 0 0\n", "cpu  99 0 0 1 0 0 0 0\n"), "");
	assert_string_equal(meanwhile("cpu  900 0 0 1 0 0 0 0\n", "cpu  100 0 0 9999 0 0 0 0\n"),
			    "");
	assert_string_equal(meanwhile("cpu  9 0 0 9999 0 0 0 0\n", "cpu  10 0 0 99 0 0 0 0\n"), "");
	assert_string_equal(meanwhile("cpu  1 2 3\n", "cpu  5000 0 0 99 0 0 0 0\n"), "");
	assert_string_equal(meanwhile("intr 1\n", "cpu  5000 0 0 99 0 0 0 0\n"), "");
	assert_string_equal(meanwhile("cpu  0 0 0 1 0 0 0 0\n",
				      "cpu  99999999999999999999 0 0 0 0 0 0 0\n"),
			    "");
}

/* Jiffies in which the live machine's CPUs were busy, with us. */
static double busy_jiffies(void)
{
	double field[8] = { 0 };
	FILE *file = fopen("/proc/stat", "re");

	assert_non_null(file);
	assert_int_equal(fscanf(file, "cpu %lf %lf %lf %lf %lf %lf %lf %lf", &field[0], &field[1],
				&field[2], &field[3], &field[4], &field[5], &field[6], &field[7]),
			 8);
	fclose(file);
	return field[0] + field[1] + field[2] + field[5] + field[6] + field[7];
}

/* Jiffies that this process used. */
static double used_jiffies(void)
{
	return (double)clock() / CLOCKS_PER_SEC * (double)sysconf(_SC_CLK_TCK);
}

static void use_cpu(double jiffies)
{
	volatile unsigned long spent = 0;
	double end = used_jiffies() + jiffies;

	while (used_jiffies() < end)
		for (int i = 0; i < 10000; i++)
			spent = spent + 1;
}

/* Between two looks all CPUs are busy for what others use, which the looks say, and for what we do.
 * All is known from below and above only, as others run between the readings, too. */
static void what_we_use_ourselves_is_not_others(void **state)
{
	struct pmx_machine *live = open_machine(NULL);
	struct pmx_noise first, second;
	double before, after, least, most, used, others;

	(void)state;
	before = busy_jiffies();
	look_at(live, NULL, NULL, &first);
	after = busy_jiffies();
	used = used_jiffies();
	use_cpu(50);
	used = used_jiffies() - used;
	least = busy_jiffies() - after;
	look_at(live, NULL, &first, &second);
	most = busy_jiffies() - before;
	others = (double)second.busy - (double)first.busy; /* of a quiet machine 0, or just below */
	pmx_noise_free(&first);
	pmx_noise_free(&second);
	pmx_machine_free(live);
	/* whole jiffies are rounded at both ends, and the kernel's are samples */
	assert_true(least - others < used + 5 && most - others > used - 5);
}

/* --- heat and repetition -------------------------------------------------------------------- */

static void throttling_meanwhile_is_said(void **state)
{
	struct pmx_noise first, second, third;

	(void)state;
	sysroot_put(&root, CPU "/online", "0-1\n");
	sysroot_put(&root, CPU "/cpu0/thermal_throttle/core_throttle_count", "5\n");
	sysroot_put(&root, CPU "/cpu1/thermal_throttle/core_throttle_count", "7\n");
	assert_string_equal(look_at(machine, NULL, NULL, &first), "");
	assert_int_equal(first.throttled, 12);
	assert_string_equal(look_at(machine, NULL, &first, &second), "");
	sysroot_put(&root, CPU "/cpu1/thermal_throttle/core_throttle_count", "8\n");
	assert_non_null(strstr(look_at(machine, NULL, &second, &third), "too hot meanwhile"));
	pmx_noise_free(&first);
	pmx_noise_free(&second);
	pmx_noise_free(&third);
}

static void what_was_said_before_is_not_said_again(void **state)
{
	struct pmx_noise first, second;

	(void)state;
	sysroot_put(&root, CPU "/online", "0-1\n");
	sysroot_put(&root, CPU "/intel_pstate/no_turbo", "0\n");
	sysroot_put(&root, CPU "/cpu0/cpufreq/scaling_governor", "performance\n");
	assert_non_null(strstr(look_at(machine, NULL, NULL, &first), "turbo is on"));
	sysroot_put(&root, CPU "/cpu0/cpufreq/scaling_governor", "powersave\n");
	assert_string_equal(look_at(machine, NULL, &first, &second),
			    "the frequency of CPU 0 is scaled (governor powersave): cpupower "
			    "frequency-set -g performance\n");
	pmx_noise_free(&first);
	pmx_noise_free(&second);
}

static void the_live_machine_can_be_looked_at(void **state)
{
	struct pmx_machine *live = open_machine(NULL);
	struct pmx_noise noise;

	(void)state;
	look_at(live, NULL, NULL, &noise);
	assert_true(noise.all > 0 && noise.busy <= noise.all);
	pmx_noise_free(&noise);
	pmx_machine_free(live);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_laptop_as_it_comes_has_all_of_it),
		cmocka_unit_test(a_quiet_machine_gives_no_cause),
		cmocka_unit_test(governors_that_differ_are_named_with_their_cpus),
		WITH_ROOT(what_cannot_be_read_is_not_said),
		cmocka_unit_test(only_cpus_that_are_measured_on_count),
		WITH_ROOT(cpus_that_are_offline_do_not_count),
		WITH_ROOT(a_long_list_of_cpus_is_cut),
		WITH_ROOT(load_is_said_when_somebody_still_runs),
		WITH_ROOT(on_many_cpus_a_little_load_is_nothing),
		WITH_ROOT(what_others_used_meanwhile_is_said),
		WITH_ROOT(a_moment_or_odd_times_say_nothing),
		cmocka_unit_test(what_we_use_ourselves_is_not_others),
		WITH_ROOT(throttling_meanwhile_is_said),
		WITH_ROOT(what_was_said_before_is_not_said_again),
		cmocka_unit_test(the_live_machine_can_be_looked_at),
	};

	return cmocka_run_group_tests_name("bench_noise", tests, NULL, NULL);
}
