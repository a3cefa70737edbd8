// SPDX-License-Identifier: GPL-2.0-only
/*
 * ignore-term [MS] - ignores SIGINT and SIGTERM, says "ready", sleeps for MS (2000) milliseconds,
 * and ends with 7
 */
#include <signal.h>

#include "workload.h"

int main(int argc, char **argv)
{
	unsigned long ms = number(argc, argv, 1, 2000);

	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	say_ready();
	sleep_ms(ms);
	return 7;
}
