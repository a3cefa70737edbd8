// SPDX-License-Identifier: GPL-2.0-only
/*
 * listen_clients.c - a place for each connection, and since when it has had it
 */
#include "listen_clients.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "run.h"

struct listen_client {
	bool is_used;
	bool is_ended;
	int fd;
	uint64_t since;
};

int listen_clients_init(struct listen_clients *clients, size_t room, uint64_t patience)
{
	*clients = (struct listen_clients){ .room = room, .patience = patience };
	clients->list = calloc(room, sizeof(*clients->list));
	return clients->list ? 0 : -ENOMEM;
}

void listen_clients_free(struct listen_clients *clients)
{
	free(clients->list);
	*clients = (struct listen_clients){ .room = 0 };
}

struct listen_client *listen_clients_add(struct listen_clients *clients, int fd, uint64_t now)
{
	for (size_t i = 0; i < clients->room; i++) {
		struct listen_client *client = &clients->list[i];

		if (client->is_used)
			continue;
		*client = (struct listen_client){ .is_used = true, .fd = fd, .since = now };
		clients->count++;
		return client;
	}
	return NULL;
}

void listen_clients_remove(struct listen_clients *clients, struct listen_client *client)
{
	if (!client)
		return;
	client->is_used = false;
	clients->count--;
}

void listen_clients_renew(struct listen_client *client, uint64_t now)
{
	if (client)
		client->since = now;
}

uint64_t listen_clients_due(const struct listen_clients *clients)
{
	uint64_t due = RUN_NEVER;

	for (size_t i = 0; i < clients->room; i++) {
		const struct listen_client *client = &clients->list[i];

		if (client->is_used && !client->is_ended && client->since + clients->patience < due)
			due = client->since + clients->patience;
	}
	return due;
}

void listen_clients_end_late(struct listen_clients *clients, uint64_t now)
{
	for (size_t i = 0; i < clients->room; i++) {
		struct listen_client *client = &clients->list[i];

		if (!client->is_used || client->is_ended || now - client->since < clients->patience)
			continue;
		client->is_ended = true;
		shutdown(client->fd, SHUT_RDWR);
	}
}
