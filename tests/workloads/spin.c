// SPDX-License-Identifier: GPL-2.0-only
/*
 * spin MS - uses MS (100) milliseconds of CPU time
 */
#include "workload.h"

int main(int argc, char **argv)
{
	spin_ms(number(argc, argv, 1, 100));
	return 0;
}
