/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * options.h - one table says what a command takes
 *
 * From the table of a command come its parser, its --help, its man page and the completions of
 * three shells, so that none of them can disagree with another. The rules of parsing are perf's:
 * short options may be bundled, long ones cut short while they stay unambiguous, "--no-NAME" takes
 * back "--NAME", and the first word that is no option ends them.
 */
#ifndef PMX_CMD_OPTIONS_H
#define PMX_CMD_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include <perfmux/error.h>

/* Exit status when perfmux itself failed, as in env(1). */
#define EXIT_PERFMUX 125

/* Rows a table may have. */
#define OPT_MAX_ROWS 128

enum opt_kind {
	OPT_SECTION, /* a heading for the rows that follow; help is its text */
	OPT_FLAG,    /* bool: true */
	OPT_UNFLAG,  /* bool: false; for what is on unless taken back */
	OPT_COUNT,   /* int: one more each time, at most max */
	OPT_STRING,  /* const char *: the argument */
	OPT_INT,     /* int: a whole number from min to max */
	OPT_LONG,    /* long: the same */
	OPT_CHOICE,  /* int: the argument's place in words, from min; the last without it */
	OPT_CALL,    /* what call() makes of it */
	OPT_HELP,    /* --help */
	OPT_VERSION, /* --version */
	OPT_FOREIGN, /* perf has it and perfmux has not; help says what to do instead */
};

/* What an argument may be, for completions. */
enum opt_value {
	OPT_VALUE_ANY,
	OPT_VALUE_FILE,
	OPT_VALUE_DIR,
	OPT_VALUE_COMMAND,
	OPT_VALUE_WORDS, /* one of words */
	OPT_VALUE_LIST,	 /* words, separated by commas */
	OPT_VALUE_EVENT, /* event specs, separated by commas */
	OPT_VALUE_PID,	 /* numbers of processes, separated by commas */
	OPT_VALUE_TID,
	OPT_VALUE_CPUS,
	OPT_VALUE_CGROUP,
	OPT_VALUE_SCENARIO, /* of perfmux stress */
};

struct opt;

/*
 * Called with the option's argument (NULL without one), or with @negated for its --no- form; @into
 * is the structure that the table fills. An argument of several words has them joined by newlines,
 * of which none has one, and is gone when this returns; any other is a part of argv. Returns 0, or
 * -EINVAL with @err filled.
 */
typedef int opt_call_fn(void *into, const struct opt *opt, const char *arg, bool negated,
			struct pmx_error *err);

struct opt {
	const char *name; /* long name; one that begins with "no-" has its positive form, too */
	char letter;	  /* short name, or 0 */
	enum opt_kind kind;
	const char *arg;       /* what --help calls the argument; NULL for none */
	unsigned words_wanted; /* of an OPT_CALL: so many words make its argument; 0 for one */
	bool arg_optional;     /* "--name=ARG" or "--name" */
	bool final;	       /* no --no- form */
	enum opt_value value;
	const char *words; /* for OPT_CHOICE and OPT_VALUE_WORDS: separated by spaces */
	size_t offset;	   /* of what it fills in the structure; OPT_TO() */
	long min, max;
	opt_call_fn *call;
	const char *help; /* one line */
	const char *more; /* for the man page; `literal` text in backquotes */
};

#define OPT_TO(type, member) .offset = offsetof(type, member)

/* What options of one table say about one another. Checked after all of them were read. */
enum opt_rule_kind {
	OPT_NEEDS,     /* option makes sense only with one of others */
	OPT_EXCLUDES,  /* option and any of others contradict */
	OPT_OVERRIDES, /* option wins: others are reset, and a note says so */
};

struct opt_rule {
	const char *option; /* long name */
	enum opt_rule_kind kind;
	const char *others; /* long names, separated by spaces; "COMMAND" for a command to run */
	const char *why;    /* ends the message, or NULL */
};

struct opt_table {
	const char *program;  /* "perfmux stat" */
	const char *synopsis; /* lines of the usage, without the program */
	const char *about;    /* what it does, one line */
	const struct opt *rows;
	size_t count;
	const struct opt_rule *rules;
	size_t rule_count;
	const void *defaults; /* the structure before any option; what --no-NAME goes back to */
	/* What words behind the options are; OPT_VALUE_ANY: a command to run. For completions. */
	enum opt_value operands;
	bool is_mixed; /* options may stand among operands, up to "--"; else before them only */
};

struct opt_parse {
	const struct opt_table *table;
	void *into; /* filled; as *table->defaults at first */
	int argc;
	char **argv; /* argv[0] is skipped */

	/* set by opt_parse() */
	int next;		 /* the first word that is no option */
	bool seen[OPT_MAX_ROWS]; /* row was given, and not taken back */
	enum opt_kind wants;	 /* OPT_HELP or OPT_VERSION when asked for, else OPT_SECTION */
	bool after_dashes;	 /* "--" came before the next word */
};

/* Reads options into parse->into. 0, or -EINVAL with a message in @err; prints nothing. */
int opt_parse(struct opt_parse *parse, struct pmx_error *err);

/* True when the option with this long name was given. */
bool opt_seen(const struct opt_parse *parse, const char *name);

/*
 * Checks the rules of the table. 0, or -EINVAL; each option that had to give way is reset and
 * handed to @note (which may be NULL) as a line of text.
 */
int opt_check_rules(struct opt_parse *parse, bool command, void (*note)(const char *line),
		    struct pmx_error *err);

/* The row with a long name, or NULL. */
const struct opt *opt_find(const struct opt_table *table, const char *name);

/* True when what the option does can be taken back by opt_long_form(opt, true). */
bool opt_can_negate(const struct opt *opt);

/* Prints what `--help` shows to standard output, in at most 80 columns. */
void opt_print_help(const struct opt_table *table);

/*
 * Prints @err for people, in one line, and in one more its hint or, without one, where help is.
 * Returns EXIT_PERFMUX.
 */
int opt_complain(const struct opt_table *table, const struct pmx_error *err);

/* opt_parse(), then --help, --version and messages. 0 to go on, else @status is the exit status. */
int opt_run(struct opt_parse *parse, int *status);

/*
 * Keeps the name that looks most like what was typed: offer it every name in turn. best is NULL
 * while none was near enough.
 */
struct opt_near {
	const char *typed;
	const char *best;
	unsigned distance;
};

void opt_near_offer(struct opt_near *near, const char *name);

/*
 * The long name, or the one that takes it back: "scale" and "no-scale", "no-merge" and "merge".
 * Returns @buf.
 */
const char *opt_long_form(const struct opt *opt, bool negated, char *buf, size_t size);

/*
 * Finds what the first @length bytes of @name mean: the whole name wins over names that it
 * shortens. 0, or -EINVAL with @err filled.
 */
int opt_find_long(const struct opt_table *table, const char *name, size_t length,
		  const struct opt **opt, bool *negated, struct pmx_error *err);

/* "-r" where there is a letter, else "--repeat". Returns @buf. */
const char *opt_spell(const struct opt *opt, char *buf, size_t size);

/* Takes back what the option did: the structure's member is as in the defaults. */
void opt_reset(struct opt_parse *parse, const struct opt *opt);

/* Options of every command; @type has the members sysroot, color and verbose. */
/* Rows as in the tables of the commands. */
/* clang-format off */
#define OPT_COMMON(type)                                                                     \
	{ .kind = OPT_SECTION, .help = "Common to all commands" },                           \
	{ OPT_TO(type, sysroot), .name = "sysroot", .kind = OPT_STRING, .arg = "DIR",        \
	  .value = OPT_VALUE_DIR, .help = "read /sys and /proc below DIR; nothing is opened", \
	  .more = "Asks about the machine whose files were copied below `DIR`. Nothing can " \
		  "be counted on it, so only what needs no counter works." },                \
	{ OPT_TO(type, color), .name = "color", .kind = OPT_CHOICE, .arg = "WHEN",           \
	  .arg_optional = true, .value = OPT_VALUE_WORDS, .words = "auto never always",      \
	  .min = -1, .help = "use colours: auto, always or never",                           \
	  .more = "`auto`, the default, means on a terminal; `--color` alone is `always`." }, \
	{ OPT_TO(type, verbose), .name = "verbose", .letter = 'v', .kind = OPT_COUNT,        \
	  .max = 3, .help = "say more about what is done" },                                 \
	{ .name = "help", .letter = 'h', .kind = OPT_HELP, .final = true,                    \
	  .help = "show this help" },                                                        \
	{ .name = "version", .kind = OPT_VERSION, .final = true, .help = "show the version" }
/* clang-format on */

#endif
