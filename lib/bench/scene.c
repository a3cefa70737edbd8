// SPDX-License-Identifier: GPL-2.0-only
/*
 * scene.c - where and when something was measured
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/cleanup.h"
#include "base/list.h"
#include "base/machine_private.h"
#include "base/num.h"

#include <perfmux/bench.h>

/* --- the processor -------------------------------------------------------------------------- */

/* Lines of /proc/cpuinfo that name the model, one for each kind of machine. */
static const char *const model_keys[] = {
	"model name", /* x86, 32-bit ARM */
	"Model Name", /* LoongArch */
	"cpu model",  /* MIPS */
	"cpu",	      /* POWER, SPARC */
	"uarch",      /* RISC-V */
};

/*
 * Who made an ARM processor: the "Main ID Register" in ARM's architecture manual, and Linux'
 * cputype.h.
 */
static const struct {
	unsigned char code;
	const char *name;
} arm_makers[] = {
	{ 0x41, "ARM" },       { 0x42, "Broadcom" }, { 0x43, "Cavium" }, { 0x46, "Fujitsu" },
	{ 0x48, "HiSilicon" }, { 0x4e, "NVIDIA" },   { 0x50, "APM" },	 { 0x51, "Qualcomm" },
	{ 0x53, "Samsung" },   { 0x56, "Marvell" },  { 0x61, "Apple" },	 { 0x69, "Intel" },
	{ 0x6d, "Microsoft" }, { 0x70, "Phytium" },  { 0xc0, "Ampere" },
};

/* The value of the line when it is "@key : value", else NULL. */
static const char *value_of(const char *line, const char *key)
{
	size_t length = strlen(key);

	if (strncmp(line, key, length))
		return NULL;
	line += length;
	line += strspn(line, " \t");
	if (*line != ':')
		return NULL;
	return line + 1 + strspn(line + 1, " \t");
}

static const char *model_of(const char *line)
{
	for (size_t i = 0; i < sizeof(model_keys) / sizeof(model_keys[0]); i++) {
		const char *value = value_of(line, model_keys[i]);

		if (value && *value)
			return value;
	}
	return NULL;
}

static void name_arm(char *buf, size_t size, const char *maker, const char *part)
{
	uint64_t code;

	if (!strncmp(maker, "0x", 2) && !pmx_num_hex(maker + 2, 0xff, &code))
		for (size_t i = 0; i < sizeof(arm_makers) / sizeof(arm_makers[0]); i++)
			if (arm_makers[i].code == code)
				maker = arm_makers[i].name;
	snprintf(buf, size, "%s %s", maker, part);
}

/*
 * On arm64 no line has a name, but each CPU has its maker and part, and they are not all the same:
 * "ARM 0xd05, ARM 0xd41". @maker is that of the lines before.
 */
static void see_arm(char *maker, size_t maker_size, const char *line, char *out, size_t size)
{
	const char *value = value_of(line, "CPU implementer"), *part = value_of(line, "CPU part");
	char name[48];

	if (value)
		snprintf(maker, maker_size, "%s", value);
	if (!part || !*maker)
		return;
	name_arm(name, sizeof(name), maker, part);
	if (!strstr(out, name))
		pmx_list_append(out, size, name);
}

static void read_processor(struct pmx_machine *machine, char *out, size_t size)
{
	pmx_autoclose int fd = pmx_machine_open(machine, "/proc/cpuinfo", O_RDONLY);
	pmx_autofclose FILE *file = fd < 0 ? NULL : fdopen(fd, "r");
	char line[4096], maker[16] = "";

	if (!file)
		return;
	pmx_take_fd(&fd); /* the FILE closes it */
	while (fgets(line, sizeof(line), file)) {
		const char *model;

		line[strcspn(line, "\n")] = '\0';
		model = model_of(line);
		if (model) {
			snprintf(out, size, "%s", model);
			return;
		}
		see_arm(maker, sizeof(maker), line, out, size);
	}
}

/* --- the rest ------------------------------------------------------------------------------- */

/* As uname() says, or what the kernel of a sysroot wrote into files. */
static void read_system(struct pmx_machine *machine, struct pmx_bench_scene *scene)
{
	const struct {
		const char *path;
		char *to;
		size_t size;
	} files[] = {
		{ "/proc/sys/kernel/osrelease", scene->kernel, sizeof(scene->kernel) },
		{ "/proc/sys/kernel/arch", scene->machine, sizeof(scene->machine) },
		{ "/proc/sys/kernel/hostname", scene->host, sizeof(scene->host) },
	};
	struct utsname name;

	if (pmx_machine_is_live(machine) && !uname(&name)) {
		snprintf(scene->kernel, sizeof(scene->kernel), "%s", name.release);
		snprintf(scene->machine, sizeof(scene->machine), "%s", name.machine);
		snprintf(scene->host, sizeof(scene->host), "%s", name.nodename);
		return;
	}
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		if (pmx_machine_read(machine, files[i].path, files[i].to, files[i].size) < 0)
			files[i].to[0] = '\0';
}

void pmx_bench_scene_read(struct pmx_bench_scene *scene, struct pmx_machine *machine)
{
	struct pmx_cpus online;

	*scene = (struct pmx_bench_scene){ .when = time(NULL) };
	read_system(machine, scene);
	read_processor(machine, scene->processor, sizeof(scene->processor));
	if (!pmx_machine_online(machine, &online, NULL))
		scene->cpus = (unsigned)pmx_cpus_count(&online);
}
