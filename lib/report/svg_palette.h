/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * svg_palette.h - the colours that tell series apart, for style sheets
 *
 * They are those of Okabe and Ito, which eyes of every kind can tell apart: seven that are seen on
 * paper as thin lines, too, and a yellow for areas only. The blue is lighter on a dark page.
 */
#ifndef PERFMUX_REPORT_SVG_PALETTE_H
#define PERFMUX_REPORT_SVG_PALETTE_H

/* Rules for the classes @class0 to @class6: their @property ("fill", "stroke") has the colour. */
#define PMX_SVG_SEVEN(class, property)                                                           \
	"." class "0{" property ":#0072b2}." class "1{" property ":#e69f00}." class              \
		"2{" property                                                                    \
		":#009e73}." class "3{" property ":#cc79a7}\n"                                   \
				   "." class "4{" property                                       \
					     ":#56b4e9}." class "5{" property                    \
								":#d55e00}." class "6{" property \
										   ":#7f7f7f}"
#define PMX_SVG_EIGHTH(class, property) "." class "7{" property ":#f0e442}"
/* For dark pages. */
#define PMX_SVG_DARK(class, property) "." class "0{" property ":#2b95d6}"

#endif
