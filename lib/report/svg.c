// SPDX-License-Identifier: GPL-2.0-only
/*
 * svg.c - the elements of a picture
 *
 * The colours of the series are those of Okabe and Ito ("Color Universal Design", 2008), which
 * people with any kind of colour vision can tell apart; yellow comes last, as it is faint on white.
 */
#include "report/svg.h"
#include "report/number.h"
#include "report/svg_palette.h"
#include "report/xml.h"

/* Rules of the palette, as names: strings. */
#define FILLS	  PMX_SVG_SEVEN("c", "fill") PMX_SVG_EIGHTH("c", "fill") "\n"
#define DARK_FILL PMX_SVG_DARK("c", "fill") "\n"
static const char style[] =
	"<style>\n"
	"text{font:12px system-ui,sans-serif;fill:#1f2328}\n"
	".title{font-size:16px;font-weight:600}\n"
	".dim{fill:#656d76}\n"
	".bad{fill:#b35900}\n"
	".end{text-anchor:end;font-variant-numeric:tabular-nums}\n"
	".mid{text-anchor:middle}\n"
	".paper{fill:#fff}\n"
	".back{fill:#e6e9ed}\n"
	".grid{stroke:#e6e9ed}\n"
	".axis{stroke:#8c959f}\n"
	".mark{stroke:#1f2328;stroke-width:2}\n"
	".axis,.mark{fill:none}\n" FILLS "@media(prefers-color-scheme:dark){\n"
	"text{fill:#e6edf3}.dim{fill:#9198a1}.bad{fill:#f0a35e}.paper{fill:#0d1117}\n"
	".back{fill:#2d333b}.grid{stroke:#2d333b}.axis{stroke:#6e7681}"
	".mark{stroke:#e6edf3}\n" DARK_FILL "}\n"
	"</style>\n";

void pmx_svg_number(struct pmx_out *out, double value)
{
	char number[PMX_NUMBER_SIZE];
	size_t length = pmx_number_fixed(number, value, 2, false);

	while (number[length - 1] == '0')
		length--;
	if (number[length - 1] == '.')
		length--;
	pmx_out_mem(out, number, length);
}

static void put_number(struct pmx_out *out, const char *name, double value)
{
	pmx_out_text(out, " ");
	pmx_out_text(out, name);
	pmx_out_text(out, "=\"");
	pmx_svg_number(out, value);
	pmx_out_text(out, "\"");
}

static void put_class(struct pmx_out *out, const char *class)
{
	pmx_out_text(out, " class=\"");
	pmx_out_text(out, class);
	pmx_out_text(out, "\"");
}

void pmx_svg_begin(struct pmx_out *out, double width, double height, const char *title)
{
	pmx_out_text(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
	put_number(out, "width", width);
	put_number(out, "height", height);
	pmx_out_text(out, " viewBox=\"0 0 ");
	pmx_svg_number(out, width);
	pmx_out_text(out, " ");
	pmx_svg_number(out, height);
	pmx_out_text(out, "\" role=\"img\">\n<title>");
	pmx_xml_text(out, title);
	pmx_out_text(out, "</title>\n");
	pmx_out_text(out, style);
	pmx_svg_rect(out, 0, 0, width, height, "paper");
}

void pmx_svg_end(struct pmx_out *out)
{
	pmx_out_text(out, "</svg>\n");
}

void pmx_svg_group(struct pmx_out *out, const char *tooltip)
{
	pmx_out_text(out, "<g><title>");
	pmx_xml_text(out, tooltip);
	pmx_out_text(out, "</title>\n");
}

void pmx_svg_group_end(struct pmx_out *out)
{
	pmx_out_text(out, "</g>\n");
}

void pmx_svg_text(struct pmx_out *out, double x, double y, const char *class, const char *text)
{
	pmx_out_text(out, "<text");
	put_number(out, "x", x);
	put_number(out, "y", y);
	put_class(out, class);
	pmx_out_text(out, ">");
	pmx_xml_text(out, text);
	pmx_out_text(out, "</text>\n");
}

void pmx_svg_rect(struct pmx_out *out, double x, double y, double width, double height,
		  const char *class)
{
	pmx_out_text(out, "<rect");
	put_number(out, "x", x);
	put_number(out, "y", y);
	put_number(out, "width", width);
	put_number(out, "height", height);
	put_class(out, class);
	pmx_out_text(out, "/>\n");
}

void pmx_svg_line(struct pmx_out *out, double x1, double y1, double x2, double y2,
		  const char *class)
{
	pmx_out_text(out, "<line");
	put_number(out, "x1", x1);
	put_number(out, "y1", y1);
	put_number(out, "x2", x2);
	put_number(out, "y2", y2);
	put_class(out, class);
	pmx_out_text(out, "/>\n");
}

void pmx_svg_path(struct pmx_out *out, const char *class)
{
	pmx_out_text(out, "<path");
	put_class(out, class);
	pmx_out_text(out, " d=\"");
}

void pmx_svg_move(struct pmx_out *out, double x, double y)
{
	pmx_out_text(out, "M");
	pmx_svg_number(out, x);
	pmx_out_text(out, " ");
	pmx_svg_number(out, y);
}

void pmx_svg_across(struct pmx_out *out, double x)
{
	pmx_out_text(out, "H");
	pmx_svg_number(out, x);
}

void pmx_svg_down(struct pmx_out *out, double y)
{
	pmx_out_text(out, "V");
	pmx_svg_number(out, y);
}

void pmx_svg_path_end(struct pmx_out *out)
{
	pmx_out_text(out, "\"/>\n");
}
