// SPDX-License-Identifier: GPL-2.0-only
/*
 * elf_symbols.c - the symbol tables of an ELF file
 */
#include <string.h>

#include "symbol/elf.h"

/* The bit that marks a version as not the default one (the gABI's hidden versions). */
enum { VERSION_HIDDEN = 0x8000 };

struct table {
	Elf_Data *symbols, *versions; /* versions may be NULL */
	const char *strings;
	size_t strings_size, count;
	bool is_dynamic;
};

struct found {
	Elf_Scn *symtab, *dynsym, *versym;
};

static struct found find_tables(struct pmx_elf *elf)
{
	struct found found = { NULL, NULL, NULL };
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = elf->lib->elf_nextscn(elf->elf, section))) {
		if (!elf->lib->gelf_getshdr(section, &header))
			continue;
		if (header.sh_type == SHT_SYMTAB && !found.symtab)
			found.symtab = section;
		else if (header.sh_type == SHT_DYNSYM && !found.dynsym)
			found.dynsym = section;
		else if (header.sh_type == SHT_GNU_versym && !found.versym)
			found.versym = section;
	}
	return found;
}

static Elf_Data *read_section(struct pmx_elf *elf, Elf_Scn *section, GElf_Shdr *header)
{
	if (!section || !elf->lib->gelf_getshdr(section, header) ||
	    header->sh_size > PMX_ELF_MAX_TABLE)
		return NULL;
	return elf->lib->elf_getdata(section, NULL);
}

static bool read_table(struct pmx_elf *elf, Elf_Scn *symbols, Elf_Scn *versions, struct table *out)
{
	size_t entry = elf->is_64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
	GElf_Shdr header, ignored;
	Elf_Data *strings;

	*out = (struct table){ .symbols = read_section(elf, symbols, &header) };
	if (!out->symbols || !out->symbols->d_buf)
		return false;
	strings = read_section(elf, elf->lib->elf_getscn(elf->elf, header.sh_link), &ignored);
	if (!strings || !strings->d_buf)
		return false;
	out->strings = strings->d_buf;
	out->strings_size = strings->d_size;
	out->count = out->symbols->d_size / entry;
	out->is_dynamic = header.sh_type == SHT_DYNSYM;
	if (versions)
		out->versions = read_section(elf, versions, &ignored);
	return true;
}

/* NULL for a name that begins or ends outside of the strings. */
static const char *name_of(const struct table *table, const GElf_Sym *symbol)
{
	if (symbol->st_name >= table->strings_size ||
	    !memchr(table->strings + symbol->st_name, '\0', table->strings_size - symbol->st_name))
		return NULL;
	return table->strings + symbol->st_name;
}

static bool is_old(struct pmx_elf *elf, const struct table *table, size_t index, const char *name)
{
	const char *at = table->is_dynamic ? NULL : strchr(name, '@');
	GElf_Versym version;

	if (at)
		return at[1] != '@';
	return table->versions && elf->lib->gelf_getversym(table->versions, (int)index, &version) &&
	       version & VERSION_HIDDEN;
}

static bool names_a_place(const GElf_Sym *symbol)
{
	switch (GELF_ST_TYPE(symbol->st_info)) {
	case STT_NOTYPE:
	case STT_OBJECT:
	case STT_FUNC:
	case STT_COMMON:
	case STT_TLS:
	case STT_GNU_IFUNC:
		return symbol->st_shndx != SHN_UNDEF && symbol->st_shndx != SHN_ABS;
	default:
		return false;
	}
}

static int visit_table(struct pmx_elf *elf, const struct table *table,
		       int (*visit)(void *ctx, const struct pmx_elf_symbol *symbol), void *ctx)
{
	const char *source = NULL;
	int ret = 0;

	for (size_t i = 1; i < table->count && !ret; i++) {
		GElf_Sym symbol;
		const char *name;

		if (!elf->lib->gelf_getsym(table->symbols, (int)i, &symbol))
			break;
		name = name_of(table, &symbol);
		if (!name || !*name)
			continue;
		if (GELF_ST_TYPE(symbol.st_info) == STT_FILE)
			source = name;
		if (!names_a_place(&symbol))
			continue;
		bool is_local = GELF_ST_BIND(symbol.st_info) == STB_LOCAL;

		ret = visit(ctx, &(struct pmx_elf_symbol){
					 .name = name,
					 .source = is_local ? source : NULL,
					 .value = symbol.st_value,
					 .size = symbol.st_size,
					 .type = GELF_ST_TYPE(symbol.st_info),
					 .is_local = is_local,
					 .is_exported = table->is_dynamic,
					 .is_old = is_old(elf, table, i, name),
				 });
	}
	return ret;
}

int pmx_elf_symbols(struct pmx_elf *elf,
		    int (*visit)(void *ctx, const struct pmx_elf_symbol *symbol), void *ctx,
		    bool *has_symtab)
{
	struct found found = find_tables(elf);
	struct table table;
	int ret = 0;

	*has_symtab = read_table(elf, found.symtab, NULL, &table);
	if (*has_symtab)
		ret = visit_table(elf, &table, visit, ctx);
	if (!ret && read_table(elf, found.dynsym, found.versym, &table))
		ret = visit_table(elf, &table, visit, ctx);
	return ret;
}
