/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stat_control.h - --control: somebody else switches the counters on and off while we measure
 */
#ifndef PMX_CMD_STAT_CONTROL_H
#define PMX_CMD_STAT_CONTROL_H

#include <perfmux/error.h>
#include <stdbool.h>
#include <stddef.h>

enum stat_command {
	STAT_CTL_NONE, /* nothing whole has come yet */
	STAT_CTL_ENABLE,
	STAT_CTL_DISABLE,
	STAT_CTL_PING,
	STAT_CTL_STOP,
	STAT_CTL_EVLIST,
	STAT_CTL_UNKNOWN,
};

struct stat_control {
	int fd, ack;	/* -1: none */
	bool close_fds; /* they are fifos that we opened */
	char line[128]; /* what has come of the next command */
	size_t len;
	bool skipping; /* the rest of a line that was too long */
};

/* @spec: "fd:CTL[,ACK]" or "fifo:CTL[,ACK]"; NULL gives a channel on which nothing ever comes. */
int stat_control_open(struct stat_control *control, const char *spec, struct pmx_error *err);

/*
 * The next command that has come; none also when much has come without one, and more is there. fd
 * is -1 once the other side closed its end.
 */
enum stat_command stat_control_next(struct stat_control *control);

/* Tells the other side that its command was carried out. */
void stat_control_ack(struct stat_control *control);

void stat_control_close(struct stat_control *control);

#endif
