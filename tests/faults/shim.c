// SPDX-License-Identifier: GPL-2.0-only
/*
 * shim.c - fails one allocation, or one call about a perf event, of the program it is loaded into
 *
 * Loaded before libc (LD_PRELOAD), it has allocations and the calls of the system-call gate go
 * through here, libc's own allocations (streams, directories, loaded libraries) too. It counts them
 * in a page shared with the driver, and fails the one that the driver asks for. What perfmux forks
 * counts as perfmux; what it executes is left alone, for the shim takes itself out of the
 * environment. At the end it tells which allocations and how many descriptors are left.
 *
 * It must not allocate, and needs no lock of libc's.
 */
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <unwind.h>

#include "page.h"

/* glibc's allocator under the names that nobody interposes. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

static struct page *page;
static uintptr_t text, text_end; /* of the program */
static void *this_file;
static pid_t perfmux;

/* --- who calls ---------------------------------------------------------------------------- */

struct callers {
	struct leak found;
	unsigned count;
	bool is_known; /* whose it is */
};

static uint32_t hash(const void *data, size_t size)
{
	const unsigned char *byte = data;
	uint32_t hash = 2166136261u;

	while (size--)
		hash = (hash ^ *byte++) * 16777619u;
	return hash;
}

/* Whose call it is: of who is neither this file nor libc. */
static void find_library(struct callers *callers, uintptr_t at)
{
	struct dl_find_object object;
	const char *name;

	if (_dl_find_object((void *)at, &object)) /* NOLINT: an address */
		return;
	name = object.dlfo_link_map->l_name;
	if (object.dlfo_map_start == this_file || strstr(name, "/libc.so"))
		return;
	callers->is_known = true;
	callers->found.library = strstr(name, "/ld-") ? 1 : *name ? hash(name, strlen(name)) : 0;
}

static _Unwind_Reason_Code add_caller(struct _Unwind_Context *context, void *arg)
{
	struct callers *callers = arg;
	uintptr_t at = _Unwind_GetIP(context);

	if (at >= text && at < text_end) {
		callers->is_known = true;
		callers->found.frames[callers->count++] = (uint32_t)(at - text);
	} else if (!callers->is_known) {
		find_library(callers, at);
	}
	return callers->count < FRAMES ? _URC_NO_REASON : _URC_END_OF_STACK;
}

static struct leak callers_now(void)
{
	struct callers callers = { .count = 0 };

	_Unwind_Backtrace(add_caller, &callers);
	return callers.found;
}

/* --- what is to fail ---------------------------------------------------------------------- */

/* Counts a call; true when it is the one that fails. */
static bool fails(enum kind kind)
{
	bool allocation = kind == KIND_ALLOCATION;
	struct leak callers;
	unsigned at;

	if (!page)
		return false;
	at = 1 + atomic_fetch_add(allocation ? &page->allocations : &page->calls, 1);
	if (page->log && at <= LOGGED) {
		callers = callers_now();
		page->sites[allocation][at - 1] =
			(struct site){ kind, hash(callers.frames, sizeof(callers.frames)) };
	}
	if (at != page->at || allocation != page->allocation)
		return false;
	page->failed = callers_now();
	page->fired = 1;
	return true;
}

/* Calls may come in another order than when they were counted: what a read may be is no errno. */
static int refusal(void)
{
	return page->how > 0 ? page->how : EINVAL;
}

static bool allocation_fails(void)
{
	if (!fails(KIND_ALLOCATION))
		return false;
	errno = ENOMEM;
	return true;
}

/* --- what is allocated --------------------------------------------------------------------- */

enum { SLOTS = 1 << 17 }; /* a power of two, far more than there are at a time */

/* Open addressing. Children share nothing of it. */
static struct slot {
	void *memory;
	struct leak leak;
} slots[SLOTS];
static atomic_flag busy = ATOMIC_FLAG_INIT;

static size_t place(const void *memory)
{
	return ((uintptr_t)memory >> 4) * 2654435761u % SLOTS;
}

/* A child that was forked while another thread had the lock has it for ever. */
static void take(void)
{
	for (unsigned i = 0; i < 1000000 && atomic_flag_test_and_set(&busy); i++)
		;
}

static void *born(void *memory)
{
	struct leak callers;

	if (!page || !memory)
		return memory;
	callers = callers_now();
	take();
	size_t at = place(memory);

	while (slots[at].memory && slots[at].memory != memory)
		at = (at + 1) % SLOTS;
	slots[at].memory = memory;
	slots[at].leak = callers;
	atomic_flag_clear(&busy);
	return memory;
}

/* Those behind the gap that are not where they belong move up. */
static void close_gap(size_t gap)
{
	for (size_t at = (gap + 1) % SLOTS; slots[at].memory; at = (at + 1) % SLOTS) {
		size_t home = place(slots[at].memory);

		if ((at - home) % SLOTS < (at - gap) % SLOTS)
			continue;
		slots[gap] = slots[at];
		gap = at;
	}
	slots[gap].memory = NULL;
}

static void died(const void *memory)
{
	if (!page || !memory)
		return;
	take();
	size_t at = place(memory);

	while (slots[at].memory && slots[at].memory != memory)
		at = (at + 1) % SLOTS;
	if (slots[at].memory)
		close_gap(at);
	atomic_flag_clear(&busy);
}

void *malloc(size_t size)
{
	return allocation_fails() ? NULL : born(__libc_malloc(size));
}

void *calloc(size_t count, size_t size)
{
	return allocation_fails() ? NULL : born(__libc_calloc(count, size));
}

void *realloc(void *old, size_t size)
{
	void *memory;

	if (size && allocation_fails())
		return NULL;
	/* before it may be another's */
	died(old);
	memory = __libc_realloc(old, size);
	if (!memory && size)
		return born(old), NULL;
	return born(memory);
}

void *memalign(size_t alignment, size_t size)
{
	return allocation_fails() ? NULL : born(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size)
{
	return memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
	void *memory = memalign(alignment, size);

	if (!memory)
		return ENOMEM;
	*out = memory;
	return 0;
}

void free(void *memory)
{
	died(memory);
	__libc_free(memory);
}

/* --- perf events -------------------------------------------------------------------------- */

enum { FDS = 65536 };

static bool is_event[FDS]; /* a child inherits those, and what is known of them */

static bool about_event(int fd)
{
	return fd >= 0 && fd < FDS && is_event[fd];
}

long syscall(long number, ...)
{
	long a[6];
	long ret;
	va_list ap;

	va_start(ap, number);
	for (int i = 0; i < 6; i++)
		a[i] = va_arg(ap, long);
	va_end(ap);
	if (number == SYS_perf_event_open && fails(KIND_OPEN)) {
		errno = refusal();
		return -1;
	}
#if defined(__x86_64__)
	register long r10 __asm__("r10") = a[3];
	register long r8 __asm__("r8") = a[4];
	register long r9 __asm__("r9") = a[5];
	__asm__ volatile("syscall"
			 : "=a"(ret)
			 : "a"(number), "D"(a[0]), "S"(a[1]), "d"(a[2]), "r"(r10), "r"(r8), "r"(r9)
			 : "rcx", "r11", "memory");
#elif defined(__aarch64__)
	register long x8 __asm__("x8") = number;
	register long x0 __asm__("x0") = a[0];
	register long x1 __asm__("x1") = a[1];
	register long x2 __asm__("x2") = a[2];
	register long x3 __asm__("x3") = a[3];
	register long x4 __asm__("x4") = a[4];
	register long x5 __asm__("x5") = a[5];
	__asm__ volatile("svc 0"
			 : "+r"(x0)
			 : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
			 : "memory");
	ret = x0;
#else
#error "how this machine makes a system call is not known here"
#endif
	if (ret < 0 && ret > -4096) {
		errno = (int)-ret;
		return -1;
	}
	if (number == SYS_perf_event_open && ret < FDS)
		is_event[ret] = true;
	return ret;
}

int close(int fd)
{
	if (fd >= 0 && fd < FDS)
		is_event[fd] = false;
	return (int)syscall(SYS_close, fd);
}

/*
 * A read can end early for the kernel's reasons: at its end (an event in error), in the middle
 * (never, it says), or with an errno.
 */
ssize_t read(int fd, void *buffer, size_t size)
{
	if (about_event(fd) && fails(KIND_READ)) {
		if (page->how == 0)
			return 0;
		if (page->how < 0)
			return syscall(SYS_read, fd, buffer, size) / 2;
		errno = refusal();
		return -1;
	}
	return syscall(SYS_read, fd, buffer, size);
}

int ioctl(int fd, unsigned long request, ...)
{
	unsigned long arg;
	va_list ap;

	va_start(ap, request);
	arg = va_arg(ap, unsigned long);
	va_end(ap);
	if (about_event(fd) && fails(KIND_IOCTL)) {
		errno = refusal();
		return -1;
	}
	return (int)syscall(SYS_ioctl, fd, request, arg);
}

/* What is mapped from nowhere is an allocation. */
void *mmap(void *address, size_t size, int access, int flags, int fd, off_t offset)
{
	enum kind kind = flags & MAP_ANONYMOUS ? KIND_ALLOCATION :
			 about_event(fd)       ? KIND_MAP :
						 KIND_NONE;

	if (kind != KIND_NONE && fails(kind)) {
		errno = kind == KIND_MAP ? refusal() : ENOMEM;
		return MAP_FAILED;
	}
	/* NOLINTNEXTLINE: an address, as the call has it */
	return (void *)syscall(SYS_mmap, address, size, access, flags, fd, offset);
}

/* --- beginning and end -------------------------------------------------------------------- */

/* The program's code: its headers are mapped with it. */
static void find_program(void)
{
	struct dl_find_object object;
	const Elf64_Phdr *headers = (const Elf64_Phdr *)getauxval(AT_PHDR); /* NOLINT */
	size_t count = getauxval(AT_PHNUM);

	for (size_t i = 0; i < count; i++)
		if (headers[i].p_type == PT_PHDR)
			text = (uintptr_t)headers - headers[i].p_vaddr;
	for (size_t i = 0; i < count; i++)
		if (headers[i].p_type == PT_LOAD && headers[i].p_flags & PF_X)
			text_end = text + headers[i].p_vaddr + headers[i].p_memsz;
	if (!_dl_find_object((void *)find_program, &object)) /* NOLINT: an address */
		this_file = object.dlfo_map_start;
}

static void take_back(const char *path)
{
	int fd = open(path, O_RDWR | O_CLOEXEC);
	void *map = fd < 0 ? MAP_FAILED :
			     mmap(NULL, sizeof(*page), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (map == MAP_FAILED)
		abort();
	close(fd);
	unsetenv("LD_PRELOAD");
	unsetenv("PERFMUX_FAULTS");
	perfmux = getpid();
	page = map;
}

__attribute__((constructor)) static void begin(void)
{
	const char *path = getenv("PERFMUX_FAULTS");

	if (!path)
		abort();
	find_program();
	take_back(path);
}

static uint32_t count_fds(void)
{
	uint32_t count = 0;

	for (int fd = 0; fd < 4096; fd++)
		count += fcntl(fd, F_GETFD) >= 0;
	return count;
}

__attribute__((destructor)) static void end(void)
{
	if (getpid() != perfmux)
		return;
	page->fds = count_fds();
	for (size_t i = 0; i < SLOTS; i++) {
		if (!slots[i].memory || !slots[i].leak.frames[0])
			continue;
		if (page->leaks < LEAKS)
			page->leak[page->leaks] = slots[i].leak;
		page->leaks++;
	}
	page->ended = 1;
	page = NULL;
}
