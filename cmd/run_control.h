/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * run_control.h - --control: somebody else switches the counters on and off while we measure
 */
#ifndef PMX_CMD_RUN_CONTROL_H
#define PMX_CMD_RUN_CONTROL_H

#include <perfmux/error.h>
#include <stdbool.h>
#include <stddef.h>

enum run_command {
	RUN_CTL_NONE, /* nothing whole has come yet */
	RUN_CTL_ENABLE,
	RUN_CTL_DISABLE,
	RUN_CTL_PING,
	RUN_CTL_STOP,
	RUN_CTL_EVLIST,
	RUN_CTL_UNKNOWN,
};

struct run_control {
	int fd, ack;	/* -1: none */
	bool close_fds; /* they are fifos that we opened */
	char line[128]; /* what has come of the next command */
	size_t len;
	bool skipping; /* the rest of a line that was too long */
};

/* @spec: "fd:CTL[,ACK]" or "fifo:CTL[,ACK]"; NULL gives a channel on which nothing ever comes. */
int run_control_open(struct run_control *control, const char *spec, struct pmx_error *err);

/*
 * The next command that has come; none also when much has come without one, and more is there. fd
 * is -1 once the other side closed its end.
 */
enum run_command run_control_next(struct run_control *control);

/* Tells the other side that its command was carried out. */
void run_control_ack(struct run_control *control);

void run_control_close(struct run_control *control);

#endif
