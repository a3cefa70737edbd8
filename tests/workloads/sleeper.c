// SPDX-License-Identifier: GPL-2.0-only
/*
 * sleeper MS - sleeps for MS (1000) milliseconds, in one piece, and ends with 0
 */
#include "workload.h"

int main(int argc, char **argv)
{
	sleep_ms(number(argc, argv, 1, 1000));
	return 0;
}
