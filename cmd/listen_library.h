/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * listen_library.h - libmicrohttpd, loaded when a port is opened
 *
 * Nothing is linked to it, so that runs without --listen do not pay for loading it and TLS behind
 * it. A static program may carry it (link with --whole-archive libmicrohttpd.a) and uses it then.
 */
#ifndef PMX_CMD_LISTEN_LIBRARY_H
#define PMX_CMD_LISTEN_LIBRARY_H

#include <microhttpd.h>

#include <perfmux/error.h>

#include "base/library.h"

#define LISTEN_FUNCTIONS(X)                \
	X(MHD_start_daemon)                \
	X(MHD_stop_daemon)                 \
	X(MHD_run)                         \
	X(MHD_get_timeout)                 \
	X(MHD_get_daemon_info)             \
	X(MHD_get_connection_info)         \
	X(MHD_lookup_connection_value)     \
	X(MHD_create_response_from_buffer) \
	X(MHD_add_response_header)         \
	X(MHD_queue_response)              \
	X(MHD_destroy_response)

struct listen_library {
	void *handle; /* NULL: linked in, or not loaded */
	LISTEN_FUNCTIONS(PMX_LIBRARY_MEMBER)
};

/* 0, or -ENOSYS with what is missing. */
int listen_library_load(struct listen_library *lib, struct pmx_error *err);
void listen_library_unload(struct listen_library *lib);

#endif
