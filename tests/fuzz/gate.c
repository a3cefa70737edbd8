// SPDX-License-Identifier: GPL-2.0-only
/*
 * gate.c - fuzzes what --fail-if takes: "instructions > +1%"
 */
#include <perfmux/bench.h>

#include "fuzz.h"

static void check_again(const struct pmx_gate *gate)
{
	struct pmx_gate again = { .text = NULL };
	char *text = NULL;

	CHECK(asprintf(&text, "%s%c%.17f%%", gate->metric, gate->more ? '>' : '<',
		       gate->limit * 100) > 0);
	CHECK(!pmx_gate_parse(&again, text, NULL));
	CHECK(!strcmp(again.metric, gate->metric) && again.more == gate->more);
	CHECK(fabs(again.limit - gate->limit) <= 1e-12 * (1 + fabs(gate->limit)));
	pmx_gate_free(&again);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pmx_error err = { .code = 0 };
	struct pmx_gate gate = { .text = NULL };
	char *text = fuzz_text(data, size);
	int ret = pmx_gate_parse(&gate, text, &err);

	if (ret) {
		check_error(ret, &err);
		CHECK(!gate.text && !gate.metric);
	} else {
		CHECK(!strcmp(gate.text, text) && gate.metric[0]);
		CHECK(isfinite(gate.limit) && !(gate.more ? gate.limit < 0 : gate.limit > 0));
		check_again(&gate);
		pmx_gate_free(&gate);
	}
	free(text);
	return 0;
}
