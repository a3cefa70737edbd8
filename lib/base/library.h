/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * library.h - other libraries, linked in or loaded when they are needed
 *
 * Nothing is linked to them, so that runs that need none do not pay for loading them. A static
 * program may carry one (link with --whole-archive) and uses that. A loader has a list of
 * functions, X(name), a structure with `void *handle` and a member for each, PMX_LIBRARY_MEMBER,
 * and this:
 *
 *	LIST(PMX_LIBRARY_WEAK)
 *	#define ENTRY(name) PMX_LIBRARY_ENTRY(struct lib, name)
 *	static const struct pmx_library_function functions[] = { LIST(ENTRY) };
 */
#ifndef PMX_BASE_LIBRARY_H
#define PMX_BASE_LIBRARY_H

#include <stddef.h>

#include <perfmux/error.h>

/* Weak: NULL unless the program was linked with it. */
#define PMX_LIBRARY_WEAK(name)	      extern __typeof__(name) name __attribute__((weak));
#define PMX_LIBRARY_MEMBER(name)      __typeof__(name) *name;
#define PMX_LIBRARY_ENTRY(type, name) { #name, (void *)(name), offsetof(type, name) },

struct pmx_library_function {
	const char *name;
	void *linked;
	size_t member; /* where its address goes */
};

struct pmx_library {
	const char *file;    /* "libjansson.so.4" */
	const char *version; /* the first that has all of the functions */
	const char *purpose; /* what cannot be done without it */
	const char *package; /* "install PACKAGE" is the hint */
	int code;	     /* -errno when it is missing */
	const struct pmx_library_function *functions;
	size_t count;
};

/*
 * Fills @lib, and @handle, which is in it: NULL where the library was linked in. 0; library->code
 * with what is missing and where to get it, -ENOMEM; @handle is NULL then.
 */
int pmx_library_load(const struct pmx_library *library, void *lib, void **handle,
		     struct pmx_error *err);

/* Closes what was loaded. */
void pmx_library_unload(void **handle);

#endif
