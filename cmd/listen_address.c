// SPDX-License-Identifier: GPL-2.0-only
/*
 * listen_address.c - numbers only: whoever asks a name server may wait, and be told anything
 */
#include "listen_address.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#include "base/cleanup.h"
#include "base/num.h"

static int refuse(const char *text, struct pmx_error *err)
{
	return pmx_error_set(err, -EINVAL,
			     "--listen takes PORT, ADDRESS:PORT or [IPV6]:PORT, not '%s'", text);
}

/*
 * The host without brackets; false when it is too long for any address, or brackets are not right.
 */
static bool copy_host(const char *text, size_t length, char host[INET6_ADDRSTRLEN], bool *is_v6)
{
	*is_v6 = length > 0 && text[0] == '[';
	if (*is_v6) {
		if (length < 2 || text[length - 1] != ']')
			return false;
		text++;
		length -= 2;
	}
	if (!length || length >= INET6_ADDRSTRLEN)
		return false;
	memcpy(host, text, length);
	host[length] = '\0';
	return true;
}

static bool read_host(struct listen_address *out, const char *text, size_t length)
{
	char host[INET6_ADDRSTRLEN];
	bool is_v6;

	if (!copy_host(text, length, host, &is_v6))
		return false;
	if (is_v6) {
		out->v6.sin6_family = AF_INET6;
		out->size = sizeof(out->v6);
		return inet_pton(AF_INET6, host, &out->v6.sin6_addr) == 1;
	}
	if (!strcasecmp(host, "localhost"))
		return true;
	return inet_pton(AF_INET, host, &out->v4.sin_addr) == 1;
}

int listen_address_read(struct listen_address *out, const char *text, struct pmx_error *err)
{
	const char *colon = strrchr(text, ':');
	const char *port = colon ? colon + 1 : text;
	uint64_t number;

	*out = (struct listen_address){
		.v4 = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } },
		.size = sizeof(out->v4),
	};
	if (pmx_num_decimal(port, UINT16_MAX, &number))
		return refuse(text, err);
	if (colon && !read_host(out, text, (size_t)(colon - text)))
		return refuse(text, err);
	if (out->any.sa_family == AF_INET6)
		out->v6.sin6_port = htons((uint16_t)number);
	else
		out->v4.sin_port = htons((uint16_t)number);
	return 0;
}

static int fail(const struct listen_address *address, const char *what, struct pmx_error *err)
{
	int code = errno;
	char text[LISTEN_ADDRESS_TEXT];

	pmx_error_set(err, -code, "cannot %s %s: %s", what, listen_address_print(address, text),
		      strerror(code));
	return err->code;
}

int listen_address_open(struct listen_address *address, struct pmx_error *err)
{
	const int on = 1;
	int type = SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK;
	pmx_autoclose int fd = socket(address->any.sa_family, type, 0);

	if (fd < 0)
		return fail(address, "make a socket for", err);
	/* a run that follows another at once finds its connections still waiting to be forgotten */
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (address->any.sa_family == AF_INET6)
		setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof(on));
	if (bind(fd, &address->any, address->size) || listen(fd, SOMAXCONN))
		return fail(address, "listen at", err);
	if (getsockname(fd, &address->any, &address->size))
		return fail(address, "find the port of", err);
	return pmx_take_fd(&fd);
}

const char *listen_address_print(const struct listen_address *address, char *buf)
{
	bool is_v6 = address->any.sa_family == AF_INET6;
	const void *from = is_v6 ? (const void *)&address->v6.sin6_addr :
				   (const void *)&address->v4.sin_addr;
	unsigned port = ntohs(is_v6 ? address->v6.sin6_port : address->v4.sin_port);
	char host[INET6_ADDRSTRLEN] = "?";

	inet_ntop(address->any.sa_family, from, host, sizeof(host));
	snprintf(buf, LISTEN_ADDRESS_TEXT, is_v6 ? "[%s]:%u" : "%s:%u", host, port);
	return buf;
}
