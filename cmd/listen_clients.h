/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * listen_clients.h - how long each client may take
 *
 * A client that sends a byte now and then is never quiet, and would keep its place for ever. So the
 * time is that of a whole request, from the connection's beginning or the last answer's end until
 * the next answer's.
 */
#ifndef PMX_CMD_LISTEN_CLIENTS_H
#define PMX_CMD_LISTEN_CLIENTS_H

#include <stddef.h>
#include <stdint.h>

struct listen_client;

struct listen_clients {
	struct listen_client *list;
	size_t room, count;
	uint64_t patience; /* ns */
};

/* As many as may be at a time, each with @patience ns. 0 or -ENOMEM. */
int listen_clients_init(struct listen_clients *clients, size_t room, uint64_t patience);
void listen_clients_free(struct listen_clients *clients);

/* The caller's connection @fd begins at @now. NULL when there is no room: then it has no limit. */
struct listen_client *listen_clients_add(struct listen_clients *clients, int fd, uint64_t now);
void listen_clients_remove(struct listen_clients *clients, struct listen_client *client);

/* It has its answer, and may ask anew. NULL is nothing. */
void listen_clients_renew(struct listen_client *client, uint64_t now);

/* When the time of one of them is up next; RUN_NEVER: of none. */
uint64_t listen_clients_due(const struct listen_clients *clients);

/* Has the connections end whose time is up: whoever serves them finds them at their end. */
void listen_clients_end_late(struct listen_clients *clients, uint64_t now);

#endif
