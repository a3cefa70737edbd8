// SPDX-License-Identifier: GPL-2.0-only
/*
 * result.c - the end of a result
 */
#include <stdlib.h>

#include <perfmux/result.h>

#include "stats/strings.h"

void pmx_result_free(struct pmx_result *result)
{
	free(result->rows);
	pmx_strings_free(result->strings);
	*result = (struct pmx_result){ 0 };
}
