/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * place.h - where our own code is, as uprobes are told of it
 */
#ifndef PERFMUX_KIT_PLACE_H
#define PERFMUX_KIT_PLACE_H

#include <stddef.h>
#include <stdint.h>

/* The file that @address was loaded from, and its offset in there. 0 or -errno. */
int kit_place(uintptr_t address, char *path, size_t size, uint64_t *offset);

#endif
