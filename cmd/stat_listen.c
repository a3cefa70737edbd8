// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_listen.c - one page, /metrics, by libmicrohttpd
 */
#include "stat_listen.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "listen_accept.h"
#include "listen_address.h"
#include "listen_clients.h"
#include "listen_library.h"
#include "stat_run.h"

/*
 * What clients may take: so many at a time, a share of them from one address, each with so much
 * memory besides its answer, and with so long for a request.
 */
enum {
	CONNECTIONS = 128,
	FEWEST_CONNECTIONS = 4,
	ADDRESS_SHARE = 4, /* the part of it, one in so many */
	FDS_BESIDE = 32,   /* of counters and result files: what else is open meanwhile */
	FDS_OWN = 4,	   /* the socket, epoll, the library's */
};
#define CLIENT_BYTES   ((size_t)16384)
#define CLIENT_SECONDS 10u

/*
 * However many ask, counters are read no more often than this: a reading of many counters costs the
 * target time. Who comes in between gets what the last reading gave.
 */
#define FRESH_NS (100 * RUN_MSEC)

/* Where a connection can be neither taken nor refused (EMFILE), that is not tried all the time. */
#define PAUSE_NS (100 * RUN_MSEC)

/* What was made of a reading for one client serves the next, too. */
struct page {
	struct MHD_Response *response; /* or NULL */
	struct pmx_error failed;       /* why there is none */
};

struct stat_listen {
	struct listen_library lib;
	struct MHD_Daemon *daemon;
	struct stat_run *sr;
	struct page pages[2]; /* by format */
	uint64_t read;	      /* when the counters were that they are made of; 0: never */
	struct listen_clients clients;
	unsigned long met; /* connections so far */
	int socket, fd;	   /* that listens, and of epoll; the daemon's */
	uint64_t paused;   /* nobody is waited for until then */
	uint64_t due;
};

static const char *const types[] = {
	[PMX_OPENMETRICS] = "application/openmetrics-text; version=1.0.0; charset=utf-8",
	[PMX_PROMETHEUS_TEXT] = "text/plain; version=0.0.4; charset=utf-8",
};

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
	struct MHD_Response *response = new_response(l, text, strlen(text), MHD_RESPMEM_MUST_COPY,
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

static void forget_pages(struct stat_listen *l)
{
	for (size_t i = 0; i < sizeof(l->pages) / sizeof(l->pages[0]); i++) {
		if (l->pages[i].response)
			l->lib.MHD_destroy_response(l->pages[i].response);
		l->pages[i] = (struct page){ .response = NULL };
	}
}

static void make_page(struct stat_listen *l, enum pmx_exposition format)
{
	struct page *page = &l->pages[format];
	char *text = NULL;
	size_t length = 0;

	if (stat_metrics_print(l->sr, format, &text, &length, &page->failed))
		return;
	page->response = new_response(l, text, length, MHD_RESPMEM_MUST_FREE, types[format]);
	if (page->response)
		return;
	free(text);
	pmx_error_nomem(&page->failed);
}

static enum MHD_Result answer_metrics(struct stat_listen *l, struct MHD_Connection *connection)
{
	const char *accept =
		l->lib.MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Accept");
	enum pmx_exposition format = listen_accept_format(accept);
	struct page *page = &l->pages[format];
	uint64_t now = run_now();

	if (!l->read || now - l->read >= FRESH_NS) {
		forget_pages(l);
		stat_metrics_read(l->sr);
		l->read = now;
	}
	if (!page->response && !page->failed.code)
		make_page(l, format);
	if (page->response)
		return l->lib.MHD_queue_response(connection, MHD_HTTP_OK, page->response);
	return answer(l, connection, MHD_HTTP_SERVICE_UNAVAILABLE, page->failed.text);
}

/* Of "http://host/path", which proxies are sent and servers must take, too (RFC 9112, 3.2.2). */
static const char *path_of(const char *url)
{
	static const char scheme[] = "http://";
	const char *path;

	if (strncasecmp(url, scheme, strlen(scheme)) != 0)
		return url;
	path = strchr(url + strlen(scheme), '/');
	return path ? path : "/";
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
	url = path_of(url);
	if (!strcmp(url, "/metrics"))
		return answer_metrics(l, connection);
	if (!strcmp(url, "/"))
		return answer(l, connection, MHD_HTTP_OK, "perfmux stat: counts are at /metrics\n");
	return answer(l, connection, MHD_HTTP_NOT_FOUND, "not found: counts are at /metrics\n");
}

/* --- connections -------------------------------------------------------------------------- */

static void take_connection(void *ctx, struct MHD_Connection *connection, void **client,
			    enum MHD_ConnectionNotificationCode what)
{
	struct stat_listen *l = ctx;
	const union MHD_ConnectionInfo *info;

	if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
		listen_clients_remove(&l->clients, *client);
		return;
	}
	l->met++;
	info = l->lib.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
	*client = info ? listen_clients_add(&l->clients, info->connect_fd, run_now()) : NULL;
}

static void take_end_of_request(void *ctx, struct MHD_Connection *connection, void **state,
				enum MHD_RequestTerminationCode how)
{
	struct stat_listen *l = ctx;
	const union MHD_ConnectionInfo *info =
		l->lib.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

	(void)state, (void)how;
	if (info)
		listen_clients_renew(info->socket_context, run_now());
}

/* As many as descriptors are left for, when counters and files have theirs. */
static unsigned most_connections(const struct stat_run *sr)
{
	size_t taken = pmx_session_fds_needed(sr->passes->list[0].plan) + sr->run.fds_beside +
		       FDS_BESIDE + FDS_OWN;
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_max >= taken + CONNECTIONS)
		return CONNECTIONS;
	if (limit.rlim_max < taken + FEWEST_CONNECTIONS)
		return FEWEST_CONNECTIONS; /* the limit is raised, or the run refused */
	return (unsigned)(limit.rlim_max - taken);
}

static unsigned most_of_address(unsigned connections)
{
	unsigned share = connections / ADDRESS_SHARE;

	return share < FEWEST_CONNECTIONS / 2 ? FEWEST_CONNECTIONS / 2 : share;
}

/* --- its life ----------------------------------------------------------------------------- */

static void set_due(struct stat_listen *l)
{
	uint64_t late = listen_clients_due(&l->clients);
	MHD_UNSIGNED_LONG_LONG ms;

	l->due = RUN_NEVER;
	if (l->paused)
		l->due = l->paused;
	else if (l->lib.MHD_get_timeout(l->daemon, &ms) == MHD_YES)
		l->due = run_now() + ms * RUN_MSEC;
	if (late < l->due)
		l->due = late;
}

/* @fd is the daemon's from here on. */
static int start_daemon(struct stat_listen *l, int fd, unsigned most, struct pmx_error *err)
{
	const union MHD_DaemonInfo *info;

	l->daemon =
		l->lib.MHD_start_daemon(MHD_USE_EPOLL, 0, NULL, NULL, take_request, l,
					MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_CONNECTION_LIMIT,
					most, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
					most_of_address(most), MHD_OPTION_CONNECTION_MEMORY_LIMIT,
					CLIENT_BYTES, MHD_OPTION_NOTIFY_CONNECTION, take_connection,
					l, MHD_OPTION_NOTIFY_COMPLETED, take_end_of_request, l,
					MHD_OPTION_END);
	if (!l->daemon) {
		close(fd);
		return pmx_error_set(err, -ENOSYS, "--listen: libmicrohttpd cannot be started");
	}
	info = l->lib.MHD_get_daemon_info(l->daemon, MHD_DAEMON_INFO_EPOLL_FD);
	if (!info)
		return pmx_error_set(err, -ENOSYS,
				     "--listen: this libmicrohttpd was built without epoll");
	l->socket = fd;
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
	unsigned most = most_connections(l->sr);
	struct listen_address address;
	int fd, ret = listen_address_read(&address, where, err);

	if (!ret)
		ret = listen_library_load(&l->lib, err);
	if (!ret && listen_clients_init(&l->clients, most, CLIENT_SECONDS * 1000 * RUN_MSEC))
		ret = pmx_error_nomem(err);
	if (ret)
		return ret;
	fd = listen_address_open(&address, err);
	if (fd < 0)
		return fd;
	ret = start_daemon(l, fd, most, err);
	if (ret)
		return ret;
	l->sr->run.fds_beside += most + FDS_OWN;
	tell(l->sr, &address);
	return 0;
}

int stat_listen_open(struct stat_listen **out, struct stat_run *sr, struct pmx_error *err)
{
	struct stat_listen *l = calloc(1, sizeof(*l));
	int ret;

	if (!l)
		return pmx_error_nomem(err);
	l->sr = sr;
	l->socket = l->fd = -1;
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
	return l && !l->paused ? l->fd : -1;
}

uint64_t stat_listen_due(const struct stat_listen *l)
{
	return l ? l->due : RUN_NEVER;
}

/*
 * The library leaves a connection that it could not take where it is, and its descriptor readable;
 * it helps itself only where it has others that may end.
 */
static bool is_stuck(const struct stat_listen *l, unsigned long met)
{
	struct pollfd waiting = { .fd = l->socket, .events = POLLIN };

	return !l->clients.count && l->met == met && poll(&waiting, 1, 0) > 0;
}

void stat_listen_serve(struct stat_listen *l)
{
	unsigned long met = l->met;

	listen_clients_end_late(&l->clients, run_now());
	l->lib.MHD_run(l->daemon);
	l->paused = is_stuck(l, met) ? run_now() + PAUSE_NS : 0;
	set_due(l);
}

void stat_listen_close(struct stat_listen *l)
{
	if (!l)
		return;
	if (l->daemon) {
		forget_pages(l);
		l->lib.MHD_stop_daemon(l->daemon);
	}
	listen_library_unload(&l->lib);
	listen_clients_free(&l->clients);
	free(l);
}
