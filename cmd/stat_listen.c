// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_listen.c - one page, /metrics, by libmicrohttpd
 */
#include "stat_listen.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "listen_address.h"
#include "listen_library.h"
#include "stat_run.h"

/* What clients may take: so many at a time, each with so much memory, and so long without a word. */
#define CONNECTIONS    128u
#define CLIENT_BYTES   ((size_t)16384)
#define CLIENT_SECONDS 10u

/*
 * However many ask, counters are read no more often than this: a reading of many counters costs the
 * target time. Who comes in between gets what the last one got.
 */
#define FRESH_NS (100 * RUN_MSEC)

/* What was made for a client serves the next, too. */
struct page {
	struct MHD_Response *response; /* or NULL */
	uint64_t made;
};

struct stat_listen {
	struct listen_library lib;
	struct MHD_Daemon *daemon;
	struct stat_run *sr;
	struct page pages[2]; /* by format */
	int fd;		      /* of epoll; the daemon's */
	uint64_t due;
};

static const char *const types[] = {
	[PMX_OPENMETRICS] = "application/openmetrics-text; version=1.0.0; charset=utf-8",
	[PMX_PROMETHEUS_TEXT] = "text/plain; version=0.0.4; charset=utf-8",
};

/* --- what a client takes ------------------------------------------------------------------ */

/* Does one range of an Accept header, up to the comma, name OpenMetrics, and not with weight 0? */
static bool names_openmetrics(const char *range, size_t length)
{
	static const char name[] = "application/openmetrics-text";
	size_t used = sizeof(name) - 1;
	const char *weight;

	if (length < used || strncasecmp(range, name, used))
		return false;
	if (length > used && !strchr("; \t", range[used]))
		return false;
	weight = memmem(range, length, "q=0", 3);
	if (!weight)
		return true;
	weight += 3;
	if (weight < range + length && *weight == '.')
		for (weight++; weight < range + length && *weight == '0';)
			weight++;
	return weight < range + length && *weight >= '1' && *weight <= '9';
}

/* Who asks for anything gets the format that everything reads. */
static enum pmx_exposition wanted_format(const char *accept)
{
	while (accept && *accept) {
		size_t length;

		accept += strspn(accept, " \t,");
		length = strcspn(accept, ",");
		if (names_openmetrics(accept, length))
			return PMX_OPENMETRICS;
		accept += length;
	}
	return PMX_PROMETHEUS_TEXT;
}

/* --- answers ------------------------------------------------------------------------------ */

static struct MHD_Response *new_response(struct stat_listen *l, const char *text, size_t length,
					 enum MHD_ResponseMemoryMode mode, const char *type)
{
	struct MHD_Response *response =
		l->lib.MHD_create_response_from_buffer(length, (void *)text, mode);

	if (response)
		l->lib.MHD_add_response_header(response, "Content-Type", type);
	return response;
}

static enum MHD_Result answer(struct stat_listen *l, struct MHD_Connection *connection,
			      unsigned status, const char *text)
{
	struct MHD_Response *response = new_response(l, text, strlen(text), MHD_RESPMEM_PERSISTENT,
						     "text/plain; charset=utf-8");
	enum MHD_Result ret;

	if (!response)
		return MHD_NO;
	if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
		l->lib.MHD_add_response_header(response, "Allow", "GET, HEAD");
	ret = l->lib.MHD_queue_response(connection, status, response);
	l->lib.MHD_destroy_response(response);
	return ret;
}

static void forget_page(struct stat_listen *l, struct page *page)
{
	if (page->response)
		l->lib.MHD_destroy_response(page->response);
	page->response = NULL;
}

static void renew_page(struct stat_listen *l, enum pmx_exposition format, uint64_t now)
{
	struct page *page = &l->pages[format];
	struct pmx_error ignored;
	char *text = NULL;
	size_t length = 0;

	forget_page(l, page);
	if (stat_metrics_read(l->sr, format, &text, &length, &ignored))
		return;
	page->response = new_response(l, text, length, MHD_RESPMEM_MUST_FREE, types[format]);
	page->made = now;
	if (!page->response)
		free(text);
}

static enum MHD_Result answer_metrics(struct stat_listen *l, struct MHD_Connection *connection)
{
	const char *accept =
		l->lib.MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Accept");
	enum pmx_exposition format = wanted_format(accept);
	struct page *page = &l->pages[format];
	uint64_t now = run_now();

	if (!page->response || now - page->made >= FRESH_NS)
		renew_page(l, format, now);
	if (!page->response)
		return answer(l, connection, MHD_HTTP_SERVICE_UNAVAILABLE, "out of memory\n");
	return l->lib.MHD_queue_response(connection, MHD_HTTP_OK, page->response);
}

/* Called for a request once its head is there, then for each piece of a body, then at its end. */
static enum MHD_Result take_request(void *ctx, struct MHD_Connection *connection, const char *url,
				    const char *method, const char *version, const char *body,
				    size_t *body_size, void **state)
{
	struct stat_listen *l = ctx;
	static char begun;

	(void)version, (void)body;
	if (strcmp(method, MHD_HTTP_METHOD_GET) != 0 && strcmp(method, MHD_HTTP_METHOD_HEAD) != 0)
		return answer(l, connection, MHD_HTTP_METHOD_NOT_ALLOWED, "GET and HEAD only\n");
	if (!*state || *body_size) {
		*state = &begun;
		*body_size = 0; /* not looked at */
		return MHD_YES;
	}
	if (!strcmp(url, "/metrics"))
		return answer_metrics(l, connection);
	if (!strcmp(url, "/"))
		return answer(l, connection, MHD_HTTP_OK, "perfmux stat: counts are at /metrics\n");
	return answer(l, connection, MHD_HTTP_NOT_FOUND, "not found: counts are at /metrics\n");
}

/* --- its life ----------------------------------------------------------------------------- */

static void set_due(struct stat_listen *l)
{
	MHD_UNSIGNED_LONG_LONG ms;

	l->due = RUN_NEVER;
	if (l->lib.MHD_get_timeout(l->daemon, &ms) == MHD_YES)
		l->due = run_now() + ms * RUN_MSEC;
}

/* @fd is the daemon's from here on. */
static int start_daemon(struct stat_listen *l, int fd, struct pmx_error *err)
{
	const union MHD_DaemonInfo *info;

	l->daemon = l->lib.MHD_start_daemon(MHD_USE_EPOLL, 0, NULL, NULL, take_request, l,
					    MHD_OPTION_LISTEN_SOCKET, fd,
					    MHD_OPTION_CONNECTION_LIMIT, CONNECTIONS,
					    MHD_OPTION_CONNECTION_MEMORY_LIMIT, CLIENT_BYTES,
					    MHD_OPTION_CONNECTION_TIMEOUT, CLIENT_SECONDS,
					    MHD_OPTION_END);
	if (!l->daemon) {
		close(fd);
		return pmx_error_set(err, -ENOSYS, "--listen: libmicrohttpd cannot be started");
	}
	info = l->lib.MHD_get_daemon_info(l->daemon, MHD_DAEMON_INFO_EPOLL_FD);
	if (!info)
		return pmx_error_set(err, -ENOSYS,
				     "--listen: this libmicrohttpd was built without epoll");
	l->fd = info->epoll_fd;
	set_due(l);
	return 0;
}

static void tell(const struct stat_run *sr, const struct listen_address *address)
{
	char text[LISTEN_ADDRESS_TEXT];

	fprintf(stderr, "%s: metrics at http://%s/metrics\n", sr->run.program,
		listen_address_print(address, text));
	fflush(stderr);
}

static int open_all(struct stat_listen *l, const char *where, struct pmx_error *err)
{
	struct listen_address address;
	int fd, ret = listen_address_read(&address, where, err);

	if (!ret)
		ret = listen_library_load(&l->lib, err);
	if (ret)
		return ret;
	fd = listen_address_open(&address, err);
	if (fd < 0)
		return fd;
	ret = start_daemon(l, fd, err);
	if (!ret)
		tell(l->sr, &address);
	return ret;
}

int stat_listen_open(struct stat_listen **out, struct stat_run *sr, struct pmx_error *err)
{
	struct stat_listen *l = calloc(1, sizeof(*l));
	int ret;

	if (!l)
		return pmx_error_nomem(err);
	l->sr = sr;
	l->fd = -1;
	l->due = RUN_NEVER;
	ret = open_all(l, sr->options->listen, err);
	if (ret)
		stat_listen_close(l);
	else
		*out = l;
	return ret;
}

int stat_listen_fd(const struct stat_listen *l)
{
	return l ? l->fd : -1;
}

uint64_t stat_listen_due(const struct stat_listen *l)
{
	return l ? l->due : RUN_NEVER;
}

void stat_listen_serve(struct stat_listen *l)
{
	l->lib.MHD_run(l->daemon);
	set_due(l);
}

void stat_listen_close(struct stat_listen *l)
{
	if (!l)
		return;
	for (size_t i = 0; i < sizeof(l->pages) / sizeof(l->pages[0]); i++)
		forget_page(l, &l->pages[i]);
	if (l->daemon)
		l->lib.MHD_stop_daemon(l->daemon);
	listen_library_unload(&l->lib);
	free(l);
}
