/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * listen_address.h - [HOST:]PORT, and a socket that listens there
 */
#ifndef PMX_CMD_LISTEN_ADDRESS_H
#define PMX_CMD_LISTEN_ADDRESS_H

#include <netinet/in.h>

#include <perfmux/error.h>

struct listen_address {
	union {
		struct sockaddr any;
		struct sockaddr_in v4;
		struct sockaddr_in6 v6;
	};
	socklen_t size;
};

/* Room for "[IPv6]:65535". */
#define LISTEN_ADDRESS_TEXT (INET6_ADDRSTRLEN + 16)

/*
 * Reads "9777", "localhost:9777", "192.0.2.1:9777", "[::1]:9777". Without a host it is this machine
 * alone. Names other than localhost are not looked up. -EINVAL with what is wrong.
 */
int listen_address_read(struct listen_address *out, const char *text, struct pmx_error *err);

/*
 * A socket that listens at @address, which is then where it does: port 0 becomes the one that was
 * given. Closed at exec, and never waits. The descriptor, or -errno.
 */
int listen_address_open(struct listen_address *address, struct pmx_error *err);

/* As a URL has it; @buf has LISTEN_ADDRESS_TEXT. Returns @buf. */
const char *listen_address_print(const struct listen_address *address, char *buf);

#endif
