/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * xml.h - is it XML, and does a picture stand alone?
 */
#ifndef TESTS_XML_H
#define TESTS_XML_H

#include "results.h"

enum { XML_DEPTH = 16 };

/* As much of XML 1.0 as is written here: elements in one another, attributes, text. */
struct xml_reader {
	const char *at;
	char open[XML_DEPTH][16];
	size_t depth;
};

static inline void xml_check_entity(const char *at)
{
	static const char *const known[] = { "&lt;", "&gt;", "&amp;", "&quot;" };

	for (size_t i = 0; i < 4; i++)
		if (!strncmp(at, known[i], strlen(known[i])))
			return;
	fail_msg("no entity: %.20s", at);
}

/* Characters up to @end; none that XML forbids, no bare "<" or "&". */
static inline void xml_read_text(struct xml_reader *r, char end)
{
	for (; *r->at != end; r->at++) {
		unsigned char c = (unsigned char)*r->at;

		if (c == '&')
			xml_check_entity(r->at);
		else if (c == '<' || (c < ' ' && c != '\n' && c != '\t'))
			fail_msg("not in text: %.20s", r->at);
		if (!strncmp(r->at, "\xef\xbf\xbe", 3) || !strncmp(r->at, "\xef\xbf\xbf", 3))
			fail_msg("no character of XML: %.20s", r->at);
	}
}

static inline void xml_read_name(struct xml_reader *r, char name[16])
{
	size_t length =
		strspn(r->at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-");

	assert_true(length > 0 && length < 16);
	memcpy(name, r->at, length);
	name[length] = '\0';
	r->at += length;
}

static inline void xml_read_tag(struct xml_reader *r)
{
	char name[16], attribute[16];

	if (*r->at == '/') {
		r->at++;
		xml_read_name(r, name);
		assert_true(r->depth > 0);
		assert_string_equal(name, r->open[--r->depth]);
		assert_int_equal(*r->at++, '>');
		return;
	}
	xml_read_name(r, name);
	while (*r->at == ' ') {
		r->at++;
		xml_read_name(r, attribute);
		assert_int_equal(*r->at++, '=');
		assert_int_equal(*r->at++, '"');
		xml_read_text(r, '"');
		r->at++;
	}
	if (*r->at == '/') {
		r->at++;
	} else {
		assert_true(r->depth < XML_DEPTH);
		memcpy(r->open[r->depth++], name, sizeof(name));
	}
	assert_int_equal(*r->at++, '>');
}

/* One element with all that is in it, and a line end. */
static inline void xml_check_element(const char *xml)
{
	struct xml_reader r = { .at = xml };

	assert_int_equal(*xml, '<');
	do {
		if (*r.at == '<') {
			r.at++;
			xml_read_tag(&r);
		} else {
			xml_read_text(&r, '<');
		}
	} while (r.depth);
	assert_string_equal(r.at, "\n");
}

/* A picture. */
static inline void xml_check(const char *xml)
{
	assert_true(!strncmp(xml, "<svg xmlns=\"http://www.w3.org/2000/svg\"", 39));
	xml_check_element(xml);
}

/* It runs nothing, needs nothing from elsewhere, and has no number that is none. */
static inline void xml_check_alone(const char *xml)
{
	static const char *const never[] = { "<script", "href",	  "@import", "@font-face",
					     "url(",	"onload", "<image",  "javascript",
					     "nan",	"inf\"" };

	for (size_t i = 0; i < sizeof(never) / sizeof(never[0]); i++)
		if (strstr(xml, never[i]))
			fail_msg("\"%s\" in:\n%s", never[i], xml);
}

/* A document that says which XML it is, of one element called @root. */
static inline void xml_check_document(const char *xml, const char *root)
{
	static const char declaration[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<";

	assert_true(!strncmp(xml, declaration, strlen(declaration)));
	xml += strlen(declaration);
	assert_true(!strncmp(xml, root, strlen(root)));
	xml_check_element(xml - 1);
}

#endif
