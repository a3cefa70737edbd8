// SPDX-License-Identifier: GPL-2.0-only
/*
 * fdinfo.c - fuzzes what DRM drivers write about a client: what was read is written and read again
 *
 * max_len=2048
 */
#include "gpu/fdinfo.h"

#include "fuzz.h"

static void check_text(const struct fdinfo_text *text)
{
	CHECK(memchr(text->driver, '\0', sizeof(text->driver)));
	CHECK(memchr(text->pdev, '\0', sizeof(text->pdev)));
	CHECK(text->region_count <= PMX_FDINFO_REGIONS);
	for (size_t i = 0; i < text->region_count; i++) {
		const struct pmx_fdinfo_region *region = &text->regions[i];

		CHECK(region->name[0] && memchr(region->name, '\0', sizeof(region->name)));
		CHECK(region->has_total || region->has_shared || region->has_resident);
		CHECK(region->has_resident || !region->is_alias);
		for (size_t j = 0; j < i; j++)
			CHECK(strcmp(text->regions[j].name, region->name) != 0);
	}
}

static void put(FILE *out, bool is_there, const char *kind, const char *region, uint64_t bytes)
{
	if (is_there)
		fprintf(out, "drm-%s-%s:\t%llu\n", kind, region, (unsigned long long)bytes);
}

static char *write_text(const struct fdinfo_text *text)
{
	char *written = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&written, &size);

	CHECK(out);
	fprintf(out, "drm-driver:\t%s\ndrm-pdev:\t%s\n", text->driver, text->pdev);
	if (text->has_id)
		fprintf(out, "drm-client-id:\t%llu\n", (unsigned long long)text->id);
	for (size_t i = 0; i < text->region_count; i++) {
		const struct pmx_fdinfo_region *r = &text->regions[i];

		put(out, r->has_total, "total", r->name, r->total);
		put(out, r->has_shared, "shared", r->name, r->shared);
		put(out, r->has_resident, r->is_alias ? "memory" : "resident", r->name,
		    r->resident);
	}
	CHECK(!fclose(out));
	return written;
}

/* "drm-total-cycles-" is no memory: a region of that name cannot be written as a total. */
static bool can_be_written(const struct fdinfo_text *text)
{
	for (size_t i = 0; i < text->region_count; i++)
		if (!strncmp(text->regions[i].name, "cycles-", 7))
			return false;
	return true;
}

static void check_again(const struct fdinfo_text *text)
{
	char *written = write_text(text);
	struct fdinfo_text again;

	gpu_fdinfo_parse(&again, written);
	CHECK(!again.bad && !again.left_out);
	CHECK(!strcmp(again.driver, text->driver) && !strcmp(again.pdev, text->pdev));
	CHECK(again.has_id == text->has_id && (!text->has_id || again.id == text->id));
	CHECK(again.region_count == text->region_count);
	for (size_t i = 0; i < again.region_count; i++) {
		const struct pmx_fdinfo_region *a = &again.regions[i], *b = &text->regions[i];

		CHECK(!strcmp(a->name, b->name));
		CHECK(a->has_total == b->has_total && a->total == b->total);
		CHECK(a->has_shared == b->has_shared && a->shared == b->shared);
		CHECK(a->has_resident == b->has_resident && a->resident == b->resident);
		CHECK(a->is_alias == b->is_alias);
	}
	free(written);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	struct fdinfo_text parsed;

	gpu_fdinfo_parse(&parsed, text);
	check_text(&parsed);
	if (can_be_written(&parsed))
		check_again(&parsed);
	free(text);
	return 0;
}
