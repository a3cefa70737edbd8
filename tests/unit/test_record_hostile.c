// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_record_hostile.c - rings with bytes in them that no kernel should write
 */
#include "recorders.h"

static void a_record_without_a_size_costs_the_rest_and_is_told(void **state)
{
	struct fixture *f = *state;
	uint64_t nothing[8] = { 0 };

	begin(f);
	rings_sample(&f->kernel, 0, FIRST, 10, 0, 8);
	rings_put(&f->kernel, 0, nothing, sizeof(nothing));
	rings_sample(&f->kernel, 0, FIRST, 20, 0, 8);
	rings_sample(&f->kernel, 1, FIRST, 30, 0, 8);
	assert_int_equal(drain(f, false), 3);
	assert_int_equal(f->got.records[1].kind, PMX_RECORD_LOST);
	assert_int_equal(f->got.records[1].lost, 1);
	assert_int_equal(f->got.records[1].cpu, 0);
	/* and it goes on */
	rings_sample(&f->kernel, 0, FIRST, 40, 0, 8);
	assert_int_equal(drain(f, false), 1);
}

static void a_size_beyond_what_was_written_costs_the_rest(void **state)
{
	struct fixture *f = *state;
	struct perf_event_header header = { .type = PERF_RECORD_SAMPLE, .size = 65528 };

	begin(f);
	rings_put(&f->kernel, 0, &header, sizeof(header));
	assert_int_equal(drain(f, false), 1);
	assert_int_equal(f->got.records[0].kind, PMX_RECORD_LOST);
}

static void a_size_that_is_not_aligned_costs_the_rest(void **state)
{
	struct fixture *f = *state;
	unsigned char bytes[64] = { 0 };
	struct perf_event_header header = { .type = PERF_RECORD_MMAP, .size = 12 };

	f->opts.ring_bytes = PAGE;
	begin(f);
	/* the next header would begin 4 bytes before the end of the mapping */
	fill(f, 10, PAGE - 64);
	drain(f, false);
	memcpy(bytes + 48, &header, sizeof(header));
	header.size = 48;
	memcpy(bytes, &header, sizeof(header));
	rings_put(&f->kernel, 0, bytes, sizeof(bytes));
	assert_int_equal(drain(f, false), 1);
	assert_int_equal(f->got.records[0].kind, PMX_RECORD_LOST);
}

static void a_head_that_overtook_the_tail_costs_the_rest(void **state)
{
	struct fixture *f = *state;

	f->opts.ring_bytes = PAGE;
	begin(f);
	/* whole records wherever one looks */
	fill(f, 10, PAGE);
	drain(f, false);
	rings_page(&f->kernel, 0)->data_head += 2 * PAGE;
	assert_int_equal(drain(f, false), 1);
	assert_int_equal(f->got.records[0].kind, PMX_RECORD_LOST);
	assert_int_equal(rings_page(&f->kernel, 0)->data_tail,
			 rings_page(&f->kernel, 0)->data_head);
}

static void raw_data_larger_than_its_record_is_not_read(void **state)
{
	struct fixture *f = *state;
	uint32_t words[10] = { 0 };
	struct perf_event_header header = { .type = PERF_RECORD_SAMPLE, .size = sizeof(words) };
	uint64_t id;

	begin(f);
	id = rings_id(rings_event_fd(&f->kernel, FIRST, 0));
	memcpy(&words[0], &header, 8);
	memcpy(&words[2], &id, 8);
	words[8] = 5; /* bytes of raw data; there is room for 4 */
	rings_put(&f->kernel, 0, words, sizeof(words));
	assert_int_equal(drain(f, true), 0);
	words[8] = 4;
	rings_put(&f->kernel, 0, words, sizeof(words));
	assert_int_equal(drain(f, true), 1);
	assert_int_equal(f->got.records[0].size, 4);
}

static void samples_of_unknown_events_are_left_out(void **state)
{
	struct fixture *f = *state;
	uint64_t sample[] = { 0, 4711, 0, 10, 4 };
	struct perf_event_header header = { .type = PERF_RECORD_SAMPLE, .size = sizeof(sample) };

	memcpy(sample, &header, 8);
	begin(f);
	rings_put(&f->kernel, 0, sample, sizeof(sample));
	assert_int_equal(drain(f, true), 0);
}

static void a_name_without_an_end_is_left_out(void **state)
{
	struct fixture *f = *state;
	uint64_t named[] = { 7, 0x4141414141414141, 0x4141414141414141 };

	begin(f);
	rings_other(&f->kernel, 0, PERF_RECORD_COMM, named, 3, UINT64_MAX, UINT64_MAX);
	assert_int_equal(drain(f, true), 0);
}

static void records_cut_short_are_left_out(void **state)
{
	static const struct {
		uint32_t type;
		uint16_t whole;
	} kinds[] = {
		{ PERF_RECORD_SAMPLE, 40 }, { PERF_RECORD_LOST, 48 },
		{ PERF_RECORD_COMM, 48 },   { PERF_RECORD_EXIT, 56 },
		{ PERF_RECORD_FORK, 56 },   { PERF_RECORD_LOST_SAMPLES, 40 },
	};
	struct fixture *f = *state;
	uint64_t words[8] = { 0 };

	begin(f);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		for (uint16_t size = 8; size <= kinds[i].whole; size += 8) {
			struct perf_event_header header = { .type = kinds[i].type, .size = size };

			memcpy(words, &header, 8);
			words[1] = rings_id(rings_event_fd(&f->kernel, FIRST, 0));
			rings_put(&f->kernel, 0, words, size);
			assert_int_equal(drain(f, true), size == kinds[i].whole);
		}
}

/* Every byte of what is delivered is looked at, so that the sanitizer does. */
static int look(void *ctx, const struct pmx_record *record)
{
	uint64_t *sum = ctx;

	for (size_t i = 0; i < record->size; i++)
		*sum += ((const unsigned char *)record->raw)[i];
	*sum += record->comm ? strlen(record->comm) : 0;
	return 0;
}

static void any_bytes_at_all_are_survived(void **state)
{
	struct fixture *f = *state;
	uint64_t x = 88172645463325252u, sum = 0;

	f->opts.ring_bytes = PAGE;
	begin(f);
	for (int round = 0; round < 3000; round++) {
		uint64_t bytes[64];
		struct perf_event_header header;
		size_t length = 8 * (1 + (size_t)(x >> 20) % 63);

		for (size_t i = 0; i < 64; i++) {
			x ^= x << 13, x ^= x >> 7, x ^= x << 17;
			bytes[i] = x;
		}
		/* often a type and a size that make sense */
		header = (struct perf_event_header){ .type = (uint32_t)(x >> 8) % 12,
						     .size = (uint16_t)(x % 80) };
		if (x % 3)
			memcpy(bytes, &header, 8);
		bytes[1] = rings_id(rings_event_fd(&f->kernel, FIRST, 0));
		rings_put(&f->kernel, 0, bytes, round % 50 ? length : length - 3);
		assert_int_equal(pmx_recorder_drain(f->recorder, round % 2, look, &sum), 0);
		if (round % 100 == 99) { /* as a kernel that starts anew */
			rings_page(&f->kernel, 0)->data_head &= ~7ull;
			pmx_recorder_drain(f->recorder, true, look, &sum);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_record_without_a_size_costs_the_rest_and_is_told),
		TEST(a_size_beyond_what_was_written_costs_the_rest),
		TEST(a_size_that_is_not_aligned_costs_the_rest),
		TEST(a_head_that_overtook_the_tail_costs_the_rest),
		TEST(raw_data_larger_than_its_record_is_not_read),
		TEST(samples_of_unknown_events_are_left_out),
		TEST(a_name_without_an_end_is_left_out),
		TEST(records_cut_short_are_left_out),
		TEST(any_bytes_at_all_are_survived),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
