// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_kit_ring.c - what scenarios count of the records in a ring, with rings made up here
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "kit/ring.h"
#include "kit/sheet.h"

/* A ring of one page of data, and the kit that reads it. */
struct fixture {
	struct kit_sheet *sheet;
	struct kit kit;
	struct pmx_sys sys;
	struct kit_ring ring;
	char *memory;
	size_t page;
};

static int give_memory(void *ctx, int fd, size_t size, bool writable, void **out)
{
	struct fixture *fixture = ctx;

	(void)fd, (void)writable;
	fixture->memory = calloc(1, size);
	*out = fixture->memory;
	return 0;
}

static int set_up(void **state)
{
	struct fixture *fixture = calloc(1, sizeof(*fixture));

	fixture->page = (size_t)sysconf(_SC_PAGESIZE);
	fixture->sheet = calloc(1, sizeof(*fixture->sheet));
	fixture->sys = (struct pmx_sys){ .map = give_memory, .ctx = fixture };
	fixture->kit = (struct kit){ .sys = &fixture->sys, .sheet = fixture->sheet };
	*state = fixture;
	return kit_ring_map(&fixture->kit, 3, 1, &fixture->ring);
}

static int tear_down(void **state)
{
	struct fixture *fixture = *state;

	free(fixture->memory);
	free(fixture->sheet);
	free(fixture);
	return 0;
}

static struct perf_event_mmap_page *page_of(struct fixture *fixture)
{
	return (void *)fixture->memory;
}

/* Begins with the ring's position there, so that records wrap where they are wanted to. */
static void begin_at(struct fixture *fixture, uint64_t position)
{
	page_of(fixture)->data_head = position;
	page_of(fixture)->data_tail = position;
}

static void put_bytes(struct fixture *fixture, const void *bytes, size_t size)
{
	uint64_t head = page_of(fixture)->data_head;

	for (size_t i = 0; i < size; i++)
		fixture->memory[fixture->page + (head + i) % fixture->page] =
			((const char *)bytes)[i];
	page_of(fixture)->data_head = head + size;
}

static void put(struct fixture *fixture, uint32_t type, uint64_t first, uint64_t second)
{
	const struct {
		struct perf_event_header header;
		uint64_t word[2];
	} record = {
		.header = { .type = type, .size = sizeof(record) },
		.word = { first, second },
	};

	put_bytes(fixture, &record, sizeof(record));
}

static void samples_are_counted_by_id(void **state)
{
	struct fixture *fixture = *state;

	put(fixture, PERF_RECORD_SAMPLE, 7, 0);
	put(fixture, PERF_RECORD_SAMPLE, 9, 0);
	put(fixture, PERF_RECORD_SAMPLE, 7, 0);
	kit_ring_drain(&fixture->kit, &fixture->ring);
	assert_int_equal(fixture->ring.samples, 3);
	assert_int_equal(kit_ring_samples_of(&fixture->ring, 7), 2);
	assert_int_equal(kit_ring_samples_of(&fixture->ring, 9), 1);
	assert_int_equal(kit_ring_samples_of(&fixture->ring, 8), 0);
	assert_int_equal(fixture->sheet->claimed, 0);
}

static void losses_add_up_and_other_records_are_told_apart(void **state)
{
	struct fixture *fixture = *state;

	put(fixture, PERF_RECORD_LOST, 7, 30);
	put(fixture, PERF_RECORD_THROTTLE, 0, 0);
	put(fixture, PERF_RECORD_LOST, 9, 12);
	kit_ring_drain(&fixture->kit, &fixture->ring);
	assert_int_equal(fixture->ring.lost, 42);
	assert_int_equal(fixture->ring.losses, 2);
	assert_int_equal(fixture->ring.others, 1);
	assert_int_equal(fixture->ring.samples, 0);
}

static void what_was_drained_is_given_back_and_not_counted_again(void **state)
{
	struct fixture *fixture = *state;

	put(fixture, PERF_RECORD_SAMPLE, 7, 0);
	kit_ring_drain(&fixture->kit, &fixture->ring);
	assert_int_equal(page_of(fixture)->data_tail, page_of(fixture)->data_head);
	kit_ring_drain(&fixture->kit, &fixture->ring);
	assert_int_equal(fixture->ring.samples, 1);
}

static void a_record_may_wrap_at_any_word(void **state)
{
	struct fixture *fixture = *state;

	for (uint64_t before = 8; before < 24; before += 8) {
		begin_at(fixture, 5 * fixture->page - before);
		put(fixture, PERF_RECORD_LOST, 7, 5);
		kit_ring_drain(&fixture->kit, &fixture->ring);
	}
	assert_int_equal(fixture->ring.lost, 10);
	assert_int_equal(fixture->sheet->claimed, 0);
}

static void a_record_that_cannot_be_is_a_breach_and_ends_the_reading(void **state)
{
	struct fixture *fixture = *state;
	struct perf_event_header header = { .type = PERF_RECORD_SAMPLE, .size = 4 };

	put_bytes(fixture, &header, sizeof(header));
	put(fixture, PERF_RECORD_SAMPLE, 7, 0);
	kit_ring_drain(&fixture->kit, &fixture->ring);
	assert_int_equal(fixture->sheet->claimed, 1);
	assert_string_equal(fixture->sheet->breach[0].invariant, "records");
	assert_int_equal(fixture->ring.samples, 0);
	kit_ring_drain(&fixture->kit, &fixture->ring);
	assert_int_equal(fixture->sheet->claimed, 1);
}

static void more_than_fits_is_a_breach(void **state)
{
	struct fixture *fixture = *state;

	page_of(fixture)->data_head = 2 * fixture->page;
	kit_ring_drain(&fixture->kit, &fixture->ring);
	assert_int_equal(fixture->sheet->claimed, 1);
	assert_string_equal(fixture->sheet->breach[0].invariant, "records");
}

#define ring_test(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ring_test(samples_are_counted_by_id),
		ring_test(losses_add_up_and_other_records_are_told_apart),
		ring_test(what_was_drained_is_given_back_and_not_counted_again),
		ring_test(a_record_may_wrap_at_any_word),
		ring_test(a_record_that_cannot_be_is_a_breach_and_ends_the_reading),
		ring_test(more_than_fits_is_a_breach),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
