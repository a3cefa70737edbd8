/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * text_unsafe.h - characters that no format lets through as they are
 */
#ifndef PMX_BASE_TEXT_UNSAFE_H
#define PMX_BASE_TEXT_UNSAFE_H

#include <stdbool.h>
#include <stdint.h>

/* True for what commands a terminal, ends a line, or reorders the text around it. All are below 2^16. */
bool pmx_text_is_unsafe(uint32_t c);

#endif
