/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * list.h - parts of lists of events
 */
#ifndef PERFMUX_EVENT_LIST_H
#define PERFMUX_EVENT_LIST_H

#include <perfmux/event.h>

/* Frees what @event holds. */
void pmx_event_clear(struct pmx_event *event);

#endif
