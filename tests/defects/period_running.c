// SPDX-License-Identifier: GPL-2.0-only
/*
 * period_running.c - PERIOD 10 for an event whose period was a million, and 200 page faults
 *
 * There must be 20 samples, and there are when the event was disabled meanwhile. When it runs there is one
 * at once, and a period of the old length.
 */
#include "events.h"

enum { FAULTS = 200, LONG = 1000000, SHORT = 10, SAMPLE = 16 /* bytes: a header, an identifier */ };

static uint64_t samples_of(bool running)
{
	struct perf_event_attr attr = faults_attr();
	struct perf_event_mmap_page *ring;
	size_t size = 5 * (size_t)sysconf(_SC_PAGESIZE);
	uint64_t period = SHORT, samples;
	int fd;

	attr.sample_period = LONG;
	attr.sample_type = PERF_SAMPLE_IDENTIFIER;
	fd = open_event(attr, -1, -1);
	ring = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (ring == MAP_FAILED)
		cannot("no ring of samples: %s", strerror(errno));
	if (!running)
		tell_event(fd, PERF_EVENT_IOC_DISABLE, 0);
	tell_event(fd, PERF_EVENT_IOC_PERIOD, (unsigned long)&period);
	if (!running)
		tell_event(fd, PERF_EVENT_IOC_ENABLE, 0);
	touch_pages(FAULTS);
	samples = ring->data_head / SAMPLE;
	printf("PERIOD %d while %s: %d faults, %" PRIu64 " samples\n", SHORT,
	       running ? "running" : "disabled", FAULTS, samples);
	munmap(ring, size);
	close(fd);
	return samples;
}

int main(void)
{
	if (samples_of(false) < FAULTS / SHORT)
		cannot("too few samples even after it was disabled");
	return verdict(samples_of(true) < FAULTS / SHORT);
}
