// SPDX-License-Identifier: GPL-2.0-only
/*
 * program.c - a program of known work, to be executed
 */
#include "kit/program.h"

#include <elf.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MFD_EXEC
#define MFD_EXEC 0x10 /* linux/memfd.h, since Linux 6.3 */
#endif

/* A thousand times getpriority(0, 0), then exit_group(0). */
#if defined(__x86_64__)
#define MACHINE EM_X86_64
static const uint8_t code[] = {
	0xbb, 0xe8, 0x03, 0x00, 0x00, /*	mov ebx, 1000 */
	0xb8, 0x8c, 0x00, 0x00, 0x00, /* again:	mov eax, getpriority */
	0x31, 0xff,		      /*	xor edi, edi */
	0x31, 0xf6,		      /*	xor esi, esi */
	0x0f, 0x05,		      /*	syscall */
	0xff, 0xcb,		      /*	dec ebx */
	0x75, 0xf1,		      /*	jnz again */
	0xb8, 0xe7, 0x00, 0x00, 0x00, /*	mov eax, exit_group */
	0x31, 0xff,		      /*	xor edi, edi */
	0x0f, 0x05,		      /*	syscall */
};
#elif defined(__aarch64__)
#define MACHINE EM_AARCH64
static const uint32_t code[] = {
	0x52807d13, /*		mov w19, #1000 */
	0xd28011a8, /* again:	mov x8, #getpriority */
	0xd2800000, /*		mov x0, #0 */
	0xd2800001, /*		mov x1, #0 */
	0xd4000001, /*		svc #0 */
	0x71000673, /*		subs w19, w19, #1 */
	0x54ffff61, /*		b.ne again */
	0xd2800bc8, /*		mov x8, #exit_group */
	0xd2800000, /*		mov x0, #0 */
	0xd4000001, /*		svc #0 */
};
#else
#define MACHINE EM_NONE
static const uint8_t code[] = { 0 };
#endif

#define BASE 0x400000ull

struct image {
	Elf64_Ehdr header;
	Elf64_Phdr segment;
	char code[sizeof(code)];
};

static struct image make_image(void)
{
	struct image image = {
		.header = {
			.e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB,
				     EV_CURRENT },
			.e_type = ET_EXEC,
			.e_machine = MACHINE,
			.e_version = EV_CURRENT,
			.e_entry = BASE + offsetof(struct image, code),
			.e_phoff = offsetof(struct image, segment),
			.e_ehsize = sizeof(Elf64_Ehdr),
			.e_phentsize = sizeof(Elf64_Phdr),
			.e_phnum = 1,
		},
		.segment = {
			.p_type = PT_LOAD,
			.p_flags = PF_R | PF_X,
			.p_vaddr = BASE,
			.p_paddr = BASE,
			.p_filesz = sizeof(struct image),
			.p_memsz = sizeof(struct image),
			.p_align = 0x10000,
		},
	};

	memcpy(image.code, code, sizeof(code));
	return image;
}

static void execute(struct kit *kit, void *arg)
{
	(void)kit;
	kit_exec(*(const int *)arg);
}

int kit_program(struct kit *kit)
{
	const struct image image = make_image();
	int fd, status;

	if (MACHINE == EM_NONE)
		kit_skip(kit, "a program to be executed, for this architecture: there is none");
	/* old kernels do not know the flag without which new ones may not execute it */
	fd = memfd_create("perfmux-program", MFD_CLOEXEC | MFD_EXEC);
	if (fd < 0 && errno == EINVAL)
		fd = memfd_create("perfmux-program", MFD_CLOEXEC);
	if (fd < 0 || write(fd, &image, sizeof(image)) != (ssize_t)sizeof(image))
		kit_skip(kit, "a program to be executed, in memory: %s", strerror(errno));
	status = kit_wait(kit, kit_fork(kit, execute, &fd));
	if (status)
		kit_skip(kit, "a program to be executed, from memory: it ended with %d", status);
	return fd;
}

void kit_exec(int program)
{
	char name[] = "perfmux-program";

	fexecve(program, (char *[]){ name, NULL }, (char *[]){ NULL });
	_exit(126);
}
