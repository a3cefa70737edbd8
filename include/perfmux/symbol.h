/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * symbol.h - where the symbols of breakpoints are: in which file, and at which address of a process
 *
 * An event mem:SYMBOL has no address until there is a process. In processes that run already it is
 * found at once. Of a command the file is looked into before it is run, so that a name that does
 * not exist is said early; its address is known when the command has been executed, which is when
 * pmx_symbols_locate() is called, with the command stopped (launch.h). Counters of such events are
 * opened then (pmx_session_open_located()).
 *
 * libelf is loaded when the first symbol is looked up.
 */
#ifndef PERFMUX_SYMBOL_H
#define PERFMUX_SYMBOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <perfmux/error.h>
#include <perfmux/event.h>
#include <perfmux/target.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pmx_location {
	const char *path; /* the ELF file; NULL when it is not known before the command runs */
	uint64_t vaddr;	  /* the address in the file, as nm shows it */
	uint64_t size;	  /* bytes from there to the end of the symbol; 0: not known */
	bool in_process;  /* it has been found in a process, at */
	uint64_t address;
	uint32_t length,
		access; /* attr.bp_len and attr.bp_type: as typed, or as the symbol suggests */
};

struct pmx_symbols; /* of the events of a list, for the processes of a target */

/* True when any event has a symbol; nothing of this header is needed when none has. */
bool pmx_symbols_are_in(const struct pmx_events *events);

/*
 * Looks up the symbols of all events, which must outlive *out. @command: the path of the program
 * that a target of kind COMMAND will execute, or NULL where it is not known. -ENOENT: no such
 * symbol (@err names near misses); -EEXIST: several of this name (@err names them, and how to
 * choose); -ENOTSUP: one that has no single address; -EINVAL: length or alignment, or a target that
 * has no address space (CPUs); -EPERM: a command that changes its user; -EACCES, -ESRCH: the
 * process cannot be looked into; -ENOEXEC: a file that is named is no ELF file; -E2BIG: more
 * addresses than a table may hold; -ENOSYS: no libelf; -ENOMEM.
 */
int pmx_symbols_new(struct pmx_symbols **out, const struct pmx_events *events,
		    const struct pmx_target *target, const char *command, struct pmx_error *err);
void pmx_symbols_free(struct pmx_symbols *symbols);

/*
 * Finds the addresses in a command that was executed as process @pid. 0: all are known. 1: some
 * are in shared libraries that are not loaded yet; ask again with @is_loaded when the command has
 * come to *entry, its first instruction. Errors as above.
 */
int pmx_symbols_locate(struct pmx_symbols *symbols, pid_t pid, bool is_loaded, uint64_t *entry,
		       struct pmx_error *err);

/*
 * Where the symbol of an event is in the process of a task of the target; NULL: it has no symbol.
 */
const struct pmx_location *pmx_symbols_find(const struct pmx_symbols *symbols, size_t event,
					    size_t task);

#ifdef __cplusplus
}
#endif
#endif
