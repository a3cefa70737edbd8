// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_topology.c - where CPUs sit on machines of several shapes, and what their places are called
 */
#include "sysroot.h"

#include <perfmux/topology.h>

static void check_label(struct pmx_machine *machine, int cpu, enum pmx_aggr aggr, const char *label)
{
	struct pmx_place place;
	char buf[64];

	pmx_topology_place(machine, cpu, aggr, 0, &place);
	assert_int_equal(pmx_place_label(&place, aggr, buf, sizeof(buf)), strlen(label));
	assert_string_equal(buf, label);
}

static bool is_same(struct pmx_machine *machine, int a, int b, enum pmx_aggr aggr)
{
	struct pmx_place of_a, of_b;

	pmx_topology_place(machine, a, aggr, 0, &of_a);
	pmx_topology_place(machine, b, aggr, 0, &of_b);
	assert_int_equal(pmx_place_is_same(&of_a, &of_b, aggr),
			 pmx_place_compare(&of_a, &of_b, aggr) == 0);
	assert_int_equal(pmx_place_compare(&of_a, &of_b, aggr),
			 -pmx_place_compare(&of_b, &of_a, aggr));
	return pmx_place_is_same(&of_a, &of_b, aggr);
}

static void every_level_has_its_label(void **state)
{
	struct pmx_machine *server = open_fixture("server");

	(void)state;
	check_label(server, 7, PMX_AGGR_GLOBAL, "");
	check_label(server, 7, PMX_AGGR_CPU, "CPU7");
	check_label(server, 7, PMX_AGGR_THREAD, "");
	check_label(server, 7, PMX_AGGR_CORE, "S1-D0-C3");
	check_label(server, 7, PMX_AGGR_CLUSTER, "S1-D0-CLS11");
	check_label(server, 7, PMX_AGGR_CACHE, "S1-D0-L3-ID1");
	check_label(server, 7, PMX_AGGR_DIE, "S1-D0");
	check_label(server, 7, PMX_AGGR_SOCKET, "S1");
	check_label(server, 7, PMX_AGGR_NODE, "N1");
	pmx_machine_free(server);
}

static void threads_of_a_core_share_its_places(void **state)
{
	struct pmx_machine *server = open_fixture("server");

	(void)state;
	assert_true(is_same(server, 0, 4, PMX_AGGR_CORE));
	assert_false(is_same(server, 0, 1, PMX_AGGR_CORE));
	assert_true(is_same(server, 0, 1, PMX_AGGR_SOCKET));
	assert_true(is_same(server, 0, 1, PMX_AGGR_CACHE));
	assert_true(is_same(server, 0, 5, PMX_AGGR_NODE));
	assert_false(is_same(server, 0, 4, PMX_AGGR_CPU));
	assert_true(is_same(server, 0, 7, PMX_AGGR_GLOBAL));
	assert_true(is_same(server, 0, 7, PMX_AGGR_THREAD));
	pmx_machine_free(server);
}

static void cores_of_two_sockets_are_two_though_numbered_alike(void **state)
{
	struct pmx_machine *server = open_fixture("server");
	struct pmx_place a, b;

	(void)state;
	pmx_topology_place(server, 0, PMX_AGGR_CORE, 0, &a);
	pmx_topology_place(server, 2, PMX_AGGR_CORE, 0, &b);
	assert_int_equal(a.core, b.core);
	assert_false(is_same(server, 0, 2, PMX_AGGR_CORE));
	assert_true(pmx_place_compare(&a, &b, PMX_AGGR_CORE) < 0);
	pmx_machine_free(server);
}

static void cores_of_two_clusters_are_two_though_numbered_alike(void **state)
{
	struct pmx_machine *arm3 = open_fixture("arm3");
	struct pmx_place a, b;

	(void)state;
	pmx_topology_place(arm3, 0, PMX_AGGR_CORE, 0, &a);
	pmx_topology_place(arm3, 4, PMX_AGGR_CORE, 0, &b);
	assert_int_equal(a.core, b.core);
	assert_int_equal(a.socket, b.socket);
	assert_false(is_same(arm3, 0, 4, PMX_AGGR_CORE));
	assert_false(is_same(arm3, 4, 6, PMX_AGGR_CLUSTER));
	assert_true(is_same(arm3, 6, 7, PMX_AGGR_CLUSTER));
	pmx_machine_free(arm3);
}

static void a_machine_without_dies_has_one_a_socket(void **state)
{
	struct pmx_machine *arm3 = open_fixture("arm3");
	struct pmx_place place;

	(void)state;
	pmx_topology_place(arm3, 5, PMX_AGGR_DIE, 0, &place);
	assert_int_equal(place.die, -1);
	check_label(arm3, 5, PMX_AGGR_DIE, "S0-D0");
	assert_true(is_same(arm3, 0, 7, PMX_AGGR_DIE));
	pmx_machine_free(arm3);
}

static void a_cache_without_id_is_called_by_its_first_cpu(void **state)
{
	struct pmx_machine *arm3 = open_fixture("arm3");
	struct pmx_place place;

	(void)state;
	pmx_topology_place(arm3, 5, PMX_AGGR_CACHE, 0, &place);
	assert_int_equal(place.cache_level, 3);
	assert_int_equal(place.cache, 0);
	pmx_topology_place(arm3, 5, PMX_AGGR_CACHE, 2, &place);
	assert_int_equal(place.cache_level, 2);
	assert_int_equal(place.cache, 5);
	pmx_machine_free(arm3);
}

static void a_cache_level_can_be_asked_for(void **state)
{
	struct pmx_machine *server = open_fixture("server");
	struct pmx_place place;

	(void)state;
	pmx_topology_place(server, 5, PMX_AGGR_CACHE, 1, &place); /* data, not instructions */
	assert_int_equal(place.cache_level, 1);
	assert_int_equal(place.cache, 1);
	pmx_topology_place(server, 5, PMX_AGGR_CACHE, 3, &place);
	assert_int_equal(place.cache_level, 3);
	assert_int_equal(place.cache, 0);
	pmx_topology_place(server, 5, PMX_AGGR_CACHE, 4, &place);
	assert_int_equal(place.cache_level, 0);
	assert_int_equal(place.cache, -1);
	pmx_topology_place(server, 5, PMX_AGGR_CACHE, 0, &place);
	assert_int_equal(place.cache_level, 3);
	pmx_machine_free(server);
}

static void a_cache_of_instructions_is_not_meant(void **state)
{
	static const char *const types[] = { "Instruction", "Data", "Instruction" };
	struct pmx_machine *machine;
	struct pmx_place place;
	struct sysroot root;

	(void)state;
	sysroot_make(&root);
	for (int i = 0; i < 3; i++) {
		char path[128];

		snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu0/cache/index%d/level", i);
		sysroot_put(&root, path, "1");
		snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu0/cache/index%d/type", i);
		sysroot_put(&root, path, types[i]);
		snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu0/cache/index%d/id", i);
		sysroot_put(&root, path, i == 1 ? "11" : "22");
	}
	machine = open_machine(root.dir);
	pmx_topology_place(machine, 0, PMX_AGGR_CACHE, 1, &place);
	assert_int_equal(place.cache, 11);
	pmx_topology_place(machine, 0, PMX_AGGR_CACHE, 0, &place);
	assert_int_equal(place.cache, 11);
	pmx_machine_free(machine);
	sysroot_remove(&root);
}

static void a_cache_of_a_level_that_none_has_is_left_out(void **state)
{
	static const char *const levels[] = { "1", "2147483647", "5", "0" };
	struct pmx_machine *machine;
	struct pmx_place place;
	struct sysroot root;

	(void)state;
	sysroot_make(&root);
	for (int i = 0; i < 4; i++) {
		char path[128];

		snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu0/cache/index%d/level", i);
		sysroot_put(&root, path, levels[i]);
		snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu0/cache/index%d/id", i);
		sysroot_put(&root, path, i == 0 ? "11" : "22");
	}
	machine = open_machine(root.dir);
	pmx_topology_place(machine, 0, PMX_AGGR_CACHE, 0, &place);
	assert_int_equal(place.cache_level, 1);
	assert_int_equal(place.cache, 11);
	pmx_machine_free(machine);
	sysroot_remove(&root);
}

static void what_the_machine_does_not_say_is_minus_one(void **state)
{
	struct pmx_machine *server = open_fixture("server");
	struct pmx_place place;
	static const int cpus[] = { 3, 8, 8191, 8192, -1, INT32_MAX };

	(void)state;
	for (size_t i = 0; i < sizeof(cpus) / sizeof(cpus[0]); i++) {
		for (int aggr = PMX_AGGR_GLOBAL; aggr <= PMX_AGGR_NODE; aggr++) {
			pmx_topology_place(server, cpus[i], (enum pmx_aggr)aggr, 0, &place);
			assert_int_equal(place.core, -1);
			assert_int_equal(place.socket, -1);
			assert_int_equal(place.node, -1);
			assert_int_equal(place.cache, -1);
		}
	}
	pmx_machine_free(server);
}

static void only_what_a_level_needs_is_filled(void **state)
{
	struct pmx_machine *server = open_fixture("server");
	struct pmx_place place;

	(void)state;
	pmx_topology_place(server, 1, PMX_AGGR_CORE, 0, &place);
	pmx_topology_place(server, 1, PMX_AGGR_SOCKET, 0, &place);
	assert_int_equal(place.cpu, 1);
	assert_int_equal(place.socket, 0);
	assert_int_equal(place.core, -1);
	pmx_machine_free(server);
}

static void places_are_read_once(void **state)
{
	struct sysroot root;
	struct pmx_machine *machine;
	struct pmx_place place;

	(void)state;
	sysroot_make(&root);
	machine = open_machine(root.dir);
	sysroot_put(&root, "/sys/devices/system/cpu/cpu0/topology/physical_package_id", "3\n");
	pmx_topology_place(machine, 0, PMX_AGGR_SOCKET, 0, &place);
	sysroot_put(&root, "/sys/devices/system/cpu/cpu0/topology/physical_package_id", "4\n");
	pmx_topology_place(machine, 0, PMX_AGGR_SOCKET, 0, &place);
	assert_int_equal(place.socket, 3);
	pmx_machine_free(machine);
	sysroot_remove(&root);
}

static void odd_numbers_are_no_places(void **state)
{
	static const char *const odd[] = { "", "x", "-1", "99999999999", "1.5", "0 0" };
	struct sysroot root;
	struct pmx_place place;

	(void)state;
	sysroot_make(&root);
	for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++) {
		struct pmx_machine *machine = open_machine(root.dir);

		sysroot_put(&root, "/sys/devices/system/cpu/cpu0/topology/physical_package_id",
			    odd[i]);
		sysroot_put(&root, "/sys/devices/system/cpu/cpu0/cache/index0/level", "1");
		sysroot_put(&root, "/sys/devices/system/cpu/cpu0/cache/index0/shared_cpu_list",
			    "9-0");
		sysroot_put(&root, "/sys/devices/system/node/node0/cpulist", odd[i]);
		sysroot_put(&root, "/sys/devices/system/node/nodes/cpulist", "0");
		pmx_topology_place(machine, 0, PMX_AGGR_CACHE, 0, &place);
		assert_int_equal(place.socket, -1);
		assert_int_equal(place.cache, -1);
		pmx_topology_place(machine, 0, PMX_AGGR_NODE, 0, &place);
		assert_int_equal(place.node, -1);
		pmx_machine_free(machine);
	}
	sysroot_remove(&root);
}

static void a_label_that_does_not_fit_is_cut(void **state)
{
	struct pmx_place place = { .socket = 1, .die = 2, .core = 3 };
	char buf[6];

	(void)state;
	assert_int_equal(pmx_place_label(&place, PMX_AGGR_CORE, buf, sizeof(buf)), 8);
	assert_string_equal(buf, "S1-D2");
	assert_int_equal(pmx_place_label(&place, PMX_AGGR_CORE, NULL, 0), 8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_level_has_its_label),
		cmocka_unit_test(threads_of_a_core_share_its_places),
		cmocka_unit_test(cores_of_two_sockets_are_two_though_numbered_alike),
		cmocka_unit_test(cores_of_two_clusters_are_two_though_numbered_alike),
		cmocka_unit_test(a_machine_without_dies_has_one_a_socket),
		cmocka_unit_test(a_cache_without_id_is_called_by_its_first_cpu),
		cmocka_unit_test(a_cache_level_can_be_asked_for),
		cmocka_unit_test(a_cache_of_instructions_is_not_meant),
		cmocka_unit_test(a_cache_of_a_level_that_none_has_is_left_out),
		cmocka_unit_test(what_the_machine_does_not_say_is_minus_one),
		cmocka_unit_test(only_what_a_level_needs_is_filled),
		cmocka_unit_test(places_are_read_once),
		cmocka_unit_test(odd_numbers_are_no_places),
		cmocka_unit_test(a_label_that_does_not_fit_is_cut),
	};

	return cmocka_run_group_tests_name("topology", tests, NULL, NULL);
}
