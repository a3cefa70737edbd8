// SPDX-License-Identifier: GPL-2.0-only
/*
 * fdinfo_clients.c - descriptors to clients: each counts once
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/cleanup.h"
#include "gpu/fdinfo.h"
#include "gpu/proc.h"

enum { MAX_PATH = 320, MAX_LINK = 256 };

/* --- devices ------------------------------------------------------------------------------ */

/* The device behind a node, "1c00000.gpu" behind renderD128, for drivers that do not say. */
static bool device_of_node(struct pmx_machine *machine, const char *node, char *out, size_t size)
{
	char path[MAX_PATH], link[MAX_LINK];
	pmx_autoclose int dir = -1;
	const char *name;
	ssize_t length;
	size_t own;

	snprintf(path, sizeof(path), "/sys/class/drm/%s", node);
	dir = pmx_machine_open_dir(machine, path);
	length = dir < 0 ? -1 : readlinkat(dir, "device", link, sizeof(link) - 1);
	if (length <= 0)
		return false;
	link[length] = '\0';
	name = strrchr(link, '/') ? strrchr(link, '/') + 1 : link;
	own = strlen(name);
	if (!own || own >= size)
		return false;
	memcpy(out, name, own + 1);
	return true;
}

static void name_device(struct clients *clients, const struct fdinfo_text *text, const char *node,
			char *out, size_t size)
{
	if (text->pdev[0])
		snprintf(out, size, "%s", text->pdev);
	else if (!device_of_node(clients->machine, node, out, size))
		snprintf(out, size, "%s", text->driver);
}

/* Its number; MAX_DEVICES: there are too many. */
static size_t find_device(struct clients *clients, const char *name)
{
	size_t i;

	for (i = 0; i < clients->device_count; i++)
		if (strcmp(clients->devices[i], name) == 0)
			return i;
	if (i == MAX_DEVICES)
		return i;
	snprintf(clients->devices[i], sizeof(clients->devices[i]), "%s", name);
	return clients->device_count++;
}

/* --- clients ------------------------------------------------------------------------------ */

static int copy_regions(struct pmx_fdinfo_client *client, const struct fdinfo_text *text)
{
	if (!text->region_count)
		return 0;
	client->regions = calloc(text->region_count, sizeof(*client->regions));
	if (!client->regions)
		return -ENOMEM;
	memcpy(client->regions, text->regions, text->region_count * sizeof(*client->regions));
	client->region_count = text->region_count;
	return 0;
}

static void name_process(struct clients *clients, struct pmx_fdinfo_client *client)
{
	const struct pmx_fdinfo_client *before = client - 1;
	struct proc_stat stat;

	/* the one before it may be of the same process */
	if (client > clients->out->clients && before->pid == client->pid) {
		memcpy(client->comm, before->comm, sizeof(client->comm));
		client->ppid = before->ppid;
		client->started = before->started;
	} else if (gpu_proc_stat(clients->machine, client->pid, &stat)) {
		memcpy(client->comm, stat.comm, sizeof(client->comm));
		client->ppid = stat.ppid;
		client->started = stat.started;
	}
}

static int add_client(struct clients *clients, pid_t pid, const char *device,
		      const struct fdinfo_text *text)
{
	struct pmx_fdinfo *out = clients->out;
	struct pmx_fdinfo_client *grown =
		pmx_array_room(out->clients, &clients->room, out->count + 1, sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	out->clients = grown;
	grown[out->count] = (struct pmx_fdinfo_client){
		.has_id = text->has_id,
		.id = text->id,
		.pid = pid,
		.descriptors = 1,
	};
	memcpy(grown[out->count].driver, text->driver, sizeof(text->driver));
	snprintf(grown[out->count].device, sizeof(grown->device), "%s", device);
	name_process(clients, &grown[out->count]);
	if (copy_regions(&grown[out->count], text))
		return -ENOMEM;
	out->count++;
	out->bad += text->bad;
	out->left_out += text->left_out;
	return 0;
}

int gpu_clients_add(struct clients *clients, pid_t pid, const char *node,
		    const struct fdinfo_text *text)
{
	char name[sizeof(clients->devices[0])];
	uintptr_t known;
	uint64_t id;
	size_t device;
	int ret;

	name_device(clients, text, node, name, sizeof(name));
	device = find_device(clients, name);
	/* without an id, all descriptors of a process are one client */
	id = text->has_id ? text->id : (uint64_t)pid;
	known = (uintptr_t)pmx_map_get(&clients->index, device * 2 + text->has_id, id);
	if (known) {
		clients->out->clients[known - 1].descriptors++;
		return 0;
	}
	if (device == MAX_DEVICES || clients->out->count == PMX_FDINFO_CLIENTS) {
		clients->out->left_out++;
		return 0;
	}
	ret = add_client(clients, pid, name, text);
	if (ret)
		return ret;
	/* a number, which nobody follows */
	return pmx_map_put(&clients->index, device * 2 + text->has_id, id,
			   (void *)clients->out->count); /* NOLINT(performance-no-int-to-ptr) */
}

static int compare_clients(const void *a, const void *b)
{
	const struct pmx_fdinfo_client *one = a, *other = b;
	int order = strcmp(one->device, other->device);

	if (order)
		return order;
	if (one->has_id != other->has_id)
		return one->has_id ? -1 : 1;
	if (one->id != other->id)
		return one->id < other->id ? -1 : 1;
	return one->pid < other->pid ? -1 : one->pid > other->pid;
}

void gpu_clients_sort(struct clients *clients)
{
	struct pmx_fdinfo *out = clients->out;

	if (out->count)
		qsort(out->clients, out->count, sizeof(*out->clients), compare_clients);
}

void gpu_clients_free(struct clients *clients)
{
	pmx_map_free(&clients->index);
}

void pmx_fdinfo_free(struct pmx_fdinfo *fdinfo)
{
	for (size_t i = 0; i < fdinfo->count; i++)
		free(fdinfo->clients[i].regions);
	free(fdinfo->clients);
	*fdinfo = (struct pmx_fdinfo){ .count = 0 };
}
